//! Pass 13: a root that the dialect does not take is wrapped in an object; and what the wrapper asks of the reader.

use std::collections::{HashMap, HashSet};

use nucleo_runtime::WRAPPERS;
use nucleo_runtime::profile::Coerce;
use nucleo_runtime::repair::RepairKind;

use super::node::{Field, Kind, Node, Object, Plan, Rest};
use super::takes::{self, Root, Takes};
use crate::ir::DeclId;
use crate::knobs::Settings;

/// The members of the objects that the answer, or its elements, may be; `None` where it takes members of any name, so
/// that no wrapper could be told from them.
pub(super) fn names(plan: &Plan) -> Option<HashSet<String>> {
    let defs: HashMap<DeclId, &Node> = plan.defs.iter().map(|def| (def.id, &def.node)).collect();
    let mut names = HashSet::new();
    declared(&plan.root, &defs, &mut names, &mut HashSet::new()).then_some(names)
}

pub(super) fn pass(plan: &mut Plan, names: Option<HashSet<String>>, takes: &Takes) {
    if takes.root == Root::Any || matches!(plan.root.kind, Kind::Object(_)) && !plan.root.nullable {
        return;
    }
    let root = plan.root.clone();
    let Some(names) = names else {
        return plan.refuse(&root, "its root must be an object of declared members, and takes members of any name");
    };
    match WRAPPERS.into_iter().find(|name| !names.contains(*name)) {
        None => plan.refuse(&root, "its root must be an object, and every name for one is taken"),
        Some(name) => {
            let rest = if takes.rest == takes::Rest::Nothing { Rest::Unsaid } else { Rest::Closed };
            let field = Field { name: name.to_owned(), required: true, node: root };
            plan.root = plan.root.part(String::new(), Kind::Object(Object { fields: vec![field], rest }));
            plan.ask(RepairKind::WrappedRoot);
        }
    }
}

/// Gathers the members; `false` where any are taken.
fn declared(
    node: &Node,
    defs: &HashMap<DeclId, &Node>,
    names: &mut HashSet<String>,
    seen: &mut HashSet<DeclId>,
) -> bool {
    match &node.kind {
        Kind::Any | Kind::JsonText | Kind::Entries(_) | Kind::Map(..) => false,
        Kind::Object(it) => {
            names.extend(it.fields.iter().map(|field| field.name.clone()));
            true
        }
        Kind::List(item) => declared(item, defs, names, seen),
        Kind::Union(branches, _) => branches.iter().all(|branch| declared(branch, defs, names, seen)),
        Kind::Ref(id) => !seen.insert(*id) || defs.get(id).is_none_or(|def| declared(def, defs, names, seen)),
        _ => true,
    }
}

/// A reader that does not mend a form cannot be asked to.
pub(super) fn check_forms(plan: &mut Plan, settings: &Settings) {
    let root = plan.root.clone();
    for form in plan.forms.clone() {
        let is_value = matches!(form, RepairKind::Null | RepairKind::NumberInText);
        let mends = match settings.run.coerce {
            Coerce::Lenient => true,
            Coerce::Basic => is_value,
            Coerce::Off => false,
        };
        if !mends || settings.run.refuse.has(form) {
            plan.refuse(&root, format!("a reply would need the repair `{}`, which its settings forbid", form.name()));
        }
    }
}
