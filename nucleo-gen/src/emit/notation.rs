//! The @-notation of a type.
