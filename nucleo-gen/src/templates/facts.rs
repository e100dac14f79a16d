//! What templates can ask of the types.

use std::collections::{BTreeSet, HashMap};

use handlebars::template::{Parameter, Template, TemplateElement};
use serde_json::{Map, Value, json};

use super::helpers::{self, LISTS, TEXTS};
use crate::emit::dialect::Dialect;
use crate::emit::grammar::Grammar;
use crate::emit::{self, describe, dialect, grammar, notation};
use crate::ir::{DeclId, Doc, Field, Kind, Type, TypeKind};
use crate::json::Json;
use crate::options::Options;
use crate::resolve::Resolved;
use crate::source::Sources;

/// The facts of the types that a template names.
pub(super) struct Facts {
    root: Value,
    /// Every name that there is, for messages.
    pub(super) names: Vec<String>,
    paths: BTreeSet<String>,
}

impl Facts {
    pub(super) fn of(cx: &Resolved<'_>, sources: &Sources, options: &Options, template: &Template) -> Self {
        let mut paths = BTreeSet::new();
        gather(template, &mut paths);
        let mut root = Map::new();
        for path in &paths {
            let first = path.split(['.', '/']).next().unwrap_or_default();
            if let (Some(id), false) = (find(cx, first), root.contains_key(first)) {
                root.insert(first.to_owned(), facts(cx, sources, options, id));
            }
        }
        let names = (0..cx.ir.decls.len() as u32).map(|id| cx.names[DeclId(id)].rust.clone()).collect();
        Self { root: Value::Object(root), names, paths }
    }

    pub(super) fn root(&self) -> &Value {
        &self.root
    }

    /// What a helper shows, for each path that the template names.
    pub(super) fn shown(&self, helper: &str) -> HashMap<String, String> {
        let shown = |path: &String| {
            let value = self.subject(path)?;
            let text = match TEXTS.contains(&helper) {
                true => value.get(helper)?.as_str()?.to_owned(),
                false => helpers::show(helper, value),
            };
            Some((path.clone(), text))
        };
        self.paths.iter().filter_map(shown).collect()
    }

    /// The facts of `Type` or of `Type.member`.
    pub(super) fn subject(&self, path: &str) -> Option<&Value> {
        match path.split_once('.') {
            None => self.root.get(path),
            Some((name, member)) => self.root.get(name)?.get("field")?.get(member),
        }
    }
}

/// The type of this Rust name: an answer, else any.
pub(super) fn find(cx: &Resolved<'_>, name: &str) -> Option<DeclId> {
    let is_it = |id: &DeclId| cx.names[*id].rust == name;
    let answers = cx.ir.files.iter().flat_map(|file| &file.answers).copied();
    answers.chain((0..cx.ir.decls.len() as u32).map(DeclId)).find(is_it)
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
            other => paths.extend(other.as_name().map(str::to_owned)),
        }
    }
    it.template.iter().chain(&it.inverse).for_each(|inner| gather(inner, paths));
}

fn facts(cx: &Resolved<'_>, sources: &Sources, options: &Options, id: DeclId) -> Value {
    let decl = &cx.ir[id];
    let renderings = emit::renderings(cx, sources, id);
    let mut out = json!({
        "name": cx.names[id].shown,
        "description": describe::text(&decl.doc).unwrap_or_default(),
        "notation": renderings.notation,
        "json_schema": renderings.json_schema,
        "model_schema": renderings.model_schema,
        "values": values(cx, &decl.kind),
        "examples": examples(&decl.doc),
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

fn field(cx: &Resolved<'_>, id: DeclId, it: &Field, shown: &str) -> Value {
    json!({
        "name": shown,
        "type": notation::words(cx, id, &it.ty),
        "required": it.required,
        "description": describe::field(cx.ir, it, shown, false).unwrap_or_default(),
        "values": listed(cx, &it.ty),
        "examples": examples(&it.doc),
        "default": it.default.as_ref().map(plain),
    })
}

/// The values of an enum, also of one in a list.
fn listed(cx: &Resolved<'_>, ty: &Type) -> Vec<Value> {
    match &ty.kind {
        TypeKind::Decl(id) => values(cx, &cx.ir[*id].kind),
        TypeKind::List(it) => listed(cx, &it.item),
        _ => Vec::new(),
    }
}

fn values(cx: &Resolved<'_>, kind: &Kind) -> Vec<Value> {
    match kind {
        Kind::Enum(it) => it.values.iter().map(|value| plain(&value.json)).collect(),
        Kind::Newtype(ty) => listed(cx, ty),
        _ => Vec::new(),
    }
}

fn examples(doc: &Doc) -> Vec<Value> {
    doc.examples.iter().map(plain).collect()
}

fn plain(json: &Json) -> Value {
    // OK because a schema's own JSON is JSON; a number that no `f64` holds is none here.
    serde_json::from_str(&json.to_compact()).unwrap_or_default()
}
