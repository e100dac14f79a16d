//! `nucleo-gen read`.

use std::io::{BufWriter, Read as _, Write as _};
use std::path::PathBuf;

use clap::Args;

use super::loaded::Loaded;
use super::{Common, End, jsonl};
use crate::diag::{Diags, Level};
use crate::error::Error;
use crate::options::Options;
use crate::source::Sources;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::repair::Repair;
use nucleo_runtime::shape::Shape;
use nucleo_runtime::{Policy, Stop};

#[derive(Debug, Args)]
pub(super) struct Call {
    /// Reads one `{"id", "schema", "raw"}` a line; writes a value or `{"$error": text}` a line, in order.
    #[arg(long, conflicts_with_all = ["schema", "reply"])]
    jsonl: bool,
    /// Plain JSON held against the schema as its specification has it: nothing mended, nothing coerced.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    common: Common,
    /// The schema file.
    #[arg(value_name = "SCHEMA", required_unless_present = "jsonl")]
    schema: Option<PathBuf>,
    /// The file that holds the reply; standard input without it.
    #[arg(value_name = "REPLY")]
    reply: Option<PathBuf>,
}

pub(super) fn run(call: &Call) -> Result<End, Error> {
    let mut options = call.common.options();
    if call.strict {
        // The specification knows no names of types.
        options.levels.push(("name_clash".to_owned(), Level::Allow));
    }
    let Some(schema) = &call.schema else {
        return jsonl::run(&options, call.strict);
    };
    let sources = super::sources(std::slice::from_ref(schema), &options)?;
    let reader = Reader::new(sources, &options, call.strict)?;
    let reply = text_of(call.reply.as_deref())?;
    match reader.read(&reply, &Policy::lenient()) {
        Ok(read) => {
            // Standard error has no buffer of its own, and there may be thousands.
            let mut out = BufWriter::new(std::io::stderr().lock());
            let told = read.repairs.iter().try_for_each(|repair| writeln!(out, "{repair}")).and_then(|()| out.flush());
            told.map_err(|error| Error::io("cannot write to standard error", error))?;
            println!("{}", read.value);
            Ok(End::Done)
        }
        Err(feedback) => {
            eprintln!("{feedback}");
            Ok(End::No)
        }
    }
}

fn text_of(path: Option<&std::path::Path>) -> Result<String, Error> {
    let (name, bytes) = match path {
        Some(path) => (path.display().to_string(), std::fs::read(path)),
        None => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            ("standard input".to_owned(), read.map(|_| bytes))
        }
    };
    let bytes = bytes.map_err(|error| Error::io(format!("cannot read `{name}`"), error))?;
    // A model's client hands over text; a broken byte in a recorded file is no reason to stop.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A schema that replies are read by.
pub(super) struct Reader {
    how: How,
}

enum How {
    /// Into the type, leniently.
    Typed(Shape),
    /// Against the assertions of the whole schema, as the specification has them.
    Strict(&'static nucleo_runtime::shape::Table, nucleo_runtime::shape::RuleId),
}

/// What was read.
pub(super) struct Read {
    pub(super) value: String,
    pub(super) repairs: Vec<Repair>,
}

impl Reader {
    pub(super) fn new(sources: Sources, options: &Options, strict: bool) -> Result<Self, Error> {
        let loaded = Loaded::new(sources, options)?;
        let resolved = loaded.resolve(options)?;
        let shapes = loaded.shapes(&resolved, options, strict);
        let file = loaded.ir.files.first();
        let root = file.and_then(|file| file.root.or(file.answers.first().copied()));
        let rule = file.and_then(|file| file.rule).and_then(|rule| shapes.rule(rule));
        let how = match (strict, rule, root) {
            (true, Some(rule), _) => How::Strict(shapes.table, rule),
            (_, _, Some(root)) => How::Typed(Shape {
                table: shapes.table,
                id: shapes.of(root),
                profile: leaked(resolved.settings(root).run),
            }),
            _ => return Err(no_type(&loaded)),
        };
        Ok(Self { how })
    }

    /// The value as JSON, or why there is none.
    pub(super) fn read(&self, reply: &str, policy: &Policy) -> Result<Read, String> {
        match self.how {
            How::Typed(shape) => {
                let reading = nucleo_runtime::read_as_with(&shape, reply, policy, Stop::End)
                    .map_err(|rejection| rejection.feedback())?;
                Ok(Read { value: reading.value.to_string(), repairs: reading.repairs })
            }
            How::Strict(table, rule) => {
                let document = nucleo_runtime::document::parse(reply).map_err(|error| error.to_string())?;
                let faults = nucleo_runtime::validate(document.root(), table, rule);
                match faults.first() {
                    None => Ok(Read { value: reply.trim().to_owned(), repairs: Vec::new() }),
                    Some(fault) => Err(format!("{} at `{}`", fault.kind, fault.path)),
                }
            }
        }
    }
}

/// A file of definitions alone, none of which can be asked for.
fn no_type(loaded: &Loaded) -> Error {
    let diags = Diags::new(Vec::new());
    let name = loaded.sources.iter().next().map_or_else(String::new, |(_, source)| source.name.clone());
    diags.error_in(name, "there is no type to read").help("give the schema a root, or definitions").emit();
    // OK because an error was just reported.
    diags.stop_on_errors(&loaded.sources).expect_err("an error was reported")
}

/// For as long as the command runs, like the table beside it.
fn leaked(profile: Profile) -> &'static Profile {
    Box::leak(Box::new(profile))
}
