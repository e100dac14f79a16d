//! `nucleo-gen report`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::loaded::Loaded;
use super::{Common, End, Format};
use crate::emit::dialect::node::Refusal;
use crate::error::Error;
use crate::ir::Enforcer;
use crate::sizes::{self, Rendering, Row, Text};

#[derive(Debug, Args)]
pub(super) struct Call {
    /// With JSON: the texts themselves, too.
    #[arg(long)]
    texts: bool,
    #[command(flatten)]
    common: Common,
    /// Schema files, or folders of them.
    #[arg(required = true, value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
}

/// A table in Markdown, with lists of what is not said or not enforced; or a JSON object a line, one for each answer.
pub(super) fn run(call: &Call, format: Format) -> Result<End, Error> {
    let options = call.common.options();
    let loaded = Loaded::new(super::sources(&call.schemas, &options)?, &options)?;
    let resolved = loaded.resolve(&options)?;
    let rows = sizes::all(&resolved, &loaded.sources, &options);
    if format == Format::Json {
        rows.iter().for_each(|row| println!("{}", as_json(row, call.texts)));
        return Ok(End::Done);
    }
    print!("{}", table(&rows));
    let refused = rows.iter().flat_map(refusals);
    list("Refused", refused);
    list("Lost", rows.iter().flat_map(losses));
    list("Not enforced", unenforced(&loaded).into_iter());
    Ok(End::Done)
}

/// A line for each answer.
fn table(rows: &[Row]) -> String {
    let has_tokens =
        rows.iter().flat_map(|row| &row.texts).any(|(_, it)| it.as_ref().is_ok_and(|it| it.tokens.is_some()));
    let names: Vec<&str> = Rendering::all().into_iter().map(Rendering::name).collect();
    let mut out = format!("| answer | members | depth | {} | not enforced |\n", names.join(" | "));
    out.push_str(&format!("| --- |{}\n", " ---: |".repeat(names.len() + 3)));
    for row in rows {
        let cells: Vec<String> = row.texts.iter().map(|(_, text)| cell(text)).collect();
        let Row { name, fields, depth, ledger, .. } = row;
        out.push_str(&format!("| `{name}` | {fields} | {depth} | {} | {} |\n", cells.join(" | "), ledger.nobody));
    }
    let unit = if has_tokens { "Tokens (o200k)" } else { "Bytes; tokens with the feature `tokens`" };
    out.push_str(&format!("\n{unit}; behind a dialect's, how many keywords it loses.\n"));
    out
}

fn cell(text: &Result<Text, Vec<Refusal>>) -> String {
    let Ok(Text { text, tokens, losses }) = text else { return "refused".to_owned() };
    let size = tokens.unwrap_or(text.len());
    if losses.is_empty() { size.to_string() } else { format!("{size} (−{})", losses.len()) }
}

fn list(title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        println!("\n{title}:\n");
        lines.for_each(|line| println!("- {line}"));
    }
}

fn refusals(row: &Row) -> Vec<String> {
    let refused = row.texts.iter().filter_map(|(it, text)| Some((it, text.as_ref().err()?)));
    refused.flat_map(|(it, all)| all.iter().map(|why| format!("`{}`, {}: {}", row.name, it.name(), why.why))).collect()
}

/// What each dialect loses, those with the same loss together.
fn losses(row: &Row) -> Vec<String> {
    let mut by_loss: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (it, text) in &row.texts {
        for loss in text.iter().flat_map(|text| &text.losses) {
            by_loss.entry(loss.to_string()).or_default().push(it.name());
        }
    }
    by_loss.into_iter().map(|(loss, names)| format!("`{}`, {}: {loss}", row.name, names.join(", "))).collect()
}

fn unenforced(loaded: &Loaded) -> Vec<String> {
    let line = |entry: &crate::ir::Entry| {
        let Enforcer::Nobody(why) = entry.by else { return None };
        // OK because every entry stands in a file.
        let source = loaded.ir.files[entry.file.0 as usize].source;
        Some(format!("{}{}/{}: {why}", loaded.sources[source].name, entry.place, entry.keyword))
    };
    loaded.ir.ledger.iter().filter_map(line).collect()
}

fn as_json(row: &Row, texts: bool) -> Value {
    let Row { name, file, fields, depth, texts: renderings, ledger } = row;
    let mut out = json!({
        "answer": name,
        "file": file,
        "members": fields,
        "depth": depth,
        "ledger": {
            "type": ledger.types, "check": ledger.checks, "decided": ledger.decided, "nobody": ledger.nobody,
        },
    });
    for (rendering, text) in renderings {
        out[rendering.name()] = match text {
            Ok(Text { text, tokens, losses }) => {
                let losses: Vec<_> = losses.iter().map(loss_as_json).collect();
                let bytes = text.len();
                json!({ "bytes": bytes, "tokens": tokens, "losses": losses, "text": texts.then_some(text) })
            }
            Err(refusals) => {
                let all = refusals.iter().map(|it| json!({ "path": it.path, "why": it.why, "limit": it.limit }));
                json!({ "refused": all.collect::<Vec<_>>() })
            }
        };
    }
    out
}

fn loss_as_json(loss: &crate::emit::dialect::node::Loss) -> Value {
    let effect = format!("{:?}", loss.effect).to_lowercase();
    json!({ "path": loss.path, "keyword": loss.keyword, "effect": effect })
}
