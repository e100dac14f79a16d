//! From calls as they are written to calls of the palette's tools.

use std::collections::HashSet;

use super::form::Raw;
use super::{Call, Palette, Refusal, Tool, ToolSet};
use crate::policy::Stop;
use crate::reading::{self, Taken};
use crate::repair::Repair;
use crate::tape::{JsonKind, Node};
use crate::value::json;

/// Reads calls one after the other; every call gets an id of its own.
pub(super) struct Reader<'p, T> {
    palette: &'p Palette,
    stop: Stop,
    pub(super) calls: Vec<Call<T>>,
    ids: HashSet<String>,
}

impl<'p, T: ToolSet> Reader<'p, T> {
    pub(super) fn new(palette: &'p Palette, stop: Stop) -> Self {
        Self { palette, stop, calls: Vec::new(), ids: HashSet::new() }
    }

    /// Reads a call. `text` is what its nodes were read from.
    pub(super) fn call(&mut self, raw: Raw<'_>, text: &str) {
        let Raw { id, name, arguments } = raw;
        let arguments = arguments.map_or_else(|| "{}".to_owned(), |node| source(node, text));
        let Some(name) = name else {
            let names: Vec<&str> = self.palette.names().collect();
            return self.push(id, "", arguments, Err(Refusal::nameless(&names)), Vec::new());
        };
        let Some(tool) = self.palette.find(name) else {
            let refusal = Refusal::unknown(&self.palette.nearest(name));
            return self.push(id, name, arguments, Err(refusal), Vec::new());
        };
        let (input, repairs) = self.input(tool, raw.arguments, &arguments);
        self.push(id, &tool.name, arguments, input, repairs);
    }

    /// Takes a call that is described instead of made.
    pub(super) fn prose(&mut self, tool: &str) {
        self.push(None, tool, String::new(), Err(Refusal::prose(tool)), Vec::new());
    }

    fn input(&self, tool: &Tool, node: Option<Node<'_>>, arguments: &str) -> (Result<T, Refusal>, Vec<Repair>) {
        let text = match node {
            None => "{}",
            Some(node) => match (node.kind(), node.text()) {
                // Providers send no text at all for a tool without parameters.
                (_, Some(text)) if text.trim().is_empty() => "{}",
                (_, Some(text)) => text,
                (JsonKind::Object | JsonKind::Array, _) => arguments,
                (kind, _) => return (Err(Refusal::of_kind(&tool.name, tool.input, kind)), Vec::new()),
            },
        };
        match reading::take(tool.input, text, &self.palette.policy(), self.stop) {
            Ok(Taken { parsed, repairs, prose: _ }) => {
                let input = T::from_input(tool, parsed.tape.node(parsed.root));
                let names = || self.palette.nearest(&tool.name);
                (input.ok_or_else(|| Refusal::unknown(&names())), repairs)
            }
            Err(rejection) => {
                let repairs = rejection.repairs().to_vec();
                (Err(Refusal::of_input(&tool.name, tool.input, &rejection)), repairs)
            }
        }
    }

    fn push(
        &mut self,
        id: Option<&str>,
        name: &str,
        arguments: String,
        input: Result<T, Refusal>,
        repairs: Vec<Repair>,
    ) {
        let shared = id.is_some_and(|id| self.ids.contains(id));
        let own = id.filter(|_| !shared).map(str::to_owned);
        let id = own.unwrap_or_else(|| {
            let stem = if name.is_empty() { "call" } else { name };
            let mut minted = (self.calls.len() + 1..).map(|n| format!("{stem}#{n}"));
            // OK because there are more numbers than calls.
            minted.find(|id| !self.ids.contains(id)).expect("a number that no call has")
        });
        let input = if shared { Err(Refusal::shared_id(name)) } else { input };
        self.ids.insert(id.clone());
        self.calls.push(Call { id, name: name.to_owned(), arguments, input, repairs });
    }
}

/// A value as it is written: for an object or a list, its part of the text where it stands there in one piece.
fn source(node: Node<'_>, text: &str) -> String {
    if let Some(text) = node.text() {
        return text.to_owned();
    }
    let opener = match node.kind() {
        JsonKind::Object => "{",
        JsonKind::Array => "[",
        _ => return json(node),
    };
    match text.get(node.span()) {
        Some(part) if part.starts_with(opener) => part.to_owned(),
        _ => json(node),
    }
}
