//! The lenient reader: one pass over the text, one flat tape of nodes.

mod ahead;
mod bare;
mod closers;
mod escape;
mod further;
mod number;
mod odd;
mod quotes;
mod reader;
mod scan;
pub(crate) mod scope;
mod slips;
#[cfg(test)]
mod tests;
mod text;
mod trivia;

use crate::document::SyntaxError;
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::shape::Shape;
use crate::tape::{NONE, Raw, Tag, Tape};
use reader::{Halt, Next, Reader};

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
    /// How many repairs are made.
    pub(crate) repairs: usize,
    /// The reply was cut off: closers that are missing at the end are no repair.
    pub(crate) cut: bool,
    /// The declared type.
    pub(crate) shape: Option<Shape>,
}

impl Options {
    /// JSON as RFC 8259 has it.
    pub(crate) const fn strict(depth: u32) -> Self {
        Self { strict: true, depth, repairs: 0, cut: false, shape: None }
    }
}

/// Reads a text that is one JSON value, as RFC 8259 has it.
pub(crate) fn strict(text: &str, depth: u32) -> Result<Tape<'_>, SyntaxError> {
    if u32::try_from(text.len()).is_err() {
        return Err(SyntaxError::new(0, "more than 4 GiB of text"));
    }
    let mut reader = Reader::new(Tape::new(text), 0, Options::strict(depth), 0);
    if reader.run().is_ok() && (reader.blanks() != 0 || reader.at < text.len()) {
        reader.stop(reader.at, "text behind the value");
    }
    match reader.error {
        Some(error) => Err(error),
        None => Ok(reader.tape),
    }
}

/// One candidate, as it was read.
pub(crate) struct Read<'r> {
    pub(crate) parsed: Parsed<'r>,
    /// Where it ends.
    pub(crate) end: usize,
    /// It could not be read to its end.
    pub(crate) halted: bool,
    /// What is left for looking ahead.
    pub(crate) fuel: usize,
}

impl<'r> Read<'r> {
    #[inline(always)]
    fn new(reader: Reader<'r>, result: Result<(), Halt>) -> Self {
        let Reader { tape, root, repairs, faults, at, fuel, .. } = reader;
        Self { parsed: Parsed { tape, root, repairs, faults }, end: at, halted: result.is_err(), fuel }
    }
}

/// What a text of so many bytes may cost beside the one pass over it.
pub(crate) const fn fuel(len: usize) -> usize {
    32 * len + 4096
}

/// Reads the value that begins at `start`, mending what has one sensible reading. The nodes are appended to `tape`,
/// whose text ends where the reply does.
pub(crate) fn lenient<'r>(tape: Tape<'r>, start: usize, options: Options) -> Read<'r> {
    let fuel = fuel(tape.text.len() - start);
    lenient_within(tape, start, options, fuel)
}

/// The same, where several readers of one text share what may be spent on looking ahead.
pub(crate) fn lenient_within<'r>(tape: Tape<'r>, start: usize, options: Options, fuel: usize) -> Read<'r> {
    let mut reader = Reader::new(tape, start, options, fuel);
    let result = reader.run().and_then(|()| if options.strict { Ok(()) } else { reader.further_members() });
    close_all(&mut reader);
    Read::new(reader, result)
}

/// Reads members from `start` to the end, as an object whose braces are missing.
pub(crate) fn headless<'r>(tape: Tape<'r>, start: usize, options: Options) -> Read<'r> {
    let fuel = fuel(tape.text.len() - start);
    let mut reader = Reader::new(tape, start, options, fuel);
    reader.headless = true;
    let result = reader.mend(RepairKind::MissingOpener, start..start).and_then(|()| {
        reader.enter(Tag::Object, start);
        reader.run_from(Next::Name)
    });
    close_all(&mut reader);
    Read::new(reader, result)
}

/// Closes what is open, so that the part that arrived can be looked at; null stands for a value that never began.
fn close_all(reader: &mut Reader<'_>) {
    let end = reader.at;
    while reader.open != NONE {
        reader.leave(end.max(reader.tape.nodes.last().map_or(0, |node| node.end as usize)));
    }
    if reader.tape.nodes.len() as u32 == reader.root {
        reader.push(Raw::new(Tag::Null, end as u32..end as u32, 0));
    }
}
