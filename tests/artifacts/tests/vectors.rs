//! The vectors of the first reference system on aliases, references, and artifacts in replies.

use std::panic::catch_unwind;
use std::sync::Arc;

use nucleo_artifacts::answers::held::{Cite, Person};
use nucleo_artifacts::answers::{TOOLS, ToolCall, UsesCite};
use nucleo_gen::Builder;
use nucleo_runtime::artifact::{ArtifactStore, Entry, Held, ListArtifact, Reference, Registry};
use nucleo_runtime::tool::Palette;
use nucleo_runtime::{Policy, Stop, read_with};
use serde_json::{Value, json};

/// The vectors of an area, each with its name.
fn vectors(area: &str) -> Vec<(String, Value)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/nucleo.json");
    let all: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let of_area = all.into_iter().filter(|vector| vector["area"] == area);
    let named: Vec<_> = of_area.map(|vector| (vector["what"].as_str().unwrap().to_owned(), vector)).collect();
    assert!(!named.is_empty(), "{area}");
    named
}

const fn entry(alias: &'static str, path: &'static str) -> Entry {
    Entry { alias, path, ..Entry::of::<Person>() }
}

const PLANT: &[Entry] = &[entry("plant", "Plant")];
const OTHER_PLANT: &[Entry] = &[entry("plant", "OtherPlant")];
const TREES: &[Entry] = &[entry("plant", "Plant"), entry("plant:tree", "Tree"), entry("plant:tree:oak", "Oak")];

static TREE_REGISTRY: Registry = Registry::join(&[TREES]);

#[test]
fn alias() {
    const SKIPPED: &[(&str, &str)] =
        &[("type without an alias registers as nothing", "such a type is no artifact: it has no entry to join")];
    for (what, vector) in vectors("alias") {
        if SKIPPED.iter().any(|(name, _)| *name == what) {
            continue;
        }
        let expected = |name: &str| vector["expect"][name].as_str();
        if what.starts_with("one alias on two types refused") {
            let panic = catch_unwind(|| Registry::join(&[PLANT, OTHER_PLANT])).unwrap_err();
            let message = panic.downcast_ref::<String>().unwrap();
            for name in vector["expect"]["names"].as_array().unwrap() {
                assert!(message.contains(&format!("`{}`", name.as_str().unwrap())), "{message}");
            }
        } else if what.starts_with("artifact type without an alias refused") {
            let error = format!("{:?}", bare(vector["input"].as_array().unwrap()));
            for name in vector["expect"]["names"].as_array().unwrap() {
                assert!(error.contains(&format!("`{}`", name.as_str().unwrap())), "{error}");
            }
        } else {
            let alias = vector["input"].as_str();
            let path = |entry: Option<&'static Entry>| entry.map(|it| it.path);
            let found = alias.map(|alias| (path(TREE_REGISTRY.exact(alias)), path(TREE_REGISTRY.nearest(alias))));
            assert_eq!(found.unwrap_or_default(), (expected("exact"), expected("fallback")), "{what}");
        }
    }
}

/// The error of a folder of artifacts whose types have no alias.
fn bare(names: &[Value]) -> nucleo_gen::Error {
    let folder = std::env::temp_dir().join(format!("nucleo-bare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in names {
        let schema = json!({ "title": name, "type": "object", "properties": { "a": { "type": "string" } } });
        std::fs::write(folder.join(format!("{}.json", name.as_str().unwrap())), schema.to_string()).unwrap();
    }
    let error = Builder::new().schemas(&folder).artifacts(&folder).generate().unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    error
}

#[test]
fn refs() {
    for (what, vector) in vectors("refs") {
        let (input, expect) = (&vector["input"], &vector["expect"]);
        let texts = |references: Vec<Reference>| json!(references.iter().map(Reference::as_str).collect::<Vec<_>>());
        if let Some(declared) = input["declared"].as_array() {
            let declared = declared.iter().map(|it| it.as_str().unwrap());
            let found = Reference::canonical(declared, input["text"].as_str().unwrap());
            assert_eq!(texts(found), expect["refs"], "{what}");
        } else if expect.get("refs").is_some() {
            assert_eq!(texts(Reference::mentions(input.as_str().unwrap())), expect["refs"], "{what}");
        } else if expect.get("regex").is_some() {
            // `^«artifact:link:cite:demo~[a-z0-9]{6}»$`
            let held = ArtifactStore::new().add(cite("10.1/a"));
            let reference = held.reference().unwrap();
            let id = reference.as_str().strip_prefix("«artifact:link:cite:demo~").unwrap().strip_suffix('»').unwrap();
            assert!(id.len() == 6 && id.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit()), "{id}");
        } else {
            let reference = Reference::new(input.as_str().unwrap());
            assert_eq!(reference.alias(), expect["alias"].as_str(), "{what}");
            if let Some(key) = expect["key"].as_str() {
                assert_eq!(reference.as_str(), key, "{what}");
            }
        }
    }
}

fn cite(doi: &str) -> Cite {
    Cite { doi: doi.to_owned(), year: None, artifact_ref: None, author: None, rests_on: None }
}

#[test]
fn held() {
    let store = ArtifactStore::numbered();
    let own = store.add(cite("10.1/own"));
    let person = store.add(Person { name: "Ana".to_owned(), born: None, artifact_ref: None });
    for (what, vector) in vectors("held") {
        if what.starts_with("a violation inside a tool call's input") {
            call(&store, &vector);
            continue;
        }
        let text = vector["input"].as_str().unwrap();
        let text = text.replace("PERSON_REF", person.reference().unwrap().as_str());
        let text = text.replace("\"REF\"", &format!("\"{}\"", own.reference().unwrap()));
        let result = read_with::<UsesCite>(&text, &Policy::lenient().artifacts(&store), Stop::End);
        let expected = vector["expect"]["violations"].as_array().unwrap();
        match (result, expected.as_slice()) {
            (Ok(reading), []) => {
                let one = reading.value.one.unwrap();
                assert!(Arc::ptr_eq(one.get().unwrap(), own.get().unwrap()), "{what}");
            }
            (Err(rejection), [violation]) => {
                let place = violation["place"].as_str().unwrap();
                let feedback = rejection.feedback();
                let line = feedback.lines().find(|line| line.starts_with(&format!("- {place}"))).unwrap_or_default();
                assert!(!line.is_empty(), "{what}: {feedback}");
                let texts = |name: &str| violation[name].as_array().cloned().unwrap_or_default();
                assert!(texts("contains").iter().all(|it| line.contains(it.as_str().unwrap())), "{what}: {line}");
                let secrets = texts("must_not_contain");
                assert!(!secrets.iter().any(|it| feedback.contains(it.as_str().unwrap())), "{what}: {feedback}");
            }
            (result, _) => panic!("{what}: {result:?}"),
        }
    }
}

fn call(store: &ArtifactStore, vector: &Value) {
    let mut palette = Palette::of(TOOLS);
    palette.artifacts(store);
    let calls = palette.native::<ToolCall>(&vector["input"]["native"]).calls;
    assert_eq!(calls[0].id, vector["expect"]["call_error"].as_str().unwrap());
    assert!(calls[0].input.as_ref().unwrap_err().feedback().contains("- one: "));
}

const CITES: &[Entry] = nucleo_artifacts::answers::ALIASES;
static REGISTRY: Registry = Registry::join(&[CITES, ListArtifact::ALIASES]);

#[test]
fn artifact_field() {
    for (what, vector) in vectors("artifact_field") {
        let text = vector["input"].as_str().unwrap();
        match vector["type"]["title"].as_str().unwrap() {
            "Any" => {
                let inner: Value = serde_json::from_str(text).unwrap();
                let answer = json!({ "any": inner["best"] }).to_string();
                let found = REGISTRY.from_str::<UsesCite>(&answer).map(|it| it.any.unwrap().get().unwrap().name());
                assert_eq!(found.ok(), vector["expect"]["ok"]["best_type"].as_str(), "{what}");
            }
            "ListArtifact" => {
                assert!(REGISTRY.from_str::<ListArtifact>(text).is_err(), "{what}");
                let whole = text.replace(r#"{"name":"x"}"#, r#"{"artifact_ref":"person~1","name":"x","born":null}"#);
                assert_eq!(REGISTRY.from_str::<ListArtifact>(&whole).unwrap().iterands.len(), 1);
            }
            "Snapshot" => {
                let snapshot: Value = serde_json::from_str(text).unwrap();
                let (store, skipped) = ArtifactStore::restore(&snapshot["artifacts"].to_string(), &REGISTRY).unwrap();
                assert_eq!(store.len() as u64, vector["expect"]["ok"]["kept"].as_u64().unwrap(), "{what}");
                assert_eq!(skipped.len(), 1);
            }
            other => panic!("{what}: {other}"),
        }
    }
    let any: Held<dyn nucleo_runtime::artifact::Artifact> = Held::to("ghost~a1b2c3");
    assert!(any.get().is_none());
}
