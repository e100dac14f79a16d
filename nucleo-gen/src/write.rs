//! The one place that writes files.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// Writes a file, unless it holds these bytes already: what did not change keeps its time, and cargo builds nothing.
pub(crate) fn file(path: &Path, text: &str) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Error::io(format!("cannot make `{}`", folder.display()), error))?;
    }
    fs::write(path, text).map_err(|error| Error::io(format!("cannot write `{}`", path.display()), error))
}
