//! The whole flow, phase by phase.

use crate::diag::{Diagnostic, Diags};
use crate::emit::shape::Shapes;
use crate::emit::{self, Layout, shape};
use crate::error::Error;
use crate::ir::Ir;
use crate::options::Options;
use crate::resolve::{self, Resolved};
use crate::source::Sources;
use crate::{check, front};

/// What a build made.
pub(crate) struct Output {
    pub(crate) text: String,
    /// The Rust name of the root type, where there is one file with one.
    pub(crate) root: Option<String>,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Generates the code of all sources.
pub(crate) fn generate(sources: &mut Sources, options: &Options, layout: Layout) -> Result<Output, Error> {
    let diags = Diags::new(options.levels.clone());
    let ir = front::read(sources, options, &diags);
    diags.stop_on_errors(sources)?;
    let resolved = resolve::all(&ir, options.names, &diags);
    check::all(&resolved, options, &diags);
    diags.stop_on_errors(sources)?;
    let shapes = shape::build(&resolved, options, false);
    let text = emit::all(&resolved, &shapes, sources, options, layout, &diags);
    diags.stop_on_errors(sources)?;
    Ok(Output { text, root: root_of(&resolved), warnings: diags.take() })
}

fn root_of(cx: &Resolved<'_>) -> Option<String> {
    let [file] = cx.ir.files.as_slice() else { return None };
    file.root.map(|id| cx.names[id].rust.clone())
}

/// A schema at run time: the IR that everything is rendered from, and the table that replies are read by.
pub(crate) struct Loaded {
    pub(crate) sources: Sources,
    pub(crate) ir: Ir,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Reads schemas at run time.
pub(crate) fn load(mut sources: Sources, options: &Options) -> Result<Loaded, (Sources, Error)> {
    let diags = Diags::new(options.levels.clone());
    let ir = front::read(&mut sources, options, &diags);
    match diags.stop_on_errors(&sources) {
        Ok(()) => Ok(Loaded { sources, ir, warnings: diags.take() }),
        Err(error) => Err((sources, error)),
    }
}

impl Loaded {
    /// The tables beside the IR.
    pub(crate) fn resolve(&self, options: &Options) -> Result<Resolved<'_>, Error> {
        let diags = Diags::new(options.levels.clone());
        let resolved = resolve::all(&self.ir, options.names, &diags);
        diags.stop_on_errors(&self.sources)?;
        let _warnings_come_with_generate = diags.take();
        Ok(resolved)
    }

    /// The table of all types, with the rules of whole files where `whole` asks for them.
    pub(crate) fn shapes(&self, resolved: &Resolved<'_>, options: &Options, whole: bool) -> Shapes {
        shape::build(resolved, options, whole)
    }
}
