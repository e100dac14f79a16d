//! A shape table as Rust code.

use std::collections::BTreeMap;

use nucleo_runtime::pattern::Pattern;
use nucleo_runtime::shape::{
    Branch, Check, Field, Format, Integer, Kind, Limit, List, Literal, Map, Mapped, Number, PatternId, Record, Rest,
    Rule, RuleId, Table, Tag, Text, Tuple, Type, TypeId, Union, Variant,
};

use super::text::{array, block, option, quoted, quoted_all, slice};

/// The items of the module that holds the table; `accepts` has the check of each mapped type, by its name.
pub(crate) fn emit(table: &Table, accepts: &BTreeMap<String, String>) -> Vec<String> {
    let types: Vec<String> = table.types.iter().map(|ty| emit_type(ty, accepts)).collect();
    let rules: Vec<String> = table.rules.iter().map(emit_rule).collect();
    let anchors: Vec<String> = (table.anchors.iter())
        .map(|(resource, anchor, RuleId(rule))| format!("({resource}, {}, RuleId({rule}))", quoted(anchor)))
        .collect();
    let parts = [
        format!("types: {}", block(1, "&[", &types, "]")),
        format!("rules: {}", slice(1, &rules)),
        format!("patterns: {}", if table.patterns.is_empty() { "&[]" } else { "&PATTERNS" }),
        format!("anchors: {}", slice(1, &anchors)),
    ];
    let mut items = Vec::new();
    if !table.patterns.is_empty() {
        items.push("use ::nucleo_runtime::pattern::checked::Pattern;\nuse ::nucleo_runtime::shape::*;".to_owned());
        items.push(emit_patterns(table.patterns));
    } else {
        items.push("use ::nucleo_runtime::shape::*;".to_owned());
    }
    let doc = "/// Every type of this build, as the runtime reads and checks it.";
    items.push(format!("{doc}\n{};", block(0, "pub(super) static TABLE: Table = Table {", &parts, "}")));
    items
}

/// The regular expressions, in a static of their own: an engine is compiled into it at its first use.
fn emit_patterns(patterns: &[Pattern]) -> String {
    let all: Vec<String> = (patterns.iter())
        .map(|it| format!("Pattern::new({}, {})", quoted(it.source), option(it.engine.map(quoted))))
        .collect();
    format!(
        "/// Every regular expression of this build.\nstatic PATTERNS: [Pattern; {}] = {};",
        patterns.len(),
        array(0, &all)
    )
}

/// A type, two levels deep in the table.
fn emit_type(ty: &Type, accepts: &BTreeMap<String, String>) -> String {
    let Type { name, kind, nullable, rule } = ty;
    let kind = if let Kind::Mapped(it) = kind { emit_mapped(it, accepts) } else { emit_kind(kind) };
    let null = if *nullable { ".or_null()" } else { "" };
    let rule = rule.map_or_else(String::new, |RuleId(id)| format!(".under({id})"));
    format!("Type::new({}, {kind}){null}{rule}", quoted(name))
}

fn emit_kind(kind: &Kind) -> String {
    match kind {
        Kind::Any => "Kind::Any".to_owned(),
        Kind::Never => "Kind::Never".to_owned(),
        Kind::Null => "Kind::Null".to_owned(),
        Kind::Bool => "Kind::Bool".to_owned(),
        Kind::Integer(it) => emit_integer(it),
        Kind::Number(it) => emit_number(it),
        Kind::Text(it) => emit_text(it),
        Kind::Enum(values) => {
            let values: Vec<String> = values.iter().map(emit_variant).collect();
            format!("Kind::Enum({})", slice(2, &values))
        }
        Kind::List(it) => emit_list(it),
        Kind::Tuple(it) => emit_tuple(it),
        Kind::Map(it) => emit_map(it),
        Kind::Record(it) => emit_record(it),
        Kind::Union(it) => emit_union(it),
        // OK because `emit_type` takes these.
        Kind::Mapped(_) => unreachable!("mapped types are emitted with their checks"),
        Kind::Same(TypeId(id)) => format!("Kind::Same(TypeId({id}))"),
    }
}

fn emit_mapped(it: &Mapped, accepts: &BTreeMap<String, String>) -> String {
    let Mapped { ty: TypeId(ty), name, accepts: _ } = it;
    // OK because there is one for each name that the shapes give.
    let accepts = &accepts[*name];
    format!("Kind::Mapped(Mapped {{ ty: TypeId({ty}), name: {}, accepts: {accepts} }})", quoted(name))
}

fn emit_integer(it: &Integer) -> String {
    let Integer { width, min, max, multiple_of } = it;
    let mut base = format!("Integer::new(Width::{width:?})");
    if (*min, *max) != (width.min(), width.max()) {
        base.push_str(&format!(".within({min}, {max})"));
    }
    match multiple_of {
        None => format!("Kind::Integer({base})"),
        Some(of) => format!("Kind::Integer(Integer {{ multiple_of: Some({}), ..{base} }})", quoted(of)),
    }
}

fn emit_number(it: &Number) -> String {
    let Number { min, max, multiple_of } = it;
    let min = min.as_ref().map(|it| format!("min: Some({})", emit_limit(it)));
    let max = max.as_ref().map(|it| format!("max: Some({})", emit_limit(it)));
    let multiple_of = multiple_of.map(|of| format!("multiple_of: Some({})", quoted(of)));
    update("Number", "Number::ANY", [min, max, multiple_of])
}

fn emit_limit(it: &Limit) -> String {
    let Limit { value, exclusive } = it;
    format!("Limit {{ value: {}, exclusive: {exclusive} }}", quoted(value))
}

fn emit_text(it: &Text) -> String {
    let Text { min, max, patterns, format } = it;
    let patterns: Vec<String> = patterns.iter().map(emit_pattern_id).collect();
    let patterns = (!patterns.is_empty()).then(|| format!("patterns: &[{}]", patterns.join(", ")));
    let format = (*format != Format::Plain).then(|| format!("format: {}", emit_format(format)));
    update("Text", "Text::ANY", [lower(*min), upper(*max), patterns, format])
}

fn emit_format(format: &Format) -> String {
    match format {
        Format::Named(name) => format!("Format::Named({})", quoted(name)),
        format => format!("Format::{format:?}"),
    }
}

fn emit_variant(it: &Variant) -> String {
    let Variant { value, shown, accept } = it;
    let mut out = format!("Variant::new({})", emit_literal(value));
    match shown {
        Literal::Text(text) if shown != value => out.push_str(&format!(".shown({})", quoted(text))),
        _ => {}
    }
    if !accept.is_empty() {
        out.push_str(&format!(".accept(&[{}])", quoted_all(accept).join(", ")));
    }
    out
}

fn emit_list(it: &List) -> String {
    let List { item: TypeId(item), min, max, unique } = it;
    let unique = unique.then(|| "unique: true".to_owned());
    update("List", &format!("List::of({item})"), [lower(*min), upper(*max), unique])
}

fn emit_tuple(it: &Tuple) -> String {
    let Tuple { items, rest, min, max, unique } = it;
    let items: Vec<String> = items.iter().map(emit_type_id).collect();
    let rest = option(rest.as_ref().map(emit_type_id));
    let max = if *max == u32::MAX { "u32::MAX".to_owned() } else { max.to_string() };
    let parts = [
        format!("items: {}", slice(3, &items)),
        format!("rest: {rest}"),
        format!("min: {min}"),
        format!("max: {max}"),
        format!("unique: {unique}"),
    ];
    block(2, "Kind::Tuple(Tuple {", &parts, "})")
}

fn emit_map(it: &Map) -> String {
    let Map { value: TypeId(value), name, min, max } = it;
    let name = name.as_ref().map(|name| format!("name: Some({})", emit_type_id(name)));
    update("Map", &format!("Map::of({value})"), [lower(*min), upper(*max), name])
}

fn emit_record(it: &Record) -> String {
    let Record { fields, spellings, rest } = it;
    let fields: Vec<String> = fields.iter().map(emit_field).collect();
    let spellings: Vec<String> = spellings.all().iter().map(|(name, at)| format!("({}, {at})", quoted(name))).collect();
    let fields = if fields.is_empty() { "&[]".to_owned() } else { block(3, "&[", &fields, "]") };
    let parts = [
        format!("fields: {fields}"),
        format!("spellings: Spellings::new({})", slice(3, &spellings)),
        format!("rest: {}", emit_rest(rest)),
    ];
    block(2, "Kind::Record(Record {", &parts, "})")
}

fn emit_field(it: &Field) -> String {
    let Field { name, shown, ty: TypeId(ty), required, blank, default, oneof, nothing } = it;
    let mut out = format!("Field::new({}, {ty})", quoted(name));
    if shown != name {
        out.push_str(&format!(".shown({})", quoted(shown)));
    }
    if *required {
        out.push_str(".required()");
    }
    if *required && !blank {
        out.push_str(".blank()");
    }
    if let Some(value) = default {
        out.push_str(&format!(".default({})", emit_literal(value)));
    }
    if !nothing.is_empty() {
        out.push_str(&format!(".nothing({})", slice(4, &quoted_all(nothing))));
    }
    if !oneof.is_empty() {
        out.push_str(&format!(".one_of({})", slice(4, &quoted_all(oneof))));
    }
    out
}

fn emit_rest(it: &Rest) -> String {
    match it {
        Rest::Ignore => "Rest::Ignore".to_owned(),
        Rest::Deny => "Rest::Deny".to_owned(),
        Rest::Keep(id) => format!("Rest::Keep({})", emit_type_id(id)),
        Rest::Match { patterns, other, open } => {
            let patterns: Vec<String> = (patterns.iter())
                .map(|(pattern, ty)| format!("({}, {})", emit_pattern_id(pattern), emit_type_id(ty)))
                .collect();
            let parts = [
                format!("patterns: {}", slice(4, &patterns)),
                format!("other: {}", option(other.as_ref().map(emit_type_id))),
                format!("open: {open}"),
            ];
            block(3, "Rest::Match {", &parts, "}")
        }
    }
}

fn emit_union(it: &Union) -> String {
    let Union { tag, branches, exclusive } = it;
    let tag = tag.as_ref().map(|Tag { name, shown }| format!("Tag {{ name: {name:?}, shown: {shown:?} }}"));
    let branches: Vec<String> = branches.iter().map(emit_branch).collect();
    let parts = [
        format!("tag: {}", option(tag)),
        format!("branches: {}", block(3, "&[", &branches, "]")),
        format!("exclusive: {exclusive}"),
    ];
    block(2, "Kind::Union(Union {", &parts, "})")
}

fn emit_branch(it: &Branch) -> String {
    let Branch { tags, accept, ty: TypeId(ty) } = it;
    let mut out = format!("Branch::new({ty})");
    if !tags.is_empty() {
        out.push_str(&format!(".tags(&[{}])", quoted_all(tags).join(", ")));
    }
    if !accept.is_empty() {
        out.push_str(&format!(".accept(&[{}])", quoted_all(accept).join(", ")));
    }
    out
}

fn emit_literal(it: &Literal) -> String {
    match it {
        Literal::Null => "Literal::Null".to_owned(),
        Literal::Bool(value) => format!("Literal::Bool({value})"),
        Literal::Number(digits) => format!("Literal::Number({})", quoted(digits)),
        Literal::Text(text) => format!("Literal::Text({})", quoted(text)),
        Literal::List(items) => {
            let items: Vec<String> = items.iter().map(emit_literal).collect();
            format!("Literal::List(&[{}])", items.join(", "))
        }
        Literal::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("({}, {})", quoted(name), emit_literal(value))).collect();
            format!("Literal::Object(&[{}])", members.join(", "))
        }
    }
}

fn emit_rule(it: &Rule) -> String {
    let checks: Vec<String> = it.checks.iter().map(emit_check).collect();
    let parts = [format!("checks: {}", slice(3, &checks)), format!("resource: {}", it.resource)];
    block(2, "Rule {", &parts, "}")
}

fn emit_check(it: &Check) -> String {
    let inner = match it {
        Check::Never => "Never".to_owned(),
        Check::Kinds(kinds) => format!("Kinds(Kinds({}))", kinds.0),
        Check::Const(value) => format!("Const({})", emit_literal(value)),
        Check::Enum(values) => {
            let values: Vec<String> = values.iter().map(emit_literal).collect();
            format!("Enum(&[{}])", values.join(", "))
        }
        Check::Min(it) => format!("Min({})", emit_limit(it)),
        Check::Max(it) => format!("Max({})", emit_limit(it)),
        Check::MultipleOf(it) => format!("MultipleOf({})", quoted(it)),
        Check::MinLength(it) => format!("MinLength({it})"),
        Check::MaxLength(it) => format!("MaxLength({it})"),
        Check::Pattern(it) => format!("Pattern({})", emit_pattern_id(it)),
        Check::MinItems(it) => format!("MinItems({it})"),
        Check::MaxItems(it) => format!("MaxItems({it})"),
        Check::UniqueItems => "UniqueItems".to_owned(),
        Check::Prefix(rules) => format!("Prefix({})", emit_rule_ids(rules)),
        Check::Items(from, rule) => format!("Items({from}, {})", emit_rule_id(rule)),
        Check::Contains { rule, min, max } => {
            let max = if *max == u64::MAX { "u64::MAX".to_owned() } else { max.to_string() };
            format!("Contains {{ rule: {}, min: {min}, max: {max} }}", emit_rule_id(rule))
        }
        Check::Properties(it) => format!("Properties({})", emit_named(it)),
        Check::PatternProperties(it) => {
            let it: Vec<String> = (it.iter())
                .map(|(pattern, rule)| format!("({}, {})", emit_pattern_id(pattern), emit_rule_id(rule)))
                .collect();
            format!("PatternProperties(&[{}])", it.join(", "))
        }
        Check::Additional { names, patterns, rule } => {
            let names = quoted_all(names).join(", ");
            let patterns: Vec<String> = patterns.iter().map(emit_pattern_id).collect();
            let (patterns, rule) = (patterns.join(", "), emit_rule_id(rule));
            format!("Additional {{ names: &[{names}], patterns: &[{patterns}], rule: {rule} }}")
        }
        Check::PropertyNames(rule) => format!("PropertyNames({})", emit_rule_id(rule)),
        Check::Required(names) => format!("Required(&[{}])", quoted_all(names).join(", ")),
        Check::MinProperties(it) => format!("MinProperties({it})"),
        Check::MaxProperties(it) => format!("MaxProperties({it})"),
        Check::DependentRequired(it) => {
            let it: Vec<String> = (it.iter())
                .map(|(name, names)| format!("({}, &[{}])", quoted(name), quoted_all(names).join(", ")))
                .collect();
            format!("DependentRequired(&[{}])", it.join(", "))
        }
        Check::DependentSchemas(it) => format!("DependentSchemas({})", emit_named(it)),
        Check::AllOf(rules) => format!("AllOf({})", emit_rule_ids(rules)),
        Check::AnyOf(rules) => format!("AnyOf({})", emit_rule_ids(rules)),
        Check::OneOf(rules) => format!("OneOf({})", emit_rule_ids(rules)),
        Check::Not(rule) => format!("Not({})", emit_rule_id(rule)),
        Check::If { test, then, other } => {
            let (then, other) = (then.as_ref().map(emit_rule_id), other.as_ref().map(emit_rule_id));
            format!("If {{ test: {}, then: {}, other: {} }}", emit_rule_id(test), option(then), option(other))
        }
        Check::Ref(rule) => format!("Ref({})", emit_rule_id(rule)),
        Check::DynamicRef { anchor, rule } => {
            format!("DynamicRef {{ anchor: {}, rule: {} }}", quoted(anchor), emit_rule_id(rule))
        }
        Check::UnevaluatedItems(rule) => format!("UnevaluatedItems({})", emit_rule_id(rule)),
        Check::UnevaluatedProperties(rule) => format!("UnevaluatedProperties({})", emit_rule_id(rule)),
    };
    format!("Check::{inner}")
}

fn emit_named(rules: &[(&str, RuleId)]) -> String {
    let rules: Vec<String> =
        rules.iter().map(|(name, rule)| format!("({}, {})", quoted(name), emit_rule_id(rule))).collect();
    slice(4, &rules)
}

fn emit_rule_ids(rules: &[RuleId]) -> String {
    let rules: Vec<String> = rules.iter().map(emit_rule_id).collect();
    slice(4, &rules)
}

fn emit_rule_id(RuleId(id): &RuleId) -> String {
    format!("RuleId({id})")
}

fn emit_type_id(TypeId(id): &TypeId) -> String {
    format!("TypeId({id})")
}

fn emit_pattern_id(PatternId(id): &PatternId) -> String {
    format!("PatternId({id})")
}

/// `Kind::Name(base)`, or the base with some fields of its own.
fn update<const N: usize>(name: &str, base: &str, parts: [Option<String>; N]) -> String {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        format!("Kind::{name}({base})")
    } else if parts.len() == N && base.ends_with("::ANY") {
        // Nothing is left of the base.
        format!("Kind::{name}({name} {{ {} }})", parts.join(", "))
    } else {
        format!("Kind::{name}({name} {{ {}, ..{base} }})", parts.join(", "))
    }
}

fn lower(min: u32) -> Option<String> {
    (min != 0).then(|| format!("min: {min}"))
}

fn upper(max: u32) -> Option<String> {
    (max != u32::MAX).then(|| format!("max: {max}"))
}
