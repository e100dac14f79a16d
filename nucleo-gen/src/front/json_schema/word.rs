//! The assertions of a schema, each in one form for all drafts.

use nucleo_runtime::shape::Kinds;

use super::graph::SchemaId;
use crate::diag::Span;
use crate::json::Json;

/// One assertion with its place.
#[derive(Debug)]
pub(crate) struct Assertion<'j> {
    /// As the source has it.
    pub(crate) keyword: &'j str,
    /// The place of the keyword's value.
    pub(crate) span: Span,
    pub(crate) word: Word<'j>,
}

/// What an assertion says. Keywords that only speak together are one (`if`/`then`/`else`, `contains` and its counts).
#[derive(Debug)]
pub(crate) enum Word<'j> {
    /// The schema `false`.
    Never,
    Kinds(Kinds),
    Const(&'j Json),
    Enum(&'j [Json]),
    Min(Bound<'j>),
    Max(Bound<'j>),
    MultipleOf(&'j str),
    MinLength(u64),
    MaxLength(u64),
    Pattern(&'j str),
    Format(&'j str),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    Prefix(Vec<SchemaId>),
    /// The items from a place on.
    Items(usize, SchemaId),
    Contains {
        schema: SchemaId,
        min: u64,
        max: Option<u64>,
    },
    Properties(Vec<Property<'j>>),
    /// Each pattern with its place.
    PatternProperties(Vec<(&'j str, Span, SchemaId)>),
    Additional(SchemaId),
    PropertyNames(SchemaId),
    Required(Vec<&'j str>),
    MinProperties(u64),
    MaxProperties(u64),
    DependentRequired(Vec<(&'j str, Vec<&'j str>)>),
    DependentSchemas(Vec<(&'j str, SchemaId)>),
    AllOf(Vec<SchemaId>),
    AnyOf(Vec<SchemaId>),
    OneOf(Vec<SchemaId>),
    Not(SchemaId),
    If {
        test: SchemaId,
        then: Option<SchemaId>,
        other: Option<SchemaId>,
    },
    /// `$ref`, or a dynamic one that has only one target.
    Ref {
        text: &'j str,
        to: Option<SchemaId>,
    },
    /// `$dynamicRef` and `$recursiveRef`; `to` is the target that the text itself names.
    DynamicRef {
        text: &'j str,
        to: Option<SchemaId>,
        anchor: &'j str,
    },
    UnevaluatedItems(SchemaId),
    UnevaluatedProperties(SchemaId),
    /// `nullable: true`.
    Nullable,
    /// What asserts nothing in this draft or anywhere, but that a reader may take for an assertion: why it does not.
    Silent(&'static str),
}

/// A bound of numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound<'j> {
    pub(crate) value: &'j str,
    pub(crate) exclusive: bool,
}

/// A declared member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Property<'j> {
    pub(crate) name: &'j str,
    pub(crate) name_span: Span,
    pub(crate) schema: SchemaId,
}

impl Word<'_> {
    /// The schemas that are applied to the very value that this one is applied to.
    pub(crate) fn in_place(&self) -> Vec<SchemaId> {
        match self {
            Word::AllOf(them) | Word::AnyOf(them) | Word::OneOf(them) => them.clone(),
            Word::Not(it) => vec![*it],
            Word::If { test, then, other } => [Some(*test), *then, *other].into_iter().flatten().collect(),
            Word::DependentSchemas(them) => them.iter().map(|(_, it)| *it).collect(),
            Word::Ref { to: Some(to), .. } => vec![*to],
            _ => Vec::new(),
        }
    }
}
