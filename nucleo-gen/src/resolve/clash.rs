//! Two different types under one simple name inside one schema: a model could not tell them apart.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::diag::{Diags, Level, Lint};
use crate::ir::{DeclId, Ir, Kind, Other, Rest, Type, TypeKind};
use crate::resolve::canon::{self, Grain};
use crate::resolve::names::{Names, by_place};

/// The lint for it.
pub(crate) const NAME_CLASH: Lint = Lint { name: "name_clash", default: Level::Deny };

/// Reports each clash, and gives the types of each their own names by place.
pub(crate) fn settle(ir: &Ir, names: &mut Names, diags: &Diags) {
    let groups = groups(ir, names);
    if groups.is_empty() {
        return;
    }
    for (group, pair) in meetings(ir, &groups) {
        report(ir, names, pair, diags);
        // OK because `meetings` counts the groups.
        rename(ir, names, &groups[group]);
    }
}

/// Types under one simple name, each with its canonical text: where that is equal it does not matter which of them a
/// model has in mind.
type Group = Vec<(DeclId, String)>;

/// The groups of more than one text, in the order of their first type. Only records and unions show their name.
fn groups(ir: &Ir, names: &Names) -> Vec<Group> {
    let mut by_name: BTreeMap<&str, Vec<DeclId>> = BTreeMap::new();
    for (at, decl) in ir.decls.iter().enumerate() {
        if matches!(decl.kind, Kind::Record(_) | Kind::Union(_)) {
            let id = DeclId(at as u32);
            by_name.entry(&names[id].shown).or_default().push(id);
        }
    }
    let texts = |ids: Vec<DeclId>| ids.into_iter().map(|id| (id, canon::text(ir, id, Grain::Shape))).collect();
    let mut groups: Vec<Group> = by_name.into_values().filter(|ids| ids.len() > 1).map(texts).collect();
    groups.retain(|group| group.iter().any(|(_, text)| *text != group[0].1));
    groups.sort_by_key(|group| group[0].0);
    groups
}

/// For each group of which one answer reaches two texts: its place among the groups, and the two types.
fn meetings(ir: &Ir, groups: &[Group]) -> BTreeMap<usize, (DeclId, DeclId)> {
    let mut found = BTreeMap::new();
    let mut group_of: HashMap<DeclId, (usize, &str)> = HashMap::new();
    for (at, group) in groups.iter().enumerate() {
        group_of.extend(group.iter().map(|(id, text)| (*id, (at, text.as_str()))));
    }
    for &answer in ir.files.iter().flat_map(|file| &file.answers) {
        let mut first: HashMap<usize, (DeclId, &str)> = HashMap::new();
        for id in reach(ir, answer) {
            let Some(&(group, text)) = group_of.get(&id) else { continue };
            let &mut (other, seen) = first.entry(group).or_insert((id, text));
            if seen != text {
                found.entry(group).or_insert((other.min(id), other.max(id)));
            }
        }
    }
    found
}

fn report(ir: &Ir, names: &Names, (first, second): (DeclId, DeclId), diags: &Diags) {
    let place = |id: DeclId| {
        let decl = &ir[id];
        // OK because each type has a file.
        format!("{}{}", ir.files[decl.file.0 as usize].module.join("/"), decl.place)
    };
    let name = &names[first].shown;
    let message = format!("two different types are both called `{name}`: `{}` and `{}`", place(first), place(second));
    diags
        .lint(NAME_CLASH, ir[second].span, message)
        .here("this one")
        .label(ir[first].span, "and this one")
        .help("give one of them another `title`; a model could not tell them apart")
        .emit();
}

fn rename(ir: &Ir, names: &mut Names, group: &Group) {
    let mut taken: HashSet<String> = HashSet::new();
    let mut by_text: HashMap<&str, String> = HashMap::new();
    for (decl, text) in group {
        let shown = by_text.entry(text).or_insert_with(|| {
            let plain = &names[*decl].shown;
            // OK because the last of the names holds a hash of the whole place.
            by_place(ir, &ir[*decl], plain).into_iter().find(|it| taken.insert(it.clone())).unwrap_or_default()
        });
        names.set_shown(*decl, shown.clone());
    }
}

/// Every type that a value of the given type can hold, itself first, in the order of their first mention.
pub(crate) fn reach(ir: &Ir, from: DeclId) -> Vec<DeclId> {
    let mut seen = HashSet::from([from]);
    let mut order = vec![from];
    let mut at = 0;
    while let Some(&decl) = order.get(at) {
        at += 1;
        each_type(&ir[decl].kind, &mut |ty| {
            each_decl(ty, &mut |id| {
                if seen.insert(id) {
                    order.push(id);
                }
            });
        });
    }
    order
}

fn each_type<'i>(kind: &'i Kind, visit: &mut dyn FnMut(&'i Type)) {
    match kind {
        Kind::Record(it) => {
            it.fields.iter().for_each(|field| visit(&field.ty));
            if let Rest::Keep { patterns, other, value: _ } = &it.rest {
                patterns.iter().for_each(|(_, ty)| visit(ty));
                if let Other::Keep(ty) = other {
                    visit(ty);
                }
            }
        }
        Kind::Union(it) => it.branches.iter().for_each(|branch| visit(&branch.ty)),
        Kind::Newtype(ty) => visit(ty),
        Kind::Enum(_) | Kind::Never => {}
    }
}

fn each_decl(ty: &Type, visit: &mut dyn FnMut(DeclId)) {
    match &ty.kind {
        TypeKind::Decl(id) => visit(*id),
        TypeKind::List(it) => each_decl(&it.item, visit),
        TypeKind::Map(it) => each_decl(&it.value, visit),
        TypeKind::Tuple(it) => it.items.iter().chain(&it.rest).for_each(|item| each_decl(item, visit)),
        _ => {}
    }
}
