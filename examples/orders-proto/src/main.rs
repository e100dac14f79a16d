//! Reads a recorded reply of a model into a type that was generated from `schemas/shop/v1/order_answer.proto`.
//!
//! `cargo run -p orders-proto`

use std::process::ExitCode;

nucleo_runtime::include_answers!();

use answers::shop::v1::order_answer::OrderAnswer;
use nucleo_runtime::Answer;

fn main() -> ExitCode {
    println!("What the model is shown\n-----------------------\n{}\n", OrderAnswer::NOTATION);
    match nucleo_runtime::read::<OrderAnswer>(include_str!("../../orders/replies/first.txt")) {
        Ok(reading) => {
            println!("The value\n---------\n{:#?}\n", reading.value);
            println!("What was mended\n---------------");
            reading.repairs.iter().for_each(|repair| println!("- {repair}"));
            ExitCode::SUCCESS
        }
        Err(rejection) => {
            eprintln!("{}", rejection.feedback());
            ExitCode::FAILURE
        }
    }
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
    fn ok_values_of_enums_by_short_name_are_repairs() {
        let reply = r#"{"reply": "x", "orderNumbers": [1], "status": "shipped", "orders": []}"#;
        let reading = nucleo_runtime::read::<OrderAnswer>(reply).expect("it reads");
        assert_eq!(format!("{:?}", reading.value.status), "Shipped");
        assert!(!reading.repairs.is_empty());
    }
}
