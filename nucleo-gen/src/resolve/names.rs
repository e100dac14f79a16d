//! The names of types, members and values: for Rust and for the model.
//!
//! No name ever fails to compile. Where two siblings come to the same identifier, the first has it, and the others get
//! one from their own spelling or place: one more sibling renames nobody.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Index;

use heck::ToSnakeCase as _;

use crate::diag::{Diags, Span};
use crate::ir::{Branch, Decl, DeclId, Field, FileId, Group, Ir, Kind, Rest, Value};
use crate::json::{Json, Value as JsonValue};
use crate::knobs::{Names as Spelling, Settings};
use crate::resolve::clash::NAME_CLASH;
use crate::resolve::distinct::{Wanted, distinct};
use crate::resolve::ident::{self, Case};

/// All names of one build, beside the IR.
#[derive(Debug)]
pub(crate) struct Names {
    /// By [`FileId`].
    files: Vec<Vec<String>>,
    /// By [`DeclId`].
    decls: Vec<DeclNames>,
}

/// The names of one type.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeclNames {
    /// The Rust type, unique in its module.
    pub(crate) rust: String,
    /// The simple name, as the model sees it.
    pub(crate) shown: String,
    /// One for each field of a record.
    pub(crate) fields: Vec<FieldNames>,
    /// The Rust field for the members that a record keeps without declaring them; empty for other types.
    pub(crate) rest: String,
    /// One for each oneof of a record.
    pub(crate) groups: Vec<GroupNames>,
    /// The Rust variants: one for each value of an enum, or branch of a union.
    pub(crate) variants: Vec<String>,
}

/// The Rust names of one oneof.
#[derive(Debug, Clone, Default)]
pub(crate) struct GroupNames {
    /// The enum, unique in its module.
    pub(crate) rust: String,
    /// The field, unique in its record.
    pub(crate) field: String,
    /// One for each member.
    pub(crate) variants: Vec<String>,
}

/// The names of one member.
#[derive(Debug, Clone)]
pub(crate) struct FieldNames {
    /// The Rust field, unique in its record.
    pub(crate) rust: String,
    /// As the model sees it.
    pub(crate) shown: String,
}

impl Names {
    /// The Rust module of a file, from the outermost one; files with one path share one module.
    pub(crate) fn module(&self, file: FileId) -> &[String] {
        // OK because there is one entry for each file.
        &self.files[file.0 as usize]
    }

    pub(crate) fn set_shown(&mut self, decl: DeclId, shown: String) {
        // OK because there is one entry for each type.
        self.decls[decl.0 as usize].shown = shown;
    }
}

impl Index<DeclId> for Names {
    type Output = DeclNames;

    fn index(&self, decl: DeclId) -> &DeclNames {
        // OK because there is one entry for each type.
        &self.decls[decl.0 as usize]
    }
}

/// Names everything. There are settings for each type.
pub(crate) fn assign(ir: &Ir, settings: &[Settings], diags: &Diags) -> Names {
    let files = assign_modules(ir);
    let types = assign_types(ir, &files, diags);
    let mut decls: Vec<DeclNames> = (ir.decls.iter().zip(types).zip(settings))
        .map(|((decl, rust), settings)| assign_decl(decl, rust, settings.names, diags))
        .collect();
    assign_oneofs(ir, &files, &mut decls, diags);
    Names { files, decls }
}

/// Names the enums of oneofs, each by its record and its own name. They come last, and so take no type's name.
fn assign_oneofs(ir: &Ir, modules: &[Vec<String>], decls: &mut [DeclNames], diags: &Diags) {
    let mut scopes: BTreeMap<&[String], Vec<(usize, usize)>> = BTreeMap::new();
    for (at, decl) in ir.decls.iter().enumerate() {
        let Kind::Record(it) = &decl.kind else { continue };
        // OK because there is one module for each file.
        let scope = scopes.entry(&modules[decl.file.0 as usize]).or_default();
        scope.extend((0..it.groups.len()).map(|group| (at, group)));
    }
    for (module, scope) in scopes {
        let group = |(at, group): (usize, usize)| match &ir.decls[at].kind {
            Kind::Record(it) => &it.groups[group],
            // OK because only records have oneofs.
            _ => unreachable!("no record"),
        };
        check_given(scope.iter().filter_map(|it| group(*it).rust_name.as_ref()), Case::Camel, diags);
        let spelled = |it: (usize, usize)| format!("{} {}", decls[it.0].rust, group(it).name);
        let wanted: Vec<Wanted<'_>> = (scope.iter())
            .map(|it| Wanted::new(group(*it).rust_name.as_ref(), ident::plain(&spelled(*it), Case::Camel)))
            .collect();
        let types = (ir.decls.iter().enumerate()).filter(|(_, decl)| modules[decl.file.0 as usize] == module);
        let types = types.map(|(at, _)| decls[at].rust.as_str());
        let reserved: Vec<&str> = TYPES.into_iter().chain(inner_modules(modules, module)).chain(types).collect();
        let others = |at: usize| vec![ident::plain(&format!("{} oneof", spelled(scope[at])), Case::Camel)];
        for (it, ident) in scope.iter().zip(distinct(&wanted, &reserved, &others)) {
            decls[it.0].groups[it.1].rust = ident;
        }
    }
}

/// The modules in a module.
fn inner_modules<'m>(modules: &'m [Vec<String>], module: &[String]) -> impl Iterator<Item = &'m str> {
    let inner = modules.iter().filter(move |it| it.len() > module.len() && it.starts_with(module));
    inner.map(move |it| it[module.len()].as_str())
}

/// The name of a member as the model sees it. Only separators and casing change, so that the reader finds the member
/// by either name; one with other symbols keeps its spelling.
pub(crate) fn shown(name: &str, spelling: Spelling) -> String {
    let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.'));
    if spelling == Spelling::Source || !plain {
        return name.to_owned();
    }
    let words = name.to_snake_case();
    if words.is_empty() {
        return name.to_owned();
    }
    let lead = name.len() - name.trim_start_matches('_').len();
    format!("{}{words}", "_".repeat(lead))
}

/// Variants of an enum that is ours, one for each text.
pub(crate) fn variants(texts: &[String]) -> Vec<String> {
    let wanted: Vec<Wanted<'_>> = texts.iter().map(|text| Wanted::new(None, ident::plain(text, Case::Camel))).collect();
    distinct(&wanted, &["Self"], &|at| ident::fallbacks(&texts[at], Case::Camel))
}

fn assign_modules(ir: &Ir) -> Vec<Vec<String>> {
    // Spelled path of a folder → spelled names in it. Ordered, as it is iterated.
    let mut folders: BTreeMap<&[String], Vec<&str>> = BTreeMap::new();
    for file in &ir.files {
        for depth in 0..file.module.len() {
            let (folder, name) = (&file.module[..depth], file.module[depth].as_str());
            let names = folders.entry(folder).or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut idents = HashMap::new();
    for (folder, names) in folders {
        let wanted: Vec<Wanted<'_>> =
            names.iter().map(|name| Wanted::new(None, ident::plain(name, Case::Snake))).collect();
        let others = |at: usize| ident::fallbacks(names[at], Case::Snake);
        for (name, ident) in names.iter().zip(distinct(&wanted, &MODULES, &others)) {
            idents.insert((folder, *name), ident);
        }
    }
    let module = |path: &[String]| {
        // OK because every folder and name was entered above.
        (0..path.len()).map(|depth| idents[&(&path[..depth], path[depth].as_str())].clone()).collect()
    };
    ir.files.iter().map(|file| module(&file.module)).collect()
}

fn assign_types(ir: &Ir, modules: &[Vec<String>], diags: &Diags) -> Vec<String> {
    let mut scopes: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
    for (at, decl) in ir.decls.iter().enumerate() {
        // OK because there is one module for each file.
        scopes.entry(&modules[decl.file.0 as usize]).or_default().push(at);
    }
    let mut out = vec![String::new(); ir.decls.len()];
    for (module, mut scope) in scopes {
        // A file's root has its name before all others; a name that someone gave is kept before one made from a place;
        // the order of the source decides the rest.
        scope.sort_by_key(|&at| (ir.decls[at].place != "#", ir.decls[at].named_by, at));
        let given = scope.iter().filter_map(|&at| ir.decls[at].ext.rust_name.as_ref());
        check_given(given, Case::Camel, diags);
        // A module and a type share one namespace, and a name in a script without case can be both.
        let reserved: Vec<&str> = TYPES.into_iter().chain(inner_modules(modules, module)).collect();
        let plain = |at: usize| ident::plain(&ir.decls[at].name, Case::Camel);
        let wanted: Vec<Wanted<'_>> =
            scope.iter().map(|&at| Wanted::new(ir.decls[at].ext.rust_name.as_ref(), plain(at))).collect();
        let others = |at: usize| by_place(ir, &ir.decls[scope[at]], &wanted[at].plain);
        for (at, ident) in scope.iter().zip(distinct(&wanted, &reserved, &others)) {
            out[*at] = ident;
        }
    }
    out
}

/// Names for a type from its place, the shortest first: for `Slot` at `#/properties/b` it is `BSlot`.
pub(crate) fn by_place(ir: &Ir, decl: &Decl, plain: &str) -> Vec<String> {
    // OK because each type has a file.
    let file = &ir.files[decl.file.0 as usize];
    let steps = decl.place.split('/').filter(|step| !STRUCTURE.contains(step) && !step.is_empty());
    let mut words: Vec<String> = file.module.iter().map(String::as_str).chain(steps).map(unescaped).collect();
    if words.last().is_some_and(|last| ident::plain(last, Case::Camel) == plain) {
        words.pop();
    }
    let mut out: Vec<String> = (0..words.len())
        .rev()
        .map(|from| ident::plain(&format!("{} {plain}", words[from..].join(" ")), Case::Camel))
        .collect();
    let key = format!("{}{}", file.module.join("/"), decl.place);
    out.push(ident::suffixed(plain, &format!("x{:08x}", ident::hash(&key)), Case::Camel));
    out
}

fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// Steps of a JSON pointer that say nothing about what a type is.
const STRUCTURE: [&str; 13] = [
    "#",
    "properties",
    "items",
    "$defs",
    "definitions",
    "additionalProperties",
    "patternProperties",
    "prefixItems",
    "oneOf",
    "anyOf",
    "allOf",
    "components",
    "schemas",
];

fn assign_decl(decl: &Decl, rust: String, spelling: Spelling, diags: &Diags) -> DeclNames {
    let simple = ident::plain(&decl.name, Case::Camel).trim_end_matches('_').to_owned();
    let mut out = DeclNames { rust, shown: simple, ..DeclNames::default() };
    match &decl.kind {
        Kind::Record(it) => {
            let idents = assign_fields(&it.fields, diags);
            if matches!(it.rest, Rest::Keep { .. }) {
                let taken: Vec<&str> = idents.iter().map(String::as_str).collect();
                let wanted = [Wanted::new(None, "rest".to_owned())];
                out.rest = distinct(&wanted, &taken, &|_| Vec::new()).remove(0);
            }
            let rest = Some(&out.rest).filter(|it| !it.is_empty());
            let taken: Vec<&str> = idents.iter().chain(rest).map(String::as_str).collect();
            out.groups = assign_groups(&it.groups, &it.fields, &taken);
            let shown = assign_shown(decl, &it.fields, spelling, diags);
            out.fields = idents.into_iter().zip(shown).map(|(rust, shown)| FieldNames { rust, shown }).collect();
        }
        Kind::Enum(it) => out.variants = assign_values(&it.values, diags),
        Kind::Union(it) => out.variants = assign_branches(&it.branches, diags),
        Kind::Newtype(_) | Kind::Never => {}
    }
    out
}

fn assign_fields(fields: &[Field], diags: &Diags) -> Vec<String> {
    spelled(fields.iter().map(|it| (it.name.clone(), it.rust_name.as_ref())).collect(), Case::Snake, diags)
}

/// The fields and variants of oneofs; the enums are named when all types are.
fn assign_groups(groups: &[Group], fields: &[Field], taken: &[&str]) -> Vec<GroupNames> {
    let wanted: Vec<Wanted<'_>> =
        groups.iter().map(|it| Wanted::new(None, ident::plain(&it.name, Case::Snake))).collect();
    let idents = distinct(&wanted, taken, &|at| ident::fallbacks(&groups[at].name, Case::Snake));
    let variants = |group: &Group| {
        // OK because the places are those of these fields.
        let members = group.fields.iter().map(|at| &fields[*at]);
        // A member's Rust name is one of a field, in snake case.
        variants(
            &members.map(|it| it.rust_name.as_ref().map_or(&it.name, |(name, _)| name).clone()).collect::<Vec<_>>(),
        )
    };
    let named = groups.iter().zip(idents);
    named.map(|(group, field)| GroupNames { rust: String::new(), field, variants: variants(group) }).collect()
}

fn assign_values(values: &[Value], diags: &Diags) -> Vec<String> {
    spelled(values.iter().map(|it| (spelling_of(&it.json), it.rust_name.as_ref())).collect(), Case::Camel, diags)
}

fn assign_branches(branches: &[Branch], diags: &Diags) -> Vec<String> {
    spelled(branches.iter().map(|it| (it.name.clone(), it.rust_name.as_ref())).collect(), Case::Camel, diags)
}

/// Identifiers for siblings by their spellings, or by what `x-nucleo-name` says.
fn spelled(siblings: Vec<(String, Option<&(String, Span)>)>, case: Case, diags: &Diags) -> Vec<String> {
    check_given(siblings.iter().filter_map(|(_, given)| *given), case, diags);
    let wanted: Vec<Wanted<'_>> =
        siblings.iter().map(|(text, given)| Wanted::new(*given, ident::plain(text, case))).collect();
    distinct(&wanted, &[], &|at| ident::fallbacks(&siblings[at].0, case))
}

/// A value as a text to make a name from.
fn spelling_of(json: &Json) -> String {
    match &json.value {
        JsonValue::Null => "null".to_owned(),
        JsonValue::Bool(it) => it.to_string(),
        JsonValue::Number(it) | JsonValue::Text(it) => it.clone(),
        JsonValue::List(items) => {
            let items: Vec<String> = items.iter().map(spelling_of).collect();
            format!("list {}", items.join(" "))
        }
        JsonValue::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|it| format!("{} {}", it.name, spelling_of(&it.json))).collect();
            format!("object {}", members.join(" "))
        }
    }
}

/// The members' names as the model sees them. Where two come to one name, both keep the source's spelling.
fn assign_shown(decl: &Decl, fields: &[Field], spelling: Spelling, diags: &Diags) -> Vec<String> {
    let names: Vec<String> = fields.iter().map(|field| shown(&field.name, spelling)).collect();
    let mut first_of: HashMap<&str, usize> = HashMap::new();
    let mut clashes = HashSet::new();
    for (at, name) in names.iter().enumerate() {
        let first = *first_of.entry(name).or_insert(at);
        if first != at {
            clashes.extend([first, at]);
            report_shown(decl, &fields[first], &fields[at], name, diags);
        }
    }
    let own = |at: usize| clashes.contains(&at).then(|| fields[at].name.clone());
    names.iter().enumerate().map(|(at, name)| own(at).unwrap_or_else(|| name.clone())).collect()
}

fn report_shown(decl: &Decl, first: &Field, second: &Field, name: &str, diags: &Diags) {
    diags
        .lint(
            NAME_CLASH,
            second.span,
            format!("two members of `{}` are both shown to the model as `{name}`", decl.name),
        )
        .here(format!("`{}`", second.name))
        .label(first.span, format!("`{}`", first.name))
        .help("rename one of them; allowed, both are shown as the source spells them")
        .emit();
}

/// Names by `x-nucleo-name` are taken as they are, or refused.
fn check_given<'a>(given: impl Iterator<Item = &'a (String, Span)>, case: Case, diags: &Diags) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for (name, span) in given {
        if syn::parse_str::<syn::Ident>(name).is_err() {
            let help = "use letters, digits and `_`, no digit first, and no keyword of Rust";
            diags.error(*span, format!("`{name}` is not a name that Rust takes")).help(help).emit();
        } else if case == Case::Camel && TYPES.contains(&name.as_str()) {
            let help = format!("choose another name, such as `{name}_`");
            diags.error(*span, format!("`{name}` is a name that generated code uses itself")).help(help).emit();
        } else if let Some(first) = seen.insert(name, *span) {
            diags
                .error(*span, format!("the Rust name `{name}` is given twice"))
                .label(first, "given here first")
                .help("give one of them another name")
                .emit();
        }
    }
}

/// Whether a type or a variant may have a name.
#[cfg(feature = "proto")]
pub(crate) fn is_free(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok() && !TYPES.contains(&name)
}

/// Names that a module must not have: generated paths begin with them, or it would hide a primitive type.
#[rustfmt::skip]
const MODULES: [&str; 25] = [
    "alloc", "bool", "char", "chrono", "core", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "jiff",
    "nucleo_runtime", "nucleo_table", "serde", "std", "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

/// Names of the prelude: generated code spells its types without a path.
#[rustfmt::skip]
const TYPES: [&str; 43] = [
    "AsMut", "AsRef", "Box", "Clone", "Copy", "Debug", "Default", "DoubleEndedIterator", "Drop", "Eq", "Err",
    "ExactSizeIterator", "Extend", "Fn", "FnMut", "FnOnce", "From", "FromIterator", "Future", "Hash", "Into",
    "IntoFuture", "IntoIterator", "Iterator", "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd", "Result",
    "Self", "Send", "Sized", "Some", "String", "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin", "Vec",
];
