//! Options, boxes, lists, maps, tuples and untyped values.

use std::collections::BTreeMap;

use super::{FromNode, ToNode};
use crate::tape::Node;
use crate::write::Writer;

impl<T: FromNode> FromNode for Option<T> {
    #[inline]
    fn from_node(node: Node<'_>) -> Option<Self> {
        if node.is_null() { Some(None) } else { T::from_node(node).map(Some) }
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: ToNode> ToNode for Option<T> {
    fn to_node(&self, out: &mut Writer) {
        match self {
            Some(value) => value.to_node(out),
            None => out.null(),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: FromNode> FromNode for Box<T> {
    fn from_node(node: Node<'_>) -> Option<Self> {
        T::from_node(node).map(Self::new)
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::new)
    }
}

impl<T: ToNode + ?Sized> ToNode for Box<T> {
    fn to_node(&self, out: &mut Writer) {
        (**self).to_node(out);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: ToNode + ?Sized> ToNode for &T {
    fn to_node(&self, out: &mut Writer) {
        (**self).to_node(out);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: FromNode> FromNode for Vec<T> {
    #[inline]
    fn from_node(node: Node<'_>) -> Option<Self> {
        // `collect` into an `Option` forgets the size that is known here.
        let mut out = Self::with_capacity(node.len());
        for item in node.items() {
            out.push(T::from_node(item)?);
        }
        Some(out)
    }
}

impl<T: ToNode> ToNode for Vec<T> {
    fn to_node(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl<T: ToNode> ToNode for [T] {
    fn to_node(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl<T: FromNode> FromNode for BTreeMap<String, T> {
    fn from_node(node: Node<'_>) -> Option<Self> {
        node.entries().map(|(name, value)| Some((name.to_owned(), T::from_node(value)?))).collect()
    }
}

impl<T: ToNode> ToNode for BTreeMap<String, T> {
    fn to_node(&self, out: &mut Writer) {
        out.map(self);
    }
}

impl FromNode for serde_json::Value {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(crate::value::untyped(node))
    }
}

impl ToNode for serde_json::Value {
    fn to_node(&self, out: &mut Writer) {
        out.value(self);
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),+))*) => {$(
        impl<$($name: FromNode),+> FromNode for ($($name,)+) {
            fn from_node(node: Node<'_>) -> Option<Self> {
                let mut items = node.items();
                Some(($(
                    match items.next() {
                        Some(item) => $name::from_node(item)?,
                        None => $name::absent()?,
                    },
                )+))
            }
        }

        impl<$($name: ToNode),+> ToNode for ($($name,)+) {
            fn to_node(&self, out: &mut Writer) {
                out.tuple(&[$(&self.$at),+]);
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}
