//! The correction loop over a caller's closure.
