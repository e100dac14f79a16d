//! Generated types, written for a person or a model; and reasoning in them.

use std::collections::BTreeMap;

use nucleo_runtime::artifact::{ArtifactStore, Held, ListArtifact, Writing};
use nucleo_runtime::exchange::{Contract, Exchange};
use nucleo_runtime::reasoning::ChainOfThoughtReasoning;
use nucleo_runtime::summary::Truncating;
use nucleo_runtime::{Answer, Policy, Stop, Value, parse, read_with};
use nucleo_tests::writing::report::{Figure, Part, Passage};
use nucleo_tests::writing::{Page, SiteReport};
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
        source: None,
        pages: None,
        pages_by_topic: None,
        found: None,
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
    let asked = |exchange: Exchange<SiteReport>| exchange.turns().iter().any(|turn| turn.text.contains("\"why\""));
    let exchange = || Exchange::<SiteReport>::new("What is there?");
    assert!(asked(exchange()) && !asked(exchange().native()) && !asked(exchange().native().contract(Contract::Schema)));
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

fn page(url: &str, links: Vec<Held<Page>>) -> Page {
    Page {
        url: url.to_owned(),
        body_text: Some("fern ".repeat(20)),
        data: Some(BTreeMap::from([("rows".to_owned(), vec!["one".to_owned(), "two".to_owned()])])),
        cookie: Some(SECRET.to_owned()),
        links: Some(links),
        artifact_ref: None,
    }
}

#[test]
fn ok_artifacts() {
    let store = ArtifactStore::numbered();
    let moss = store.add(page("moss", Vec::new()));
    let fern = store.add(page("fern", vec![moss.clone()]));
    let value = SiteReport {
        source: Some(fern.clone()),
        pages: Some(vec![moss.clone(), fern.clone()]),
        pages_by_topic: Some(BTreeMap::from([("a/b".to_owned(), moss.clone())])),
        found: Some(fern.any()),
        ..parse(r#"{"site_name": "Fen"}"#).unwrap()
    };
    let text = Writing::references(&store, &Truncating).compact().write(&value);
    let (one, two) = (r#"{"@ref":"«artifact:page~000001»"}"#, r#"{"@ref":"«artifact:page~000002»"}"#);
    let expected = format!(
        r#"{{"site_name":"Fen","source":{two},"pages":[{one},{two}],"pages_by_topic":{{"a/b":{one}}},"found":{two}}}"#
    );
    assert_eq!(text, expected);
    // What a model is shown can be written back, and leads to the same instances.
    let reading = read_with::<SiteReport>(&text, &Policy::lenient().artifacts(&store), Stop::End).unwrap();
    assert!(std::sync::Arc::ptr_eq(reading.value.source.unwrap().get().unwrap(), fern.get().unwrap()));

    // Summarized, pages are whole but for their long texts, and for what a program has shorter words for.
    store.summarize(&moss.reference().unwrap(), "/data/rows/1", "[2]");
    let text = Writing::summarized(&Truncating).store(&store).compact().write(&value);
    let body = "\"body_text\":\"[SUMMARY: 100 chars] fern";
    assert_eq!((text.matches(body).count(), text.matches("[\"one\",\"[2]\"]").count()), (8, 5), "{text}");
    assert!(store.summary(&fern.reference().unwrap(), "/body_text").is_some());
    let full = Writing::full().write(&value);
    assert!(full.contains(SECRET) && !full.contains("SUMMARY") && !full.contains("@ref"), "{full}");
}

fn held() -> impl Strategy<Value = Held<Page>> {
    let leaf = ".{0,10}".prop_map(|url| Held::new(page(&url, Vec::new())));
    leaf.prop_recursive(3, 12, 3, |inner| {
        (".{0,10}", proptest::collection::vec(inner, 0..3)).prop_map(|(url, links)| Held::new(page(&url, links)))
    })
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
        pages in proptest::collection::vec(held(), 1..4),
    ) {
        let secret = Some(format!("{secret}{SECRET}"));
        let value = SiteReport {
            site_name: name,
            page_text: page,
            trace: secret.clone(),
            key: secret,
            parts: Some(parts),
            by_topic: Some(topics.into_iter().collect::<BTreeMap<_, _>>()),
            source: pages.first().cloned(),
            pages_by_topic: Some(pages.iter().cloned().map(|page| (page.get().unwrap().url.clone(), page)).collect()),
            found: Some(Held::new(ListArtifact { iterands: pages.iter().map(Held::any).collect(), ..ListArtifact::default() }).any()),
            pages: Some(pages),
            ..report()
        };
        let store = ArtifactStore::new();
        let writing = Writing::references(&store, &Truncating);
        let written = [writing.write(&value), writing.clone().compact().write(&value)];
        // Sections have references between their parts, so that they are no JSON as a whole.
        for section in [writing.section(&store), Writing::summarized(&Truncating).section(&store)] {
            prop_assert!(!section.contains(SECRET) && section.contains("[SUMMARY: 100 chars]"), "{section}");
        }
        for text in written {
            prop_assert!(!text.contains(SECRET) && !text.contains("\"offset\""), "{text}");
            prop_assert!(serde_json::from_str::<Value>(&text).is_ok(), "{text}");
        }
    }
}
