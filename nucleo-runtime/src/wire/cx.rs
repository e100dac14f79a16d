//! The place that a conversion has reached, and what it found there.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use super::{FromWire, Key, ToWire};
use crate::answer::Shaped;
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::{Path, Step};
use crate::read::Parsed;
use crate::shape::Kind;
use crate::value::conformed;
use crate::write::{Writer, bare};

/// What a conversion carries along. Those into messages `put` members, those out of messages `take` them.
#[derive(Debug, Default)]
pub struct Cx {
    path: Vec<Step>,
    pub(super) faults: Vec<Fault>,
}

/// Into messages.
impl Cx {
    /// A member.
    pub fn put<A: ToWire<W>, W>(&mut self, name: &'static str, value: &A) -> W {
        self.put_by(name, value, A::to_wire)
    }

    /// A member that goes another way.
    pub fn put_by<A, W>(&mut self, name: &'static str, value: &A, way: impl Fn(&A, &mut Self) -> W) -> W {
        self.at(Step::Name(name.into()), |cx| way(value, cx))
    }

    /// A member that may be absent.
    pub fn put_option<A: ToWire<W>, W>(&mut self, name: &'static str, value: &Option<A>) -> Option<W> {
        self.put_option_by(name, value, A::to_wire)
    }

    /// A member that may be absent, and goes another way.
    pub fn put_option_by<A, W>(
        &mut self,
        name: &'static str,
        value: &Option<A>,
        way: impl Fn(&A, &mut Self) -> W,
    ) -> Option<W> {
        value.as_ref().map(|value| self.put_by(name, value, way))
    }

    /// A list.
    pub fn put_list<A: ToWire<W>, W>(&mut self, name: &'static str, items: &[A]) -> Vec<W> {
        self.put_list_by(name, items, A::to_wire)
    }

    /// A list whose elements go another way.
    pub fn put_list_by<A, W>(&mut self, name: &'static str, items: &[A], way: impl Fn(&A, &mut Self) -> W) -> Vec<W> {
        let item = |cx: &mut Self, (at, item)| cx.at(Step::Index(at), |cx| way(item, cx));
        self.at(Step::Name(name.into()), |cx| items.iter().enumerate().map(|it| item(cx, it)).collect())
    }

    /// A map.
    pub fn put_map<K: Key, A: ToWire<W>, W>(
        &mut self,
        name: &'static str,
        entries: &BTreeMap<String, A>,
    ) -> BTreeMap<K, W> {
        self.put_map_by(name, entries, A::to_wire)
    }

    /// A map whose values go another way.
    pub fn put_map_by<K: Key, A, W>(
        &mut self,
        name: &'static str,
        entries: &BTreeMap<String, A>,
        way: impl Fn(&A, &mut Self) -> W,
    ) -> BTreeMap<K, W> {
        self.at(Step::Name(name.into()), |cx| {
            let mut out = BTreeMap::new();
            for (at, (key, value)) in entries.iter().enumerate() {
                cx.at(Step::Entry(at), |cx| {
                    let value = way(value, cx);
                    let is_new = K::read(key).is_some_and(|key| out.insert(key, value).is_none());
                    if !is_new {
                        cx.fault(FaultKind::Type, K::EXPECTED);
                    }
                });
            }
            out
        })
    }

    /// What has no place in a message.
    pub fn nowhere<W: Default>(&mut self) -> W {
        self.fault(FaultKind::Type, "a value that the message has a place for");
        W::default()
    }

    /// What is written as text.
    pub fn show<A: Display, W>(value: &A, cx: &mut Self) -> W
    where
        String: ToWire<W>,
    {
        value.to_string().to_wire(cx)
    }
}

/// Out of messages.
impl Cx {
    /// A member.
    pub fn take<A: FromWire<W>, W>(&mut self, name: &'static str, wire: W) -> Option<A> {
        self.take_by(name, wire, A::from_wire)
    }

    /// A member that comes another way.
    pub fn take_by<A, W>(&mut self, name: &'static str, wire: W, way: impl Fn(W, &mut Self) -> Option<A>) -> Option<A> {
        self.at(Step::Name(name.into()), |cx| way(wire, cx))
    }

    /// A member that may be absent.
    pub fn take_option<A: FromWire<W>, W>(&mut self, name: &'static str, wire: Option<W>) -> Option<Option<A>> {
        self.take_option_by(name, wire, A::from_wire)
    }

    /// A member that may be absent, and comes another way.
    pub fn take_option_by<A, W>(
        &mut self,
        name: &'static str,
        wire: Option<W>,
        way: impl Fn(W, &mut Self) -> Option<A>,
    ) -> Option<Option<A>> {
        match wire {
            Some(wire) => self.take_by(name, wire, way).map(Some),
            None => Some(None),
        }
    }

    /// A member that must be there, where the message has a place for nothing.
    pub fn take_needed<A: FromWire<W>, W>(&mut self, name: &'static str, wire: Option<W>) -> Option<A> {
        self.take_needed_by(name, wire, A::from_wire)
    }

    /// A member that must be there, and comes another way.
    pub fn take_needed_by<A, W>(
        &mut self,
        name: &'static str,
        wire: Option<W>,
        way: impl Fn(W, &mut Self) -> Option<A>,
    ) -> Option<A> {
        match wire {
            Some(wire) => self.take_by(name, wire, way),
            None => self.take_nothing(name),
        }
    }

    /// A member that must be there, and is not.
    pub fn take_nothing<A>(&mut self, name: &'static str) -> Option<A> {
        self.at(Step::Name(name.into()), |cx| {
            cx.push(FaultKind::Missing, Expected::Words("a value".into()), Found::Missing);
            None
        })
    }

    /// A member that may be absent in the message, and then is what the schema says: `at` is its place in `T`.
    pub fn take_default<T: Shaped, A: FromWire<W> + crate::FromNode, W>(
        &mut self,
        name: &'static str,
        at: usize,
        wire: Option<W>,
    ) -> Option<A> {
        match wire {
            Some(wire) => self.take(name, wire),
            None => default_of::<T, A>(at).or_else(|| self.take_nothing(name)),
        }
    }

    /// A list.
    pub fn take_list<A: FromWire<W>, W>(&mut self, name: &'static str, wire: Vec<W>) -> Option<Vec<A>> {
        self.take_list_by(name, wire, A::from_wire)
    }

    /// A list whose elements come another way.
    pub fn take_list_by<A, W>(
        &mut self,
        name: &'static str,
        wire: Vec<W>,
        way: impl Fn(W, &mut Self) -> Option<A>,
    ) -> Option<Vec<A>> {
        self.at(Step::Name(name.into()), |cx| {
            let mut out = Vec::with_capacity(wire.len());
            let count = wire.len();
            for (at, item) in wire.into_iter().enumerate() {
                // Every element is looked at, so that all faults are told.
                out.extend(cx.at(Step::Index(at), |cx| way(item, cx)));
            }
            (out.len() == count).then_some(out)
        })
    }

    /// A map.
    pub fn take_map<K: Key, A: FromWire<W>, W>(
        &mut self,
        name: &'static str,
        wire: BTreeMap<K, W>,
    ) -> Option<BTreeMap<String, A>> {
        self.take_map_by(name, wire, A::from_wire)
    }

    /// A map whose values come another way.
    pub fn take_map_by<K: Key, A, W>(
        &mut self,
        name: &'static str,
        wire: BTreeMap<K, W>,
        way: impl Fn(W, &mut Self) -> Option<A>,
    ) -> Option<BTreeMap<String, A>> {
        self.at(Step::Name(name.into()), |cx| {
            let count = wire.len();
            let entry = |(at, (key, value)): (usize, (K, W))| {
                let value = cx.at(Step::Entry(at), |cx| way(value, cx))?;
                Some((key.spell(), value))
            };
            let out: BTreeMap<String, A> = wire.into_iter().enumerate().filter_map(entry).collect();
            (out.len() == count).then_some(out)
        })
    }

    /// Whether a member has the one value that it may have.
    pub fn take_constant(&mut self, name: &'static str, holds: bool) -> Option<()> {
        if holds {
            return Some(());
        }
        self.at(Step::Name(name.into()), |cx| cx.fault(FaultKind::Enum, "the one value that the schema lists"));
        None
    }

    /// What is read as text.
    pub fn parse<A: FromStr, W>(wire: W, cx: &mut Self) -> Option<A>
    where
        String: FromWire<W>,
    {
        let parsed = String::from_wire(wire, cx)?.parse().ok();
        parsed.or_else(|| cx.refuse(FaultKind::Format, "a text that its type reads"))
    }

    /// What is found by a name or number that may be unknown.
    pub fn known<A: Shaped>(&mut self, found: Option<A>) -> Option<A> {
        if found.is_none() {
            self.push(FaultKind::Enum, Expected::Shape(A::SHAPE), Found::Another);
        }
        found
    }
}

impl Cx {
    /// Does something at a place below this one.
    fn at<T>(&mut self, step: Step, then: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let out = then(self);
        self.path.pop();
        out
    }

    /// Tells that the value here is not what it should be.
    pub(super) fn fault(&mut self, kind: FaultKind, expected: &'static str) {
        self.push(kind, Expected::Words(expected.into()), Found::Another);
    }

    fn push(&mut self, kind: FaultKind, expected: Expected, found: Found) {
        let path = Path(self.path.clone());
        self.faults.push(Fault { kind, path, expected, found, span: None });
    }

    /// The same, in the place of a value.
    pub(super) fn refuse<A>(&mut self, kind: FaultKind, expected: &'static str) -> Option<A> {
        self.fault(kind, expected);
        None
    }
}

/// The declared default of the member at a place of a record.
fn default_of<T: Shaped, A: crate::FromNode>(at: usize) -> Option<A> {
    let Kind::Record(record) = &bare(T::SHAPE).kind else { return None };
    let field = record.fields.get(at)?;
    let mut out = Writer::new();
    out.literal(field.default.as_ref()?);
    let Parsed { tape, root, .. } = conformed(out.finish(), T::SHAPE.at(field.ty)).ok()?;
    A::from_node(tape.node(root))
}
