//! Lists, tuples and maps.

use super::choice::{Spelled, pick_spelling};
use super::coerce;
use super::entries::is_list_of_entries;
use super::{Conform, equality, is_plain, lone, takes_json_text};
use crate::expected;
use crate::fault::{Expected, FaultKind, Found};
use crate::repair::RepairKind;
use crate::shape::{Kind, List, Literal, Map, Text, Tuple, TypeId, Variant};
use crate::tape::{DROPPED, JsonKind, KEY_IN_ARENA, NONE, Tag};
use crate::value::conformed;
use crate::write::Writer;

impl Conform<'_, '_> {
    #[inline(never)]
    pub(super) fn list(&mut self, at: u32, id: TypeId, it: &'static List, wrapped: bool) -> u32 {
        let at = match self.raw(at).tag {
            Tag::List => at,
            _ => match self.odd_list(at, id, it, wrapped) {
                Ok(at) => at,
                Err(frame) => return frame,
            },
        };
        let (end, count) = self.raw(at).pair();
        self.count(at, id, count, it.min, it.max);
        let mut child = at + 1;
        // OK because the generator only writes ids of the same table.
        let item = &self.table.types[it.item.0 as usize];
        while child < end && is_plain(self.raw(child), item) {
            // What fits at a glance holds no others.
            child += 1;
        }
        let holds_lists = matches!(self.table.resolve(it.item).kind, Kind::List(_));
        // To compare objects, their members must have one spelling, as they have for rules.
        self.ruled += u32::from(it.unique);
        while child < end {
            let next = self.tape.next(child);
            if holds_lists && self.is_lone(child) {
                self.miss(FaultKind::Type, child, it.item);
            } else {
                self.node(child, it.item);
            }
            child = next;
        }
        self.ruled -= u32::from(it.unique);
        self.unique(at, id, it.unique);
        NONE
    }

    /// Whether an element that should be a list is none. It is not taken as a list of one: `["a", "b"]` may be one row
    /// of two or two rows of one.
    fn is_lone(&self, at: u32) -> bool {
        let raw = self.raw(self.tape.follow(at));
        match raw.tag {
            Tag::Text => !self.tape.text_of(raw).trim_start().starts_with('['),
            Tag::Null | Tag::List => false,
            _ => true,
        }
    }

    /// The list that a value of another kind stands for, or the frame of a value that is taken as a list of one.
    #[cold]
    fn odd_list(&mut self, at: u32, id: TypeId, it: &'static List, wrapped: bool) -> Result<u32, u32> {
        if self.options.is_lenient() && !wrapped {
            if let Some(list) = self.nested(at, '[') {
                return Ok(list);
            }
            // One object in a text where a list of objects is declared.
            let at = match takes_json_text(self.table, it.item) {
                true => at,
                false => self.nested(at, '{').unwrap_or(at),
            };
            if self.view(at).text().is_some_and(lone::may_be_several) {
                self.miss(FaultKind::Ambiguous, at, id);
                return Err(NONE);
            }
            if self.view(at).text().is_none_or(|text| !lone::is_nothing(text)) && self.may_be_one(at, it.item) {
                self.repair(RepairKind::ListOfOne, at);
                let slot = self.tape.side.len();
                self.tape.side.push(NONE);
                let frame = self.value(at, it.item, true);
                // OK because the slot was pushed above.
                self.tape.side[slot] = frame;
                self.count(at, id, 1, it.min, it.max);
                return Err(slot as u32);
            }
        }
        self.miss(FaultKind::Type, at, id);
        Err(NONE)
    }

    #[inline]
    pub(super) fn count(&mut self, at: u32, id: TypeId, count: u32, min: u32, max: u32) {
        if count < min || count > max {
            self.misfit(FaultKind::Count, at, Expected::Shape(self.shape.at(id)), Found::Count(count as usize));
        }
    }

    fn unique(&mut self, at: u32, id: TypeId, unique: bool) {
        if unique && equality::first_duplicate(self.view(at).items()).is_some() {
            self.miss(FaultKind::Unique, at, id);
        }
    }

    #[inline(never)]
    pub(super) fn tuple(&mut self, at: u32, id: TypeId, it: &'static Tuple) -> u32 {
        let list = if self.raw(at).tag == Tag::List {
            Some(at)
        } else if self.options.is_lenient() {
            self.nested(at, '[')
        } else {
            None
        };
        let Some(at) = list else {
            self.miss(FaultKind::Type, at, id);
            return NONE;
        };
        let (end, count) = self.raw(at).pair();
        let max = if it.rest.is_none() { it.max.min(it.items.len() as u32) } else { it.max };
        self.count(at, id, count, it.min, max);
        let mut child = at + 1;
        let mut types = it.items.iter().copied().chain(it.rest.into_iter().cycle());
        while child < end {
            let Some(ty) = types.next() else { break };
            let next = self.tape.next(child);
            self.node(child, ty);
            child = next;
        }
        self.unique(at, id, it.unique);
        NONE
    }

    #[inline(never)]
    pub(super) fn map(&mut self, at: u32, id: TypeId, it: &'static Map) -> u32 {
        if self.raw(at).tag == Tag::List && self.options.is_lenient() && is_list_of_entries(self.view(at)) {
            self.take_entries(at);
        }
        let Some(at) = self.as_object(at) else {
            self.miss(FaultKind::Type, at, id);
            return NONE;
        };
        let (end, count) = self.raw(at).pair();
        if let Some(Kind::Enum(variants)) = it.name.map(|name| &self.table.resolve(name).kind) {
            self.respell(at, variants);
        }
        let dropped = self.drop_duplicates(at);
        self.count(at, id, count - dropped, it.min, it.max);
        let mut child = at + 1;
        while child < end {
            let next = self.tape.next(child);
            if self.raw(child).field != DROPPED {
                if let Some(name) = it.name {
                    self.name(child, name);
                }
                self.node(child, it.value);
            }
            child = next;
        }
        NONE
    }

    /// A value without a type: of several members of one name, the last one counts there too, and its numbers are those
    /// that an `f64` comes near.
    pub(super) fn any(&mut self, at: u32) -> u32 {
        let is_lenient = self.options.is_lenient();
        // A subtree stands in one piece.
        for node in at..self.tape.next(at) {
            let raw = self.raw(node);
            match raw.tag {
                Tag::Object if is_lenient && raw.pair().1 > 1 => {
                    self.drop_duplicates(node);
                }
                Tag::Digits => self.digits(node),
                _ => {}
            }
        }
        NONE
    }

    #[cold]
    fn digits(&mut self, at: u32) {
        if !self.view(at).float().is_some_and(f64::is_finite) {
            let expected = Expected::Words("a number that a 64-bit float can hold".into());
            self.misfit(FaultKind::Range, at, expected, Found::Kind(JsonKind::Number));
        }
    }

    /// Leaves out all but the last of several members with one name, and gives the number of those left out.
    fn drop_duplicates(&mut self, at: u32) -> u32 {
        let end = self.tape.next(at);
        let mut members = Vec::with_capacity(self.raw(at).pair().1 as usize);
        let mut child = at + 1;
        while child < end {
            members.push(child);
            child = self.tape.next(child);
        }
        members.sort_by_key(|member| self.tape.key_of(self.raw(*member)));
        let mut dropped = 0;
        for pair in members.windows(2) {
            // The sort is stable: of one name, the last stands last.
            let [one, two] = *pair else { continue };
            if self.tape.key_of(self.raw(one)) == self.tape.key_of(self.raw(two)) {
                self.repair(RepairKind::Duplicate, one);
                self.tape.nodes[one as usize].field = DROPPED;
                dropped += 1;
            }
        }
        dropped
    }

    /// Checks the name of a map's member against the type of such names.
    fn name(&mut self, at: u32, id: TypeId) {
        let name = self.tape.key_of(self.raw(at));
        let ty = self.table.resolve(id);
        let kind = match &ty.kind {
            _ if ty.rule.is_some() => self.unusual(name, id),
            Kind::Text(it) => name_misses(self.table, name, it),
            Kind::Enum(variants) => {
                let is_listed = variants.iter().any(|it| matches!(it.value, Literal::Text(text) if text == name));
                (!is_listed).then_some(FaultKind::Enum)
            }
            Kind::Never => Some(FaultKind::Unknown),
            Kind::Any => None,
            _ => self.unusual(name, id),
        };
        if let Some(kind) = kind {
            let expected = Expected::Words(expected::of_name(self.shape.at(id), kind).into());
            self.misfit(kind, at, expected, Found::Another);
        }
    }

    /// Checks a name as the text that it is, against a type that is more than a plain text or a list of names.
    #[cold]
    fn unusual(&self, name: &str, id: TypeId) -> Option<FaultKind> {
        let mut out = Writer::new();
        out.text(name);
        let faults = conformed(out.finish(), self.shape.at(id)).err()?;
        faults.first().map(|fault| fault.kind)
    }

    /// Gives the members of an object those of the listed names that they spell.
    fn respell(&mut self, at: u32, variants: &[Variant]) {
        if !self.options.is_lenient() {
            return;
        }
        let names = variants.iter().filter_map(|it| if let Literal::Text(text) = it.value { Some(text) } else { None });
        let (mut child, end) = (at + 1, self.tape.next(at));
        while child < end {
            let name = self.tape.key_of(self.raw(child));
            if !names.clone().any(|it| it == name) {
                if let Spelled::One(place, _) = pick_spelling(name, names.clone().enumerate()) {
                    self.repair(RepairKind::Name, child);
                    names.clone().nth(place).into_iter().for_each(|name| self.set_key(child, name));
                }
            }
            child = self.tape.next(child);
        }
    }

    /// Gives a member the name that the source has for it.
    pub(super) fn set_key(&mut self, at: u32, name: &str) {
        let (key, key_len) = self.tape.store(name);
        let raw = &mut self.tape.nodes[at as usize];
        (raw.key, raw.key_len) = (key, key_len);
        raw.flags |= KEY_IN_ARENA;
    }
}

fn name_misses(table: &crate::shape::Table, name: &str, it: &Text) -> Option<FaultKind> {
    if !coerce::fits_length(name, it) {
        Some(FaultKind::Length)
    } else if !it.patterns.iter().all(|pattern| table.pattern(*pattern).is_match(name)) {
        Some(FaultKind::Pattern)
    } else if !super::date::is_exact(it.format, name) {
        Some(FaultKind::Format)
    } else {
        None
    }
}
