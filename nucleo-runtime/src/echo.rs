//! Replies that are the schema, sent back in the place of an answer.
//!
//! A model that does not follow copies what it was shown: each member holds a description, in the @-notation or in
//! JSON Schema, where a value should stand. The type's own faults would then say of each member that it is an object;
//! one word about the whole helps more.

use crate::fault::FaultKind;
use crate::read::Parsed;
use crate::read::scope::{Scope, Standing};
use crate::tape::{Tag, Tape};

/// The values of JSON Schema's `type`.
const KINDS: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/// Keywords that only a schema has.
fn is_deciding(key: &str) -> bool {
    matches!(key, "properties" | "items" | "$ref" | "$defs" | "anyOf" | "oneOf" | "allOf" | "enum")
}

/// Keywords that stand beside those.
#[rustfmt::skip]
fn is_beside(key: &str) -> bool {
    matches!(
        key,
        "type" | "title" | "description" | "default" | "examples" | "const" | "format" | "pattern" | "required"
            | "additionalProperties" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
            | "minLength" | "maxLength" | "minItems" | "maxItems" | "uniqueItems" | "$schema" | "$id"
    )
}

/// Whether the value at `index` describes an answer of the type `scope` instead of being one.
pub(crate) fn is_schema(parsed: &Parsed<'_>, index: u32, scope: &Scope) -> bool {
    let tape = &parsed.tape;
    match tape.nodes[index as usize].tag {
        Tag::Object if describes(parsed, index, scope) => {
            // Values may stand in the form of the schema; they are taken out of it.
            let fields = tape.members(index).find(|(_, key)| matches!(*key, "@fields" | "properties"));
            fields.is_none_or(|(fields, _)| holds_descriptions(parsed, fields, scope))
        }
        Tag::Object => holds_descriptions(parsed, index, scope),
        Tag::List => {
            let mut items = tape.members(index).peekable();
            let scope = scope.items();
            items.peek().is_some() && items.all(|(item, _)| is_schema(parsed, item, &scope))
        }
        _ => false,
    }
}

/// Whether each member of an object describes a value. The last one may be cut off.
fn holds_descriptions(parsed: &Parsed<'_>, index: u32, scope: &Scope) -> bool {
    let tape = &parsed.tape;
    if tape.nodes[index as usize].tag != Tag::Object {
        return false;
    }
    let mut described = 0;
    let mut members = tape.members(index).peekable();
    while let Some((member, name)) = members.next() {
        if tape.nodes[member as usize].tag == Tag::Object && describes_loosely(parsed, member, &scope.member(name)) {
            described += 1;
        } else if !is_cut(parsed) || members.peek().is_some() {
            return false;
        }
    }
    described > 0
}

/// Whether an object has the members of a description and no others, where the declared type has none of them.
fn describes(parsed: &Parsed<'_>, index: u32, scope: &Scope) -> bool {
    let tape = &parsed.tape;
    let is_free = |key: &str| scope.standing(key) == Standing::Undeclared;
    let mut decides = false;
    tape.members(index).all(|(member, key)| {
        let is_notation = key.starts_with('@');
        decides |= is_notation
            || is_deciding(key) && may_hold(parsed, member, key) && is_free(key)
            || key == "type" && names_kind(tape, member) && is_free(key);
        is_notation || is_deciding(key) || is_beside(key)
    }) && decides
        && is_free("@type")
}

/// Whether a value may stand under one of the keywords that only a schema has; `{"items": ["oak"]}` and `{"items": []}`
/// are answers that went astray.
fn may_hold(parsed: &Parsed<'_>, index: u32, keyword: &str) -> bool {
    let tape = &parsed.tape;
    let node = &tape.nodes[index as usize];
    let tag = node.tag;
    let holds_objects = || tape.members(index).all(|(item, _)| tape.nodes[item as usize].tag == Tag::Object);
    match keyword {
        "$ref" => tag == Tag::Text,
        "enum" => tag == Tag::List,
        "properties" | "$defs" => tag == Tag::Object,
        "items" if tag == Tag::Object => true,
        // Schemas, or the beginning of one where the copy was cut off.
        _ => tag == Tag::List && (node.pair().1 > 0 || is_cut(parsed)) && holds_objects(),
    }
}

/// The same of a member's value. A copy goes astray: the next member's description gets into the one before it.
fn describes_loosely(parsed: &Parsed<'_>, index: u32, scope: &Scope) -> bool {
    let tape = &parsed.tape;
    let is_typed =
        || tape.members(index).any(|(_, key)| key == "@type") && scope.standing("@type") == Standing::Undeclared;
    let has_values = || {
        tape.members(index).any(|(member, key)| !key.starts_with('@') && !tape.nodes[member as usize].is_container())
    };
    describes(parsed, index, scope) || is_typed() && (!scope.takes_object() || !has_values())
}

fn is_cut(parsed: &Parsed<'_>) -> bool {
    parsed.faults.iter().any(|fault| fault.kind == FaultKind::Cut)
}

fn names_kind(tape: &Tape<'_>, index: u32) -> bool {
    let node = &tape.nodes[index as usize];
    match node.tag {
        Tag::Text => KINDS.contains(&tape.text_of(node)),
        Tag::List => tape.members(index).all(|(item, _)| names_kind(tape, item)),
        _ => false,
    }
}
