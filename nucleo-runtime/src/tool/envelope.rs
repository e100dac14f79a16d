//! The envelope of an agent's turn: an answer, calls of tools, or both, and the reasons.

use serde_json::Value;

use super::form;
use super::read::Reader;
use super::{Call, Palette, ToolSet, native};
use crate::answer::Shaped;
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::{Path, Step};
use crate::policy::{Policy, Stop};
use crate::reading::{self, Taken};
use crate::reasoning;
use crate::rejection::{Attempt, Rejection};
use crate::repair::{Repair, RepairKind};
use crate::shape::{Kind, Shape};
use crate::tape::{JsonKind, Node};

mod text;

/// An answer that an agent gives: generated code implements it for a type with `x-nucleo-agent`.
pub trait Agent: Shaped {
    /// The envelope around the answer.
    const ENVELOPE: Envelope;
}

/// The type `ThinkingResponse` for one answer, as it is read, and as a model is shown it.
#[derive(Debug, Clone, Copy)]
pub struct Envelope {
    /// What a turn is read as: `final_answer`, `answer`, `tool_calls`, `reasoning`.
    pub shape: Shape,
    /// In the @-notation: in full, without `reasoning`, without `tool_calls`, without both.
    pub notations: [&'static str; 4],
    /// As JSON Schema, in the same order.
    pub schemas: [&'static str; 4],
}

/// What the provider has blocks of its own for, so that it is no part of the envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Native {
    /// Calls of tools, of which there is at least one.
    pub tools: bool,
    /// The model's thoughts, which it gives in every turn.
    pub thinking: bool,
}

impl Native {
    const fn place(self) -> usize {
        self.tools as usize * 2 + self.thinking as usize
    }
}

impl Envelope {
    /// The envelope in the @-notation.
    pub const fn notation(&self, native: Native) -> &'static str {
        self.notations[native.place()]
    }

    /// The envelope as JSON Schema.
    pub const fn schema(&self, native: Native) -> &'static str {
        self.schemas[native.place()]
    }

    /// The rules for a turn, and behind them the envelope in the @-notation: the end of a prompt. The system part has
    /// to hold the [`LEGEND`](crate::LEGEND).
    pub fn contract(&self, native: Native) -> String {
        let rules = if native.tools { text::WITH_TOOLS } else { text::WITHOUT_TOOLS };
        format!("{rules}\n{}", self.notation(native))
    }
}

/// What an agent's model says in one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct ThinkingResponse<A, C> {
    /// Whether the answer is the last word. Never where tools are called.
    pub final_answer: bool,
    /// The answer; `None` where there is none yet.
    pub answer: Option<A>,
    /// The calls, in their order. Each gets exactly one result.
    pub tool_calls: Vec<Call<C>>,
    /// Why: from the provider's own blocks, else from the envelope, else from the prose around it.
    pub reasoning: String,
    /// What was mended in the envelope and the answer.
    pub repairs: Vec<Repair>,
}

impl<A: Agent, C: ToolSet> ThinkingResponse<A, C> {
    /// Reads a turn from text. A call that cannot be read is refused in its own place.
    ///
    /// # Errors
    ///
    /// The text holds no envelope, or the answer in it does not fit. Unlike a member of an object, an answer that is a
    /// text, number or boolean is never made from another kind of value.
    pub fn read(palette: &Palette, reply: &str) -> Result<Self, Rejection> {
        Self::read_with(palette, reply, &palette.policy(), Stop::End)
    }

    /// The same, under a policy of the caller's own; `stop` is why the model stopped.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_with(palette: &Palette, reply: &str, policy: &Policy, stop: Stop) -> Result<Self, Rejection> {
        Self::envelope(&mut Reader::new(palette, stop), palette, reply, policy, stop)
    }

    /// Reads a turn from a provider's response: calls and thoughts from their blocks, the rest from its texts.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), but for texts without JSON beside a call or thoughts: they are taken as reasoning.
    pub fn native(palette: &Palette, response: &Value) -> Result<Self, Rejection> {
        let mut reader = Reader::new(palette, Stop::End);
        let (text, thinking) = native::blocks(&mut reader, palette, response);
        let has_blocks = !reader.calls.is_empty() || !thinking.trim().is_empty();
        let mut turn = match Self::envelope(&mut reader, palette, &text, &palette.policy(), Stop::End) {
            Ok(turn) => turn,
            Err(_) if text.trim().is_empty() => Self::without_text(reader),
            Err(rejection) if has_blocks && is_no_json(&rejection) => {
                Self { final_answer: false, reasoning: text.trim().to_owned(), ..Self::without_text(reader) }
            }
            Err(rejection) => return Err(rejection),
        };
        if let Some(reasoning) = reasoning::source(&thinking, None, &turn.reasoning) {
            turn.reasoning = reasoning.to_owned();
        }
        Ok(turn)
    }

    fn without_text(reader: Reader<'_, C>) -> Self {
        let (reasoning, repairs) = (String::new(), Vec::new());
        Self { final_answer: reader.calls.is_empty(), answer: None, tool_calls: reader.calls, reasoning, repairs }
    }

    fn envelope(
        reader: &mut Reader<'_, C>,
        palette: &Palette,
        reply: &str,
        policy: &Policy,
        stop: Stop,
    ) -> Result<Self, Rejection> {
        let shape = A::ENVELOPE.shape;
        let Taken { parsed, repairs, prose } = reading::take(shape, reply, policy, stop)?;
        let root = parsed.tape.node(parsed.root);
        if let Some(fault) = bent(A::SHAPE, root, reply, &repairs) {
            return Err(Rejection::new(shape, Attempt { reply: reply.to_owned(), faults: vec![fault], repairs }, None));
        }
        let mut raws = Vec::new();
        if let Some(calls) = root.field(CALLS).filter(|node| node.text().is_none_or(|text| !text.trim().is_empty())) {
            form::each(calls, palette, &mut raws);
        }
        raws.iter().for_each(|raw| reader.call(*raw, reply));
        let calls = std::mem::take(&mut reader.calls);
        let thought = root.field(REASONING).and_then(thought);
        Ok(Self {
            final_answer: root.get(FINAL).unwrap_or(false) && calls.is_empty(),
            // OK because an envelope without a fault fits the shape that holds the answer's.
            answer: root
                .field(ANSWER)
                .filter(|node| !node.is_null())
                .map(|node| A::from_node(node).expect("a conformed value fits its type")),
            tool_calls: calls,
            reasoning: reasoning::source("", thought, &prose).unwrap_or_default().to_owned(),
            repairs,
        })
    }
}

// The members of the envelope, in their order.
const FINAL: usize = 0;
const ANSWER: usize = 1;
const CALLS: usize = 2;
const REASONING: usize = 3;

/// The thought of an envelope's `reasoning`: an object with one, or a text.
fn thought(node: Node<'_>) -> Option<&str> {
    node.text().or_else(|| node.entries().find(|(name, _)| *name == "thought").and_then(|(_, it)| it.text()))
}

/// Whether nothing of a reply could be read.
fn is_no_json(rejection: &Rejection) -> bool {
    rejection.faults().iter().any(|fault| matches!(fault.kind, FaultKind::NoJson | FaultKind::Syntax))
}

/// An answer that was made from another kind of value, where that is more than a matter of form.
fn bent(answer: Shape, root: Node<'_>, reply: &str, repairs: &[Repair]) -> Option<Fault> {
    use RepairKind::{
        Boolean, EmptyText, ListOfOne, NestedJson, NumberInText, NumberSeparators, SingleOfList, Text, Unwrapped,
    };
    let is_leaf =
        !matches!(answer.ty().kind, Kind::Record(_) | Kind::Map(_) | Kind::List(_) | Kind::Tuple(_) | Kind::Union(_));
    let is_bent = |kind| match kind {
        EmptyText => true,
        Text | NumberInText | NumberSeparators | Boolean | Unwrapped | SingleOfList | ListOfOne | NestedJson => is_leaf,
        _ => false,
    };
    let is_answer = |path: &Path| matches!(path.0.as_slice(), [Step::Name(name)] if name == "answer");
    let repair = repairs.iter().find(|it| is_answer(&it.path) && is_bent(it.kind))?;
    let span = root.field(ANSWER).map_or(repair.span.clone(), |node| node.span());
    let found = match reply.get(span.clone()).and_then(|text| text.chars().next()) {
        Some('{') => JsonKind::Object,
        Some('[') => JsonKind::Array,
        Some('t' | 'f' | 'T' | 'F') => JsonKind::Boolean,
        Some('0'..='9' | '-') => JsonKind::Number,
        _ => JsonKind::String,
    };
    let (path, expected) = (repair.path.clone(), Expected::Shape(answer));
    Some(Fault { kind: FaultKind::Type, path, expected, found: Found::Kind(found), span: Some(span) })
}
