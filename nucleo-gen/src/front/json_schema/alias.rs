//! Artifacts: `x-nucleo-type-alias` gives an object type an alias, and makes a reference all that a model writes of it.

use std::collections::HashMap;

use nucleo_runtime::shape::Kinds;

use super::graph::{Graph, SchemaId};
use super::load::Library;
use super::lower::plain;
use super::word::Word;
use super::{note, ready};
use crate::diag::{Diags, Span};
use crate::ir::{Doc, Field, Record, Text, TypeKind};

const KEYWORD: &str = "x-nucleo-type-alias";

/// The member that holds an artifact's reference.
pub(crate) const REFERENCE: &str = "artifact_ref";

/// The alias of each artifact's own schema; only looked up.
pub(crate) type Aliases = HashMap<SchemaId, (String, Span)>;

/// Finds them. On a list, and beside a reference, an alias is that of the element and of the target.
pub(super) fn all(graph: &Graph<'_>, library: &Library, diags: &Diags) -> Aliases {
    let mut found = Aliases::new();
    for at in (0..graph.schemas.len() as u32).map(SchemaId) {
        let Some((alias, span)) = note::text(graph[at].json, KEYWORD, diags) else { continue };
        // OK because every schema stands in a document of the library.
        let is_any = library.documents[graph[at].document].url == ready::ARTIFACT;
        if let Some(why) = fault(&alias).filter(|_| !is_any) {
            diags
                .error(span, format!("`{alias}` is no alias"))
                .here(why)
                .help("an alias is words with `:` between them, from the widest kind to the narrowest: `link:cite`")
                .emit();
            continue;
        }
        let target = target(graph, at);
        if !takes_objects(graph, target) {
            let message = format!("`{alias}` is the alias of no object");
            diags.error(span, message).help("only an object type is an artifact: put the value into one").emit();
            continue;
        }
        match found.get(&target) {
            Some((other, there)) if *other != alias => {
                diags
                    .error(span, format!("one type has the aliases `{other}` and `{alias}`"))
                    .label(*there, "the other one")
                    .help("keep one of them")
                    .emit();
            }
            _ => drop(found.insert(target, (alias, span))),
        }
    }
    found
}

/// What is wrong with an alias.
fn fault(alias: &str) -> Option<&'static str> {
    if alias.is_empty() {
        return Some("it is empty");
    }
    if alias.contains(|c: char| matches!(c, '~' | '«' | '»') || c.is_whitespace() || c.is_control()) {
        return Some("`~`, `«`, `»` and blanks have a meaning in references");
    }
    alias.split(':').any(str::is_empty).then_some("a part between colons is empty")
}

/// The schema that an alias is meant for.
fn target(graph: &Graph<'_>, mut at: SchemaId) -> SchemaId {
    // References that go round are an error, told elsewhere.
    for _ in 0..graph.schemas.len() {
        let words = || graph[at].words.iter().map(|it| &it.word);
        let of_list = !words().any(|word| matches!(word, Word::Kinds(kinds) if !kinds.has(Kinds::ARRAY)));
        let next = words().find_map(|word| match word {
            Word::Ref { to, .. } => *to,
            Word::Items(0, item) if of_list => Some(*item),
            _ => None,
        });
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

fn takes_objects(graph: &Graph<'_>, schema: SchemaId) -> bool {
    graph[schema].words.iter().all(|it| match it.word {
        Word::Kinds(kinds) => kinds.has(Kinds::OBJECT),
        Word::Never | Word::Const(_) | Word::Enum(_) => false,
        _ => true,
    })
}

/// Gives an artifact the member that holds its reference, unless its schema declares it.
pub(crate) fn complete(record: &mut Record, span: Span) {
    if record.fields.iter().any(|field| field.name == REFERENCE) {
        return;
    }
    let doc = Doc { text: Some("Reference of this artifact".to_owned()), ..Doc::default() };
    let text = plain(TypeKind::Text(Text::default()));
    record.fields.push(Field { doc, ..Field::new(REFERENCE, text, span) });
}
