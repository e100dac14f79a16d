//! Closers that are missing, too many, or of the other kind.

use super::reader::{Halt, Next, Reader};
use super::scope::Standing;
use crate::fault::FaultKind;
use crate::names::fold;
use crate::repair::RepairKind;
use crate::tape::{NONE, Tag, pair};

impl Reader<'_> {
    /// A closer that is not the innermost container's.
    pub(super) fn odd_closer(&mut self, byte: u8) -> Result<Next, Halt> {
        let own = self.closer_of(self.open);
        if byte == own {
            // `(5'9") and more"`: the parenthesis belongs to the text.
            let is_in_text = self.is_within_parenthesis() && !self.fits(self.at, &mut || true);
            return if is_in_text { self.reconsider() } else { Ok(self.close()) };
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
        if self.byte(next) != b',' {
            return self.close_up_to(outer);
        }
        let item = self.skip(next + 1);
        if own == b'}' {
            return self.close_list(outer, item);
        }
        self.close_before(outer, item)
    }

    /// `[1, 2}, …` in an object: either the list's closer has the wrong kind, or it is missing.
    fn close_before(&mut self, outer: u32, item: usize) -> Result<Next, Halt> {
        let beyond = self.parent(outer);
        let Some(name) = self.name_ahead(item) else {
            let may_hold = beyond != NONE && !self.is_object(beyond);
            if !may_hold && self.is_element(item) {
                self.mend(RepairKind::ExtraCloser, self.at..self.at + 1)?;
                self.at += 1;
                return Ok(Next::After);
            }
            return self.close_up_to(outer);
        };
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

    /// `[{"a": 1], …`: either the object's closer is missing, or the list's is one too many.
    fn close_list(&mut self, list: u32, item: usize) -> Result<Next, Halt> {
        let beyond = self.parent(list);
        let Some(name) = self.name_ahead(item).filter(|name| name.quoted) else { return self.close_up_to(list) };
        let here = self.standing(self.open, name);
        let there = if self.is_object(beyond) { self.standing(beyond, name) } else { Standing::Undeclared };
        if (here, there) == (Standing::Declared, Standing::Undeclared) {
            self.mend(RepairKind::ExtraCloser, self.at..self.at + 1)?;
            self.at += 1;
            return Ok(Next::After);
        }
        self.close_up_to(list)
    }

    /// Whether an element of the innermost list begins at `at`: a text, or an object with a declared member.
    fn is_element(&mut self, at: usize) -> bool {
        match self.byte(at) {
            b'"' => self.is_whole_text(at),
            b'{' => self.opens_element(self.open, at),
            _ => false,
        }
    }

    /// Whether the object at `at` begins with a member that the elements of `list` declare.
    fn opens_element(&mut self, list: u32, at: usize) -> bool {
        let first = self.skip(at + 1);
        let Some(name) = self.name_ahead(first).filter(|name| name.quoted) else { return false };
        self.scope(list).items().standing(&self.text[name.start..name.end]) == Standing::Declared
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
        Ok(Next::After)
    }

    /// Closes the innermost container, which has no closer, before the blanks that end at `end`.
    pub(super) fn leave_before(&mut self, end: usize) {
        let trimmed = self.text[..end].trim_end().trim_end_matches(',').len();
        // OK because the container is open.
        let least = self.tape.nodes.last().map_or(0, |node| node.end as usize);
        self.leave(trimmed.max(least));
    }

    /// Where closers are missing at the end, one may as well be missing in the middle: members that an object does not
    /// declare, and the one around it does, are given to that one. Where any name may stand, only required ones are.
    fn regroup(&mut self) {
        while self.open != NONE {
            if self.in_object {
                self.regroup_last();
            }
            self.leave_before(self.at);
        }
    }

    /// Looks into the last member of the innermost object.
    fn regroup_last(&mut self) {
        let (outer, inner) = (self.open, self.last);
        if inner == NONE || inner <= outer || self.tape.nodes[inner as usize].tag != Tag::Object {
            return;
        }
        let scope = self.scope(outer).clone();
        let own = scope.member(self.tape.key_of(&self.tape.nodes[inner as usize]));
        let mut index = inner + 1;
        let mut before = 0;
        while index < self.tape.nodes.len() as u32 {
            let name = self.tape.key_of(&self.tape.nodes[index as usize]);
            let standing = own.standing(name);
            let is_foreign = before > 0 && standing != Standing::Declared;
            let declared = scope.field(name).map(|(field, _)| field).filter(|_| is_foreign);
            if let Some(field) = declared.filter(|it| it.required || standing == Standing::Undeclared) {
                if !self.has(outer, field.shown) {
                    self.split(inner, index, before);
                }
                return;
            }
            index = self.tape.next(index);
            before += 1;
        }
    }

    /// Whether an object, the last one that began, has a member of this name; or it would take too long to look.
    pub(super) fn has(&mut self, object: u32, name: &str) -> bool {
        let mut index = object + 1;
        while index < self.tape.nodes.len() as u32 {
            self.burn(32);
            if self.fuel == 0 || fold(self.tape.key_of(&self.tape.nodes[index as usize])) == fold(name) {
                return true;
            }
            index = self.tape.next(index);
        }
        false
    }

    /// Closes `inner`, the last member of the innermost object, before its own member at `index`; that and all further
    /// ones become members of the innermost object.
    fn split(&mut self, inner: u32, index: u32, before: u32) {
        let moved = self.tape.nodes[inner as usize].pair().1 - before;
        // OK because a member stands before `index`.
        self.tape.nodes[inner as usize].end = self.tape.nodes[index as usize - 1].end;
        self.tape.nodes[inner as usize].data = pair(index, before);
        self.tape.nodes[self.open as usize].data += u64::from(moved);
    }
}
