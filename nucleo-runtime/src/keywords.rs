//! Schemas that arrive at run time, such as those of a server's tools over MCP, as a model may be shown them: without
//! the `x-nucleo-*` keywords, and with an artifact as its reference alone.
//!
//! For generated types `MODEL_SCHEMA` is that already. The rules here are the same: the same text comes out, on one
//! line, for a schema that spells its names as the model is shown them.
//!
//! ```
//! use nucleo_runtime::keywords;
//!
//! let schema = r#"{"type": "object", "x-nucleo-type-alias": "link:cite", "properties": {
//!     "artifact_ref": {"type": "string"}, "body": {"type": "string", "x-nucleo-context-ignore": true}}}"#;
//! assert_eq!(
//!     keywords::for_model(schema)?,
//!     r#"{"type":"object","properties":{"artifact_ref":{"type":"string"}},"required":["artifact_ref"]}"#
//! );
//! # Ok::<(), nucleo_runtime::document::SyntaxError>(())
//! ```

use crate::document::{self, SyntaxError};
use crate::tape::{JsonKind, Node};
use crate::value::write_text;

const OWN: &str = "x-nucleo-";
const ALIAS: &str = "x-nucleo-type-alias";
const REFERENCE: &str = "artifact_ref";

/// A schema without the keywords of our own, at any depth, on one line. An empty text stays one.
///
/// # Errors
///
/// The text is not JSON.
pub fn strip(schema: &str) -> Result<String, SyntaxError> {
    written(schema, |_| Place::Value)
}

/// A schema as a model may be shown it: each artifact with nothing but `artifact_ref`, which is then required, and
/// without the keywords of our own. An empty text stays one.
///
/// An artifact is an object whose properties have an `artifact_ref`, where an `x-nucleo-type-alias` says so: its own,
/// or that of the list or the choice that it is a part of. Published schemas have no such keyword at a map's values, at
/// the branches of a choice and in `$defs`, nor where any artifact may stand; so there an `artifact_ref` suffices, if
/// the schema has any keyword of our own.
///
/// # Errors
///
/// The text is not JSON.
pub fn for_model(schema: &str) -> Result<String, SyntaxError> {
    written(schema, |root| Place::Schema { aliased: false, bare: Bare::Never, marked: is_marked(root) })
}

fn written(schema: &str, place: impl Fn(Node<'_>) -> Place) -> Result<String, SyntaxError> {
    if schema.trim().is_empty() {
        return Ok(String::new());
    }
    let document = document::parse(schema)?;
    let mut out = String::with_capacity(schema.len());
    place(document.root()).write(&mut out, document.root());
    Ok(out)
}

/// Whether any keyword of our own stands anywhere.
fn is_marked(node: Node<'_>) -> bool {
    node.entries().any(|(name, value)| name.starts_with(OWN) || is_marked(value))
        || (node.kind() == JsonKind::Array && node.items().any(is_marked))
}

/// What a value of a schema is.
#[derive(Clone, Copy)]
enum Place {
    /// A schema.
    Schema {
        /// Whether the schema that it is a part of has the alias of an artifact.
        aliased: bool,
        /// What is an artifact here without an alias.
        bare: Bare,
        /// Whether the document has a keyword of our own.
        marked: bool,
    },
    /// Schemas by name.
    Named { bare: Bare, marked: bool },
    /// Any other value.
    Value,
}

/// Which objects that have an `artifact_ref` are artifacts without an alias.
#[derive(Clone, Copy)]
enum Bare {
    /// None: a tool may well ask for an `artifact_ref` beside a question.
    Never,
    /// Those that have no other property: any artifact.
    Sole,
    /// All.
    Always,
}

impl Place {
    fn write(self, out: &mut String, node: Node<'_>) {
        match node.kind() {
            JsonKind::Null => out.push_str("null"),
            JsonKind::Boolean => out.push_str(if node.boolean() == Some(true) { "true" } else { "false" }),
            JsonKind::Number => out.push_str(&node.digits().unwrap_or_default()),
            JsonKind::String => write_text(out, node.text().unwrap_or_default()),
            JsonKind::Array => {
                out.push('[');
                for (at, item) in node.items().enumerate() {
                    separate(out, at);
                    self.write(out, item);
                }
                out.push(']');
            }
            JsonKind::Object if self.is_artifact(node) => reduced(out, node),
            JsonKind::Object => {
                out.push('{');
                for (at, (name, value)) in node.entries().filter(|(name, _)| !name.starts_with(OWN)).enumerate() {
                    separate(out, at);
                    member(out, name);
                    self.below(node, name).write(out, value);
                }
                out.push('}');
            }
        }
    }

    fn is_artifact(self, node: Node<'_>) -> bool {
        let Self::Schema { aliased, bare, marked } = self else { return false };
        let Some(properties) = get(node, "properties").filter(|it| get(*it, REFERENCE).is_some()) else { return false };
        let is_bare = match bare {
            Bare::Never => false,
            Bare::Sole => properties.len() == 1,
            Bare::Always => true,
        };
        aliased || (is_bare && marked) || get(node, ALIAS).is_some()
    }

    /// What the value of a member is.
    fn below(self, node: Node<'_>, name: &str) -> Self {
        let (aliased, marked) = match self {
            Self::Schema { aliased, bare: _, marked } => (aliased || get(node, ALIAS).is_some(), marked),
            Self::Named { bare, marked } => return Self::Schema { aliased: false, bare, marked },
            Self::Value => return Self::Value,
        };
        match name {
            "const" | "default" | "enum" | "example" | "examples" | "required" => Self::Value,
            "properties" => Self::Named { bare: Bare::Sole, marked },
            "$defs" | "definitions" | "patternProperties" => Self::Named { bare: Bare::Always, marked },
            "additionalProperties" => Self::Schema { aliased: false, bare: Bare::Always, marked },
            "items" => Self::Schema { aliased, bare: Bare::Sole, marked },
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::Schema { aliased, bare: Bare::Always, marked },
            _ => Self::Schema { aliased: false, bare: Bare::Never, marked },
        }
    }
}

/// Keywords that say more of an object than a reference alone can fulfil, or show what its other members hold.
const MORE: [&str; 20] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "example",
    "examples",
    "if",
    "maxProperties",
    "minProperties",
    "not",
    "oneOf",
    "patternProperties",
    "then",
    "unevaluatedProperties",
];

/// An artifact with nothing but its reference.
fn reduced(out: &mut String, node: Node<'_>) {
    out.push('{');
    let is_kept = |name: &str| name != "required" && !name.starts_with(OWN) && !MORE.contains(&name);
    for (at, (name, value)) in node.entries().filter(|(name, _)| is_kept(name)).enumerate() {
        separate(out, at);
        member(out, name);
        match get(value, REFERENCE).filter(|_| name == "properties") {
            None => Place::Value.write(out, value),
            Some(reference) => {
                out.push('{');
                member(out, REFERENCE);
                Place::Value.write(out, reference);
                out.push_str("},\"required\":[\"artifact_ref\"]");
            }
        }
    }
    out.push('}');
}

fn get<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.entries().find(|(other, _)| *other == name).map(|(_, value)| value)
}

fn member(out: &mut String, name: &str) {
    write_text(out, name);
    out.push(':');
}

fn separate(out: &mut String, place: usize) {
    if place > 0 {
        out.push(',');
    }
}
