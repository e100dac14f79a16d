//! The vectors of `write`, and what else is said of writing for a person or a model.
#![cfg(feature = "artifacts")]

#[allow(dead_code, reason = "the tests of references use the rest")]
mod artifact_types;
mod support;
mod writing_types;

use std::cell::Cell;
use std::collections::BTreeMap;

use artifact_types::{Cite, Person, Uses};
use nucleo_runtime::artifact::{Artifact, ArtifactStore, Held, ListArtifact, Reference, Writing};
use nucleo_runtime::summary::{Summarizable, Summarizer, Truncating};
use nucleo_runtime::{ToNode, Value};
use proptest::prelude::*;
use serde_json::json;
use writing_types::{Bundle, Leaf, Nothing, Shelf};

fn vector(what: &str) -> Value {
    let vectors = support::vectors("nucleo.json", &["write"]);
    vectors.into_iter().find(|it| support::what(it).starts_with(what)).unwrap_or_else(|| panic!("{what}"))
}

fn leaf(input: &Value) -> Leaf {
    let text = |name: &str| input[name].as_str().map(str::to_owned);
    let lines = input["lines"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    Leaf {
        title: text("title"),
        body: text("body"),
        lines: Some(lines.collect()),
        secret: text("secret"),
        none: None,
        artifact_ref: None,
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn cite(doi: &str) -> Cite {
    Cite { doi: doi.to_owned(), artifact_ref: None }
}

fn uses() -> Uses {
    Uses { why: None, one: None, many: Vec::new(), by_topic: BTreeMap::new(), any: None }
}

/// Every vector of the area is named in one of the tests below.
#[test]
fn ok_no_vector_is_forgotten() {
    let source = include_str!("writing.rs");
    let vectors = support::vectors("nucleo.json", &["write"]);
    assert_eq!(vectors.len(), 15);
    for vector in vectors {
        let what = support::what(&vector);
        assert!(source.contains(&what[..what.len().min(24)]), "{what}");
    }
}

#[test]
fn ok_full() {
    let vector = vector("full: every field, nulls");
    assert_eq!(Writing::full().write(&leaf(&vector["input"])), vector["expect"]["text"].as_str().unwrap());
    let vector = self::vector("compact: no whitespace");
    assert_eq!(Writing::full().compact().write(&leaf(&vector["input"])), vector["expect"]["text"].as_str().unwrap());
    let vector = self::vector("type without fields writes {}");
    assert_eq!(Writing::full().write(&Nothing), vector["expect"]["text"].as_str().unwrap());
}

#[test]
fn ok_long_texts_are_shortened() {
    let store = ArtifactStore::new();
    for (what, writing) in [
        ("summarized: long text shortened", Writing::summarized(&Truncating)),
        ("with refs: context-ignored field omitted", Writing::references(&store, &Truncating)),
        ("text of exactly the threshold", Writing::summarized(&Truncating)),
    ] {
        let vector = vector(what);
        assert_eq!(parsed(&writing.write(&leaf(&vector["input"]))), vector["expect"]["json"], "{what}");
        assert_eq!(parsed(&writing.compact().write(&leaf(&vector["input"]))), vector["expect"]["json"], "{what}");
    }
}

#[test]
fn ok_artifacts_are_references() {
    let vector = vector("artifact in a field becomes its ref");
    let store = ArtifactStore::new();
    let reference = vector["input"]["one"]["artifact_ref"].as_str().unwrap();
    let one = Cite { doi: "10.1/x".to_owned(), artifact_ref: Some(reference.to_owned()) };
    let value = Uses { why: Some("w".to_owned()), one: Some(Held::new(one)), ..uses() };
    let mut expected = vector["expect"]["json"].clone();
    // Our type has two more members.
    expected["many"] = json!([]);
    expected["by_topic"] = json!({});
    assert_eq!(parsed(&Writing::references(&store, &Truncating).write(&value)), expected);
    let registered: Vec<Option<String>> =
        store.top().iter().map(|it| it.reference().map(|it| it.to_string())).collect();
    assert_eq!(json!(registered), vector["expect"]["registered"]);
}

#[test]
fn ok_artifacts_without_a_reference_get_one() {
    // "artifact without ref and without registry: the write fails": a writing with references always has a store.
    let vector = vector("top-level artifact with refs is only its ref");
    let store = ArtifactStore::new();
    let held = Held::new(cite("10.1/x"));
    let text = Writing::references(&store, &Truncating).compact().write(&held);
    let id = text.strip_prefix("{\"@ref\":\"«artifact:link:cite~").and_then(|it| it.strip_suffix("»\"}")).unwrap();
    assert_eq!(id.len(), vector["expect"]["shape"]["@ref"].as_str().unwrap().matches('?').count());
    assert_eq!(store.len() as u64, vector["expect"]["top_level"].as_u64().unwrap());
    // "same artifact twice: same ref, one entry"
    assert_eq!(Writing::references(&store, &Truncating).compact().write(&held), text);
    assert_eq!(store.len() as u64, self::vector("same artifact twice")["expect"]["entries"].as_u64().unwrap());
}

#[test]
fn ok_artifacts_wherever_they_stand() {
    let store = ArtifactStore::numbered();
    let [one, two] = ["a", "b"].map(|doi| store.add(cite(doi)));
    let person: Held<dyn Artifact> = store.add(Person { name: "Ada".to_owned(), artifact_ref: None }).any();
    let value = Uses {
        why: None,
        one: Some(Held::to("link:cite~zzzzzz")),
        many: vec![one, two.clone()],
        by_topic: BTreeMap::from([("moss".to_owned(), two)]),
        any: Some(person),
    };
    let expected = r#"{"one":{"@ref":"«artifact:link:cite~zzzzzz»"},"many":[{"@ref":"«artifact:link:cite~000001»"},{"@ref":"«artifact:link:cite~000002»"}],"by_topic":{"moss":{"@ref":"«artifact:link:cite~000002»"}},"any":{"@ref":"«artifact:person~000003»"}}"#;
    assert_eq!(Writing::references(&store, &Truncating).compact().write(&value), expected);
    // In full, they are written with all that they hold.
    let full = parsed(&Writing::full().write(&value));
    assert_eq!(full["many"][1], json!({ "doi": "b", "artifact_ref": "«artifact:link:cite~000002»" }));
    assert_eq!(full["any"]["name"], "Ada");
}

/// Counts what it is asked.
#[derive(Default)]
struct Counting(Cell<usize>);

impl Summarizer for Counting {
    fn summarize(&self, text: &str, settings: &Summarizable) -> Option<String> {
        self.0.set(self.0.get() + 1);
        Truncating.summarize(text, settings)
    }
}

#[test]
fn ok_summaries_of_artifacts_are_made_once() {
    let vector = vector("summary computed once per artifact");
    let calls = &vector["expect"]["summarizer_calls_for_3_writes"];
    let (store, input) = (ArtifactStore::new(), &vector["input"]);
    let held = store.add(leaf(input));
    let shelf = Shelf { leaves: vec![held.clone()], note: None };
    let artifact = Counting::default();
    let writing = Writing::summarized(&artifact).store(&store);
    let texts = [writing.write(&held), writing.compact().write(&shelf), Writing::summarized(&artifact).section(&store)];
    assert!(texts.iter().all(|it| it.contains("[SUMMARY: 319 chars]")), "{texts:?}");
    assert_eq!(json!(artifact.0.get()), calls["artifact"]);
    let reference = held.reference().unwrap();
    assert!(store.summary(&reference, "/body").unwrap().starts_with("[SUMMARY: 319 chars] moss"));
    let plain = Counting::default();
    (0..3).for_each(|_| drop(Writing::summarized(&plain).store(&store).write(&leaf(input))));
    assert_eq!(json!(plain.0.get()), calls["plain"]);
    // One that a program gave is taken as it is.
    store.summarize(&reference, "/body", "All about moss.");
    assert!(Writing::summarized(&plain).store(&store).write(&held).contains("\"body\" : \"All about moss.\""));
}

#[test]
fn ok_lists_are_digests() {
    for what in ["list artifact digest in summarized", "empty list artifact digest"] {
        let vector = vector(what);
        let input = &vector["input"];
        let items = input["iterands"].as_array().into_iter().flatten();
        let list = ListArtifact {
            artifact_ref: input["artifact_ref"].as_str().map(str::to_owned),
            iterand_type: input["iterand_type_alias"].as_str().map(str::to_owned),
            iterands: items
                .map(|it| Held::new(Person { name: it["name"].as_str().unwrap().to_owned(), artifact_ref: None }).any())
                .collect(),
        };
        let text = Writing::summarized(&Truncating).write(&list);
        assert_eq!(parsed(&text), vector["expect"]["json"], "{what}");
        // A list in a list is one, too; in full it is none.
        let outer = ListArtifact { iterands: vec![Held::new(list).any()], ..ListArtifact::default() };
        let text = parsed(&Writing::summarized(&Truncating).write(&outer));
        assert_eq!(text["sample"][0], vector["expect"]["json"], "{what}");
        assert!(Writing::full().write(&outer).contains("iterands"));
    }
}

#[test]
fn ok_parts_have_summaries_of_their_own() {
    for what in ["pre-summarized tree: cached", "pointer tokens escape ~ as ~0"] {
        let vector = vector(what);
        let (store, input) = (ArtifactStore::new(), &vector["input"]);
        let bundle = Bundle { data: Some(input["data"].clone()), artifact_ref: None };
        let held = store.add(bundle.clone());
        let reference = held.reference().unwrap();
        for (pointer, summary) in input["cache"].as_object().unwrap() {
            store.summarize(&reference, &format!("/data{pointer}"), summary.as_str().unwrap());
        }
        let text = parsed(&Writing::summarized(&Truncating).store(&store).write(&held));
        assert_eq!(text["data"], vector["expect"]["json"]["data"], "{what}");
        // Deeper down, the pointer still begins at the artifact.
        let list = ListArtifact { iterands: vec![held.any()], ..ListArtifact::default() };
        let text = parsed(&Writing::summarized(&Truncating).store(&store).write(&list));
        assert_eq!(text["sample"][0]["data"], vector["expect"]["json"]["data"], "{what}");
        // Without the store, and beside any artifact, all is as it stands.
        assert_eq!(parsed(&Writing::summarized(&Truncating).write(&bundle))["data"], input["data"], "{what}");
    }
    let store = ArtifactStore::new();
    let held = store.add(Bundle { data: Some(json!([1, ["b"]])), artifact_ref: None });
    store.summarize(&held.reference().unwrap(), "/data/1/0", "[b]");
    assert_eq!(parsed(&Writing::summarized(&Truncating).store(&store).write(&held))["data"], json!([1, ["[b]"]]));
    store.summarize(&held.reference().unwrap(), "/data", "[all]");
    assert_eq!(parsed(&Writing::summarized(&Truncating).store(&store).write(&held))["data"], "[all]");
}

#[test]
fn ok_section_of_a_store() {
    let store = ArtifactStore::numbered();
    assert_eq!(Writing::summarized(&Truncating).section(&store), "");
    store.add(cite("10.1/x"));
    store.add(Leaf { secret: Some("s3".to_owned()), title: Some("t".to_owned()), ..leaf(&json!({})) });
    let expected = "These artifacts are at hand. Point at one by its reference.\n\n«artifact:link:cite~000001»\n\
        {\"doi\":\"10.1/x\",\"artifact_ref\":\"«artifact:link:cite~000001»\"}\n\n«artifact:leaf~000002»\n\
        {\"title\":\"t\",\"lines\":[],\"artifact_ref\":\"«artifact:leaf~000002»\"}";
    assert_eq!(Writing::summarized(&Truncating).compact().section(&store), expected);
    assert_eq!(Writing::references(&store, &Truncating).compact().section(&store), expected);
}

#[test]
fn ok_section_tells_of_all_that_it_refers_to() {
    let store = ArtifactStore::numbered();
    let inner = ListArtifact { iterands: vec![Held::new(cite("10.1/x")).any()], ..ListArtifact::default() };
    store.add(ListArtifact { iterands: vec![Held::new(inner).any()], ..ListArtifact::default() });
    let section = Writing::references(&store, &Truncating).compact().section(&store);
    let expected = [
        "«artifact:list~000001»",
        r#"{"artifact_ref":"«artifact:list~000001»","iterands":[{"@ref":"«artifact:list~000002»"}]}"#,
        "",
        "«artifact:list~000002»",
        r#"{"iterands":[{"@ref":"«artifact:link:cite~000003»"}]}"#,
        "",
        "«artifact:link:cite~000003»",
        r#"{"doi":"10.1/x"}"#,
    ];
    assert_eq!(section.lines().skip(2).collect::<Vec<_>>(), expected);
}

#[test]
fn ok_layout() {
    let value =
        json!({ "a": [], "b": {}, "c": [{ "d": null, "e": [1.5, true] }, null], "f": { "g": null }, "h": null });
    let expected =
        "{\n  \"a\" : [ ],\n  \"b\" : {},\n  \"c\" : [ {\n    \"e\" : [ 1.5, true ]\n  }, null ],\n  \"f\" : {}\n}";
    assert_eq!(Writing::full().write(&value), expected);
    assert_eq!(Writing::full().compact().write(&value), r#"{"a":[],"b":{},"c":[{"e":[1.5,true]},null],"f":{}}"#);
    // A model's names, not those of the source.
    let shelf = Shelf { leaves: Vec::new(), note: Some("x\n\"y\"".to_owned()) };
    assert_eq!(Writing::full().compact().write(&shelf), r#"{"my_leaves":[],"note":"x\n\"y\""}"#);
    assert_eq!(nucleo_runtime::to_string(&shelf), r#"{"myLeaves":[],"note":"x\n\"y\""}"#);
}

#[test]
fn ok_own_reference_that_another_holds() {
    let store = ArtifactStore::numbered();
    let reference = Reference::new("link:cite~a1b2c3");
    let named = |doi: &str| Held::new(Cite { doi: doi.to_owned(), artifact_ref: Some(reference.to_string()) });
    let write = |held: &Held<Cite>| Writing::references(&store, &Truncating).compact().write(held);
    let first = write(&named("a"));
    assert_eq!(first, format!("{{\"@ref\":\"{reference}\"}}"));
    assert_eq!(write(&named("a")), first);
    // Another one of that name is not the first.
    assert_eq!(write(&named("b")), "{\"@ref\":\"«artifact:link:cite~000001»\"}");
    assert_eq!(store.find::<Cite>(reference.as_str()).unwrap().doi, "a");
}

const SECRET: &str = "qq9secret";

/// Any tree of leaves and lists, each with something to keep to itself.
fn tree() -> impl Strategy<Value = Held<dyn Artifact>> {
    let leaf = (".*", ".{0,60}", any::<bool>()).prop_map(|(title, body, long)| {
        let body = if long { body.repeat(40) } else { body };
        let secret = Some(format!("{SECRET} {title}"));
        Held::new(Leaf { title: Some(title), body: Some(body), secret, ..super_leaf() }).any()
    });
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop::collection::vec(inner, 0..5)
            .prop_map(|iterands| Held::new(ListArtifact { iterands, ..ListArtifact::default() }).any())
    })
}

fn super_leaf() -> Leaf {
    leaf(&json!({}))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn ok_nothing_ignored_is_shown(trees in prop::collection::vec(tree(), 0..4), note in ".*") {
        let store = ArtifactStore::new();
        let plain: Vec<Leaf> = trees.iter().filter_map(|it| Some((**it.downcast::<Leaf>()?.get()?).clone())).collect();
        let shelf = Shelf { leaves: trees.iter().filter_map(Held::downcast).collect(), note: Some(note) };
        let values: [&dyn ToNode; 3] = [&trees, &plain, &shelf];
        for value in values {
            let text = Writing::references(&store, &Truncating).write(value);
            prop_assert!(!text.contains(SECRET), "{text}");
            parsed(&text);
            // What is not for a model has it all.
            let full = Writing::full().write(value);
            parsed(&full);
            prop_assert_eq!(full.contains(SECRET), nucleo_runtime::to_string(&value).contains(SECRET));
        }
        for writing in [Writing::summarized(&Truncating), Writing::references(&store, &Truncating)] {
            let section = writing.section(&store);
            prop_assert!(!section.contains(SECRET), "{section}");
        }
    }
}
