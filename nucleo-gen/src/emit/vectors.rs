//! The vectors of the renderings.

use crate::diag::Diags;
use crate::emit::pretty::Tree;
use crate::emit::rule_schema::Audience;
use crate::emit::sketch;
use crate::emit::{notation, schema};
use crate::ir::DeclId;
use crate::json::Json;
use crate::knobs::Knobs;
use crate::resolve;
use crate::resolve::clash::NAME_CLASH;

/// What a text of the vectors becomes with us, as in "DESIGN section 6: of the defects none is copied".
const DECIDED: [(&str, &str, &str); 8] = [
    // A map of objects is shown as a map.
    ("notation", r#""by_name":{"@type":"Row""#, r#""by_name":{"@type":"map from string to Row""#),
    ("notation", r#""by_topic":{"@type":"Cite""#, r#""by_topic":{"@type":"map from string to Cite""#),
    // An author's own prose is left alone.
    ("notation", "Fill  only when asked", "Fill (REQUIRED) only when asked"),
    ("json_schema", "Fill  only when asked", "Fill (REQUIRED) only when asked"),
    // An example with a comma is one example, and an example of a text is a text: `007` is no number.
    ("notation", r#"["a","b",7]"#, r#"["a,b","7"]"#),
    ("notation", r#"[-3,5,7,"2.5","2147483648"]"#, r#"["-3","+5","007","2.5","2147483648"]"#),
    ("json_schema", r#"["a,b",7]"#, r#"["a,b","7"]"#),
    ("json_schema", r#"[-3,5,7,"2.5","2147483648"]"#, r#"["-3","+5","007","2.5","2147483648"]"#),
];

fn vectors() -> Vec<Json> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/nucleo.json");
    sketch::parse(&std::fs::read_to_string(path).expect("vectors")).items().to_vec()
}

fn of_area(area: &str) -> Vec<Json> {
    let vectors: Vec<Json> =
        vectors().into_iter().filter(|it| it.get("area").and_then(Json::as_str) == Some(area)).collect();
    assert!(!vectors.is_empty());
    vectors
}

fn check(area: &str, vector: &Json, actual: &str) {
    let what = vector.get("what").and_then(Json::as_str).unwrap_or_default();
    let expect = vector.get("expect").expect("an expectation");
    if let Some(text) = expect.get("text") {
        assert_eq!(actual, text.as_str().unwrap_or_default(), "{what}");
    }
    if let Some(json) = expect.get("json") {
        let mut expected = Tree::from(json).compact();
        for (_, theirs, ours) in DECIDED.iter().filter(|(of, ..)| *of == area) {
            expected = expected.replace(theirs, ours);
        }
        assert_eq!(Tree::from(&sketch::parse(actual)).compact(), expected, "{what}");
    }
}

fn notation_of(vector: &Json) -> String {
    let ir = sketch::ir(vector.get("type").expect("a type"));
    notation::render(&sketch::resolved(&ir), DeclId(0), 0).0
}

fn schema_of(vector: &Json, audience: Audience) -> String {
    let ir = sketch::ir(vector.get("type").expect("a type"));
    let overrides = vector.get("input").and_then(|it| it.get("overrides")).map(Json::members).unwrap_or_default();
    let overrides: Vec<(&str, &str)> =
        overrides.iter().map(|it| (it.name.as_str(), it.json.as_str().unwrap_or_default())).collect();
    schema::render(&sketch::resolved(&ir), DeclId(0), audience, 0, &overrides).0
}

#[test]
fn ok_notation() {
    of_area("notation").iter().for_each(|vector| check("notation", vector, &notation_of(vector)));
}

#[test]
fn ok_json_schema() {
    for vector in of_area("json_schema") {
        check("json_schema", &vector, &schema_of(&vector, Audience::Program));
    }
}

#[test]
fn ok_contract() {
    let vector = &of_area("contract")[0];
    let end = vector.get("expect").and_then(|it| it.get("ends_with")).and_then(Json::as_str).expect("an end");
    assert!(notation_of(vector).ends_with(end));
}

#[test]
fn ok_collision() {
    for vector in of_area("collision") {
        let ir = sketch::ir(vector.get("type").expect("a type"));
        let diags = Diags::new(Vec::new());
        resolve::all(&ir, &Knobs::default(), &diags);
        let found = diags.take();
        let expect = vector.get("expect").expect("an expectation");
        let message = found.iter().find(|it| it.lint == Some(NAME_CLASH)).map(|it| it.message.as_str());
        assert_eq!(message.is_none(), expect.get("ok").is_some(), "{message:?}");
        for name in expect.get("names").map(Json::items).unwrap_or_default() {
            assert!(message.unwrap_or_default().contains(name.as_str().unwrap_or_default()), "{message:?}");
        }
    }
}

#[test]
fn ok_keywords() {
    let vectors = of_area("keywords");
    check("keywords", &vectors[0], &schema_of(&vectors[0], Audience::Program));
    check("keywords", &vectors[1], &notation_of(&vectors[1]));
    check("keywords", &vectors[4], &schema_of(&vectors[4], Audience::Program));
}

#[test]
fn ok_artifacts_for_a_model() {
    // The vector reduces a schema text; we render the reduced form from the type. Ours reduces maps, too, and `required`
    // stands behind `properties` as in any other object.
    let vector = &of_area("keywords")[4];
    let text = Tree::from(&sketch::parse(&schema_of(vector, Audience::Model))).compact();
    assert!(!text.contains("x-nucleo-") && !text.contains("doi"), "{text}");
    assert_eq!(text.matches(r#""required":["artifact_ref"]"#).count(), 3);
}
