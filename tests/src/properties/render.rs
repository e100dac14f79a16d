//! The ways in which models write a value down.

use nucleo_runtime::Value;

/// How many ways there are.
pub(super) const FORMS: u64 = 8;

pub(super) fn as_form(value: &Value, form: usize) -> String {
    let plain = value.to_string();
    match form {
        0 => plain,
        1 => format!("{value:#}"),
        2 => format!("```json\n{value:#}\n```"),
        // What stands in a sentence is an answer only where it cannot be a word of it.
        3 if value.is_array() || value.is_object() => {
            format!("Sure! Here is the answer:\n\n{value:#}\n\nLet me know if you need more.")
        }
        4 => format!("<think>A short thought.</think>\n{plain}"),
        5 => loose(value, 0),
        6 => format!("```\n{}\n```\n", loose(value, 0)),
        _ => format!("  {plain}\n"),
    }
}

/// With comments, and a comma behind each element.
fn loose(value: &Value, depth: usize) -> String {
    let indent = "  ".repeat(depth + 1);
    let end = "  ".repeat(depth);
    match value {
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(|item| format!("{indent}{},\n", loose(item, depth + 1)));
            format!("[\n{}{end}]", items.collect::<String>())
        }
        Value::Object(members) if !members.is_empty() => {
            let member = |(name, value): (&String, &Value)| {
                format!("{indent}{}: {},  // said so\n", Value::from(name.as_str()), loose(value, depth + 1))
            };
            format!("{{\n{}{end}}}", members.iter().map(member).collect::<String>())
        }
        _ => value.to_string(),
    }
}
