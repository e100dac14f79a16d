//! Turns of a conversation, and the forms in which providers take them.

use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// One turn of a conversation with a model.
///
/// It serialises to a message of OpenAI's chat completions, which most servers take;
/// [`openai`], [`anthropic`] and [`gemini`] give the forms of whole conversations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// Who speaks.
    pub role: Role,
    /// What is said. With a `call`, the arguments of the call, or its result.
    pub text: String,
    /// The tool call that this is, or that this is the result of.
    pub call: Option<Call>,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The system part.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool that the model called; its result is an error, as a reply that fits needs no further turn.
    Tool,
}

/// One call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The call's id, as the provider gave it.
    pub id: String,
    /// The tool's name.
    pub name: String,
}

impl Turn {
    /// A turn of plain text.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, text: text.into(), call: None }
    }

    pub(crate) fn of_call(role: Role, text: impl Into<String>, call: Option<Call>) -> Self {
        Self { role, text: text.into(), call }
    }

    /// The arguments of a call; providers take an object only.
    fn arguments(&self) -> Value {
        match serde_json::from_str(&self.text) {
            Ok(Value::Object(arguments)) => Value::Object(arguments),
            _ => Value::Object(Map::new()),
        }
    }
}

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        openai_message(self).serialize(serializer)
    }
}

/// The `messages` of OpenAI's chat completions.
pub fn openai(turns: &[Turn]) -> Value {
    turns.iter().map(openai_message).collect()
}

fn openai_message(turn: &Turn) -> Value {
    let text = &turn.text;
    match (turn.role, &turn.call) {
        (Role::Assistant, Some(Call { id, name })) => json!({
            "role": "assistant",
            "content": null,
            "tool_calls": [{ "id": id, "type": "function", "function": { "name": name, "arguments": text } }],
        }),
        (Role::Tool, Some(Call { id, .. })) => json!({ "role": "tool", "tool_call_id": id, "content": text }),
        (Role::System, _) => json!({ "role": "system", "content": text }),
        (Role::Assistant, None) => json!({ "role": "assistant", "content": text }),
        (Role::User | Role::Tool, _) => json!({ "role": "user", "content": text }),
    }
}

/// `messages` and, where there is one, `system` of Anthropic's messages.
pub fn anthropic(turns: &[Turn]) -> Value {
    let messages: Vec<Value> = turns.iter().filter(|turn| turn.role != Role::System).map(anthropic_message).collect();
    match system(turns) {
        Some(system) => json!({ "system": system, "messages": messages }),
        None => json!({ "messages": messages }),
    }
}

fn anthropic_message(turn: &Turn) -> Value {
    let text = &turn.text;
    match (turn.role, &turn.call) {
        (Role::Assistant, Some(Call { id, name })) => json!({
            "role": "assistant",
            "content": [{ "type": "tool_use", "id": id, "name": name, "input": turn.arguments() }],
        }),
        (Role::Tool, Some(Call { id, .. })) => json!({
            "role": "user",
            "content": [{ "type": "tool_result", "tool_use_id": id, "is_error": true, "content": text }],
        }),
        (Role::Assistant, None) => json!({ "role": "assistant", "content": text }),
        _ => json!({ "role": "user", "content": text }),
    }
}

/// `contents` and, where there is one, `systemInstruction` of Gemini's `generateContent`.
pub fn gemini(turns: &[Turn]) -> Value {
    let contents: Vec<Value> = turns.iter().filter(|turn| turn.role != Role::System).map(gemini_content).collect();
    match system(turns) {
        Some(system) => json!({ "systemInstruction": { "parts": [{ "text": system }] }, "contents": contents }),
        None => json!({ "contents": contents }),
    }
}

fn gemini_content(turn: &Turn) -> Value {
    let text = &turn.text;
    match (turn.role, &turn.call) {
        (Role::Assistant, Some(Call { name, .. })) => {
            json!({ "role": "model", "parts": [{ "functionCall": { "name": name, "args": turn.arguments() } }] })
        }
        (Role::Tool, Some(Call { name, .. })) => json!({
            "role": "user",
            "parts": [{ "functionResponse": { "name": name, "response": { "error": text } } }],
        }),
        (Role::Assistant, None) => json!({ "role": "model", "parts": [{ "text": text }] }),
        _ => json!({ "role": "user", "parts": [{ "text": text }] }),
    }
}

/// The texts of the system part, which two of the providers take beside the conversation.
fn system(turns: &[Turn]) -> Option<String> {
    let texts: Vec<&str> =
        turns.iter().filter(|turn| turn.role == Role::System).map(|turn| turn.text.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversation() -> Vec<Turn> {
        let call = || Some(Call { id: "c1".into(), name: "answer".into() });
        vec![
            Turn::new(Role::System, "S"),
            Turn::new(Role::User, "U"),
            Turn::new(Role::Assistant, "A"),
            Turn::of_call(Role::Assistant, "{\"a\":1}", call()),
            Turn::of_call(Role::Tool, "F", call()),
        ]
    }

    #[test]
    fn ok_openai() {
        let expected = json!([
            { "role": "system", "content": "S" },
            { "role": "user", "content": "U" },
            { "role": "assistant", "content": "A" },
            {
                "role": "assistant",
                "content": null,
                "tool_calls": [
                    { "id": "c1", "type": "function", "function": { "name": "answer", "arguments": "{\"a\":1}" } },
                ],
            },
            { "role": "tool", "tool_call_id": "c1", "content": "F" },
        ]);
        assert_eq!(openai(&conversation()), expected);
        assert_eq!(serde_json::to_value(conversation()).unwrap(), expected);
    }

    #[test]
    fn ok_anthropic() {
        let expected = json!({
            "system": "S",
            "messages": [
                { "role": "user", "content": "U" },
                { "role": "assistant", "content": "A" },
                {
                    "role": "assistant",
                    "content": [{ "type": "tool_use", "id": "c1", "name": "answer", "input": { "a": 1 } }],
                },
                {
                    "role": "user",
                    "content": [{ "type": "tool_result", "tool_use_id": "c1", "is_error": true, "content": "F" }],
                },
            ],
        });
        assert_eq!(anthropic(&conversation()), expected);
    }

    #[test]
    fn ok_gemini() {
        let expected = json!({
            "systemInstruction": { "parts": [{ "text": "S" }] },
            "contents": [
                { "role": "user", "parts": [{ "text": "U" }] },
                { "role": "model", "parts": [{ "text": "A" }] },
                { "role": "model", "parts": [{ "functionCall": { "name": "answer", "args": { "a": 1 } } }] },
                {
                    "role": "user",
                    "parts": [{ "functionResponse": { "name": "answer", "response": { "error": "F" } } }],
                },
            ],
        });
        assert_eq!(gemini(&conversation()), expected);
    }

    #[test]
    fn ok_arguments_that_are_no_object_are_left_out() {
        let mut turns = conversation();
        turns[3].text = "{\"a\":".into();
        assert_eq!(anthropic(&turns)["messages"][2]["content"][0]["input"], json!({}));
        assert_eq!(openai(&turns)[3]["tool_calls"][0]["function"]["arguments"], json!("{\"a\":"));
    }
}
