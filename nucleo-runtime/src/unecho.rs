//! Answers in the form of the schema, or under their type's name.
//!
//! A model that was shown the @-notation sometimes answers in it: the members stand under `@fields`, beside `@type`
//! and `@description`. Where the declared type has no such members itself, the form is taken off.

use crate::echo;
use crate::names::fold;
use crate::read::scope::{Scope, Standing};
use crate::read::{Parsed, RawRepair};
use crate::repair::RepairKind;
use crate::shape::Shape;
use crate::tape::{DROPPED, KEY_IN_ARENA, Tag, pair};

/// What an answer is beside what its type says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An answer, or the schema in the form of JSON Schema: only what does not fit is looked at.
    Unsettled,
    /// An answer; where it had the form of the @-notation, that was taken off.
    Answer,
    /// The schema in the @-notation, and nothing else.
    Schema,
}

/// Takes the form of the schema off an answer.
pub(crate) fn unecho(parsed: &mut Parsed<'_>, shape: Shape, scope: &Scope) -> Form {
    unwrap(parsed, shape, scope);
    if !parsed.tape.marked {
        return Form::Unsettled;
    }
    let is_schema = echo::is_schema(parsed, parsed.root, scope);
    hoist(parsed, scope.clone());
    if is_schema { Form::Schema } else { Form::Answer }
}

/// One member, whose name is the type's, around an object; or a JSON Schema whose `properties` hold the values.
fn unwrap(parsed: &mut Parsed<'_>, shape: Shape, scope: &Scope) {
    let root = parsed.root;
    let name = shape.table.get(shape.id).name;
    let tape = &parsed.tape;
    let node = &tape.nodes[root as usize];
    let first = root + 1;
    // An answer begins with a declared member, nearly always.
    let is_plain = || scope.standing(tape.key_of(&tape.nodes[first as usize])) != Standing::Undeclared;
    if node.tag != Tag::Object || node.pair().1 == 0 || is_plain() || !scope.takes_object() || scope.is_open() {
        return;
    }
    if node.pair().1 == 1 {
        let child = &tape.nodes[first as usize];
        let key = tape.key_of(child);
        let is_it = || key == name || fold(key) == fold(name) && !scope.keeps(key);
        let is_wrapper = !name.is_empty() && is_it();
        if is_wrapper && child.tag == Tag::Object {
            note(parsed, RepairKind::TypeName, first);
            parsed.root = first;
        }
    } else if let Some(properties) = echoed(parsed, scope) {
        note(parsed, RepairKind::Echo, properties);
        parsed.root = properties;
    }
}

/// The `properties` of a JSON Schema around the answer, where they hold values and not schemas.
fn echoed(parsed: &Parsed<'_>, scope: &Scope) -> Option<u32> {
    let tape = &parsed.tape;
    let (mut is_schema, mut properties) = (false, None);
    for (index, key) in tape.members(parsed.root) {
        let node = &tape.nodes[index as usize];
        match key {
            "type" => is_schema |= node.tag == Tag::Text && tape.text_of(node) == "object",
            "properties" if node.tag == Tag::Object => properties = Some(index),
            _ => {}
        }
    }
    let properties = properties.filter(|_| is_schema)?;
    if tape.members(parsed.root).any(|(_, key)| scope.standing(key) != Standing::Undeclared) {
        return None;
    }
    let holds_schemas = tape.members(properties).any(|(index, _)| {
        tape.nodes[index as usize].tag == Tag::Object
            && tape.members(index).any(|(_, key)| matches!(key, "type" | "$ref" | "anyOf" | "enum"))
    });
    (!holds_schemas).then_some(properties)
}

/// Replaces each object that has `@fields` by what stands there, and drops other members that begin with `@`, but for
/// those that the type keeps: they are data.
fn hoist(parsed: &mut Parsed<'_>, scope: Scope) {
    // Depth-first with a stack of its own; a container is on it with what is declared of it.
    let mut due = vec![(parsed.root, scope)];
    while let Some((index, scope)) = due.pop() {
        let (tag, first, end) = (parsed.tape.nodes[index as usize].tag, index + 1, parsed.tape.next(index));
        if tag == Tag::Object && !scope.is_open() && scope.takes_object() {
            object(parsed, index, &scope);
        }
        let mut child = first;
        while child < end {
            let node = &parsed.tape.nodes[child as usize];
            if node.is_container() {
                let inner = if tag == Tag::List { scope.items() } else { scope.member(parsed.tape.key_of(node)) };
                due.push((child, inner));
            }
            child = parsed.tape.next(child);
        }
    }
}

fn object(parsed: &mut Parsed<'_>, index: u32, scope: &Scope) {
    let echoes: Vec<(u32, String)> = parsed
        .tape
        .members(index)
        .filter(|(_, key)| key.starts_with('@') && scope.standing(key) == Standing::Undeclared)
        .map(|(at, key)| (at, key.to_owned()))
        .collect();
    let fields = echoes.iter().find(|(at, key)| key == "@fields" && parsed.tape.nodes[*at as usize].tag == Tag::Object);
    if let Some((fields, _)) = fields {
        note(parsed, RepairKind::Echo, *fields);
        let node = &mut parsed.tape.nodes[index as usize];
        let (behind, _) = node.pair();
        node.tag = Tag::Forward;
        node.data = pair(behind, *fields);
        return;
    }
    for (at, key) in echoes.into_iter().filter(|(_, key)| !scope.keeps(key)) {
        note(parsed, RepairKind::Echo, at);
        if key == "@ref" {
            let (offset, len) = parsed.tape.store("artifact_ref");
            let node = &mut parsed.tape.nodes[at as usize];
            (node.key, node.key_len) = (offset, len);
            node.flags |= KEY_IN_ARENA;
        } else {
            parsed.tape.nodes[at as usize].field = DROPPED;
        }
    }
}

fn note(parsed: &mut Parsed<'_>, kind: RepairKind, node: u32) {
    let raw = &parsed.tape.nodes[node as usize];
    parsed.repairs.push(RawRepair { kind, start: raw.start, end: raw.end, node });
}
