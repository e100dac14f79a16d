//! What stands around an answer: prose, fences, tags, calls, thoughts, turns that the model invents.

use std::cell::Cell;
use std::ops::Range;

use super::Around;
use crate::read::scope::{Scope, Standing};
use crate::repair::RepairKind;

/// What a model writes in these is not its answer.
const THINK: [(&str, &str); 4] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<thought>", "</thought>"),
];

/// The lines with which a model goes on to play the other side.
const TURNS: [&str; 8] = ["Input:", "Output:", "User:", "Human:", "Assistant:", "Question:", "###", "<|"];

/// The tokens with which chat templates end a turn, or begin the next one.
const ENDS: [&str; 11] = [
    "<|im_end|>",
    "<|im_start|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|start_header_id|>",
    "<end_of_turn>",
    "</s>",
    "[INST]",
];

/// A think block: where it begins and ends, and whether its opening tag is there.
pub(super) struct Think {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) opened: bool,
}

/// The think block that the reply begins with. The last closing tag counts: one may be quoted within.
pub(super) fn think_end(text: &str) -> Option<Think> {
    // A block that is never closed holds the answer, if any. Nearly all replies have no tags at all, and one search for
    // two bytes is a fifth of the time of reading 10 KB less than four for a whole tag (bench: read).
    if !text.contains("</") {
        return None;
    }
    think_end_of(text, &mut 0)
}

/// The same, for a text that holds none of the tags before the one at `first`; moves on to the one that it holds.
pub(super) fn think_end_of(text: &str, first: &mut usize) -> Option<Think> {
    let start = text.len() - text.trim_start().len();
    while let Some((open, close)) = THINK.get(*first) {
        let opened = text[start..].starts_with(open);
        match text.rfind(close) {
            Some(at) => return Some(Think { start, end: at + close.len(), opened }),
            None if opened => return None,
            None => *first += 1,
        }
    }
    None
}

/// Whether a word follows on the same line.
pub(super) fn goes_on(behind: &str) -> bool {
    behind.trim_start_matches([' ', '\t']).starts_with(char::is_alphanumeric)
}

/// Where the first think block ends.
pub(super) fn first_end(text: &str) -> Option<usize> {
    THINK.iter().filter_map(|(_, close)| text.find(close).map(|at| at + close.len())).min()
}

/// Whether a line begins a turn of the other side.
pub(super) fn is_turn(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '*']);
    TURNS.iter().any(|turn| match turn.strip_suffix(':') {
        Some(name) => line.strip_prefix(name).is_some_and(|rest| rest.trim_start_matches('*').starts_with(':')),
        None => line.starts_with(turn),
    })
}

/// Whether a token or a tag at the beginning of `text` says that an answer before it was the whole one.
pub(super) fn is_over(text: &str, scope: &Scope) -> bool {
    // Some models put such tokens before each of several documents.
    !scope.takes_list() && ENDS.iter().any(|end| text.starts_with(end))
        || THINK.iter().any(|(open, _)| text.starts_with(open))
}

/// The text before the first token that ends a turn.
pub(super) fn before_end(text: &str) -> &str {
    let mut openers = text.match_indices(['<', '[']);
    let end = openers.find(|(at, _)| ENDS.iter().any(|end| text[*at..].starts_with(end)));
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Whether the value at `at` may be one of several documents: not an object of other members, nor a list of words. It
/// may be broken right behind its first name.
pub(super) fn is_document(text: &str, at: usize, scope: &Scope) -> bool {
    let inside = ahead(text, at + 1).trim_start();
    if text.as_bytes()[at] == b'[' {
        return inside.starts_with(['{', '[', '(']);
    }
    // Braces may be doubled.
    let (name, _) = first_name(inside.strip_prefix('{').unwrap_or(inside).trim_start());
    scope.standing(name) != Standing::Undeclared
}

/// What decides about an opener stands within so many bytes.
const WINDOW: usize = 512;

/// The next bytes from `at` on.
fn ahead(text: &str, at: usize) -> &str {
    let mut end = text.len().min(at + WINDOW);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[at..end]
}

/// The lines of a reply. Places are asked for in the order of the text, nearly always: then no byte is looked at twice.
pub(super) struct Lines<'r> {
    pub(super) text: &'r str,
    /// Where the line begins that holds the last place that was asked for, and that place.
    last: Cell<(usize, usize)>,
}

impl<'r> Lines<'r> {
    pub(super) fn new(text: &'r str) -> Self {
        Self { text, last: Cell::new((0, 0)) }
    }

    /// The bytes of the same line before `at`, or the last of them.
    pub(super) fn before(&self, at: usize) -> &'r str {
        let (line, seen) = self.last.get();
        let (line, seen) = if at < seen { (0, at.saturating_sub(WINDOW)) } else { (line, seen) };
        let newline = self.text.as_bytes()[seen..at].iter().rposition(|byte| *byte == b'\n');
        let line = newline.map_or(line, |len| seen + len + 1);
        self.last.set((line, at));
        let mut start = line.max(at.saturating_sub(WINDOW));
        while !self.text.is_char_boundary(start) {
            start += 1;
        }
        &self.text[start..at]
    }
}

/// Whether the bracket at `at` is closed at once, and no member may follow as if it were not.
pub(super) fn is_empty(bytes: &[u8], at: usize) -> bool {
    match &bytes[at..] {
        [b'[', b']', ..] => true,
        [b'{', b'}', rest @ ..] => rest.trim_ascii_start().first() != Some(&b','),
        _ => false,
    }
}

/// Whether the bracket at `at` may open an answer, by what follows it.
pub(super) fn is_opener(lines: &Lines<'_>, at: usize) -> bool {
    let text = lines.text;
    let inside = ahead(text, at + 1).trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let Some(first) = inside.chars().next() else { return true };
    let is_quote = QUOTES.contains(&first) || matches!(first, '″' | '‟' | '‘' | '’' | '′' | '‚' | '‛' | '`');
    if text.as_bytes()[at] == b'{' {
        return is_quote || matches!(first, '}' | '{' | '/' | '#' | ',' | '.' | ':') || has_name(inside);
    }
    is_quote
        || matches!(first, ']' | '{' | '[' | '(' | '-' | '+' | '.' | '…' | ',' | '/' | '#' | '<')
        || first.is_ascii_digit()
        || starts_line(lines, at) && !first.is_ascii_punctuation()
        || ["true", "false", "null", "True", "False", "None"].iter().any(|word| inside.starts_with(word))
}

fn starts_line(lines: &Lines<'_>, at: usize) -> bool {
    let before = lines.before(at).trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['`', '>', '=', ':', '('])
}

/// Whether a bare name with a colon stands at the beginning of `inside`.
fn has_name(inside: &str) -> bool {
    let name = inside.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '-' | '.' | ' ')));
    let Some(end) = name.filter(|end| (1..128).contains(end)) else { return false };
    let rest = inside[end..].trim_start_matches(['"', '\'']).trim_start();
    rest.starts_with([':', '=']) && !rest.starts_with("://")
}

/// Whether what begins at `at` has the form of an answer, so that nothing within it is one.
pub(super) fn is_answer(lines: &Lines<'_>, at: usize, scope: &Scope) -> bool {
    let text = lines.text;
    let inside = ahead(text, at + 1).trim_start();
    if inside.is_empty() {
        return if text.as_bytes()[at] == b'[' { scope.takes_list() } else { scope.takes_object() };
    }
    if text.as_bytes()[at] == b'[' {
        return scope.takes_list() && (inside.starts_with(['{', '[', '(']) || starts_line(lines, at));
    }
    let (name, rest) = first_name(inside);
    // A bare name of several words is prose, unless it is declared.
    let is_name = inside.starts_with(QUOTES) || !name.contains(char::is_whitespace);
    is_name && rest.starts_with(':')
        || scope.standing(name) == Standing::Declared
        // A name with a quote in it.
        || inside.starts_with('"') && inside.split([',', '{', '[', '\n']).next().is_some_and(|it| it.contains("\":"))
}

const QUOTES: [char; 8] = ['\\', '"', '\'', '“', '”', '„', '«', '»'];

/// The name that `inside` begins with, its quotes taken off, and what follows it.
fn first_name(inside: &str) -> (&str, &str) {
    let name = inside.trim_start_matches(QUOTES);
    let is_end = |c: char| QUOTES.contains(&c) || matches!(c, ':' | '{' | '}' | '[' | ']' | ',' | '\n');
    let end = name.find(is_end).unwrap_or(name.len());
    (name[..end].trim(), name[end..].trim_start_matches(QUOTES).trim_start())
}

/// The place behind the closer that pairs with the bracket at `start`, texts in double quotes passed over.
pub(super) fn balanced(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut in_text, mut at) = (0usize, false, start);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if in_text => at += 1,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => depth += 1,
            b'}' | b']' if !in_text => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether the value at `span` is a part of one that could not be read: closers follow it that pair with brackets before
/// it, in which data began.
pub(super) fn is_fragment(text: &str, from: usize, span: &Range<usize>) -> bool {
    let behind = text[span.end..].trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    if !behind.starts_with(['}', ']']) {
        return false;
    }
    let mut open: Vec<(u8, bool)> = Vec::new();
    for (at, byte) in text.bytes().enumerate().take(span.start).skip(from) {
        let opener = match byte {
            b'{' | b'[' => {
                let inside = ahead(text, at + 1).trim_start();
                open.push((byte, inside.starts_with(QUOTES) || inside.starts_with(['{', '['])));
                continue;
            }
            b'}' => b'{',
            b']' => b'[',
            _ => continue,
        };
        if open.last().is_some_and(|(byte, _)| *byte == opener) {
            open.pop();
        }
    }
    open.iter().any(|(_, holds_data)| *holds_data)
}

/// Where something else than the broken answer at `start` may begin, from `at` on: behind a fence or a blank line, or on
/// a line that is indented no deeper. What stands before is a part of it.
pub(super) fn beyond(lines: &Lines<'_>, start: usize, at: usize) -> usize {
    let text = lines.text;
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let own = indent(&text[start - lines.before(start).len()..]);
    let mut line = at;
    while let Some(len) = text[line..].find('\n') {
        line += len + 1;
        let rest = &text[line..];
        let first = rest.trim_start_matches([' ', '\t']).as_bytes().first().copied();
        let opens = matches!(first, Some(b'{' | b'[' | b'<')) && indent(rest) <= own;
        if opens || matches!(first, None | Some(b'\n' | b'\r' | b'`')) {
            return line;
        }
    }
    text.len()
}

/// Puts into words what stands around the answer at `span`: the layers, and the prose.
pub(super) fn describe(
    text: &str,
    span: &Range<usize>,
    thinking: Option<Range<usize>>,
    run_on: Option<usize>,
) -> (Vec<Around>, String) {
    let is_all = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
    if thinking.is_none() && run_on.is_none() && is_all(&text[..span.start]) && is_all(&text[span.end..]) {
        return (Vec::new(), String::new());
    }
    let mut around = Vec::new();
    let begin = thinking.as_ref().map_or(0, |it| it.end).min(span.start);
    let end = run_on.unwrap_or(text.len()).max(span.end);
    around.extend(thinking.map(|it| (RepairKind::Thinking, it)));
    let (mut before, mut after) = (&text[begin..span.start], &text[span.end..end]);
    let closers = after.len() - after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ']')).len();
    if after[..closers].contains(['}', ']']) {
        around.push((RepairKind::ExtraCloser, span.end..span.end + closers));
        after = &after[closers..];
    }
    for _ in 0..LAYERS {
        let Some((kind, inner_before, inner_after)) = unwrap(before, after) else { break };
        let place = begin + inner_before.len()..end - inner_after.len();
        around.push((kind, place));
        (before, after) = (inner_before, inner_after);
    }
    let prose = format!("{before} {after}").trim().to_owned();
    if !prose.is_empty() {
        around.push((RepairKind::Prose, begin..end));
    }
    around.extend(run_on.map(|at| (RepairKind::RunOn, at..text.len())));
    (around, prose)
}

/// The most layers that are taken off.
const LAYERS: usize = 64;

/// Takes one layer off: a fence, a tag, a call or an assignment.
fn unwrap<'t>(before: &'t str, after: &'t str) -> Option<(RepairKind, &'t str, &'t str)> {
    let (head, tail) = (before.trim_end(), after.trim_start());
    let line = head.rfind('\n').map_or(0, |at| at + 1);
    let last = &head[line..];
    let label = last.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    if label.ends_with("```") || tail.starts_with("```") {
        let before = if label.ends_with("```") { head[..line + label.len()].trim_end_matches('`') } else { before };
        return Some((RepairKind::Fence, before, tail.trim_start_matches('`')));
    }
    if let Some(open) = last.rfind('<').filter(|_| last.ends_with('>')) {
        let close = tail.find('>').filter(|_| tail.starts_with("</")).map_or(after, |at| &tail[at + 1..]);
        return Some((RepairKind::Wrapping, &head[..line + open], close));
    }
    if tail.starts_with("</") {
        let close = tail.find('>').map_or("", |at| &tail[at + 1..]);
        return Some((RepairKind::Wrapping, before, close));
    }
    if head.ends_with(['=', '(']) {
        let name = head[..head.len() - 1].trim_end();
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let start = name.trim_end_matches(word).trim_end_matches("const ").trim_end_matches("let ");
        return Some((RepairKind::Wrapping, start, tail.trim_start_matches([')', ';'])));
    }
    None
}
