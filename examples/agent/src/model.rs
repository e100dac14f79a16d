//! Models: recorded ones, and whoever else answers a conversation.

use std::collections::VecDeque;

use nucleo_runtime::Turn;

/// What goes wrong on our side, and ends a run.
pub type Error = Box<dyn std::error::Error>;

/// Whoever answers a conversation.
pub trait Model {
    /// The reply to the last turn.
    ///
    /// # Errors
    ///
    /// There is none.
    fn reply(&mut self, turns: &[Turn]) -> Result<String, Error>;
}

/// Replies that were written down, in their order.
#[derive(Debug)]
pub struct Recorded(VecDeque<&'static str>);

impl Recorded {
    /// The replies of a file, parted by lines of `=====`.
    pub fn of(file: &'static str) -> Self {
        Self(file.split("=====\n").map(str::trim).collect())
    }
}

impl Model for Recorded {
    fn reply(&mut self, _: &[Turn]) -> Result<String, Error> {
        Ok(self.0.pop_front().ok_or("the recording has ended")?.to_owned())
    }
}

/// A model of a server.
#[cfg(feature = "local")]
pub struct Served {
    /// The server.
    pub client: live::client::Client,
    /// The most tokens of a reply.
    pub tokens: u32,
}

#[cfg(feature = "local")]
impl Model for Served {
    fn reply(&mut self, turns: &[Turn]) -> Result<String, Error> {
        let reply = self.client.send(turns, self.tokens).map_err(|error| -> Error { error })?;
        Ok(reply.text)
    }
}

/// The models on their seats: by the role that they play.
pub type Cast<'c> = &'c mut dyn FnMut(&str) -> Box<dyn Model>;
