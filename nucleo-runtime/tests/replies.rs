//! Replies as models write them: our own vectors, bugs of other parsers, and the first reference system's vectors.

mod support;

use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::{Rejection, read_as};
use serde_json::{Value, json};
use support::schema::shape;
use support::{nucleo, vectors, what};

fn kinds(rejection: &Rejection) -> Vec<&'static str> {
    rejection.faults().iter().map(|fault| fault.kind.name()).collect()
}

/// The kinds of fault that a vector's word means.
fn meant(word: &str) -> &[&str] {
    match word {
        "truncated" => &["cut"],
        "no_json_or_type" => &["no_json", "type"],
        "ambiguous_number" => &["ambiguous", "type"],
        "type" => &["type"],
        "missing" => &["missing"],
        "enum" => &["enum"],
        "format" => &["format"],
        "elided" => &["elided"],
        "ambiguous" => &["ambiguous"],
        "no_json" => &["no_json"],
        _ => panic!("unknown fault {word}"),
    }
}

#[test]
fn our_own() {
    let text = include_str!("../../tests/vectors/replies.json");
    let rows: Vec<Value> = serde_json::from_str(text).unwrap();
    for row in &rows {
        let id = format!("{} {}", row["id"], row["kind"]);
        let result = read_as(&shape(&row["schema"]), row["reply"].as_str().unwrap());
        match (result, row["fault"].as_str()) {
            (Ok(reading), None) => assert_eq!(reading.value, row["value"], "{id}"),
            (Err(rejection), Some(word)) => {
                assert!(kinds(&rejection).iter().any(|kind| meant(word).contains(kind)), "{id}: {rejection:?}");
            }
            (Ok(reading), Some(word)) => panic!("{id}: {} instead of {word}", reading.value),
            (Err(rejection), None) => panic!("{id}: {rejection:?}"),
        }
    }
}

#[test]
fn bugs_of_others() {
    let rows = include_str!("../../tests/vectors/bugs.jsonl").lines();
    let rows = rows.map(|row| serde_json::from_str::<Value>(row).unwrap());
    // Rows about the loop have no reply of their own; they are tried where the loop is.
    for row in rows.filter(|row| row["kind"] == "b-reply-parse" && row["expect"]["loop"].is_null()) {
        let id = &row["id"];
        let result = read_as(&shape(&row["schema"]), row["input"].as_str().unwrap());
        match (result, row["expect"]["error"].as_str()) {
            (Ok(reading), None) => assert_eq!(reading.value, row["expect"]["ok"], "{id}"),
            (Err(rejection), Some(error)) => {
                let word = error.split(' ').next().unwrap();
                assert!(kinds(&rejection).iter().any(|kind| meant(word).contains(kind)), "{id}: {rejection:?}");
            }
            (Ok(reading), Some(error)) => panic!("{id}: {} instead of {error}", reading.value),
            (Err(rejection), None) => panic!("{id}: {rejection:?}"),
        }
    }
}

/// What a vector expects of the reading, in the reference system's words.
fn check(vector: &Value, skipped: &[&str]) {
    if skipped.contains(&what(vector)) {
        return;
    }
    let result = read_as(&nucleo(&vector["type"]), vector["input"].as_str().unwrap_or_default());
    let expect = &vector["expect"];
    match result {
        Ok(reading) => {
            let value = expect.get("ok").or(expect.get("normalized")).unwrap_or(&Value::Null);
            assert_eq!(reading.value, *value, "{}", what(vector));
        }
        Err(rejection) => assert!(expect.get("err").is_some(), "{}: {rejection:?}", what(vector)),
    }
}

#[test]
fn lenient_syntax() {
    const SKIPPED: &[&str] = &[
        // `number` is what JSON has.
        "NaN and the infinities as numbers",
        "negative infinity",
        // An escape that JSON does not know keeps its backslash.
        "backslash before any character means that character",
        // Null is no zero.
        "null for a non-nullable integer leaves the default",
        // Any casing of a declared name is read.
        "member names are case sensitive",
        // What has one sensible reading is mended.
        "hash comments are refused",
        "Python literals are refused",
        "capitalised True is refused",
        "undefined is refused",
        "leading plus is refused",
        "leading zero is refused",
        "bare leading dot is refused",
        "bare trailing dot is refused",
        "missing comma is refused",
        "two commas in a row are refused",
        "unescaped apostrophe in a single-quoted value is refused",
    ];
    vectors("nucleo.json", &["lenient_syntax"]).iter().for_each(|vector| check(vector, SKIPPED));
}

#[test]
fn parse_reply() {
    const SKIPPED: &[&str] = &[
        // A list of one is read where an object is declared, and one element where a list is.
        "array where an object is declared",
        "scalar for a list",
        // Null is no element of a list whose elements have no null.
        "null element inside a list is kept",
        // A number with a fraction has several spellings, so it is no text.
        "number text is re-rendered on the reply path",
        // An object that holds one text is read as the text.
        "object for a text field refused",
        // What has one sensible reading is mended.
        "raw newline in a single-quoted value is not repaired",
        "straight quote inside a curly-quoted value breaks it",
    ];
    vectors("nucleo.json", &["parse_reply"]).iter().for_each(|vector| check(vector, SKIPPED));
}

#[test]
fn schema_echo() {
    const SKIPPED: &[&str] = &[
        // Map data survives.
        "map keys beginning with @ are lost",
        // The vectors show the tree before it is mapped; undeclared members are not in the value.
        "wrapper name is case sensitive",
        "wrapper with a second member is not unwrapped",
        "wrapper whose value is not an object is not unwrapped",
        "unwrap happens once, not recursively",
        "a nested value under its own type name is NOT unwrapped",
        "echo inside an array element",
        "@ref is renamed to artifact_ref",
        // Null for an optional member that has no null is absent.
        "nulls survive normalization",
    ];
    vectors("nucleo.json", &["schema_echo"]).iter().for_each(|vector| check(vector, SKIPPED));
}

/// Without a type, the last value that can be read wins; a vector's span is held against it as the value that it is.
#[test]
fn extract() {
    const SKIPPED: &[&str] = &[
        // A reply that is cut is a fault, whatever stands before.
        "complete draft followed by a truncated final: the DRAFT is returned",
        // Quotes in prose mean nothing.
        "odd straight quote in the preamble hides the object",
        // What has one sensible reading is mended.
        "inner closer of the wrong kind still balances by count",
        "outer closer of the wrong kind discards the span",
        "discarded bad span does not hide an earlier good one",
        "single-quoted value holding a closer splits the span",
        "curly-quoted value holding a closer splits the span",
    ];
    for vector in vectors("nucleo.json", &["extract"]) {
        if SKIPPED.contains(&what(&vector)) {
            continue;
        }
        let found = nucleo_runtime::from_reply::<Value>(vector["input"].as_str().unwrap());
        match vector["expect"]["span"].as_str() {
            Some(span) => assert_eq!(found, Ok(serde_json::from_str(span).unwrap()), "{}", what(&vector)),
            None => assert!(found.is_err(), "{}: {found:?}", what(&vector)),
        }
    }
}

/// A type that has objects and something else, too: null, numbers, the values of an enum.
#[test]
fn roots_of_several_kinds() {
    let person =
        json!({ "title": "P", "type": "object", "properties": { "age": { "type": "integer" } }, "required": ["age"] });
    let mut nullable = person.clone();
    nullable["type"] = json!(["object", "null"]);
    let or = |other: Value| json!({ "oneOf": [person, other] });
    let (number, list) =
        (or(json!({ "type": "integer" })), or(json!({ "type": "array", "items": { "type": "integer" } })));
    let values = or(json!({ "type": "string", "enum": ["none", "all of them"] }));
    let bool = or(json!({ "type": "boolean" }));
    let text = or(json!({ "type": "string" }));
    let read = |schema: &Value, reply: &str| read_as(&shape(schema), reply).map(|reading| reading.value);
    for (schema, reply, value) in [
        (&nullable, "null", json!(null)),
        (&nullable, "```json\nnull\n```", json!(null)),
        (&nullable, "<think>Nobody is named.</think>\nnull", json!(null)),
        (&nullable, "Here it is: {\"age\": 3}", json!({ "age": 3 })),
        (&number, "42", json!(42)),
        (&number, " \"42\" ", json!(42)),
        (&number, "{\"age\": 42}", json!({ "age": 42 })),
        (&values, "none", json!("none")),
        (&values, "\"None\"", json!("none")),
        (&values, "```\nAll of them\n```", json!("all of them")),
        (&bool, "True", json!(true)),
        (&text, "\"none\"", json!("none")),
    ] {
        assert_eq!(read(schema, reply).unwrap_or_else(|it| panic!("{reply}: {it:?}")), value, "{reply}");
    }
    for (schema, reply) in [
        (&person, "null"),
        (&person, "42"),
        (&nullable, "nothing"),
        (&nullable, "The answer is null."),
        (&number, "about 42"),
        (&number, "The answer is 42."),
        (&values, "nobody"),
        (&bool, "maybe"),
        // Prose, for all that can be told.
        (&text, "none"),
        (&list, "42"),
    ] {
        let rejection = read(schema, reply).expect_err(reply);
        assert_eq!(rejection.faults()[0].kind, FaultKind::NoJson, "{reply}");
    }
}
