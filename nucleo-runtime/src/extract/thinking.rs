//! The think block that a reply begins with, and closing tags that an answer only quotes.

use std::ops::Range;

use super::Search;
use super::around::{self, Think};

impl Search<'_, '_> {
    /// The think block that the reply begins with. A closing tag in a text of an answer closes nothing.
    pub(super) fn think(&mut self) -> Option<Think> {
        let last = around::think_end(self.text)?;
        let first = self.text.find("</").unwrap_or(last.end);
        // Nearly always the only tag closes what was opened at the very beginning.
        if last.opened && !self.text[first + 2..last.end].contains("</") {
            return Some(last);
        }
        let quoting = self.quoting(first, last.start..last.end);
        let (mut think, mut kind) = (last, 0);
        for span in quoting.iter().rev() {
            if span.contains(&(think.end - 1)) {
                think = around::think_end_of(&self.text[..span.start], &mut kind)?;
            }
        }
        Some(think)
    }

    /// The answers that fit and go on behind a closing tag, the first of which stands at `tag`; in one pass.
    fn quoting(&mut self, tag: usize, within: Range<usize>) -> Vec<Range<usize>> {
        let mut quoting = Vec::new();
        let mut at = within.start;
        while let Some(len) = self.bytes[at..within.end].iter().position(|byte| matches!(byte, b'{' | b'[')) {
            at += len;
            if !around::is_opener(&self.lines, at) {
                at += 1;
                continue;
            }
            let tape = self.tape();
            let mut read = self.read(tape, at);
            let end = read.end.max(at + 1);
            if !read.halted && end > tag && (self.fit)(&mut read.parsed).is_empty() {
                quoting.push(at..end);
            }
            self.recycle(read.parsed);
            at = end;
            if at >= within.end || self.is_over {
                break;
            }
        }
        quoting
    }
}
