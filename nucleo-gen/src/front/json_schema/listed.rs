//! The list of tools that a server gives (MCP's `tools/list`), as a file of definitions: one for each tool.

use super::tool::LISTED;
use super::uri;
use crate::diag::{Diags, Span};
use crate::json::{Json, Member, Value};

/// The definitions of a list of tools; any other document as it is.
pub(super) fn schemas(document: Json, url: &str, diags: &Diags) -> Json {
    let Some(entries) = entries(&document) else { return document };
    let mut definitions: Vec<Member> = Vec::new();
    for entry in entries {
        let Some((name, schema)) = parts(entry, diags) else { continue };
        // OK because it has just been read.
        let text = name.as_str().unwrap_or_default();
        if let Some(other) = definitions.iter().find(|it| it.name == text) {
            diags
                .error(name.span, format!("two tools of the list are named `{text}`"))
                .label(other.name_span, "the other one")
                .emit();
            continue;
        }
        let json = definition(entry, schema, url);
        definitions.push(Member { name: text.to_owned(), name_span: name.span, json });
    }
    let span = document.span;
    let definitions = Json { span, value: Value::Object(definitions) };
    // The model is shown the server's own words, and told its faults in them.
    let names = Json { span, value: Value::Text("source".to_owned()) };
    object(span, vec![("$defs", definitions), ("x-nucleo-names", names)])
}

/// The tools of a document that is such a list, or the answer to a request for one.
fn entries(document: &Json) -> Option<&[Json]> {
    let is_schema = ["$schema", "$id", "$defs", "type", "properties"].iter().any(|it| document.get(it).is_some());
    let list = document.get("tools").or_else(|| document.get("result")?.get("tools"))?;
    let has_input = |it: &Json| it.get("inputSchema").is_some();
    (!is_schema && list.items().iter().any(has_input)).then(|| list.items())
}

/// The name and the schema of a tool.
fn parts<'j>(entry: &'j Json, diags: &Diags) -> Option<(&'j Json, &'j Json)> {
    let name = entry.get("name").filter(|it| it.as_str().is_some_and(|text| !text.trim().is_empty()));
    let schema = entry.get("inputSchema").filter(|it| matches!(it.value, Value::Object(_)));
    if name.is_none() {
        diags.error(first(entry.span), "a tool of the list has no name").emit();
    }
    if schema.is_none() {
        let help = "MCP asks for an object schema, for a tool without parameters, too: `{\"type\": \"object\"}`";
        diags.error(first(entry.span), "a tool of the list has no `inputSchema`").help(help).emit();
    }
    name.zip(schema)
}

fn first(span: Span) -> Span {
    Span { end: span.end.min(span.start + 1), ..span }
}

/// The schema of a tool's input, with what the list says of the tool.
fn definition(entry: &Json, schema: &Json, url: &str) -> Json {
    let span = entry.span;
    let mut facts = vec![(LISTED, entry.clone())];
    facts.extend(entry.get("name").map(|name| ("name", name.clone())));
    facts.extend(entry.get("description").filter(|it| !is_blank(it)).map(|it| ("description", it.clone())));
    let hints = entry.get("annotations");
    facts.extend(hints.and_then(|it| it.get("readOnlyHint")).map(|it| ("readOnly", it.clone())));
    let mut definition = schema.clone();
    let mut add = |name: &str, json: Json| {
        if let Value::Object(members) = &mut definition.value {
            members.retain(|member| member.name != name);
            members.push(Member { name: name.to_owned(), name_span: json.span, json });
        }
    };
    add("x-nucleo-tool", object(span, facts));
    if schema.get("$id").is_none() && has_own_reference(schema) {
        // Its references begin at the schema of the tool, not at the list.
        let name = entry.get("name").and_then(Json::as_str).unwrap_or_default();
        let id = uri::resolve(url, &format!("{}/{}", span.start, escaped(name)));
        add("$id", Json { span: schema.span, value: Value::Text(id) });
    }
    definition
}

fn is_blank(json: &Json) -> bool {
    json.as_str().is_some_and(|text| text.trim().is_empty())
}

/// A name as a part of an address.
fn escaped(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// Whether a schema refers to a part of itself.
fn has_own_reference(json: &Json) -> bool {
    let is_own = |it: &Member| it.name == "$ref" && it.json.as_str().is_some_and(|text| text.starts_with('#'));
    json.members().iter().any(|it| is_own(it) || has_own_reference(&it.json))
        || json.items().iter().any(has_own_reference)
}

fn object(span: Span, members: Vec<(&str, Json)>) -> Json {
    let member = |(name, json): (&str, Json)| Member { name: name.to_owned(), name_span: json.span, json };
    Json { span, value: Value::Object(members.into_iter().map(member).collect()) }
}
