//! Enums: the listed values alone.

use std::collections::{HashMap, HashSet};

use super::facts::has_kind;
use super::graph::{SchemaId, Step};
use super::lower::Lower;
use super::note;
use crate::ir::{Doc, Enum, Kind, Value};
use crate::json::Json;

impl<'j> Lower<'_, 'j> {
    pub(crate) fn values(&mut self, values: &[(SchemaId, &'j Json)]) -> Kind {
        // A schema that lists one value speaks of that value; one that lists several speaks of them all.
        let mut counts: HashMap<SchemaId, usize> = HashMap::new();
        for (schema, _) in values {
            *counts.entry(*schema).or_default() += 1;
        }
        // The only branch of a union does so, too.
        let is_branch = |schema: SchemaId| matches!(self.graph[schema].step, Step::Listed("oneOf" | "anyOf", _));
        let several = counts.len() > 1;
        let value = |(schema, json): &(SchemaId, &Json)| {
            let speaker = self.graph[*schema].json;
            let alone = (several || is_branch(*schema)) && counts[schema] == 1;
            let accept = if alone { speaker.get("x-nucleo-accept") } else { None };
            let named =
                note::of_value(speaker, "x-nucleo-name", json).and_then(|it| Some((it.as_str()?.to_owned(), it.span)));
            Value {
                json: (*json).clone(),
                shown: self.shown(if alone { speaker.get("x-nucleo-shown") } else { None }, speaker, json),
                doc: if alone { note::doc(speaker) } else { Doc::default() },
                accept: note::names(note::of_value(speaker, "x-nucleo-accept", json).or(accept), self.diags),
                rust_name: named.or_else(|| alone.then(|| note::rust_name(speaker, self.diags)).flatten()),
            }
        };
        Kind::Enum(Enum { values: values.iter().map(value).collect() })
    }
}

impl<'j> Lower<'_, 'j> {
    /// What a model sees in the place of a value: a text for a text.
    fn shown(&self, alone: Option<&'j Json>, speaker: &'j Json, value: &Json) -> Option<Json> {
        let shown = note::of_value(speaker, "x-nucleo-shown", value).or(alone)?;
        if shown.as_str().is_none() || value.as_str().is_none() {
            note::wrong(shown, "x-nucleo-shown", "a text in the place of a text", self.diags);
            return None;
        }
        Some(shown.clone())
    }
}

/// The values of several lists, each once, and whether some stood in two of them.
pub(crate) fn join(
    lists: Vec<Vec<(SchemaId, &Json)>>,
    kinds: nucleo_runtime::shape::Kinds,
) -> (Vec<(SchemaId, &Json)>, bool) {
    let (mut seen, mut joined, mut twice) = (HashSet::new(), Vec::new(), false);
    for (schema, json) in lists.into_iter().flatten().filter(|(_, json)| has_kind(kinds, json)) {
        if seen.insert(super::number::key(json)) {
            joined.push((schema, json));
        } else {
            twice = true;
        }
    }
    (joined, twice)
}
