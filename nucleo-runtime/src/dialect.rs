//! What a provider's own dialect of JSON Schema makes of a type.

use crate::repair::RepairKinds;

/// A type in the dialect that one provider takes, with what that dialect cannot say.
///
/// The schema is for the request: `response_format`, `output_config`, `responseJsonSchema`. What it leaves out is still
/// held against the reply. A dialect may ask for another form of a value, such as a list of entries where a map is
/// declared: the reader takes these forms in any reply and lists them as repairs;
/// [`Policy::dialect`](crate::Policy::dialect) takes them as what they are, the form that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The dialect's own name: `openai`, `anthropic`, `gemini`, `gemini_openapi`, `xai`.
    pub provider: &'static str,
    /// A name for the schema that every provider takes: letters, digits, `_` and `-`, 64 at most.
    pub name: &'static str,
    /// The schema, as JSON.
    pub schema: &'static str,
    /// What the contract says and the schema does not.
    pub losses: &'static [Loss],
    /// The repairs that bring a reply in this dialect's form to the declared type.
    pub forms: RepairKinds,
}

/// One thing that a dialect cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// The place in the value: `rows[].price`; empty for the whole.
    pub path: &'static str,
    /// The keyword that is left out.
    pub keyword: &'static str,
    /// What becomes of it.
    pub effect: Effect,
}

impl Loss {
    /// A keyword that the model is told in words.
    pub const fn told(path: &'static str, keyword: &'static str) -> Self {
        Self { path, keyword, effect: Effect::Told }
    }

    /// A keyword that is only checked.
    pub const fn checked(path: &'static str, keyword: &'static str) -> Self {
        Self { path, keyword, effect: Effect::Checked }
    }

    /// A keyword without which some values cannot be asked for.
    pub const fn unsaid(path: &'static str, keyword: &'static str) -> Self {
        Self { path, keyword, effect: Effect::Unsaid }
    }
}

/// What becomes of a keyword that a dialect does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The model is told in the description. The reply is held against it, too, unless the ledger says that nobody
    /// checks it: `format` of `email`, a `pattern` with look-around.
    Told,
    /// The reply is held against it.
    Checked,
    /// The schema allows less than the contract: such a value cannot be asked for, but is read.
    Unsaid,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.effect {
            Effect::Told => "told in words",
            Effect::Checked => "checked alone",
            Effect::Unsaid => "cannot be asked for",
        };
        let path = if self.path.is_empty() { "the answer" } else { self.path };
        write!(f, "`{}` of {path}: {what}", self.keyword)
    }
}
