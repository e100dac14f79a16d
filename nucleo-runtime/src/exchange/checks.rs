//! Checks of the caller's own.

use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::shape::Shape;

/// Where a check of the caller's own puts the faults that it finds.
#[derive(Debug)]
pub struct Faults {
    shape: Shape,
    found: Vec<Fault>,
}

impl Faults {
    pub(super) fn new(shape: Shape) -> Self {
        Self { shape, found: Vec::new() }
    }

    /// Adds a fault at the value that `pointer` leads to, in the answer itself for `""`; `text` says what must hold.
    ///
    /// The text is fixed, so that nothing of the model's own can stand in it. The pointer is a JSON pointer, with the
    /// names as the source, the model or the Rust code spells them; it ends where it leads to nothing declared.
    pub fn add(&mut self, pointer: &str, text: &'static str) {
        self.found.push(Fault {
            kind: FaultKind::Check,
            path: self.shape.path_of(pointer),
            expected: Expected::Words(text.into()),
            found: Found::Another,
            span: None,
        });
    }

    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found.
    pub(super) fn into_found(self) -> Vec<Fault> {
        self.found
    }
}
