//! The results of a turn's calls: one for each call, in the form that each provider takes.

use serde_json::{Value, json};

use super::Call;
use super::refusal::Refusal;

/// What stands in the place of a result that a tool did not give.
pub const NO_RESULT: &str = "The tool gave no result.";

/// The result of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The call's id.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// What the model reads.
    pub text: String,
    /// Whether the call failed.
    pub is_error: bool,
}

impl Outcome {
    /// What the tool gave; where it gave nothing, a fixed text says so.
    pub fn of<T>(call: &Call<T>, result: Option<String>) -> Self {
        let text = result.unwrap_or_else(|| NO_RESULT.to_owned());
        Self { id: call.id.clone(), name: call.name.clone(), text, is_error: false }
    }

    /// A refusal of the call.
    pub fn refused<T>(call: &Call<T>, refusal: &Refusal) -> Self {
        Self::failed(call, refusal.feedback())
    }

    /// A failure of the tool, in words for the model.
    pub fn failed<T>(call: &Call<T>, text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::of(call, Some(text.into())) }
    }
}

/// A call in a conversation of plain texts: `[Tool Use <name>] <json>`.
pub fn text_of_call<T>(call: &Call<T>) -> String {
    format!("[Tool Use {}] {}", call.name, call.arguments)
}

/// A result in a conversation of plain texts: `[Tool Result <id>] <json>`.
pub fn text_of_result(outcome: &Outcome) -> String {
    format!("[Tool Result {}] {}", outcome.id, outcome.text)
}

/// The messages of OpenAI's chat completions: one for each result.
pub fn openai_results(outcomes: &[Outcome]) -> Value {
    let message = |it: &Outcome| json!({ "role": "tool", "tool_call_id": it.id, "content": it.text });
    outcomes.iter().map(message).collect()
}

/// The message of Anthropic's messages with all results.
pub fn anthropic_results(outcomes: &[Outcome]) -> Value {
    let block = |it: &Outcome| json!({ "type": "tool_result", "tool_use_id": it.id, "is_error": it.is_error, "content": it.text });
    json!({ "role": "user", "content": outcomes.iter().map(block).collect::<Value>() })
}

/// The content of Gemini's `generateContent` with all results.
pub fn gemini_results(outcomes: &[Outcome]) -> Value {
    let part = |it: &Outcome| {
        let member = if it.is_error { "error" } else { "output" };
        json!({ "functionResponse": { "name": it.name, "response": { member: it.text } } })
    };
    json!({ "role": "user", "parts": outcomes.iter().map(part).collect::<Value>() })
}
