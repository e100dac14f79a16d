//! What a build script calls.
