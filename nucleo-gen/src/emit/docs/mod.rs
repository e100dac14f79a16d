//! A static site of the types: what `nucleo-gen docs` writes. Opened from a folder, it needs no network and no server.

mod code;
mod example;
mod graph;
mod html;
mod overview;
mod page;
mod words;

use std::collections::{HashMap, HashSet};

use super::shape::Shapes;
use super::slugs::slugs;
use crate::ir::{Decl, DeclId, Entry, FileId, Kind};
use crate::options::Options;
use crate::resolve::Resolved;
use crate::resolve::clash::{each_decl, each_type};
use crate::source::Sources;

/// A file of the site: its path below the folder, and its text.
pub(crate) type Page = (String, String);

/// What every page looks at.
struct Site<'a> {
    cx: &'a Resolved<'a>,
    shapes: &'a Shapes,
    sources: &'a Sources,
    options: &'a Options,
    /// The types that have a page, in the order of their files.
    types: Vec<DeclId>,
    /// Their code, by place in `types`.
    code: Vec<String>,
    /// The names of their pages, without the ending.
    slugs: HashMap<DeclId, String>,
    /// What each type mentions, and who mentions it, both in the order of the source.
    uses: HashMap<DeclId, Vec<DeclId>>,
    users: HashMap<DeclId, Vec<DeclId>>,
    answers: HashSet<DeclId>,
}

/// Renders the whole site.
pub(crate) fn site(cx: &Resolved<'_>, shapes: &Shapes, sources: &Sources, options: &Options) -> Vec<Page> {
    let (types, code): (Vec<DeclId>, Vec<String>) = super::rust_types(cx, shapes, sources, options).into_iter().unzip();
    let slugs = slugs(cx, &types);
    let uses: HashMap<DeclId, Vec<DeclId>> = types.iter().map(|id| (*id, mentions(cx, *id, &slugs))).collect();
    let mut users: HashMap<DeclId, Vec<DeclId>> = HashMap::new();
    for id in &types {
        // OK because there are mentions for each type.
        uses[id].iter().for_each(|used| users.entry(*used).or_default().push(*id));
    }
    let answers = cx.ir.files.iter().flat_map(|file| &file.answers).copied().collect();
    let site = Site { cx, shapes, sources, options, types, code, slugs, uses, users, answers };
    let mut pages = vec![
        ("index.html".to_owned(), overview::index(&site)),
        ("graph.html".to_owned(), overview::whole_graph(&site)),
        ("ledger.html".to_owned(), overview::ledger(&site)),
        ("assets/search.js".to_owned(), overview::search(&site)),
        ("assets/site.css".to_owned(), include_str!("assets/site.css").to_owned()),
        ("assets/site.js".to_owned(), include_str!("assets/site.js").to_owned()),
        ("assets/theme.js".to_owned(), include_str!("assets/theme.js").to_owned()),
    ];
    let types = site.types.iter().zip(&site.code);
    pages.extend(types.map(|(id, code)| (site.path(*id), page::render(&site, *id, code))));
    pages
}

impl Site<'_> {
    fn decl(&self, id: DeclId) -> &Decl {
        &self.cx.ir[id]
    }

    fn name(&self, id: DeclId) -> &str {
        &self.cx.names[id].rust
    }

    /// The path of a type's page, from the site's folder.
    fn path(&self, id: DeclId) -> String {
        // OK because pages and links are made for types of the list alone.
        format!("types/{}.html", self.slugs[&id])
    }

    fn has_page(&self, id: DeclId) -> bool {
        self.slugs.contains_key(&id)
    }

    /// `office::agenda`
    fn module(&self, id: DeclId) -> String {
        self.cx.names.module(self.decl(id).file).join("::")
    }

    /// The schema file that a type stands in: the same on every machine.
    fn source(&self, id: DeclId) -> String {
        self.origin(self.decl(id).file)
    }

    fn origin(&self, file: FileId) -> String {
        // OK because every file of the IR was read from a source.
        self.sources[self.cx.ir.files[file.0 as usize].source].origin()
    }

    fn kind(&self, id: DeclId) -> &'static str {
        match self.decl(id).kind {
            Kind::Record(_) => "struct",
            Kind::Enum(_) => "enum",
            Kind::Union(_) => "union",
            Kind::Newtype(_) => "newtype",
            Kind::Never => "never",
        }
    }

    /// The first sentence that is written about a type.
    fn summary(&self, id: DeclId) -> &str {
        let doc = &self.decl(id).doc;
        let text = doc.text.as_deref().map(str::trim).filter(|it| !it.is_empty());
        let text = text.or(doc.title.as_deref().filter(|it| it.contains(' '))).unwrap_or_default();
        let line = text.split("\n\n").next().unwrap_or_default();
        line.find(". ").map_or(line, |end| &line[..=end])
    }

    /// The lines of the ledger about a type: those at its place, and not at that of a type within it.
    fn ledger(&self, id: DeclId) -> Vec<&Entry> {
        let decl = self.decl(id);
        let inner = (self.types.iter())
            .map(|it| self.decl(*it))
            .filter(|it| it.file == decl.file && it.place != decl.place && is_within(&it.place, &decl.place));
        let inner: Vec<&str> = inner.map(|it| it.place.as_str()).collect();
        let own = |entry: &&Entry| {
            entry.file == decl.file
                && is_within(&entry.place, &decl.place)
                && !inner.iter().any(|place| is_within(&entry.place, place))
        };
        self.cx.ir.ledger.iter().filter(own).collect()
    }
}

/// Whether a JSON pointer leads into another.
fn is_within(place: &str, outer: &str) -> bool {
    place.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The types that a type mentions and that have a page, each once.
fn mentions(cx: &Resolved<'_>, id: DeclId, slugs: &HashMap<DeclId, String>) -> Vec<DeclId> {
    let (mut seen, mut out) = (HashSet::new(), Vec::new());
    each_type(&cx.ir[id].kind, &mut |ty| {
        each_decl(ty, &mut |used| {
            if slugs.contains_key(&used) && seen.insert(used) {
                out.push(used);
            }
        });
    });
    out
}

#[cfg(test)]
mod tests;
