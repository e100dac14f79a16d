//! Pass 3: types that come back to themselves, and places that no value fits.

use std::collections::HashSet;

use nucleo_runtime::dialect::Effect;

use super::node::{Kind, Limit, Node, Plan};
use super::plan::is_cyclic;
use super::takes::{Cycles, Takes};
use crate::emit::pretty::Tree;
use crate::ir::{self, DeclId, Type, TypeKind};
use crate::resolve::Resolved;
use crate::resolve::clash::reach;

/// Refuses the cycles that the dialect does not take, and takes out what no value fits.
pub(super) fn pass(cx: &Resolved<'_>, root: DeclId, plan: &mut Plan, takes: &Takes, unroll: u64) {
    if takes.cycles == Cycles::ThroughOptional {
        for id in reach(cx.ir, root).into_iter().filter(|id| is_cyclic(cx, *id) && must_hold_itself(cx, *id)) {
            let name = &cx.names[id].shown;
            let node = Node { path: name.clone(), span: cx.ir[id].span, ..plan.root.part(String::new(), Kind::Never) };
            let why = format!("`{name}` comes back to itself through required members alone");
            plan.refuse(&node, why);
        }
    }
    if unroll == 0 {
        refuse_cuts(cx, plan);
    }
    let mut dead: HashSet<DeclId> = HashSet::new();
    loop {
        let mut lost = Vec::new();
        for whole in plan.wholes() {
            whole.walk(&mut |node| prune(node, &dead, takes, &mut lost));
        }
        lost.iter().for_each(|node| plan.lose(node, "$ref", Effect::Unsaid));
        let now: HashSet<DeclId> = plan.defs.iter().filter(|def| is_dead(&def.node)).map(|def| def.id).collect();
        if now == dead {
            break;
        }
        dead = now;
    }
    if is_dead(&plan.root) && plan.refusals.is_empty() {
        let root = plan.root.clone();
        plan.refuse(&root, "no value fits it");
    }
}

/// Whether each value of a type holds another one: through members that must be there, whatever stands between.
fn must_hold_itself(cx: &Resolved<'_>, id: DeclId) -> bool {
    let (mut seen, mut open) = (HashSet::new(), vec![id]);
    while let Some(decl) = open.pop() {
        let mut next = |ty: &Type| each_named(ty, &mut |other| open.push(other));
        match &cx.ir[decl].kind {
            ir::Kind::Record(it) => it.fields.iter().filter(|field| field.required).for_each(|field| next(&field.ty)),
            ir::Kind::Union(it) => it.branches.iter().for_each(|branch| next(&branch.ty)),
            ir::Kind::Newtype(ty) => next(ty),
            ir::Kind::Enum(_) | ir::Kind::Never => {}
        }
        if open.contains(&id) {
            return true;
        }
        open.retain(|other| seen.insert(*other));
    }
    false
}

fn each_named(ty: &Type, visit: &mut dyn FnMut(DeclId)) {
    if ty.nullable {
        return;
    }
    match &ty.kind {
        TypeKind::Decl(id) => visit(*id),
        TypeKind::List(it) => each_named(&it.item, visit),
        TypeKind::Map(it) => each_named(&it.value, visit),
        TypeKind::Tuple(it) => it.items.iter().chain(&it.rest).for_each(|item| each_named(item, visit)),
        _ => {}
    }
}

fn refuse_cuts(cx: &Resolved<'_>, plan: &mut Plan) {
    let mut cuts = Vec::new();
    for whole in plan.wholes() {
        whole.each(&mut |node| {
            if matches!(node.kind, Kind::Cut) {
                cuts.push(node.clone());
            }
        });
    }
    // Places of one member are told once.
    let mut told = HashSet::new();
    for node in cuts.into_iter().filter(|node| told.insert(node.span)) {
        let path = node.path.clone();
        plan.refuse(&node, format!("`{path}` comes back to a type around it, and there is no recursion"));
    }
    debug_assert!(plan.defs.len() <= cx.ir.decls.len());
}

fn is_dead(node: &Node) -> bool {
    matches!(node.kind, Kind::Never | Kind::Cut) && !node.nullable
}

/// Takes out of a place what no value fits. What is lost with a cycle is told.
fn prune(node: &mut Node, dead: &HashSet<DeclId>, takes: &Takes, lost: &mut Vec<Node>) {
    if node.nullable && matches!(node.kind, Kind::Never | Kind::Cut) {
        (node.kind, node.nullable) = (Kind::Null, false);
    }
    let is_dead =
        |node: &Node| is_dead(node) || matches!(node.kind, Kind::Ref(id) if dead.contains(&id) && !node.nullable);
    let is_cut = |node: &Node| matches!(node.kind, Kind::Cut);
    let gone = match &mut node.kind {
        Kind::Object(it) => {
            lost.extend(it.fields.iter().map(|field| &field.node).filter(|node| is_cut(node)).cloned());
            let gone = it.fields.iter().find(|field| field.required && is_dead(&field.node));
            let gone = gone.map(|field| is_cut(&field.node));
            it.fields.retain(|field| !is_dead(&field.node));
            gone
        }
        Kind::Union(branches, _) => {
            let cut = branches.iter().any(is_cut);
            lost.extend(branches.iter().filter(|node| is_cut(node)).cloned());
            branches.retain(|branch| !is_dead(branch));
            branches.is_empty().then_some(cut)
        }
        Kind::List(item) if is_dead(item) => {
            let (cut, needed) = (is_cut(item), node.limits.iter().any(|limit| limit.keyword == "minItems"));
            if needed || !takes.keywords.contains(&"maxItems") {
                Some(cut)
            } else {
                lost.push((**item).clone());
                item.kind = Kind::Text;
                node.limits.retain(|limit| limit.keyword != "maxItems");
                let words = Some("empty".to_owned());
                node.limits.push(Limit { keyword: "maxItems", value: Tree::number(0), words });
                None
            }
        }
        Kind::Map(_, value) if is_dead(value) => Some(is_cut(value)),
        Kind::Tuple(items, _) => items.iter().find(|item| is_dead(item)).map(is_cut),
        _ => None,
    };
    if let Some(cut) = gone {
        node.kind = if cut { Kind::Cut } else { Kind::Never };
        if node.nullable {
            (node.kind, node.nullable) = (Kind::Null, false);
        }
    }
}
