//! What was expected, in words of the schema.

use std::borrow::Cow;

use crate::fault::{Expected, Fault};

/// What was expected at a fault's place.
pub(crate) fn words(fault: &Fault) -> Cow<'static, str> {
    match &fault.expected {
        Expected::Words(words) => words.clone(),
        Expected::Shape(shape) => Cow::Borrowed(shape.ty().name),
        Expected::Check(_) => Cow::Borrowed("another value"),
    }
}
