//! Typed values as `serde_json::Value` and as JSON text.

use serde_json::{Map, Number, Value};

use crate::answer::{Shaped, ToNode};
use crate::conform::{Options, conform};
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::Path;
use crate::read::{self, Parsed};
use crate::shape::{Kind, Rest, Shape, TypeId};
use crate::tape::{Node, Tag, Tape};
use crate::write::Writer;

/// What reads a value deeper recurses too deep.
const DEPTH: u32 = 128;

/// Compact JSON, under the names that programs exchange.
pub fn to_string<T: ToNode>(value: &T) -> String {
    json(Writer::tape_of(value).node(0))
}

/// A typed value as `serde_json` holds it, under the names that programs exchange.
pub fn to_value<T: ToNode>(value: &T) -> Value {
    untyped(Writer::tape_of(value).node(0))
}

/// Reads a value that a program wrote: names as the source spells them, nothing mended.
pub fn from_value<T: Shaped>(value: &Value) -> Result<T, Vec<Fault>> {
    let parsed = conformed(Writer::tape_of(value), T::STORED)?;
    // OK because values without a fault fit the type that was generated from the same shape.
    Ok(T::from_node(parsed.tape.node(parsed.root)).expect("a conformed value fits its type"))
}

/// Reads JSON text that a program wrote: as RFC 8259 has it, names as the source spells them, nothing mended.
///
/// # Errors
///
/// Every way in which the text does not fit the type.
pub fn from_str<T: Shaped>(json: &str) -> Result<T, Vec<Fault>> {
    let parsed = conformed(parsed(json)?, T::STORED)?;
    // OK because values without a fault fit the type that was generated from the same shape.
    Ok(T::from_node(parsed.tape.node(parsed.root)).expect("a conformed value fits its type"))
}

/// Every way in which JSON text that a program wrote does not fit a shape.
pub fn faults_of(shape: &Shape, json: &str) -> Vec<Fault> {
    parsed(json).and_then(|tape| conformed(tape, *shape)).err().unwrap_or_default()
}

/// The tape of JSON text that a program wrote.
pub(crate) fn parsed(json: &str) -> Result<Tape<'_>, Vec<Fault>> {
    read::strict(json, DEPTH).map_err(|error| {
        let expected = Expected::Words(error.message().into());
        let (found, span) = (Found::Another, Some(error.span()));
        vec![Fault { kind: FaultKind::Syntax, path: Path::default(), expected, found, span }]
    })
}

/// A tape that a program wrote, checked against `shape`.
pub(crate) fn conformed(tape: Tape<'_>, shape: Shape) -> Result<Parsed<'_>, Vec<Fault>> {
    let mut parsed = Parsed { tape, root: 0, repairs: Vec::new(), faults: Vec::new() };
    let misfits = conform(&mut parsed, shape, Options::STRICT);
    if misfits.is_empty() { Ok(parsed) } else { Err(misfits.named(&parsed, shape)) }
}

/// A conformed value as `serde_json` holds it: under the source's names, without the members that were ignored.
pub(crate) fn typed(node: Node<'_>, shape: Shape) -> Value {
    untyped(typed_tape(node, shape).node(0))
}

/// A conformed value as JSON text; unlike [`typed`] it keeps each digit of a number.
pub(crate) fn typed_json(node: Node<'_>, shape: Shape) -> String {
    json(typed_tape(node, shape).node(0))
}

fn typed_tape(node: Node<'_>, shape: Shape) -> Tape<'static> {
    let mut out = Writer::new();
    write_typed(&mut out, node, shape, shape.id);
    out.finish()
}

fn write_typed(out: &mut Writer, node: Node<'_>, shape: Shape, id: TypeId) {
    let ty = shape.table.get(id);
    match &ty.kind {
        _ if node.is_null() => out.null(),
        Kind::Same(to) => write_typed(out, node, shape, *to),
        Kind::Mapped(mapped) if mapped.is_reference() => write_reference(out, node, shape, mapped.ty),
        Kind::Mapped(mapped) => write_typed(out, node, shape, mapped.ty),
        Kind::List(list) => {
            out.begin(Tag::List);
            node.items().for_each(|item| write_typed(out, item, shape, list.item));
            out.end();
        }
        Kind::Tuple(tuple) => {
            out.begin(Tag::List);
            for (place, item) in node.items().enumerate() {
                match tuple.items.get(place).copied().or(tuple.rest) {
                    Some(id) => write_typed(out, item, shape, id),
                    None => out.copy(item),
                }
            }
            out.end();
        }
        Kind::Map(map) => {
            out.begin(Tag::Object);
            for (name, value) in node.entries() {
                out.key(name);
                write_typed(out, value, shape, map.value);
            }
            out.end();
        }
        Kind::Record(record) if node.has_frame() => {
            out.begin(Tag::Object);
            for (place, field) in record.fields.iter().enumerate() {
                if let Some(value) = node.field(place) {
                    out.key(field.name);
                    write_typed(out, value, shape, field.ty);
                }
            }
            for (name, value) in node.rest() {
                out.key(name);
                match rest_type(shape, record.rest, name) {
                    Some(id) => write_typed(out, value, shape, id),
                    None => out.copy(value),
                }
            }
            out.end();
        }
        Kind::Union(union) => match union.branches.get(node.choice()) {
            Some(branch) => write_typed(out, node.inner(), shape, branch.ty),
            None => out.copy(node),
        },
        Kind::Any
        | Kind::Never
        | Kind::Null
        | Kind::Bool
        | Kind::Integer(_)
        | Kind::Number(_)
        | Kind::Text(_)
        | Kind::Enum(_)
        | Kind::Record(_) => out.copy(node),
    }
}

/// An artifact's reference. What a model wrote beside it is dropped even where undeclared members are kept.
fn write_reference(out: &mut Writer, node: Node<'_>, shape: Shape, id: TypeId) {
    let Kind::Record(record) = &shape.table.resolve(id).kind else { return out.copy(node) };
    out.begin(Tag::Object);
    for (place, field) in record.fields.iter().enumerate() {
        if let Some(value) = node.field(place) {
            out.key(field.name);
            out.copy(value);
        }
    }
    out.end();
}

/// The type of an undeclared member that is kept under this name.
pub(crate) fn rest_type(shape: Shape, rest: Rest, name: &str) -> Option<TypeId> {
    match rest {
        Rest::Ignore | Rest::Deny => None,
        Rest::Keep(id) => Some(id),
        Rest::Match { patterns, other, open: _ } => {
            let found = patterns.iter().find(|(pattern, _)| shape.table.pattern(*pattern).is_match(name));
            found.map(|(_, id)| *id).or(other)
        }
    }
}

/// Any value, as `serde_json` holds it.
pub(crate) fn untyped(node: Node<'_>) -> Value {
    match node.raw().tag {
        Tag::Null => Value::Null,
        Tag::False => Value::Bool(false),
        Tag::True => Value::Bool(true),
        Tag::Int => Value::Number(Number::from(node.int().unwrap_or_default())),
        Tag::Float | Tag::Digits => number(node),
        Tag::Text => Value::String(node.text().unwrap_or_default().to_owned()),
        Tag::List => Value::Array(node.items().map(untyped).collect()),
        Tag::Object => {
            let members = node.entries().map(|(name, value)| (name.to_owned(), untyped(value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        // OK because `Tape::node` follows forwards.
        Tag::Forward => unreachable!("a node is never a forward"),
    }
}

/// A number as near as `serde_json` holds it, which is exact for what `i64`, `u64` and `f64` hold.
fn number(node: Node<'_>) -> Value {
    let digits = node.digits().unwrap_or_default();
    match digits.parse::<u64>() {
        Ok(value) => Value::Number(Number::from(value)),
        Err(_) => node.float().and_then(Number::from_f64).map_or(Value::Null, Value::Number),
    }
}

/// Any value as compact JSON.
pub(crate) fn json(node: Node<'_>) -> String {
    let mut out = String::new();
    write_json(&mut out, node);
    out
}

fn write_json(out: &mut String, node: Node<'_>) {
    match node.raw().tag {
        Tag::Null => out.push_str("null"),
        Tag::False => out.push_str("false"),
        Tag::True => out.push_str("true"),
        Tag::Int | Tag::Float | Tag::Digits => out.push_str(&node.digits().unwrap_or_default()),
        Tag::Text => write_text(out, node.text().unwrap_or_default()),
        Tag::List => {
            out.push('[');
            for (place, item) in node.items().enumerate() {
                separate(out, place);
                write_json(out, item);
            }
            out.push(']');
        }
        Tag::Object => {
            out.push('{');
            for (place, (name, value)) in node.entries().enumerate() {
                separate(out, place);
                write_text(out, name);
                out.push(':');
                write_json(out, value);
            }
            out.push('}');
        }
        // OK because `Tape::node` follows forwards.
        Tag::Forward => unreachable!("a node is never a forward"),
    }
}

fn separate(out: &mut String, place: usize) {
    if place > 0 {
        out.push(',');
    }
}

/// Writes a text as JSON spells it.
pub(crate) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        out.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            control => out.push_str(&format!("\\u{control:04x}")),
        }
        // OK because all that is found is one byte long.
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}
