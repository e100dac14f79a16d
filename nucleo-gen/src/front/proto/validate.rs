//! The rules of `buf.validate`, as keywords of JSON Schema.
//!
//! What no keyword says stands under `x-buf-validate` in words, which the description tells, and in the ledger as not
//! enforced.

mod strings;
mod values;
mod words;

use prost_reflect::{
    DynamicMessage, EnumDescriptor, EnumValueDescriptor, FieldDescriptor, Kind, MessageDescriptor, Value,
};

use super::json::{Maker, list, number, text, texts};
use super::known;
use super::options::extension;
use crate::diag::Span;
use crate::json::Json;

type Members = Vec<(&'static str, Json)>;

/// The rules of one member, or of its elements, keys or values.
pub(super) struct Checks {
    rules: Option<DynamicMessage>,
    /// Whether the value that stands for "nothing was said" is refused.
    is_filled: bool,
}

const IF_ZERO_VALUE: i32 = 1;
const ALWAYS: i32 = 3;

impl Checks {
    pub(super) fn of(field: &FieldDescriptor) -> Self {
        let checks = Self::new(extension(&field.options(), "buf.validate.field"));
        // A member that may be absent may also be there and empty.
        let is_filled = checks.is_required() && !field.supports_presence();
        Self { is_filled, ..checks }
    }

    fn new(rules: Option<DynamicMessage>) -> Self {
        let checks = Self { rules, is_filled: false };
        if checks.ignore() == ALWAYS { Self { rules: None, ..checks } } else { checks }
    }

    fn ignore(&self) -> i32 {
        self.rules.as_ref().and_then(|it| get(it, "ignore")).and_then(|it| it.as_enum_number()).unwrap_or(0)
    }

    /// The rules of the member's own kind: `string`, `repeated`.
    fn kind(&self, name: &str) -> Option<DynamicMessage> {
        get(self.rules.as_ref()?, name)?.as_message().cloned()
    }

    fn inner(&self, kind: &str, part: &str) -> Self {
        Self::new(self.kind(kind).and_then(|it| get(&it, part)?.as_message().cloned()))
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
        let said = self.rules.as_ref().and_then(|it| get(it, "required")?.as_bool()).unwrap_or(false);
        said && self.ignore() != IF_ZERO_VALUE
    }

    /// Whether the member may be left out where it is empty.
    pub(super) fn may_be_empty(&self) -> bool {
        self.ignore() == IF_ZERO_VALUE
    }

    /// Whether an empty list or map is refused, so that one must be there.
    pub(super) fn needs_items(&self) -> bool {
        let least = |kind: &str, name: &str| self.kind(kind).and_then(|it| count(&it, name)).unwrap_or(0);
        self.is_filled || least("repeated", "min_items") > 0 || least("map", "min_pairs") > 0
    }

    /// The bounds of a list.
    pub(super) fn counts(&self, at: Span, out: &mut Members) {
        let rules = self.kind("repeated");
        let counted = |name: &str| rules.as_ref().and_then(|it| count(it, name));
        let least = counted("min_items").or(self.is_filled.then_some(1));
        out.extend(least.map(|it| ("minItems", number(at, it))));
        out.extend(counted("max_items").map(|it| ("maxItems", number(at, it))));
        if rules.as_ref().and_then(|it| get(it, "unique")).and_then(|it| it.as_bool()) == Some(true) {
            out.push(("uniqueItems", super::json::boolean(at, true)));
        }
        let told = ["min_items", "max_items", "unique", "items"];
        self.unsaid(rules.as_ref().map(|it| ("repeated", it, &told[..])), at, out);
    }

    /// The bounds of a map.
    pub(super) fn pairs(&self, at: Span, out: &mut Members) {
        let rules = self.kind("map");
        let counted = |name: &str| rules.as_ref().and_then(|it| count(it, name));
        let least = counted("min_pairs").or(self.is_filled.then_some(1));
        out.extend(least.map(|it| ("minProperties", number(at, it))));
        out.extend(counted("max_pairs").map(|it| ("maxProperties", number(at, it))));
        let told = ["min_pairs", "max_pairs", "keys", "values"];
        self.unsaid(rules.as_ref().map(|it| ("map", it, &told[..])), at, out);
    }

    /// The values of an enum that are allowed, where the rules name or leave out some.
    pub(super) fn enum_values(&self, it: &EnumDescriptor) -> Option<Vec<EnumValueDescriptor>> {
        let rules = self.kind("enum");
        let named = |name: &str| rules.as_ref().map_or_else(Vec::new, |it| numbers(it, name));
        let (only, without) = (named("in"), named("not_in"));
        let one = rules.as_ref().and_then(|it| get(it, "const")).and_then(|it| it.as_i32());
        let has_zero = self.is_filled && known::told_values(it).any(|value| value.number() == 0);
        if only.is_empty() && without.is_empty() && one.is_none() && !has_zero {
            return None;
        }
        let is_kept = |number: i32| {
            (only.is_empty() || only.contains(&number))
                && !without.contains(&number)
                && (number != 0 || !self.is_filled)
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
        let (mut further, mut unsaid) = (Vec::new(), Vec::new());
        let rules = self.kind(name);
        if let Some(rules) = &rules {
            match name {
                "string" => unsaid = strings::apply(rules, maker, at, out, &mut further),
                "bytes" => bytes(rules, at, out),
                "bool" => out.extend(get(rules, "const").map(|it| ("const", values::json(&it, None, at)))),
                _ if is_number => numeric(rules, maker, at, out, &mut further),
                _ => {}
            }
        }
        if self.is_filled {
            filled(kind, is_number, maker, at, out, &mut further);
        }
        if !further.is_empty() {
            out.push(("allOf", list(at, further)));
        }
        add_words(unsaid, at, out);
        self.unsaid(rules.as_ref().map(|rules| (name, rules, told(name))), at, out);
    }

    /// What no keyword says, in words.
    fn unsaid(&self, kind: Option<(&str, &DynamicMessage, &[&str])>, at: Span, out: &mut Members) {
        let Some(all) = &self.rules else { return };
        let mut said = words::expressions(all);
        said.extend(kind.into_iter().flat_map(|(name, rules, told)| words::of(name, rules, told)));
        add_words(said, at, out);
    }

    /// Values that the rules give as examples.
    pub(super) fn examples(&self, kind: &Kind, out: &mut Members, at: Span) {
        let Some(all) = &self.rules else { return };
        let of = if let Kind::Enum(it) = kind { Some(it) } else { None };
        let mut items = Vec::new();
        for (_, rules) in all.fields() {
            let given = rules.as_message().and_then(|it| get(it, "example"));
            items.extend(given.iter().filter_map(Value::as_list).flatten().map(|it| values::json(it, of, at)));
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

/// Adds what a member must hold that is not empty.
fn filled(kind: &Kind, is_number: bool, maker: &Maker, at: Span, out: &mut Members, further: &mut Vec<Json>) {
    match kind {
        Kind::String | Kind::Bytes if !out.iter().any(|it| it.0 == "minLength") => {
            out.push(("minLength", number(at, 1)));
        }
        Kind::Bool if !out.iter().any(|it| it.0 == "const") => out.push(("const", super::json::boolean(at, true))),
        _ if is_number => {
            let zero = maker.schema(at, vec![("const", number(at, 0))]);
            further.push(maker.schema(at, vec![("not", zero)]));
        }
        _ => {}
    }
}

/// What stands in words in a schema.
fn said(members: &Members) -> Vec<&str> {
    let said = members.iter().find(|it| it.0 == "x-buf-validate").map_or(&[][..], |it| it.1.items());
    said.iter().filter_map(Json::as_str).collect()
}

/// Says of a list or map what no keyword says of its parts.
pub(super) fn tell_of(part: &str, inner: &Members, out: &mut Members, at: Span) {
    let words = said(inner).iter().map(|it| format!("{part}: {it}")).collect();
    add_words(words, at, out);
}

/// Tells in the description what no keyword says.
pub(super) fn tell(out: &mut Members, at: Span) {
    let said = said(out);
    if said.is_empty() {
        return;
    }
    let said = said.join("; ");
    match out.iter_mut().find(|it| it.0 == "description") {
        Some((_, json)) => *json = text(at, format!("{} ({said})", json.as_str().unwrap_or_default())),
        None => out.push(("description", text(at, said))),
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
            "pattern",
            "prefix",
            "suffix",
            "contains",
            "not_contains",
            "email",
            "hostname",
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
        "bytes" => &["example"],
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
    add_words(words::expressions(&rules), at, out);
    tell(out, at);
}

/// Whether a rule of the message says that at most one of some members is there, this one among them. Then one that is
/// empty counts as absent.
pub(super) fn is_one_of(field: &FieldDescriptor) -> bool {
    let Some(rules) = extension(&field.parent_message().options(), "buf.validate.message") else { return false };
    let oneofs = get(&rules, "oneof");
    oneofs.as_ref().and_then(Value::as_list).unwrap_or_default().iter().any(|group| {
        let fields = group.as_message().and_then(|it| get(it, "fields"));
        let names = fields.as_ref().and_then(Value::as_list).unwrap_or_default();
        names.iter().any(|name| name.as_str() == Some(field.name()))
    })
}

pub(super) fn oneof_is_required(options: &DynamicMessage) -> bool {
    extension(options, "buf.validate.oneof").and_then(|it| get(&it, "required")?.as_bool()) == Some(true)
}

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
    let told = |it: &(&'static str, Value)| (it.0, values::json(&it.1, None, at));
    match (&low, &high) {
        // The range is what lies outside of the two.
        (Some(low), Some(high)) if float(&high.1) <= float(&low.1) => {
            let either = [low, high].map(|it| maker.schema(at, vec![told(it)]));
            further.push(maker.schema(at, vec![("anyOf", list(at, either.to_vec()))]));
        }
        _ => out.extend(low.iter().chain(&high).map(told)),
    }
    listed(rules, None, maker, at, out, further);
}

/// `const`, `in` and `not_in`.
fn listed(
    rules: &DynamicMessage,
    of: Option<&EnumDescriptor>,
    maker: &Maker,
    at: Span,
    out: &mut Members,
    further: &mut Vec<Json>,
) {
    out.extend(get(rules, "const").map(|it| ("const", values::json(&it, of, at))));
    let items = |name: &str| {
        let value = get(rules, name);
        value
            .as_ref()
            .and_then(Value::as_list)
            .unwrap_or_default()
            .iter()
            .map(|it| values::json(it, of, at))
            .collect::<Vec<_>>()
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
