//! What a parser of ProtoJSON refuses although a person reads it is read, with a repair; what has no one reading is a
//! fault. Whatever is read is written as ProtoJSON that such a parser takes.

use nucleo_protobuf::loose::{Loose, LoosePayment, Status};
use nucleo_runtime::{Answer, parse, read};
use prost_reflect::{DynamicMessage, MessageDescriptor};

fn descriptor() -> MessageDescriptor {
    let mut compiler = protox::Compiler::new([concat!(env!("CARGO_MANIFEST_DIR"), "/proto")]).expect("a folder");
    compiler.open_file("loose.proto").expect("it compiles");
    compiler.descriptor_pool().get_message_by_name("loose.Loose").expect("it is there")
}

/// What prost-reflect reads from a text; `None` where it refuses it.
fn reflected(text: &str) -> Option<DynamicMessage> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let message = DynamicMessage::deserialize(descriptor(), &mut reader).ok()?;
    reader.end().ok().map(|()| message)
}

/// The value of a text that prost-reflect refuses, as we write it, and the kinds of its repairs.
fn mended(text: &str) -> (Loose, String, Vec<&'static str>) {
    assert!(reflected(text).is_none(), "it is ProtoJSON: {text}");
    let reading = read::<Loose>(text).unwrap_or_else(|it| panic!("{}\n{text}", it.feedback()));
    let written = serde_json::to_string(&reading.value).expect("it is written");
    assert!(reflected(&written).is_some(), "{written}");
    let kinds = reading.repairs.iter().map(|it| it.kind.name()).filter(|it| *it != "default").collect();
    (reading.value, written, kinds)
}

#[track_caller]
fn check(text: &str, written: &str, repairs: &[&str]) {
    let (_, found, kinds) = mended(text);
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("it is JSON");
    let found = parsed(&found);
    for (name, value) in parsed(&format!("{{{written}}}")).as_object().expect("an object") {
        assert_eq!(&found[name], value, "{text}");
    }
    assert_eq!(kinds, repairs, "{text}");
}

#[test]
fn ok_values_of_enums() {
    assert!(Loose::NOTATION.contains(r#"[ "open", "in_transit" ]"#));
    // What a model is shown is no deviation.
    check(r#"{"status": "open"}"#, r#""status":"STATUS_OPEN""#, &[]);
    check(r#"{"status": "OPEN"}"#, r#""status":"STATUS_OPEN""#, &["value"]);
    check(r#"{"status": "In transit"}"#, r#""status":"STATUS_IN_TRANSIT""#, &["value"]);
    check(r#"{"status": "status_open"}"#, r#""status":"STATUS_OPEN""#, &["value"]);
    let proto_json = read::<Loose>(r#"{"status": "STATUS_OPEN"}"#).expect("it reads");
    assert_eq!(proto_json.value.status, Some(Status::Open));
    assert!(proto_json.repairs.iter().all(|it| it.kind.name() == "default"));
}

#[test]
fn ok_the_zero_of_an_enum_says_nothing() {
    for zero in ["STATUS_UNSPECIFIED", "unspecified"] {
        let reading = read::<Loose>(&format!(r#"{{"status": "{zero}"}}"#)).expect("it reads");
        assert_eq!(reading.value.status, None);
        assert!(reading.repairs.iter().any(|it| it.kind.name() == "null"));
    }
}

#[test]
fn ok_moments() {
    for (text, written) in [
        ("2020-01-01", "2020-01-01T00:00:00Z"),
        ("2020-01-01T10:30", "2020-01-01T10:30:00Z"),
        ("2020-01-01t10:30:00+01:00", "2020-01-01T10:30:00+01:00"),
        ("Wed, 01 Jan 2020 10:30:00 -0500", "2020-01-01T10:30:00-05:00"),
    ] {
        check(
            &format!(r#"{{"made": "{text}"}}"#),
            &format!(r#""made":"{written}""#).replace("made", "created_at"),
            &["name", "date"],
        );
    }
    check(r#"{"created_at": [2020, 1, 1, 10, 30]}"#, r#""created_at":"2020-01-01T10:30:00Z""#, &["date"]);
}

#[test]
fn ok_durations() {
    for (text, written) in
        [("\"90\"", "90s"), ("90", "90s"), ("1.5", "1.5s"), ("\"1h30m\"", "5400s"), ("\"PT1M\"", "60s")]
    {
        check(&format!(r#"{{"took": {text}}}"#), &format!(r#""took":"{written}""#), &["date"]);
    }
}

#[test]
fn ok_lists_names_and_texts_around() {
    check(r#"{"items": {"name": "a"}}"#, r#""items":[{"name":"a"}]"#, &["list_of_one"]);
    check(r#"{"tags": "a"}"#, r#""tags":["a"]"#, &["list_of_one"]);
    check(r#"{"createdAt": "2020-01-01T00:00:00Z"}"#, r#""created_at":"2020-01-01T00:00:00Z""#, &["name"]);
    check(r#"{"payment": {"cardToken": "x"}}"#, r#""card_token":"x""#, &["unwrapped"]);
    check("Here it is: {\"big\": \"12\"}", r#""big":12"#, &["prose", "number_in_text"]);
    check(r#"{"big": 12,}"#, r#""big":12"#, &["extra_comma"]);
    check(r#"{"counts": [{"key": "a", "value": 1}]}"#, r#""counts":{"a":1}"#, &["entries"]);
    let (value, ..) = mended(r#"{"payment": {"cardToken": "x"}}"#);
    assert_eq!(value.payment, Some(LoosePayment::CardToken("x".to_owned())));
}

#[test]
fn err_what_has_no_one_reading() {
    let fault = |text: &str| {
        assert!(reflected(text).is_none(), "it is ProtoJSON: {text}");
        let rejection = parse::<Loose>(text).expect_err(text);
        rejection.feedback().lines().find_map(|line| line.strip_prefix("- ")).expect("a fault").to_owned()
    };
    assert_eq!(fault(r#"{"status": "lost"}"#), r#"status: expected "open" or "in_transit" (found another string)"#);
    assert_eq!(fault(r#"{"colour": "red"}"#), "colour: not a declared member, leave it out");
    assert_eq!(fault(r#"{"quantity": 3.5}"#), "quantity: expected a 32-bit integer (found a number)");
    assert_eq!(
        fault(r#"{"card_token": "x", "iban": "y"}"#),
        "the answer: expected an object with at most one of the members `card_token` and `iban` (found another object)"
    );
    assert_eq!(fault(r#"{"tags": [null]}"#), "tags[0]: expected a string (found null)");
    assert_eq!(
        fault(r#"{"picture": "not base64!"}"#),
        r#"picture: expected bytes in base64 such as "bnVjbGVv" (found another string)"#
    );
    assert_eq!(
        fault(r#"{"created_at": "03/04/2020"}"#),
        r#"created_at: can be read in two ways, expected a date and time with its offset such as "2026-03-09T18:20:05Z""#
    );
    assert_eq!(
        fault(r#"{"took": "soon"}"#),
        r#"took: expected a duration in seconds such as "1.5s" (found another string)"#
    );
    assert_eq!(
        fault(r#"{"took": "P1M"}"#),
        r#"took: expected a duration in seconds such as "1.5s" (found another string)"#
    );
}
