//! The generated types of `proto/`.

nucleo_runtime::include_answers!();

pub use answers::*;
