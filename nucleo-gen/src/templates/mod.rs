//! Prompts: templates that are rendered when a crate is built, with the facts of its types.
//!
//! A template `shop/order.hbs` becomes a function `shop::order_prompt`, whose parameters are the template's `arg`s in
//! the order of their first mention. A template `wording/NAME.hbs` replaces a sentence that the runtime itself says.

mod check;
mod facts;
mod helpers;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use handlebars::template::Template;
use handlebars::{Handlebars, TemplateErrorReason, no_escape};
use nucleo_runtime::Wording;

use crate::diag::{Diags, SourceId, Span};
use crate::emit::Extra;
use crate::emit::text::{block, quoted};
use crate::emit::tokens;
use crate::options::Options;
use crate::resolve::Resolved;
use crate::resolve::ident::{self, Case};
use crate::source::Sources;
use crate::spelling;
use facts::Facts;

/// Renders every template: what replaces the runtime's sentences goes to the types' settings, the rest becomes
/// functions.
pub(crate) fn all(cx: &mut Resolved<'_>, sources: &mut Sources, options: &Options, diags: &Diags) -> Vec<Extra> {
    let mut prompts = Vec::new();
    let mut words = Vec::new();
    for root in &options.templates {
        sources.roots.push(root.clone());
        for path in files(root, diags) {
            let Ok(source) =
                sources.add_file(&path).map_err(|why| diags.error_in(path.display().to_string(), why).emit())
            else {
                continue;
            };
            let names = names(root, &path);
            let is_word = names.len() == 2 && names[0] == "wording";
            let Some(rendered) = render(cx, sources, options, source, is_word, diags) else { continue };
            match names.as_slice() {
                [_, name] if is_word => words.extend(word(source, sources, name, rendered, diags)),
                names => prompts.push(function(cx, names, &sources[source].name, rendered)),
            }
        }
    }
    if !words.is_empty() {
        cx.reword(&words);
    }
    prompts
}

/// All templates of a folder, sorted.
fn files(root: &Path, diags: &Diags) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.path().extension().is_some_and(|it| it == "hbs") => found.push(entry.into_path()),
            Ok(_) => {}
            Err(_) => diags.error_in(root.display().to_string(), "cannot be read: no such folder of templates").emit(),
        }
    }
    found
}

/// The folders below the root, and the file's stem.
fn names(root: &Path, path: &Path) -> Vec<String> {
    let below = path.strip_prefix(root).ok().filter(|it| !it.as_os_str().is_empty());
    let below = below.unwrap_or_else(|| path.file_name().map_or(path, Path::new)).with_extension("");
    below.components().map(|it| it.as_os_str().to_string_lossy().into_owned()).collect()
}

/// A rendered template: texts, and between them the parameters by their places.
struct Rendered {
    parts: Vec<Part>,
    args: Vec<Arg>,
}

enum Part {
    Text(String),
    Arg(usize),
}

/// A parameter of the function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arg {
    pub(crate) name: String,
    /// Its Rust type, as the template has it; `str` where it has none.
    pub(crate) ty: String,
}

fn render(
    cx: &Resolved<'_>,
    sources: &Sources,
    options: &Options,
    source: SourceId,
    is_word: bool,
    diags: &Diags,
) -> Option<Rendered> {
    let text = &sources[source].text;
    // The last line of a file ends as a line does, which is no part of the text.
    let body = text.strip_suffix('\n').unwrap_or(text);
    let template = match Template::compile(body) {
        Ok(template) => template,
        Err(error) => {
            let (line, column) = error.pos().unwrap_or((1, 1));
            let place = span(sources, source, line, column);
            let (place, message, help) = match (error.reason(), unclosed(body)) {
                (TemplateErrorReason::InvalidSyntax(_), Some((start, name))) => {
                    let len = body[start..].find("}}").map_or(name.len(), |at| at + 2);
                    let place = Span { source, start: start as u32, end: (start + len) as u32 };
                    (place, format!("the block `{name}` is not closed"), format!("add `{{{{/{name}}}}}`"))
                }
                (reason, _) => {
                    let (message, help) = syntax(reason);
                    (place, message, help)
                }
            };
            diags.error(place, message).help(help).emit();
            return None;
        }
    };
    let facts = Facts::of(cx, sources, options, &template);
    let mut args = Vec::new();
    let place = |(line, column)| span(sources, source, line, column);
    if !check::all(&template, &facts, &mut args, is_word, &place, diags) {
        return None;
    }
    let mut engine = Handlebars::new();
    engine.register_escape_fn(no_escape);
    helpers::register(&mut engine, &facts);
    engine.register_template("it", template);
    match engine.render("it", facts.root()) {
        Ok(text) => Some(Rendered { parts: split(&text, &args), args }),
        Err(error) => {
            let place = (error.line_no.unwrap_or(1), error.column_no.unwrap_or(1));
            let message = format!("this cannot be rendered: {}", error.reason());
            diags.error(span(sources, source, place.0, place.1), message).emit();
            None
        }
    }
}

/// The innermost block that is not closed: where it begins, and its name.
fn unclosed(text: &str) -> Option<(usize, &str)> {
    let mut open = Vec::new();
    for (at, _) in text.match_indices("{{") {
        let tag = text[at + 2..].trim_start_matches(['{', '~']);
        let name = |tag: &'_ str| {
            tag.trim_start().split(|c: char| c.is_whitespace() || matches!(c, '}' | '~')).next().map(str::len)
        };
        match tag.as_bytes().first() {
            Some(b'#') => {
                let tag = tag[1..].trim_start();
                open.push((at, &tag[..name(tag).unwrap_or(0)]));
            }
            Some(b'/') => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// What is wrong with a template that is none, and what to do.
fn syntax(reason: &TemplateErrorReason) -> (String, String) {
    match reason {
        TemplateErrorReason::MismatchingClosedHelper(open, close) => {
            (format!("the block `{open}` is closed by `{close}`"), format!("close it with `{{{{/{open}}}}}`"))
        }
        TemplateErrorReason::InvalidParam(name) => (format!("`{name}` is no parameter"), "name a type".to_owned()),
        _ => (
            "this is not a template".to_owned(),
            "each `{{` needs its `}}`, and each block `{{#name …}}` its `{{/name}}`".to_owned(),
        ),
    }
}

/// The place of a tag.
fn span(sources: &Sources, source: SourceId, line: usize, column: usize) -> Span {
    let text = &sources[source].text;
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let inside = &text[start.min(text.len())..];
    let inside = inside.split('\n').next().unwrap_or_default();
    let skip = inside.char_indices().nth(column.saturating_sub(1)).map_or(inside.len(), |(at, _)| at);
    let rest = &inside[skip..];
    let len = rest.find("}}").map_or(rest.trim_end().len(), |at| at + 2);
    // OK because sources are at most 4 GiB.
    Span { source, start: (start + skip) as u32, end: (start + skip + len) as u32 }
}

/// Takes a rendered text apart at the marks that stand for parameters.
fn split(text: &str, args: &[Arg]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (at, piece) in text.split(helpers::MARK).enumerate() {
        match args.iter().position(|arg| arg.name == piece).filter(|_| at % 2 == 1) {
            Some(arg) => parts.push(Part::Arg(arg)),
            None if piece.is_empty() => {}
            None => parts.push(Part::Text(piece.to_owned())),
        }
    }
    parts
}

/// The function of a template.
fn function(cx: &Resolved<'_>, names: &[String], origin: &str, rendered: Rendered) -> Extra {
    let Rendered { parts, args } = rendered;
    let (stem, folders) = names.split_last().map_or(("prompt", &[][..]), |(stem, folders)| (stem.as_str(), folders));
    let module: Vec<String> = folders.iter().map(|name| ident::plain(name, Case::Snake)).collect();
    let stem = ident::plain(stem, Case::Snake);
    let name = if stem.ends_with("prompt") { stem } else { format!("{}_prompt", stem.trim_start_matches("r#")) };
    let params: Vec<String> =
        args.iter().map(|arg| format!("{}: {}", arg.name, parameter(cx, arg, module.len()))).collect();
    let texts: Vec<String> = parts
        .iter()
        .map(|part| match part {
            Part::Text(text) if text.contains('\n') => tokens::raw_str(text),
            Part::Text(text) => quoted(text),
            // OK because `split` found it among the parameters.
            Part::Arg(at) => argument(cx, &args[*at]),
        })
        .collect();
    let body = match texts.as_slice() {
        [] => "String::new()".to_owned(),
        [one] if args.is_empty() => format!("{one}.to_owned()"),
        _ => format!("{}.concat()", block(1, "[", &texts, "]")),
    };
    let origin = origin.rsplit_once("templates/").map_or(origin, |(_, below)| below);
    let has_types = args.iter().any(|arg| facts::find(cx, &arg.ty).is_some());
    // A type may be re-exported where the function stands.
    let mut allow = String::from("#[allow(clippy::needless_raw_string_hashes, clippy::too_many_lines");
    allow.push_str(if has_types { ", unused_qualifications)]\n" } else { ")]\n" });
    let text = format!(
        "/// The prompt of the template `{origin}`.\n{allow}#[must_use]\npub fn {name}({}) -> String {{\n    {body}\n}}",
        params.join(", ")
    );
    Extra { module, text }
}

/// The type of a parameter.
fn parameter(cx: &Resolved<'_>, arg: &Arg, depth: usize) -> String {
    match facts::find(cx, &arg.ty) {
        Some(id) => {
            let home = cx.names.module(cx.ir[id].file).join("::");
            let up = if depth == 0 { "self::".to_owned() } else { "super::".repeat(depth) };
            format!("&{up}{home}{}{}", if home.is_empty() { "" } else { "::" }, cx.names[id].rust)
        }
        None if arg.ty == "str" => "&str".to_owned(),
        None => arg.ty.clone(),
    }
}

/// A parameter as a text.
fn argument(cx: &Resolved<'_>, arg: &Arg) -> String {
    match arg.ty.as_str() {
        "str" => arg.name.clone(),
        ty if facts::find(cx, ty).is_some() => format!("&::nucleo_runtime::to_string({})", arg.name),
        _ => format!("&{}.to_string()", arg.name),
    }
}

/// A sentence of the runtime's, with the marks that it fills in itself.
fn word(
    source: SourceId,
    sources: &Sources,
    name: &str,
    rendered: Rendered,
    diags: &Diags,
) -> Option<(String, String)> {
    let place = span(sources, source, 1, 1);
    let Some((_, default)) = Wording::DEFAULT.texts().into_iter().find(|(known, _)| *known == name) else {
        let known = Wording::DEFAULT.texts().into_iter().map(|(known, _)| known);
        let nearest = known.min_by_key(|known| spelling::distance(known, name)).unwrap_or_default();
        diags
            .error(place, format!("there is no sentence `{name}` to replace"))
            .help(format!("did you mean `wording/{nearest}.hbs`?"))
            .emit();
        return None;
    };
    // OK because a name is all that stands in a mark.
    let marks = |text: &str| {
        text.split('{')
            .skip(1)
            .filter_map(|it| it.split_once('}'))
            .map(|(name, _)| name.to_owned())
            .collect::<BTreeSet<_>>()
    };
    let known = marks(default);
    for Arg { name: arg, .. } in rendered.args.iter().filter(|arg| !known.contains(&arg.name)) {
        let all = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let help = if all.is_empty() { "it has none".to_owned() } else { format!("it has: {all}") };
        diags.error(place, format!("the sentence `{name}` has no `{arg}`")).help(help).emit();
    }
    let text = rendered.parts.iter().map(|part| match part {
        Part::Text(text) => text.clone(),
        // OK because `split` found it among the parameters.
        Part::Arg(at) => format!("{{{}}}", rendered.args[*at].name),
    });
    Some((name.to_owned(), text.collect()))
}

#[cfg(test)]
mod tests;
