//! A digest of a contract: equal for equal contracts, whatever their types are called, whether a type is written out
//! or referred to, and in whatever order members stand.
//!
//! The digest of a type is that of its canonical text, in which each type inside it stands as its own mark: its text
//! where that is short, else the digest of it. Types on a cycle begin alike, and are told apart by rounds of this until
//! no round tells more of them apart.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use crate::ir::{
    Branch, Check, DeclId, Doc, Enum, Field, Form, Integer, Ir, Kind, Limit, List, Map, Number, Other, Pattern, Record,
    Rest, RuleId, Text, Tuple, Type, TypeKind, Union, Value,
};
use crate::json::{Json, Value as JsonValue};
use crate::knobs::Settings;
use crate::resolve::cycles;
use crate::sha256;

/// What a digest tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grain {
    /// Which values are taken.
    Shape,
    /// What people wrote, too.
    Contract,
}

/// The types, as they are looked at.
#[derive(Clone, Copy)]
pub(crate) struct View<'i> {
    pub(crate) ir: &'i Ir,
    pub(crate) grain: Grain,
    /// By [`DeclId`]; `None` where the schemas alone count.
    pub(crate) settings: Option<&'i [Settings]>,
}

impl View<'_> {
    /// Whether an object takes no members but its own.
    fn is_closed(self, id: DeclId, schema: bool) -> bool {
        // OK because there is one entry for each type.
        self.settings.map_or(schema, |settings| settings[id.0 as usize].is_closed(schema))
    }
}

/// What has a mark of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Decl(DeclId),
    Rule(RuleId),
}

/// What stands for a type in the text of another one.
fn mark(text: &str) -> String {
    // A digest is no shorter, and most types are short: `string`, `integer nullable`.
    if text.len() < 64 { format!("({text})") } else { sha256::hex(text.as_bytes()) }
}

/// The digests of types and of all that they reach, in less work than one by one.
pub(crate) fn digests(view: View<'_>, roots: &[DeclId]) -> Vec<String> {
    let (items, inner) = reach(view, roots);
    let place: HashMap<Item, usize> = items.iter().enumerate().map(|(at, item)| (*item, at)).collect();
    let mut marks = vec![String::new(); items.len()];
    // A type outside of a cycle that is written out like one on it is that one.
    let mut alike: HashMap<String, String> = HashMap::new();
    let mut endless = Endless::new(items.len());
    for group in cycles::groups(&inner) {
        // OK because the walk met every item that another refers to.
        let text = |marks: &[String], at: usize| text(view, items[at], &mut |item| marks[place[&item]].clone());
        match group.as_slice() {
            [one] if !inner[*one].contains(one) => {
                let own = text(&marks, *one);
                marks[*one] = match alias(view, items[*one]) {
                    Some(_) => own,
                    None => alike.get(&own).cloned().unwrap_or_else(|| mark(&own)),
                };
                if inner[*one].iter().any(|at| endless.items.contains(at)) {
                    endless.add(*one, &marks, &text);
                }
            }
            group => {
                refine(group, &mut marks, &text);
                if let Some(same) = endless.unrolled(group, &marks, &text) {
                    group.iter().zip(same).for_each(|(&at, mark)| marks[at] = mark);
                }
                group.iter().for_each(|&at| endless.add(at, &marks, &text));
                alike.extend(group.iter().map(|&at| (text(&marks, at), marks[at].clone())));
            }
        }
    }
    roots.iter().map(|root| sha256::hex(marks[place[&Item::Decl(*root)]].as_bytes())).collect()
}

/// Every item that the roots reach, and for each the places of those that it refers to.
fn reach(view: View<'_>, roots: &[DeclId]) -> (Vec<Item>, Vec<Vec<usize>>) {
    let mut items: Vec<Item> = Vec::new();
    let mut place: HashMap<Item, usize> = HashMap::new();
    let mut number = |item: Item, items: &mut Vec<Item>| {
        *place.entry(item).or_insert_with(|| {
            items.push(item);
            items.len() - 1
        })
    };
    for root in roots {
        number(Item::Decl(*root), &mut items);
    }
    let mut inner = Vec::new();
    while let Some(&item) = items.get(inner.len()) {
        let mut found = Vec::new();
        // Only what it refers to counts here, so nothing is marked.
        write(view, item, &|_| String::new(), &mut |item| {
            found.push(number(item, &mut items));
            String::new()
        });
        inner.push(found);
    }
    (items, inner)
}

/// Tells the items of a cycle apart.
fn refine(group: &[usize], marks: &mut [String], text: &dyn Fn(&[String], usize) -> String) {
    let mut apart = 1;
    loop {
        let next: Vec<String> = group.iter().map(|&at| mark(&text(marks, at))).collect();
        let now = next.iter().collect::<HashSet<_>>().len();
        for (&at, mark) in group.iter().zip(next) {
            marks[at] = mark;
        }
        if now == apart {
            return;
        }
        apart = now;
    }
}

/// The items so far that stand on cycles, or lead to one.
struct Endless {
    items: BTreeSet<usize>,
    marks: HashSet<String>,
    /// Their texts without any mark: few items are alike even at a glance.
    glances: HashSet<String>,
    blank: Vec<String>,
}

impl Endless {
    /// Of a graph with so many items.
    fn new(len: usize) -> Self {
        let blank = vec![String::new(); len];
        Self { items: BTreeSet::new(), marks: HashSet::new(), glances: HashSet::new(), blank }
    }

    fn add(&mut self, at: usize, marks: &[String], text: &dyn Fn(&[String], usize) -> String) {
        self.items.insert(at);
        self.marks.insert(marks[at].clone());
        self.glances.insert(text(&self.blank, at));
    }

    /// The marks of earlier items that those of a cycle come to, where the cycle is another one with some rounds of
    /// it written out: `a = { x: a, y: b }` where `b = { x: b, y: b }`. Then it is so for all items of the cycle.
    fn unrolled(
        &self,
        group: &[usize],
        marks: &[String],
        text: &dyn Fn(&[String], usize) -> String,
    ) -> Option<Vec<String>> {
        let known = group.iter().any(|&at| self.marks.contains(&marks[at]));
        if known || !group.iter().all(|&at| self.glances.contains(&text(&self.blank, at))) {
            return None;
        }
        let both: Vec<usize> = group.iter().chain(&self.items).copied().collect();
        let mut together = marks.to_vec();
        both.iter().for_each(|&at| together[at].clear());
        refine(&both, &mut together, text);
        let earlier: HashMap<&str, usize> = self.items.iter().map(|&at| (together[at].as_str(), at)).collect();
        group.iter().map(|&at| earlier.get(together[at].as_str()).map(|&at| marks[at].clone())).collect()
    }
}

/// The type that another is nothing but a second name for.
fn alias(view: View<'_>, item: Item) -> Option<DeclId> {
    let Item::Decl(id) = item else { return None };
    let decl = &view.ir[id];
    match &decl.kind {
        Kind::Newtype(Type { kind: TypeKind::Decl(to), nullable: false, rule: None })
            if decl.rule.is_none() && (view.grain == Grain::Shape || decl.doc.text.is_none()) =>
        {
            Some(*to)
        }
        _ => None,
    }
}

/// The canonical text of one item, with `refer` for each that it refers to.
fn text(view: View<'_>, item: Item, refer: &mut dyn FnMut(Item) -> String) -> String {
    write(view, item, &mark, refer)
}

/// The text of one item, with the `mark` of each type inside it that has no name, and `refer` for each that has one.
fn write(view: View<'_>, item: Item, mark: &dyn Fn(&str) -> String, refer: &mut dyn FnMut(Item) -> String) -> String {
    if let Some(to) = alias(view, item) {
        return refer(Item::Decl(to));
    }
    let mut canon = Canon { view, out: String::new(), mark, refer };
    match item {
        Item::Decl(id) => canon.decl(id),
        Item::Rule(id) => canon.rule(id),
    }
    canon.out
}

struct Canon<'i> {
    view: View<'i>,
    out: String,
    mark: &'i dyn Fn(&str) -> String,
    refer: &'i mut dyn FnMut(Item) -> String,
}

// OK to ignore what `write!` returns throughout because writing to a `String` never fails.
impl Canon<'_> {
    fn decl(&mut self, id: DeclId) {
        let decl = &self.view.ir[id];
        self.doc(&decl.doc);
        match &decl.kind {
            Kind::Record(it) => self.record(id, it),
            Kind::Enum(it) => self.values(it),
            Kind::Union(it) => self.union(it),
            Kind::Newtype(ty) => self.written_out(ty),
            Kind::Never => self.out.push_str("never"),
        }
        if let Some(alias) = &decl.ext.alias {
            self.out.push_str(" alias ");
            self.quoted(&alias.0);
        }
        self.facet_rule(decl.rule);
    }

    fn record(&mut self, id: DeclId, record: &Record) {
        // Of a oneof, its rule is what a reply must keep to.
        let Record { fields, rest, groups: _ } = record;
        self.out.push_str("record {");
        let mut fields: Vec<&Field> = fields.iter().collect();
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        for field in fields {
            self.out.push(' ');
            self.quoted(&field.name);
            self.doc(&field.doc);
            self.ty(&field.ty);
            self.out.push_str(if field.required { " required" } else { " optional" });
            if let Some(default) = &field.default {
                self.out.push_str(" default ");
                self.json(default);
            }
            self.out.push(';');
        }
        self.out.push_str(" }");
        match rest {
            Rest::Open => self.closed(id, false),
            Rest::Closed => self.closed(id, true),
            Rest::Keep { patterns, other, value: _ } => {
                for (pattern, ty) in patterns {
                    self.out.push_str(" matching ");
                    self.quoted(&pattern.source);
                    self.ty(ty);
                }
                match other {
                    Other::Open => self.closed(id, false),
                    Other::Closed => self.closed(id, true),
                    Other::Keep(ty) => {
                        self.out.push_str(" others ");
                        self.ty(ty);
                    }
                }
            }
        }
    }

    fn closed(&mut self, id: DeclId, schema: bool) {
        if self.view.is_closed(id, schema) {
            self.out.push_str(" closed");
        }
    }

    fn values(&mut self, it: &Enum) {
        self.out.push_str("enum [");
        for Value { json, shown: _, doc, accept: _, rust_name: _ } in &it.values {
            self.out.push(' ');
            self.doc(doc);
            self.json(json);
        }
        self.out.push_str(" ]");
    }

    fn union(&mut self, it: &Union) {
        let Union { tag, branches, exclusive } = it;
        self.out.push_str(if *exclusive { "one" } else { "any" });
        if let Some(tag) = tag {
            self.out.push_str(" by ");
            self.quoted(tag);
        }
        self.out.push_str(" [");
        for Branch { name: _, tags, accept: _, rust_name: _, doc, ty, span: _ } in branches {
            self.names(tags);
            self.doc(doc);
            self.ty(ty);
            self.out.push(';');
        }
        self.out.push_str(" ]");
    }

    /// A type stands as its mark, whether it has a name or not.
    fn ty(&mut self, ty: &Type) {
        if let Type { kind: TypeKind::Decl(_), nullable: false, rule: None } = ty {
            return self.kind(&ty.kind);
        }
        let outer = std::mem::take(&mut self.out);
        self.written_out(ty);
        let inner = std::mem::replace(&mut self.out, outer);
        self.out.push_str(&(self.mark)(&inner));
    }

    fn written_out(&mut self, ty: &Type) {
        self.kind(&ty.kind);
        if ty.nullable {
            self.out.push_str(" nullable");
        }
        self.facet_rule(ty.rule);
    }

    fn kind(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Any => self.out.push_str("any"),
            TypeKind::Null => self.out.push_str("null"),
            TypeKind::Bool => self.out.push_str("boolean"),
            TypeKind::Integer(it) => self.integer(it),
            TypeKind::Number(it) => self.number(it),
            TypeKind::Text(it) => self.text(it),
            TypeKind::List(it) => self.list(it),
            TypeKind::Tuple(it) => self.tuple(it),
            TypeKind::Map(it) => self.map(it),
            TypeKind::Decl(id) => {
                // A second name is no type of its own. OK because references end at a type.
                let mut item = Item::Decl(*id);
                while let Some(to) = alias(self.view, item) {
                    item = Item::Decl(to);
                }
                let mark = (self.refer)(item);
                self.out.push_str(&mark);
            }
        }
    }

    fn facet_rule(&mut self, rule: Option<RuleId>) {
        if let Some(rule) = rule {
            self.out.push_str(" where ");
            self.rule_mark(rule);
        }
    }

    fn facet(&mut self, name: &str, value: Option<&dyn std::fmt::Display>) {
        if let Some(value) = value {
            let _ = write!(self.out, " {name} {value}");
        }
    }

    fn limit(&mut self, name: &str, limit: Option<&Limit>) {
        if let Some(Limit { value, exclusive }) = limit {
            let _ = write!(self.out, " {name} {value}{}", if *exclusive { " exclusive" } else { "" });
        }
    }

    fn size(&mut self, min: Option<u64>, max: Option<u64>) {
        self.facet("min", min.as_ref().map(|it| it as _));
        self.facet("max", max.as_ref().map(|it| it as _));
    }

    fn integer(&mut self, it: &Integer) {
        let (min, max) = it.bounds();
        self.out.push_str("integer");
        self.facet("min", min.as_ref().map(|it| it as _));
        self.facet("max", max.as_ref().map(|it| it as _));
        self.facet("multiple", it.multiple_of.as_ref().map(|it| it as _));
        self.facet("format", it.other_format().as_ref().map(|it| it as _));
    }

    fn number(&mut self, it: &Number) {
        let Number { min, max, multiple_of, format } = it;
        self.out.push_str("number");
        self.limit("min", min.as_ref());
        self.limit("max", max.as_ref());
        self.facet("multiple", multiple_of.as_ref().map(|it| it as _));
        self.facet("format", format.as_ref().map(|it| it as _));
    }

    fn text(&mut self, it: &Text) {
        let Text { min, max, patterns, format, form } = it;
        self.out.push_str("string");
        self.size(*min, *max);
        for Pattern { source } in patterns {
            self.out.push_str(" pattern ");
            self.quoted(source);
        }
        self.facet("format", format.as_ref().map(|it| it as _));
        self.facet("form", form.map(Form::name).as_ref().map(|it| it as _));
    }

    fn list(&mut self, it: &List) {
        let List { item, min, max, unique, item_doc } = it;
        self.out.push_str("list");
        self.size(*min, *max);
        self.out.push_str(if *unique { " unique (" } else { " (" });
        self.doc(item_doc);
        self.ty(item);
        self.out.push(')');
    }

    fn tuple(&mut self, it: &Tuple) {
        let Tuple { items, rest, min, max, unique } = it;
        self.out.push_str("tuple");
        self.size(*min, *max);
        self.out.push_str(if *unique { " unique (" } else { " (" });
        for item in items {
            self.ty(item);
            self.out.push_str(", ");
        }
        if let Some(rest) = rest {
            self.out.push_str("rest ");
            self.ty(rest);
        }
        self.out.push(')');
    }

    fn map(&mut self, it: &Map) {
        let Map { value, name, min, max, value_doc } = it;
        self.out.push_str("map");
        self.size(*min, *max);
        self.out.push_str(" (");
        if let Some(name) = name {
            self.ty(name);
            self.out.push_str(" to ");
        }
        self.doc(value_doc);
        self.ty(value);
        self.out.push(')');
    }

    fn doc(&mut self, doc: &Doc) {
        if let (Grain::Contract, Some(text)) = (self.view.grain, &doc.text) {
            self.out.push_str(" // ");
            self.quoted(text);
        }
    }

    fn json(&mut self, json: &Json) {
        match &json.value {
            JsonValue::Null => self.out.push_str("null"),
            JsonValue::Bool(it) => {
                let _ = write!(self.out, "{it}");
            }
            JsonValue::Number(it) => self.out.push_str(it),
            JsonValue::Text(it) => self.quoted(it),
            JsonValue::List(items) => {
                self.out.push('[');
                for item in items {
                    self.json(item);
                    self.out.push(',');
                }
                self.out.push(']');
            }
            JsonValue::Object(members) => {
                self.out.push('{');
                for member in members {
                    self.quoted(&member.name);
                    self.out.push(':');
                    self.json(&member.json);
                    self.out.push(',');
                }
                self.out.push('}');
            }
        }
    }

    fn rule(&mut self, id: RuleId) {
        let rule = &self.view.ir[id];
        let _ = write!(self.out, "rule {}", rule.resource);
        self.names(rule.anchor.as_slice());
        self.out.push(':');
        for check in &rule.checks {
            self.out.push(' ');
            self.check(check);
            self.out.push(';');
        }
    }

    fn names(&mut self, names: &[String]) {
        for name in names {
            self.out.push(' ');
            self.quoted(name);
        }
    }

    /// Not by `Debug`, whose escapes follow the version of Unicode that the compiler knows.
    fn quoted(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.out.extend(['\\', c]),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                c => self.out.push(c),
            }
        }
        self.out.push_str("\" ");
    }

    fn rule_mark(&mut self, rule: RuleId) {
        let mark = (self.refer)(Item::Rule(rule));
        self.out.push_str(&mark);
    }

    fn rules(&mut self, name: &str, rules: &[RuleId]) {
        self.out.push_str(name);
        for &rule in rules {
            self.out.push(' ');
            self.rule_mark(rule);
        }
    }

    fn named(&mut self, name: &str, rules: &[(String, RuleId)]) {
        self.out.push_str(name);
        for (key, rule) in rules {
            self.names(std::slice::from_ref(key));
            self.rule_mark(*rule);
        }
    }

    fn check(&mut self, check: &Check) {
        match check {
            Check::Never => self.out.push_str("never"),
            Check::Kinds(it) => self.facet("kinds", Some(&it.0)),
            Check::Const(it) => {
                self.out.push_str("const ");
                self.json(it);
            }
            Check::Enum(values) => {
                self.out.push_str("enum");
                for value in values {
                    self.out.push(' ');
                    self.json(value);
                }
            }
            Check::Min(it) => self.limit("min", Some(it)),
            Check::Max(it) => self.limit("max", Some(it)),
            Check::MultipleOf(it) => self.facet("multiple", Some(it)),
            Check::MinLength(it) => self.facet("min-length", Some(it)),
            Check::MaxLength(it) => self.facet("max-length", Some(it)),
            Check::Pattern(it) => {
                self.out.push_str("pattern");
                self.names(std::slice::from_ref(&it.source));
            }
            Check::MinItems(it) => self.facet("min-items", Some(it)),
            Check::MaxItems(it) => self.facet("max-items", Some(it)),
            Check::UniqueItems => self.out.push_str("unique"),
            Check::Prefix(rules) => self.rules("prefix", rules),
            Check::Items(from, rule) => self.rules(&format!("items {from}"), &[*rule]),
            Check::Contains { rule, min, max } => self.rules(
                &format!("contains {min} {}", max.map_or_else(|| "or more".to_owned(), |max| max.to_string())),
                &[*rule],
            ),
            Check::Properties(rules) => self.named("properties", rules),
            Check::PatternProperties(rules) => {
                self.out.push_str("matching");
                for (pattern, rule) in rules {
                    self.names(std::slice::from_ref(&pattern.source));
                    self.rule_mark(*rule);
                }
            }
            Check::Additional { names, patterns, rule } => {
                self.out.push_str("additional");
                self.names(names);
                self.out.push_str(" matching");
                patterns.iter().for_each(|it| self.names(std::slice::from_ref(&it.source)));
                self.rules("", &[*rule]);
            }
            Check::PropertyNames(rule) => self.rules("names", &[*rule]),
            Check::Required(names) => {
                self.out.push_str("required");
                self.names(names);
            }
            Check::MinProperties(it) => self.facet("min-properties", Some(it)),
            Check::MaxProperties(it) => self.facet("max-properties", Some(it)),
            Check::DependentRequired(needs) => {
                self.out.push_str("dependent");
                for (name, names) in needs {
                    self.names(std::slice::from_ref(name));
                    self.out.push_str(" needs");
                    self.names(names);
                }
            }
            Check::DependentSchemas(rules) => self.named("dependent", rules),
            Check::AllOf(rules) => self.rules("all", rules),
            Check::AnyOf(rules) => self.rules("any", rules),
            Check::OneOf(rules) => self.rules("one", rules),
            Check::Not(rule) => self.rules("not", &[*rule]),
            Check::If { test, then, other } => {
                self.rules("if", &[*test]);
                self.rules(" then", then.as_slice());
                self.rules(" else", other.as_slice());
            }
            Check::Ref(rule) => self.rules("ref", &[*rule]),
            Check::DynamicRef { anchor, rule } => {
                self.out.push_str("dynamic");
                self.names(std::slice::from_ref(anchor));
                self.rules("", &[*rule]);
            }
            Check::UnevaluatedItems(rule) => self.rules("unevaluated items", &[*rule]),
            Check::UnevaluatedProperties(rule) => self.rules("unevaluated properties", &[*rule]),
        }
    }
}
