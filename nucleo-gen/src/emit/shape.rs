//! The shape table of a build.
