//! `nucleo-gen generate`.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::code::Code;
use super::difference;
use super::{Common, End, Format};
use crate::emit::Layout;
use crate::error::Error;
use crate::options::Options;
use crate::{flow, report, write};

#[derive(Debug, Args)]
pub(super) struct Call {
    /// The file to write, or the folder that `answers.rs` is written to; standard output without it.
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Writes nothing; shows the difference, and exits with 1 if there is one.
    #[arg(long, requires = "out")]
    check: bool,
    /// A folder of templates, for prompts and for the runtime's sentences.
    #[cfg(feature = "templates")]
    #[arg(long, value_name = "DIR")]
    templates: Vec<PathBuf>,
    /// Messages of protobuf beside the types, as prost has them, and the ways between the two.
    #[cfg(feature = "prost")]
    #[arg(long)]
    prost: bool,
    #[command(flatten)]
    code: Code,
    #[command(flatten)]
    common: Common,
    /// Schema files, or folders of them.
    #[arg(required = true, value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
}

pub(super) fn run(call: &Call, format: Format) -> Result<End, Error> {
    let options = Options {
        #[cfg(feature = "templates")]
        templates: call.templates.clone(),
        #[cfg(feature = "prost")]
        prost: call.prost,
        ..call.code.options(call.common.options())
    };
    let mut sources = super::sources(&call.schemas, &options)?;
    let single = matches!(call.schemas.as_slice(), [path] if path.is_file());
    let layout = if single { Layout::Flat } else { Layout::Nested };
    let output = flow::generate(&mut sources, &options, layout)?;
    super::tell(format, &report::messages(&sources, &output.warnings));
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
    if format == Format::Json {
        println!("{}", json!({ "root": output.root }));
    }
    Ok(end)
}

/// The file that is meant by a file or a folder.
fn target(out: &Path) -> PathBuf {
    if out.is_dir() || out.extension().is_none() { out.join("answers.rs") } else { out.to_owned() }
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
    println!("{} differs from what the schemas give", path.display());
    print!("{}", difference::unified(&old, text));
    println!("run the same command without `--check` to bring it up to date");
    Ok(End::No)
}
