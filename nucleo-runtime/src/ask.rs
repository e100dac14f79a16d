//! The correction loop over any client.

use std::fmt;
use std::ops::ControlFlow;

use crate::answer::Answer;
use crate::exchange::{Exchange, Next};
use crate::rejection::Rejection;
use crate::turn::Turn;

/// Asks a model until its reply fits, at most as often as the profile says.
///
/// `send` takes a conversation and gives the model's reply; its errors end the loop and come back unchanged.
///
/// ```no_run
/// # use nucleo_runtime::{Answer, AskError, Turn, ask};
/// # struct Client;
/// # impl Client { fn send(&self, _: Vec<Turn>) -> std::io::Result<String> { Ok(String::new()) } }
/// # fn run<OrderAnswer: Answer>(client: Client) -> Result<OrderAnswer, AskError<std::io::Error>> {
/// let answer = ask::<OrderAnswer, _>("Where are orders 1001 and 1002?", |turns| client.send(turns))?;
/// # Ok(answer)
/// # }
/// ```
pub fn ask<T: Answer, E>(
    prompt: impl Into<String>,
    send: impl FnMut(Vec<Turn>) -> Result<String, E>,
) -> Result<T, AskError<E>> {
    Exchange::new(prompt).ask(send)
}

/// Asks a model until its reply fits, over an async client.
///
/// It names no runtime. The future is `Send` where the client's are, so it can be spawned, and it can be dropped at any
/// point: nothing runs beside it.
///
/// ```no_run
/// # use nucleo_runtime::{Answer, AskError, Turn, ask_async};
/// # #[derive(Clone)] struct Client;
/// # impl Client { async fn send(&self, _: Vec<Turn>) -> std::io::Result<String> { Ok(String::new()) } }
/// # async fn run<OrderAnswer: Answer>(client: Client) -> Result<OrderAnswer, AskError<std::io::Error>> {
/// let answer = ask_async::<OrderAnswer, _, _>("Where is order 1001?", |turns| client.send(turns)).await?;
/// # Ok(answer)
/// # }
/// ```
pub async fn ask_async<T: Answer, E, F: Future<Output = Result<String, E>>>(
    prompt: impl Into<String>,
    send: impl FnMut(Vec<Turn>) -> F,
) -> Result<T, AskError<E>> {
    // The prompt must not live across the first `await`, or it would have to be `Send`.
    let exchange = Exchange::new(prompt);
    exchange.ask_async(send).await
}

impl<T> Exchange<T> {
    /// Runs the exchange to its end.
    pub fn ask<E>(mut self, mut send: impl FnMut(Vec<Turn>) -> Result<String, E>) -> Result<T, AskError<E>> {
        let mut turns = self.turns();
        loop {
            let reply = send(turns).map_err(AskError::Transport)?;
            match self.settle(&reply) {
                ControlFlow::Continue(next) => turns = next,
                ControlFlow::Break(end) => return end.map_err(AskError::Rejected),
            }
        }
    }

    /// Runs the exchange to its end, over an async client.
    pub async fn ask_async<E, F: Future<Output = Result<String, E>>>(
        mut self,
        mut send: impl FnMut(Vec<Turn>) -> F,
    ) -> Result<T, AskError<E>> {
        let mut turns = self.turns();
        loop {
            let reply = send(turns).await.map_err(AskError::Transport)?;
            match self.settle(&reply) {
                ControlFlow::Continue(next) => turns = next,
                ControlFlow::Break(end) => return end.map_err(AskError::Rejected),
            }
        }
    }

    fn settle(&mut self, reply: &str) -> ControlFlow<Result<T, Rejection>, Vec<Turn>> {
        match self.reply(reply) {
            Next::Ask(turns) | Next::Extend(turns) => ControlFlow::Continue(turns),
            Next::Done(reading) | Next::Faulty(reading, _) => ControlFlow::Break(Ok(reading.value)),
            Next::Exhausted(rejection) => ControlFlow::Break(Err(rejection)),
        }
    }
}

/// Why asking gave no answer.
#[derive(Debug)]
pub enum AskError<E> {
    /// The client failed; its error, unchanged.
    Transport(E),
    /// No reply fitted, to the last correction.
    Rejected(Rejection),
}

impl<E> AskError<E> {
    /// The refusal of the last reply, where the client did not fail.
    pub fn rejection(&self) -> Option<&Rejection> {
        match self {
            Self::Transport(_) => None,
            Self::Rejected(rejection) => Some(rejection),
        }
    }
}

impl<E: fmt::Display> fmt::Display for AskError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Transport(error) => error.fmt(f),
            Self::Rejected(rejection) => rejection.fmt(f),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for AskError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // As its own text is shown in the place of ours, what lies behind it comes next.
            Self::Transport(error) => error.source(),
            Self::Rejected(_) => None,
        }
    }
}
