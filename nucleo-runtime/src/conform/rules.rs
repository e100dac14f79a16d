//! The assertions of JSON Schema, over nodes.
//!
//! Each keyword means what drafts 4 to 2020-12 say; a front end has brought their spellings together. What a subschema
//! has *evaluated* (its annotations, which `unevaluated…` asks for) is the set of child nodes that it looked at, kept
//! only where someone asks and only where the subschema holds.

use std::collections::{HashMap, HashSet};

use super::coerce::{is_above, is_below, is_multiple};
use super::equality::{first_duplicate, is_literal};
use crate::decimal::Decimal;
use crate::fault::{FaultKind, Found};
use crate::shape::{Check, Kinds, PatternId, RuleId, Table};
use crate::tape::{JsonKind, Node};
use crate::write::Writer;

/// How many rules may stand around one another: schemas and values both nest.
const DEPTH: u32 = 1_000;

/// An assertion that does not hold of a node.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) kind: FaultKind,
    pub(super) node: u32,
    pub(super) check: &'static Check,
    pub(super) found: Found,
    /// The member that is missing.
    pub(super) member: Option<&'static str>,
}

/// Whether the rule holds of a value.
pub(super) fn holds(table: &'static Table, rule: RuleId, node: Node<'_>) -> bool {
    Eval::new(table).rule(rule, node, None, Report::No)
}

/// All assertions of the rule that do not hold of a value.
pub(super) fn broken(table: &'static Table, rule: RuleId, node: Node<'_>) -> Vec<Broken> {
    let mut cx = Eval::new(table);
    cx.rule(rule, node, None, Report::Yes);
    cx.broken
}

/// Whether assertions that do not hold are listed, or only decide a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Report {
    Yes,
    No,
}

/// The children that were evaluated.
type Seen = HashSet<u32>;

struct Eval {
    table: &'static Table,
    broken: Vec<Broken>,
    /// The resources that were entered, the outermost first.
    scope: Vec<u16>,
    /// What was found out, by node and rule, where it depends on nothing else. Looked up only.
    memo: HashMap<(u32, u32), bool>,
    depth: u32,
}

impl Eval {
    fn new(table: &'static Table) -> Self {
        Self { table, broken: Vec::new(), scope: Vec::new(), memo: HashMap::new(), depth: 0 }
    }

    /// A rule whose answer may be known already.
    fn test(&mut self, id: RuleId, node: Node<'_>) -> bool {
        // With dynamic references the answer depends on the way that led here.
        if !node.raw().is_container() || !self.table.anchors.is_empty() {
            return self.rule(id, node, None, Report::No);
        }
        let key = (node.index(), id.0);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let holds = self.rule(id, node, None, Report::No);
        self.memo.insert(key, holds);
        holds
    }

    /// A rule in place: what it evaluates counts for the rule around it.
    fn part(&mut self, id: RuleId, node: Node<'_>, seen: Option<&mut Seen>, report: Report) -> bool {
        match (&seen, report) {
            (None, Report::No) => self.test(id, node),
            _ => self.rule(id, node, seen, report),
        }
    }

    fn rule(&mut self, id: RuleId, node: Node<'_>, seen: Option<&mut Seen>, report: Report) -> bool {
        let rule = self.table.rule(id);
        let enters = self.scope.last() != Some(&rule.resource);
        if enters {
            self.scope.push(rule.resource);
        }
        self.depth += 1;
        let asks = matches!(rule.checks.last(), Some(Check::UnevaluatedItems(_) | Check::UnevaluatedProperties(_)));
        let mut own = (asks || seen.is_some()).then(Seen::new);
        let mut holds = true;
        for check in rule.checks {
            holds &= self.depth < DEPTH && self.check(check, node, own.as_mut(), report) || self.too_deep(check, node);
            if !holds && report == Report::No {
                break;
            }
        }
        self.depth -= 1;
        if enters {
            self.scope.pop();
        }
        if let (true, Some(own), Some(seen)) = (holds, own, seen) {
            seen.extend(own);
        }
        holds
    }

    /// Always `false`; records that no answer was found where the rules nest too deep.
    fn too_deep(&mut self, check: &'static Check, node: Node<'_>) -> bool {
        let is_known = self.broken.last().is_some_and(|it| it.kind == FaultKind::Depth);
        if self.depth >= DEPTH && !is_known {
            let found = Found::Kind(node.kind());
            self.broken.push(Broken { kind: FaultKind::Depth, node: node.index(), check, found, member: None });
        }
        false
    }

    fn check(&mut self, check: &'static Check, node: Node<'_>, seen: Option<&mut Seen>, report: Report) -> bool {
        match check {
            Check::Never
            | Check::Kinds(_)
            | Check::Const(_)
            | Check::Enum(_)
            | Check::Min(_)
            | Check::Max(_)
            | Check::MultipleOf(_)
            | Check::MinLength(_)
            | Check::MaxLength(_)
            | Check::Pattern(_)
            | Check::MinItems(_)
            | Check::MaxItems(_)
            | Check::UniqueItems
            | Check::MinProperties(_)
            | Check::MaxProperties(_) => simple(self.table, check, node) || self.fail(check, node, report),
            Check::Required(names) => self.required(check, names, node, report),
            Check::DependentRequired(names) => self.dependent_required(check, names, node, report),
            Check::Prefix(_) | Check::Items(..) | Check::Contains { .. } | Check::UnevaluatedItems(_) => {
                self.items(check, node, seen, report)
            }
            Check::Properties(_)
            | Check::PatternProperties(_)
            | Check::Additional { .. }
            | Check::UnevaluatedProperties(_)
            | Check::PropertyNames(_) => self.members(check, node, seen, report),
            Check::DependentSchemas(_)
            | Check::AllOf(_)
            | Check::AnyOf(_)
            | Check::OneOf(_)
            | Check::Not(_)
            | Check::If { .. }
            | Check::Ref(_)
            | Check::DynamicRef { .. } => self.combined(check, node, seen, report),
        }
    }

    /// Always `false`.
    fn fail(&mut self, check: &'static Check, node: Node<'_>, report: Report) -> bool {
        if report == Report::Yes {
            let (kind, found) = describe(check, node);
            self.broken.push(Broken { kind, node: node.index(), check, found, member: None });
        }
        false
    }

    fn missing(&mut self, check: &'static Check, node: Node<'_>, member: &'static str, report: Report) -> bool {
        if report == Report::Yes {
            let (kind, found) = (FaultKind::Missing, Found::Missing);
            self.broken.push(Broken { kind, node: node.index(), check, found, member: Some(member) });
        }
        false
    }

    fn required(&mut self, check: &'static Check, names: &'static [&str], node: Node<'_>, report: Report) -> bool {
        if node.kind() != JsonKind::Object {
            return true;
        }
        let present: HashSet<&str> = node.members().map(|(name, _)| name).collect();
        let mut holds = true;
        for name in names.iter().filter(|name| !present.contains(*name)) {
            holds = self.missing(check, node, name, report);
        }
        holds
    }

    fn dependent_required(
        &mut self,
        check: &'static Check,
        names: &'static [(&str, &[&str])],
        node: Node<'_>,
        report: Report,
    ) -> bool {
        let present: HashSet<&str> = node.members().map(|(name, _)| name).collect();
        let mut holds = true;
        for (_, needed) in names.iter().filter(|(name, _)| present.contains(name)) {
            for name in needed.iter().filter(|name| !present.contains(*name)) {
                holds = self.missing(check, node, name, report);
            }
        }
        holds
    }

    /// A rule for one child, which counts as evaluated.
    fn child(&mut self, rule: RuleId, child: Node<'_>, seen: &mut Option<&mut Seen>, report: Report) -> bool {
        if let Some(seen) = seen {
            seen.insert(child.index());
        }
        self.part(rule, child, None, report)
    }

    fn items(&mut self, check: &'static Check, node: Node<'_>, mut seen: Option<&mut Seen>, report: Report) -> bool {
        if node.kind() != JsonKind::Array {
            return true;
        }
        let mut holds = true;
        match check {
            Check::Prefix(rules) => {
                for (item, rule) in node.items().zip(*rules) {
                    holds &= self.child(*rule, item, &mut seen, report);
                }
            }
            Check::Items(from, rule) => {
                for item in node.items().skip(*from) {
                    holds &= self.child(*rule, item, &mut seen, report);
                }
            }
            Check::UnevaluatedItems(rule) => {
                let known: Seen = seen.as_deref().cloned().unwrap_or_default();
                for item in node.items().filter(|item| !known.contains(&item.index())) {
                    holds &= self.child(*rule, item, &mut seen, report);
                }
            }
            Check::Contains { rule, min, max } => {
                let mut count = 0;
                for item in node.items() {
                    if self.test(*rule, item) {
                        count += 1;
                        seen.as_deref_mut().map(|seen| seen.insert(item.index()));
                    }
                }
                return (*min..=*max).contains(&count) || self.fail(check, node, report);
            }
            _ => {}
        }
        holds
    }

    fn members(&mut self, check: &'static Check, node: Node<'_>, mut seen: Option<&mut Seen>, report: Report) -> bool {
        if node.kind() != JsonKind::Object {
            return true;
        }
        let (table, mut holds) = (self.table, true);
        let matches = |pattern: PatternId, name: &str| table.pattern(pattern).is_match(name);
        match check {
            Check::Properties(rules) => {
                let members: HashMap<&str, Node<'_>> = node.members().collect();
                for (name, rule) in *rules {
                    if let Some(member) = members.get(name) {
                        holds &= self.child(*rule, *member, &mut seen, report);
                    }
                }
            }
            Check::PatternProperties(rules) => {
                for (name, member) in node.members() {
                    for (_, rule) in rules.iter().filter(|(pattern, _)| matches(*pattern, name)) {
                        holds &= self.child(*rule, member, &mut seen, report);
                    }
                }
            }
            Check::Additional { names, patterns, rule } => {
                let names: HashSet<&str> = names.iter().copied().collect();
                for (name, member) in node.members().filter(|(name, _)| !names.contains(name)) {
                    if !patterns.iter().any(|pattern| matches(*pattern, name)) {
                        holds &= self.undeclared(check, *rule, member, &mut seen, report);
                    }
                }
            }
            Check::UnevaluatedProperties(rule) => {
                let known: Seen = seen.as_deref().cloned().unwrap_or_default();
                for (_, member) in node.members().filter(|(_, member)| !known.contains(&member.index())) {
                    holds &= self.undeclared(check, *rule, member, &mut seen, report);
                }
            }
            Check::PropertyNames(rule) => {
                for (name, member) in node.members() {
                    let mut out = Writer::new();
                    out.text(name);
                    let tape = out.finish();
                    // A name is no node of the reply, so what breaks inside is told as this assertion.
                    holds &= self.rule(*rule, tape.node(0), None, Report::No) || self.fail(check, member, report);
                }
            }
            _ => {}
        }
        holds
    }

    fn undeclared(
        &mut self,
        check: &'static Check,
        rule: RuleId,
        member: Node<'_>,
        seen: &mut Option<&mut Seen>,
        report: Report,
    ) -> bool {
        match self.table.rule(rule).checks {
            [Check::Never] if report == Report::Yes => {
                let (kind, found) = (FaultKind::Unknown, Found::Kind(member.kind()));
                self.broken.push(Broken { kind, node: member.index(), check, found, member: None });
                false
            }
            _ => self.child(rule, member, seen, report),
        }
    }

    fn combined(&mut self, check: &'static Check, node: Node<'_>, mut seen: Option<&mut Seen>, report: Report) -> bool {
        match check {
            Check::AllOf(rules) => {
                let mut holds = true;
                for rule in *rules {
                    holds &= self.part(*rule, node, seen.as_deref_mut(), report);
                }
                holds
            }
            Check::AnyOf(rules) => {
                let mut holds = false;
                for rule in *rules {
                    // Each one that holds tells what it has evaluated.
                    if !holds || seen.is_some() {
                        holds |= self.part(*rule, node, seen.as_deref_mut(), Report::No);
                    }
                }
                holds || self.fail(check, node, report)
            }
            Check::OneOf(rules) => {
                let mut count = 0;
                for rule in *rules {
                    count += u32::from(self.part(*rule, node, seen.as_deref_mut(), Report::No));
                }
                count == 1 || self.fail(check, node, report)
            }
            Check::Not(rule) => !self.test(*rule, node) || self.fail(check, node, report),
            Check::If { test, then, other } => {
                let branch = if self.part(*test, node, seen.as_deref_mut(), Report::No) { then } else { other };
                branch.is_none_or(|rule| self.part(rule, node, seen, report))
            }
            Check::Ref(rule) => self.part(*rule, node, seen, report),
            Check::DynamicRef { anchor, rule } => {
                let rule = self.dynamic(anchor).unwrap_or(*rule);
                self.part(rule, node, seen, report)
            }
            Check::DependentSchemas(rules) => {
                let present: HashSet<&str> = node.members().map(|(name, _)| name).collect();
                let mut holds = true;
                for (_, rule) in rules.iter().filter(|(name, _)| present.contains(name)) {
                    holds &= self.part(*rule, node, seen.as_deref_mut(), report);
                }
                holds
            }
            _ => true,
        }
    }

    /// The rule that a dynamic anchor names in the outermost resource that has it.
    fn dynamic(&self, anchor: &str) -> Option<RuleId> {
        let named = |resource: &u16| {
            let found = self.table.anchors.iter().find(|(of, name, _)| of == resource && *name == anchor);
            found.map(|(_, _, rule)| *rule)
        };
        self.scope.iter().find_map(named)
    }
}

/// An assertion about the value alone.
fn simple(table: &Table, check: &Check, node: Node<'_>) -> bool {
    match (check, node.kind()) {
        (Check::Never, _) => false,
        (Check::Kinds(kinds), _) => kinds.0 & kinds_of(node).0 != 0,
        (Check::Const(value), _) => is_literal(node, value),
        (Check::Enum(values), _) => values.iter().any(|value| is_literal(node, value)),
        (Check::Min(limit), JsonKind::Number) => is_above(&node.digits().unwrap_or_default(), *limit),
        (Check::Max(limit), JsonKind::Number) => is_below(&node.digits().unwrap_or_default(), *limit),
        (Check::MultipleOf(of), JsonKind::Number) => is_multiple(&node.digits().unwrap_or_default(), of),
        (Check::MinLength(min), JsonKind::String) => length(node) >= *min,
        (Check::MaxLength(max), JsonKind::String) => length(node) <= *max,
        (Check::Pattern(id), JsonKind::String) => table.pattern(*id).is_match(node.text().unwrap_or_default()),
        (Check::MinItems(min), JsonKind::Array) => node.len() as u64 >= *min,
        (Check::MaxItems(max), JsonKind::Array) => node.len() as u64 <= *max,
        (Check::UniqueItems, JsonKind::Array) => first_duplicate(node.items()).is_none(),
        (Check::MinProperties(min), JsonKind::Object) => size(node) >= *min,
        (Check::MaxProperties(max), JsonKind::Object) => size(node) <= *max,
        _ => true,
    }
}

fn length(node: Node<'_>) -> u64 {
    node.text().unwrap_or_default().chars().count() as u64
}

/// The number of members, those of one name counted once.
fn size(node: Node<'_>) -> u64 {
    node.members().map(|(name, _)| name).collect::<HashSet<_>>().len() as u64
}

fn kinds_of(node: Node<'_>) -> Kinds {
    match node.kind() {
        JsonKind::Null => Kinds::NULL,
        JsonKind::Boolean => Kinds::BOOLEAN,
        JsonKind::Number if is_whole(node) => Kinds::INTEGER.or(Kinds::NUMBER),
        JsonKind::Number => Kinds::NUMBER,
        JsonKind::String => Kinds::STRING,
        JsonKind::Array => Kinds::ARRAY,
        JsonKind::Object => Kinds::OBJECT,
    }
}

fn is_whole(node: Node<'_>) -> bool {
    node.int().is_some() || Decimal::parse(&node.digits().unwrap_or_default()).is_some_and(|it| it.is_whole())
}

/// What kind of fault it is when an assertion does not hold, and what was found.
fn describe(check: &Check, node: Node<'_>) -> (FaultKind, Found) {
    let kind = Found::Kind(node.kind());
    match check {
        Check::Kinds(_) => (FaultKind::Type, kind),
        Check::Const(_) | Check::Enum(_) => (FaultKind::Enum, kind),
        Check::Min(_) | Check::Max(_) => (FaultKind::Range, kind),
        Check::MultipleOf(_) => (FaultKind::Multiple, kind),
        Check::MinLength(_) | Check::MaxLength(_) => (FaultKind::Length, Found::Count(length(node) as usize)),
        Check::Pattern(_) => (FaultKind::Pattern, kind),
        Check::MinItems(_) | Check::MaxItems(_) => (FaultKind::Count, Found::Count(node.len())),
        Check::MinProperties(_) | Check::MaxProperties(_) => (FaultKind::Count, Found::Count(size(node) as usize)),
        Check::UniqueItems => (FaultKind::Unique, kind),
        Check::AnyOf(_) => (FaultKind::Branch, kind),
        _ => (FaultKind::Rule, kind),
    }
}

#[cfg(test)]
mod tests;
