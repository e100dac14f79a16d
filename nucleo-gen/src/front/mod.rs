//! Front ends: from sources to the IR.

mod agent;
pub(crate) mod endless;
pub(crate) mod json_schema;
mod native;
#[cfg(feature = "proto")]
pub(crate) mod proto;

use crate::diag::Diags;
use crate::ir::Ir;
use crate::options::Options;
use crate::source::Sources;

/// Reads all sources. Files that they refer to join the sources.
pub(crate) fn read(sources: &mut Sources, options: &Options, diags: &Diags) -> Ir {
    let mut ir = json_schema::read(sources, options, diags);
    endless::drop_all(&mut ir, diags);
    complete(&mut ir);
    ir
}

/// Adds the types that stand in no schema.
pub(crate) fn complete(ir: &mut Ir) {
    ir.written = ir.decls.len();
    native::strip_all(ir);
    agent::wrap_all(ir);
}
