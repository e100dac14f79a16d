//! Helpers for tokens.
