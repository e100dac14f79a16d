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

    /// What protobuf cannot say without further options: bounds, and enum values without a prefix.
    fn facts(value: Value) -> Value {
        match value {
            Value::String(text) => {
                let plain = text.split(" (").next().unwrap_or_default().to_lowercase().replace("status_", "");
                let last = text.split(" of ").nth(1).and_then(|it| it.split(" (").next());
                Value::String(last.map_or(plain.clone(), |last| {
                    format!("{} of {last}", plain.split(" of ").next().unwrap_or_default()).to_lowercase()
                }))
            }
            Value::Array(items) => Value::Array(items.into_iter().map(facts).collect()),
            Value::Object(members) => {
                let bounds = ["minimum", "maximum", "minLength", "minItems", "$schema", "title", "default", "@default"];
                let kept = members.into_iter().filter(|(name, _)| !bounds.contains(&name.as_str()));
                Value::Object(kept.map(|(name, value)| (name, facts(value))).collect())
            }
            other => other,
        }
    }

    #[test]
    fn ok_the_notation_is_that_of_the_json_schema() {
        let parsed = |text: &str| facts(from_str(text).expect("the notation is JSON"));
        assert_eq!(parsed(OrderAnswer::NOTATION), parsed(Twin::NOTATION));
    }

    #[test]
    fn ok_the_model_is_shown_the_same_members() {
        let parsed = |text: &str| facts(from_str(text).expect("a schema is JSON"));
        let (ours, twins) = (parsed(OrderAnswer::MODEL_SCHEMA), parsed(Twin::MODEL_SCHEMA));
        for part in ["required", "type", "description"] {
            assert_eq!(ours[part], twins[part], "{part}");
        }
        let names = |schema: &Value| {
            let members = schema["properties"].as_object().expect("members");
            members.iter().map(|(name, it)| (name.clone(), it["description"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(names(&ours), names(&twins));
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
    fn ok_values_of_enums_by_short_name_are_repairs() {
        let reply = r#"{"reply": "x", "orderNumbers": [1], "status": "shipped", "orders": []}"#;
        let reading = nucleo_runtime::read::<OrderAnswer>(reply).expect("it reads");
        assert_eq!(format!("{:?}", reading.value.status), "Shipped");
        assert!(!reading.repairs.is_empty());
    }
}
