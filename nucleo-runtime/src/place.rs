//! The type at a place of an answer, and the order of places.

use crate::names::fold_into;
use crate::path::{Path, Step};
use crate::shape::{Field, Kind, Record, Rest, Shape};
use crate::spellings::Glance;

/// How many unions and references may stand around one type: a union may hold itself.
const NESTED: u8 = 8;

/// What a step leads to.
struct Place {
    /// Its place among its siblings.
    rank: usize,
    /// The member, where it is a declared one.
    field: Option<&'static Field>,
    shape: Shape,
}

impl Shape {
    /// The type of the value at `path`, where the path leads to a declared one.
    pub(crate) fn locate(self, path: &Path) -> Option<Self> {
        path.0.iter().try_fold(self, |shape, step| shape.within(step))
    }

    /// The type that one step leads to.
    pub(crate) fn within(self, step: &Step) -> Option<Self> {
        self.step(step, NESTED).map(|place| place.shape)
    }

    /// The declared member that one step leads to.
    pub(crate) fn member(self, step: &Step) -> Option<&'static Field> {
        self.step(step, NESTED)?.field
    }

    /// The place of `path` in the order of the declaration, to sort by. What is undeclared comes last.
    pub(crate) fn order(self, path: &Path) -> Vec<usize> {
        let mut at = Some(self);
        path.0
            .iter()
            .map(|step| {
                let place = at.and_then(|shape| shape.step(step, NESTED));
                at = place.as_ref().map(|place| place.shape);
                match (place, step) {
                    (Some(place), _) => place.rank,
                    (None, &Step::Index(at)) => at,
                    (None, Step::Name(_) | Step::Entry(_)) => usize::MAX,
                }
            })
            .collect()
    }

    /// The step to the member of a reply's object that is called `name` there.
    pub(crate) fn named(self, name: &str) -> Step {
        self.spelled(name, &mut String::new(), NESTED)
            .map_or_else(|| Step::Name(name.to_owned().into()), |(step, _)| step)
    }

    /// The declared member of a reply's object that is called `name` there, with its type; `folded` is a buffer.
    pub(crate) fn field(self, name: &str, folded: &mut String) -> Option<(&'static Field, Self)> {
        self.field_named(name, Glance::of(name), folded, NESTED)
    }

    fn field_named(
        self,
        name: &str,
        glance: Glance,
        folded: &mut String,
        nested: u8,
    ) -> Option<(&'static Field, Self)> {
        let nested = nested.checked_sub(1)?;
        match &self.ty().kind {
            Kind::Record(record) => record_field(record, name, glance, folded).map(|field| (field, self.at(field.ty))),
            Kind::Union(union) => {
                union.branches.iter().find_map(|it| self.at(it.ty).field_named(name, glance, folded, nested))
            }
            Kind::Same(to) => self.at(*to).field_named(name, glance, folded, nested),
            Kind::Mapped(mapped) => self.at(mapped.ty).field_named(name, glance, folded, nested),
            _ => None,
        }
    }

    /// The path that a JSON pointer leads along, in any spelling of the names, as far as it is declared.
    pub(crate) fn path_of(self, pointer: &str) -> Path {
        let mut steps = Vec::new();
        let mut shape = self;
        for part in pointer.split('/').skip(1) {
            let part = part.replace("~1", "/").replace("~0", "~");
            let Some((step, within)) = shape.spelled(&part, &mut String::new(), NESTED) else { break };
            steps.push(step);
            shape = within;
        }
        Path(steps)
    }

    /// The step that a part of a pointer spells; `folded` is a buffer.
    fn spelled(self, part: &str, folded: &mut String, nested: u8) -> Option<(Step, Self)> {
        let nested = nested.checked_sub(1)?;
        match &self.ty().kind {
            Kind::Record(record) => {
                let field = record_field(record, part, Glance::of(part), folded)?;
                Some((Step::Name(field.shown.into()), self.at(field.ty)))
            }
            Kind::Union(union) => union.branches.iter().find_map(|it| self.at(it.ty).spelled(part, folded, nested)),
            Kind::Same(to) => self.at(*to).spelled(part, folded, nested),
            Kind::Mapped(mapped) => self.at(mapped.ty).spelled(part, folded, nested),
            Kind::Map(_) => {
                let step = Step::Entry(part.parse().ok()?);
                Some((step.clone(), self.within(&step)?))
            }
            _ => {
                let step = Step::Index(part.parse().ok()?);
                Some((step.clone(), self.within(&step)?))
            }
        }
    }

    fn step(self, step: &Step, nested: u8) -> Option<Place> {
        let nested = nested.checked_sub(1)?;
        let place = |rank, ty| Some(Place { rank, field: None, shape: self.at(ty) });
        match (self.ty().kind, step) {
            (Kind::Record(record), Step::Name(name)) => {
                let rank = record.fields.iter().position(|field| field.shown == name.as_ref())?;
                // OK because it is the place of a member.
                let field = &record.fields[rank];
                Some(Place { rank, field: Some(field), shape: self.at(field.ty) })
            }
            (Kind::Record(Record { rest: Rest::Keep(ty), .. }), &Step::Entry(at)) => place(at, ty),
            (Kind::Map(map), &Step::Entry(at)) => place(at, map.value),
            (Kind::List(list), &Step::Index(at)) => place(at, list.item),
            (Kind::Tuple(tuple), &Step::Index(at)) => place(at, tuple.items.get(at).copied().or(tuple.rest)?),
            (Kind::Union(union), _) => union.branches.iter().find_map(|it| self.at(it.ty).step(step, nested)),
            (Kind::Same(to), _) => self.at(to).step(step, nested),
            (Kind::Mapped(mapped), _) => self.at(mapped.ty).step(step, nested),
            _ => None,
        }
    }
}

/// The member of a record that is called `name`: as it is spelled, or in another casing.
fn record_field(record: &Record, name: &str, glance: Glance, folded: &mut String) -> Option<&'static Field> {
    if !record.spellings.may_have(glance) {
        return None;
    }
    fold_into(name, folded);
    // OK because a spelling's index is that of a member.
    let mut found = record.spellings.of(folded).iter().map(|(_, place)| &record.fields[usize::from(*place)]).peekable();
    let first = *found.peek()?;
    Some(found.find(|it| is_exact(it, name)).unwrap_or(first))
}

/// Whether a name is spelled as the model or the source spells the member's. `conform` has its own, which knows which of
/// the two its reader takes.
#[inline]
pub(crate) fn is_exact(field: &Field, name: &str) -> bool {
    field.shown == name || field.name == name
}
