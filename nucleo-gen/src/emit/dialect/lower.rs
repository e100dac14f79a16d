//! Passes 4 to 8: what the dialect has no form for gets another one.

use std::collections::{HashMap, HashSet};

use nucleo_runtime::dialect::Effect;
use nucleo_runtime::repair::RepairKind;

use super::Dialect;
use super::limits::Limits;
use super::node::{Field, Kind, Limit, Node, Object, Plan, Rest};
use super::takes::{Enums, Maps, Nulls, Optional, Refs, Takes, Untyped};
use crate::emit::pretty::Tree;
use crate::ir::DeclId;

pub(super) fn pass(plan: &mut Plan, dialect: Dialect, limits: &Limits) {
    let takes = dialect.takes();
    if takes.refs == Refs::Alone {
        inline_described(plan);
    }
    each(plan, &mut |node, plan| maps(node, plan, takes));
    each(plan, &mut |node, plan| untyped(node, plan, takes));
    each(plan, &mut |node, plan| tuples(node, plan, takes));
    each(plan, &mut |node, plan| enums(node, plan, takes));
    each(plan, &mut |node, plan| exclusive(node, plan));
    let kinds: HashMap<DeclId, Node> = plan.defs.iter().map(|def| (def.id, def.node.clone())).collect();
    each(plan, &mut |node, plan| forms(node, plan, &kinds));
    optional(plan, dialect, limits);
}

/// Visits every place, with the plan at hand for what is lost.
pub(super) fn each(plan: &mut Plan, visit: &mut dyn FnMut(&mut Node, &mut Plan)) {
    let mut defs = std::mem::take(&mut plan.defs);
    let mut root = plan.root.part(String::new(), Kind::Never);
    std::mem::swap(&mut root, &mut plan.root);
    defs.iter_mut().for_each(|def| def.node.walk(&mut |node| visit(node, plan)));
    root.walk(&mut |node| visit(node, plan));
    (plan.defs, plan.root) = (defs, root);
}

/// Pass 4, where nothing may stand beside a reference: what has a description of its own is written out.
fn inline_described(plan: &mut Plan) {
    let defs: HashMap<DeclId, Node> = plan.defs.iter().map(|def| (def.id, def.node.clone())).collect();
    // Definitions refer to one another without a circle: each round writes out one more level.
    for _ in 0..=defs.len() {
        let mut changed = false;
        for whole in plan.wholes() {
            whole.walk(&mut |node| {
                let Kind::Ref(id) = node.kind else { return };
                let is_bare = node.doc.is_none() && node.words.is_empty() && node.limits.is_empty();
                if is_bare || node.nullable {
                    return;
                }
                let Some(def) = defs.get(&id) else { return };
                changed = true;
                let Node { path, span, doc, limits, words, .. } = node.clone();
                let mut new = def.clone();
                (new.path, new.span, new.doc) = (path, span, doc.or(new.doc));
                new.limits.extend(limits);
                new.words.extend(words);
                *node = new;
            });
        }
        if !changed {
            return;
        }
    }
}

/// Pass 5.
fn maps(node: &mut Node, plan: &mut Plan, takes: &Takes) {
    let Kind::Map(name, value) = &mut node.kind else { return };
    let bare = |node: &Node| matches!(node.kind, Kind::Any) && node.limits.is_empty();
    match takes.maps {
        Maps::Typed => {
            if let Some(name) = name.take() {
                node.limits.push(Limit {
                    keyword: "propertyNames",
                    value: Tree::Null,
                    words: said(&name, "each name"),
                });
            }
        }
        Maps::Untyped => {
            let names = name.take().map(|it| ("propertyNames", said(&it, "each name")));
            let values = (!bare(value)).then(|| ("additionalProperties", said(value, "each value")));
            let lost = names.into_iter().chain(values);
            node.limits.extend(lost.map(|(keyword, words)| Limit { keyword, value: Tree::Null, words }));
            **value = value.part(value.path.clone(), Kind::Any);
        }
        Maps::Entries if name.is_none() && bare(value) => {
            node.kind = Kind::JsonText;
            node.words.push("a JSON object, in a text".to_owned());
            plan.ask(RepairKind::NestedJson);
        }
        Maps::Entries => {
            let text = node_of_name(name.take(), value);
            let path = format!("{}[]", node.path);
            let fields = [("key", text), ("value", (**value).clone())];
            let fields = fields.map(|(name, node)| Field { name: name.to_owned(), required: true, node });
            let entry = Object { fields: fields.into(), rest: Rest::Closed };
            node.kind = Kind::Entries(Box::new(node.part(path, Kind::Object(entry))));
            for limit in &mut node.limits {
                limit.keyword = match limit.keyword {
                    "minProperties" => "minItems",
                    "maxProperties" => "maxItems",
                    other => other,
                };
            }
            plan.ask(RepairKind::Entries);
        }
    }
}

fn node_of_name(name: Option<Box<Node>>, value: &Node) -> Node {
    name.map_or_else(|| value.part(value.path.clone(), Kind::Text), |name| *name)
}

/// A type in words, where it is plain.
fn said(node: &Node, subject: &str) -> Option<String> {
    let kind = word(node)?;
    let limits: Option<Vec<&str>> = node.limits.iter().map(|limit| limit.words.as_deref()).collect();
    let limits = limits?.join(", ");
    Some(if limits.is_empty() { format!("{subject}: {kind}") } else { format!("{subject}: {kind}, {limits}") })
}

fn word(node: &Node) -> Option<String> {
    let word = match &node.kind {
        Kind::Bool => "boolean",
        Kind::Integer => "integer",
        Kind::Number => "number",
        Kind::Text => "string",
        Kind::Null => "null",
        Kind::Enum(values) if values.len() <= 8 => {
            return Some(values.iter().map(Tree::compact).collect::<Vec<_>>().join(" or "));
        }
        _ => return None,
    };
    Some(if node.nullable { format!("{word} or null") } else { word.to_owned() })
}

/// Pass 6.
fn untyped(node: &mut Node, plan: &mut Plan, takes: &Takes) {
    if takes.untyped == Untyped::Scalars && matches!(node.kind, Kind::Any) {
        let kinds = [Kind::Text, Kind::Number, Kind::Bool];
        let branches = kinds.into_iter().map(|kind| node.part(node.path.clone(), kind));
        node.kind = Kind::Union(branches.collect(), false);
        node.nullable = true;
        plan.lose(node, "object, array", Effect::Unsaid);
    }
}

/// A type for each place of a list, as one type for all of them.
fn tuples(node: &mut Node, plan: &mut Plan, takes: &Takes) {
    let Kind::Tuple(items, rest) = &mut node.kind else { return };
    if takes.tuples {
        return;
    }
    let words: Option<Vec<String>> = items.iter().map(word).collect();
    let words = words.map(|words| format!("in this order: {}", words.join(", ")));
    let (places, open) = (items.len() as u64, rest.is_some());
    let all: Vec<Node> = items.drain(..).chain(rest.take().map(|rest| *rest)).collect();
    let path = format!("{}[]", node.path);
    let item = node.part(path, Kind::Union(all, false));
    node.kind = Kind::List(Box::new(item));
    let told = if words.is_some() { Effect::Told } else { Effect::Checked };
    plan.lose(node, "prefixItems", told);
    node.words.extend(words);
    if !open && node.limits.iter().all(|limit| limit.keyword != "maxItems") {
        let words = Some(format!("at most {places} items"));
        node.limits.push(Limit { keyword: "maxItems", value: Tree::number(places), words });
    }
}

/// Pass 8: what an enum may hold.
fn enums(node: &mut Node, plan: &mut Plan, takes: &Takes) {
    let Kind::Enum(values) = &mut node.kind else { return };
    let had_null = values.contains(&Tree::Null);
    values.retain(|value| *value != Tree::Null);
    node.nullable |= had_null;
    if values.is_empty() {
        (node.kind, node.nullable) = (Kind::Null, false);
        return;
    }
    if values.iter().any(|value| matches!(value, Tree::List(_) | Tree::Object(_))) {
        plan.refuse(node, "its enum has objects or lists as values");
        return;
    }
    let booleans: Vec<bool> =
        values.iter().filter_map(|it| if let Tree::Bool(it) = it { Some(*it) } else { None }).collect();
    if takes.enums == Enums::Scalars || booleans.is_empty() {
        if takes.enums == Enums::Texts {
            texts(values, plan);
        }
        return;
    }
    let all = booleans.len() == values.len();
    if booleans.len() == 1 && all {
        let words = Some(format!("always {}", booleans[0]));
        node.limits.push(Limit { keyword: "enum", value: Tree::Null, words });
    }
    if all {
        node.kind = Kind::Bool;
        return;
    }
    values.retain(|value| !matches!(value, Tree::Bool(_)));
    if takes.enums == Enums::Texts {
        texts(values, plan);
    }
    let values = std::mem::take(values);
    let others = node.part(node.path.clone(), Kind::Enum(values));
    let bool = node.part(node.path.clone(), Kind::Bool);
    node.kind = Kind::Union(vec![others, bool], false);
}

/// Numbers as texts.
fn texts(values: &mut Vec<Tree>, plan: &mut Plan) {
    let mut seen = HashSet::new();
    for value in values.iter_mut() {
        if let Tree::Number(digits) = value {
            *value = Tree::Text(std::mem::take(digits));
            plan.ask(RepairKind::NumberInText);
        }
    }
    values.retain(|value| seen.insert(value.compact()));
}

/// That only one branch may fit is checked alone.
fn exclusive(node: &mut Node, plan: &mut Plan) {
    if let Kind::Union(_, exclusive) = &mut node.kind {
        if std::mem::take(exclusive) {
            plan.lose(node, "oneOf", Effect::Checked);
        }
    }
}

/// A branch of a union in a form of our own, beside one that has this form by itself, could not be read back.
fn forms(node: &mut Node, plan: &mut Plan, defs: &HashMap<DeclId, Node>) {
    let Kind::Union(branches, _) = &mut node.kind else { return };
    let has =
        |looked: fn(&Kind) -> bool| branches.iter().any(|branch| holds(branch, defs, looked, &mut HashSet::new()));
    let (text, list) = (
        has(|kind| matches!(kind, Kind::Text | Kind::Any)),
        has(|kind| matches!(kind, Kind::List(_) | Kind::Tuple(..) | Kind::Any)),
    );
    let mut lost = Vec::new();
    branches.retain(|branch| {
        let has = |looked| holds(branch, defs, looked, &mut HashSet::new());
        let hides =
            text && has(|kind| matches!(kind, Kind::JsonText)) || list && has(|kind| matches!(kind, Kind::Entries(_)));
        if hides {
            lost.push(branch.clone());
        }
        !hides
    });
    lost.iter().for_each(|branch| plan.lose(branch, "additionalProperties", Effect::Unsaid));
    if branches.is_empty() {
        plan.refuse(node, "none of its forms could be read back");
    }
}

/// Whether a value of the place may be of a kind.
fn holds(node: &Node, defs: &HashMap<DeclId, Node>, looked: fn(&Kind) -> bool, seen: &mut HashSet<DeclId>) -> bool {
    match &node.kind {
        kind if looked(kind) => true,
        Kind::Union(branches, _) => branches.iter().any(|branch| holds(branch, defs, looked, seen)),
        Kind::Ref(id) => seen.insert(*id) && defs.get(id).is_some_and(|def| holds(def, defs, looked, seen)),
        _ => false,
    }
}

/// Pass 7.
fn optional(plan: &mut Plan, dialect: Dialect, limits: &Limits) {
    let takes = dialect.takes();
    let as_null = match takes.optional {
        Optional::LeftOut => false,
        Optional::Null => true,
        Optional::Fewest => count_optional(plan) > limits.of(dialect, "max_optional"),
    };
    if !as_null {
        return;
    }
    debug_assert!(takes.nulls == Nulls::TypeUnion);
    each(plan, &mut |node, plan| {
        let Kind::Object(it) = &mut node.kind else { return };
        for field in it.fields.iter_mut().filter(|field| !field.required) {
            field.required = true;
            if !matches!(field.node.kind, Kind::Any | Kind::Null) {
                field.node.nullable = true;
            }
            plan.ask(RepairKind::Null);
        }
    });
}

pub(super) fn count_optional(plan: &mut Plan) -> u64 {
    let mut count = 0;
    for whole in plan.wholes() {
        whole.each(&mut |node| {
            if let Kind::Object(it) = &node.kind {
                count += it.fields.iter().filter(|field| !field.required).count() as u64;
            }
        });
    }
    count
}
