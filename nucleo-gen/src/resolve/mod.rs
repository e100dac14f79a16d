//! What later phases need beside the IR: names and cycles.

pub(crate) mod cycles;
pub(crate) mod names;
