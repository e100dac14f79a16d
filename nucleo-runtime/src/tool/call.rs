//! The calls of one turn.

use super::Refusal;
use crate::repair::Repair;
use crate::turn;

/// What a model wrote in one turn, where it may call tools.
#[derive(Debug, Clone, PartialEq)]
pub struct Calls<T> {
    /// Its calls, in their order. Each gets exactly one result.
    pub calls: Vec<Call<T>>,
    /// What it wrote beside them.
    pub text: String,
    /// What the provider gave of its thoughts, in blocks of their own.
    pub thinking: String,
}

impl<T> Calls<T> {
    /// The calls that can be answered.
    pub fn accepted(&self) -> impl Iterator<Item = (&str, &T)> {
        self.calls.iter().filter_map(|call| call.input.as_ref().ok().map(|input| (call.id.as_str(), input)))
    }

    /// The calls that cannot, with what to tell the model of each.
    pub fn refused(&self) -> impl Iterator<Item = (&str, &Refusal)> {
        self.calls.iter().filter_map(|call| call.input.as_ref().err().map(|refusal| (call.id.as_str(), refusal)))
    }
}

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call<T> {
    /// What its result is paired with: the provider's id, else `name#n`, where `n` counts the calls of the turn from 1.
    /// No two calls of a turn have the same.
    pub id: String,
    /// The tool's name. Where no tool of the palette has it: as the model wrote it.
    pub name: String,
    /// The arguments, as the model wrote them: for the conversation's history, and for logs.
    pub arguments: String,
    /// The tool's input, or why the call is refused.
    pub input: Result<T, Refusal>,
    /// What was mended in the arguments.
    pub repairs: Vec<Repair>,
}

impl<T> Call<T> {
    /// The call's name and id, for a turn that is its result.
    pub fn turn(&self) -> turn::Call {
        turn::Call { id: self.id.clone(), name: self.name.clone() }
    }
}
