//! Accepted values, the nearest to what was written first.

use crate::names::fold;
use crate::shape::Literal;

use super::LISTED;

/// The most characters of one value or pattern.
const CLIP: usize = 60;
/// The longest word whose distance to the accepted values is measured, in characters.
const WORD: usize = 64;

/// `"new", "open" or "closed"`; of many, the nearest to `word` and the first.
pub(super) fn one_of(values: &[&Literal], word: &str) -> String {
    let order = nearest(values, word);
    let parts: Vec<String> = order.iter().take(LISTED).map(|value| show(value)).collect();
    super::listed(&parts, values.len(), "or")
}

/// The values, those close to `word` moved to the front.
fn nearest<'v>(values: &[&'v Literal], word: &str) -> Vec<&'v Literal> {
    let mut order = values.to_vec();
    let word = fold(word.trim_matches(|c: char| c.is_whitespace() || "\"'`".contains(c)));
    let length = word.chars().count();
    if length == 0 || length > WORD {
        return order;
    }
    let far = 2.max(length / 3);
    // A stable sort, so that what is not close keeps the order of the source.
    order.sort_by_cached_key(|value| match value {
        Literal::Text(text) => Some(distance(&word, &fold(text))).filter(|&it| it <= far).unwrap_or(usize::MAX),
        _ => usize::MAX,
    });
    order
}

/// The least number of single-character edits between two words; `usize::MAX` where it is plainly large.
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    if two.len() > 2 * WORD {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, c) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (place, &other) in two.iter().enumerate() {
            // OK because `row` is one longer than `two`.
            let cost = diagonal + usize::from(c != other);
            diagonal = row[place + 1];
            row[place + 1] = cost.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[two.len()]
}

/// A value as JSON, clipped.
pub(super) fn show(value: &Literal) -> String {
    let mut out = String::new();
    write(value, &mut out);
    clip(&out)
}

fn write(value: &Literal, out: &mut String) {
    match value {
        Literal::Null => out.push_str("null"),
        Literal::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Literal::Number(digits) => out.push_str(digits),
        Literal::Text(text) => out.push_str(&serde_json::Value::from(*text).to_string()),
        Literal::List(items) => bracketed(out, ['[', ']'], items, write),
        Literal::Object(members) => bracketed(out, ['{', '}'], members, |(name, value), out| {
            write(&Literal::Text(name), out);
            out.push_str(": ");
            write(value, out);
        }),
    }
}

fn bracketed<T>(out: &mut String, [open, close]: [char; 2], parts: &[T], write: impl Fn(&T, &mut String)) {
    out.push(open);
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write(part, out);
    }
    out.push(close);
}

/// A text of the schema, no longer than a line bears.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(CLIP) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
