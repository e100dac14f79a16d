//! The writing of a member that may be shortened, or that is kept out of what a model is shown.

use super::text::{block, quoted};
use crate::ir::{Field, Size, Summary};

/// The call that writes a member, on a line of this depth: `record.field(…)`, or `record.noted(…)` where the schema says
/// something of how it is written.
pub(super) fn put(field: &Field, at: usize, value: &str, depth: usize) -> String {
    let Some(note) = note(field) else { return format!("record.field({at}, {value})") };
    let pad = "    ".repeat(depth + 2);
    let uses = match &field.summarizable {
        None => "Note",
        Some(Summary { size: Size::Short, .. }) => "{Note, Summarizable}",
        Some(_) => "{Note, Size, Summarizable}",
    };
    let note =
        format!("&const {{\n{pad}use ::nucleo_runtime::summary::{uses};\n{pad}{note}\n{}}}", "    ".repeat(depth + 1));
    block(depth, "record.noted(", &[at.to_string(), note, value.to_owned()], ")")
}

fn note(field: &Field) -> Option<String> {
    let summary = field.summarizable.as_ref().map(|it| format!("Note::summarizable({})", settings(it)));
    match (summary, field.context_ignore) {
        (None, false) => None,
        (None, true) => Some("Note::ignored()".to_owned()),
        (Some(note), false) => Some(note),
        (Some(note), true) => Some(format!("{note}.and_ignored()")),
    }
}

/// The settings that are not the usual ones.
fn settings(it: &Summary) -> String {
    let usual = Summary::default();
    let Summary { hint, size, threshold, llm_safe, pre_summarized, static_summary } = it;
    let mut out = "Summarizable::new()".to_owned();
    let mut set = |is: bool, call: String| out.push_str(if is { &call } else { "" });
    set(*hint != usual.hint, format!(".hint({})", quoted(hint)));
    set(*size != usual.size, format!(".size(Size::{})", size.variant()));
    set(*threshold != usual.threshold, format!(".threshold({threshold})"));
    set(!llm_safe, ".unsafe_for_models()".to_owned());
    set(*pre_summarized, ".pre_summarized()".to_owned());
    set(*static_summary != usual.static_summary, format!(".phrase({})", quoted(static_summary)));
    out
}
