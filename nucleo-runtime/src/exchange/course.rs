//! The course of an exchange, whatever its answer's type.

use std::fmt;
use std::sync::Arc;

use crate::event::Event;
use crate::exchange::contract::{Contract, Texts};
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::feedback::{self, Ask, Bound};
use crate::merge::{self, Pending};
use crate::path::Path;
use crate::policy::{Policy, Stop};
use crate::profile::{History, Reask};
use crate::read::strict;
use crate::reading;
use crate::rejection::{Attempt, Rejection};
use crate::repair::Repair;
use crate::shape::{Kind, Map, Shape, Table, Type, TypeId};
use crate::turn::{Call, Role, Turn};

/// One reply of the model.
#[derive(Clone)]
pub(super) struct Reply<'r> {
    pub(super) text: &'r str,
    pub(super) stop: Stop,
    /// The call whose arguments it is.
    pub(super) call: Option<Call>,
}

/// What to do next, where the reply was refused.
pub(super) enum Step {
    Ask(Vec<Turn>),
    Extend(Vec<Turn>),
    Exhausted(Rejection),
}

/// Who is told of each attempt.
pub(super) type Observer = Arc<dyn Fn(&Event<'_>) + Send + Sync>;

/// Everything of an exchange that does not depend on its answer's type.
#[derive(Clone)]
pub(super) struct Course {
    pub(super) shape: Shape,
    pub(super) texts: Texts,
    pub(super) contract: Contract,
    pub(super) system: Option<String>,
    pub(super) prompt: String,
    pub(super) corrections: u8,
    pub(super) history: History,
    pub(super) reask: Reask,
    pub(super) bound: Bound,
    pub(super) policy: Policy,
    pub(super) observer: Option<Observer>,
    /// The failed turns, each followed by its correction.
    turns: Vec<Turn>,
    attempts: Vec<Attempt>,
    /// Whether a longer reply was already asked for.
    extended: bool,
    /// What was accepted, while only some members are asked for.
    pub(super) pending: Option<Pending>,
}

impl Course {
    pub(super) fn new(shape: Shape, texts: Texts, prompt: String) -> Self {
        let profile = shape.profile;
        Self {
            shape,
            texts,
            contract: Contract::Notation,
            system: None,
            prompt,
            corrections: profile.corrections,
            history: profile.history,
            reask: profile.reask,
            bound: Bound::default(),
            policy: Policy::lenient(),
            observer: None,
            turns: Vec::new(),
            attempts: Vec::new(),
            extended: false,
            pending: None,
        }
    }

    /// The conversation to send now.
    pub(super) fn turns(&self) -> Vec<Turn> {
        let mut turns = self.texts.first(self.shape, self.contract, self.system.as_deref(), &self.prompt);
        turns.extend_from_slice(&self.turns);
        turns
    }

    fn tell(&self, event: Event<'_>) {
        if let Some(observer) = &self.observer {
            observer(&event);
        }
    }

    /// Takes note of a reply that fits.
    pub(super) fn accept(&mut self, repairs: &[Repair]) {
        let attempt = self.attempts.len() + 1;
        self.pending = None;
        match repairs {
            [] => self.tell(Event::Accepted { attempt }),
            repairs => self.tell(Event::Mended { attempt, repairs }),
        }
    }

    /// Decides what follows on a reply that does not fit.
    pub(super) fn refuse(&mut self, reply: &Reply<'_>, mut rejection: Rejection) -> Step {
        // A longer copy of the schema would be no better.
        let is_echo = rejection.faults().iter().any(|fault| fault.kind == FaultKind::Echo);
        if reply.stop == Stop::Length && !is_echo {
            if !self.extended {
                self.extended = true;
                self.tell(Event::Cut);
                return Step::Extend(self.turns());
            }
            rejection = rejection.because_of(cut(self.shape));
        }
        let attempt = self.attempts.len() + 1;
        let again = attempt <= self.corrections.into();
        self.tell(Event::Refused { attempt, faults: rejection.faults(), again });
        if again {
            self.correct(reply, &rejection);
        }
        let rejection = rejection.of_reply(reply.text);
        self.attempts.push(rejection.last().clone());
        if again {
            return Step::Ask(self.turns());
        }
        self.tell(Event::Exhausted { attempts: attempt });
        Step::Exhausted(rejection.after(&self.attempts[..attempt - 1]))
    }

    /// Adds the failed turn and its correction to the conversation.
    fn correct(&mut self, reply: &Reply<'_>, rejection: &Rejection) {
        self.pending = match self.reask {
            // A reply that says nothing of the members takes nothing from what was accepted.
            Reask::Fields => merge::pending(self.shape, rejection).or(self.pending.take()),
            Reask::Whole => None,
        };
        let members = self.pending.as_ref().map(|pending| members(self.shape, &pending.targets));
        // Names too long to be told are asked for with everything else.
        let members = members.filter(|members| self.bound.holds(members));
        let ask = members.as_deref().map_or(Ask::Whole, Ask::Members);
        let feedback = feedback::render(self.shape, rejection.reply(), rejection.faults(), ask, self.bound);
        if self.history == History::ReplaceLast {
            self.turns.clear();
        }
        let role = if reply.call.is_some() { Role::Tool } else { Role::User };
        self.turns.push(Turn::of_call(Role::Assistant, reply.text, reply.call.clone()));
        self.turns.push(Turn::of_call(role, feedback, reply.call.clone()));
    }

    /// The answer with what a reply to a question for some members holds, as JSON, and what was mended before.
    pub(super) fn merged(&self, reply: &Reply<'_>) -> Option<(String, Vec<Repair>)> {
        let pending = self.pending.as_ref()?;
        let shape = Shape { table: &MEMBERS, id: TypeId(0), ..self.shape };
        let members = reading::json_as(shape, reply.text, &self.policy, reply.stop).ok()?;
        let (accepted, members) = (strict(&pending.accepted, DEPTH).ok()?, strict(&members, DEPTH).ok()?);
        let merged = merge::merged(self.shape, pending, accepted.node(0), members.node(0))?;
        Some((merged, pending.repairs.clone()))
    }
}

/// Any members: how a reply is read that answers for some members of an object.
static MEMBERS: Table = Table {
    types: &[Type::new("", Kind::Map(Map::of(1))), Type::new("", Kind::Any)],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

/// How deep what was read once may nest.
const DEPTH: u32 = 1024;

/// The members that are asked for again, each as feedback names it.
fn members(shape: Shape, targets: &[Path]) -> String {
    let names: Vec<String> = targets.iter().map(|path| format!("`{}`", feedback::place(shape, path))).collect();
    names.join(", ")
}

/// The fault of a reply that was cut off.
pub(super) fn cut(shape: Shape) -> Fault {
    Fault {
        kind: FaultKind::Cut,
        path: Path::default(),
        expected: Expected::Shape(shape),
        found: Found::Missing,
        span: None,
    }
}

impl fmt::Debug for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange")
            .field("type", &self.shape.ty().name)
            .field("attempts", &self.attempts.len())
            .field("corrections", &self.corrections)
            .finish_non_exhaustive()
    }
}
