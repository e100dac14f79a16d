//! All types of `schemas/`, compiled under the strictest lints that a downstream crate may set.
#![deny(warnings, missing_docs, clippy::all)]

nucleo_runtime::include_answers!();

pub use answers::*;
