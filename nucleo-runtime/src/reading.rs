//! One reply, from text to value.
