//! The ways in which a reply does not fit.

use std::borrow::Cow;
use std::ops::Range;

use crate::path::Path;
use crate::shape::{Check, Shape};
use crate::tape::JsonKind;

/// One way in which a reply does not fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The place in the value.
    pub path: Path,
    /// What was expected there.
    pub expected: Expected,
    /// What was found there.
    pub found: Found,
    /// The place in the reply, in bytes, where the fault has one. For logs, never for the model.
    pub span: Option<Range<usize>>,
}

impl Fault {
    /// The fault on one line, without a word of the value: `enum at items[0].status: "a" or "b" (found a string)`.
    /// `shape` is what the whole value was held against.
    pub fn explain(&self, shape: &Shape) -> String {
        crate::detail::Line(*shape, self).to_string()
    }
}

/// What was expected.
#[derive(Debug, Clone)]
pub enum Expected {
    /// A value of this type.
    Shape(Shape),
    /// The value of the member that names a branch of this union.
    Tag(Shape),
    /// A value for which this assertion holds.
    Check(&'static Check),
    /// What these words say; fixed text, or text of the schema.
    Words(Cow<'static, str>),
}

impl PartialEq for Expected {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shape(one), Self::Shape(two)) | (Self::Tag(one), Self::Tag(two)) => one == two,
            (Self::Check(one), Self::Check(two)) => std::ptr::eq(*one, *two),
            (Self::Words(one), Self::Words(two)) => one == two,
            _ => false,
        }
    }
}

/// What was found: a kind, never a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// A value of this kind.
    Kind(JsonKind),
    /// Nothing.
    Missing,
    /// A text of blanks.
    Blank,
    /// So many (elements, characters, members, branches).
    Count(usize),
    /// Another value of the right kind.
    Another,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal,)*) => {
        /// The kinds of fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl FaultKind {
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
    /// No JSON was found.
    NoJson = "no_json",
    /// The text of the answer has more than one reading, or none.
    Syntax = "syntax",
    /// The reply was cut off.
    Cut = "cut",
    /// Something was left out: `...` or a placeholder.
    Elided = "elided",
    /// A required member is absent or null.
    Missing = "missing",
    /// A required text is blank.
    Blank = "blank",
    /// A value of another type.
    Type = "type",
    /// A value that is none of the listed ones.
    Enum = "enum",
    /// A number outside its bounds.
    Range = "range",
    /// A number that is no multiple of what it must be.
    Multiple = "multiple",
    /// A text too short or too long.
    Length = "length",
    /// A list or an object with too few or too many members.
    Count = "count",
    /// A text that does not match its pattern.
    Pattern = "pattern",
    /// A text that does not spell what its format says.
    Format = "format",
    /// Two equal elements where all differ.
    Unique = "unique",
    /// An undeclared member where none may be.
    Unknown = "unknown",
    /// A value that no branch of a union fits.
    Branch = "branch",
    /// A value with two readings.
    Ambiguous = "ambiguous",
    /// A reference that leads to no artifact, or to one of another type.
    Reference = "reference",
    /// Another assertion of the schema that does not hold.
    Rule = "rule",
    /// A check of the caller's own that does not hold.
    Check = "check",
    /// The reply has the form of the schema instead of an answer.
    Echo = "echo",
    /// Several answers where one is wanted.
    Several = "several",
    /// Nesting too deep.
    Depth = "depth",
    /// A reply too large, or with too many repairs.
    Limit = "limit",
    /// A repair that the policy refuses.
    Refused = "refused",
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for Found {
    /// With its article, as in "found a string".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Kind(kind) => f.write_str(kind.with_article()),
            Self::Missing => f.write_str("nothing"),
            Self::Blank => f.write_str("a blank text"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Another => f.write_str("another value"),
        }
    }
}
