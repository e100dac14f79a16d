//! Turns schemas into Rust types, and into everything that a language model must be shown, from `build.rs`.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), nucleo_gen::Error> {
//!     nucleo_gen::Builder::new().schemas("schemas").build()
//! }
//! ```
//!
//! The crate `nucleo-runtime` brings the types in, and reads replies into them. [`guide`] has a page for each capability;
//! [`Builder`] has the options.
//!
//! # Features
//!
//! None is on by default: JSON Schema in JSON needs none.
//!
//! | feature | gives |
//! | --- | --- |
//! | `yaml` | schemas in YAML |
//! | `proto` | protobuf: [`guide::protobuf`] |
//! | `prost` | prost's messages beside the answers: `Builder::prost` |
//! | `templates` | prompts: [`guide::prompts`] |
//! | `tokens` | counts of tokens, and budgets |
//! | `baseline` | `Builder::baseline`: what edits break |
//! | `snapshot` | `assert_snapshots!` for the tests of a crate |
//! | `cli` | the command `nucleo-gen` |
#![forbid(unsafe_code)]

mod builder;
mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod diag;
mod emit;
mod error;
#[cfg(feature = "baseline")]
mod evolve;
mod flow;
mod front;
pub mod guide;
mod ir;
mod json;
mod knobs;
mod options;
mod report;
mod resolve;
mod sha256;
#[cfg(any(feature = "cli", feature = "tokens"))]
mod sizes;
#[cfg(feature = "snapshot")]
pub mod snapshot;
mod source;
mod spelling;
#[cfg(feature = "templates")]
mod templates;
mod write;
#[cfg(feature = "yaml")]
mod yaml;

pub use builder::Builder;
pub use diag::Level;
pub use emit::dialect::Dialect;
pub use emit::grammar::Grammar;
pub use error::Error;
pub use knobs::{Blank, Names, Nulls, Order, Profile, Unknown};
pub use nucleo_runtime::profile::{Coerce, Exhausted, History, Paths, Reask, Syntax};
pub use nucleo_runtime::repair::{RepairKind, RepairKinds};
pub use options::{Dates, Serde};
#[cfg(any(feature = "cli", feature = "tokens"))]
pub use sizes::Rendering;
