//! The levels of lints that schemas set for themselves: `x-nucleo-allow`, `x-nucleo-warn`, `x-nucleo-deny`, each a
//! lint's name or a list of names. They hold for the schema and all that stands in it.

use super::graph::{Graph, Schema, Step};
use crate::diag::{Diags, Level, Scope, Span};
use crate::json::{Json, Value};

const KEYWORDS: [(&str, Level); 3] =
    [("x-nucleo-allow", Level::Allow), ("x-nucleo-warn", Level::Warn), ("x-nucleo-deny", Level::Deny)];

/// Takes those of all schemas.
pub(super) fn read(graph: &Graph<'_>, diags: &Diags) {
    for schema in &graph.schemas {
        for (keyword, level) in KEYWORDS {
            let Some(json) = schema.json.get(keyword) else { continue };
            let one = std::slice::from_ref(json);
            for item in if let Value::List(items) = &json.value { items.as_slice() } else { one } {
                let Some(lint) = item.as_str() else {
                    diags
                        .error(item.span, format!("`{keyword}` must be the name of a lint, or a list of such names"))
                        .here(format!("found {}", item.kind()))
                        .emit();
                    continue;
                };
                diags.scope(Scope { span: whole(graph, schema), lint: lint.to_owned(), level, place: item.span });
            }
        }
    }
}

/// A schema with the member's name before it: what is said of a member points at its name.
fn whole(graph: &Graph<'_>, schema: &Schema<'_>) -> Span {
    let span = schema.json.span;
    let (Step::Named(keyword, name), Some(parent)) = (&schema.step, schema.parent) else { return span };
    let members = graph[parent].json.get(keyword).map_or(&[][..], Json::members);
    let start = members.iter().find(|it| it.name == *name).map_or(span.start, |it| it.name_span.start);
    Span { start: start.min(span.start), ..span }
}
