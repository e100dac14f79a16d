//! All types of `schemas/`, compiled under the strictest lints that a downstream crate may set: with the defaults, and
//! once with each option of the builder.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, clippy::missing_docs_in_private_items)]

pub mod own;
#[allow(clippy::pedantic, clippy::missing_docs_in_private_items, reason = "the strictest lints are for generated code")]
pub mod properties;

nucleo_runtime::include_answers!();

pub use answers::*;

/// Generates a module from a folder below `OUT_DIR`.
macro_rules! generated {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {$(
        $(#[doc = $doc])*
        pub mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), "/answers.rs"));
        }
    )*};
}

generated! {
    /// With dates of jiff.
    with_jiff;
    /// With dates of chrono, and members named to the model as the source spells them.
    with_chrono;
    /// With serde's own derives.
    with_derive;
    /// Without the bridge to serde, with a derive of the user's own, and with knobs turned.
    without_serde;
    /// With types of this crate for formats.
    with_formats;
    /// In every dialect, and as a grammar.
    with_dialects;
    /// From what is published of the defaults: each answer's `JSON_SCHEMA`.
    published;
    /// The schemas that other generators stumbled over.
    bugs;
    /// Shapes that no one would write, each for the sake of something that the reader must master.
    shapes;
    /// Tools of a garden, an agent's answer, and the list of tools that a server gave.
    tools;
    /// Members that may be shortened, or are kept out of what a model is shown; and reasoning.
    writing;
}

/// The README, whose code runs as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The guides of both crates, whose code runs as tests: here, since it needs generated types. Those of features that are
/// heavy run with the features of their own crate.
#[cfg(doctest)]
pub mod guides {
    macro_rules! pages {
        ($($name:ident = $path:literal;)*) => {$(
            #[doc = include_str!(concat!("../../", $path))]
            pub struct $name;
        )*};
    }

    pages! {
        Reading = "nucleo-runtime/guide/reading.md";
        Correction = "nucleo-runtime/guide/correction.md";
        Tools = "nucleo-runtime/guide/tools.md";
        Writing = "nucleo-runtime/guide/writing.md";
        Types = "nucleo-gen/guide/types.md";
        Shown = "nucleo-gen/guide/shown.md";
        Dialects = "nucleo-gen/guide/dialects.md";
        Enforced = "nucleo-gen/guide/enforced.md";
        Repository = "nucleo-gen/guide/repository.md";
        FromTypify = "nucleo-gen/guide/from_typify.md";
        FromBaml = "nucleo-gen/guide/from_baml.md";
        FromInstructor = "nucleo-gen/guide/from_instructor.md";
    }
}
