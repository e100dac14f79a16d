//! Answers that are no bracketed value: a text, a number, an enum's value; a JSON text in a text; members without braces.

use std::ops::Range;

use super::{Candidate, Found, Rank, Search, around};
use crate::conform::takes_null;
use crate::fault::FaultKind;
use crate::read::scope::Standing;
use crate::read::{self, Parsed};
use crate::repair::RepairKind;
use crate::tape::{BARE, Raw, Tag, pair};

/// Takes the whole reply, or what stands in its only fence or tag, as a value that has no brackets.
pub(super) fn find<'r>(search: &mut Search<'r, '_>, from: usize) -> Option<Found<'r>> {
    let (start, end) = inner(search.text, from);
    if start == end {
        return None;
    }
    let thinking = (from > 0).then_some(0..from);
    let Candidate { parsed, unfit, .. } = value(search, start, end);
    let (around, prose) = around::describe(search.text, &(start..end), thinking, None);
    Some(Found { parsed, unfit, around, prose, alternative: false })
}

/// Takes a reply that is one JSON text: what looks like brackets, fences or tags in it is a part of that.
pub(super) fn quoted<'r>(search: &mut Search<'r, '_>) -> Option<Found<'r>> {
    if !search.text.trim_ascii_start().starts_with('"') {
        return None;
    }
    let (start, end) = trim(search.text, 0, search.text.len());
    let tape = search.tape();
    let read = read::lenient(tape, start, search.options);
    let is_json = !read.halted && read.end == end && read.parsed.repairs.is_empty() && read.parsed.faults.is_empty();
    let candidate = Some(read.parsed).filter(|_| is_json).map(|parsed| judge(search, parsed, start, end));
    let Candidate { parsed, unfit, .. } = candidate.filter(|it| it.rank == Rank::Fits)?;
    Some(Found { parsed, unfit, around: Vec::new(), prose: String::new(), alternative: false })
}

/// The place of the value in the reply: within the only fence, within a tag, or all of it.
fn inner(text: &str, from: usize) -> (usize, usize) {
    let (start, end) = trim(text, from, from + around::before_end(&text[from..]).len());
    if let Some(open) = text[start..end].find("```") {
        let line = text[start + open + 3..end].find('\n').map(|at| start + open + 3 + at + 1);
        if let Some(line) = line {
            let close = text[line..end].find("```").map_or(end, |at| line + at);
            let is_only = text[close..end].matches("```").count() < 2;
            return if is_only { trim(text, line, close) } else { (start, end) };
        }
    }
    match in_tag(&text[start..end]) {
        Some(inside) => trim(text, start + inside.start, start + inside.end),
        None => (start, end),
    }
}

/// The inside of the only tag that a text is.
fn in_tag(text: &str) -> Option<Range<usize>> {
    let (tag, _) = text.strip_prefix('<')?.split_once('>')?;
    let name = tag.split_whitespace().next()?;
    let start = tag.len() + 2;
    let end = text.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")?.len();
    let inside = text.get(start..end)?;
    (!inside.contains(&format!("</{name}>"))).then_some(start..end)
}

fn trim(text: &str, start: usize, end: usize) -> (usize, usize) {
    let inside = &text[start..end];
    let start = end - inside.trim_start().len();
    (start, start + text[start..end].trim_end().len())
}

/// Reads `start..end` as one scalar: as JSON where it is, else as a text without quotes.
fn value<'r>(search: &mut Search<'r, '_>, start: usize, end: usize) -> Candidate<'r> {
    let tape = search.tape();
    let is_json = matches!(search.bytes[start], b'"' | b'\'' | b'-' | b'0'..=b'9' | b'{' | b'[')
        || matches!(&search.text[start..end], "true" | "false" | "null")
        || &search.text[start..end] == "None" && !search.scope.takes_text();
    if is_json {
        let read = search.read(tape, start);
        let is_cut = read.halted && read.parsed.faults.iter().any(|fault| fault.kind == FaultKind::Cut);
        if is_cut && search.bytes[start] == b'"' && !search.text[start + 1..end].contains('"') {
            return judge(search, read.parsed, start, end);
        }
        let whole = !read.halted
            && search.text.get(read.end..end).is_some_and(|rest| rest.trim().is_empty())
            && read.parsed.faults.is_empty();
        let text_asked = search.scope.takes_text() && !search.scope.is_open() && search.bytes[start] != b'"';
        if whole {
            let candidate = judge(search, read.parsed, start, end);
            // A text that is asked for is taken as it stands; null is none, nor is a value of an enum in quotes.
            let is_wrapped = candidate.parsed.repairs.iter().any(|it| it.kind == RepairKind::WrappedRoot);
            let is_none = is_wrapped || !search.scope.takes_any_text() || &search.text[start..end] == "null";
            if !text_asked || (is_none && candidate.rank == Rank::Fits) {
                return candidate;
            }
        }
    }
    let mut tape = search.tape();
    let mut node = Raw::new(Tag::Text, start as u32..end as u32, pair(start as u32, (end - start) as u32));
    node.flags = BARE;
    tape.nodes.push(node);
    judge(search, Parsed { tape, root: 0, repairs: Vec::new(), faults: Vec::new() }, start, end)
}

fn judge<'r>(search: &Search<'r, '_>, mut parsed: Parsed<'r>, start: usize, end: usize) -> Candidate<'r> {
    let unfit = (search.fit)(&mut parsed);
    let rank = if unfit.is_empty() { Rank::Fits } else { Rank::Misfit };
    Candidate { parsed, span: start..end, unfit, rank, alternative: false }
}

/// Takes the reply as members without an opening brace, where it begins with a quoted one that is declared and is read to
/// its end so: brackets further on are a part of that.
pub(super) fn is_headless(search: &mut Search<'_, '_>, from: usize) -> bool {
    let reply = search.text[from..].trim_start();
    let inside =
        if reply.starts_with("```") { reply.split_once('\n').map_or("", |it| it.1.trim_start()) } else { reply };
    if !inside.starts_with('"') || !search.scope.takes_object() {
        return false;
    }
    let (start, end) = inner(search.text, from);
    if search.bytes.get(start) != Some(&b'"') || !begins_with_member(search, start) {
        return false;
    }
    let tape = search.tape();
    let read = read::headless(tape, start, search.options);
    let is_whole = !read.halted && search.text.get(read.end..end).is_some_and(|rest| rest.trim().is_empty());
    if is_whole {
        search.best = Some(judge(search, read.parsed, start, read.end));
    }
    is_whole
}

/// Where no bracketed answer was found: members without braces, or the whole answer as a JSON text.
pub(super) fn other<'r>(search: &mut Search<'r, '_>, from: usize) -> Option<Candidate<'r>> {
    let (start, end) = inner(search.text, from);
    if start == end {
        return None;
    }
    if search.scope.takes_object() && begins_with_member(search, start) {
        let tape = search.tape();
        let read = read::headless(tape, start, search.options);
        return Some(judge(search, read.parsed, start, read.end));
    }
    if search.scope.is_open() {
        // Only the type that is asked for knows whether it is a scalar.
        return Some(value(search, start, end)).filter(|it| it.rank == Rank::Fits);
    }
    let is_bare = |it: &Candidate<'_>| it.parsed.tape.nodes[it.parsed.root as usize].flags & BARE != 0;
    if search.bytes[start] == b'"' {
        return Some(value(search, start, end)).filter(|it| !is_bare(it));
    }
    if takes_scalar(search) {
        // Where any text may stand, words without quotes may be prose.
        let is_told = |it: &Candidate<'_>| !is_bare(it) || !search.scope.takes_any_text();
        return Some(value(search, start, end)).filter(|it| it.rank == Rank::Fits && is_told(it));
    }
    None
}

/// Whether the type that is asked for has values, besides objects and lists, that can be told from prose.
fn takes_scalar(search: &Search<'_, '_>) -> bool {
    search.scope.takes_literal() || search.options.shape.is_some_and(|shape| takes_null(shape.table, shape.id))
}

/// Whether a declared name and a colon stand at `start`.
fn begins_with_member(search: &Search<'_, '_>, start: usize) -> bool {
    let text = search.text[start..].trim_start_matches(['"', '\'']);
    let Some(end) = text.find(['"', '\'', ':', '\n']) else { return false };
    let rest = text[end..].trim_start_matches(['"', '\'']).trim_start();
    rest.starts_with(':') && search.scope.standing(text[..end].trim()) == Standing::Declared
}
