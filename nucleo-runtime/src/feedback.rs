//! What the model is told of its faults.

use std::fmt::Write as _;

use crate::expected;
use crate::fault::Fault;
use crate::shape::Shape;

/// The feedback to a reply.
pub(crate) fn render(shape: Shape, _reply: &str, faults: &[Fault]) -> String {
    let mut out = format!("Your reply does not fit {}.", shape.ty().name);
    for fault in faults {
        let _ = write!(out, "\n- {}: {} (found {})", fault.path.dotted(), expected::words(fault), fault.found);
    }
    out
}
