//! Snapshots of all that the schemas of a repository become, for the tests of a crate; feature `snapshot`.
//!
//! One call records every rendering of every answer with [insta](https://insta.rs), so that a review shows what an edit
//! of a schema changes: in the Rust types, in what a model is shown, in each provider's dialect.
//!
//! ```no_run
//! // tests/schemas.rs
//! #[test]
//! fn ok_schemas_are_as_recorded() {
//!     nucleo_gen::assert_snapshots!(nucleo_gen::Builder::new().schemas("schemas"));
//! }
//! ```
//!
//! The snapshots stand in `snapshots/` beside the test:
//!
//! | file | holds |
//! | --- | --- |
//! | `answers.snap` | a line for each answer: its path, its schema file, its fingerprint. A schema that is gone is seen here |
//! | `office.invoice.rust.snap` | the types of one schema file |
//! | `office.invoice.ledger.snap` | those of its keywords that nothing enforces, or that a decision of the generator changes |
//! | `office.invoice.Invoice.notation.snap`, `.json_schema`, `.model_schema` | what programs and models are shown |
//! | `….notation_native.snap`, `….model_schema_native.snap` | the same for models that reason natively, where that differs |
//! | `….openai.snap`, `….gbnf.snap` and so on | each dialect and grammar with what it cannot say, or why it refuses the type |
//! | `….tool.snap`, `….envelope.snap` | a tool as it is listed, the envelope of an agent's answer |
//! | `support.prompts.snap` | the functions of the templates of a folder |
//!
//! Names come from modules and types, so they stay when another schema is added, and no path of a machine stands in any
//! of them. Dialects and grammars are those that the builder names, or all where it names none. All differences are
//! told in one run; `cargo insta review` takes them over, and so does `INSTA_UPDATE=always cargo test`.
//!
//! Where a test has [settings](insta::Settings) of its own bound, as another `snapshot_path`, they hold here, too.

use std::panic::{AssertUnwindSafe, catch_unwind};

#[doc(hidden)]
pub use insta;

use crate::builder::Builder;
use crate::emit::{Layout, snapshots};
use crate::error::Error;
use crate::flow;

/// One rendering, under the name of its snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Snapshot {
    /// `office.invoice.Invoice.notation`
    pub name: String,
    /// The rendering.
    pub text: String,
}

/// Every rendering of the builder's schemas, for those who record them in a way of their own.
///
/// # Errors
///
/// Every fault of the schemas, with file, line and column; the error's `Debug` is the report.
pub fn all(builder: &Builder) -> Result<Vec<Snapshot>, Error> {
    let mut sources = builder.load()?;
    let (snapshots, _warnings) = flow::render(&mut sources, &builder.options, Layout::Nested, |checked| {
        snapshots::all(checked, &builder.options)
    })?;
    Ok(snapshots)
}

/// Holds every rendering of a builder's schemas against its snapshot: see [`snapshot`](crate::snapshot).
///
/// # Panics
///
/// Where a schema has a fault, with the report; or where renderings are not as recorded, after all differences were told.
#[macro_export]
macro_rules! assert_snapshots {
    ($builder:expr $(,)?) => {
        // The inner macro stands here, so that the snapshots are those of the test's own crate and folder.
        $crate::snapshot::assert_each($builder, |name, text| {
            $crate::snapshot::insta::assert_snapshot!(name, text);
        })
    };
}

#[doc(hidden)]
#[track_caller]
pub fn assert_each(builder: &Builder, assert: impl Fn(&str, &str)) {
    let snapshots = all(builder).unwrap_or_else(|error| panic!("{error:?}"));
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let differs = |it: &&Snapshot| catch_unwind(AssertUnwindSafe(|| assert(&it.name, &it.text))).is_err();
    let changed: Vec<&str> = settings.bind(|| snapshots.iter().filter(differs).map(|it| it.name.as_str()).collect());
    let (count, all) = (changed.len(), snapshots.len());
    assert!(changed.is_empty(), "{count} of {all} renderings are not as recorded:\n  {}", changed.join("\n  "));
}
