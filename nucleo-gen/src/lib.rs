//! Turns schemas into Rust types, and into everything that a language model must be shown, from `build.rs`.
#![forbid(unsafe_code)]

mod builder;
mod check;
mod diag;
mod emit;
mod error;
mod front;
mod ir;
mod json;
mod options;
mod report;
mod resolve;
mod source;
mod write;

pub use error::Error;
