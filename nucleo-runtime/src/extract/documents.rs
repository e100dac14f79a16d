//! Several documents where a list is declared: objects one after the other, lists side by side.

use std::ops::Range;

use super::alternatives::are_parted_by;
use super::{Candidate, Rank, Search};
use crate::read::Parsed;
use crate::tape::{NONE, Raw, Tag, Tape, pair};

/// Joins the documents of the reply to one list, where that fits better than the best of them.
pub(super) fn join(search: &mut Search<'_, '_>) -> bool {
    if !search.scope.takes_list() || search.scope.is_open() || search.spans.len() < 2 {
        return false;
    }
    let last = group(search);
    if search.spans.len() - last < 2 {
        return false;
    }
    let spans = search.spans.split_off(last);
    // A list that is written twice is one.
    let text = |span: &Range<usize>| &search.text[span.clone()];
    if spans.windows(2).all(|pair| pair[0].1 == Tag::List && text(&pair[0].0) == text(&pair[1].0)) {
        return false;
    }
    let mut parsed = read_all(search, &spans);
    let unfit = (search.fit)(&mut parsed);
    let rank = if unfit.is_empty() { Rank::Fits } else { Rank::Misfit };
    let between = |pair: &[(Range<usize>, Tag)]| &search.text[pair[0].0.end..pair[1].0.start];
    let alternative = rank == Rank::Fits && spans.windows(2).any(|pair| are_parted_by(between(pair)));
    let best = search.best.as_ref().map(|best| best.rank);
    let wins = match (rank, best) {
        (Rank::Fits, Some(Rank::Fits)) => is_adjacent(search, &spans),
        (_, best) => best < Some(Rank::Fits),
    };
    if wins {
        // OK because there are two spans at least.
        let span = spans[0].0.start..spans[spans.len() - 1].0.end;
        search.best = Some(Candidate { parsed, span, unfit, rank, alternative });
    }
    wins
}

/// The first of the documents that belong together with the last one: all objects, or what only commas part.
fn group(search: &Search<'_, '_>) -> usize {
    let mut first = search.spans.len() - 1;
    while first > 0 {
        let ((before, one), (behind, two)) = (&search.spans[first - 1], &search.spans[first]);
        let both_objects = *one == Tag::Object && *two == Tag::Object;
        let between = before.end..behind.start;
        // An object before a list may be an example, unless a comma makes them one.
        let is_apart = one != two && !search.text[between.clone()].contains(',');
        if is_apart || !both_objects && !only_commas(search.text, between) {
            break;
        }
        first -= 1;
    }
    first
}

fn only_commas(text: &str, between: Range<usize>) -> bool {
    text[between].chars().all(|c| c.is_whitespace() || c == ',')
}

fn is_adjacent(search: &Search<'_, '_>, spans: &[(Range<usize>, Tag)]) -> bool {
    spans.windows(2).all(|pair| only_commas(search.text, pair[0].0.end..pair[1].0.start))
}

/// Reads the documents into one tape, as the elements of one list.
fn read_all<'r>(search: &mut Search<'r, '_>, spans: &[(Range<usize>, Tag)]) -> Parsed<'r> {
    let mut tape: Tape<'r> = search.tape();
    let (start, end) = (spans[0].0.start as u32, spans[spans.len() - 1].0.end as u32);
    tape.nodes.push(Raw::new(Tag::List, start..end, pair(NONE, 0)));
    let mut whole = Parsed { tape, root: 0, repairs: Vec::new(), faults: Vec::new() };
    let mut count = 0;
    for (span, tag) in spans {
        let read = search.read(whole.tape, span.start).parsed;
        let root = read.root;
        whole.tape = read.tape;
        let (mut repairs, mut faults) = (read.repairs, read.faults);
        if *tag == Tag::List {
            count += whole.tape.nodes[root as usize].pair().1;
            flatten(&mut whole.tape, root);
            // What was of this list is of the whole one.
            let moved = |node: u32| if node > root { node - 1 } else { 0 };
            repairs.iter_mut().for_each(|it| it.node = moved(it.node));
            faults.iter_mut().for_each(|it| it.node = moved(it.node));
        } else {
            count += 1;
        }
        whole.repairs.extend(repairs);
        whole.faults.extend(faults);
    }
    let behind = whole.tape.nodes.len() as u32;
    whole.tape.nodes[0].data = pair(behind, count);
    whole
}

/// Takes the list at `root`, the last value of the tape, apart: its elements move up to its place.
fn flatten(tape: &mut Tape<'_>, root: u32) {
    tape.nodes.remove(root as usize);
    for node in &mut tape.nodes[root as usize..] {
        if node.is_container() {
            let (behind, count) = node.pair();
            node.data = pair(behind - 1, count);
        }
    }
}
