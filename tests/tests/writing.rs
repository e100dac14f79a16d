//! Generated types, written for a person or a model; and reasoning in them.

use std::collections::BTreeMap;

use nucleo_runtime::artifact::{ArtifactStore, Writing};
use nucleo_runtime::reasoning::ChainOfThoughtReasoning;
use nucleo_runtime::summary::Truncating;
use nucleo_runtime::{Answer, Value, parse};
use nucleo_tests::writing::SiteReport;
use nucleo_tests::writing::report::{Figure, Part, Passage};
use proptest::prelude::*;

const SECRET: &str = "qq9secret";

fn passage(text: &str) -> Part {
    Part::Passage(Passage { raw_text: text.to_owned(), offset: Some(77_077) })
}

fn report() -> SiteReport {
    SiteReport {
        site_name: "Fen".to_owned(),
        seen: Some("2026-03-09".to_owned()),
        page_text: Some("moss and lichen ".repeat(20)),
        about: Some("all about moss".to_owned()),
        trace: Some(SECRET.to_owned()),
        key: Some(SECRET.to_owned()),
        parts: Some(vec![
            passage("short"),
            Part::Figure(Figure { file: Some(SECRET.to_owned()), inner: Some(Box::new(passage(&"fern ".repeat(5)))) }),
        ]),
        by_topic: None,
        why: Some(ChainOfThoughtReasoning { approach: None, steps: vec!["walked".to_owned(), "saw".to_owned()] }),
    }
}

#[test]
fn ok_for_a_model() {
    let text = Writing::references(&ArtifactStore::new(), &Truncating).write(&report());
    let body = text.lines().find_map(|line| line.trim().strip_prefix("\"page_text\" : ")).unwrap();
    assert!(body.starts_with("\"[SUMMARY: 320 chars] moss and lichen") && body.ends_with("moss and...\","), "{body}");
    let expected = r#"{
  "site_name" : "Fen",
  "seen" : "2026-03-09",
  "page_text" : …
  "about" : "[SUMMARY: 14 chars] a page",
  "parts" : [ {
    "kind" : "passage",
    "raw_text" : "short"
  }, {
    "kind" : "figure",
    "inner" : {
      "kind" : "passage",
      "raw_text" : "[SUMMARY: 25 chars] fern fern fern fern fern "
    }
  } ],
  "why" : {
    "steps" : [ "walked", "saw" ]
  }
}"#;
    assert_eq!(text.replace(body, "…"), expected);
}

#[test]
fn ok_in_full_and_summarized() {
    let full = Writing::full().compact().write(&report());
    assert!(full.contains("moss and lichen \",") && full.contains(SECRET) && !full.contains("SUMMARY"), "{full}");
    let short = Writing::summarized(&Truncating).compact().write(&report());
    assert!(short.contains("[SUMMARY: 320 chars]") && short.contains(SECRET), "{short}");
    // What programs exchange has the names of the source, and all of it.
    let stored = nucleo_runtime::to_string(&report());
    assert!(stored.contains("\"siteName\"") && stored.contains(SECRET) && !stored.contains("SUMMARY"), "{stored}");
    assert_eq!(nucleo_runtime::from_str::<SiteReport>(&stored).unwrap(), report());
    // A reader takes what was written for a person.
    assert_eq!(parse::<SiteReport>(&full).unwrap(), report());
}

#[test]
fn ok_a_model_that_reasons_natively_is_asked_for_no_reasons() {
    let has = |text: &str| text.contains("\"why\"");
    assert!(has(SiteReport::NOTATION) && has(SiteReport::MODEL_SCHEMA) && has(SiteReport::JSON_SCHEMA));
    assert!(!has(SiteReport::NOTATION_NATIVE) && !has(SiteReport::MODEL_SCHEMA_NATIVE));
    assert!(SiteReport::NOTATION_NATIVE.contains("site_name"));
    // An answer without reasons has one form.
    assert_eq!(nucleo_tests::OrderAnswer::NOTATION, nucleo_tests::OrderAnswer::NOTATION_NATIVE);
    // Both kinds of reply are read.
    let answer: SiteReport = parse(r#"{"site_name": "Fen"}"#).unwrap();
    assert_eq!(answer.why, None);
    let answer: SiteReport = parse(r#"{"site_name": "Fen", "why": {"steps": ["walked"]}}"#).unwrap();
    assert_eq!(answer.why.unwrap().text(), "Steps: walked");
}

#[test]
fn ok_keywords_are_for_programs_alone() {
    for text in [SiteReport::NOTATION, SiteReport::MODEL_SCHEMA, SiteReport::MODEL_SCHEMA_NATIVE] {
        assert!(!text.contains("x-nucleo-"), "{text}");
    }
    let schema: Value = serde_json::from_str(SiteReport::JSON_SCHEMA).unwrap();
    let keyword = &schema["properties"]["pageText"]["x-nucleo-summarizable"];
    assert_eq!(
        (&keyword["threshold"], &keyword["llmSafe"], &keyword["size"]),
        (&40.into(), &false.into(), &"BRIEF".into())
    );
}

fn part() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        ".{0,40}".prop_map(|text| passage(&text)),
        Just(Part::Figure(Figure { file: Some(SECRET.to_owned()), inner: None })),
    ];
    leaf.prop_recursive(4, 8, 1, |inner| {
        inner.prop_map(|inner| Part::Figure(Figure { file: Some(format!("{SECRET}/1")), inner: Some(Box::new(inner)) }))
    })
}

proptest! {
    #[test]
    fn ok_nothing_ignored_is_shown(
        name in ".*",
        page in proptest::option::of(".{0,80}"),
        secret in ".*",
        parts in proptest::collection::vec(part(), 0..5),
        topics in proptest::collection::btree_map("[a-z]{1,5}", part(), 0..4),
    ) {
        let secret = Some(format!("{secret}{SECRET}"));
        let value = SiteReport {
            site_name: name,
            page_text: page,
            trace: secret.clone(),
            key: secret,
            parts: Some(parts),
            by_topic: Some(topics.into_iter().collect::<BTreeMap<_, _>>()),
            ..report()
        };
        let writing = Writing::references(&ArtifactStore::new(), &Truncating);
        for text in [writing.write(&value), writing.compact().write(&value)] {
            prop_assert!(!text.contains(SECRET) && !text.contains("\"offset\""), "{text}");
            prop_assert!(serde_json::from_str::<Value>(&text).is_ok(), "{text}");
        }
    }
}
