//! Keywords that can say nothing where they stand, since their schema's own `type` leaves no value for them.

use nucleo_runtime::shape::Kinds;

use super::facts;
use super::graph::Graph;
use super::load::Library;
use super::word::Word;
use crate::diag::{Diags, Level, Lint};
use crate::knobs::{Knobs, Profile};

/// A keyword speaks of values that its schema does not take.
pub(crate) const MISPLACED_KEYWORD: Lint = Lint { name: "misplaced_keyword", default: Level::Warn };

/// Checks every schema by itself. The stricter profile refuses what others warn of.
pub(super) fn check(graph: &Graph<'_>, library: &Library, build: &Knobs, diags: &Diags) {
    let strict: Vec<bool> = (library.documents.iter())
        // What is wrong with a keyword of ours is told when the types are made.
        .map(|it| Knobs::peek(&it.json).profile.or(build.profile) == Some(Profile::Tramai))
        .collect();
    for schema in &graph.schemas {
        let kinds =
            schema.words.iter().find_map(|it| if let Word::Kinds(kinds) = it.word { Some(kinds) } else { None });
        let Some(kinds) = kinds else { continue };
        for assertion in &schema.words {
            let subject = facts::subject(&assertion.word).filter(|_| !matches!(assertion.word, Word::Format(_)));
            let Some(subject) = subject.filter(|it| kinds.0 & it.0 == 0) else { continue };
            let message = format!("`{}` says nothing where only {} is taken", assertion.keyword, names(kinds));
            // OK because every schema stands in a document of the library.
            let pending = if strict[schema.document] {
                diags.error(assertion.span, message)
            } else {
                diags.lint(MISPLACED_KEYWORD, assertion.span, message)
            };
            pending.help(format!("move it to {}, or take it out", names(subject))).emit();
        }
    }
}

/// `a string or an array`
fn names(kinds: Kinds) -> String {
    const ALL: [(Kinds, &str); 7] = [
        (Kinds::NULL, "null"),
        (Kinds::BOOLEAN, "a boolean"),
        (Kinds::NUMBER, "a number"),
        (Kinds::INTEGER, "a whole number"),
        (Kinds::STRING, "a string"),
        (Kinds::ARRAY, "an array"),
        (Kinds::OBJECT, "an object"),
    ];
    // A number may be a whole one anyway.
    let implied = |kind: Kinds| kind == Kinds::INTEGER && kinds.has(Kinds::NUMBER);
    let named = ALL.iter().filter(|(kind, _)| kinds.has(*kind) && !implied(*kind));
    named.map(|(_, name)| *name).collect::<Vec<_>>().join(" or ")
}
