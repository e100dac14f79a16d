//! Asks a model for a ticket, with a line of progress for each attempt.
//!
//! `OPENAI_BASE_URL=http://127.0.0.1:8080/v1 cargo run -p live -- "The lamp in the hall is dark, floor 2, since May 3rd 2026"`

use std::process::ExitCode;

use live::answers::Ticket;
use live::client::{Client, Error};
use nucleo_runtime::{Event, Exchange, Next};

fn main() -> ExitCode {
    let Some(question) = std::env::args().nth(1) else {
        eprintln!("usage: live QUESTION");
        return ExitCode::from(2);
    };
    match ask(&Client::from_env(), question) {
        Ok(ticket) => {
            println!("{ticket:#?}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The whole loop. Where a client gives no reason for its end, [`nucleo_runtime::ask`] is a line of this.
fn ask(client: &Client, question: String) -> Result<Ticket, Error> {
    let mut exchange = Exchange::<Ticket>::new(question).observe(progress);
    let mut turns = exchange.turns();
    let mut limit = 512;
    loop {
        let reply = client.send(&turns, limit)?;
        turns = match exchange.reply_with(&reply.text, reply.stop) {
            Next::Done(reading) | Next::Faulty(reading, _) => return Ok(reading.value),
            Next::Ask(turns) => turns,
            Next::Extend(turns) => {
                limit *= 2;
                turns
            }
            Next::Exhausted(rejection) => return Err(rejection.into()),
        };
    }
}

/// Nothing of what the model wrote stands in an event, so all of this may go to a log.
fn progress(event: &Event<'_>) {
    match event {
        Event::Accepted { attempt } => eprintln!("attempt {attempt}: accepted"),
        Event::Mended { attempt, repairs } => {
            let kinds: Vec<String> = repairs.iter().map(ToString::to_string).collect();
            eprintln!("attempt {attempt}: accepted after mending ({})", kinds.join(", "));
        }
        Event::Refused { attempt, faults, again } => {
            let places: Vec<String> =
                faults.iter().map(|it| format!("{} at `{}`", it.kind, it.path.dotted())).collect();
            let then = if *again { "asking again" } else { "giving up" };
            eprintln!("attempt {attempt}: refused ({}), {then}", places.join(", "));
        }
        other => eprintln!("{}", other.name()),
    }
}
