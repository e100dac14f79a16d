//! What clean JSON never has, where a value, a name, a colon or a comma is due.

use std::ops::Range;

use super::ahead::{Name, is_word};
use super::quotes::Quote;
use super::reader::{Halt, Next, Reader};
use super::scope::Standing;
use super::text::Slice;
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::{NONE, Raw, Tag};

impl Reader<'_> {
    /// Something else than a value of JSON stands where a value is due.
    #[cold]
    pub(super) fn odd_value(&mut self, byte: u8) -> Result<Next, Halt> {
        if byte == b'\'' && !self.options.strict {
            return match Quote::at(self.text, self.at) {
                Some(quote) if !self.is_inch() => self.other_text(quote),
                _ => self.reconsider(),
            };
        }
        self.strictly(match byte {
            b']' | b',' if !self.in_object => RepairKind::ExtraComma,
            b'/' => RepairKind::Comment,
            _ => RepairKind::BareText,
        })?;
        if !self.is_bare_hash() && self.trivia()? {
            return Ok(Next::Value);
        }
        if self.ends(self.at) {
            return Err(self.cut());
        }
        match byte {
            b',' | b']' | b'}' | b')' => self.no_value(byte),
            b'(' => {
                self.mend(RepairKind::Tuple, self.at..self.at + 1)?;
                self.begin(Tag::List)
            }
            b'=' | b':' if self.in_object => {
                self.mend(RepairKind::Colon, self.at..self.at + 1)?;
                self.at += 1 + usize::from(self.byte(self.at + 1) == b'>');
                Ok(Next::Value)
            }
            _ if self.is_inch() => self.reconsider(),
            _ => match Quote::at(self.text, self.at) {
                Some(quote) => self.other_text(quote),
                None if self.is_ellipsis() && self.in_object => Ok(self.hole(FaultKind::Elided, self.at..self.at + 3)),
                None if self.is_ellipsis() => self.elided(),
                None => self.bare(),
            },
        }
    }

    /// A number that JSON does not spell so.
    #[cold]
    pub(super) fn odd_number(&mut self) -> Result<Next, Halt> {
        self.strictly(RepairKind::NumberForm)?;
        if self.is_inch() { self.reconsider() } else { self.bare() }
    }

    /// `"a pipe (5", 6" wide)"`: whether the text before the last comma of a list goes on here. Its quote stood for
    /// inches, or within a parenthesis that is still open.
    fn is_inch(&mut self) -> bool {
        if self.in_object || !self.is_behind_text() {
            return false;
        }
        let Some(node) = self.last_value().filter(|_| self.fuel > 0) else { return false };
        let text = &self.text[node.start as usize + 1..node.end as usize - 1];
        self.burn(text.len());
        self.is_within_parenthesis() || text.ends_with(|c: char| c.is_ascii_digit()) && text.contains('\'')
    }

    /// Whether the last value is a text in which a parenthesis is still open.
    pub(super) fn is_within_parenthesis(&self) -> bool {
        let Some(node) = self.last_value().filter(|_| self.is_behind_text()) else { return false };
        let text = &self.text[node.start as usize + 1..node.end as usize - 1];
        text.matches('(').count() > text.matches(')').count()
    }

    /// Something else than a name in double quotes stands where a name is due.
    #[cold]
    pub(super) fn odd_name(&mut self, byte: u8) -> Result<Next, Halt> {
        if byte.is_ascii_alphabetic() && !self.options.strict {
            return self.bare_name();
        }
        self.strictly(if byte == b'}' { RepairKind::ExtraComma } else { RepairKind::BareName })?;
        if !self.is_bare_hash() && self.trivia()? {
            return if self.peek() == b'}' { Ok(Next::After) } else { Ok(Next::Name) };
        }
        if self.ends(self.at) {
            return Err(self.cut());
        }
        match byte {
            b',' => self.extra_commas(Next::Name),
            b'}' | b']' | b')' => {
                self.mend(RepairKind::ExtraComma, self.at..self.at)?;
                Ok(Next::After)
            }
            b'{' | b'[' | b'(' => self.opener_for_name(byte),
            _ if self.is_ellipsis() => self.elided(),
            _ => match Quote::at(self.text, self.at) {
                Some(quote) => self.other_name(quote),
                None => self.bare_name(),
            },
        }
    }

    /// No colon stands behind a name.
    #[cold]
    pub(super) fn odd_colon(&mut self, byte: u8) -> Result<Next, Halt> {
        self.strictly(RepairKind::Colon)?;
        if self.trivia()? {
            return Ok(Next::Colon);
        }
        if self.ends(self.at) {
            return Err(self.cut());
        }
        let fullwidth = self.bytes[self.at..].starts_with("：".as_bytes());
        if byte == b'=' || fullwidth {
            self.mend(RepairKind::Colon, self.at..self.at + 1)?;
            self.at += if fullwidth { 3 } else { 1 + usize::from(self.byte(self.at + 1) == b'>') };
            return Ok(Next::Value);
        }
        if let Some(next) = self.slipped_name()? {
            return Ok(next);
        }
        if let Some(next) = self.runs_on()? {
            return Ok(next);
        }
        let name = self.tape.slice(self.key.is_in_arena(), self.key.offset(), self.key.len()).to_owned();
        if let Some(at) = name.find(':').filter(|_| !self.key.is_in_arena()) {
            return self.name_with_colon(name[..at].trim_end().len(), at);
        }
        let open = self.open;
        if self.value_ahead(self.at) && self.scope(open).standing(&name) != Standing::Undeclared {
            self.mend(RepairKind::Colon, self.at..self.at)?;
            return Ok(Next::Value);
        }
        Err(self.fail(FaultKind::Syntax, self.key_at..self.at, "expected a colon"))
    }

    /// `"name: "Ada"`: the name's closing quote is missing.
    fn name_with_colon(&mut self, len: usize, colon: usize) -> Result<Next, Halt> {
        let start = self.key.offset() as usize;
        let name = &self.text[start..start + len];
        let open = self.open;
        if self.scope(open).standing(name) == Standing::Undeclared {
            return Err(self.fail(FaultKind::Syntax, self.key_at..self.at, "expected a colon"));
        }
        self.mend(RepairKind::MissingQuote, start + len..start + len)?;
        self.name_is(Slice::new(start, start + len));
        self.at = start + colon + 1;
        Ok(Next::Value)
    }

    /// Neither a comma nor the container's closer stands behind a value.
    #[cold]
    pub(super) fn odd_after(&mut self, byte: u8) -> Result<Next, Halt> {
        self.strictly(match byte {
            b']' | b'}' => RepairKind::WrongCloser,
            0 if self.at == self.bytes.len() => RepairKind::MissingCloser,
            _ => RepairKind::MissingComma,
        })?;
        if self.trivia()? {
            return Ok(Next::After);
        }
        if self.ends(self.at) {
            return self.missing_closers();
        }
        match byte {
            b']' | b'}' | b')' => self.odd_closer(byte),
            b':' => self.colon_behind_value(),
            b';' => {
                self.mend(RepairKind::Stray, self.at..self.at + 1)?;
                self.at += 1;
                let next = self.blanks();
                if matches!(next, b'}' | b']') || self.ends(self.at) {
                    return Ok(Next::After);
                }
                Ok(if self.in_object { Next::Name } else { Next::Value })
            }
            b'|' if self.is_behind_text() => Err(self.fail(FaultKind::Ambiguous, self.at..self.at + 1, "alternatives")),
            b'+' if self.is_behind_text() => {
                self.at += 1;
                self.blanks();
                self.concatenate()
            }
            0xEF if self.bytes[self.at..].starts_with("，".as_bytes()) => {
                self.mend(RepairKind::Punctuation, self.at..self.at + 3)?;
                self.at += 3;
                Ok(if self.in_object { Next::Name } else { Next::Value })
            }
            _ if self.is_ellipsis() => self.elided(),
            _ if self.in_object => self.behind_member(byte),
            _ => self.behind_element(byte),
        }
    }

    /// Behind a member's value: a comma is missing, or the value goes on.
    fn behind_member(&mut self, byte: u8) -> Result<Next, Halt> {
        let touches = self.last_value().is_some_and(|node| node.end as usize == self.at);
        if let Some(name) = self.name_ahead(self.at) {
            let standing = self.standing(self.open, name);
            let begins_here = name.quoted || !touches;
            if begins_here && (standing == Standing::Declared || standing == Standing::Open || name.quoted) {
                if self.begins_anew(name) {
                    return Err(self.fail(FaultKind::Ambiguous, self.at..name.end, "a member that is there already"));
                }
                self.mend(RepairKind::MissingComma, self.at..self.at)?;
                return Ok(Next::Name);
            }
        }
        if self.is_behind_text() {
            if matches!(byte, b'"' | b'\'') && !touches && self.is_whole_text(self.at) {
                return self.concatenate();
            }
            return self.reconsider();
        }
        self.reread()
    }

    /// Whether `name` is the first member's of the innermost object: another object begins, and all between is missing.
    fn begins_anew(&self, name: Name) -> bool {
        let first = self.tape.nodes.get(self.open as usize + 1).filter(|_| self.last > self.open && self.last != NONE);
        first.is_some_and(|node| self.tape.key_of(node) == &self.text[name.start..name.end])
    }

    /// Behind an element: a comma is missing, or the element goes on.
    fn behind_element(&mut self, byte: u8) -> Result<Next, Halt> {
        let is_next = match byte {
            b'"' | b'\'' => self.texts_ahead(self.at),
            b'{' | b'[' | b'(' => true,
            _ => self.value_ahead(self.at),
        };
        if is_next && !(byte == b'"' && self.text[..self.at].ends_with('"')) {
            self.mend(RepairKind::MissingComma, self.at..self.at)?;
            return Ok(Next::Value);
        }
        if self.is_behind_text() {
            return self.reconsider();
        }
        self.reread()
    }

    /// The value before this place goes on without a quote: reads it anew as a word.
    fn reread(&mut self) -> Result<Next, Halt> {
        let Some(node) = self.last_value() else { return Err(self.unreadable()) };
        match node.tag {
            Tag::Int | Tag::Float | Tag::Digits | Tag::Null | Tag::True | Tag::False
                if self.byte(node.start as usize).is_ascii_graphic() && node.end > node.start =>
            {
                let before = self.at;
                self.unpush();
                self.at = node.start as usize;
                let next = self.bare()?;
                if self.at <= before { Err(self.unreadable()) } else { Ok(next) }
            }
            Tag::List | Tag::Object => self.stray_words(),
            _ => Err(self.unreadable()),
        }
    }

    /// `{…} for the car, {…}`: words between an element that is closed and the comma.
    fn stray_words(&mut self) -> Result<Next, Halt> {
        let rest = &self.bytes[self.at..self.bytes.len().min(self.at + 64)];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_')).count();
        let next = rest.get(len).copied();
        if len == 0 || !matches!(next, Some(b',' | b']' | b'}' | b'\n')) {
            return Err(self.unreadable());
        }
        self.mend(RepairKind::Stray, self.at..self.at + len)?;
        self.at += len;
        Ok(Next::After)
    }

    fn unreadable(&mut self) -> Halt {
        self.fail(FaultKind::Syntax, self.at..self.at + 1, "expected a comma or a closer")
    }

    /// A comma or a closer stands where a value is due.
    fn no_value(&mut self, byte: u8) -> Result<Next, Halt> {
        if self.open == NONE {
            return Err(self.fail(FaultKind::Syntax, self.at..self.at + 1, "expected a value"));
        }
        if self.in_object {
            return Ok(self.hole(FaultKind::Missing, self.at..self.at));
        }
        if byte == b',' {
            return self.extra_commas(Next::Value);
        }
        // Python writes a tuple of one with a comma.
        let has_elements = self.tape.nodes[self.open as usize].pair().1 > 0;
        if has_elements && !(byte == b')' && self.closer_of(self.open) == b')') {
            self.mend(RepairKind::ExtraComma, self.at..self.at)?;
        }
        Ok(Next::After)
    }

    /// Skips a run of commas.
    fn extra_commas(&mut self, next: Next) -> Result<Next, Halt> {
        let start = self.at;
        while self.blanks() == b',' {
            self.at += 1;
        }
        self.mend(RepairKind::ExtraComma, start..self.at)?;
        if matches!(self.peek(), b']' | b'}') {
            return Ok(Next::After);
        }
        Ok(next)
    }

    /// An opener stands where a name is due.
    fn opener_for_name(&mut self, byte: u8) -> Result<Next, Halt> {
        let is_first = self.tape.nodes[self.open as usize].pair().1 == 0;
        let parent = self.parent(self.open);
        if byte == b'{' && is_first && parent == NONE {
            // Templates double their braces.
            self.mend(RepairKind::Stray, self.at..self.at + 1)?;
            self.at += 1;
            return Ok(Next::Name);
        }
        if byte == b'{' && is_first && self.byte(self.at - 1) == b'{' && self.scope(self.open).declares_object() {
            // The same below the root, where both closers count: a list of one.
            self.mend(RepairKind::Stray, self.at..self.at + 1)?;
            self.tape.nodes[self.open as usize].tag = Tag::List;
            self.in_object = false;
            return Ok(Next::Value);
        }
        if byte == b'{' && !is_first {
            // The next element of an outer list: this object is not closed.
            let list = self.needs(self.open, b']');
            if list != NONE && self.may_lack_closer(list) {
                self.mend(RepairKind::MissingCloser, self.at..self.at)?;
                while self.open != list {
                    self.leave_before(self.at);
                }
                return Ok(Next::Value);
            }
        }
        Err(self.fail(FaultKind::Syntax, self.at..self.at + 1, "expected a name"))
    }

    /// Whether an object in `list` may lack its closer. Where no members are declared, one slip is mended; a text that
    /// leaves out all of them has some other structure.
    fn may_lack_closer(&mut self, list: u32) -> bool {
        let items = self.scope(list).items();
        let is_first = || self.repairs.iter().all(|repair| repair.kind != RepairKind::MissingCloser);
        items.declares_object() || items.takes_object() && is_first()
    }

    /// A name without quotes, or without its first.
    fn bare_name(&mut self) -> Result<Next, Halt> {
        let start = self.at;
        let end = self.bare_name_end(start);
        if end == start {
            if let Some(next) = self.runs_on()? {
                return Ok(next);
            }
            return Err(self.fail(FaultKind::Syntax, start..start + 1, "expected a name"));
        }
        // Nearly always, and then there is nothing to look for (benches/README.md).
        if self.byte(end) == b':' {
            self.bare_name_is(start..end, RepairKind::BareName)?;
            self.at = end + 1;
            return Ok(Next::Value);
        }
        let half = usize::from(matches!(self.byte(end), b'"' | b'\''));
        let colon = self.skip(end + half);
        let has_colon = matches!(self.byte(colon), b':' | b'=') || self.bytes[colon..].starts_with("：".as_bytes());
        if !has_colon {
            if self.ends(colon) {
                return Err(self.cut());
            }
            return self.no_name(start);
        }
        let kind = if half == 1 { RepairKind::MissingQuote } else { RepairKind::BareName };
        self.bare_name_is(start..end, kind)?;
        self.at = end + half;
        Ok(Next::Colon)
    }

    /// Takes a word as the name of the member whose value is due.
    #[inline]
    fn bare_name_is(&mut self, word: Range<usize>, kind: RepairKind) -> Result<(), Halt> {
        self.mend(kind, word.clone())?;
        self.key_at = word.start;
        self.name_is(Slice::new(word.start, word.end));
        Ok(())
    }

    /// The end of the bare name at `start`; one of several words where it is declared.
    fn bare_name_end(&mut self, start: usize) -> usize {
        let end = self.word_end(start, 128);
        if self.byte(end) != b' ' {
            return end;
        }
        let chars = self.text[start..].char_indices().take_while(|(len, c)| *len < 128 && (is_word(*c) || *c == ' '));
        let words = chars.map(|(len, c)| len + c.len_utf8()).last().unwrap_or(0);
        let (text, open) = (self.text, self.open);
        if self.byte(start + words) == b':' && words > end - start {
            let name = text[start..start + words].trim_end();
            if self.scope(open).standing(name) == Standing::Declared {
                return start + name.len();
            }
        }
        end
    }

    /// What stands behind a comma is no name: the value before the comma runs on beyond it.
    fn no_name(&mut self, start: usize) -> Result<Next, Halt> {
        if let Some(next) = self.runs_on()? {
            return Ok(next);
        }
        if let Some(node) = self.last_value() {
            let is_grouped = matches!(node.tag, Tag::Int | Tag::Float)
                && node.end as usize + 1 == start
                && self.byte(start).is_ascii_digit();
            if is_grouped {
                self.unpush();
                self.at = node.start as usize;
                return self.bare();
            }
        }
        Err(self.fail(FaultKind::Syntax, start..start + 1, "expected a name"))
    }

    /// `[1, 2, "b": 3`: the text before the colon is the next member's name; its list is not closed. `[{…}, "b": 3`: it
    /// is the first name of the next element, which is not opened.
    fn colon_behind_value(&mut self) -> Result<Next, Halt> {
        if self.in_object && self.is_behind_text() {
            return self.reconsider();
        }
        let last = self.last_value().filter(|node| node.tag == Tag::Text && !self.in_object);
        if let Some(node) = last.filter(|node| self.lacks_opener(node)) {
            let start = node.start as usize;
            self.unpush();
            self.mend(RepairKind::MissingOpener, start..start)?;
            self.enter(Tag::Object, start);
            self.at = start;
            return Ok(Next::Name);
        }
        if let Some(node) = last.filter(|_| self.is_object(self.parent(self.open))) {
            let text = self.tape.text_of(&node).to_owned();
            let object = self.parent(self.open);
            if self.scope(object).standing(&text) != Standing::Undeclared {
                self.unpush();
                self.mend(RepairKind::MissingCloser, node.start as usize..node.start as usize)?;
                self.leave_before(node.start as usize);
                self.at = node.start as usize;
                return Ok(Next::Name);
            }
        }
        Err(self.fail(FaultKind::Syntax, self.at..self.at + 1, "a colon behind a value"))
    }

    /// Whether `name`, the last element of the innermost list, is a member's that its elements alone declare.
    fn lacks_opener(&mut self, name: &Raw) -> bool {
        let (list, parent) = (self.open, self.parent(self.open));
        if !self.text[..name.start as usize].trim_end().ends_with(['[', ',']) {
            return false;
        }
        let name = self.tape.text_of(name).to_owned();
        let scope = self.scope(list);
        scope.takes_list()
            && scope.items().standing(&name) == Standing::Declared
            && !(self.is_object(parent) && self.scope(parent).standing(&name) == Standing::Declared)
    }

    fn is_ellipsis(&self) -> bool {
        let rest = &self.bytes[self.at..];
        rest.starts_with(b"...") || rest.starts_with("…".as_bytes())
    }

    /// `...`: something was left out.
    fn elided(&mut self) -> Result<Next, Halt> {
        self.fault(FaultKind::Elided, self.at..self.at + 3);
        self.at += 3;
        while self.peek() == b'.' {
            self.at += 1;
        }
        Ok(Next::After)
    }

    /// Whether a `#` here begins a word, as a colour does, and no comment.
    fn is_bare_hash(&self) -> bool {
        self.peek() == b'#' && self.byte(self.at + 1).is_ascii_alphanumeric()
    }

    /// The reply ends where something is due.
    pub(super) fn cut(&mut self) -> Halt {
        self.fail(FaultKind::Cut, self.at..self.at, "unexpected end of text")
    }
}
