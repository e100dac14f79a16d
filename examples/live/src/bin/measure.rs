//! Measures how often the correction loop comes to a right answer, and what it costs.
//!
//! `cargo run -p live --bin measure` asks the questions of `prompts.jsonl`: with the contract in the @-notation, and with no
//! contract but an example of `examples.json` in the prompt; each with corrections that ask for the whole answer, and with
//! corrections that ask for the failing members alone.
//! Replies are kept in the file that `REPLIES` names, so that a run that was stopped goes on where it was; `ONLY=schema`
//! asks the questions of one schema, and after `MINUTES=n` no
//! further reply is asked for: what was answered by then is counted. The questions come from the schemas in turn, so that
//! those tell of all of them.

use std::collections::HashMap;
use std::env;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::time::{Duration, Instant};

use live::answers::{Command, Shopping, Ticket, Trip};
use live::client::{Client, Error, Reply};
use nucleo_runtime::exchange::Contract;
use nucleo_runtime::profile::Reask;
use nucleo_runtime::{Answer, Exchange, Next, Stop, Turn, Value, to_value};
use serde_json::json;

const PROMPTS: &str = include_str!("../../prompts.jsonl");
const EXAMPLES: &str = include_str!("../../examples.json");

/// What is compared.
const WAYS: [(Contract, Reask); 4] = [
    (Contract::Notation, Reask::Whole),
    (Contract::Notation, Reask::Fields),
    (Contract::None, Reask::Whole),
    (Contract::None, Reask::Fields),
];

/// The most tokens of a reply; enough for each answer. It is not raised for a reply that meets it.
const LIMIT: u32 = 112;

/// How a reply that fits came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    First,
    Mended,
    Corrected(usize),
    Never,
}

/// What one question came to.
struct Outcome {
    came: Came,
    /// The value, where there is one.
    value: Option<Value>,
    /// How many replies were asked for.
    calls: u64,
    /// The tokens that were read and written.
    tokens: [u64; 2],
    /// Whether the value says what the question did.
    is_right: bool,
}

/// The questions of one schema, asked in one way.
struct Row {
    schema: String,
    way: (Contract, Reask),
    outcomes: Vec<Outcome>,
}

/// Asks each conversation once: at temperature 0 the same one gives the same reply.
struct Lab {
    client: Client,
    known: HashMap<String, Reply>,
    kept: File,
    /// When no further reply is asked for.
    end: Option<Instant>,
    estimated: bool,
}

fn main() -> Result<(), Error> {
    let mut lab = Lab::open(&env::var("REPLIES").unwrap_or_else(|_| "target/replies.jsonl".to_owned()))?;
    let examples: Value = serde_json::from_str(EXAMPLES)?;
    let only = env::var("ONLY").unwrap_or_default();
    let minutes = env::var("MINUTES").ok().map(|minutes| minutes.parse::<u64>()).transpose()?;
    lab.end = minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut rows: Vec<Row> = Vec::new();
    for line in PROMPTS.lines().filter(|line| !line.is_empty()) {
        let prompt: Value = serde_json::from_str(line)?;
        let (schema, question) = (text(&prompt["schema"]), text(&prompt["prompt"]));
        if !schema.starts_with(&only) {
            continue;
        }
        for way in WAYS {
            let question = match way.0 {
                Contract::None => by_example(&examples[schema], question),
                _ => question.to_owned(),
            };
            let outcome = match schema {
                "trip" => lab.ask::<Trip>(&question, way)?,
                "ticket" => lab.ask::<Ticket>(&question, way)?,
                "command" => lab.ask::<Command>(&question, way)?,
                "shopping" => lab.ask::<Shopping>(&question, way)?,
                other => return Err(format!("no schema `{other}`").into()),
            };
            let Some(mut outcome) = outcome else { continue };
            outcome.is_right = outcome.value.as_ref().is_some_and(|value| holds(value, &prompt["expect"]));
            eprintln!("{schema}, {way:?}: {:?}, right: {}", outcome.came, outcome.is_right);
            match rows.iter_mut().find(|row| (row.schema.as_str(), row.way) == (schema, way)) {
                Some(row) => row.outcomes.push(outcome),
                None => rows.push(Row { schema: schema.to_owned(), way, outcomes: vec![outcome] }),
            }
        }
    }
    report(&rows, lab.estimated);
    Ok(())
}

impl Lab {
    fn open(path: &str) -> Result<Self, Error> {
        let kept = File::options().read(true).append(true).create(true).open(path)?;
        let mut known = HashMap::new();
        for line in BufReader::new(&kept).lines() {
            let line: Value = serde_json::from_str(&line?)?;
            let stop = if line["stop"] == "length" { Stop::Length } else { Stop::End };
            let usage = serde_json::from_value(line["usage"].clone())?;
            known.insert(line["turns"].to_string(), Reply { text: text(&line["text"]).to_owned(), stop, usage });
        }
        Ok(Self { client: Client::from_env(), known, kept, end: None, estimated: false })
    }

    fn ask<T: Answer>(
        &mut self,
        question: &str,
        (contract, reask): (Contract, Reask),
    ) -> Result<Option<Outcome>, Error> {
        let mut exchange = Exchange::<T>::new(question).contract(contract).reask(reask);
        let mut turns = exchange.turns();
        let (mut calls, mut tokens, mut refused) = (0, [0, 0], 0);
        let (came, value) = loop {
            let Some(reply) = self.send(&turns)? else { return Ok(None) };
            calls += 1;
            let used = reply.usage.unwrap_or_else(|| self.estimate(&turns, &reply.text));
            tokens = [tokens[0] + used[0], tokens[1] + used[1]];
            turns = match exchange.reply_with(&reply.text, reply.stop) {
                Next::Done(reading) | Next::Faulty(reading, _) => {
                    let came = match (refused, reading.repairs.is_empty()) {
                        (0, true) => Came::First,
                        (0, false) => Came::Mended,
                        (corrections, _) => Came::Corrected(corrections),
                    };
                    break (came, Some(to_value(&reading.value)));
                }
                Next::Extend(_) => continue,
                Next::Ask(turns) => turns,
                Next::Exhausted(_) => break (Came::Never, None),
            };
            refused += 1;
        };
        Ok(Some(Outcome { came, value, calls, tokens, is_right: false }))
    }

    /// `None` where there is no time left.
    fn send(&mut self, turns: &[Turn]) -> Result<Option<Reply>, Error> {
        let conversation = json!(turns).to_string();
        if let Some(reply) = self.known.get(&conversation) {
            return Ok(Some(reply.clone()));
        }
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Ok(None);
        }
        let reply = self.client.send(turns, LIMIT)?;
        let stop = if reply.stop == Stop::Length { "length" } else { "stop" };
        writeln!(self.kept, "{}", json!({ "turns": turns, "text": reply.text, "stop": stop, "usage": reply.usage }))?;
        self.known.insert(conversation, reply.clone());
        Ok(Some(reply))
    }

    /// Tokens where the server does not count them: one for four bytes, as is usual for English text.
    fn estimate(&mut self, turns: &[Turn], reply: &str) -> [u64; 2] {
        self.estimated = true;
        let read: usize = turns.iter().map(|turn| turn.text.len()).sum();
        [read as u64 / 4, reply.len() as u64 / 4]
    }
}

/// A question that shows what its answer looks like.
fn by_example(example: &Value, question: &str) -> String {
    let (text, json) = (text(&example[0]), text(&example[1]));
    format!("Turn the text into JSON, as in this example.\n\nText: {text}\nJSON: {json}\n\nText: {question}\nJSON:")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Whether a value has everything that is expected of it; texts in any case.
fn holds(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (Value::Object(members), Value::Object(expected)) => {
            expected.iter().all(|(name, it)| members.get(name).is_some_and(|value| holds(value, it)))
        }
        (Value::Array(items), Value::Array(expected)) => {
            items.len() == expected.len() && items.iter().zip(expected).all(|(value, it)| holds(value, it))
        }
        (Value::String(value), Value::String(it)) => value.to_lowercase().contains(&it.to_lowercase()),
        _ => value == expected,
    }
}

fn report(rows: &[Row], estimated: bool) {
    println!(
        "| schema | shown | corrections ask for | questions | fits at once | after mending | after 1 correction | \
         after 2 | never | fits and is right | calls | tokens read | written |"
    );
    println!("| --- | --- | --- |{}", " ---: |".repeat(10));
    for way in WAYS {
        let shown = if way.0 == Contract::None { "an example" } else { "the notation" };
        let asks = format!("{shown} | {}", if way.1 == Reask::Whole { "the whole" } else { "the members" });
        let of: Vec<&Row> = rows.iter().filter(|row| row.way == way).collect();
        for Row { schema, outcomes, .. } in &of {
            print(schema, &asks, &outcomes.iter().collect::<Vec<_>>());
        }
        print("**all**", &asks, &of.iter().flat_map(|row| &row.outcomes).collect::<Vec<_>>());
    }
    if estimated {
        println!("\nThe server counts no tokens; these are estimates, a token for four bytes.");
    }
}

fn print(schema: &str, asks: &str, outcomes: &[&Outcome]) {
    let count = |came| outcomes.iter().filter(|it| it.came == came).count();
    let sum = |of: fn(&Outcome) -> u64| outcomes.iter().map(|it| of(it)).sum::<u64>();
    println!(
        "| {schema} | {asks} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        outcomes.len(),
        count(Came::First),
        count(Came::Mended),
        count(Came::Corrected(1)),
        count(Came::Corrected(2)),
        count(Came::Never),
        outcomes.iter().filter(|it| it.is_right).count(),
        sum(|it| it.calls),
        sum(|it| it.tokens[0]),
        sum(|it| it.tokens[1]),
    );
}
