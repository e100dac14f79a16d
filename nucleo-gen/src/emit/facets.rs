//! Types and their limits in words.

use std::fmt::Display;

use crate::emit::pretty::Tree;
use crate::emit::rule_schema::Audience;
use crate::emit::shown;
use crate::ir::{Doc, Integer, Limit, Number, Text, Type, TypeKind};
use crate::json::{Json, Value};
use crate::resolve::Resolved;

/// `integer (1 to 5)`
pub(crate) fn integer(it: &Integer) -> String {
    let Integer { min, max, needs_u128: _, multiple_of, format } = it;
    let word = if format.as_deref() == Some("int64") { "long" } else { "integer" };
    let (least, most) = it.bounds();
    // What the word itself says needs no parentheses.
    let implied = matches!(format.as_deref(), Some("int32" | "int64")) && min.is_none() && max.is_none();
    let range = if implied { None } else { between(least, most) };
    with(word, range.into_iter().chain(multiple(multiple_of.as_deref())))
}

/// `number (more than 0, at most 1)`
pub(crate) fn number(it: &Number) -> String {
    let Number { min, max, multiple_of, format: _ } = it;
    let range = match (min, max) {
        (Some(Limit { value: min, exclusive: false }), Some(Limit { value: max, exclusive: false })) => {
            between(Some(min), Some(max))
        }
        _ => {
            let min =
                min.as_ref().map(|it| format!("{} {}", if it.exclusive { "more than" } else { "at least" }, it.value));
            let max =
                max.as_ref().map(|it| format!("{} {}", if it.exclusive { "less than" } else { "at most" }, it.value));
            let both: Vec<String> = min.into_iter().chain(max).collect();
            (!both.is_empty()).then(|| both.join(", "))
        }
    };
    with("number", range.into_iter().chain(multiple(multiple_of.as_deref())))
}

/// `string (1 to 80 characters, matching ^[a-z]+$)`
pub(crate) fn text(it: &Text) -> String {
    let Text { min, max, patterns, format, form: _ } = it;
    let (word, format) = match format.as_deref() {
        Some(word @ ("date" | "date-time" | "time")) => (word, None),
        Some("duration") => ("duration", Some("ISO 8601, like P3DT4H".to_owned())),
        Some("byte") => ("string", Some("base64".to_owned())),
        other => ("string", other.map(str::to_owned)),
    };
    let size = size(*min, *max, "character", "characters");
    let patterns = patterns.iter().map(|pattern| format!("matching {}", pattern.source));
    with(word, format.into_iter().chain(size).chain(patterns))
}

/// ` (1 to 3 items, all different)`; nothing where nothing is said.
pub(crate) fn items(min: Option<u64>, max: Option<u64>, unique: bool) -> String {
    let different = unique.then(|| "all different".to_owned());
    with("", size(min, max, "item", "items").into_iter().chain(different))
}

/// The size of a list with a type for each place, where it is not just that of its places.
pub(crate) fn tuple(min: Option<u64>, max: Option<u64>, unique: bool, places: usize, open: bool) -> String {
    let places = places as u64;
    let max = if open { max } else { Some(max.map_or(places, |max| max.min(places))) };
    items(min.filter(|&min| min > 0), max, unique)
}

/// `1 to 3 items`, `at least 1 item`, `3 items`
pub(crate) fn size(min: Option<u64>, max: Option<u64>, one: &str, many: &str) -> Option<String> {
    let counted = |n: u64| if n == 1 { one } else { many };
    match (min.filter(|&min| min > 0), max) {
        (None, None) => None,
        (Some(min), Some(max)) if min == max => Some(format!("exactly {min} {}", counted(min))),
        (Some(min), Some(max)) => Some(format!("{min} to {max} {many}")),
        (Some(min), None) => Some(format!("at least {min} {}", counted(min))),
        (None, Some(0)) => Some("empty".to_owned()),
        (None, Some(max)) => Some(format!("at most {max} {}", counted(max))),
    }
}

/// Examples as the member's type has them: a text that spells a whole number is that number, save where a text is due.
pub(crate) fn examples(cx: &Resolved<'_>, audience: Audience, doc: &Doc, ty: &Type) -> Option<Tree> {
    if doc.examples.is_empty() {
        return None;
    }
    let numeric = matches!(ty.kind, TypeKind::Integer(_) | TypeKind::Number(_));
    Some(Tree::List(doc.examples.iter().map(|json| example(&shown::at(cx, audience, ty, json), numeric)).collect()))
}

fn example(json: &Json, numeric: bool) -> Tree {
    match &json.value {
        Value::Text(text) if numeric => text.parse::<i32>().map_or_else(|_| Tree::from(json), Tree::number),
        _ => Tree::from(json),
    }
}

fn between<T: Display>(min: Option<T>, max: Option<T>) -> Option<String> {
    Some(match (min, max) {
        (None, None) => return None,
        (Some(min), Some(max)) => {
            let (min, max) = (min.to_string(), max.to_string());
            if min == max { format!("exactly {min}") } else { format!("{min} to {max}") }
        }
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
    })
}

fn multiple(of: Option<&str>) -> Option<String> {
    of.map(|of| format!("a multiple of {of}"))
}

fn with(word: &str, limits: impl Iterator<Item = String>) -> String {
    let limits: Vec<String> = limits.collect();
    if limits.is_empty() { word.to_owned() } else { format!("{word} ({})", limits.join(", ")) }
}
