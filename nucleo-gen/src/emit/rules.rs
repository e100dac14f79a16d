//! Rules in words, for the notation. What has no short phrase is shown as the JSON Schema that it is.

use crate::emit::facets;
use crate::emit::pretty::Tree;
use crate::emit::rule_schema::{Audience, Rules, kinds_of};
use crate::ir::{Check, DeclId, RuleId};
use crate::resolve::Resolved;

/// One phrase for each assertion.
pub(crate) fn prose(resolved: &Resolved<'_>, root: DeclId, rule: RuleId) -> Vec<String> {
    let checks = &resolved.ir[rule].checks;
    let mut rules = Rules::new(resolved, root, Audience::Model);
    let phrases: Option<Vec<String>> = checks.iter().map(|check| phrase(resolved, &rules, check)).collect();
    if let Some(phrases) = phrases {
        return phrases;
    }
    rules.count(rule);
    let mut schema = rules.schema(rule);
    let defs = rules.defs();
    if let (Tree::Object(members), false) = (&mut schema, defs.is_empty()) {
        members.push(("$defs".to_owned(), Tree::Object(defs)));
    }
    vec![format!("fits the JSON Schema {}", schema.compact())]
}

fn phrase(resolved: &Resolved<'_>, rules: &Rules<'_>, check: &Check) -> Option<String> {
    let listed = |names: &[String]| names.iter().map(|name| rules.name(name)).collect::<Vec<_>>().join(", ");
    Some(match check {
        Check::Kinds(kinds) => match kinds_of(*kinds) {
            Tree::Text(kind) => format!("of kind {kind}"),
            kinds => format!("of a kind of {}", kinds.compact()),
        },
        Check::Const(json) => format!("exactly {}", Tree::from(json).compact()),
        Check::Min(it) if it.exclusive => format!("more than {}", it.value),
        Check::Min(it) => format!("at least {}", it.value),
        Check::Max(it) if it.exclusive => format!("less than {}", it.value),
        Check::Max(it) => format!("at most {}", it.value),
        Check::MultipleOf(it) => format!("a multiple of {it}"),
        Check::MinLength(it) => facets::size(Some(*it), None, "character", "characters")?,
        Check::MaxLength(it) => facets::size(None, Some(*it), "character", "characters")?,
        Check::Pattern(it) => format!("matching {}", it.source),
        Check::MinItems(it) => facets::size(Some(*it), None, "item", "items")?,
        Check::MaxItems(it) => facets::size(None, Some(*it), "item", "items")?,
        Check::UniqueItems => "all items different".to_owned(),
        Check::MinProperties(it) => facets::size(Some(*it), None, "member", "members")?,
        Check::MaxProperties(it) => facets::size(None, Some(*it), "member", "members")?,
        Check::Required(names) => format!("has {}", listed(names)),
        Check::DependentRequired(needs) => {
            let needs: Vec<String> = needs
                .iter()
                .map(|(name, names)| format!("with {} there must be {}", rules.name(name), listed(names)))
                .collect();
            needs.join("; ")
        }
        Check::AnyOf(choices) => format!("has at least one of {}", alternatives(resolved, rules, choices)?),
        Check::OneOf(choices) if is_at_most_one(resolved, choices) => {
            // OK because there is a last one.
            format!("has at most one of {}", alternatives(resolved, rules, &choices[..choices.len() - 1])?)
        }
        Check::OneOf(choices) => format!("has exactly one of {}", alternatives(resolved, rules, choices)?),
        Check::Not(rule) => format!("has not {} together", required(resolved, rules, *rule)?),
        _ => return None,
    })
}

/// Whether alternatives say "just one of these members, or none of them".
fn is_at_most_one(resolved: &Resolved<'_>, choices: &[RuleId]) -> bool {
    let checks = |rule: RuleId| resolved.ir[rule].checks.as_slice();
    let single = |rule: &RuleId| match checks(*rule) {
        [Check::Required(names)] if names.len() == 1 => names.first(),
        _ => None,
    };
    let Some((last, each)) = choices.split_last() else { return false };
    let [Check::Not(any)] = checks(*last) else { return false };
    let [Check::AnyOf(same)] = checks(*any) else { return false };
    !each.is_empty()
        && each.iter().all(|it| single(it).is_some())
        && each.iter().map(single).eq(same.iter().map(single))
}

/// Sets of members of which some must be there: `a, b, (c and d)`.
fn alternatives(resolved: &Resolved<'_>, rules: &Rules<'_>, choices: &[RuleId]) -> Option<String> {
    let sets: Option<Vec<String>> = choices.iter().map(|&rule| required(resolved, rules, rule)).collect();
    Some(sets?.join(", "))
}

fn required(resolved: &Resolved<'_>, rules: &Rules<'_>, rule: RuleId) -> Option<String> {
    match resolved.ir[rule].checks.as_slice() {
        [Check::Required(names)] | [Check::Kinds(nucleo_runtime::shape::Kinds::OBJECT), Check::Required(names)] => {
            let names: Vec<String> = names.iter().map(|name| rules.name(name)).collect();
            Some(if names.len() == 1 { names.concat() } else { format!("({})", names.join(" and ")) })
        }
        _ => None,
    }
}
