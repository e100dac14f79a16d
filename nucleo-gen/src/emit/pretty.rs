//! An ordered JSON tree, and the one layout in which a model is shown JSON.
//!
//! Two blanks of indent, `"key" : value`, one member a line; lists on one line, as `[ 1, 2 ]`, where an object in a list
//! opens on the line of its bracket. Text that is not ASCII stays as it is.

use std::fmt;

use nucleo_runtime::document;
use nucleo_runtime::tape::{JsonKind, Node};

use crate::json::{Json, Value};

/// A JSON value whose members keep their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    /// A number, as it is spelled.
    Number(String),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// The tree of a JSON text that was written here.
    pub(crate) fn parse(json: &str) -> Self {
        // OK because what was written is JSON.
        Self::from(document::parse(json).expect("JSON").root())
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn number(number: impl fmt::Display) -> Self {
        Self::Number(number.to_string())
    }

    /// One line without blanks.
    pub(crate) fn compact(&self) -> String {
        let mut out = String::new();
        write_compact(&mut out, self);
        out
    }
}

impl From<&Json> for Tree {
    fn from(json: &Json) -> Self {
        match &json.value {
            Value::Null => Self::Null,
            Value::Bool(it) => Self::Bool(*it),
            Value::Number(it) => Self::Number(it.clone()),
            Value::Text(it) => Self::Text(it.clone()),
            Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(members) => {
                Self::Object(members.iter().map(|it| (it.name.clone(), Self::from(&it.json))).collect())
            }
        }
    }
}

impl From<Node<'_>> for Tree {
    fn from(node: Node<'_>) -> Self {
        match node.kind() {
            JsonKind::Null => Self::Null,
            JsonKind::Boolean => Self::Bool(node.boolean() == Some(true)),
            JsonKind::Number => Self::Number(node.digits().unwrap_or_default().into_owned()),
            JsonKind::String => Self::text(node.text().unwrap_or_default()),
            JsonKind::Array => Self::List(node.items().map(Self::from).collect()),
            JsonKind::Object => {
                Self::Object(node.entries().map(|(name, value)| (name.to_owned(), Self::from(value))).collect())
            }
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        write_pretty(&mut out, self, 0);
        f.write_str(&out)
    }
}

fn write_pretty(out: &mut String, tree: &Tree, depth: usize) {
    match tree {
        Tree::Object(members) if members.is_empty() => out.push_str("{ }"),
        Tree::List(items) if items.is_empty() => out.push_str("[ ]"),
        Tree::Object(members) => {
            for (at, (name, value)) in members.iter().enumerate() {
                out.push_str(if at == 0 { "{" } else { "," });
                new_line(out, depth + 1);
                write_text(out, name);
                out.push_str(" : ");
                write_pretty(out, value, depth + 1);
            }
            new_line(out, depth);
            out.push('}');
        }
        Tree::List(items) => {
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "[ " } else { ", " });
                write_pretty(out, item, depth);
            }
            out.push_str(" ]");
        }
        scalar => write_compact(out, scalar),
    }
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

fn write_compact(out: &mut String, tree: &Tree) {
    match tree {
        Tree::Null => out.push_str("null"),
        Tree::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        Tree::Number(it) => out.push_str(it),
        Tree::Text(it) => write_text(out, it),
        Tree::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                write_compact(out, item);
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                write_text(out, name);
                out.push(':');
                write_compact(out, value);
            }
            out.push('}');
        }
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    // Whole runs at once, since build scripts run unoptimised.
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        // OK because every such byte is a character of its own.
        match special.as_bytes()[0] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            byte => out.push_str(&format!("\\u{byte:04X}")),
        }
        rest = &special[1..];
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn ok_layout() {
        let inner = Tree::Object(vec![("a".to_owned(), Tree::number(1)), ("b".to_owned(), Tree::List(vec![]))]);
        let tree = Tree::Object(vec![
            ("none".to_owned(), Tree::Object(vec![])),
            ("rows".to_owned(), Tree::List(vec![inner.clone(), inner])),
            ("say \"é\"\n\u{1}".to_owned(), Tree::List(vec![Tree::Bool(true), Tree::Null, Tree::text("x")])),
        ]);
        let expected = r#"{
  "none" : { },
  "rows" : [ {
    "a" : 1,
    "b" : [ ]
  }, {
    "a" : 1,
    "b" : [ ]
  } ],
  "say \"é\"\n\u0001" : [ true, null, "x" ]
}"#;
        assert_eq!(tree.to_string(), expected);
        assert_eq!(Tree::List(vec![Tree::Object(vec![])]).compact(), "[{}]");
    }
}
