//! From the IR to places: everything that the contract says, whatever a dialect makes of it.

use std::collections::{HashMap, HashSet};

use super::node::{Def, Field, Kind, Limit, Node, Object, Plan, Refusal, Rest};
use super::takes::{Refs, Takes};
use crate::diag::Span;
use crate::emit::notation::ARTIFACT_REF;
use crate::emit::pretty::Tree;
use crate::emit::rule_schema::Audience;
use crate::emit::{describe, facets, rules, shown};
use crate::ir::{self, Check, DeclId, Doc, Ir, RuleId, Type, TypeKind};
use crate::knobs::{Order, Settings};
use crate::resolve::Resolved;
use crate::resolve::clash::{each_decl, each_type, reach};
use crate::resolve::kinds;

/// More places than this are no schema that a provider takes.
const MOST: usize = 100_000;

/// No type stands deeper than this in another.
const DEEPEST: usize = 64;

/// An enum of more values than this is defined once.
const LONG: usize = 12;

/// A phrase longer than this is not told.
const WORDY: usize = 160;

/// The type with all that it reaches.
pub(super) fn draw(cx: &Resolved<'_>, root: DeclId, takes: &Takes, unroll: u64) -> Plan {
    let mut it = Draw {
        cx,
        root,
        unroll,
        at: root,
        path: Vec::new(),
        spent: 0,
        shared: shared(cx, root, takes),
        keys: HashMap::new(),
        taken: HashSet::new(),
        due: Vec::new(),
    };
    it.path.push(root);
    let node = it.decl(root, String::new());
    let mut plan = Plan { root: node, defs: Vec::new(), losses: Vec::new(), forms: Vec::new(), refusals: Vec::new() };
    let mut at = 0;
    while let Some(&id) = it.due.get(at) {
        at += 1;
        it.path = vec![id];
        let key = it.keys.get(&id).cloned().unwrap_or_default();
        let node = it.decl(id, key.clone());
        plan.defs.push(Def { id, key, node });
    }
    if it.spent >= MOST {
        let span = cx.ir[root].span;
        let why = "written out in place, it is too large, or too deep".to_owned();
        plan.refusals.push(Refusal { span, path: String::new(), why, limit: None });
    }
    plan
}

/// The types that stand under `$defs`: those that come back to themselves, and those worth it at more than one place.
fn shared(cx: &Resolved<'_>, root: DeclId, takes: &Takes) -> HashSet<DeclId> {
    if takes.refs == Refs::None {
        return HashSet::new();
    }
    let mut uses: HashMap<DeclId, usize> = HashMap::new();
    let reached = reach(cx.ir, root);
    for decl in &reached {
        each_type(&cx.ir[*decl].kind, &mut |ty| each_decl(ty, &mut |id| *uses.entry(id).or_default() += 1));
    }
    let worth = |id: &DeclId| match &cx.ir[*id].kind {
        ir::Kind::Record(_) | ir::Kind::Union(_) => true,
        ir::Kind::Enum(it) => it.values.len() > LONG,
        ir::Kind::Newtype(_) | ir::Kind::Never => false,
    };
    let mut shared: HashSet<DeclId> =
        reached.iter().copied().filter(|id| uses.get(id).is_some_and(|uses| *uses > 1) && worth(id)).collect();
    if takes.cycles != super::takes::Cycles::None {
        shared.extend(reached.into_iter().filter(|id| is_cyclic(cx, *id)));
    } else {
        shared.retain(|id| !is_cyclic(cx, *id));
    }
    shared
}

/// Whether a value of the type can hold another one.
pub(crate) fn is_cyclic(cx: &Resolved<'_>, id: DeclId) -> bool {
    let mut found = false;
    for decl in reach(cx.ir, id) {
        each_type(&cx.ir[decl].kind, &mut |ty| each_decl(ty, &mut |other| found |= other == id));
    }
    found
}

struct Draw<'r> {
    cx: &'r Resolved<'r>,
    /// The type that is asked for: rules name members as it does.
    root: DeclId,
    /// How often a cycle is written out.
    unroll: u64,
    /// The type that is described: it says how.
    at: DeclId,
    /// The types that the walk stands in.
    path: Vec<DeclId>,
    spent: usize,
    shared: HashSet<DeclId>,
    keys: HashMap<DeclId, String>,
    taken: HashSet<String>,
    /// The definitions, in the order of their first mention.
    due: Vec<DeclId>,
}

impl Draw<'_> {
    fn settings(&self) -> &Settings {
        self.cx.settings(self.at)
    }

    /// A named type, written out.
    fn decl(&mut self, id: DeclId, path: String) -> Node {
        let outer = std::mem::replace(&mut self.at, id);
        let decl = &self.cx.ir[id];
        let mut node = match &decl.kind {
            ir::Kind::Record(it) => self.node(path.clone(), decl.span, Kind::Never).with(self.record(id, it, &path)),
            ir::Kind::Enum(it) => {
                let values = it.values.iter().map(|value| Tree::from(self.cx.shown(id, value))).collect();
                self.node(path, decl.span, Kind::Enum(values))
            }
            ir::Kind::Union(it) => {
                let branches = it.branches.iter().map(|branch| {
                    let mut node = self.ty(&branch.ty, path.clone(), branch.span);
                    node.doc = describe::text(&branch.doc).or(node.doc);
                    node
                });
                let kind = Kind::Union(branches.collect(), kinds::may_fit_two(self.cx.ir, it));
                self.node(path, decl.span, kind)
            }
            ir::Kind::Newtype(ty) => self.ty(ty, path, decl.span),
            ir::Kind::Never => self.node(path, decl.span, Kind::Never),
        };
        if let Some(text) = describe::text(&decl.doc) {
            node.doc = Some(text);
        }
        if decl.ext.alias.is_none() {
            self.rule(&mut node, decl.rule);
        }
        self.at = outer;
        node
    }

    fn node(&mut self, path: String, span: Span, kind: Kind) -> Node {
        self.spent += 1;
        Node { path, span, doc: None, kind, nullable: false, limits: Vec::new(), words: Vec::new() }
    }

    fn record(&mut self, id: DeclId, it: &ir::Record, path: &str) -> Kind {
        let artifact = self.cx.ir[id].ext.alias.is_some();
        let names = &self.cx.names[id].fields;
        let mut named: Vec<_> = it.fields.iter().zip(names).collect();
        if self.settings().order == Order::Sorted {
            named.sort_by_key(|(_, names)| &names.shown);
        }
        named.retain(|(field, _)| !artifact || field.name == ARTIFACT_REF);
        let fields = named.into_iter().map(|(field, names)| {
            let mut node = self.ty(&field.ty, joined(path, &names.shown), field.span);
            // What is written about an object serves where the member that holds it says nothing.
            node.doc = describe::field(self.cx, Audience::Model, field, &names.shown, false).or(node.doc);
            let default = |it| shown::at(self.cx, Audience::Model, &field.ty, it).to_compact();
            node.words.extend(field.default.as_ref().map(|it| format!("default {}", default(it))));
            Field { name: names.shown.clone(), required: field.required || artifact, node }
        });
        let fields = fields.collect();
        let rest = if artifact { Rest::Unsaid } else { self.rest(&it.rest, path) };
        Kind::Object(Object { fields, rest })
    }

    fn rest(&mut self, rest: &ir::Rest, path: &str) -> Rest {
        let settings = *self.settings();
        let span = self.cx.ir[self.at].span;
        match rest {
            ir::Rest::Open if !settings.is_closed(false) => Rest::Unsaid,
            ir::Rest::Closed if !settings.is_closed(true) => Rest::Unsaid,
            ir::Rest::Open | ir::Rest::Closed => Rest::Closed,
            ir::Rest::Keep { patterns, other: ir::Other::Keep(ty), value: _ } if patterns.is_empty() => {
                if matches!(ty.kind, TypeKind::Any) && ty.rule.is_none() {
                    return Rest::Open;
                }
                Rest::Typed(Box::new(self.ty(ty, joined(path, "*"), span)))
            }
            ir::Rest::Keep { .. } => Rest::Patterns,
        }
    }

    /// A type at a place.
    fn ty(&mut self, ty: &Type, path: String, span: Span) -> Node {
        let mut node = match &ty.kind {
            TypeKind::Any => self.node(path, span, Kind::Any),
            TypeKind::Null => self.node(path, span, Kind::Null),
            TypeKind::Bool => self.node(path, span, Kind::Bool),
            TypeKind::Integer(it) => self.node(path, span, Kind::Integer).limited(integer(it)),
            TypeKind::Number(it) => self.node(path, span, Kind::Number).limited(number(it)),
            TypeKind::Text(it) => self.node(path, span, Kind::Text).limited(text(it)),
            TypeKind::List(it) => {
                let mut item = self.ty(&it.item, format!("{path}[]"), span);
                item.doc = self.item_doc(&it.item_doc).or(item.doc);
                let limits = items(it.min, it.max, it.unique);
                self.node(path, span, Kind::List(Box::new(item))).limited(limits)
            }
            TypeKind::Tuple(it) => {
                let places = it.items.iter().enumerate();
                let places = places.map(|(at, item)| self.ty(item, format!("{path}[{at}]"), span)).collect();
                let rest = it.rest.as_ref().map(|rest| Box::new(self.ty(rest, format!("{path}[]"), span)));
                let limits = items(it.min, it.max, it.unique);
                self.node(path, span, Kind::Tuple(places, rest)).limited(limits)
            }
            TypeKind::Map(it) => {
                let name = it.name.as_ref().map(|name| Box::new(self.ty(name, joined(&path, "*"), span)));
                let mut value = self.ty(&it.value, joined(&path, "*"), span);
                value.doc = self.item_doc(&it.value_doc).or(value.doc);
                let limits = sizes(("minProperties", it.min), ("maxProperties", it.max), "entry", "entries");
                self.node(path, span, Kind::Map(name, Box::new(value))).limited(limits)
            }
            TypeKind::Decl(id) => self.named(*id, path, span),
        };
        node.nullable |= ty.nullable && !matches!(node.kind, Kind::Any | Kind::Null);
        self.rule(&mut node, ty.rule);
        node
    }

    fn item_doc(&self, doc: &Doc) -> Option<String> {
        describe::text(doc)
    }

    /// A named type at a place: a reference, or written out.
    fn named(&mut self, id: DeclId, path: String, span: Span) -> Node {
        if self.shared.contains(&id) {
            self.define(id);
            return self.node(path, span, Kind::Ref(id));
        }
        let met = self.path.iter().filter(|other| **other == id).count() as u64;
        if self.path.len() >= DEEPEST {
            self.spent = MOST;
        }
        if met > self.unroll || self.spent >= MOST {
            return self.node(path, span, Kind::Cut);
        }
        self.path.push(id);
        let node = self.decl(id, path);
        self.path.pop();
        Node { span, ..node }
    }

    /// Gives a definition its key.
    fn define(&mut self, id: DeclId) {
        if self.keys.contains_key(&id) {
            return;
        }
        let names = &self.cx.names[id];
        let is_plain = names.shown.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        let first = if is_plain { &names.shown } else { &names.rust };
        let mut counted = (2..).map(|n| format!("{first}_{n}"));
        let mut key = first.clone();
        while !self.taken.insert(key.clone()) {
            // OK because the numbers do not end.
            key = counted.next().unwrap_or_default();
        }
        self.keys.insert(id, key);
        self.due.push(id);
    }

    /// What else holds: no dialect has these keywords, so that they are told in words or checked alone.
    fn rule(&mut self, node: &mut Node, rule: Option<RuleId>) {
        let Some(rule) = rule else { return };
        let checks = &self.cx.ir[rule].checks;
        if let (Kind::Any, Some(kinds)) = (&node.kind, kinds(checks)) {
            node.kind = kinds;
        }
        let phrases = rules::prose(self.cx, self.root, rule);
        // Either one phrase for each assertion, or one for all of them.
        let told = phrases.len() == checks.len() && phrases.iter().all(|it| it.len() <= WORDY && !it.contains('{'));
        for (at, check) in checks.iter().enumerate() {
            let words = if told { phrases.get(at).cloned() } else { None };
            node.limits.push(Limit { keyword: keyword(self.cx.ir, check), value: Tree::Null, words });
        }
    }
}

impl Node {
    fn with(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    fn limited(mut self, limits: Vec<Limit>) -> Self {
        self.limits = limits;
        self
    }
}

/// The kinds that an assertion leaves of any value, where they are all plain.
fn kinds(checks: &[Check]) -> Option<Kind> {
    use nucleo_runtime::shape::Kinds;
    let kinds = checks.iter().find_map(|check| if let Check::Kinds(kinds) = check { Some(*kinds) } else { None })?;
    Some(match kinds {
        Kinds::STRING => Kind::Text,
        Kinds::NUMBER => Kind::Number,
        Kinds::INTEGER => Kind::Integer,
        Kinds::BOOLEAN => Kind::Bool,
        _ => return None,
    })
}

pub(super) fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn limit(keyword: &'static str, value: impl std::fmt::Display, words: impl Into<Option<String>>) -> Limit {
    Limit { keyword, value: Tree::number(value), words: words.into() }
}

fn integer(it: &ir::Integer) -> Vec<Limit> {
    let mut limits = Vec::new();
    // What a width of 64 bits says is more than most readers of numbers take.
    let is_wide = matches!(it.format.as_deref(), Some("int64" | "uint64"));
    let (min, max) = if is_wide { (it.min, it.max) } else { it.bounds() };
    limits.extend(min.map(|min| limit("minimum", min, format!("at least {min}"))));
    limits.extend(max.map(|max| limit("maximum", max, format!("at most {max}"))));
    limits.extend(it.multiple_of.as_ref().map(|of| limit("multipleOf", of, format!("a multiple of {of}"))));
    limits.extend(it.other_format().filter(|_| !is_wide).map(format));
    limits
}

fn number(it: &ir::Number) -> Vec<Limit> {
    let mut limits = Vec::new();
    limits.extend(it.min.as_ref().map(|min| match min.exclusive {
        true => limit("exclusiveMinimum", &min.value, format!("more than {}", min.value)),
        false => limit("minimum", &min.value, format!("at least {}", min.value)),
    }));
    limits.extend(it.max.as_ref().map(|max| match max.exclusive {
        true => limit("exclusiveMaximum", &max.value, format!("less than {}", max.value)),
        false => limit("maximum", &max.value, format!("at most {}", max.value)),
    }));
    limits.extend(it.multiple_of.as_ref().map(|of| limit("multipleOf", of, format!("a multiple of {of}"))));
    limits
}

fn text(it: &ir::Text) -> Vec<Limit> {
    let mut limits: Vec<Limit> = it.format.as_deref().map(format).into_iter().collect();
    limits.extend(sizes(("minLength", it.min), ("maxLength", it.max), "character", "characters"));
    limits.extend(it.patterns.iter().map(|pattern| Limit {
        keyword: "pattern",
        value: Tree::text(&pattern.source),
        words: Some(format!("matching {}", pattern.source)).filter(|it| it.len() <= WORDY),
    }));
    limits
}

fn format(name: &str) -> Limit {
    let words = match name {
        "date" => "a date, like 2026-03-09",
        "date-time" => "a date with a time, like 2026-03-09T18:20:05Z",
        "time" => "a time of day, like 18:20:05Z",
        "duration" => "an ISO 8601 duration, like P3DT4H",
        "byte" => "base64",
        other => other,
    };
    Limit { keyword: "format", value: Tree::text(name), words: Some(words.to_owned()) }
}

fn items(min: Option<u64>, max: Option<u64>, unique: bool) -> Vec<Limit> {
    let mut limits = sizes(("minItems", min), ("maxItems", max), "item", "items");
    if unique {
        limits.push(Limit {
            keyword: "uniqueItems",
            value: Tree::Bool(true),
            words: Some("all items different".to_owned()),
        });
    }
    limits
}

fn sizes(
    (least, min): (&'static str, Option<u64>),
    (most, max): (&'static str, Option<u64>),
    one: &str,
    many: &str,
) -> Vec<Limit> {
    let min = min.filter(|min| *min > 0).map(|min| limit(least, min, facets::size(Some(min), None, one, many)));
    let max = max.map(|max| limit(most, max, facets::size(None, Some(max), one, many)));
    min.into_iter().chain(max).collect()
}

/// The keyword of an assertion. Where a whole schema is one, for the sake of what it leaves unevaluated, that is named.
pub(crate) fn keyword(ir: &Ir, check: &Check) -> &'static str {
    let Check::Ref(rule) = check else { return own_keyword(check) };
    let mut inner = ir[*rule].checks.iter().map(own_keyword);
    inner.find(|it| it.starts_with("unevaluated")).unwrap_or("$ref")
}

fn own_keyword(check: &Check) -> &'static str {
    match check {
        Check::Never => "not",
        Check::Kinds(_) => "type",
        Check::Const(_) => "const",
        Check::Enum(_) => "enum",
        Check::Min(it) if it.exclusive => "exclusiveMinimum",
        Check::Min(_) => "minimum",
        Check::Max(it) if it.exclusive => "exclusiveMaximum",
        Check::Max(_) => "maximum",
        Check::MultipleOf(_) => "multipleOf",
        Check::MinLength(_) => "minLength",
        Check::MaxLength(_) => "maxLength",
        Check::Pattern(_) => "pattern",
        Check::MinItems(_) => "minItems",
        Check::MaxItems(_) => "maxItems",
        Check::UniqueItems => "uniqueItems",
        Check::Prefix(_) => "prefixItems",
        Check::Items(..) => "items",
        Check::Contains { .. } => "contains",
        Check::Properties(_) => "properties",
        Check::PatternProperties(_) => "patternProperties",
        Check::Additional { .. } => "additionalProperties",
        Check::PropertyNames(_) => "propertyNames",
        Check::Required(_) => "required",
        Check::MinProperties(_) => "minProperties",
        Check::MaxProperties(_) => "maxProperties",
        Check::DependentRequired(_) => "dependentRequired",
        Check::DependentSchemas(_) => "dependentSchemas",
        Check::AllOf(_) => "allOf",
        Check::AnyOf(_) => "anyOf",
        Check::OneOf(_) => "oneOf",
        Check::Not(_) => "not",
        Check::If { .. } => "if",
        Check::Ref(_) | Check::DynamicRef { .. } => "$ref",
        Check::UnevaluatedItems(_) => "unevaluatedItems",
        Check::UnevaluatedProperties(_) => "unevaluatedProperties",
    }
}
