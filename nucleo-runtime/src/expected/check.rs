//! Assertions of JSON Schema, in words.

use crate::shape::{Check, Kinds, Literal, RuleId};

use super::{Hint, Names, count, listed, number, values};

/// How deep rules inside rules are told.
const DEPTH: u8 = 2;
/// The most alternatives that are told.
const ALTERNATIVES: usize = 4;

/// A value for which `check` holds.
pub(super) fn of_check(names: Names<'_>, check: &'static Check, hint: Hint<'_>, depth: u8) -> String {
    let table = names.root.table;
    let rule = |id: RuleId| of_rule(names, id, hint, depth + 1);
    match check {
        Check::Never => "no value at all".to_owned(),
        Check::Kinds(kinds) => of_kinds(*kinds),
        Check::Const(value) => values::show(value),
        Check::Enum(all) => values::one_of(&all.iter().collect::<Vec<&Literal>>(), hint.word),
        Check::Min(limit) => format!("a number {}", number::at_least(limit)),
        Check::Max(limit) => format!("a number {}", number::at_most(limit)),
        Check::MultipleOf(of) => format!("a multiple of {of}"),
        Check::MinLength(min) => format!("a string of {}", count(*min, u64::MAX, "character")),
        Check::MaxLength(max) => format!("a string of {}", count(0, *max, "character")),
        Check::Pattern(id) => format!("a string that matches `{}`", values::clip(table.pattern(*id).source)),
        Check::MinItems(min) => format!("an array of {}", count(*min, u64::MAX, "element")),
        Check::MaxItems(max) => format!("an array of {}", count(0, *max, "element")),
        Check::UniqueItems => "an array in which no two elements are equal".to_owned(),
        Check::Prefix(_) | Check::Items(..) => "an array with elements that fit the schema".to_owned(),
        Check::Contains { rule: id, min, max } => {
            format!("an array with {}, each {}", count(*min, *max, "element"), rule(*id))
        }
        Check::Properties(_) | Check::PatternProperties(_) => "an object with members that fit the schema".to_owned(),
        Check::Additional { .. } | Check::UnevaluatedProperties(_) => "an object without further members".to_owned(),
        Check::UnevaluatedItems(_) => "an array without further elements".to_owned(),
        Check::PropertyNames(id) => format!("an object whose members' names are each {}", rule(*id)),
        Check::Required(required) => format!("an object with {}", members(names, required)),
        Check::MinProperties(min) => format!("an object with {}", count(*min, u64::MAX, "member")),
        Check::MaxProperties(max) => format!("an object with {}", count(0, *max, "member")),
        Check::DependentRequired(pairs) => dependent(names, pairs),
        Check::DependentSchemas(pairs) => {
            let parts: Vec<String> =
                pairs.iter().map(|(name, id)| format!("{} where it has `{}`", rule(*id), names.shown(name))).collect();
            listed(&parts, parts.len(), "and")
        }
        Check::AllOf(rules) => alternatives(rules, ", and ", rule),
        Check::AnyOf(rules) => match single_members(names, rules) {
            Some(shown) => format!("an object with at least one of the members {}", listed(&shown, shown.len(), "and")),
            None => alternatives(rules, ", or ", rule),
        },
        Check::OneOf(rules) => match (single_members(names, rules), at_most_one(names, rules)) {
            (Some(shown), _) => {
                format!("an object with exactly one of the members {}", listed(&shown, shown.len(), "and"))
            }
            (_, Some(shown)) => {
                format!("an object with at most one of the members {}", listed(&shown, shown.len(), "and"))
            }
            _ => format!("exactly one of: {}", alternatives(rules, ", or ", rule)),
        },
        Check::Not(id) => format!("anything but {}", rule(*id)),
        Check::If { .. } => "a value that fits the schema's `if`, `then` and `else`".to_owned(),
        Check::Ref(id) | Check::DynamicRef { rule: id, .. } => rule(*id),
    }
}

fn of_rule(names: Names<'_>, id: RuleId, hint: Hint<'_>, depth: u8) -> String {
    if depth > DEPTH {
        return "a value that fits the schema".to_owned();
    }
    let checks = names.root.table.rule(id).checks;
    match checks {
        [] => "any JSON value".to_owned(),
        // The kind of JSON adds nothing to what another check says of it.
        [Check::Kinds(_), rest @ ..] if !rest.is_empty() => of_checks(names, rest, hint, depth),
        all => of_checks(names, all, hint, depth),
    }
}

/// The most telling of several assertions.
fn of_checks(names: Names<'_>, checks: &'static [Check], hint: Hint<'_>, depth: u8) -> String {
    let parts: Vec<String> = checks
        .iter()
        .filter(|check| checks.len() == 1 || !is_vague(check))
        .take(2)
        .map(|check| of_check(names, check, hint, depth))
        .collect();
    if parts.is_empty() { "a value that fits the schema".to_owned() } else { listed(&parts, parts.len(), "and") }
}

/// Whether the words for an assertion say little beside those for another.
fn is_vague(check: &Check) -> bool {
    use Check::{If, Items, PatternProperties, Prefix, Properties};
    matches!(check, If { .. } | Items(..) | PatternProperties(_) | Prefix(_) | Properties(_))
}

fn alternatives(rules: &'static [RuleId], link: &str, rule: impl Fn(RuleId) -> String) -> String {
    let mut parts: Vec<String> = Vec::new();
    for &id in rules {
        let words = rule(id);
        if !parts.contains(&words) {
            parts.push(words);
        }
    }
    let more =
        if parts.len() > ALTERNATIVES { format!("{link}{} more", parts.len() - ALTERNATIVES) } else { String::new() };
    parts.truncate(ALTERNATIVES);
    parts.join(link) + &more
}

/// The member that each of several rules asks for, where none asks for anything else.
fn single_members(names: Names<'_>, rules: &[RuleId]) -> Option<Vec<String>> {
    let member = |id: &RuleId| match names.root.table.rule(*id).checks {
        [Check::Required([name])] | [Check::Kinds(_), Check::Required([name])] => {
            Some(format!("`{}`", names.shown(name)))
        }
        _ => None,
    };
    rules.iter().map(member).collect()
}

/// The members of which one may be there: "just one of these, or none of them".
fn at_most_one(names: Names<'_>, rules: &[RuleId]) -> Option<Vec<String>> {
    let (last, each) = rules.split_last()?;
    let table = names.root.table;
    let [Check::Not(any)] = table.rule(*last).checks else { return None };
    let [Check::AnyOf(same)] = table.rule(*any).checks else { return None };
    let shown = single_members(names, each)?;
    (single_members(names, same)? == shown).then_some(shown)
}

fn members(names: Names<'_>, required: &[&'static str]) -> String {
    let shown: Vec<String> = required.iter().map(|name| format!("`{}`", names.shown(name))).collect();
    format!("the member{} {}", if shown.len() == 1 { "" } else { "s" }, listed(&shown, shown.len(), "and"))
}

fn dependent(names: Names<'_>, pairs: &[(&'static str, &[&'static str])]) -> String {
    let parts: Vec<String> = pairs
        .iter()
        .map(|(name, required)| format!("{} where it has `{}`", members(names, required), names.shown(name)))
        .collect();
    format!("an object with {}", listed(&parts, parts.len(), "and"))
}

fn of_kinds(kinds: Kinds) -> String {
    const ALL: [(Kinds, &str); 7] = [
        (Kinds::OBJECT, "an object"),
        (Kinds::ARRAY, "an array"),
        (Kinds::STRING, "a string"),
        (Kinds::NUMBER, "a number"),
        (Kinds::INTEGER, "an integer"),
        (Kinds::BOOLEAN, "true or false"),
        (Kinds::NULL, "null"),
    ];
    let parts: Vec<String> =
        ALL.iter().filter(|(kind, _)| kinds.has(*kind)).map(|(_, words)| (*words).to_owned()).collect();
    // A number may be whole, so the narrower kind beside it says nothing.
    let parts: Vec<String> =
        parts.iter().filter(|words| *words != "an integer" || !kinds.has(Kinds::NUMBER)).cloned().collect();
    listed(&parts, parts.len(), "or")
}
