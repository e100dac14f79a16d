//! The numbers beyond which a provider refuses a schema: a dated table, of which a build may override each row.

use super::Dialect;
use crate::diag::Diags;
use crate::spelling;

/// One limit of one dialect.
pub(crate) struct Row {
    /// `openai.max_depth`: what a build overrides it by.
    pub(crate) name: &'static str,
    /// `u64::MAX` where none is known.
    pub(crate) value: u64,
    /// The month in which this was last found in the provider's pages.
    pub(crate) as_of: &'static str,
}

const fn row(name: &'static str, value: u64, as_of: &'static str) -> Row {
    Row { name, value, as_of }
}

/// What is counted, for messages; the part of a row's name behind the dialect's.
pub(super) const COUNTED: [(&str, &str); 9] = [
    ("max_properties", "members in all"),
    ("max_depth", "levels of objects and lists"),
    ("max_enum_values", "values of enums in all"),
    ("max_enum_chars", "characters in one enum of more than 250 values"),
    ("max_chars", "characters of names and values in all"),
    ("max_optional", "members that may be left out"),
    ("max_unions", "places with more than one type"),
    ("max_bytes", "bytes of schema"),
    ("unroll", "rounds of a cycle that are written out"),
];

/// Every limit that is known, and those without a known value that a build may set.
pub(crate) const TABLE: [Row; 36] = [
    row("openai.max_properties", 5_000, "2026-02"),
    row("openai.max_depth", 10, "2026-02"),
    row("openai.max_enum_values", 1_000, "2026-02"),
    row("openai.max_enum_chars", 15_000, "2026-02"),
    row("openai.max_chars", 120_000, "2026-02"),
    row("openai.max_bytes", u64::MAX, "2026-11"),
    row("openai.unroll", 0, "2026-11"),
    row("anthropic.max_properties", u64::MAX, "2026-11"),
    row("anthropic.max_depth", u64::MAX, "2026-11"),
    row("anthropic.max_enum_values", u64::MAX, "2026-11"),
    row("anthropic.max_optional", 24, "2026-07"),
    row("anthropic.max_unions", 16, "2026-07"),
    row("anthropic.max_bytes", u64::MAX, "2026-11"),
    row("anthropic.unroll", 0, "2026-11"),
    row("gemini.max_properties", u64::MAX, "2026-11"),
    row("gemini.max_depth", u64::MAX, "2026-11"),
    row("gemini.max_enum_values", u64::MAX, "2026-11"),
    row("gemini.max_chars", u64::MAX, "2026-11"),
    row("gemini.max_bytes", u64::MAX, "2026-11"),
    row("gemini.unroll", 0, "2026-11"),
    row("gemini_openapi.max_properties", u64::MAX, "2026-11"),
    row("gemini_openapi.max_depth", u64::MAX, "2026-11"),
    row("gemini_openapi.max_enum_values", u64::MAX, "2026-11"),
    row("gemini_openapi.max_chars", u64::MAX, "2026-11"),
    // Nothing is referred to there, so that a type in many places is written out in each.
    row("gemini_openapi.max_bytes", 1_000_000, "2026-11"),
    row("gemini_openapi.unroll", 0, "2026-11"),
    row("xai.max_properties", u64::MAX, "2026-11"),
    row("xai.max_depth", u64::MAX, "2026-11"),
    row("xai.max_enum_values", u64::MAX, "2026-11"),
    row("xai.max_chars", u64::MAX, "2026-11"),
    row("xai.max_bytes", u64::MAX, "2026-11"),
    row("xai.unroll", 0, "2026-11"),
    // For small models, which find no end of a text by themselves: no engine has such limits.
    row("gbnf.max_text", u64::MAX, "2026-11"),
    row("gbnf.max_items", u64::MAX, "2026-11"),
    row("gbnf.max_depth", u64::MAX, "2026-11"),
    row("gbnf.max_blanks", 16, "2026-11"),
];

/// The limits of a build.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    /// By the names of the table; the last word counts.
    pub(crate) set: Vec<(String, u64)>,
}

impl Limits {
    /// A limit of a dialect, `max_depth`; no limit where the table has none.
    pub(super) fn of(&self, dialect: Dialect, name: &str) -> u64 {
        self.named(&format!("{}.{name}", dialect.name()))
    }

    /// A limit by its whole name.
    pub(crate) fn named(&self, name: &str) -> u64 {
        let set = self.set.iter().rev().find(|(other, _)| *other == name).map(|(_, value)| *value);
        set.or_else(|| TABLE.iter().find(|row| row.name == name).map(|row| row.value)).unwrap_or(u64::MAX)
    }

    /// The month of a limit's row, where the build did not set it.
    pub(super) fn as_of(&self, dialect: Dialect, name: &str) -> Option<&'static str> {
        let name = format!("{}.{name}", dialect.name());
        let is_set = self.set.iter().any(|(other, _)| *other == name);
        TABLE.iter().find(|row| row.name == name && !is_set).map(|row| row.as_of)
    }

    /// An override of a limit that is none would do nothing.
    pub(crate) fn check(&self, diags: &Diags) {
        for (name, _) in self.set.iter().filter(|(name, _)| TABLE.iter().all(|row| row.name != name)) {
            let known = TABLE.iter().map(|row| row.name);
            let nearest = known.min_by_key(|known| spelling::distance(known, name)).unwrap_or_default();
            diags
                .error_of_call(format!("there is no limit `{name}`"))
                .help(format!("did you mean `{nearest}`?"))
                .emit();
        }
    }
}
