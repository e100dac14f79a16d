//! Single values: what `coerce` decides is done here.

use super::Conform;
use super::coerce::{self, Made, Taken};
use crate::fault::{Expected, FaultKind, Found};
use crate::shape::{Format, Integer, Number, Text, TypeId};
use crate::tape::{MADE, NONE, TEXT_IN_ARENA, Tag, pair};

impl Conform<'_, '_> {
    #[cold]
    pub(super) fn never(&mut self, at: u32, id: TypeId) -> u32 {
        self.miss(FaultKind::Type, at, id);
        NONE
    }

    pub(super) fn null(&mut self, at: u32, id: TypeId) -> u32 {
        if self.raw(at).tag != Tag::Null {
            self.miss(FaultKind::Type, at, id);
        }
        NONE
    }

    pub(super) fn bool(&mut self, at: u32, id: TypeId) -> u32 {
        match coerce::boolean(self.view(at), self.options.coerce) {
            Taken::Keep => {}
            taken => {
                let taken = taken.into_owned();
                self.take(at, id, taken);
            }
        }
        NONE
    }

    pub(super) fn integer(&mut self, at: u32, id: TypeId, it: &Integer) -> u32 {
        match coerce::integer(self.view(at), it, self.options.coerce) {
            Taken::Keep => {}
            taken => {
                let taken = taken.into_owned();
                self.take_or_null(at, id, taken);
            }
        }
        NONE
    }

    pub(super) fn number(&mut self, at: u32, id: TypeId, it: &Number) -> u32 {
        match coerce::number(self.view(at), it, self.options.coerce) {
            Taken::Keep => {}
            taken => {
                let taken = taken.into_owned();
                self.take_or_null(at, id, taken);
            }
        }
        NONE
    }

    pub(super) fn text(&mut self, at: u32, id: TypeId, it: &Text) -> u32 {
        if is_moment(it.format) {
            match coerce::moment(self.view(at), it.format, self.options.coerce) {
                Taken::Keep => {}
                taken => {
                    let taken = taken.into_owned();
                    if !self.take_or_null(at, id, taken) {
                        return NONE;
                    }
                }
            }
        } else if it.format == Format::Base64 {
            let taken = coerce::base64(self.view(at), self.options.coerce).into_owned();
            if !self.take(at, id, taken) {
                return NONE;
            }
        } else if self.raw(at).tag != Tag::Text {
            let taken = coerce::text(self.view(at), self.options.coerce).into_owned();
            if !self.take(at, id, taken) {
                return NONE;
            }
        }
        let Some(text) = self.view(at).text() else { return NONE };
        if !coerce::fits_length(text, it) {
            let count = Found::Count(text.chars().count());
            self.misfit(FaultKind::Length, at, Expected::Shape(self.shape.at(id)), count);
        } else if !it.patterns.iter().all(|pattern| self.table.pattern(*pattern).is_match(text)) {
            self.miss(FaultKind::Pattern, at, id);
        }
        NONE
    }

    /// As [`take`](Self::take); but an empty text for a number or a date is null, where null is a value.
    #[cold]
    fn take_or_null(&mut self, at: u32, id: TypeId, taken: Taken<'static>) -> bool {
        let is_blank = || self.view(at).text().is_some_and(coerce::is_blank);
        let taken = match taken {
            Taken::Miss(_) if self.options.is_lenient() && self.table.get(id).nullable && is_blank() => {
                Taken::Mend(Some(crate::repair::RepairKind::EmptyText), Made::Null)
            }
            taken => taken,
        };
        self.take(at, id, taken)
    }

    /// Changes the node as `coerce` decided; `false` where it does not fit.
    #[cold]
    pub(super) fn take(&mut self, at: u32, id: TypeId, taken: Taken<'static>) -> bool {
        let (kind, made) = match taken {
            Taken::Keep => return true,
            Taken::Miss(kind) => {
                self.miss(kind, at, id);
                return false;
            }
            Taken::Mend(kind, made) => (kind, made),
        };
        if let Some(kind) = kind {
            self.repair(kind, at);
        }
        let at = self.tape.follow(at);
        let (tag, flags, data) = match made {
            Made::Null => (Tag::Null, 0, 0),
            Made::Bool(value) => (if value { Tag::True } else { Tag::False }, 0, 0),
            Made::Int(value) => (Tag::Int, MADE, value as u64),
            Made::Digits(digits) => (Tag::Digits, TEXT_IN_ARENA, self.store(&digits)),
            Made::Text(text) => (Tag::Text, TEXT_IN_ARENA, self.store(&text)),
        };
        // A list that becomes one text leaves its elements behind, so its end must stay known.
        if self.raw(at).is_container() {
            let to = self.tape.nodes.len() as u32;
            let mut raw = *self.raw(at);
            (raw.tag, raw.data) = (tag, data);
            raw.flags |= flags;
            self.tape.nodes.push(raw);
            self.forward(at, to);
            return true;
        }
        let raw = &mut self.tape.nodes[at as usize];
        (raw.tag, raw.data) = (tag, data);
        raw.flags = raw.flags & !(TEXT_IN_ARENA | MADE) | flags;
        true
    }

    fn store(&mut self, text: &str) -> u64 {
        let (offset, len) = self.tape.store(text);
        pair(offset, len)
    }
}

/// Whether every text fits.
#[inline]
pub(super) fn is_any_text(it: &Text) -> bool {
    it.min == 0 && it.max == u32::MAX && it.patterns.is_empty() && matches!(it.format, Format::Plain | Format::Named(_))
}

#[inline]
pub(super) fn is_moment(format: Format) -> bool {
    matches!(
        format,
        Format::Date | Format::DateTime | Format::Time | Format::Duration | Format::Timestamp | Format::Seconds
    )
}
