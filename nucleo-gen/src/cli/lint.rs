//! `nucleo-gen lint`.

use std::path::PathBuf;

use clap::Args;

use super::{Common, End, Format};
use crate::check::FOR_MODELS;
use crate::diag::{Level, Severity};
use crate::emit::Layout;
use crate::error::Error;
use crate::flow;
use crate::report::{self, Message};

#[derive(Debug, Args)]
pub(super) struct Call {
    #[command(flatten)]
    common: Common,
    /// Schema files, or folders of them.
    #[arg(required = true, value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
}

pub(super) fn run(call: &Call, format: Format) -> Result<End, Error> {
    let mut options = call.common.options();
    // Who calls this asks for them; an `--allow` stands behind them.
    let asked = FOR_MODELS.iter().map(|name| ((*name).to_owned(), Level::Warn));
    options.levels = asked.chain(options.levels).collect();
    let mut sources = super::sources(&call.schemas, &options)?;
    match flow::generate(&mut sources, &options, Layout::Nested) {
        Ok(output) => {
            told(format, &report::messages(&sources, &output.warnings));
            Ok(End::Done)
        }
        // A schema that only lints refuse is a good one, and the answer is no.
        Err(error) if error.messages().iter().all(|it| it.severity == Severity::Warning || it.lint.is_some()) => {
            told(format, error.messages());
            Ok(End::No)
        }
        Err(error) => Err(error),
    }
}

fn told(format: Format, messages: &[Message]) {
    super::tell(format, messages);
    if format == Format::Human && !messages.is_empty() {
        eprintln!("\n{}", super::summary(messages));
    }
}
