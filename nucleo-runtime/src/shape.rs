//! The static table that describes a type: what a reply is read, coerced and checked against.
//!
//! `nucleo-gen` writes one [`Table`] a build. It has two layers. The *types* say what a value becomes in Rust: they
//! guide the reader, and coercion follows them. The *rules* are assertions of JSON Schema that no type holds
//! (`not`, `if`, `contains`, `unevaluatedProperties` …); they look at the value after coercion and never change it.

use crate::names::fold;
use crate::pattern::Pattern;
use crate::profile::Profile;
pub use crate::spellings::Spellings;
use crate::tape::Node;

/// All types and rules of one build.
#[derive(Debug)]
pub struct Table {
    /// The types; a [`TypeId`] is an index into them.
    pub types: &'static [Type],
    /// The rules; a [`RuleId`] is an index into them.
    pub rules: &'static [Rule],
    /// The regular expressions; a [`PatternId`] is an index into them.
    pub patterns: &'static [Pattern],
    /// Dynamic anchors of the source: `(resource, anchor, rule)`.
    pub anchors: &'static [(u16, &'static str, RuleId)],
}

/// An index into [`Table::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TypeId(pub u32);

/// An index into [`Table::rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleId(pub u32);

/// An index into [`Table::patterns`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PatternId(pub u32);

/// One type of a [`Table`], with the profile that it is read by.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// The table that `id` points into.
    pub table: &'static Table,
    /// The type.
    pub id: TypeId,
    /// How replies are read and answered.
    pub profile: &'static Profile,
}

impl Shape {
    /// The shape of one type of `table`.
    pub const fn new(table: &'static Table, id: u32, profile: &'static Profile) -> Self {
        Self { table, id: TypeId(id), profile }
    }

    /// The type itself, references followed.
    pub fn ty(self) -> &'static Type {
        self.table.resolve(self.id)
    }

    /// The same table and profile at another type.
    pub fn at(self, id: TypeId) -> Self {
        Self { id, ..self }
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.table, other.table) && self.id == other.id
    }
}

impl Eq for Shape {}

impl Table {
    /// The type at `id`, as it stands.
    pub fn get(&self, id: TypeId) -> &'static Type {
        // OK because the generator only writes ids of the same table.
        &self.types[id.0 as usize]
    }

    /// The type at `id`, with references that add nothing of their own followed.
    pub fn resolve(&self, mut id: TypeId) -> &'static Type {
        loop {
            let ty = self.get(id);
            match ty.kind {
                // OK because the generator refuses a reference that only leads back to itself.
                Kind::Same(to) if !ty.nullable && ty.rule.is_none() => id = to,
                _ => return ty,
            }
        }
    }

    /// The rule at `id`.
    pub fn rule(&self, id: RuleId) -> &'static Rule {
        // OK because the generator only writes ids of the same table.
        &self.rules[id.0 as usize]
    }

    /// The regular expression at `id`.
    pub fn pattern(&self, id: PatternId) -> &'static Pattern {
        // OK because the generator only writes ids of the same table.
        &self.patterns[id.0 as usize]
    }
}

/// One type.
#[derive(Debug, Clone, Copy)]
pub struct Type {
    /// The simple name, as the model sees it; empty for a type without one.
    pub name: &'static str,
    /// What values it has.
    pub kind: Kind,
    /// Whether `null` is a value too.
    pub nullable: bool,
    /// What else holds of a value, beyond what `kind` says.
    pub rule: Option<RuleId>,
}

/// What values a type has.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any JSON value.
    Any,
    /// No value at all.
    Never,
    /// `null` alone.
    Null,
    /// `true` and `false`.
    Bool,
    /// Whole numbers.
    Integer(Integer),
    /// Numbers.
    Number(Number),
    /// Texts.
    Text(Text),
    /// The listed values alone.
    Enum(&'static [Variant]),
    /// Lists of one type.
    List(List),
    /// Lists with a type for each place.
    Tuple(Tuple),
    /// Objects whose members all have one type, under any name.
    Map(Map),
    /// Objects with declared members.
    Record(Record),
    /// One of several types.
    Union(Union),
    /// Another type under this name, or with a rule of its own.
    Same(TypeId),
    /// Another type whose values become a type of the user's own.
    Mapped(Mapped),
}

/// A type that the user mapped to one of their own, such as `uuid::Uuid`.
#[derive(Debug, Clone, Copy)]
pub struct Mapped {
    /// The type of the value in the reply.
    pub ty: TypeId,
    /// What the user's type is called, for messages: its format, or its name.
    pub name: &'static str,
    /// Whether the user's type takes the value: [`ByText::accepts`](crate::ByText::accepts) or
    /// [`BySerde::accepts`](crate::BySerde::accepts).
    pub accepts: fn(Node<'_>) -> bool,
}

impl Mapped {
    /// Whether it is the place of an artifact, where a model writes a reference.
    pub(crate) fn is_reference(&self) -> bool {
        self.name.starts_with("«artifact:")
    }
}

/// Whole numbers between two bounds, both included.
#[derive(Debug, Clone, Copy)]
pub struct Integer {
    /// The Rust type that holds them.
    pub width: Width,
    /// The least; at least what `width` holds.
    pub min: i128,
    /// The greatest; `i128::MAX` stands for "what `width` holds" when that is `U128`.
    pub max: i128,
    /// Every value is a multiple of this decimal number.
    pub multiple_of: Option<&'static str>,
}

/// A standard integer type of Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Width {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
}

/// Numbers, held as `f64`.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// The lower bound.
    pub min: Option<Limit>,
    /// The upper bound.
    pub max: Option<Limit>,
    /// Every value is a multiple of this decimal number.
    pub multiple_of: Option<&'static str>,
}

/// A bound of a number, as an exact decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The bound, as JSON spells it.
    pub value: &'static str,
    /// Whether the bound itself is outside.
    pub exclusive: bool,
}

/// Texts.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// The least number of characters.
    pub min: u32,
    /// The greatest number of characters; `u32::MAX` for no bound.
    pub max: u32,
    /// The regular expressions that all match somewhere in the text.
    pub patterns: &'static [PatternId],
    /// What the text spells.
    pub format: Format,
}

/// What a text spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Nothing in particular.
    Plain,
    /// A calendar date: `2026-03-09`.
    Date,
    /// A date with a time of day, with or without an offset: `2026-03-09T18:20:05Z`.
    DateTime,
    /// A time of day: `18:20:05`.
    Time,
    /// An ISO 8601 duration: `P3DT4H`.
    Duration,
    /// A moment, as ProtoJSON has it: a date with a time of day and an offset. Without one it is in UTC.
    Timestamp,
    /// A duration as ProtoJSON has it, in seconds: `1.5s`.
    Seconds,
    /// Bytes in base64, of either alphabet, with or without padding.
    Base64,
    /// A format without a type: named to the model, not checked.
    Named(&'static str),
}

/// One value of an enum.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The value, as programs exchange it.
    pub value: Literal,
    /// The value, as the model sees it.
    pub shown: Literal,
    /// Other spellings that the reader takes.
    pub accept: &'static [&'static str],
}

/// Lists of one type.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// The type of each element.
    pub item: TypeId,
    /// The least number of elements.
    pub min: u32,
    /// The greatest number of elements; `u32::MAX` for no bound.
    pub max: u32,
    /// Whether no two elements are equal.
    pub unique: bool,
}

/// Lists with a type for each place.
#[derive(Debug, Clone, Copy)]
pub struct Tuple {
    /// The types of the first places.
    pub items: &'static [TypeId],
    /// The type of further places; `None` when there are none.
    pub rest: Option<TypeId>,
    /// The least number of elements.
    pub min: u32,
    /// The greatest number of elements; `u32::MAX` for no bound.
    pub max: u32,
    /// Whether no two elements are equal.
    pub unique: bool,
}

/// Objects whose members all have one type.
#[derive(Debug, Clone, Copy)]
pub struct Map {
    /// The type of each member's value.
    pub value: TypeId,
    /// The type that each member's name has, as a text.
    pub name: Option<TypeId>,
    /// The least number of members.
    pub min: u32,
    /// The greatest number of members; `u32::MAX` for no bound.
    pub max: u32,
}

/// Objects with declared members.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// The members, in the order of the source.
    pub fields: &'static [Field],
    /// Every spelling of every member.
    pub spellings: Spellings,
    /// What becomes of other members.
    pub rest: Rest,
}

/// What becomes of members that a record does not declare.
#[derive(Debug, Clone, Copy)]
pub enum Rest {
    /// They are listed in the reading and left out of the value.
    Ignore,
    /// Each is a fault.
    Deny,
    /// They are kept in a map; each value has this type.
    Keep(TypeId),
    /// The ones whose name matches a pattern are kept in a map, each with the type of the first pattern that matches;
    /// the others are kept too (`Some`), ignored (`open`), or faults.
    Match {
        /// Patterns with the type of a member whose name matches.
        patterns: &'static [(PatternId, TypeId)],
        /// The type of the members that match none.
        other: Option<TypeId>,
        /// Whether members that match none are ignored, where `other` is `None`.
        open: bool,
    },
}

/// A declared member.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The name as the source spells it: what programs exchange.
    pub name: &'static str,
    /// The name as the model sees it.
    pub shown: &'static str,
    /// The type of its value.
    pub ty: TypeId,
    /// Whether it must be there.
    pub required: bool,
    /// Whether a text that is blank counts as missing, where the member is required.
    pub blank: bool,
    /// The value that is filled in when it is absent.
    pub default: Option<Literal>,
    /// The spellings of the oneof that it belongs to; empty for a member of none. At most one member of a oneof is
    /// there, and it may stand in an object under the oneof's name.
    pub oneof: &'static [&'static str],
    /// Texts that say of an optional member that it is absent.
    pub nothing: &'static [&'static str],
}

/// One of several types.
#[derive(Debug, Clone, Copy)]
pub struct Union {
    /// The member whose value names the branch, where all branches are objects that have one.
    pub tag: Option<Tag>,
    /// The branches, in the order of the source.
    pub branches: &'static [Branch],
    /// Whether a value that fits two branches is a fault (`oneOf`).
    pub exclusive: bool,
}

/// The member that names a union's branch.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    /// The name as the source spells it.
    pub name: &'static str,
    /// The name as the model sees it.
    pub shown: &'static str,
}

/// One branch of a union.
#[derive(Debug, Clone, Copy)]
pub struct Branch {
    /// The tag's values that name it; empty without a tag.
    pub tags: &'static [&'static str],
    /// Other spellings of the tag that the reader takes.
    pub accept: &'static [&'static str],
    /// Its type.
    pub ty: TypeId,
}

/// A JSON value of the schema.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the kinds of JSON")]
pub enum Literal {
    Null,
    Bool(bool),
    /// A number, as JSON spells it.
    Number(&'static str),
    Text(&'static str),
    List(&'static [Literal]),
    Object(&'static [(&'static str, Literal)]),
}

// Constructors, so that generated tables stay short and a new property with a usual value changes none of them.

impl Type {
    /// A type under a name (empty for none), without null and without a rule.
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, nullable: false, rule: None }
    }

    /// The same type with `null` as a value too.
    pub const fn or_null(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// The same type with a rule of its own.
    pub const fn under(self, rule: u32) -> Self {
        Self { rule: Some(RuleId(rule)), ..self }
    }
}

impl Integer {
    /// All numbers that `width` holds.
    pub const fn new(width: Width) -> Self {
        Self { width, min: width.min(), max: width.max(), multiple_of: None }
    }

    /// The same between two bounds, both included.
    pub const fn within(self, min: i128, max: i128) -> Self {
        Self { min, max, ..self }
    }
}

impl Width {
    /// The least number that it holds.
    pub const fn min(self) -> i128 {
        match self {
            Self::I8 => i8::MIN as i128,
            Self::I16 => i16::MIN as i128,
            Self::I32 => i32::MIN as i128,
            Self::I64 => i64::MIN as i128,
            Self::I128 => i128::MIN,
            Self::U8 | Self::U16 | Self::U32 | Self::U64 | Self::U128 => 0,
        }
    }

    /// The greatest number that it holds; `i128::MAX` for `U128`, which holds more.
    pub const fn max(self) -> i128 {
        match self {
            Self::I8 => i8::MAX as i128,
            Self::I16 => i16::MAX as i128,
            Self::I32 => i32::MAX as i128,
            Self::I64 => i64::MAX as i128,
            Self::U8 => u8::MAX as i128,
            Self::U16 => u16::MAX as i128,
            Self::U32 => u32::MAX as i128,
            Self::U64 => u64::MAX as i128,
            Self::I128 | Self::U128 => i128::MAX,
        }
    }
}

impl Number {
    /// All numbers.
    pub const ANY: Self = Self { min: None, max: None, multiple_of: None };
}

impl Text {
    /// All texts.
    pub const ANY: Self = Self { min: 0, max: u32::MAX, patterns: &[], format: Format::Plain };
}

impl List {
    /// Lists of any length.
    pub const fn of(item: u32) -> Self {
        Self { item: TypeId(item), min: 0, max: u32::MAX, unique: false }
    }
}

impl Map {
    /// Maps with any names, of any size.
    pub const fn of(value: u32) -> Self {
        Self { value: TypeId(value), name: None, min: 0, max: u32::MAX }
    }
}

impl Field {
    /// An optional member.
    pub const fn new(name: &'static str, ty: u32) -> Self {
        Self {
            name,
            shown: name,
            ty: TypeId(ty),
            required: false,
            blank: false,
            default: None,
            oneof: &[],
            nothing: &[],
        }
    }

    /// The same under another name for the model.
    pub const fn shown(self, shown: &'static str) -> Self {
        Self { shown, ..self }
    }

    /// The same, required; a blank text counts as missing.
    pub const fn required(self) -> Self {
        Self { required: true, blank: true, ..self }
    }

    /// The same, where a blank text is a value like any other.
    pub const fn blank(self) -> Self {
        Self { blank: false, ..self }
    }

    /// The same as one of the members of a oneof, by the spellings of its name.
    pub const fn one_of(self, oneof: &'static [&'static str]) -> Self {
        Self { oneof, ..self }
    }

    /// The same, where these texts say that it is absent.
    pub const fn nothing(self, nothing: &'static [&'static str]) -> Self {
        Self { nothing, ..self }
    }

    /// The same with a value that is filled in.
    pub const fn default(self, default: Literal) -> Self {
        Self { default: Some(default), ..self }
    }
}

impl Variant {
    /// A value without other spellings.
    pub const fn new(value: Literal) -> Self {
        Self { value, shown: value, accept: &[] }
    }

    /// The same under another name for the model.
    pub const fn shown(self, shown: &'static str) -> Self {
        Self { shown: Literal::Text(shown), ..self }
    }

    /// The same with other spellings.
    pub const fn accept(self, accept: &'static [&'static str]) -> Self {
        Self { accept, ..self }
    }
}

impl Tag {
    /// Whether a member of this name is the tag, in any casing and with any separators.
    pub(crate) fn is_spelled(self, name: &str) -> bool {
        name == self.name || name == self.shown || fold(name) == fold(self.name)
    }
}

impl Branch {
    /// A branch without a tag.
    pub const fn new(ty: u32) -> Self {
        Self { tags: &[], accept: &[], ty: TypeId(ty) }
    }

    /// The same, named by these values of the tag.
    pub const fn tags(self, tags: &'static [&'static str]) -> Self {
        Self { tags, ..self }
    }

    /// The same with other spellings of the tag.
    pub const fn accept(self, accept: &'static [&'static str]) -> Self {
        Self { accept, ..self }
    }
}

/// Assertions that hold of one value, all of them.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The assertions. Those of `unevaluated…` stand last.
    pub checks: &'static [Check],
    /// The schema resource that it stands in, for dynamic references.
    pub resource: u16,
}

/// One assertion of JSON Schema. Each but `Kinds`, `Const`, `Enum` and the combining ones holds of every value of
/// another kind than its own. Names are as the source spells them.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the keywords of JSON Schema")]
pub enum Check {
    /// `false`.
    Never,
    /// `type`: a set of [`Kinds`].
    Kinds(Kinds),
    Const(Literal),
    Enum(&'static [Literal]),
    Min(Limit),
    Max(Limit),
    MultipleOf(&'static str),
    MinLength(u64),
    MaxLength(u64),
    Pattern(PatternId),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    /// `prefixItems`, or a draft-4 list of `items`.
    Prefix(&'static [RuleId]),
    /// The items from this place on.
    Items(usize, RuleId),
    Contains {
        rule: RuleId,
        min: u64,
        max: u64,
    },
    Properties(&'static [(&'static str, RuleId)]),
    PatternProperties(&'static [(PatternId, RuleId)]),
    /// `additionalProperties`: the members that are none of `names` and match none of `patterns`.
    Additional {
        names: &'static [&'static str],
        patterns: &'static [PatternId],
        rule: RuleId,
    },
    PropertyNames(RuleId),
    Required(&'static [&'static str]),
    MinProperties(u64),
    MaxProperties(u64),
    DependentRequired(&'static [(&'static str, &'static [&'static str])]),
    DependentSchemas(&'static [(&'static str, RuleId)]),
    AllOf(&'static [RuleId]),
    AnyOf(&'static [RuleId]),
    OneOf(&'static [RuleId]),
    Not(RuleId),
    If {
        test: RuleId,
        then: Option<RuleId>,
        other: Option<RuleId>,
    },
    Ref(RuleId),
    /// `$dynamicRef` to `anchor`: the outermost resource of the dynamic scope that has it, else `rule`.
    DynamicRef {
        anchor: &'static str,
        rule: RuleId,
    },
    UnevaluatedItems(RuleId),
    UnevaluatedProperties(RuleId),
}

/// A set of the kinds of JSON Schema's `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(pub u8);

#[allow(missing_docs, reason = "the kinds of JSON Schema")]
impl Kinds {
    pub const NULL: Self = Self(1);
    pub const BOOLEAN: Self = Self(2);
    /// Numbers without a fraction, `1.0` included.
    pub const INTEGER: Self = Self(4);
    /// All numbers.
    pub const NUMBER: Self = Self(8);
    pub const STRING: Self = Self(16);
    pub const ARRAY: Self = Self(32);
    pub const OBJECT: Self = Self(64);

    /// The kinds of both sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `other` lies in this set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
