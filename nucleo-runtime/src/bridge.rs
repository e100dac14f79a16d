//! serde for generated types, through the same shape.
//!
//! A type's own code is two calls; everything that is generic over a format stands here, so that it is compiled once a
//! format and not once a type.

use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::answer::ToNode;
use crate::fault::Fault;
use crate::read::Parsed;
use crate::shape::Shape;
use crate::tape::{Node, Tag};
use crate::value::conformed;
use crate::write::Writer;

/// Gives a generated type `Serialize` and `Deserialize` through its shape.
#[macro_export]
macro_rules! serde_bridge {
    ($name:ty) => {
        impl $crate::bridge::Serialize for $name {
            fn serialize<S: $crate::bridge::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::bridge::serialize(self, serializer)
            }
        }

        impl<'de> $crate::bridge::Deserialize<'de> for $name {
            fn deserialize<D: $crate::bridge::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let tape = $crate::bridge::deserialize(deserializer, <Self as $crate::Shaped>::STORED)?;
                tape.build::<Self, D::Error>()
            }
        }
    };
}

/// Writes a value under the names that programs exchange.
pub fn serialize<S: Serializer>(value: &dyn ToNode, serializer: S) -> Result<S::Ok, S::Error> {
    Writer::tape_of(value).node(0).serialize(serializer)
}

/// Reads what a program wrote: names as the source spells them, nothing mended.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D, shape: Shape) -> Result<Conformed, D::Error> {
    let mut out = Writer::new();
    deserializer.deserialize_any(Build(&mut out))?;
    conformed(out.finish(), shape).map(Conformed).map_err(|faults| D::Error::custom(Faults(&faults)))
}

/// A value that fits its shape.
#[derive(Debug)]
pub struct Conformed(Parsed<'static>);

impl Conformed {
    /// Builds the typed value.
    pub fn build<T: crate::FromNode, E: serde::de::Error>(self) -> Result<T, E> {
        let Self(Parsed { tape, root, .. }) = self;
        T::from_node(tape.node(root)).ok_or_else(|| E::custom("the value does not fit its type"))
    }
}

struct Faults<'f>(&'f [Fault]);

impl fmt::Display for Faults<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Fault { kind, path, .. }) in self.0.iter().take(8).enumerate() {
            let separator = if place > 0 { ", " } else { "" };
            write!(f, "{separator}{kind} at `{}`", path.dotted())?;
        }
        Ok(())
    }
}

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.raw().tag {
            Tag::Null => serializer.serialize_unit(),
            Tag::False | Tag::True => serializer.serialize_bool(self.raw().tag == Tag::True),
            Tag::Int => serializer.serialize_i64(self.int().unwrap_or_default()),
            Tag::Float => serializer.serialize_f64(self.float().unwrap_or_default()),
            Tag::Digits => serialize_digits(*self, serializer),
            Tag::Text => serializer.serialize_str(self.text().unwrap_or_default()),
            Tag::List => {
                let mut list = serializer.serialize_seq(Some(self.len()))?;
                self.items().try_for_each(|item| list.serialize_element(&item))?;
                list.end()
            }
            Tag::Object => {
                let mut map = serializer.serialize_map(None)?;
                self.entries().try_for_each(|(name, value)| map.serialize_entry(name, &value))?;
                map.end()
            }
            // OK because `Tape::node` follows forwards.
            Tag::Forward => unreachable!("a node is never a forward"),
        }
    }
}

fn serialize_digits<S: Serializer>(node: Node<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let digits = node.digits().unwrap_or_default();
    if let Ok(value) = digits.parse() {
        serializer.serialize_u64(value)
    } else if let Ok(value) = digits.parse() {
        serializer.serialize_i128(value)
    } else if let Ok(value) = digits.parse() {
        serializer.serialize_u128(value)
    } else {
        serializer.serialize_f64(node.float().unwrap_or_default())
    }
}

/// Writes whatever a format delivers.
struct Build<'w>(&'w mut Writer);

impl<'de> DeserializeSeed<'de> for Build<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Build<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON can hold")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.null();
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.0.null();
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.0.bool(value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.0.int(value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        value.to_node(self.0);
        Ok(())
    }

    fn visit_i128<E>(self, value: i128) -> Result<(), E> {
        value.to_node(self.0);
        Ok(())
    }

    fn visit_u128<E>(self, value: u128) -> Result<(), E> {
        value.to_node(self.0);
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.0.float(value);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.text(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.begin(Tag::List);
        while items.next_element_seed(Build(self.0))?.is_some() {}
        self.0.end();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.0.begin(Tag::Object);
        while let Some(name) = members.next_key::<String>()? {
            self.0.key(&name);
            members.next_value_seed(Build(self.0))?;
        }
        self.0.end();
        Ok(())
    }
}
