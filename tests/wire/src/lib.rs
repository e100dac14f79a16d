//! The generated types of `proto/`, and the messages beside them.
#![deny(warnings, missing_docs)]

nucleo_runtime::include_answers!();

pub use answers::*;
