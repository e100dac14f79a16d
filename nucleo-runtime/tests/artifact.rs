//! Artifacts in types that are written by hand, as the generator writes them.
#![cfg(feature = "artifacts")]

mod artifact_types;

use std::collections::BTreeMap;
use std::sync::Arc;

use artifact_types::{Cite, Person, Uses};
use nucleo_runtime::artifact::{Artifact, ArtifactStore, Entry, Held, ListArtifact, Reference, Registry};
use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::{Policy, Rejection, Shaped, Stop, from_str, parse, read_with, to_string};

static REGISTRY: Registry = Registry::join(&[artifact_types::ALIASES, ListArtifact::ALIASES]);

fn cite(doi: &str) -> Cite {
    Cite { doi: doi.to_owned(), ..Cite::default() }
}

fn read<T: Shaped>(reply: &str, store: &ArtifactStore) -> Result<T, Rejection> {
    read_with(reply, &Policy::lenient().artifacts(store), Stop::End).map(|reading| reading.value)
}

/// Two cites and a person, under `…~000001` to `…~000003`.
fn store() -> (ArtifactStore, [Held<Cite>; 2], Held<Person>) {
    let store = ArtifactStore::numbered();
    let cites = [store.add(cite("10.1/a")), store.add(cite("10.1/b"))];
    let person = store.add(Person { name: "Ana".to_owned(), artifact_ref: None });
    (store, cites, person)
}

#[test]
fn ok_an_answer_holds_the_instances_of_the_store() {
    let (store, [a, b], person) = store();
    let reply = r#"{"why": "w", "one": {"artifact_ref": "link:cite~000001", "doi": "10.9/fake", "more": 1},
        "many": [{"@ref": "«artifact:link:cite~000002»"}, {"artifactRef": "link:cite~000001"}],
        "by_topic": {"x": {"artifact_ref": "artifact:link:cite~000002"}},
        "any": {"artifact_ref": "«person~000003»"}}"#;
    let uses: Uses = read(reply, &store).unwrap();
    let same = |one: &Held<Cite>, two: &Held<Cite>| Arc::ptr_eq(one.get().unwrap(), two.get().unwrap());
    assert!(same(uses.one.as_ref().unwrap(), &a));
    assert!(same(&uses.many[0], &b) && same(&uses.many[1], &a));
    assert!(same(&uses.by_topic["x"], &b));
    let any: Held<Person> = uses.any.as_ref().unwrap().downcast().unwrap();
    assert!(Arc::ptr_eq(any.get().unwrap(), person.get().unwrap()));
    assert!(!to_string(&uses).contains("fake"));
}

#[test]
fn ok_an_artifact_is_the_whole_answer() {
    let (store, [a, _], _) = store();
    let held: Held<Cite> = read(r#"{"artifact_ref": "link:cite~000001"}"#, &store).unwrap();
    assert!(Arc::ptr_eq(held.get().unwrap(), a.get().unwrap()));
    let any: Held<dyn Artifact> = read(r#"{"@ref": "link:cite~000001"}"#, &store).unwrap();
    assert_eq!(any, a.any());
}

#[test]
fn err_every_violation_is_a_fault_at_its_place() {
    let (store, ..) = store();
    let reply = r#"{"one": {"doi": "10.9/fake"}, "many": [{"artifact_ref": "link:cite~000001"},
        {"artifact_ref": "link:cite~nope00"}], "by_topic": {"secret": {"artifact_ref": "person~000003"}},
        "any": {"artifact_ref": "ghost~000001"}}"#;
    let rejection = read::<Uses>(reply, &store).unwrap_err();
    let feedback = rejection.feedback();
    let lines: Vec<&str> = feedback.lines().filter(|line| line.starts_with('-')).collect();
    assert_eq!(
        lines,
        [
            "- one.artifact_ref: expected a string in the format `«artifact:link:cite~…»` (missing)",
            "- many[1]: expected the reference of a `Cite`, but no artifact is held under this `artifact_ref`",
            "- by_topic{1st member}: expected the reference of a `Cite`, but this `artifact_ref` is that of a `Person`",
            "- any: expected the reference of an artifact, but no artifact is held under this `artifact_ref`",
        ]
    );
    assert!(rejection.faults()[1..].iter().all(|fault| fault.kind == FaultKind::Reference));
}

#[test]
fn ok_without_a_store_a_reference_stays_one() {
    let uses: Uses = parse(r#"{"one": {"artifact_ref": "link:cite:pubmed~000001", "doi": "x"}}"#).unwrap();
    let one = uses.one.unwrap();
    assert_eq!((one.get(), one.reference()), (None, Some(Reference::new("link:cite:pubmed~000001"))));
    let rejection = parse::<Uses>(r#"{"one": {"artifact_ref": "person~000001"}}"#).unwrap_err();
    assert!(rejection.feedback().contains("expected the reference of a `Cite`"), "{}", rejection.feedback());
}

#[test]
fn ok_programs_store_content_and_references() {
    let stored = Uses {
        why: None,
        one: Some(Held::new(Cite { artifact_ref: Some("«artifact:link:cite~x»".to_owned()), ..cite("10.1/a") })),
        many: vec![Held::to("link:cite~y")],
        by_topic: BTreeMap::new(),
        any: Some(Held::to("person~z")),
    };
    let text = to_string(&stored);
    assert_eq!(
        text,
        r#"{"one":{"doi":"10.1/a","artifact_ref":"«artifact:link:cite~x»"},"many":[{"artifact_ref":"«artifact:link:cite~y»"}],"by_topic":{},"any":{"artifact_ref":"«artifact:person~z»"}}"#
    );
    let again: Uses = from_str(&text).unwrap();
    assert_eq!(again, stored);
    assert_eq!(again.one.unwrap().get().unwrap().doi, "10.1/a");
    assert!(from_str::<Uses>(r#"{"one":{"why":1},"many":[],"by_topic":{}}"#).is_err());
    assert!(from_str::<Uses>(r#"{"many":[],"by_topic":{},"any":{"artifact_ref":"person~z","name":"Ana"}}"#).is_err());
}

#[test]
fn ok_a_registry_reads_artifacts_of_any_type() {
    let text = r#"{"many":[],"by_topic":{},"any":{"artifact_ref":"link:cite:sub~a1b2c3","doi":"d"}}"#;
    let uses: Uses = REGISTRY.from_str(text).unwrap();
    assert_eq!(uses.any.unwrap().downcast::<Cite>().unwrap().get().unwrap().doi, "d");
    let list = REGISTRY.artifact(r#"{"artifact_ref":"list~1","iterands":[{"artifact_ref":"person~1","name":"Ana"}]}"#);
    assert_eq!(list.unwrap().name(), "ListArtifact");
    for text in [
        r#"{"many":[],"by_topic":{},"any":{"artifact_ref":"ghost~1","doi":"d"}}"#,
        r#"{"many":[],"by_topic":{},"any":{"artifact_ref":"link:cite~1","doi":7}}"#,
    ] {
        assert!(REGISTRY.from_str::<Uses>(text).is_err(), "{text}");
    }
    assert!(REGISTRY.artifact(r#"{"artifact_ref":"list~1","iterands":[{"name":"x"}]}"#).is_err());
}

#[test]
fn ok_lists_in_lists_cost_no_more_than_their_text() {
    let depth = 40;
    let text = r#"{"artifact_ref":"list~1","iterands":["#.repeat(depth) + &"]}".repeat(depth);
    assert_eq!(REGISTRY.artifact(&text).unwrap().alias(), "list");
}

#[test]
fn ok_a_store_gives_references_and_holds_what_is_within() {
    let store = ArtifactStore::new();
    let named = Held::new(Person { name: "Bo".to_owned(), artifact_ref: Some("person~own000".to_owned()) });
    let list = ListArtifact { iterands: vec![named.any(), Held::new(cite("10.1/a")).any()], ..Default::default() };
    let held = store.add(list);
    let reference = held.reference().unwrap();
    assert!(reference.as_str().starts_with("«artifact:list~") && reference.as_str().chars().count() == 22);
    assert_eq!(held.get().unwrap().artifact_ref.as_deref(), Some(reference.as_str()));
    assert_eq!(store.len(), 1);
    assert!(Arc::ptr_eq(&store.find::<Person>("person~own000").unwrap(), named.get().unwrap()));
    assert_eq!(store.add(held.get().unwrap().clone()), held);
    assert_eq!(store.len(), 1);
}

#[test]
fn ok_the_first_of_a_reference_stands() {
    let store = ArtifactStore::new();
    let ana = |name: &str| Person { name: name.to_owned(), artifact_ref: Some("person~own000".to_owned()) };
    let first = store.add(ana("Ana"));
    assert!(Arc::ptr_eq(store.add(ana("Ana")).get().unwrap(), first.get().unwrap()));
    let other = store.add(ana("Bo"));
    assert_ne!(other.reference(), first.reference());
    assert_eq!(store.len(), 2);
    assert!(Arc::ptr_eq(&store.find::<Person>("person~own000").unwrap(), first.get().unwrap()));
}

#[test]
fn ok_a_snapshot_skips_what_leads_to_no_type() {
    let (store, ..) = store();
    let text = store.snapshot();
    let (again, skipped) = ArtifactStore::restore(&text, &REGISTRY).unwrap();
    assert_eq!((again.len(), skipped.len(), again.snapshot()), (3, 0, text));
    let text = r#"{"«artifact:ghost~a9a9a9»":{},"«artifact:link:cite~a1b2c3»":{"doi":"d"}}"#;
    let (again, skipped) = ArtifactStore::restore(text, &REGISTRY).unwrap();
    assert_eq!((again.len(), skipped), (1, vec![Reference::new("ghost~a9a9a9")]));
}

#[test]
fn err_one_alias_of_two_types() {
    const OTHER: &[Entry] = &[Entry { path: "other::Person", ..Entry::of::<Person>() }];
    let text = std::panic::catch_unwind(|| Registry::join(&[artifact_types::ALIASES, OTHER])).unwrap_err();
    assert_eq!(
        text.downcast_ref::<String>().unwrap(),
        "two types have the alias `person`: `artifact::artifact_types::Person` and `other::Person`"
    );
    // The same type in two tables is one.
    let both = Registry::join(&[artifact_types::ALIASES, artifact_types::ALIASES]);
    assert_eq!(both.exact("person").unwrap().name(), "Person");
}
