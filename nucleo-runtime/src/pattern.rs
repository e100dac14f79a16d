//! Regular expressions of a schema, carried over from ECMA-262 to a linear-time engine at build time.

/// One regular expression of a table.
#[derive(Debug)]
#[non_exhaustive]
pub struct Pattern {
    /// As the schema has it.
    pub source: &'static str,
    /// As the engine takes it; `None` where no linear-time engine can (look-around, back-references), so that it is
    /// not enforced.
    pub engine: Option<&'static str>,
    #[cfg(feature = "pattern")]
    compiled: std::sync::OnceLock<Option<regex::Regex>>,
}

impl Pattern {
    /// A regular expression as the schema has it, and as the engine takes it. It exists only with the feature
    /// `pattern`, so that a table with patterns never goes unchecked.
    #[cfg(feature = "pattern")]
    pub const fn new(source: &'static str, engine: Option<&'static str>) -> Self {
        Self { source, engine, compiled: std::sync::OnceLock::new() }
    }

    /// Whether it matches somewhere in `text`; one that no engine takes matches everywhere.
    #[cfg(feature = "pattern")]
    pub fn is_match(&self, text: &str) -> bool {
        let engine = self.compiled.get_or_init(|| compile(self.engine?));
        engine.as_ref().is_none_or(|engine| engine.is_match(text))
    }

    /// OK because no pattern can be made without the feature.
    #[cfg(not(feature = "pattern"))]
    pub(crate) fn is_match(&self, _text: &str) -> bool {
        true
    }
}

#[cfg(feature = "pattern")]
fn compile(engine: &str) -> Option<regex::Regex> {
    regex::RegexBuilder::new(engine).size_limit(1 << 20).build().ok()
}
