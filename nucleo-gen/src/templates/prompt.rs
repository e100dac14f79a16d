//! The function of a template.

use super::{Arg, Cx, Part, Rendered, facts};
use crate::emit::text::{block, quoted};
use crate::emit::{Extra, Layout, tokens};
use crate::resolve::ident::{self, Case};

/// The module and the name of the function that a template becomes.
pub(super) fn names(names: &[String]) -> (Vec<String>, String) {
    let (stem, folders) = names.split_last().map_or(("prompt", &[][..]), |(stem, folders)| (stem.as_str(), folders));
    let module = folders.iter().map(|name| ident::plain(name, Case::Snake)).collect();
    let stem = ident::plain(stem, Case::Snake);
    let name = if stem.ends_with("prompt") { stem } else { format!("{}_prompt", stem.trim_start_matches("r#")) };
    (module, name)
}

/// A function of the parameters; without any, a constant one.
pub(super) fn function(cx: &Cx<'_>, path: &[String], rendered: Rendered) -> Extra {
    let Rendered { parts, args } = rendered;
    let (module, name) = names(path);
    let doc = format!("/// The prompt of the template `{}.hbs`.", path.join("/"));
    let texts: Vec<String> = parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => literal(text),
            // OK because `split` found it among the parameters.
            Part::Arg(at) => argument(cx, &args[*at]),
        })
        .collect();
    let text = if args.is_empty() {
        let text = texts.first().map_or("\"\"", String::as_str);
        let allow = allowed(cx, &parts, &args);
        format!("{doc}\n{allow}#[must_use]\npub const fn {name}() -> &'static str {{\n    {text}\n}}")
    } else {
        let params = args.iter().map(|arg| format!("{}: {}", arg.name, parameter(cx, arg, module.len())));
        let params = params.collect::<Vec<_>>().join(", ");
        let allow = allowed(cx, &parts, &args);
        let body = block(1, "[", &texts, "]");
        format!("{doc}\n{allow}#[must_use]\npub fn {name}({params}) -> String {{\n    {body}.concat()\n}}")
    };
    Extra { module, text }
}

fn literal(text: &str) -> String {
    // Bidirectional controls may stand in no literal as they are.
    let is_raw =
        text.contains('\n') && !text.chars().any(|c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'));
    if is_raw { tokens::raw_str(text) } else { quoted(text) }
}

/// What a strict crate would say of the function.
fn allowed(cx: &Cx<'_>, parts: &[Part], args: &[Arg]) -> String {
    // The text may be long, and need no hashes around it.
    let mut allowed = vec!["clippy::needless_raw_string_hashes", "clippy::too_many_lines"];
    // A type may be re-exported where the function stands.
    if args.iter().any(|arg| facts::coded(cx, &arg.ty).is_some()) {
        allowed.push("unused_qualifications");
    }
    // A parameter stays one where the branch that names it is not rendered, so that callers need not change.
    if (0..args.len()).any(|at| !parts.contains(&Part::Arg(at))) {
        allowed.push("unused_variables");
    }
    format!("#[allow({})]\n", allowed.join(", "))
}

/// The type of a parameter.
fn parameter(cx: &Cx<'_>, arg: &Arg, depth: usize) -> String {
    let Some(id) = facts::coded(cx, &arg.ty) else {
        return if arg.ty == "str" { "&str".to_owned() } else { arg.ty.clone() };
    };
    let up = if depth == 0 { "self::".to_owned() } else { "super::".repeat(depth) };
    let file = cx.resolved.ir[id].file;
    let home = match cx.layout {
        Layout::Flat if file.0 == 0 => &[][..],
        _ => cx.resolved.names.module(file),
    };
    let home: String = home.iter().map(|name| format!("{name}::")).collect();
    format!("&{up}{home}{}", cx.resolved.names[id].rust)
}

/// A parameter as a text.
fn argument(cx: &Cx<'_>, arg: &Arg) -> String {
    match arg.ty.as_str() {
        "str" => arg.name.clone(),
        ty if facts::coded(cx, ty).is_some() => format!("::nucleo_runtime::to_string({}).as_str()", arg.name),
        _ => format!("{}.to_string().as_str()", arg.name),
    }
}
