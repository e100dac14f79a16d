//! Reads a recorded reply of a model into a generated type, shows every repair, then runs a correction.
//!
//! `cargo run -p orders` reads the recorded replies; `cargo run -p orders -- FILE` reads a reply from a file.

use std::process::ExitCode;

use nucleo_runtime::{Answer, Rejection};

nucleo_runtime::include_answers!();

use answers::OrderAnswer;

fn main() -> ExitCode {
    if let Some(file) = std::env::args().nth(1) {
        return match std::fs::read_to_string(&file) {
            Ok(reply) => show(&reply).map_or_else(refuse, |()| ExitCode::SUCCESS),
            Err(error) => {
                eprintln!("cannot read `{file}`: {error}");
                ExitCode::from(2)
            }
        };
    }

    println!("What the model is shown\n-----------------------\n{}\n", OrderAnswer::NOTATION);
    println!("A reply as a model writes it\n----------------------------\n{}", include_str!("../replies/first.txt"));
    match show(include_str!("../replies/first.txt")).and_then(|()| correct()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(rejection) => refuse(rejection),
    }
}

/// Reads a reply, and prints the value and what was mended on the way to it.
fn show(reply: &str) -> Result<(), Rejection> {
    let reading = nucleo_runtime::read::<OrderAnswer>(reply)?;
    println!("The value\n---------\n{:#?}\n", reading.value);
    println!("What was mended\n---------------");
    for repair in &reading.repairs {
        println!("- {repair}");
    }
    println!();
    Ok(())
}

/// Asks a model that answers wrongly first.
fn correct() -> Result<(), Rejection> {
    println!("A correction\n------------");
    let mut recorded = [include_str!("../replies/wrong.txt"), include_str!("../replies/right.txt")].into_iter();
    let answer = nucleo_runtime::ask::<OrderAnswer, std::convert::Infallible>("Where is order 1003?", |turns| {
        // The last turn is what the model answers to: the question first, then the feedback.
        if let Some(turn) = turns.last().filter(|_| turns.len() > 2) {
            println!("feedback to the model:\n{}\n", turn.text);
        }
        let reply = recorded.next().unwrap_or_default();
        println!("the model replies:\n{reply}");
        Ok(reply.to_owned())
    });
    match answer {
        Ok(answer) => println!("accepted: {}", answer.reply),
        Err(error) => println!("{error}"),
    }
    Ok(())
}

fn refuse(rejection: Rejection) -> ExitCode {
    eprintln!("{}", rejection.feedback());
    ExitCode::FAILURE
}
