//! The page of one type.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::graph::Graph;
use super::html::{self, Esc, inline, prose};
use super::{Site, code, example, overview, words};
use crate::emit::dialect::node::Refusal;
use crate::ir::{DeclId, Enum, Field, Kind, Record, Rest, Union};
use crate::knobs::{Blank, Unknown};
use crate::resolve::clash::reach;
use crate::sizes::{self, Rendering, Text};
use nucleo_runtime::shape::Shape;

/// How many neighbours the small graph shows on either side.
const NEAR: usize = 10;

pub(super) fn render(site: &Site<'_>, id: DeclId, rust: &str) -> String {
    let texts: Vec<(Rendering, Result<Text, Vec<Refusal>>)> = (Rendering::all().into_iter())
        .map(|it| (it, sizes::text(site.cx, site.sources, site.options, id, it)))
        .collect();
    let mut body = head(site, id);
    body.push_str("<div class=\"pair\">\n");
    body.push_str(&rust_type(site, id, rust));
    body.push_str(&shown(&texts));
    body.push_str("</div>\n");
    body.push_str(&members(site, id));
    body.push_str(&sample(site, id));
    body.push_str(&neighbours(site, id));
    body.push_str(&replies(site, id));
    body.push_str(&figures(&texts));
    body.push_str(&ledger(site, id));
    html::page(&format!("{} · Catalogue", site.name(id)), "../", "", &body)
}

fn head(site: &Site<'_>, id: DeclId) -> String {
    let decl = site.decl(id);
    let (kind, module) = (site.kind(id), site.module(id));
    let answer = if site.answers.contains(&id) { "<span class=\"badge answer\">answer</span>" } else { "" };
    let old = if decl.doc.deprecated { "<span class=\"badge warn\">deprecated</span>" } else { "" };
    let path = if module.is_empty() { String::new() } else { format!("<span class=\"path\">{}::</span>", Esc(module)) };
    let shown = &site.cx.names[id].shown;
    let alias = if shown == site.name(id) {
        String::new()
    } else {
        format!("<p class=\"from\">The model knows it as <code>{}</code>.</p>\n", Esc(shown))
    };
    let about = decl.doc.text.as_deref().or(decl.doc.title.as_deref()).map(prose).unwrap_or_default();
    format!(
        "<header class=\"head\"><p class=\"crumbs\"><span class=\"badge {kind}\">{kind}</span>{answer}{old}</p>\n\
         <h1>{path}{name}</h1>\n<div class=\"lead\">{about}</div>\n<p class=\"from\">From <code>{source}</code>, \
         <code>{place}</code></p>\n{alias}</header>\n",
        name = Esc(site.name(id)),
        source = Esc(site.source(id)),
        place = Esc(&decl.place),
    )
}

/// A section with a heading that can be linked to.
fn section(key: &str, title: &str, body: &str) -> String {
    format!(
        "<section id=\"{key}\" aria-labelledby=\"{key}-title\"><h2 id=\"{key}-title\">{title}</h2>\n{body}</section>\n"
    )
}

fn rust_type(site: &Site<'_>, id: DeclId, rust: &str) -> String {
    let used = site.uses[&id].iter().filter(|it| **it != id);
    let links: HashMap<&str, String> = used.map(|it| (site.name(*it), format!("{}.html", site.slugs[it]))).collect();
    let code = code::rust(rust, &links);
    section("rust", "Rust type", &format!("<pre tabindex=\"0\"><code>{code}</code></pre>\n"))
}

/// What the model sees: the notation and the schema, of which a script shows one at a time.
fn shown(texts: &[(Rendering, Result<Text, Vec<Refusal>>)]) -> String {
    let mut panels = String::new();
    for (rendering, title) in [(Rendering::Notation, "Notation"), (Rendering::ModelSchema, "Model schema")] {
        let Some(text) = texts.iter().find(|(it, _)| *it == rendering).and_then(|(_, text)| text.as_ref().ok()) else {
            continue;
        };
        let _ = writeln!(
            panels,
            "<div class=\"panel\" data-tab=\"{title}\" id=\"{key}\"><h3>{title}</h3><pre tabindex=\"0\"><code>{}</code></pre></div>",
            code::json(&text.text),
            key = rendering.name(),
        );
    }
    section("model", "What the model sees", &format!("<div class=\"tabs\">\n{panels}</div>\n"))
}

fn sample(site: &Site<'_>, id: DeclId) -> String {
    let body = match example::of(site, id) {
        Some(value) => format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", code::json(&value.to_string())),
        None => "<p class=\"none\">None was found that fits: give one in the schema, as <code>examples</code>.</p>\n"
            .to_owned(),
    };
    section("example", "An example value", &body)
}

fn members(site: &Site<'_>, id: DeclId) -> String {
    let (title, body) = match &site.decl(id).kind {
        Kind::Record(it) => ("Members", record(site, id, it)),
        Kind::Enum(it) => ("Values", values(site, id, it)),
        Kind::Union(it) => ("Branches", branches(site, id, it)),
        Kind::Newtype(it) => ("Holds", format!("<p>{}</p>\n", words::ty(site, it))),
        Kind::Never => ("Holds", "<p>No value fits this schema.</p>\n".to_owned()),
    };
    section("members", title, &body)
}

/// One member, value or branch.
fn item(out: &mut String, at: usize, name: &str, ty: &str, badges: &[(&str, String)], notes: &[String]) {
    let _ = write!(out, "<li id=\"m{at}\"><h3><code>{}</code></h3>", Esc(name));
    if !ty.is_empty() {
        let _ = write!(out, "<span class=\"ty\">{ty}</span>");
    }
    for (class, text) in badges {
        let _ = write!(out, "<span class=\"badge {class}\">{}</span>", Esc(text));
    }
    notes.iter().filter(|it| !it.is_empty()).for_each(|it| out.push_str(it));
    out.push_str("</li>\n");
}

/// Other names that the reader takes.
fn accepted(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<String> = names.iter().map(|it| format!("<code>{}</code>", Esc(it))).collect();
    format!("<p class=\"note\">Also read as {}.</p>", names.join(", "))
}

fn record(site: &Site<'_>, id: DeclId, it: &Record) -> String {
    let mut out = "<ul class=\"members\">\n".to_owned();
    for (at, field) in it.fields.iter().enumerate() {
        // OK because there are names for each field.
        let names = &site.cx.names[id].fields[at];
        let notes = [
            field.doc.text.as_deref().or(field.doc.title.as_deref()).map(prose).unwrap_or_default(),
            spelled(field, &names.shown, &names.rust),
            accepted(&field.accept),
        ];
        item(&mut out, at, &names.shown, &words::ty(site, &field.ty), &words::badges(field), &notes);
    }
    out.push_str("</ul>\n");
    if it.fields.is_empty() {
        out = "<p class=\"none\">It declares no member.</p>\n".to_owned();
    }
    match &it.rest {
        Rest::Keep { value, .. } => {
            let _ = writeln!(out, "<p class=\"note\">Further members are kept: {}.</p>", words::ty(site, value));
        }
        Rest::Closed => out.push_str("<p class=\"note\">Further members are not allowed.</p>\n"),
        Rest::Open => {}
    }
    out
}

/// The other spellings of a member's name, where they differ.
fn spelled(field: &Field, shown: &str, rust: &str) -> String {
    let mut notes = Vec::new();
    if field.name != *shown {
        notes.push(format!("<code>{}</code> in the schema", Esc(&field.name)));
    }
    if rust != shown {
        notes.push(format!("<code>{}</code> in Rust", Esc(rust)));
    }
    if notes.is_empty() { String::new() } else { format!("<p class=\"note\">{}.</p>", notes.join(", ")) }
}

fn values(site: &Site<'_>, id: DeclId, it: &Enum) -> String {
    let mut out = "<ul class=\"members\">\n".to_owned();
    for (at, value) in it.values.iter().enumerate() {
        let json = site.cx.shown(id, value);
        let text = json.as_str().map_or_else(|| json.to_compact(), str::to_owned);
        let source = value.json.as_str().filter(|it| *it != text);
        let source = source.map(|it| format!("<p class=\"note\"><code>{}</code> in the schema.</p>", Esc(it)));
        // OK because there is a variant for each value.
        let ty = format!("<code>{}::{}</code>", Esc(site.name(id)), Esc(&site.cx.names[id].variants[at]));
        let about = value.doc.text.as_deref().map(prose).unwrap_or_default();
        let notes = [about, source.unwrap_or_default(), accepted(&value.accept)];
        item(&mut out, at, &text, &ty, &[], &notes);
    }
    out + "</ul>\n"
}

fn branches(site: &Site<'_>, id: DeclId, it: &Union) -> String {
    let mut out = match &it.tag {
        Some(tag) => format!("<p>Told apart by <code>{}</code>.</p>\n", Esc(tag)),
        None => "<p>Told apart by what fits.</p>\n".to_owned(),
    };
    out.push_str("<ul class=\"members\">\n");
    for (at, branch) in it.branches.iter().enumerate() {
        let tags: Vec<(&str, String)> = branch.tags.iter().map(|tag| ("own", tag.clone())).collect();
        let notes = [branch.doc.text.as_deref().map(prose).unwrap_or_default(), accepted(&branch.accept)];
        // OK because there is a variant for each branch.
        item(&mut out, at, &site.cx.names[id].variants[at], &words::ty(site, &branch.ty), &tags, &notes);
    }
    out + "</ul>\n"
}

fn neighbours(site: &Site<'_>, id: DeclId) -> String {
    let list = |ids: Option<&Vec<DeclId>>| {
        let links: Vec<String> = ids.into_iter().flatten().map(|it| words::link(site, *it)).collect();
        if links.is_empty() { "nobody here".to_owned() } else { links.join(", ") }
    };
    let graph = Graph::around(site, id, NEAR);
    let drawn = if graph.is_single() {
        String::new()
    } else {
        let label = format!("{} between the types that hold it and those that it holds", site.name(id));
        let svg = graph.svg(site, "../", &label, Some(id));
        format!(
            "<div class=\"canvas\" tabindex=\"0\" role=\"region\" aria-label=\"Graph, can be scrolled\">\n{svg}</div>\n"
        )
    };
    let uses = site.uses.get(&id).filter(|it| !it.is_empty());
    let uses = if uses.is_none() { "no other type".to_owned() } else { list(uses) };
    let body = format!(
        "{drawn}<dl class=\"pairs\"><dt>Used by</dt><dd>{}</dd><dt>Uses</dt><dd>{uses}</dd></dl>\n",
        list(site.users.get(&id)),
    );
    section("neighbours", "Where it is used", &body)
}

/// How replies are read, and what the model is told about one that does not fit.
fn replies(site: &Site<'_>, id: DeclId) -> String {
    let settings = site.cx.settings(id);
    let unknown = match settings.unknown {
        Unknown::Schema => "as each schema says; ignored where it says nothing, and listed",
        Unknown::Ignore => "ignored, and listed",
        Unknown::Deny => "refused",
    };
    let blank = match settings.blank {
        Blank::Refuse => "counts as missing",
        Blank::Accept => "is a text",
    };
    let policy = nucleo_runtime::Policy::lenient();
    // As long-lived as the table beside it: the command ends soon.
    let profile = Box::leak(Box::new(settings.run));
    let shape = Shape { table: site.shapes.table, id: site.shapes.of(id), profile };
    let told = nucleo_runtime::read_as_with(&shape, "{}", &policy, nucleo_runtime::Stop::End).err();
    let told = told.map_or_else(
        || "<p>An empty object fits.</p>\n".to_owned(),
        |it| {
            let text = it.feedback();
            format!("<p>To the reply <code>{{}}</code>, the model is told:</p>\n<pre tabindex=\"0\" class=\"said\"><code>{}</code></pre>\n", Esc(text.trim()))
        },
    );
    let all = reach(site.cx.ir, id);
    let body = format!(
        "<dl class=\"pairs\"><dt>Names</dt><dd>in any casing, with any separators</dd><dt>Members not declared</dt><dd>{unknown}</dd>\
         <dt>A blank text</dt><dd>{blank}, where a text is required</dd><dt>Types in a value</dt><dd>{}</dd></dl>\n{told}",
        all.len(),
    );
    section("replies", "Replies and faults", &body)
}

fn figures(texts: &[(Rendering, Result<Text, Vec<Refusal>>)]) -> String {
    let has_tokens = texts.iter().filter_map(|(_, it)| it.as_ref().ok()).any(|it| it.tokens.is_some());
    let tokens = if has_tokens { "<th scope=\"col\">Tokens (o200k)</th>" } else { "" };
    let mut out = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Sizes, can be scrolled\"><table class=\"sizes\"><thead><tr>\
         <th scope=\"col\">Rendering</th><th scope=\"col\">Bytes</th>{tokens}<th scope=\"col\">Keywords lost</th></tr></thead><tbody>\n"
    );
    for (rendering, text) in texts {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", Esc(rendering.name()));
        match text {
            Err(refusals) => {
                let why = refusals.iter().map(|it| it.why.to_string());
                let told = details("refused", why);
                let _ = write!(out, "<td colspan=\"{}\">{told}</td>", if has_tokens { 3 } else { 2 });
            }
            Ok(Text { text, tokens, losses }) => {
                let count = if has_tokens { format!("<td>{}</td>", tokens.unwrap_or_default()) } else { String::new() };
                let _ = write!(
                    out,
                    "<td>{}</td>{count}<td>{}</td>",
                    text.len(),
                    details(&losses.len().to_string(), losses.iter().map(ToString::to_string))
                );
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    section("sizes", "Sizes", &out)
}

/// Lines that open on demand; "none" where there is none.
fn details(title: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.map(|it| format!("<li>{}</li>", inline(&it))).collect();
    if lines.is_empty() {
        return "none".to_owned();
    }
    format!("<details><summary>{title}</summary><ul>{}</ul></details>", lines.concat())
}

fn ledger(site: &Site<'_>, id: DeclId) -> String {
    let entries = site.ledger(id);
    if entries.is_empty() {
        return String::new();
    }
    section("ledger", "What enforces it", &overview::table(site, &entries, false))
}
