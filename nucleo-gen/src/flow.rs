//! The whole flow, phase by phase.

use std::path::PathBuf;

use crate::diag::{Diagnostic, Diags};
use crate::emit::shape::{self, Shapes};
use crate::emit::{self, Extra, Layout};
use crate::error::Error;
use crate::options::Options;
use crate::resolve::{self, Resolved};
use crate::source::Sources;
use crate::{check, front};

/// What a build made.
pub(crate) struct Output {
    pub(crate) text: String,
    /// The Rust name of the root type, where there is one file with one.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the command tells it"))]
    pub(crate) root: Option<String>,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// The sources at these paths.
pub(crate) fn load(paths: &[PathBuf], options: &Options, diags: &Diags) -> Result<Sources, Error> {
    let mut sources = Sources::load(paths, diags);
    if diags.has_errors() {
        // The faults of the files that could be read are told in the same run.
        front::read(&mut sources, options, diags);
    }
    diags.stop_on_errors(&sources)?;
    Ok(sources)
}

/// Generates the code of all sources.
pub(crate) fn generate(sources: &mut Sources, options: &Options, layout: Layout) -> Result<Output, Error> {
    let emit = |Checked { cx, shapes, sources, prompts, diags }: Checked<'_>| {
        (emit::all(cx, shapes, sources, options, layout, prompts, diags), root_of(cx))
    };
    let ((text, root), warnings) = render(sources, options, layout, emit)?;
    Ok(Output { text, root, warnings })
}

/// What every back end reads, once it was found to be without faults.
pub(crate) struct Checked<'a> {
    pub(crate) cx: &'a Resolved<'a>,
    pub(crate) shapes: &'a Shapes,
    pub(crate) sources: &'a Sources,
    pub(crate) prompts: Vec<Extra>,
    pub(crate) diags: &'a Diags,
}

/// Takes all sources through every phase up to the last one, which is `emit`; with the warnings.
pub(crate) fn render<T>(
    sources: &mut Sources,
    options: &Options,
    #[cfg_attr(not(feature = "templates"), expect(unused_variables, reason = "only templates name modules"))]
    layout: Layout,
    emit: impl FnOnce(Checked<'_>) -> T,
) -> Result<(T, Vec<Diagnostic>), Error> {
    let diags = Diags::new(options.levels.clone());
    let mut ir = front::read(sources, options, &diags);
    diags.stop_on_errors(sources)?;
    check::defaults::drop_unfit(&mut ir, options);
    #[cfg_attr(not(feature = "templates"), expect(unused_mut, reason = "only templates change it"))]
    let mut resolved = resolve::all(&ir, &options.knobs, &diags);
    #[cfg(feature = "templates")]
    let prompts = crate::templates::all(&mut resolved, sources, options, layout, &diags);
    #[cfg(not(feature = "templates"))]
    let prompts = Vec::new();
    check::skipped(sources, &diags);
    check::all(&resolved, options, &diags);
    check::folders(&resolved, sources, options, &diags);
    diags.stop_on_errors(sources)?;
    let shapes = shape::build(&resolved, options, false);
    check::values::all(&ir, &shapes, sources, &diags);
    diags.stop_on_errors(sources)?;
    #[cfg(feature = "tokens")]
    crate::sizes::check(&resolved, sources, options, &diags);
    let made = emit(Checked { cx: &resolved, shapes: &shapes, sources, prompts, diags: &diags });
    diags.stop_on_errors(sources)?;
    Ok((made, diags.take()))
}

/// The root type of the first file, the one that was asked for where it is one.
fn root_of(cx: &Resolved<'_>) -> Option<String> {
    let id = cx.ir.files.first()?.root?;
    Some(cx.names[id].rust.clone())
}
