//! What generated types are: described, read from nodes, written to nodes.

mod collections;
#[cfg(any(feature = "jiff", feature = "chrono"))]
mod dates;
mod mapped;
mod scalars;

pub use mapped::{As, BySerde, ByText, Direct, FromNodeAs, ToNodeAs};

use crate::shape::Shape;
use crate::tape::Node;
use crate::write::Writer;

/// A type that is built from the nodes of a reply after `conform` found no fault in them.
pub trait FromNode: Sized {
    /// Builds the value. `None` only where the nodes were not conformed to this type's shape.
    fn from_node(node: Node<'_>) -> Option<Self>;

    /// The value of a member that is absent; `None` for types that cannot be absent.
    fn absent() -> Option<Self> {
        None
    }
}

/// A type that is written as nodes, under the names that programs exchange.
pub trait ToNode {
    /// Writes the value.
    fn to_node(&self, out: &mut Writer);

    /// Whether the value is left out where it is an optional member.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A type with a static description.
pub trait Shaped: FromNode + ToNode {
    /// The description that replies are read and checked against.
    const SHAPE: Shape;
    /// The description of what programs write; another one only where the type holds artifacts, at which a model points.
    const STORED: Shape = Self::SHAPE;
}

/// A type that a model can be asked for.
pub trait Answer: Shaped {
    /// The type's simple name, as the model sees it.
    const NAME: &'static str;
    /// The type in the @-notation, for a prompt.
    const NOTATION: &'static str;
    /// The type as JSON Schema, with the names that programs exchange and with harness keywords.
    const JSON_SCHEMA: &'static str;
    /// The type as JSON Schema, as a model is shown it.
    const MODEL_SCHEMA: &'static str;
    /// The SHA-256 of the contract, in hexadecimal, behind the version of its canonical form.
    const FINGERPRINT: &'static str;
    /// The same of the shape alone, which a reworded description leaves as it is.
    const SHAPE_FINGERPRINT: &'static str;
    /// [`NOTATION`](Self::NOTATION) for a model that reasons natively: without the member for its reasoning.
    const NOTATION_NATIVE: &'static str = Self::NOTATION;
    /// [`MODEL_SCHEMA`](Self::MODEL_SCHEMA) for a model that reasons natively: without the member for its reasoning.
    const MODEL_SCHEMA_NATIVE: &'static str = Self::MODEL_SCHEMA;
}
