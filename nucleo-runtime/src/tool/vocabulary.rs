//! Schemas in the vocabulary that Gemini takes: of other keywords some are ignored there, and some refuse the request.
//! What is left out here is checked all the same when a call is read.

use crate::document;
use crate::tape::{JsonKind, Node};
use crate::value::{json, write_text};

/// Keywords that stand as they are.
const KEPT: [&str; 11] = [
    "type",
    "title",
    "description",
    "format",
    "enum",
    "required",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "$anchor",
];
/// Keywords that hold a schema, or a list of them; the second name is that which is taken.
const NESTED: [(&str, &str); 5] = [
    ("items", "items"),
    ("prefixItems", "prefixItems"),
    ("additionalProperties", "additionalProperties"),
    ("anyOf", "anyOf"),
    ("oneOf", "anyOf"),
];
/// Keywords that hold schemas by name.
const NAMED: [&str; 2] = ["properties", "$defs"];

/// A schema in that vocabulary; a text that is no JSON as it is.
pub(super) fn schema(text: &str) -> String {
    let Ok(document) = document::parse(text) else { return text.to_owned() };
    let mut out = String::new();
    write(&mut out, document.root());
    out
}

fn write(out: &mut String, node: Node<'_>) {
    match node.kind() {
        JsonKind::Array => list(out, node),
        JsonKind::Object => object(out, node),
        // `true` and `false`.
        _ => out.push_str(&json(node)),
    }
}

fn list(out: &mut String, node: Node<'_>) {
    out.push('[');
    for (at, item) in node.items().enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        write(out, item);
    }
    out.push(']');
}

fn object(out: &mut String, node: Node<'_>) {
    out.push('{');
    let before = out.len();
    let member = |out: &mut String, name: &str| {
        out.push_str(if out.len() > before { "," } else { "" });
        write_text(out, name);
        out.push(':');
    };
    let is_ref = node.entries().any(|(name, _)| name == "$ref");
    for (name, value) in node.entries() {
        if NAMED.contains(&name) && (!is_ref || name.starts_with('$')) {
            member(out, name);
            schemas(out, value);
        } else if name == "$ref" || KEPT.contains(&name) && !is_ref {
            member(out, name);
            out.push_str(&json(value));
        } else if is_ref {
            // Only keywords with a dollar may stand beside a reference.
        } else if let Some((_, name)) = NESTED.iter().find(|it| it.0 == name) {
            member(out, name);
            write(out, value);
        } else if name == "const" && matches!(value.kind(), JsonKind::String | JsonKind::Number) {
            member(out, "enum");
            out.push_str(&format!("[{}]", json(value)));
        }
    }
    out.push('}');
}

fn schemas(out: &mut String, node: Node<'_>) {
    out.push('{');
    for (at, (name, value)) in node.entries().enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        write_text(out, name);
        out.push(':');
        write(out, value);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_other_keywords_are_left_out_or_said_otherwise() {
        let text = r##"{"$schema":"s","type":"object","properties":{"pattern":{"type":"string","pattern":"^a","minLength":1},
            "k":{"const":"x"},"u":{"oneOf":[{"type":"null"},{"$ref":"#/$defs/A","description":"d"}]}},
            "required":["k"],"default":{},"x-order":1,"$defs":{"A":{"type":"number","exclusiveMinimum":0,"maximum":1.50}}}"##;
        assert_eq!(
            schema(text),
            r##"{"type":"object","properties":{"pattern":{"type":"string"},"k":{"enum":["x"]},"u":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/A"}]}},"required":["k"],"$defs":{"A":{"type":"number","maximum":1.50}}}"##
        );
        assert_eq!(schema("{…}"), "{…}");
    }
}
