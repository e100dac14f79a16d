//! The lenient reader: one pass over the text, one flat tape of nodes.

use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::Tape;

/// What the reader made of one candidate.
#[derive(Debug)]
pub(crate) struct Parsed<'r> {
    pub(crate) tape: Tape<'r>,
    /// The index of the root's node.
    pub(crate) root: u32,
    pub(crate) repairs: Vec<RawRepair>,
    pub(crate) faults: Vec<RawFault>,
}

/// A repair before its path is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawRepair {
    pub(crate) kind: RepairKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The value that it belongs to.
    pub(crate) node: u32,
}

/// A fault of the text itself, before its path is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawFault {
    pub(crate) kind: FaultKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The value that it belongs to.
    pub(crate) node: u32,
}
