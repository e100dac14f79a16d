//! The reader's state, and the grammar that clean JSON follows.
//!
//! There is no stack: an open container's `data` holds its parent until it is closed. What clean JSON never has is
//! left to the `odd_…` functions, so that leniency costs clean replies nothing.

use std::ops::Range;

use super::scope::Scope;
use super::text::Slice;
use super::{Options, RawFault, RawRepair, number, scan};
use crate::document::SyntaxError;
use crate::fault::FaultKind;
use crate::repair::RepairKind;
use crate::tape::{KEY_IN_ARENA, NONE, Raw, TEXT_IN_ARENA, Tag, Tape, pair};

/// The reading stops here; why stands in the reader.
#[derive(Debug)]
pub(super) struct Halt;

/// What is due next.
#[derive(Debug, Clone, Copy)]
pub(super) enum Next {
    /// A value.
    Value,
    /// A member's name.
    Name,
    /// The colon behind a name.
    Colon,
    /// A comma or a closer.
    After,
    /// Nothing: the root is complete.
    Done,
}

#[derive(Debug)]
pub(super) struct Reader<'r> {
    pub(super) text: &'r str,
    pub(super) bytes: &'r [u8],
    pub(super) at: usize,
    pub(super) tape: Tape<'r>,
    /// The innermost open container.
    pub(super) open: u32,
    pub(super) in_object: bool,
    pub(super) depth: u32,
    /// The name of the member whose value is due.
    pub(super) key: Slice,
    /// Where that name begins, quote included.
    pub(super) key_at: usize,
    /// A value is due, or just being read.
    pub(super) due_is_value: bool,
    /// The value that was completed last.
    pub(super) last: u32,
    /// The root's node.
    pub(super) root: u32,
    /// The root is an object without braces.
    pub(super) headless: bool,
    /// What is left for looking ahead.
    pub(super) fuel: usize,
    /// Up to where texts without commas are known to follow each other.
    pub(super) texts_end: usize,
    /// What the declared type says of the open containers, as far as someone asked.
    pub(super) scopes: Vec<(u32, Scope)>,
    pub(super) repairs: Vec<RawRepair>,
    pub(super) faults: Vec<RawFault>,
    pub(super) options: Options,
    /// Where and why strict reading stopped.
    pub(super) error: Option<SyntaxError>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(tape: Tape<'r>, at: usize, options: Options, fuel: usize) -> Self {
        let root = tape.nodes.len() as u32;
        Self {
            text: tape.text,
            bytes: tape.text.as_bytes(),
            at,
            tape,
            open: NONE,
            in_object: false,
            depth: 0,
            key: Slice::default(),
            key_at: 0,
            due_is_value: true,
            last: NONE,
            root,
            headless: false,
            fuel,
            texts_end: 0,
            scopes: Vec::new(),
            repairs: Vec::new(),
            faults: Vec::new(),
            options,
            error: None,
        }
    }

    /// Reads one value with all that is in it.
    pub(super) fn run(&mut self) -> Result<(), Halt> {
        self.run_from(Next::Value)
    }

    /// Reads on from what is due.
    pub(super) fn run_from(&mut self, mut next: Next) -> Result<(), Halt> {
        // In the order in which they follow each other, nearly always (benches/README.md).
        loop {
            if let Next::Name = next {
                next = self.name()?;
            }
            if let Next::Value = next {
                next = self.value()?;
            }
            match next {
                Next::After => next = self.after()?,
                Next::Colon => next = self.colon()?,
                Next::Done => return Ok(()),
                Next::Name | Next::Value => {}
            }
        }
    }

    #[inline]
    fn value(&mut self) -> Result<Next, Halt> {
        match self.blanks() {
            b'"' => self.text(),
            b'{' => self.begin(Tag::Object),
            b'[' => self.begin(Tag::List),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.literal("true", Tag::True),
            b'f' => self.literal("false", Tag::False),
            b'n' => self.literal("null", Tag::Null),
            byte => self.odd_value(byte),
        }
    }

    #[inline]
    fn name(&mut self) -> Result<Next, Halt> {
        let byte = self.blanks();
        if byte != b'"' {
            return self.odd_name(byte);
        }
        self.key_at = self.at;
        self.due_is_value = false;
        self.tape.marked |= self.bytes.get(self.at + 1) == Some(&b'@');
        self.key = self.quoted()?;
        self.due_is_value = true;
        self.colon()
    }

    /// Takes a text of another form as the name of the member whose value is due.
    pub(super) fn name_is(&mut self, name: Slice) {
        let text = if name.is_in_arena() { self.tape.arena.as_bytes() } else { self.bytes };
        self.tape.marked |= text.get(name.offset() as usize) == Some(&b'@');
        self.key = name;
    }

    #[inline(always)]
    fn colon(&mut self) -> Result<Next, Halt> {
        let byte = self.blanks();
        if byte != b':' {
            return self.odd_colon(byte);
        }
        self.at += 1;
        Ok(Next::Value)
    }

    #[inline]
    fn after(&mut self) -> Result<Next, Halt> {
        if self.open == NONE {
            return Ok(Next::Done);
        }
        match (self.blanks(), self.in_object) {
            (b',', in_object) => {
                self.at += 1;
                Ok(if in_object { Next::Name } else { Next::Value })
            }
            (b'}', true) | (b']', false) => Ok(self.close()),
            (byte, _) => self.odd_after(byte),
        }
    }

    /// Skips blanks; gives the byte behind them, or 0 at the end.
    #[inline(always)]
    pub(super) fn blanks(&mut self) -> u8 {
        let byte = self.peek();
        if byte > b' ' {
            return byte;
        }
        if byte == b' ' {
            // One space, nearly always, where it is not a new line.
            self.at += 1;
            let byte = self.peek();
            if byte > b' ' {
                return byte;
            }
        }
        self.at = scan::blanks(self.bytes, self.at);
        self.peek()
    }

    #[inline(always)]
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn text(&mut self) -> Result<Next, Halt> {
        let start = self.at;
        let text = self.quoted()?;
        self.push_text(text, start, 0);
        Ok(Next::After)
    }

    #[inline]
    fn number(&mut self) -> Result<Next, Halt> {
        let start = self.at;
        let Some(number) = number::read(self.text, start) else { return self.odd_number() };
        if !matches!(self.bytes.get(number.end), Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') | None) {
            return self.odd_number();
        }
        self.at = number.end;
        self.push(Raw::new(number.tag, start as u32..number.end as u32, number.data));
        Ok(Next::After)
    }

    #[inline(always)]
    fn literal(&mut self, word: &str, tag: Tag) -> Result<Next, Halt> {
        let (start, end) = (self.at, self.at + word.len());
        let whole = self.bytes[start..].starts_with(word.as_bytes())
            && !matches!(self.bytes.get(end), Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80..));
        if !whole {
            return self.odd_value(self.peek());
        }
        self.at = end;
        self.push(Raw::new(tag, start as u32..end as u32, 0));
        Ok(Next::After)
    }

    /// Opens a container and looks whether it is empty.
    #[inline(always)]
    pub(super) fn begin(&mut self, tag: Tag) -> Result<Next, Halt> {
        if self.depth == self.options.depth {
            return Err(self.fail(FaultKind::Depth, self.at..self.at + 1, "nesting too deep"));
        }
        self.enter(tag, self.at);
        self.at += 1;
        match (self.blanks(), tag) {
            (b'}', Tag::Object) | (b']', Tag::List) => Ok(self.close()),
            (_, Tag::Object) => Ok(Next::Name),
            _ => Ok(Next::Value),
        }
    }

    #[inline]
    pub(super) fn enter(&mut self, tag: Tag, start: usize) {
        let index = self.tape.nodes.len() as u32;
        self.push(Raw::new(tag, start as u32..start as u32, pair(self.open, 0)));
        self.open = index;
        self.in_object = tag == Tag::Object;
        self.depth += 1;
    }

    /// Closes the innermost container at the closer that is at hand.
    #[inline]
    pub(super) fn close(&mut self) -> Next {
        self.at += 1;
        self.leave(self.at);
        Next::After
    }

    /// Closes the innermost container, which ends before `end`.
    #[inline]
    pub(super) fn leave(&mut self, end: usize) {
        let behind = self.tape.nodes.len() as u32;
        // OK because a container is open.
        let node = &mut self.tape.nodes[self.open as usize];
        let (parent, count) = node.pair();
        node.data = pair(behind, count);
        node.end = end as u32;
        self.last = self.open;
        self.open = parent;
        self.depth -= 1;
        self.in_object = self.is_object(parent);
    }

    #[inline]
    pub(super) fn is_object(&self, container: u32) -> bool {
        // `NONE` is no node's index.
        self.tape.nodes.get(container as usize).is_some_and(|node| node.tag == Tag::Object)
    }

    #[inline]
    pub(super) fn push_text(&mut self, text: Slice, start: usize, flags: u8) {
        let mut node = Raw::new(Tag::Text, start as u32..self.at as u32, text.place);
        node.flags = flags | if text.is_in_arena() { TEXT_IN_ARENA } else { 0 };
        self.push(node);
    }

    /// Appends a node, as a member of the name at hand where a member is due.
    #[inline]
    pub(super) fn push(&mut self, mut node: Raw) {
        // `NONE` is no node's index.
        if let Some(container) = self.tape.nodes.get_mut(self.open as usize) {
            // The low half counts the children. It never overflows: each takes a byte of a text that a `u32` measures.
            container.data += 1;
            if self.in_object {
                node.key = self.key.offset();
                node.key_len = self.key.len();
                if self.key.is_in_arena() {
                    node.flags |= KEY_IN_ARENA;
                }
            }
        }
        self.last = self.tape.nodes.len() as u32;
        self.tape.nodes.push(node);
    }

    /// The value that was completed last, where it stands in the innermost container.
    pub(super) fn last_value(&self) -> Option<Raw> {
        let inside = self.open == NONE || self.last > self.open;
        self.tape.nodes.get(self.last as usize).copied().filter(|_| inside && self.last != NONE)
    }

    /// Notes a repair; strict reading stops at it.
    pub(super) fn mend(&mut self, kind: RepairKind, span: Range<usize>) -> Result<(), Halt> {
        if self.options.strict || self.repairs.len() == self.repairs.capacity().min(self.options.repairs) {
            self.make_room(kind, &span)?;
        }
        let node = self.subject(kind);
        let (start, end) = self.characters(span);
        self.repairs.push(RawRepair { kind, start, end, node });
        Ok(())
    }

    /// Makes room for one more repair. Strict reading stops here, and so does one that has made as many as it may.
    #[cold]
    fn make_room(&mut self, kind: RepairKind, span: &Range<usize>) -> Result<(), Halt> {
        if self.options.strict {
            return Err(self.stop(span.start, complaint(kind)));
        }
        if self.repairs.len() == self.options.repairs {
            return Err(self.fail(FaultKind::Limit, span.clone(), "too many repairs"));
        }
        if self.repairs.is_empty() {
            // Who leaves out one quote leaves out many.
            self.repairs.reserve(self.bytes.len().min(4096) / 16 + 8);
        }
        Ok(())
    }

    /// The value that a repair at hand belongs to: what lies between values is the container's.
    fn subject(&self, kind: RepairKind) -> u32 {
        use RepairKind::{
            Comment, Concatenation, ExtraCloser, ExtraComma, MissingCloser, MissingComma, Punctuation, Stray,
            WrongCloser,
        };
        match kind {
            Comment | ExtraComma | MissingComma | Punctuation | Stray | MissingCloser | ExtraCloser | WrongCloser => {
                if self.open == NONE {
                    self.root
                } else {
                    self.open
                }
            }
            Concatenation => self.last,
            _ => self.tape.nodes.len() as u32,
        }
    }

    /// Notes a fault; reading stops at it.
    #[cold]
    pub(super) fn fail(&mut self, kind: FaultKind, span: Range<usize>, message: &'static str) -> Halt {
        if self.options.strict {
            let offset = if kind == FaultKind::Cut { span.end } else { span.start };
            return self.stop(offset, message);
        }
        self.fault(kind, span);
        Halt
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, kind: FaultKind, span: Range<usize>) {
        let node = self.tape.nodes.len() as u32;
        let (start, end) = self.characters(span);
        self.faults.push(RawFault { kind, start, end, node });
    }

    /// The whole characters of which a span has a part.
    fn characters(&self, span: Range<usize>) -> (u32, u32) {
        let (mut start, mut end) = (span.start.min(self.bytes.len()), span.end.min(self.bytes.len()));
        // Offsets within a character are rare.
        while matches!(self.bytes.get(start), Some(0x80..0xC0)) {
            start -= 1;
        }
        while matches!(self.bytes.get(end), Some(0x80..0xC0)) {
            end += 1;
        }
        (start as u32, end as u32)
    }

    /// Strict reading stops here, with what is wrong.
    pub(super) fn strictly(&mut self, kind: RepairKind) -> Result<(), Halt> {
        if !self.options.strict {
            return Ok(());
        }
        if self.at == self.bytes.len() {
            return Err(self.cut());
        }
        Err(self.stop(self.at, complaint(kind)))
    }

    #[cold]
    pub(super) fn stop(&mut self, offset: usize, message: &'static str) -> Halt {
        self.error.get_or_insert(SyntaxError::new(offset, message));
        Halt
    }
}

/// What strict reading says where the lenient one mends.
fn complaint(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::Comment => "a comment is not JSON",
        RepairKind::ExtraComma => "trailing comma",
        RepairKind::MissingComma => "expected a comma or a closer",
        RepairKind::Colon => "expected a colon",
        RepairKind::ControlCharacter => "control character in a string",
        RepairKind::Escape => "invalid escape",
        RepairKind::NumberForm => "invalid number",
        RepairKind::MissingCloser => "unexpected end of text",
        RepairKind::WrongCloser => "closer of the other kind",
        RepairKind::BareName | RepairKind::Quotes => "expected a double quote",
        RepairKind::Stray => "unexpected character",
        _ => "expected a value",
    }
}
