//! The order of schemas that are applied to one and the same value: those that a schema refers to come before it.

use super::graph::{Graph, SchemaId};
use crate::diag::Diags;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// All schemas, each behind those that it applies to its own value. A schema that in this way applies itself has no
/// meaning: checking it would never end. That is an error.
pub(crate) fn sort(graph: &Graph<'_>, diags: &Diags) -> Vec<SchemaId> {
    let mut states = vec![State::New; graph.schemas.len()];
    let mut sorted = Vec::with_capacity(states.len());
    for start in 0..states.len() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        // By hand, because a chain of references is as long as the input likes.
        let mut stack = vec![(SchemaId(start as u32), edges(graph, SchemaId(start as u32)))];
        while let Some((id, rest)) = stack.last_mut() {
            let id = *id;
            let Some((at, next)) = rest.pop() else {
                states[id.0 as usize] = State::Done;
                sorted.push(id);
                stack.pop();
                continue;
            };
            match states[next.0 as usize] {
                State::Done => {}
                State::New => {
                    states[next.0 as usize] = State::Open;
                    stack.push((next, edges(graph, next)));
                }
                State::Open => {
                    let assertion = &graph[id].words[at];
                    diags
                        .error(assertion.span, format!("`{}` leads back to itself without end", assertion.keyword))
                        .here(format!("this is applied to the same value as `{}`, which leads here", graph.place(next)))
                        .emit();
                }
            }
        }
    }
    sorted
}

/// The schemas that one applies to its own value, each with the assertion that does, the first one last.
fn edges(graph: &Graph<'_>, id: SchemaId) -> Vec<(usize, SchemaId)> {
    let words = graph[id].words.iter().enumerate().rev();
    words.flat_map(|(at, it)| it.word.in_place().into_iter().rev().map(move |to| (at, to))).collect()
}
