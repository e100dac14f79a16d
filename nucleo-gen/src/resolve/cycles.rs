//! Cycles between types: which references are boxed.
