//! Artifacts, end to end: what the generator makes of schemas with aliases, and what a reply may do with it.
#![deny(warnings, missing_docs)]

nucleo_runtime::include_answers!();

/// The guide to artifacts, whose code runs as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../nucleo-runtime/guide/artifacts.md")]
pub struct Guide;
