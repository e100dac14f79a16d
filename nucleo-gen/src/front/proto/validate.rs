//! The rules of `buf.validate`, as keywords of JSON Schema.
//!
//! What no keyword says stands under `x-buf-validate`, in the words of the rule, and in the ledger as not enforced.

use prost_reflect::{DynamicMessage, EnumDescriptor, EnumValueDescriptor, Kind, MessageDescriptor, Value};

use super::json::{Maker, list, number, text, texts};
use super::known;
use super::options::extension;
use crate::diag::Span;
use crate::json::Json;

type Members = Vec<(&'static str, Json)>;

/// The rules of one member, or of its elements, keys or values.
pub(super) struct Checks(Option<DynamicMessage>);

const IF_ZERO_VALUE: i32 = 1;
const ALWAYS: i32 = 3;

impl Checks {
    pub(super) fn of(options: &DynamicMessage) -> Self {
        Self(extension(options, "buf.validate.field")).unless_ignored()
    }

    fn unless_ignored(self) -> Self {
        if self.ignore() == ALWAYS { Self(None) } else { self }
    }

    fn ignore(&self) -> i32 {
        self.0.as_ref().and_then(|it| get(it, "ignore")).and_then(|it| it.as_enum_number()).unwrap_or(0)
    }

    /// The rules of the member's own kind: `string`, `repeated`.
    fn kind(&self, name: &str) -> Option<DynamicMessage> {
        get(self.0.as_ref()?, name)?.as_message().cloned()
    }

    fn inner(&self, kind: &str, part: &str) -> Self {
        Self(self.kind(kind).and_then(|it| get(&it, part)?.as_message().cloned())).unless_ignored()
    }

    /// Of the elements of a list.
    pub(super) fn items(&self) -> Self {
        self.inner("repeated", "items")
    }

    /// Of the keys of a map.
    pub(super) fn keys(&self) -> Self {
        self.inner("map", "keys")
    }

    /// Of the values of a map.
    pub(super) fn values(&self) -> Self {
        self.inner("map", "values")
    }

    pub(super) fn is_required(&self) -> bool {
        let said = self.0.as_ref().and_then(|it| get(it, "required")?.as_bool()).unwrap_or(false);
        said && self.ignore() != IF_ZERO_VALUE
    }

    /// Whether an empty list or map is refused, so that one must be there.
    pub(super) fn needs_items(&self) -> bool {
        let least = |kind: &str, name: &str| self.kind(kind).and_then(|it| count(&it, name)).unwrap_or(0);
        least("repeated", "min_items") > 0 || least("map", "min_pairs") > 0
    }

    /// The bounds of a list.
    pub(super) fn counts(&self, at: Span, out: &mut Members) {
        let Some(rules) = self.kind("repeated") else { return self.unsaid(None, at, out) };
        out.extend(count(&rules, "min_items").map(|it| ("minItems", number(at, it))));
        out.extend(count(&rules, "max_items").map(|it| ("maxItems", number(at, it))));
        if get(&rules, "unique").and_then(|it| it.as_bool()) == Some(true) {
            out.push(("uniqueItems", super::json::boolean(at, true)));
        }
        self.unsaid(None, at, out);
    }

    /// The bounds of a map.
    pub(super) fn pairs(&self, at: Span, out: &mut Members) {
        if let Some(rules) = self.kind("map") {
            out.extend(count(&rules, "min_pairs").map(|it| ("minProperties", number(at, it))));
            out.extend(count(&rules, "max_pairs").map(|it| ("maxProperties", number(at, it))));
        }
        self.unsaid(None, at, out);
    }

    /// The values of an enum that are allowed, where the rules name or leave out some.
    pub(super) fn enum_values(&self, it: &EnumDescriptor) -> Option<Vec<EnumValueDescriptor>> {
        let rules = self.kind("enum")?;
        let named = |name: &str| numbers(&rules, name);
        let (only, without) = (named("in"), named("not_in"));
        let one = get(&rules, "const").and_then(|it| it.as_i32());
        if only.is_empty() && without.is_empty() && one.is_none() {
            return None;
        }
        let is_kept = |number: i32| {
            (only.is_empty() || only.contains(&number))
                && !without.contains(&number)
                && one.is_none_or(|it| it == number)
        };
        // A zero that the rules name is meant.
        let all: Vec<_> =
            if only.contains(&0) || one == Some(0) { it.values().collect() } else { known::told_values(it).collect() };
        Some(all.into_iter().filter(|value| is_kept(value.number())).collect())
    }

    /// The rules of one value of a kind.
    pub(super) fn apply(&self, kind: &Kind, maker: &Maker, at: Span, out: &mut Members) {
        let (name, is_number) = match kind {
            Kind::String => ("string", false),
            Kind::Bytes => ("bytes", false),
            Kind::Bool => ("bool", false),
            Kind::Enum(_) => ("enum", false),
            Kind::Message(to) => match wrapped(to.full_name()) {
                Some((name, is_number)) => (name, is_number),
                None => (message_kind(to.full_name()), false),
            },
            Kind::Double => ("double", true),
            Kind::Float => ("float", true),
            Kind::Int32 => ("int32", true),
            Kind::Int64 => ("int64", true),
            Kind::Uint32 => ("uint32", true),
            Kind::Uint64 => ("uint64", true),
            Kind::Sint32 => ("sint32", true),
            Kind::Sint64 => ("sint64", true),
            Kind::Fixed32 => ("fixed32", true),
            Kind::Fixed64 => ("fixed64", true),
            Kind::Sfixed32 => ("sfixed32", true),
            Kind::Sfixed64 => ("sfixed64", true),
        };
        let mut further = Vec::new();
        let rules = self.kind(name);
        if let Some(rules) = &rules {
            match name {
                "string" => strings(rules, maker, at, out, &mut further),
                "bytes" => bytes(rules, at, out),
                "bool" => out.extend(get(rules, "const").map(|it| ("const", json(&it, at)))),
                _ if is_number => numeric(rules, maker, at, out, &mut further),
                _ => {}
            }
        }
        if self.is_required() && matches!(kind, Kind::String | Kind::Bytes) && !out.iter().any(|it| it.0 == "minLength")
        {
            out.push(("minLength", number(at, 1)));
        }
        if !further.is_empty() {
            out.push(("allOf", list(at, further)));
        }
        self.unsaid(rules.as_ref().map(|rules| (name, rules)), at, out);
    }

    /// What no keyword says, in words.
    fn unsaid(&self, kind: Option<(&str, &DynamicMessage)>, at: Span, out: &mut Members) {
        let Some(all) = &self.0 else { return };
        let mut words = expressions(all);
        if let Some((name, rules)) = kind {
            let told = told(name);
            let other = rules.fields().filter(|(field, _)| !told.contains(&field.name()));
            words.extend(other.map(|(field, value)| format!("{name}.{}: {value}", field.name())));
        }
        add_words(words, at, out);
    }

    /// Values that the rules give as examples.
    pub(super) fn examples(&self, out: &mut Members, at: Span) {
        let Some(all) = &self.0 else { return };
        let mut items = Vec::new();
        for (_, rules) in all.fields() {
            let given = rules.as_message().and_then(|it| get(it, "example"));
            items.extend(given.iter().filter_map(Value::as_list).flatten().map(|it| json(it, at)));
        }
        if !items.is_empty() && !out.iter().any(|it| it.0 == "examples") {
            out.push(("examples", list(at, items)));
        }
    }
}

fn add_words(words: Vec<String>, at: Span, out: &mut Members) {
    if words.is_empty() {
        return;
    }
    match out.iter_mut().find(|it| it.0 == "x-buf-validate") {
        Some((_, Json { value: crate::json::Value::List(items), .. })) => {
            items.extend(words.into_iter().map(|it| text(at, it)));
        }
        _ => out.push(("x-buf-validate", texts(at, words))),
    }
}

/// The rules that are keywords, by kind; `example` is one of `examples`.
fn told(kind: &str) -> &'static [&'static str] {
    match kind {
        "string" => &[
            "const",
            "in",
            "not_in",
            "len",
            "min_len",
            "max_len",
            "len_bytes",
            "max_bytes",
            "pattern",
            "prefix",
            "suffix",
            "contains",
            "not_contains",
            "email",
            "hostname",
            "ip",
            "ipv4",
            "ipv6",
            "uri",
            "uri_ref",
            "uuid",
            "tuuid",
            "ulid",
            "protobuf_fqn",
            "protobuf_dot_fqn",
            "example",
        ],
        "bytes" => &["len", "min_len", "max_len", "example"],
        "bool" => &["const", "example"],
        "enum" => &["const", "in", "not_in", "defined_only", "example"],
        "duration" | "timestamp" | "any" | "field_mask" => &["example"],
        _ => &["const", "in", "not_in", "gt", "gte", "lt", "lte", "finite", "example"],
    }
}

fn message_kind(name: &str) -> &'static str {
    match name {
        "google.protobuf.Duration" => "duration",
        "google.protobuf.Timestamp" => "timestamp",
        "google.protobuf.FieldMask" => "field_mask",
        _ => "any",
    }
}

/// The rules that a wrapper's value goes by.
fn wrapped(name: &str) -> Option<(&'static str, bool)> {
    Some(match name.strip_prefix("google.protobuf.")? {
        "DoubleValue" => ("double", true),
        "FloatValue" => ("float", true),
        "Int64Value" => ("int64", true),
        "UInt64Value" => ("uint64", true),
        "Int32Value" => ("int32", true),
        "UInt32Value" => ("uint32", true),
        "BoolValue" => ("bool", false),
        "StringValue" => ("string", false),
        "BytesValue" => ("bytes", false),
        _ => return None,
    })
}

/// The rules of a message as a whole.
pub(super) fn message(message: &MessageDescriptor, maker: &Maker, at: Span, out: &mut Members) {
    let Some(rules) = extension(&message.options(), "buf.validate.message") else { return };
    let mut groups = Vec::new();
    let oneofs = get(&rules, "oneof");
    for group in oneofs.as_ref().and_then(Value::as_list).unwrap_or_default() {
        let Some(group) = group.as_message() else { continue };
        let fields = get(group, "fields");
        let names: Vec<&str> =
            fields.as_ref().and_then(Value::as_list).unwrap_or_default().iter().filter_map(Value::as_str).collect();
        let required = get(group, "required").and_then(|it| it.as_bool()) == Some(true);
        groups.push(maker.choice(at, &names, required));
    }
    if !groups.is_empty() {
        match out.iter_mut().find(|it| it.0 == "allOf") {
            Some((_, Json { value: crate::json::Value::List(items), .. })) => items.append(&mut groups),
            _ => out.push(("allOf", list(at, groups))),
        }
    }
    add_words(expressions(&rules), at, out);
}

pub(super) fn oneof_is_required(options: &DynamicMessage) -> bool {
    extension(options, "buf.validate.oneof").and_then(|it| get(&it, "required")?.as_bool()) == Some(true)
}

/// The expressions of CEL, by what they say when they fail.
fn expressions(rules: &DynamicMessage) -> Vec<String> {
    let rule = |it: &Value| {
        let Some(rule) = it.as_message() else { return it.as_str().map(str::to_owned) };
        let part =
            |name: &str| get(rule, name).and_then(|it| it.as_str().map(str::to_owned)).filter(|it| !it.is_empty());
        part("message").or_else(|| part("expression")).or_else(|| part("id"))
    };
    let lists = ["cel", "cel_expression"].map(|name| get(rules, name));
    lists.iter().flatten().filter_map(Value::as_list).flatten().filter_map(rule).collect()
}

fn strings(rules: &DynamicMessage, maker: &Maker, at: Span, out: &mut Members, further: &mut Vec<Json>) {
    for (name, keywords) in [
        ("len", &["minLength", "maxLength"][..]),
        ("min_len", &["minLength"]),
        ("max_len", &["maxLength"]),
        ("len_bytes", &["maxLength"]),
        ("max_bytes", &["maxLength"]),
    ] {
        let Some(count) = count(rules, name) else { continue };
        // Two bounds of one kind: each stands by itself.
        for keyword in keywords {
            if out.iter().any(|it| it.0 == *keyword) {
                further.push(maker.schema(at, vec![(*keyword, number(at, count))]));
            } else {
                out.push((*keyword, number(at, count)));
            }
        }
    }
    let said = |name: &str| get(rules, name).and_then(|it| it.as_str().map(str::to_owned));
    let mut patterns: Vec<String> = said("pattern").map(|it| ecma(&it)).into_iter().collect();
    patterns.extend(said("prefix").map(|it| format!("^{}", escaped(&it))));
    patterns.extend(said("suffix").map(|it| format!("{}$", escaped(&it))));
    patterns.extend(said("contains").map(|it| escaped(&it)));
    let flagged = |name: &str| get(rules, name).and_then(|it| it.as_bool()) == Some(true);
    patterns.extend(FLAGS.iter().filter(|it| flagged(it.0)).map(|it| it.1.to_owned()));
    for pattern in patterns {
        let pattern = ("pattern", text(at, pattern));
        if out.iter().any(|it| it.0 == "pattern") {
            further.push(maker.schema(at, vec![pattern]));
        } else {
            out.push(pattern);
        }
    }
    if let Some(part) = said("not_contains") {
        let inner = maker.schema(at, vec![("pattern", text(at, escaped(&part)))]);
        further.push(maker.schema(at, vec![("not", inner)]));
    }
    let format = ["email", "hostname", "ipv4", "ipv6", "uri", "uuid"].into_iter().find(|it| flagged(it));
    let format = format.or_else(|| flagged("uri_ref").then_some("uri-reference"));
    out.extend(format.map(|it| ("format", text(at, it))));
    if flagged("ip") {
        let either = ["ipv4", "ipv6"].map(|it| maker.schema(at, vec![("format", text(at, it))]));
        further.push(maker.schema(at, vec![("anyOf", list(at, either.to_vec()))]));
    }
    listed(rules, maker, at, out, further);
}

/// The flags that are patterns.
const FLAGS: &[(&str, &str)] = &[
    ("tuuid", "^[0-9a-fA-F]{32}$"),
    ("ulid", "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$"),
    ("protobuf_fqn", r"^[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*)*$"),
    ("protobuf_dot_fqn", r"^\.[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*)*$"),
];

/// Bounds of bytes, as bounds of their base64.
fn bytes(rules: &DynamicMessage, at: Span, out: &mut Members) {
    let unpadded = |count: u64| (count * 8).div_ceil(6);
    let padded = |count: u64| count.div_ceil(3) * 4;
    let (len, least, most) = (count(rules, "len"), count(rules, "min_len"), count(rules, "max_len"));
    out.extend(len.or(least).map(|it| ("minLength", number(at, unpadded(it)))));
    out.extend(len.or(most).map(|it| ("maxLength", number(at, padded(it)))));
}

fn numeric(rules: &DynamicMessage, maker: &Maker, at: Span, out: &mut Members, further: &mut Vec<Json>) {
    let bound = |name: &str, keyword: &'static str| get(rules, name).map(|it| (keyword, it));
    let low = bound("gt", "exclusiveMinimum").or_else(|| bound("gte", "minimum"));
    let high = bound("lt", "exclusiveMaximum").or_else(|| bound("lte", "maximum"));
    let told = |it: &(&'static str, Value)| (it.0, json(&it.1, at));
    match (&low, &high) {
        // The range is what lies outside of the two.
        (Some(low), Some(high)) if float(&high.1) <= float(&low.1) => {
            let either = [low, high].map(|it| maker.schema(at, vec![told(it)]));
            further.push(maker.schema(at, vec![("anyOf", list(at, either.to_vec()))]));
        }
        _ => out.extend(low.iter().chain(&high).map(told)),
    }
    listed(rules, maker, at, out, further);
}

/// `const`, `in` and `not_in`.
fn listed(rules: &DynamicMessage, maker: &Maker, at: Span, out: &mut Members, further: &mut Vec<Json>) {
    out.extend(get(rules, "const").map(|it| ("const", json(&it, at))));
    let items = |name: &str| {
        let value = get(rules, name);
        value.as_ref().and_then(Value::as_list).unwrap_or_default().iter().map(|it| json(it, at)).collect::<Vec<_>>()
    };
    let (only, without) = (items("in"), items("not_in"));
    if !only.is_empty() {
        out.push(("enum", list(at, only)));
    }
    if !without.is_empty() {
        let inner = maker.schema(at, vec![("enum", list(at, without))]);
        further.push(maker.schema(at, vec![("not", inner)]));
    }
}

/// What a rule says, where it says anything.
fn get(message: &DynamicMessage, name: &str) -> Option<Value> {
    if !message.has_field_by_name(name) {
        return None;
    }
    message.get_field_by_name(name).map(|it| it.into_owned())
}

fn count(rules: &DynamicMessage, name: &str) -> Option<u64> {
    get(rules, name)?.as_u64()
}

fn numbers(rules: &DynamicMessage, name: &str) -> Vec<i32> {
    let value = get(rules, name);
    value.as_ref().and_then(Value::as_list).unwrap_or_default().iter().filter_map(Value::as_i32).collect()
}

fn float(value: &Value) -> f64 {
    match value {
        Value::I32(it) => f64::from(*it),
        Value::U32(it) => f64::from(*it),
        Value::I64(it) => *it as f64,
        Value::U64(it) => *it as f64,
        Value::F32(it) => f64::from(*it),
        Value::F64(it) => *it,
        _ => 0.0,
    }
}

fn json(value: &Value, at: Span) -> Json {
    match value {
        Value::Bool(it) => super::json::boolean(at, *it),
        Value::I32(it) => number(at, it),
        Value::U32(it) => number(at, it),
        Value::I64(it) => number(at, it),
        Value::U64(it) => number(at, it),
        Value::F32(it) => number(at, it),
        Value::F64(it) => number(at, it),
        Value::String(it) => text(at, it.as_str()),
        other => text(at, other.to_string()),
    }
}

/// A text as a pattern that matches it alone.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if r"\^$.|?*+()[]{}/".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A pattern of RE2 as ECMA-262 spells it: the ends of a text have other names there.
fn ecma(pattern: &str) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('A')) => out.push('^'),
            ('\\', Some('z')) => out.push('$'),
            ('\\', Some(next)) => out.extend(['\\', next]),
            (c, _) => out.push(c),
        }
    }
    out
}
