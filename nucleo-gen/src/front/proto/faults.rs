//! What the compiler of protobuf finds wrong, as diagnostics like any others.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use miette::Diagnostic as _;

use crate::diag::{Diags, SourceId, Span};
use crate::source::{Sources, shown};

/// The faults of files that are compiled one by one: what two files import is told once.
pub(super) struct Faults<'a> {
    asked: &'a BTreeMap<String, SourceId>,
    roots: &'a [PathBuf],
    told: HashSet<String>,
}

impl<'a> Faults<'a> {
    pub(super) fn new(asked: &'a BTreeMap<String, SourceId>, roots: &'a [PathBuf]) -> Self {
        Self { asked, roots, told: HashSet::new() }
    }

    pub(super) fn report(&mut self, sources: &mut Sources, error: &protox::Error, diags: &Diags) {
        let file = error.file().unwrap_or_default().to_owned();
        let message = message(error, &file);
        let mut labels: Vec<(u32, u32, Option<String>)> = error.labels().map_or_else(Vec::new, |labels| {
            labels.map(|it| (it.offset() as u32, it.len() as u32, it.label().map(plain))).collect()
        });
        if !self.told.insert(format!("{file}:{:?}:{message}", labels.last())) {
            return;
        }
        let source = self.source(sources, &file);
        let last = labels.pop();
        let mut pending = match source {
            Some(source) => {
                // Where a file ends too early there is no place but its end.
                let end = sources[source].text.trim_end().len() as u32;
                let (start, len) = last.as_ref().map_or((end, 0), |it| (it.0, it.1));
                let mut pending = diags.error(Span { source, start, end: start + len }, message);
                for (start, len, text) in labels {
                    let text = text.unwrap_or_else(|| "the other one".to_owned());
                    pending = pending.label(Span { source, start, end: start + len }, text);
                }
                pending
            }
            None => diags.error_in(file, message),
        };
        if let Some(text) = last.and_then(|it| it.2) {
            pending = pending.here(text);
        }
        if error.is_file_not_found() {
            let searched: Vec<String> = self.roots.iter().map(|it| format!("`{}`", shown_folder(it))).collect();
            pending = pending.help(format!(
                "searched below {}; name further roots with `Builder::proto_path` or `--proto-path`",
                searched.join(", ")
            ));
        } else if let Some(help) = error.help() {
            pending = pending.help(plain(&help.to_string()));
        }
        pending.emit();
    }

    fn source(&self, sources: &mut Sources, file: &str) -> Option<SourceId> {
        self.asked.get(file).copied().or_else(|| {
            let path = self.roots.iter().map(|root| root.join(file)).find(|path| path.is_file())?;
            sources.add_import(&path, file).ok()
        })
    }
}

/// What is wrong, without the place that it begins with: a diagnostic has its own.
fn message(error: &protox::Error, file: &str) -> String {
    let whole = error.to_string();
    let rest = whole.strip_prefix(file).and_then(|rest| rest.splitn(4, ':').nth(3));
    plain(rest.unwrap_or(&whole).trim())
}

/// A text with what it quotes in backquotes, as all of our messages have it.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\'') {
        let (before, quoted) = (&rest[..at], &rest[at + 1..]);
        // An apostrophe stands inside a word.
        let end = quoted.find('\'').filter(|_| !before.ends_with(char::is_alphanumeric));
        out.push_str(before);
        match end {
            Some(end) => {
                out.push_str(&format!("`{}`", &quoted[..end]));
                rest = &quoted[end + 1..];
            }
            None => {
                out.push('\'');
                rest = quoted;
            }
        }
    }
    out + rest
}

fn shown_folder(folder: &Path) -> String {
    let text = shown(folder);
    if text.is_empty() { ".".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_quotes() {
        assert_eq!(plain("expected ';' or '[', but found '}'"), "expected `;` or `[`, but found `}`");
        assert_eq!(plain("the file's own 'name' isn't there"), "the file's own `name` isn't there");
    }
}
