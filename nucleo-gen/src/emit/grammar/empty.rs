//! Types that no finite value has: a grammar with a rule for one would never come to its end.

use std::collections::HashSet;

use crate::ir::{DeclId, Ir, Kind, Type, TypeKind};
use crate::resolve::Resolved;
use crate::resolve::clash::reach;

/// The types without a value, of all that a type reaches.
pub(super) fn of(cx: &Resolved<'_>, root: DeclId) -> HashSet<DeclId> {
    let ir = cx.ir;
    let all = reach(ir, root);
    // From below: a type has a value when what it needs has one.
    let mut full: HashSet<DeclId> = HashSet::new();
    loop {
        let found: Vec<DeclId> =
            all.iter().copied().filter(|id| !full.contains(id) && has_value(ir, *id, &full)).collect();
        if found.is_empty() {
            return all.into_iter().filter(|id| !full.contains(id)).collect();
        }
        full.extend(found);
    }
}

fn has_value(ir: &Ir, id: DeclId, full: &HashSet<DeclId>) -> bool {
    match &ir[id].kind {
        Kind::Record(it) => it.fields.iter().filter(|field| field.required).all(|field| fits(&field.ty, full)),
        Kind::Union(it) => it.branches.iter().any(|branch| fits(&branch.ty, full)),
        Kind::Newtype(ty) => fits(ty, full),
        Kind::Enum(it) => !it.values.is_empty(),
        Kind::Never => false,
    }
}

fn fits(ty: &Type, full: &HashSet<DeclId>) -> bool {
    ty.nullable
        || match &ty.kind {
            TypeKind::Decl(id) => full.contains(id),
            TypeKind::List(it) => it.min.unwrap_or(0) == 0 || fits(&it.item, full),
            TypeKind::Map(it) => it.min.unwrap_or(0) == 0 || fits(&it.value, full),
            TypeKind::Tuple(it) => {
                let needed = usize::try_from(it.min.unwrap_or(0)).unwrap_or(usize::MAX);
                it.items.iter().take(needed).all(|item| fits(item, full))
            }
            _ => true,
        }
}
