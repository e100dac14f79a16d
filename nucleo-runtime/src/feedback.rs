//! What the model is told of its faults.

mod single;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::expected;
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::{Path, Step};
use crate::profile::{Frame, Paths};
use crate::shape::{Check, Kind, Shape};
use crate::wording::fill;

/// How much feedback may say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    /// The most that `measure` may give for the whole text.
    pub(crate) limit: usize,
    /// The size of a text: its bytes, or its tokens.
    pub(crate) measure: fn(&str) -> usize,
}

impl Bound {
    pub(crate) fn holds(self, text: &str) -> bool {
        (self.measure)(text) <= self.limit
    }
}

impl Default for Bound {
    fn default() -> Self {
        Self { limit: 2048, measure: str::len }
    }
}

/// What the last line asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ask<'a> {
    /// The whole answer.
    Whole,
    /// These members alone, as they are told to the model.
    Members(&'a str),
}

/// The feedback to `reply`, which is no `shape` because of `faults`.
pub(crate) fn render(shape: Shape, reply: &str, faults: &[Fault], ask: Ask<'_>, bound: Bound) -> String {
    let text = Text { shape, reply, bound, root: shape.profile.wording.root };
    if let Some(whole) = text.whole(faults) {
        return whole;
    }
    match shape.profile.frame {
        Frame::Single => Some(single::render(shape, reply, faults))
            .filter(|text| bound.holds(text))
            .unwrap_or_else(|| shape.profile.wording.unreadable.to_owned()),
        Frame::List => text.list(faults, ask),
    }
}

/// A line for each fault, for a text with an opening and a closing of its own. `root` names the value itself.
#[cfg(feature = "tools")]
pub(crate) fn lines(shape: Shape, reply: &str, faults: &[Fault], root: &str) -> Vec<String> {
    let text = Text { shape, reply, bound: Bound::default(), root };
    faults.iter().map(|fault| text.line(fault)).collect()
}

/// The place of a fault, as the profile writes it; empty for the answer itself.
pub(crate) fn place(shape: Shape, path: &Path) -> String {
    match shape.profile.paths {
        Paths::Dotted => {
            let mut out = String::new();
            // OK because writing to a `String` never fails.
            let _ = path.write_dotted(&mut out, |out, at| write!(out, "{} member", ordinal(at + 1)));
            out
        }
        Paths::Quoted => path.quoted(),
        Paths::Pointer => path.pointer(),
    }
}

struct Text<'r> {
    shape: Shape,
    reply: &'r str,
    bound: Bound,
    /// What the value itself is called.
    root: &'r str,
}

impl Text<'_> {
    /// The feedback to a reply that has a fault as a whole, beside which no other matters.
    fn whole(&self, faults: &[Fault]) -> Option<String> {
        let wording = self.shape.profile.wording;
        let of = |kind| faults.iter().any(|fault| fault.kind == kind);
        let template = if of(FaultKind::NoJson) {
            wording.no_json
        } else if of(FaultKind::Cut) {
            wording.cut
        } else if of(FaultKind::Several) {
            wording.several
        } else if of(FaultKind::Echo) {
            wording.echo
        } else {
            return None;
        };
        let schema = match self.shape.ty().name {
            "" => "the schema".to_owned(),
            name => format!("the schema of `{name}`"),
        };
        let form = match expected::form(self.shape) {
            Some(form) => fill(wording.form, &[("form", &form)]),
            None => String::new(),
        };
        let values = [("schema", &*schema), ("answer", answer(self.shape)), ("form", &form)];
        Some(fill(template, &values))
            .filter(|text| self.bound.holds(text))
            .or_else(|| Some(fill(template, &[values[0], values[1], ("form", "")])))
    }

    /// An opening line, a line a fault as far as the bounds allow, a closing line.
    fn list(&self, faults: &[Fault], ask: Ask<'_>) -> String {
        let wording = self.shape.profile.wording;
        let problems = match faults.len() {
            1 => wording.problem.to_owned(),
            count => fill(wording.problems, &[("count", &count.to_string())]),
        };
        let opening = fill(wording.opening, &[("type", &self.name()), ("problems", &problems)]);
        let closing = match ask {
            Ask::Whole => fill(wording.closing, &[("answer", answer(self.shape))]),
            Ask::Members(members) => fill(wording.members, &[("members", members)]),
        };
        let lines: Vec<String> =
            faults.iter().take(self.shape.profile.faults.into()).map(|fault| self.line(fault)).collect();
        (0..=lines.len())
            .rev()
            .map(|told| join(&opening, &lines[..told], &self.more(faults.len() - told), &closing))
            .find(|text| self.bound.holds(text))
            // Nothing shorter can be said than where and what to send again.
            .unwrap_or(closing)
    }

    fn more(&self, count: usize) -> String {
        match count {
            0 => String::new(),
            count => fill(self.shape.profile.wording.more, &[("count", &count.to_string())]),
        }
    }

    /// A fault's line.
    fn line(&self, fault: &Fault) -> String {
        let wording = self.shape.profile.wording;
        if let (FaultKind::Unknown, Some((&Step::Entry(at), object))) = (fault.kind, fault.path.0.split_last()) {
            let path = self.path(&Path(object.to_vec()));
            return fill(wording.unnamed, &[("path", &path), ("count", &ordinal(at + 1))]);
        }
        let template = match (fault.kind, fault.found) {
            (FaultKind::Unknown, _) => wording.unknown,
            (FaultKind::Check | FaultKind::Reference, _) => wording.check,
            (FaultKind::Ambiguous, _) => wording.ambiguous,
            (FaultKind::Syntax, _) => wording.syntax,
            (FaultKind::Elided, _) => wording.elided,
            (FaultKind::Depth, _) => wording.depth,
            (FaultKind::Limit, _) => wording.limit,
            (FaultKind::Refused, _) => wording.refused,
            (_, Found::Missing) => wording.missing,
            (_, Found::Blank) => wording.blank,
            _ => wording.fault,
        };
        let expected = expected::words(self.shape, fault, self.reply);
        let values = [("path", &*self.path(&fault.path)), ("expected", &expected), ("found", &found(fault))];
        fill(template, &values)
    }

    fn path(&self, path: &Path) -> String {
        if path.is_root() { self.root.to_owned() } else { place(self.shape, path) }
    }

    fn name(&self) -> Cow<'static, str> {
        match self.shape.ty().name {
            "" => Cow::Borrowed("the schema"),
            name => Cow::Owned(format!("`{name}`")),
        }
    }
}

/// What kind of JSON an answer is.
pub(crate) fn answer(shape: Shape) -> &'static str {
    match shape.ty().kind {
        Kind::Record(_) | Kind::Map(_) => "JSON object",
        Kind::List(_) | Kind::Tuple(_) => "JSON array",
        Kind::Text(_) => "JSON string",
        Kind::Integer(_) | Kind::Number(_) => "JSON number",
        Kind::Mapped(mapped) => answer(shape.at(mapped.ty)),
        Kind::Union(union) => {
            let is_object = |kind| matches!(kind, Kind::Record(_) | Kind::Map(_));
            let all = union.branches.iter().all(|branch| is_object(shape.at(branch.ty).ty().kind));
            if all { "JSON object" } else { "JSON value" }
        }
        _ => "JSON value",
    }
}

fn join(opening: &str, lines: &[String], more: &str, closing: &str) -> String {
    let mut out = opening.to_owned();
    for line in lines.iter().map(String::as_str).chain([more, closing]).filter(|line| !line.is_empty()) {
        out.push('\n');
        out.push_str(line);
    }
    out
}

/// What was found: where the kind of JSON was right, "another string" says that its value was not.
fn found(fault: &Fault) -> Cow<'static, str> {
    let unit = match (fault.kind, &fault.expected) {
        (FaultKind::Length, _) => " character",
        (FaultKind::Branch, _) => " fitting type",
        (_, Expected::Check(Check::MinProperties(_) | Check::MaxProperties(_))) => " member",
        (_, Expected::Shape(shape)) if matches!(shape.ty().kind, Kind::Map(_) | Kind::Record(_)) => " member",
        (FaultKind::Count, _) => " element",
        _ => "",
    };
    match fault.found {
        Found::Count(1) | Found::Missing | Found::Blank if unit.is_empty() => fault.found.to_string().into(),
        Found::Count(1) => format!("1{unit}").into(),
        Found::Count(count) if !unit.is_empty() => format!("{count}{unit}s").into(),
        Found::Another => "another".into(),
        Found::Kind(kind) if of_the_kind(fault.kind) => kind.another().into(),
        found => found.to_string().into(),
    }
}

/// Whether a value of the right kind of JSON has this fault.
fn of_the_kind(kind: FaultKind) -> bool {
    use FaultKind::{Branch, Enum, Format, Multiple, Pattern, Range, Rule, Unique};
    matches!(kind, Branch | Enum | Format | Multiple | Pattern | Range | Rule | Unique)
}

/// `1st`, `2nd`, `13th`.
fn ordinal(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}
