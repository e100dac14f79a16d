//! Guides: a page for each capability, a table of what is enforced, and pages for those who come from another tool.
//!
//! Their code is compiled and run by the tests of this repository. The guides to reading replies, to the correction loop
//! and to tools are in `nucleo_runtime::guide`.
//!
//! | page | tells |
//! | --- | --- |
//! | [`types`] | what a schema becomes in Rust |
//! | [`shown`] | what a model is shown of it |
//! | [`enforced`] | keyword by keyword, what checks it and what each dialect says of it |
//! | [`dialects`] | schemas for providers, grammars for local engines |
//! | [`prompts`] | templates that are rendered at build time |
//! | [`protobuf`] | `.proto` files as schemas |
//! | [`repository`] | lints, diff, snapshots, a catalogue, generated code that is checked in |
//! | [`from_typify`], [`from_prost`], [`from_baml`], [`from_instructor`] | the way from there to here |

// The pages need generated types, or features; so their code runs in crates that have these.
macro_rules! pages {
    ($($(#[$when:meta])* $name:ident;)*) => {$(
        $(#[$when])*
        #[doc = include_str!(concat!("../guide/", stringify!($name), ".md"))]
        pub mod $name {}
    )*};
}

pages! {
    #[cfg(not(doctest))]
    types;
    #[cfg(not(doctest))]
    shown;
    #[cfg(not(doctest))]
    enforced;
    #[cfg(not(doctest))]
    dialects;
    #[cfg(any(not(doctest), feature = "templates"))]
    prompts;
    #[cfg(any(not(doctest), feature = "proto"))]
    protobuf;
    #[cfg(not(doctest))]
    repository;
    #[cfg(not(doctest))]
    from_typify;
    #[cfg(any(not(doctest), feature = "proto"))]
    from_prost;
    #[cfg(not(doctest))]
    from_baml;
    #[cfg(not(doctest))]
    from_instructor;
}

#[cfg(test)]
mod tests;
