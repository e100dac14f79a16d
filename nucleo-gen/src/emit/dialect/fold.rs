//! Passes 9 to 11: limits that the dialect does not take move into words, and to the check of the reply.

use nucleo_runtime::dialect::Effect;

use super::lower::each;
use super::node::{Kind, Limit, Node, Plan, Rest};
use super::takes::{self, Maps, Takes};
use crate::emit::pretty::Tree;

pub(super) fn pass(plan: &mut Plan, takes: &Takes) {
    each(plan, &mut |node, plan| {
        keywords(node, plan, takes);
        rest(node, plan, takes);
    });
}

/// Passes 9 and 10.
fn keywords(node: &mut Node, plan: &mut Plan, takes: &Takes) {
    let mut kept: Vec<Limit> = Vec::new();
    for limit in std::mem::take(&mut node.limits) {
        let is_first = kept.iter().all(|other| other.keyword != limit.keyword);
        if is_first && is_taken(&limit, takes) {
            kept.push(limit);
            continue;
        }
        let effect = if limit.words.is_some() { Effect::Told } else { Effect::Checked };
        plan.lose(node, limit.keyword, effect);
        node.words.extend(limit.words);
        if limit.keyword == "minItems" && takes.keywords.contains(&"minItems") && is_first {
            // As much of it as may be said.
            kept.push(Limit { keyword: "minItems", value: Tree::number(takes.min_items), words: None });
        }
    }
    node.limits = kept;
}

fn is_taken(limit: &Limit, takes: &Takes) -> bool {
    let value = match &limit.value {
        // A rule that stands beside the type.
        Tree::Null => return false,
        Tree::Text(value) | Tree::Number(value) => value.as_str(),
        _ => "",
    };
    takes.keywords.contains(&limit.keyword)
        && match limit.keyword {
            "format" => takes.formats.contains(&value),
            "pattern" => !["(?=", "(?!", "(?<"].iter().any(|it| value.contains(it)),
            "minItems" => value.parse::<u64>().is_ok_and(|min| min <= takes.min_items),
            _ => true,
        }
}

/// Pass 11: members that an object does not declare.
fn rest(node: &mut Node, plan: &mut Plan, takes: &Takes) {
    let Kind::Object(it) = &mut node.kind else { return };
    let keyword = if matches!(it.rest, Rest::Patterns) { "patternProperties" } else { "additionalProperties" };
    let is_kept = matches!(it.rest, Rest::Open | Rest::Typed(_) | Rest::Patterns);
    let lost = match takes.rest {
        takes::Rest::Closed => {
            it.rest = Rest::Closed;
            is_kept.then_some(Effect::Unsaid)
        }
        takes::Rest::Nothing => {
            let was_closed = matches!(it.rest, Rest::Closed);
            it.rest = Rest::Unsaid;
            if is_kept { Some(Effect::Unsaid) } else { was_closed.then_some(Effect::Checked) }
        }
        takes::Rest::Declared => {
            let is_lost = match it.rest {
                Rest::Patterns => true,
                Rest::Typed(_) => takes.maps != Maps::Typed,
                _ => false,
            };
            if is_lost {
                it.rest = Rest::Open;
            }
            is_lost.then_some(Effect::Checked)
        }
    };
    if let Some(effect) = lost {
        plan.lose(node, keyword, effect);
    }
}
