//! How replies are read and answered: the knobs that two reference systems set differently.

use crate::repair::RepairKinds;
use crate::wording::Wording;

/// The knobs of one contract, as constants of the generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// Which of the values in a reply is the answer.
    pub extract: Extract,
    /// Which deviations from JSON are mended.
    pub syntax: Syntax,
    /// Which values of another kind are taken.
    pub coerce: Coerce,
    /// Which repairs are faults, beside those that a caller's policy refuses.
    pub refuse: RepairKinds,
    /// Whether a reply in the form of the schema itself, or under its type's name, is unwrapped.
    pub echo: bool,
    /// How feedback writes the place of a fault.
    pub paths: Paths,
    /// How many faults feedback names.
    pub faults: u8,
    /// How feedback is framed.
    pub frame: Frame,
    /// The sentences of feedback.
    pub wording: &'static Wording,
    /// What becomes of a failed turn when a correction is asked for.
    pub history: History,
    /// What a correction asks for.
    pub reask: Reask,
    /// What the end of the corrections gives.
    pub exhausted: Exhausted,
    /// How many corrections are asked for.
    pub corrections: u8,
}

/// Which of the values in a reply is the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extract {
    /// The last one that fits, wherever it stands; under [`Syntax::Strict`] the reply itself, without a word around it.
    Last,
    /// The first one: in the fence that is the whole reply, at its beginning, or behind the first bracket.
    First,
}

/// Which deviations from JSON are mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// All that have one sensible reading.
    Lenient,
    /// None: plain JSON, as RFC 8259 has it.
    Strict,
}

/// Which values of another kind are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coerce {
    /// All that have one sensible reading.
    Lenient,
    /// Digits for a number, `true` and `false` in a text, numbers for a text.
    Basic,
    /// None.
    Off,
}

/// How feedback writes the place of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paths {
    /// `rows[2].length`
    Dotted,
    /// `'rows'[2].'length'`
    Quoted,
    /// `/rows/2/length`
    Pointer,
}

/// How feedback is framed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// A line for each fault, between an opening and a closing line.
    List,
    /// One sentence about the first fault.
    Single,
}

/// What becomes of a failed turn when a correction is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum History {
    /// It stays; the correction follows it.
    Append,
    /// Only the last failed turn stays.
    ReplaceLast,
}

/// What a correction asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reask {
    /// The whole answer again.
    Whole,
    /// The failing members alone.
    Fields,
}

/// What the end of the corrections gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exhausted {
    /// The rejection, with the value as far as it could be read.
    Reject,
    /// The value with its faults, where it could be built all the same.
    Return,
}

impl Profile {
    /// The default.
    pub const NUCLEO: Self = Self {
        extract: Extract::Last,
        syntax: Syntax::Lenient,
        coerce: Coerce::Lenient,
        refuse: RepairKinds::NONE,
        echo: true,
        paths: Paths::Dotted,
        faults: 8,
        frame: Frame::List,
        wording: &Wording::DEFAULT,
        history: History::Append,
        reask: Reask::Whole,
        exhausted: Exhausted::Reject,
        corrections: 2,
    };

    /// The stricter reference system: the first value as plain JSON, one fault a turn.
    pub const TRAMAI: Self = Self {
        extract: Extract::First,
        syntax: Syntax::Strict,
        coerce: Coerce::Basic,
        echo: false,
        paths: Paths::Quoted,
        faults: 1,
        frame: Frame::Single,
        wording: &Wording::TRAMAI,
        ..Self::NUCLEO
    };

    /// Nothing mended, nothing coerced: how a schema's own values are read.
    pub const STRICT: Self = Self { syntax: Syntax::Strict, coerce: Coerce::Off, echo: false, ..Self::NUCLEO };
}

impl Default for Profile {
    fn default() -> Self {
        Self::NUCLEO
    }
}
