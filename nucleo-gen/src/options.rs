//! What a build asks for, with the defaults of a two-line build script.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Level;
use crate::emit::dialect::Dialect;
use crate::emit::dialect::limits::Limits;
use crate::emit::grammar::Grammar;
use crate::knobs::Knobs;
#[cfg(feature = "tokens")]
use crate::sizes::Rendering;

/// Everything that a user can set for a build.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    pub(crate) dates: Dates,
    pub(crate) serde: Serde,
    /// Rust types for formats: `uuid` → `uuid::Uuid`.
    pub(crate) formats: BTreeMap<String, String>,
    /// Further derives, on every type or (by name) on one.
    pub(crate) derives: Vec<(Option<String>, String)>,
    pub(crate) knobs: Knobs,
    /// Levels of lints, by name; the last word counts.
    pub(crate) levels: Vec<(String, Level)>,
    /// The draft of schemas that do not say theirs.
    pub(crate) draft: Option<String>,
    /// Prefixes of addresses, each with the folder that stands for it.
    pub(crate) maps: Vec<(String, std::path::PathBuf)>,
    /// The folders that hold artifacts alone.
    pub(crate) artifacts: Vec<std::path::PathBuf>,
    /// The roots of protobuf imports, beyond the searched folders.
    #[cfg_attr(not(feature = "proto"), expect(dead_code, reason = "only protobuf has imports"))]
    pub(crate) includes: Vec<std::path::PathBuf>,
    /// Whether messages of prost stand beside the types.
    #[cfg(feature = "prost")]
    pub(crate) prost: bool,
    /// What happens to keywords that nothing enforces.
    pub(crate) unenforced: Option<Level>,
    /// The dialects that every answer is rendered in.
    pub(crate) dialects: BTreeSet<Dialect>,
    /// Dialects that a type (`*`: each type) may do without.
    pub(crate) optional_dialects: Vec<(Dialect, String)>,
    /// The folders of templates.
    #[cfg(feature = "templates")]
    pub(crate) templates: Vec<std::path::PathBuf>,
    /// The grammars that every answer is rendered as.
    pub(crate) grammars: BTreeSet<Grammar>,
    /// The tokens that a rendering of an answer may have.
    #[cfg(feature = "tokens")]
    pub(crate) budgets: Vec<(Rendering, usize)>,
    /// The limits of the dialects.
    pub(crate) limits: Limits,
}

/// The Rust types of dates and times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dates {
    /// Texts, checked and brought to one ISO form.
    #[default]
    Text,
    /// Types of the `jiff` crate; needs the feature `jiff` of `nucleo-runtime`.
    Jiff,
    /// Types of the `chrono` crate; needs the feature `chrono` of `nucleo-runtime`.
    Chrono,
}

/// How generated types come by `Serialize` and `Deserialize`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Serde {
    /// Through the same shape that replies are read by: what any format delivers is checked against the contract.
    #[default]
    Bridge,
    /// By serde's own derives, for those who want its attributes or a format that is not self-describing; needs `serde`
    /// with `derive` among the crate's dependencies.
    Derive,
    /// Not at all.
    Off,
}
