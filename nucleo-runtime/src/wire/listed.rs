//! Types of a few listed values, which stand in a message as a scalar.

use super::Cx;
use crate::answer::{FromNode, Shaped, ToNode};
use crate::read::Parsed;
use crate::value::conformed;
use crate::write::Writer;

/// The scalar of a value.
pub fn to_listed<A: ToNode, W: FromNode + Default>(value: &A, cx: &mut Cx) -> W {
    W::from_node(Writer::tape_of(value).node(0)).unwrap_or_else(|| cx.nowhere())
}

/// The value of a scalar, where it is one of those listed.
pub fn from_listed<A: Shaped>(wire: &dyn ToNode) -> Option<A> {
    let Parsed { tape, root, .. } = conformed(Writer::tape_of(wire), A::SHAPE).ok()?;
    A::from_node(tape.node(root))
}

/// Gives an enum its form in messages: `Status = wire::shop::v1::Status`. The ways between the two are there already.
#[macro_export]
macro_rules! wire_enum {
    ($answer:ty = $list:ty) => {
        impl $crate::wire::ToWire<i32> for $answer {
            fn to_wire(&self, _: &mut $crate::wire::Cx) -> i32 {
                <$list>::from(*self).into()
            }
        }

        impl $crate::wire::FromWire<i32> for $answer {
            fn from_wire(wire: i32, cx: &mut $crate::wire::Cx) -> Option<Self> {
                let value = <$list>::try_from(wire).ok();
                cx.known(value.and_then(|value| Self::try_from(value).ok()))
            }
        }
    };
}

/// Gives a type without members its form in a message: `google.protobuf.Empty`.
#[macro_export]
macro_rules! wire_empty {
    ($answer:ty) => {
        impl $crate::wire::ToWire<()> for $answer {
            fn to_wire(&self, _: &mut $crate::wire::Cx) {}
        }

        impl $crate::wire::FromWire<()> for $answer {
            fn from_wire((): (), _: &mut $crate::wire::Cx) -> Option<Self> {
                Some(Self {})
            }
        }
    };
}

/// Gives a type of listed values its form in a message: `Size = i32`; for the numbers of an enum, `Size = i32 as Enum`.
#[macro_export]
macro_rules! wire_listed {
    ($answer:ty = $wire:ty) => {
        impl $crate::wire::ToWire<$wire> for $answer {
            fn to_wire(&self, cx: &mut $crate::wire::Cx) -> $wire {
                $crate::wire::to_listed(self, cx)
            }
        }

        impl $crate::wire::FromWire<$wire> for $answer {
            fn from_wire(wire: $wire, cx: &mut $crate::wire::Cx) -> Option<Self> {
                cx.known($crate::wire::from_listed(&wire))
            }
        }
    };
    ($answer:ty = i32 as $list:ty) => {
        impl $crate::wire::ToWire<i32> for $answer {
            fn to_wire(&self, cx: &mut $crate::wire::Cx) -> i32 {
                let name: String = $crate::wire::to_listed(self, cx);
                <$list>::from_str_name(&name).map_or_else(|| cx.nowhere(), i32::from)
            }
        }

        impl $crate::wire::FromWire<i32> for $answer {
            fn from_wire(wire: i32, cx: &mut $crate::wire::Cx) -> Option<Self> {
                let value = <$list>::try_from(wire).ok();
                cx.known(value.and_then(|value| $crate::wire::from_listed(&value.as_str_name().to_owned())))
            }
        }
    };
}
