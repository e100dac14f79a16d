//! The vectors of the first reference system on required members, the answer's boundary, and the correction loop.

mod support;

use nucleo_runtime::exchange::{Exchange, Next};
use nucleo_runtime::fault::{Fault, FaultKind};
use nucleo_runtime::{Rejection, Turn, read_as};
use serde_json::{Value, json};
use support::{nucleo, vectors, what};

/// The violations of required members, as the vectors write them, sorted by name: a sketch does not keep its order.
fn violations(faults: &[Fault]) -> Vec<Value> {
    let mut out: Vec<Value> = faults
        .iter()
        .map(|fault| {
            let kind = match fault.kind {
                FaultKind::Missing => "null",
                FaultKind::Blank => "blank",
                other => panic!("unexpected fault {other}"),
            };
            json!({ "field": fault.path.dotted(), "kind": kind })
        })
        .collect();
    out.sort_by_key(Value::to_string);
    out
}

fn sorted(violations: &Value) -> Vec<Value> {
    let mut out = violations.as_array().unwrap().clone();
    out.sort_by_key(Value::to_string);
    out
}

#[test]
fn required() {
    // By design, required is checked at every depth.
    const SKIPPED: &[&str] = &["required fields INSIDE a nested object are published but never checked"];
    for vector in vectors("nucleo.json", &["required"]) {
        if SKIPPED.contains(&what(&vector)) {
            continue;
        }
        let shape = nucleo(&vector["type"]);
        let found = match read_as(&shape, vector["input"].as_str().unwrap()) {
            Ok(_) => Vec::new(),
            Err(rejection) => violations(rejection.faults()),
        };
        assert_eq!(found, sorted(&vector["expect"]["violations"]), "{}", what(&vector));
    }
}

#[test]
fn required_at_depth() {
    let vectors = vectors("nucleo.json", &["required"]);
    let vector = vectors.iter().find(|vector| what(vector).starts_with("required fields INSIDE")).unwrap();
    let rejection = read_as(&nucleo(&vector["type"]), vector["input"].as_str().unwrap()).unwrap_err();
    assert_eq!(violations(rejection.faults()), [json!({ "field": "inner.must", "kind": "null" })]);
}

/// The rows without an envelope: the answer stands alone. Those of the envelope's own come with the tools.
#[test]
fn answer_shape() {
    const SKIPPED: &[(&str, &str)] = &[
        ("array holding the right object", "by design, a list of one is taken where a single value is declared"),
        ("text where a list is declared", "by design, one element is taken where a list is declared"),
        ("JSON text in a string", "by design, JSON inside a text is taken where an object is declared"),
        ("text answer type refuses", "a text that stands alone is the reply itself; a member of an envelope is not"),
        ("null answer is no answer yet", "of the envelope: an answer that stands alone is there"),
        ("absent answer is no answer yet", "of the envelope: an answer that stands alone is there"),
        ("tool-calling turn without an answer", "of the envelope: no answer, no reply to judge"),
    ];
    for vector in vectors("nucleo.json", &["answer_shape"]) {
        if SKIPPED.iter().any(|(name, _)| what(&vector).contains(name)) {
            continue;
        }
        let reply: Value = serde_json::from_str(vector["input"].as_str().unwrap()).unwrap();
        let result = read_as(&nucleo(&vector["type"]), &reply["answer"].to_string());
        check_answer(&vector, result.map(|reading| reading.value));
    }
}

fn check_answer(vector: &Value, result: Result<Value, Rejection>) {
    let expect = &vector["expect"];
    let what = what(vector);
    if let Some(value) = expect.get("ok") {
        assert_eq!(&result.unwrap_or_else(|it| panic!("{what}: {it:?}")), value, "{what}");
        return;
    }
    let rejection = result.err().unwrap_or_else(|| panic!("{what}: taken"));
    if let Some(expected) = expect.get("ok_then_violations") {
        assert_eq!(violations(rejection.faults()), sorted(expected), "{what}");
        return;
    }
    let feedback = rejection.feedback();
    let place = rejection.faults()[0].path.dotted();
    assert_eq!(if place.is_empty() { "answer" } else { &place }, expect["param"], "{what}");
    for words in expect["accepted"].as_array().into_iter().flatten().chain(expect.get("declared")) {
        assert!(feedback.contains(words.as_str().unwrap()), "{what}: {feedback}");
    }
    for words in expect["must_not_contain"].as_array().into_iter().flatten() {
        for text in [&feedback, &rejection.summary(), &format!("{rejection:?}")] {
            assert!(!text.contains(words.as_str().unwrap()), "{what}: {text}");
        }
    }
}

/// Plays the replies of a vector until the exchange ends; what it ended with, and every conversation that was sent.
fn play(vector: &Value) -> (Result<Value, Rejection>, Vec<Vec<Turn>>) {
    let mut exchange = Exchange::untyped(nucleo(&vector["type"]), "CONTRACT", "PROMPT");
    let mut sent = vec![exchange.turns()];
    for reply in vector["input"].as_array().unwrap() {
        match exchange.reply(reply.as_str().unwrap()) {
            Next::Done(reading) => return (Ok(reading.value), sent),
            Next::Exhausted(rejection) => return (Err(rejection), sent),
            Next::Ask(turns) => sent.push(turns),
            other => panic!("{}: {other:?}", what(vector)),
        }
    }
    panic!("{}: the replies ran out", what(vector));
}

#[test]
fn correction() {
    for vector in vectors("nucleo.json", &["correction"]) {
        let (result, sent) = play(&vector);
        let (expect, what) = (&vector["expect"], what(&vector));
        if let Some(turns) = expect.get("turns") {
            check_turn(&turns[0], &sent, what);
            continue;
        }
        assert_eq!(sent.len(), expect["calls"], "{what}");
        assert_eq!(sent.len() - 1, expect["corrections"], "{what}");
        let result = match result {
            Ok(_) => "ok",
            Err(rejection) if rejection.faults()[0].kind == FaultKind::NoJson => "parse_failure",
            Err(_) => "validation_failure",
        };
        assert_eq!(result, expect["result"], "{what}");
    }
}

fn check_turn(expect: &Value, sent: &[Vec<Turn>], what: &str) {
    let turn = sent[1].last().unwrap();
    assert_eq!(serde_json::to_value(turn).unwrap()["role"], expect["role"], "{what}");
    for words in expect["contains"].as_array().into_iter().flatten() {
        assert!(turn.text.contains(words.as_str().unwrap()), "{what}: {}", turn.text);
    }
    for member in expect["lines_for"].as_array().into_iter().flatten() {
        let start = format!("- {}: ", member.as_str().unwrap());
        assert_eq!(turn.text.lines().filter(|line| line.starts_with(&start)).count(), 1, "{what}: {}", turn.text);
    }
    // The contract stands in the first turn, which every later conversation begins with.
    assert_eq!(sent[1][..sent[0].len()], sent[0], "{what}");
}
