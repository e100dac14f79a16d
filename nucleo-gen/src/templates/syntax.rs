//! Places in templates, and what is wrong with a text that is no template.

use handlebars::{TemplateError, TemplateErrorReason};

use crate::diag::{Diags, SourceId, Span};
use crate::source::Sources;

/// Reports why a text is no template. A block that is not closed is told where it begins, not where the text ends.
pub(super) fn report(error: &TemplateError, sources: &Sources, source: SourceId, body: &str, diags: &Diags) {
    let (place, message, help) = match (error.reason(), unclosed(body)) {
        (TemplateErrorReason::InvalidSyntax(_), Some((start, name))) => {
            let len = body[start..].find("}}").map_or(name.len(), |at| at + 2);
            // OK because sources are at most 4 GiB.
            let place = Span { source, start: start as u32, end: (start + len) as u32 };
            (place, format!("the block `{name}` is not closed"), format!("add `{{{{/{name}}}}}`"))
        }
        (reason, _) => {
            let (line, column) = error.pos().unwrap_or((1, 1));
            let (message, help) = said(reason);
            (span(sources, source, line, column), message, help)
        }
    };
    diags.error(place, message).help(help).emit();
}

/// The innermost block that is not closed: where it begins, and its name.
fn unclosed(text: &str) -> Option<(usize, &str)> {
    let mut open = Vec::new();
    for (at, _) in text.match_indices("{{") {
        // OK because both braces are one byte.
        let tag = text[at + 2..].trim_start_matches(['{', '~']);
        if let Some(tag) = tag.strip_prefix('#') {
            let tag = tag.trim_start();
            let len = tag.find(|c: char| c.is_whitespace() || matches!(c, '}' | '~')).unwrap_or(tag.len());
            // OK because `find` gives the start of a character.
            open.push((at, &tag[..len]));
        } else if tag.starts_with('/') {
            open.pop();
        }
    }
    open.pop()
}

/// What is wrong, and what to do.
fn said(reason: &TemplateErrorReason) -> (String, String) {
    match reason {
        TemplateErrorReason::MismatchingClosedHelper(open, close) => {
            (format!("the block `{open}` is closed by `{close}`"), format!("close it with `{{{{/{open}}}}}`"))
        }
        TemplateErrorReason::InvalidParam(name) => (format!("`{name}` is no parameter"), "name a type".to_owned()),
        _ => (
            "this is not a template".to_owned(),
            "each `{{` needs its `}}`, and each block `{{#name …}}` its `{{/name}}`".to_owned(),
        ),
    }
}

/// The place of a tag.
pub(super) fn span(sources: &Sources, source: SourceId, line: usize, column: usize) -> Span {
    let text = &sources[source].text;
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    // OK because `start` is the end of a line.
    let inside = text[start..].split('\n').next().unwrap_or_default();
    let skip = inside.char_indices().nth(column.saturating_sub(1)).map_or(inside.len(), |(at, _)| at);
    // OK because `skip` is the start of a character, or the end.
    let rest = &inside[skip..];
    let len = rest.find("}}").map_or(rest.trim_end().len(), |at| at + 2);
    // OK because sources are at most 4 GiB.
    Span { source, start: (start + skip) as u32, end: (start + skip + len) as u32 }
}
