//! The type at a place of an answer, and the order of places.

use crate::path::{Path, Step};
use crate::shape::{Kind, Record, Rest, Shape};

/// How many unions and references may stand around one type: a union may hold itself.
const NESTED: u8 = 8;

impl Shape {
    /// The type of the value at `path`, where the path leads to a declared one.
    pub(crate) fn locate(self, path: &Path) -> Option<Self> {
        path.0.iter().try_fold(self, |shape, step| shape.step(step, NESTED).map(|(_, shape)| shape))
    }

    /// The place of `path` in the order of the declaration, to sort by. What is undeclared comes last.
    pub(crate) fn order(self, path: &Path) -> Vec<usize> {
        let mut at = Some(self);
        path.0
            .iter()
            .map(|step| {
                let found = at.and_then(|shape| shape.step(step, NESTED));
                at = found.map(|(_, shape)| shape);
                match (found, step) {
                    (Some((rank, _)), _) => rank,
                    (None, &(Step::Index(place) | Step::Entry(place))) => place,
                    (None, Step::Name(_)) => usize::MAX,
                }
            })
            .collect()
    }

    /// The type that a step leads to, with the step's place among its siblings.
    fn step(self, step: &Step, nested: u8) -> Option<(usize, Self)> {
        let nested = nested.checked_sub(1)?;
        match (self.ty().kind, step) {
            (Kind::Record(record), Step::Name(name)) => {
                let at = record.fields.iter().position(|field| field.shown == name.as_ref())?;
                Some((at, self.at(record.fields[at].ty)))
            }
            (Kind::Record(Record { rest: Rest::Keep(ty), .. }), &Step::Entry(at)) => Some((at, self.at(ty))),
            (Kind::Map(map), &Step::Entry(at)) => Some((at, self.at(map.value))),
            (Kind::List(list), &Step::Index(at)) => Some((at, self.at(list.item))),
            (Kind::Tuple(tuple), &Step::Index(at)) => {
                tuple.items.get(at).copied().or(tuple.rest).map(|ty| (at, self.at(ty)))
            }
            (Kind::Union(union), _) => union.branches.iter().find_map(|branch| self.at(branch.ty).step(step, nested)),
            (Kind::Same(to), _) => self.at(to).step(step, nested),
            _ => None,
        }
    }
}
