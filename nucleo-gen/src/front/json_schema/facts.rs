//! What a set of schemas says together: `allOf`, references with siblings, and a union's base with its branch all
//! come down to schemas that hold of one value at once.

use std::collections::HashSet;

use nucleo_runtime::shape::Kinds;

use super::graph::{Graph, SchemaId};
use super::null;
use super::number;
use super::rules::WordRef;
use super::word::{Assertion, Word};
use crate::json::{Json, Value};

/// Beyond so many schemas at one place, further ones are left to the rules: chains would cost their length squared.
const MOST: usize = 1000;

/// Every kind but `null`, which is kept apart.
pub(crate) const ALL: Kinds =
    Kinds::BOOLEAN.or(Kinds::INTEGER).or(Kinds::NUMBER).or(Kinds::STRING).or(Kinds::ARRAY).or(Kinds::OBJECT);

/// One schema of several that hold at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    pub(crate) schema: SchemaId,
    /// Without its `anyOf` and `oneOf`: the place is one branch of these.
    pub(crate) bare: bool,
}

impl Part {
    pub(crate) fn whole(schema: SchemaId) -> Self {
        Self { schema, bare: false }
    }
}

/// What some schemas say together about a value's kind and the values that there are.
#[derive(Debug, Clone)]
pub(crate) struct Facts<'j> {
    /// All schemas that hold, those behind `allOf` and `$ref` included, each once.
    pub(crate) parts: Vec<Part>,
    /// The kinds that are left, without `null`. `NUMBER` comes with `INTEGER`.
    pub(crate) kinds: Kinds,
    /// Whether anything says `type`.
    pub(crate) typed: bool,
    /// Whether a schema `false` is among them.
    pub(crate) never: bool,
    /// The values that `enum` and `const` leave, without `null`, each with the schema that lists it.
    pub(crate) values: Option<Vec<(SchemaId, &'j Json)>>,
    /// Each `anyOf` and `oneOf`.
    pub(crate) groups: Vec<WordRef>,
    /// Whether one of them stands behind a `$ref`: then the place can hold itself.
    pub(crate) through_ref: bool,
    /// Schemas that hold too, but were too many to look at.
    pub(crate) cut: Vec<SchemaId>,
    /// Which of the assertions count here.
    pub(crate) about: About,
}

/// Which assertions count where a schema is taken apart by the kinds of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    Everything,
    /// Those that speak of values of any kind.
    AnyKind,
    /// Those that speak of this kind alone.
    Only(Kinds),
}

impl About {
    pub(crate) fn covers(self, word: &Word<'_>) -> bool {
        match self {
            Self::Everything => true,
            Self::AnyKind => subject(word).is_none(),
            Self::Only(kind) => subject(word).is_some_and(|it| it.has(kind)),
        }
    }
}

/// The kinds that an assertion speaks of; `None` where of all.
pub(crate) fn subject(word: &Word<'_>) -> Option<Kinds> {
    Some(match word {
        Word::Min(_) | Word::Max(_) | Word::MultipleOf(_) => Kinds::NUMBER.or(Kinds::INTEGER),
        Word::MinLength(_) | Word::MaxLength(_) | Word::Pattern(_) | Word::Format(_) => Kinds::STRING,
        Word::MinItems(_) | Word::MaxItems(_) | Word::UniqueItems => Kinds::ARRAY,
        Word::Prefix(_) | Word::Items(..) | Word::Contains { .. } | Word::UnevaluatedItems(_) => Kinds::ARRAY,
        Word::Properties(_) | Word::PatternProperties(_) | Word::Additional(_) | Word::PropertyNames(_) => {
            Kinds::OBJECT
        }
        Word::Required(_) | Word::MinProperties(_) | Word::MaxProperties(_) => Kinds::OBJECT,
        Word::DependentRequired(_) | Word::DependentSchemas(_) | Word::UnevaluatedProperties(_) => Kinds::OBJECT,
        _ => return None,
    })
}

/// Collects what `start` says together. Schemas do not lead back to themselves in place: `order` saw to that.
pub(crate) fn gather<'j>(graph: &Graph<'j>, start: &[Part]) -> Facts<'j> {
    let mut facts = Facts {
        parts: Vec::new(),
        kinds: ALL,
        typed: false,
        never: false,
        values: None,
        groups: Vec::new(),
        through_ref: false,
        cut: Vec::new(),
        about: About::Everything,
    };
    let mut seen = HashSet::new();
    // A schema that is a branch's base stays one where another of the base leads to it again.
    let bare: HashSet<SchemaId> = start.iter().filter(|it| it.bare).map(|it| it.schema).collect();
    let mut stack: Vec<Part> = start.iter().rev().copied().collect();
    while let Some(mut part) = stack.pop() {
        part.bare |= bare.contains(&part.schema);
        if !seen.insert(part.schema) {
            continue;
        }
        if facts.parts.len() == MOST {
            facts.cut.push(part.schema);
            continue;
        }
        facts.parts.push(part);
        let before = stack.len();
        for (at, assertion) in graph[part.schema].words.iter().enumerate() {
            facts.take(part, at, &assertion.word, &mut stack);
        }
        stack[before..].reverse();
    }
    facts.filter();
    facts
}

impl<'j> Facts<'j> {
    fn take(&mut self, part: Part, at: usize, word: &Word<'j>, stack: &mut Vec<Part>) {
        match word {
            Word::Never => self.never = true,
            Word::Kinds(kinds) => {
                self.typed = true;
                let number = if kinds.has(Kinds::NUMBER) { Kinds::INTEGER } else { Kinds(0) };
                self.kinds = Kinds(self.kinds.0 & kinds.or(number).0);
            }
            Word::Const(json) => self.list(part.schema, std::slice::from_ref(*json)),
            Word::Enum(values) => self.list(part.schema, values),
            Word::AllOf(them) => stack.extend(them.iter().copied().map(Part::whole)),
            Word::Ref { to: Some(to), .. } => {
                self.through_ref = true;
                stack.push(Part::whole(*to));
            }
            Word::AnyOf(_) | Word::OneOf(_) if !part.bare => self.groups.push((part.schema, at)),
            _ => {}
        }
    }

    fn list(&mut self, schema: SchemaId, values: &'j [Json]) {
        let listed = values.iter().filter(|json| !null::is_null(json));
        self.values = Some(match self.values.take() {
            None => {
                // Each once, for a value that stands twice is still one.
                let mut seen = HashSet::new();
                listed.filter(|json| seen.insert(number::key(json))).map(|json| (schema, json)).collect()
            }
            Some(so_far) => {
                let keys: HashSet<_> = listed.map(number::key).collect();
                so_far.into_iter().filter(|(_, json)| keys.contains(&number::key(json))).collect()
            }
        });
    }

    fn filter(&mut self) {
        let kinds = self.kinds;
        if let Some(values) = &mut self.values {
            values.retain(|(_, json)| has_kind(kinds, json));
        }
    }

    /// Every assertion, in order.
    pub(crate) fn words<'g>(
        &self,
        graph: &'g Graph<'j>,
    ) -> impl Iterator<Item = (WordRef, &'g Assertion<'j>)> + use<'_, 'g, 'j> {
        self.parts.iter().flat_map(|part| {
            let words = graph[part.schema].words.iter().enumerate();
            words.map(|(at, assertion)| ((part.schema, at), assertion))
        })
    }

    /// Whether nothing but `null` could fit.
    pub(crate) fn is_empty(&self) -> bool {
        self.never || self.kinds.0 == 0 || self.values.as_ref().is_some_and(Vec::is_empty)
    }
}

/// Whether a value is of one of some kinds.
pub(crate) fn has_kind(kinds: Kinds, json: &Json) -> bool {
    kinds.has(match &json.value {
        Value::Null => Kinds::NULL,
        Value::Bool(_) => Kinds::BOOLEAN,
        Value::Number(text) if number::Decimal::parse(text).is_whole() => Kinds::INTEGER,
        Value::Number(_) => Kinds::NUMBER,
        Value::Text(_) => Kinds::STRING,
        Value::List(_) => Kinds::ARRAY,
        Value::Object(_) => Kinds::OBJECT,
    })
}
