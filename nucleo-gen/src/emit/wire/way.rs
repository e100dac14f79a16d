//! Whether one value has a way between its two forms.

use prost_reflect::{EnumDescriptor, Kind as WireKind};

use super::{Outward, Wire};
use crate::emit::rust::{Emit, is_mapped};
use crate::emit::shape;
use crate::ir::{DeclId, Kind, Text, Type, TypeKind};
use nucleo_runtime::shape::{Format, Width};

/// The way of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) outward: Outward,
    /// Whether it goes by its text, as a type of the user's own does.
    pub(super) by_text: bool,
    /// The form that a type needs, which nobody else gives it.
    pub(super) form: Option<Form>,
}

/// A form of a type that only some places have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// Listed values, as this scalar.
    Listed(DeclId, &'static str),
    /// Some of the values of an enum, as their numbers.
    Numbers(DeclId, EnumDescriptor),
    /// Nothing at all.
    Empty(DeclId),
}

impl Way {
    const ALWAYS: Self = Self { outward: Outward::Always, by_text: false, form: None };
    const PERHAPS: Self = Self { outward: Outward::Perhaps, by_text: false, form: None };

    fn with(form: Form) -> Self {
        Self { form: Some(form), ..Self::PERHAPS }
    }
}

impl Wire {
    /// The way of a value of this type to this kind; `None` where there is none.
    pub(super) fn way(&self, cx: &Emit<'_>, ty: &Type, kind: &WireKind) -> Option<Way> {
        match kind {
            WireKind::Message(to) => match to.full_name().strip_prefix("google.protobuf.") {
                Some(known) => known_way(cx, ty, known),
                None => match ty.kind {
                    // A message has an artifact whole, where an answer may have a reference alone.
                    TypeKind::Decl(id) if self.messages.get(&id) == Some(to) && !cx.ir[id].is_artifact() => {
                        Some(Way { outward: *self.ways.get(&id)?, ..Way::ALWAYS })
                    }
                    _ => None,
                },
            },
            WireKind::Enum(list) => match ty.kind {
                TypeKind::Null => Some(Way::ALWAYS),
                TypeKind::Decl(id) if self.lists.get(&id) == Some(list) => Some(Way::ALWAYS),
                TypeKind::Decl(id) => Some(Way::with(Form::Numbers(id, list.clone()))),
                _ => None,
            },
            scalar => scalar_way(cx, ty, scalar),
        }
    }
}

/// The Rust type of a scalar in a message.
fn scalar(kind: &WireKind) -> &'static str {
    match kind {
        WireKind::Int32 | WireKind::Sint32 | WireKind::Sfixed32 => "i32",
        WireKind::Int64 | WireKind::Sint64 | WireKind::Sfixed64 => "i64",
        WireKind::Uint32 | WireKind::Fixed32 => "u32",
        WireKind::Uint64 | WireKind::Fixed64 => "u64",
        WireKind::Double => "f64",
        WireKind::Float => "f32",
        WireKind::Bool => "bool",
        WireKind::Bytes => "Vec<u8>",
        WireKind::String | WireKind::Message(_) | WireKind::Enum(_) => "String",
    }
}

/// The Rust type of whole numbers, where a message has it.
fn integer(width: Width) -> &'static str {
    match width {
        Width::I32 => "i32",
        Width::I64 => "i64",
        Width::U32 => "u32",
        Width::U64 => "u64",
        _ => "",
    }
}

fn scalar_way(cx: &Emit<'_>, ty: &Type, kind: &WireKind) -> Option<Way> {
    let name = scalar(kind);
    match (&ty.kind, kind) {
        (TypeKind::Text(text), WireKind::String) => text_way(cx, text, Outward::Always, |_| true),
        (TypeKind::Text(text), WireKind::Bytes) => text_way(cx, text, Outward::Perhaps, |format| {
            matches!(format, Format::Base64 | Format::Plain | Format::Named(_))
        }),
        (_, WireKind::Bytes) => None,
        (TypeKind::Decl(id), _) if matches!(cx.ir[*id].kind, Kind::Enum(_) | Kind::Union(_)) => {
            Some(Way::with(Form::Listed(*id, name)))
        }
        (TypeKind::Any, _) => Some(Way::PERHAPS),
        (TypeKind::Bool, WireKind::Bool) | (TypeKind::Number(_), WireKind::Double) => Some(Way::ALWAYS),
        (TypeKind::Number(_), WireKind::Float) => Some(Way::PERHAPS),
        (TypeKind::Integer(it), _) if integer(shape::width(it)) == name => Some(Way::ALWAYS),
        _ => None,
    }
}

/// A text, where its format is one that `takes` it.
fn text_way(cx: &Emit<'_>, it: &Text, outward: Outward, takes: impl Fn(Format) -> bool) -> Option<Way> {
    if is_mapped(cx, it.format.as_deref()) {
        return Some(Way { outward, by_text: true, form: None });
    }
    takes(shape::format(it)).then_some(Way { outward, ..Way::ALWAYS })
}

/// The way to one of the well-known types, by its name.
fn known_way(cx: &Emit<'_>, ty: &Type, name: &str) -> Option<Way> {
    let wrapped = match name {
        "DoubleValue" => WireKind::Double,
        "FloatValue" => WireKind::Float,
        "Int64Value" => WireKind::Int64,
        "UInt64Value" => WireKind::Uint64,
        "Int32Value" => WireKind::Int32,
        "UInt32Value" => WireKind::Uint32,
        "BoolValue" => WireKind::Bool,
        "StringValue" => WireKind::String,
        "BytesValue" => WireKind::Bytes,
        _ => return special_way(cx, ty, name),
    };
    scalar_way(cx, ty, &wrapped)
}

fn special_way(cx: &Emit<'_>, ty: &Type, name: &str) -> Option<Way> {
    match (name, &ty.kind) {
        ("Timestamp", TypeKind::Text(text)) => text_way(cx, text, Outward::Perhaps, |format| {
            matches!(format, Format::Timestamp | Format::DateTime | Format::Plain)
        }),
        ("Duration", TypeKind::Text(text)) => {
            text_way(cx, text, Outward::Perhaps, |format| matches!(format, Format::Seconds | Format::Plain))
        }
        ("FieldMask", TypeKind::Text(text)) => text_way(cx, text, Outward::Always, |format| format == Format::Plain),
        ("Value", TypeKind::Any) => Some(Way::PERHAPS),
        ("ListValue", TypeKind::List(it)) if matches!(it.item.kind, TypeKind::Any) => Some(Way::PERHAPS),
        ("Struct", TypeKind::Map(it)) if matches!(it.value.kind, TypeKind::Any) => Some(Way::PERHAPS),
        ("Empty", TypeKind::Decl(id)) => match &cx.ir[*id].kind {
            Kind::Record(it) if it.fields.is_empty() => Some(Way { form: Some(Form::Empty(*id)), ..Way::ALWAYS }),
            _ => None,
        },
        _ => None,
    }
}
