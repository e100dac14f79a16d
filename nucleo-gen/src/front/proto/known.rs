//! Scalars, the well-known types, and the values of enums, as ProtoJSON has them.

use prost_reflect::{EnumDescriptor, EnumValueDescriptor, FieldDescriptor, Kind, MessageDescriptor};

use super::json::{Maker, boolean, number, text, texts};
use crate::diag::Span;
use crate::ir::Form;
use crate::json::Json;

type Members = Vec<(&'static str, Json)>;

/// The schema of a scalar.
pub(super) fn scalar(kind: &Kind, at: Span) -> Members {
    let integer = |format: &str| vec![("type", text(at, "integer")), ("format", text(at, format))];
    match kind {
        Kind::Double | Kind::Float => vec![("type", text(at, "number"))],
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => integer("int32"),
        Kind::Uint32 | Kind::Fixed32 => integer("uint32"),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => integer("int64"),
        Kind::Uint64 | Kind::Fixed64 => integer("uint64"),
        Kind::Bool => vec![("type", text(at, "boolean"))],
        Kind::Bytes => {
            vec![
                ("type", text(at, "string")),
                ("format", text(at, "byte")),
                ("x-nucleo-format", text(at, Form::Base64.name())),
            ]
        }
        Kind::String | Kind::Message(_) | Kind::Enum(_) => vec![("type", text(at, "string"))],
    }
}

/// The schema of a map's keys, which JSON writes as texts.
pub(super) fn key(kind: &Kind, at: Span) -> Members {
    let mut members = vec![("type", text(at, "string"))];
    match kind {
        Kind::Bool => members.push(("enum", texts(at, ["true", "false"]))),
        Kind::Uint32 | Kind::Uint64 | Kind::Fixed32 | Kind::Fixed64 => members.push(("pattern", text(at, "^[0-9]+$"))),
        Kind::String => {}
        _ => members.push(("pattern", text(at, "^-?[0-9]+$"))),
    }
    members
}

/// The schema of a well-known type.
pub(super) fn message(name: &str, maker: &Maker, at: Span) -> Option<Members> {
    let name = name.strip_prefix("google.protobuf.")?;
    if let Some(kind) = wrapped(name) {
        return Some(scalar(&kind, at));
    }
    Some(match name {
        "Timestamp" => vec![
            ("type", text(at, "string")),
            ("format", text(at, "date-time")),
            ("x-nucleo-format", text(at, Form::Timestamp.name())),
        ],
        "Duration" => {
            let mut members = vec![("type", text(at, "string")), ("x-nucleo-format", text(at, Form::Seconds.name()))];
            members.extend(Form::Seconds.pattern().map(|it| ("pattern", text(at, it))));
            members
        }
        "FieldMask" => vec![("type", text(at, "string"))],
        "Struct" => vec![("type", text(at, "object"))],
        "Value" => Vec::new(),
        "ListValue" => vec![("type", text(at, "array"))],
        "Empty" => {
            let nothing = boolean(maker.fresh(at), false);
            vec![("type", text(at, "object")), ("additionalProperties", nothing)]
        }
        _ => return None,
    })
}

/// Any message at all, where that is allowed: an object that names its type.
pub(super) fn any(maker: &Maker, at: Span) -> Members {
    let kind = maker.schema(at, vec![("type", text(at, "string"))]);
    vec![
        ("type", text(at, "object")),
        ("properties", super::json::object(at, vec![("@type", kind)])),
        ("required", texts(at, ["@type"])),
    ]
}

pub(super) fn is_wrapper(name: &str) -> bool {
    name.strip_prefix("google.protobuf.").and_then(wrapped).is_some()
}

fn wrapped(name: &str) -> Option<Kind> {
    Some(match name {
        "DoubleValue" => Kind::Double,
        "FloatValue" => Kind::Float,
        "Int64Value" => Kind::Int64,
        "UInt64Value" => Kind::Uint64,
        "Int32Value" => Kind::Int32,
        "UInt32Value" => Kind::Uint32,
        "BoolValue" => Kind::Bool,
        "StringValue" => Kind::String,
        "BytesValue" => Kind::Bytes,
        _ => return None,
    })
}

/// The default that proto2 declares, as JSON; `None` where JSON has no form for it.
pub(super) fn default(kind: &Kind, given: &str, at: Span) -> Option<Json> {
    match kind {
        Kind::String | Kind::Enum(_) => Some(text(at, given)),
        Kind::Bool => Some(boolean(at, given == "true")),
        Kind::Bytes | Kind::Message(_) => None,
        Kind::Double | Kind::Float => {
            let value: f64 = given.parse().ok().filter(|it: &f64| it.is_finite())?;
            Some(number(at, value))
        }
        _ => Some(number(at, given)),
    }
}

/// The members of a message in the order of the text: `fields()` has that of their numbers.
pub(super) fn fields(message: &MessageDescriptor) -> impl Iterator<Item = FieldDescriptor> {
    let numbers = message.descriptor_proto().field.iter().map(|field| field.number() as u32);
    numbers.filter_map(|number| message.get_field(number)).collect::<Vec<_>>().into_iter()
}

/// The prefix that all values of an enum have: its own name in capitals, as style guides want it, the last words of that,
/// or its name with those of the messages around it. Another one may be a part of the values: `READ_ONLY`, `READ_WRITE`.
pub(super) fn prefix(it: &EnumDescriptor) -> String {
    let local = it.full_name().strip_prefix(it.package_name()).unwrap_or_default().replace('.', "_");
    let whole = format!("{}_", heck::AsShoutySnakeCase(local));
    let fits = |prefix: &&str| {
        it.values().all(|value| {
            let rest = value.name().strip_prefix(prefix).unwrap_or_default();
            rest.starts_with(|c: char| c.is_ascii_alphabetic())
        })
    };
    let words = whole.match_indices('_').map(|(at, _)| &whole[at + 1..]).filter(|it| !it.is_empty());
    std::iter::once(whole.as_str()).chain(words).find(fits).unwrap_or_default().to_owned()
}

/// The values that a model is told of: not the zero that stands for "nothing was said".
pub(super) fn told_values(it: &EnumDescriptor) -> impl Iterator<Item = EnumValueDescriptor> {
    let many = it.values().len() > 1;
    // In the order of the text, which `values()` has not.
    let values = it.enum_descriptor_proto().value.iter().filter_map(|value| it.get_value_by_name(value.name()));
    values.filter(move |value| !(many && is_unspecified(value))).collect::<Vec<_>>().into_iter()
}

/// The texts that say of a member that nothing is said: the name of that zero, with the prefix of the enum and without.
pub(super) fn nothing(it: &EnumDescriptor) -> Vec<String> {
    let told: Vec<String> = told_values(it).map(|value| value.name().to_owned()).collect();
    let Some(zero) = it.values().find(|value| !told.iter().any(|name| name == value.name())) else { return Vec::new() };
    let short = zero.name()[prefix(it).len()..].to_owned();
    let names = [zero.name().to_owned(), short];
    names.into_iter().enumerate().filter(|(at, name)| *at == 0 || name != zero.name()).map(|(_, name)| name).collect()
}

fn is_unspecified(value: &EnumValueDescriptor) -> bool {
    value.number() == 0 && (value.name().ends_with("_UNSPECIFIED") || value.name() == "UNSPECIFIED")
}
