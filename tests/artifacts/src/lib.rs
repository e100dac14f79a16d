//! Artifacts, end to end: what the generator makes of schemas with aliases, and what a reply may do with it.
#![deny(warnings, missing_docs)]

nucleo_runtime::include_answers!();
