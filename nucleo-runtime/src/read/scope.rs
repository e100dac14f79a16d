//! What the declared type says of a place: the types that a value there may have.

use std::cell::OnceCell;

use crate::names::fold;
use crate::place::is_exact;
use crate::shape::{Field, Kind, Literal, Record, Rest, Shape, TypeId};
use crate::spellings::Glance;
use crate::value::rest_type;

/// A union of a union of … more branches than this no longer guides anyone.
const BRANCHES: usize = 256;

/// Members that are compared with a name before it is folded.
const FEW: usize = 16;

/// The types that fit one place, unions and references taken apart. None: nothing is known of the place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    shape: Option<Shape>,
    /// Nearly always one, which needs no allocation.
    first: Option<TypeId>,
    others: Vec<TypeId>,
}

/// What the declared type says of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is declared.
    Declared,
    /// Other members are declared.
    Undeclared,
    /// Any name may stand there.
    Open,
}

impl Scope {
    pub(crate) fn new(shape: Option<Shape>) -> Self {
        let mut scope = Self { shape, ..Self::default() };
        if let Some(shape) = shape {
            scope.add(shape.id);
        }
        scope
    }

    fn add(&mut self, id: TypeId) {
        let Some(shape) = self.shape else { return };
        if self.others.len() == BRANCHES || self.types().any(|it| it == id) {
            return;
        }
        match shape.table.get(id).kind {
            Kind::Same(to) => self.add(to),
            Kind::Mapped(mapped) => self.add(mapped.ty),
            Kind::Union(union) => {
                for branch in union.branches {
                    self.add(branch.ty);
                }
            }
            _ if self.first.is_none() => self.first = Some(id),
            _ => self.others.push(id),
        }
    }

    fn types(&self) -> impl Iterator<Item = TypeId> + '_ {
        self.first.into_iter().chain(self.others.iter().copied())
    }

    fn empty(&self) -> Self {
        Self { shape: self.shape, ..Self::default() }
    }

    fn kinds(&self) -> impl Iterator<Item = &'static Kind> + '_ {
        let table = self.shape.map(|shape| shape.table);
        // OK because there are only types where there is a table.
        self.types().filter_map(move |id| table.map(|table| &table.get(id).kind))
    }

    fn records(&self) -> impl Iterator<Item = &'static Record> + '_ {
        self.kinds().filter_map(|kind| if let Kind::Record(record) = kind { Some(record) } else { None })
    }

    /// Whether any value at all may stand here.
    pub(crate) fn is_open(&self) -> bool {
        self.first.is_none() || self.kinds().any(|kind| matches!(kind, Kind::Any))
    }

    /// Whether a text may stand here.
    pub(crate) fn takes_text(&self) -> bool {
        self.is_open() || self.kinds().any(|kind| matches!(kind, Kind::Text(_) | Kind::Enum(_)))
    }

    /// Whether a text that no list of values bounds may stand here.
    pub(crate) fn takes_any_text(&self) -> bool {
        self.is_open() || self.kinds().any(|kind| matches!(kind, Kind::Text(_)))
    }

    /// Whether a number may stand here.
    pub(crate) fn takes_number(&self) -> bool {
        self.is_open() || self.kinds().any(|kind| matches!(kind, Kind::Integer(_) | Kind::Number(_)))
    }

    /// Whether a number, `true`, `false` or one of a list of values may stand here.
    pub(crate) fn takes_literal(&self) -> bool {
        self.takes_number() || self.kinds().any(|kind| matches!(kind, Kind::Bool | Kind::Enum(_)))
    }

    /// Whether an object may stand here.
    pub(crate) fn takes_object(&self) -> bool {
        self.is_open() || self.kinds().any(|kind| matches!(kind, Kind::Record(_) | Kind::Map(_)))
    }

    /// Whether an object with declared members may stand here.
    pub(crate) fn declares_object(&self) -> bool {
        self.records().next().is_some()
    }

    /// Whether a list may stand here.
    pub(crate) fn takes_list(&self) -> bool {
        self.is_open() || self.kinds().any(|kind| matches!(kind, Kind::List(_) | Kind::Tuple(_)))
    }

    /// Whether `word` is a value of an enum that may stand here.
    pub(crate) fn has_value(&self, word: &str) -> bool {
        self.kinds().any(|kind| match kind {
            Kind::Enum(variants) => {
                let is_it = |literal| matches!(literal, Literal::Text(value) if value == word);
                variants.iter().any(|it| is_it(it.value) || is_it(it.shown))
            }
            _ => false,
        })
    }

    /// The declared member that `name` spells, and all types that it may have.
    pub(crate) fn field(&self, name: &str) -> Option<(&'static Field, Self)> {
        let (glance, folded) = (Glance::of(name), OnceCell::new());
        let (mut found, mut scope) = (None, self.empty());
        for record in self.records().filter(|record| record.spellings.may_have(glance)) {
            let exact = record.fields.iter().take(FEW).find(|it| is_exact(it, name));
            if let Some(field) = exact.or_else(|| lookup(record, folded.get_or_init(|| fold(name)))) {
                found.get_or_insert(field);
                scope.add(field.ty);
            }
        }
        found.map(|field| (field, scope))
    }

    /// What may stand under the member `name` of an object here.
    pub(crate) fn member(&self, name: &str) -> Self {
        if let Some((_, scope)) = self.field(name) {
            return scope;
        }
        if name == "@fields" || self.is_named(name) {
            return self.clone();
        }
        let mut scope = self.empty();
        for kind in self.kinds() {
            match kind {
                Kind::Map(map) => scope.add(map.value),
                Kind::Record(Record { rest: Rest::Keep(ty), .. }) => scope.add(*ty),
                _ => {}
            }
        }
        // One object where a list of objects is declared.
        if scope.first.is_none() && self.takes_list() && !self.takes_object() {
            return self.items().member(name);
        }
        scope
    }

    /// What may stand in a list here; where none is declared, a list is taken for its only element.
    pub(crate) fn items(&self) -> Self {
        let mut scope = self.empty();
        for kind in self.kinds() {
            match kind {
                Kind::List(list) => scope.add(list.item),
                Kind::Tuple(tuple) => tuple.items.iter().chain(&tuple.rest).for_each(|ty| scope.add(*ty)),
                _ => {}
            }
        }
        if scope.first.is_none() && !self.takes_list() { self.clone() } else { scope }
    }

    /// What the type says of a member `name` of an object here.
    pub(crate) fn standing(&self, name: &str) -> Standing {
        if self.declares(name) {
            Standing::Declared
        } else if self.is_open() || self.kinds().any(|kind| matches!(kind, Kind::Map(_))) {
            Standing::Open
        } else if self.takes_list() && !self.takes_object() {
            self.items().standing(name)
        } else {
            Standing::Undeclared
        }
    }

    /// Whether a record here keeps an undeclared member `name`.
    pub(crate) fn keeps(&self, name: &str) -> bool {
        self.shape.is_some_and(|shape| self.records().any(|record| rest_type(shape, record.rest, name).is_some()))
    }

    /// Whether a record here declares the member `name`.
    fn declares(&self, name: &str) -> bool {
        let (glance, folded) = (Glance::of(name), OnceCell::new());
        self.records().filter(|record| record.spellings.may_have(glance)).any(|record| {
            record.fields.iter().take(FEW).any(|it| is_exact(it, name))
                || lookup(record, folded.get_or_init(|| fold(name))).is_some()
        })
    }

    /// Whether a type here has this name, as a wrapper around the answer would.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        let Some(shape) = self.shape else { return false };
        self.types().any(|id| {
            let ty = shape.table.get(id);
            !ty.name.is_empty() && fold(ty.name) == fold(name)
        })
    }
}

fn lookup(record: &'static Record, folded: &str) -> Option<&'static Field> {
    // OK because each spelling has the index of its member.
    record.spellings.of(folded).first().map(|(_, place)| &record.fields[usize::from(*place)])
}
