//! What may be mended, and the limits.

use crate::dialect::Dialect;
use crate::profile::Profile;
use crate::repair::RepairKind;

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stop {
    /// It came to its end.
    #[default]
    End,
    /// It met the limit of its length: what it wrote is cut off.
    Length,
}

/// What becomes of a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is made, and not listed.
    Allow,
    /// It is made and listed.
    Note,
    /// It is a fault.
    Refuse,
}

/// What may be mended in a reply, and how large a reply may be.
///
/// ```
/// use nucleo_runtime::policy::{Policy, Verdict};
/// use nucleo_runtime::repair::RepairKind;
///
/// let policy = Policy::lenient().on(RepairKind::Duplicate, Verdict::Refuse).max_bytes(100_000);
/// # let _ = policy;
/// ```
#[derive(Debug, Clone)]
pub struct Policy {
    verdicts: [Verdict; RepairKind::ALL.len()],
    pub(crate) depth: u32,
    pub(crate) bytes: usize,
    pub(crate) repairs: usize,
    pub(crate) faults: usize,
    pub(crate) undeclared: bool,
    #[cfg(feature = "artifacts")]
    pub(crate) artifacts: Option<crate::artifact::ArtifactStore>,
}

impl Policy {
    /// All that has one sensible reading is mended, and listed.
    pub const fn lenient() -> Self {
        Self::all(Verdict::Note)
    }

    /// Nothing is mended, but for what stands around the answer, defaults, and members that are ignored.
    pub fn strict() -> Self {
        use RepairKind::{Candidate, Default, Fence, Prose, Thinking, Unknown, Wrapping};
        let around = [Fence, Prose, Wrapping, Thinking, Candidate, Default, Unknown];
        around.into_iter().fold(Self::all(Verdict::Refuse), |policy, kind| policy.on(kind, Verdict::Note))
    }

    const fn all(verdict: Verdict) -> Self {
        Self {
            verdicts: [verdict; RepairKind::ALL.len()],
            depth: 128,
            bytes: u32::MAX as usize,
            repairs: 1 << 16,
            faults: 1_000,
            undeclared: false,
            #[cfg(feature = "artifacts")]
            artifacts: None,
        }
    }

    /// What becomes of a kind of repair.
    #[must_use]
    pub fn on(mut self, kind: RepairKind, verdict: Verdict) -> Self {
        // OK because there is a verdict for each kind.
        self.verdicts[kind as usize] = verdict;
        self
    }

    /// How deep lists and objects may nest; 128, and at most that: what reads the value deeper would recurse too deep.
    #[must_use]
    pub fn max_depth(mut self, depth: u32) -> Self {
        self.depth = depth.min(128);
        self
    }

    /// How long a reply may be.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes.min(u32::MAX as usize);
        self
    }

    /// How many repairs are made; 65,536.
    #[must_use]
    pub fn max_repairs(mut self, repairs: usize) -> Self {
        self.repairs = repairs;
        self
    }

    /// How many faults are listed; 1,000.
    #[must_use]
    pub fn max_faults(mut self, faults: usize) -> Self {
        self.faults = faults.max(1);
        self
    }

    /// Whether a value without a type keeps the members that its shape does not declare, where it is open to them.
    #[must_use]
    pub fn keep_undeclared(mut self, keep: bool) -> Self {
        self.undeclared = keep;
        self
    }

    /// Where the artifacts are held that a reply may point at. Without it, references stay references.
    #[cfg(feature = "artifacts")]
    #[must_use]
    pub fn artifacts(mut self, store: &crate::artifact::ArtifactStore) -> Self {
        self.artifacts = Some(store.clone());
        self
    }

    /// Takes the forms that a dialect asks for as they are: they are neither listed nor refused.
    #[must_use]
    pub fn dialect(self, dialect: &Dialect) -> Self {
        dialect.forms.iter().fold(self, |policy, kind| policy.on(kind, Verdict::Allow))
    }

    /// What becomes of a kind of repair in a reply that is read by `profile`: what either refuses is refused.
    pub(crate) fn verdict(&self, kind: RepairKind, profile: &Profile) -> Verdict {
        // OK because there is a verdict for each kind.
        if profile.refuse.has(kind) { Verdict::Refuse } else { self.verdicts[kind as usize] }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::lenient()
    }
}
