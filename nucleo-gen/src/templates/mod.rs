//! Prompts: templates that are rendered when a crate is built, with the facts of its types.
//!
//! A template `shop/order.hbs` becomes a function `shop::order_prompt`, whose parameters are the template's `arg`s in
//! the order of their first mention. A template `wording/NAME.hbs` replaces a sentence that the runtime itself says.

mod check;
mod facts;
mod helpers;
mod prompt;
mod syntax;
mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use handlebars::template::Template;
use handlebars::{Handlebars, no_escape};

use crate::diag::{Diags, SourceId, Span};
use crate::emit::{self, Extra, Layout};
use crate::ir::DeclId;
use crate::options::Options;
use crate::resolve::Resolved;
use crate::source::{self, Sources};
use facts::Facts;

/// What templates are rendered with.
struct Cx<'r> {
    resolved: &'r Resolved<'r>,
    options: &'r Options,
    layout: Layout,
    /// The types that Rust code can name.
    coded: BTreeSet<DeclId>,
}

impl<'r> Cx<'r> {
    fn new(resolved: &'r Resolved<'r>, options: &'r Options, layout: Layout) -> Self {
        let coded = emit::named_types(resolved, options).into_iter().flatten().collect();
        Self { resolved, options, layout, coded }
    }
}

/// Renders every template: what replaces the runtime's sentences goes to the types' settings, the rest becomes
/// functions.
pub(crate) fn all(
    resolved: &mut Resolved<'_>,
    sources: &mut Sources,
    options: &Options,
    layout: Layout,
    diags: &Diags,
) -> Vec<Extra> {
    if options.templates.is_empty() {
        return Vec::new();
    }
    let cx = Cx::new(resolved, options, layout);
    let mut prompts = Vec::new();
    let mut words = Vec::new();
    let mut taken: BTreeMap<(Vec<String>, String), Span> = BTreeMap::new();
    for root in &options.templates {
        sources.roots.push(root.clone());
        for path in files(root, diags) {
            let Some(source) = read(&path, sources, diags) else { continue };
            let names = names(root, &path);
            let place = syntax::span(sources, source, 1, 1);
            let product = prompt::names(&names);
            if let Some(first) = taken.insert(product.clone(), place) {
                diags
                    .error(place, format!("two templates make `{}`", product.1))
                    .label(first, "the other one")
                    .help("rename one of them")
                    .emit();
                continue;
            }
            let word = match names.as_slice() {
                [folder, name] if folder == "wording" => Some(name),
                _ => None,
            };
            let Some(rendered) = render(&cx, sources, source, word.is_some(), diags) else { continue };
            match word {
                Some(name) => words.extend(wording::sentence(name, &rendered, place, diags)),
                None => prompts.push(prompt::function(&cx, &names, rendered)),
            }
        }
    }
    if !words.is_empty() {
        resolved.reword(&words);
    }
    prompts
}

/// One template, as the command shows it: parameters by their names.
#[cfg(feature = "cli")]
pub(crate) fn show(
    resolved: &Resolved<'_>,
    sources: &mut Sources,
    options: &Options,
    path: &Path,
    diags: &Diags,
) -> Option<String> {
    let source = read(path, sources, diags)?;
    let rendered = render(&Cx::new(resolved, options, Layout::Nested), sources, source, false, diags)?;
    Some(rendered.marked())
}

fn read(path: &Path, sources: &mut Sources, diags: &Diags) -> Option<SourceId> {
    sources.add_file(path).map_err(|why| diags.error_in(source::shown(path), why).emit()).ok()
}

/// All templates of a folder, sorted.
fn files(root: &Path, diags: &Diags) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.path().extension().is_some_and(|it| it == "hbs") => found.push(entry.into_path()),
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(root);
                let why = error.io_error().map_or_else(|| error.to_string(), source::reason);
                diags.error_in(source::shown(path), format!("cannot be read: {why}")).emit();
                return Vec::new();
            }
        }
    }
    if found.is_empty() {
        diags
            .error_in(source::shown(root), "holds no templates")
            .help("put files that end in `.hbs` there, or name another folder")
            .emit();
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

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Arg(usize),
}

/// A parameter of the function.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Arg {
    name: String,
    /// Its Rust type, as the template has it; `str` where it has none.
    ty: String,
}

impl Rendered {
    /// The text, with the names of parameters in braces.
    fn marked(&self) -> String {
        let text = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            // OK because `split` found it among the parameters.
            Part::Arg(at) => format!("{{{}}}", self.args[*at].name),
        });
        text.collect()
    }
}

fn render(cx: &Cx<'_>, sources: &Sources, source: SourceId, is_word: bool, diags: &Diags) -> Option<Rendered> {
    let text = &sources[source].text;
    // The last line of a file ends as a line does, which is no part of the text.
    let body = text.strip_suffix('\n').map_or(text.as_str(), |it| it.strip_suffix('\r').unwrap_or(it));
    let template = match Template::compile(body) {
        Ok(template) => template,
        Err(error) => {
            syntax::report(&error, sources, source, body, diags);
            return None;
        }
    };
    let facts = Facts::of(cx, sources, &template);
    let mut args = Vec::new();
    let place = |(line, column)| syntax::span(sources, source, line, column);
    if !check::all(&template, &facts, &mut args, is_word, &place, diags) {
        return None;
    }
    let mut engine = Handlebars::new();
    engine.register_escape_fn(no_escape);
    // Nothing that is not there is rendered as an empty text.
    engine.set_strict_mode(true);
    helpers::register(&mut engine, &facts);
    engine.register_template("it", template);
    match engine.render("it", facts.root()) {
        Ok(text) => Some(Rendered { parts: split(&text, &args), args }),
        Err(error) => {
            let at = (error.line_no.unwrap_or(1), error.column_no.unwrap_or(1));
            diags.error(place(at), format!("this cannot be rendered: {}", error.reason())).emit();
            None
        }
    }
}

/// Takes a rendered text apart at the marks that stand for parameters.
fn split(text: &str, args: &[Arg]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut before = String::new();
    let mut rest = text;
    while let Some((text, after)) = rest.split_once(helpers::MARK) {
        before.push_str(text);
        let arg = after.split_once(helpers::MARK).and_then(|(name, tail)| {
            let at = args.iter().position(|arg| arg.name == name)?;
            Some((at, tail))
        });
        rest = match arg {
            Some((at, tail)) => {
                parts.extend(Some(std::mem::take(&mut before)).filter(|it| !it.is_empty()).map(Part::Text));
                parts.push(Part::Arg(at));
                tail
            }
            // Somebody wrote this character.
            None => {
                before.push(helpers::MARK);
                after
            }
        };
    }
    before.push_str(rest);
    parts.extend(Some(before).filter(|it| !it.is_empty()).map(Part::Text));
    parts
}

#[cfg(test)]
mod tests;
