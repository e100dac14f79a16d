//! What a writer makes of the artifacts that it meets, and of members with a note.

use std::collections::HashSet;
use std::sync::Arc;

use super::store::address;
use super::{Artifact, ArtifactStore, Held, Reference};
use crate::summary::{Note, Summarizable};
use crate::write::Writer;

/// What a writer is for.
#[derive(Debug, Default)]
pub(crate) enum Pass {
    /// Programs exchange what is written: all of it, under the names of the source.
    #[default]
    Plain,
    /// Nothing that matters is written: the artifacts are looked for.
    Gather(Gather),
    /// A person or a model reads it.
    Shown(Shown),
}

/// The artifacts that were met, each instance once.
#[derive(Debug, Default)]
pub(crate) struct Gather {
    found: Vec<Held<dyn Artifact>>,
    seen: HashSet<usize>,
}

/// What is known while a text for a person or a model is written.
#[derive(Debug)]
pub(crate) struct Shown {
    mode: Mode,
    /// Whether members are left out that are to be kept out of what a model is shown.
    hides: bool,
    store: Option<ArtifactStore>,
    /// The values that may be shortened, in the order of their nodes.
    pub(super) marks: Vec<Mark>,
    /// The artifacts whose members are being written, the innermost last.
    owners: Vec<Owner>,
}

/// How much is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Everything.
    Full,
    /// Everything, long texts shortened, lists of artifacts as digests.
    Summarized,
    /// Artifacts as their references, long texts shortened.
    References,
}

/// A value that may be shortened.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) node: u32,
    pub(super) settings: Summarizable,
    /// Whether it is a text by its type.
    pub(super) is_text: bool,
    /// Where its summary is kept, if it is a part of an artifact: the artifact, and the pointer from there.
    pub(super) key: Option<(Reference, String)>,
}

#[derive(Debug)]
struct Owner {
    address: usize,
    reference: Option<Reference>,
    /// How many containers are open around it.
    depth: usize,
}

/// What a writer does in the place of an artifact that is at hand.
pub(super) enum Step {
    /// It writes the members.
    Enter,
    /// It writes the members, and tells when it is done.
    EnterOwner,
    /// It writes a reference under this name.
    Refer(&'static str, Reference),
    /// It writes nothing that matters.
    Skip,
}

impl Pass {
    /// What to do in the place of an artifact, inside so many containers.
    pub(super) fn meet(&mut self, held: impl FnOnce() -> Held<dyn Artifact>, depth: usize) -> Step {
        match self {
            Self::Plain => Step::Enter,
            Self::Gather(gather) => {
                if gather.note(held()) {
                    Step::Enter
                } else {
                    Step::Skip
                }
            }
            Self::Shown(shown) => shown.meet(&held(), depth),
        }
    }

    /// Leaves the innermost artifact.
    pub(super) fn leave(&mut self) {
        if let Self::Shown(shown) = self {
            shown.owners.pop();
        }
    }

    /// The name of a reference in the place of an artifact.
    pub(super) fn reference_name(&self) -> &'static str {
        match self {
            Self::Shown(Shown { mode: Mode::References, .. }) => AT_REF,
            _ => super::place::NAME,
        }
    }

    /// Whether members go by the names that a model sees.
    pub(crate) fn is_shown(&self) -> bool {
        matches!(self, Self::Shown(_))
    }

    /// Whether a list of artifacts is told by its first members.
    pub(super) fn digests(&self) -> bool {
        matches!(self, Self::Shown(Shown { mode: Mode::Summarized, .. }))
    }

    /// Whether a member with this note is written.
    pub(crate) fn shows(&self, note: &Note) -> bool {
        !note.context_ignore || !matches!(self, Self::Shown(Shown { hides: true, .. }))
    }
}

/// What a reference is called where a model reads it.
const AT_REF: &str = "@ref";

impl Shown {
    pub(super) fn new(mode: Mode, hides: bool, store: Option<ArtifactStore>) -> Self {
        Self { mode, hides, store, marks: Vec::new(), owners: Vec::new() }
    }

    /// Where the value that is written is itself the content of an artifact.
    pub(super) fn inside(mut self, artifact: &Arc<dyn Artifact>, reference: Option<Reference>) -> Self {
        self.owners.push(Owner { address: address(artifact), reference, depth: 0 });
        self
    }

    fn meet(&mut self, held: &Held<dyn Artifact>, depth: usize) -> Step {
        let Some(artifact) = held.get() else { return Step::Skip };
        if self.mode == Mode::References {
            let reference = self.store.as_ref().map(|store| store.refer(artifact, held.reference()));
            // OK because a writing with references has a store.
            return reference.map_or(Step::Skip, |reference| Step::Refer(AT_REF, reference));
        }
        let address = address(artifact);
        let known = self.store.as_ref().and_then(|store| store.reference(artifact));
        let reference = known.or_else(|| held.reference());
        // An artifact of a hand-written type may lead back to itself.
        if self.owners.iter().any(|it| it.address == address) {
            return reference.map_or(Step::Skip, |reference| Step::Refer(super::place::NAME, reference));
        }
        self.owners.push(Owner { address, reference, depth });
        Step::EnterOwner
    }
}

impl Writer {
    /// Notes that the value at `node`, a member of what is open, may be shortened.
    pub(crate) fn mark(&mut self, node: u32, settings: Summarizable, is_text: bool) {
        let Pass::Shown(Shown { mode, owners, .. }) = &self.pass else { return };
        if *mode == Mode::Full {
            return;
        }
        let owner = owners.last().and_then(|it| Some((it.reference.clone()?, it.depth)));
        let key = owner.map(|(reference, depth)| (reference, self.pointer(depth, node)));
        if let Pass::Shown(shown) = &mut self.pass {
            shown.marks.push(Mark { node, settings, is_text, key });
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
        Pass::Plain | Pass::Shown(_) => Vec::new(),
    }
}
