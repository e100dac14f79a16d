//! Booleans, numbers and texts.

use super::{FromNode, ToNode};
use crate::tape::Node;
use crate::write::Writer;

impl FromNode for String {
    #[inline]
    fn from_node(node: Node<'_>) -> Option<Self> {
        node.text().map(str::to_owned)
    }
}

impl ToNode for String {
    fn to_node(&self, out: &mut Writer) {
        out.text(self);
    }
}

impl ToNode for str {
    fn to_node(&self, out: &mut Writer) {
        out.text(self);
    }
}

impl FromNode for bool {
    #[inline]
    fn from_node(node: Node<'_>) -> Option<Self> {
        node.boolean()
    }
}

impl ToNode for bool {
    fn to_node(&self, out: &mut Writer) {
        out.bool(*self);
    }
}

/// `null`.
impl FromNode for () {
    fn from_node(node: Node<'_>) -> Option<Self> {
        node.is_null().then_some(())
    }
}

impl ToNode for () {
    fn to_node(&self, out: &mut Writer) {
        out.null();
    }
}

macro_rules! integers {
    ($($name:ident)*) => {$(
        impl FromNode for $name {
            #[inline]
            fn from_node(node: Node<'_>) -> Option<Self> {
                match node.int() {
                    Some(value) => value.try_into().ok(),
                    // Beyond `i64` there is only the text, which `conform` brought to plain digits.
                    None => node.digits()?.parse().ok(),
                }
            }
        }

        impl ToNode for $name {
            fn to_node(&self, out: &mut Writer) {
                match i64::try_from(*self) {
                    Ok(value) => out.int(value),
                    Err(_) => out.digits(&self.to_string()),
                }
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl FromNode for f64 {
    #[inline]
    fn from_node(node: Node<'_>) -> Option<Self> {
        node.float().filter(|value| value.is_finite())
    }
}

impl ToNode for f64 {
    fn to_node(&self, out: &mut Writer) {
        out.float(*self);
    }
}

impl FromNode for f32 {
    fn from_node(node: Node<'_>) -> Option<Self> {
        node.digits()?.parse().ok().filter(|value: &f32| value.is_finite())
    }
}

impl ToNode for f32 {
    fn to_node(&self, out: &mut Writer) {
        // The nearest `f64` of the shortest text, so that 0.1 is written as 0.1.
        out.float(self.to_string().parse().unwrap_or(f64::from(*self)));
    }
}
