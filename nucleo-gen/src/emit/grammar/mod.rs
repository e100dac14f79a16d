//! A type as a grammar for constrained decoding: what a local engine lets a model write is an answer that fits.
//!
//! Members come in the declared order, those that must be there always and those with a default, too; bounds, lengths,
//! enums and dates are in the grammar; blanks between tokens are few. What no context-free grammar says, and rules that
//! stand beside a type, are losses: they stay enforced on the reply.

mod cases;
mod empty;
mod gbnf;
mod number;
mod pattern;
mod types;

use nucleo_runtime::dialect::Effect;

use crate::emit::dialect::limits::Limits;
use crate::emit::dialect::node::{Loss, Refusal};
use crate::ir::DeclId;
use crate::resolve::Resolved;

/// A language of grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Grammar {
    /// GBNF, of llama.cpp and of what is built on it.
    Gbnf,
}

impl Grammar {
    /// Every one.
    pub const ALL: [Self; 1] = [Self::Gbnf];

    /// The name: `gbnf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gbnf => "gbnf",
        }
    }

    /// The grammar language of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grammar| grammar.name() == name)
    }
}

/// A type as a grammar.
#[derive(Debug)]
pub(crate) struct Rendered {
    pub(crate) grammar: String,
    pub(crate) losses: Vec<Loss>,
}

/// Renders a type; or tells why no grammar has its values.
pub(crate) fn render(cx: &Resolved<'_>, id: DeclId, grammar: Grammar, limits: &Limits) -> Result<Rendered, Refusal> {
    match grammar {
        Grammar::Gbnf => types::render(cx, id, limits),
    }
}

/// What a grammar cannot say of a place.
fn loss(path: &str, keyword: &'static str) -> Loss {
    Loss { path: path.to_owned(), keyword, effect: Effect::Checked }
}

#[cfg(test)]
mod tests;
