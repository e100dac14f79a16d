//! How well a value fits a type, without changing it.
//!
//! A union asks for each of its branches. What was found out about a container is remembered by node and type, so that
//! all unions of a reply together cost no more than its nodes times the types that can be reached.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::choice::{Pick, Spelled, pick, pick_spelling};
use super::coerce::{self, Taken};
use super::entries::{entry, is_list_of_entries};
use super::oneof::{self, Held};
use super::record::{Named, find, is_exact};
use super::scalar::is_moment;
use super::{Conform, Options, date, equality, takes, takes_null, takes_object};
use crate::fault::FaultKind;
use crate::read::scope::{Scope, Standing};
use crate::repair::RepairKind;
use crate::shape::{Field, Format, Kind, Record, Rest, Shape, Table, Text, Tuple, TypeId, Union};
use crate::spellings::Glance;
use crate::tape::{DROPPED, NONE, Node, Tag};
use crate::value::rest_type;

/// How far a value is from a type; the least is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Distance {
    pub(super) faults: u32,
    pub(super) repairs: u32,
    /// Members that would be ignored.
    pub(super) unknown: u32,
    /// Values in a form that a dialect asks for. A type that declares all members is nearer than one that ignores some,
    /// whatever form they have.
    pub(super) forms: u32,
    /// How little the type says: a listed value is nearer than any text.
    pub(super) loose: u32,
}

impl Distance {
    pub(super) const EXACT: Self = Self { faults: 0, repairs: 0, unknown: 0, forms: 0, loose: 0 };
    const FAULT: Self = Self { faults: 1, ..Self::EXACT };
    /// A value of another kind is further off than an object with a few faults.
    pub(super) const FAR: Self = Self { faults: 1_000, ..Self::EXACT };
    const REPAIR: Self = Self { repairs: 1, ..Self::EXACT };
    const FORM: Self = Self { forms: 1, ..Self::EXACT };
    const UNKNOWN: Self = Self { unknown: 1, ..Self::EXACT };

    const fn loose(loose: u32) -> Self {
        Self { loose, ..Self::EXACT }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            faults: self.faults.saturating_add(other.faults),
            repairs: self.repairs.saturating_add(other.repairs),
            unknown: self.unknown.saturating_add(other.unknown),
            forms: self.forms.saturating_add(other.forms),
            loose: self.loose.saturating_add(other.loose),
        }
    }

    fn times(self, count: usize) -> Self {
        Self { faults: self.faults.saturating_mul(count as u32), ..self }
    }

    /// Whether the value is one of the type as it stands.
    pub(super) fn is_strict(self) -> bool {
        self.faults == 0 && self.repairs == 0 && self.forms == 0
    }
}

/// A word or a digit says less of `true` and `false` than of any other type, but a value says even less of a list.
const MENDED_BOOL: Distance = Distance { loose: 3, ..Distance::REPAIR };
const LIST_OF_ONE: Distance = Distance { loose: 4, ..Distance::REPAIR };

/// What was found out, by node and type. Looked up only.
pub(super) type Memo = HashMap<u64, Distance, BuildHasherDefault<Mix>>;

/// A hash of one `u64`: keys are small numbers that no reply can choose freely.
#[derive(Debug, Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

impl Conform<'_, '_> {
    pub(super) fn probe(&mut self, at: u32, id: TypeId, wrapped: bool) -> Distance {
        let mut probe =
            Probe { shape: self.shape, options: self.options, memo: &mut self.memo, folded: &mut self.folded };
        probe.value(self.tape.node(at), id, wrapped)
    }

    /// As [`probe`](Self::probe), for a branch of the union that the value is held against.
    pub(super) fn probe_branch(&mut self, at: u32, id: TypeId, wrapped: bool) -> Distance {
        let mut probe =
            Probe { shape: self.shape, options: self.options, memo: &mut self.memo, folded: &mut self.folded };
        probe.fresh(self.tape.node(at), id, wrapped)
    }

    /// Whether a value may become the only element of a list: it is of the type's kind, and an object with other members
    /// alone has no faults.
    pub(super) fn may_be_one(&mut self, at: u32, id: TypeId) -> bool {
        let distance = self.probe(at, id, true);
        if distance.faults == 0 || distance >= Distance::FAR {
            return distance.faults == 0;
        }
        let node = self.tape.node(at);
        let scope = Scope::new(Some(self.shape.at(id)));
        node.raw().tag != Tag::Object
            || node.is_empty()
            || node.members().any(|(name, _)| scope.standing(name) != Standing::Undeclared)
    }
}

struct Probe<'p> {
    shape: Shape,
    options: Options,
    memo: &'p mut Memo,
    folded: &'p mut String,
}

impl Probe<'_> {
    fn value(&mut self, node: Node<'_>, id: TypeId, wrapped: bool) -> Distance {
        if !node.raw().is_container() {
            return self.fresh(node, id, wrapped);
        }
        let key = u64::from(node.index()) << 32 | u64::from(id.0) << 1 | u64::from(wrapped);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let distance = self.fresh(node, id, wrapped);
        self.memo.insert(key, distance);
        distance
    }

    fn fresh(&mut self, node: Node<'_>, id: TypeId, wrapped: bool) -> Distance {
        let ty = self.shape.table.get(id);
        if node.is_null() {
            let fits = takes_null(self.shape.table, id);
            return if fits { Distance::EXACT } else { Distance::FAR };
        }
        let distance = self.kind(node, &ty.kind, wrapped);
        match ty.rule {
            Some(rule) if distance.is_strict() && !super::rules::holds(self.shape.table, rule, node) => {
                distance.plus(Distance::FAULT)
            }
            _ => distance,
        }
    }

    fn kind(&mut self, node: Node<'_>, kind: &Kind, wrapped: bool) -> Distance {
        let coerce = self.options.coerce;
        match kind {
            Kind::Any => Distance::loose(2),
            Kind::Never | Kind::Null => Distance::FAR,
            Kind::Bool => match coerce::boolean(node, coerce) {
                Taken::Mend(..) => MENDED_BOOL,
                taken => of_taken(&taken),
            },
            Kind::Integer(it) => of_taken(&coerce::integer(node, it, coerce)),
            Kind::Number(it) => of_taken(&coerce::number(node, it, coerce)).plus(Distance::loose(1)),
            Kind::Text(it) => self.text(node, it),
            Kind::Enum(variants) => match pick(node, variants, self.options) {
                Pick::Exact(_) | Pick::Shown(_) => Distance::EXACT,
                Pick::Mended(_, RepairKind::NumberInText) => Distance::FORM,
                Pick::Mended(_, RepairKind::Boolean) => MENDED_BOOL,
                Pick::Mended(..) | Pick::Member(..) => Distance::REPAIR,
                Pick::Miss(FaultKind::Type) => Distance::FAR,
                Pick::Miss(_) => Distance::FAULT,
            },
            Kind::List(it) => match node.raw().tag {
                Tag::List => {
                    let items =
                        node.items().fold(Distance::EXACT, |sum, item| sum.plus(self.value(item, it.item, false)));
                    let is_repeated = it.unique && equality::first_duplicate(node.items()).is_some();
                    items.plus(Distance::FAULT.times(usize::from(is_repeated))).plus(sized(node, it.min, it.max))
                }
                _ if !self.options.is_lenient() => Distance::FAR,
                Tag::Text if begins(node, '[') => Distance::REPAIR,
                _ if wrapped => Distance::FAR,
                _ => self.value(node, it.item, true).plus(LIST_OF_ONE),
            },
            Kind::Tuple(it) => self.tuple(node, it),
            Kind::Map(it) if self.options.is_lenient() && is_list_of_entries(node) => {
                let entries = node.items().filter_map(entry);
                let values =
                    entries.fold(Distance::FORM, |sum, (_, value)| sum.plus(self.value(value, it.value, false)));
                values.plus(Distance::loose(1)).plus(sized(node, it.min, it.max))
            }
            Kind::Map(it) => self.object(node, &mut |probe, node| {
                let values = node
                    .entries()
                    .fold(Distance::loose(1), |sum, (_, value)| sum.plus(probe.value(value, it.value, false)));
                values.plus(sized(node, it.min, it.max))
            }),
            Kind::Record(it) => self.object(node, &mut |probe, node| probe.record(node, it)),
            Kind::Union(it) => self.union(node, it, wrapped),
            Kind::Same(to) => self.value(node, *to, wrapped),
            Kind::Mapped(it) => {
                let distance = self.value(node, it.ty, wrapped);
                // What was mended is not what the value becomes, but for the name of a reference.
                let can_tell = match it.is_reference() {
                    true => distance.faults == 0 && node.raw().tag == Tag::Object,
                    false => distance.is_strict(),
                };
                let is_refused = can_tell && !takes(it, node);
                distance.plus(Distance::FAULT.times(usize::from(is_refused)))
            }
        }
    }

    fn text(&mut self, node: Node<'_>, it: &Text) -> Distance {
        let taken = if it.format == Format::Base64 {
            coerce::base64(node, self.options.coerce)
        } else if is_moment(it.format) {
            coerce::moment(node, it.format, self.options.coerce)
        } else {
            coerce::text(node, self.options.coerce)
        };
        let distance = of_taken(&taken);
        let Some(text) = node.text() else { return distance.plus(Distance::loose(1)) };
        let fits = coerce::fits_length(text, it)
            && it.patterns.iter().all(|pattern| self.shape.table.pattern(*pattern).is_match(text));
        let loose = match taken {
            Taken::Mend(Some(RepairKind::Date), _) => date::changes_time(it.format, text),
            _ => !is_moment(it.format),
        };
        distance.plus(Distance::FAULT.times(usize::from(!fits))).plus(Distance::loose(u32::from(loose)))
    }

    fn tuple(&mut self, node: Node<'_>, it: &Tuple) -> Distance {
        match node.raw().tag {
            Tag::List => {
                let most = if it.rest.is_none() { it.max.min(it.items.len() as u32) } else { it.max };
                let types = it.items.iter().copied().chain(it.rest.into_iter().cycle());
                let items = node.items().zip(types);
                items.fold(sized(node, it.min, most), |sum, (item, id)| sum.plus(self.value(item, id, false)))
            }
            Tag::Text if self.options.is_lenient() && begins(node, '[') => Distance::REPAIR,
            _ => Distance::FAR,
        }
    }

    fn object(&mut self, node: Node<'_>, inner: &mut dyn FnMut(&mut Self, Node<'_>) -> Distance) -> Distance {
        match node.raw().tag {
            Tag::Object => inner(self, node),
            _ if !self.options.is_lenient() => Distance::FAR,
            Tag::Text if begins(node, '{') => Distance::FORM,
            Tag::List if node.len() == 1 => match node.items().next() {
                Some(item) if item.raw().tag == Tag::Object => inner(self, item).plus(Distance::REPAIR),
                _ => Distance::FAR,
            },
            _ => Distance::FAR,
        }
    }

    fn record(&mut self, node: Node<'_>, record: &Record) -> Distance {
        self.members(node, record, None).unwrap_or_else(|| {
            let last = self.last_places(node, record);
            self.members(node, record, Some(&last)).unwrap_or(Distance::FAR)
        })
    }

    /// The distance of an object's members; `None` where two of them are one member of the record, and it is not known
    /// which is the `last` and counts.
    fn members(&mut self, node: Node<'_>, record: &Record, last: Option<&[u32]>) -> Option<Distance> {
        let is_closed_to_others = ignores_others(record);
        let mut sum = Distance::EXACT;
        let (mut seen, mut guess) = (Places::default(), 0);
        for (name, value) in node.members() {
            let (place, found) = match self.named(record, name, guess) {
                Named::Exact(place) => (place, Distance::EXACT),
                Named::Folded(place) => (place, Distance::REPAIR),
                Named::Unknown if is_closed_to_others => {
                    sum.unknown = sum.unknown.saturating_add(1);
                    continue;
                }
                Named::Unknown => {
                    sum = sum.plus(self.undeclared(value, record, name));
                    continue;
                }
                Named::Ambiguous => {
                    sum = sum.plus(Distance::FAULT);
                    continue;
                }
            };
            guess = place + 1;
            // OK because `last` has an entry for each field.
            if last.is_some_and(|last| last[place] != value.index()) {
                sum = sum.plus(Distance::REPAIR);
                continue;
            }
            if !seen.add(place) {
                return None;
            }
            let field = &record.fields[place];
            sum = sum.plus(found).plus(match value.is_null() && !takes_null(self.shape.table, field.ty) {
                true if field.required || !self.options.is_lenient() => Distance::FAULT,
                true => Distance::FORM,
                false => self.value(value, field.ty, false),
            });
        }
        let is_missing = |(place, field): &(usize, &Field)| field.required && !seen.has(*place);
        let missing = record.fields.iter().enumerate().filter(is_missing).count();
        Some(sum.plus(Distance::FAULT.times(missing)))
    }

    /// The node of the last member for each field.
    #[cold]
    fn last_places(&mut self, node: Node<'_>, record: &Record) -> Vec<u32> {
        let mut last = vec![NONE; record.fields.len()];
        let mut guess = 0;
        for (name, value) in node.members() {
            if let Named::Exact(place) | Named::Folded(place) = self.named(record, name, guess) {
                last[place] = value.index();
                guess = place + 1;
            }
        }
        last
    }

    /// Which member of the record a name means; `guess` is the place of the likeliest one.
    #[inline]
    fn named(&mut self, record: &Record, name: &str, guess: usize) -> Named {
        let is_it =
            |place| record.fields.get(place).is_some_and(|field| is_exact(field, name.as_bytes(), self.options.names));
        // The next one in order, or the same once more.
        if is_it(guess) {
            return Named::Exact(guess);
        }
        let glance = Glance::of(name);
        if !record.spellings.may_have(glance) {
            return Named::Unknown;
        }
        match guess.checked_sub(1).filter(|place| is_it(*place)) {
            Some(place) => Named::Exact(place),
            None => find(record, name, glance, self.options.names, self.folded),
        }
    }

    fn undeclared(&mut self, value: Node<'_>, record: &Record, name: &str) -> Distance {
        if !self.options.is_lenient() {
            return self.unknown(value, record, name);
        }
        match oneof::look(record, name, value, self.folded) {
            Held::Member(place, inner) => {
                // OK because `look` found the place in this record.
                let inner = self.value(value.tape().node(inner), record.fields[place].ty, false);
                inner.plus(Distance::REPAIR)
            }
            Held::Nothing => Distance::FORM,
            Held::Unclear(_) => Distance::FAULT,
            Held::Other => self.unknown(value, record, name),
        }
    }

    fn unknown(&mut self, value: Node<'_>, record: &Record, name: &str) -> Distance {
        match (rest_type(self.shape, record.rest, name), record.rest) {
            // A null says that a member is absent, wherever it is declared: a branch that takes any member is no nearer.
            (Some(_), _) if value.is_null() => Distance::FORM,
            (Some(id), _) => self.value(value, id, false).plus(Distance::loose(1)),
            (None, Rest::Ignore | Rest::Match { open: true, .. }) => Distance::UNKNOWN,
            (None, _) => Distance::FAULT,
        }
    }

    fn union(&mut self, node: Node<'_>, it: &Union, wrapped: bool) -> Distance {
        let tagged = find_tag(node, it).and_then(|tag| match tagged_branch(tag, it) {
            Spelled::One(place, _) => Some(place),
            _ => None,
        });
        match tagged {
            Some(place) => self.value(node, it.branches[place].ty, wrapped),
            None => {
                // What the union as a whole comes to is remembered, so its branches need not be.
                let mut best = Distance::FAR;
                let has_objects = has_objects(node, it, self.shape.table);
                for branch in it.branches {
                    if has_objects && !takes_object(self.shape.table, branch.ty) {
                        continue;
                    }
                    best = best.min(self.fresh(node, branch.ty, wrapped));
                    if best == Distance::EXACT {
                        break;
                    }
                }
                best
            }
        }
    }
}

/// Whether members that a record does not declare mean nothing to it.
fn ignores_others(record: &Record) -> bool {
    matches!(record.rest, Rest::Ignore) && record.fields.iter().all(|field| field.oneof.is_empty())
}

/// A set of places, small ones without an allocation.
#[derive(Debug, Default)]
struct Places {
    few: u64,
    many: Vec<u64>,
}

impl Places {
    /// Adds a place; `false` where it was there.
    fn add(&mut self, place: usize) -> bool {
        let bit = 1 << (place % 64);
        let word = match place / 64 {
            0 => &mut self.few,
            word => {
                self.many.resize(self.many.len().max(word), 0);
                // OK because there is room for the word.
                &mut self.many[word - 1]
            }
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn has(&self, place: usize) -> bool {
        let word = match place / 64 {
            0 => self.few,
            word => self.many.get(word - 1).copied().unwrap_or(0),
        };
        word >> (place % 64) & 1 == 1
    }
}

fn of_taken(taken: &Taken<'_>) -> Distance {
    match taken {
        Taken::Keep | Taken::Mend(None, _) => Distance::EXACT,
        Taken::Mend(Some(_), _) => Distance::REPAIR,
        Taken::Miss(FaultKind::Type) => Distance::FAR,
        Taken::Miss(_) => Distance::FAULT,
    }
}

fn sized(node: Node<'_>, min: u32, max: u32) -> Distance {
    let fits = (min as usize..=max as usize).contains(&node.len());
    Distance::FAULT.times(usize::from(!fits))
}

fn begins(node: Node<'_>, opener: char) -> bool {
    node.text().is_some_and(|text| text.trim_start().starts_with(opener))
}

/// Whether a value is an object and a branch has objects: then no other branch takes it for a text that it holds.
pub(super) fn has_objects(node: Node<'_>, it: &Union, table: &'static Table) -> bool {
    node.raw().tag == Tag::Object && it.branches.iter().any(|branch| takes_object(table, branch.ty))
}

/// The text of the member that names a union's branch.
pub(super) fn find_tag<'t>(node: Node<'t>, it: &Union) -> Option<Node<'t>> {
    tag_member(node, it).filter(|value| value.raw().tag == Tag::Text)
}

/// The member that should name a union's branch, whatever it holds.
pub(super) fn tag_member<'t>(node: Node<'t>, it: &Union) -> Option<Node<'t>> {
    let tag = it.tag?;
    let exact = node.members().filter(|(name, _)| *name == tag.name || *name == tag.shown).last();
    let (_, value) = exact.or_else(|| node.members().filter(|(name, _)| tag.is_spelled(name)).last())?;
    (value.raw().field != DROPPED).then_some(value)
}

/// The branch that a tag's text names.
pub(super) fn tagged_branch(tag: Node<'_>, it: &Union) -> Spelled {
    let text = tag.text().unwrap_or_default();
    let spellings =
        it.branches.iter().enumerate().flat_map(|(place, branch)| {
            branch.tags.iter().chain(branch.accept).map(move |spelling| (place, *spelling))
        });
    pick_spelling(text, spellings)
}
