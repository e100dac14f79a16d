//! How a compiler finds files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use prost_reflect::prost_types::{FileDescriptorProto, SourceCodeInfo};
use protox::file::{ChainFileResolver, File, FileResolver};

use super::{OPTIONS, OPTIONS_NAME};

/// Who has the places and comments of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// The compiler, whose messages about faults need them. For each option of a file it looks through all places of the
    /// file, which takes half of the time of a whole run on a large one (`benches`: compute.v1).
    Given,
    /// We alone.
    Kept,
}

/// What a compiler was not given of the files that it opened, by their names.
pub(super) type Kept = Rc<RefCell<HashMap<String, Aside>>>;

/// What it was not given of one.
pub(super) struct Aside {
    pub(super) path: PathBuf,
    pub(super) places: Option<SourceCodeInfo>,
}

/// Finds files by the names of imports alone, not by what paths from the current folder would mean.
pub(super) struct ByName {
    pub(super) chain: ChainFileResolver,
    pub(super) places: Places,
    pub(super) kept: Kept,
}

impl FileResolver for ByName {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        let file = self.chain.open_file(name)?;
        let Some(path) = file.path().filter(|_| self.places == Places::Kept).map(ToOwned::to_owned) else {
            return Ok(file);
        };
        let mut descriptor = FileDescriptorProto::from(file);
        let places = descriptor.source_code_info.take();
        self.kept.borrow_mut().insert(name.to_owned(), Aside { path, places });
        Ok(File::from_file_descriptor_proto(descriptor))
    }
}

/// The file of options that this crate brings along.
pub(super) struct Own;

impl FileResolver for Own {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match name {
            OPTIONS_NAME => File::from_source(name, OPTIONS),
            _ => Err(protox::Error::file_not_found(name)),
        }
    }
}
