//! Replies that are nearly answers.

use nucleo_runtime::Value;

use super::{Choices, Subject, render, values};

/// A reply from bytes: an answer of the type, damaged at some places; or, where the first byte is odd, the bytes as
/// they are.
pub fn reply(subject: &Subject, bytes: &[u8]) -> String {
    let mut choices = Choices::new(bytes);
    if choices.byte() % 2 == 1 {
        return String::from_utf8_lossy(choices.rest()).into_owned();
    }
    let value = values::of(subject.shape, &mut choices);
    let form = choices.below(render::FORMS) as usize;
    let mut text = render::as_form(&value, form);
    for _ in 0..choices.below(6) {
        damage(&mut text, &mut choices);
    }
    text
}

/// What goes wrong at one place.
fn damage(text: &mut String, choices: &mut Choices<'_>) {
    const PIECES: &[&str] = &[
        "", "", "\"", "'", ",", ":", "{", "}", "[", "]", "\\", "\n", "//", "...", "None", "(", ")", "=", "+", "1", "x",
        "“", "```", "</think>",
    ];
    let mut at = choices.below(text.len() as u64 + 1) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let len = text[at..].chars().next().map_or(0, char::len_utf8);
    let cut = if choices.below(2) == 0 { at..at + len } else { at..at };
    text.replace_range(cut, choices.of(PIECES).unwrap_or_default());
}

/// Every text in the vectors: replies, values, schemas.
pub fn seeds() -> Vec<String> {
    let mut seeds = Vec::new();
    for file in ["bugs.jsonl", "nucleo.json", "replies.json", "tramai.json"] {
        let path = format!("{}/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for value in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
            collect(&value.unwrap_or_else(|error| panic!("{path}: {error}")), &mut seeds);
        }
    }
    seeds.sort();
    seeds.dedup();
    seeds
}

fn collect(value: &Value, seeds: &mut Vec<String>) {
    match value {
        Value::String(text) => seeds.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|it| collect(it, seeds)),
        Value::Object(members) => members.values().for_each(|it| collect(it, seeds)),
        _ => {}
    }
}
