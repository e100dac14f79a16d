//! Whether every value that one type allows is read by another.

use std::collections::HashSet;

use nucleo_runtime::names::fold;
use nucleo_runtime::profile::Coerce;

use super::group;
use super::place::{self, Peeled};
use crate::emit::shape;
use crate::ir::{
    DeclId, Enum, Field, Integer, Kind, Limit, List, Map, Number, Other, Record, Rest, RuleId, Text, Type, TypeKind,
    Union, Value,
};
use crate::json::Json;
use crate::knobs::Settings;
use crate::resolve::Resolved;

/// The question for all types of two versions: what `writer` allows, and what `reader` takes.
pub(super) struct Fits<'a> {
    writer: &'a Resolved<'a>,
    reader: &'a Resolved<'a>,
    /// Pairs that are known not to fit; for good.
    not: HashSet<(DeclId, DeclId)>,
    /// Pairs that fit as far as is known: types may hold themselves.
    so_far: HashSet<(DeclId, DeclId)>,
    /// Whether a value stands for a list of one already: it does so once.
    alone: bool,
    depth: usize,
}

/// Types nested deeper than this, without a name between, are taken to differ: unions may hold themselves.
const DEEPEST: usize = 64;

impl<'a> Fits<'a> {
    pub(super) fn new(writer: &'a Resolved<'a>, reader: &'a Resolved<'a>) -> Self {
        Self { writer, reader, not: HashSet::new(), so_far: HashSet::new(), alone: false, depth: 0 }
    }

    /// Whether all values of a place of the writer are read at a place of the reader's; `root` has the reader's knobs.
    pub(super) fn all(&mut self, from: &Type, to: &Type, root: DeclId) -> bool {
        self.settled(|it| it.ty(from, to, root))
    }

    pub(super) fn decls(&mut self, from: DeclId, to: DeclId) -> bool {
        self.settled(|it| it.decl(from, to))
    }

    /// Asks anew as long as an assumption turned out wrong; each round knows one wrong pair more.
    fn settled(&mut self, ask: impl Fn(&mut Self) -> bool) -> bool {
        loop {
            let known = self.not.len();
            let fits = ask(self);
            if self.not.len() == known {
                return fits;
            }
            self.so_far.clear();
        }
    }

    fn decl(&mut self, from: DeclId, to: DeclId) -> bool {
        if self.not.contains(&(from, to)) {
            return false;
        }
        if !self.so_far.insert((from, to)) {
            return true;
        }
        let ty = |id| Type { kind: TypeKind::Decl(id), nullable: false, rule: None };
        let fits = self.kinds(&ty(from), &ty(to), to);
        if !fits {
            self.not.insert((from, to));
        }
        fits
    }

    fn ty(&mut self, from: &Type, to: &Type, root: DeclId) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        self.depth += 1;
        let fits = self.at(from, to, root);
        self.depth -= 1;
        fits
    }

    fn at(&mut self, from: &Type, to: &Type, root: DeclId) -> bool {
        match (&from.kind, &to.kind) {
            (TypeKind::Decl(one), TypeKind::Decl(two)) => {
                let (one, two) = (*one, *two);
                let own = |ty: &Type| ty.rule.into_iter().collect::<Vec<_>>();
                self.null(from, to) && self.rules(&own(from), &own(to), root) && self.decl(one, two)
            }
            _ => self.kinds(from, to, root),
        }
    }

    fn null(&self, from: &Type, to: &Type) -> bool {
        !place::peel(self.writer.ir, from).nullable || place::takes_null(self.reader.ir, to)
    }

    /// Whether the reader has no check that the writer has not.
    fn rules(&self, from: &[RuleId], to: &[RuleId], root: DeclId) -> bool {
        let texts = |cx: &Resolved<'_>, rules: &[RuleId]| -> Vec<String> {
            rules.iter().map(|rule| place::rule_text(cx, root_of(cx, root), *rule)).collect()
        };
        let known = texts(self.writer, from);
        texts(self.reader, to).iter().all(|text| known.contains(text))
    }

    /// The same for all rules of a place.
    fn rules_of(&self, from: &Peeled<'_>, to: &Peeled<'_>, root: DeclId) -> bool {
        let known = place::rule_texts(self.writer, root_of(self.writer, root), from);
        place::rule_texts(self.reader, root_of(self.reader, root), to).iter().all(|text| known.contains(text))
    }

    fn kinds(&mut self, from: &Type, to: &Type, root: DeclId) -> bool {
        let (writer, reader) = (self.writer.ir, self.reader.ir);
        let (one, two) = (place::peel(writer, from), place::peel(reader, to));
        if one.nullable && !place::takes_null(reader, to) || !self.rules_of(&one, &two, root) {
            return false;
        }
        let root = two.decl.unwrap_or(root);
        let lenient = self.reader.settings(root).run.coerce == Coerce::Lenient;
        match (one, two) {
            (_, Peeled { kind: TypeKind::Any, decl: None, .. }) => true,
            (Peeled { decl: Some(one), .. }, Peeled { decl: Some(two), .. }) => self.named(one, two, root),
            (Peeled { decl: Some(one), .. }, Peeled { kind, decl: None, .. }) => self.named_in(one, kind, to, root),
            (Peeled { kind, decl: None, .. }, Peeled { decl: Some(two), .. }) => match &reader[two].kind {
                Kind::Union(it) => it.branches.iter().any(|branch| self.ty(from, &branch.ty, root)),
                Kind::Enum(it) => lenient && kind_is_listed(kind, it),
                _ => false,
            },
            (Peeled { kind: one, .. }, Peeled { kind: two, .. }) => self.plain(one, two, from, root),
        }
    }

    fn named(&mut self, one: DeclId, two: DeclId, root: DeclId) -> bool {
        let (writer, reader) = (self.writer.ir, self.reader.ir);
        match (&writer[one].kind, &reader[two].kind) {
            (Kind::Never, _) => true,
            (Kind::Union(it), _) => it.branches.iter().all(|branch| {
                let to = Type { kind: TypeKind::Decl(two), nullable: false, rule: None };
                self.ty(&branch.ty, &to, root)
            }),
            (_, Kind::Union(it)) => {
                let from = Type { kind: TypeKind::Decl(one), nullable: false, rule: None };
                it.branches.iter().any(|branch| self.ty(&from, &branch.ty, root))
            }
            (Kind::Record(from), Kind::Record(to)) => self.record(one, from, two, to),
            (Kind::Enum(from), Kind::Enum(to)) => from.values.iter().all(|value| takes(to, &value.json)),
            _ => false,
        }
    }

    fn named_in(&mut self, one: DeclId, kind: &TypeKind, to: &Type, root: DeclId) -> bool {
        let from = Type { kind: TypeKind::Decl(one), nullable: false, rule: None };
        match (&self.writer.ir[one].kind, kind) {
            (Kind::Union(it), _) => it.branches.iter().all(|branch| self.ty(&branch.ty, to, root)),
            (_, TypeKind::List(it)) => self.one_of_list(&from, it, root),
            (Kind::Enum(it), TypeKind::Text(text)) => it.values.iter().all(|value| in_text(&value.json, text)),
            (Kind::Record(it), TypeKind::Map(map)) => {
                let closed = self.writer.settings(one).is_closed(matches!(it.rest, Rest::Closed));
                let named = map.name.is_none() && map.min.is_none_or(|min| min == 0) && map.max.is_none();
                closed && named && it.fields.iter().all(|field| self.ty(&field.ty, &map.value, root))
            }
            _ => false,
        }
    }

    /// One item where a list is declared.
    fn one_of_list(&mut self, from: &Type, list: &List, root: DeclId) -> bool {
        let lenient = self.reader.settings(root).run.coerce == Coerce::Lenient;
        let fits = list.min.is_none_or(|min| min <= 1) && list.max.is_none_or(|max| max >= 1);
        if !lenient || !fits || self.alone {
            return false;
        }
        self.alone = true;
        let fits = self.ty(from, &list.item, root);
        self.alone = false;
        fits
    }

    /// A list of entries, each a key and a value, where a map is declared. Of two entries of one key the last counts.
    fn entries(&mut self, from: &List, to: &Map, root: DeclId) -> bool {
        let item = place::peel(self.writer.ir, &from.item);
        let Some(Kind::Record(record)) = item.decl.map(|id| &self.writer.ir[id].kind) else { return false };
        let field = |name: &str| record.fields.iter().find(|it| it.name == name && it.required);
        let (Some(key), Some(value)) = (field("key"), field("value")) else { return false };
        let free = to.name.is_none() && to.min.is_none_or(|min| min == 0) && to.max.is_none();
        let closed = item.decl.is_some_and(|id| is_closed(self.writer.settings(id), record));
        let text = matches!(place::peel(self.writer.ir, &key.ty).kind, TypeKind::Text(_));
        let whole = record.fields.len() == 2 && closed && !item.nullable && !key.ty.nullable;
        free && text && whole && self.ty(&value.ty, &to.value, root)
    }

    fn plain(&mut self, one: &TypeKind, two: &TypeKind, from: &Type, root: DeclId) -> bool {
        let coerce = self.reader.settings(root).run.coerce;
        match (one, two) {
            (TypeKind::Null, TypeKind::Null) | (TypeKind::Bool, TypeKind::Bool) => true,
            (TypeKind::Integer(one), TypeKind::Integer(two)) => integers(one, two),
            (TypeKind::Integer(one), TypeKind::Number(two)) => in_number(one, two),
            (TypeKind::Number(one), TypeKind::Number(two)) => numbers(one, two),
            (TypeKind::Text(one), TypeKind::Text(two)) => texts(one, two),
            (TypeKind::Integer(_) | TypeKind::Number(_) | TypeKind::Bool, TypeKind::Text(it)) => {
                let taken = match one {
                    TypeKind::Bool => coerce == Coerce::Lenient,
                    _ => coerce != Coerce::Off,
                };
                taken && is_free(it)
            }
            (TypeKind::List(one), TypeKind::List(two)) => {
                counts((one.min, one.max), (two.min, two.max))
                    && (one.unique || !two.unique)
                    && self.ty(&one.item, &two.item, root)
            }
            (TypeKind::Tuple(one), TypeKind::Tuple(two)) => {
                let rest = match (&one.rest, &two.rest) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(one), Some(two)) => self.ty(one, two, root),
                };
                rest && one.items.len() == two.items.len()
                    && counts((one.min, one.max), (two.min, two.max))
                    && one.items.iter().zip(&two.items).all(|(one, two)| self.ty(one, two, root))
            }
            (TypeKind::Tuple(one), TypeKind::List(two)) => {
                one.items.iter().chain(&one.rest).all(|item| self.ty(item, &two.item, root))
                    && two.min.is_none_or(|min| one.min.unwrap_or(0) >= min)
                    && two.max.is_none_or(|max| one.max.is_some_and(|it| it <= max))
                    && (one.unique || !two.unique)
            }
            (TypeKind::Map(one), TypeKind::Map(two)) => {
                let names = match (&one.name, &two.name) {
                    (_, None) => true,
                    (None, Some(_)) => false,
                    (Some(one), Some(two)) => self.ty(one, two, root),
                };
                names && counts((one.min, one.max), (two.min, two.max)) && self.ty(&one.value, &two.value, root)
            }
            (TypeKind::List(one), TypeKind::Map(two)) => coerce == Coerce::Lenient && self.entries(one, two, root),
            (TypeKind::List(_) | TypeKind::Tuple(_), _) => false,
            (_, TypeKind::List(two)) => self.one_of_list(from, two, root),
            _ => false,
        }
    }

    fn record(&mut self, one: DeclId, from: &Record, two: DeclId, to: &Record) -> bool {
        let mut met = HashSet::new();
        for field in &to.fields {
            let source = place::answering(&from.fields, field);
            let Some(at) = source else {
                if field.required {
                    return false;
                }
                continue;
            };
            met.insert(at);
            // OK because `answering` gives the place of a field.
            let written = &from.fields[at];
            if !self.present(written, field) || !self.member(written, field, two) {
                return false;
            }
        }
        if !group::fit(from, to, |at| place::answering(&from.fields, &to.fields[at])) {
            return false;
        }
        let settings = self.reader.settings(two);
        let closed = settings.is_closed(matches!(to.rest, Rest::Closed));
        let others: Vec<&Field> =
            from.fields.iter().enumerate().filter(|(at, _)| !met.contains(at)).map(|(_, field)| field).collect();
        if closed && (!others.is_empty() || !is_closed(self.writer.settings(one), from)) {
            return false;
        }
        self.rest(from, to, &others, two)
    }

    /// Whether a member that may be missing may be so for the reader.
    fn present(&self, written: &Field, read: &Field) -> bool {
        written.required || !read.required
    }

    fn member(&mut self, written: &Field, read: &Field, root: DeclId) -> bool {
        // Null is as good as absent for a member that may be absent.
        let to = Type { nullable: read.ty.nullable || !read.required, ..read.ty.clone() };
        self.ty(&written.ty, &to, root)
    }

    /// Members that the reader does not declare, where it keeps them.
    fn rest(&mut self, from: &Record, to: &Record, others: &[&Field], root: DeclId) -> bool {
        let Rest::Keep { patterns, other, .. } = &to.rest else { return true };
        if !patterns.is_empty() {
            let Rest::Keep { patterns: known, .. } = &from.rest else { return false };
            let same = known.len() == patterns.len()
                && known
                    .iter()
                    .zip(patterns)
                    .all(|((one, from), (two, to))| one.source == two.source && self.ty(from, to, root));
            if !same {
                return false;
            }
        }
        let Other::Keep(value) = other else { return matches!(other, Other::Open) || others.is_empty() };
        let kept = match &from.rest {
            Rest::Closed => true,
            Rest::Open => matches!(value.kind, TypeKind::Any),
            Rest::Keep { other: Other::Keep(from), .. } => self.ty(from, value, root),
            Rest::Keep { other: Other::Closed, .. } => true,
            Rest::Keep { other: Other::Open, .. } => matches!(value.kind, TypeKind::Any),
        };
        kept && others.iter().all(|field| self.ty(&field.ty, value, root))
    }
}

/// The root that rules are printed for: any type will do, since both sides are printed for programs.
fn root_of(cx: &Resolved<'_>, id: DeclId) -> DeclId {
    if (id.0 as usize) < cx.ir.decls.len() { id } else { DeclId(0) }
}

fn is_closed(settings: &Settings, record: &Record) -> bool {
    settings.is_closed(matches!(record.rest, Rest::Closed | Rest::Keep { other: Other::Closed, .. }))
}

/// Whether an enum takes a value.
pub(super) fn takes(it: &Enum, value: &Json) -> bool {
    it.values.iter().any(|listed| is_read(listed, value))
}

/// Whether a value is read as a listed one: as it stands there, in another casing, or by another spelling.
pub(super) fn is_read(listed: &Value, value: &Json) -> bool {
    listed.json.to_compact() == value.to_compact()
        || value.as_str().is_some_and(|text| {
            let same = |other: &str| fold(other) == fold(text);
            let own = [Some(&listed.json), listed.shown.as_ref()].into_iter().flatten();
            own.filter_map(Json::as_str).any(same) || listed.accept.iter().any(|other| same(other))
        })
}

/// Whether all values of a kind are listed: there are two booleans, and one null.
fn kind_is_listed(kind: &TypeKind, it: &Enum) -> bool {
    let has = |text: &str| it.values.iter().any(|value| value.json.to_compact() == text);
    match kind {
        TypeKind::Bool => has("true") && has("false"),
        TypeKind::Null => has("null"),
        _ => false,
    }
}

fn in_text(value: &Json, text: &Text) -> bool {
    let Some(value) = value.as_str() else { return false };
    let len = value.chars().count() as u64;
    let format = text.format.as_deref().is_none_or(|format| !place::is_checked(format));
    text.min.is_none_or(|min| min <= len) && text.max.is_none_or(|max| len <= max) && text.patterns.is_empty() && format
}

/// Whether a text may be any but a blank one.
fn is_free(text: &Text) -> bool {
    let format = text.format.as_deref().is_none_or(|format| !place::is_checked(format));
    text.min.is_none_or(|min| min <= 1) && text.max.is_none() && text.patterns.is_empty() && format
}

fn counts(from: (Option<u64>, Option<u64>), to: (Option<u64>, Option<u64>)) -> bool {
    to.0.is_none_or(|min| from.0.unwrap_or(0) >= min) && to.1.is_none_or(|max| from.1.is_some_and(|it| it <= max))
}

fn integers(from: &Integer, to: &Integer) -> bool {
    let ((least, most), (lower, upper)) = (place::range(from), place::range(to));
    let multiple = to.multiple_of.is_none() || to.multiple_of == from.multiple_of;
    lower <= least
        && most <= upper
        && multiple
        && (!from.needs_u128 || to.needs_u128)
        && (shape::width(from) == shape::width(to) || !from.needs_u128)
}

fn in_number(from: &Integer, to: &Number) -> bool {
    let (least, most) = place::range(from);
    let number = |limit: &Limit| limit.value.parse::<f64>().ok();
    let above = to.min.as_ref().is_none_or(|it| {
        number(it).is_some_and(|min| if it.exclusive { min < least as f64 } else { min <= least as f64 })
    });
    let below = to.max.as_ref().is_none_or(|it| {
        number(it).is_some_and(|max| if it.exclusive { (most as f64) < max } else { most as f64 <= max })
    });
    above && below && to.multiple_of.as_deref().is_none_or(|it| it == "1")
}

fn numbers(from: &Number, to: &Number) -> bool {
    let inside = |from: Option<&Limit>, to: Option<&Limit>, sign: f64| {
        let Some(to) = to else { return true };
        let Some(from) = from else { return false };
        let (Ok(one), Ok(two)) = (from.value.parse::<f64>(), to.value.parse::<f64>()) else { return false };
        // With the sign, both are least values.
        one * sign > two * sign || one == two && (from.exclusive || !to.exclusive)
    };
    let multiple = to.multiple_of.is_none() || to.multiple_of == from.multiple_of;
    inside(from.min.as_ref(), to.min.as_ref(), 1.0) && inside(from.max.as_ref(), to.max.as_ref(), -1.0) && multiple
}

fn texts(from: &Text, to: &Text) -> bool {
    let checked = |text: &Text| text.format.clone().filter(|format| place::is_checked(format));
    let format = checked(to).is_none_or(|format| checked(from) == Some(format))
        && to.form.is_none_or(|form| from.form == Some(form));
    // A required text is not blank in any case.
    let min = to.min.is_none_or(|min| min <= 1 || from.min.is_some_and(|it| it >= min));
    let max = to.max.is_none_or(|max| from.max.is_some_and(|it| it <= max));
    let known = |pattern: &str| from.patterns.iter().any(|it| it.source == pattern);
    format && min && max && to.patterns.iter().all(|pattern| known(&pattern.source))
}

/// Whether one of the branches of a union reads all that a place writes.
pub(super) fn branch_for(fits: &mut Fits<'_>, ty: &Type, to: &Union, root: DeclId) -> bool {
    to.branches.iter().any(|branch| fits.all(ty, &branch.ty, root))
}
