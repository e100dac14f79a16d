//! Corrections that ask for the failing members alone.

mod support;

use nucleo_runtime::exchange::{Exchange, Next};
use nucleo_runtime::profile::{Profile, Reask};
use nucleo_runtime::shape::{
    Field, Integer, Kind, List, Literal, Map, Record, Rest, Shape, Spellings, Table, Text, Type, Variant, Width,
};
use nucleo_runtime::{Reading, Turn};
use serde_json::{Value, json};

static TABLE: Table = Table {
    types: &[
        Type::new(
            "Order",
            Kind::Record(Record {
                fields: &[
                    Field::new("orderId", 1).shown("order_id").required(),
                    Field::new("shipTo", 2).shown("ship_to").required(),
                    Field::new("orderLines", 3).shown("order_lines"),
                    Field::new("extra", 4),
                ],
                spellings: Spellings::new(&[("extra", 3), ("orderid", 0), ("orderlines", 2), ("shipto", 1)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::Integer(Integer::new(Width::I128))),
        Type::new(
            "Address",
            Kind::Record(Record {
                fields: &[Field::new("zipCode", 5).shown("zip_code").required(), Field::new("city", 5).required()],
                spellings: Spellings::new(&[("city", 1), ("zipcode", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::List(List::of(6))),
        Type::new("", Kind::Map(Map::of(1))),
        Type::new("", Kind::Text(Text::ANY)),
        Type::new(
            "Line",
            Kind::Record(Record {
                fields: &[Field::new("state", 7).required(), Field::new("amount", 1).required()],
                spellings: Spellings::new(&[("amount", 1), ("state", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("State", Kind::Enum(&[Variant::new(Literal::Text("open")), Variant::new(Literal::Text("closed"))])),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

const SHAPE: Shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);

const FIRST: &str = r#"{
    "order_id": 170141183460469231731687303715884105727,
    "ship_to": {"city": "Bari", "note": "x"},
    "order_lines": [
        {"state": "open", "amount": 1},
        {"state": "shut", "amount": 2},
        {"state": "closed", "amount": "many"}
    ],
}"#;

fn exchange() -> Exchange<Value> {
    Exchange::untyped(SHAPE, "CONTRACT", "PROMPT").reask(Reask::Fields)
}

fn ask(next: Next<Value>) -> String {
    let Next::Ask(turns) = next else { panic!("{next:?}") };
    turns.last().map(|turn: &Turn| turn.text.clone()).unwrap()
}

fn done(next: Next<Value>) -> Reading<Value> {
    let Next::Done(reading) = next else { panic!("{next:?}") };
    reading
}

#[test]
fn ok_the_failing_members_alone() {
    let mut exchange = exchange();
    assert_eq!(
        ask(exchange.reply(FIRST)),
        "Your reply does not fit `Order`: 3 problems.\n\
         - ship_to.zip_code: expected a string (missing)\n\
         - order_lines[1].state: expected \"open\" or \"closed\" (found another string)\n\
         - order_lines[2].amount: expected an integer (found a string)\n\
         Send one JSON object that holds only these members, corrected to fit the schema: `ship_to.zip_code`, \
         `order_lines[1].state`, `order_lines[2].amount`. Send nothing else."
    );
    let replies = [
        r#"{"ship_to.zip_code": "70121", "order_lines[1].state": "closed", "order_lines[2].amount": 3}"#,
        r#"{"/ship_to/zip_code": "70121", "/order_lines/1/state": "closed", "/order_lines/2/amount": 3}"#,
        r#"{"zip_code": "70121", "state": "closed", "amount": "3"}"#,
        r#"Here: {'shipTo': {'zipCode': '70121'}, 'order_lines[1].state': 'CLOSED', 'order_lines[2]': {}, 'amount': 3}"#,
    ];
    for reply in replies {
        let reading = done(exchange.clone().reply(reply));
        assert_eq!(reading.value["shipTo"], json!({ "zipCode": "70121", "city": "Bari" }), "{reply}");
        assert_eq!(
            reading.value["orderLines"],
            json!([
                { "state": "open", "amount": 1 },
                { "state": "closed", "amount": 2 },
                { "state": "closed", "amount": 3 },
            ]),
            "{reply}"
        );
        assert!(reading.repairs.iter().all(|repair| repair.span.is_empty()), "{reply}");
    }
}

#[test]
fn ok_what_was_accepted_keeps_each_digit() {
    let mut exchange = Exchange::untyped(SHAPE, "CONTRACT", "PROMPT").reask(Reask::Fields).corrections(1);
    ask(exchange.reply(FIRST));
    let Next::Exhausted(rejection) = exchange.reply(r#"{"zip_code": "1", "state": "open", "amount": "no"}"#) else {
        panic!("taken")
    };
    assert_eq!(rejection.faults().len(), 1);
    assert_eq!(rejection.faults()[0].path.pointer(), "/order_lines/2/amount");
    assert_eq!(rejection.reply(), r#"{"zip_code": "1", "state": "open", "amount": "no"}"#);
}

#[test]
fn ok_a_second_round_keeps_the_first() {
    let mut exchange = exchange();
    ask(exchange.reply(FIRST));
    let text = ask(exchange.reply(r#"{"zip_code": "70121", "amount": 3}"#));
    assert!(text.ends_with("corrected to fit the schema: `order_lines[1].state`. Send nothing else."), "{text}");
    let reading = done(exchange.reply(r#"{"state": "closed"}"#));
    assert_eq!(reading.value["shipTo"]["zipCode"], "70121");
    assert_eq!(reading.value["orderLines"][1]["state"], "closed");
}

#[test]
fn ok_what_was_accepted_stays_when_it_is_sent_again() {
    let mut exchange = exchange();
    ask(exchange.reply(FIRST));
    let whole = r#"{"order_id": 1, "ship_to": {"zip_code": "70121", "city": "Rome"},
        "order_lines": [{"state": "open", "amount": 9}, {"state": "open", "amount": 9}, {"state": "open", "amount": 9}]}"#;
    let reading = done(exchange.reply(whole));
    assert_eq!(reading.value["shipTo"], json!({ "zipCode": "70121", "city": "Bari" }));
    assert_eq!(reading.value["orderLines"][0]["amount"], 1);
    assert_eq!(reading.value["orderLines"][2], json!({ "state": "closed", "amount": 9 }));
}

#[test]
fn ok_the_whole_answer_where_members_cannot_be_named() {
    let whole = "Send the whole JSON object again, corrected to fit the schema, and nothing else.";
    for reply in ["[]", r#"{"order_id": "x" "ship_to"#] {
        assert!(!ask(exchange().reply(reply)).contains("only these members"), "{reply}");
    }
    assert!(ask(exchange().reply("[]")).ends_with(whole));
}

#[test]
fn ok_a_whole_map_for_its_entries() {
    let mut exchange = exchange();
    let first = r#"{"order_id": 1, "ship_to": {"city": "Bari", "zip_code": "7"}, "extra": {"a": 1, "b": "x"}}"#;
    let text = ask(exchange.reply(first));
    assert!(text.contains("- extra{2nd member}: expected an integer (found a string)\n"), "{text}");
    assert!(text.contains("only these members, corrected to fit the schema: `extra`."), "{text}");
    assert_eq!(done(exchange.reply(r#"{"extra": {"b": 2}}"#)).value["extra"], json!({ "b": 2 }));
}

#[test]
fn ok_the_whole_object_for_its_tag() {
    let pay = support::schema::shape(&json!({
        "type": "object",
        "required": ["id", "payment"],
        "properties": { "id": { "type": "integer" }, "payment": { "oneOf": [
            { "type": "object", "required": ["kind", "number"],
              "properties": { "kind": { "const": "card" }, "number": { "type": "string" } } },
            { "type": "object", "required": ["kind", "iban"],
              "properties": { "kind": { "const": "transfer" }, "iban": { "type": "string" } } },
        ] } },
    }));
    let mut exchange = Exchange::untyped(pay, "CONTRACT", "PROMPT").reask(Reask::Fields);
    let text = ask(exchange.reply(r#"{"id": 1, "payment": {"kind": "cards", "last": 7}}"#));
    assert!(text.contains("- payment.kind: expected \"card\" or \"transfer\" (found another string)\n"), "{text}");
    assert!(text.contains("only these members, corrected to fit the schema: `payment`."), "{text}");
    let reading = done(exchange.reply(r#"{"payment": {"kind": "card", "number": "7"}}"#));
    assert_eq!(reading.value, json!({ "id": 1, "payment": { "kind": "card", "number": "7" } }));
}
