//! The names of types, members and values: for Rust and for the model.
