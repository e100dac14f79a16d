//! What the stricter profile has no type for: maps, untyped values, dates and times, types that hold themselves.

use std::collections::BTreeSet;

use crate::diag::{Diags, Span};
use crate::ir::{DeclId, Kind, Other, Record, Rest, Type, TypeKind};
use crate::knobs::Profile;
use crate::resolve::clash::{each_decl, each_type, reach};
use crate::resolve::{Resolved, cycles};

/// Checks all types of that profile, and what they reach.
pub(super) fn all(cx: &Resolved<'_>, diags: &Diags) {
    let every = (0..cx.ir.decls.len() as u32).map(DeclId);
    let roots = every.filter(|id| cx.settings(*id).profile == Profile::Tramai);
    let mut reached: BTreeSet<DeclId> = BTreeSet::new();
    for root in roots {
        if !reached.contains(&root) {
            reached.extend(reach(cx.ir, root));
        }
    }
    if reached.is_empty() {
        return;
    }
    let looping = looping(cx);
    for id in reached {
        check_decl(cx, id, &looping, diags);
    }
}

/// The number of each type's cycle, if it stands on one.
fn looping(cx: &Resolved<'_>) -> Vec<Option<usize>> {
    let inner: Vec<Vec<usize>> = (cx.ir.decls.iter())
        .map(|decl| {
            let mut inner = Vec::new();
            each_type(&decl.kind, &mut |ty| each_decl(ty, &mut |id| inner.push(id.0 as usize)));
            inner
        })
        .collect();
    let mut out = vec![None; inner.len()];
    for (number, group) in cycles::groups(&inner).into_iter().enumerate() {
        // OK because each group holds numbers of the list.
        if group.len() > 1 || inner[group[0]].contains(&group[0]) {
            group.into_iter().for_each(|at| out[at] = Some(number));
        }
    }
    out
}

fn check_decl(cx: &Resolved<'_>, id: DeclId, looping: &[Option<usize>], diags: &Diags) {
    let decl = &cx.ir[id];
    let place = |ty: &Type, name: &str, span: Span| {
        let mut again = false;
        // OK because there is one entry for each type.
        let cycle = looping[id.0 as usize];
        each_decl(ty, &mut |inner| again |= cycle.is_some() && looping[inner.0 as usize] == cycle);
        if again {
            refuse(diags, span, name, "leads back to its own type");
        }
        if let Some(what) = foreign(ty) {
            refuse(diags, span, name, what);
        }
    };
    match &decl.kind {
        Kind::Record(it) => {
            it.fields.iter().for_each(|field| place(&field.ty, &field.name, field.span));
            if keeps(it) {
                refuse(diags, decl.span, &decl.name, "takes members under any name");
            }
        }
        Kind::Union(it) => it.branches.iter().for_each(|branch| place(&branch.ty, &branch.name, branch.span)),
        Kind::Newtype(ty) => place(ty, &decl.name, decl.span),
        Kind::Enum(_) | Kind::Never => {}
    }
}

fn keeps(record: &Record) -> bool {
    match &record.rest {
        Rest::Open | Rest::Closed => false,
        Rest::Keep { patterns, other, .. } => !patterns.is_empty() || matches!(other, Other::Keep(_)),
    }
}

/// What a place is that the profile does not have.
fn foreign(ty: &Type) -> Option<&'static str> {
    match &ty.kind {
        TypeKind::Any => Some("takes any value"),
        TypeKind::Map(_) => Some("takes members under any name"),
        TypeKind::Tuple(_) => Some("has a type for each place of a list"),
        TypeKind::Text(it) => match it.format.as_deref() {
            Some("date" | "date-time" | "time" | "duration") => Some("is a date or a time"),
            _ => None,
        },
        TypeKind::List(it) => foreign(&it.item),
        _ => None,
    }
}

fn refuse(diags: &Diags, span: Span, name: &str, what: &str) {
    diags
        .error(span, format!("`{name}` {what}, which the profile `tramai` does not take"))
        .help("say what it holds with plain members, or set `x-nucleo-profile` to `nucleo`")
        .emit();
}
