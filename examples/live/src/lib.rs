//! The correction loop over HTTP, against any server that speaks OpenAI's chat completions.
//!
//! [`client`] sends turns and takes replies; `main.rs` is the loop; `bin/measure.rs` counts how often it comes to a
//! right answer. The answer types come from `schemas/`.

pub mod client;

nucleo_runtime::include_answers!();
