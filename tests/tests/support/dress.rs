//! A value as a language model could write it.

use nucleo_runtime::Value;

/// In a fence, between two lines of prose.
pub(crate) fn fenced(value: &Value) -> String {
    format!(
        "Of course! This is what I found:\n\n```json\n{}\n```\n\nTell me if anything is missing.\n",
        serde_json::to_string_pretty(value).expect("JSON")
    )
}

/// With single quotes, bare names, trailing commas, comments, and the literals of Python.
pub(crate) fn sloppy(value: &Value) -> String {
    let mut out = String::new();
    // A text alone is no place for a comment.
    if value.is_object() || value.is_array() {
        out.push_str("// the answer\n");
    }
    write(&mut out, value, 0);
    out
}

fn write(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(it) => out.push_str(if *it { "True" } else { "False" }),
        Value::Number(it) => out.push_str(&it.to_string()),
        Value::String(it) => quoted(out, it),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                line(out, depth + 1);
                write(out, item, depth + 1);
                out.push(',');
            }
            line(out, depth);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                if at == 1 {
                    line(out, depth + 1);
                    out.push_str("# what follows was harder to tell");
                }
                line(out, depth + 1);
                if name.chars().all(|c| c.is_ascii_alphabetic()) {
                    out.push_str(name);
                } else {
                    quoted(out, name);
                }
                out.push_str(": ");
                write(out, value, depth + 1);
                out.push(',');
            }
            line(out, depth);
            out.push('}');
        }
    }
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

fn quoted(out: &mut String, text: &str) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\'' => out.push_str("\\'"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('\'');
}
