//! Which standard traits hold of a type.

use super::rust::rest_value;
use crate::ir::{Decl, DeclId, Ir, Kind, Type, TypeKind};
use crate::options::{Dates, Options};

/// The traits of every declaration.
pub(crate) struct Traits {
    eq: Vec<bool>,
}

impl Traits {
    /// Whether `Eq` and `Hash` hold: no `f64`, no untyped value, no type of the user's own, and nothing that holds one.
    pub(crate) fn eq(&self, id: DeclId) -> bool {
        self.eq[id.0 as usize]
    }

    /// As [`eq`](Self::eq), of a place.
    pub(crate) fn eq_at(&self, ty: &Type, options: &Options) -> bool {
        let mut all = true;
        look(ty, options, &mut |id| all &= self.eq(id)) && all
    }
}

/// The traits that hold of every declaration, in time linear in their references.
pub(crate) fn find(ir: &Ir, options: &Options) -> Traits {
    let mut eq = vec![true; ir.decls.len()];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ir.decls.len()];
    let mut work = Vec::new();
    for (at, decl) in ir.decls.iter().enumerate() {
        let mut plain = true;
        for ty in types_of(decl) {
            // An artifact's place has its own equality, whatever the artifact holds.
            let mut refer = |id: DeclId| {
                if !ir[id].is_artifact() {
                    users[id.0 as usize].push(at);
                }
            };
            plain &= look(ty, options, &mut refer);
        }
        if !plain {
            eq[at] = false;
            work.push(at);
        }
    }
    while let Some(at) = work.pop() {
        for user in std::mem::take(&mut users[at]) {
            if std::mem::replace(&mut eq[user], false) {
                work.push(user);
            }
        }
    }
    Traits { eq }
}

/// The types of the places that a declaration has in Rust.
fn types_of(decl: &Decl) -> Vec<&Type> {
    match &decl.kind {
        Kind::Record(it) => it.fields.iter().map(|field| &field.ty).chain(rest_value(it)).collect(),
        Kind::Union(it) => it.branches.iter().map(|branch| &branch.ty).collect(),
        Kind::Newtype(it) => vec![it],
        Kind::Enum(_) | Kind::Never => Vec::new(),
    }
}

/// Whether a place is `Eq` but for the declarations that it refers to, each of which is told.
fn look(ty: &Type, options: &Options, refer: &mut impl FnMut(DeclId)) -> bool {
    match &ty.kind {
        TypeKind::Any | TypeKind::Number(_) => false,
        TypeKind::Null | TypeKind::Bool | TypeKind::Integer(_) => true,
        TypeKind::Text(it) => match it.format.as_deref() {
            // `jiff::Span` has no equality of its own.
            Some("duration") if options.dates == Dates::Jiff => false,
            // A type of the user's own may have none; whoever knows that it has adds the derive.
            Some(format) => !options.formats.contains_key(format),
            None => true,
        },
        TypeKind::List(it) => look(&it.item, options, refer),
        TypeKind::Map(it) => look(&it.value, options, refer),
        TypeKind::Tuple(it) if super::rust::is_exact(it) => {
            it.items.iter().fold(true, |plain, item| look(item, options, refer) & plain)
        }
        TypeKind::Tuple(_) => false,
        TypeKind::Decl(id) => {
            refer(*id);
            true
        }
    }
}
