//! What templates can ask of the types.

use std::collections::{BTreeMap, BTreeSet};

use handlebars::template::{Parameter, Template, TemplateElement};
use serde_json::{Map, Value, json};

use super::Cx;
use super::helpers::{LISTS, TEXTS};
use crate::diag::Span;
use crate::emit::dialect::Dialect;
use crate::emit::grammar::Grammar;
use crate::emit::rule_schema::Audience;
use crate::emit::{self, describe, dialect, grammar, notation, shown};
use crate::ir::{DeclId, Field, Kind, Type, TypeKind};
use crate::json::Json;
use crate::resolve::Resolved;
use crate::source::Sources;

/// The facts of the types that a template names.
pub(super) struct Facts {
    root: Value,
    /// Every type's name, with whether Rust code can name it.
    names: BTreeMap<String, bool>,
    /// The names of two types, with their places.
    ambiguous: BTreeMap<String, [Span; 2]>,
}

impl Facts {
    pub(super) fn of(cx: &Cx<'_>, sources: &Sources, template: &Template) -> Self {
        let mut paths = BTreeSet::new();
        gather(template, &mut paths);
        let mut root = Map::new();
        let mut ambiguous = BTreeMap::new();
        for path in &paths {
            let (name, _) = halves(path);
            match named(cx, name).as_slice() {
                [] => {}
                [id] if root.contains_key(name) || !cx.resolved.ir.is_written(*id) => {}
                [id] => drop(root.insert(name.to_owned(), facts(cx, sources, *id))),
                [first, second, ..] => {
                    let places = [first, second].map(|id| cx.resolved.ir[*id].span);
                    ambiguous.insert(name.to_owned(), places);
                }
            }
        }
        let mut names = BTreeMap::new();
        for id in all(cx) {
            *names.entry(cx.resolved.names[id].rust.clone()).or_insert(false) |= cx.coded.contains(&id);
        }
        Self { root: Value::Object(root), names, ambiguous }
    }

    pub(super) fn root(&self) -> &Value {
        &self.root
    }

    /// Every name that there is, for messages.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// The types that a parameter can have.
    pub(super) fn coded(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|(_, coded)| **coded).map(|(name, _)| name.as_str())
    }

    pub(super) fn is_coded(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|coded| *coded)
    }

    /// The places of two types of one name.
    pub(super) fn ambiguous(&self, name: &str) -> Option<[Span; 2]> {
        self.ambiguous.get(name).copied()
    }

    /// The facts of `Type` or of `Type.member`.
    pub(super) fn subject(&self, path: &str) -> Option<&Value> {
        let (name, member) = halves(path);
        let facts = self.root.get(name)?;
        member.map_or(Some(facts), |member| facts["field"].get(member))
    }
}

/// `Type.member`
pub(super) fn halves(path: &str) -> (&str, Option<&str>) {
    match segments(path.strip_prefix("@root").map_or(path, |it| it.trim_start_matches(['.', '/']))).as_slice() {
        [] => (path, None),
        [name] => (name, None),
        [name, member, ..] => (name, Some(member)),
    }
}

/// The names of a path: `a.b/[c d]`.
pub(super) fn segments(path: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let (name, after) = match rest.strip_prefix('[').and_then(|it| it.split_once(']')) {
            Some((name, after)) => (name, after),
            None => rest.split_at(rest.find(['.', '/']).unwrap_or(rest.len())),
        };
        out.push(name);
        rest = after.strip_prefix(['.', '/']).unwrap_or(after);
    }
    out
}

fn all(cx: &Cx<'_>) -> impl Iterator<Item = DeclId> {
    let ir = cx.resolved.ir;
    (0..ir.decls.len() as u32).map(DeclId).filter(|id| ir.is_written(*id))
}

/// The types of this Rust name. Those that are answers hide those that only stand in them.
fn named(cx: &Cx<'_>, name: &str) -> Vec<DeclId> {
    let is_it = |id: &DeclId| cx.resolved.names[*id].rust == name;
    let mut answers: Vec<DeclId> = cx.resolved.ir.files.iter().flat_map(|file| &file.answers).copied().collect();
    answers.retain(is_it);
    // Two files may have one answer.
    answers.sort();
    answers.dedup();
    if answers.is_empty() { all(cx).filter(is_it).collect() } else { answers }
}

/// The type of this name, where Rust code can name it.
pub(super) fn coded(cx: &Cx<'_>, name: &str) -> Option<DeclId> {
    named(cx, name).into_iter().find(|id| cx.coded.contains(id))
}

/// Every path that stands in a template.
fn gather(template: &Template, paths: &mut BTreeSet<String>) {
    for element in &template.elements {
        element_paths(element, paths);
    }
}

fn element_paths(element: &TemplateElement, paths: &mut BTreeSet<String>) {
    let (TemplateElement::Expression(it) | TemplateElement::HtmlExpression(it) | TemplateElement::HelperBlock(it)) =
        element
    else {
        return;
    };
    for parameter in [&it.name].into_iter().chain(&it.params).chain(it.hash.values()) {
        match parameter {
            Parameter::Subexpression(it) => element_paths(it.as_element(), paths),
            // A parameter's type is named in quotes.
            Parameter::Literal(Value::String(text)) => drop(paths.insert(text.clone())),
            other => paths.extend(other.as_name().map(str::to_owned)),
        }
    }
    it.template.iter().chain(&it.inverse).for_each(|inner| gather(inner, paths));
}

fn facts(outer: &Cx<'_>, sources: &Sources, id: DeclId) -> Value {
    let (cx, options) = (outer.resolved, outer.options);
    let decl = &cx.ir[id];
    let renderings = emit::renderings(cx, sources, id);
    let mut out = json!({
        "name": cx.names[id].shown,
        "description": describe::text(&decl.doc).unwrap_or_default(),
        "notation": renderings.notation,
        "json_schema": renderings.json_schema,
        "model_schema": renderings.model_schema,
        "values": values(cx, id),
        "examples": decl.doc.examples.iter().map(|it| plain(&shown::of(cx, Audience::Model, id, it))).collect::<Vec<_>>(),
    });
    for name in TEXTS.into_iter().skip(3) {
        let text = match Dialect::named(name) {
            Some(it) => dialect::render(cx, id, it, &options.limits).ok().map(|it| it.schema),
            None => grammar::render(cx, id, Grammar::Gbnf, &options.limits).ok().map(|it| it.grammar),
        };
        out[name] = json!(text);
    }
    let mut fields = Vec::new();
    if let Kind::Record(it) = &decl.kind {
        fields =
            it.fields.iter().zip(&cx.names[id].fields).map(|(it, names)| field(cx, id, it, &names.shown)).collect();
    }
    let by_name = fields.iter().map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it.clone()));
    out["field"] = Value::Object(by_name.collect());
    out["fields"] = json!(fields);
    debug_assert!(LISTS.iter().all(|name| out.get(name).is_some()));
    out
}

fn field(cx: &Resolved<'_>, id: DeclId, it: &Field, name: &str) -> Value {
    let given = |json| plain(&shown::at(cx, Audience::Model, &it.ty, json));
    json!({
        "name": name,
        "type": notation::words(cx, id, &it.ty),
        "required": it.required,
        "description": describe::field(cx, Audience::Model, it, name, false).unwrap_or_default(),
        "values": listed(cx, &it.ty),
        "examples": it.doc.examples.iter().map(given).collect::<Vec<_>>(),
        "default": it.default.as_ref().map(given),
    })
}

/// The values of an enum, also of one in a list.
fn listed(cx: &Resolved<'_>, ty: &Type) -> Vec<Value> {
    match &ty.kind {
        TypeKind::Decl(id) => values(cx, *id),
        TypeKind::List(it) => listed(cx, &it.item),
        _ => Vec::new(),
    }
}

fn values(cx: &Resolved<'_>, id: DeclId) -> Vec<Value> {
    match &cx.ir[id].kind {
        Kind::Enum(it) => it.values.iter().map(|value| plain(cx.shown(id, value))).collect(),
        Kind::Newtype(ty) => listed(cx, ty),
        _ => Vec::new(),
    }
}

/// A value as templates show it: what JSON's own types would not show as it is spelled is a text.
fn plain(json: &Json) -> Value {
    let text = json.to_compact();
    match serde_json::from_str(&text) {
        Ok(it @ (Value::String(_) | Value::Bool(_))) => it,
        Ok(Value::Number(it)) if it.to_string() == text => Value::Number(it),
        _ => Value::String(text),
    }
}
