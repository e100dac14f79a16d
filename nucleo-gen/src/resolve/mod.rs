//! What later phases need beside the IR: names and cycles.

pub(crate) mod canon;
pub(crate) mod clash;
pub(crate) mod cycles;
mod distinct;
mod ident;
mod letters;
pub(crate) mod names;
#[cfg(test)]
mod props;

use crate::diag::Diags;
use crate::ir::Ir;
use crate::options::Names as Spelling;
use crate::resolve::cycles::Boxed;
use crate::resolve::names::Names;

/// The IR with the tables beside it: what every back end reads.
#[derive(Debug)]
pub(crate) struct Resolved<'i> {
    pub(crate) ir: &'i Ir,
    pub(crate) names: Names,
    pub(crate) boxed: Boxed,
}

/// Names everything and finds the cycles.
pub(crate) fn all<'i>(ir: &'i Ir, spelling: Spelling, diags: &Diags) -> Resolved<'i> {
    let mut names = names::assign(ir, spelling, diags);
    clash::settle(ir, &mut names, diags);
    Resolved { ir, names, boxed: cycles::find(ir) }
}
