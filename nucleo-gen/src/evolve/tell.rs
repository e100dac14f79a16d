//! Edits as diagnostics.

use super::{Class, Edit, Version};
use crate::diag::{Diagnostic, Diags, Level, Severity};
use crate::report::Message;

/// An edit at the level of its worst effect; nothing where all of its effects are allowed.
pub(super) fn message(old: &Version, new: &Version, edit: &Edit, diags: &Diags) -> Option<Message> {
    let level = |class: &Class| diags.level_at(class.lint(), edit.new);
    let told = edit.effects.iter().map(|(class, _)| *class).filter(|class| level(class) != Level::Allow);
    // Of equal levels, the worst effect names it.
    let worst = told.min_by_key(|class| (std::cmp::Reverse(level(class)), *class))?;
    let severity = if level(&worst) == Level::Deny { Severity::Error } else { Severity::Warning };
    let diagnostic = |span| Diagnostic {
        severity,
        lint: Some(worst.lint()),
        message: edit.what.clone(),
        labels: Vec::from_iter(span),
        help: edit.help.clone(),
        file: None,
    };
    let now = edit.new.map(|span| (span, String::new()));
    let before = edit.old.map(|span| (span, if now.is_some() { "before" } else { "" }.to_owned()));
    let past = |span| {
        let mut message = Message::of(&old.sources, &diagnostic(span));
        message.marks.iter_mut().for_each(|mark| mark.file = old.place.show(&mark.file));
        message
    };
    let mut message = match now {
        Some(span) => {
            let mut message = Message::of(&new.sources, &diagnostic(Some(span)));
            message.marks.iter_mut().for_each(|mark| mark.file = new.place.show(&mark.file));
            message.marks.extend(past(before).marks);
            // The place in the new version came first.
            message.marks.iter_mut().skip(1).for_each(|mark| mark.main = false);
            message
        }
        None => past(before),
    };
    let effects = edit.effects.iter().map(|(class, why)| format!("{}: {why}", class.phrase()));
    message.notes = edit.notes.iter().cloned().chain(effects).collect();
    Some(message)
}
