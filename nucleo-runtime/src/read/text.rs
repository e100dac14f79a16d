//! Texts: where they end, and what their escapes mean.

use std::ops::Range;

use super::quotes::Quote;
use super::reader::{Halt, Reader};
use super::{escape, scan};
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::{CUT, KEY_IN_ARENA, NONE, Raw, pair};

/// A text's place, in the reply or in the arena.
// Two words, which travel in registers: three fields of their own sizes stall where a result is taken apart, 5 % of
// 10 KB (bench: read).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slice {
    /// The offset and the length.
    pub(super) place: u64,
    home: Home,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[repr(u64)]
enum Home {
    #[default]
    Reply,
    Arena,
}

impl Slice {
    /// A part of the reply.
    #[inline]
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { place: pair(start as u32, (end - start) as u32), home: Home::Reply }
    }

    /// A part of the arena.
    pub(super) fn in_arena(start: usize, end: usize) -> Self {
        Self { home: Home::Arena, ..Self::new(start, end) }
    }

    /// The name of a member.
    pub(super) fn of_key(node: &Raw) -> Self {
        let home = if node.flags & KEY_IN_ARENA == 0 { Home::Reply } else { Home::Arena };
        Self { place: pair(node.key, node.key_len), home }
    }

    #[inline]
    pub(super) fn offset(self) -> u32 {
        (self.place >> 32) as u32
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.place as u32
    }

    #[inline]
    pub(super) fn is_in_arena(self) -> bool {
        self.home == Home::Arena
    }
}

impl Reader<'_> {
    /// Reads the text whose double quote is at hand, up to the next one that is not escaped.
    #[inline(always)]
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
    #[cold]
    fn quoted_slowly(&mut self, start: usize, mut end: usize) -> Result<Slice, Halt> {
        let (mut escaped, mut control) = (false, None);
        loop {
            match self.bytes.get(end) {
                None => return self.unclosed(start - 1..start),
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
        if escaped { self.content(start, end) } else { Ok(Slice::new(start, end)) }
    }

    /// The text that `quote` opens has no closing quote. Where it ends is plain if nothing but the closers of all that is
    /// open stands behind it: `{"city": "Paris}`.
    #[cold]
    pub(super) fn unclosed(&mut self, quote: Range<usize>) -> Result<Slice, Halt> {
        let start = quote.end;
        if self.in_object && !self.due_is_value && !self.options.strict && !self.options.cut {
            if let Some(name) = self.unclosed_name(quote.start)? {
                return Ok(name);
            }
        }
        // To look for its end takes as long as what is left of the reply.
        self.burn(self.bytes.len() - start);
        let is_value =
            self.due_is_value && self.open != NONE && !self.options.strict && !self.options.cut && self.fuel > 0;
        let Some(end) = self.end_before_closers(start).filter(|_| is_value) else {
            return Err(self.cut_text(quote));
        };
        let kind = if self.byte(quote.start) == b'\'' { Quote::Single } else { Quote::Double };
        self.swallows_nothing(kind, start, end)?;
        self.mend(RepairKind::MissingQuote, end..end)?;
        self.at = end;
        self.content(start, end)
    }

    /// The end of the text at `start`, on one line, where exactly the closers that are due follow it.
    fn end_before_closers(&self, start: usize) -> Option<usize> {
        let rest = &self.text[start..];
        let line = rest.find('\n').unwrap_or(rest.len());
        let blank = |c: char| c.is_whitespace() || matches!(c, '}' | ']');
        let behind = rest.len() - rest[line..].trim_start_matches(blank).len();
        let mut kept = &rest[..behind];
        for closer in self.closers_due().into_iter().rev() {
            kept = kept.trim_end().strip_suffix(closer)?;
        }
        let kept = kept.trim_end();
        let has_pairs = kept.matches(['{', '[']).count() == kept.matches(['}', ']']).count();
        // A comma with a colon behind it may begin a member.
        let is_one = !kept.contains(',') || !kept.contains(':') && !kept.ends_with(',');
        (!kept.is_empty() && !kept.contains('\n') && has_pairs && is_one).then_some(start + kept.len())
    }

    /// The closers of all open containers, the innermost first.
    fn closers_due(&self) -> Vec<char> {
        let mut closers = Vec::new();
        let mut open = self.open;
        while open != NONE {
            closers.push(char::from(self.closer_of(open)));
            open = self.parent(open);
        }
        closers
    }

    /// The text that `quote` opens has no end. What there is of a member's value is kept, for those who want the
    /// part of the answer that arrived.
    #[cold]
    pub(super) fn cut_text(&mut self, quote: Range<usize>) -> Halt {
        let Range { start: opener, end: start } = quote;
        let end = self.bytes.len();
        self.burn(end - start);
        let halt = self.fail(FaultKind::Cut, opener..end, "unterminated string");
        if self.in_object && self.due_is_value && !self.options.strict {
            self.at = end;
            // An escape may be cut in the middle too.
            let whole = self.text[start..].rfind('\\').filter(|at| end - start - at < 6).map_or(end, |at| start + at);
            if let Ok(text) = self.content(start, whole) {
                self.push_text(text, opener, CUT);
            }
        }
        halt
    }

    /// The text between two places, its escapes resolved.
    pub(super) fn content(&mut self, start: usize, end: usize) -> Result<Slice, Halt> {
        let text = &self.text[start..end];
        if !text.contains('\\') {
            return Ok(Slice::new(start, end));
        }
        let offset = self.tape.arena.len();
        if let Some(odd) = escape::resolve(text, &mut self.tape.arena) {
            self.mend(RepairKind::Escape, start + odd..start + odd + 2)?;
        }
        Ok(Slice::in_arena(offset, self.tape.arena.len()))
    }
}
