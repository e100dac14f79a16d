//! By hand: the exchange says what to send and takes what came back, and everything between is the caller's. So it goes
//! with streaming, with tools, with a budget of the caller's own.

use nucleo_runtime::{Event, Exchange, Next, Rejection, Stop, Turn};

use crate::answers::Tasks;

/// What is due now.
#[derive(Debug)]
pub enum Due {
    /// To send these turns, and to allow a reply of so many tokens.
    Send(Vec<Turn>, u32),
    /// Nothing: this is the answer, or why there is none.
    Nothing(Result<Tasks, Box<Rejection>>),
}

/// A question on its way; it can be kept, moved and dropped between two replies.
#[derive(Debug)]
pub struct Question {
    exchange: Exchange<Tasks>,
    limit: u32,
}

impl Question {
    /// A question about `text`, with one correction at most, and a check that no schema states.
    pub fn new(text: &str, observer: impl Fn(&Event<'_>) + Send + Sync + 'static) -> (Self, Due) {
        let exchange = Exchange::<Tasks>::new(format!("What is to be done?\n\n{text}"))
            .corrections(1)
            .check(|tasks, faults| {
                if tasks.0.iter().map(|task| i128::from(task.minutes)).sum::<i128>() > 480 {
                    faults.add("", "all tasks together must take 8 hours at most");
                }
            })
            .observe(observer);
        let question = Self { exchange, limit: 256 };
        let due = Due::Send(question.exchange.turns(), question.limit);
        (question, due)
    }

    /// Takes a reply; `stop` is why it ended.
    pub fn reply(&mut self, text: &str, stop: Stop) -> Due {
        match self.exchange.reply_with(text, stop) {
            Next::Done(reading) | Next::Faulty(reading, _) => Due::Nothing(Ok(reading.value)),
            Next::Ask(turns) => Due::Send(turns, self.limit),
            // It met the limit: the same again, with room.
            Next::Extend(turns) => {
                self.limit *= 4;
                Due::Send(turns, self.limit)
            }
            Next::Exhausted(rejection) => Due::Nothing(Err(Box::new(rejection))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use nucleo_runtime::Stop;

    use super::{Due, Question};
    use crate::recorded::Model;

    #[test]
    fn ok_by_hand() {
        let model = Model::default();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (mut question, mut due) = Question::new("Plants!", {
            let seen = Arc::clone(&seen);
            move |event| seen.lock().unwrap().push(event.name())
        });
        let tasks = loop {
            match due {
                Due::Send(turns, _) => due = question.reply(&model.send(&turns).unwrap(), Stop::End),
                Due::Nothing(end) => break end.unwrap(),
            }
        };
        assert_eq!(tasks.0[0].minutes, 5);
        assert_eq!(*seen.lock().unwrap(), ["refused", "mended"]);
    }

    #[test]
    fn ok_a_reply_that_was_cut_off_gets_more_room() {
        let (mut question, _) = Question::new("Plants!", |_| ());
        let Due::Send(turns, 1024) = question.reply("[{\"what\": \"Water", Stop::Length) else { panic!() };
        assert_eq!(turns.len(), 2);
    }

    #[test]
    fn err_a_check_of_the_callers_own() {
        let (mut question, _) = Question::new("Plants!", |_| ());
        let long = "[{\"what\": \"Sleep\", \"minutes\": 481}]";
        let Due::Send(turns, _) = question.reply(long, Stop::End) else { panic!() };
        assert!(turns[3].text.contains("- the answer: all tasks together must take 8 hours at most"));
        let Due::Nothing(Err(rejection)) = question.reply(long, Stop::End) else { panic!() };
        assert_eq!(rejection.attempts().len(), 2);
    }
}
