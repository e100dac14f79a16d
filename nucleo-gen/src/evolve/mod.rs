//! What an edit of a schema breaks: the answers that are stored, the programs that are built, the code that calls.
//!
//! Two resolved IRs are walked side by side ([`walk`]); whether all that one type writes is read by another is a question
//! of its own ([`fits`]), which knows what the reader takes generously: other spellings, casing, one item for a list.

mod fits;
mod group;
#[cfg(feature = "cli")]
pub(crate) mod json;
mod place;
mod prose;
mod record;
pub(crate) mod revision;
mod tell;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use crate::diag::{Diags, Level, Lint, Span};
use crate::error::Error;
use crate::front;
use crate::ir::Ir;
use crate::options::Options;
use crate::report::Message;
use crate::resolve::{self, Resolved};
use crate::source::Sources;
use revision::Place;

pub(crate) const BREAKS_STORED_ANSWERS: Lint = Lint { name: "breaks_stored_answers", default: Level::Deny };
pub(crate) const BREAKS_OLD_BINARIES: Lint = Lint { name: "breaks_old_binaries", default: Level::Deny };
pub(crate) const BREAKS_SOURCE: Lint = Lint { name: "breaks_source", default: Level::Warn };
pub(crate) const CHANGES_PROMPT: Lint = Lint { name: "changes_prompt", default: Level::Allow };

/// What an edit does, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// The new reader refuses, or loses a part of, answers that the old schema asked for.
    StoredAnswers,
    /// A program that was built from the old schema refuses answers that the new schema asks for.
    OldBinaries,
    /// Code that uses the generated types compiles no more.
    Source,
    /// A model is shown another text, so that its answers may drift.
    Prompt,
}

impl Class {
    #[cfg(feature = "cli")]
    pub(crate) const ALL: [Self; 4] = [Self::StoredAnswers, Self::OldBinaries, Self::Source, Self::Prompt];

    pub(crate) fn lint(self) -> Lint {
        match self {
            Self::StoredAnswers => BREAKS_STORED_ANSWERS,
            Self::OldBinaries => BREAKS_OLD_BINARIES,
            Self::Source => BREAKS_SOURCE,
            Self::Prompt => CHANGES_PROMPT,
        }
    }

    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::StoredAnswers => "breaks stored answers",
            Self::OldBinaries => "breaks old binaries",
            Self::Source => "breaks source",
            Self::Prompt => "changes the prompt",
        }
    }
}

/// One edit.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    /// `Ticket.level`
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the command tells it"))]
    pub(crate) place: String,
    /// What was edited, as one sentence.
    pub(crate) what: String,
    /// What it does, and why; nothing for a safe one.
    pub(crate) effects: Vec<(Class, String)>,
    /// What else there is to say.
    pub(crate) notes: Vec<String>,
    pub(crate) help: Option<String>,
    pub(crate) old: Option<Span>,
    pub(crate) new: Option<Span>,
}

/// One version of the schemas.
pub(crate) struct Version {
    pub(crate) sources: Sources,
    pub(crate) ir: Ir,
    /// Where it was read from, for names in messages.
    pub(crate) place: Place,
}

impl Version {
    /// Reads the schemas of a folder or of a revision.
    pub(crate) fn read(place: Place, options: &Options) -> Result<Self, Error> {
        let diags = Diags::new(options.levels.clone());
        let mut sources = Sources::load(std::slice::from_ref(&place.path), &diags);
        let ir = front::read(&mut sources, options, &diags);
        diags.stop_on_errors(&sources).map_err(|error| error.renamed(|file| place.show(file)))?;
        drop(diags.take());
        Ok(Self { sources, ir, place })
    }

    /// The schemas of a build.
    pub(crate) fn of_build(mut sources: Sources, options: &Options) -> Result<Self, Error> {
        let diags = Diags::new(options.levels.clone());
        let ir = front::read(&mut sources, options, &diags);
        diags.stop_on_errors(&sources)?;
        drop(diags.take());
        Ok(Self { sources, ir, place: Place::here(".") })
    }

    fn resolve(&self, options: &Options) -> Result<Resolved<'_>, Error> {
        let diags = Diags::new(options.levels.clone());
        let resolved = resolve::all(&self.ir, &options.knobs, &diags);
        diags.stop_on_errors(&self.sources).map_err(|error| error.renamed(|file| self.place.show(file)))?;
        drop(diags.take());
        Ok(resolved)
    }
}

/// Every edit between two versions, in the order of the new one.
pub(crate) fn edits(old: &Version, new: &Version, options: &Options) -> Result<Vec<Edit>, Error> {
    let (one, two) = (old.resolve(options)?, new.resolve(options)?);
    Ok(walk::all((&one, &old.sources), (&two, &new.sources)))
}

/// The edits that some level tells of, as diagnostics; safe ones are none.
pub(crate) fn messages(old: &Version, new: &Version, edits: &[Edit], options: &Options) -> Vec<Message> {
    let diags = Diags::new(options.levels.clone());
    edits.iter().filter_map(|edit| tell::message(old, new, edit, &diags)).collect()
}
