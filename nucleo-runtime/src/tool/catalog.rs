//! Tools and skills that a model may ask for by name, because their definitions are too many to show at once.

use std::borrow::Cow;

use super::{Kind, Tool, ToolInput, Weight};
use crate::answer::{FromNode, Shaped, ToNode};
use crate::profile::Profile;
use crate::shape::{self, Field, List, Record, Rest, Shape, Spellings, Table, Text, Type};
use crate::tape::Node;
use crate::value::write_text;
use crate::write::Writer;

/// What may be asked for: names, each with a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Catalog {
    /// Tools, by `request_tools`. Having one changes what the model can do.
    Tools,
    /// Skills, by `request_skill`. Reading one changes nothing.
    Skills,
}

impl Catalog {
    /// The name of the tool that asks.
    pub const fn tool_name(self) -> &'static str {
        match self {
            Self::Tools => "request_tools",
            Self::Skills => "request_skill",
        }
    }

    const fn member(self) -> &'static str {
        match self {
            Self::Tools => "tool_names",
            Self::Skills => "skill_names",
        }
    }

    const fn about(self) -> (&'static str, &'static str) {
        match self {
            Self::Tools => ("Makes further tools available from the next turn on.", "The tools that are needed next."),
            Self::Skills => ("Gives the instructions of skills.", "The skills whose instructions are needed."),
        }
    }

    /// The tool that asks for these entries, with the catalogue in its schema and nowhere else. It is made anew for
    /// each turn; in a [`Palette`](super::Palette) the new one takes the place of the old.
    pub fn tool<'e>(self, entries: impl IntoIterator<Item = (&'e str, &'e str)>) -> Tool {
        let (about, _) = self.about();
        let tool = Tool {
            name: Cow::Borrowed(self.tool_name()),
            about: Cow::Borrowed(about),
            schema: Cow::Owned(self.schema(entries)),
            input: Shape::new(&CATALOG, self as u32, &Profile::NUCLEO),
            kind: Kind::InMemory,
            weight: Weight { min: 1, max: 1 },
            read_only: false,
            listed: None,
        };
        if self == Self::Skills { tool.read_only() } else { tool }
    }

    fn schema<'e>(self, entries: impl IntoIterator<Item = (&'e str, &'e str)>) -> String {
        let (_, about) = self.about();
        let member = self.member();
        let mut out =
            format!(r#"{{"type":"object","properties":{{"{member}":{{"type":"array","description":"{about}","items":"#);
        out.push_str(r#"{"oneOf":["#);
        for (at, (name, description)) in entries.into_iter().enumerate() {
            out.push_str(if at > 0 { r#",{"const":"# } else { r#"{"const":"# });
            write_text(&mut out, name);
            out.push_str(r#","description":"#);
            write_text(&mut out, description);
            out.push('}');
        }
        out.push_str(&format!(r#"]}}}}}},"required":["{member}"]}}"#));
        out
    }
}

/// The types of the two requests, and of a list of names.
pub static CATALOG: Table = Table {
    types: &[
        request("RequestTools", &[Field::new("tool_names", 2).required()], &[("toolnames", 0)]),
        request("RequestSkill", &[Field::new("skill_names", 2).required()], &[("skillnames", 0)]),
        Type::new("", shape::Kind::List(List::of(3))),
        Type::new("", shape::Kind::Text(Text::ANY)),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

const fn request(name: &'static str, fields: &'static [Field], spellings: &'static [(&'static str, u16)]) -> Type {
    Type::new(name, shape::Kind::Record(Record { fields, spellings: Spellings::new(spellings), rest: Rest::Ignore }))
}

/// The names that a call of `request_tools` asks for; those of `request_skill` are read alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Requested {
    /// The names. One that is not in the catalogue is for the caller to refuse.
    pub names: Vec<String>,
}

impl FromNode for Requested {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self { names: node.get(0)? })
    }
}

impl ToNode for Requested {
    fn to_node(&self, out: &mut Writer) {
        out.record(Self::SHAPE).field(0, &self.names);
    }
}

impl Shaped for Requested {
    const SHAPE: Shape = Shape::new(&CATALOG, 0, &Profile::NUCLEO);
}

impl ToolInput for Requested {
    const TOOL: Tool =
        Tool::new("request_tools", Catalog::Tools.about().0, "", Self::SHAPE).kind(Kind::InMemory).weight(1, 1);
}
