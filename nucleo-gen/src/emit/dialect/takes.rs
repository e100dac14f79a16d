//! What each dialect takes: one value a provider.

use super::Dialect;

/// What a dialect takes, and what becomes of the rest.
#[derive(Debug)]
pub(super) struct Takes {
    pub(super) root: Root,
    pub(super) refs: Refs,
    pub(super) cycles: Cycles,
    pub(super) maps: Maps,
    pub(super) untyped: Untyped,
    pub(super) optional: Optional,
    pub(super) nulls: Nulls,
    pub(super) enums: Enums,
    pub(super) rest: Rest,
    /// Whether lists may have a type for each place.
    pub(super) tuples: bool,
    /// The limits that it takes; the others are told in words.
    pub(super) keywords: &'static [&'static str],
    /// The formats of texts that it takes.
    pub(super) formats: &'static [&'static str],
    /// The largest `minItems`.
    pub(super) min_items: u64,
    /// Whether `propertyOrdering` says the order of members.
    pub(super) ordering: bool,
}

/// What the whole may be.
#[derive(Debug, PartialEq)]
pub(super) enum Root {
    Any,
    /// An object that is no union; anything else is wrapped in one.
    Object,
}

/// References to definitions.
#[derive(Debug, PartialEq)]
pub(super) enum Refs {
    /// As `anyOf` of one, where a description stands beside.
    Wrapped,
    /// Alone: what has a description of its own is written out.
    Alone,
    None,
}

/// Types that come back to themselves.
#[derive(Debug, PartialEq)]
pub(super) enum Cycles {
    Any,
    /// Each must pass a member that may be left out.
    ThroughOptional,
    None,
}

/// Objects with members under any name.
#[derive(Debug, PartialEq)]
pub(super) enum Maps {
    Typed,
    /// `additionalProperties: true` alone: the type of the values is told in words.
    Untyped,
    /// A list of entries, or JSON in a text where the values have no type.
    Entries,
}

/// Values of any type.
#[derive(Debug, PartialEq)]
pub(super) enum Untyped {
    Any,
    /// Texts, numbers, booleans and null.
    Scalars,
}

/// Members that may be left out.
#[derive(Debug, PartialEq)]
pub(super) enum Optional {
    LeftOut,
    /// They are null instead.
    Null,
    /// They are left out, or null where there are too many of them.
    Fewest,
}

/// How `null` is said.
#[derive(Debug, PartialEq)]
pub(super) enum Nulls {
    TypeUnion,
    Keyword,
}

/// The values that an enum may have, beside texts.
#[derive(Debug, PartialEq)]
pub(super) enum Enums {
    Scalars,
    Numbers,
    /// Numbers are spelled as texts.
    Texts,
}

/// What is said of members that an object does not declare.
#[derive(Debug, PartialEq)]
pub(super) enum Rest {
    /// That there are none, everywhere.
    Closed,
    /// As the schema has it.
    Declared,
    Nothing,
}

impl Dialect {
    pub(super) fn takes(self) -> &'static Takes {
        match self {
            Self::OpenAi => &OPENAI,
            Self::Anthropic => &ANTHROPIC,
            Self::Gemini => &GEMINI,
            Self::GeminiOpenApi => &GEMINI_OPENAPI,
            Self::Xai => &XAI,
        }
    }
}

const OPENAI: Takes = Takes {
    root: Root::Object,
    refs: Refs::Wrapped,
    cycles: Cycles::Any,
    maps: Maps::Entries,
    untyped: Untyped::Scalars,
    optional: Optional::Null,
    nulls: Nulls::TypeUnion,
    enums: Enums::Scalars,
    rest: Rest::Closed,
    tuples: false,
    keywords: &[
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "minItems",
        "maxItems",
    ],
    formats: &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
    min_items: u64::MAX,
    ordering: false,
};

const ANTHROPIC: Takes = Takes {
    root: Root::Object,
    refs: Refs::Alone,
    cycles: Cycles::None,
    maps: Maps::Entries,
    untyped: Untyped::Scalars,
    optional: Optional::Fewest,
    nulls: Nulls::TypeUnion,
    enums: Enums::Scalars,
    rest: Rest::Closed,
    tuples: false,
    keywords: &["format", "minItems"],
    formats: &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
    min_items: 1,
    ordering: false,
};

const GEMINI: Takes = Takes {
    root: Root::Any,
    refs: Refs::Wrapped,
    cycles: Cycles::ThroughOptional,
    maps: Maps::Typed,
    untyped: Untyped::Any,
    optional: Optional::LeftOut,
    nulls: Nulls::TypeUnion,
    enums: Enums::Numbers,
    rest: Rest::Declared,
    tuples: true,
    keywords: &["minimum", "maximum", "minItems", "maxItems"],
    formats: &[],
    min_items: u64::MAX,
    ordering: true,
};

const GEMINI_OPENAPI: Takes = Takes {
    root: Root::Any,
    refs: Refs::None,
    cycles: Cycles::None,
    maps: Maps::Entries,
    untyped: Untyped::Scalars,
    optional: Optional::LeftOut,
    nulls: Nulls::Keyword,
    enums: Enums::Texts,
    rest: Rest::Nothing,
    tuples: false,
    keywords: &["minimum", "maximum", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems"],
    formats: &["date-time"],
    min_items: u64::MAX,
    ordering: true,
};

const XAI: Takes = Takes {
    root: Root::Object,
    refs: Refs::Wrapped,
    cycles: Cycles::None,
    maps: Maps::Untyped,
    untyped: Untyped::Any,
    optional: Optional::LeftOut,
    nulls: Nulls::TypeUnion,
    enums: Enums::Scalars,
    rest: Rest::Declared,
    tuples: false,
    keywords: &["format"],
    formats: &["date", "time", "date-time", "email", "uuid", "ipv4"],
    min_items: 0,
    ordering: false,
};
