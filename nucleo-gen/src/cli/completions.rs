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
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if call.shell == Shell::Bash {
        // clap_complete 4.6 sets the calls of a command with a hyphen under one name and looks them up under another.
        script = script.replace("nucleo__subcmd__gen", "nucleo__gen");
    }
    super::print(script.as_bytes())?;
    Ok(End::Done)
}
