//! The `x-nucleo-*` keywords, as `JSON_SCHEMA` publishes them.

use crate::diag::Span;
use crate::emit::pretty::Tree;
use crate::ir::{Branch, Decl, Field, Group, Ir, Kind, Record, Summary, Type, TypeKind, Value};

type Members = Vec<(String, Tree)>;

/// Those of a member.
pub(crate) fn of_field(ir: &Ir, field: &Field) -> Members {
    let mut out = Vec::new();
    if let Some(it) = &field.summarizable {
        push(&mut out, "summarizable", summarizable(it));
    }
    if field.context_ignore {
        push(&mut out, "context-ignore", Tree::Bool(true));
    }
    if let Some(alias) = alias(ir, &field.ty) {
        push(&mut out, "type-alias", Tree::text(alias));
    }
    if !field.accept.is_empty() {
        push(&mut out, "accept", texts(&field.accept));
    }
    if !field.nothing.is_empty() {
        push(&mut out, "nothing", texts(&field.nothing));
    }
    if let Some((name, _)) = &field.rust_name {
        push(&mut out, "name", Tree::text(name));
    }
    if field.reasoning {
        push(&mut out, "reasoning", Tree::Bool(true));
    }
    out
}

/// Those of an object's members together.
pub(crate) fn of_record(record: &Record) -> Members {
    let oneof = |group: &Group| {
        let Group { name, doc, fields, required: _, accept, rust_name } = group;
        // OK because the front end made the places from these fields.
        let names: Vec<String> = fields.iter().map(|at| record.fields[*at].name.clone()).collect();
        let mut out = vec![("members".to_owned(), texts(&names))];
        out.extend(doc.text.iter().map(|it| ("description".to_owned(), Tree::text(it))));
        if !accept.is_empty() {
            push(&mut out, "accept", texts(accept));
        }
        out.extend(rust_name.iter().map(|(name, _)| ("x-nucleo-name".to_owned(), Tree::text(name))));
        (name.clone(), Tree::Object(out))
    };
    let mut out = Vec::new();
    if !record.groups.is_empty() {
        push(&mut out, "oneof", Tree::Object(record.groups.iter().map(oneof).collect()));
    }
    out
}

/// Those of a type that stands on its own, beyond those of its values.
pub(crate) fn of_decl(decl: &Decl) -> Members {
    let mut out = Vec::new();
    if let Some(alias) = own_alias(decl) {
        push(&mut out, "type-alias", Tree::text(alias));
    }
    if let Some((name, _)) = &decl.ext.rust_name {
        push(&mut out, "name", Tree::text(name));
    }
    // What comes from a server's list is published in the server's words.
    if let Some(tool) = decl.ext.tool.as_ref().filter(|tool| tool.listed.is_none()) {
        push(&mut out, "tool", Tree::from(&tool.json));
    }
    if decl.ext.agent {
        push(&mut out, "agent", Tree::Bool(true));
    }
    out.extend(decl.knobs.keywords());
    out
}

/// Those of an enum's values, or of a union's branches.
pub(crate) fn of_values(decl: &Decl) -> Members {
    let (mut accept, mut names, mut shown) = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |key: String, others: &[String], name: &Option<(String, Span)>| {
        if !others.is_empty() {
            accept.push((key.clone(), texts(others)));
        }
        names.extend(name.iter().map(|(name, _)| (key.clone(), Tree::text(name))));
    };
    match &decl.kind {
        Kind::Enum(it) => {
            for Value { json, shown: other, doc: _, accept, rust_name } in &it.values {
                let key = json.as_str().map_or_else(|| Tree::from(json).compact(), str::to_owned);
                shown.extend(other.iter().map(|it| (key.clone(), Tree::from(it))));
                add(key, accept, rust_name);
            }
        }
        Kind::Union(it) => {
            for Branch { name, tags, accept, rust_name, .. } in &it.branches {
                add(tags.first().unwrap_or(name).clone(), accept, rust_name);
            }
        }
        Kind::Record(_) | Kind::Newtype(_) | Kind::Never => {}
    }
    let mut out = Vec::new();
    if !accept.is_empty() {
        push(&mut out, "accept", Tree::Object(accept));
    }
    if !shown.is_empty() {
        push(&mut out, "shown", Tree::Object(shown));
    }
    // One keyword names either the type or its values; the type's own name is published with its definition.
    if !names.is_empty() && decl.ext.rust_name.is_none() {
        push(&mut out, "name", Tree::Object(names));
    }
    out
}

/// The alias of a type; the one that stands for artifacts of any type has none.
fn own_alias(decl: &Decl) -> Option<&str> {
    decl.ext.alias.as_ref().map(|(alias, _)| alias.as_str()).filter(|alias| !alias.is_empty())
}

/// The alias of a member's type, or of its elements'. Those of a map's values have no place.
fn alias<'i>(ir: &'i Ir, ty: &Type) -> Option<&'i str> {
    match &ty.kind {
        TypeKind::Decl(id) => own_alias(&ir[*id]),
        TypeKind::List(list) => alias(ir, &list.item),
        _ => None,
    }
}

/// All six settings, the usual ones too.
fn summarizable(it: &Summary) -> Tree {
    let Summary { hint, size, threshold, llm_safe, pre_summarized, static_summary } = it;
    let settings = [
        ("hint", Tree::text(hint)),
        ("size", Tree::text(size.name())),
        ("threshold", Tree::number(threshold)),
        ("llmSafe", Tree::Bool(*llm_safe)),
        ("preSummarized", Tree::Bool(*pre_summarized)),
        ("staticSummary", Tree::text(static_summary)),
    ];
    Tree::Object(settings.map(|(name, value)| (name.to_owned(), value)).into())
}

fn texts(texts: &[String]) -> Tree {
    Tree::List(texts.iter().map(Tree::text).collect())
}

fn push(out: &mut Members, name: &str, value: Tree) {
    out.push((format!("x-nucleo-{name}"), value));
}
