//! The constants of a type's dialects, and what a user hears of those that do not take it.

use nucleo_runtime::dialect::Effect;

use super::node::{Loss, Refusal};
use super::{Dialect, Rendered, render};
use crate::diag::Diags;
use crate::emit::grammar::{self, Grammar};
use crate::emit::rust::Emit;
use crate::emit::text::{block, quoted, slice};
use crate::emit::tokens;
use crate::ir::DeclId;
use crate::options::Options;
use crate::resolve::Resolved;

/// The constants of an answer; `None` where no dialect was asked for.
pub(crate) fn constants(cx: &Emit<'_>, id: DeclId, diags: &Diags) -> Option<String> {
    let mut consts = Vec::new();
    for dialect in cx.options.dialects.iter().copied() {
        match render(cx.cx, id, dialect, &cx.options.limits) {
            Ok(rendered) => consts.push(constant(cx, id, dialect, &rendered)),
            Err(_) if is_optional(cx, id, dialect) => {}
            Err(refusals) => report(cx.cx, id, dialect, &refusals, diags),
        }
    }
    for grammar in cx.options.grammars.iter().copied() {
        match grammar::render(cx.cx, id, grammar, &cx.options.limits) {
            Ok(rendered) => consts.push(grammar_constant(grammar, &rendered)),
            Err(Refusal { span, why, .. }) => {
                let message = format!("there is no `{}` grammar for `{}`", grammar.name(), cx.names[id].rust);
                diags.error(span, message).here(why).help("give it a value").emit();
            }
        }
    }
    if consts.is_empty() {
        return None;
    }
    Some(format!("impl {} {{\n{}}}", cx.names[id].rust, consts.join("\n")))
}

fn grammar_constant(grammar: Grammar, rendered: &grammar::Rendered) -> String {
    let name = grammar.name().to_uppercase();
    format!(
        "    /// The type as a grammar in `{provider}`.\n    \
         pub const {name}: &'static str = {text};\n    \
         /// What the grammar in `{provider}` cannot say of it.\n    \
         pub const {name}_LOSSES: &'static [::nucleo_runtime::dialect::Loss] = {losses};\n",
        provider = grammar.name(),
        text = tokens::raw_str(&rendered.grammar),
        losses = slice(1, &list(&rendered.losses)),
    )
}

fn list(losses: &[Loss]) -> Vec<String> {
    let line = |loss: &Loss| {
        let (path, keyword) = (quoted(&loss.path), quoted(loss.keyword));
        let effect = match loss.effect {
            Effect::Told => "told",
            Effect::Checked => "checked",
            Effect::Unsaid => "unsaid",
        };
        format!("::nucleo_runtime::dialect::Loss::{effect}({path}, {keyword})")
    };
    losses.iter().map(line).collect()
}

fn constant(cx: &Emit<'_>, id: DeclId, dialect: Dialect, rendered: &Rendered) -> String {
    let Rendered { schema, losses, forms } = rendered;
    let name = dialect.name().to_uppercase();
    let losses = list(losses);
    let forms: Vec<String> =
        forms.iter().map(|form| format!("::nucleo_runtime::repair::RepairKind::{form:?}")).collect();
    let fields = [
        format!("provider: {}", quoted(dialect.name())),
        format!("name: {}", quoted(&plain_name(&cx.names[id].shown, &cx.names[id].rust))),
        format!("schema: {}", tokens::raw_str(schema)),
        format!("losses: Self::{name}_LOSSES"),
        format!("forms: ::nucleo_runtime::repair::RepairKinds::of({})", slice(2, &forms)),
    ];
    format!(
        "    /// The type in the dialect `{provider}`.\n    \
         pub const {name}: ::nucleo_runtime::Dialect = {value};\n    \
         /// What the dialect `{provider}` cannot say of it.\n    \
         pub const {name}_LOSSES: &'static [::nucleo_runtime::dialect::Loss] = {losses};\n",
        provider = dialect.name(),
        value = block(1, "::nucleo_runtime::Dialect {", &fields, "}"),
        losses = slice(1, &losses),
    )
}

/// A name of letters, digits, `_` and `-`, 64 at most.
fn plain_name(shown: &str, rust: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = if shown.chars().all(is_plain) { shown } else { rust };
    let name: String = name.chars().filter(|c| is_plain(*c)).take(64).collect();
    if name.is_empty() { "answer".to_owned() } else { name }
}

fn is_optional(cx: &Emit<'_>, id: DeclId, dialect: Dialect) -> bool {
    let is_it = |name: &str| name == "*" || name == cx.names[id].rust;
    cx.options.optional_dialects.iter().any(|(other, name)| *other == dialect && is_it(name))
}

/// Why a dialect does not take a type: an error at the place of each reason.
pub(crate) fn report(cx: &Resolved<'_>, id: DeclId, dialect: Dialect, refusals: &[Refusal], diags: &Diags) {
    let (dialect, name) = (dialect.name(), &cx.names[id].rust);
    for Refusal { span, path, why, limit } in refusals {
        let place = if path.is_empty() { String::new() } else { format!(", at `{path}`") };
        let or = match limit {
            Some(limit) => format!("set `{dialect}.{limit}` where the provider takes more"),
            None if why.contains("no recursion") => {
                format!("set `{dialect}.unroll` to write the cycle out a few times")
            }
            None => "give it another shape".to_owned(),
        };
        diags
            .error(*span, format!("the dialect `{dialect}` does not take `{name}`{place}"))
            .here(why.clone())
            .help(format!("{or}, or make the dialect optional for `{name}`"))
            .emit();
    }
}

/// An option that names a type or a limit that is none would do nothing.
pub(crate) fn check(cx: &Resolved<'_>, options: &Options, diags: &Diags) {
    options.limits.check(diags);
    let names = || cx.ir.files.iter().flat_map(|file| &file.answers).map(|id| cx.names[*id].rust.as_str());
    for (_, name) in &options.optional_dialects {
        if name != "*" && names().all(|other| other != name) {
            let nearest = names().min_by_key(|known| crate::spelling::distance(known, name)).unwrap_or_default();
            diags
                .error_of_call(format!("there is no answer `{name}` to make a dialect optional for"))
                .help(format!("did you mean `{nearest}`?"))
                .emit();
        }
    }
}
