//! The correction loop without IO: it says what to send, and takes what came back.

mod checks;
mod contract;
mod course;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::answer::Answer;
use crate::event::Event;
use crate::feedback::Bound;
use crate::policy::{Policy, Stop};
use crate::profile::{Exhausted, History, Reask};
use crate::reading::{self, Reading};
use crate::rejection::{Attempt, Rejection};
use crate::shape::Shape;
use crate::turn::{Call, Turn};
use crate::value::to_value;

pub use checks::Faults;
pub use contract::Contract;
use contract::Texts;
use course::{Course, Reply, Step};

/// One question to a model, with the corrections that it takes until the reply fits.
///
/// It does no IO: [`turns`](Self::turns) is what to send, [`reply`](Self::reply) takes what came back and says what to
/// do next. So it is driven by any client, sync or async, and can be dropped or cloned between two replies.
///
/// ```no_run
/// # use nucleo_runtime::{Answer, Turn, exchange::{Exchange, Next}};
/// # fn send(_: Vec<Turn>) -> Result<String, Box<dyn std::error::Error>> { Ok(String::new()) }
/// # fn run<OrderAnswer: Answer>() -> Result<OrderAnswer, Box<dyn std::error::Error>> {
/// let mut exchange = Exchange::<OrderAnswer>::new("Where is order 1001?").corrections(1);
/// let mut turns = exchange.turns();
/// loop {
///     match exchange.reply(&send(turns)?) {
///         Next::Done(reading) | Next::Faulty(reading, _) => return Ok(reading.value),
///         Next::Ask(next) | Next::Extend(next) => turns = next,
///         Next::Exhausted(rejection) => return Err(rejection.into()),
///     }
/// }
/// # }
/// ```
pub struct Exchange<T> {
    course: Course,
    checks: Vec<Check<T>>,
    exhausted: Exhausted,
    kind: Kind<T>,
}

/// What depends on the answer's type.
struct Kind<T> {
    read: Read<T>,
    value: fn(&T) -> Value,
}

type Read<T> = fn(Shape, &str, &Policy, Stop) -> Result<Reading<T>, Rejection>;
type Check<T> = Arc<dyn Fn(&T, &mut Faults) + Send + Sync>;

/// What to do after a reply.
#[derive(Debug)]
#[must_use]
pub enum Next<T> {
    /// The reply fits.
    Done(Reading<T>),
    /// It does not: send these turns.
    Ask(Vec<Turn>),
    /// It was cut off at the length limit: send these turns again, with a higher one. This comes at most once, and
    /// takes nothing from the budget of corrections.
    Extend(Vec<Turn>),
    /// It does not, and no correction is left.
    Exhausted(Rejection),
    /// It fails the caller's own checks, and no correction is left; only under [`Exhausted::Return`].
    Faulty(Reading<T>, Rejection),
}

impl<T: Answer> Exchange<T> {
    /// An exchange that begins with `prompt`, by the profile of the answer's type.
    pub fn new(prompt: impl Into<String>) -> Self {
        let texts = Texts { notation: T::NOTATION, schema: T::MODEL_SCHEMA };
        let kind = Kind {
            read: |_, reply, policy, stop| reading::read_with::<T>(reply, policy, stop),
            value: |value| to_value(value),
        };
        Self::begin(T::SHAPE, texts, prompt.into(), kind)
    }

    /// For a model that reasons natively: it is asked for no member that holds its reasoning.
    pub fn native(mut self) -> Self {
        self.course.texts = Texts { notation: T::NOTATION_NATIVE, schema: T::MODEL_SCHEMA_NATIVE };
        self
    }
}

impl Exchange<Value> {
    /// An exchange for an answer that has a shape but no type; `contract` describes it to the model.
    pub fn untyped(shape: Shape, contract: &'static str, prompt: impl Into<String>) -> Self {
        let texts = Texts { notation: contract, schema: contract };
        let kind = Kind {
            read: |shape, reply, policy, stop| reading::read_as_with(&shape, reply, policy, stop),
            value: Value::clone,
        };
        Self::begin(shape, texts, prompt.into(), kind)
    }
}

impl<T> Exchange<T> {
    fn begin(shape: Shape, texts: Texts, prompt: String, kind: Kind<T>) -> Self {
        let course = Course::new(shape, texts, prompt);
        Self { course, checks: Vec::new(), exhausted: shape.profile.exhausted, kind }
    }

    /// Opens the conversation with a system part of the caller's own.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.course.system = Some(text.into());
        self
    }

    /// What the model is shown of the answer's type.
    pub fn contract(mut self, contract: Contract) -> Self {
        self.course.contract = contract;
        self
    }

    /// How many corrections are asked for; 2 where the profile says nothing else.
    pub fn corrections(mut self, corrections: u8) -> Self {
        self.course.corrections = corrections;
        self
    }

    /// What becomes of failed turns.
    pub fn history(mut self, history: History) -> Self {
        self.course.history = history;
        self
    }

    /// What a correction asks for.
    pub fn reask(mut self, reask: Reask) -> Self {
        self.course.reask = reask;
        self
    }

    /// What the end of the corrections gives.
    pub fn exhausted(mut self, exhausted: Exhausted) -> Self {
        self.exhausted = exhausted;
        self
    }

    /// The most bytes of one feedback; 2 KiB where nothing is said.
    pub fn feedback_bytes(mut self, limit: usize) -> Self {
        self.course.bound = Bound { limit, measure: str::len };
        self
    }

    /// The most tokens of one feedback, as `count` counts them.
    pub fn feedback_tokens(mut self, limit: usize, count: fn(&str) -> usize) -> Self {
        self.course.bound = Bound { limit, measure: count };
        self
    }

    /// What may be mended, and the limits; all that has one sensible reading where nothing is said.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.course.policy = policy;
        self
    }

    /// Adds a check of the caller's own, for what holds between members. It sees only answers that fit their type; its
    /// faults go back to the model like the schema's own.
    pub fn check(mut self, check: impl Fn(&T, &mut Faults) + Send + Sync + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Tells `observer` what becomes of each reply.
    pub fn observe(mut self, observer: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.course.observer = Some(Arc::new(observer));
        self
    }

    /// The conversation to send now.
    pub fn turns(&self) -> Vec<Turn> {
        self.course.turns()
    }

    /// Takes a reply that came to its end.
    pub fn reply(&mut self, text: &str) -> Next<T> {
        self.reply_with(text, Stop::End)
    }

    /// Takes a reply, with the reason why the model stopped.
    pub fn reply_with(&mut self, text: &str, stop: Stop) -> Next<T> {
        self.take(Reply { text, stop, call: None })
    }

    /// Takes the arguments of a tool call as the reply. A correction is the call's result, as an error.
    pub fn reply_call(&mut self, call: Call, arguments: &str, stop: Stop) -> Next<T> {
        self.take(Reply { text: arguments, stop, call: Some(call) })
    }

    fn take(&mut self, reply: Reply<'_>) -> Next<T> {
        let (reading, rejection) = match self.read(&reply) {
            Ok(reading) => match self.judge(&reply, &reading) {
                Ok(()) => {
                    self.course.accept(&reading.repairs);
                    return Next::Done(reading);
                }
                Err(rejection) => (Some(reading), rejection),
            },
            Err(rejection) => (None, rejection),
        };
        match (self.course.refuse(&reply, rejection), reading) {
            (Step::Ask(turns), _) => Next::Ask(turns),
            (Step::Extend(turns), _) => Next::Extend(turns),
            (Step::Exhausted(rejection), Some(reading)) if self.exhausted == Exhausted::Return => {
                Next::Faulty(reading, rejection)
            }
            (Step::Exhausted(rejection), _) => Next::Exhausted(rejection),
        }
    }

    /// The reply as the answer, or put into what was accepted where only some members were asked for.
    fn read(&self, reply: &Reply<'_>) -> Result<Reading<T>, Rejection> {
        let Course { shape, policy, .. } = &self.course;
        let Some((merged, mut repairs)) = self.course.merged(reply) else {
            return (self.kind.read)(*shape, reply.text, policy, reply.stop);
        };
        let mut reading = (self.kind.read)(*shape, &merged, policy, Stop::End)?;
        repairs.append(&mut reading.repairs);
        // Their places in what was merged say nothing of the reply.
        repairs.iter_mut().for_each(|repair| repair.span = 0..0);
        reading.repairs = repairs;
        Ok(reading)
    }

    /// The caller's own checks.
    fn judge(&self, reply: &Reply<'_>, reading: &Reading<T>) -> Result<(), Rejection> {
        let mut faults = Faults::new(self.course.shape);
        self.checks.iter().for_each(|check| check(&reading.value, &mut faults));
        if faults.is_empty() {
            return Ok(());
        }
        let (value, repairs) = ((self.kind.value)(&reading.value), reading.repairs.clone());
        let attempt = Attempt { reply: reply.text.to_owned(), faults: faults.into_found(), repairs };
        Err(Rejection::new(self.course.shape, attempt, Some(value)))
    }
}

impl<T> Clone for Exchange<T> {
    fn clone(&self) -> Self {
        let Self { course, checks, exhausted, kind } = self;
        Self { course: course.clone(), checks: checks.clone(), exhausted: *exhausted, kind: *kind }
    }
}

impl<T> Clone for Kind<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Kind<T> {}

impl<T> fmt::Debug for Exchange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.course.fmt(f)
    }
}
