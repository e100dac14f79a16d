//! The notation of GBNF: rules, literals, repetition.

use std::collections::{HashMap, HashSet};

/// The rules of one grammar, in the order of their making.
#[derive(Debug, Default)]
pub(super) struct Rules {
    rules: Vec<(String, String)>,
    /// The rule of each text that stands in many places.
    by_text: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Rules {
    /// A name that no rule has yet.
    pub(super) fn name(&mut self, wish: &str) -> String {
        let mut plain = String::new();
        for c in wish.chars() {
            match c {
                'A'..='Z' => {
                    if plain.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()) {
                        plain.push('-');
                    }
                    plain.push(c.to_ascii_lowercase());
                }
                'a'..='z' | '0'..='9' => plain.push(c),
                _ if plain.ends_with('-') || plain.is_empty() => {}
                _ => plain.push('-'),
            }
        }
        let plain = plain.trim_end_matches('-');
        let first = if plain.is_empty() { "rule" } else { plain };
        let mut name = first.to_owned();
        let mut count = 1;
        while name == "root" || !self.taken.insert(name.clone()) {
            count += 1;
            name = format!("{first}-{count}");
        }
        name
    }

    pub(super) fn add(&mut self, name: String, text: String) {
        self.rules.push((name, text));
    }

    /// The rule of this text: one for all places that have it.
    pub(super) fn shared(&mut self, wish: &str, text: String) -> String {
        if let Some(name) = self.by_text.get(&text) {
            return name.clone();
        }
        let name = self.name(wish);
        self.by_text.insert(text.clone(), name.clone());
        self.add(name.clone(), text);
        name
    }

    /// The rule that was reserved under a name of its own.
    pub(super) fn known(&self, key: &str) -> Option<String> {
        self.by_text.get(key).cloned()
    }

    /// A rule that will be made, and that may refer to itself.
    pub(super) fn reserve(&mut self, key: &str) -> String {
        let name = self.name(key);
        self.by_text.insert(key.to_owned(), name.clone());
        name
    }

    pub(super) fn print(&self, root: &str) -> String {
        let mut out = format!("root ::= {root}\n");
        for (name, text) in &self.rules {
            out.push_str(&format!("{name} ::= {text}\n"));
        }
        out
    }
}

/// A text as it stands.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    text.chars().for_each(|c| escape(&mut out, c, '"'));
    out.push('"');
    out
}

/// A character of a literal (in quotes) or of a class (`]`).
pub(super) fn escape(out: &mut String, c: char, closer: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '"' if closer == '"' => out.push_str("\\\""),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        ']' | '[' | '^' | '-' if closer == ']' => out.push_str(&format!("\\x{:02X}", u32::from(c))),
        c if u32::from(c) < 0x20 || c == '\u{7f}' => out.push_str(&format!("\\x{:02X}", u32::from(c))),
        c => out.push(c),
    }
}

/// One of several; nothing around a single one.
pub(super) fn choice(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("({})", parts.join(" | ")),
    }
}

/// More repetitions than this engines do not take.
pub(super) const MOST: u64 = 1_000;

/// `part` from `min` to `max` times.
pub(super) fn repeat(part: &str, min: u64, max: Option<u64>) -> String {
    match (min, max) {
        (0, None) => format!("{part}*"),
        (1, None) => format!("{part}+"),
        (_, Some(0)) => "\"\"".to_owned(),
        (1, Some(1)) => part.to_owned(),
        (0, Some(1)) => format!("{part}?"),
        (min, None) => format!("{part}{{{min},}}"),
        (min, Some(max)) if min == max => format!("{part}{{{min}}}"),
        (min, Some(max)) => format!("{part}{{{min},{max}}}"),
    }
}
