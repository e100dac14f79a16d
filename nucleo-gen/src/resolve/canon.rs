//! The canonical text of a contract: equal for equal contracts, whatever their types are called and in whatever order
//! their members stand.
//!
//! Each type and each rule stands once, numbered in the order in which the walk meets it; so the text is linear in the
//! contract, and cycles need no care.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::ir::{
    Branch, Check, DeclId, Doc, Enum, Field, Integer, Ir, Kind, Limit, List, Map, Number, Other, Pattern, Record, Rest,
    RuleId, Text, Tuple, Type, TypeKind, Union, Value,
};
use crate::json::{Json, Value as JsonValue};

/// What the text tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grain {
    /// Which values are taken.
    Shape,
    /// What people wrote, too.
    Contract,
}

/// The canonical text of a type and all that it reaches.
pub(crate) fn text(ir: &Ir, decl: DeclId, grain: Grain) -> String {
    let mut out = Canon { ir, grain, out: String::new(), decls: Queue::default(), rules: Queue::default() };
    out.decls.number(decl);
    loop {
        if let Some(decl) = out.decls.next() {
            out.decl(decl);
        } else if let Some(rule) = out.rules.next() {
            out.rule(rule);
        } else {
            return out.out;
        }
        out.out.push('\n');
    }
}

struct Canon<'i> {
    ir: &'i Ir,
    grain: Grain,
    out: String,
    decls: Queue<DeclId>,
    rules: Queue<RuleId>,
}

/// Numbers things in the order of their first mention, and hands each out once.
struct Queue<T> {
    numbers: HashMap<T, usize>,
    order: Vec<T>,
    next: usize,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), order: Vec::new(), next: 0 }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Queue<T> {
    fn number(&mut self, it: T) -> usize {
        let next = self.order.len();
        let number = *self.numbers.entry(it).or_insert(next);
        if number == next {
            self.order.push(it);
        }
        number
    }

    fn next(&mut self) -> Option<T> {
        let it = *self.order.get(self.next)?;
        self.next += 1;
        Some(it)
    }
}

// OK to ignore what `write!` returns throughout because writing to a `String` never fails.
impl Canon<'_> {
    fn decl(&mut self, id: DeclId) {
        let decl = &self.ir[id];
        self.doc(&decl.doc);
        match &decl.kind {
            Kind::Record(it) => self.record(it),
            Kind::Enum(it) => self.values(it),
            Kind::Union(it) => self.union(it),
            Kind::Newtype(ty) => self.ty(ty),
            Kind::Never => self.out.push_str("never"),
        }
        if let Some(alias) = &decl.ext.alias {
            self.out.push_str(" alias ");
            self.quoted(&alias.0);
        }
        self.facet_rule(decl.rule);
    }

    fn record(&mut self, record: &Record) {
        let Record { fields, rest } = record;
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
            Rest::Open => {}
            Rest::Closed => self.out.push_str(" closed"),
            Rest::Keep { patterns, other, value: _ } => {
                for (pattern, ty) in patterns {
                    self.out.push_str(" matching ");
                    self.quoted(&pattern.source);
                    self.ty(ty);
                }
                match other {
                    Other::Open => {}
                    Other::Closed => self.out.push_str(" closed"),
                    Other::Keep(ty) => {
                        self.out.push_str(" others ");
                        self.ty(ty);
                    }
                }
            }
        }
    }

    fn values(&mut self, it: &Enum) {
        self.out.push_str("enum [");
        for Value { json, doc, accept: _, rust_name: _ } in &it.values {
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

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
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
                let number = self.decls.number(*id);
                let _ = write!(self.out, "T{number}");
            }
        }
        if ty.nullable {
            self.out.push_str(" nullable");
        }
        self.facet_rule(ty.rule);
    }

    fn facet_rule(&mut self, rule: Option<RuleId>) {
        if let Some(rule) = rule {
            self.out.push_str(" where ");
            self.rule_number(rule);
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
        let Integer { min, max, multiple_of, format } = it;
        self.out.push_str("integer");
        self.facet("min", min.as_ref().map(|it| it as _));
        self.facet("max", max.as_ref().map(|it| it as _));
        self.facet("multiple", multiple_of.as_ref().map(|it| it as _));
        self.facet("format", format.as_ref().map(|it| it as _));
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
        let Text { min, max, patterns, format } = it;
        self.out.push_str("string");
        self.size(*min, *max);
        for Pattern { source, span: _ } in patterns {
            self.out.push_str(" pattern ");
            self.quoted(source);
        }
        self.facet("format", format.as_ref().map(|it| it as _));
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
        if let (Grain::Contract, Some(text)) = (self.grain, &doc.text) {
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
        let rule = &self.ir[id];
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

    fn rule_number(&mut self, rule: RuleId) {
        let number = self.rules.number(rule);
        let _ = write!(self.out, "R{number}");
    }

    fn rules(&mut self, name: &str, rules: &[RuleId]) {
        self.out.push_str(name);
        for &rule in rules {
            self.out.push(' ');
            self.rule_number(rule);
        }
    }

    fn named(&mut self, name: &str, rules: &[(String, RuleId)]) {
        self.out.push_str(name);
        for (key, rule) in rules {
            self.names(std::slice::from_ref(key));
            self.rule_number(*rule);
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
            Check::Format(it) => self.facet("format", Some(it)),
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
                    self.rule_number(*rule);
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
