//! Which schemas take `null`, in any of the spellings for that.

use nucleo_runtime::shape::Kinds;

use super::graph::{Graph, SchemaId};
use super::word::Word;
use crate::json::{Json, Value};

/// What a schema says about `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Null {
    /// It is not a value.
    No,
    /// Nothing: the schema does not speak of types.
    Silent,
    /// It is a value.
    Yes,
}

impl Null {
    /// Of two schemas that both hold.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            _ => Self::Silent,
        }
    }

    /// Of two schemas of which one holds.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            (Self::Silent, _) | (_, Self::Silent) => Self::Silent,
            _ => Self::No,
        }
    }
}

/// What each schema says, by its id. `sorted` has those that a schema applies before it.
pub(crate) fn all(graph: &Graph<'_>, sorted: &[SchemaId]) -> Vec<Null> {
    let mut nulls = vec![Null::Silent; graph.schemas.len()];
    for id in sorted {
        nulls[id.0 as usize] = one(graph, *id, &nulls);
    }
    nulls
}

fn one(graph: &Graph<'_>, id: SchemaId, nulls: &[Null]) -> Null {
    let words = &graph[id].words;
    // `nullable` has the last word: what is written beside it was written about the other values.
    if words.iter().any(|it| matches!(it.word, Word::Nullable)) {
        return Null::Yes;
    }
    let of = |id: &SchemaId| nulls[id.0 as usize];
    let among = |values: &[Json]| if values.iter().any(is_null) { Null::Yes } else { Null::No };
    words.iter().fold(Null::Silent, |so_far, it| {
        so_far.and(match &it.word {
            Word::Never => Null::No,
            Word::Kinds(kinds) if kinds.has(Kinds::NULL) => Null::Yes,
            Word::Kinds(_) => Null::No,
            Word::Const(json) => among(std::slice::from_ref(*json)),
            Word::Enum(values) => among(values),
            Word::AllOf(them) => them.iter().map(of).fold(Null::Silent, Null::and),
            Word::AnyOf(them) | Word::OneOf(them) => them.iter().map(of).fold(Null::No, Null::or),
            Word::Ref { to: Some(to), .. } => of(to),
            _ => Null::Silent,
        })
    })
}

pub(crate) fn is_null(json: &Json) -> bool {
    matches!(json.value, Value::Null)
}
