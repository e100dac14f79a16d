//! `nucleo-gen completions`.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Command, End};
use crate::error::Error;

#[derive(Debug, Args)]
pub(super) struct Call {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(call: &Call) -> Result<End, Error> {
    let mut script = Vec::new();
    clap_complete::generate(call.shell, &mut Command::command(), "nucleo-gen", &mut script);
    super::print(&script)?;
    Ok(End::Done)
}
