//! Edits for programs: one JSON object a line.
//!
//! | member | holds |
//! | --- | --- |
//! | `place` | the member or value, `Ticket.level` |
//! | `edit` | what was edited, in one line |
//! | `classes` | `stored_answers`, `old_binaries`, `source`, `prompt`; an empty list for a safe edit |
//! | `why` | for each class, why |
//! | `level` | `error`, `warning`, or `allow` |
//! | `notes` | what else there is to say |
//! | `help` | what to do; or `null` |
//! | `old`, `new` | the places, each with `file`, `line` and `column`; `null` where there is none |

use serde_json::{Map, Value, json};

use super::{Class, Edit, Version};
use crate::diag::{Severity, Span};

impl Class {
    fn name(self) -> &'static str {
        match self {
            Self::StoredAnswers => "stored_answers",
            Self::OldBinaries => "old_binaries",
            Self::Source => "source",
            Self::Prompt => "prompt",
        }
    }
}

/// An edit as a JSON object.
pub(crate) fn of(old: &Version, new: &Version, edit: &Edit, level: Option<Severity>) -> Value {
    let why: Map<String, Value> =
        edit.effects.iter().map(|(class, why)| (class.name().to_owned(), why.as_str().into())).collect();
    json!({
        "place": edit.place,
        "edit": edit.what,
        "classes": edit.effects.iter().map(|(class, _)| class.name()).collect::<Vec<_>>(),
        "why": why,
        "level": match level {
            Some(Severity::Error) => "error",
            Some(Severity::Warning) => "warning",
            None => "allow",
        },
        "notes": edit.notes,
        "help": edit.help,
        "old": edit.old.map(|span| place(old, span)),
        "new": edit.new.map(|span| place(new, span)),
    })
}

fn place(version: &Version, span: Span) -> Value {
    let source = &version.sources[span.source];
    let position = source.position(span.start);
    json!({ "file": version.place.show(&source.name), "line": position.line, "column": position.column })
}
