//! The vectors of reasoning.
#![cfg(feature = "artifacts")]

mod support;

use nucleo_runtime::reasoning::{
    AnalysisReasoning, ChainOfThoughtReasoning, SimpleReasoning, ToolSelectionReasoning, source,
};
use nucleo_runtime::{Value, from_str, parse, to_string};

fn text(of: &Value, name: &str) -> Option<String> {
    of[name].as_str().map(str::to_owned)
}

/// The text for a person of a vector's type.
fn told(name: &str, input: &Value) -> Option<String> {
    let needed = |name| text(input, name).unwrap_or_default();
    let steps = input["steps"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    Some(match name {
        "SimpleReasoning" => return SimpleReasoning { thought: text(input, "thought") }.text().map(str::to_owned),
        "ToolSelectionReasoning" => {
            ToolSelectionReasoning { rationale: needed("rationale"), confidence: text(input, "confidence") }.text()
        }
        "ChainOfThoughtReasoning" => {
            ChainOfThoughtReasoning { approach: text(input, "approach"), steps: steps.collect() }.text()
        }
        "AnalysisReasoning" => AnalysisReasoning {
            relevance_justification: needed("relevance_justification"),
            caveats: text(input, "caveats"),
        }
        .text(),
        other => panic!("{other}"),
    })
}

#[test]
fn ok_vectors_of_reasoning_text() {
    // The one about a notation is tested with the generator.
    let vectors = support::vectors("nucleo.json", &["reasoning_text"]);
    let told_of: Vec<&Value> = vectors.iter().filter(|it| it["expect"]["notation_path"].is_null()).collect();
    assert_eq!(told_of.len(), 12);
    for vector in told_of {
        let text = told(vector["type"]["title"].as_str().unwrap(), &vector["input"]);
        let what = support::what(vector);
        match &vector["expect"]["text"] {
            Value::Null if vector["expect"]["non_empty"] == true => {
                assert!(text.is_some_and(|it| !it.is_empty()), "{what}");
            }
            expected => assert_eq!(text.as_deref(), expected.as_str(), "{what}"),
        }
    }
}

#[test]
fn ok_replies_and_programs() {
    let read: ToolSelectionReasoning =
        parse("It is:\n```json\n{\"Rationale\": \"need depth\", 'confidence': low, \"mood\": 1}\n```").unwrap();
    assert_eq!(read.text(), "need depth (Confidence: low)");
    assert_eq!(to_string(&read), r#"{"rationale":"need depth","confidence":"low"}"#);
    assert_eq!(from_str::<ToolSelectionReasoning>(&to_string(&read)).unwrap(), read);
    let by_serde: ToolSelectionReasoning = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
    assert_eq!(by_serde, read);
    assert_eq!(parse::<SimpleReasoning>("{}").unwrap().text(), None);
}

#[test]
fn err_required_parts() {
    assert!(from_str::<ToolSelectionReasoning>(r#"{"confidence": "low"}"#).is_err());
    assert!(from_str::<ChainOfThoughtReasoning>(r#"{"approach": "a"}"#).is_err());
    assert!(from_str::<AnalysisReasoning>("{}").is_err());
}

#[test]
fn ok_source_skips_what_is_blank() {
    assert_eq!(source(" deep ", Some("shallow"), "prose"), Some("deep"));
    assert_eq!(source(" ", Some("shallow"), "prose"), Some("shallow"));
    assert_eq!(source("", Some("\n"), " prose\n"), Some("prose"));
    assert_eq!(source("", None, "\t"), None);
}
