//! What belongs to the root, behind its closer: that was one too many.

use super::quotes::Quote;
use super::reader::{Halt, Next, Reader};
use super::scope::{Scope, Standing};
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::{NONE, Tag, pair};

/// The most closers, or elements, that are looked over.
const MOST: usize = 32;

impl Reader<'_> {
    /// Reads what belongs to the root behind its closer.
    pub(super) fn further_members(&mut self) -> Result<(), Halt> {
        while self.reopens()? {
            self.run_from(Next::After)?;
        }
        Ok(())
    }

    /// Whether what follows the root belongs to it. Fails where it does, but nobody can tell how.
    fn reopens(&mut self) -> Result<bool, Halt> {
        if self.at == self.bytes.len() {
            return Ok(false);
        }
        let next = self.skip(self.at);
        match self.tape.nodes.get(self.root as usize).map(|node| node.tag) {
            _ if self.ends(next) => Ok(false),
            Some(Tag::Object) => self.reopens_object(next),
            Some(Tag::List) if self.byte(next) == b',' => self.reopens_list(next),
            _ => Ok(false),
        }
    }

    /// A member that the root declares follows, perhaps behind more closers.
    fn reopens_object(&mut self, next: usize) -> Result<bool, Halt> {
        if next == self.at && self.is_inner_quote(next) {
            return Err(self.fail(FaultKind::Ambiguous, next - 1..next, "a closer that may be part of a text"));
        }
        let mut behind = next;
        for _ in 0..MOST {
            if !matches!(self.byte(behind), b']' | b'}') {
                break;
            }
            behind = self.skip(behind + 1);
        }
        let comma = behind;
        let has_comma = self.byte(comma) == b',';
        let item = if has_comma { self.skip(comma + 1) } else { comma };
        if has_comma && self.byte(item) == b'{' {
            return self.is_element_of_last(item);
        }
        let Some(name) = self.name_ahead(item).filter(|name| name.quoted) else { return Ok(false) };
        let spelled = &self.text[name.start..name.end];
        let closer = Quote::at(self.text, item).map_or(0, |quote| quote.closer_len(&self.bytes[name.end..]));
        let colon = self.skip(name.end + closer);
        let value = self.skip(colon + 1);
        let scope = Scope::new(self.options.shape);
        if scope.standing(spelled) != Standing::Declared || !has_comma && !self.value_ahead(value) {
            return Ok(false);
        }
        if self.has(self.root, spelled) {
            // Without a closer, it is another answer that the model did not finish.
            let is_trifle = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'`';
            if self.bytes.iter().rev().take(64).find(|byte| !is_trifle(byte)) != Some(&b'}') {
                return Ok(false);
            }
            return Err(self.fail(FaultKind::Ambiguous, item..name.end, "a member behind the answer"));
        }
        self.reopen(comma)?;
        Ok(true)
    }

    /// Takes the root's closer, and all up to `behind`, for too many.
    fn reopen(&mut self, behind: usize) -> Result<(), Halt> {
        self.mend(RepairKind::ExtraCloser, self.at - 1..behind)?;
        let root = self.root;
        let node = &mut self.tape.nodes[root as usize];
        node.data = pair(NONE, node.pair().1);
        self.open = root;
        self.in_object = node.tag == Tag::Object;
        self.depth = 1;
        self.at = behind;
        Ok(())
    }

    /// `"uses "}" to close"}`: whether the quote at `at`, right behind the root's closer, goes on with the text before
    /// the closer.
    fn is_inner_quote(&mut self, at: usize) -> bool {
        // OK because a closer stands before `at`.
        if self.byte(at) != b'"' || self.byte(at - 1) != b'}' || at < 2 || self.byte(at - 2) != b'"' {
            return false;
        }
        let line = &self.bytes[at + 1..self.bytes.len().min(at + 512)];
        let Some(len) = line.iter().position(|byte| matches!(byte, b'"' | b'\n')) else { return false };
        let next = self.skip(at + len + 2);
        line[len] == b'"' && matches!(self.byte(next), b'}' | b',')
    }

    /// `"list": [{…}]}, {…}]`: fails where the object at `at` is one more element of the list that ends the root.
    fn is_element_of_last(&mut self, at: usize) -> Result<bool, Halt> {
        let first = self.skip(at + 1);
        let Some(name) = self.name_ahead(first).filter(|name| name.quoted) else { return Ok(false) };
        let Some((last, _)) = self.tape.members(self.root).last() else { return Ok(false) };
        let node = self.tape.nodes[last as usize];
        let scope = Scope::new(self.options.shape);
        let items = scope.member(self.tape.key_of(&node)).items();
        let spelled = &self.text[name.start..name.end];
        let is_element = node.tag == Tag::List
            && scope.standing(spelled) == Standing::Undeclared
            && items.standing(spelled) == Standing::Declared;
        if is_element {
            return Err(self.fail(FaultKind::Ambiguous, at..name.end, "an element behind the answer"));
        }
        Ok(false)
    }

    /// More elements follow the comma, up to one more closer.
    fn reopens_list(&mut self, comma: usize) -> Result<bool, Halt> {
        let mut at = self.skip(comma + 1);
        for _ in 0..MOST {
            let Some(behind) = self.scalar_ahead(at) else { return Ok(false) };
            let next = self.skip(behind);
            match self.byte(next) {
                b',' => at = self.skip(next + 1),
                b']' => {
                    self.reopen(comma)?;
                    return Ok(true);
                }
                _ => return Ok(false),
            }
        }
        Ok(false)
    }

    /// The place behind the text in double quotes, number or word at `at`.
    fn scalar_ahead(&mut self, at: usize) -> Option<usize> {
        if self.byte(at) == b'"' {
            return self.behind_text(at);
        }
        let end = self.word_end(at, 64);
        (end > at && self.value_ahead(at)).then_some(end)
    }
}
