//! Types of the user's own in the place of a schema's: `uuid::Uuid` for a text of format `uuid`.
//!
//! Such a type cannot have [`FromNode`], which belongs to this crate, so generated code names the way that leads to it:
//! `node.get_as::<Option<ByText>, _>(2)?`. The shape holds the same way's `accepts`, so that a refusal is a fault.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use super::{FromNode, ToNode};
use crate::tape::Node;
use crate::write::Writer;

/// A way to build a `T` from a node.
pub trait FromNodeAs<T> {
    /// Builds the value.
    fn from_node_as(node: Node<'_>) -> Option<T>;

    /// The value of a member that is absent.
    fn absent_as() -> Option<T> {
        None
    }
}

/// A way to write a `T` as nodes.
pub trait ToNodeAs<T> {
    /// Writes the value.
    fn to_node_as(value: &T, out: &mut Writer);

    /// Whether the value is left out where it is an optional member.
    fn is_absent_as(_value: &T) -> bool {
        false
    }
}

/// The way of types that have [`FromNode`] themselves.
#[derive(Debug)]
pub struct Direct;

/// The way of types that are read with [`FromStr`] and written with [`Display`].
#[derive(Debug)]
pub struct ByText;

/// The way of types that are read and written with serde.
#[derive(Debug)]
pub struct BySerde;

impl ByText {
    /// Whether the value is a text that `T` takes.
    pub fn accepts<T: FromStr>(node: Node<'_>) -> bool {
        node.text().is_some_and(|text| text.parse::<T>().is_ok())
    }
}

impl BySerde {
    /// Whether `T` takes the value.
    pub fn accepts<T: serde::de::DeserializeOwned>(node: Node<'_>) -> bool {
        <Self as FromNodeAs<T>>::from_node_as(node).is_some()
    }
}

impl<T: FromNode> FromNodeAs<T> for Direct {
    fn from_node_as(node: Node<'_>) -> Option<T> {
        T::from_node(node)
    }

    fn absent_as() -> Option<T> {
        T::absent()
    }
}

impl<T: ToNode> ToNodeAs<T> for Direct {
    fn to_node_as(value: &T, out: &mut Writer) {
        value.to_node(out);
    }

    fn is_absent_as(value: &T) -> bool {
        value.is_absent()
    }
}

impl<T: FromStr> FromNodeAs<T> for ByText {
    fn from_node_as(node: Node<'_>) -> Option<T> {
        node.text()?.parse().ok()
    }
}

impl<T: Display> ToNodeAs<T> for ByText {
    fn to_node_as(value: &T, out: &mut Writer) {
        out.text(&value.to_string());
    }
}

impl<T: serde::de::DeserializeOwned> FromNodeAs<T> for BySerde {
    fn from_node_as(node: Node<'_>) -> Option<T> {
        T::deserialize(crate::value::untyped(node)).ok()
    }
}

impl<T: serde::Serialize> ToNodeAs<T> for BySerde {
    fn to_node_as(value: &T, out: &mut Writer) {
        // A type that serde_json cannot write is one that it cannot have read.
        out.value(&serde_json::to_value(value).unwrap_or_default());
    }
}

impl<T, U: FromNodeAs<T>> FromNodeAs<Option<T>> for Option<U> {
    fn from_node_as(node: Node<'_>) -> Option<Option<T>> {
        if node.is_null() { Some(None) } else { U::from_node_as(node).map(Some) }
    }

    fn absent_as() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T, U: ToNodeAs<T>> ToNodeAs<Option<T>> for Option<U> {
    fn to_node_as(value: &Option<T>, out: &mut Writer) {
        match value {
            Some(value) => U::to_node_as(value, out),
            None => out.null(),
        }
    }

    fn is_absent_as(value: &Option<T>) -> bool {
        value.is_none()
    }
}

impl<T, U: FromNodeAs<T>> FromNodeAs<Box<T>> for Box<U> {
    fn from_node_as(node: Node<'_>) -> Option<Box<T>> {
        U::from_node_as(node).map(Box::new)
    }

    fn absent_as() -> Option<Box<T>> {
        U::absent_as().map(Box::new)
    }
}

impl<T, U: ToNodeAs<T>> ToNodeAs<Box<T>> for Box<U> {
    fn to_node_as(value: &Box<T>, out: &mut Writer) {
        U::to_node_as(value, out);
    }

    fn is_absent_as(value: &Box<T>) -> bool {
        U::is_absent_as(value)
    }
}

impl<T, U: FromNodeAs<T>> FromNodeAs<Vec<T>> for Vec<U> {
    fn from_node_as(node: Node<'_>) -> Option<Vec<T>> {
        node.items().map(U::from_node_as).collect()
    }
}

impl<T, U: ToNodeAs<T>> ToNodeAs<Vec<T>> for Vec<U> {
    fn to_node_as(value: &Vec<T>, out: &mut Writer) {
        out.list(value.iter().map(As::<T, U>::new));
    }
}

impl<T, U: FromNodeAs<T>> FromNodeAs<BTreeMap<String, T>> for BTreeMap<String, U> {
    fn from_node_as(node: Node<'_>) -> Option<BTreeMap<String, T>> {
        node.entries().map(|(name, value)| Some((name.to_owned(), U::from_node_as(value)?))).collect()
    }
}

impl<T, U: ToNodeAs<T>> ToNodeAs<BTreeMap<String, T>> for BTreeMap<String, U> {
    fn to_node_as(value: &BTreeMap<String, T>, out: &mut Writer) {
        out.map(value.iter().map(|(name, value)| (name, As::<T, U>::new(value))));
    }
}

/// A value together with its way, for [`RecordWriter::field`](crate::RecordWriter::field).
#[derive(Debug)]
pub struct As<'v, T, U>(&'v T, std::marker::PhantomData<U>);

impl<'v, T, U: ToNodeAs<T>> As<'v, T, U> {
    /// The value at the end of the way `U`.
    pub fn new(value: &'v T) -> Self {
        Self(value, std::marker::PhantomData)
    }
}

impl<T, U: ToNodeAs<T>> ToNode for As<'_, T, U> {
    fn to_node(&self, out: &mut Writer) {
        U::to_node_as(self.0, out);
    }

    fn is_absent(&self) -> bool {
        U::is_absent_as(self.0)
    }
}
