//! The one place that writes files.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::error::Error;

/// Writes a file, unless it holds these bytes already: what did not change keeps its time, and cargo builds nothing.
pub(crate) fn file(path: &Path, text: &str) -> Result<(), Error> {
    if holds(path, text.as_bytes()).unwrap_or(false) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Error::io(format!("cannot make `{}`", folder.display()), error))?;
    }
    fs::write(path, text).map_err(|error| Error::io(format!("cannot write `{}`", path.display()), error))
}

/// Whether a file holds these bytes, a buffer at a time: code of a large package is tens of megabytes.
fn holds(path: &Path, mut bytes: &[u8]) -> io::Result<bool> {
    let file = File::open(path)?;
    if file.metadata()?.len() != bytes.len() as u64 {
        return Ok(false);
    }
    let mut reader = BufReader::new(file);
    loop {
        let part = reader.fill_buf()?;
        let Some(rest) = bytes.strip_prefix(part) else { return Ok(false) };
        let len = part.len();
        if len == 0 {
            return Ok(rest.is_empty());
        }
        bytes = rest;
        reader.consume(len);
    }
}
