//! An answer that is no object, as the one member of an object.
//!
//! Some providers take schemas of objects alone. A list or a union is asked of them under a member `value`, or under
//! another of these names where the type itself has a member of that name. A list that was not asked for so may stand
//! under any name: `{"people": [...]}`.

use crate::profile::Coerce;
use crate::read::scope::{Scope, Standing};
use crate::read::{Parsed, RawRepair};
use crate::repair::RepairKind;
use crate::shape::{Kind, Shape};
use crate::tape::{Tag, pair};

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
    let (is_known, is_list) = (WRAPPERS.contains(&key), raw.tag == Tag::List);
    // A copy of a schema has the listed values there.
    if !is_known && (!is_list || key == "enum" || key.starts_with('@')) {
        return;
    }
    let scope = Scope::new(Some(shape));
    let is_wrapper = is_known || scope.takes_list() && !scope.takes_object();
    if is_wrapper && scope.standing(key) == Standing::Undeclared {
        let (start, end) = (raw.start, raw.end);
        parsed.repairs.push(RawRepair { kind: RepairKind::WrappedRoot, start, end, node: member });
        if is_known {
            parsed.root = member;
        } else {
            // The root stays: a list that stands alone is a better candidate.
            let root = &mut parsed.tape.nodes[parsed.root as usize];
            (root.tag, root.data) = (Tag::Forward, pair(root.pair().0, member));
        }
    }
}
