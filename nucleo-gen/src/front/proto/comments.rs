//! Where things stand in a `.proto` file, and what people wrote about them.

use std::collections::HashMap;

use prost_reflect::prost_types::SourceCodeInfo;

use crate::diag::{SourceId, Span};

/// The places and comments of one file, by the path of descriptor fields that leads to each thing.
pub(super) struct Comments {
    by_path: HashMap<Vec<i32>, Note>,
    /// The file as a whole.
    whole: Span,
}

struct Note {
    span: Span,
    text: Option<String>,
}

impl Comments {
    /// Of a file with the source it was compiled from, where its places are known. `lines` has the offset of each line.
    pub(super) fn new(places: Option<&SourceCodeInfo>, source: SourceId, text: &str) -> Self {
        let lines: Vec<u32> = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        let end = text.len() as u32;
        let offset = |line: i32, column: i32| {
            let start = lines.get(line as usize).copied().unwrap_or(end);
            // Columns count bytes, tabs as up to eight; a place beyond the line is its end.
            (start + column as u32).min(end)
        };
        let mut by_path = HashMap::new();
        for location in places.iter().flat_map(|it| &it.location) {
            let (start, stop) = match location.span[..] {
                [line, from, to] => (offset(line, from), offset(line, to)),
                [line, from, last, to] => (offset(line, from), offset(last, to)),
                _ => continue,
            };
            let comment = location.leading_comments.as_deref().or(location.trailing_comments.as_deref());
            let span = Span { source, start, end: stop.max(start) };
            by_path.insert(location.path.clone(), Note { span, text: comment.and_then(plain) });
        }
        Self { by_path, whole: Span { source, start: 0, end: end.min(1) } }
    }

    /// Takes the places of things from an outline, where there is no text.
    pub(super) fn stand_in(&mut self, spans: Vec<(Vec<i32>, Span)>) {
        for note in self.by_path.values_mut() {
            note.span = self.whole;
        }
        for (path, span) in spans {
            self.by_path.entry(path).or_insert(Note { span, text: None }).span = span;
        }
    }

    /// The place of a thing.
    pub(super) fn span(&self, path: &[i32]) -> Span {
        self.by_path.get(path).map_or(self.whole, |note| note.span)
    }

    /// The place of its name, which is what a message should point at.
    pub(super) fn name(&self, path: &[i32]) -> Span {
        let mut name = path.to_vec();
        name.push(1);
        self.by_path.get(&name).map_or_else(|| self.span(path), |note| note.span)
    }

    /// The leading comment, else the trailing one.
    pub(super) fn text(&self, path: &[i32]) -> Option<&str> {
        self.by_path.get(path)?.text.as_deref()
    }
}

/// A comment without the blank that each line begins with; nothing where only blanks are left, or only a directive of a
/// linter.
fn plain(comment: &str) -> Option<String> {
    let lines: Vec<&str> = comment.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    let kept: Vec<&str> = lines.into_iter().filter(|line| !is_directive(line)).collect();
    let text = kept.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn is_directive(line: &str) -> bool {
    ["buf:lint:", "(-- api-linter:", "protolint:", "@exclude"].iter().any(|it| line.trim_start().starts_with(it))
}
