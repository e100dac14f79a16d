//! The shape table of a build: the very value that the runtime interprets, made from the IR.
//!
//! A schema that a command reads at run time uses the value as it is; generated code gets it printed as tokens
//! (`emit::table`). The value is leaked on purpose: build scripts and commands are short-lived, and one description
//! serves both.

mod artifacts;

use std::collections::{HashMap, HashSet};

use nucleo_runtime::names::fold;
use nucleo_runtime::pattern::{Pattern, Translated, translate};
use nucleo_runtime::shape::{
    Branch, Check, Field, Format, Integer, Kind, Limit, List, Literal, Map, Mapped, Number, PatternId, Record, Rest,
    Rule, RuleId, Spellings, Table, Tag, Text, Tuple, Type, TypeId, Union, Variant, Width,
};

use artifacts::Stored;
pub(crate) use artifacts::accepts;

use crate::ir::{self, DeclId, Ir, TypeKind};
use crate::json::{Json, Value};
use crate::knobs::{Blank, Settings};
use crate::options::Options;
use crate::resolve::{Resolved, names};

/// A table, and where the IR's rules stand in it. The type of a declaration has the declaration's own number.
pub(crate) struct Shapes {
    pub(crate) table: &'static Table,
    rules: HashMap<ir::RuleId, RuleId>,
    stored: HashMap<DeclId, Stored>,
    /// The type of each sample of the IR.
    pub(crate) samples: Vec<TypeId>,
}

impl Shapes {
    /// The type of a declaration.
    pub(crate) fn of(&self, decl: DeclId) -> TypeId {
        TypeId(decl.0)
    }

    /// The type of what programs write of a declaration, where it is another one: the declaration holds artifacts.
    pub(crate) fn stored(&self, decl: DeclId) -> Option<TypeId> {
        self.stored.get(&decl).map(|stored| stored.whole)
    }

    /// The type of what programs write in the place of an artifact: its reference, or all of it.
    pub(crate) fn either(&self, decl: DeclId) -> Option<TypeId> {
        self.stored.get(&decl)?.either
    }

    /// The rule of the IR, where the table has it.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the command reads strictly"))]
    pub(crate) fn rule(&self, rule: ir::RuleId) -> Option<RuleId> {
        self.rules.get(&rule).copied()
    }
}

/// The table of all declarations. `whole` brings the rules of whole files too, which only strict validation needs.
pub(crate) fn build(cx: &Resolved<'_>, options: &Options, whole: bool) -> Shapes {
    let mut maker = Maker {
        cx,
        options,
        types: Vec::new(),
        known: HashMap::new(),
        rules: HashMap::new(),
        order: Vec::new(),
        patterns: Vec::new(),
        places: HashMap::new(),
        stored: HashMap::new(),
        is_stored: false,
    };
    // The declarations come first, so that their numbers are known before any of them is made.
    maker.types = cx.ir.decls.iter().map(|_| Type::new("", Kind::Never)).collect();
    maker.promise_stored();
    for (at, decl) in cx.ir.decls.iter().enumerate() {
        // What a model is only shown keeps the `Never` of its place: nothing is read as it.
        if !cx.ir.is_only_shown(DeclId(at as u32)) {
            let ty = maker.reply(DeclId(at as u32), decl);
            maker.types[at] = ty;
        }
    }
    maker.is_stored = true;
    maker.store_all();
    let samples = cx.ir.samples.iter().map(|sample| maker.ty(&sample.ty)).collect();
    if whole {
        for rule in cx.ir.files.iter().filter_map(|file| file.rule) {
            maker.rule(rule);
        }
    }
    maker.finish(samples)
}

struct Maker<'a> {
    cx: &'a Resolved<'a>,
    options: &'a Options,
    types: Vec<Type>,
    /// Types without a name, by their own text: equal ones share a place.
    known: HashMap<String, TypeId>,
    rules: HashMap<ir::RuleId, RuleId>,
    /// The rules in the order of their numbers; those behind `rules.len()` made so far are still to be made.
    order: Vec<ir::RuleId>,
    patterns: Vec<Pattern>,
    places: HashMap<String, PatternId>,
    /// The types of what programs write, of declarations that hold artifacts.
    stored: HashMap<DeclId, Stored>,
    /// Whether the types are those of what programs write, and not of what a model writes.
    is_stored: bool,
}

impl Maker<'_> {
    fn decl(&mut self, id: DeclId, decl: &ir::Decl) -> Type {
        let kind = match &decl.kind {
            ir::Kind::Record(it) => Kind::Record(self.record(id, it)),
            ir::Kind::Enum(it) => Kind::Enum(self.variants(id, it)),
            ir::Kind::Union(it) => Kind::Union(self.union(id, it)),
            ir::Kind::Newtype(it) => return self.newtype(id, decl, it),
            ir::Kind::Never => Kind::Never,
        };
        Type { name: self.name(id), kind, nullable: false, rule: decl.rule.map(|rule| self.rule(rule)) }
    }

    fn newtype(&mut self, id: DeclId, decl: &ir::Decl, inner: &ir::Type) -> Type {
        let (kind, nullable, rule) = match (decl.rule, inner.rule) {
            // One place holds one rule: a second one goes to a place of its own.
            (Some(outer), Some(_)) => (Kind::Same(self.ty(inner)), false, Some(outer)),
            (outer, inner_rule) => (self.kind(&inner.kind), inner.nullable, outer.or(inner_rule)),
        };
        Type { name: self.name(id), kind, nullable, rule: rule.map(|rule| self.rule(rule)) }
    }

    fn name(&self, id: DeclId) -> &'static str {
        leaked(&self.cx.names[id].shown)
    }

    /// The place of a type without a name.
    fn ty(&mut self, ty: &ir::Type) -> TypeId {
        // A reference has no members that a rule could speak of.
        let rule = ty.rule.filter(|_| self.is_stored || !self.is_artifact(ty));
        if let (TypeKind::Decl(id), false, None) = (&ty.kind, ty.nullable, rule) {
            return self.of(*id);
        }
        let ty =
            Type { name: "", kind: self.kind(&ty.kind), nullable: ty.nullable, rule: rule.map(|rule| self.rule(rule)) };
        self.place(ty)
    }

    /// The place of a type that may stand in the table already.
    fn place(&mut self, ty: Type) -> TypeId {
        let key = format!("{ty:?}");
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty);
        self.known.insert(key, id);
        id
    }

    fn kind(&mut self, kind: &TypeKind) -> Kind {
        match kind {
            TypeKind::Any => Kind::Any,
            TypeKind::Null => Kind::Null,
            TypeKind::Bool => Kind::Bool,
            TypeKind::Integer(it) => Kind::Integer(integer(it)),
            TypeKind::Number(it) => Kind::Number(Number {
                min: it.min.as_ref().map(limit),
                max: it.max.as_ref().map(limit),
                multiple_of: it.multiple_of.as_deref().map(leaked),
            }),
            TypeKind::Text(it) => self.text(it),
            TypeKind::List(it) => {
                Kind::List(List { item: self.ty(&it.item), min: least(it.min), max: most(it.max), unique: it.unique })
            }
            TypeKind::Tuple(it) => Kind::Tuple(Tuple {
                items: leak(it.items.iter().map(|item| self.ty(item)).collect()),
                rest: it.rest.as_ref().map(|rest| self.ty(rest)),
                min: least(it.min),
                max: most(it.max),
                unique: it.unique,
            }),
            TypeKind::Map(it) => Kind::Map(Map {
                value: self.ty(&it.value),
                name: it.name.as_ref().map(|name| self.ty(name)),
                min: least(it.min),
                max: most(it.max),
            }),
            TypeKind::Decl(id) => Kind::Same(self.of(*id)),
        }
    }

    fn text(&mut self, it: &ir::Text) -> Kind {
        // The form is checked itself.
        let pattern_of_form = it.form.and_then(ir::Form::pattern);
        let patterns = it.patterns.iter().filter(|pattern| Some(pattern.source.as_str()) != pattern_of_form);
        let text = Kind::Text(Text {
            min: least(it.min),
            max: most(it.max),
            patterns: leak(patterns.map(|pattern| self.pattern(pattern)).collect()),
            format: format(it),
        });
        let Some(format) = it.format.as_ref().filter(|format| self.options.formats.contains_key(*format)) else {
            return text;
        };
        // The user's own type is known to the generated code alone: there the table names its check.
        Kind::Mapped(Mapped { ty: self.place(Type::new("", text)), name: leaked(format), accepts: |_| true })
    }

    fn record(&mut self, id: DeclId, record: &ir::Record) -> Record {
        let settings = *self.cx.settings(id);
        let fields: Vec<Field> = (record.fields.iter().enumerate())
            .map(|(at, field)| Field {
                name: leaked(&field.name),
                shown: leaked(&self.cx.names[id].fields[at].shown),
                ty: self.ty(&field.ty),
                required: field.required,
                blank: field.required && settings.blank == Blank::Refuse,
                default: field.default.as_ref().map(literal),
                nothing: texts(&field.nothing),
                oneof: record.groups.iter().find(|it| it.fields.contains(&at)).map_or(&[], spellings_of),
            })
            .collect();
        let spellings = spellings(record, &fields);
        Record { fields: leak(fields), spellings, rest: self.rest(&record.rest, &settings) }
    }

    fn variants(&mut self, id: DeclId, it: &ir::Enum) -> &'static [Variant] {
        let variant = |value: &ir::Value| Variant {
            value: literal(&value.json),
            shown: literal(self.cx.shown(id, value)),
            accept: texts(&value.accept),
        };
        leak(it.values.iter().map(variant).collect())
    }

    fn rest(&mut self, rest: &ir::Rest, settings: &Settings) -> Rest {
        match rest {
            ir::Rest::Open if !settings.is_closed(false) => Rest::Ignore,
            ir::Rest::Closed if !settings.is_closed(true) => Rest::Ignore,
            ir::Rest::Open | ir::Rest::Closed => Rest::Deny,
            ir::Rest::Keep { patterns, other: ir::Other::Keep(ty), .. } if patterns.is_empty() => {
                Rest::Keep(self.ty(ty))
            }
            ir::Rest::Keep { patterns, other, .. } => Rest::Match {
                patterns: leak(patterns.iter().map(|(pattern, ty)| (self.pattern(pattern), self.ty(ty))).collect()),
                other: if let ir::Other::Keep(ty) = other { Some(self.ty(ty)) } else { None },
                open: match other {
                    ir::Other::Open => !settings.is_closed(false),
                    ir::Other::Closed => !settings.is_closed(true),
                    ir::Other::Keep(_) => false,
                },
            },
        }
    }

    fn union(&mut self, id: DeclId, union: &ir::Union) -> Union {
        let spelling = self.cx.settings(id).names;
        // References have no tag: what they lead to tells the branches apart.
        let has_tag = self.is_stored || !union.branches.iter().any(|branch| self.is_artifact(&branch.ty));
        let tag = union.tag.as_deref().filter(|_| has_tag);
        let tag = tag.map(|tag| Tag { name: leaked(tag), shown: leaked(&names::shown(tag, spelling)) });
        let branches = (union.branches.iter())
            .map(|branch| match has_tag {
                true => Branch { tags: texts(&branch.tags), accept: texts(&branch.accept), ty: self.ty(&branch.ty) },
                false => Branch { tags: &[], accept: &[], ty: self.ty(&branch.ty) },
            })
            .collect();
        Union { tag, branches: leak(branches), exclusive: union.exclusive }
    }

    fn pattern(&mut self, pattern: &ir::Pattern) -> PatternId {
        if let Some(id) = self.places.get(&pattern.source) {
            return *id;
        }
        let id = PatternId(self.patterns.len() as u32);
        let engine = engine(&pattern.source);
        self.patterns.push(Pattern::described(leaked(&pattern.source), engine));
        self.places.insert(pattern.source.clone(), id);
        id
    }

    /// The number of a rule. It is made later, so that rules may refer to each other in a circle.
    fn rule(&mut self, rule: ir::RuleId) -> RuleId {
        *self.rules.entry(rule).or_insert_with(|| {
            self.order.push(rule);
            RuleId(self.order.len() as u32 - 1)
        })
    }

    fn finish(mut self, samples: Vec<TypeId>) -> Shapes {
        let ir: &Ir = self.cx.ir;
        let mut rules = Vec::new();
        let mut anchors = Vec::new();
        let mut entered = HashSet::new();
        while let Some(id) = self.order.get(rules.len()).copied() {
            let rule = &ir.rules[id.0 as usize];
            if rule.resource != 0 && entered.insert(rule.resource) {
                // A dynamic reference can lead to any dynamic anchor of a resource that was entered.
                let same = |it: &(usize, &ir::Rule)| it.1.resource == rule.resource && it.1.anchor.is_some();
                for (at, _) in ir.rules.iter().enumerate().filter(same) {
                    self.rule(ir::RuleId(at as u32));
                }
            }
            if let Some(anchor) = &rule.anchor {
                anchors.push((rule.resource, leaked(anchor), RuleId(rules.len() as u32)));
            }
            let checks = rule.checks.iter().map(|check| self.check(check)).collect();
            rules.push(Rule { checks: leak(checks), resource: rule.resource });
        }
        let table = Table {
            types: leak(self.types),
            rules: leak(rules),
            patterns: leak(self.patterns),
            anchors: leak(anchors),
        };
        Shapes { table: Box::leak(Box::new(table)), rules: self.rules, stored: self.stored, samples }
    }

    fn check(&mut self, check: &ir::Check) -> Check {
        match check {
            ir::Check::Never => Check::Never,
            ir::Check::Kinds(kinds) => Check::Kinds(*kinds),
            ir::Check::Const(json) => Check::Const(literal(json)),
            ir::Check::Enum(values) => Check::Enum(leak(values.iter().map(literal).collect())),
            ir::Check::Min(it) => Check::Min(limit(it)),
            ir::Check::Max(it) => Check::Max(limit(it)),
            ir::Check::MultipleOf(it) => Check::MultipleOf(leaked(it)),
            ir::Check::MinLength(it) => Check::MinLength(*it),
            ir::Check::MaxLength(it) => Check::MaxLength(*it),
            ir::Check::Pattern(it) => Check::Pattern(self.pattern(it)),
            ir::Check::MinItems(it) => Check::MinItems(*it),
            ir::Check::MaxItems(it) => Check::MaxItems(*it),
            ir::Check::UniqueItems => Check::UniqueItems,
            ir::Check::Prefix(rules) => Check::Prefix(self.rules(rules)),
            ir::Check::Items(from, rule) => Check::Items(*from, self.rule(*rule)),
            ir::Check::Contains { rule, min, max } => {
                Check::Contains { rule: self.rule(*rule), min: *min, max: max.unwrap_or(u64::MAX) }
            }
            ir::Check::Properties(it) => Check::Properties(self.named(it)),
            ir::Check::PatternProperties(it) => {
                Check::PatternProperties(leak(it.iter().map(|(p, rule)| (self.pattern(p), self.rule(*rule))).collect()))
            }
            ir::Check::Additional { names, patterns, rule } => Check::Additional {
                names: texts(names),
                patterns: leak(patterns.iter().map(|pattern| self.pattern(pattern)).collect()),
                rule: self.rule(*rule),
            },
            ir::Check::PropertyNames(rule) => Check::PropertyNames(self.rule(*rule)),
            ir::Check::Required(names) => Check::Required(texts(names)),
            ir::Check::MinProperties(it) => Check::MinProperties(*it),
            ir::Check::MaxProperties(it) => Check::MaxProperties(*it),
            ir::Check::DependentRequired(it) => {
                Check::DependentRequired(leak(it.iter().map(|(name, names)| (leaked(name), texts(names))).collect()))
            }
            ir::Check::DependentSchemas(it) => Check::DependentSchemas(self.named(it)),
            ir::Check::AllOf(rules) => Check::AllOf(self.rules(rules)),
            ir::Check::AnyOf(rules) => Check::AnyOf(self.rules(rules)),
            ir::Check::OneOf(rules) => Check::OneOf(self.rules(rules)),
            ir::Check::Not(rule) => Check::Not(self.rule(*rule)),
            ir::Check::If { test, then, other } => Check::If {
                test: self.rule(*test),
                then: then.map(|rule| self.rule(rule)),
                other: other.map(|rule| self.rule(rule)),
            },
            ir::Check::Ref(rule) => Check::Ref(self.rule(*rule)),
            ir::Check::DynamicRef { anchor, rule } => {
                Check::DynamicRef { anchor: leaked(anchor), rule: self.rule(*rule) }
            }
            ir::Check::UnevaluatedItems(rule) => Check::UnevaluatedItems(self.rule(*rule)),
            ir::Check::UnevaluatedProperties(rule) => Check::UnevaluatedProperties(self.rule(*rule)),
        }
    }

    fn rules(&mut self, rules: &[ir::RuleId]) -> &'static [RuleId] {
        leak(rules.iter().map(|rule| self.rule(*rule)).collect())
    }

    fn named(&mut self, rules: &[(String, ir::RuleId)]) -> &'static [(&'static str, RuleId)] {
        leak(rules.iter().map(|(name, rule)| (leaked(name), self.rule(*rule))).collect())
    }
}

/// The regular expression as the engine takes it.
fn engine(source: &str) -> Option<&'static str> {
    match translate(source) {
        Ok(Translated::Engine(engine)) => Some(leaked(&engine)),
        // `check` has told what is wrong with it, or that it is not enforced.
        Ok(Translated::NotLinear(_)) | Err(_) => None,
    }
}

/// The names that a oneof goes by.
fn spellings_of(group: &ir::Group) -> &'static [&'static str] {
    leak(std::iter::once(&group.name).chain(&group.accept).map(|it| leaked(it)).collect())
}

/// Every spelling of every member, folded, sorted. Further spellings that only casing or separators keep apart from those
/// of another member stand there as they are, too, behind a blank.
fn spellings(record: &ir::Record, fields: &[Field]) -> Spellings {
    let mut all: Vec<(String, u16)> = (record.fields.iter().zip(fields).enumerate())
        .flat_map(|(at, (source, field))| {
            let own = [field.name, field.shown].into_iter().map(fold);
            own.chain(source.accept.iter().map(|name| fold(name))).map(move |name| (name, at as u16))
        })
        .collect();
    all.sort();
    all.dedup();
    let shared: HashSet<String> =
        all.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[0].0.clone()).collect();
    if !shared.is_empty() {
        let further = (0..).zip(&record.fields).flat_map(|(at, field)| field.accept.iter().map(move |name| (name, at)));
        let exact = further.filter(|(name, _)| shared.contains(&fold(name)));
        all.extend(exact.map(|(name, at)| (format!(" {name}"), at)));
        all.sort();
        all.dedup();
    }
    Spellings::new(leak(all.into_iter().map(|(name, at)| (leaked(&name), at)).collect()))
}

/// The Rust type that holds a whole number: the narrowest that its bounds or its format state, else `i64`.
pub(crate) fn width(it: &ir::Integer) -> Width {
    const ALL: [Width; 8] =
        [Width::U8, Width::I8, Width::U16, Width::I16, Width::U32, Width::I32, Width::U64, Width::I64];
    let named = match it.format.as_deref() {
        Some("int8") => Some(Width::I8),
        Some("int16") => Some(Width::I16),
        Some("int32") => Some(Width::I32),
        Some("int64") => Some(Width::I64),
        Some("uint8") => Some(Width::U8),
        Some("uint16") => Some(Width::U16),
        Some("uint32" | "uint") => Some(Width::U32),
        Some("uint64") => Some(Width::U64),
        Some("int128") => Some(Width::I128),
        Some("uint128") => Some(Width::U128),
        _ => None,
    };
    if let Some(width) = named {
        return width;
    }
    match (it.min, it.max) {
        (Some(min), Some(max)) => ALL.into_iter().find(|width| width.min() <= min && max <= width.max()).unwrap_or(
            // A `u64` bound beyond it, or a sign beyond `i64`: 128 bits hold whatever the bounds can say.
            Width::I128,
        ),
        (Some(min), None) if min >= 0 => {
            if it.needs_u128 || min > Width::U64.max() {
                Width::U128
            } else {
                Width::U64
            }
        }
        (Some(bound), None) | (None, Some(bound)) if bound < Width::I64.min() || bound > Width::I64.max() => {
            Width::I128
        }
        _ => Width::I64,
    }
}

fn integer(it: &ir::Integer) -> Integer {
    let width = width(it);
    Integer {
        width,
        min: it.min.map_or(width.min(), |min| min.max(width.min())),
        max: it.max.map_or(width.max(), |max| max.min(width.max())),
        multiple_of: it.multiple_of.as_deref().map(leaked),
    }
}

fn limit(it: &ir::Limit) -> Limit {
    Limit { value: leaked(&it.value), exclusive: it.exclusive }
}

/// What a text spells, as the runtime checks it.
pub(crate) fn format(it: &ir::Text) -> Format {
    match it.form {
        Some(ir::Form::Timestamp) => Format::Timestamp,
        Some(ir::Form::Seconds) => Format::Seconds,
        Some(ir::Form::Base64) => Format::Base64,
        None => it.format.as_deref().map_or(Format::Plain, format_of),
    }
}

/// The format of a text, as the runtime checks it.
pub(crate) fn format_of(name: &str) -> Format {
    match name {
        "date" => Format::Date,
        "date-time" => Format::DateTime,
        "time" => Format::Time,
        "duration" => Format::Duration,
        name => Format::Named(leaked(name)),
    }
}

fn literal(json: &Json) -> Literal {
    match &json.value {
        Value::Null => Literal::Null,
        Value::Bool(value) => Literal::Bool(*value),
        Value::Number(digits) => Literal::Number(leaked(digits)),
        Value::Text(value) => Literal::Text(leaked(value)),
        Value::List(items) => Literal::List(leak(items.iter().map(literal).collect())),
        Value::Object(members) => {
            Literal::Object(leak(members.iter().map(|member| (leaked(&member.name), literal(&member.json))).collect()))
        }
    }
}

/// A lower bound of a count. One beyond 32 bits no reply reaches.
fn least(bound: Option<u64>) -> u32 {
    bound.map_or(0, |bound| bound.try_into().unwrap_or(u32::MAX))
}

/// An upper bound of a count. One beyond 32 bits no reply reaches.
fn most(bound: Option<u64>) -> u32 {
    bound.map_or(u32::MAX, |bound| bound.try_into().unwrap_or(u32::MAX))
}

fn leaked(text: &str) -> &'static str {
    // Common enough to be worth no allocation.
    if text.is_empty() { "" } else { Box::leak(Box::from(text)) }
}

fn texts(texts: &[String]) -> &'static [&'static str] {
    leak(texts.iter().map(|it| leaked(it)).collect())
}

fn leak<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diags;
    use crate::source::Sources;
    use crate::{front, resolve};

    #[test]
    fn ok_integers_take_the_narrowest_type_of_their_bounds() {
        let cases = [
            (r#""minimum":0,"maximum":255"#, Width::U8),
            (r#""minimum":-1,"maximum":128"#, Width::I16),
            (r#""minimum":0"#, Width::U64),
            (r#""minimum":-1,"maximum":18446744073709551615"#, Width::I128),
            (r#""minimum":0,"maximum":340282366920938463463374607431768211455"#, Width::U128),
            (r#""maximum":1e300"#, Width::I64),
            (r#""format":"uint128""#, Width::U128),
            (r#""format":"int128""#, Width::I128),
            (r#""format":"uint32","maximum":9"#, Width::U32),
        ];
        for (bounds, expected) in cases {
            let mut sources = Sources::default();
            sources.add("a.json", format!(r#"{{"title":"T","type":"integer",{bounds}}}"#));
            let (options, diags) = (Options::default(), Diags::default());
            let ir = front::read(&mut sources, &options, &diags);
            let shapes = build(&resolve::all(&ir, &options.knobs, &diags), &options, false);
            let Kind::Integer(it) = &shapes.table.types[0].kind else { panic!("{bounds}: no integer") };
            assert_eq!(it.width, expected, "{bounds}");
        }
    }
}
