//! Back ends: pure functions from the resolved IR to text.

pub(crate) mod alias;
pub(crate) mod describe;
pub(crate) mod dialect;
#[cfg(feature = "cli")]
pub(crate) mod docs;
pub(crate) mod facets;
pub(crate) mod fingerprint;
pub(crate) mod grammar;
pub(crate) mod inline;
pub(crate) mod keywords;
pub(crate) mod layout;
pub(crate) mod machinery;
pub(crate) mod notation;
mod note;
pub(crate) mod pretty;
pub(crate) mod profile;
pub(crate) mod rule_schema;
pub(crate) mod rules;
pub(crate) mod rust;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod shown;
#[cfg(any(feature = "cli", feature = "snapshot"))]
pub(crate) mod slugs;
#[cfg(feature = "snapshot")]
pub(crate) mod snapshots;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod tokens;
pub(crate) mod tool;
pub(crate) mod traits;
#[cfg(feature = "prost")]
pub(crate) mod wire;

use std::collections::{BTreeMap, HashMap};

use crate::diag::{Diags, Level, Lint};
use crate::emit::layout::Module;
use crate::emit::profile::Profiles;
use crate::emit::rule_schema::Audience;
use crate::emit::rust::Emit;
use crate::emit::shape::Shapes;
use crate::emit::traits::Traits;
use crate::ir::{Decl, DeclId, File, FileId, Kind, NamedBy};
use crate::options::Options;
use crate::resolve::Resolved;
use crate::resolve::clash::{each_decl, each_type};
use crate::source::Sources;

/// Two root types of one folder have one name, so that neither is re-exported.
pub(crate) const AMBIGUOUS_REEXPORT: Lint = Lint { name: "ambiguous_reexport", default: Level::Warn };

/// A type is so large that its descriptions name types instead of describing them again.
pub(crate) const SHARED_TYPES: Lint = Lint { name: "shared_types", default: Level::Warn };

/// Whether generated code stands in nested modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Modules that mirror the folders.
    Nested,
    /// The one schema's items at the top.
    Flat,
}

/// An item beside those of the schemas, as text, with the module that it stands in.
pub(crate) struct Extra {
    pub(crate) module: Vec<String>,
    pub(crate) text: String,
}

/// What the code of every file is made from.
struct Whole<'a> {
    cx: &'a Resolved<'a>,
    shapes: &'a Shapes,
    sources: &'a Sources,
    options: &'a Options,
    /// The types that Rust code can name, by file.
    by_file: Vec<Vec<DeclId>>,
    /// The path of each file's module.
    paths: Vec<&'a [String]>,
    profiles: Profiles,
    prints: HashMap<DeclId, [String; 2]>,
    traits: Traits,
}

impl<'a> Whole<'a> {
    fn of(
        cx: &'a Resolved<'a>,
        shapes: &'a Shapes,
        sources: &'a Sources,
        options: &'a Options,
        layout: Layout,
    ) -> Self {
        let by_file = named_types(cx, options);
        let profiles = Profiles::gather(by_file.iter().flatten().map(|id| &cx.settings(*id).run));
        let path = |at| if at == 0 && layout == Layout::Flat { &[] } else { cx.names.module(FileId(at as u32)) };
        let paths = (0..cx.ir.files.len()).map(path).collect();
        let answers: Vec<DeclId> = cx.ir.files.iter().flat_map(|file| &file.answers).copied().collect();
        let prints = answers.iter().copied().zip(fingerprint::of(cx, &answers)).collect();
        let traits = traits::find(cx.ir, options);
        Self { cx, shapes, sources, options, by_file, paths, profiles, prints, traits }
    }

    /// The view of one file; `up` leads from the code's place to the outermost module.
    fn emit(&'a self, file: FileId, up: String) -> Emit<'a> {
        Emit {
            cx: self.cx,
            ir: self.cx.ir,
            names: &self.cx.names,
            boxes: &self.cx.boxed,
            options: self.options,
            sources: self.sources,
            shapes: self.shapes,
            profiles: &self.profiles,
            prints: &self.prints,
            traits: &self.traits,
            file,
            paths: &self.paths,
            up,
        }
    }
}

/// The Rust code of a build.
pub(crate) fn all(
    cx: &Resolved<'_>,
    shapes: &Shapes,
    sources: &Sources,
    options: &Options,
    layout: Layout,
    extras: Vec<Extra>,
    diags: &Diags,
) -> String {
    let whole = Whole::of(cx, shapes, sources, options, layout);
    let (by_file, paths) = (&whole.by_file, &whole.paths);
    let mut root = Module::default();
    // A file of no types is no module, unless it is another name for a type elsewhere: the drafts' own vocabularies are
    // read as files, too.
    let is_borrowed = |at: usize, file: &File| file.root.is_some_and(|root| cx.ir[root].file.0 as usize != at);
    let has_module = |at: usize, file: &File| !by_file[at].is_empty() || is_borrowed(at, file);
    // OK because there is a path for each file.
    let emit_of = |file: FileId| whole.emit(file, "super::".repeat(paths[file.0 as usize].len()));
    #[cfg(feature = "prost")]
    let wire = wire::Wire::of(cx.ir, options, sources, paths, emit_of, diags);
    for (at, file) in cx.ir.files.iter().enumerate().filter(|(at, file)| has_module(*at, file)) {
        let id = FileId(at as u32);
        let emit = emit_of(id);
        let module = root.at(paths[at]);
        module.doc.push(format!("Generated from `{}`.", sources[file.source].origin()));
        emit_file(cx, &emit, &by_file[at], module, diags);
        #[cfg(feature = "prost")]
        if let Some(wire) = &wire {
            module.texts.extend(by_file[at].iter().flat_map(|id| wire.emit(&emit, *id)));
        }
        module.exports.extend(borrowed_root(cx, id, paths));
    }
    if layout == Layout::Nested {
        export(cx, &mut root, diags);
    }
    tool::tables(cx, &whole.traits, paths, &mut root);
    alias::tables(cx, paths, &mut root);
    #[cfg(feature = "prost")]
    if let Some(wire) = &wire {
        wire.emit_messages(cx.ir, sources, &mut root, diags);
    }
    for Extra { module, text } in extras {
        root.at(&module).texts.push(text);
    }
    let mut out = header(cx, sources);
    if !cx.ir.decls.is_empty() {
        let table = root.at(&["nucleo_table".to_owned()]);
        table.hidden = true;
        table.allows = "clippy::unreadable_literal, clippy::wildcard_imports";
        table.doc.push("What the runtime knows of every type.".to_owned());
        table.texts = table::emit(shapes.table, &shape::accepts(cx, options, paths));
        table.texts.extend(whole.profiles.statics());
    }
    root.render(&mut out, 0);
    out
}

/// The code of each type, as people read it, with the paths of other modules from the outermost one.
#[cfg(any(feature = "cli", feature = "snapshot"))]
pub(crate) fn rust_types(
    cx: &Resolved<'_>,
    shapes: &Shapes,
    sources: &Sources,
    options: &Options,
) -> Vec<(DeclId, String)> {
    let whole = Whole::of(cx, shapes, sources, options, Layout::Nested);
    let mut out = Vec::new();
    for (at, decls) in whole.by_file.iter().enumerate() {
        let emit = whole.emit(FileId(at as u32), String::new());
        let code = |id: &DeclId| {
            let types = rust::emit_types(&emit, *id, &cx.ir[*id]);
            types.iter().map(layout::format).collect::<Vec<_>>().join("\n")
        };
        out.extend(decls.iter().map(|id| (*id, code(id))));
    }
    out
}

/// The types that Rust code can name, by file. A type that only members with one fixed value have is not among them.
pub(crate) fn named_types(cx: &Resolved<'_>, options: &Options) -> Vec<Vec<DeclId>> {
    let mut named: Vec<bool> = (cx.ir.decls.iter())
        .map(|decl| !matches!(&decl.kind, Kind::Enum(it) if it.values.len() == 1 && decl.named_by == NamedBy::Place))
        .collect();
    for decl in &cx.ir.decls {
        if let Kind::Record(it) = &decl.kind {
            let fields = it.fields.iter().filter(|field| !rust::is_constant(cx.ir, options, field));
            fields.for_each(|field| each_decl(&field.ty, &mut |id| named[id.0 as usize] = true));
        } else {
            each_type(&decl.kind, &mut |ty| each_decl(ty, &mut |id| named[id.0 as usize] = true));
        }
    }
    for id in cx.ir.files.iter().flat_map(|file| &file.answers) {
        named[id.0 as usize] = true;
    }
    for agent in &cx.ir.agents {
        named[agent.answer.0 as usize] = true;
    }
    for (at, decl) in cx.ir.decls.iter().enumerate() {
        named[at] |= decl.ext.tool.is_some();
        named[at] |= decl.is_artifact();
        named[at] &= cx.ir.is_written(DeclId(at as u32)) && decl.ext.ready.is_none();
    }
    let mut by_file: Vec<Vec<DeclId>> = vec![Vec::new(); cx.ir.files.len()];
    for (at, decl) in cx.ir.decls.iter().enumerate().filter(|(at, _)| named[*at]) {
        by_file[decl.file.0 as usize].push(DeclId(at as u32));
    }
    by_file
}

fn header(cx: &Resolved<'_>, sources: &Sources) -> String {
    match cx.ir.files.as_slice() {
        [file] => format!("// Generated by nucleo-gen from {}. Do not edit.\n\n", sources[file.source].origin()),
        _ => "// Generated by nucleo-gen. Do not edit.\n\n".to_owned(),
    }
}

/// The items of one file: all types first, then what the runtime needs.
fn emit_file(cx: &Resolved<'_>, emit: &Emit<'_>, decls: &[DeclId], module: &mut Module, diags: &Diags) {
    let types = decls.iter().flat_map(|id| rust::emit_types(emit, *id, &cx.ir[*id]));
    types.for_each(|item| module.item(&item));
    for id in decls {
        module.texts.extend(machinery::emit(emit, *id, &cx.ir[*id]));
        // Another file's root may be a type of this one, so its own answers are not all.
        if emit.prints.contains_key(id) {
            module.texts.push(emit_answer(cx, emit, *id, diags));
            module.texts.extend(dialect::emit::constants(emit, *id, diags));
        }
        module.texts.extend(tool::emit(emit, *id));
    }
}

fn emit_answer(cx: &Resolved<'_>, emit: &Emit<'_>, id: DeclId, diags: &Diags) -> String {
    let renderings = renderings(cx, emit.sources, id);
    if renderings.shared {
        let message = format!("`{}` is large: types used more than once are described once", cx.names[id].shown);
        diags
            .lint(SHARED_TYPES, cx.ir[id].span, message)
            .help("a model reads smaller types more reliably: ask for less at a time")
            .emit();
    }
    // OK because there are fingerprints for each answer.
    machinery::answer(emit, id, &renderings, &emit.prints[&id])
}

/// The texts that describe one type.
pub(crate) struct Renderings {
    pub(crate) notation: String,
    pub(crate) json_schema: String,
    pub(crate) model_schema: String,
    /// The notation and the model's schema without the model's reasoning, where the type holds any.
    pub(crate) native: Option<[String; 2]>,
    /// Whether one of them was so large that types used more than once are described once.
    pub(crate) shared: bool,
}

/// Renders one type for programs and for models.
pub(crate) fn renderings(cx: &Resolved<'_>, sources: &Sources, id: DeclId) -> Renderings {
    // OK because every type stands in a file, and every file was read from a source of this list.
    let source = sources[cx.ir.files[cx.ir[id].file.0 as usize].source].text.len();
    let (notation, one) = notation::render(cx, id, source);
    let (json_schema, two) = schema::render(cx, id, Audience::Program, source, &[]);
    let (model_schema, three) = schema::render(cx, id, Audience::Model, source, &[]);
    let native = cx
        .ir
        .native(id)
        .map(|id| [notation::render(cx, id, source).0, schema::render(cx, id, Audience::Model, source, &[]).0]);
    Renderings { notation, json_schema, model_schema, native, shared: one || two || three }
}

/// A name in a module.
type Place = (Vec<String>, String);

/// The re-export of a file's root type where it stands in another file, which this one only refers to.
fn borrowed_root(cx: &Resolved<'_>, file: FileId, paths: &[&[String]]) -> Option<String> {
    let root = cx.ir.files[file.0 as usize].root?;
    let home = cx.ir[root].file;
    // OK because there is a path for each file.
    let (own, home) = (paths[file.0 as usize], paths[home.0 as usize]);
    let name = &cx.names[root].rust;
    let is_taken = |(at, decl): (usize, &Decl)| {
        let names = &cx.names[DeclId(at as u32)];
        let is_named = names.rust == *name || names.groups.iter().any(|it| it.rust == *name);
        paths[decl.file.0 as usize] == own && is_named
    };
    if own == home || cx.ir.decls.iter().enumerate().any(is_taken) {
        return None;
    }
    let up = own.iter().map(|_| "super").chain(home.iter().map(String::as_str));
    Some(format!("pub use {}::{name};", up.collect::<Vec<_>>().join("::")))
}

/// Re-exports each file's root type one level up, where its name is the only one of its kind there.
fn export(cx: &Resolved<'_>, root: &mut Module, diags: &Diags) {
    let mut taken: BTreeMap<Place, DeclId> = BTreeMap::new();
    for (at, decl) in cx.ir.decls.iter().enumerate() {
        let id = DeclId(at as u32);
        let names = &cx.names[id];
        for name in std::iter::once(&names.rust).chain(names.groups.iter().map(|it| &it.rust)) {
            taken.entry((cx.names.module(decl.file).to_vec(), name.clone())).or_insert(id);
        }
    }
    for (place, roots) in wanted(cx) {
        match (roots.as_slice(), taken.get(&place)) {
            ([(_, module)], None) => {
                let (path, name) = &place;
                root.at(path).exports.push(format!("pub use {module}::{name};"));
            }
            ([(first, _), rest @ ..], other) => {
                let second = rest.first().map(|(id, _)| id).or(other);
                second.iter().for_each(|second| report_ambiguous(cx, &place.1, *first, **second, diags));
            }
            ([], _) => {}
        }
    }
}

/// The root types that would stand at each place, with the modules that they would come from.
fn wanted(cx: &Resolved<'_>) -> BTreeMap<Place, Vec<(DeclId, String)>> {
    let mut wanted: BTreeMap<Place, Vec<(DeclId, String)>> = BTreeMap::new();
    for (at, file) in cx.ir.files.iter().enumerate() {
        let Some(id) = file.root.filter(|id| cx.ir[*id].file.0 as usize == at) else { continue };
        let Some((own, above)) = cx.names.module(FileId(at as u32)).split_last() else { continue };
        wanted.entry((above.to_vec(), cx.names[id].rust.clone())).or_default().push((id, own.clone()));
    }
    wanted
}

fn report_ambiguous(cx: &Resolved<'_>, name: &str, first: DeclId, second: DeclId, diags: &Diags) {
    diags
        .lint(AMBIGUOUS_REEXPORT, cx.ir[second].span, format!("`{name}` names two types of one folder"))
        .label(cx.ir[first].span, "the other one")
        .help("neither is re-exported: name them by the paths of their modules")
        .emit();
}

#[cfg(test)]
mod calls;
#[cfg(test)]
mod native;
#[cfg(test)]
pub(crate) mod sketch;
#[cfg(test)]
mod tramai;
#[cfg(test)]
mod vectors;
