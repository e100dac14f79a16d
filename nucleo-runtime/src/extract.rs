//! Finding of the answer in a reply.
//!
//! Every place where an object or a list may begin is read, once, by the lenient reader, which knows best where it
//! ends. The last candidate that fits the declared type wins: models think aloud first and answer at the end.

mod alternatives;
mod around;
mod documents;
#[cfg(feature = "tools")]
mod each;
mod first;
mod scalar;
mod thinking;

use std::ops::Range;

use crate::conform::{Misfits, are_equal};
use crate::fault::{Fault, FaultKind};
use crate::read::scope::{Scope, Standing};
use crate::read::{self, Options, Parsed, Read};
use crate::repair::RepairKind;
use crate::tape::{BARE, Tag, Tape};
use crate::wrapped::WRAPPERS;

#[cfg(feature = "tools")]
pub(crate) use each::each;
pub(crate) use first::{First, describe, first};

/// What stands around an answer, and where.
pub(crate) type Around = (RepairKind, Range<usize>);

/// What each reader may spend on looking ahead in any case.
const LEAST_FUEL: usize = 512;

/// What a reply holds, as far as it was found.
pub(crate) struct Found<'r> {
    pub(crate) parsed: Parsed<'r>,
    /// In which ways it does not fit.
    pub(crate) unfit: Unfit,
    /// What stood around it.
    pub(crate) around: Vec<Around>,
    pub(crate) prose: String,
    /// Whether it is offered as an alternative to another answer.
    pub(crate) alternative: bool,
}

/// The ways in which a value does not fit. The places of misfits are named for the answer alone: a reply may hold
/// thousands of candidates, each with as many misfits as its type has members.
#[derive(Debug)]
pub(crate) enum Unfit {
    Faults(Vec<Fault>),
    Misfits(Misfits),
    /// It fits, but is a part of an answer that cannot be read.
    Part,
}

impl Unfit {
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Faults(faults) => faults.is_empty(),
            Self::Misfits(misfits) => misfits.is_empty(),
            Self::Part => false,
        }
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = FaultKind> + '_ {
        let (faults, misfits, part) = match self {
            Self::Faults(faults) => (Some(faults), None, None),
            Self::Misfits(misfits) => (None, Some(misfits), None),
            Self::Part => (None, None, Some(FaultKind::Syntax)),
        };
        let faults = faults.into_iter().flatten().map(|fault| fault.kind);
        faults.chain(misfits.into_iter().flat_map(Misfits::kinds)).chain(part)
    }
}

/// Whether a list holds one plain value, as the number of a source does.
fn is_one(parsed: &Parsed<'_>) -> bool {
    let mut items = parsed.tape.members(parsed.root).map(|(item, _)| &parsed.tape.nodes[item as usize]);
    items.next().is_some_and(|item| !item.is_container()) && items.next().is_none()
}

/// Whether a list is words in brackets, such as `[sic]`.
fn is_words(parsed: &Parsed<'_>) -> bool {
    parsed.tape.members(parsed.root).all(|(it, _)| parsed.tape.nodes[it as usize].flags & BARE != 0)
}

/// Whether a value that was mended so may have ended too early.
fn has_unsure_end(kind: RepairKind) -> bool {
    use RepairKind::{ExtraCloser, InnerQuote, MissingCloser, MissingQuote, WrongCloser};
    matches!(kind, InnerQuote | MissingQuote | MissingCloser | WrongCloser | ExtraCloser)
}

/// Holds a value against the declared type, and gives every misfit.
pub(crate) type Fit<'f> = &'f dyn Fn(&mut Parsed<'_>) -> Unfit;

/// Finds the value that a reply states; `scope` is what is declared of it. `None` where it states none.
pub(crate) fn find<'r>(text: &'r str, options: Options, scope: &Scope, fit: Fit<'_>) -> Option<Found<'r>> {
    let mut search = Search::new(text, options, fit, scope);
    if let Some(found) = scalar::quoted(&mut search) {
        return Some(found);
    }
    if !scope.takes_object() && !scope.takes_list() {
        let think = search.think();
        return scalar::find(&mut search, think.map_or(0, |it| it.end));
    }
    // What begins as an answer is read before tags are looked for: nearly always it is all that there is.
    let opens = text.starts_with(['{', '[']);
    if opens {
        search.scan(0);
    }
    let mut think = if search.is_all() { None } else { search.think() };
    if think.is_some() {
        search = Search::new(text, options, fit, scope);
    }
    let mut from = think.as_ref().map_or(0, |it| it.end);
    if (!opens || think.is_some()) && !scalar::is_headless(&mut search, from) {
        search.scan(from);
    }
    let lost = search.best.is_none() && think.as_ref().is_some_and(|it| !it.opened);
    if lost {
        search.scan(0);
    } else if let (None, Some(think)) = (&search.best, &mut think) {
        // More thoughts stand behind the answer.
        think.end = around::first_end(text).unwrap_or(think.end).min(think.end);
        from = think.end;
        search.scan(from);
    }
    let thinking = think.filter(|_| !lost).map(|it| it.start..it.end);
    search.finish(from, thinking)
}

/// A value that was read, and how well it fits.
struct Candidate<'r> {
    parsed: Parsed<'r>,
    span: Range<usize>,
    unfit: Unfit,
    /// How good it is; of equals the last wins.
    rank: Rank,
    /// Whether it is offered as an alternative to another that fits.
    alternative: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It could not be read to its end, and hardly was an answer.
    Broken,
    /// It does not fit.
    Misfit,
    /// It stands within a sentence.
    Inline,
    /// It fits after it was taken as another kind of value.
    Bent,
    /// It fits.
    Fits,
}

struct Search<'r, 's> {
    text: &'r str,
    bytes: &'r [u8],
    lines: around::Lines<'r>,
    options: Options,
    fit: Fit<'s>,
    scope: &'s Scope,
    best: Option<Candidate<'r>>,
    /// Where candidates stand, and what they are: for several documents.
    spans: Vec<(Range<usize>, Tag)>,
    /// How many were read to their end.
    seen: usize,
    /// The nodes of a candidate that lost, for the next one.
    spare: Option<Tape<'r>>,
    /// Bytes that may be read a second time.
    budget: usize,
    /// What is left for looking ahead, for all readers together.
    fuel: usize,
    /// Nothing is left, and a reader went to the end of the reply for nothing: so would the next ones.
    is_over: bool,
    /// Where a turn begins that the model invented.
    run_on: Option<usize>,
}

impl<'r, 's> Search<'r, 's> {
    fn new(text: &'r str, options: Options, fit: Fit<'s>, scope: &'s Scope) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            lines: around::Lines::new(text),
            options,
            fit,
            scope,
            best: None,
            spans: Vec::new(),
            seen: 0,
            spare: None,
            budget: text.len() + 4096,
            fuel: read::fuel(text.len()),
            is_over: false,
            run_on: None,
        }
    }

    fn tape(&mut self) -> Tape<'r> {
        self.spare.take().unwrap_or_else(|| Tape::new(self.text))
    }

    /// Reads the value at `at` into `tape`.
    fn read(&mut self, tape: Tape<'r>, at: usize) -> Read<'r> {
        let fuel = self.fuel.max(LEAST_FUEL);
        let read = read::lenient_within(tape, at, self.options, fuel);
        self.fuel = self.fuel.saturating_sub(fuel - read.fuel);
        let is_cut = || read.parsed.faults.last().is_some_and(|fault| fault.kind == FaultKind::Cut);
        self.is_over |= self.fuel == 0 && read.halted && is_cut();
        read
    }

    /// Reads every candidate from `at` on.
    fn scan(&mut self, mut at: usize) {
        let begins = |byte: &u8| matches!(byte, b'{' | b'[' | b'\n' | b'<');
        while let Some(len) = self.bytes[at..].iter().position(begins) {
            at += len;
            if matches!(self.bytes[at], b'<' | b'[')
                && self.has_answer()
                && around::is_over(&self.text[at..], self.scope)
            {
                self.run_on = Some(at);
                return;
            }
            if self.bytes[at] == b'\n' {
                at += 1;
                let is_tag = self.bytes[at..].starts_with(b"<|") && self.scope.takes_list();
                if self.has_answer() && !is_tag && around::is_turn(&self.text[at..]) {
                    self.run_on = Some(at);
                    self.first_of_run();
                    return;
                }
            } else if self.bytes[at] != b'<' && around::is_opener(&self.lines, at) {
                match self.candidate(at) {
                    Some(next) => at = next,
                    None => return,
                }
            } else {
                at += 1;
            }
        }
    }

    /// Whether one value is the whole reply.
    fn is_all(&self) -> bool {
        let end = self.bytes.trim_ascii_end().len();
        self.best.as_ref().is_some_and(|best| best.rank >= Rank::Misfit && best.span == (0..end))
    }

    fn has_answer(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.rank >= Rank::Bent)
    }

    /// Reads the candidate at `at`; gives the place to go on from, if any.
    fn candidate(&mut self, at: usize) -> Option<usize> {
        // Something empty is better than nothing, and than nothing else.
        if self.best.is_some() && around::is_empty(self.bytes, at) {
            self.seen += 1;
            return Some(at + 2);
        }
        let tape = self.tape();
        let read = self.read(tape, at);
        let end = read.end;
        let tag = read.parsed.tape.nodes[read.parsed.root as usize].tag;
        let is_mark = tag == Tag::List && !read.halted && is_one(&read.parsed);
        let is_inline = tag == Tag::List && (self.is_inline(at) || is_mark && around::goes_on(&self.text[end..]));
        if !read.halted {
            self.seen += 1;
            let is_remark = tag == Tag::List && self.has_answer() && is_words(&read.parsed);
            if is_remark || is_mark && is_inline && self.best.as_ref().is_some_and(|it| it.rank >= Rank::Inline) {
                self.recycle(read.parsed);
                return Some(end.max(at + 1));
            }
            // The same with blanks or comments within.
            if read.parsed.tape.nodes[read.parsed.root as usize].pair().1 == 0 && self.best.is_some() {
                self.recycle(read.parsed);
                return Some(end.max(at + 1));
            }
            if tag == Tag::Object && self.is_foreign(&read.parsed) {
                self.recycle(read.parsed);
                return Some(end.max(at + 1));
            }
            // What stands alone is no document among others.
            let is_alone = self.spans.is_empty() && end == self.bytes.len();
            if !is_alone && !is_inline && around::is_document(self.text, at, self.scope) {
                self.spans.push((at..end, tag));
            }
            let is_cut = || {
                let is_open = read.parsed.repairs.iter().any(|it| it.kind == RepairKind::MissingCloser);
                is_open && self.text[end..].trim_start().is_empty() && around::is_answer(&self.lines, at, self.scope)
            };
            if self.has_answer() && !is_inline && is_cut() {
                self.last_answer(read.parsed, at..end, FaultKind::Cut);
                return None;
            }
            let is_list = !is_inline && tag == Tag::List && self.scope.takes_list();
            let is_elided = || read.parsed.faults.iter().any(|fault| fault.kind == FaultKind::Elided);
            if is_list && self.has_answer() && is_elided() {
                self.last_answer(read.parsed, at..end, FaultKind::Elided);
                return Some(end.max(at + 1));
            }
            let is_short = self.weigh(read.parsed, at..end, |fits, bent| match (fits, bent) {
                (true, _) if is_inline => Rank::Inline,
                (true, true) => Rank::Bent,
                (true, false) => Rank::Fits,
                (false, _) if is_inline => Rank::Broken,
                (false, _) => Rank::Misfit,
            });
            return Some(if is_short { self.resume(at, end, true) } else { end.max(at + 1) });
        }
        let fault = read.parsed.faults.last().map(|fault| fault.kind);
        let is_answer = !is_inline && around::is_answer(&self.lines, at, self.scope);
        let rank = if is_answer { Rank::Misfit } else { Rank::Broken };
        if is_answer && around::is_document(self.text, at, self.scope) {
            self.spans.push((at..end, tag));
        }
        if fault == Some(FaultKind::Cut) && is_answer {
            self.last_answer(read.parsed, at..end, FaultKind::Cut);
            return None;
        }
        if self.best.as_ref().is_some_and(|best| best.rank > rank || rank == Rank::Broken) {
            self.recycle(read.parsed);
        } else {
            self.weigh(read.parsed, at..end, |_, _| rank);
        }
        let is_beyond = matches!(fault, Some(FaultKind::Depth | FaultKind::Limit));
        Some(self.resume(at, end, is_answer || is_beyond))
    }

    /// Whether an object is about something else: it holds plain values under names that the type does not declare, and
    /// there is something better.
    fn is_foreign(&self, parsed: &Parsed<'_>) -> bool {
        let tape = &parsed.tape;
        let is_plain = |(index, name): (u32, &str)| {
            !tape.nodes[index as usize].is_container()
                && !name.starts_with('@')
                && !WRAPPERS.contains(&name)
                && self.scope.standing(name) == Standing::Undeclared
        };
        self.best.as_ref().is_some_and(|best| best.rank >= Rank::Misfit) && tape.members(parsed.root).all(is_plain)
    }

    /// The model was cut off in its last answer, or left blanks in the last of several lists; a draft or a step before
    /// it is not what it meant to say. But what it went on to write behind a fence that it closed, or what is of another
    /// type, is no answer.
    fn last_answer(&mut self, parsed: Parsed<'r>, span: Range<usize>, kind: FaultKind) {
        let earlier = self.best.take();
        let start = span.start;
        self.weigh(parsed, span, |fits, _| if fits { Rank::Fits } else { Rank::Misfit });
        let Some(earlier) = earlier.filter(|it| it.rank >= Rank::Bent) else { return };
        let behind = &self.text[earlier.span.end..start];
        let is_closed = self.fuel > 0 && behind.trim_start().starts_with("```");
        let is_fenced = is_closed && behind.matches("```").count() % 2 == 1;
        self.fuel = self.fuel.saturating_sub(if is_closed { behind.len() } else { 0 });
        let follows = |fault: FaultKind| fault == kind || fault == FaultKind::Missing;
        let is_other = self.best.as_ref().is_some_and(|it| !it.unfit.kinds().all(follows));
        if is_fenced || is_other {
            self.spans.pop();
            self.best = Some(earlier);
        }
    }

    /// Where the model goes on to play the other side, it began with answers of its own right behind the answer.
    fn first_of_run(&mut self) {
        let is_between = |text: &str| text.replace("json", "").chars().all(|c| c.is_whitespace() || c == '`');
        let mut first = self.spans.len().saturating_sub(1);
        while first > 0 && is_between(&self.text[self.spans[first - 1].0.end..self.spans[first].0.start]) {
            first -= 1;
        }
        if first + 1 < self.spans.len() && !self.scope.takes_list() {
            let start = self.spans[first].0.start;
            self.best = None;
            let tape = self.tape();
            let read = self.read(tape, start);
            self.weigh(read.parsed, start..read.end, |fits, _| if fits { Rank::Fits } else { Rank::Misfit });
        }
    }

    /// Where the search goes on behind a candidate that could not be read.
    fn resume(&mut self, start: usize, end: usize, skip: bool) -> usize {
        let end = if self.is_over { self.bytes.len() } else { end.max(start + 1) };
        if skip && self.budget > 0 {
            let close = around::balanced(self.bytes, start);
            self.budget = self.budget.saturating_sub(close.unwrap_or(self.bytes.len()) - start);
            return close.unwrap_or_else(|| around::beyond(&self.lines, start, end)).max(end);
        }
        self.budget = self.budget.saturating_sub(end - start);
        if self.budget == 0 || self.is_over { end } else { start + 1 }
    }

    /// Whether the list at `at` stands within a sentence: a citation, a link, an aside.
    fn is_inline(&self, at: usize) -> bool {
        let answer = self.best.as_ref().map(|best| best.span.end).filter(|end| *end <= at);
        if answer.is_some_and(|end| alternatives::are_parted_by(&self.text[end..at])) {
            return false;
        }
        let before = self.lines.before(at);
        let line = at - before.len();
        let before = before.trim_end();
        let adjacent = self.spans.last().is_some_and(|(span, _)| span.end > line && span.end <= line + before.len());
        let opens = before.ends_with([':', '=', '(', '>', '`']) && !before.ends_with("==")
            || matches!(before.trim(), "-" | "*" | "json");
        let is_task = matches!(before.trim(), "-" | "*") && self.text[at..].starts_with("[ ]");
        is_task || !(before.is_empty() || opens || adjacent)
    }

    /// Holds a candidate against the declared type, and against the best so far; tells whether it may have ended too
    /// early, so that what stands behind it may be a part of it.
    fn weigh(&mut self, mut parsed: Parsed<'r>, span: Range<usize>, rank: impl Fn(bool, bool) -> Rank) -> bool {
        let unfit = (self.fit)(&mut parsed);
        let root = &parsed.tape.nodes[parsed.root as usize];
        let is_list = root.tag == Tag::List;
        let bent = if is_list { !self.scope.takes_list() } else { !self.scope.takes_object() };
        let fits = unfit.is_empty();
        let is_schema = !fits && unfit.kinds().any(|kind| kind == FaultKind::Echo);
        let rank = if is_schema { Rank::Broken } else { rank(fits, bent) };
        let is_short = rank == Rank::Misfit && parsed.repairs.iter().any(|it| has_unsure_end(it.kind));
        let mut candidate = Candidate { rank, parsed, span, unfit, alternative: false };
        let Some(best) = &self.best else {
            self.best = Some(candidate);
            return is_short;
        };
        candidate.alternative = self.is_alternative(best, &candidate);
        let fewer = || candidate.rank == best.rank && candidate.unfit.kinds().count() <= best.unfit.kinds().count();
        if candidate.rank > best.rank || fewer() {
            // OK because it was borrowed above.
            candidate = self.best.replace(candidate).expect("the best so far");
        }
        self.recycle(candidate.parsed);
        is_short
    }

    /// Whether one of two different answers that fit is offered in the place of the other.
    fn is_alternative(&self, one: &Candidate<'_>, two: &Candidate<'_>) -> bool {
        let is_list = |it: &Candidate<'_>| it.parsed.tape.nodes[it.parsed.root as usize].tag == Tag::List;
        let are_lists = is_list(one) && is_list(two);
        let both_fit = one.rank >= Rank::Bent && two.rank == one.rank && one.span.end <= two.span.start;
        both_fit
            && (!self.scope.takes_list() || are_lists)
            && alternatives::are_parted_by(&self.text[one.span.end..two.span.start])
            && !are_equal(one.parsed.tape.node(one.parsed.root), two.parsed.tape.node(two.parsed.root))
    }

    /// Keeps the room of a candidate that lost for the next one.
    fn recycle(&mut self, parsed: Parsed<'r>) {
        let mut tape = parsed.tape;
        tape.nodes.clear();
        tape.arena.clear();
        tape.side.clear();
        tape.marked = false;
        self.spare = Some(tape);
    }

    fn finish(&mut self, from: usize, thinking: Option<Range<usize>>) -> Option<Found<'r>> {
        let documents = documents::join(self);
        let mut extra = Vec::new();
        if documents {
            extra.push(RepairKind::Documents);
        } else if self.seen > 1 {
            extra.push(RepairKind::Candidate);
        }
        if self.best.as_ref().is_none_or(|best| best.rank < Rank::Inline) {
            let found = scalar::other(self, from);
            let is_better = |it: &Candidate<'_>| self.best.as_ref().is_none_or(|best| it.rank > best.rank);
            if let Some(found) = found.filter(is_better) {
                self.best = Some(found);
            }
        }
        let Candidate { parsed, span, mut unfit, alternative, .. } = self.best.take()?;
        if unfit.is_empty() && around::is_fragment(self.text, from.min(span.start), &span) {
            unfit = Unfit::Part;
        }
        let (mut around, prose) = around::describe(self.text, &span, thinking, self.run_on);
        around.extend(extra.into_iter().map(|kind| (kind, span.clone())));
        Some(Found { parsed, unfit, around, prose, alternative })
    }
}
