//! `nucleo-gen show`.

use std::path::PathBuf;

use clap::Args;

use super::code::{dialect, grammar};
use super::loaded::Loaded;
use super::{Common, End};
use crate::diag::Diags;
use crate::emit::dialect::Dialect;
use crate::emit::grammar::Grammar;
use crate::emit::{self, Layout, fingerprint};
use crate::error::Error;
use crate::flow;
use crate::ir::{DeclId, Enforcer};
use crate::options::Options;
use crate::resolve::Resolved;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Call {
    /// The type to show; the file's root without it.
    #[arg(long = "type", value_name = "TYPE")]
    name: Option<String>,
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    common: Common,
    /// A schema file, or a folder of them.
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
struct What {
    /// The @-notation (the default).
    #[arg(long)]
    notation: bool,
    /// JSON Schema, for programs.
    #[arg(long)]
    json_schema: bool,
    /// JSON Schema, for the model.
    #[arg(long)]
    model_schema: bool,
    /// JSON Schema in the dialect of a provider; what is lost, on stderr.
    #[arg(long, value_name = "openai|anthropic|gemini|gemini_openapi|xai", value_parser = dialect)]
    dialect: Option<Dialect>,
    /// A grammar for constrained decoding; what is lost, on stderr.
    #[arg(long, value_name = "gbnf", value_parser = grammar)]
    grammar: Option<Grammar>,
    /// A template, rendered; its parameters by their names in braces.
    #[cfg(feature = "templates")]
    #[arg(long, value_name = "TEMPLATE")]
    prompt: Option<PathBuf>,
    /// The table that replies are read by.
    #[arg(long)]
    shape: bool,
    /// The Rust code.
    #[arg(long)]
    rust: bool,
    /// The fingerprints of the contract, and of its shape alone.
    #[arg(long)]
    fingerprint: bool,
    /// What enforces each keyword.
    #[arg(long)]
    ledger: bool,
}

pub(super) fn run(call: &Call) -> Result<End, Error> {
    let options = call.common.options();
    let mut sources = super::sources(std::slice::from_ref(&call.schema), &options)?;
    let What { json_schema, model_schema, dialect, grammar, shape, rust, fingerprint, ledger, .. } = call.what;
    if rust {
        let layout = if call.schema.is_file() { Layout::Flat } else { Layout::Nested };
        print!("{}", flow::generate(&mut sources, &options, layout)?.text);
        return Ok(End::Done);
    }
    let loaded = Loaded::new(sources, &options)?;
    if ledger {
        show_ledger(&loaded);
        return Ok(End::Done);
    }
    #[cfg(feature = "templates")]
    if let Some(template) = &call.what.prompt {
        return show_prompt(loaded, template, &options);
    }
    let resolved = loaded.resolve(&options)?;
    let id = pick(&loaded, &resolved, call)?;
    if let Some(dialect) = dialect {
        return show_dialect(&loaded, &resolved, id, dialect, &options);
    }
    if let Some(grammar) = grammar {
        return show_grammar(&loaded, &resolved, id, grammar, &options);
    }
    if shape {
        println!("{:#?}", loaded.shapes(&resolved, &options, false).table);
    } else if fingerprint {
        for [contract, shape] in fingerprint::of(&resolved, &[id]) {
            println!("contract {contract}\nshape    {shape}");
        }
    } else {
        let renderings = emit::renderings(&resolved, &loaded.sources, id);
        let text = match (json_schema, model_schema) {
            (true, _) => renderings.json_schema,
            (_, true) => renderings.model_schema,
            _ => renderings.notation,
        };
        println!("{text}");
    }
    Ok(End::Done)
}

fn show_grammar(
    loaded: &Loaded,
    cx: &Resolved<'_>,
    id: DeclId,
    grammar: Grammar,
    options: &Options,
) -> Result<End, Error> {
    let diags = Diags::new(Vec::new());
    options.limits.check(&diags);
    match emit::grammar::render(cx, id, grammar, &options.limits) {
        Ok(rendered) => {
            print!("{}", rendered.grammar);
            rendered.losses.iter().for_each(|loss| eprintln!("lost: {loss}"));
        }
        Err(refusal) => {
            let message = format!("there is no `{}` grammar for `{}`", grammar.name(), cx.names[id].rust);
            diags.error(refusal.span, message).here(refusal.why).emit();
        }
    }
    diags.stop_on_errors(&loaded.sources)?;
    Ok(End::Done)
}

fn show_dialect(
    loaded: &Loaded,
    cx: &Resolved<'_>,
    id: DeclId,
    dialect: Dialect,
    options: &Options,
) -> Result<End, Error> {
    let diags = Diags::new(Vec::new());
    options.limits.check(&diags);
    match emit::dialect::render(cx, id, dialect, &options.limits) {
        Ok(rendered) => {
            println!("{}", rendered.schema);
            rendered.losses.iter().for_each(|loss| eprintln!("lost: {loss}"));
        }
        Err(refusals) => emit::dialect::emit::report(cx, id, dialect, &refusals, &diags),
    }
    diags.stop_on_errors(&loaded.sources)?;
    Ok(End::Done)
}

#[cfg(feature = "templates")]
fn show_prompt(loaded: Loaded, template: &std::path::Path, options: &Options) -> Result<End, Error> {
    let Loaded { mut sources, ir } = loaded;
    let diags = Diags::new(options.levels.clone());
    let resolved = crate::resolve::all(&ir, &options.knobs, &diags);
    diags.stop_on_errors(&sources)?;
    let text = crate::templates::show(&resolved, &mut sources, options, template, &diags);
    diags.stop_on_errors(&sources)?;
    // Warnings belong to `generate`.
    drop(diags.take());
    println!("{}", text.unwrap_or_default());
    Ok(End::Done)
}

/// The type that is meant: by its name, else the only root.
fn pick(loaded: &Loaded, cx: &Resolved<'_>, call: &Call) -> Result<DeclId, Error> {
    let all = (0..cx.ir.decls.len() as u32).map(DeclId);
    let answers = || cx.ir.files.iter().flat_map(|file| file.answers.iter().copied());
    let found = match &call.name {
        Some(name) => all.into_iter().find(|id| cx.names[*id].rust == *name || cx.names[*id].shown == *name),
        None => answers().next(),
    };
    if let Some(id) = found {
        return Ok(id);
    }
    let diags = Diags::new(Vec::new());
    let names: Vec<&str> = answers().map(|id| cx.names[id].rust.as_str()).collect();
    diags
        .error_in(call.schema.display().to_string(), "no type of that name")
        .help(format!("there are: {}", names.join(", ")))
        .emit();
    // OK because an error was just reported.
    Err(diags.stop_on_errors(&loaded.sources).expect_err("an error was reported"))
}

fn show_ledger(loaded: &Loaded) {
    for entry in &loaded.ir.ledger {
        let by = match entry.by {
            Enforcer::Type => "type".to_owned(),
            Enforcer::Check => "check".to_owned(),
            Enforcer::Nobody(why) => format!("nobody: {why}"),
            Enforcer::Decided(why) => format!("type, by decision: {why}"),
        };
        let source = loaded.ir.files[entry.file.0 as usize].source;
        println!("{}{}/{}\t{by}", loaded.sources[source].name, entry.place, entry.keyword);
    }
}
