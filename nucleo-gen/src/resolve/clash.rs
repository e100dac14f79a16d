//! Two different types under one simple name inside one schema: a model could not tell them apart.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::diag::{Diags, Level, Lint};
use crate::ir::{DeclId, Ir, Kind, NamedBy, Other, Rest, Type, TypeKind};
use crate::resolve::canon::{self, Grain, View};
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
        // A name that nobody wrote is ours to change; only one that an author gave twice is theirs.
        if [pair.0, pair.1].iter().all(|id| ir[*id].named_by != NamedBy::Place) {
            report(ir, names, pair, diags);
        }
        // OK because `meetings` counts the groups.
        rename(ir, names, &groups[group]);
    }
}

/// Types under one simple name.
type Group = Vec<(DeclId, Identity)>;

/// What makes a type another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Identity {
    /// Where it is defined under a name; a type that is written at its place of use has none.
    defined: Option<String>,
    digest: String,
}

impl Identity {
    fn of(ir: &Ir, id: DeclId, digest: String) -> Self {
        let mut steps = ir[id].place.rsplit('/').skip(1);
        let named = steps.next().is_none_or(|step| matches!(step, "$defs" | "definitions" | "schemas"));
        Self { defined: named.then(|| place(ir, id)), digest }
    }

    /// Whether they are two types. One that is written out twice, member for member, is one type to a model.
    fn differs(&self, other: &Self) -> bool {
        let apart = |one: &str, two: &str| one != two && !is_root_of(one, two) && !is_root_of(two, one);
        self.digest != other.digest
            || self.defined.as_ref().zip(other.defined.as_ref()).is_some_and(|(one, two)| apart(one, two))
    }
}

/// Whether a place is the root of the file that the other is in: a recursive schema that is published holds its root
/// once more, under a name that it can refer to.
fn is_root_of(root: &str, other: &str) -> bool {
    root.ends_with('#') && other.starts_with(root)
}

/// The groups of more than one type, in the order of their first. Only records and unions show their name.
fn groups(ir: &Ir, names: &Names) -> Vec<Group> {
    let mut by_name: BTreeMap<&str, Vec<DeclId>> = BTreeMap::new();
    for (at, decl) in ir.decls.iter().enumerate() {
        if matches!(decl.kind, Kind::Record(_) | Kind::Union(_)) {
            let id = DeclId(at as u32);
            by_name.entry(&names[id].shown).or_default().push(id);
        }
    }
    let mut groups: Vec<Vec<DeclId>> = by_name.into_values().filter(|ids| ids.len() > 1).collect();
    groups.sort();
    let view = View { ir, grain: Grain::Shape, settings: None };
    let mut digests = canon::digests(view, &groups.concat()).into_iter();
    let mut identified = |id| Some((id, Identity::of(ir, id, digests.next()?)));
    groups.into_iter().map(|ids| ids.into_iter().filter_map(&mut identified).collect()).collect()
}

/// For each group of which one answer reaches two types: its place among the groups, and the two.
fn meetings(ir: &Ir, groups: &[Group]) -> BTreeMap<usize, (DeclId, DeclId)> {
    let mut found = BTreeMap::new();
    let mut group_of: HashMap<DeclId, (usize, &Identity)> = HashMap::new();
    for (at, group) in groups.iter().enumerate() {
        group_of.extend(group.iter().map(|(id, identity)| (*id, (at, identity))));
    }
    for &answer in ir.files.iter().flat_map(|file| &file.answers) {
        let mut met: HashMap<usize, Vec<(DeclId, &Identity)>> = HashMap::new();
        for id in reach(ir, answer) {
            let Some(&(group, identity)) = group_of.get(&id) else { continue };
            if found.contains_key(&group) {
                continue;
            }
            let met = met.entry(group).or_default();
            if let Some((other, _)) = met.iter().find(|(_, other)| identity.differs(other)) {
                found.insert(group, (id.min(*other), id.max(*other)));
            }
            // Those that are alike need to be remembered once, and once more with a place.
            if met.iter().all(|(_, other)| other != &identity) {
                met.push((id, identity));
            }
        }
    }
    found
}

fn report(ir: &Ir, names: &Names, (first, second): (DeclId, DeclId), diags: &Diags) {
    let name = &names[first].shown;
    let message =
        format!("two different types are both called `{name}`: `{}` and `{}`", place(ir, first), place(ir, second));
    diags
        .lint(NAME_CLASH, ir[second].span, message)
        .here("this one")
        .label(ir[first].span, "and this one")
        .help("give one of them another `title`; a model could not tell them apart")
        .emit();
}

/// `orders/row#/$defs/Slot`
fn place(ir: &Ir, id: DeclId) -> String {
    let decl = &ir[id];
    // OK because each type has a file.
    format!("{}{}", ir.files[decl.file.0 as usize].module.join("/"), decl.place)
}

fn rename(ir: &Ir, names: &mut Names, group: &Group) {
    let mut taken: HashSet<String> = HashSet::new();
    let mut by_identity: HashMap<&Identity, String> = HashMap::new();
    for (decl, identity) in group {
        let shown = by_identity.entry(identity).or_insert_with(|| {
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

pub(crate) fn each_type<'i>(kind: &'i Kind, visit: &mut dyn FnMut(&'i Type)) {
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

pub(crate) fn each_decl(ty: &Type, visit: &mut dyn FnMut(DeclId)) {
    match &ty.kind {
        TypeKind::Decl(id) => visit(*id),
        TypeKind::List(it) => each_decl(&it.item, visit),
        TypeKind::Map(it) => each_decl(&it.value, visit),
        TypeKind::Tuple(it) => it.items.iter().chain(&it.rest).for_each(|item| each_decl(item, visit)),
        _ => {}
    }
}
