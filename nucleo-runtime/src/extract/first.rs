//! The first value of a reply, looked for as the stricter reference system does: no other is considered.

use std::ops::Range;

use super::{Found, Unfit, around};
use crate::read::{self, Options, Read};
use crate::tape::Tape;

/// What stands first in a reply.
pub(crate) enum First<'r> {
    /// A value.
    Value(Read<'r>, Range<usize>),
    /// What should be a value, and cannot be read as one.
    Broken(Range<usize>),
    /// Nothing but blanks.
    Blank,
    /// No value.
    Nothing,
}

/// Finds the first value: within the fence that is the whole reply, at its beginning, or from the first bracket to the
/// last that may close it.
pub(crate) fn first<'r>(text: &'r str, options: Options) -> First<'r> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    if start >= end {
        return First::Blank;
    }
    if let Some(body) = fenced(text, start..end) {
        return read(text, body, options);
    }
    let beginning = read(text, start..end, Options { strict: true, ..options });
    if let First::Value(..) = beginning {
        return beginning;
    }
    let Some(open) = text[start..end].find(['{', '[']).map(|at| start + at) else { return First::Nothing };
    let closer = if text.as_bytes()[open] == b'{' { '}' } else { ']' };
    match text[open..end].rfind(closer) {
        Some(close) => read(text, open..open + close + 1, options),
        None => First::Nothing,
    }
}

/// The lines between two fences, where these are the first and the last line.
fn fenced(text: &str, whole: Range<usize>) -> Option<Range<usize>> {
    let reply = &text[whole.clone()];
    let (first, last) = (reply.find('\n')?, reply.rfind('\n')?);
    (first < last && reply.starts_with("```") && reply[last + 1..].trim_end() == "```")
        .then(|| whole.start + first + 1..whole.start + last)
}

/// Reads the value at the beginning of a place; what follows it there is passed over.
fn read<'r>(text: &'r str, place: Range<usize>, options: Options) -> First<'r> {
    let start = place.end - text[place.clone()].trim_start().len();
    let tape = Tape::new(&text[..place.end]);
    let read = read::lenient(tape, start, options);
    // A bare value ends where a blank does, or it is another word.
    let is_apart = text[read.end..place.end].starts_with(char::is_whitespace) || read.end == place.end;
    let is_closed = text[..read.end].ends_with(['}', ']', '"']);
    match !read.halted && (is_apart || is_closed) {
        true => {
            let span = start..read.end;
            First::Value(read, span)
        }
        false => First::Broken(read.end..read.end),
    }
}

/// A first value with what stands around it.
pub(crate) fn describe<'r>(text: &str, read: Read<'r>, span: &Range<usize>, unfit: Unfit) -> Found<'r> {
    let (around, prose) = around::describe(text, span, None, None);
    Found { parsed: read.parsed, unfit, around, prose, alternative: false }
}
