//! Why a model answers as it does, beside the answer: four types that a schema refers to as `nucleo:reasoning/simple`,
//! `nucleo:reasoning/tool_selection`, `nucleo:reasoning/chain_of_thought` and `nucleo:reasoning/analysis`.
//!
//! Each asks for a justification that a reader can check. A model that reasons natively needs no such member: an answer
//! with one has `NOTATION_NATIVE` and `MODEL_SCHEMA_NATIVE` without it.
//!
//! ```
//! use nucleo_runtime::reasoning::{ChainOfThoughtReasoning, source};
//!
//! let reasoning = ChainOfThoughtReasoning {
//!     approach: Some("weigh both halves".to_owned()),
//!     steps: vec!["cut".to_owned(), "weigh".to_owned()],
//! };
//! assert_eq!(reasoning.text(), "Approach: weigh both halves\nSteps: cut → weigh");
//!
//! // Blocks of the provider come first, then what the answer says, then the prose around it.
//! assert_eq!(source("", Some("two halves"), "Let me see."), Some("two halves"));
//! ```

use crate::answer::{FromNode, Shaped, ToNode};
use crate::profile::Profile;
use crate::shape::{Field, Kind, List, Record, Rest, Shape, Spellings, Table, Text, Type};
use crate::tape::Node;
use crate::write::Writer;

/// The first that is not blank of a provider's thinking block, the thought that an answer has, and the prose around it.
pub fn source<'t>(thinking: &'t str, thought: Option<&'t str>, prose: &'t str) -> Option<&'t str> {
    [thinking, thought.unwrap_or_default(), prose].into_iter().map(str::trim).find(|it| !it.is_empty())
}

/// A justification in a few words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SimpleReasoning {
    /// A short justification that a reader can check.
    pub thought: Option<String>,
}

impl SimpleReasoning {
    /// The thought, for a person.
    pub fn text(&self) -> Option<&str> {
        filled(&self.thought)
    }
}

/// Why one tool, or none, was chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ToolSelectionReasoning {
    /// What the choice rests on.
    pub rationale: String,
    /// How sure the choice is: `high`, `medium` or `low`.
    pub confidence: Option<String>,
}

impl ToolSelectionReasoning {
    /// The rationale and the confidence, for a person.
    pub fn text(&self) -> String {
        match (self.rationale.as_str(), filled(&self.confidence)) {
            ("", None) => "No reason was given for the choice.".to_owned(),
            ("", Some(confidence)) => format!("Confidence: {confidence}"),
            (rationale, None) => rationale.to_owned(),
            (rationale, Some(confidence)) => format!("{rationale} (Confidence: {confidence})"),
        }
    }
}

/// The steps that lead to an answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ChainOfThoughtReasoning {
    /// How the question was gone about.
    pub approach: Option<String>,
    /// The steps, in their order.
    pub steps: Vec<String>,
}

impl ChainOfThoughtReasoning {
    /// The approach and the steps, for a person.
    pub fn text(&self) -> String {
        let steps = self.steps.join(" → ");
        lines("Approach", filled(&self.approach), "Steps", Some(steps.as_str()).filter(|it| !it.is_empty()))
            .unwrap_or_else(|| "No steps were given.".to_owned())
    }
}

/// Why a source matters to a question, and what speaks against it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct AnalysisReasoning {
    /// What makes it relevant.
    pub relevance_justification: String,
    /// What a reader should bear in mind.
    pub caveats: Option<String>,
}

impl AnalysisReasoning {
    /// The relevance and the caveats, for a person.
    pub fn text(&self) -> String {
        let relevance = Some(self.relevance_justification.as_str()).filter(|it| !it.is_empty());
        lines("Relevance", relevance, "Caveats", filled(&self.caveats))
            .unwrap_or_else(|| "No analysis was given.".to_owned())
    }
}

fn filled(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|it| !it.is_empty())
}

/// A labelled line for each part that is there.
fn lines(one: &str, first: Option<&str>, two: &str, second: Option<&str>) -> Option<String> {
    let line = |label: &str, text: Option<&str>| text.map(|text| format!("{label}: {text}"));
    match (line(one, first), line(two, second)) {
        (Some(first), Some(second)) => Some(format!("{first}\n{second}")),
        (first, second) => first.or(second),
    }
}

/// The types as the built-in schemas of `nucleo-gen` have them; a test of it holds both equal.
static TABLE: Table = Table {
    types: &[
        Type::new("", Kind::Text(Text::ANY)),
        Type::new("", Kind::List(List::of(0))),
        Type::new("SimpleReasoning", record(&[Field::new("thought", 0)], &[("thought", 0)])),
        Type::new(
            "ToolSelectionReasoning",
            record(
                &[Field::new("rationale", 0).required(), Field::new("confidence", 0)],
                &[("confidence", 1), ("rationale", 0)],
            ),
        ),
        Type::new(
            "ChainOfThoughtReasoning",
            record(&[Field::new("approach", 0), Field::new("steps", 1).required()], &[("approach", 0), ("steps", 1)]),
        ),
        Type::new(
            "AnalysisReasoning",
            record(
                &[Field::new("relevance_justification", 0).required(), Field::new("caveats", 0)],
                &[("caveats", 1), ("relevancejustification", 0)],
            ),
        ),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

const fn record(fields: &'static [Field], spellings: &'static [(&'static str, u16)]) -> Kind {
    Kind::Record(Record { fields, spellings: Spellings::new(spellings), rest: Rest::Ignore })
}

macro_rules! shaped {
    ($($name:ident: $id:literal { $one:ident $(, $two:ident)? })*) => {$(
        impl FromNode for $name {
            fn from_node(node: Node<'_>) -> Option<Self> {
                Some(Self { $one: node.get(0)? $(, $two: node.get(1)?)? })
            }
        }

        impl ToNode for $name {
            fn to_node(&self, out: &mut Writer) {
                let mut record = out.record(Self::SHAPE);
                record.field(0, &self.$one);
                $(record.field(1, &self.$two);)?
            }
        }

        impl Shaped for $name {
            const SHAPE: Shape = Shape::new(&TABLE, $id, &Profile::NUCLEO);
        }

        crate::serde_bridge!($name);
    )*};
}

shaped! {
    SimpleReasoning: 2 { thought }
    ToolSelectionReasoning: 3 { rationale, confidence }
    ChainOfThoughtReasoning: 4 { approach, steps }
    AnalysisReasoning: 5 { relevance_justification, caveats }
}
