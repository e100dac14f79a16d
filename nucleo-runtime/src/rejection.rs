//! A reply that does not fit, with everything that was found.
