//! What was mended on the way from a reply to a value.

use std::ops::Range;

use crate::path::Path;

/// One deviation from strict JSON, or from the declared type, that the reader mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What was mended.
    pub kind: RepairKind,
    /// The place in the reply, in bytes.
    pub span: Range<usize>,
    /// The place in the value.
    pub path: Path,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal,)*) => {
        /// The kinds of repair.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl RepairKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The kind's stable name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

kinds! {
    // Around the answer.
    /// A fence of backquotes stood around the answer.
    Fence = "fence",
    /// Prose stood around the answer.
    Prose = "prose",
    /// A tag, a call or an assignment stood around the answer.
    Wrapping = "wrapping",
    /// A think block stood before the answer.
    Thinking = "thinking",
    /// Another candidate was passed over for one that fits.
    Candidate = "candidate",
    /// Several documents were taken as one list.
    Documents = "documents",
    /// What the model went on to write behind its answer was cut off: a turn of the other side, further thoughts.
    RunOn = "run_on",
    /// The answer stood under its type's name.
    TypeName = "type_name",
    /// The answer stood as the one member of an object.
    WrappedRoot = "wrapped_root",
    /// The answer had the form of the schema: `@fields` around its members.
    Echo = "echo",
    /// The whole answer was escaped once more than JSON needs.
    EscapedWhole = "escaped_whole",

    // Syntax.
    /// A comment.
    Comment = "comment",
    /// A comma too many.
    ExtraComma = "extra_comma",
    /// A comma that was missing.
    MissingComma = "missing_comma",
    /// A colon that was missing, or `=` or `=>` in its place.
    Colon = "colon",
    /// Single, curly, backquoted or tripled quotes.
    Quotes = "quotes",
    /// A quote that was missing.
    MissingQuote = "missing_quote",
    /// A quote inside a text that was not escaped.
    InnerQuote = "inner_quote",
    /// A name without quotes.
    BareName = "bare_name",
    /// A text without quotes.
    BareText = "bare_text",
    /// A literal of Python or JavaScript: `None`, `True`, `undefined`.
    ForeignLiteral = "foreign_literal",
    /// A tuple in parentheses.
    Tuple = "tuple",
    /// Texts joined by `+`, or set side by side.
    Concatenation = "concatenation",
    /// A raw control character in a text.
    ControlCharacter = "control_character",
    /// An escape that JSON does not know.
    Escape = "escape",
    /// A number that JSON spells in another way: `+1`, `.5`, `5.`, `007`, `0x1F`, `1_000`.
    NumberForm = "number_form",
    /// A typographic character in the place of punctuation.
    Punctuation = "punctuation",
    /// A closer that was missing.
    MissingCloser = "missing_closer",
    /// A closer too many.
    ExtraCloser = "extra_closer",
    /// A closer of the other kind.
    WrongCloser = "wrong_closer",
    /// The root's own brackets were missing.
    MissingOpener = "missing_opener",
    /// Stray characters between values.
    Stray = "stray",

    // Values.
    /// A member's name in another casing, with other separators, or an accepted spelling.
    Name = "name",
    /// An enum value or tag in another casing, with other separators, or an accepted spelling.
    Value = "value",
    /// Blanks around a value.
    Blanks = "blanks",
    /// Several members of one name: the last one counts.
    Duplicate = "duplicate",
    /// A number in a text.
    NumberInText = "number_in_text",
    /// A currency sign or grouping separators in a number.
    NumberSeparators = "number_separators",
    /// A whole number with a point or an exponent.
    WholeNumber = "whole_number",
    /// A boolean in a text or as 0 or 1.
    Boolean = "boolean",
    /// A number or boolean where a text is declared.
    Text = "text",
    /// A value that an object held: the text of an enum's value, or the member of a oneof under the oneof's name.
    Unwrapped = "unwrapped",
    /// A date or time in another form.
    Date = "date",
    /// An empty text where null or nothing is meant.
    EmptyText = "empty_text",
    /// Null for an optional member that has no null.
    Null = "null",
    /// One element where a list is declared.
    ListOfOne = "list_of_one",
    /// A list of one where a single value is declared.
    SingleOfList = "single_of_list",
    /// A map written as a list of entries, each with a key and a value.
    Entries = "entries",
    /// JSON in a text where an object or a list is declared.
    NestedJson = "nested_json",
    /// A default was filled in.
    Default = "default",
    /// An undeclared member was left out.
    Unknown = "unknown",
}

impl RepairKind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Some kinds of repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RepairKinds(u64);

// OK because the kinds fit the bits: one too many does not compile.
const _: () = assert!(RepairKind::ALL.len() <= 64);

impl RepairKinds {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// The listed ones.
    pub const fn of(kinds: &[RepairKind]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u32;
            at += 1;
        }
        Self(bits)
    }

    /// Whether a kind is among them.
    pub const fn has(self, kind: RepairKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = RepairKind> {
        RepairKind::ALL.iter().copied().filter(move |kind| self.has(*kind))
    }
}

impl std::fmt::Display for RepairKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for Repair {
    /// The kind and the place: `bare_name at items[0].id`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind.name())?;
        if !self.path.is_root() {
            f.write_str(" at ")?;
            self.path.write_dotted(f, |f, at| write!(f, "{at}"))?;
        }
        Ok(())
    }
}
