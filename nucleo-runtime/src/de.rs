//! serde over nodes, for types without a shape.

mod access;
mod error;

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::extract::{self, Found, Unfit};
use crate::fault::{Expected, Fault, FaultKind, Found as Kind};
use crate::names::fold;
use crate::path::Path;
use crate::policy::Policy;
use crate::read::scope::Scope;
use crate::read::{Options, Parsed};
use crate::tape::{BARE, JsonKind, Node, Tag};

pub use error::ReplyError;

use access::{Entries, Items, Variant, members};

/// Reads a reply into any type that serde reads. The answer is found and mended as for a generated type, but without a
/// shape to guide the reader: only what has one reading for any type is mended, values are coerced by what serde asks
/// for, and the first misfit ends the reading.
///
/// ```
/// let reply = "Sure:\n```json\n{\"a\": '1', \"b\": [2, 3,]}\n```";
/// let answer: std::collections::BTreeMap<String, Vec<u8>> = nucleo_runtime::from_reply(reply)?;
/// assert_eq!(answer["b"], [2, 3]);
/// assert_eq!(answer["a"], [1]);
/// # Ok::<(), nucleo_runtime::ReplyError>(())
/// ```
pub fn from_reply<T: DeserializeOwned>(reply: &str) -> Result<T, ReplyError> {
    let policy = Policy::lenient();
    if reply.len() > policy.bytes {
        return Err(ReplyError::of(FaultKind::Limit));
    }
    let options = Options { strict: false, depth: policy.depth, repairs: policy.repairs, cut: false, shape: None };
    let found = extract::find(reply, options, &Scope::new(None), &|parsed| misfit::<T>(parsed));
    let Some(Found { parsed, unfit, .. }) = found else { return Err(ReplyError::of(FaultKind::NoJson)) };
    match unfit.kinds().next() {
        Some(kind) if kind != FaultKind::Type => Err(ReplyError::of(kind)),
        _ => T::deserialize(De(parsed.tape.node(parsed.root))),
    }
}

/// The first way in which a candidate is no `T`.
fn misfit<T: DeserializeOwned>(parsed: &mut Parsed<'_>) -> Unfit {
    let kind = match parsed.faults.first() {
        Some(fault) => fault.kind,
        None if T::deserialize(De(parsed.tape.node(parsed.root))).is_ok() => return Unfit::Faults(Vec::new()),
        None => FaultKind::Type,
    };
    let expected = Expected::Words("a value of the type".into());
    Unfit::Faults(vec![Fault { kind, path: Path::default(), expected, found: Kind::Missing, span: None }])
}

/// A value, as serde reads it.
#[derive(Clone, Copy)]
struct De<'t>(Node<'t>);

impl<'t> De<'t> {
    fn misfit<T>(self, expected: &dyn serde::de::Expected) -> Result<T, ReplyError> {
        Err(ReplyError::misfit(self.0, expected))
    }

    /// The digits of a number, or of a text that spells one.
    fn digits(self) -> Option<String> {
        match self.0.kind() {
            JsonKind::Number => self.0.digits().map(Into::into),
            JsonKind::String => self.0.text().map(|text| text.trim().to_owned()),
            _ => None,
        }
    }

    /// A whole number; `3.0` and `1e3` are whole too.
    fn whole(self) -> Option<i128> {
        let digits = self.digits()?;
        if let Ok(value) = digits.parse() {
            return Some(value);
        }
        let value: f64 = digits.parse().ok()?;
        let exact = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
        exact.then_some(value as i128)
    }

    fn boolean(self) -> Option<bool> {
        if let Some(value) = self.0.boolean() {
            return Some(value);
        }
        match self.digits()?.to_lowercase().as_str() {
            "true" | "yes" | "y" | "t" | "1" => Some(true),
            "false" | "no" | "n" | "f" | "0" => Some(false),
            _ => None,
        }
    }

    /// The only element of a list of one, where a single value is asked for.
    fn single(self) -> Self {
        match self.0.kind() {
            JsonKind::Array if self.0.len() == 1 => self.0.items().next().map_or(self, De),
            _ => self,
        }
    }
}

macro_rules! whole {
    ($($ask:ident $visit:ident $ty:ty,)*) => {
        $(fn $ask<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
            match self.whole().and_then(|value| <$ty>::try_from(value).ok()) {
                Some(value) => visitor.$visit(value),
                None => self.misfit(&visitor),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for De<'de> {
    type Error = ReplyError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        let raw = self.0.raw();
        match raw.tag {
            Tag::Null => visitor.visit_unit(),
            Tag::True | Tag::False => visitor.visit_bool(raw.tag == Tag::True),
            Tag::Int => match self.0.int() {
                Some(value) if value >= 0 => visitor.visit_u64(value as u64),
                value => visitor.visit_i64(value.unwrap_or_default()),
            },
            Tag::Float => visitor.visit_f64(self.0.float().unwrap_or_default()),
            Tag::Digits => match self.0.digits().and_then(|digits| digits.parse().ok()) {
                Some(value) => visitor.visit_u64(value),
                None => self.deserialize_f64(visitor),
            },
            // The whole reply as a text: nobody asked for one.
            Tag::Text if raw.flags & BARE != 0 && self.0.index() == 0 => Err(ReplyError::of(FaultKind::NoJson)),
            Tag::Text => visitor.visit_str(self.0.text().unwrap_or_default()),
            Tag::List => visitor.visit_seq(Items(self.0.items())),
            Tag::Object => visitor.visit_map(Entries::new(members(self.0, &[]))),
            // OK because `Tape::node` follows forwards.
            Tag::Forward => unreachable!("a node is never a forward"),
        }
    }

    whole! {
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
        deserialize_u128 visit_u128 u128,
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        match self.digits().and_then(|digits| digits.parse::<f64>().ok()).filter(|value| value.is_finite()) {
            Some(value) => visitor.visit_f64(value),
            None => self.misfit(&visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        match self.boolean() {
            Some(value) => visitor.visit_bool(value),
            None => self.misfit(&visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        match self.0.kind() {
            JsonKind::String => visitor.visit_str(self.0.text().unwrap_or_default()),
            JsonKind::Number => visitor.visit_str(&self.0.digits().unwrap_or_default()),
            JsonKind::Boolean => visitor.visit_str(if self.0.boolean() == Some(true) { "true" } else { "false" }),
            _ => self.misfit(&visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ReplyError> {
        visitor.visit_newtype_struct(self)
    }

    /// One element where a list is asked for is a list of one; a text may be a list in words, so it is none.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        match self.0.kind() {
            JsonKind::Array => visitor.visit_seq(Items(self.0.items())),
            JsonKind::Null => self.misfit(&visitor),
            JsonKind::String if self.0.text().is_some_and(|text| text.contains([',', ';', '\n'])) => {
                self.misfit(&visitor)
            }
            _ => visitor.visit_seq(Items(self.0.items())),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReplyError> {
        let object = self.single();
        match object.0.kind() {
            JsonKind::Object => visitor.visit_map(Entries::new(members(object.0, fields))),
            _ => self.misfit(&visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReplyError> {
        let (name, value) = match self.0.kind() {
            JsonKind::String => (self.0.text().unwrap_or_default().trim(), None),
            JsonKind::Object if self.0.len() == 1 => match self.0.entries().next() {
                Some((name, value)) => (name, Some(value)),
                None => return self.misfit(&visitor),
            },
            _ => return self.misfit(&visitor),
        };
        match pick(variants, name) {
            Some(name) => visitor.visit_enum(Variant { name, value }),
            None => self.misfit(&visitor),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReplyError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf unit unit_struct map }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReplyError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, ReplyError> {
        self.deserialize_seq(visitor)
    }
}

/// The name among `names` that `name` spells: exactly, or as the only one in another casing.
fn pick(names: &'static [&'static str], name: &str) -> Option<&'static str> {
    if let Some(exact) = names.iter().find(|it| **it == name) {
        return Some(exact);
    }
    let folded = fold(name);
    let mut alike = names.iter().filter(|it| fold(it) == folded);
    let first = alike.next()?;
    alike.next().is_none().then_some(first)
}
