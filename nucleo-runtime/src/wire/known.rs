//! The well-known types, but for the moments.

use prost_types::value::Kind;
use prost_types::{FieldMask, ListValue, Struct, Value as Untyped};
use serde_json::{Number, Value};

use super::scalars::Object;
use super::{Cx, FromWire, ToWire};
use crate::fault::FaultKind;

/// The whole numbers that `f64` tells apart.
const WHOLE: f64 = 9_007_199_254_740_992.0;

impl ToWire<Untyped> for Value {
    fn to_wire(&self, cx: &mut Cx) -> Untyped {
        let kind = match self {
            Value::Null => Kind::NullValue(0),
            Value::Bool(value) => Kind::BoolValue(*value),
            Value::Number(number) => Kind::NumberValue(exact(number).unwrap_or_else(|| {
                cx.fault(FaultKind::Range, "a number that `f64` holds exactly");
                0.0
            })),
            Value::String(text) => Kind::StringValue(text.clone()),
            Value::Array(items) => Kind::ListValue(items.to_wire(cx)),
            Value::Object(members) => {
                let fields = members.iter().map(|(name, value)| (name.clone(), value.to_wire(cx))).collect();
                Kind::StructValue(Struct { fields })
            }
        };
        Untyped { kind: Some(kind) }
    }
}

impl FromWire<Untyped> for Value {
    fn from_wire(wire: Untyped, cx: &mut Cx) -> Option<Self> {
        Some(match wire.kind {
            Some(Kind::NullValue(_)) => Self::Null,
            Some(Kind::BoolValue(value)) => Self::Bool(value),
            Some(Kind::NumberValue(number)) => Self::Number(spelled(f64::from_wire(number, cx)?)?),
            Some(Kind::StringValue(text)) => Self::String(text),
            Some(Kind::ListValue(items)) => Self::Array(FromWire::from_wire(items, cx)?),
            Some(Kind::StructValue(it)) => Self::Object(Object::from_wire(it, cx)?.into_iter().collect()),
            None => return cx.refuse(FaultKind::Missing, "a value of any kind"),
        })
    }
}

/// The number, where it is one that `f64` holds.
fn exact(number: &Number) -> Option<f64> {
    let value = number.as_f64()?;
    let is_exact = match (number.as_i64(), number.as_u64()) {
        (Some(whole), _) => value as i128 == i128::from(whole),
        (None, Some(whole)) => value as i128 == i128::from(whole),
        (None, None) => true,
    };
    is_exact.then_some(value)
}

/// As JSON spells it: a whole number without a fraction.
fn spelled(value: f64) -> Option<Number> {
    let is_whole = value.fract() == 0.0 && value.abs() < WHOLE && !(value == 0.0 && value.is_sign_negative());
    if is_whole { Some(Number::from(value as i64)) } else { Number::from_f64(value) }
}

impl ToWire<ListValue> for Vec<Value> {
    fn to_wire(&self, cx: &mut Cx) -> ListValue {
        ListValue { values: self.iter().map(|it| it.to_wire(cx)).collect() }
    }
}

impl FromWire<ListValue> for Vec<Value> {
    fn from_wire(wire: ListValue, cx: &mut Cx) -> Option<Self> {
        wire.values.into_iter().map(|it| Value::from_wire(it, cx)).collect()
    }
}

impl ToWire<Struct> for Object {
    fn to_wire(&self, cx: &mut Cx) -> Struct {
        Struct { fields: self.iter().map(|(name, value)| (name.clone(), value.to_wire(cx))).collect() }
    }
}

impl FromWire<Struct> for Object {
    fn from_wire(wire: Struct, cx: &mut Cx) -> Option<Self> {
        wire.fields.into_iter().map(|(name, value)| Some((name, Value::from_wire(value, cx)?))).collect()
    }
}

impl ToWire<FieldMask> for String {
    fn to_wire(&self, _: &mut Cx) -> FieldMask {
        FieldMask { paths: self.split(',').map(str::trim).filter(|path| !path.is_empty()).map(snake).collect() }
    }
}

impl FromWire<FieldMask> for String {
    fn from_wire(wire: FieldMask, cx: &mut Cx) -> Option<Self> {
        let paths: Vec<Self> = wire.paths.iter().map(|path| camel(path)).collect();
        let is_same = |(path, text): (&Self, &Self)| snake(text) == *path && !path.is_empty() && !path.contains(',');
        if wire.paths.iter().zip(&paths).all(is_same) {
            return Some(paths.join(","));
        }
        cx.refuse(FaultKind::Format, "paths of members in snake_case")
    }
}

/// `user.first_name` of `user.firstName`.
fn snake(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 4);
    for c in path.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// `user.firstName` of `user.first_name`.
fn camel(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut up = false;
    for c in path.chars() {
        match c {
            '_' => up = true,
            c if up => {
                out.push(c.to_ascii_uppercase());
                up = false;
            }
            c => out.push(c),
        }
    }
    out
}
