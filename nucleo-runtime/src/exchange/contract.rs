//! The first turns: the prompt, and what an answer has to look like.

use crate::feedback;
use crate::shape::{Format, Kind, Shape, Text};
use crate::turn::{Role, Turn};
use crate::wording::fill;

/// What the model is shown of the type that it answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contract {
    /// The type in the @-notation behind the prompt, with the legend in the system part.
    #[default]
    Notation,
    /// The type as JSON Schema behind the prompt.
    Schema,
    /// Nothing: the caller shows it in another way, as the provider's own structured output or in the prompt.
    None,
}

/// The renderings of an answer's type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts {
    pub(super) notation: &'static str,
    pub(super) schema: &'static str,
}

impl Texts {
    /// The turns that open the conversation.
    pub(super) fn first(self, shape: Shape, contract: Contract, system: Option<&str>, prompt: &str) -> Vec<Turn> {
        let rules = fill(shape.profile.wording.contract, &[("answer", feedback::answer(shape))]);
        // Nothing of the notation is left to explain where the answer is a plain text.
        let (legend, user) = match contract {
            Contract::None => (None, prompt.to_owned()),
            Contract::Schema => (None, format!("{prompt}\n\n{rules}\n{}", self.schema)),
            Contract::Notation if is_plain(shape) => (None, format!("{prompt}\n\n{rules}\n{}", self.notation)),
            Contract::Notation => {
                (Some(shape.profile.wording.legend), format!("{prompt}\n\n{rules}\n{}", self.notation))
            }
        };
        let system: Vec<&str> = system.into_iter().chain(legend).collect();
        let system = (!system.is_empty()).then(|| Turn::new(Role::System, system.join("\n\n")));
        system.into_iter().chain([Turn::new(Role::User, user)]).collect()
    }
}

fn is_plain(shape: Shape) -> bool {
    matches!(shape.ty().kind, Kind::Text(Text { format: Format::Plain, .. }))
}
