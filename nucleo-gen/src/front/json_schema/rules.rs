//! Schemas as rules: each assertion as the specification has it.

use std::collections::HashMap;

use nucleo_runtime::shape::Kinds;

use super::graph::{Graph, SchemaId};
use super::word::{Bound, Word};
use crate::diag::Span;
use crate::ir::{Check, Limit, Pattern, Rule, RuleId};

/// An assertion of a schema, by its place among that schema's.
pub(crate) type WordRef = (SchemaId, usize);

/// The rules that are needed so far.
pub(crate) struct Rules<'g, 'j> {
    graph: &'g Graph<'j>,
    rules: Vec<Rule>,
    by_schema: HashMap<SchemaId, RuleId>,
    unbuilt: Vec<(SchemaId, RuleId)>,
    /// Numbers for resources that have dynamic anchors; all others are 0, since nothing dynamic leads to them.
    resources: HashMap<usize, u16>,
}

impl<'g, 'j> Rules<'g, 'j> {
    pub(crate) fn new(graph: &'g Graph<'j>) -> Self {
        Self { graph, rules: Vec::new(), by_schema: HashMap::new(), unbuilt: Vec::new(), resources: HashMap::new() }
    }

    /// The rule of a whole schema.
    pub(crate) fn whole(&mut self, schema: SchemaId) -> RuleId {
        if let Some(known) = self.by_schema.get(&schema) {
            return *known;
        }
        let id = self.push(Rule::default());
        self.by_schema.insert(schema, id);
        self.unbuilt.push((schema, id));
        id
    }

    /// A rule of some assertions, and of some whole schemas.
    pub(crate) fn some(&mut self, words: &[WordRef], whole: &[SchemaId]) -> RuleId {
        let mut checks: Vec<Check> = words.iter().flat_map(|(schema, at)| self.checks(*schema, *at)).collect();
        checks.extend(whole.iter().map(|schema| Check::Ref(self.whole(*schema))));
        let first = words.first().map(|(schema, _)| *schema).or(whole.first().copied());
        let resource = first.map_or(0, |schema| self.number(self.graph[schema].resource));
        let id = self.push(Rule { checks, resource, anchor: None });
        self.build();
        id
    }

    /// Builds what is asked for but not there yet. By a list, not by recursion: schemas refer to each other at will.
    pub(crate) fn build(&mut self) {
        while let Some((schema, id)) = self.unbuilt.pop() {
            let rule = self.rule(schema);
            self.rules[id.0 as usize] = rule;
        }
    }

    /// The schemas that have a rule.
    pub(crate) fn schemas(&self) -> Vec<SchemaId> {
        let mut schemas: Vec<_> = self.by_schema.keys().copied().collect();
        schemas.sort_unstable();
        schemas
    }

    pub(crate) fn finish(mut self) -> Vec<Rule> {
        self.build();
        self.rules
    }

    fn push(&mut self, rule: Rule) -> RuleId {
        // OK because there are at most two rules a schema and place.
        let id = RuleId(self.rules.len() as u32);
        self.rules.push(rule);
        id
    }

    fn rule(&mut self, schema: SchemaId) -> Rule {
        let graph = self.graph;
        let words = &graph[schema].words;
        // What is unevaluated is known only when all else was looked at.
        let last = |word: &Word<'_>| matches!(word, Word::UnevaluatedItems(_) | Word::UnevaluatedProperties(_));
        let mut order: Vec<usize> = (0..words.len()).collect();
        order.sort_by_key(|at| last(&words[*at].word));
        let mut checks: Vec<Check> = order.into_iter().flat_map(|at| self.checks(schema, at)).collect();
        if words.iter().any(|it| matches!(it.word, Word::Nullable)) {
            // What is written beside `nullable` was written about the other values.
            let resource = self.number(graph[schema].resource);
            let null = self.push(Rule { checks: vec![Check::Kinds(Kinds::NULL)], resource, anchor: None });
            let other = self.push(Rule { checks, resource, anchor: None });
            checks = vec![Check::AnyOf(vec![null, other])];
        }
        let resource = graph[schema].resource;
        let dynamic = &graph.resources[resource].dynamic;
        let anchor = dynamic.iter().find(|(_, it)| *it == schema).map(|(name, _)| (*name).to_owned());
        Rule { checks, resource: self.number(resource), anchor }
    }

    /// The number of a resource. What its dynamic anchors lead to is needed as soon as anything of it is.
    fn number(&mut self, resource: usize) -> u16 {
        if let Some(known) = self.resources.get(&resource) {
            return *known;
        }
        let dynamic = &self.graph.resources[resource].dynamic;
        if dynamic.is_empty() {
            return 0;
        }
        // More resources than a `u16` counts are taken to have no dynamic anchors.
        let number = u16::try_from(self.resources.len() + 1).unwrap_or(0);
        self.resources.insert(resource, number);
        for (_, schema) in dynamic {
            self.whole(*schema);
        }
        number
    }

    fn checks(&mut self, schema: SchemaId, at: usize) -> Option<Check> {
        let graph = self.graph;
        let assertion = &graph[schema].words[at];
        let rule = |rules: &mut Self, it: &SchemaId| rules.whole(*it);
        let all = |rules: &mut Self, them: &[SchemaId]| them.iter().map(|it| rules.whole(*it)).collect();
        Some(match &assertion.word {
            Word::Never => Check::Never,
            Word::Kinds(kinds) => Check::Kinds(*kinds),
            Word::Const(json) => Check::Const((*json).clone()),
            Word::Enum(values) => Check::Enum(values.to_vec()),
            Word::Min(bound) => Check::Min(limit(*bound)),
            Word::Max(bound) => Check::Max(limit(*bound)),
            Word::MultipleOf(number) => Check::MultipleOf((*number).to_owned()),
            Word::MinLength(count) => Check::MinLength(*count),
            Word::MaxLength(count) => Check::MaxLength(*count),
            Word::Pattern(source) => Check::Pattern(pattern(source)),
            Word::MinItems(count) => Check::MinItems(*count),
            Word::MaxItems(count) => Check::MaxItems(*count),
            Word::UniqueItems => Check::UniqueItems,
            Word::Prefix(them) => Check::Prefix(all(self, them)),
            Word::Items(from, it) => Check::Items(*from, rule(self, it)),
            Word::Contains { schema, min, max } => Check::Contains { rule: rule(self, schema), min: *min, max: *max },
            Word::Properties(them) => {
                Check::Properties(them.iter().map(|it| (it.name.to_owned(), self.whole(it.schema))).collect())
            }
            Word::PatternProperties(them) => {
                let one = |(source, _, it): &(&str, Span, SchemaId)| (pattern(source), self.whole(*it));
                Check::PatternProperties(them.iter().map(one).collect())
            }
            Word::Additional(it) => self.additional(schema, *it),
            Word::PropertyNames(it) => Check::PropertyNames(rule(self, it)),
            Word::Required(names) => Check::Required(owned(names)),
            Word::MinProperties(count) => Check::MinProperties(*count),
            Word::MaxProperties(count) => Check::MaxProperties(*count),
            Word::DependentRequired(them) => {
                Check::DependentRequired(them.iter().map(|(name, names)| ((*name).to_owned(), owned(names))).collect())
            }
            Word::DependentSchemas(them) => {
                Check::DependentSchemas(them.iter().map(|(name, it)| ((*name).to_owned(), self.whole(*it))).collect())
            }
            Word::AllOf(them) => Check::AllOf(all(self, them)),
            Word::AnyOf(them) => Check::AnyOf(all(self, them)),
            Word::OneOf(them) => Check::OneOf(all(self, them)),
            Word::Not(it) => Check::Not(rule(self, it)),
            Word::If { test, then, other } => Check::If {
                test: rule(self, test),
                then: then.map(|it| self.whole(it)),
                other: other.map(|it| self.whole(it)),
            },
            Word::Ref { to, .. } => Check::Ref(self.whole((*to)?)),
            Word::DynamicRef { to, anchor, .. } => {
                Check::DynamicRef { anchor: (*anchor).to_owned(), rule: self.whole((*to)?) }
            }
            Word::UnevaluatedItems(it) => Check::UnevaluatedItems(rule(self, it)),
            Word::UnevaluatedProperties(it) => Check::UnevaluatedProperties(rule(self, it)),
            // `format` is an annotation to the specifications; where it has a type, the type asserts it.
            Word::Format(_) | Word::Nullable | Word::Silent(_) => return None,
        })
    }

    /// `additionalProperties` speaks of what the two keywords beside it do not.
    fn additional(&mut self, schema: SchemaId, it: SchemaId) -> Check {
        let (mut names, mut patterns) = (Vec::new(), Vec::new());
        for assertion in &self.graph[schema].words {
            match &assertion.word {
                Word::Properties(them) => names.extend(them.iter().map(|it| it.name.to_owned())),
                Word::PatternProperties(them) => {
                    patterns.extend(them.iter().map(|(source, ..)| pattern(source)));
                }
                _ => {}
            }
        }
        Check::Additional { names, patterns, rule: self.whole(it) }
    }
}

pub(crate) fn limit(bound: Bound<'_>) -> Limit {
    Limit { value: bound.value.to_owned(), exclusive: bound.exclusive }
}

pub(crate) fn pattern(source: &str) -> Pattern {
    Pattern { source: source.to_owned() }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|it| (*it).to_owned()).collect()
}
