//! The refusal of a reply: told to the model, to a log, and to the program.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::detail;
use crate::expected;
use crate::fault::Fault;
use crate::feedback::{self, Ask, Bound};
use crate::repair::Repair;
use crate::shape::Shape;

/// A reply, or the last of several, that does not fit.
///
/// It speaks three ways. [`summary`](Self::summary), which is also its `Display`, and [`feedback`](Self::feedback) hold
/// nothing that the model sent; [`detail`](Self::detail) may quote the reply, within bounds.
#[derive(Clone)]
pub struct Rejection(Box<Inner>);

#[derive(Clone)]
struct Inner {
    shape: Shape,
    /// Never empty; the last one is what the questions below are about.
    attempts: Vec<Attempt>,
    partial: Option<Value>,
    /// The same as JSON, with each digit of a number.
    accepted: Option<String>,
}

/// One reply of the model that was refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// The reply, as the model wrote it.
    pub reply: String,
    /// In which ways it does not fit, in the order of their places.
    pub faults: Vec<Fault>,
    /// What was mended in it all the same.
    pub repairs: Vec<Repair>,
}

impl Rejection {
    /// The refusal of `attempt` as a `shape`; `partial` is the value as far as it could be read.
    #[cold]
    pub(crate) fn new(shape: Shape, mut attempt: Attempt, partial: Option<Value>) -> Self {
        attempt.faults.sort_by_cached_key(|fault| shape.order(&fault.path));
        Self(Box::new(Inner { shape, attempts: vec![attempt], partial, accepted: None }))
    }

    pub(crate) fn last(&self) -> &Attempt {
        // OK because a rejection is made from an attempt and never loses one.
        self.0.attempts.last().expect("a rejection has an attempt")
    }

    fn last_mut(&mut self) -> &mut Attempt {
        // OK because a rejection is made from an attempt and never loses one.
        self.0.attempts.last_mut().expect("a rejection has an attempt")
    }

    /// One line of fixed text: the type, and how many faults of which kind. Safe to log.
    pub fn summary(&self) -> String {
        detail::summary(self.0.shape, self.faults(), self.0.attempts.len())
    }

    /// What to tell the model: every fault, and what to send instead. The same faults give the same bytes.
    pub fn feedback(&self) -> String {
        feedback::render(self.0.shape, self.reply(), self.faults(), Ask::Whole, Bound::default())
    }

    /// Every fault with its place in the reply and an excerpt from there. It quotes the model: for logs that may.
    pub fn detail(&self) -> String {
        detail::render(self.0.shape, self.reply(), self.faults())
    }

    /// In which ways the last reply does not fit, in the order of their places.
    pub fn faults(&self) -> &[Fault] {
        &self.last().faults
    }

    /// What was mended in the last reply all the same.
    pub fn repairs(&self) -> &[Repair] {
        &self.last().repairs
    }

    /// The last reply, as the model wrote it.
    pub fn reply(&self) -> &str {
        &self.last().reply
    }

    /// The value as far as it could be read, under the names that programs exchange.
    pub fn partial(&self) -> Option<&Value> {
        self.0.partial.as_ref()
    }

    /// Every refused reply, from the first to the last.
    pub fn attempts(&self) -> &[Attempt] {
        &self.0.attempts
    }

    /// The value as far as it could be read, as JSON.
    pub(crate) fn accepted(&self) -> Option<String> {
        self.0.accepted.clone().or_else(|| self.partial().map(Value::to_string))
    }

    /// The same with another spelling of the partial value.
    pub(crate) fn accepting(mut self, json: Option<String>) -> Self {
        self.0.accepted = json;
        self
    }

    /// The same refusal for another reason: one that makes the others worthless.
    pub(crate) fn because_of(mut self, fault: Fault) -> Self {
        self.last_mut().faults = vec![fault];
        self
    }

    /// The same refusal of `reply`. Where the faults were found in an answer that it was merged into, their places
    /// there say nothing of the reply.
    pub(crate) fn of_reply(mut self, reply: &str) -> Self {
        let last = self.last_mut();
        if last.reply != reply {
            reply.clone_into(&mut last.reply);
            last.faults.iter_mut().for_each(|fault| fault.span = None);
            last.repairs.iter_mut().for_each(|repair| repair.span = 0..0);
        }
        self
    }

    /// Puts the attempts that came before in front of this one.
    pub(crate) fn after(mut self, earlier: &[Attempt]) -> Self {
        self.0.attempts.splice(..0, earlier.iter().cloned());
        self
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

impl fmt::Debug for Rejection {
    /// The summary and a line for each fault, still without a word of the model's: `unwrap` prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        for fault in self.faults() {
            write!(f, "\n  {}", detail::Line(self.0.shape, fault))?;
        }
        Ok(())
    }
}

impl std::error::Error for Rejection {}

impl Serialize for Rejection {
    /// What is safe to log, in machine form: neither the replies nor the partial value.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Rejection", 4)?;
        out.serialize_field("summary", &self.summary())?;
        out.serialize_field("attempts", &self.0.attempts.len())?;
        let faults: Vec<Told<'_>> = self.faults().iter().map(|fault| Told(self.0.shape, fault)).collect();
        out.serialize_field("faults", &faults)?;
        out.serialize_field("repairs", self.repairs())?;
        out.end()
    }
}

/// A fault with the type that puts what it expects into words.
struct Told<'f>(Shape, &'f Fault);

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Fault { kind, path, expected: _, found, span } = self.1;
        let mut out = serializer.serialize_struct("Fault", 5)?;
        out.serialize_field("kind", kind.name())?;
        out.serialize_field("path", &path.pointer())?;
        out.serialize_field("expected", &expected::words(self.0, self.1, ""))?;
        out.serialize_field("found", &found.to_string())?;
        out.serialize_field("span", span)?;
        out.end()
    }
}

impl Serialize for Repair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { kind, span, path } = self;
        let mut out = serializer.serialize_struct("Repair", 3)?;
        out.serialize_field("kind", kind.name())?;
        out.serialize_field("path", &path.pointer())?;
        out.serialize_field("span", span)?;
        out.end()
    }
}
