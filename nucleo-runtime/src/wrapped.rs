//! An answer that is no object, as the one member of an object.
//!
//! Some providers take schemas of objects alone. A list or a union is asked of them under a member `value`, or under
//! another of these names where the type itself has a member of that name.

use crate::profile::Coerce;
use crate::read::scope::{Scope, Standing};
use crate::read::{Parsed, RawRepair};
use crate::repair::RepairKind;
use crate::shape::{Kind, Shape};
use crate::tape::Tag;

/// The names of the member, the first before the others.
pub const WRAPPERS: [&str; 3] = ["value", "answer", "result"];

/// Takes the object off, where the declared type has no such object itself.
pub(crate) fn unwrap(parsed: &mut Parsed<'_>, shape: Shape) {
    let node = &parsed.tape.nodes[parsed.root as usize];
    let is_candidate = node.tag == Tag::Object && node.pair().1 == 1 && shape.profile.coerce == Coerce::Lenient;
    if !is_candidate || matches!(shape.ty().kind, Kind::Record(_) | Kind::Map(_) | Kind::Any) {
        return;
    }
    let member = parsed.root + 1;
    let raw = &parsed.tape.nodes[member as usize];
    let key = parsed.tape.key_of(raw);
    if WRAPPERS.contains(&key) && Scope::new(Some(shape)).standing(key) == Standing::Undeclared {
        let (start, end) = (raw.start, raw.end);
        parsed.repairs.push(RawRepair { kind: RepairKind::WrappedRoot, start, end, node: member });
        parsed.root = member;
    }
}
