//! Writing of typed values as nodes.

use crate::answer::ToNode;
use crate::shape::Shape;
use crate::tape::Tape;

/// Takes values in the order of their writing and keeps them as a tape.
#[derive(Debug)]
pub struct Writer {
    #[allow(dead_code, reason = "filled in with the bridge")]
    tape: Tape<'static>,
}

/// Writes the members of one record.
#[derive(Debug)]
pub struct RecordWriter<'w> {
    #[allow(dead_code, reason = "filled in with the bridge")]
    out: &'w mut Writer,
}

impl Writer {
    /// Begins an object with the declared members of `shape`, under their source names.
    pub fn record(&mut self, _shape: Shape) -> RecordWriter<'_> {
        todo!()
    }

    /// Writes the value at place `index` of the enum `shape`.
    pub fn variant(&mut self, _shape: Shape, _index: usize) {
        todo!()
    }
}

impl RecordWriter<'_> {
    /// Writes the member at place `index`, unless it is optional and absent.
    pub fn field(&mut self, _index: usize, _value: &impl ToNode) {
        todo!()
    }

    /// Writes the member at place `index`, whose type has one value.
    pub fn constant(&mut self, _index: usize) {
        todo!()
    }

    /// Writes the members that the record keeps beside its declared ones.
    pub fn rest<T: ToNode>(&mut self, _members: &std::collections::BTreeMap<String, T>) {
        todo!()
    }
}
