//! Schemas at run time: the same IR and the same table that generated code comes from.

use crate::diag::Diags;
use crate::emit::shape::{self, Shapes};
use crate::error::Error;
use crate::ir::Ir;
use crate::options::Options;
use crate::resolve::{self, Resolved};
use crate::source::Sources;
use crate::{check, front};

/// Schemas that were read.
pub(super) struct Loaded {
    pub(super) sources: Sources,
    pub(super) ir: Ir,
}

impl Loaded {
    pub(super) fn new(mut sources: Sources, options: &Options) -> Result<Self, Error> {
        let diags = Diags::new(options.levels.clone());
        let mut ir = front::read(&mut sources, options, &diags);
        diags.stop_on_errors(&sources)?;
        check::defaults::drop_unfit(&mut ir, options);
        // Warnings belong to `generate`: here they would stand between a program and its answer.
        drop(diags.take());
        Ok(Self { sources, ir })
    }

    /// The tables beside the IR.
    pub(super) fn resolve(&self, options: &Options) -> Result<Resolved<'_>, Error> {
        let diags = Diags::new(options.levels.clone());
        let resolved = resolve::all(&self.ir, &options.knobs, &diags);
        diags.stop_on_errors(&self.sources)?;
        drop(diags.take());
        Ok(resolved)
    }

    /// The table of all types, with the rules of whole files where `whole` asks for them.
    pub(super) fn shapes(&self, resolved: &Resolved<'_>, options: &Options, whole: bool) -> Shapes {
        shape::build(resolved, options, whole)
    }
}
