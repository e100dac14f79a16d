//! Tools: what a model is told of them, and its calls, read like its answers.
//!
//! A schema with `x-nucleo-tool` is a tool's input. Generated code holds a [`Tool`] for it, the module's `TOOLS`, and an
//! enum `ToolCall` with a variant for each. A [`Palette`] is the tools that a model may call in one turn: it gives their
//! definitions in each provider's form, and reads calls of them, from a provider's response or from text. A call that
//! cannot be read becomes a [`Refusal`] in its own place, which says what to send instead; the others go on.
//!
//! ```
//! use nucleo_runtime::Value;
//! use nucleo_runtime::profile::Profile;
//! use nucleo_runtime::shape::{Field, Integer, Kind, Record, Rest, Shape, Spellings, Table, Type, Width};
//! use nucleo_runtime::tool::{Palette, Tool};
//!
//! // What the generator writes for a schema file.
//! static TABLE: Table = Table {
//!     types: &[
//!         Type::new("WaterBed", Kind::Record(Record {
//!             fields: &[Field::new("bed", 1).required(), Field::new("litres", 1)],
//!             spellings: Spellings::new(&[("bed", 0), ("litres", 1)]),
//!             rest: Rest::Ignore,
//!         })),
//!         Type::new("", Kind::Integer(Integer::new(Width::U8))),
//!     ],
//!     rules: &[],
//!     patterns: &[],
//!     anchors: &[],
//! };
//! const WATER: Tool = Tool::new("water_bed", "Waters a bed.", "{…}", Shape::new(&TABLE, 0, &Profile::NUCLEO));
//!
//! let palette = Palette::of(&[WATER]);
//! assert_eq!(WATER.description(), "Waters a bed. [api call, weight: 10]");
//!
//! // A small model writes its calls into its text.
//! let turn = palette.read::<Value>("I will. <tool_call>{name: 'water_bed', arguments: {bed: \"3\"}}</tool_call>");
//! assert_eq!(turn.calls[0].id, "water_bed#1");
//! assert_eq!(turn.calls[0].input.as_ref().unwrap()["bed"], 3);
//!
//! // Others come in a form of the provider's.
//! let response = serde_json::json!([{ "type": "tool_use", "id": "t1", "name": "water_bed", "input": { "bed": "all" } }]);
//! let turn = palette.native::<Value>(&response);
//! let refusal = turn.calls[0].input.as_ref().unwrap_err();
//! assert_eq!(refusal.parameter(), "bed");
//! assert!(refusal.feedback().contains("- bed: expected an integer from 0 to 255 (found a string)"));
//! ```

mod call;
mod catalog;
mod envelope;
mod form;
mod lists;
mod native;
mod outcome;
mod palette;
mod read;
mod refusal;
mod vocabulary;
mod written;

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::answer::Shaped;
use crate::shape::Shape;
use crate::tape::Node;
use crate::value::typed;

pub use call::{Call, Calls};
pub use catalog::{CATALOG, Catalog, Requested};
pub use envelope::{Agent, Envelope, Native, ThinkingResponse};
pub use lists::{anthropic, gemini, mcp, openai, openai_responses, text};
pub use outcome::{NO_RESULT, Outcome, openai_results, text_of_call, text_of_result};
pub use outcome::{anthropic_results, gemini_results};
pub use palette::{Clash, Palette};
pub use refusal::{Refusal, RefusalKind};

/// A tool, as a model is told of it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// The name that a model calls it by.
    pub name: Cow<'static, str>,
    /// What it does, in the author's words. [`description`](Self::description) is what a model is shown.
    pub about: Cow<'static, str>,
    /// The schema of its input as a model is shown it, in JSON; empty where it has none.
    pub schema: Cow<'static, str>,
    /// What a call's arguments are read as.
    pub input: Shape,
    /// What answers a call.
    pub kind: Kind,
    /// What a call costs, from the least to the most.
    pub weight: Weight,
    /// Whether a call changes nothing.
    pub read_only: bool,
    /// The entry of the server's list that the tool comes from, in JSON; its description is shown as it stands.
    pub listed: Option<&'static str>,
}

/// What answers a call of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The program itself.
    InMemory,
    /// A service.
    ApiCall,
    /// Another model, or a whole agent.
    Thinker {
        /// How far below the first agent it stands.
        level: u8,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InMemory => f.write_str("in memory"),
            Self::ApiCall => f.write_str("api call"),
            Self::Thinker { level } => write!(f, "thinker L{level}"),
        }
    }
}

/// What a call costs, in the units of the one who declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weight {
    /// The least.
    pub min: u32,
    /// The most.
    pub max: u32,
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { min, max } = self;
        if min == max { write!(f, "{min}") } else { write!(f, "{min}-{max}") }
    }
}

impl Tool {
    /// A call of a service, of weight 10, that changes something.
    pub const fn new(name: &'static str, about: &'static str, schema: &'static str, input: Shape) -> Self {
        Self {
            name: Cow::Borrowed(name),
            about: Cow::Borrowed(about),
            schema: Cow::Borrowed(schema),
            input,
            kind: Kind::ApiCall,
            weight: Weight { min: 10, max: 10 },
            read_only: false,
            listed: None,
        }
    }

    /// The same, answered in this way.
    #[must_use]
    pub const fn kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The same at this cost.
    #[must_use]
    pub const fn weight(mut self, min: u32, max: u32) -> Self {
        self.weight = Weight { min, max };
        self
    }

    /// The same, changing nothing.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// The same as an entry of a server's list.
    #[must_use]
    pub const fn listed(mut self, entry: &'static str) -> Self {
        self.listed = Some(entry);
        self
    }

    /// What a model is shown: what the tool does, and in brackets its kind, its weight, and whether it is read-only. A
    /// tool of a server's list is described in the server's words alone.
    pub fn description(&self) -> Cow<'_, str> {
        if self.listed.is_some() {
            return Cow::Borrowed(&self.about);
        }
        let Self { about, kind, weight, read_only, .. } = self;
        let read_only = if *read_only { ", read-only" } else { "" };
        Cow::Owned(format!("{about} [{kind}, weight: {weight}{read_only}]"))
    }
}

impl fmt::Display for Tool {
    /// The definition for a model without tools of its own: `name: description`, and a line with the schema.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.description())?;
        if self.schema.is_empty() { Ok(()) } else { write!(f, "\n  Input parameters: {}", self.schema) }
    }
}

/// A type that is the input of a tool.
pub trait ToolInput: Shaped {
    /// The tool.
    const TOOL: Tool;
}

/// The inputs of several tools: the enum `ToolCall` of generated code, or [`Value`] for no types.
pub trait ToolSet: Sized {
    /// Builds the input of a call of `tool` from arguments that fit it. `None` where the tool is none of this set's.
    fn from_input(tool: &Tool, input: Node<'_>) -> Option<Self>;
}

impl ToolSet for Value {
    fn from_input(tool: &Tool, input: Node<'_>) -> Option<Self> {
        Some(typed(input, tool.input))
    }
}
