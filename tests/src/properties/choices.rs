//! Decisions from bytes, so that a fuzzer and a test make them alike.

/// Bytes that decide; when they run out every decision is the first.
#[derive(Debug, Clone)]
pub struct Choices<'c> {
    bytes: &'c [u8],
}

impl<'c> Choices<'c> {
    /// Decisions from `bytes`.
    pub fn new(bytes: &'c [u8]) -> Self {
        Self { bytes }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A number below `end`, or 0 where there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        let wide = u64::from(self.byte());
        let wide = if end > 256 { wide << 8 | u64::from(self.byte()) } else { wide };
        wide.checked_rem(end).unwrap_or(0)
    }

    /// One of several.
    pub fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len() as u64) as usize).copied()
    }

    /// Eight bytes as a number.
    pub fn bits(&mut self) -> u64 {
        (0..8).fold(0, |bits, _| bits << 8 | u64::from(self.byte()))
    }

    /// Whether all bytes are spent.
    pub fn is_spent(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All bytes that are left.
    pub fn rest(self) -> &'c [u8] {
        self.bytes
    }
}
