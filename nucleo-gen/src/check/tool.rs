//! Tools: names that providers take, each for one tool, and inputs that are objects.

use std::collections::BTreeMap;

use crate::diag::{Diags, Level, Lint};
use crate::emit::tool;
use crate::ir::{Decl, DeclId, Ir, Kind, Type, TypeKind};
use crate::resolve::Resolved;

/// The name of a tool is not of the form that every provider takes.
pub(crate) const TOOL_NAME: Lint = Lint { name: "tool_name", default: Level::Warn };

pub(super) fn all(cx: &Resolved<'_>, diags: &Diags) {
    let mut first: BTreeMap<String, DeclId> = BTreeMap::new();
    for (id, facts) in tool::all(cx) {
        let name = tool::name(cx, id);
        if !is_object(cx.ir, &cx.ir[id]) {
            let message = format!("the input of the tool `{name}` is no object");
            diags.error(facts.span, message).help("put it into an object, as one of its members").emit();
        }
        if !is_plain(&name) {
            diags
                .lint(TOOL_NAME, facts.span, format!("not every provider takes the tool name `{name}`"))
                .help("they take 1 to 64 letters, digits, `_` and `-`, without accents")
                .emit();
        }
        let other = *first.entry(name.clone()).or_insert(id);
        if let Some(there) = cx.ir[other].ext.tool.as_ref().filter(|_| other != id) {
            diags
                .error(facts.span, format!("two tools are named `{name}`"))
                .label(there.span, "the other one")
                .help("a call of it could mean either: give one of them another `name`")
                .emit();
        }
    }
}

fn is_plain(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-'))
}

/// Whether all values are objects. A type of a cycle is one as far as it is seen.
fn is_object(ir: &Ir, decl: &Decl) -> bool {
    let is = |ty: &Type| match &ty.kind {
        TypeKind::Map(_) => !ty.nullable,
        TypeKind::Decl(id) => {
            !ty.nullable && matches!(ir[*id].kind, Kind::Record(_) | Kind::Newtype(_) | Kind::Union(_))
        }
        _ => false,
    };
    match &decl.kind {
        Kind::Record(_) => true,
        Kind::Union(it) => it.branches.iter().all(|branch| is(&branch.ty)),
        Kind::Newtype(it) => is(it),
        Kind::Enum(_) | Kind::Never => false,
    }
}
