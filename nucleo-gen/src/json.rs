//! JSON values of a schema, with the place of each.

use std::collections::HashMap;

use nucleo_runtime::document;
use nucleo_runtime::tape::{JsonKind, Node};

use crate::diag::{Diags, Level, Lint, SourceId, Span};
use crate::source::Sources;

/// An object of a schema file has two members of one name.
pub(crate) const DUPLICATE_MEMBER: Lint = Lint { name: "duplicate_member", default: Level::Warn };

/// A JSON value with its place in the source.
#[derive(Debug, Clone)]
pub(crate) struct Json {
    pub(crate) span: Span,
    pub(crate) value: Value,
}

/// What a JSON value is.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// A number, as the source spells it.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) name_span: Span,
    pub(crate) json: Json,
}

impl Json {
    /// The value without any blanks.
    pub(crate) fn to_compact(&self) -> String {
        let mut out = String::new();
        self.write_compact(&mut out);
        out
    }

    fn write_compact(&self, out: &mut String) {
        match &self.value {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Number(digits) => out.push_str(digits),
            Value::Text(text) => out.push_str(&quoted(text)),
            Value::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    item.write_compact(out);
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                for (at, member) in members.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    out.push_str(&quoted(&member.name));
                    out.push(':');
                    member.json.write_compact(out);
                }
                out.push('}');
            }
        }
    }

    /// Reads the text of a source; a deviation from JSON, or from YAML where it is that, is an error at its place.
    pub(crate) fn parse(sources: &Sources, source: SourceId, diags: &Diags) -> Option<Self> {
        if sources[source].is_proto() {
            diags.error_in(&sources[source].name, "is protobuf").help(NEEDS_PROTO).emit();
            return None;
        }
        if !sources[source].is_json() {
            return Self::parse_yaml(sources, source, diags);
        }
        match document::parse(&sources[source].text) {
            Ok(document) => Some(Self::of(document.root(), source, diags)),
            Err(error) => {
                // OK because sources are at most 4 GiB.
                let at = error.offset() as u32;
                let span = Span { source, start: at, end: at };
                diags.error(span, "this is not JSON").here(error.message()).emit();
                None
            }
        }
    }

    #[cfg(feature = "yaml")]
    fn parse_yaml(sources: &Sources, source: SourceId, diags: &Diags) -> Option<Self> {
        crate::yaml::parse(&sources[source].text, source, diags)
    }

    #[cfg(not(feature = "yaml"))]
    fn parse_yaml(sources: &Sources, source: SourceId, diags: &Diags) -> Option<Self> {
        diags.error_in(&sources[source].name, "is YAML").help(NEEDS_YAML).emit();
        None
    }

    // Recursion is bounded because the reader bounds nesting.
    pub(crate) fn of(node: Node<'_>, source: SourceId, diags: &Diags) -> Self {
        let span = |range: std::ops::Range<usize>| Span { source, start: range.start as u32, end: range.end as u32 };
        let value = match node.kind() {
            JsonKind::Null => Value::Null,
            JsonKind::Boolean => Value::Bool(node.boolean() == Some(true)),
            JsonKind::Number => Value::Number(node.digits().unwrap_or_default().into_owned()),
            JsonKind::String => Value::Text(node.text().unwrap_or_default().to_owned()),
            JsonKind::Array => Value::List(node.items().map(|item| Self::of(item, source, diags)).collect()),
            JsonKind::Object => {
                let members = node.entries().map(|(name, json)| Member {
                    name: name.to_owned(),
                    name_span: span(json.name_span()),
                    json: Self::of(json, source, diags),
                });
                Value::Object(distinct(members.collect(), diags))
            }
        };
        Self { span: span(node.span()), value }
    }

    /// The last member of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        self.members().iter().rev().find(|member| member.name == name).map(|member| &member.json)
    }

    /// The members of an object; none of another kind.
    pub(crate) fn members(&self) -> &[Member] {
        if let Value::Object(members) = &self.value { members } else { &[] }
    }

    /// The elements of a list; none of another kind.
    pub(crate) fn items(&self) -> &[Json] {
        if let Value::List(items) = &self.value { items } else { &[] }
    }

    #[cfg(feature = "yaml")]
    pub(crate) fn into_members(self) -> Vec<Member> {
        if let Value::Object(members) = self.value { members } else { Vec::new() }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(value) = self.value { Some(value) } else { None }
    }

    /// The kind with its article, as in "expected an object, found a number".
    pub(crate) fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::List(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}

/// The members, of those with one name the last, as most readers of JSON have it.
fn distinct(mut members: Vec<Member>, diags: &Diags) -> Vec<Member> {
    let mut last = HashMap::with_capacity(members.len());
    let mut idle = Vec::new();
    for (at, member) in members.iter().enumerate() {
        let Some(first) = last.insert(member.name.as_str(), at) else { continue };
        idle.push(first);
        diags
            .lint(DUPLICATE_MEMBER, member.name_span, format!("`{}` stands twice in one object", member.name))
            .here("this one counts")
            // OK because it was seen before.
            .label(members[first].name_span, "this one does nothing")
            .help("take one of them out")
            .emit();
    }
    idle.sort_unstable();
    idle.iter().rev().for_each(|&at| drop(members.remove(at)));
    members
}

/// What to do about a file that is not read without a feature.
pub(crate) const NEEDS_YAML: &str = "enable the feature `yaml` of `nucleo-gen` to read it";

pub(crate) const NEEDS_PROTO: &str = "enable the feature `proto` of `nucleo-gen` to read it";

/// A text as JSON spells it.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
