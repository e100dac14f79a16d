//! What enforces each assertion, as the lowering finds out.

use std::collections::{BTreeSet, HashMap};

use nucleo_runtime::pattern::{Translated, translate};

use super::graph::{Graph, SchemaId};
use super::note;
use super::rules::{Rules, WordRef};
use super::word::Word;
use crate::diag::Span;
use crate::ir::{Enforcer, Entry};

pub(crate) const NO_TYPE_FOR_FORMAT: &str = "this format has no type";
pub(crate) const OTHER_KINDS: &str = "without `type` the schema takes values of other kinds, which the type refuses";

pub(crate) const ABSENT_IS_NULL: &str = "absent and null are one value in Rust";
const NOT_LINEAR: &str = "pattern_not_linear";

/// What enforces each assertion.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Only looked up until it is sorted.
    words: HashMap<WordRef, Enforcer>,
    /// Where a type is not its schema to the letter, by decision: the schema, what it concerns, and why.
    differences: BTreeSet<(SchemaId, &'static str, &'static str)>,
}

impl Ledger {
    /// What enforces an assertion at one of its places. It is enforced only where it is at all of them.
    pub(crate) fn note(&mut self, word: WordRef, by: Enforcer) {
        let known = self.words.entry(word).or_insert(by);
        if matches!(by, Enforcer::Nobody(_)) {
            *known = by;
        }
    }

    /// A difference between a type and its schema.
    pub(crate) fn differ(&mut self, schema: SchemaId, about: &'static str, why: &'static str) {
        self.differences.insert((schema, about, why));
    }

    /// Adds what only rules speak of.
    pub(crate) fn add_rules(&mut self, graph: &Graph<'_>, rules: &Rules<'_, '_>) {
        for schema in rules.schemas() {
            for (at, assertion) in graph[schema].words.iter().enumerate() {
                self.words.entry((schema, at)).or_insert(match assertion.word {
                    Word::Silent(reason) => Enforcer::Nobody(reason),
                    Word::Format(_) => Enforcer::Nobody(NO_TYPE_FOR_FORMAT),
                    _ => Enforcer::Check,
                });
            }
        }
    }

    /// The entries in the order of the files and of the places in them.
    pub(crate) fn finish(self, graph: &Graph<'_>, files: &super::Files) -> Vec<Entry> {
        let entry = |schema: SchemaId, keyword: &str, by: Enforcer, span: Span| Entry {
            file: files.id(graph, schema),
            place: graph.place(schema),
            keyword: keyword.to_owned(),
            by,
            span,
        };
        // A schema may say the same pattern ten thousand times.
        let mut known = HashMap::new();
        let words = self.words.into_iter().map(|((schema, at), by)| {
            let assertion = &graph[schema].words[at];
            let by = if is_linear(&assertion.word, &mut known) { by } else { Enforcer::Nobody(NOT_LINEAR) };
            entry(schema, assertion.keyword, by, assertion.span)
        });
        let differences = self
            .differences
            .into_iter()
            .map(|(schema, about, why)| entry(schema, about, Enforcer::Decided(why), note::span(graph[schema].json)));
        let mut entries: Vec<_> = words.chain(differences).collect();
        entries.sort_by(|a, b| (a.file, a.span, &a.keyword).cmp(&(b.file, b.span, &b.keyword)));
        entries
    }
}

/// Whether a linear-time engine takes the patterns of an assertion.
fn is_linear<'j>(word: &Word<'j>, known: &mut HashMap<&'j str, bool>) -> bool {
    let mut linear = |source: &'j str| {
        *known.entry(source).or_insert_with(|| !matches!(translate(source), Ok(Translated::NotLinear(_))))
    };
    match word {
        Word::Pattern(source) => linear(source),
        Word::PatternProperties(them) => them.iter().all(|(source, ..)| linear(source)),
        _ => true,
    }
}
