//! Artifacts, end to end: what the generator makes of schemas with aliases, and what a reply may do with it.
#![deny(warnings, missing_docs)]

nucleo_runtime::include_answers!();

/// With serde's own derives.
pub mod with_derive {
    include!(concat!(env!("OUT_DIR"), "/with_derive/answers.rs"));
}

/// Without serde.
pub mod without_serde {
    include!(concat!(env!("OUT_DIR"), "/without_serde/answers.rs"));
}
