//! Values that have one reading, and those that have another than a hasty reader would give them.

mod support;

use nucleo_runtime::read_as;
use serde_json::{Value, json};
use support::schema::shape;

/// What an answer with the one member `v` becomes, or the kinds of its faults.
fn read(schema: Value, value: Value) -> Result<Value, Vec<&'static str>> {
    let schema = json!({"type": "object", "properties": {"v": schema}, "required": ["v"]});
    match read_as(&shape(&schema), &json!({"v": value}).to_string()) {
        Ok(reading) => Ok(reading.value["v"].clone()),
        Err(rejection) => Err(rejection.faults().iter().map(|fault| fault.kind.name()).collect()),
    }
}

#[test]
fn ok_separators_of_a_listed_value() {
    assert_eq!(read(json!({"enum": ["5 mg", "50 mg"]}), json!("5MG")), Ok(json!("5 mg")));
    assert_eq!(read(json!({"enum": ["0-10", "11-20"]}), json!("11_20")), Ok(json!("11-20")));
    assert_eq!(read(json!({"enum": ["gpt-4.1"]}), json!("GPT 4.1")), Ok(json!("gpt-4.1")));
}

#[test]
fn err_a_listed_value_whose_digits_stand_apart() {
    for (values, value) in
        [(["5 mg", "50 mg"], "5.0 mg"), (["10%", "20%"], "1.0%"), (["0-10", "110"], "1-10"), (["v11", "v2"], "v1.1")]
    {
        assert_eq!(read(json!({"enum": values}), json!(value)), Err(vec!["enum"]), "{value}");
    }
}

#[test]
fn err_a_member_whose_digits_stand_apart() {
    let schema = json!({
        "type": "object", "properties": {"dose_25_mg": {"type": "integer"}}, "required": ["dose_25_mg"],
    });
    assert_eq!(read(schema.clone(), json!({"Dose25mg": 1})), Ok(json!({"dose_25_mg": 1})));
    assert_eq!(read(schema, json!({"dose_2.5_mg": 1})), Err(vec!["missing"]));
}

/// The schema of an object with these members, some of which are required.
fn object(required: &[&str], properties: Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

fn any_of(schemas: &[Value]) -> Value {
    json!({"anyOf": schemas})
}

#[test]
fn ok_an_object_is_the_branch_that_is_one() {
    let state = || json!({"enum": ["active", "closed"]});
    let since = json!({"type": "string", "format": "date"});
    let status = any_of(&[state(), object(&["state", "since"], json!({"state": state(), "since": since}))]);
    let read = |value| read(status.clone(), value);
    assert_eq!(read(json!("Active")), Ok(json!("active")));
    let value = json!({"state": "active", "since": "25.03.2026"});
    assert_eq!(read(value), Ok(json!({"state": "active", "since": "2026-03-25"})));
    assert_eq!(read(json!({"state": "active"})), Err(vec!["missing"]));
    // Where no branch is one, the only text in it is meant.
    let status = any_of(&[state(), json!({"type": "integer"})]);
    assert_eq!(self::read(status, json!({"state": "active"})), Ok(json!("active")));
}
