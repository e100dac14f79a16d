//! JSON Schema, drafts 4 to 2020-12, and the schemas of OpenAPI 3.
//!
//! `load` reads every document, `graph` every schema in them and resolves references. From the graph come two things:
//! `rules`, exactly what each schema asserts, and the types (`lower`), with rules only for what a type does not hold.

mod alias;
mod draft;
mod facts;
mod graph;
mod keywords;
mod ledger;
mod levels;
mod list;
mod listed;
mod load;
mod lower;
mod meta;
mod misplaced;
mod name;
mod note;
mod null;
mod number;
mod object;
mod oneof;
mod order;
mod plan;
pub(crate) mod ready;
mod rules;
mod scalar;
mod spelled;
pub(crate) mod summary;
mod tool;
mod union;
mod uri;
mod values;
mod word;

pub(crate) use alias::REFERENCE;
pub(crate) use load::DUPLICATE_ID;
pub(crate) use misplaced::MISPLACED_KEYWORD;
pub(crate) use spelled::MISSPELT_KEYWORD;

use crate::diag::Diags;
use crate::ir::{DeclId, File, FileId, Ir};
use crate::knobs::Knobs;
use crate::options::Options;
use crate::source::Sources;
use draft::Draft;
use graph::{Graph, SchemaId, Step};
use load::Library;
use lower::Lower;
use word::Word;

/// Reads all sources, and what they refer to, into the IR.
pub(crate) fn read(sources: &mut Sources, options: &Options, diags: &Diags) -> Ir {
    let draft = options.draft.as_deref().map_or(Some(Draft::Draft2020), Draft::of_name);
    let draft = draft.unwrap_or_else(|| {
        let name = options.draft.as_deref().unwrap_or_default();
        let message = format!("is no draft of JSON Schema; the drafts are {}", draft::NAMES);
        diags.error_in(name, message).emit();
        Draft::Draft2020
    });
    let library = Library::load(sources, options, diags);
    let graph = Graph::build(&library, draft, diags);
    levels::read(&graph, diags);
    misplaced::check(&graph, &library, &options.knobs, diags);
    let sorted = order::sort(&graph, diags);
    if diags.has_errors() {
        // Lowering relies on references that resolve and end.
        return Ir::default();
    }
    let files = Files::new(&library, sources);
    let nulls = null::all(&graph, &sorted);
    let aliases = alias::all(&graph, &library, diags);
    let mut lower = Lower::new(&graph, nulls, aliases, files, diags);
    let tops = (0..library.documents.len()).map(|at| top(&mut lower, &library, at)).collect();
    finish(lower, &library, tops)
}

/// What a document gives: its root type, or the types of its definitions.
struct Top {
    root: Option<DeclId>,
    answers: Vec<DeclId>,
    schema: Option<SchemaId>,
}

fn top(cx: &mut Lower<'_, '_>, library: &Library, at: usize) -> Top {
    if !library.documents[at].asked {
        return Top { root: None, answers: Vec::new(), schema: None };
    }
    let schema = cx.graph.roots[at];
    if let Some(schema) = schema.filter(|it| has_root(cx.graph, *it)) {
        let root = cx.root(schema);
        return Top { root: Some(root), answers: vec![root], schema: Some(schema) };
    }
    // A definition beside a root is a type where something refers to it; here each is one.
    let definitions: Vec<_> = (0..cx.graph.schemas.len() as u32)
        .map(SchemaId)
        .filter(|it| cx.graph[*it].document == at && is_definition(cx.graph, *it, schema))
        .filter(|it| library.documents[at].answers.as_ref().is_none_or(|answers| is_among(cx.graph, *it, answers)))
        .collect();
    let answers = definitions.into_iter().map(|it| cx.decl_of(it)).collect();
    Top { root: None, answers, schema }
}

/// Whether a file is a schema itself, and not only a place for definitions.
fn has_root(graph: &Graph<'_>, schema: SchemaId) -> bool {
    let json = graph[schema].json;
    let speaks = graph[schema].words.iter().any(|it| !matches!(it.word, Word::Silent(_)));
    speaks || !["$defs", "definitions"].iter().any(|it| json.get(it).is_some_and(|it| !it.members().is_empty()))
}

fn is_definition(graph: &Graph<'_>, schema: SchemaId, root: Option<SchemaId>) -> bool {
    match (&graph[schema].step, root) {
        (Step::Named("$defs" | "definitions", _), Some(root)) => graph[schema].parent == Some(root),
        (Step::Pointer(pointer), None) => {
            pointer.starts_with("/components/schemas/") && pointer.matches('/').count() == 3
        }
        _ => false,
    }
}

/// Whether a definition is one of those that are named.
fn is_among(graph: &Graph<'_>, schema: SchemaId, names: &[String]) -> bool {
    matches!(&graph[schema].step, Step::Named(_, name) if names.iter().any(|it| it == name))
}

/// Puts the parts of the IR together: types first, then what only strict validation needs.
fn finish(mut cx: Lower<'_, '_>, library: &Library, tops: Vec<Top>) -> Ir {
    let graph = cx.graph;
    cx.fill_all();
    cx.ledger.add_rules(graph, &cx.rules);
    let dynamic = cx.dynamic;
    let files = cx.files.clone();
    let (mut made, mut wholes) = (Vec::new(), Vec::new());
    for (at, top) in tops.into_iter().enumerate() {
        let rule = top.schema.map(|schema| cx.rules.whole(schema));
        wholes.extend(top.root.zip(rule).filter(|_| dynamic));
        let json = &library.documents[at].json;
        made.push(File {
            source: library.documents[at].source,
            module: files.modules[at].clone(),
            root: top.root,
            answers: top.answers,
            rule,
            knobs: Knobs::read(json, cx.diags),
        });
    }
    let (mut ir, ledger) = cx.finish();
    ir.files = made;
    for (root, rule) in wholes {
        // What a dynamic reference means is known only from the file's root.
        ir.decls[root.0 as usize].rule = Some(rule);
    }
    ir.ledger = ledger.finish(graph, &files);
    ir
}

/// The files of the IR: one a document.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    modules: Vec<Vec<String>>,
    /// The types of the runtime that built-in files stand for.
    ready: Vec<Option<&'static str>>,
}

impl Files {
    fn new(library: &Library, sources: &Sources) -> Self {
        let modules = library.documents.iter().map(|it| sources[it.source].module.clone()).collect();
        Self { modules, ready: library.documents.iter().map(|it| ready::path(&it.url)).collect() }
    }

    pub(crate) fn id(&self, graph: &Graph<'_>, schema: SchemaId) -> FileId {
        FileId(graph[schema].document as u32)
    }

    /// The path, below the runtime, of the type that a schema stands for.
    pub(crate) fn ready(&self, graph: &Graph<'_>, schema: SchemaId) -> Option<&'static str> {
        let document = graph[schema].document;
        self.ready[document].filter(|_| graph.roots[document] == Some(schema))
    }

    /// The last part of a file's module.
    pub(crate) fn stem(&self, graph: &Graph<'_>, schema: SchemaId) -> String {
        self.modules[graph[schema].document].last().cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod corpora;
#[cfg(test)]
mod tests;
