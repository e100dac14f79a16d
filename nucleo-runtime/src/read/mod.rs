//! The lenient reader: one pass over the text, one flat tape of nodes.

mod number;
mod odd;
mod reader;
mod scan;
mod text;

use crate::document::SyntaxError;
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

/// How one text is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// A repair is an error.
    pub(crate) strict: bool,
    /// How deep containers may nest.
    pub(crate) depth: u32,
}

/// Reads a text that is one JSON value, as RFC 8259 has it.
pub(crate) fn strict(text: &str, depth: u32) -> Result<Tape<'_>, SyntaxError> {
    if u32::try_from(text.len()).is_err() {
        return Err(SyntaxError::new(0, "more than 4 GiB of text"));
    }
    let mut reader = reader::Reader::new(Tape::new(text), 0, Options { strict: true, depth });
    let whole = reader.run().is_ok();
    if whole && reader.blanks() != 0 || reader.at < text.len() {
        reader.stop(reader.at, "text behind the value");
    }
    match reader.error {
        Some(error) => Err(error),
        None => Ok(reader.tape),
    }
}
