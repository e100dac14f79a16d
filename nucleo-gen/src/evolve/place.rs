//! Questions about places: what type stands there, in words and in Rust.

use nucleo_runtime::names::fold;
use nucleo_runtime::shape::Format;

use super::group;
use crate::diag::Span;
use crate::emit::pretty::Tree;
use crate::emit::rule_schema::{Audience, Rules};
use crate::emit::shape;
use crate::emit::{facets, rust};
use crate::ir::{Check, DeclId, Field, Integer, Ir, Kind, RuleId, Type, TypeKind};
use crate::resolve::Resolved;
use crate::source::Sources;

/// A type without its second names.
pub(super) struct Peeled<'i> {
    pub(super) kind: &'i TypeKind,
    /// The record, enum, union or empty type.
    pub(super) decl: Option<DeclId>,
    pub(super) nullable: bool,
    pub(super) rules: Vec<Option<RuleId>>,
}

/// Goes through named types that are only another type under a second name.
pub(super) fn peel<'i>(ir: &'i Ir, ty: &'i Type) -> Peeled<'i> {
    let mut out = Peeled { kind: &ty.kind, decl: None, nullable: ty.nullable, rules: vec![ty.rule] };
    // A type may lead back to itself by second names alone; nothing fits it then.
    for _ in 0..ir.decls.len() + 1 {
        let TypeKind::Decl(id) = out.kind else { return out };
        let decl = &ir[*id];
        out.rules.push(decl.rule);
        let Kind::Newtype(inner) = &decl.kind else { return Peeled { decl: Some(*id), ..out } };
        out.kind = &inner.kind;
        out.nullable |= inner.nullable;
        out.rules.push(inner.rule);
    }
    out
}

pub(super) fn takes_null(ir: &Ir, ty: &Type) -> bool {
    let peeled = peel(ir, ty);
    let listed = peeled.decl.is_some_and(|id| match &ir[id].kind {
        Kind::Union(it) => it.branches.iter().any(|branch| takes_null_plainly(&branch.ty)),
        Kind::Enum(it) => it.values.iter().any(|value| value.json.to_compact() == "null"),
        _ => false,
    });
    peeled.nullable || listed || matches!(peeled.kind, TypeKind::Any | TypeKind::Null)
}

fn takes_null_plainly(ty: &Type) -> bool {
    ty.nullable || matches!(ty.kind, TypeKind::Any | TypeKind::Null)
}

/// The field of the writer that a reader takes for one of its own: by name in any casing, or by another spelling.
pub(super) fn answering(written: &[Field], read: &Field) -> Option<usize> {
    let by_name = written.iter().position(|it| it.name == read.name);
    by_name.or_else(|| written.iter().position(|it| reads(read, &it.name)))
}

/// Whether a field is read from a member of this name.
pub(super) fn reads(field: &Field, name: &str) -> bool {
    let name = fold(name);
    fold(&field.name) == name || field.accept.iter().any(|it| fold(it) == name)
}

/// A rule as text that says the same for the same rule of another version.
pub(super) fn rule_text(cx: &Resolved<'_>, root: DeclId, rule: RuleId) -> String {
    Rules::new(cx, root, Audience::Program).schema(rule).to_string()
}

/// A check as such a text.
pub(super) fn check_text(cx: &Resolved<'_>, root: DeclId, check: &Check) -> String {
    Tree::Object(Rules::new(cx, root, Audience::Program).keywords(check)).to_string()
}

/// The rules of a place as texts.
pub(super) fn rule_texts(cx: &Resolved<'_>, root: DeclId, peeled: &Peeled<'_>) -> Vec<String> {
    let record = peeled.decl.and_then(|id| match &cx.ir[id].kind {
        Kind::Record(it) => Some(it),
        _ => None,
    });
    peeled.rules.iter().flatten().flat_map(|rule| group::rule_texts(cx, root, *rule, record)).collect()
}

/// The number that a file of protobuf gives to what stands at a place: `3` of `string name = 3;`.
pub(super) fn number(sources: &Sources, span: Span) -> Option<i64> {
    let source = &sources[span.source];
    let text = source.text.get(span.start as usize..).filter(|_| source.is_proto())?;
    let (before, after) = text.split_once('=')?;
    let digits = after.trim_start();
    let end = digits.find(|it: char| !it.is_ascii_digit() && it != '-').unwrap_or(digits.len());
    // A name without a number, and then something else.
    let is_one = !before.contains([';', '{', '}']);
    digits[..end].parse().ok().filter(|_| is_one)
}

/// Whether a format has a type of its own, which checks it.
pub(super) fn is_checked(format: &str) -> bool {
    matches!(shape::format_of(format), Format::Date | Format::Time | Format::DateTime | Format::Duration)
}

/// The least and the greatest value, by the bounds or by the Rust type.
pub(super) fn range(it: &Integer) -> (i128, i128) {
    let (least, most) = it.bounds();
    (least.unwrap_or(i64::MIN.into()), most.unwrap_or(i64::MAX.into()))
}

/// The Rust type of a place, as far as callers see it.
pub(super) fn rust(cx: &Resolved<'_>, ty: &Type, optional: bool) -> String {
    let inner = match &ty.kind {
        TypeKind::Any => "Value".to_owned(),
        TypeKind::Null => "()".to_owned(),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Integer(it) => format!("{:?}", shape::width(it)).to_lowercase(),
        TypeKind::Number(_) => "f64".to_owned(),
        TypeKind::Text(it) => match it.format.as_deref().filter(|format| is_checked(format)) {
            Some(format) => format!("String ({format})"),
            None => "String".to_owned(),
        },
        TypeKind::List(it) => format!("Vec<{}>", rust(cx, &it.item, it.item.nullable)),
        TypeKind::Tuple(it) if rust::is_exact(it) => {
            let items: Vec<_> = it.items.iter().map(|item| rust(cx, item, item.nullable)).collect();
            format!("({})", items.join(", "))
        }
        TypeKind::Tuple(_) => "Vec<Value>".to_owned(),
        TypeKind::Map(it) => format!("BTreeMap<String, {}>", rust(cx, &it.value, it.value.nullable)),
        TypeKind::Decl(id) => cx.names[*id].rust.clone(),
    };
    if optional { format!("Option<{inner}>") } else { inner }
}

/// A type in words: `integer (1 to 5)`.
pub(super) fn words(cx: &Resolved<'_>, ty: &Type) -> String {
    let text = match &ty.kind {
        TypeKind::Any => "any value".to_owned(),
        TypeKind::Null => "null".to_owned(),
        TypeKind::Bool => "boolean".to_owned(),
        TypeKind::Integer(it) => facets::integer(it),
        TypeKind::Number(it) => facets::number(it),
        TypeKind::Text(it) => facets::text(it),
        TypeKind::List(it) => format!("list of {}{}", words(cx, &it.item), facets::items(it.min, it.max, it.unique)),
        TypeKind::Tuple(it) => format!("list of {} places", it.items.len()),
        TypeKind::Map(it) => format!("object of {}", words(cx, &it.value)),
        TypeKind::Decl(id) => format!("`{}`", cx.names[*id].shown),
    };
    if ty.nullable { format!("{text} or null") } else { text }
}
