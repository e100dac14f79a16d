//! The `nucleo-gen` command.

mod generate;
mod jsonl;
mod loaded;
mod read;
mod report;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::diag::{Diags, Level};
use crate::emit::dialect::limits::Limits;
use crate::error::Error;
use crate::flow;
use crate::knobs::{Blank, Knobs, Words as _};
use crate::options::Options;
use crate::source::Sources;

/// Turns schemas into Rust types and into everything that a language model must be shown, and reads replies.
#[derive(Debug, Parser)]
#[command(name = "nucleo-gen", version, about)]
struct Command {
    #[command(subcommand)]
    call: Call,
}

#[derive(Debug, Subcommand)]
enum Call {
    /// Writes the Rust code of schemas.
    Generate(generate::Call),
    /// Prints what a schema becomes.
    Show(show::Call),
    /// Tells how large the texts of each answer are, and what is lost or not enforced.
    Report(report::Call),
    /// Reads a reply: the value on stdout, the repairs on stderr; refused: the feedback on stderr.
    Read(read::Call),
}

/// What every call takes.
#[derive(Debug, Clone, Args)]
struct Common {
    /// Allows a lint.
    #[arg(long, value_name = "LINT")]
    allow: Vec<String>,
    /// Makes a lint an error.
    #[arg(long, value_name = "LINT")]
    deny: Vec<String>,
    /// The draft of schemas that do not say theirs: 4, 6, 7, 2019-09, 2020-12.
    #[arg(long, value_name = "DRAFT")]
    draft: Option<String>,
    /// The folder that stands for addresses with a prefix.
    #[arg(long, value_name = "PREFIX=DIR", value_parser = mapping)]
    map: Vec<(String, PathBuf)>,
    /// Overrides a limit of a dialect: `openai.max_depth=5`.
    #[arg(long, value_name = "NAME=NUMBER", value_parser = limit)]
    limit: Vec<(String, u64)>,
    /// What a blank text means where a text is required.
    #[arg(long, value_name = "refuse|accept", value_parser = blank)]
    blank: Option<Blank>,
}

impl Common {
    fn options(&self) -> Options {
        let allowed = self.allow.iter().map(|name| (name.clone(), Level::Allow));
        let denied = self.deny.iter().map(|name| (name.clone(), Level::Deny));
        Options {
            levels: allowed.chain(denied).collect(),
            draft: self.draft.clone(),
            maps: self.map.clone(),
            limits: Limits { set: self.limit.clone() },
            knobs: Knobs { blank: self.blank, ..Knobs::default() },
            ..Options::default()
        }
    }
}

fn mapping(text: &str) -> Result<(String, PathBuf), String> {
    let (prefix, folder) = text.split_once('=').ok_or("expected PREFIX=DIR")?;
    Ok((prefix.to_owned(), PathBuf::from(folder)))
}

fn limit(text: &str) -> Result<(String, u64), String> {
    let (name, most) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    Ok((name.to_owned(), most.parse().map_err(|_| "expected a whole number")?))
}

fn blank(text: &str) -> Result<Blank, String> {
    Blank::of_word(text).ok_or_else(|| format!("the settings are: {}", Blank::words()))
}

/// How a call ended.
enum End {
    /// Done.
    Done,
    /// The answer is no.
    No,
}

/// Runs the command with the arguments of the process.
pub fn run() -> ExitCode {
    let command = Command::parse();
    let end = match command.call {
        Call::Generate(call) => generate::run(&call),
        Call::Show(call) => show::run(&call),
        Call::Report(call) => report::run(&call),
        Call::Read(call) => read::run(&call),
    };
    match end {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::No) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{}", format!("{error:?}").trim_start());
            ExitCode::from(2)
        }
    }
}

/// The sources at these paths.
fn sources(paths: &[PathBuf], options: &Options) -> Result<Sources, Error> {
    flow::load(paths, options, &Diags::new(options.levels.clone()))
}
