//! Two crates with artifacts, joined: a note points at artifacts of either, and is stored and read again.

use nucleo_runtime::artifact::{ListArtifact, Registry};

nucleo_runtime::include_answers!();

/// Every artifact type of this program. Two types under one alias would stop the build.
pub static REGISTRY: Registry =
    Registry::join(&[aliases_plants::answers::ALIASES, aliases_papers::answers::ALIASES, ListArtifact::ALIASES]);

/// A second type under the alias `plant`: `cargo rustc -p aliases-desk --lib -- --cfg clash` does not compile.
#[cfg(clash)]
pub static CLASH: Registry = Registry::join(&[aliases_plants::answers::ALIASES, WEEDS]);

#[cfg(any(clash, test))]
const WEEDS: &[nucleo_runtime::artifact::Entry] = &[nucleo_runtime::artifact::Entry {
    path: "weeds::Plant",
    ..nucleo_runtime::artifact::Entry::of::<aliases_plants::answers::Plant>()
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::Note;
    use aliases_papers::answers::Cite;
    use aliases_plants::answers::Tree;
    use nucleo_runtime::artifact::{ArtifactStore, Held};
    use nucleo_runtime::{Policy, Stop, read_with, to_string};

    #[test]
    fn ok_aliases_of_three_crates_are_found_exactly_or_by_the_nearest_above() {
        let path = |alias: &str| REGISTRY.nearest(alias).map(|entry| entry.path.rsplit("::").next().unwrap());
        assert_eq!(path("plant:tree"), Some("Tree"));
        assert_eq!(path("plant:tree:oak:red"), Some("Tree"));
        assert_eq!(path("plant:moss"), Some("Plant"));
        assert_eq!(path("link:cite:pubmed"), Some("Cite"));
        assert_eq!(path("animal:cat"), None);
        assert!(REGISTRY.exact("plant:moss").is_none());
        assert_eq!(REGISTRY.entries().count(), 4);
    }

    #[test]
    fn ok_a_note_points_at_artifacts_of_both_crates() {
        let store = ArtifactStore::numbered();
        let tree = store.add(Tree { name: "oak".to_owned(), height: 20.5, artifact_ref: None });
        store.add(Cite { title: "On oaks".to_owned(), year: Some(1998), artifact_ref: None });
        let reply = r#"{"text": "See both.", "about": [{"artifact_ref": "plant:tree~000001"},
            {"artifact_ref": "link:cite~000002"}]}"#;
        let note: Note = read_with(reply, &Policy::lenient().artifacts(&store), Stop::End).unwrap().value;
        let about = note.about.as_ref().unwrap();
        let found: Held<Tree> = about[0].downcast().unwrap();
        assert!(std::sync::Arc::ptr_eq(found.get().unwrap(), tree.get().unwrap()));
        let again: Note = REGISTRY.from_str(&to_string(&note)).unwrap();
        assert_eq!(again.about.unwrap()[1].downcast::<Cite>().unwrap().get().unwrap().title, "On oaks");
    }

    #[test]
    fn err_two_types_under_one_alias_end_the_program_at_its_start() {
        let panic = std::panic::catch_unwind(|| Registry::join(&[aliases_plants::answers::ALIASES, WEEDS]));
        assert_eq!(
            panic.unwrap_err().downcast_ref::<String>().unwrap(),
            "two types have the alias `plant`: `aliases_plants::answers::plant::Plant` and `weeds::Plant`"
        );
    }
}
