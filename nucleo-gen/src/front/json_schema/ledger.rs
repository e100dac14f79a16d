//! What enforces each assertion, as the lowering finds out.

use std::collections::HashMap;

use super::graph::Graph;
use super::rules::{Rules, WordRef};
use super::word::Word;
use crate::ir::{Enforcer, Entry};

pub(crate) const NO_TYPE_FOR_FORMAT: &str = "this format has no type";
pub(crate) const OTHER_KINDS: &str = "without `type` the schema takes values of other kinds, which the type refuses";

/// What enforces each assertion; only looked up.
#[derive(Debug, Default)]
pub(crate) struct Ledger(HashMap<WordRef, Enforcer>);

impl Ledger {
    /// What enforces an assertion at one of its places. It is enforced only where it is at all of them.
    pub(crate) fn note(&mut self, word: WordRef, by: Enforcer) {
        let known = self.0.entry(word).or_insert(by);
        if matches!(by, Enforcer::Nobody(_)) {
            *known = by;
        }
    }

    /// Adds what only rules speak of.
    pub(crate) fn add_rules(&mut self, graph: &Graph<'_>, rules: &Rules<'_, '_>) {
        for schema in rules.schemas() {
            for (at, assertion) in graph[schema].words.iter().enumerate() {
                self.0.entry((schema, at)).or_insert(match assertion.word {
                    Word::Silent(reason) => Enforcer::Nobody(reason),
                    Word::Format(_) => Enforcer::Nobody(NO_TYPE_FOR_FORMAT),
                    _ => Enforcer::Check,
                });
            }
        }
    }

    /// The entries in the order of the files and of the places in them.
    pub(crate) fn finish(self, graph: &Graph<'_>, files: &super::Files) -> Vec<Entry> {
        let mut words: Vec<_> = self.0.into_iter().collect();
        words.sort_by_key(|((schema, at), _)| (files.id(graph, *schema), graph[*schema].words[*at].span, *at));
        let entry = |((schema, at), by): (WordRef, Enforcer)| {
            let assertion = &graph[schema].words[at];
            Entry {
                file: files.id(graph, schema),
                place: graph.place(schema),
                keyword: assertion.keyword.to_owned(),
                by,
                span: assertion.span,
            }
        };
        words.into_iter().map(entry).collect()
    }
}
