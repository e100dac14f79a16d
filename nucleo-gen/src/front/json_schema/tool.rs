//! `x-nucleo-tool`: what makes a type the input of a tool.
//!
//! ```text
//! tool   = true | { name?, description?, kind?, level?, weight?, readOnly? }
//! kind   = "in memory" | "api call" | "thinker"
//! weight = number | [ number, number ]
//! ```

use super::note::{check_member, wrong};
use crate::diag::Diags;
use crate::ir::{Tool, ToolKind};
use crate::json::{Json, Value};

const KEYWORD: &str = "x-nucleo-tool";
const MEMBERS: [&str; 6] = ["name", "description", "kind", "level", "weight", "readOnly"];

/// What the list of a server says of a tool beyond that; not a keyword that anybody writes.
pub(super) const LISTED: &str = "listed";

pub(super) fn read(json: &Json, diags: &Diags) -> Option<Tool> {
    match json.value {
        Value::Bool(false) => return None,
        Value::Bool(true) | Value::Object(_) => {}
        _ => {
            wrong(json, KEYWORD, "true or an object that describes the tool", diags);
            return None;
        }
    }
    // What a list says of a tool has the place of the tool's whole entry.
    let listed = json.get(LISTED).filter(|entry| entry.span == json.span);
    json.members()
        .iter()
        .filter(|it| listed.is_none() || it.name != LISTED)
        .for_each(|it| check_member(it, KEYWORD, &MEMBERS, diags));
    Some(Tool {
        json: json.clone(),
        name: text(json, "name", diags),
        about: text(json, "description", diags),
        kind: kind(json, diags),
        weight: json.get("weight").and_then(|it| weight(it, diags)),
        read_only: super::note::flag(json, "readOnly", diags),
        listed: listed.cloned(),
        span: json.span,
    })
}

fn text(json: &Json, name: &str, diags: &Diags) -> Option<String> {
    let (text, span) = super::note::text(json, name, diags)?;
    let text = text.trim();
    if text.is_empty() {
        diags.error(span, format!("the {name} of a tool is blank")).emit();
    }
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

fn kind(json: &Json, diags: &Diags) -> ToolKind {
    let level = json.get("level").and_then(|it| number(it, "level", diags));
    let Some(kind) = json.get("kind") else { return ToolKind::ApiCall };
    match kind.as_str() {
        Some("in memory") => ToolKind::InMemory,
        Some("api call") => ToolKind::ApiCall,
        Some("thinker") => ToolKind::Thinker(level.and_then(|it| u8::try_from(it).ok()).unwrap_or_default()),
        _ => {
            wrong(kind, "kind", "\"in memory\", \"api call\" or \"thinker\"", diags);
            ToolKind::ApiCall
        }
    }
}

/// One number, or the least and the most.
fn weight(json: &Json, diags: &Diags) -> Option<(u32, u32)> {
    if !matches!(json.value, Value::List(_)) {
        return number(json, "weight", diags).map(|it| (it, it));
    }
    let [min, max] = json.items() else {
        wrong(json, "weight", "a number, or a list of the least and the most", diags);
        return None;
    };
    let (min, max) = (number(min, "weight", diags)?, number(max, "weight", diags)?);
    if min > max {
        diags.error(json.span, "the least weight is greater than the most").emit();
    }
    Some((min, max))
}

fn number(json: &Json, name: &str, diags: &Diags) -> Option<u32> {
    let number = if let Value::Number(text) = &json.value { text.parse().ok() } else { None };
    if number.is_none() {
        wrong(json, name, "a whole number from 0 on", diags);
    }
    number
}
