//! Regular expressions of a schema, carried over from ECMA-262 to a linear-time engine at build time.

mod class;
mod escape;
mod parser;
#[cfg(all(test, feature = "pattern"))]
mod tests;

#[cfg(feature = "pattern")]
use std::sync::OnceLock;

/// What generated code with patterns imports: it is there only with the feature `pattern`, so that the compiler names the
/// feature where it is missing, and no pattern goes unchecked.
#[cfg(feature = "pattern")]
pub mod checked {
    pub use super::Pattern;
}

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
    compiled: OnceLock<Option<regex::Regex>>,
}

impl Pattern {
    /// A regular expression as the schema has it, and as the engine takes it. It exists only with the feature
    /// `pattern`, so that a table with patterns never goes unchecked.
    #[cfg(feature = "pattern")]
    pub const fn new(source: &'static str, engine: Option<&'static str>) -> Self {
        Self { source, engine, compiled: OnceLock::new() }
    }

    /// The same for the generator, which only writes it down: it has no engine at build time, so that no build pays
    /// for one.
    #[doc(hidden)]
    pub const fn described(source: &'static str, engine: Option<&'static str>) -> Self {
        Self {
            source,
            engine,
            #[cfg(feature = "pattern")]
            compiled: OnceLock::new(),
        }
    }

    /// Whether it matches somewhere in `text`; one that no linear-time engine takes matches everywhere.
    #[cfg(feature = "pattern")]
    pub fn is_match(&self, text: &str) -> bool {
        let Some(engine) = self.engine else { return true };
        let compiled = self.compiled.get_or_init(|| compile(engine).ok());
        // What the engine refuses after all (a property of another version of Unicode) matches nothing: a value that
        // cannot be checked is told, not let through.
        compiled.as_ref().is_some_and(|engine| engine.is_match(text))
    }

    /// Only the generator has patterns without the feature, and it leaves them to the code that it generates.
    #[cfg(not(feature = "pattern"))]
    pub(crate) fn is_match(&self, _text: &str) -> bool {
        true
    }
}

/// What became of a regular expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Translated {
    /// The same in the engine's syntax.
    Engine(String),
    /// No linear-time engine can take it, for this reason.
    NotLinear(&'static str),
}

/// A regular expression that ECMA-262 does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Where the fault is, in bytes.
    pub offset: usize,
    /// What it is.
    pub message: &'static str,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at offset {}", self.message, self.offset)
    }
}

impl std::error::Error for Error {}

/// Carries a regular expression of ECMA-262 over to the engine's syntax.
///
/// It is read in Unicode mode. What only the older mode knows is taken where schemas commonly write it and it has one
/// meaning: `\_` and other escaped punctuation, a lone `]` or brace, and `[\w-.]`.
pub fn translate(source: &str) -> Result<Translated, Error> {
    parser::Parser::new(source).whole()
}

/// The most memory that one compiled expression may take: more than what the parser lets through ever does.
#[cfg(feature = "pattern")]
const SIZE_LIMIT: usize = 100 << 20;

#[cfg(feature = "pattern")]
fn compile(engine: &str) -> Result<regex::Regex, regex::Error> {
    regex::RegexBuilder::new(engine).size_limit(SIZE_LIMIT).build()
}
