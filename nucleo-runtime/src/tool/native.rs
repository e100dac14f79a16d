//! Calls in the blocks of a provider's response.

use serde_json::Value;

use super::form::{self, Raw};
use super::read::Reader;
use super::{Calls, Palette, ToolSet};
use crate::names::fold;
use crate::policy::Stop;
use crate::read::strict;
use crate::tape::{JsonKind, Node};

/// What a response holds, in its order.
#[derive(Default)]
struct Blocks<'t> {
    calls: Vec<Raw<'t>>,
    text: Vec<&'t str>,
    thinking: Vec<&'t str>,
}

pub(super) fn read<T: ToolSet>(palette: &Palette, response: &Value) -> Calls<T> {
    let mut reader = Reader::new(palette, Stop::End);
    let (text, thinking) = blocks(&mut reader, palette, response);
    Calls { calls: reader.calls, text, thinking }
}

/// Reads the calls of a response; gives its texts and its thoughts.
pub(super) fn blocks<T: ToolSet>(reader: &mut Reader<'_, T>, palette: &Palette, response: &Value) -> (String, String) {
    /// `serde_json` builds no deeper value from text; a program may, and what reads it recurses.
    const DEPTH: u32 = 128;
    let json = response.to_string();
    let Ok(tape) = strict(&json, DEPTH) else { return (String::new(), String::new()) };
    let mut blocks = Blocks::default();
    blocks.walk(tape.node(0), palette);
    blocks.calls.iter().for_each(|raw| reader.call(*raw, &json));
    (blocks.text.concat(), blocks.thinking.concat())
}

/// Members that lead from a response to its blocks.
const INNER: [&str; 8] = ["choices", "message", "output", "candidates", "content", "parts", "toolcalls", "result"];

impl<'t> Blocks<'t> {
    fn walk(&mut self, node: Node<'t>, palette: &Palette) {
        match node.kind() {
            JsonKind::Array => node.items().for_each(|item| self.walk(item, palette)),
            JsonKind::Object => self.block(node, palette),
            JsonKind::String => self.text.extend(node.text()),
            _ => {}
        }
    }

    fn block(&mut self, block: Node<'t>, palette: &Palette) {
        let of = |wanted: &str| block.entries().find(|(name, _)| fold(name) == wanted).map(|(_, node)| node);
        let text = |wanted: &str| of(wanted).and_then(Node::text);
        let is = |name: &str| text("type") == Some(name);
        let is_tool_block = is("tool_use") || is("function_call") || is("tool_call") || is("mcp_call");
        // The first two have name and arguments in themselves, the others in a member.
        if is_tool_block
            || of("functioncall").is_some()
            || of("function").is_some()
            || text("method") == Some("tools/call")
        {
            form::each(block, palette, &mut self.calls);
            // A message of the older form has a text beside its call.
            self.text.extend(of("content").and_then(Node::text));
        } else if is("thinking") || is("reasoning") {
            self.thinking.extend(text("thinking").or(text("text")));
            of("summary").iter().for_each(|summary| summary.items().for_each(|it| self.thought(it)));
        } else if of("thought").and_then(Node::boolean) == Some(true) {
            self.thinking.extend(text("text"));
        } else if let Some(text) = text("text") {
            self.text.push(text);
        } else if INNER.iter().any(|name| of(name).is_some()) {
            self.thinking.extend(text("reasoningcontent"));
            for (name, inner) in block.entries() {
                if INNER.contains(&fold(name).as_str()) {
                    self.walk(inner, palette);
                }
            }
        } else if text("name").is_some() {
            form::each(block, palette, &mut self.calls);
        }
    }

    fn thought(&mut self, part: Node<'t>) {
        self.thinking.extend(part.entries().find(|(name, _)| *name == "text").and_then(|(_, it)| it.text()));
    }
}
