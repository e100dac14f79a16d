//! Code in colours, with its types as links.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::html::Esc;

const KEYWORDS: [&str; 10] = ["pub", "struct", "enum", "Option", "Vec", "String", "Box", "bool", "f64", "BTreeMap"];

/// Rust as prettyplease prints it. `links` leads from names of types to addresses.
pub(super) fn rust(text: &str, links: &HashMap<&str, String>) -> String {
    let mut out = String::new();
    for line in text.trim_end().split_inclusive('\n') {
        let body = line.trim_start();
        out.push_str(&line[..line.len() - body.len()]);
        if body.starts_with("//") {
            let _ = write!(out, "<i>{}</i>", Esc(body));
        } else {
            rust_line(&mut out, body, links);
        }
    }
    out
}

fn rust_line(out: &mut String, line: &str, links: &HashMap<&str, String>) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (part, tail) = rest.split_at(end);
        let _ = match links.get(part) {
            Some(href) => write!(out, "<a href=\"{}\">{}</a>", Esc(href), Esc(part)),
            None if KEYWORDS.contains(&part) || is_number(part) => write!(out, "<b>{}</b>", Esc(part)),
            None => write!(out, "{}", Esc(part)),
        };
        rest = tail;
    }
}

/// `u8`, `i128`
fn is_number(word: &str) -> bool {
    let Some(bits) = word.strip_prefix(['u', 'i']) else { return false };
    matches!(bits, "8" | "16" | "32" | "64" | "128")
}

/// JSON, or the notation: names of members, texts, and the rest.
pub(super) fn json(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.trim_end();
    while let Some(start) = rest.find('"') {
        let (before, from) = rest.split_at(start);
        let _ = write!(out, "{}", Esc(before));
        let (word, tail) = from.split_at(end_of_text(from));
        let tag = if tail.trim_start().starts_with(':') { "b" } else { "s" };
        let _ = match tag {
            "b" => write!(out, "<b>{}</b>", Esc(word)),
            _ => write!(out, "<span>{}</span>", Esc(word)),
        };
        rest = tail;
    }
    let _ = write!(out, "{}", Esc(rest));
    out
}

/// Where a text of JSON ends, its quotes included.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            c => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}
