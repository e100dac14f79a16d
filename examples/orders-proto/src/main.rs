//! Reads a recorded reply of a model into a type that was generated from `schemas/shop/v1/order_answer.proto`, and sends it
//! on as the message that it is.
//!
//! `cargo run -p orders-proto`

use std::process::ExitCode;

nucleo_runtime::include_answers!();

use answers::shop::v1::order_answer::OrderAnswer;
use answers::wire;
use nucleo_runtime::Answer;
use prost::Message;

fn main() -> ExitCode {
    println!("What the model is shown\n-----------------------\n{}\n", OrderAnswer::NOTATION);
    match nucleo_runtime::read::<OrderAnswer>(include_str!("../../orders/replies/first.txt")) {
        Ok(reading) => {
            println!("The value\n---------\n{:#?}\n", reading.value);
            println!("What was mended\n---------------");
            reading.repairs.iter().for_each(|repair| println!("- {repair}"));
            let bytes = sent(&reading.value);
            println!("\nAs a message\n------------\n{} bytes", bytes.len());
            match received(&bytes) {
                Ok(answer) if answer == reading.value => println!("and the same answer at the other end"),
                Ok(_) => println!("and another answer at the other end"),
                Err(why) => println!("{why}"),
            }
            ExitCode::SUCCESS
        }
        Err(rejection) => {
            eprintln!("{}", rejection.feedback());
            ExitCode::FAILURE
        }
    }
}

/// The answer as it goes out over gRPC.
fn sent(answer: &OrderAnswer) -> Vec<u8> {
    wire::shop::v1::OrderAnswer::from(answer).encode_to_vec()
}

/// The answer at the other end, checked against the contract.
fn received(bytes: &[u8]) -> Result<OrderAnswer, Box<dyn std::error::Error>> {
    Ok(wire::shop::v1::OrderAnswer::decode(bytes)?.try_into()?)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_str};

    use super::answers::order_answer::OrderAnswer as Twin;
    use super::*;

    const REPLY: &str = include_str!("../../orders/replies/first.txt");

    /// The lines that one text has and another has not; all others are the same, in the same order.
    fn further<'t>(ours: &'t str, twins: &str) -> Vec<&'t str> {
        let mut twins = twins.lines().map(str::trim).peekable();
        let further = ours.lines().map(str::trim).filter(|line| twins.next_if_eq(line).is_none()).collect();
        assert_eq!(twins.next(), None, "it is the twin's alone");
        further
    }

    #[test]
    fn ok_the_notation_is_that_of_the_json_schema() {
        // Of lists, protobuf knows none that are absent: `then` is empty where a model leaves it out.
        assert_eq!(further(OrderAnswer::NOTATION, Twin::NOTATION), [r#""@default" : [ ],"#]);
    }

    #[test]
    fn ok_the_schema_for_a_model_is_that_of_the_json_schema() {
        // `then` as above: it stands in the definition of a question, and where that is described.
        let default = r#""default" : [ ],"#;
        assert_eq!(further(OrderAnswer::MODEL_SCHEMA, Twin::MODEL_SCHEMA), [default, default]);
    }

    /// A schema of `order_answer.json` in the words of protobuf.
    fn in_protobuf(value: Value) -> Value {
        match value {
            Value::Array(items) => Value::Array(items.into_iter().map(in_protobuf).collect()),
            Value::Object(members) => {
                let mut out = serde_json::Map::new();
                for (name, value) in members {
                    let value = match (name.as_str(), value) {
                        // Members go by the names of the file.
                        ("properties", Value::Object(members)) => {
                            let member = |(name, value): (String, Value)| (snake(&name), in_protobuf(value));
                            Value::Object(members.into_iter().map(member).collect())
                        }
                        ("required", names) => renamed(names, &|name| snake(name)),
                        // Programs exchange the names of values; a model sees them without the prefix.
                        ("enum", values) => renamed(values, &|value| format!("STATUS_{}", value.to_uppercase())),
                        (_, value) => in_protobuf(value),
                    };
                    out.insert(name, value);
                }
                // A list that is left out is empty.
                if out.get("description").is_some_and(|it| it == "What to ask afterwards.") {
                    out.insert("default".to_owned(), Value::Array(Vec::new()));
                }
                Value::Object(out)
            }
            other => other,
        }
    }

    fn snake(name: &str) -> String {
        let letter = |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
        name.chars().map(letter).collect()
    }

    fn renamed(names: Value, name: &dyn Fn(&str) -> String) -> Value {
        let names = names.as_array().expect("a list").iter().filter_map(Value::as_str);
        names.map(|it| Value::from(name(it))).collect()
    }

    /// A schema without what the reader alone needs: the other spellings of values, and their names in Rust.
    fn without_ours(value: Value) -> Value {
        match value {
            Value::Array(items) => Value::Array(items.into_iter().map(without_ours).collect()),
            Value::Object(members) => {
                let kept = members.into_iter().filter(|(name, _)| !name.starts_with("x-nucleo-"));
                Value::Object(kept.map(|(name, value)| (name, without_ours(value))).collect())
            }
            other => other,
        }
    }

    #[test]
    fn ok_the_schema_for_programs_is_that_of_the_json_schema() {
        let parsed = |text: &str| from_str::<Value>(text).expect("a schema is JSON");
        assert_eq!(without_ours(parsed(OrderAnswer::JSON_SCHEMA)), in_protobuf(parsed(Twin::JSON_SCHEMA)));
    }

    #[test]
    fn ok_one_reply_reads_alike() {
        let ours = nucleo_runtime::parse::<OrderAnswer>(REPLY).expect("it reads");
        let twin = nucleo_runtime::parse::<Twin>(REPLY).expect("it reads");
        assert_eq!(ours.reply, twin.reply);
        let numbers: Vec<i64> = twin.order_numbers.iter().map(|it| i64::from(*it)).collect();
        assert_eq!(ours.order_numbers.iter().map(|it| i64::from(*it)).collect::<Vec<_>>(), numbers);
        assert_eq!(ours.orders.len(), twin.orders.len());
        assert_eq!(format!("{:?}", ours.status), format!("{:?}", twin.status));
        assert_eq!(ours.expected_on, twin.expected_on);
    }

    #[test]
    fn ok_the_answer_arrives_as_it_was_sent() {
        let answer = nucleo_runtime::parse::<OrderAnswer>(REPLY).expect("it reads");
        assert_eq!(received(&sent(&answer)).expect("it is one"), answer);
    }

    #[test]
    fn err_a_message_that_is_no_answer() {
        let message =
            wire::shop::v1::OrderAnswer { status: 9, expected_on: Some("soon".to_owned()), ..Default::default() };
        let why = received(&message.encode_to_vec()).expect_err("it is none").to_string();
        assert!(why.starts_with("enum at status: \"received\", "), "{why}");
        assert!(why.contains("format at expected_on"), "{why}");
    }

    #[test]
    fn ok_values_of_enums_by_either_name() {
        let repairs = |status: &str| {
            let reply = format!(r#"{{"reply": "x", "order_numbers": [1001], "status": "{status}", "orders": []}}"#);
            let reading = nucleo_runtime::read::<OrderAnswer>(&reply).expect("it reads");
            assert_eq!(format!("{:?}", reading.value.status), "Shipped");
            reading.repairs.len()
        };
        assert_eq!((repairs("shipped"), repairs("STATUS_SHIPPED"), repairs("Shipped")), (0, 0, 1));
    }
}
