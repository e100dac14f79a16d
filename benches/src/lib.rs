//! Measures Nucleo against the crates that do the nearest thing, as ratios within one run.
//!
//! ```text
//! cargo bench -p nucleo-benches --bench read           # replies: serde_json, and crates that repair JSON
//! cargo bench -p nucleo-benches --bench generate       # schemas to formatted Rust: typify
//! cargo run -p nucleo-benches --bin build_cost         # what both cost to compile, in CPU seconds
//! ```
//!
//! Each prints one table as Markdown; `README.md` holds the last ones. The first two take the minimum over interleaved
//! rounds of everything that is compared, so that a machine that is busy for a while is busy for all of them.

pub mod generation;
pub mod inputs;
pub mod rounds;
pub mod table;

nucleo_runtime::include_answers!();
