//! Strict reading of JSON documents, for those who keep schemas: every deviation from RFC 8259 is an error with its
//! place, and each value knows its own.
//!
//! ```
//! let document = nucleo_runtime::document::parse(r#"{"type": "object"}"#)?;
//! let (name, value) = document.root().entries().next().unwrap();
//! assert_eq!((name, value.text(), value.span()), ("type", Some("object"), 9..17));
//!
//! let error = nucleo_runtime::document::parse("[1,]").unwrap_err();
//! assert_eq!(error.to_string(), "trailing comma at byte 3");
//! # Ok::<(), nucleo_runtime::document::SyntaxError>(())
//! ```

use std::fmt;
use std::ops::Range;

use crate::read;
use crate::tape::{Node, Tape};

/// Nobody nests a document deeper by hand; each level costs its user's recursion a frame.
const DEPTH: u32 = 1000;

/// A JSON text that was read.
#[derive(Debug, Clone)]
pub struct Document<'t> {
    tape: Tape<'t>,
}

/// Reads a JSON text. Members of one name are all kept.
pub fn parse(text: &str) -> Result<Document<'_>, SyntaxError> {
    read::strict(text, DEPTH).map(|tape| Document { tape })
}

impl Document<'_> {
    /// The value that the text is.
    pub fn root(&self) -> Node<'_> {
        self.tape.node(0)
    }
}

/// A deviation from JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    offset: usize,
    message: &'static str,
}

impl SyntaxError {
    pub(crate) fn new(offset: usize, message: &'static str) -> Self {
        Self { offset, message }
    }

    /// The place in the text, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong there, in lower case and without a full stop.
    pub fn message(&self) -> &'static str {
        self.message
    }

    /// The place as an empty range.
    pub fn span(&self) -> Range<usize> {
        self.offset..self.offset
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.offset)
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn complain(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn ok_spans_and_values() {
        let text = r#" {"a\u0062": [1, -2.5, "x\n", true, null], "c" : {}} "#;
        let document = parse(text).unwrap();
        let root = document.root();
        assert_eq!(format!("{root:?}"), r#"{"ab": [1, -2.5, "x\n", true, null], "c": {}}"#);
        let spans: Vec<_> = root.entries().map(|(_, node)| (&text[node.name_span()], &text[node.span()])).collect();
        assert_eq!(spans, [(r#""a\u0062""#, r#"[1, -2.5, "x\n", true, null]"#), (r#""c""#, "{}")]);
    }

    #[test]
    fn ok_members_of_one_name_are_kept() {
        assert_eq!(parse(r#"{"a":1,"a":2}"#).unwrap().root().entries().count(), 2);
    }

    #[test]
    fn ok_scalars() {
        assert_eq!(parse(" 12 ").unwrap().root().int(), Some(12));
        assert_eq!(parse(r#""\ud83d\ude00""#).unwrap().root().text(), Some("😀"));
        assert_eq!(
            parse("123456789012345678901234567890").unwrap().root().digits().map(|digits| digits.len()),
            Some(30)
        );
    }

    #[test]
    fn err_deviations() {
        assert_eq!(complain(""), "unexpected end of text at byte 0");
        assert_eq!(complain("[1,]"), "trailing comma at byte 3");
        assert_eq!(complain(r#"{"a":1,}"#), "trailing comma at byte 7");
        assert_eq!(complain(r#"{"a" 1}"#), "expected a colon at byte 5");
        assert_eq!(complain(r#"{a: 1}"#), "expected a double quote at byte 1");
        assert_eq!(complain(r#"{"a": }"#), "expected a value at byte 6");
        assert_eq!(complain(r#"["a" "b"]"#), "expected a comma or a closer at byte 5");
        assert_eq!(complain("[1}"), "closer of the other kind at byte 2");
        assert_eq!(complain("[01]"), "invalid number at byte 1");
        assert_eq!(complain("[1, tru]"), "expected a value at byte 4");
        assert_eq!(complain("\"a\nb\""), "control character in a string at byte 2");
        assert_eq!(complain(r#""a\x""#), "invalid escape at byte 2");
        assert_eq!(complain(r#""\ud800""#), "invalid escape at byte 1");
        assert_eq!(complain(r#"{"a": "b"#), "unterminated string at byte 8");
        assert_eq!(complain("{} {}"), "text behind the value at byte 3");
        assert_eq!(complain("[/* */]"), "a comment is not JSON at byte 1");
        assert_eq!(complain(&"[".repeat(5000)), "nesting too deep at byte 1000");
    }

    #[test]
    fn err_what_serde_json_refuses_too() {
        for text in
            ["\u{feff}{}", "[1\u{0}]", "{}\u{0}", "nulll", "-", "[1 2]", "{\"a\":1 \"b\":2}", "'a'", "\"\\", "\"\\u12"]
        {
            assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text:?}");
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
