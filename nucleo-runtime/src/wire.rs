//! Answers as messages of protobuf, in the types of prost, and back (feature `prost`).
//!
//! Code that was generated with `Builder::prost(true)` gives each answer type `From` into its message, or `TryFrom` where
//! a text of it may have no place there (a moment, base64), and `TryFrom` out of it: a message may break what the answer
//! promises. A member that is missing, a number of an enum that nobody knows, a number that is not finite, a moment
//! beyond the calendar, and everything that the schema checks are the faults of an [`Error`], each with its path.

mod base64;
mod cx;
mod known;
mod listed;
mod scalars;
mod timestamp;

use std::fmt;

pub use cx::Cx;
pub use listed::{from_listed, to_listed};
pub use scalars::Key;

use crate::answer::{Shaped, ToNode};
use crate::fault::Fault;
use crate::shape::Shape;
use crate::value::conformed;
use crate::write::Writer;

/// A type that has the form `W` in a message.
pub trait ToWire<W> {
    /// Its form. What has none is told to `cx`, and then the form is empty.
    fn to_wire(&self, cx: &mut Cx) -> W;
}

/// A type that is made from the form `W` of a message.
pub trait FromWire<W>: Sized {
    /// The value; `None` where there is none, which was told to `cx`.
    fn from_wire(wire: W, cx: &mut Cx) -> Option<Self>;
}

/// Why an answer has no message, or a message is no answer: every fault, in the order of its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    shape: Shape,
    faults: Vec<Fault>,
}

impl Error {
    /// A value of an enum that an answer never has.
    pub fn unlisted<A: Shaped>() -> Self {
        let mut cx = Cx::default();
        cx.known(None::<A>);
        Self { shape: A::SHAPE, faults: cx.faults }
    }

    /// The faults, each with the path of its place.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for Error {
    /// One line, without a word of the values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.faults.iter().take(8).enumerate() {
            let separator = if place > 0 { "; " } else { "" };
            write!(f, "{separator}{}", fault.explain(&self.shape))?;
        }
        match self.faults.len().saturating_sub(8) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Error {}

/// The message of an answer.
///
/// # Errors
///
/// Every text of it that has no place in the message.
pub fn message<A: Shaped + ToWire<W>, W>(answer: &A) -> Result<W, Error> {
    let mut cx = Cx::default();
    let message = answer.to_wire(&mut cx);
    if cx.faults.is_empty() { Ok(message) } else { Err(Error { shape: A::SHAPE, faults: cx.faults }) }
}

/// The message of an answer whose every value has a place there.
pub fn sure_message<A: ToWire<W>, W>(answer: &A) -> W {
    let mut cx = Cx::default();
    let message = answer.to_wire(&mut cx);
    debug_assert!(cx.faults.is_empty(), "the generator found a place for each value: {:?}", cx.faults);
    message
}

/// The answer of a message, checked against the contract like any other value that a program wrote.
///
/// # Errors
///
/// Every way in which the message does not fit.
pub fn answer<A: Shaped + FromWire<W>, W>(message: W) -> Result<A, Error> {
    let mut cx = Cx::default();
    let answer = A::from_wire(message, &mut cx);
    let faults = match &answer {
        Some(answer) if cx.faults.is_empty() => faults_of(answer),
        _ => cx.faults,
    };
    match answer {
        Some(answer) if faults.is_empty() => Ok(answer),
        _ => Err(Error { shape: A::SHAPE, faults }),
    }
}

/// What was said, where the zero stands for nothing.
pub fn said<W: Default + PartialEq>(wire: W) -> Option<W> {
    Some(wire).filter(|wire| *wire != W::default())
}

fn faults_of<A: Shaped>(answer: &A) -> Vec<Fault> {
    conformed(Writer::tape_of(answer as &dyn ToNode), A::SHAPE).err().unwrap_or_default()
}

/// Gives a generated type the conversions between it and its message: `Order = wire::shop::v1::Order`. With `try` before
/// them, the way into the message is one that can fail.
#[macro_export]
macro_rules! wire_bridge {
    ($answer:ty = $message:ty) => {
        impl From<&$answer> for $message {
            fn from(answer: &$answer) -> Self {
                $crate::wire::sure_message(answer)
            }
        }

        impl From<$answer> for $message {
            fn from(answer: $answer) -> Self {
                $crate::wire::sure_message(&answer)
            }
        }

        $crate::wire_bridge!(@back $answer = $message);
    };
    (try $answer:ty = $message:ty) => {
        impl TryFrom<&$answer> for $message {
            type Error = $crate::wire::Error;

            fn try_from(answer: &$answer) -> Result<Self, Self::Error> {
                $crate::wire::message(answer)
            }
        }

        impl TryFrom<$answer> for $message {
            type Error = $crate::wire::Error;

            fn try_from(answer: $answer) -> Result<Self, Self::Error> {
                $crate::wire::message(&answer)
            }
        }

        $crate::wire_bridge!(@back $answer = $message);
    };
    (@back $answer:ty = $message:ty) => {
        impl TryFrom<$message> for $answer {
            type Error = $crate::wire::Error;

            fn try_from(message: $message) -> Result<Self, Self::Error> {
                $crate::wire::answer(message)
            }
        }
    };
}
