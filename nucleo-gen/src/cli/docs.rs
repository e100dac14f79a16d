//! `nucleo-gen docs`.

use std::path::PathBuf;

use clap::Args;

use super::loaded::Loaded;
use super::{Common, End};
use crate::emit::docs;
use crate::error::Error;
use crate::write;

#[derive(Debug, Args)]
pub(super) struct Call {
    /// The folder that the site is written to; `index.html` is its first page.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    common: Common,
    /// Schema files, or folders of them.
    #[arg(required = true, value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
}

pub(super) fn run(call: &Call) -> Result<End, Error> {
    let options = call.common.options();
    let loaded = Loaded::new(super::sources(&call.schemas, &options)?, &options)?;
    let resolved = loaded.resolve(&options)?;
    let shapes = loaded.shapes(&resolved, &options, false);
    for (path, text) in docs::site(&resolved, &shapes, &loaded.sources, &options) {
        write::file(&call.out.join(path), &text)?;
    }
    Ok(End::Done)
}
