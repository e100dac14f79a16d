//! The kinds of JSON that a type takes.

use std::collections::HashSet;

use nucleo_runtime::shape::Kinds;

use crate::ir::{DeclId, Ir, Kind, Type, TypeKind, Union};
use crate::json::Value;

const NONE: Kinds = Kinds(0);

/// All numbers, whole ones included: `1.0` is both.
const NUMBERS: Kinds = Kinds::NUMBER.or(Kinds::INTEGER);

/// Every kind.
const ANY: Kinds = Kinds::NULL.or(Kinds::BOOLEAN).or(NUMBERS).or(Kinds::STRING).or(Kinds::ARRAY).or(Kinds::OBJECT);

/// Whether a `oneOf` forbids something that an `anyOf` would take: not where a tag, or the kind of JSON alone, tells each
/// branch from the others.
pub(crate) fn may_fit_two(ir: &Ir, union: &Union) -> bool {
    let mut seen = NONE;
    let mut meets = |kinds: Kinds| {
        let meets = seen.0 & kinds.0 != 0;
        seen = seen.or(kinds);
        meets
    };
    union.exclusive && union.tag.is_none() && union.branches.iter().any(|it| meets(of(ir, &it.ty, &mut HashSet::new())))
}

/// The kinds of a type; `seen` holds the named ones that were counted.
fn of(ir: &Ir, ty: &Type, seen: &mut HashSet<DeclId>) -> Kinds {
    let kinds = match &ty.kind {
        TypeKind::Any => ANY,
        TypeKind::Null => Kinds::NULL,
        TypeKind::Bool => Kinds::BOOLEAN,
        TypeKind::Integer(_) | TypeKind::Number(_) => NUMBERS,
        TypeKind::Text(_) => Kinds::STRING,
        TypeKind::List(_) | TypeKind::Tuple(_) => Kinds::ARRAY,
        TypeKind::Map(_) => Kinds::OBJECT,
        TypeKind::Decl(id) if seen.insert(*id) => of_decl(ir, *id, seen),
        // What was counted already adds nothing.
        TypeKind::Decl(_) => NONE,
    };
    if ty.nullable { kinds.or(Kinds::NULL) } else { kinds }
}

fn of_decl(ir: &Ir, id: DeclId, seen: &mut HashSet<DeclId>) -> Kinds {
    match &ir[id].kind {
        Kind::Record(_) => Kinds::OBJECT,
        Kind::Enum(it) => it.values.iter().map(|it| of_value(&it.json.value)).fold(NONE, Kinds::or),
        Kind::Union(it) => it.branches.iter().map(|it| of(ir, &it.ty, seen)).fold(NONE, Kinds::or),
        Kind::Newtype(ty) => of(ir, ty, seen),
        Kind::Never => NONE,
    }
}

fn of_value(value: &Value) -> Kinds {
    match value {
        Value::Null => Kinds::NULL,
        Value::Bool(_) => Kinds::BOOLEAN,
        Value::Number(_) => NUMBERS,
        Value::Text(_) => Kinds::STRING,
        Value::List(_) => Kinds::ARRAY,
        Value::Object(_) => Kinds::OBJECT,
    }
}
