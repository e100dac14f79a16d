//! Rules of texts.

use nucleo_runtime::pattern::{Translated, translate};
use prost_reflect::DynamicMessage;

use super::{Members, count, get, listed};
use crate::diag::Span;
use crate::front::proto::json::{Maker, number, text};
use crate::json::Json;

/// Adds the keywords; gives what none of them says.
pub(super) fn apply(
    rules: &DynamicMessage,
    maker: &Maker,
    at: Span,
    out: &mut Members,
    further: &mut Vec<Json>,
) -> Vec<String> {
    // A character has one to four bytes.
    let least = |bytes: u64| bytes.div_ceil(4);
    let bounds = [
        ("len", "minLength", count(rules, "len")),
        ("len", "maxLength", count(rules, "len")),
        ("min_len", "minLength", count(rules, "min_len")),
        ("max_len", "maxLength", count(rules, "max_len")),
        ("len_bytes", "minLength", count(rules, "len_bytes").map(least)),
        ("len_bytes", "maxLength", count(rules, "len_bytes")),
        ("min_bytes", "minLength", count(rules, "min_bytes").map(least)),
        ("max_bytes", "maxLength", count(rules, "max_bytes")),
    ];
    for (_, keyword, bound) in bounds {
        add(maker, at, out, further, keyword, bound.map(|it| number(at, it)));
    }
    let said = |name: &str| get(rules, name).and_then(|it| it.as_str().map(str::to_owned));
    let flagged = |name: &str| get(rules, name).and_then(|it| it.as_bool()) == Some(true);
    let (mut patterns, mut unsaid) = (Vec::new(), Vec::new());
    if let Some(source) = said("pattern") {
        match ecma(&source) {
            Some(pattern) => patterns.push(pattern),
            None => unsaid.push(format!("matching {source}")),
        }
    }
    patterns.extend(said("prefix").map(|it| format!("^{}", escaped(&it))));
    patterns.extend(said("suffix").map(|it| format!("{}$", escaped(&it))));
    patterns.extend(said("contains").map(|it| escaped(&it)));
    patterns.extend(FLAGS.iter().filter(|it| flagged(it.0)).map(|it| it.1.to_owned()));
    for pattern in patterns {
        add(maker, at, out, further, "pattern", Some(text(at, pattern)));
    }
    if let Some(part) = said("not_contains") {
        let inner = maker.schema(at, vec![("pattern", text(at, escaped(&part)))]);
        further.push(maker.schema(at, vec![("not", inner)]));
    }
    let format = ["email", "hostname", "ipv4", "ipv6", "uri", "uuid"].into_iter().find(|it| flagged(it));
    let format = format.or_else(|| flagged("uri_ref").then_some("uri-reference"));
    out.extend(format.map(|it| ("format", text(at, it))));
    listed(rules, None, maker, at, out, further);
    unsaid
}

/// Adds a keyword; one that is there already stands by itself.
fn add(
    maker: &Maker,
    at: Span,
    out: &mut Members,
    further: &mut Vec<Json>,
    keyword: &'static str,
    value: Option<Json>,
) {
    let Some(value) = value else { return };
    if out.iter().any(|it| it.0 == keyword) {
        further.push(maker.schema(at, vec![(keyword, value)]));
    } else {
        out.push((keyword, value));
    }
}

/// The flags that are patterns.
const FLAGS: &[(&str, &str)] = &[
    ("tuuid", "^[0-9a-fA-F]{32}$"),
    ("ulid", "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$"),
    ("protobuf_fqn", r"^[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*)*$"),
    ("protobuf_dot_fqn", r"^\.[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*)*$"),
];

/// A text as a pattern that matches it alone.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if r"\^$.|?*+()[]{}/".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A pattern of RE2 as ECMA-262 spells it; `None` where it has no such pattern.
fn ecma(pattern: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        let spelled = if c == '\\' { escape(rest) } else { None };
        let posix = CLASSES.iter().find(|it| in_class && rest.starts_with(it.0));
        let (taken, text) = match (spelled, posix) {
            (Some((taken, text)), _) => (taken, text),
            (_, Some((name, text))) => (name.len(), (*text).to_owned()),
            _ if rest.starts_with("(?P<") => (4, "(?<".to_owned()),
            // Flags, which hold for a part of a pattern.
            _ if rest.starts_with("(?") && !rest.starts_with("(?:") && !rest.starts_with("(?<") => return None,
            _ if in_class && rest.starts_with("[:") => return None,
            _ if c == '\\' => (1 + rest[1..].chars().next().map_or(0, char::len_utf8), String::new()),
            _ => (c.len_utf8(), c.to_string()),
        };
        in_class = match c {
            '[' if !in_class => true,
            ']' if in_class && taken == 1 => false,
            _ => in_class,
        };
        // An escape that both know stands as it is.
        if text.is_empty() && c == '\\' && !rest.starts_with("\\Q") {
            out.push_str(&rest[..taken]);
        } else {
            out.push_str(&text);
        }
        rest = &rest[taken..];
    }
    matches!(translate(&out), Ok(Translated::Engine(_) | Translated::NotLinear(_))).then_some(out)
}

/// An escape that ECMA-262 spells otherwise: its length, and what it is there.
fn escape(rest: &str) -> Option<(usize, String)> {
    let mut chars = rest.chars().skip(1);
    Some(match chars.next()? {
        'A' => (2, "^".to_owned()),
        'z' => (2, "$".to_owned()),
        'a' => (2, r"\x07".to_owned()),
        'Q' => {
            let inner = rest[2..].split("\\E").next().unwrap_or_default();
            (rest.len().min(2 + inner.len() + 2), escaped(inner))
        }
        kind @ ('p' | 'P') => match chars.next()? {
            '{' => return None,
            class => (2 + class.len_utf8(), format!("\\{kind}{{{class}}}")),
        },
        _ => return None,
    })
}

/// The names of classes of characters, inside brackets.
const CLASSES: &[(&str, &str)] = &[
    ("[:alnum:]", "0-9A-Za-z"),
    ("[:alpha:]", "A-Za-z"),
    ("[:blank:]", r"\t "),
    ("[:digit:]", "0-9"),
    ("[:lower:]", "a-z"),
    ("[:space:]", r"\t\n\v\f\r "),
    ("[:upper:]", "A-Z"),
    ("[:word:]", "0-9A-Za-z_"),
    ("[:xdigit:]", "0-9A-Fa-f"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_patterns_of_re2() {
        for (re2, expected) in [
            (r"\A[a-z]+\z", "^[a-z]+$"),
            ("^[[:alpha:]_][[:alnum:]_]*$", "^[A-Za-z_][0-9A-Za-z_]*$"),
            (r"(?P<year>\d{4})", r"(?<year>\d{4})"),
            (r"^\pL+\.\p{Nd}$", r"^\p{L}+\.\p{Nd}$"),
            (r"\Qa.b\E+", r"a\.b+"),
            (r"^(?:a|b)[^\]x]$", r"^(?:a|b)[^\]x]$"),
        ] {
            assert_eq!(ecma(re2).as_deref(), Some(expected), "{re2}");
        }
    }

    #[test]
    fn err_patterns_that_ecma_has_not() {
        for re2 in ["(?i)abc", "a(?s:.)b", "[[:^alpha:]]", "(", r"\C"] {
            assert_eq!(ecma(re2), None, "{re2}");
        }
    }
}
