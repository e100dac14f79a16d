//! `nucleo-gen man`.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_mangen::Man;

use super::{Command, End};
use crate::error::Error;

#[derive(Debug, Args)]
pub(super) struct Call {
    /// The folder that the page of the command and that of each call are written to.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(call: &Call) -> Result<End, Error> {
    // `help` is no call with a page of its own.
    let mut command = Command::command().disable_help_subcommand(true);
    let Some(folder) = &call.out else {
        super::print(&page(command)?)?;
        return Ok(End::Done);
    };
    // What every call takes stands in each page, and a call is named with its command.
    command.build();
    let calls = command.get_subcommands().cloned();
    for it in std::iter::once(command.clone()).chain(calls) {
        let name = it.get_display_name().unwrap_or("nucleo-gen").to_owned();
        let text = String::from_utf8_lossy(&page(it)?).into_owned();
        crate::write::file(&folder.join(format!("{name}.1")), &text)?;
    }
    Ok(End::Done)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| Error::io("cannot write the page", error))?;
    Ok(page)
}
