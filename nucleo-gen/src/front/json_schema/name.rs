//! Names of types: from a title, from the key of a definition, or from the place.

use super::Files;
use super::graph::{Graph, SchemaId, Step};
use super::uri;
use crate::ir::NamedBy;
use crate::json::Json;

/// A longer title is a sentence, not a name.
const LONGEST: usize = 40;
const MOST_WORDS: usize = 5;

/// The place of a type, for its name and for what people wrote about it.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    /// The type that holds it.
    owner: String,
    /// What it is to that type.
    role: String,
    /// The schema that speaks about it.
    pub(crate) schema: SchemaId,
    /// Containers between the type that holds it and the place.
    pub(crate) depth: u32,
    /// The name, where it does not come from the place.
    given: Option<(String, NamedBy)>,
}

impl Site {
    /// The place of a schema that is referred to, or that is a file.
    pub(crate) fn of_schema(graph: &Graph<'_>, schema: SchemaId, files: &Files) -> Self {
        let site = Self { owner: String::new(), role: String::new(), schema, depth: 0, given: None };
        match &graph[schema].step {
            Step::Root => {
                let given = title(graph[schema].json).map(|title| (title, NamedBy::Title));
                let stem = || (files.stem(graph, schema), NamedBy::File);
                Self { given: Some(given.unwrap_or_else(stem)), ..site }
            }
            Step::Named("$defs" | "definitions", name) if !name.is_empty() => {
                Self { given: Some(((*name).to_owned(), NamedBy::Definition)), ..site }
            }
            Step::Pointer(pointer) => {
                let name = uri::steps(pointer).last().unwrap_or_default();
                Self { given: Some((name, NamedBy::Definition)), ..site }
            }
            _ => Self::inside(graph, schema, files, site),
        }
    }

    /// The place of a schema inside another type, seen from a reference.
    fn inside(graph: &Graph<'_>, schema: SchemaId, files: &Files, site: Self) -> Self {
        let (mut at, mut roles) = (schema, Vec::new());
        loop {
            let it = &graph[at];
            match &it.step {
                Step::Named("$defs" | "definitions", _) | Step::Root | Step::Pointer(_) => break,
                Step::Named(_, name) => roles.push((*name).to_owned()),
                Step::Keyword("items") => roles.push("item".to_owned()),
                Step::Keyword("additionalProperties") => roles.push("value".to_owned()),
                Step::Keyword(keyword) => roles.push((*keyword).to_owned()),
                Step::Listed(_, at) => roles.push((at + 1).to_string()),
            }
            let Some(parent) = it.parent else { break };
            at = parent;
        }
        roles.reverse();
        let owner = if at == schema { String::new() } else { Self::of_schema(graph, at, files).name().0 };
        let given = title(graph[schema].json).map(|title| (title, NamedBy::Title));
        Self { owner, role: roles.join(" "), given, ..site }
    }

    /// A place inside the type that is named here.
    pub(crate) fn member(&self, graph: &Graph<'_>, role: &str, schema: SchemaId) -> Self {
        Self { owner: self.name().0, role: role.to_owned(), schema, depth: 0, given: None }.titled(graph)
    }

    /// A place inside a container that has no name of its own.
    pub(crate) fn nested(&self, graph: &Graph<'_>, role: &str, schema: SchemaId) -> Self {
        let mut site = self.clone();
        if let Some((name, _)) = site.given.take() {
            (site.owner, site.role) = (name, String::new());
        }
        site.role = if site.role.is_empty() { role.to_owned() } else { format!("{} {role}", site.role) };
        Self { schema, depth: self.depth + 1, ..site }.titled(graph)
    }

    /// A second type at the same place.
    pub(crate) fn inner(&self, role: &str) -> Self {
        let mut site = self.clone();
        if let Some((name, _)) = site.given.take() {
            (site.owner, site.role) = (name, String::new());
        }
        Self { role: format!("{} {role}", site.role).trim().to_owned(), ..site }
    }

    fn titled(mut self, graph: &Graph<'_>) -> Self {
        self.given = title(graph[self.schema].json).map(|title| (title, NamedBy::Title));
        self
    }

    pub(crate) fn name(&self) -> (String, NamedBy) {
        match &self.given {
            Some(given) => given.clone(),
            None => (format!("{} {}", self.owner, self.role).trim().to_owned(), NamedBy::Place),
        }
    }
}

/// A title that can be a name.
pub(crate) fn title(json: &Json) -> Option<String> {
    let title = json.get("title")?.as_str()?.trim();
    let fits = title.len() <= LONGEST && title.split_whitespace().count() <= MOST_WORDS;
    (fits && title.contains(|c: char| c.is_alphanumeric())).then(|| title.to_owned())
}
