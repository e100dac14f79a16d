//! Exact decimal numbers.
