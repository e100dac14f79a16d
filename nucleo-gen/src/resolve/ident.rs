//! From any spelling to a Rust identifier: of ASCII where the script has a usual Latin form, never empty, never a
//! keyword.
//!
//! Rust warns about look-alike letters at the level of the whole crate, where generated code cannot allow it; so Latin
//! letters with marks, Greek and Cyrillic ones are written in ASCII. Scripts without such trouble stay as they are.

use heck::ToSnakeCase as _;

use crate::resolve::letters::{OPERATORS, is_native, latin, operator, symbol};

/// How an identifier is cased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// `row_count`: members and modules.
    Snake,
    /// `RowCount`: types and variants.
    Camel,
}

/// Past this many characters an identifier is cut between two words.
const LONGEST: usize = 60;

/// The identifier for a spelling, were it alone.
pub(crate) fn plain(text: &str, case: Case) -> String {
    match cased(&worded(text, false), case) {
        Some(ident) => ident,
        None => spelled(text, case),
    }
}

/// Identifiers for a spelling that clashes with a sibling, the most readable first. Each depends on the spelling alone,
/// so none changes when a further sibling comes.
pub(crate) fn fallbacks(text: &str, case: Case) -> Vec<String> {
    let plain = plain(text, case);
    let mut out = vec![spelled(text, case)];
    if let Some(style) = style(text) {
        out.extend(cased(&format!("{} {style}", worded(text, false)), case));
    }
    out.push(suffixed(&plain, &format!("x{:08x}", hash(text)), case));
    out.retain(|ident| *ident != plain);
    out
}

/// `base` with one more word.
pub(crate) fn suffixed(base: &str, word: &str, case: Case) -> String {
    let base = base.trim_end_matches('_');
    match case {
        Case::Snake => format!("{base}_{word}"),
        Case::Camel => format!("{base}{}", capitalized(word)),
    }
}

/// Whether Rust keeps the word for itself.
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "abstract"
            | "as"
            | "async"
            | "await"
            | "become"
            | "box"
            | "break"
            | "const"
            | "continue"
            | "crate"
            | "do"
            | "dyn"
            | "else"
            | "enum"
            | "extern"
            | "false"
            | "final"
            | "fn"
            | "for"
            | "gen"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "loop"
            | "macro"
            | "match"
            | "mod"
            | "move"
            | "mut"
            | "override"
            | "priv"
            | "pub"
            | "ref"
            | "return"
            | "self"
            | "Self"
            | "static"
            | "struct"
            | "super"
            | "trait"
            | "true"
            | "try"
            | "type"
            | "typeof"
            | "unsafe"
            | "unsized"
            | "use"
            | "virtual"
            | "where"
            | "while"
            | "yield"
    )
}

/// A short, stable number for a text (FNV-1a).
pub(crate) fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The identifier with every symbol as a word.
fn spelled(text: &str, case: Case) -> String {
    let words = match text {
        "" => "empty".to_owned(),
        "-" => "minus".to_owned(),
        _ => worded(text, true),
    };
    // A few letters, like the Cyrillic soft sign, have no sound of their own.
    cased(&words, case)
        .unwrap_or_else(|| suffixed(if case == Case::Camel { "X" } else { "x" }, &format!("{:08x}", hash(text)), case))
}

/// The words in the given case; `None` where there are none.
fn cased(words: &str, case: Case) -> Option<String> {
    let snake = words.to_snake_case();
    let snake = shortened(&snake);
    if snake.is_empty() {
        return None;
    }
    let mut ident = match case {
        Case::Snake => snake.to_owned(),
        Case::Camel => camel(snake),
    };
    if ident.starts_with(|c: char| c.is_numeric()) {
        ident.insert(0, if case == Case::Camel { 'N' } else { 'n' });
    }
    if is_keyword(&ident) {
        ident.push('_');
    }
    Some(ident)
}

fn camel(snake: &str) -> String {
    let mut out = String::with_capacity(snake.len());
    for word in snake.split('_') {
        // `1.5` is not `15`.
        if out.ends_with(|c: char| c.is_ascii_digit()) && word.starts_with(|c: char| c.is_ascii_digit()) {
            out.push('_');
        }
        out.push_str(&capitalized(word));
    }
    out
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn shortened(snake: &str) -> &str {
    let Some((end, _)) = snake.char_indices().nth(LONGEST) else { return snake };
    // OK because `end` is the start of a character.
    let head = &snake[..end];
    head.rfind('_').map_or(head, |at| &head[..at])
}

/// How a spelling is cased, as a word.
fn style(text: &str) -> Option<&'static str> {
    let upper = text.contains(char::is_uppercase);
    let lower = text.contains(char::is_lowercase);
    match (upper, lower) {
        (true, true) if text.starts_with(char::is_uppercase) => Some("pascal"),
        (true, true) => Some("camel"),
        (true, false) => Some("upper"),
        (false, true) => Some("lower"),
        (false, false) => None,
    }
}

/// The text in letters and digits that an identifier can have, with blanks between words. Operators become words;
/// other symbols do when `all`, and are blanks otherwise.
fn worded(text: &str, all: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let pair = if all { None } else { OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)) };
        if let Some((sign, word)) = pair {
            push_word(&mut out, word);
            // OK because `rest` starts with `sign`.
            rest = &rest[sign.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        let signed = c == '-' && out.is_empty() && rest.starts_with(|c: char| c.is_ascii_digit());
        push_char(&mut out, if signed { '−' } else { c }, all);
    }
    out
}

fn push_char(out: &mut String, c: char, all: bool) {
    if c.is_ascii_alphanumeric() || is_native(c) {
        out.push(c);
    } else if let Some(latin) = latin(c) {
        out.push_str(latin);
    } else if let Some(word) = operator(c) {
        push_word(out, word);
    } else if c.is_alphanumeric() {
        push_word(out, &format!("u{:x}", u32::from(c)));
    } else if !all {
        out.push(' ');
    } else if let Some(word) = symbol(c) {
        push_word(out, word);
    } else {
        push_word(out, &format!("u{:x}", u32::from(c)));
    }
}

fn push_word(out: &mut String, word: &str) {
    out.push(' ');
    out.push_str(word);
    out.push(' ');
}

#[cfg(test)]
mod tests {
    use super::{Case, fallbacks, plain};

    #[test]
    fn ok_plain() {
        let cases = [
            ("rowCount", "row_count", "RowCount"),
            ("someURLValue", "some_url_value", "SomeUrlValue"),
            ("type", "type_", "Type"),
            ("self", "self_", "Self_"),
            ("Self", "self_", "Self_"),
            ("gen", "gen_", "Gen"),
            ("$ref", "ref_", "Ref"),
            ("", "empty", "Empty"),
            ("-", "minus", "Minus"),
            ("-1", "minus_1", "Minus1"),
            ("<=", "less_or_equal", "LessOrEqual"),
            ("+", "plus", "Plus"),
            ("C++", "c_plus_plus", "CPlusPlus"),
            ("404", "n404", "N404"),
            ("1.5", "n1_5", "N1_5"),
            ("v1.5", "v1_5", "V1_5"),
            ("größe", "grosse", "Grosse"),
            ("Цена", "tsena", "Tsena"),
            ("名前", "名前", "名前"),
            ("ユーザー", "ユーザー", "ユーザー"),
            ("🙂", "u1f642", "U1f642"),
            ("\u{301}", "u301", "U301"),
            ("__", "underscore_underscore", "UnderscoreUnderscore"),
        ];
        for (text, snake, camel) in cases {
            assert_eq!(plain(text, Case::Snake), snake, "{text:?}");
            assert_eq!(plain(text, Case::Camel), camel, "{text:?}");
        }
    }

    #[test]
    fn ok_fallbacks() {
        assert_eq!(fallbacks("foo-bar", Case::Snake)[0], "foo_dash_bar");
        assert_eq!(fallbacks("fooBar", Case::Snake)[0], "foo_bar_camel");
        assert_eq!(fallbacks("RED", Case::Camel)[0], "RedUpper");
        assert_eq!(fallbacks("=", Case::Camel).len(), 1);
        assert_eq!(fallbacks("==", Case::Camel)[0], "EqualEqual");
    }
}
