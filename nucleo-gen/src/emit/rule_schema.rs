//! Rules as JSON Schema: one keyword, or a few, for each assertion.

use std::collections::HashMap;

use nucleo_runtime::shape::Kinds;

use crate::emit::pretty::Tree;
use crate::ir::{Check, DeclId, Limit, Pattern, RuleId};
use crate::knobs::Names as Spelling;
use crate::resolve::Resolved;
use crate::resolve::names;

/// Who reads a rendering: programs see the names of the source, models those that they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    Program,
    Model,
}

/// Rules nested deeper than this are described on their own.
const DEEPEST: usize = 48;

/// Renders rules. One that is used more than once is described once, under `$defs`.
pub(crate) struct Rules<'r> {
    resolved: &'r Resolved<'r>,
    audience: Audience,
    spelling: Spelling,
    uses: HashMap<RuleId, usize>,
    depth: usize,
    /// The rules that were only referred to, in the order of their first mention.
    named: Vec<RuleId>,
    numbers: HashMap<RuleId, usize>,
}

type Members = Vec<(String, Tree)>;

impl<'r> Rules<'r> {
    pub(crate) fn new(resolved: &'r Resolved<'r>, root: DeclId, audience: Audience) -> Self {
        Self {
            resolved,
            audience,
            spelling: resolved.settings(root).names,
            uses: HashMap::new(),
            depth: 0,
            named: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Counts the uses of a rule and of all rules below it. Called once for each place that has the rule.
    pub(crate) fn count(&mut self, root: RuleId) {
        let mut open = vec![root];
        while let Some(rule) = open.pop() {
            let uses = self.uses.entry(rule).or_default();
            *uses += 1;
            if *uses == 1 {
                self.resolved.ir[rule].checks.iter().for_each(|check| children(check, &mut |child| open.push(child)));
            }
        }
    }

    /// The definitions of the rules that were referred to, with those that these refer to.
    pub(crate) fn defs(&mut self) -> Members {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(&rule) = self.named.get(at) {
            at += 1;
            self.depth = 0;
            out.push((format!("rule_{at}"), Tree::Object(self.members(rule))));
        }
        out
    }

    /// The rule as the value of a keyword.
    pub(crate) fn schema(&mut self, rule: RuleId) -> Tree {
        let checks = &self.resolved.ir[rule].checks;
        match checks.as_slice() {
            [] => return Tree::Bool(true),
            [Check::Never] => return Tree::Bool(false),
            _ => {}
        }
        if self.depth >= DEEPEST || self.uses.get(&rule).is_some_and(|uses| *uses > 1) {
            return self.reference(rule);
        }
        self.depth += 1;
        let members = self.members(rule);
        self.depth -= 1;
        Tree::Object(members)
    }

    fn reference(&mut self, rule: RuleId) -> Tree {
        let named = &mut self.named;
        let number = *self.numbers.entry(rule).or_insert_with(|| {
            named.push(rule);
            named.len()
        });
        Tree::Object(vec![("$ref".to_owned(), Tree::text(format!("#/$defs/rule_{number}")))])
    }

    /// The keywords of one rule. One that is there already goes to `allOf`.
    fn members(&mut self, rule: RuleId) -> Members {
        let mut out: Members = Vec::new();
        let mut again = Vec::new();
        for check in &self.resolved.ir[rule].checks {
            let keywords = self.keywords(check);
            if keywords.iter().any(|(name, _)| out.iter().any(|(other, _)| other == name)) {
                merge(&mut out, &mut again, keywords);
            } else {
                out.extend(keywords);
            }
        }
        if !again.is_empty() {
            match out.iter_mut().find(|(name, _)| name == "allOf") {
                Some((_, Tree::List(all))) => all.extend(again),
                _ => out.push(("allOf".to_owned(), Tree::List(again))),
            }
        }
        out
    }

    /// The keywords of one check.
    pub(crate) fn keywords(&mut self, check: &Check) -> Members {
        let one = |name: &str, value: Tree| vec![(name.to_owned(), value)];
        match check {
            Check::Never => one("not", Tree::Object(vec![])),
            Check::Kinds(kinds) => one("type", kinds_of(*kinds)),
            Check::Const(json) => one("const", Tree::from(json)),
            Check::Enum(values) => one("enum", Tree::List(values.iter().map(Tree::from).collect())),
            Check::Min(Limit { value, exclusive: false }) => one("minimum", Tree::number(value)),
            Check::Min(Limit { value, exclusive: true }) => one("exclusiveMinimum", Tree::number(value)),
            Check::Max(Limit { value, exclusive: false }) => one("maximum", Tree::number(value)),
            Check::Max(Limit { value, exclusive: true }) => one("exclusiveMaximum", Tree::number(value)),
            Check::MultipleOf(it) => one("multipleOf", Tree::number(it)),
            Check::MinLength(it) => one("minLength", Tree::number(it)),
            Check::MaxLength(it) => one("maxLength", Tree::number(it)),
            Check::Pattern(it) => one("pattern", Tree::text(&it.source)),
            Check::MinItems(it) => one("minItems", Tree::number(it)),
            Check::MaxItems(it) => one("maxItems", Tree::number(it)),
            Check::UniqueItems => one("uniqueItems", Tree::Bool(true)),
            Check::Prefix(rules) => one("prefixItems", self.list(rules)),
            Check::Items(from, rule) => self.items(*from, *rule),
            Check::Contains { rule, min, max } => {
                let mut out = one("contains", self.schema(*rule));
                if *min != 1 {
                    out.extend(one("minContains", Tree::number(min)));
                }
                out.extend(max.iter().map(|max| ("maxContains".to_owned(), Tree::number(max))));
                out
            }
            Check::Properties(rules) => one("properties", self.named_rules(rules)),
            Check::PatternProperties(rules) => one("patternProperties", self.matching(rules)),
            Check::Additional { names, patterns, rule } => self.additional(names, patterns, *rule),
            Check::PropertyNames(rule) => one("propertyNames", self.schema(*rule)),
            Check::Required(names) => one("required", self.names(names)),
            Check::MinProperties(it) => one("minProperties", Tree::number(it)),
            Check::MaxProperties(it) => one("maxProperties", Tree::number(it)),
            Check::DependentRequired(needs) => {
                let needs = needs.iter().map(|(name, names)| (self.name(name), self.names(names)));
                one("dependentRequired", Tree::Object(needs.collect()))
            }
            Check::DependentSchemas(rules) => one("dependentSchemas", self.named_rules(rules)),
            Check::AllOf(rules) => one("allOf", self.list(rules)),
            Check::AnyOf(rules) => one("anyOf", self.list(rules)),
            Check::OneOf(rules) => one("oneOf", self.list(rules)),
            Check::Not(rule) => one("not", self.schema(*rule)),
            Check::If { test, then, other } => {
                let mut out = one("if", self.schema(*test));
                out.extend(then.map(|rule| ("then".to_owned(), self.schema(rule))));
                out.extend(other.map(|rule| ("else".to_owned(), self.schema(rule))));
                out
            }
            // What stands beside a reference holds too, so one that is described in place is a part of `allOf`.
            Check::Ref(rule) | Check::DynamicRef { anchor: _, rule } => one("allOf", self.list(&[*rule])),
            Check::UnevaluatedItems(rule) => one("unevaluatedItems", self.schema(*rule)),
            Check::UnevaluatedProperties(rule) => one("unevaluatedProperties", self.schema(*rule)),
        }
    }

    /// `items` with as many places before it as the rule skips.
    fn items(&mut self, from: usize, rule: RuleId) -> Members {
        let mut out = Vec::new();
        if from > 0 {
            out.push(("prefixItems".to_owned(), Tree::List(vec![Tree::Bool(true); from])));
        }
        out.push(("items".to_owned(), self.schema(rule)));
        out
    }

    /// `additionalProperties`, with the names and patterns that it leaves out.
    fn additional(&mut self, names: &[String], patterns: &[Pattern], rule: RuleId) -> Members {
        let mut out = Vec::new();
        if !names.is_empty() {
            let names = names.iter().map(|name| (self.name(name), Tree::Bool(true)));
            out.push(("properties".to_owned(), Tree::Object(names.collect())));
        }
        if !patterns.is_empty() {
            let patterns = patterns.iter().map(|it| (it.source.clone(), Tree::Bool(true)));
            out.push(("patternProperties".to_owned(), Tree::Object(patterns.collect())));
        }
        out.push(("additionalProperties".to_owned(), self.schema(rule)));
        out
    }

    fn list(&mut self, rules: &[RuleId]) -> Tree {
        Tree::List(rules.iter().map(|&rule| self.schema(rule)).collect())
    }

    fn named_rules(&mut self, rules: &[(String, RuleId)]) -> Tree {
        Tree::Object(rules.iter().map(|(name, rule)| (self.name(name), self.schema(*rule))).collect())
    }

    fn matching(&mut self, rules: &[(Pattern, RuleId)]) -> Tree {
        Tree::Object(rules.iter().map(|(pattern, rule)| (pattern.source.clone(), self.schema(*rule))).collect())
    }

    fn names(&self, names: &[String]) -> Tree {
        Tree::List(names.iter().map(|name| Tree::Text(self.name(name))).collect())
    }

    pub(crate) fn name(&self, name: &str) -> String {
        match self.audience {
            Audience::Program => name.to_owned(),
            Audience::Model => names::shown(name, self.spelling),
        }
    }
}

/// Takes keywords of which one is there already. What only names places for `additionalProperties` or `items` is left
/// out where the place has a rule already; anything else is a schema of its own.
fn merge(out: &mut Members, again: &mut Vec<Tree>, keywords: Members) {
    let places = ["properties", "patternProperties", "prefixItems"];
    let last = keywords.last().map(|(name, _)| name.as_str());
    if !matches!(last, Some("additionalProperties" | "items"))
        || out.iter().any(|(name, _)| Some(name.as_str()) == last)
    {
        again.push(Tree::Object(keywords));
        return;
    }
    for (name, value) in keywords {
        let Some((_, there)) = out.iter_mut().find(|(other, _)| *other == name && places.contains(&name.as_str()))
        else {
            out.push((name, value));
            continue;
        };
        match (there, value) {
            (Tree::Object(there), Tree::Object(more)) => {
                for (name, value) in more {
                    if !there.iter().any(|(other, _)| *other == name) {
                        there.push((name, value));
                    }
                }
            }
            (Tree::List(there), Tree::List(more)) => there.extend(more.into_iter().skip(there.len())),
            _ => {}
        }
    }
}

/// The set of kinds as the value of `type`.
pub(crate) fn kinds_of(kinds: Kinds) -> Tree {
    let all = [
        (Kinds::STRING, "string"),
        (Kinds::INTEGER, "integer"),
        (Kinds::NUMBER, "number"),
        (Kinds::BOOLEAN, "boolean"),
        (Kinds::ARRAY, "array"),
        (Kinds::OBJECT, "object"),
        (Kinds::NULL, "null"),
    ];
    let mut names: Vec<Tree> =
        all.iter().filter(|(kind, _)| kinds.has(*kind)).map(|(_, name)| Tree::text(*name)).collect();
    if names.len() == 1 { names.remove(0) } else { Tree::List(names) }
}

/// The rules that a check refers to.
fn children(check: &Check, visit: &mut dyn FnMut(RuleId)) {
    match check {
        Check::Prefix(rules) | Check::AllOf(rules) | Check::AnyOf(rules) | Check::OneOf(rules) => {
            rules.iter().for_each(|&rule| visit(rule));
        }
        Check::Properties(rules) | Check::DependentSchemas(rules) => rules.iter().for_each(|(_, rule)| visit(*rule)),
        Check::PatternProperties(rules) => rules.iter().for_each(|(_, rule)| visit(*rule)),
        Check::Items(_, rule)
        | Check::Contains { rule, .. }
        | Check::Additional { rule, .. }
        | Check::PropertyNames(rule)
        | Check::Not(rule)
        | Check::Ref(rule)
        | Check::DynamicRef { rule, .. }
        | Check::UnevaluatedItems(rule)
        | Check::UnevaluatedProperties(rule) => visit(*rule),
        Check::If { test, then, other } => {
            visit(*test);
            then.iter().chain(other).for_each(|&rule| visit(rule));
        }
        _ => {}
    }
}
