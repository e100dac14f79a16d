//! Booleans, numbers, texts, the keys of maps, and what is untyped.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Cx, FromWire, ToWire};
use crate::answer::{FromNode, ToNode};
use crate::fault::FaultKind;
use crate::write::Writer;

macro_rules! same {
    ($($name:ty)*) => {$(
        impl ToWire<$name> for $name {
            fn to_wire(&self, _: &mut Cx) -> $name {
                self.clone()
            }
        }

        impl FromWire<$name> for $name {
            fn from_wire(wire: $name, _: &mut Cx) -> Option<Self> {
                Some(wire)
            }
        }
    )*};
}

same!(bool String i32 i64 u32 u64);

impl ToWire<f64> for f64 {
    fn to_wire(&self, _: &mut Cx) -> f64 {
        *self
    }
}

impl FromWire<f64> for f64 {
    fn from_wire(wire: f64, cx: &mut Cx) -> Option<Self> {
        // JSON has neither infinity nor what is no number.
        if wire.is_finite() { Some(wire) } else { cx.refuse(FaultKind::Range, "a finite number") }
    }
}

impl ToWire<f32> for f64 {
    fn to_wire(&self, cx: &mut Cx) -> f32 {
        let near = *self as f32;
        if self.is_finite() && !near.is_finite() {
            cx.fault(FaultKind::Range, "a number that `f32` holds");
        }
        near
    }
}

impl FromWire<f32> for f64 {
    /// By its shortest text, so that 0.1 comes back as 0.1.
    fn from_wire(wire: f32, cx: &mut Cx) -> Option<Self> {
        let short: Self = Self::from_wire(Self::from(wire), cx).and_then(|_| wire.to_string().parse().ok())?;
        Some(if short as f32 == wire { short } else { Self::from(wire) })
    }
}

/// `google.protobuf.NullValue`.
impl ToWire<i32> for () {
    fn to_wire(&self, _: &mut Cx) -> i32 {
        0
    }
}

impl FromWire<i32> for () {
    fn from_wire(wire: i32, cx: &mut Cx) -> Option<Self> {
        if wire == 0 { Some(()) } else { cx.refuse(FaultKind::Enum, "0, the number of null") }
    }
}

impl<A: ToWire<W>, W> ToWire<W> for Box<A> {
    fn to_wire(&self, cx: &mut Cx) -> W {
        (**self).to_wire(cx)
    }
}

impl<A: FromWire<W>, W> FromWire<W> for Box<A> {
    fn from_wire(wire: W, cx: &mut Cx) -> Option<Self> {
        A::from_wire(wire, cx).map(Self::new)
    }
}

macro_rules! untyped {
    ($($wire:ty)*) => {$(
        impl ToWire<$wire> for Value {
            fn to_wire(&self, cx: &mut Cx) -> $wire {
                <$wire>::from_node(Writer::tape_of(self).node(0)).unwrap_or_else(|| cx.nowhere())
            }
        }

        impl FromWire<$wire> for Value {
            fn from_wire(wire: $wire, _: &mut Cx) -> Option<Self> {
                Some(crate::value::untyped(Writer::tape_of(&wire as &dyn ToNode).node(0)))
            }
        }
    )*};
}

untyped!(bool String i32 i64 u32 u64 f32 f64);

/// A key of a map. JSON spells it as text.
pub trait Key: Ord + Sized {
    /// What a text should be, that is a key.
    const EXPECTED: &'static str;

    /// The key that a text spells.
    fn read(text: &str) -> Option<Self>;

    /// Its text.
    fn spell(self) -> String;
}

impl Key for String {
    const EXPECTED: &'static str = "another name than those before";

    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn spell(self) -> String {
        self
    }
}

macro_rules! keys {
    ($($name:ident)*) => {$(
        impl Key for $name {
            const EXPECTED: &'static str =
                concat!("a name that spells a value of `", stringify!($name), "`, each value once");

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn spell(self) -> String {
                self.to_string()
            }
        }
    )*};
}

keys!(bool i32 i64 u32 u64);

/// A message of any members.
pub(super) type Object = BTreeMap<String, Value>;
