//! Turns schemas into Rust types, and into everything that a language model must be shown, from `build.rs`.
#![forbid(unsafe_code)]

mod builder;
mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod diag;
mod emit;
mod error;
mod flow;
mod front;
mod ir;
mod json;
mod options;
mod report;
mod resolve;
mod sha256;
mod source;
mod spelling;
mod write;

pub use builder::Builder;
pub use diag::Level;
pub use error::Error;
pub use options::{Dates, Names, Profile, Serde};
