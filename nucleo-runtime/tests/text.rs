//! The vectors of the first reference system on the text of a reply: what stands around the answer, raw control
//! characters, and typographic punctuation. The reference system rewrites the text in passes; here one reading does all
//! of it, so a row is held against what its rewritten text says.

mod support;

use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{Kind, Map, Table, Type};
use nucleo_runtime::{Reading, Rejection, Shape, read_as};
use serde_json::Value;
use support::{vectors, what};

fn read(reply: &str) -> Result<Reading<Value>, Rejection> {
    const TYPES: &[Type] = &[Type::new("", Kind::Map(Map::of(1))), Type::new("", Kind::Any)];
    static TABLE: Table = Table { types: TYPES, rules: &[], patterns: &[], anchors: &[] };
    const PLAIN: Profile = Profile { echo: false, ..Profile::NUCLEO };
    read_as(&Shape::new(&TABLE, 0, &PLAIN), reply)
}

#[test]
fn extract_with_prose() {
    const SKIPPED: &[(&str, &str)] = &[
        ("null gives two empty strings", "a reply is a text"),
        (
            "the split point is the FIRST occurrence",
            "the last answer counts, and the prose is what stood around that one",
        ),
    ];
    for vector in vectors("nucleo.json", &["extract_with_prose"]) {
        if SKIPPED.iter().any(|(name, _)| what(&vector).contains(name)) {
            continue;
        }
        let (reply, expect) = (vector["input"].as_str().unwrap(), &vector["expect"]);
        match (read(reply), expect["json"].as_str().unwrap()) {
            (Err(rejection), "") => assert_eq!(rejection.faults()[0].kind, FaultKind::NoJson, "{}", what(&vector)),
            (reading, json) => {
                let Reading { value, prose, .. } = reading.unwrap_or_else(|it| panic!("{}: {it:?}", what(&vector)));
                assert_eq!(value, serde_json::from_str::<Value>(json).unwrap(), "{}", what(&vector));
                assert_eq!(prose, expect["prose"], "{}", what(&vector));
            }
        }
    }
}

#[test]
fn escape_control() {
    check("escape_control", &[]);
}

#[test]
fn normalize_punctuation() {
    const SKIPPED: &[(&str, &str)] = &[
        (
            "em dash between tokens becomes two hyphens",
            "two hyphens make no number either: the word is read as it stands",
        ),
        ("ellipsis between tokens becomes three dots", "an elided list is a fault in either spelling, see below"),
    ];
    check("normalize_punctuation", SKIPPED);
    let vectors = vectors("nucleo.json", &["normalize_punctuation"]);
    let elided = vectors.iter().find(|vector| what(vector).starts_with("ellipsis")).unwrap();
    for text in [&elided["input"], &elided["expect"]["text"]] {
        let rejection = read(text.as_str().unwrap()).unwrap_err();
        assert_eq!(rejection.faults()[0].kind, FaultKind::Elided);
    }
}

/// A row's text and its rewritten text say the same, which is what `serde_json` makes of the latter where it is JSON.
fn check(area: &str, skipped: &[(&str, &str)]) {
    for vector in vectors("nucleo.json", &[area]) {
        if skipped.iter().any(|(name, _)| what(&vector) == *name) {
            continue;
        }
        let (reply, rewritten) = (vector["input"].as_str().unwrap(), vector["expect"]["text"].as_str().unwrap());
        let value = read(reply).unwrap_or_else(|it| panic!("{}: {it:?}", what(&vector))).value;
        let expected = serde_json::from_str(rewritten).ok().or_else(|| Some(read(rewritten).ok()?.value));
        assert_eq!(Some(value), expected, "{}", what(&vector));
    }
}
