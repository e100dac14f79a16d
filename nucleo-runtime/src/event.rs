//! What an observer of an exchange is told.

use crate::fault::Fault;
use crate::repair::Repair;

/// What became of one reply. Nothing in it was written by the model.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The reply fits as it is.
    Accepted {
        /// The number of the attempt, from 1.
        attempt: usize,
    },
    /// The reply fits after some mending.
    Mended {
        /// The number of the attempt, from 1.
        attempt: usize,
        /// What was mended.
        repairs: &'e [Repair],
    },
    /// The reply was cut off at the length limit, and is asked for again with a higher one.
    Cut,
    /// The reply does not fit.
    Refused {
        /// The number of the attempt, from 1.
        attempt: usize,
        /// In which ways it does not fit.
        faults: &'e [Fault],
        /// Whether a correction is asked for.
        again: bool,
    },
    /// The reply does not fit, and no correction is left.
    Exhausted {
        /// The number of replies.
        attempts: usize,
    },
}

impl Event<'_> {
    /// The event's stable name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Accepted { .. } => "accepted",
            Self::Mended { .. } => "mended",
            Self::Cut => "cut",
            Self::Refused { .. } => "refused",
            Self::Exhausted { .. } => "exhausted",
        }
    }
}
