//! Objects with declared members.

use std::ops::Range;

use super::scalar::is_moment;
use super::{Conform, Misfit, Names, coerce, is_plain};
use crate::fault::{Expected, FaultKind, Found};
use crate::names::{fold, fold_into};
use crate::read::RawRepair;
use crate::repair::RepairKind;
use crate::shape::{Field, Kind, Literal, Record, Rest, Type, TypeId};
use crate::spellings::Glance;
use crate::tape::{DROPPED, IGNORED, KEY_IN_ARENA, NONE, REST, Raw, TEXT_IN_ARENA, Tag, Tape, behind};
use crate::value::rest_type;
use crate::write::Writer;

/// The most mends that are looked over where members repeat, so that many objects take no square of the time.
const MENDS: usize = 256;

/// Which declared member a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// This one, as it is spelled by the source or for the model.
    Exact(usize),
    /// This one, in another spelling.
    Folded(usize),
    Unknown,
    /// Several.
    Ambiguous,
}

/// Finds the member that `name` means; `folded` is a buffer.
pub(super) fn find(record: &Record, name: &str, glance: Glance, names: Names, folded: &mut String) -> Named {
    if !record.spellings.may_have(glance) {
        return Named::Unknown;
    }
    fold_into(name, folded);
    let mut found = Named::Unknown;
    for &(_, place) in record.spellings.of(folded) {
        let place = usize::from(place);
        if is_exact(&record.fields[place], name.as_bytes(), names) {
            return Named::Exact(place);
        }
        found = match found {
            Named::Unknown => Named::Folded(place),
            Named::Folded(other) if other == place => found,
            _ => Named::Ambiguous,
        };
    }
    if found == Named::Ambiguous {
        // Spellings that only casing parts stand behind a blank, which no folded name has.
        folded.clear();
        folded.extend([" ", name]);
        if let [(_, place)] = record.spellings.of(folded) {
            found = Named::Folded(usize::from(*place));
        }
    }
    if names == Names::Folded { found } else { Named::Unknown }
}

#[inline]
pub(super) fn is_exact(field: &Field, name: &[u8], names: Names) -> bool {
    // The model's spelling first: it is what nearly all replies have.
    names != Names::Source && is_same(field.shown.as_bytes(), name) || is_same(field.name.as_bytes(), name)
}

/// Equality of two names. Most are short: to call `memcmp` would take longer than to compare them (benches/README.md).
#[inline]
fn is_same(one: &[u8], two: &[u8]) -> bool {
    one.len() == two.len()
        && match one.len() {
            4..=8 => one.first_chunk::<4>() == two.first_chunk::<4>() && one.last_chunk::<4>() == two.last_chunk::<4>(),
            2..=3 => one.first_chunk::<2>() == two.first_chunk::<2>() && one.last() == two.last(),
            _ => one.first() == two.first() && one == two,
        }
}

/// Whether a member's value fits at a glance, and is neither blank nor one of the texts that say nothing. A text in the
/// arena is looked at later.
#[inline(always)]
fn is_settled(text: &str, raw: &Raw, field: &Field, ty: &Type) -> bool {
    let is_odd = match raw.tag {
        Tag::Text => {
            let (offset, len) = raw.pair();
            raw.flags & TEXT_IN_ARENA != 0
                || len == 0
                || text.as_bytes()[offset as usize] <= b' '
                || !field.nothing.is_empty()
        }
        Tag::Null => true,
        _ => false,
    };
    !is_odd && is_plain(raw, ty)
}

/// What became of a member's value.
#[derive(PartialEq)]
enum Member {
    Present,
    Absent,
}

/// Whether a mend decided where a text or container ends.
const fn is_about_ends(kind: RepairKind) -> bool {
    use RepairKind::{ExtraCloser, InnerQuote, MissingCloser, MissingOpener, MissingQuote, WrongCloser};
    matches!(kind, ExtraCloser | InnerQuote | MissingCloser | MissingOpener | MissingQuote | WrongCloser)
}

impl Conform<'_, '_> {
    #[inline(never)]
    pub(super) fn record(&mut self, at: u32, id: TypeId, record: &'static Record) -> u32 {
        let Some(at) = self.as_object(at) else {
            self.miss(FaultKind::Type, at, id);
            return NONE;
        };
        let base = self.tape.side.len();
        self.tape.side.resize(base + record.fields.len(), 0);
        let (mark, repairs) = (self.later.len(), self.repairs.len());
        self.match_members(at, id, record, base);
        if self.repairs.len() > repairs {
            self.check_duplicates(at, id, base..base + record.fields.len(), repairs);
        }
        let mut turn = mark;
        while let Some(&child) = self.later.get(turn) {
            turn += 1;
            let place = self.raw(child).field;
            if let Some(field) = record.fields.get(usize::from(place)) {
                if self.is_spare(child, record, base) || self.member(child, field) == Member::Absent {
                    self.tape.nodes[child as usize].field = DROPPED;
                    self.tape.side[base + usize::from(place)] = 0;
                }
            } else if place == REST {
                self.kept(child, record.rest);
            }
        }
        self.later.truncate(mark);
        if self.tape.side[base..base + record.fields.len()].contains(&0) {
            self.fill(at, record, base);
        }
        base as u32
    }

    /// The last of several members of one name counts, unless two objects were fused into one: each of its members is
    /// there twice, or a quote or closer in it was mended. `repairs` were made before the members were matched.
    #[cold]
    fn check_duplicates(&mut self, at: u32, id: TypeId, slots: Range<usize>, repairs: usize) {
        let (earlier, own) = self.repairs.split_at(repairs);
        let own = own.iter().filter(|it| it.kind == RepairKind::Duplicate);
        let mut names: Vec<_> = own.map(|it| fold(self.tape.key_of(self.raw(it.node)))).collect();
        if names.is_empty() {
            return;
        }
        names.sort_unstable();
        names.dedup();
        let members = self.tape.side[slots].iter().filter(|slot| **slot != 0).count();
        let Raw { start, end, .. } = *self.raw(at);
        let is_fused = |it: &RawRepair| is_about_ends(it.kind) && start <= it.start && it.end <= end;
        if members > 1 && names.len() == members || earlier.iter().take(MENDS).any(is_fused) {
            self.miss(FaultKind::Ambiguous, at, id);
        }
    }

    /// Fills the slots of the members that are not there.
    fn fill(&mut self, at: u32, record: &'static Record, base: usize) {
        // Of hundreds of members most are optional and have no default, and a reply may hold thousands of candidates.
        let matters = |it: &(usize, &Field)| it.1.required || it.1.default.is_some();
        for (place, field) in record.fields.iter().enumerate().filter(matters) {
            if self.tape.side[base + place] == 0 {
                self.tape.side[base + place] = self.absent(at, field);
            }
        }
    }

    /// Gives each member the place of its field, and each field's slot its last member. What does not fit at a glance
    /// is looked at later, when it is known which of several members of one name counts.
    fn match_members(&mut self, at: u32, id: TypeId, record: &'static Record, base: usize) {
        let end = self.tape.next(at);
        let (mut child, mut guess) = (at + 1, 0);
        loop {
            (child, guess) = self.match_in_order(child..end, guess, record, base);
            if child >= end {
                return;
            }
            let raw = *self.raw(child);
            let is_next = |field: &Field| is_exact(field, self.tape.key_bytes(&raw), self.options.names);
            let place = match record.fields.get(guess) {
                Some(field) if is_next(field) => Some(guess),
                _ => self.find(child, at, id, record),
            };
            if let Some(place) = place {
                guess = place + 1;
                self.assign(child, place, record, base);
                // OK because `place` came from this record.
                let field = &record.fields[place];
                if !is_settled(self.tape.text, &raw, field, &self.table.types[field.ty.0 as usize]) {
                    self.later.push(child);
                }
            }
            child = behind(child, &raw);
        }
    }

    /// Matches the members in `members` as long as they are those of the record from the one at `guess` on, in order, as
    /// in nearly all replies. Gives the first that is not, and the field that it is not.
    // No method of `self` is called in its loop, so that what it needs stays in registers (benches/README.md).
    fn match_in_order(&mut self, members: Range<u32>, mut guess: usize, record: &Record, base: usize) -> (u32, usize) {
        let Range { start: mut child, end } = members;
        // Rules know a member by the source's name, which it is yet to be given.
        if self.ruled > 0 {
            return (child, guess);
        }
        let (names, types, later) = (self.options.names, self.table.types, &mut self.later);
        let Tape { text, nodes, side, .. } = &mut *self.tape;
        let slots = &mut side[base..];
        while child < end {
            let Some(field) = record.fields.get(guess) else { break };
            // OK because `members` are nodes, each field has its slot, and the generator only writes ids of the table.
            let raw = &mut nodes[child as usize];
            let (start, len) = (raw.key as usize, raw.key_len as usize);
            // OK because the reader only writes ranges that it read.
            let is_next = raw.flags & KEY_IN_ARENA == 0 && is_exact(field, &text.as_bytes()[start..start + len], names);
            if !is_next || slots[guess] != 0 {
                break;
            }
            slots[guess] = child + 1;
            raw.field = guess as u16;
            if !is_settled(text, raw, field, &types[field.ty.0 as usize]) {
                later.push(child);
            }
            child = behind(child, raw);
            guess += 1;
        }
        (child, guess)
    }

    /// Finds the field of a member of the object at `object` that is not the next one in order.
    fn find(&mut self, at: u32, object: u32, id: TypeId, record: &'static Record) -> Option<usize> {
        let name = self.tape.key_of(self.raw(at));
        match find(record, name, Glance::of(name), self.options.names, &mut self.folded) {
            Named::Exact(place) => Some(place),
            Named::Folded(place) => {
                self.repair(RepairKind::Name, at);
                Some(place)
            }
            Named::Unknown => self.unfold(at, object, id, record),
            Named::Ambiguous => {
                self.miss(FaultKind::Ambiguous, at, id);
                None
            }
        }
    }

    #[inline]
    fn assign(&mut self, at: u32, place: usize, record: &'static Record, base: usize) {
        let slot = &mut self.tape.side[base + place];
        let earlier = std::mem::replace(slot, at + 1);
        self.tape.nodes[at as usize].field = place as u16;
        if earlier != 0 {
            self.repair(RepairKind::Duplicate, earlier - 1);
            self.tape.nodes[earlier as usize - 1].field = DROPPED;
        }
        if self.ruled > 0 {
            // OK because `place` came from this record.
            let name = record.fields[place].name;
            if self.tape.key_of(self.raw(at)) != name {
                self.set_key(at, name);
            }
        }
    }

    #[cold]
    pub(super) fn unknown(&mut self, at: u32, id: TypeId, rest: Rest) {
        let is_kept = rest_type(self.shape, rest, self.tape.key_of(self.raw(at))).is_some();
        let is_open = matches!(rest, Rest::Ignore | Rest::Match { open: true, .. });
        if self.raw(at).field == DROPPED {
            // A part of the schema's form, which is noted already; who keeps undeclared members keeps it as well.
            if is_open {
                self.tape.nodes[at as usize].field = IGNORED;
            }
            return;
        }
        let field = if is_kept { REST } else { IGNORED };
        self.tape.nodes[at as usize].field = field;
        if is_kept {
            self.later.push(at);
        }
        if !is_kept && is_open {
            self.repair(RepairKind::Unknown, at);
        } else if !is_kept {
            self.miss(FaultKind::Unknown, at, id);
        }
    }

    fn kept(&mut self, at: u32, rest: Rest) {
        if let Some(id) = rest_type(self.shape, rest, self.tape.key_of(self.raw(at))) {
            self.node(at, id);
        }
    }

    #[inline]
    fn member(&mut self, at: u32, field: &'static Field) -> Member {
        let raw = self.raw(self.tape.follow(at));
        match raw.tag {
            Tag::Null if !self.takes_null(field.ty) => self.null_member(at, field),
            Tag::Text if self.tape.begins_blank(raw) => self.blank_member(at, field),
            Tag::Text if !field.nothing.is_empty() && self.says_nothing(at, field) => {
                self.repair(RepairKind::Null, at);
                Member::Absent
            }
            _ => {
                self.node(at, field.ty);
                Member::Present
            }
        }
    }

    /// Whether a text says of an optional member that it is absent.
    #[cold]
    fn says_nothing(&self, at: u32, field: &'static Field) -> bool {
        let text = self.view(at).text().map(fold);
        !field.required
            && self.options.is_lenient()
            && field.nothing.iter().any(|it| text.as_deref() == Some(fold(it).as_str()))
    }

    #[cold]
    fn null_member(&mut self, at: u32, field: &'static Field) -> Member {
        if field.required {
            self.miss(FaultKind::Missing, at, field.ty);
        } else if self.options.coerce == crate::profile::Coerce::Off {
            self.miss(FaultKind::Type, at, field.ty);
        } else {
            self.repair(RepairKind::Null, at);
            return Member::Absent;
        }
        Member::Present
    }

    /// A text that begins with a blank, or is empty.
    fn blank_member(&mut self, at: u32, field: &'static Field) -> Member {
        if self.view(at).text().is_some_and(coerce::is_blank) {
            let ty = self.table.resolve(field.ty);
            let is_number = match ty.kind {
                Kind::Integer(_) | Kind::Number(_) => true,
                Kind::Text(text) => is_moment(text.format),
                _ => false,
            };
            let is_text = matches!(ty.kind, Kind::Text(_)) && !is_number;
            if field.required && field.blank && self.options.blank && (is_text || is_number && !ty.nullable) {
                self.misfit(FaultKind::Blank, at, Expected::Shape(self.shape.at(field.ty)), Found::Blank);
                return Member::Present;
            }
            if is_number && !ty.nullable && !field.required && self.options.is_lenient() {
                self.repair(RepairKind::EmptyText, at);
                return Member::Absent;
            }
        }
        self.node(at, field.ty);
        Member::Present
    }

    /// Fills the slot of a member that is not there: with its default, or with nothing.
    fn absent(&mut self, at: u32, field: &'static Field) -> u32 {
        if field.required {
            let expected = Expected::Shape(self.shape.at(field.ty));
            let member = Some(field.shown);
            self.add(Misfit { kind: FaultKind::Missing, node: at, member, expected, found: Found::Missing });
            return 0;
        }
        match &field.default {
            Some(default) => self.default(at, field, default),
            None => 0,
        }
    }

    #[cold]
    fn default(&mut self, at: u32, field: &'static Field, default: &Literal) -> u32 {
        let mut out = Writer::new();
        out.literal(default);
        let Raw { end, .. } = *self.raw(at);
        let node = self.tape.graft(&out.finish(), end..end);
        if self.options.coerce != crate::profile::Coerce::Off {
            self.repair(RepairKind::Default, node);
        }
        // The schema may spell its own default loosely; that is no deviation of the reply.
        let repairs = self.repairs.len();
        self.node(node, field.ty);
        self.repairs.truncate(repairs);
        node + 1
    }
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn ok_equal_names_are_equal_in_each_byte() {
        for len in 0..20 {
            let name = vec![b'a'; len];
            assert!(is_same(&name, &name.clone()), "{len}");
            assert!(!is_same(&name, &vec![b'a'; len + 1]), "{len}");
            for at in 0..len {
                let mut other = name.clone();
                other[at] = b'b';
                assert!(!is_same(&name, &other), "{len}, {at}");
            }
        }
    }
}
