//! Closers that are missing, too many, or of the other kind.

use super::ahead::Name;
use super::reader::{Halt, Next, Reader};
use super::scope::Standing;
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::{NONE, Tag, pair};

impl Reader<'_> {
    /// A closer that is not the innermost container's.
    pub(super) fn odd_closer(&mut self, byte: u8) -> Result<Next, Halt> {
        let own = self.closer_of(self.open);
        if byte == own {
            return Ok(self.close());
        }
        let outer = self.needs(self.open, byte);
        let next = self.skip(self.at + 1);
        if outer == NONE {
            return self.closer_of_none(own, next);
        }
        if outer != self.parent(self.open) {
            return self.close_up_to(outer);
        }
        let beyond = self.parent(outer);
        if self.byte(next) == own && (beyond == NONE || self.closer_of(beyond) != own) {
            self.mend(RepairKind::WrongCloser, self.at..next + 1)?;
            self.leave(self.at);
            self.leave(next + 1);
            self.at = next + 1;
            return Ok(Next::After);
        }
        if self.byte(next) != b',' || own == b'}' {
            return self.close_up_to(outer);
        }
        let item = self.skip(next + 1);
        self.close_before(outer, item)
    }

    /// `[1, 2}, …` in an object: either the list's closer has the wrong kind, or it is missing.
    fn close_before(&mut self, outer: u32, item: usize) -> Result<Next, Halt> {
        let beyond = self.parent(outer);
        let Some(name) = self.name_ahead(item) else { return self.close_up_to(outer) };
        let here = self.standing(outer, name);
        let there = if self.is_object(beyond) { self.standing(beyond, name) } else { Standing::Undeclared };
        match (here, there) {
            (Standing::Declared | Standing::Open, Standing::Undeclared) => self.wrong_closer(),
            (Standing::Undeclared, _) if beyond == NONE => self.wrong_closer(),
            (Standing::Undeclared | Standing::Open, Standing::Declared) => self.close_up_to(outer),
            (Standing::Declared, Standing::Open) => self.wrong_closer(),
            _ => Err(self.fail(FaultKind::Ambiguous, self.at..self.at + 1, "a closer of the other kind")),
        }
    }

    fn wrong_closer(&mut self) -> Result<Next, Halt> {
        self.mend(RepairKind::WrongCloser, self.at..self.at + 1)?;
        Ok(self.close())
    }

    /// The closers of all containers within `outer` are missing.
    fn close_up_to(&mut self, outer: u32) -> Result<Next, Halt> {
        self.mend(RepairKind::MissingCloser, self.at..self.at)?;
        while self.open != outer {
            self.leave_before(self.at);
        }
        Ok(Next::After)
    }

    /// A closer that no open container needs.
    fn closer_of_none(&mut self, own: u8, next: usize) -> Result<Next, Halt> {
        let behind = self.byte(next);
        if self.ends(next) && behind != own {
            return self.wrong_closer();
        }
        let goes_on = behind == own || behind == b',' || behind == b')';
        if goes_on {
            self.mend(RepairKind::ExtraCloser, self.at..self.at + 1)?;
            self.at += 1;
            return Ok(Next::After);
        }
        self.wrong_closer()
    }

    /// Closers are missing at the very end.
    pub(super) fn missing_closers(&mut self) -> Result<Next, Halt> {
        if self.options.cut {
            return Err(self.cut());
        }
        if !self.headless || self.parent(self.open) != NONE {
            self.mend(RepairKind::MissingCloser, self.at..self.at)?;
        }
        self.regroup();
        while self.open != NONE {
            self.leave_before(self.at);
        }
        Ok(Next::After)
    }

    /// Closes the innermost container, which has no closer, before the blanks that end at `end`.
    pub(super) fn leave_before(&mut self, end: usize) {
        let trimmed = self.text[..end].trim_end().trim_end_matches(',').len();
        // OK because the container is open.
        let least = self.tape.nodes.last().map_or(0, |node| node.end as usize);
        self.leave(trimmed.max(least));
    }

    /// Where closers are missing at the end, one may as well be missing in the middle: members that the innermost
    /// object does not declare, and the one around it does, are given to that one.
    fn regroup(&mut self) {
        while self.open != NONE {
            let outer = self.parent(self.open);
            if self.in_object && self.is_object(outer) {
                if let Some((index, before)) = self.first_of_outer(outer) {
                    self.split(outer, index, before);
                    continue;
                }
            }
            self.leave_before(self.at);
        }
    }

    /// The first member of the innermost object, but its first, that belongs to `outer`, and how many stand before.
    fn first_of_outer(&mut self, outer: u32) -> Option<(u32, u32)> {
        let inner = self.open;
        let (mut index, mut before) = (inner + 1, 0);
        while index < self.tape.nodes.len() as u32 {
            let node = self.tape.nodes[index as usize];
            if before > 0 && node.flags & crate::tape::KEY_IN_ARENA == 0 {
                let start = node.key as usize;
                let name = Name { start, end: start + node.key_len as usize, quoted: true };
                if self.belongs(outer, name) && self.standing(inner, name) != Standing::Declared {
                    return Some((index, before));
                }
            }
            index = self.tape.next(index);
            before += 1;
        }
        None
    }

    /// Whether the open object `container` declares and requires a member, and does not have it yet.
    fn belongs(&mut self, container: u32, name: Name) -> bool {
        let text = &self.text[name.start..name.end];
        let Some((declared, _)) = self.scope(container).field(text) else { return false };
        let (shown, required) = (declared.shown, declared.required);
        let mut index = container + 1;
        while index < self.open {
            if crate::names::fold(self.tape.key_of(&self.tape.nodes[index as usize])) == crate::names::fold(shown) {
                return false;
            }
            index = if self.is_open(index) { break } else { self.tape.next(index) };
        }
        required
    }

    fn is_open(&self, index: u32) -> bool {
        let mut at = self.open;
        while at != NONE && at > index {
            at = self.parent(at);
        }
        at == index
    }

    /// Closes the innermost object before its member at `index`; that and all further ones become members of `outer`.
    fn split(&mut self, outer: u32, index: u32, before: u32) {
        let inner = self.open as usize;
        let moved = self.tape.nodes[inner].pair().1 - before;
        // OK because a member stands before `index`.
        self.tape.nodes[inner].end = self.tape.nodes[index as usize - 1].end;
        self.tape.nodes[inner].data = pair(index, before);
        self.tape.nodes[outer as usize].data += u64::from(moved);
        self.open = outer;
        self.depth -= 1;
        self.in_object = true;
    }

    /// Reads what belongs to the root behind its closer.
    pub(super) fn further_members(&mut self) -> Result<(), Halt> {
        while self.reopens()? {
            self.run_from(Next::Name)?;
        }
        Ok(())
    }

    /// The root was closed, yet a member that it declares follows: the closer was one too many.
    fn reopens(&mut self) -> Result<bool, Halt> {
        let root = self.root;
        if self.tape.nodes.get(root as usize).is_none_or(|node| node.tag != Tag::Object) {
            return Ok(false);
        }
        let comma = self.skip(self.at);
        if self.byte(comma) != b',' {
            return Ok(false);
        }
        let item = self.skip(comma + 1);
        let Some(name) = self.name_ahead(item) else { return Ok(false) };
        let scope = super::scope::Scope::new(self.options.shape);
        if !name.quoted || scope.standing(&self.text[name.start..name.end]) != Standing::Declared {
            return Ok(false);
        }
        self.mend(RepairKind::ExtraCloser, self.at - 1..self.at)?;
        let count = self.tape.nodes[root as usize].pair().1;
        self.tape.nodes[root as usize].data = pair(NONE, count);
        self.open = root;
        self.in_object = true;
        self.depth = 1;
        self.at = comma + 1;
        Ok(true)
    }
}
