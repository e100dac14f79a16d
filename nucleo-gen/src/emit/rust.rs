//! Rust types.
