//! Coercion and validation of nodes against a shape.
//!
//! One pass from the root. A value that fits is left alone; one that has one sensible reading is changed in its node;
//! any other is a misfit, and the pass goes on. What was decided about a value (the members of a record, the branch of
//! a union) becomes its *frame*, from which generated code builds. Places are named at the end, and only where there is
//! something to name.

mod base64;
mod choice;
mod coerce;
mod container;
mod date;
mod entries;
mod equality;
mod locate;
mod lone;
#[cfg(feature = "prost")]
pub(crate) mod moment;
mod oneof;
mod probe;
mod record;
mod rules;
mod scalar;
mod seconds;
mod union;

use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::Step;
use crate::profile::{Coerce, Profile};
use crate::read::{self, Parsed, RawRepair};
use crate::repair::RepairKind;
use crate::shape::{Format, Kind, Literal, Mapped, RuleId, Shape, Table, Type, TypeId, Variant};
use crate::tape::{NONE, Node, Raw, Tag, Tape, pair};

pub(crate) use equality::are_equal;
pub(crate) use locate::locate;
use locate::{Places, locate_in};

/// How a value is taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// Which values of another kind are taken.
    pub(crate) coerce: Coerce,
    /// Which spellings of a member's name are taken.
    pub(crate) names: Names,
    /// Whether a text that is blank counts as missing, where its member says so.
    pub(crate) blank: bool,
}

/// Which spellings of a member's name are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// Any casing and separators, and every accepted spelling.
    Folded,
    /// As the source has it, or as the model sees it.
    Exact,
    /// As the source has it.
    Source,
}

impl Options {
    /// For what a program wrote: nothing is mended.
    pub(crate) const STRICT: Self = Self { coerce: Coerce::Off, names: Names::Source, blank: false };

    /// For a reply that is read by `profile`.
    pub(crate) const fn of(profile: &Profile) -> Self {
        let names = if matches!(profile.coerce, Coerce::Lenient) { Names::Folded } else { Names::Exact };
        Self { coerce: profile.coerce, names, blank: true }
    }

    fn is_lenient(self) -> bool {
        self.coerce == Coerce::Lenient
    }
}

/// Faults beyond this number are not told apart any more.
const MAX_FAULTS: usize = 1_000;

/// How deep JSON in a text may nest, and how much of it is mended.
const NESTED_DEPTH: u32 = 64;
const NESTED_REPAIRS: usize = 100;

/// Brings the nodes of a reply to `shape`: fills the frames, adds a repair for each deviation, and gives every misfit.
pub(crate) fn conform(parsed: &mut Parsed<'_>, shape: Shape, options: Options) -> Misfits {
    let root = parsed.root;
    // Most nodes are members, and each record has an entry a field: one allocation serves.
    parsed.tape.side.reserve(parsed.tape.nodes.len());
    let mut cx = Conform {
        tape: &mut parsed.tape,
        repairs: &mut parsed.repairs,
        misfits: Vec::new(),
        table: shape.table,
        shape,
        options,
        ruled: 0,
        later: Vec::with_capacity(64),
        folded: String::new(),
        memo: probe::Memo::default(),
    };
    cx.node(root, shape.id);
    Misfits(cx.misfits)
}

/// The ways in which a value does not fit its type, before their places are named.
#[derive(Debug)]
pub(crate) struct Misfits(Vec<Misfit>);

impl Misfits {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = FaultKind> + '_ {
        self.0.iter().map(|misfit| misfit.kind)
    }

    /// The same with their places in the value that was held against `shape`.
    pub(crate) fn named(self, parsed: &Parsed<'_>, shape: Shape) -> Vec<Fault> {
        if self.0.is_empty() { Vec::new() } else { name_places(parsed, shape, self.0) }
    }
}

/// A fault whose place is a node.
#[derive(Debug)]
struct Misfit {
    kind: FaultKind,
    node: u32,
    /// The member of that node which is meant, where it is absent.
    member: Option<&'static str>,
    expected: Expected,
    found: Found,
}

impl Misfit {
    fn at(self, places: &Places, tape: &Tape<'_>) -> Fault {
        let Self { kind, node, member, expected, found } = self;
        let mut path = places.path(node);
        path.0.extend(member.map(|name| Step::Name(name.into())));
        let raw = &tape.nodes[node as usize];
        Fault { kind, path, expected, found, span: Some(raw.start as usize..raw.end as usize) }
    }
}

/// All assertions of a rule that do not hold of a value as it stands. Members are known by the source's names alone,
/// so their places are counted.
pub fn validate(value: Node<'_>, table: &'static Table, rule: RuleId) -> Vec<Fault> {
    let broken = rules::broken(table, rule, value);
    if broken.is_empty() {
        return Vec::new();
    }
    let tape = value.tape();
    let places = locate_in(tape, value.index(), None, broken.iter().map(|it| it.node).collect());
    let misfits = broken.into_iter().map(Misfit::from);
    misfits.map(|misfit| name_undeclared(misfit.node, misfit.at(&places, tape), tape)).collect()
}

/// Names an undeclared member by its name, where that may be shown.
fn name_undeclared(node: u32, mut fault: Fault, tape: &Tape<'_>) -> Fault {
    if let (FaultKind::Unknown, Some(last)) = (fault.kind, fault.path.0.last_mut()) {
        if let Step::Entry(at) = *last {
            *last = Step::undeclared(tape.key_of(&tape.nodes[node as usize]), at);
        }
    }
    fault
}

impl From<rules::Broken> for Misfit {
    fn from(broken: rules::Broken) -> Self {
        let rules::Broken { kind, node, check, found, member } = broken;
        Self { kind, node, member, expected: Expected::Check(check), found }
    }
}

#[cold]
fn name_places(parsed: &Parsed<'_>, shape: Shape, misfits: Vec<Misfit>) -> Vec<Fault> {
    let places = locate(parsed, shape, misfits.iter().map(|misfit| misfit.node).collect());
    let name = |misfit: Misfit| {
        let (node, member) = (misfit.node, misfit.member);
        let mut fault = name_undeclared(node, misfit.at(&places, &parsed.tape), &parsed.tape);
        // Rules know a member by the source's name, the model by another.
        if let (Some(name), Some(object)) = (member, shape.locate(&places.path(node))) {
            fault.path.0.pop();
            fault.path.0.push(object.named(name));
        }
        fault
    };
    misfits.into_iter().map(name).collect()
}

struct Conform<'c, 'r> {
    tape: &'c mut Tape<'r>,
    repairs: &'c mut Vec<RawRepair>,
    misfits: Vec<Misfit>,
    table: &'static Table,
    shape: Shape,
    options: Options,
    /// How many types with a rule stand around the value: rules know members by the source's names.
    ruled: u32,
    /// The members of the records around the value that do not fit at a glance.
    later: Vec<u32>,
    /// A folded name; one buffer for all.
    folded: String,
    memo: probe::Memo,
}

impl<'r> Conform<'_, 'r> {
    /// Conforms the value at `at` and gives its node the frame.
    #[inline]
    fn node(&mut self, at: u32, id: TypeId) {
        // OK because the generator only writes ids of the same table.
        if !is_plain(self.raw(at), &self.table.types[id.0 as usize]) {
            self.odd_node(at, id);
        }
    }

    fn odd_node(&mut self, at: u32, id: TypeId) {
        let frame = self.value(at, id, false);
        if frame != NONE {
            let at = self.tape.follow(at);
            self.tape.nodes[at as usize].frame = frame;
        }
    }

    /// Conforms the value at `at` and gives its frame. `wrapped` says that it is taken as a list of one already.
    fn value(&mut self, at: u32, id: TypeId, wrapped: bool) -> u32 {
        let at = self.tape.follow(at);
        // OK because the generator only writes ids of the same table.
        let ty = &self.table.types[id.0 as usize];
        if ty.nullable && self.raw(at).tag == Tag::Null {
            return NONE;
        }
        match ty.rule {
            None => self.kind(at, id, &ty.kind, wrapped),
            Some(rule) => self.ruled(at, id, rule, wrapped),
        }
    }

    fn ruled(&mut self, at: u32, id: TypeId, rule: RuleId, wrapped: bool) -> u32 {
        let misfits = self.misfits.len();
        self.ruled += 1;
        let frame = self.kind(at, id, &self.table.get(id).kind, wrapped);
        self.ruled -= 1;
        // A value of another type breaks most rules too; one fault says enough.
        if self.misfits.len() == misfits {
            self.check(at, rule);
        }
        frame
    }

    fn kind(&mut self, at: u32, id: TypeId, kind: &'static Kind, wrapped: bool) -> u32 {
        match kind {
            Kind::Any => self.any(at),
            Kind::Never => self.never(at, id),
            Kind::Null => self.null(at, id),
            Kind::Bool => self.bool(at, id),
            Kind::Integer(it) => self.integer(at, id, it),
            Kind::Number(it) => self.number(at, id, it),
            Kind::Text(it) => self.text(at, id, it),
            Kind::Enum(variants) => self.choice(at, id, variants),
            Kind::List(it) => self.list(at, id, it, wrapped),
            Kind::Tuple(it) => self.tuple(at, id, it),
            Kind::Map(it) => self.map(at, id, it),
            Kind::Record(it) => self.record(at, id, it),
            Kind::Union(it) => self.union(at, id, it, wrapped),
            Kind::Same(to) => {
                let misfits = self.misfits.len();
                let frame = self.value(at, *to, wrapped);
                if self.misfits.len() > misfits {
                    self.say_null(misfits, at, id, *to);
                }
                frame
            }
            Kind::Mapped(it) => {
                let misfits = self.misfits.len();
                let frame = self.value(at, it.ty, wrapped);
                if self.misfits.len() == misfits && !takes(it, self.tape.node(at)) {
                    self.refuse(at, it);
                }
                frame
            }
        }
    }

    #[inline]
    fn raw(&self, at: u32) -> &Raw {
        &self.tape.nodes[at as usize]
    }

    #[inline]
    fn view(&self, at: u32) -> Node<'_> {
        self.tape.node(at)
    }

    /// Records that the value at `at` was mended.
    #[cold]
    fn repair(&mut self, kind: RepairKind, at: u32) {
        let Raw { start, end, .. } = *self.raw(at);
        self.repairs.push(RawRepair { kind, start, end, node: at });
    }

    /// Records that the value at `at` does not fit the type.
    #[cold]
    fn miss(&mut self, kind: FaultKind, at: u32, id: TypeId) {
        let found = Found::Kind(self.view(at).kind());
        self.misfit(kind, at, Expected::Shape(self.shape.at(id)), found);
    }

    /// Records that the user's type, or the store of artifacts, does not take the value at `at`.
    #[cold]
    fn refuse(&mut self, at: u32, it: &'static Mapped) {
        #[cfg(feature = "artifacts")]
        if let Some(words) = crate::artifact::complain(self.view(at), self.shape, it) {
            return self.misfit(FaultKind::Reference, at, Expected::Words(words), Found::Another);
        }
        self.miss(FaultKind::Format, at, it.ty);
    }

    /// Says of a value that is none of the type's that it may be null, where the type says so of another.
    #[cold]
    fn say_null(&mut self, from: usize, at: u32, id: TypeId, to: TypeId) {
        let outer = self.shape.at(id);
        if !outer.ty().nullable {
            return;
        }
        let inner = self.table.resolve(to);
        for misfit in self.misfits[from..].iter_mut().filter(|it| it.node == at) {
            let is_value = matches!(misfit.kind, FaultKind::Type | FaultKind::Enum | FaultKind::Branch);
            if is_value && matches!(misfit.expected, Expected::Shape(it) if std::ptr::eq(it.ty(), inner)) {
                misfit.expected = Expected::Shape(outer);
            }
        }
    }

    #[cold]
    fn misfit(&mut self, kind: FaultKind, node: u32, expected: Expected, found: Found) {
        self.add(Misfit { kind, node, member: None, expected, found });
    }

    fn add(&mut self, misfit: Misfit) {
        match self.misfits.len() {
            ..MAX_FAULTS => self.misfits.push(misfit),
            MAX_FAULTS => {
                let expected = Expected::Words("an answer with fewer faults".into());
                self.misfits.push(Misfit { kind: FaultKind::Limit, expected, ..misfit });
            }
            _ => {}
        }
    }

    /// Puts the value of the node at `to` in the place of the one at `at`.
    fn forward(&mut self, at: u32, to: u32) {
        let end = self.tape.next(at);
        let raw = &mut self.tape.nodes[at as usize];
        (raw.tag, raw.data) = (Tag::Forward, pair(end, to));
    }

    /// The value at `at` as the object that its type asks for: also in JSON in a text, or as a list of one.
    #[inline]
    fn as_object(&mut self, at: u32) -> Option<u32> {
        if self.raw(at).tag == Tag::Object { Some(at) } else { self.odd_object(at) }
    }

    #[cold]
    fn odd_object(&mut self, at: u32) -> Option<u32> {
        if !self.options.is_lenient() {
            return None;
        }
        match self.raw(at).tag {
            Tag::Text => self.nested(at, '{'),
            Tag::List if self.raw(at).pair().1 == 1 => {
                let item = self.tape.follow(at + 1);
                if self.raw(item).tag != Tag::Object {
                    return None;
                }
                self.repair(RepairKind::SingleOfList, at);
                self.forward(at, item);
                Some(item)
            }
            _ => None,
        }
    }

    /// Reads the JSON in the text at `at`, where it begins with `opener`.
    #[cold]
    fn nested(&mut self, at: u32, opener: char) -> Option<u32> {
        let text = self.view(at).text()?.trim();
        if !text.starts_with(opener) {
            return None;
        }
        let text = text.to_owned();
        // The text is closed, so JSON that lacks its end was cut off before.
        let options =
            read::Options { strict: false, depth: NESTED_DEPTH, repairs: NESTED_REPAIRS, cut: true, shape: None };
        let read::Read { parsed, end: read_to, halted, .. } = read::lenient(Tape::new(&text), 0, options);
        if halted || !parsed.faults.is_empty() || read_to < text.len() {
            return None;
        }
        let Raw { start, end, .. } = *self.raw(at);
        self.repair(RepairKind::NestedJson, at);
        let base = self.tape.graft(&parsed.tape, start..end);
        let moved = |it: RawRepair| RawRepair { start, end, node: it.node + base, ..it };
        self.repairs.extend(parsed.repairs.into_iter().map(moved));
        let to = base + parsed.root;
        self.forward(at, to);
        Some(to)
    }

    /// Whether `null` is a value of the type.
    fn takes_null(&self, id: TypeId) -> bool {
        takes_null(self.table, id)
    }

    #[cold]
    fn check(&mut self, at: u32, rule: RuleId) {
        let broken = rules::broken(self.table, rule, self.view(at));
        broken.into_iter().for_each(|broken| self.add(broken.into()));
    }
}

/// Whether the value is one of those, most of a clean reply, that fit at a glance.
#[inline]
fn is_plain(raw: &Raw, ty: &Type) -> bool {
    ty.rule.is_none()
        && match (&ty.kind, raw.tag) {
            (Kind::Text(it), Tag::Text) => scalar::is_any_text(it),
            (Kind::Integer(it), Tag::Int) => coerce::fits_integer(raw.data as i64, it),
            (Kind::Number(it), Tag::Int | Tag::Float) => coerce::is_unbound(it),
            (Kind::Bool, Tag::True | Tag::False) => true,
            (Kind::Any, tag) => !matches!(tag, Tag::List | Tag::Object | Tag::Forward | Tag::Digits),
            _ => false,
        }
}

/// Whether the user's type, or what is known of artifacts, takes a value that fits otherwise.
fn takes(it: &Mapped, node: Node<'_>) -> bool {
    #[cfg(feature = "artifacts")]
    if !crate::artifact::is_led_to(node, it) {
        return false;
    }
    (it.accepts)(node)
}

/// Whether `null` is a value of the type.
pub(crate) fn takes_null(table: &'static Table, id: TypeId) -> bool {
    has_null(table, id, 16)
}

/// As [`takes_null`]; `depth` bounds unions that hold themselves.
fn has_null(table: &'static Table, id: TypeId, depth: u32) -> bool {
    let ty = table.get(id);
    ty.nullable
        || match &ty.kind {
            _ if depth == 0 => false,
            Kind::Any | Kind::Null => true,
            Kind::Same(to) => has_null(table, *to, depth - 1),
            Kind::Mapped(it) => has_null(table, it.ty, depth - 1),
            Kind::Enum(variants) => variants.iter().any(|it| matches!(it.value, Literal::Null)),
            Kind::Union(it) => it.branches.iter().any(|branch| has_null(table, branch.ty, depth - 1)),
            _ => false,
        }
}

/// Whether an object may become a value of the type without being taken for a text that it holds.
fn takes_object(table: &'static Table, id: TypeId) -> bool {
    has_object(table, id, 16)
}

/// Whether a text that begins as JSON does may be a value of the type as it stands.
fn takes_json_text(table: &'static Table, id: TypeId) -> bool {
    has_json_text(table, id, 16)
}

/// As [`takes_json_text`]; `depth` bounds unions that hold themselves.
fn has_json_text(table: &'static Table, id: TypeId, depth: u32) -> bool {
    match &table.get(id).kind {
        _ if depth == 0 => true,
        Kind::Any => true,
        Kind::Text(it) => !scalar::is_moment(it.format) && it.format != Format::Base64,
        Kind::Enum(variants) => {
            let begins = |it: &Variant| matches!(it.value, Literal::Text(text) if text.starts_with(['{', '[']));
            variants.iter().any(begins)
        }
        Kind::Same(to) => has_json_text(table, *to, depth - 1),
        Kind::Mapped(it) => has_json_text(table, it.ty, depth - 1),
        Kind::Union(it) => it.branches.iter().any(|branch| has_json_text(table, branch.ty, depth - 1)),
        _ => false,
    }
}

/// As [`takes_object`]; `depth` bounds unions that hold themselves.
fn has_object(table: &'static Table, id: TypeId, depth: u32) -> bool {
    match &table.get(id).kind {
        _ if depth == 0 => false,
        Kind::Any | Kind::Map(_) | Kind::Record(_) => true,
        Kind::Same(to) => has_object(table, *to, depth - 1),
        Kind::Mapped(it) => has_object(table, it.ty, depth - 1),
        Kind::Enum(variants) => variants.iter().any(|it| matches!(it.value, Literal::Object(_))),
        Kind::Union(it) => it.branches.iter().any(|branch| has_object(table, branch.ty, depth - 1)),
        // One object where a list is declared.
        Kind::List(it) => match &table.get(it.item).kind {
            Kind::List(_) => false,
            // It may hold the list itself.
            Kind::Union(_) => true,
            _ => has_object(table, it.item, depth - 1),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests;
