//! JSON values of a schema, with the place of each.

use crate::diag::Span;

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
