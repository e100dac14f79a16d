//! Members whose name has lost its colon or a quote, or has a quote too many; texts that lost their comma. A text that
//! runs on over one of them is not the only reading.

use std::ops::Range;

use super::ahead::NAME;
use super::quotes::Quote;
use super::reader::{Halt, Next, Reader};
use super::scope::Standing;
use super::text::Slice;
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::NONE;

/// A member whose name is quoted, and whose value begins as one may.
struct Member {
    name: Range<usize>,
    standing: Standing,
    /// What is wrong with the name, and where.
    slip: Option<(RepairKind, Range<usize>)>,
    /// Where the value begins.
    value: usize,
}

impl Reader<'_> {
    /// The member of the innermost container that begins with the quote at `at`.
    fn member_ahead(&mut self, at: usize) -> Option<Member> {
        let found = self.named_member(at);
        if found.is_some() || self.byte(at) != self.byte(at + 1) {
            return found;
        }
        // `""b": "y"`
        let found = self.named_member(at + 1).filter(|it| it.slip.is_none());
        found.map(|it| Member { slip: Some((RepairKind::Stray, at..at + 1)), ..it })
    }

    /// The same where one quote opens the name.
    fn named_member(&mut self, at: usize) -> Option<Member> {
        let quote = self.byte(at);
        if !matches!(quote, b'"' | b'\'') || self.open == NONE {
            return None;
        }
        let start = at + 1;
        let window = &self.bytes[start..self.bytes.len().min(start + NAME)];
        let len = window.iter().position(|byte| *byte == quote || matches!(byte, b':' | b'\n'))?;
        self.burn(len);
        let end = start + len;
        let (slip, value) = if self.byte(end) == b':' {
            self.slip_at_colon(quote, end)
        } else if self.byte(end) == quote {
            self.slip_behind_name(quote, end)
        } else {
            return None;
        };
        if matches!(self.byte(value), b'(' | b')') || !self.value_ahead(value) {
            return None;
        }
        self.burn(32);
        let (text, open) = (self.text, self.open);
        let name = start..start + text[start..end].trim_end().len();
        if name.is_empty() {
            return None;
        }
        let standing = self.scope(open).standing(&text[name.clone()]);
        Some(Member { name, standing, slip, value })
    }

    /// `"b: "y"` or `"b:" "y"`: what is wrong, and where the value begins.
    fn slip_at_colon(&mut self, quote: u8, colon: usize) -> (Option<(RepairKind, Range<usize>)>, usize) {
        if self.byte(colon + 1) == quote {
            let value = self.skip(colon + 2);
            if self.value_ahead(value) {
                return (Some((RepairKind::Colon, colon..colon + 2)), value);
            }
        }
        (Some((RepairKind::MissingQuote, colon..colon)), self.skip(colon + 1))
    }

    /// `"b": "y"`, `"b" "y"` or `"b"": "y"`: what is wrong, and where the value begins.
    fn slip_behind_name(&mut self, quote: u8, end: usize) -> (Option<(RepairKind, Range<usize>)>, usize) {
        let next = self.skip(end + 1);
        if self.byte(next) == b':' {
            return (None, self.skip(next + 1));
        }
        if self.byte(end + 1) == quote {
            let colon = self.skip(end + 2);
            if self.byte(colon) == b':' {
                return (Some((RepairKind::Stray, end + 1..end + 2)), self.skip(colon + 1));
            }
        }
        (Some((RepairKind::Colon, end + 1..end + 1)), next)
    }

    /// The name at hand, a declared one, has lost its colon or a quote, or has a quote too many; its value is whole.
    pub(super) fn slipped_name(&mut self) -> Result<Option<Next>, Halt> {
        let found = self.member_ahead(self.key_at).filter(|it| it.value > it.name.end);
        let Some(Member { name, standing: Standing::Declared, slip: Some((kind, place)), value }) = found else {
            return Ok(None);
        };
        if !self.is_whole_value(value) {
            return Ok(None);
        }
        self.mend(kind, place)?;
        self.name_is(Slice::new(name.start, name.end));
        self.at = value;
        Ok(Some(Next::Value))
    }

    /// The name whose quote is at `at` and has no other to the end of the text, where it is declared: `"n: 2}`.
    pub(super) fn unclosed_name(&mut self, at: usize) -> Result<Option<Slice>, Halt> {
        let Some(Member { name, standing: Standing::Declared, slip: Some((kind, place)), .. }) = self.member_ahead(at)
        else {
            return Ok(None);
        };
        self.at = place.start;
        self.mend(kind, place)?;
        Ok(Some(Slice::new(name.start, name.end)))
    }

    /// Whether the value that begins at `at` ends where one may end, as far as it is a text.
    fn is_whole_value(&mut self, at: usize) -> bool {
        let Some(behind) = self.behind_text(at) else { return !matches!(self.byte(at), b'"' | b'\'') };
        if self.fits(behind, &mut || true) {
            return true;
        }
        let comma = self.skip(behind);
        if self.byte(comma) != b',' {
            return false;
        }
        let item = self.skip(comma + 1);
        self.member_ahead(item).is_some_and(|it| it.standing == Standing::Declared)
    }

    /// The place behind the text that the quote at `at` opens.
    pub(super) fn behind_text(&mut self, at: usize) -> Option<usize> {
        let quote = Quote::at(self.text, at)?;
        let start = at + quote.len();
        let end = start + self.find(quote, start)?.0;
        Some(end + quote.closer_len(&self.bytes[end..]))
    }

    /// Whether the quote at `at` opens a text that ends where one may end.
    pub(super) fn is_whole_text(&mut self, at: usize) -> bool {
        self.behind_text(at).is_some_and(|behind| self.fits(behind, &mut || true))
    }

    /// Whether texts follow each other from `at` on, with nothing but blanks between them, up to one that ends where a
    /// text may end.
    pub(super) fn texts_ahead(&mut self, mut at: usize) -> bool {
        if at < self.texts_end {
            return true;
        }
        let quote = self.byte(at);
        while let Some(behind) = self.behind_text(at) {
            if self.fits(behind, &mut || true) {
                self.texts_end = behind;
                return true;
            }
            at = self.skip(behind);
            if at == behind || self.byte(at) != quote {
                return false;
            }
        }
        false
    }

    /// Whether `text`, which would end before `behind`, is followed by what reads with one mend more: a member whose
    /// name slipped, or a member or text whose comma is missing. Or it is the name of an element without its opener.
    #[cold]
    pub(super) fn fits_mended(&mut self, text: Range<usize>, behind: usize) -> bool {
        let next = self.skip(behind);
        if !self.in_object && self.byte(next) == b':' && self.open != NONE {
            let (all, list) = (self.text, self.open);
            return self.scope(list).items().standing(&all[text]) == Standing::Declared;
        }
        if !self.in_object {
            return next > behind && matches!(self.byte(next), b'"' | b'\'') && self.texts_ahead(next);
        }
        let has_comma = self.byte(next) == b',';
        let item = if has_comma { self.skip(next + 1) } else { next };
        let Some(Member { standing, slip, value, .. }) = self.member_ahead(item) else { return false };
        match (standing, slip) {
            (Standing::Declared, Some(_)) => has_comma && self.is_whole_value(value),
            (Standing::Declared, None) => next > behind,
            (Standing::Open, None) => self.text[behind..next].contains('\n'),
            _ => false,
        }
    }

    /// Fails where the text from `start` to `end`, which `quote` opens, would run on over a member or an item.
    pub(super) fn swallows_nothing(&mut self, quote: Quote, start: usize, end: usize) -> Result<(), Halt> {
        match self.swallowed(quote, start, end).or_else(|| self.half_quoted(start, end)) {
            Some(at) => {
                Err(self.fail(FaultKind::Ambiguous, at..at + 1, "a quote that may end a text or be part of it"))
            }
            None => Ok(()),
        }
    }

    /// Where a member or an item begins in the text from `start` to `end`: outside of brackets of its own it holds a
    /// declared name with a value, or an item ends in it and another begins.
    fn swallowed(&mut self, quote: Quote, start: usize, end: usize) -> Option<usize> {
        let own = if quote == Quote::Single { b'\'' } else { b'"' };
        let (mut depth, mut is_behind_closer) = (0i32, false);
        self.burn(end - start);
        for at in start..end {
            let byte = self.bytes[at];
            let swallows = match byte {
                b'{' | b'[' => is_behind_closer,
                _ if byte != own || depth > 0 => false,
                // Nobody has looked: it may be one.
                _ if self.fuel == 0 => true,
                _ => self.is_declared_member(at) || depth < 0 && self.is_outer_member(at),
            };
            if swallows {
                return Some(at);
            }
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b',' | b' ' | b'\n' | b'\r' | b'\t' => continue,
                _ => {}
            }
            is_behind_closer = depth < 0 && matches!(byte, b'}' | b']');
        }
        None
    }

    /// Whether a member of an object around the innermost container begins with the quote at `at`.
    fn is_outer_member(&mut self, at: usize) -> bool {
        let Some(Member { name, .. }) = self.member_ahead(at) else { return false };
        let text = self.text;
        let mut container = self.parent(self.open);
        while container != NONE {
            self.burn(32);
            if self.is_object(container) && self.scope(container).standing(&text[name.clone()]) == Standing::Declared {
                return true;
            }
            container = self.parent(container);
        }
        false
    }

    /// `["say "one", "two"]`: the quote in an element that opens something, and has no other that closes it.
    fn half_quoted(&self, start: usize, end: usize) -> Option<usize> {
        let text = &self.text[start..end];
        let at = text.rfind('"').filter(|_| !self.in_object && text.matches('"').count() % 2 == 1)?;
        text[..at].ends_with([' ', '(', '[', '\n']).then_some(start + at)
    }

    /// Whether a declared member begins with the quote at `at`.
    pub(super) fn is_declared_member(&mut self, at: usize) -> bool {
        let Some(it) = self.member_ahead(at).filter(|it| it.standing == Standing::Declared) else { return false };
        // `the "b"", …`: the second quote ends the text.
        let touches = it.value == it.name.end + 1 && self.byte(it.name.end) != b':';
        !touches || self.is_whole_value(it.value)
    }
}
