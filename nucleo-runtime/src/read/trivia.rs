//! What may stand between tokens, beyond JSON's blanks: comments, typographic blanks, the end of an answer.

use std::ops::Range;

use super::reader::{Halt, Reader};
use super::scan;
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::NONE;

impl Reader<'_> {
    /// Skips comments and blanks that JSON does not know; tells whether there were any.
    pub(super) fn trivia(&mut self) -> Result<bool, Halt> {
        let start = self.at;
        while let Some((kind, end)) = self.trifle(self.at, usize::MAX) {
            if end > self.bytes.len() {
                self.burn(self.bytes.len() - self.at);
                return Err(self.fail(FaultKind::Cut, self.at..self.bytes.len(), "unterminated comment"));
            }
            self.mend(kind, self.at..end)?;
            let place = self.at..end;
            self.at = end;
            self.blanks();
            if kind == RepairKind::Comment && self.leaves_out(&place) {
                self.fault(FaultKind::Elided, place);
            }
        }
        Ok(self.at > start)
    }

    /// Whether the comment before this place says that something was left out: `// ... 48 more`, `/* the rest is omitted */`.
    #[cold]
    fn leaves_out(&self, comment: &Range<usize>) -> bool {
        let is_mark = |byte: &u8| matches!(byte, b'/' | b'*' | b'#' | b'<' | b'!' | b'-' | b' ');
        let marks = self.bytes[comment.clone()].iter().take_while(|byte| is_mark(byte)).count();
        let words = comment.start + marks..comment.end;
        let begins = matches!(self.bytes[words.start..], [b'.', b'.', b'.', ..] | [0xE2, 0x80, 0xA6, ..]);
        let is_last = matches!(self.peek(), b']' | b'}');
        self.open != NONE && (begins || is_last && is_rest(&self.text[words]))
    }

    /// The comment or odd blank at `at`, with its end; beyond the text where it has none. The end of a comment is looked
    /// for in so many bytes.
    pub(super) fn trifle(&self, at: usize, most: usize) -> Option<(RepairKind, usize)> {
        let rest = self.bytes.get(at..)?;
        match rest.first()? {
            b'/' if rest.starts_with(b"//") => Some((RepairKind::Comment, self.line_end(at, most))),
            b'#' => Some((RepairKind::Comment, self.line_end(at, most))),
            b'/' if rest.starts_with(b"/*") => Some((RepairKind::Comment, self.behind(at + 2, most, b"*/"))),
            b'<' if rest.starts_with(b"<!--") => Some((RepairKind::Comment, self.behind(at + 4, most, b"-->"))),
            b'\\' if matches!(rest.get(1), Some(b'n' | b'r' | b't')) => Some((RepairKind::EscapedWhole, at + 2)),
            0xB | 0xC | 0x80.. => {
                let len: usize =
                    self.text[at..].chars().take(most).take_while(|c| is_odd_blank(*c)).map(char::len_utf8).sum();
                (len > 0).then_some((RepairKind::Punctuation, at + len))
            }
            _ => None,
        }
    }

    fn line_end(&self, at: usize, most: usize) -> usize {
        let rest = &self.bytes[at..];
        at + scan::either(&rest[..rest.len().min(most)], 0, b'\n', b'\n')
    }

    fn behind(&self, at: usize, most: usize, end: &[u8]) -> usize {
        let rest = &self.bytes[at..];
        let found = rest[..rest.len().min(most)].windows(end.len()).position(|it| it == end);
        found.map_or(self.bytes.len() + 1, |len| at + len + end.len())
    }

    /// Whether the answer ends at `at`: with the text, a fence on a line of its own, or a tag.
    pub(super) fn ends(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        match rest.first() {
            None => true,
            Some(b'`') => rest.starts_with(b"```"),
            Some(b'<') => rest.starts_with(b"</") || rest.starts_with(b"<|"),
            _ => false,
        }
    }
}

/// Whether a comment before a closer stands for what belongs there.
fn is_rest(comment: &str) -> bool {
    let comment = comment.trim_end_matches(['/', '*', '-', '>', ' ', '\n', '\r']);
    if comment.ends_with("...") || comment.ends_with('…') {
        return true;
    }
    // What is longer explains something.
    if comment.len() > 80 {
        return false;
    }
    let comment = comment.to_lowercase();
    let mut words = comment.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words = [words.next(), words.next()].map(Option::unwrap_or_default);
    let is_count = !words[0].is_empty() && words[0].bytes().all(|byte| byte.is_ascii_digit());
    matches!(
        words[0],
        "more" | "rest" | "remaining" | "other" | "others" | "additional" | "etc" | "similarly" | "repeat"
    ) || matches!(words, ["the", "rest"] | ["and", "so"])
        || is_count && words[1] == "more"
        || comment.contains("omitted")
}

fn is_odd_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}
