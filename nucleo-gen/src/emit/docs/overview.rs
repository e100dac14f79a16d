//! The pages about all types: the list, the graph, the ledger, and what the search looks through.

use std::fmt::Write as _;

use super::Site;
use super::graph::Graph;
use super::html::{self, Esc, inline};
use crate::emit::pretty::Tree;
use crate::ir::{DeclId, Enforcer, Entry, Kind};

/// The first page.
pub(super) fn index(site: &Site<'_>) -> String {
    let count =
        |n: usize, one: &str, many: &str| format!("<li><strong>{n}</strong> {}</li>", if n == 1 { one } else { many });
    let members: usize = site.types.iter().map(|id| fields(site, *id)).sum();
    let files = modules(site).len();
    let open = site.cx.ir.ledger.iter().filter(|entry| matches!(entry.by, Enforcer::Nobody(_))).count();
    let mut body = format!(
        "<h1>Types</h1>\n<p class=\"lead\">What a model is asked for, and what programs hold afterwards.</p>\n\
         <ul class=\"figures\">{}{}{}{}{}</ul>\n",
        count(files, "schema file", "schema files"),
        count(site.answers.iter().filter(|id| site.has_page(**id)).count(), "answer", "answers"),
        count(site.types.len(), "type", "types"),
        count(members, "member", "members"),
        count(open, "keyword not enforced", "keywords not enforced"),
    );
    for (source, module, ids) in modules(site) {
        let _ = writeln!(
            body,
            "<section class=\"module\"><h2><code>{}</code></h2><p class=\"from\">from <code>{}</code></p>\n<ul class=\"cards\">",
            Esc(if module.is_empty() { source.as_str() } else { module.as_str() }),
            Esc(&source),
        );
        ids.iter().for_each(|id| card(&mut body, site, *id));
        body.push_str("</ul></section>\n");
    }
    if site.types.is_empty() {
        body.push_str("<p>These schemas hold no type.</p>\n");
    }
    html::page("Types · Catalogue", "", "index.html", &body)
}

/// The types by file, with its source and its module.
fn modules(site: &Site<'_>) -> Vec<(String, String, Vec<DeclId>)> {
    let by_file = site.types.chunk_by(|one, two| site.decl(*one).file == site.decl(*two).file);
    // OK because no chunk is empty.
    by_file.map(|ids| (site.source(ids[0]), site.module(ids[0]), ids.to_vec())).collect()
}

fn card(out: &mut String, site: &Site<'_>, id: DeclId) {
    let answer = if site.answers.contains(&id) { " <span class=\"badge answer\">answer</span>" } else { "" };
    let _ = writeln!(
        out,
        "<li class=\"card\"><h3><a href=\"{}\">{}</a></h3><span class=\"badge {kind}\">{kind}</span>{answer}<p>{}</p></li>",
        Esc(site.path(id)),
        Esc(site.name(id)),
        inline(site.summary(id)),
        kind = site.kind(id),
    );
}

fn fields(site: &Site<'_>, id: DeclId) -> usize {
    if let Kind::Record(it) = &site.decl(id).kind { it.fields.len() } else { 0 }
}

/// The page with the graph of all types.
pub(super) fn whole_graph(site: &Site<'_>) -> String {
    let graph = Graph::whole(site);
    let svg = graph.svg(site, "", "Graph of all types: an arrow leads from a type to one that it holds", None);
    let body = format!(
        "<h1>Graph</h1>\n<p class=\"lead\">A line leads from a type, on the left, to one that it holds. Point at a type, or go \
         to it with the keyboard, to see its own lines alone.</p>\n\
         <ul class=\"legend\"><li class=\"struct\">struct</li><li class=\"enum\">enum</li><li class=\"union\">union</li>\
         <li class=\"newtype\">newtype</li><li class=\"answer\">answer, by its border</li></ul>\n\
         <div class=\"canvas\" tabindex=\"0\" role=\"region\" aria-label=\"Graph, can be scrolled\">\n{svg}</div>\n"
    );
    html::page("Graph · Catalogue", "", "graph.html", &body)
}

/// What enforces an entry: a class and words.
pub(super) fn enforcer(entry: &Entry) -> (&'static str, &'static str, &'static str) {
    match entry.by {
        Enforcer::Type => ("type", "type", ""),
        Enforcer::Check => ("check", "check", ""),
        Enforcer::Nobody(why) => ("nobody", "nobody", why),
        Enforcer::Decided(why) => ("decided", "by decision", why),
    }
}

/// The page with what enforces each keyword.
pub(super) fn ledger(site: &Site<'_>) -> String {
    let mut body =
        "<h1>Ledger</h1>\n<p class=\"lead\">For each keyword of the schemas, what enforces it: the Rust type, a check \
                    while a reply is read, or nobody.</p>\n"
            .to_owned();
    let all = &site.cx.ir.ledger;
    let tell = |class: &str| all.iter().filter(|entry| enforcer(entry).0 == class).count();
    let _ = writeln!(
        body,
        "<ul class=\"figures\"><li><strong>{}</strong> by the type</li><li><strong>{}</strong> by a check</li>\
         <li><strong>{}</strong> by decision</li><li><strong>{}</strong> by nobody</li></ul>",
        tell("type"),
        tell("check"),
        tell("decided"),
        tell("nobody"),
    );
    let is_told = |entry: &&Entry| matches!(entry.by, Enforcer::Nobody(_) | Enforcer::Decided(_));
    let told: Vec<&Entry> = all.iter().filter(is_told).collect();
    body.push_str("<h2>Not to the letter</h2>\n");
    if told.is_empty() {
        body.push_str("<p>Every keyword is enforced to the letter.</p>\n");
    } else {
        body.push_str(&table(site, &told, true));
    }
    body.push_str("<p>The page of each type has the rest of its lines.</p>\n");
    html::page("Ledger · Catalogue", "", "ledger.html", &body)
}

/// Lines of the ledger.
pub(super) fn table(site: &Site<'_>, entries: &[&Entry], with_file: bool) -> String {
    let mut out = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Ledger, can be scrolled\"><table class=\"ledger\"><thead><tr>\
                   <th scope=\"col\">Keyword</th><th scope=\"col\">Enforced by</th><th scope=\"col\">Place</th></tr></thead><tbody>\n"
        .to_owned();
    for entry in entries {
        let (class, by, why) = enforcer(entry);
        let place = if with_file { site.origin(entry.file) + &entry.place } else { entry.place.clone() };
        let why = if why.is_empty() { String::new() } else { format!("<span class=\"why\">{}</span>", Esc(why)) };
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td><span class=\"badge {class}\">{by}</span>{why}</td><td><code>{}</code></td></tr>",
            Esc(&entry.keyword),
            Esc(place),
        );
    }
    out.push_str("</tbody></table></div>\n");
    out
}

/// What the search looks through: `[name, what it is, where, words about it, address]` for each type, member and value.
pub(super) fn search(site: &Site<'_>) -> String {
    let mut rows = Vec::new();
    for id in &site.types {
        let (path, name) = (site.path(*id), site.name(*id));
        rows.push(row(name, site.kind(*id), &site.module(*id), site.summary(*id), &path));
        match &site.decl(*id).kind {
            Kind::Record(it) => {
                for (at, field) in it.fields.iter().enumerate() {
                    let about = field.doc.text.as_deref().unwrap_or_default();
                    rows.push(row(&field.name, "member", name, about, &format!("{path}#m{at}")));
                }
            }
            Kind::Enum(it) => {
                for (at, value) in it.values.iter().enumerate() {
                    let text = value.json.as_str().map_or_else(|| value.json.to_compact(), str::to_owned);
                    let about = value.doc.text.as_deref().unwrap_or_default();
                    rows.push(row(&text, "value", name, about, &format!("{path}#m{at}")));
                }
            }
            Kind::Union(it) => {
                for (at, branch) in it.branches.iter().enumerate() {
                    let about = branch.doc.text.as_deref().unwrap_or_default();
                    rows.push(row(&branch.name, "branch", name, about, &format!("{path}#m{at}")));
                }
            }
            Kind::Newtype(_) | Kind::Never => {}
        }
    }
    // It is a script, since a page from a folder may not fetch data.
    format!("window.catalogue = [\n{}\n];\n", rows.join(",\n"))
}

fn row(name: &str, kind: &str, place: &str, about: &str, path: &str) -> String {
    let about: String = about.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(160).collect();
    let cells = [name, kind, place, &about, path].map(Tree::text);
    // Valid as a script wherever it may end up: no end of a tag, and none of the two breaks that JSON allows.
    let text = Tree::List(cells.to_vec()).compact();
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
