//! The correction loop, without IO.
