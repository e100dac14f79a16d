//! Diagnostics as text: the message, each place with its line of the source, and what to do.

use std::fmt::Write as _;

use crate::diag::{Diagnostic, Severity, SourceId, Span};
use crate::source::Sources;

/// The most characters of a line that are shown: minified schemas are one line of a megabyte.
const WIDTH: usize = 120;

/// All diagnostics, errors last so that they are what is read first in a terminal.
pub(crate) fn render(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut sorted: Vec<_> = diagnostics.iter().collect();
    sorted.sort_by_key(|it| it.severity);
    sorted.iter().map(|it| render_one(sources, it)).collect::<Vec<_>>().join("\n")
}

fn render_one(sources: &Sources, it: &Diagnostic) -> String {
    let mut out = String::new();
    let severity = match it.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let name = it.lint.map(|lint| format!("[{}]", lint.name)).unwrap_or_default();
    // OK because writing to a `String` never fails; so below.
    let _ = match &it.file {
        Some(file) => writeln!(out, "{severity}{name}: `{file}` {}", it.message),
        None => writeln!(out, "{severity}{name}: {}", it.message),
    };
    let marks = marks(sources, it);
    let gutter = marks.iter().map(|mark| mark.line.to_string().len()).max().unwrap_or(1);
    let mut rest = marks.as_slice();
    let mut before: Option<(SourceId, usize)> = None;
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|it| (it.source, it.line) == (first.source, first.line)).count();
        let (line, others) = rest.split_at(same);
        let arrow = if before.is_none() { "-->" } else { ":::" };
        match before {
            Some((source, number)) if source == first.source => {
                if first.line > number + 1 {
                    out.push_str("...\n");
                }
            }
            _ => {
                // The first place that is named is the main one, whichever line comes first.
                let main = marks.iter().find(|mark| mark.main && mark.source == first.source).unwrap_or(first);
                let file = &sources[first.source].name;
                let _ = writeln!(out, "{:gutter$}{arrow} {file}:{}:{}", "", main.line, main.column);
            }
        }
        render_line(sources, line, gutter, &mut out);
        before = Some((first.source, first.line));
        rest = others;
    }
    if let Some(help) = &it.help {
        let _ = writeln!(out, "{:gutter$} = help: {help}", "");
    }
    out
}

/// A label at its place.
struct Mark<'d> {
    source: SourceId,
    line: usize,
    /// In characters, from 1.
    column: usize,
    /// In bytes of its line.
    at: usize,
    len: usize,
    main: bool,
    text: &'d str,
}

/// The labels in the order of their lines; those of the main file first.
fn marks<'d>(sources: &Sources, it: &'d Diagnostic) -> Vec<Mark<'d>> {
    let Some(main) = it.labels.first().map(|(span, _)| span.source) else { return Vec::new() };
    let mut marks: Vec<_> = it
        .labels
        .iter()
        .enumerate()
        .map(|(at, (span, text))| {
            let position = sources.position(*span);
            let len = visible(sources, *span, position.line);
            let Span { source, start, .. } = *span;
            let line = sources[source].line(position.line);
            let byte = (start as usize).clamp(line.start, line.end) - line.start;
            Mark { source, line: position.line, column: position.column, at: byte, len, main: at == 0, text }
        })
        .collect();
    marks.sort_by_key(|mark| (mark.source != main, mark.source, mark.line, mark.column));
    marks
}

/// The characters of a span that stand in its first line; at least one, and no more than can be shown.
fn visible(sources: &Sources, span: Span, line: usize) -> usize {
    let source = &sources[span.source];
    let end = (span.end as usize).min(source.line(line).end);
    source.text.get(span.start as usize..end).map_or(1, |text| text.chars().take(WIDTH).count().max(1))
}

/// One line of the source, the marks below it, and their texts.
fn render_line(sources: &Sources, marks: &[Mark<'_>], gutter: usize, out: &mut String) {
    let Some(first) = marks.first() else { return };
    let source = &sources[first.source];
    let (from, shown) = window(&source.text[source.line(first.line)], first);
    let _ = writeln!(out, "{:>gutter$} | {shown}", first.line);

    let mut under = Vec::new();
    for mark in marks {
        let start = (mark.column - 1 - from.min(mark.column - 1)).min(WIDTH);
        let len = mark.len.min(WIDTH - start).max(1);
        if under.len() < start + len {
            under.resize(start + len, ' ');
        }
        under[start..start + len].fill(if mark.main { '^' } else { '-' });
    }
    let under: String = under.into_iter().collect();
    // The last mark's text stands behind the marks, the others' below, the rightmost first.
    let mut texts = marks.iter().rev();
    let last = texts.next().map_or("", |mark| mark.text);
    let _ = writeln!(out, "{:gutter$} | {}", "", format!("{under} {last}").trim_end());
    for mark in texts.filter(|mark| !mark.text.is_empty()) {
        let indent = (mark.column - 1 - from.min(mark.column - 1)).min(WIDTH);
        let _ = writeln!(out, "{:gutter$} | {:indent$}{}", "", "", mark.text);
    }
}

/// The part of a line around a mark, and how many characters are cut off before it.
fn window(line: &str, mark: &Mark<'_>) -> (usize, String) {
    // A tab counts as one column everywhere, so it is shown as one blank.
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    if line.char_indices().nth(WIDTH).is_none() {
        return (0, line.chars().map(clean).collect());
    }
    let back = (mark.column - 1).min(WIDTH / 3);
    let start =
        line.get(..mark.at).unwrap_or(line).char_indices().rev().take(back).last().map_or(mark.at, |(at, _)| at);
    (mark.column - 1 - back, line[start..].chars().take(WIDTH).map(clean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diags;

    fn span(text: &str, part: &str) -> Span {
        let start = text.find(part).unwrap() as u32;
        Span { source: SourceId(0), start, end: start + part.len() as u32 }
    }

    #[test]
    fn err_two_places_in_one_line() {
        let text = "{\n  \"minimum\": 5, \"maximum\": 3\n}";
        let mut sources = Sources::default();
        sources.add("schemas/ticket.json", text.to_owned());
        let diags = Diags::default();
        diags
            .error(span(text, "\"maximum\": 3"), "`priority` cannot hold any value")
            .here("at most 3")
            .label(span(text, "\"minimum\": 5"), "at least 5")
            .help("raise `maximum` or lower `minimum`")
            .emit();
        assert_eq!(
            render(&sources, &diags.take()),
            r#"error: `priority` cannot hold any value
 --> schemas/ticket.json:2:17
2 |   "minimum": 5, "maximum": 3
  |   ------------  ^^^^^^^^^^^^ at most 3
  |   at least 5
  = help: raise `maximum` or lower `minimum`
"#
        );
    }

    #[test]
    fn err_two_lines_and_a_file_without_a_place() {
        let text = "{\n  \"a\": 1,\n\n\n  \"b\": 2\n}";
        let mut sources = Sources::default();
        sources.add("x.json", text.to_owned());
        let diags = Diags::default();
        diags
            .error(span(text, "\"b\""), "two of them")
            .here("the second")
            .label(span(text, "\"a\""), "the first")
            .emit();
        diags.error_in("schemas", "holds no schema files").emit();
        assert_eq!(
            render(&sources, &diags.take()),
            r#"error: two of them
 --> x.json:5:3
2 |   "a": 1,
  |   --- the first
...
5 |   "b": 2
  |   ^^^ the second

error: `schemas` holds no schema files
"#
        );
    }

    #[test]
    fn err_a_long_line_is_cut_around_the_place() {
        let text = format!("{{{}\"bad\": 1}}", "\"a\": 1,".repeat(1000));
        let mut sources = Sources::default();
        sources.add("x.json", text.clone());
        let diags = Diags::default();
        diags.error(span(&text, "\"bad\""), "is bad").emit();
        let shown = render(&sources, &diags.take());
        assert!(shown.lines().all(|line| line.len() < 140), "{shown}");
        assert!(shown.contains("^^^^^"), "{shown}");
    }
}
