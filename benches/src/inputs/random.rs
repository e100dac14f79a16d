//! Numbers that are the same on every machine.

/// SplitMix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number less than `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// An amount less than `bound`, with two decimals.
    pub(super) fn cents(&mut self, bound: u64) -> f64 {
        self.below(bound * 100) as f64 / 100.0
    }

    pub(super) fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        // OK because `below` is less than the length.
        words[self.below(words.len() as u64) as usize]
    }
}
