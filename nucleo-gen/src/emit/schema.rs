//! A type as JSON Schema: for programs, with the names of the source and the keywords of our own; and for models, with
//! the names that they are shown, without those keywords, and with artifacts as references.
//!
//! Everything is described in place. A type stands under `$defs` where it comes back to itself, or where describing it
//! at each place would make the text too large.

use std::collections::{HashMap, HashSet};

use crate::emit::inline::{self, Inline};
use crate::emit::notation::ARTIFACT_REF;
use crate::emit::pretty::Tree;
use crate::emit::rule_schema::{Audience, Rules};
use crate::emit::{describe, facets, keywords, shown};
use crate::ir::{
    DeclId, Doc, Enum, Field, Integer, Kind, Limit, List, Map, NamedBy, Number, Other, Pattern, Record, Rest, RuleId,
    Text, Tuple, Type, TypeKind, Union,
};
use crate::json::Value as JsonValue;
use crate::knobs::{Nulls, Order, Profile, Settings};
use crate::resolve::Resolved;
use crate::resolve::clash::{each_type, reach};

/// Renders a type; also whether it was so large that types used more than once are described once. `overrides` replace
/// the descriptions of the root's own members, by the names that the rendering has.
pub(crate) fn render(
    resolved: &Resolved<'_>,
    root: DeclId,
    audience: Audience,
    source: usize,
    overrides: &[(&str, &str)],
) -> (String, bool) {
    let (tree, shared) = tree(resolved, root, audience, source, overrides);
    (tree.to_string(), shared)
}

/// As [`render`], on one line, for where no person reads it.
pub(crate) fn compact(resolved: &Resolved<'_>, root: DeclId, audience: Audience, source: usize) -> String {
    tree(resolved, root, audience, source, &[]).0.compact()
}

fn tree(
    resolved: &Resolved<'_>,
    root: DeclId,
    audience: Audience,
    source: usize,
    overrides: &[(&str, &str)],
) -> (Tree, bool) {
    inline::render(resolved.ir, root, source, |inline| {
        let mut cx = Cx {
            resolved,
            audience,
            inline,
            at: root,
            rules: counted(resolved, root, audience),
            keys: HashMap::new(),
            taken: HashSet::new(),
        };
        cx.root(root, overrides)
    })
}

/// The rules of all types that the root reaches, ready to be rendered.
fn counted<'r>(resolved: &'r Resolved<'r>, root: DeclId, audience: Audience) -> Rules<'r> {
    let mut rules = Rules::new(resolved, root, audience);
    for decl in reach(resolved.ir, root) {
        let decl = &resolved.ir[decl];
        decl.rule.iter().for_each(|&rule| rules.count(rule));
        each_type(&decl.kind, &mut |ty| ty.each_rule(&mut |rule| rules.count(rule)));
    }
    rules
}

struct Cx<'r> {
    resolved: &'r Resolved<'r>,
    audience: Audience,
    inline: &'r mut Inline,
    /// The type that is described: it says how.
    at: DeclId,
    rules: Rules<'r>,
    /// The name of each type under `$defs`.
    keys: HashMap<DeclId, String>,
    taken: HashSet<String>,
}

type Members = Vec<(String, Tree)>;

impl Cx<'_> {
    fn root(&mut self, root: DeclId, overrides: &[(&str, &str)]) -> Tree {
        self.inline.begin(root);
        let mut members = self.definition(root);
        for (name, text) in overrides {
            describe_again(&mut members, name, text);
        }
        let mut defs = Vec::new();
        let mut at = 0;
        while let Some(decl) = self.inline.named(at) {
            at += 1;
            self.inline.begin(decl);
            let members = self.definition(decl);
            defs.push((self.key(decl), Tree::Object(members)));
        }
        defs.extend(self.rules.defs());
        if !defs.is_empty() {
            let at = members.iter().position(|(name, _)| name == "title").map_or(0, |at| at + 1);
            members.insert(at, ("$defs".to_owned(), Tree::Object(defs)));
        }
        Tree::Object(members)
    }

    /// A type on its own: with its title and its description.
    fn definition(&mut self, id: DeclId) -> Members {
        let decl = &self.resolved.ir[id];
        let mut members = self.body(id, true);
        let name = &self.resolved.names[id].shown;
        let titles = self.resolved.settings(id).titles;
        if titles && !has(&members, "title") {
            let at = members.iter().position(|(key, _)| key == "type").map_or(0, |at| at + 1);
            members.insert(at, ("title".to_owned(), Tree::text(name)));
        }
        if !has(&members, "description") {
            let at = members.iter().position(|(key, _)| key == "title").map_or(0, |at| at + 1);
            let made = titles.then(|| format!("Schema of {name}"));
            if let Some(description) = describe::text(&decl.doc).or(made) {
                members.insert(at, ("description".to_owned(), Tree::Text(description)));
            }
        }
        if !decl.doc.examples.is_empty() {
            let example = |json| Tree::from(&*shown::of(self.resolved, self.audience, id, json));
            push(&mut members, "examples", Tree::List(decl.doc.examples.iter().map(example).collect()));
        }
        self.own(&mut members, id);
        members
    }

    /// The name of a type under `$defs`.
    fn key(&mut self, id: DeclId) -> String {
        if let Some(key) = self.keys.get(&id) {
            return key.clone();
        }
        let names = &self.resolved.names[id];
        let counted = (2..).map(|n| format!("{}_{n}", names.rust));
        let candidates = [names.shown.clone(), names.rust.clone()].into_iter().chain(counted);
        for key in candidates {
            if self.taken.insert(key.clone()) {
                self.keys.insert(id, key.clone());
                return key;
            }
        }
        unreachable!("OK because the numbers do not end")
    }

    /// A type at a place. `full`: with what is written about the type, for places that say nothing themselves.
    fn ty(&mut self, ty: &Type, full: bool) -> Members {
        let mut members = match &ty.kind {
            TypeKind::Any => Vec::new(),
            TypeKind::Null => kind("null"),
            TypeKind::Bool => kind("boolean"),
            TypeKind::Integer(it) => integer(it),
            TypeKind::Number(it) => number(it),
            TypeKind::Text(it) => {
                let mut members = text(it);
                if let (Some(form), Audience::Program) = (it.form, self.audience) {
                    push(&mut members, "x-nucleo-format", Tree::text(form.name()));
                }
                members
            }
            TypeKind::List(it) => self.list(it),
            TypeKind::Tuple(it) => self.tuple(it),
            TypeKind::Map(it) => self.map(it),
            TypeKind::Decl(id) => self.decl(*id, full),
        };
        if ty.nullable && !matches!(ty.kind, TypeKind::Any | TypeKind::Null) {
            members = nullable(members, self.settings().nulls);
        }
        self.rule(&mut members, ty.rule);
        members
    }

    /// A type as the value of a keyword; `true` for any value.
    fn schema(&mut self, ty: &Type, doc: Option<&Doc>) -> Tree {
        let mut members = self.ty(ty, true);
        if let (Some(text), false) = (doc.and_then(describe::text), has(&members, "description")) {
            push(&mut members, "description", Tree::Text(text));
        }
        if members.is_empty() { Tree::Bool(true) } else { Tree::Object(members) }
    }

    /// What else holds, among the other keywords where it means the same there.
    fn rule(&mut self, members: &mut Members, rule: Option<RuleId>) {
        let Some(rule) = rule else { return };
        let schema = self.rules.schema(rule);
        match schema {
            Tree::Object(more)
                if more.iter().all(|(name, _)| !BOUND.contains(&name.as_str()) && !has(members, name)) =>
            {
                members.extend(more);
            }
            schema => match members.iter_mut().find(|(name, _)| name == "allOf") {
                Some((_, Tree::List(all))) => all.push(schema),
                _ => push(members, "allOf", Tree::List(vec![schema])),
            },
        }
    }

    fn decl(&mut self, id: DeclId, full: bool) -> Members {
        if self.inline.is_shared(id) {
            self.inline.name(id);
            return self.reference(id);
        }
        if !self.inline.enter(id) {
            return self.reference(id);
        }
        let members = self.body(id, full);
        self.inline.leave();
        members
    }

    fn reference(&mut self, id: DeclId) -> Members {
        let key = self.key(id).replace('~', "~0").replace('/', "~1");
        vec![("$ref".to_owned(), Tree::text(format!("#/$defs/{key}")))]
    }

    fn settings(&self) -> &Settings {
        self.resolved.settings(self.at)
    }

    /// What a named type holds.
    fn body(&mut self, id: DeclId, full: bool) -> Members {
        let outer = std::mem::replace(&mut self.at, id);
        let members = self.holds(id, full);
        self.at = outer;
        members
    }

    fn holds(&mut self, id: DeclId, full: bool) -> Members {
        let decl = &self.resolved.ir[id];
        let mut members = match &decl.kind {
            Kind::Record(it) => self.record(id, it, full),
            Kind::Enum(it) => self.values(id, it),
            Kind::Union(it) => {
                let mut members = Vec::new();
                // The name that the notation shows, and that its branches have, too.
                if decl.named_by == NamedBy::Title && self.settings().titles {
                    push(&mut members, "title", Tree::text(&self.resolved.names[id].shown));
                }
                members.extend(self.union(it));
                members
            }
            Kind::Newtype(ty) => self.ty(ty, full),
            Kind::Never => vec![("not".to_owned(), Tree::Object(Vec::new()))],
        };
        if !self.is_reduced(id) {
            self.rule(&mut members, decl.rule);
        }
        if self.audience == Audience::Program {
            members.extend(keywords::of_values(decl));
        }
        members
    }

    /// Whether the reader only fills the reference of an artifact.
    fn is_reduced(&self, id: DeclId) -> bool {
        self.audience == Audience::Model && self.resolved.ir[id].ext.alias.is_some()
    }

    fn record(&mut self, id: DeclId, it: &Record, full: bool) -> Members {
        let Record { fields, rest, groups: _ } = it;
        let names = &self.resolved.names[id];
        let settings = *self.settings();
        let reduced = self.is_reduced(id);
        let mut members = kind("object");
        if settings.titles {
            push(&mut members, "title", Tree::text(&names.shown));
        }
        if full {
            let made = settings.titles.then(|| format!("Schema of {}", names.shown));
            let text = describe::text(&self.resolved.ir[id].doc).or(made);
            members.extend(text.map(|text| ("description".to_owned(), Tree::Text(text))));
        }
        let mut properties = Vec::new();
        let mut required = Vec::new();
        let shown = self.audience == Audience::Model;
        let named = fields.iter().zip(&names.fields);
        let mut named: Vec<_> = named.map(|(it, names)| (it, if shown { &names.shown } else { &it.name })).collect();
        if settings.order == Order::Sorted {
            named.sort_by_key(|(_, name)| *name);
        }
        for (field, name) in named {
            if reduced && field.name != ARTIFACT_REF {
                continue;
            }
            if !self.inline.spend(name.len()) {
                break;
            }
            if field.required || reduced {
                required.push(Tree::text(name));
            }
            let field = self.field(field, name);
            properties.push((name.clone(), Tree::Object(field)));
        }
        if !properties.is_empty() {
            push(&mut members, "properties", Tree::Object(properties));
        }
        if !required.is_empty() || settings.profile == Profile::Tramai {
            push(&mut members, "required", Tree::List(required));
        }
        if !reduced {
            self.rest(&mut members, rest, &settings);
        }
        if !shown {
            members.extend(keywords::of_record(it));
        }
        members
    }

    fn rest(&mut self, members: &mut Members, rest: &Rest, settings: &Settings) {
        let close = |members: &mut Members, schema| {
            if settings.is_closed(schema) {
                push(members, "additionalProperties", Tree::Bool(false));
            }
        };
        let (patterns, other) = match rest {
            Rest::Open => return close(members, false),
            Rest::Closed => return close(members, true),
            Rest::Keep { patterns, other, value: _ } => (patterns, other),
        };
        let mut matching: Members = Vec::new();
        let mut again = Vec::new();
        for (pattern, ty) in patterns {
            let member = (pattern.source.clone(), self.schema(ty, None));
            if has(&matching, &member.0) {
                again.push(Tree::Object(vec![("patternProperties".to_owned(), Tree::Object(vec![member]))]));
            } else {
                matching.push(member);
            }
        }
        if !matching.is_empty() {
            push(members, "patternProperties", Tree::Object(matching));
        }
        if !again.is_empty() {
            push(members, "allOf", Tree::List(again));
        }
        match other {
            Other::Open => close(members, false),
            Other::Closed => close(members, true),
            Other::Keep(ty) => {
                let schema = self.schema(ty, None);
                push(members, "additionalProperties", schema);
            }
        }
    }

    fn field(&mut self, field: &Field, name: &str) -> Members {
        let Field { name: _, doc, ty, required: _, default, .. } = field;
        let mut members = self.ty(ty, false);
        if let Some(default) = default {
            push(&mut members, "default", Tree::from(&*shown::at(self.resolved, self.audience, ty, default)));
        }
        if let Some(examples) = facets::examples(self.resolved, self.audience, doc, ty) {
            push(&mut members, "examples", examples);
        }
        if let Some(description) = describe::field(self.resolved, self.audience, field, name, self.settings().titles) {
            self.inline.spend(description.len());
            members.retain(|(name, _)| name != "description");
            push(&mut members, "description", Tree::Text(description));
        }
        if doc.deprecated {
            push(&mut members, "deprecated", Tree::Bool(true));
        }
        if self.audience == Audience::Program {
            members.extend(keywords::of_field(self.resolved.ir, field));
            // Those of the member's type came with the type; they stand last, too.
            members.sort_by_key(|(name, _)| name.starts_with("x-nucleo-"));
        }
        members
    }

    fn values(&mut self, id: DeclId, it: &Enum) -> Members {
        let mut kinds: Vec<&str> = Vec::new();
        for value in &it.values {
            let kind = kind_of(&value.json.value);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let mut members = match kinds.as_slice() {
            [one] => kind(one),
            _ => Vec::new(),
        };
        let values: Vec<Tree> =
            it.values.iter().map(|value| Tree::from(shown::value(self.resolved, self.audience, id, value))).collect();
        self.inline.spend(values.iter().map(|value| value.compact().len() + 2).sum());
        push(&mut members, "enum", Tree::List(values));
        members
    }

    fn union(&mut self, it: &Union) -> Members {
        let Union { tag: _, branches, exclusive } = it;
        let branches = branches.iter().map(|branch| self.schema(&branch.ty, Some(&branch.doc))).collect();
        vec![((if *exclusive { "oneOf" } else { "anyOf" }).to_owned(), Tree::List(branches))]
    }

    fn list(&mut self, it: &List) -> Members {
        let List { item, min, max, unique, item_doc } = it;
        let mut members = kind("array");
        let items = self.schema(item, Some(item_doc));
        if items != Tree::Bool(true) {
            push(&mut members, "items", items);
        }
        sizes(&mut members, ("minItems", *min), ("maxItems", *max));
        if *unique {
            push(&mut members, "uniqueItems", Tree::Bool(true));
        }
        members
    }

    fn tuple(&mut self, it: &Tuple) -> Members {
        let Tuple { items, rest, min, max, unique } = it;
        let mut members = kind("array");
        let items = items.iter().map(|item| self.schema(item, None)).collect();
        push(&mut members, "prefixItems", Tree::List(items));
        let rest = rest.as_ref().map_or(Tree::Bool(false), |rest| self.schema(rest, None));
        push(&mut members, "items", rest);
        sizes(&mut members, ("minItems", *min), ("maxItems", *max));
        if *unique {
            push(&mut members, "uniqueItems", Tree::Bool(true));
        }
        members
    }

    fn map(&mut self, it: &Map) -> Members {
        let Map { value, name, min, max, value_doc } = it;
        let mut members = kind("object");
        let value = self.schema(value, Some(value_doc));
        push(&mut members, "additionalProperties", value);
        if let Some(name) = name {
            let name = self.schema(name, None);
            push(&mut members, "propertyNames", name);
        }
        sizes(&mut members, ("minProperties", *min), ("maxProperties", *max));
        members
    }

    /// The keywords of our own on a type.
    fn own(&self, members: &mut Members, id: DeclId) {
        if self.audience == Audience::Program {
            members.extend(keywords::of_decl(&self.resolved.ir[id]));
        }
    }
}

/// Keywords that depend on what stands beside them.
const BOUND: [&str; 7] = [
    "properties",
    "patternProperties",
    "additionalProperties",
    "prefixItems",
    "items",
    "unevaluatedItems",
    "unevaluatedProperties",
];

fn describe_again(members: &mut Members, name: &str, text: &str) {
    let properties = members.iter_mut().find(|(key, _)| key == "properties");
    let Some((_, Tree::Object(properties))) = properties else { return };
    let Some((_, Tree::Object(field))) = properties.iter_mut().find(|(key, _)| key == name) else { return };
    match field.iter_mut().find(|(key, _)| key == "description") {
        Some((_, description)) => *description = Tree::text(text),
        None => push(field, "description", Tree::text(text)),
    }
}

fn push(members: &mut Members, name: &str, value: Tree) {
    members.push((name.to_owned(), value));
}

fn has(members: &Members, name: &str) -> bool {
    members.iter().any(|(other, _)| other == name)
}

fn kind(name: &str) -> Members {
    vec![("type".to_owned(), Tree::text(name))]
}

fn kind_of(value: &JsonValue) -> &'static str {
    match value {
        JsonValue::Null => "null",
        JsonValue::Bool(_) => "boolean",
        JsonValue::Number(digits) if digits.contains(['.', 'e', 'E']) => "number",
        JsonValue::Number(_) => "integer",
        JsonValue::Text(_) => "string",
        JsonValue::List(_) => "array",
        JsonValue::Object(_) => "object",
    }
}

/// The same with `null` as a value too.
fn nullable(mut members: Members, style: Nulls) -> Members {
    match style {
        Nulls::None => return members,
        Nulls::Keyword => {
            push(&mut members, "nullable", Tree::Bool(true));
            return members;
        }
        Nulls::TypeUnion => {}
    }
    let null = Tree::text("null");
    let others = ["allOf", "anyOf", "oneOf", "not", "if", "const", "$ref"];
    let simple = has(&members, "type") && !others.iter().any(|name| has(&members, name));
    if !simple {
        let none = Tree::Object(kind("null"));
        return vec![("anyOf".to_owned(), Tree::List(vec![Tree::Object(members), none]))];
    }
    for (name, value) in &mut members {
        match (name.as_str(), value) {
            ("type", Tree::List(kinds)) => kinds.push(null.clone()),
            ("type", kind) => *kind = Tree::List(vec![kind.clone(), null.clone()]),
            ("enum", Tree::List(values)) => values.push(Tree::Null),
            _ => {}
        }
    }
    members
}

fn integer(it: &Integer) -> Members {
    let (min, max) = it.bounds();
    let mut members = kind("integer");
    if let Some(min) = min {
        push(&mut members, "minimum", Tree::number(min));
    }
    if let Some(max) = max {
        push(&mut members, "maximum", Tree::number(max));
    }
    if let Some(of) = &it.multiple_of {
        push(&mut members, "multipleOf", Tree::number(of));
    }
    if let Some(format) = it.other_format() {
        push(&mut members, "format", Tree::text(format));
    }
    members
}

fn number(it: &Number) -> Members {
    let Number { min, max, multiple_of, format } = it;
    let mut members = kind("number");
    if let Some(Limit { value, exclusive }) = min {
        push(&mut members, if *exclusive { "exclusiveMinimum" } else { "minimum" }, Tree::number(value));
    }
    if let Some(Limit { value, exclusive }) = max {
        push(&mut members, if *exclusive { "exclusiveMaximum" } else { "maximum" }, Tree::number(value));
    }
    if let Some(of) = multiple_of {
        push(&mut members, "multipleOf", Tree::number(of));
    }
    if let Some(format) = format {
        push(&mut members, "format", Tree::text(format));
    }
    members
}

fn text(it: &Text) -> Members {
    let Text { min, max, patterns, format, form: _ } = it;
    let mut members = kind("string");
    if let Some(format) = format {
        push(&mut members, "format", Tree::text(format));
    }
    sizes(&mut members, ("minLength", *min), ("maxLength", *max));
    if let Some((Pattern { source }, more)) = patterns.split_first() {
        push(&mut members, "pattern", Tree::text(source));
        if !more.is_empty() {
            let more = more.iter().map(|it| Tree::Object(vec![("pattern".to_owned(), Tree::text(&it.source))]));
            push(&mut members, "allOf", Tree::List(more.collect()));
        }
    }
    members
}

fn sizes(members: &mut Members, (least, min): (&str, Option<u64>), (most, max): (&str, Option<u64>)) {
    if let Some(min) = min {
        push(members, least, Tree::number(min));
    }
    if let Some(max) = max {
        push(members, most, Tree::number(max));
    }
}
