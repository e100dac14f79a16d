//! Regular expressions of a schema, carried over from ECMA-262 to a linear-time engine at build time.

/// One regular expression of a table.
#[derive(Debug)]
pub struct Pattern {
    /// As the schema has it.
    pub source: &'static str,
    /// As the engine takes it; `None` where no linear-time engine can (look-around, back-references), so that it is
    /// not enforced.
    pub engine: Option<&'static str>,
}
