//! Every object and list of a reply, one after the other: for calls of tools, of which there may be several.

use std::ops::Range;

use super::{Search, Unfit, around};
use crate::policy::Stop;
use crate::read::scope::Scope;
use crate::read::{Options, Parsed};

/// One value of a reply.
pub(crate) struct Value<'v, 'r> {
    pub(crate) parsed: &'v Parsed<'r>,
    pub(crate) span: Range<usize>,
}

/// The part of a reply in which a model answers: behind its think block, and before the turns that it invents.
pub(crate) fn each(text: &str, depth: u32, stop: Stop, visit: &mut dyn FnMut(Value<'_, '_>) -> bool) -> Range<usize> {
    let options = Options { strict: false, depth, repairs: 1 << 16, cut: stop == Stop::Length, shape: None };
    let scope = Scope::new(None);
    let mut search = Search::new(text, options, &|_| Unfit::Faults(Vec::new()), &scope);
    let think = search.think();
    let from = think.as_ref().map_or(0, |it| it.end);
    let (mut end, mut any) = search.visit(from, visit);
    if !any && think.is_some_and(|it| !it.opened) {
        (end, any) = search.visit(0, visit);
        return if any { 0..end } else { from..end };
    }
    from..end
}

impl Search<'_, '_> {
    /// Visits every value from `at` on; gives the end of what was looked at, and whether one of them counted.
    fn visit(&mut self, mut at: usize, visit: &mut dyn FnMut(Value<'_, '_>) -> bool) -> (usize, bool) {
        let mut any = false;
        while let Some(len) = self.bytes[at..].iter().position(|byte| matches!(byte, b'{' | b'[' | b'\n')) {
            at += len;
            if self.bytes[at] == b'\n' {
                at += 1;
                // Some models put such a tag before each of several documents.
                let is_tag = self.bytes[at..].starts_with(b"<|");
                if any && !is_tag && around::is_turn(&self.text[at..]) {
                    return (at, any);
                }
                continue;
            }
            if !around::is_opener(&self.lines, at) {
                at += 1;
                continue;
            }
            let tape = self.tape();
            let read = self.read(tape, at);
            let end = read.end.max(at + 1);
            let counts = visit(Value { parsed: &read.parsed, span: at..end });
            any |= counts;
            self.recycle(read.parsed);
            at = if counts || !read.halted { end } else { self.resume(at, end, false) };
        }
        (self.text.len(), any)
    }
}
