//! Diagnostics for editors: one JSON object a line.
//!
//! | member | holds |
//! | --- | --- |
//! | `level` | `error` or `warning` |
//! | `lint` | the lint's name; `null` for a fault that no lint names |
//! | `message` | what is wrong, in one line |
//! | `file`, `line`, `column`, `end` | the main place, counted from 1 and in characters; `end`, which is not included, has `line` and `column`; all `null` where there is no place, but for `file` where the message is about one |
//! | `help` | what to do; or `null` |
//! | `labels` | every place, each with the members of a place, `text` and `main` |
//! | `notes` | what else there is to say |
//! | `rendered` | the whole, as people read it |

use serde_json::{Value, json};

use super::{Mark, Message, Paint};
use crate::diag::Severity;
use crate::source::Position;

impl Message {
    /// The message as a JSON object.
    pub(crate) fn json(&self) -> Value {
        let main = self.marks.iter().find(|mark| mark.main);
        json!({
            "level": if self.severity == Severity::Error { "error" } else { "warning" },
            "lint": self.lint,
            "message": self.text,
            "file": main.map(|mark| &mark.file).or(self.file.as_ref()),
            "line": main.map(|mark| mark.start.line),
            "column": main.map(|mark| mark.start.column),
            "end": main.map(|mark| position(mark.end)),
            "help": self.help,
            "labels": self.marks.iter().map(label).collect::<Vec<_>>(),
            "notes": self.notes,
            "rendered": self.render(Paint::Plain),
        })
    }
}

fn label(mark: &Mark) -> Value {
    json!({
        "file": mark.file,
        "line": mark.start.line,
        "column": mark.start.column,
        "end": position(mark.end),
        "text": mark.text,
        "main": mark.main,
    })
}

fn position(it: Position) -> Value {
    json!({ "line": it.line, "column": it.column })
}
