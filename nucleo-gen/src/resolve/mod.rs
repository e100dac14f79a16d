//! What later phases need beside the IR: names and cycles.

pub(crate) mod artifacts;
pub(crate) mod canon;
pub(crate) mod clash;
pub(crate) mod cycles;
mod distinct;
pub(crate) mod ident;
pub(crate) mod kinds;
mod letters;
pub(crate) mod names;
#[cfg(test)]
mod props;

use crate::diag::Diags;
use crate::ir::{DeclId, Ir, Value};
use crate::json::Json;
use crate::knobs::{self, Knobs, Names as Spelling, Settings};
use crate::resolve::artifacts::Holders;
use crate::resolve::canon::{Grain, View};
use crate::resolve::cycles::Boxed;
use crate::resolve::names::Names;

/// The IR with the tables beside it: what every back end reads.
#[derive(Debug)]
pub(crate) struct Resolved<'i> {
    pub(crate) ir: &'i Ir,
    pub(crate) names: Names,
    pub(crate) boxed: Boxed,
    pub(crate) holders: Holders,
    /// By [`DeclId`].
    settings: Vec<Settings>,
}

impl Resolved<'_> {
    /// The types with their knobs, for a digest.
    pub(crate) fn view(&self, grain: Grain) -> View<'_> {
        View { ir: self.ir, grain, settings: Some(&self.settings) }
    }

    /// Replaces sentences that the runtime says, by their names, in the settings of every type.
    #[cfg(feature = "templates")]
    pub(crate) fn reword(&mut self, words: &[(String, String)]) {
        for settings in &mut self.settings {
            let mut wording = *settings.run.wording;
            for (name, text) in words {
                let found = wording.texts_mut().into_iter().find(|(known, _)| known == name);
                // Leaked, as the shapes are: a build script is short-lived.
                found.into_iter().for_each(|(_, place)| *place = Box::leak(text.clone().into_boxed_str()));
            }
            settings.run.wording = Box::leak(Box::new(wording));
        }
    }

    /// An enum's value as a model sees it.
    pub(crate) fn shown<'v>(&self, id: DeclId, value: &'v Value) -> &'v Json {
        let shown = value.shown.as_ref().filter(|_| self.settings(id).names == Spelling::Snake);
        shown.unwrap_or(&value.json)
    }

    /// The knobs as they stand for a type.
    pub(crate) fn settings(&self, id: DeclId) -> &Settings {
        // OK because there is one entry for each type.
        &self.settings[id.0 as usize]
    }
}

/// Settles the knobs, names everything and finds the cycles.
pub(crate) fn all<'i>(ir: &'i Ir, build: &Knobs, diags: &Diags) -> Resolved<'i> {
    let settings = knobs::settle(ir, build);
    let mut names = names::assign(ir, &settings, diags);
    clash::settle(ir, &mut names, diags);
    Resolved { ir, names, boxed: cycles::find(ir), holders: artifacts::find(ir), settings }
}
