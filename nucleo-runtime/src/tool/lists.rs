//! The definitions of tools, in the form that each provider takes.
//!
//! They are texts, not values of `serde_json`: the order of a schema's members is part of what a model is shown, and a
//! `serde_json::Value` would sort them.

use super::{Palette, Tool, vocabulary};
use crate::value::write_text;

/// The schema of an input that was not described.
const ANY_OBJECT: &str = r#"{"type":"object","properties":{}}"#;

/// The `tools` of OpenAI's chat completions, which most servers take.
pub fn openai(palette: &Palette) -> String {
    list(palette, |out, tool| {
        out.push_str(r#"{"type":"function","function":"#);
        object(out, tool, "parameters");
        out.push('}');
    })
}

/// The `tools` of OpenAI's responses.
pub fn openai_responses(palette: &Palette) -> String {
    list(palette, |out, tool| {
        out.push_str(r#"{"type":"function","#);
        members(out, tool, "parameters");
        // Without it the schema would have to be one of the provider's own dialect.
        out.push_str(r#","strict":false}"#);
    })
}

/// The `tools` of Anthropic's messages.
pub fn anthropic(palette: &Palette) -> String {
    list(palette, |out, tool| object(out, tool, "input_schema"))
}

/// The `tools` of Gemini's `generateContent`. The schemas stand where the provider takes JSON Schema, in the part of its
/// vocabulary that it knows; what is left out is checked all the same when a call is read.
pub fn gemini(palette: &Palette) -> String {
    let functions = list(palette, |out, tool| {
        out.push('{');
        head(out, tool);
        out.push_str(r#","parametersJsonSchema":"#);
        out.push_str(&vocabulary::schema(schema_of(tool)));
        out.push('}');
    });
    format!(r#"[{{"functionDeclarations":{functions}}}]"#)
}

/// The result of MCP's `tools/list`. A tool that came from such a list stands in it as it came, but for what no model
/// is shown.
pub fn mcp(palette: &Palette) -> String {
    let tools = list(palette, |out, tool| match tool.listed {
        Some(entry) => out.push_str(entry),
        None => {
            out.push('{');
            members(out, tool, "inputSchema");
            out.push_str(&format!(r#","annotations":{{"readOnlyHint":{}}}}}"#, tool.read_only));
        }
    });
    format!(r#"{{"tools":{tools}}}"#)
}

/// The tools as text, for a model that has no tools of its own: a paragraph each.
pub fn text(palette: &Palette) -> String {
    palette.iter().map(Tool::to_string).collect::<Vec<_>>().join("\n\n")
}

fn list(palette: &Palette, each: impl Fn(&mut String, &Tool)) -> String {
    let mut out = String::from("[");
    for (at, tool) in palette.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        each(&mut out, tool);
    }
    out.push(']');
    out
}

fn object(out: &mut String, tool: &Tool, schema: &str) {
    out.push('{');
    members(out, tool, schema);
    out.push('}');
}

/// Name, description and schema.
fn members(out: &mut String, tool: &Tool, schema: &str) {
    head(out, tool);
    out.push_str(&format!(r#","{schema}":"#));
    out.push_str(schema_of(tool));
}

fn schema_of(tool: &Tool) -> &str {
    if tool.schema.is_empty() { ANY_OBJECT } else { &tool.schema }
}

/// Name and description.
fn head(out: &mut String, tool: &Tool) {
    out.push_str(r#""name":"#);
    write_text(out, &tool.name);
    let description = tool.description();
    if !description.is_empty() {
        out.push_str(r#","description":"#);
        write_text(out, &description);
    }
}
