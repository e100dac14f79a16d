//! Rules beside a record as cases: ways in which members may be there, and what values they have then.
//!
//! `if guests is 11 or more then deposit` becomes two cases: at most 10 guests, or 11 and more with a deposit. A grammar
//! has one alternative for each.

use std::collections::BTreeMap;

use nucleo_runtime::shape::Kinds;

use crate::emit::pretty::Tree;
use crate::ir::{Check, Ir, Limit, RuleId};

/// More cases than this make a grammar that no one reads.
const MOST: usize = 16;

/// One case: what it asks of members, by the source's names.
pub(super) type Case = BTreeMap<String, Ask>;

/// What a case asks of one member.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Ask {
    /// Whether it must be there, or must not; `None` where it may.
    pub(super) there: Option<bool>,
    pub(super) min: Option<i128>,
    pub(super) max: Option<i128>,
    /// The only values, in JSON's spelling.
    pub(super) only: Option<Vec<String>>,
    /// Values that it must not have.
    pub(super) never: Vec<String>,
}

impl Ask {
    fn there(there: bool) -> Self {
        Self { there: Some(there), ..Self::default() }
    }

    /// Whether something is said of the value.
    pub(super) fn has_limits(&self) -> bool {
        self.min.is_some() || self.max.is_some() || self.only.is_some() || !self.never.is_empty()
    }

    /// Both; `None` where they exclude each other.
    fn and(mut self, other: &Self) -> Option<Self> {
        self.there = match (self.there, other.there) {
            (Some(one), Some(two)) if one != two => return None,
            (one, two) => one.or(two),
        };
        self.min = self.min.max(other.min);
        self.max = match (self.max, other.max) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        self.only = match (self.only, &other.only) {
            (Some(one), Some(two)) => Some(one.into_iter().filter(|it| two.contains(it)).collect()),
            (one, two) => one.or_else(|| two.clone()),
        };
        self.never.extend(other.never.iter().cloned());
        let is_empty =
            self.only.as_ref().is_some_and(Vec::is_empty) || self.min.zip(self.max).is_some_and(|(min, max)| min > max);
        match (is_empty, self.there) {
            (false, _) => Some(self),
            (true, Some(true)) => None,
            (true, _) => Some(Self::there(false)),
        }
    }
}

/// The cases of one assertion about an object; `None` where it is none of presence, bounds and values.
pub(super) fn of(ir: &Ir, check: &Check, holds: bool) -> Option<Vec<Case>> {
    let one = |name: &str, ask: Ask| Case::from([(name.to_owned(), ask)]);
    match (check, holds) {
        (Check::Required(names), true) => {
            Some(vec![names.iter().map(|name| (name.clone(), Ask::there(true))).collect()])
        }
        (Check::Required(names), false) => Some(names.iter().map(|name| one(name, Ask::there(false))).collect()),
        (Check::DependentRequired(needs), true) => needs.iter().try_fold(vec![Case::new()], |cases, (name, names)| {
            let with = names.iter().chain([name]).map(|name| (name.clone(), Ask::there(true))).collect();
            both(&cases, &[one(name, Ask::there(false)), with])
        }),
        (Check::Properties(rules), true) => rules.iter().try_fold(vec![Case::new()], |cases, (name, rule)| {
            let asks = values(ir, *rule, true)?;
            let options: Vec<Case> = asks.into_iter().map(|ask| one(name, ask)).collect();
            both(&cases, &options)
        }),
        (Check::Properties(rules), false) => {
            let mut cases = Vec::new();
            for (name, rule) in rules {
                let asks = values(ir, *rule, false)?;
                cases.extend(asks.into_iter().map(|ask| one(name, Ask { there: Some(true), ..ask })));
            }
            Some(cases)
        }
        (Check::Kinds(kinds), holds) if kinds.has(Kinds::OBJECT) => {
            Some(if holds { vec![Case::new()] } else { Vec::new() })
        }
        (Check::Not(rule), holds) => rule_of(ir, *rule, !holds),
        (Check::Ref(rule), holds) => rule_of(ir, *rule, holds),
        (Check::AllOf(rules), true) | (Check::AnyOf(rules), false) => all(ir, rules, holds),
        (Check::AllOf(rules), false) | (Check::AnyOf(rules), true) => any(ir, rules, holds),
        (Check::If { test, then, other }, true) => {
            let branch = |rule: &Option<RuleId>| rule.map_or(Some(vec![Case::new()]), |rule| rule_of(ir, rule, true));
            let mut cases = both(&rule_of(ir, *test, false)?, &branch(other)?)?;
            cases.extend(both(&rule_of(ir, *test, true)?, &branch(then)?)?);
            Some(cases)
        }
        _ => None,
    }
}

fn rule_of(ir: &Ir, rule: RuleId, holds: bool) -> Option<Vec<Case>> {
    let checks = &ir[rule].checks;
    match holds {
        true => checks.iter().try_fold(vec![Case::new()], |cases, check| both(&cases, &of(ir, check, true)?)),
        // What fails is that one of them fails.
        false => {
            let mut cases = Vec::new();
            for check in checks {
                cases.extend(of(ir, check, false)?);
            }
            (cases.len() <= MOST).then_some(cases)
        }
    }
}

fn all(ir: &Ir, rules: &[RuleId], holds: bool) -> Option<Vec<Case>> {
    rules.iter().try_fold(vec![Case::new()], |cases, rule| both(&cases, &rule_of(ir, *rule, holds)?))
}

fn any(ir: &Ir, rules: &[RuleId], holds: bool) -> Option<Vec<Case>> {
    let cases: Option<Vec<Vec<Case>>> = rules.iter().map(|rule| rule_of(ir, *rule, holds)).collect();
    cases.map(|cases| cases.concat()).filter(|cases| cases.len() <= MOST)
}

/// Every case of the one with every case of the other; `None` where there are too many.
pub(super) fn both(one: &[Case], two: &[Case]) -> Option<Vec<Case>> {
    let mut out: Vec<Case> = Vec::new();
    for (one, two) in one.iter().flat_map(|one| two.iter().map(move |two| (one, two))) {
        let mut case = one.clone();
        let fits = two.iter().all(|(name, ask)| {
            let merged = case.remove(name).unwrap_or_default().and(ask);
            merged.map(|ask| case.insert(name.clone(), ask)).is_some()
        });
        if fits && !out.contains(&case) {
            out.push(case);
        }
    }
    (out.len() <= MOST).then_some(out)
}

/// What a rule asks of a member's value, one of these.
fn values(ir: &Ir, rule: RuleId, holds: bool) -> Option<Vec<Ask>> {
    let checks = &ir[rule].checks;
    let asks: Option<Vec<Ask>> = checks.iter().map(|check| value(check, holds)).collect();
    let asks = asks?;
    match holds {
        true => {
            let merged = asks.iter().try_fold(Ask::default(), |sum, ask| sum.and(ask));
            Some(vec![merged.unwrap_or_else(|| Ask::there(false))])
        }
        false => Some(asks),
    }
}

fn value(check: &Check, holds: bool) -> Option<Ask> {
    let whole = |limit: &Limit| limit.value.parse::<i128>().ok();
    let min = |min: i128| Ask { min: Some(min), ..Ask::default() };
    let max = |max: i128| Ask { max: Some(max), ..Ask::default() };
    let listed = |values: Vec<String>| match holds {
        true => Ask { only: Some(values), ..Ask::default() },
        false => Ask { never: values, ..Ask::default() },
    };
    Some(match (check, holds) {
        (Check::Min(it), true) => min(whole(it)? + i128::from(it.exclusive)),
        (Check::Max(it), true) => max(whole(it)? - i128::from(it.exclusive)),
        (Check::Min(it), false) => max(whole(it)? - i128::from(!it.exclusive)),
        (Check::Max(it), false) => min(whole(it)? + i128::from(!it.exclusive)),
        (Check::Const(json), _) => listed(vec![Tree::from(json).compact()]),
        (Check::Enum(values), _) => listed(values.iter().map(|json| Tree::from(json).compact()).collect()),
        _ => return None,
    })
}
