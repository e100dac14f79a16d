//! `nucleo-gen generate`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{Common, End};
use crate::diag::{Diagnostic, Severity};
use crate::emit::Layout;
use crate::error::Error;
use crate::source::Sources;
use crate::{flow, report, write};

#[derive(Debug, Args)]
pub(super) struct Call {
    /// The file to write, or the folder that `answers.rs` is written to; standard output without it.
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Writes nothing; shows the difference, and exits with 1 if there is one.
    #[arg(long, requires = "out")]
    check: bool,
    /// How diagnostics are written.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: Format,
    #[command(flatten)]
    common: Common,
    /// Schema files, or folders of them.
    #[arg(required = true, value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, on stderr.
    Human,
    /// A JSON object a line, on stdout; the last one names the root type.
    Json,
}

pub(super) fn run(call: &Call) -> Result<End, Error> {
    let options = call.common.options();
    let mut sources = super::sources(&call.schemas, &options)?;
    let single = matches!(call.schemas.as_slice(), [path] if path.is_file());
    let layout = if single { Layout::Flat } else { Layout::Nested };
    let output = flow::generate(&mut sources, &options, layout)?;
    tell(call, &sources, &output.warnings);
    let end = match &call.out {
        None => {
            print!("{}", output.text);
            End::Done
        }
        Some(out) if call.check => compare(&target(out), &output.text)?,
        Some(out) => {
            write::file(&target(out), &output.text)?;
            End::Done
        }
    };
    if call.message_format == Format::Json {
        println!("{}", json!({ "root": output.root }));
    }
    Ok(end)
}

/// The file that is meant by a file or a folder.
fn target(out: &Path) -> PathBuf {
    if out.is_dir() || out.extension().is_none() { out.join("answers.rs") } else { out.to_owned() }
}

fn tell(call: &Call, sources: &Sources, warnings: &[Diagnostic]) {
    match call.message_format {
        Format::Human if warnings.is_empty() => {}
        Format::Human => eprint!("{}", report::render(sources, warnings)),
        Format::Json => warnings.iter().for_each(|warning| println!("{}", as_json(sources, warning))),
    }
}

fn as_json(sources: &Sources, diagnostic: &Diagnostic) -> serde_json::Value {
    let labels = diagnostic.labels.iter().map(|(span, text)| {
        let position = sources.position(*span);
        json!({
            "file": sources[span.source].name,
            "line": position.line,
            "column": position.column,
            "text": text,
        })
    });
    json!({
        "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        "lint": diagnostic.lint.map(|lint| lint.name),
        "message": diagnostic.message,
        "labels": labels.collect::<Vec<_>>(),
        "help": diagnostic.help,
    })
}

/// Shows where the file and the text part ways.
fn compare(path: &Path, text: &str) -> Result<End, Error> {
    let old = match std::fs::read_to_string(path) {
        Ok(old) => old,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Error::io(format!("cannot read `{}`", path.display()), error)),
    };
    if old == text {
        return Ok(End::Done);
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), text.lines().collect());
    let head = old.iter().zip(&new).take_while(|(one, two)| one == two).count();
    let tail = (old[head..].iter().rev()).zip(new[head..].iter().rev()).take_while(|(one, two)| one == two).count();
    println!("{}:{}: differs from what the schemas give", path.display(), head + 1);
    old[head..old.len() - tail].iter().for_each(|line| println!("-{line}"));
    new[head..new.len() - tail].iter().for_each(|line| println!("+{line}"));
    println!("run the same command without `--check` to bring it up to date");
    Ok(End::No)
}
