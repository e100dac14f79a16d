//! What a writer makes of the artifacts that it meets.

use std::collections::HashSet;
use std::sync::Arc;

use super::store::address;
use super::{Artifact, Held};
use crate::write::Writer;

/// What is written in the place of an artifact that is at hand.
#[derive(Debug, Default)]
pub(crate) enum Pass {
    /// All of it.
    #[default]
    Full,
    /// Nothing that matters: the artifacts are looked for.
    Gather(Gather),
}

/// The artifacts that were met, each instance once.
#[derive(Debug, Default)]
pub(crate) struct Gather {
    found: Vec<Held<dyn Artifact>>,
    seen: HashSet<usize>,
}

impl Pass {
    /// Whether the artifact's own members are written.
    pub(crate) fn enters(&mut self, held: impl FnOnce() -> Held<dyn Artifact>) -> bool {
        match self {
            Self::Full => true,
            Self::Gather(gather) => gather.note(held()),
        }
    }
}

impl Gather {
    /// Notes an artifact; whether it is a new one, whose own are still to be found.
    fn note(&mut self, held: Held<dyn Artifact>) -> bool {
        let is_new = held.get().is_some_and(|artifact| self.seen.insert(address(artifact)));
        if is_new {
            self.found.push(held);
        }
        is_new
    }
}

/// The artifacts that an artifact holds, at any depth.
pub(super) fn within(artifact: &Arc<dyn Artifact>) -> Vec<Held<dyn Artifact>> {
    let seen = HashSet::from([address(artifact)]);
    let mut out = Writer::new();
    out.pass = Pass::Gather(Gather { found: Vec::new(), seen });
    artifact.to_node(&mut out);
    match std::mem::take(&mut out.pass) {
        Pass::Gather(gather) => gather.found,
        Pass::Full => Vec::new(),
    }
}
