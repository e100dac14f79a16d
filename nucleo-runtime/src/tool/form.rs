//! The forms in which calls are written.
//!
//! ```text
//! call      = { name, arguments } | { "function": { name, arguments } } | { "function_call": { name, arguments } }
//!           | { "functionCall": { name, args } } | { "method": "tools/call", "params": { name, arguments } }
//!           | { tool: { … }, … }
//! calls     = call | [ call, … ] | { "tool_calls": calls }
//! name      = "name" | "tool_name" | "tool" | "function_name" | "function" | "recipient_name"
//! arguments = "arguments" | "args" | "input" | "parameters" | "params" | "tool_input" | "function_args" | "kwargs"
//! ```

use super::Palette;
use crate::names::fold;
use crate::tape::{JsonKind, Node};

/// A call before its tool and arguments are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'t> {
    pub(super) id: Option<&'t str>,
    pub(super) name: Option<&'t str>,
    pub(super) arguments: Option<Node<'t>>,
}

const NAMES: [&str; 6] = ["name", "toolname", "tool", "functionname", "function", "recipientname"];
const ARGUMENTS: [&str; 8] =
    ["arguments", "args", "input", "parameters", "params", "toolinput", "functionargs", "kwargs"];
/// The id that a result is paired by, where there are two, comes first.
const IDS: [&str; 4] = ["callid", "toolcallid", "tooluseid", "id"];
/// Members that hold a list of calls, or one.
const LISTS: [&str; 4] = ["toolcalls", "functioncalls", "calls", "tooluses"];

/// The last member of a folded name that `names` lists, by the order of the list.
fn member<'t>(object: Node<'t>, names: &[&str]) -> Option<Node<'t>> {
    let of = |wanted: &&str| object.entries().filter(|(name, _)| fold(name) == **wanted).last();
    names.iter().find_map(of).map(|(_, node)| node)
}

fn text<'t>(object: Node<'t>, names: &[&str]) -> Option<&'t str> {
    let of = |wanted: &&str| object.entries().filter(|(name, _)| fold(name) == **wanted).find_map(|(_, it)| it.text());
    names.iter().find_map(of)
}

/// The id of a call; one that is a number has no place in a conversation.
fn id(object: Node<'_>) -> Option<&str> {
    text(object, &IDS).filter(|id| !id.trim().is_empty())
}

/// The calls that `node` states in a place where calls may stand or not; none where it states none.
pub(super) fn calls<'t>(node: Node<'t>, palette: &Palette, out: &mut Vec<Raw<'t>>) -> bool {
    match node.kind() {
        JsonKind::Array => {
            let any = node.items().any(|item| item.kind() == JsonKind::Object && is_call(item, palette));
            if any {
                node.items().for_each(|item| each(item, palette, out));
            }
            any
        }
        JsonKind::Object if is_call(node, palette) => {
            each(node, palette, out);
            true
        }
        _ => false,
    }
}

/// Whether an object is a call, or holds calls, beyond doubt.
fn is_call(object: Node<'_>, palette: &Palette) -> bool {
    if member(object, &LISTS).is_some_and(|list| matches!(list.kind(), JsonKind::Array | JsonKind::Object)) {
        return true;
    }
    if wrapped(object).is_some() {
        return true;
    }
    let arguments = member(object, &ARGUMENTS);
    match text(object, &NAMES) {
        Some(name) => arguments.is_some() || palette.find(name).is_some(),
        None => {
            arguments.is_some_and(|_| member(object, &["arguments", "toolinput"]).is_some()) || is_map(object, palette)
        }
    }
}

/// Whether the names of an object's members are all tools, and their values all arguments.
fn is_map(object: Node<'_>, palette: &Palette) -> bool {
    !object.is_empty()
        && object.entries().all(|(name, value)| value.kind() == JsonKind::Object && palette.find(name).is_some())
}

/// The object with name and arguments, where it stands within another.
fn wrapped(object: Node<'_>) -> Option<Node<'_>> {
    let inner = |name: &str| member(object, &[name]).filter(|it| it.kind() == JsonKind::Object);
    inner("functioncall").or_else(|| inner("function")).or_else(|| inner("toolcall")).or_else(|| {
        let is_request = text(object, &["method"]) == Some("tools/call");
        inner("params").filter(|_| is_request)
    })
}

/// The calls of a value in a place where only calls stand: at least one, even if it names nothing.
pub(super) fn each<'t>(node: Node<'t>, palette: &Palette, out: &mut Vec<Raw<'t>>) {
    match node.kind() {
        JsonKind::Array => node.items().for_each(|item| each(item, palette, out)),
        JsonKind::Object => {
            if let Some(list) = member(node, &LISTS).filter(|_| text(node, &NAMES).is_none()) {
                each(list, palette, out);
            } else if let Some(inner) = wrapped(node) {
                let call = single(inner, palette);
                out.push(Raw { id: id(node).or(call.id), ..call });
            } else if text(node, &NAMES).is_none() && is_map(node, palette) {
                out.extend(node.entries().map(|(name, value)| Raw {
                    id: None,
                    name: Some(name),
                    arguments: Some(value),
                }));
            } else {
                out.push(single(node, palette));
            }
        }
        // A list of calls that is null is no list of one call.
        JsonKind::Null => {}
        _ => out.push(Raw { id: None, name: None, arguments: None }),
    }
}

/// One object with name and arguments. Where the arguments were not closed, the name stands among them.
fn single<'t>(object: Node<'t>, palette: &Palette) -> Raw<'t> {
    let arguments = member(object, &ARGUMENTS);
    let within = || arguments.and_then(|it| text(it, &NAMES)).filter(|name| palette.get(name).is_some());
    let name = text(object, &NAMES).filter(|name| !name.trim().is_empty()).or_else(within);
    Raw { id: id(object), name, arguments }
}
