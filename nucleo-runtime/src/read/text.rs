//! Texts: where they end, and what their escapes mean.

use super::reader::{Halt, Reader};
use super::scan;
use crate::fault::FaultKind;
use crate::repair::RepairKind;

/// A text's place, in the reply or in the arena.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slice {
    pub(super) offset: u32,
    pub(super) len: u32,
    pub(super) in_arena: bool,
}

impl Slice {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { offset: start as u32, len: (end - start) as u32, in_arena: false }
    }
}

impl Reader<'_> {
    /// Reads the text whose double quote is at hand, up to the next one that is not escaped.
    #[inline]
    pub(super) fn quoted(&mut self) -> Result<Slice, Halt> {
        let start = self.at + 1;
        let end = scan::plain(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Slice::new(start, end));
        }
        self.quoted_slowly(start, end)
    }

    /// The same, from the first backslash or control character on.
    fn quoted_slowly(&mut self, start: usize, mut end: usize) -> Result<Slice, Halt> {
        let (mut escaped, mut control) = (false, None);
        loop {
            match self.bytes.get(end) {
                None => return Err(self.fail(FaultKind::Cut, start - 1..self.bytes.len(), "unterminated string")),
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    end += 2;
                }
                Some(_) => {
                    control.get_or_insert(end);
                    end += 1;
                }
            }
            end = scan::plain(self.bytes, end);
        }
        if let Some(at) = control {
            self.mend(RepairKind::ControlCharacter, at..at + 1)?;
        }
        self.at = end + 1;
        if escaped { self.unescape(start, end) } else { Ok(Slice::new(start, end)) }
    }

    /// Copies a text into the arena, its escapes resolved.
    pub(super) fn unescape(&mut self, start: usize, end: usize) -> Result<Slice, Halt> {
        let offset = self.tape.arena.len();
        let mut at = start;
        while at < end {
            let Some(run) = self.text[at..end].find('\\') else { break };
            self.tape.arena.push_str(&self.text[at..at + run]);
            at = self.escape(at + run, end)?;
        }
        self.tape.arena.push_str(&self.text[at.min(end)..end]);
        Ok(Slice { offset: offset as u32, len: (self.tape.arena.len() - offset) as u32, in_arena: true })
    }

    /// Resolves the escape at `at`, and gives the place behind it.
    ///
    /// ```text
    /// escape = "\" ( DQUOTE / "\" / "/" / "b" / "f" / "n" / "r" / "t" / "u" 4HEXDIG )
    /// ```
    fn escape(&mut self, at: usize, end: usize) -> Result<usize, Halt> {
        let Some(&byte) = self.bytes[..end].get(at + 1) else { return self.unknown_escape(at, at + 1) };
        let c = match byte {
            b'"' | b'\\' | b'/' => byte as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(at, end),
            _ => return self.unknown_escape(at, end),
        };
        self.tape.arena.push(c);
        Ok(at + 2)
    }

    fn unicode(&mut self, at: usize, end: usize) -> Result<usize, Halt> {
        let Some(high) = self.hex(at + 2, end) else { return self.unknown_escape(at, end) };
        if let Some(c) = char::from_u32(high) {
            self.tape.arena.push(c);
            return Ok(at + 6);
        }
        if high < 0xDC00 && self.bytes[at + 6..end].starts_with(b"\\u") {
            if let Some(low @ 0xDC00..=0xDFFF) = self.hex(at + 8, end) {
                // OK because a pair of surrogates always makes a character.
                let c = char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                self.tape.arena.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
                return Ok(at + 12);
            }
        }
        self.mend(RepairKind::Escape, at..at + 6)?;
        self.tape.arena.push(char::REPLACEMENT_CHARACTER);
        Ok(at + 6)
    }

    fn hex(&self, at: usize, end: usize) -> Option<u32> {
        let digits = self.bytes[..end].get(at..at + 4)?;
        digits.iter().try_fold(0, |value, digit| Some(value << 4 | (*digit as char).to_digit(16)?))
    }

    /// An escape that JSON does not know keeps its backslash: it is far more often TeX or a path than a typing error.
    #[cold]
    fn unknown_escape(&mut self, at: usize, end: usize) -> Result<usize, Halt> {
        let next = self.text[at + 1..end].chars().next();
        let behind = at + 1 + next.map_or(0, char::len_utf8);
        self.mend(RepairKind::Escape, at..behind)?;
        // An escaped quote of another kind is one; Markdown escapes the underscore.
        if !matches!(next, Some('\'' | '`' | '_')) {
            self.tape.arena.push('\\');
        }
        self.tape.arena.extend(next);
        Ok(behind)
    }
}
