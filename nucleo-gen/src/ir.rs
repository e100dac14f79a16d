//! The inner form of all schemas of one build: what every later phase reads and none changes.
//!
//! It knows no Rust name, no casing and no token. A reference is an id. Order is the order of the source.

use crate::diag::{SourceId, Span};
use crate::json::Json;
use crate::knobs::Knobs;

/// All schemas of one build.
#[derive(Debug, Default)]
pub(crate) struct Ir {
    /// One a schema file, in the order of their paths.
    pub(crate) files: Vec<File>,
    pub(crate) decls: Vec<Decl>,
    pub(crate) rules: Vec<Rule>,
    /// What enforces each keyword.
    pub(crate) ledger: Vec<Entry>,
    /// The values that schemas give of their own places.
    pub(crate) samples: Vec<Sample>,
    pub(crate) agents: Vec<Agent>,
    /// Answers that hold the model's reasoning, each with the type without it, for a model that reasons natively.
    pub(crate) natives: Vec<(DeclId, DeclId)>,
    /// How many types stand in schemas: those behind them are envelopes and the like, which no Rust code names.
    pub(crate) written: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FileId(pub(crate) u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct DeclId(pub(crate) u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RuleId(pub(crate) u32);

/// One schema file: one module.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) source: SourceId,
    /// The folders below the searched folder, and the file's stem; as spelled.
    pub(crate) module: Vec<String>,
    /// The type of the file as a whole; `None` for a file of definitions alone.
    pub(crate) root: Option<DeclId>,
    /// What a model may be asked for: the root, or each named definition of a file without one.
    pub(crate) answers: Vec<DeclId>,
    /// The whole file's assertions, exactly as the specification has them: what strict validation checks.
    pub(crate) rule: Option<RuleId>,
    pub(crate) knobs: Knobs,
}

/// A named type.
#[derive(Debug)]
pub(crate) struct Decl {
    /// The title, the name among the definitions, or a name made from the place; casing is the work of `resolve::names`.
    pub(crate) name: String,
    /// Where `name` comes from.
    pub(crate) named_by: NamedBy,
    pub(crate) file: FileId,
    /// The JSON pointer of the definition in its file (`#/$defs/Row`): for messages and stable distinct names.
    pub(crate) place: String,
    pub(crate) doc: Doc,
    pub(crate) kind: Kind,
    /// What else holds of a value, beyond what `kind` says.
    pub(crate) rule: Option<RuleId>,
    pub(crate) ext: Ext,
    pub(crate) knobs: Knobs,
    /// The place of the definition, for messages: its title, else its first bytes.
    pub(crate) span: Span,
}

impl Decl {
    /// Whether it is an artifact: a model writes its reference alone.
    pub(crate) fn is_artifact(&self) -> bool {
        self.ext.alias.is_some()
    }

    /// Whether it stands for artifacts of any type. No other artifact has an empty alias.
    pub(crate) fn is_any_artifact(&self) -> bool {
        self.ext.alias.as_ref().is_some_and(|(alias, _)| alias.is_empty())
    }
}

/// Where a type's name comes from. Earlier ones are kept where two clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamedBy {
    /// The file's stem.
    File,
    /// A key of `$defs` or `definitions`, or a message's name.
    Definition,
    /// A `title`.
    Title,
    /// The member or place that holds it: the parent's name and the member's.
    Place,
}

/// What people wrote about a type, a member or a value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Doc {
    pub(crate) title: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) examples: Vec<Json>,
    pub(crate) deprecated: bool,
}

/// Facts of our own about a named type (DESIGN section 10).
#[derive(Debug, Clone, Default)]
pub(crate) struct Ext {
    /// `x-nucleo-name`.
    pub(crate) rust_name: Option<(String, Span)>,
    /// `x-nucleo-type-alias`.
    pub(crate) alias: Option<(String, Span)>,
    /// `x-nucleo-tool`.
    pub(crate) tool: Option<Tool>,
    /// `x-nucleo-agent`: an agent gives it as its answer.
    pub(crate) agent: bool,
    /// The type of the runtime that it is, by its path there: a built-in schema.
    pub(crate) ready: Option<&'static str>,
}

/// What makes a type the input of a tool.
#[derive(Debug, Clone)]
pub(crate) struct Tool {
    /// The keyword, as it stands.
    pub(crate) json: Json,
    pub(crate) name: Option<String>,
    pub(crate) about: Option<String>,
    pub(crate) kind: ToolKind,
    pub(crate) weight: Option<(u32, u32)>,
    pub(crate) read_only: bool,
    /// The entry of a server's list that it comes from: the model is shown its words.
    pub(crate) listed: Option<Json>,
    pub(crate) span: Span,
}

/// What answers a call of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolKind {
    InMemory,
    ApiCall,
    Thinker(u8),
}

/// The envelopes around the answer of an agent.
#[derive(Debug)]
pub(crate) struct Agent {
    pub(crate) answer: DeclId,
    /// What a turn is read as.
    pub(crate) read: DeclId,
    /// What a model is shown: in full, without reasoning, without calls, without both.
    pub(crate) shown: [DeclId; 4],
}

/// What a named type is.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all are records, and each is built once")]
pub(crate) enum Kind {
    Record(Record),
    Enum(Enum),
    Union(Union),
    /// A named scalar, list, map or tuple, or another type under a second name.
    Newtype(Type),
    /// A type that no value has.
    Never,
}

/// An object with declared members.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) fields: Vec<Field>,
    pub(crate) rest: Rest,
    pub(crate) groups: Vec<Group>,
}

/// Members of which at most one is there, under one name (`x-nucleo-oneof`): one enum in Rust, and members like any
/// others everywhere else. All are optional and have no default; that there is at most one is a rule.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// As the source spells it.
    pub(crate) name: String,
    pub(crate) doc: Doc,
    /// The members' places in their record, in their order.
    pub(crate) fields: Vec<usize>,
    /// Whether one of them must be there.
    pub(crate) required: bool,
    /// Other spellings of the name, for an object under it that holds the member.
    pub(crate) accept: Vec<String>,
    /// The Rust name of the enum.
    pub(crate) rust_name: Option<(String, Span)>,
}

/// What becomes of members that a record does not declare.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "each is built once")]
pub(crate) enum Rest {
    /// Nothing is said of them, or that they are allowed.
    Open,
    /// `additionalProperties: false`.
    Closed,
    /// `additionalProperties` and `patternProperties` with types: they are kept in a map.
    Keep {
        /// Patterns with the type of a member whose name matches.
        patterns: Vec<(Pattern, Type)>,
        other: Other,
        /// The type of a value in the map: that of all of the above where they agree, else `Any`.
        value: Type,
    },
}

/// What becomes of members that match no pattern.
#[derive(Debug, Clone)]
pub(crate) enum Other {
    Open,
    Closed,
    Keep(Type),
}

/// A regular expression of ECMA-262.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) source: String,
}

/// A declared member.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    /// As the source spells it.
    pub(crate) name: String,
    pub(crate) doc: Doc,
    pub(crate) ty: Type,
    pub(crate) required: bool,
    pub(crate) default: Option<Json>,
    /// `x-nucleo-accept`: other spellings of the name.
    pub(crate) accept: Vec<String>,
    /// `x-nucleo-nothing`: texts that say that it is absent.
    pub(crate) nothing: Vec<String>,
    /// `x-nucleo-name`.
    pub(crate) rust_name: Option<(String, Span)>,
    /// `x-nucleo-summarizable`.
    pub(crate) summarizable: Option<Summary>,
    /// `x-nucleo-context-ignore`.
    pub(crate) context_ignore: bool,
    /// `x-nucleo-reasoning`.
    pub(crate) reasoning: bool,
    pub(crate) span: Span,
}

impl Field {
    /// A member that may be left out, and of which nothing else is said.
    pub(crate) fn new(name: &str, ty: Type, span: Span) -> Self {
        Self {
            name: name.to_owned(),
            doc: Doc::default(),
            ty,
            required: false,
            default: None,
            accept: Vec::new(),
            nothing: Vec::new(),
            rust_name: None,
            summarizable: None,
            context_ignore: false,
            reasoning: false,
            span,
        }
    }

    /// Whether it holds the model's reasoning, so that one that reasons natively is not asked for it.
    pub(crate) fn is_reasoning(&self) -> bool {
        self.reasoning || (self.name == "reasoning" && !self.required)
    }
}

/// How the text of a member is shortened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) hint: String,
    pub(crate) size: Size,
    pub(crate) threshold: u32,
    pub(crate) llm_safe: bool,
    pub(crate) pre_summarized: bool,
    pub(crate) static_summary: String,
}

impl Default for Summary {
    fn default() -> Self {
        Self {
            hint: String::new(),
            size: Size::Short,
            threshold: 8000,
            llm_safe: true,
            pre_summarized: false,
            static_summary: String::new(),
        }
    }
}

/// How long a summary is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    Brief,
    Short,
    Paragraphs,
}

impl Size {
    /// As a schema has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brief => "BRIEF",
            Self::Short => "SHORT",
            Self::Paragraphs => "PARAGRAPHS",
        }
    }

    /// As the runtime has it.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Brief => "Brief",
            Self::Short => "Short",
            Self::Paragraphs => "Paragraphs",
        }
    }
}

/// The listed values alone.
#[derive(Debug)]
pub(crate) struct Enum {
    pub(crate) values: Vec<Value>,
}

/// One value of an enum.
#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) json: Json,
    /// What a model sees in its place (`x-nucleo-shown`), unless it sees the source's spelling.
    pub(crate) shown: Option<Json>,
    pub(crate) doc: Doc,
    pub(crate) accept: Vec<String>,
    pub(crate) rust_name: Option<(String, Span)>,
}

/// One of several types.
#[derive(Debug)]
pub(crate) struct Union {
    /// The member whose value names the branch, as the source spells it. The branches still have it as a field.
    pub(crate) tag: Option<String>,
    pub(crate) branches: Vec<Branch>,
    /// Whether a value that fits two branches is a fault (`oneOf`).
    pub(crate) exclusive: bool,
}

/// One branch of a union.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The name to make the Rust variant from: a title, a tag's value, a definition's name, a kind.
    pub(crate) name: String,
    /// The tag's values that name it.
    pub(crate) tags: Vec<String>,
    pub(crate) accept: Vec<String>,
    pub(crate) rust_name: Option<(String, Span)>,
    pub(crate) doc: Doc,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

/// The type of a place.
#[derive(Debug, Clone)]
pub(crate) struct Type {
    pub(crate) kind: TypeKind,
    /// Whether `null` is a value too.
    pub(crate) nullable: bool,
    /// What else holds at this place, beyond what the rest says.
    pub(crate) rule: Option<RuleId>,
}

impl Type {
    /// Every rule of this type and of those inside it, up to named ones.
    pub(crate) fn each_rule(&self, visit: &mut dyn FnMut(RuleId)) {
        self.rule.iter().for_each(|&rule| visit(rule));
        match &self.kind {
            TypeKind::List(it) => it.item.each_rule(visit),
            TypeKind::Tuple(it) => it.items.iter().chain(&it.rest).for_each(|item| item.each_rule(visit)),
            TypeKind::Map(it) => it.name.iter().chain([&it.value]).for_each(|part| part.each_rule(visit)),
            _ => {}
        }
    }
}

/// What values a place takes.
#[derive(Debug, Clone)]
pub(crate) enum TypeKind {
    Any,
    Null,
    Bool,
    Integer(Integer),
    Number(Number),
    Text(Text),
    List(Box<List>),
    Tuple(Box<Tuple>),
    Map(Box<Map>),
    Decl(DeclId),
}

/// Whole numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Integer {
    /// Both included; exclusive bounds and bounds with fractions are brought to whole ones by the front end.
    pub(crate) min: Option<i128>,
    pub(crate) max: Option<i128>,
    /// The greatest value is one that `u128` holds and `i128` does not; a rule has it.
    pub(crate) needs_u128: bool,
    /// As the source spells it.
    pub(crate) multiple_of: Option<String>,
    /// `int32`, `uint64` …: as the source spells it.
    pub(crate) format: Option<String>,
}

impl Integer {
    /// The bounds, with those of the format.
    pub(crate) fn bounds(&self) -> (Option<i128>, Option<i128>) {
        let width = self.format.as_deref().and_then(Self::width);
        let least = width.map(|(least, _)| self.min.map_or(least, |min| min.max(least))).or(self.min);
        let most = width.map(|(_, most)| self.max.map_or(most, |max| max.min(most))).or(self.max);
        (least, most)
    }

    /// The bounds of a format.
    fn width(format: &str) -> Option<(i128, i128)> {
        Some(match format {
            "int8" => (i8::MIN.into(), i8::MAX.into()),
            "int16" => (i16::MIN.into(), i16::MAX.into()),
            "int32" => (i32::MIN.into(), i32::MAX.into()),
            "int64" => (i64::MIN.into(), i64::MAX.into()),
            "uint8" => (0, u8::MAX.into()),
            "uint16" => (0, u16::MAX.into()),
            "uint32" => (0, u32::MAX.into()),
            "uint64" => (0, u64::MAX.into()),
            _ => return None,
        })
    }

    /// The format, where it says more than its bounds do.
    pub(crate) fn other_format(&self) -> Option<&str> {
        self.format.as_deref().filter(|format| Self::width(format).is_none())
    }
}

/// Numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) min: Option<Limit>,
    pub(crate) max: Option<Limit>,
    /// As the source spells it.
    pub(crate) multiple_of: Option<String>,
    pub(crate) format: Option<String>,
}

/// A bound of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Limit {
    /// As the source spells it.
    pub(crate) value: String,
    pub(crate) exclusive: bool,
}

/// Texts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) patterns: Vec<Pattern>,
    /// As the source spells it.
    pub(crate) format: Option<String>,
    /// What ProtoJSON has in the place of such texts (`x-nucleo-format`).
    pub(crate) form: Option<Form>,
}

/// The texts of ProtoJSON that JSON Schema has no name for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A `date-time` that always has an offset.
    Timestamp,
    /// A duration in seconds: `1.5s`.
    Seconds,
    /// Bytes.
    Base64,
}

impl Form {
    pub(crate) const ALL: [Self; 3] = [Self::Timestamp, Self::Seconds, Self::Base64];

    /// The pattern that tells others of it.
    pub(crate) fn pattern(self) -> Option<&'static str> {
        (self == Self::Seconds).then_some(r"^-?[0-9]+(\.[0-9]{1,9})?s$")
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Timestamp => "timestamp",
            Self::Seconds => "seconds",
            Self::Base64 => "base64",
        }
    }
}

/// Lists of one type.
#[derive(Debug, Clone)]
pub(crate) struct List {
    pub(crate) item: Type,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
    /// What people wrote about the elements.
    pub(crate) item_doc: Doc,
}

/// Lists with a type for each place.
#[derive(Debug, Clone)]
pub(crate) struct Tuple {
    pub(crate) items: Vec<Type>,
    /// The type of further places; `None` when there are none.
    pub(crate) rest: Option<Type>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
}

/// Objects whose members all have one type.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    pub(crate) value: Type,
    /// `propertyNames`, as a type of texts.
    pub(crate) name: Option<Type>,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    /// What people wrote about the values.
    pub(crate) value_doc: Doc,
}

/// Assertions that hold of one value, all of them; exactly what one schema object of the source says.
#[derive(Debug, Default)]
pub(crate) struct Rule {
    pub(crate) checks: Vec<Check>,
    /// The schema resource that it stands in, for dynamic references.
    pub(crate) resource: u16,
    /// The name of its `$dynamicAnchor`.
    pub(crate) anchor: Option<String>,
}

/// One assertion, as [`nucleo_runtime::shape::Check`] has it. Those of `unevaluated…` stand last in their rule.
#[derive(Debug, Clone)]
pub(crate) enum Check {
    Never,
    Kinds(nucleo_runtime::shape::Kinds),
    Const(Json),
    Enum(Vec<Json>),
    Min(Limit),
    Max(Limit),
    MultipleOf(String),
    MinLength(u64),
    MaxLength(u64),
    Pattern(Pattern),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    Prefix(Vec<RuleId>),
    Items(usize, RuleId),
    Contains { rule: RuleId, min: u64, max: Option<u64> },
    Properties(Vec<(String, RuleId)>),
    PatternProperties(Vec<(Pattern, RuleId)>),
    Additional { names: Vec<String>, patterns: Vec<Pattern>, rule: RuleId },
    PropertyNames(RuleId),
    Required(Vec<String>),
    MinProperties(u64),
    MaxProperties(u64),
    DependentRequired(Vec<(String, Vec<String>)>),
    DependentSchemas(Vec<(String, RuleId)>),
    AllOf(Vec<RuleId>),
    AnyOf(Vec<RuleId>),
    OneOf(Vec<RuleId>),
    Not(RuleId),
    If { test: RuleId, then: Option<RuleId>, other: Option<RuleId> },
    Ref(RuleId),
    DynamicRef { anchor: String, rule: RuleId },
    UnevaluatedItems(RuleId),
    UnevaluatedProperties(RuleId),
}

/// A value that a schema gives of its own place, and that ought to fit there.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) role: Role,
    pub(crate) json: Json,
    pub(crate) ty: Type,
}

/// What a schema says that a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Default,
    Example,
    /// By `const` or `enum`: one of the values that there are.
    Listed,
}

/// One line of the ledger: what enforces a keyword.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) file: FileId,
    /// The JSON pointer of the schema object that holds the keyword.
    pub(crate) place: String,
    pub(crate) keyword: String,
    pub(crate) by: Enforcer,
    pub(crate) span: Span,
}

/// What enforces a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enforcer {
    /// The Rust type.
    Type,
    /// A check of the shape.
    Check,
    /// Nobody, for this reason.
    Nobody(&'static str),
    /// The Rust type, but not to the letter: a decision of ours, for this reason. Nothing that the schema forbids gets by.
    Decided(&'static str),
}

impl Ir {
    /// Whether a type stands in a schema, and is not one of those that come with agents and with reasoning.
    pub(crate) fn is_written(&self, id: DeclId) -> bool {
        (self.agents.is_empty() && self.natives.is_empty()) || (id.0 as usize) < self.written
    }

    /// Whether a type is one that a model is shown in the place of another, which its replies are read as.
    pub(crate) fn is_only_shown(&self, id: DeclId) -> bool {
        self.natives.iter().any(|(_, native)| *native == id) || self.agents.iter().any(|it| it.shown.contains(&id))
    }

    /// What a model that reasons natively is shown of an answer.
    pub(crate) fn native(&self, answer: DeclId) -> Option<DeclId> {
        self.natives.iter().find(|(of, _)| *of == answer).map(|(_, native)| *native)
    }
}

impl std::ops::Index<DeclId> for Ir {
    type Output = Decl;

    fn index(&self, id: DeclId) -> &Decl {
        // OK because every id was given by this IR.
        &self.decls[id.0 as usize]
    }
}

impl std::ops::Index<RuleId> for Ir {
    type Output = Rule;

    fn index(&self, id: RuleId) -> &Rule {
        // OK because every id was given by this IR.
        &self.rules[id.0 as usize]
    }
}
