//! The tools that a model may call in one turn.

use std::fmt;

use super::{Calls, Tool, ToolSet};
use crate::names::fold;
use crate::policy::{Policy, Stop};

/// The tools that a model may call in one turn, in the order in which they were added.
///
/// Every change is idempotent, so a palette can be brought up to date before each turn without looking at what it holds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Palette {
    tools: Vec<Tool>,
    #[cfg(feature = "artifacts")]
    artifacts: Option<crate::artifact::ArtifactStore>,
}

/// Two tools of one name that are not one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// Their name.
    pub name: String,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two different tools are named `{}`: one of them needs another name", self.name)
    }
}

impl std::error::Error for Clash {}

impl Palette {
    /// A palette without tools.
    pub const fn new() -> Self {
        Self {
            tools: Vec::new(),
            #[cfg(feature = "artifacts")]
            artifacts: None,
        }
    }

    /// The tools of a table, as generated code has them; of several with one name the last.
    pub fn of(tools: &[Tool]) -> Self {
        let mut palette = Self::new();
        for tool in tools {
            palette.put(tool.clone());
        }
        palette
    }

    /// Adds a tool. One that is there already is replaced: it may have another description, and schema, by now.
    ///
    /// # Errors
    ///
    /// Another tool, of another kind or with an input of another type, has the name; nothing is changed.
    pub fn add(&mut self, tool: Tool) -> Result<(), Clash> {
        match self.get(&tool.name) {
            Some(there) if !is_same(there, &tool) => Err(Clash { name: tool.name.into_owned() }),
            _ => {
                self.put(tool);
                Ok(())
            }
        }
    }

    fn put(&mut self, tool: Tool) {
        match self.tools.iter_mut().find(|it| it.name == tool.name) {
            Some(there) => *there = tool,
            None => self.tools.push(tool),
        }
    }

    /// Takes a tool away; says whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.tools.len();
        self.tools.retain(|tool| tool.name != name);
        self.tools.len() < before
    }

    /// Leaves only the tools for which `keep` holds.
    pub fn retain(&mut self, keep: impl FnMut(&Tool) -> bool) {
        self.tools.retain(keep);
    }

    /// The tools of this palette that change nothing.
    #[must_use]
    pub fn read_only(&self) -> Self {
        let mut palette = self.clone();
        palette.retain(|tool| tool.read_only);
        palette
    }

    /// Where the artifacts are held that the arguments of calls may point at, and the answers beside them. A reference
    /// to another one refuses its call, and no other.
    #[cfg(feature = "artifacts")]
    pub fn artifacts(&mut self, store: &crate::artifact::ArtifactStore) -> &mut Self {
        self.artifacts = Some(store.clone());
        self
    }

    /// What the arguments of a call are read by.
    pub(super) fn policy(&self) -> Policy {
        let policy = Policy::lenient();
        #[cfg(feature = "artifacts")]
        if let Some(store) = &self.artifacts {
            return policy.artifacts(store);
        }
        policy
    }

    /// The tool of a name, as it is declared.
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The tool that a model means by a name: in any casing, and with any separators, where only one tool is meant.
    pub(super) fn find(&self, name: &str) -> Option<&Tool> {
        let name = name.trim();
        if let Some(tool) = self.get(name) {
            return Some(tool);
        }
        let folded = fold(name);
        let mut meant = self.tools.iter().filter(|tool| fold(&tool.name) == folded);
        meant.next().filter(|_| !folded.is_empty() && meant.next().is_none())
    }

    /// The names, those most like `meant` first.
    pub(super) fn nearest(&self, meant: &str) -> Vec<&str> {
        let folded = fold(meant);
        let mut names: Vec<&str> = self.names().collect();
        if !folded.is_empty() {
            names.sort_by_cached_key(|name| {
                let name = fold(name);
                // Half of a name is a likely slip; any other order would be no better than the palette's own.
                !(name.contains(&folded) || folded.contains(&name))
            });
        }
        names
    }

    /// The tools, in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tool> {
        self.tools.iter()
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name.as_ref())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Reads the calls that a model wrote into its text: objects with a name and arguments, in any of the usual forms,
    /// one or several, with whatever stands around them. A call that is written in words or in code is refused.
    pub fn read<T: ToolSet>(&self, reply: &str) -> Calls<T> {
        self.read_with(reply, Stop::End)
    }

    /// The same, with the reason why the model stopped: a call that the limit of its length cut off is refused.
    pub fn read_with<T: ToolSet>(&self, reply: &str, stop: Stop) -> Calls<T> {
        super::written::read(self, reply, stop)
    }

    /// Reads the calls of a provider's response: the whole response, its message, or its list of blocks, as OpenAI's
    /// chat completions and responses, Anthropic's messages, Gemini's `generateContent`, or MCP's `tools/call` have it.
    /// Each block that calls a tool gives exactly one call.
    pub fn native<T: ToolSet>(&self, response: &serde_json::Value) -> Calls<T> {
        super::native::read(self, response)
    }
}

/// Whether two tools of one name are one, perhaps described anew.
fn is_same(one: &Tool, two: &Tool) -> bool {
    std::mem::discriminant(&one.kind) == std::mem::discriminant(&two.kind) && one.input == two.input
}

impl<'p> IntoIterator for &'p Palette {
    type Item = &'p Tool;
    type IntoIter = std::slice::Iter<'p, Tool>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
