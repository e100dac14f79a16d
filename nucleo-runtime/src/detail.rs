//! What a log is told of a refusal.

use std::fmt::{self, Write as _};

use crate::expected;
use crate::fault::{Fault, FaultKind, Found};
use crate::shape::Shape;

/// The most bytes of the reply that are quoted for one fault.
const EXCERPT: usize = 80;
/// The most bytes of a whole detail.
const LIMIT: usize = 8192;

/// One line of fixed text and counts.
pub(crate) fn summary(shape: Shape, faults: &[Fault], attempts: usize) -> String {
    let mut out = String::from("the reply does not fit");
    let name = shape.ty().name;
    if !name.is_empty() {
        let _ = write!(out, " `{name}`");
    }
    let mut separator = ": ";
    for &kind in FaultKind::ALL {
        let count = faults.iter().filter(|fault| fault.kind == kind).count();
        if count > 0 {
            let _ = write!(out, "{separator}{count} {kind}");
            separator = ", ";
        }
    }
    if attempts > 1 {
        let _ = write!(out, " (after {attempts} attempts)");
    }
    out
}

/// A fault on one line, without a word of the model's: `enum at items[0].status: "a" or "b" (found a string)`.
pub(crate) struct Line<'f>(pub(crate) Shape, pub(crate) &'f Fault);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { kind, path, expected: _, found, span: _ } = self.1;
        f.write_str(kind.name())?;
        if !path.is_root() {
            write!(f, " at {}", path.dotted())?;
        }
        write!(f, ": {}", expected::words(self.0, self.1, ""))?;
        match found {
            Found::Another => Ok(()),
            found => write!(f, " (found {found})"),
        }
    }
}

/// A line a fault, with its place in the reply and what stands there.
pub(crate) fn render(shape: Shape, reply: &str, faults: &[Fault]) -> String {
    let mut out = summary(shape, faults, 1);
    for fault in faults {
        let _ = write!(out, "\n  {}", Line(shape, fault));
        if let Some((span, text)) = fault.span.clone().and_then(|span| Some((span.clone(), reply.get(span)?))) {
            let (line, column) = position(reply, span.start);
            let (excerpt, cut) = preview(text, EXCERPT);
            let more = if cut { " …" } else { "" };
            let _ = write!(out, "\n    {line}:{column}: {excerpt:?}{more}");
        }
        if out.len() > LIMIT {
            break;
        }
    }
    let cut = preview(&out, LIMIT).0.len();
    out.truncate(cut);
    out
}

/// The line and column, counted from 1, of a byte of `text`.
fn position(text: &str, at: usize) -> (usize, usize) {
    // OK because `at` begins a span that was just read.
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// The first bytes of `text`, at most `limit` of them and no character in part, and whether there are more.
pub(crate) fn preview(text: &str, limit: usize) -> (&str, bool) {
    if text.len() <= limit {
        return (text, false);
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (&text[..end], true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Expected;
    use crate::path::{Path, Step};
    use crate::profile::Profile;
    use crate::shape::{Kind, Table, Text, Type};
    use crate::tape::JsonKind;

    static TABLE: Table = Table {
        types: &[Type::new("Note", Kind::Text(Text { max: 4, ..Text::ANY }))],
        rules: &[],
        patterns: &[],
        anchors: &[],
    };

    const SHAPE: Shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);

    fn fault(span: std::ops::Range<usize>) -> Fault {
        Fault {
            kind: FaultKind::Length,
            path: Path(vec![Step::Name("note".into())]),
            expected: Expected::Shape(SHAPE),
            found: Found::Kind(JsonKind::String),
            span: Some(span),
        }
    }

    #[test]
    fn ok_a_detail_quotes_with_places() {
        assert_eq!(
            render(SHAPE, "{\n  \"é\": \"a b\"}", &[fault(10..15)]),
            "the reply does not fit `Note`: 1 length\n  \
             length at note: a string of at most 4 characters (found a string)\n    \
             2:8: \"\\\"a b\\\"\""
        );
    }

    #[test]
    fn ok_a_detail_is_bounded() {
        let reply = "é".repeat(1 << 20);
        let faults: Vec<Fault> = (0..1000).map(|_| fault(0..reply.len())).collect();
        let detail = render(SHAPE, &reply, &faults);
        assert!(detail.len() <= LIMIT && detail.len() > LIMIT / 2);
    }

    #[test]
    fn ok_a_preview_keeps_characters_whole() {
        assert_eq!(preview("abcd", 4), ("abcd", false));
        assert_eq!(preview("abcde", 4), ("abcd", true));
        assert_eq!(preview("abc€", 4), ("abc", true));
    }
}
