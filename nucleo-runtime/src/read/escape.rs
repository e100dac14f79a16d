//! What the escapes of a text mean.

/// Appends `text` to `out`, its escapes resolved; gives the place of the first that JSON does not know.
///
/// ```text
/// escape = "\" ( DQUOTE / "\" / "/" / "b" / "f" / "n" / "r" / "t" / "u" 4HEXDIG )
/// ```
pub(super) fn resolve(text: &str, out: &mut String) -> Option<usize> {
    let (mut at, mut odd) = (0, None);
    while let Some(run) = text[at..].find('\\') {
        out.push_str(&text[at..at + run]);
        at += run;
        let (len, known) = one(&text[at..], out);
        if !known {
            odd.get_or_insert(at);
        }
        at += len;
    }
    out.push_str(&text[at..]);
    odd
}

/// Resolves the escape that `text` begins with; gives its length and whether JSON knows it.
fn one(text: &str, out: &mut String) -> (usize, bool) {
    let c = match text.as_bytes().get(1) {
        Some(byte @ (b'"' | b'\\' | b'/')) => *byte as char,
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(text, out),
        _ => return unknown(text, out),
    };
    out.push(c);
    (2, true)
}

fn unicode(text: &str, out: &mut String) -> (usize, bool) {
    let Some(high) = hex(text, 2) else { return unknown(text, out) };
    if let Some(c) = char::from_u32(high) {
        out.push(c);
        return (6, true);
    }
    let low = if text[6..].starts_with("\\u") { hex(text, 8) } else { None };
    if let (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) = (high, low) {
        // OK because a pair of surrogates always makes a character.
        out.extend(char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
        return (12, true);
    }
    out.push(char::REPLACEMENT_CHARACTER);
    (6, false)
}

fn hex(text: &str, at: usize) -> Option<u32> {
    let digits = text.as_bytes().get(at..at + 4)?;
    digits.iter().try_fold(0, |value, digit| Some(value << 4 | (*digit as char).to_digit(16)?))
}

/// An escape that JSON does not know keeps its backslash: it is far more often TeX or a path than a typing error.
#[cold]
fn unknown(text: &str, out: &mut String) -> (usize, bool) {
    let next = text[1..].chars().next();
    // An escaped quote of another kind is one; Markdown escapes the underscore.
    if !matches!(next, Some('\'' | '`' | '_')) {
        out.push('\\');
    }
    out.extend(next);
    (1 + next.map_or(0, char::len_utf8), false)
}

#[cfg(test)]
mod tests {
    fn resolve(text: &str) -> (String, Option<usize>) {
        let mut out = String::new();
        let odd = super::resolve(text, &mut out);
        (out, odd)
    }

    #[test]
    fn ok_what_json_knows() {
        assert_eq!(resolve(r#"a\n\t\"\\\/\u0041\ud83d\ude00ä"#), ("a\n\t\"\\/A😀ä".to_owned(), None));
    }

    #[test]
    fn ok_what_it_does_not_know_keeps_its_backslash() {
        assert_eq!(resolve(r"\underbrace{x} \alpha"), (r"\underbrace{x} \alpha".to_owned(), Some(0)));
        assert_eq!(resolve(r"it\'s a\_b"), ("it's a_b".to_owned(), Some(2)));
        assert_eq!(resolve(r"x \uD82C y"), ("x \u{fffd} y".to_owned(), Some(2)));
        assert_eq!(resolve(r"\u12"), (r"\u12".to_owned(), Some(0)));
        assert_eq!(resolve("\\"), ("\\".to_owned(), Some(0)));
        assert_eq!(resolve("\\€"), ("\\€".to_owned(), Some(0)));
    }
}
