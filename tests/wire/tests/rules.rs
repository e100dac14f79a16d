//! What a message may hold and an answer never does is told with its path; what JSON says comes back as it was.

use nucleo_runtime::fault::FaultKind;
use nucleo_wire::{all, legacy, rules, wire};

/// A message that is an answer.
fn order() -> wire::rules::Order {
    wire::rules::Order {
        percent: 100,
        big: u64::MAX,
        code: "ABC".to_owned(),
        size: "m".to_owned(),
        step: 5,
        kind: "order".to_owned(),
        version: 3,
        status: wire::rules::Status::Sent.into(),
        last: wire::rules::Status::Lost.into(),
        tags: vec!["one".to_owned()],
        at: Some(prost_types::Timestamp { seconds: 0, nanos: 1 }),
        day: "2024-02-29".to_owned(),
        count: Some(9),
        maybe: "there".to_owned(),
        all: vec![1, 2],
    }
}

fn faults(change: impl Fn(&mut wire::rules::Order)) -> String {
    let mut message = order();
    change(&mut message);
    rules::Order::try_from(message).expect_err("it is no answer").to_string()
}

#[test]
fn ok_members_with_rules() {
    let answer = rules::Order::try_from(order()).expect("it fits");
    assert_eq!((answer.percent, answer.size, answer.count), (100, rules::OrderSize::M, 9));
    let answer = rules::Order::try_from(order()).expect("it fits");
    assert_eq!(wire::rules::Order::try_from(&answer).expect("it has a place"), order());
}

#[test]
fn ok_what_is_absent() {
    let message = wire::rules::Order { count: None, maybe: String::new(), ..order() };
    let answer = rules::Order::try_from(message).expect("it fits");
    assert_eq!((answer.count, &answer.maybe), (4, &None));
    let back = wire::rules::Order::try_from(answer).expect("it has a place");
    assert_eq!((back.count, back.maybe), (Some(4), String::new()));
}

#[test]
fn err_values_out_of_bounds() {
    assert_eq!(faults(|it| it.percent = 101), "range at percent: an integer from 0 to 100 (found a number)");
    assert_eq!(faults(|it| it.percent = 300), "range at percent: an integer from 0 to 100 (found a number)");
    assert_eq!(faults(|it| it.big = 9), "range at big: an integer from 10 to 18446744073709551615 (found a number)");
    assert_eq!(
        faults(|it| it.code = "abc".to_owned()),
        "pattern at code: a string that matches `^[A-Z]{3}$` (found a string)"
    );
    assert_eq!(
        faults(|it| it.tags = vec![]),
        "count at tags: an array of strings, with 1 to 3 elements, no two of them equal (found 0)"
    );
    assert_eq!(
        faults(|it| it.tags = vec!["a".to_owned(), "a".to_owned()]),
        "unique at tags: an array of strings, with 1 to 3 elements, no two of them equal (found an array)"
    );
}

#[test]
fn err_values_that_are_not_listed() {
    assert_eq!(faults(|it| it.size = "xl".to_owned()), "enum at size: \"s\", \"m\" or \"l\"");
    assert_eq!(faults(|it| it.step = 3), "enum at step: 1, 2 or 5");
    assert_eq!(faults(|it| it.kind = "offer".to_owned()), "enum at kind: the one value that the schema lists");
    assert_eq!(faults(|it| it.version = 2), "enum at version: the one value that the schema lists");
    assert_eq!(faults(|it| it.status = 3), "enum at status: \"open\" or \"sent\"");
    assert_eq!(faults(|it| it.status = 99), "enum at status: \"open\" or \"sent\"");
    assert_eq!(faults(|it| it.last = 1), "enum at last: the one value that the schema lists");
    assert_eq!(
        faults(|it| it.all = vec![1, 3, 0]),
        "enum at all[1]: \"open\" or \"sent\"; enum at all[2]: \"open\" or \"sent\""
    );
}

#[test]
fn err_moments_and_dates() {
    assert_eq!(faults(|it| it.at = None), "missing at at: a value (found nothing)");
    assert_eq!(
        faults(|it| it.at = Some(prost_types::Timestamp { seconds: 0, nanos: -1 })),
        "format at at: a moment of the years 1 to 9999, as RFC 3339 spells it"
    );
    assert_eq!(
        faults(|it| it.day = "2024-02-30".to_owned()),
        "format at day: a date such as \"2026-03-09\" (found a string)"
    );
}

#[test]
fn err_all_faults_at_once() {
    let error = rules::Order::try_from(wire::rules::Order::default()).expect_err("it is empty");
    assert_eq!(
        error.to_string(),
        "enum at size: \"s\", \"m\" or \"l\"; enum at step: 1, 2 or 5; enum at kind: the one value that the schema lists; enum at version: the one value that the schema lists; enum at status: \"open\" or \"sent\"; enum at last: the one value that the schema lists; missing at at: a value (found nothing)"
    );
    assert!(error.faults().iter().any(|it| it.kind == FaultKind::Missing && it.path.to_string() == "/at"));
}

#[test]
fn err_open_enums_and_numbers_that_json_lacks() {
    let singles = wire::kinds::Singles { level: 1, ..Default::default() };
    let fault = |message: wire::kinds::Singles| all::Singles::try_from(message).expect_err("no answer").to_string();
    assert!(all::Singles::try_from(singles.clone()).is_ok());
    assert_eq!(
        fault(wire::kinds::Singles { level: 0, ..singles.clone() }),
        "enum at level: \"low\", \"high\", \"below\" or \"error\""
    );
    assert_eq!(
        fault(wire::kinds::Singles { level: 77, ..singles.clone() }),
        "enum at level: \"low\", \"high\", \"below\" or \"error\""
    );
    assert_eq!(
        fault(wire::kinds::Singles { double: f64::NAN, float: f32::INFINITY, ..singles }),
        "range at double: a finite number; range at float: a finite number"
    );
}

#[test]
fn err_deep_inside() {
    let leaf = wire::kinds::Fork { tree: None, way: Some(wire::kinds::fork::Way::End("x".to_owned())) };
    let name = |name: &str| wire::kinds::Tree { name: name.to_owned(), ..Default::default() };
    let tree = wire::kinds::Tree { many: vec![name("a"), name("b")], fork: Some(Box::new(leaf)), ..name("root") };
    assert!(all::Tree::try_from(tree).is_ok());
    let part =
        wire::kinds::self_::Deep { deeper: Some(wire::kinds::self_::deep::Deeper { level: 5, ..Default::default() }) };
    let message = wire::kinds::Self_ { option: 1, deep: vec![Default::default(), part] };
    let error = all::Self_::try_from(message).expect_err("there is no such level");
    assert_eq!(error.to_string(), "enum at deep[1].deeper.level: \"low\", \"high\", \"below\" or \"error\"");
}

#[test]
fn err_texts_without_a_place() {
    let mut answer: all::Known =
        nucleo_runtime::parse(r#"{"null": null, "any": 9007199254740993}"#).expect("it is read");
    // What no reader gives.
    answer.at = Some("2016-12-31T23:59:60Z".to_owned());
    answer.took = Some("400000000000s".to_owned());
    answer.bytes = Some("Z".to_owned());
    let error = wire::kinds::Known::try_from(answer).expect_err("they have no place");
    assert_eq!(
        error.to_string(),
        "format at at: a moment of the years 1 to 9999, as RFC 3339 spells it; format at took: a span of at most 315576000000 seconds, as `1.5s`; range at any: a number that `f64` holds exactly; format at bytes: base64"
    );
    let json = r#"{"name": "x", "inner": {"id": 1}, "ratio": 0.1}"#;
    let answer: legacy::Legacy = nucleo_runtime::parse(json).expect("it is read");
    let message = wire::legacy::Legacy::try_from(&answer).expect("it has a place");
    assert_eq!((message.count(), message.ratio()), (7, 0.1));
}

#[test]
fn ok_what_json_says_comes_back() {
    let json = r#"{
        "float_": 0.1, "double_": 1e300, "any": {"whole": 3, "part": 0.5, "none": null, "list": [1, "x", true]},
        "at": "2024-05-06T07:08:09.123456Z", "took": "-1.500s", "mask": "userName,partOne.ofIt", "bytes_": "AP8=",
        "int64_": "-9223372036854775808", "uint64_": 18446744073709551615, "null": null, "object": {}, "list": []
    }"#;
    let answer: all::Known = nucleo_runtime::parse(json).unwrap_or_else(|rejection| panic!("{}", rejection.feedback()));
    let message = wire::kinds::Known::try_from(&answer).expect("it has a place");
    assert_eq!(message.mask.as_ref().map(|it| it.paths.clone()).unwrap_or_default(), ["user_name", "part_one.of_it"]);
    assert_eq!(message.float, Some(0.1_f32));
    assert_eq!(all::Known::try_from(message).expect("it was one before"), answer);
}

#[test]
fn ok_enums_by_themselves() {
    assert_eq!(wire::kinds::Level::from(all::Level::Below), wire::kinds::Level::Below);
    assert_eq!(all::Level::try_from(wire::kinds::Level::Low).ok(), Some(all::Level::Low));
    assert!(all::Level::try_from(wire::kinds::Level::Unspecified).is_err());
    // All values of this one are an answer's, so there is no way to fail.
    assert_eq!(legacy::Level::from(wire::legacy::Level::High), legacy::Level::High);
}
