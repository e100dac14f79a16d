//! Calls in a text.

use std::collections::BTreeSet;
use std::ops::Range;

use super::form::{self, Raw};
use super::read::Reader;
use super::{Calls, Palette, ToolSet};
use crate::extract;
use crate::policy::Stop;

/// How deep a call may nest.
const DEPTH: u32 = 128;

pub(super) fn read<T: ToolSet>(palette: &Palette, reply: &str, stop: Stop) -> Calls<T> {
    let mut reader = Reader::new(palette, stop);
    let mut taken: Vec<Range<usize>> = Vec::new();
    let part = extract::each(reply, DEPTH, stop, &mut |value| {
        let root = value.parsed.tape.node(value.parsed.root);
        let mut raws = Vec::new();
        let behind = taken.last().map_or(0, |span| span.end).min(value.span.start);
        let begin = window(reply, behind, value.span.start);
        let before = Before::of(&reply[begin..value.span.start], palette);
        match before {
            // Arguments alone may have members called `name` and `input`, too.
            Some(Before { name, at }) => {
                raws.push(Raw { id: None, name: Some(name), arguments: Some(root) });
                taken.push(begin + at..value.span.end);
            }
            None if form::calls(root, palette, &mut raws) => taken.push(value.span.clone()),
            None => return false,
        }
        raws.iter().for_each(|raw| reader.call(*raw, reply));
        true
    });
    let loose = loose(reply, &part, &taken);
    let text = loose.iter().map(|span| reply[span.clone()].trim()).filter(|text| !text.is_empty());
    let text = text.collect::<Vec<_>>().join(" ");
    let coded: BTreeSet<&str> = loose.iter().flat_map(|span| coded(&reply[span.clone()], palette)).collect();
    for tool in coded {
        if reader.calls.iter().all(|call| call.name != tool) {
            reader.prose(tool);
        }
    }
    if let Some(tool) = mentioned(&text, palette).filter(|_| reader.calls.is_empty()) {
        reader.prose(tool);
    }
    Calls { calls: reader.calls, text, thinking: reply[..part.start].trim().to_owned() }
}

/// Where to look for a tool's name before the value at `at`: a name is no longer than that.
fn window(reply: &str, behind: usize, at: usize) -> usize {
    let mut begin = behind.max(at.saturating_sub(512));
    while !reply.is_char_boundary(begin) {
        begin += 1;
    }
    begin
}

/// A tool's name right before its arguments.
struct Before<'p> {
    name: &'p str,
    at: usize,
}

impl<'p> Before<'p> {
    /// `name {`, `name({`, `name: {`, `<function=name>{`, `[Tool Use name] {`, also with a line break or a fence between
    /// them.
    fn of(before: &str, palette: &'p Palette) -> Option<Self> {
        let mut head = before.trim_end();
        if let Some(fenced) = head.strip_suffix("json").unwrap_or(head).trim_end().strip_suffix("```") {
            head = fenced.trim_end();
        }
        let head = head.trim_end_matches(['(', '>', ']', ':', '`', '*', ' ', '"']);
        let start =
            head.rfind(|c: char| !is_word(c)).map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
        // In a sentence, the word before a bracket is a word like any other.
        let lead = head[..start].rsplit('\n').next().unwrap_or_default().trim_start();
        let marked = ["", "function=", "Tool Use", "call:", "Action:", "=", ">", "`", "functions."];
        let is_marked = lead.trim_end().is_empty() || marked[1..].iter().any(|mark| lead.trim_end().ends_with(mark));
        let name = &head[start..];
        // `a.b` is a name; so is `b` in `functions.b`.
        let tool = palette.get(name).or_else(|| palette.get(name.strip_prefix("functions.")?));
        tool.filter(|_| is_marked || before.trim_end().ends_with('(')).map(|tool| Self { name: &tool.name, at: start })
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')
}

/// What no call was read from.
fn loose(reply: &str, part: &Range<usize>, taken: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = part.start;
    for span in taken {
        out.push(at.min(span.start)..span.start);
        at = span.end;
    }
    out.push(at..part.end.max(at).min(reply.len()));
    out
}

/// The tools that a text calls as a program would: `water_bed(bed=3)`, at the beginning of a line or of a list.
fn coded<'p>(text: &str, palette: &'p Palette) -> Vec<&'p str> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices('(') {
        let head = &text[..at];
        let start =
            head.rfind(|c: char| !is_word(c)).map_or(0, |it| it + head[it..].chars().next().map_or(1, char::len_utf8));
        let before = head[..start].trim_end_matches([' ', '\t', '`']);
        let begins = before.is_empty() || before.ends_with(['\n', '[', ',', '>']);
        let is_empty = text[at + 1..].trim_start().starts_with(')');
        if let Some(tool) = palette.get(&head[start..]).filter(|_| begins && !is_empty) {
            out.push(tool.name.as_ref());
        }
    }
    out
}

/// The first tool that a text names as a word of its own.
fn mentioned<'p>(text: &str, palette: &'p Palette) -> Option<&'p str> {
    let mut words = text.split(|c: char| !is_word(c) && c != '`').map(|word| word.trim_end_matches(['.', '-', '/']));
    // A name of one plain word is a word of the language, too, unless it is set apart.
    let is_name = |word: &str| word.contains(['_', '-', '.', '/', '`']);
    let found = words.find_map(|word| palette.get(word.trim_matches('`')).filter(|_| is_name(word)));
    found.map(|tool| tool.name.as_ref())
}
