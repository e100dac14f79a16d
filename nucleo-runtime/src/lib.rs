//! Finds the answer in whatever a language model wrote, reads it leniently into a generated type, never guesses, and
//! names every fault.
//!
//! The types come from schemas, by the build script of `nucleo-gen`. [`guide`] has a page for each capability.
//!
//! # Features
//!
//! None is on by default. Generated code names an item of each feature that it needs, so a missing one is an error of the
//! compiler that says which.
//!
//! | feature | gives |
//! | --- | --- |
//! | `pattern` | `pattern` and `patternProperties` |
//! | `jiff`, `chrono` | dates and times as types of that crate |
//! | `tools` | tools and agents: [`guide::tools`] |
//! | `artifacts` | references to artifacts; values as a model is shown them, and reasons: [`guide::writing`] |
#![forbid(unsafe_code)]

// The support of the integration tests serves the inner ones, too.
#[cfg(test)]
extern crate self as nucleo_runtime;

mod answer;
#[cfg(feature = "artifacts")]
pub mod artifact;
mod ask;
#[doc(hidden)]
pub mod bridge;
mod conform;
mod de;
mod decimal;
mod detail;
pub mod dialect;
pub mod document;
mod echo;
mod event;
pub mod exchange;
mod expected;
mod extract;
pub mod fault;
mod feedback;
pub mod guide;
pub mod keywords;
mod legend;
mod merge;
pub mod names;
mod partial;
pub mod path;
pub mod pattern;
mod place;
pub mod policy;
pub mod profile;
mod read;
mod reading;
#[cfg(any(feature = "artifacts", feature = "tools"))]
pub mod reasoning;
mod rejection;
pub mod repair;
pub mod shape;
mod spellings;
#[cfg(feature = "artifacts")]
pub mod summary;
pub mod tape;
#[cfg(feature = "tools")]
pub mod tool;
pub mod turn;
mod unecho;
mod value;
#[cfg(feature = "prost")]
pub mod wire;
mod wording;
mod wrapped;
mod write;

pub use answer::{Answer, As, BySerde, ByText, Direct, FromNode, FromNodeAs, Shaped, ToNode, ToNodeAs};
pub use ask::{AskError, ask, ask_async};
pub use conform::validate;
pub use de::{ReplyError, from_reply};
pub use dialect::Dialect;
pub use event::Event;
pub use exchange::{Exchange, Next};
pub use legend::LEGEND;
pub use policy::{Policy, Stop};
pub use reading::{Reading, parse, read, read_as, read_as_with, read_with};
pub use rejection::{Attempt, Rejection};
pub use serde_json::Value;
pub use shape::Shape;
pub use tape::Node;
pub use turn::{Role, Turn};
pub use value::{faults_of, from_str, from_value, to_string, to_value};
pub use wording::Wording;
pub use wrapped::WRAPPERS;
pub use write::{RecordWriter, Writer};

#[cfg(feature = "chrono")]
pub use chrono;
#[cfg(feature = "jiff")]
pub use jiff;

/// Brings in the module `answers`, which the build script generated.
///
/// ```ignore
/// nucleo_runtime::include_answers!();
/// use answers::OrderAnswer;
/// ```
#[macro_export]
macro_rules! include_answers {
    () => {
        #[doc = "The answer types of this crate's schemas."]
        pub mod answers {
            include!(concat!(
                env!("OUT_DIR", "this crate has no build script: write a `build.rs` that calls `nucleo_gen::Builder`"),
                "/answers.rs"
            ));
        }
    };
}
