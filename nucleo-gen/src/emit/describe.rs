//! What a member is described as, in every rendering.

use crate::emit::pretty::Tree;
use crate::emit::rule_schema::Audience;
use crate::emit::shown;
use crate::ir::{Doc, Field, Ir, Kind, Type, TypeKind};
use crate::resolve::Resolved;

/// The description of a member: its own, else that of its scalar type, else (`made`) one from its name where nothing
/// else is known.
pub(crate) fn field(cx: &Resolved<'_>, audience: Audience, field: &Field, shown: &str, made: bool) -> Option<String> {
    let own = text(&field.doc).or_else(|| named(cx.ir, &field.ty));
    let plain = made && !field.required && field.doc.examples.is_empty();
    let own = own.or_else(|| plain.then(|| format!("Field {shown}")));
    match (own, values(cx, audience, &field.ty)) {
        (Some(own), Some(values)) => Some(format!("{own} ({values})")),
        (own, values) => own.or(values),
    }
}

/// The prose about something, without blanks around it.
pub(crate) fn text(doc: &Doc) -> Option<String> {
    let text = doc.text.as_deref()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// What is written about a named scalar, enum or union; an object is described by the member that holds it.
fn named(ir: &Ir, ty: &Type) -> Option<String> {
    let TypeKind::Decl(id) = ty.kind else { return None };
    let decl = &ir[id];
    if matches!(decl.kind, Kind::Record(_)) { None } else { text(&decl.doc) }
}

/// What is written about the values of an enum.
fn values(cx: &Resolved<'_>, audience: Audience, ty: &Type) -> Option<String> {
    let id = match &ty.kind {
        TypeKind::Decl(id) => *id,
        TypeKind::List(list) => return values(cx, audience, &list.item),
        _ => return None,
    };
    let Kind::Enum(it) = &cx.ir[id].kind else { return None };
    let described = it.values.iter().filter_map(|value| {
        let text = text(&value.doc)?;
        let json = shown::value(cx, audience, id, value);
        let value = json.as_str().map_or_else(|| Tree::from(json).compact(), str::to_owned);
        Some(format!("{value}: {text}"))
    });
    let described: Vec<String> = described.collect();
    (!described.is_empty()).then(|| described.join("; "))
}
