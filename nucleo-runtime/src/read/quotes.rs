//! Texts in other quotes than JSON's, and texts whose quotes are not escaped, missing, or too many.

use std::ops::Range;

use super::reader::{Halt, Next, Reader};
use super::scope::Standing;
use super::text::Slice;
use super::{escape, scan};
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::{NONE, TEXT_IN_ARENA, Tag, pair};

/// What opens a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    /// `"`
    Double,
    /// `'`
    Single,
    /// A backquote.
    Back,
    /// `“`, and what stands for it.
    Curly,
    /// `‘`, and what stands for it.
    CurlySingle,
    /// `«`, and what stands for it.
    Angle,
    /// `\"`, in an answer that was escaped as a whole.
    Escaped,
    /// `""`, as CSV doubles them.
    Doubled,
    /// `"""` or `'''`
    Triple(u8),
}

const CURLY: [&str; 5] = ["“", "”", "″", "„", "‟"];
const CURLY_SINGLE: [&str; 5] = ["‘", "’", "′", "‚", "‛"];
const ANGLE: [&str; 2] = ["«", "»"];

impl Quote {
    /// The quote that opens a text at `at`.
    pub(super) fn at(text: &str, at: usize) -> Option<Self> {
        let rest = &text.as_bytes()[at..];
        match *rest.first()? {
            b'"' if rest.starts_with(b"\"\"\"") => Some(Self::Triple(b'"')),
            b'\'' if rest.starts_with(b"'''") => Some(Self::Triple(b'\'')),
            b'"' => Some(Self::Double),
            b'\'' => Some(Self::Single),
            b'`' => Some(Self::Back),
            b'\\' if rest.get(1) == Some(&b'"') => Some(Self::Escaped),
            0xE2 if CURLY.iter().any(|quote| rest.starts_with(quote.as_bytes())) => Some(Self::Curly),
            0xE2 if CURLY_SINGLE.iter().any(|quote| rest.starts_with(quote.as_bytes())) => Some(Self::CurlySingle),
            0xC2 if ANGLE.iter().any(|quote| rest.starts_with(quote.as_bytes())) => Some(Self::Angle),
            _ => None,
        }
    }

    pub(super) const fn len(self) -> usize {
        match self {
            Self::Double | Self::Single | Self::Back => 1,
            Self::Escaped | Self::Doubled | Self::Angle => 2,
            Self::Curly | Self::CurlySingle | Self::Triple(_) => 3,
        }
    }

    /// The length of the closing quote that `rest` begins with; 0 for none.
    pub(super) fn closer_len(self, rest: &[u8]) -> usize {
        let any = |quotes: &[&str]| quotes.iter().find(|it| rest.starts_with(it.as_bytes())).map_or(0, |it| it.len());
        match self {
            Self::Double => usize::from(rest.starts_with(b"\"")),
            Self::Single => usize::from(rest.starts_with(b"'")),
            Self::Back => usize::from(rest.starts_with(b"`")),
            Self::Curly if rest.starts_with(b"\"") => 1,
            Self::Curly => any(&CURLY),
            Self::CurlySingle if rest.starts_with(b"'") => 1,
            Self::CurlySingle => any(&CURLY_SINGLE),
            Self::Angle => any(&ANGLE),
            Self::Escaped => 2 * usize::from(rest.starts_with(b"\\\"")),
            Self::Doubled => 2 * usize::from(rest.starts_with(b"\"\"")),
            Self::Triple(byte) => 3 * usize::from(rest.starts_with(&[byte; 3])),
        }
    }

    /// The first closing quote in `bytes`, escaped ones passed over, and whether there are backslashes before it.
    pub(super) fn find(self, bytes: &[u8]) -> Option<(usize, bool)> {
        let byte = match self {
            Self::Double => b'"',
            Self::Single => b'\'',
            Self::Back => b'`',
            _ => return self.find_slowly(bytes).map(|at| (at, bytes[..at].contains(&b'\\'))),
        };
        let mut at = scan::either(bytes, 0, byte, b'\\');
        let mut escapes = false;
        while bytes.get(at) == Some(&b'\\') {
            escapes = true;
            at = scan::either(bytes, at + 2, byte, b'\\');
        }
        (at < bytes.len()).then_some((at, escapes))
    }

    /// The same for quotes of several bytes.
    fn find_slowly(self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self == Self::Escaped && byte == b'\\' {
                let run = bytes[at..].iter().take_while(|byte| **byte == b'\\').count();
                if run == 1 && bytes.get(at + 1) == Some(&b'"') {
                    return Some(at);
                }
                at += run + usize::from(bytes.get(at + run) == Some(&b'"'));
            } else if byte == b'\\' {
                at += 2;
            } else if self.closer_len(&bytes[at..]) > 0 {
                return Some(at);
            } else {
                at += 1;
            }
        }
        None
    }
}

/// The end of a text.
struct End {
    /// Its closing quote.
    end: usize,
    /// What follows that.
    behind: usize,
    /// Whether other quotes were passed over.
    inner: bool,
    /// Whether it may hold escapes.
    escapes: bool,
}

impl Reader<'_> {
    /// Reads a text that another quote than JSON's opens.
    pub(super) fn other_text(&mut self, quote: Quote) -> Result<Next, Halt> {
        let start = self.at;
        let content = start + quote.len();
        let found = self.text_end(quote, content, content);
        if quote == Quote::Single && found.as_ref().is_none_or(|it| it.inner) {
            if let Some((len, _)) = quote.find(&self.bytes[content..]) {
                if let Some(kept) = self.end_before_next(content, content + len) {
                    self.mend(RepairKind::Quotes, start..content)?;
                    return self.end_text_before(start, kept);
                }
                self.either_quote(quote, content, content + len)?;
            }
        }
        let Some(End { end, behind, inner, escapes }) = found else {
            let text = self.unclosed(start..content)?;
            self.push_text(text, start, 0);
            return Ok(Next::After);
        };
        let kind = if quote == Quote::Escaped { RepairKind::EscapedWhole } else { RepairKind::Quotes };
        if quote == Quote::Back && self.text[content..end].contains("${") {
            // A template of JavaScript, whose values stand elsewhere.
            return Ok(self.hole(FaultKind::Elided, start..behind));
        }
        self.mend(kind, start..content)?;
        if inner {
            if quote == Quote::Single && !self.in_object && is_pair(&self.text[content..end], "''") {
                return Err(self.fail(FaultKind::Ambiguous, start..behind, "two texts, or one with doubled quotes"));
            }
            self.swallows_nothing(quote, content, end)?;
            self.mend(RepairKind::InnerQuote, content..end)?;
        }
        self.at = behind;
        let text = if escapes { self.quoted_content(quote, content, end)? } else { Slice::new(content, end) };
        self.push_text(text, start, 0);
        Ok(Next::After)
    }

    /// Reads a name that another quote than JSON's opens.
    pub(super) fn other_name(&mut self, quote: Quote) -> Result<Next, Halt> {
        let start = self.at;
        let content = start + quote.len();
        let Some((len, _)) = self.find(quote, content) else {
            return Err(self.cut_text(start..content));
        };
        let kind = if quote == Quote::Escaped { RepairKind::EscapedWhole } else { RepairKind::Quotes };
        self.mend(kind, start..content)?;
        let end = content + len;
        self.at = end + quote.closer_len(&self.bytes[end..]);
        self.key_at = start;
        let name = self.quoted_content(quote, content, end)?;
        self.name_is(name);
        Ok(Next::Colon)
    }

    fn quoted_content(&mut self, quote: Quote, start: usize, end: usize) -> Result<Slice, Halt> {
        if quote != Quote::Escaped {
            return self.content(start, end);
        }
        let once = self.text[start..end].replace("\\\\", "\\").replace("\\\"", "\"");
        let offset = self.tape.arena.len();
        escape::resolve(&once, &mut self.tape.arena);
        Ok(Slice::in_arena(offset, self.tape.arena.len()))
    }

    /// The closing quote of a text that begins at `content`, looked for from `from` on: the first that is followed
    /// by what may follow a text.
    fn text_end(&mut self, quote: Quote, content: usize, from: usize) -> Option<End> {
        let bytes = self.bytes;
        let mut balance = Balance { taken: content, ..Balance::default() };
        let (mut at, mut inner) = (from, from > content);
        // What is read anew may hold escapes.
        let mut escapes = inner;
        self.burn(from - content);
        while let Some((len, escaped)) = self.find(quote, at) {
            let end = at + len;
            escapes |= escaped;
            let behind = end + quote.closer_len(&bytes[end..]);
            // A bracket that opens between inner quotes closes before the text ends.
            let is_within = inner && self.closes(behind) && balance.take(bytes, end).depth > 0;
            let fits = !is_within
                && (self.fits(behind, &mut || balance.take(bytes, end).is_sound())
                    || balance.take(bytes, end).is_sound() && self.fits_mended(content..end, behind));
            if fits {
                return Some(End { end, behind, inner, escapes });
            }
            // A bracket opens in the text before one closes in it.
            let next = self.skip(behind);
            let closes = self.open != NONE && self.byte(next) == self.closer_of(self.open);
            if self.fuel == 0 || closes && balance.take(bytes, end).depth <= 0 {
                return None;
            }
            inner = true;
            at = behind;
        }
        None
    }

    /// Whether a closer follows at `at`.
    #[cold]
    fn closes(&mut self, at: usize) -> bool {
        let next = self.skip(at);
        matches!(self.byte(next), b'}' | b']')
    }

    /// The first closing quote from `at` on, as far as the budget for looking ahead reaches: its distance, and whether
    /// there are backslashes before it.
    pub(super) fn find(&mut self, quote: Quote, at: usize) -> Option<(usize, bool)> {
        let window = &self.bytes[at..self.bytes.len().min(at.saturating_add(self.fuel))];
        let found = quote.find(window);
        self.burn(found.map_or(window.len(), |(len, _)| len));
        found
    }

    /// The text before this place, in double quotes, did not end where it seemed to: what follows cannot follow a
    /// text. Reads it anew, up to another quote.
    pub(super) fn reconsider(&mut self) -> Result<Next, Halt> {
        // OK because the caller saw that the last node is a text.
        let node = self.tape.nodes[self.tape.nodes.len() - 1];
        let (start, end) = (node.start as usize, node.end as usize - 1);
        if let Some(next) = self.many_quotes(start)? {
            return Ok(next);
        }
        if let Some(next) = self.missing_quote(start, end)? {
            return Ok(next);
        }
        self.inner_quotes(start, end + 1)
    }

    /// The text runs on to a later quote.
    fn inner_quotes(&mut self, start: usize, from: usize) -> Result<Next, Halt> {
        let Some(End { end, behind, .. }) = self.text_end(Quote::Double, start + 1, from) else {
            self.unpush();
            let text = self.unclosed(start..start + 1)?;
            self.push_text(text, start, 0);
            return Ok(Next::After);
        };
        if !self.in_object && is_pair(&self.text[start + 1..end], "\"\"") {
            return Err(self.fail(FaultKind::Ambiguous, from - 1..from + 1, "two texts, or one with doubled quotes"));
        }
        if is_choice(&self.text[start + 1..end]) {
            return Err(self.fail(FaultKind::Ambiguous, start..behind, "alternatives"));
        }
        self.swallows_nothing(Quote::Double, start + 1, end)?;
        self.unpush();
        let kept = without_lone_quote(&self.text[start + 1..end]);
        let kind = if kept.len() < end - start - 1 { RepairKind::Quotes } else { RepairKind::InnerQuote };
        self.mend(kind, from - 1..end)?;
        self.replace_text(start, start + 1 + kept.start, start + 1 + kept.end, behind)
    }

    fn replace_text(&mut self, start: usize, content: usize, end: usize, behind: usize) -> Result<Next, Halt> {
        let text = self.content(content, end)?;
        self.at = behind;
        self.push_text(text, start, 0);
        Ok(Next::After)
    }

    /// Two, three or four quotes at the beginning of a text.
    fn many_quotes(&mut self, start: usize) -> Result<Option<Next>, Halt> {
        let run = self.bytes[start..].iter().take(8).take_while(|byte| **byte == b'"').count();
        if run < 2 {
            return Ok(None);
        }
        if run > 2 && run % 2 == 0 && self.fits(start + run, &mut || true) {
            self.unpush();
            self.mend(RepairKind::Quotes, start..start + run)?;
            return self.replace_text(start, start + 1, start + 1, start + run).map(Some);
        }
        let quote = if run == 2 { Quote::Doubled } else { Quote::Triple(b'"') };
        let content = start + quote.len();
        let Some(End { end, behind, .. }) = self.text_end(quote, content, content) else { return Ok(None) };
        if quote == Quote::Doubled && self.text[content..end].contains('"') {
            // Who doubles quotes doubles all of them.
            return Ok(None);
        }
        self.unpush();
        self.mend(RepairKind::Quotes, start..content)?;
        self.replace_text(start, content, end, behind).map(Some)
    }

    /// The quote at `end` opens the next text or name, and the one that closes this text is missing.
    fn missing_quote(&mut self, start: usize, end: usize) -> Result<Option<Next>, Halt> {
        let Some(kept) = self.end_before_next(start + 1, end) else {
            return self.either_quote(Quote::Double, start + 1, end);
        };
        self.unpush();
        self.end_text_before(start, kept).map(Some)
    }

    /// Ends the text at `start`, whose quote takes a byte, before `end`.
    fn end_text_before(&mut self, start: usize, end: usize) -> Result<Next, Halt> {
        self.mend(RepairKind::MissingQuote, end..end)?;
        self.replace_text(start, start + 1, end, end)
    }

    /// The end of the text at `content` whose closing quote is missing: the one at `end` opens the next text or name.
    fn end_before_next(&mut self, content: usize, end: usize) -> Option<usize> {
        let kept = content + trim_between(&self.text[content..end]).len();
        let between = &self.text[kept..end];
        let is_apart = between.contains([',', '\n']);
        let opens = if self.in_object && !between.contains(['(', '[', '{']) {
            match self.name_ahead(end).filter(|name| name.quoted).map(|name| self.standing(self.open, name)) {
                Some(Standing::Declared) => is_apart || self.is_declared_member(end),
                Some(Standing::Open) => is_apart,
                _ => false,
            }
        } else {
            between.contains('\n') && between.contains(',')
        };
        let opens = opens || self.goes_on_around(between, end);
        opens.then_some(if is_apart { kept } else { end })
    }

    /// `{"a": "x}, {"a": "y"}`, `{"a": "x}], "b": "y"}`: whether `between` closes what is open up to a list or object,
    /// and that goes on with the name at `at`.
    fn goes_on_around(&mut self, between: &str, at: usize) -> bool {
        let tokens = between.split_whitespace().collect::<String>();
        let (closers, in_list) = match (tokens.strip_suffix(",{"), tokens.strip_suffix(',')) {
            (Some(closers), _) => (closers, true),
            (None, Some(closers)) => (closers, false),
            _ => return false,
        };
        let mut container = self.open;
        for closer in closers.bytes() {
            if container == NONE || self.closer_of(container) != closer {
                return false;
            }
            container = self.parent(container);
        }
        if closers.is_empty() || container == NONE || self.is_object(container) == in_list {
            return false;
        }
        let Some(name) = self.name_ahead(at).filter(|name| name.quoted) else { return false };
        let spelled = &self.text[name.start..name.end];
        let scope = self.scope(container);
        let standing = if in_list { scope.items().standing(spelled) } else { scope.standing(spelled) };
        standing == Standing::Declared
    }

    /// `["a, "b"]`: a quote is missing, or one is not escaped. Nobody can tell.
    fn either_quote(&mut self, quote: Quote, content: usize, end: usize) -> Result<Option<Next>, Halt> {
        let kept = trim_between(&self.text[content..end]).len();
        if self.in_object || !self.text[content + kept..end].contains(',') {
            return Ok(None);
        }
        let Some((len, _)) = self.find(quote, end + 1) else { return Ok(None) };
        if self.fits(end + len + 2, &mut || true) {
            return Err(self.fail(FaultKind::Ambiguous, end..end + 1, "a quote that may open or be part of a text"));
        }
        Ok(None)
    }

    /// Whether the last node is a text in double quotes that ends a value of the innermost container.
    pub(super) fn is_behind_text(&self) -> bool {
        let Some(node) = self.last_value() else { return false };
        let last = node.end as usize;
        node.tag == Tag::Text
            && self.byte(node.start as usize) == b'"'
            && self.byte(last.wrapping_sub(1)) == b'"'
            && last > node.start as usize + 1
    }

    /// The text before the last comma ran on beyond it, over a quote that is not escaped.
    pub(super) fn runs_on(&mut self) -> Result<Option<Next>, Halt> {
        if !self.is_behind_text() {
            return Ok(None);
        }
        // OK because there is a last node.
        let node = self.tape.nodes[self.tape.nodes.len() - 1];
        let (start, from) = (node.start as usize, node.end as usize);
        match self.text_end(Quote::Double, start + 1, from) {
            Some(End { end, behind, .. }) if behind > self.at => {
                self.swallows_nothing(Quote::Double, start + 1, end)?;
                self.unpush();
                self.mend(RepairKind::InnerQuote, from - 1..end)?;
                self.replace_text(start, start + 1, end, behind).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Takes the last node back; its name is due again.
    pub(super) fn unpush(&mut self) {
        let Some(node) = self.tape.nodes.pop() else { return };
        self.last = NONE;
        if self.open != NONE {
            // OK because the container counted the node when it was pushed.
            self.tape.nodes[self.open as usize].data -= 1;
            self.key = Slice::of_key(&node);
        }
    }

    /// `"one" + "two"`, or the two side by side: appends the text at hand to the last node.
    pub(super) fn concatenate(&mut self) -> Result<Next, Halt> {
        // OK because the caller saw that the last node is a text.
        let before = self.tape.nodes[self.tape.nodes.len() - 1];
        self.mend(RepairKind::Concatenation, before.end as usize..self.at)?;
        // What was put together before ends the arena, nearly always: then nothing is copied again.
        let (mut offset, len) = before.pair();
        if before.flags & TEXT_IN_ARENA == 0 || (offset + len) as usize != self.tape.arena.len() {
            let text = self.tape.text_of(&before).to_owned();
            (offset, _) = self.tape.store(&text);
        }
        let text = match Quote::at(self.text, self.at) {
            Some(Quote::Double) => self.quoted()?,
            Some(quote) => {
                let content = self.at + quote.len();
                let Some(End { end, behind, .. }) = self.text_end(quote, content, content) else {
                    return Err(self.cut_text(self.at..content));
                };
                self.at = behind;
                self.content(content, end)?
            }
            None => return Err(self.fail(FaultKind::Syntax, self.at..self.at + 1, "an expression")),
        };
        if !text.is_in_arena() {
            self.tape.store(&self.text[text.offset() as usize..(text.offset() + text.len()) as usize]);
        }
        let len = self.tape.arena.len() as u32 - offset;
        // OK because there is a last node.
        let index = self.tape.nodes.len() - 1;
        let node = &mut self.tape.nodes[index];
        node.data = pair(offset, len);
        node.flags |= TEXT_IN_ARENA;
        node.end = self.at as u32;
        Ok(Next::After)
    }
}

/// The part of a text without the only quote in it, where that stands at one end and means nothing; behind a digit, it
/// means inches.
fn without_lone_quote(text: &str) -> Range<usize> {
    let all = 0..text.len();
    if text.matches('"').count() > 1 {
        return all;
    }
    match text.strip_suffix('"') {
        Some(rest) if !rest.ends_with(|c: char| c.is_ascii_digit()) => 0..rest.len(),
        None if text.starts_with('"') => 1..text.len(),
        _ => all,
    }
}

/// The text before the commas, brackets and blanks at its end; brackets that were opened in it stay.
fn trim_between(text: &str) -> &str {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | '[' | '{' | ')' | ']' | '}');
    let mut kept = text.trim_end_matches(is_between).len();
    for (opener, closer) in [('(', ')'), ('[', ']'), ('{', '}')] {
        let is_open = text[..kept].matches(opener).count() > text[..kept].matches(closer).count();
        kept += usize::from(is_open && text[kept..].starts_with(closer));
    }
    &text[..kept]
}

/// `low" or "high`, `a" if x else "b`: two texts to choose from, but for their outer quotes.
fn is_choice(text: &str) -> bool {
    let mut parts = text.split('"').map(str::trim);
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(_), Some(middle), Some(_), None) => {
            matches!(middle, "or" | "and" | "/" | "||" | "??") || middle.starts_with("if ") && middle.ends_with(" else")
        }
        _ => false,
    }
}

/// `a""b`: two texts without a comma, but for their outer quotes, or one whose quote was doubled. `pair` is two quotes.
fn is_pair(text: &str, pair: &str) -> bool {
    text.matches(&pair[1..]).count() == 2 && text.contains(pair)
}

/// Whether quotes and brackets of a text stand in pairs.
#[derive(Debug, Default)]
struct Balance {
    quotes: usize,
    depth: i64,
    /// How far the text was looked at.
    taken: usize,
}

impl Balance {
    /// Looks at the text up to `end`.
    fn take(&mut self, bytes: &[u8], end: usize) -> &Self {
        for byte in &bytes[self.taken..end] {
            match byte {
                b'"' => self.quotes += 1,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth -= 1,
                _ => {}
            }
        }
        self.taken = end;
        self
    }

    fn is_sound(&self) -> bool {
        self.quotes % 2 == 0 && self.depth == 0
    }
}
