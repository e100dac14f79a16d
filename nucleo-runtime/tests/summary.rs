//! The vectors of `truncate`, and what else is said of summaries.
#![cfg(feature = "artifacts")]

mod support;

use nucleo_runtime::Value;
use nucleo_runtime::summary::{ByModel, Size, Summarizable, Summarizer, Truncating};

fn size(name: &Value) -> Size {
    match name.as_str().unwrap() {
        "BRIEF" => Size::Brief,
        "SHORT" => Size::Short,
        "PARAGRAPHS" => Size::Paragraphs,
        other => panic!("{other}"),
    }
}

#[test]
fn ok_vectors_of_truncate() {
    let vectors = support::vectors("nucleo.json", &["truncate"]);
    assert_eq!(vectors.len(), 10);
    for vector in vectors {
        let input = &vector["input"];
        let settings =
            Summarizable::new().size(size(&input["size"])).phrase(support::leak(input["static"].as_str().unwrap()));
        let text = settings.summary(input["text"].as_str().unwrap(), &Truncating);
        assert_eq!(text, vector["expect"]["text"].as_str().unwrap(), "{}", support::what(&vector));
    }
}

#[test]
fn ok_threshold_counts_characters() {
    let settings = Summarizable::new().threshold(3);
    for (text, is_long) in [("abc", false), ("äöü", false), ("abcd", true), ("😀😀😀😀", true), ("", false)]
    {
        assert_eq!(settings.is_long(text), is_long, "{text}");
    }
    assert_eq!(settings.shorten("äöü", &Truncating), "äöü");
    assert_eq!(settings.shorten("äöüß", &Truncating), "[SUMMARY: 4 chars] äöüß");
}

#[test]
fn ok_model_is_told_the_size_in_words() {
    let asked = std::cell::RefCell::new(Vec::new());
    let by = ByModel(|prompt: &str, tokens| {
        asked.borrow_mut().push((prompt.to_owned(), tokens));
        Some(" All is well. \n".to_owned())
    });
    for size in [Size::Brief, Size::Short, Size::Paragraphs] {
        let settings = Summarizable::new().size(size).hint("a letter");
        assert_eq!(settings.summary("Dear all", &by), "[SUMMARY: 8 chars] All is well.");
    }
    let asked = asked.into_inner();
    assert_eq!(asked.iter().map(|(_, tokens)| *tokens).collect::<Vec<_>>(), [768, 1536, 3072]);
    for ((prompt, _), words) in asked.iter().zip(["one or two sentences", "about a paragraph", "short paragraphs"]) {
        assert!(prompt.contains(words) && prompt.contains("a letter") && prompt.ends_with("\n\nDear all"), "{prompt}");
        assert!(!prompt.contains(|c: char| c.is_ascii_digit()), "{prompt}");
    }
}

#[test]
fn ok_model_is_not_asked() {
    let by = ByModel(|_: &str, _| -> Option<String> { panic!("asked") });
    let short = Summarizable::new();
    assert_eq!(short.unsafe_for_models().summary("abc", &by), "[SUMMARY: 3 chars] abc");
    assert_eq!(short.phrase("a page").summary("abc", &by), "[SUMMARY: 3 chars] a page");
    let long = "ä".repeat(200_001);
    assert!(short.summary(&long, &by).starts_with("[SUMMARY: 200001 chars] ää"));
}

#[test]
fn err_model_without_an_answer() {
    for answer in [None, Some(String::new()), Some(" \n".to_owned())] {
        let by = ByModel(|_: &str, _| answer.clone());
        assert_eq!(Summarizable::new().summary("abc", &by), "[SUMMARY: 3 chars] abc");
    }
    // A reference to a summarizer is one.
    let by: &dyn Summarizer = &&Truncating;
    assert_eq!(by.summarize("abc", &Summarizable::new()), None);
}
