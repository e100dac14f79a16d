//! Members of a oneof: each may stand in an object under the oneof's name, `{"payment": {"card": …}}` for `{"card": …}`.
//!
//! That at most one of them is there is a rule of the record.

use super::record::{Named, find};
use super::{Conform, Misfit, Names};
use crate::fault::{Expected, FaultKind, Found};
use crate::names::fold;
use crate::repair::RepairKind;
use crate::shape::{Record, TypeId};
use crate::spellings::Glance;
use crate::tape::{DROPPED, Node, Tag};

/// What an undeclared member holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// The oneof's member at this place of the record, as the value at this node.
    Member(usize, u32),
    /// None of the oneof's members.
    Nothing,
    /// Several of them, or something else.
    Unclear(&'static [&'static str]),
    /// It is no oneof.
    Other,
}

/// Looks into an undeclared member; `folded` is a buffer.
pub(super) fn look(record: &Record, name: &str, value: Node<'_>, folded: &mut String) -> Held {
    // Most undeclared members are told by their value, before all members of the record are asked for their oneof.
    if !matches!(value.raw().tag, Tag::Null | Tag::Object) {
        return Held::Other;
    }
    let Some(oneof) = named(record, name) else { return Held::Other };
    if value.is_null() {
        return Held::Nothing;
    }
    let mut held = Held::Nothing;
    // OK below because `find` gives places of this record.
    for (name, inner) in value.members() {
        let place = match find(record, name, Glance::of(name), Names::Folded, folded) {
            Named::Exact(place) | Named::Folded(place) if record.fields[place].oneof == oneof => place,
            _ => return Held::Unclear(oneof),
        };
        if inner.is_null() {
            continue;
        }
        if held != Held::Nothing {
            return Held::Unclear(oneof);
        }
        held = Held::Member(place, inner.index());
    }
    held
}

/// The oneof that a name means.
fn named(record: &Record, name: &str) -> Option<&'static [&'static str]> {
    let mut oneofs = record.fields.iter().map(|it| it.oneof).filter(|it| !it.is_empty()).peekable();
    oneofs.peek()?;
    let name = fold(name);
    oneofs.find(|it| it.iter().any(|spelling| fold(spelling) == name))
}

impl Conform<'_, '_> {
    /// The place of the member that stands under its oneof's name, which now stands in the place of the whole object.
    #[cold]
    pub(super) fn unfold(&mut self, at: u32, object: u32, id: TypeId, record: &'static Record) -> Option<usize> {
        let held = if self.options.is_lenient() {
            look(record, self.tape.key_of(self.raw(at)), self.tape.node(at), &mut self.folded)
        } else {
            Held::Other
        };
        match held {
            Held::Member(place, value) => {
                // OK because `look` found the place in this record.
                self.repair(RepairKind::Unwrapped, at);
                self.set_key(at, record.fields[place].name);
                self.forward(at, value);
                return Some(place);
            }
            Held::Nothing => {
                self.repair(RepairKind::Null, at);
                self.tape.nodes[at as usize].field = DROPPED;
            }
            Held::Unclear(oneof) => {
                let members = record.fields.iter().filter(|it| it.oneof == oneof).map(|it| format!("`{}`", it.shown));
                let expected = format!("just one of the members {}", members.collect::<Vec<_>>().join(", "));
                // OK because a oneof has a name.
                let (expected, found) = (Expected::Words(expected.into()), Found::Kind(self.view(at).kind()));
                self.add(Misfit { kind: FaultKind::Type, node: object, member: Some(oneof[0]), expected, found });
            }
            Held::Other => self.unknown(at, id, record.rest),
        }
        None
    }

    /// Whether a member of a oneof is null, which its type takes, and another one is there: then it says nothing.
    pub(super) fn is_spare(&mut self, at: u32, record: &'static Record, base: usize) -> bool {
        let raw = self.raw(at);
        let Some(field) = record.fields.get(usize::from(raw.field)) else { return false };
        if raw.tag != Tag::Null || field.oneof.is_empty() {
            return false;
        }
        let is_other = |(place, it): (usize, &crate::shape::Field)| {
            it.oneof == field.oneof && it.name != field.name && self.tape.side[base + place] != 0
        };
        let is_spare = record.fields.iter().enumerate().any(is_other);
        if is_spare {
            self.repair(RepairKind::Null, at);
        }
        is_spare
    }
}
