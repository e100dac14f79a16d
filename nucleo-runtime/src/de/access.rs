//! What serde walks: elements, members, variants.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{De, ReplyError, pick};
use crate::tape::{self, Node};

/// The elements of a list.
pub(super) struct Items<'t>(pub(super) tape::Items<'t>);

impl<'t> SeqAccess<'t> for Items<'t> {
    type Error = ReplyError;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, ReplyError> {
        self.0.next().map(|node| seed.deserialize(De(node))).transpose()
    }
}

/// The members of an object by the names of `fields`, where they spell one; of several of one name the last.
pub(super) fn members<'t>(object: Node<'t>, fields: &'static [&'static str]) -> Vec<(&'t str, Node<'t>)> {
    let named = |(name, value): (&'t str, Node<'t>)| (pick(fields, name).unwrap_or(name), value);
    let all: Vec<_> = object.entries().map(named).collect();
    // A hash set, so that an object of many members stays linear.
    let mut seen = std::collections::HashSet::with_capacity(all.len());
    let mut kept: Vec<_> = all.into_iter().rev().filter(|(name, _)| seen.insert(*name)).collect();
    kept.reverse();
    kept
}

/// Members, the name of each before its value.
pub(super) struct Entries<'t> {
    members: std::vec::IntoIter<(&'t str, Node<'t>)>,
    value: Option<Node<'t>>,
}

impl<'t> Entries<'t> {
    pub(super) fn new(members: Vec<(&'t str, Node<'t>)>) -> Self {
        Self { members: members.into_iter(), value: None }
    }
}

impl<'t> MapAccess<'t> for Entries<'t> {
    type Error = ReplyError;

    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, ReplyError> {
        let Some((name, value)) = self.members.next() else { return Ok(None) };
        self.value = Some(value);
        let name: StrDeserializer<'_, ReplyError> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, ReplyError> {
        // OK because serde asks for a value only after its name.
        let value = self.value.take().expect("a name comes before its value");
        seed.deserialize(De(value))
    }
}

/// A variant of an enum, with the value that an object holds under its name.
pub(super) struct Variant<'t> {
    pub(super) name: &'static str,
    pub(super) value: Option<Node<'t>>,
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = ReplyError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Self), ReplyError> {
        let name: StrDeserializer<'_, ReplyError> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'t> Variant<'t> {
    fn value(&self) -> Result<De<'t>, ReplyError> {
        self.value.map(De).ok_or_else(|| ReplyError::missing("the value of a variant"))
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = ReplyError;

    fn unit_variant(self) -> Result<(), ReplyError> {
        self.value.map_or(Ok(()), |value| Deserialize::deserialize(De(value)))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, ReplyError> {
        seed.deserialize(self.value()?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, len: usize, visitor: V) -> Result<V::Value, ReplyError> {
        self.value()?.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReplyError> {
        self.value()?.deserialize_struct("", fields, visitor)
    }
}
