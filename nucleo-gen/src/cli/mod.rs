//! The `nucleo-gen` command.

mod code;
mod completions;
mod diff;
mod difference;
mod docs;
mod generate;
mod jsonl;
mod lint;
mod loaded;
mod man;
#[cfg(feature = "proto")]
mod plugin;
mod read;
mod report;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::diag::{Diags, Level, Severity};
use crate::emit::dialect::limits::Limits;
use crate::error::Error;
use crate::flow;
use crate::knobs::{Blank, Knobs, Words as _};
use crate::options::Options;
use crate::report::{Message, Paint, text};
use crate::source::Sources;
#[cfg(feature = "proto")]
pub use plugin::run as run_plugin;

/// Turns schemas into Rust types and into everything that a language model must be shown, and reads replies.
#[derive(Debug, Parser)]
#[command(name = "nucleo-gen", version)]
struct Command {
    #[command(subcommand)]
    call: Call,
    /// How diagnostics are written.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    message_format: Format,
}

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, on stderr; in colours on a terminal, unless `NO_COLOR` is set, or with `CLICOLOR_FORCE` anywhere.
    Human,
    /// A JSON object a line, on stdout, for editors.
    Json,
}

#[derive(Debug, Subcommand)]
enum Call {
    /// Writes the Rust code of schemas.
    Generate(generate::Call),
    /// Tells what the edits between two versions break; exits with 1 where a denied one is met.
    Diff(diff::Call),
    /// Warns of what serves a model badly; exits with 1 where a denied lint is met.
    Lint(lint::Call),
    /// Prints what a schema becomes.
    Show(show::Call),
    /// Tells how large the texts of each answer are, and what is lost or not enforced.
    Report(report::Call),
    /// Writes a catalogue of the types: a folder of pages for a browser, with a search and a graph.
    Docs(docs::Call),
    /// Reads a reply: the value on stdout, the repairs on stderr; refused: the feedback on stderr.
    Read(read::Call),
    /// Prints a script for a shell that completes what is typed.
    Completions(completions::Call),
    /// Prints the manual page, or writes those of all calls.
    Man(man::Call),
}

/// What every call takes.
#[derive(Debug, Clone, Args)]
struct Common {
    /// Allows a lint.
    #[arg(long, value_name = "LINT")]
    allow: Vec<String>,
    /// Makes a lint a warning.
    #[arg(long, value_name = "LINT")]
    warn: Vec<String>,
    /// Makes a lint an error; `warnings` stands for all that warn. Of several levels of a lint the strictest counts.
    #[arg(long, value_name = "LINT")]
    deny: Vec<String>,
    /// The draft of schemas that do not say theirs: 4, 6, 7, 2019-09, 2020-12.
    #[arg(long, value_name = "DRAFT")]
    draft: Option<String>,
    /// The folder that stands for addresses with a prefix.
    #[arg(long, value_name = "PREFIX=DIR", value_parser = mapping)]
    map: Vec<(String, PathBuf)>,
    /// A folder that holds artifacts alone: every type there has an alias.
    #[arg(long, value_name = "DIR")]
    artifacts: Vec<PathBuf>,
    /// A folder that imports of `.proto` files are relative to.
    #[cfg(feature = "proto")]
    #[arg(short = 'I', long, value_name = "DIR")]
    proto_path: Vec<PathBuf>,
    /// Overrides a limit of a dialect: `openai.max_depth=5`.
    #[arg(long, value_name = "NAME=NUMBER", value_parser = limit)]
    limit: Vec<(String, u64)>,
    /// What a blank text means where a text is required.
    #[arg(long, value_name = "refuse|accept", value_parser = blank)]
    blank: Option<Blank>,
}

impl Common {
    fn options(&self) -> Options {
        let said = [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)];
        let levels = said.into_iter().flat_map(|(names, level)| names.iter().map(move |name| (name.clone(), level)));
        Options {
            levels: levels.collect(),
            draft: self.draft.clone(),
            maps: self.map.clone(),
            artifacts: self.artifacts.clone(),
            #[cfg(feature = "proto")]
            includes: self.proto_path.clone(),
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
    let Command { call, message_format: format } = Command::parse();
    let end = match call {
        Call::Generate(call) => generate::run(&call, format),
        Call::Diff(call) => diff::run(&call, format),
        Call::Lint(call) => lint::run(&call, format),
        Call::Show(call) => show::run(&call),
        Call::Report(call) => report::run(&call, format),
        Call::Docs(call) => docs::run(&call),
        Call::Read(call) => read::run(&call),
        Call::Completions(call) => completions::run(&call),
        Call::Man(call) => man::run(&call),
    };
    match end {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::No) => ExitCode::from(1),
        Err(error) => {
            fail(format, &error);
            ExitCode::from(2)
        }
    }
}

/// Tells people on stderr, and editors on stdout.
fn tell(format: Format, messages: &[Message]) {
    match format {
        Format::Human if messages.is_empty() => {}
        Format::Human => eprint!("{}", text(messages, Paint::for_stream(&std::io::stderr()))),
        Format::Json => messages.iter().for_each(|message| println!("{}", message.json())),
    }
}

fn fail(format: Format, error: &Error) {
    match (error.messages(), format) {
        ([], Format::Human) => eprintln!("error: {error}"),
        ([], Format::Json) => println!("{}", serde_json::json!({ "level": "error", "message": error.to_string() })),
        ([_], _) | (_, Format::Json) => tell(format, error.messages()),
        (messages, Format::Human) => {
            tell(format, messages);
            eprintln!("\n{}", summary(messages));
        }
    }
}

/// `1 error, 2 warnings`
fn summary(messages: &[Message]) -> String {
    let errors = messages.iter().filter(|it| it.severity == Severity::Error).count();
    let counted = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    };
    let counts = [counted(errors, "error"), counted(messages.len() - errors, "warning")];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The sources at these paths.
fn sources(paths: &[PathBuf], options: &Options) -> Result<Sources, Error> {
    flow::load(paths, options, &Diags::new(options.levels.clone()))
}

/// Writes to stdout. A reader that needs no more is no fault: `nucleo-gen man | head`.
fn print(bytes: &[u8]) -> Result<(), Error> {
    use std::io::{ErrorKind, Write as _};
    match std::io::stdout().write_all(bytes) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::io("cannot write to stdout", error)),
        _ => Ok(()),
    }
}
