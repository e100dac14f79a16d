//! The vectors of the stricter reference system, by the profile that follows it.

mod support;

use std::sync::{Arc, Mutex};

use nucleo_runtime::exchange::{Exchange, Next};
use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::{Event, Rejection, Turn, read_as};
use serde_json::Value;
use support::{tramai, vectors, what};

/// Why a vector has no meaning here, or another by design.
const SKIPPED: &[(&str, &str)] = &[
    // bind
    ("enum from its ordinal number is let through", "by design, ordinals are never read"),
    ("integer from a fraction is cut, not refused", "by design, a fraction is no integer in any profile"),
    // value
    ("range on a non-number is a run-time fault, not a build error", "a table cannot say it: the generator refuses it"),
    // parity
    ("a bean and a data class of equal shape give one descriptor", "one schema is the only source here"),
    ("bean: every readable and writable property is required", "no beans here"),
    ("bean: getter-only property is left out", "no beans here"),
    ("bean: setter-only property is left out", "no beans here"),
    ("bean: annotations on the setter parameter count", "no beans here"),
    ("bean: a set or a concrete list class is an array", "no beans here"),
    // loop
    ("negative retries are refused when the operation is defined", "the number has no sign here"),
    ("schema that cannot be built: no call is made", "a schema is built before the program is"),
    ("the parser itself throws: terminal at once", "the reader does not panic"),
    ("no parser configured", "the reader is part of the crate"),
    ("cached answer: no call", "caches are the caller's"),
    ("policy refuses the answer: nothing stored, no completion signalled", "policies are the caller's"),
    // observer
    ("success signals completion true, after the policy check and before memory or cache", "memory is the caller's"),
    ("resumed success signals completion after memory", "memory is the caller's"),
    ("an observer that throws changes nothing", "a panic of the caller's own unwinds"),
    ("cancellation during delivery stays a cancellation", "the caller drops the future"),
    ("invalid bytes never make the preview grow past the limit", "a reply is valid UTF-8"),
    ("preview of exactly 8192 bytes is whole", "an event holds no reply; `detail` is tested beside its code"),
    ("preview of 8193 bytes is cut to 8192", "an event holds no reply; `detail` is tested beside its code"),
    ("a three-byte character across the limit is dropped whole", "see the test of `preview` beside its code"),
];

fn each(areas: &[&str], mut check: impl FnMut(&Value)) {
    let all = vectors("tramai.json", areas);
    assert!(!all.is_empty());
    for vector in all.iter().filter(|vector| SKIPPED.iter().all(|(name, _)| *name != what(vector))) {
        check(vector);
    }
}

#[test]
fn every_skip_is_of_a_vector() {
    let all = vectors("tramai.json", &["bind", "value", "parity", "loop", "observer"]);
    for (name, _) in SKIPPED {
        assert!(all.iter().any(|vector| what(vector) == *name), "{name}");
    }
}

#[test]
fn shape_bind_and_value() {
    each(&["shape", "bind", "value", "parity"], |vector| {
        let shape = tramai(&vector["type"]).unwrap();
        let input = vector["input"].as_str().or(vector["input"]["text"].as_str()).unwrap();
        check_reading(vector, read_as(&shape, input).map(|reading| reading.value));
    });
}

fn check_reading(vector: &Value, result: Result<Value, Rejection>) {
    let what = what(vector);
    let Some(fail) = vector["expect"].get("fail") else {
        let value = result.unwrap_or_else(|rejection| panic!("{what}: {rejection:?}"));
        assert_eq!(plain(&value), plain(&vector["expect"]["ok"]), "{what}");
        return;
    };
    let rejection = result.err().unwrap_or_else(|| panic!("{what}: taken"));
    let feedback = rejection.feedback();
    match fail["detail"].as_str() {
        Some(detail) => {
            assert!(
                feedback.starts_with(&format!("Your JSON failed its validation: {detail}. Send")),
                "{what}: {feedback}"
            );
        }
        None => assert!(feedback.starts_with("Your JSON cannot be read as the type"), "{what}: {feedback}"),
    }
}

/// An optional member that is null and one that is absent are one here, and so are 2 and 2.0.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.clone(), plain(value)))
            .collect(),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Number(number) => number.as_f64().into(),
        other => other.clone(),
    }
}

#[test]
fn extraction() {
    each(&["extract", "parse"], |vector| {
        let what = what(vector);
        let shape = tramai(&vector["type"]).unwrap();
        let result = read_as(&shape, vector["input"].as_str().unwrap());
        let Some(fail) = vector["expect"].get("fail") else {
            assert_eq!(plain(&result.unwrap().value), plain(&vector["expect"]["ok"]), "{what}");
            return;
        };
        let feedback = result.unwrap_err().feedback();
        let beginning = match (fail["stage"].as_str().unwrap(), fail["detail"].as_str()) {
            ("EXTRACTION", _) => "Your reply is not valid JSON.".to_owned(),
            (_, Some(detail)) => format!("Your JSON failed its validation: {detail}. Send"),
            (_, None) => "Your JSON cannot be read as the type".to_owned(),
        };
        assert!(feedback.starts_with(&beginning), "{what}: {feedback}");
    });
}

#[test]
fn build_error() {
    // The sketch that names a type of the library, or none, is refused; here, schemas say more than sketches do.
    each(&["build-error"], |vector| assert!(tramai(&vector["type"]).is_none(), "{}", what(vector)));
}

#[test]
fn feedback() {
    each(&["feedback"], |vector| {
        let (expect, what) = (&vector["expect"], what(vector));
        let input = vector["input"].as_str().unwrap();
        let result = read_as(&tramai(&vector["type"]).unwrap(), input);
        if expect.get("ok").is_some() {
            assert_eq!(result.unwrap().value, expect["ok"], "{what}");
            return;
        }
        let rejection = result.unwrap_err();
        let (summary, feedback) = (rejection.summary(), rejection.feedback());
        for words in expect["summary_excludes"].as_array().into_iter().flatten() {
            assert!(!summary.contains(words.as_str().unwrap()), "{what}: {summary}");
        }
        for words in expect["feedback_includes"].as_array().into_iter().flatten() {
            assert!(feedback.contains(words.as_str().unwrap()), "{what}: {feedback}");
        }
        for words in expect["feedback_excludes"].as_array().into_iter().flatten() {
            assert!(!feedback.contains(words.as_str().unwrap()), "{what}: {feedback}");
        }
        if expect["cause_present"] == true {
            assert_ne!(rejection.detail(), summary, "{what}");
        }
        match expect["feedback_id"].as_str() {
            Some("not-json") => assert!(feedback.contains("not valid JSON") && feedback.contains("schema"), "{what}"),
            Some("not-bindable") => assert!(feedback.starts_with("Your JSON cannot be read as the type"), "{what}"),
            _ => {}
        }
        if expect.get("feedback_shape").is_some() {
            let detail = "Property 'gust_kmh' must be between 0.0 and 400.0";
            let whole =
                format!("Your JSON failed its validation: {detail}. Send the corrected JSON, and nothing else.");
            assert_eq!(feedback, whole);
        }
        let again = read_as(&tramai(&vector["type"]).unwrap(), input).unwrap_err();
        assert_eq!((again.summary(), again.feedback()), (summary, feedback), "{what}");
    });
}

/// What an exchange over the replies of a vector came to.
struct Course {
    result: Option<Result<Value, Rejection>>,
    sent: Vec<Vec<Turn>>,
    /// `name attempt again` of each refusal.
    events: Vec<(usize, bool)>,
}

fn play(vector: &Value) -> Course {
    let input = &vector["input"];
    // One look without a retry is what a resumed run has.
    let retries = if input["resumed"] == true { 0 } else { input["max_retries"].as_u64().unwrap_or(2) };
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&events);
    let mut exchange = Exchange::untyped(tramai(&vector["type"]).unwrap(), "CONTRACT", "PROMPT")
        .corrections(retries as u8)
        .observe(move |event| {
            if let Event::Refused { attempt, again, .. } = event {
                seen.lock().unwrap().push((*attempt, *again));
            }
        });
    let mut sent = vec![exchange.turns()];
    let mut result = None;
    for reply in input["replies"].as_array().unwrap() {
        match exchange.reply(reply.as_str().unwrap()) {
            Next::Done(reading) => result = Some(Ok(reading.value)),
            Next::Exhausted(rejection) => result = Some(Err(rejection)),
            Next::Ask(turns) => sent.push(turns),
            other => panic!("{}: {other:?}", what(vector)),
        }
    }
    let events = events.lock().unwrap().clone();
    Course { result, sent, events }
}

#[test]
fn course() {
    each(&["loop"], |vector| {
        let (expect, what) = (&vector["expect"], what(vector));
        let Course { result, sent, .. } = play(vector);
        if vector["input"]["resumed"] != true && expect.get("calls").is_some() {
            assert_eq!(sent.len(), expect["calls"], "{what}");
        }
        if let Some(value) = expect.get("ok") {
            assert_eq!(&result.unwrap().unwrap(), value, "{what}");
        } else {
            let rejection = result.unwrap().unwrap_err();
            if let Some(attempts) = expect.get("attempts") {
                assert_eq!(rejection.attempts().len(), *attempts, "{what}");
            }
            for words in expect["error_excludes"].as_array().into_iter().flatten() {
                assert!(!format!("{rejection} {rejection:?}").contains(words.as_str().unwrap()), "{what}");
            }
        }
        if let Some(appended) = expect.get("appended_before_call_2") {
            let added = serde_json::to_value(&sent[1][sent[0].len()..]).unwrap();
            assert_eq!(added[0], appended[0], "{what}");
            assert_eq!(added[1]["role"], appended[1]["role"], "{what}");
        }
        if expect.get("messages_before_call_3").is_some() {
            assert_eq!(sent[2].len(), sent[0].len() + 4, "{what}");
        }
    });
}

#[test]
fn observer() {
    each(&["observer"], |vector| {
        let (expect, what) = (&vector["expect"], what(vector));
        let Course { events, .. } = play(vector);
        for (event, seen) in expect["events"].as_array().into_iter().flatten().zip(&events) {
            assert_eq!((&event["attempt"], &event["will_retry"]), (&seen.0.into(), &seen.1.into()), "{what}");
        }
        if let Some(expected) = expect["events"].as_array() {
            assert_eq!(events.len(), expected.len(), "{what}");
        }
    });
}

#[test]
fn unknown_members_come_before_missing_ones() {
    let shape = tramai(&serde_json::json!({ "object": { "city": "string" } })).unwrap();
    let rejection = read_as(&shape, "{\"mood\":\"calm\"}").unwrap_err();
    let kinds: Vec<FaultKind> = rejection.faults().iter().map(|fault| fault.kind).collect();
    assert!(kinds.contains(&FaultKind::Unknown) && kinds.contains(&FaultKind::Missing), "{kinds:?}");
}
