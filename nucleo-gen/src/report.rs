//! Diagnostics as text: the message, each place with its line of the source, and what to do.

#[cfg(feature = "cli")]
pub(crate) mod json;
mod paint;

use std::fmt::Write as _;

use crate::diag::{Diagnostic, Severity, SourceId, Span};
use crate::source::{Position, Sources};
pub(crate) use paint::Paint;
use paint::Part;

/// The most characters of a line that are shown: minified schemas are one line of a megabyte.
const WIDTH: usize = 120;

/// A diagnostic that needs its sources no more.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) severity: Severity,
    pub(crate) lint: Option<&'static str>,
    pub(crate) text: String,
    /// The file that it is about, where it has no place.
    pub(crate) file: Option<String>,
    /// In the order of their lines; those of the main file first.
    pub(crate) marks: Vec<Mark>,
    pub(crate) notes: Vec<String>,
    pub(crate) help: Option<String>,
}

/// A label at its place.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    pub(crate) file: String,
    pub(crate) start: Position,
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only editors ask for it"))]
    pub(crate) end: Position,
    pub(crate) main: bool,
    pub(crate) text: String,
    /// What is shown of the line.
    shown: String,
    /// The characters that are cut off before it.
    cut: usize,
    /// The characters of the place that stand in the line.
    len: usize,
}

/// All diagnostics, errors last so that they are what is read first in a terminal.
pub(crate) fn render(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    text(&messages(sources, diagnostics), Paint::Plain)
}

/// The same, with their places.
pub(crate) fn messages(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<Message> {
    let mut sorted: Vec<_> = diagnostics.iter().collect();
    // By place, as a person goes through a file, whatever found it.
    sorted.sort_by_key(|it| (it.severity, it.labels.first().map(|(span, _)| (span.source, span.start))));
    sorted.iter().map(|it| Message::of(sources, it)).collect()
}

/// Messages as people read them.
pub(crate) fn text(messages: &[Message], paint: Paint) -> String {
    messages.iter().map(|it| it.render(paint)).collect::<Vec<_>>().join("\n")
}

impl Message {
    pub(crate) fn of(sources: &Sources, it: &Diagnostic) -> Self {
        let Diagnostic { severity, lint, message, labels, help, file } = it;
        let main = labels.first().map(|(span, _)| span.source);
        let mut marks: Vec<(SourceId, Mark)> = labels
            .iter()
            .enumerate()
            .map(|(at, (span, text))| (span.source, Mark::of(sources, *span, at == 0, text)))
            .collect();
        marks.sort_by_key(|(source, mark)| (Some(*source) != main, *source, mark.start.line, mark.start.column));
        Self {
            severity: *severity,
            lint: lint.map(|lint| lint.name),
            text: message.clone(),
            file: file.clone(),
            marks: marks.into_iter().map(|(_, mark)| mark).collect(),
            notes: Vec::new(),
            help: help.clone(),
        }
    }

    /// A message as people read it, with a line break at its end.
    pub(crate) fn render(&self, paint: Paint) -> String {
        let mut out = self.head(paint);
        let gutter = self.marks.iter().map(|mark| mark.start.line.to_string().len()).max().unwrap_or(1);
        let bar = |out: &mut String, text: &str| out.push_str(&paint.of(Part::Frame, text));
        let mut rest = self.marks.as_slice();
        let mut before: Option<&Mark> = None;
        while let Some(first) = rest.first() {
            let is_here = |it: &&Mark| it.file == first.file && it.start.line == first.start.line;
            let (line, others) = rest.split_at(rest.iter().take_while(is_here).count());
            match before {
                Some(last) if last.file == first.file => {
                    if first.start.line > last.start.line + 1 {
                        bar(&mut out, "...\n");
                    }
                }
                _ => {
                    let arrow = if before.is_none() { "-->" } else { ":::" };
                    // The first place that is named is the main one, whichever line comes first.
                    let main = self.marks.iter().find(|mark| mark.main && mark.file == first.file).unwrap_or(first);
                    bar(&mut out, &format!("{:gutter$}{arrow} ", ""));
                    // OK because writing to a `String` never fails; so below.
                    let _ = writeln!(out, "{}:{}:{}", main.file, main.start.line, main.start.column);
                }
            }
            self.line(line, gutter, paint, &mut out);
            before = Some(first);
            rest = others;
        }
        let notes = self.notes.iter().map(|note| ("note", note));
        for (what, said) in notes.chain(self.help.iter().map(|help| ("help", help))) {
            bar(&mut out, &format!("{:gutter$} = ", ""));
            let _ = writeln!(out, "{}: {said}", paint.of(Part::Strong, what));
        }
        out
    }

    fn head(&self, paint: Paint) -> String {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let name = self.lint.map(|lint| format!("[{lint}]")).unwrap_or_default();
        let file = self.file.as_ref().map(|file| format!("`{file}` ")).unwrap_or_default();
        let what = paint.of(Part::of(self.severity), &format!("{severity}{name}"));
        format!("{what}{}\n", paint.of(Part::Strong, &format!(": {file}{}", self.text)))
    }

    /// One line of the source, the marks below it, and their texts.
    fn line(&self, marks: &[Mark], gutter: usize, paint: Paint, out: &mut String) {
        let Some(first) = marks.first() else { return };
        let frame = |text: String| paint.of(Part::Frame, &text);
        let _ = writeln!(out, "{} {}", frame(format!("{:>gutter$} |", first.start.line)), first.shown);
        let column = |mark: &Mark| (mark.start.column - 1).saturating_sub(first.cut).min(WIDTH);
        let mut under: Vec<Option<bool>> = Vec::new();
        for mark in marks {
            let start = column(mark);
            let len = mark.len.min(WIDTH - start).max(1);
            if under.len() < start + len {
                under.resize(start + len, None);
            }
            under[start..start + len].fill(Some(mark.main));
        }
        // The last mark's text stands behind the marks, the others' below, the rightmost first.
        let mut texts = marks.iter().rev();
        let (last, ends_main) = texts.next().map_or(("", false), |mark| (mark.text.as_str(), mark.main));
        let part = |main: bool| if main { Part::of(self.severity) } else { Part::Frame };
        let drawn: String = (under.chunk_by(|one, two| one == two))
            .map(|run| match run.first() {
                Some(Some(main)) => paint.of(part(*main), &(if *main { "^" } else { "-" }).repeat(run.len())),
                _ => " ".repeat(run.len()),
            })
            .collect();
        let space = if last.is_empty() { "" } else { " " };
        let _ =
            writeln!(out, "{} {drawn}{space}{}", frame(format!("{:gutter$} |", "")), paint.of(part(ends_main), last));
        for mark in texts.filter(|mark| !mark.text.is_empty()) {
            let (indent, text) = (column(mark), paint.of(part(mark.main), &mark.text));
            let _ = writeln!(out, "{} {:indent$}{text}", frame(format!("{:gutter$} |", "")), "");
        }
    }
}

impl Mark {
    fn of(sources: &Sources, span: Span, main: bool, text: &str) -> Self {
        let source = &sources[span.source];
        let start = source.position(span.start);
        let range = source.line(start.line);
        let byte = (span.start as usize).clamp(range.start, range.end) - range.start;
        let (cut, shown) = window(&source.text[range], start.column, byte);
        Self {
            file: source.name.clone(),
            start,
            end: source.position(span.end.max(span.start)),
            main,
            text: text.to_owned(),
            shown,
            cut,
            len: visible(sources, span, start.line),
        }
    }
}

/// The characters of a span that stand in its first line; at least one, and no more than can be shown.
fn visible(sources: &Sources, span: Span, line: usize) -> usize {
    let source = &sources[span.source];
    let end = (span.end as usize).min(source.line(line).end);
    source.text.get(span.start as usize..end).map_or(1, |text| text.chars().take(WIDTH).count().max(1))
}

/// The part of a line around a place, and how many characters are cut off before it.
fn window(line: &str, column: usize, byte: usize) -> (usize, String) {
    // A tab counts as one column everywhere, so it is shown as one blank.
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    if line.char_indices().nth(WIDTH).is_none() {
        return (0, line.chars().map(clean).collect());
    }
    let back = (column - 1).min(WIDTH / 3);
    let start = line.get(..byte).unwrap_or(line).char_indices().rev().take(back).last().map_or(byte, |(at, _)| at);
    (column - 1 - back, line[start..].chars().take(WIDTH).map(clean).collect())
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
            r#"error: `schemas` holds no schema files

error: two of them
 --> x.json:5:3
2 |   "a": 1,
  |   --- the first
...
5 |   "b": 2
  |   ^^^ the second
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
