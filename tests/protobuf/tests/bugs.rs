//! The protobuf files that other generators fail on: the rows of `vectors/bugs.jsonl` whose schema is one, each generated
//! by `build.rs` and held to what is right there.

use nucleo_protobuf::bugs::{bug_035, bug_037, bug_039, bug_041};
use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::{Answer, parse, to_string};

/// The value, which must be written as it was read.
fn exact<T: Answer>(json: &str) -> T {
    let value: T = parse(json).unwrap_or_else(|rejection| panic!("{json}: {}", rejection.feedback()));
    assert_eq!(to_string(&value), json);
    value
}

#[test]
fn ok_the_files_are_the_rows() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let rows = std::fs::read_to_string(format!("{root}../vectors/bugs.jsonl")).expect("the rows");
    let rows = rows.lines().map(|row| serde_json::from_str::<serde_json::Value>(row).expect("a row"));
    let mut files = 0;
    for row in rows.filter(|row| row["kind"] == "a-schema-codegen" && row["schema"].is_string()) {
        let id = row["id"].as_str().expect("an id").to_lowercase().replace('-', "_");
        let file = std::fs::read_to_string(format!("{root}proto/bugs/{id}.proto")).expect("a file for the row");
        assert_eq!(row["schema"], file, "{id}");
        files += 1;
    }
    assert_eq!(files, 4);
}

#[test]
fn ok_bug_035_a_oneof_and_an_enum_of_one_name() {
    use bug_035::{Doc, DocType_};
    let doc: Doc = exact(r#"{"a":"x","kind":"TYPE_A"}"#);
    assert_eq!(doc.type_, Some(DocType_::A("x".to_owned())));
    let doc: Doc = exact(r#"{"b":4,"kind":"TYPE_A"}"#);
    assert_eq!(doc.type_, Some(DocType_::B(4)));
}

#[test]
fn ok_bug_037_oneofs_that_are_called_as_keywords_are() {
    use bug_037::{M, MIn, MMove};
    let both: M = exact(r#"{"s":"x","h":"y"}"#);
    assert_eq!((both.move_, both.in_), (Some(MMove::S("x".to_owned())), Some(MIn::H("y".to_owned()))));
    let named: M = parse(r#"{"move": {"s": "x"}, "in": {"h": "y"}}"#).expect("members under their oneofs");
    assert_eq!(to_string(&named), r#"{"s":"x","h":"y"}"#);
}

#[test]
fn ok_bug_039_values_in_any_casing() {
    use bug_039::{Agg, AggAggType};
    let of = |text: &str| exact::<Agg>(&format!(r#"{{"t":"{text}"}}"#)).t;
    assert_eq!(of("AggTypeSum"), AggAggType::AggTypeSum);
    assert_eq!(of("aggtype_max"), AggAggType::AggtypeMax);
}

#[test]
fn err_bug_041_values_that_the_enum_does_not_list() {
    let unknown = parse::<bug_041::R>(r#"{"mood":"MOOD_NEW"}"#).expect_err("a value that is not there");
    assert_eq!(unknown.faults()[0].kind, FaultKind::Enum);
    assert!(unknown.feedback().contains(r#"- mood: expected "ok""#), "{}", unknown.feedback());
    let number = parse::<bug_041::R>(r#"{"mood":7}"#).expect_err("a number that no value has");
    assert_eq!(number.faults()[0].path.to_string(), "/mood");
}
