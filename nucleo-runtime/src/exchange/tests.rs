//! The course of exchanges, over a reader that knows one type.

use std::sync::{Arc, Mutex};

use serde_json::json;

use super::*;
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::{Path, Step};
use crate::profile::Profile;
use crate::repair::{Repair, RepairKind};
use crate::shape::{self, Field, Format, Integer, Record, Rest, Spellings, Table, Text, Type, TypeId, Width};
use crate::turn::Role;

static TABLE: Table = Table {
    types: &[
        Type::new(
            "Trip",
            shape::Kind::Record(Record {
                fields: &[Field::new("toCity", 1).shown("to_city").required(), Field::new("nights", 2).required()],
                spellings: Spellings::new(&[("nights", 1), ("tocity", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", shape::Kind::Text(Text { min: 0, max: u32::MAX, patterns: &[], format: Format::Plain })),
        Type::new("", shape::Kind::Integer(Integer::new(Width::U8))),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

const SHAPE: Shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);
const GOOD: &str = r#"{"toCity":"Bari","nights":3}"#;
const BAD: &str = r#"{"toCity":"Bari"}"#;

/// Takes JSON that has both members; what is read in the place of the real reader.
fn read(shape: Shape, reply: &str, _: &Policy, stop: Stop) -> Result<Reading<Value>, Rejection> {
    let mut repairs = Vec::new();
    let mut text = reply.to_owned();
    if stop == Stop::End && !reply.ends_with('}') && reply.starts_with('{') {
        repairs.push(Repair { kind: RepairKind::MissingCloser, span: reply.len()..reply.len(), path: Path::default() });
        text.push('}');
    }
    let attempt = |faults| Attempt { reply: reply.to_owned(), faults, repairs: Vec::new() };
    let fault = |kind, path: Vec<Step>, ty| Fault {
        kind,
        path: Path(path),
        expected: Expected::Shape(shape.at(TypeId(ty))),
        found: Found::Missing,
        span: None,
    };
    let Ok(value) = serde_json::from_str::<Value>(&text) else {
        return Err(Rejection::new(shape, attempt(vec![fault(FaultKind::NoJson, vec![], 0)]), None));
    };
    let faults: Vec<Fault> = ["toCity", "nights"]
        .into_iter()
        .zip(["to_city", "nights"])
        .zip(1..)
        .filter(|((name, _), _)| value[name].is_null())
        .map(|((_, shown), ty)| fault(FaultKind::Missing, vec![Step::Name(shown.into())], ty))
        .collect();
    match faults.is_empty() {
        true => Ok(Reading { value, repairs, prose: String::new() }),
        false => Err(Rejection::new(shape, attempt(faults), Some(value))),
    }
}

fn exchange() -> Exchange<Value> {
    let mut exchange = Exchange::untyped(SHAPE, "NOTATION", "Where to?");
    exchange.kind.read = read;
    exchange
}

fn ask(next: Next<Value>) -> Vec<Turn> {
    match next {
        Next::Ask(turns) => turns,
        other => panic!("no correction is asked for: {other:?}"),
    }
}

fn done(next: Next<Value>) -> Value {
    match next {
        Next::Done(reading) => reading.value,
        other => panic!("not done: {other:?}"),
    }
}

fn rejected(next: Next<Value>) -> Rejection {
    match next {
        Next::Exhausted(rejection) => rejection,
        other => panic!("not exhausted: {other:?}"),
    }
}

fn texts(turns: &[Turn]) -> Vec<(Role, &str)> {
    turns.iter().map(|turn| (turn.role, turn.text.as_str())).collect()
}

#[test]
fn ok_the_first_turns_hold_the_contract_and_the_legend() {
    let turns = exchange().system("Be brief.").turns();
    assert_eq!(turns.len(), 2);
    assert_eq!(turns[0].role, Role::System);
    assert_eq!(turns[0].text, format!("Be brief.\n\n{}", crate::legend::LEGEND));
    assert!(turns[1].text.starts_with("Where to?\n\nAnswer with one JSON object that fits the schema below"));
    assert!(turns[1].text.ends_with("\nNOTATION"));
}

#[test]
fn ok_no_legend_without_the_notation() {
    assert_eq!(exchange().contract(Contract::Schema).turns().len(), 1);
    assert_eq!(texts(&exchange().contract(Contract::None).turns()), [(Role::User, "Where to?")]);
    let text = Exchange::untyped(SHAPE.at(TypeId(1)), "{\n  \"@type\" : \"string\"\n}", "Where to?").turns();
    assert_eq!(text.len(), 1);
    assert!(text[0].text.contains("Answer with one JSON string"));
}

#[test]
fn ok_a_correction_follows_the_failed_turn() {
    let mut exchange = exchange();
    let first = exchange.turns();
    let turns = ask(exchange.reply(BAD));
    let feedback = "Your reply does not fit `Trip`: 1 problem.\n\
                    - nights: expected an integer from 0 to 255 (missing)\n\
                    Send the whole JSON object again, corrected to fit the schema, and nothing else.";
    assert_eq!(turns[..2], first);
    assert_eq!(texts(&turns[2..]), [(Role::Assistant, BAD), (Role::User, feedback)]);
    assert_eq!(ask(exchange.reply("no")).len(), 6);
    assert_eq!(done(exchange.reply(GOOD)), json!({ "toCity": "Bari", "nights": 3 }));
}

#[test]
fn ok_only_the_last_failed_turn_stays() {
    let mut exchange = exchange().history(History::ReplaceLast);
    assert_eq!(ask(exchange.reply(BAD)).len(), 4);
    let turns = ask(exchange.reply("no"));
    assert_eq!(turns.len(), 4);
    assert_eq!(turns[2].text, "no");
}

#[test]
fn err_no_correction_is_left() {
    let mut exchange = exchange().corrections(1);
    ask(exchange.reply("no"));
    let rejection = rejected(exchange.reply(BAD));
    assert_eq!(rejection.attempts().len(), 2);
    assert_eq!(rejection.attempts()[0].reply, "no");
    assert_eq!(rejection.partial(), Some(&json!({ "toCity": "Bari" })));
    assert_eq!(rejection.to_string(), "the reply does not fit `Trip`: 1 missing (after 2 attempts)");
}

#[test]
fn ok_a_longer_reply_is_asked_for_once() {
    let cut = r#"{"toCity":"Bari","nights":3"#;
    let mut exchange = exchange().corrections(1);
    let Next::Extend(turns) = exchange.reply_with(cut, Stop::Length) else { panic!("not extended") };
    assert_eq!(turns, exchange.turns());
    assert_eq!(turns.len(), 2);
    let turns = ask(exchange.reply_with(cut, Stop::Length));
    assert!(turns[3].text.starts_with("Your reply was cut off before its end.\nSend a shorter answer"));
    assert_eq!(rejected(exchange.reply_with("{", Stop::Length)).attempts().len(), 2);
}

#[test]
fn ok_an_answer_that_was_whole_before_the_limit() {
    done(exchange().reply_with(GOOD, Stop::Length));
}

#[test]
fn ok_a_missing_closer_alone_is_mended() {
    done(exchange().reply(r#"{"toCity":"Bari","nights":3"#));
}

#[test]
fn ok_a_tool_call_is_answered_with_its_result() {
    let call = Call { id: "c1".into(), name: "answer".into() };
    let turns = ask(exchange().reply_call(call.clone(), BAD, Stop::End));
    assert_eq!((turns[2].role, turns[3].role), (Role::Assistant, Role::Tool));
    assert_eq!((&turns[2].call, &turns[3].call), (&Some(call.clone()), &Some(call)));
    assert!(turns[3].text.starts_with("Your reply does not fit `Trip`"));
}

#[test]
fn ok_checks_of_the_caller_are_faults_like_any_other() {
    let check = |value: &Value, faults: &mut Faults| {
        if value["nights"] == 3 {
            faults.add("/nights", "must be even");
            faults.add("/toCity", "must be reached in that many nights");
            faults.add("/nowhere", "must make sense");
        }
    };
    let mut exchange = exchange().check(check);
    let turns = ask(exchange.reply(GOOD));
    assert_eq!(
        turns[3].text,
        "Your reply does not fit `Trip`: 3 problems.\n\
         - the answer: must make sense\n\
         - to_city: must be reached in that many nights\n\
         - nights: must be even\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
    done(exchange.reply(r#"{"toCity":"Bari","nights":4}"#));
}

#[test]
fn ok_a_faulty_value_is_returned_where_that_is_wanted() {
    let exchange = exchange().corrections(0).check(|_, faults| faults.add("", "must be better"));
    let Next::Faulty(reading, rejection) = exchange.clone().exhausted(Exhausted::Return).reply(GOOD) else {
        panic!("not returned")
    };
    assert_eq!(reading.value["nights"], 3);
    assert_eq!(rejection.faults()[0].kind, FaultKind::Check);
    rejected(exchange.clone().reply(GOOD));
    rejected(exchange.exhausted(Exhausted::Return).reply("no"));
}

#[test]
fn ok_an_observer_is_told_of_each_attempt() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let observer = move |event: &Event<'_>| {
        let line = match event {
            Event::Refused { attempt, faults, again } => format!("refused {attempt} {} {again}", faults.len()),
            Event::Accepted { attempt } | Event::Mended { attempt, .. } => format!("{} {attempt}", event.name()),
            other => other.name().to_owned(),
        };
        told.lock().unwrap().push(line);
    };
    let exchange = exchange().corrections(1).observe(observer);
    let lines = |replies: &[&str]| {
        let mut exchange = exchange.clone();
        replies.iter().for_each(|reply| drop(exchange.reply(reply)));
        std::mem::take(&mut *seen.lock().unwrap())
    };
    assert_eq!(lines(&[BAD, BAD]), ["refused 1 1 true", "refused 2 1 false", "exhausted"]);
    assert_eq!(lines(&["no", GOOD]), ["refused 1 1 true", "accepted 2"]);
    assert_eq!(lines(&[r#"{"toCity":"Bari","nights":3"#]), ["mended 1"]);
}

#[test]
fn ok_only_what_failed_is_asked_for() {
    let mut exchange = exchange().reask(Reask::Fields);
    let turns = ask(exchange.reply(r#"{"toCity":"Bari (BA)"}"#));
    assert_eq!(
        turns[3].text,
        "Your reply does not fit `Trip`: 1 problem.\n\
         - nights: expected an integer from 0 to 255 (missing)\n\
         Send one JSON object that holds only these members, corrected to fit the schema: `nights`. Send nothing else."
    );
    for reply in [r#"{"nights":4}"#, r#"{"/nights":4}"#, r#"{"'nights'":4}"#, r#"{"toCity":"Rome","nights":4}"#] {
        assert_eq!(done(exchange.clone().reply(reply)), json!({ "toCity": "Bari (BA)", "nights": 4 }));
    }
    assert_eq!(ask(exchange.clone().reply(r#"{"nights":null}"#)).len(), 6);
    assert_eq!(ask(exchange.reply("no")).len(), 6);
}
