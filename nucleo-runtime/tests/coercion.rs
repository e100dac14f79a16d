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

#[test]
fn ok_the_branch_that_says_most_of_a_word_or_a_digit() {
    let any = |schemas: &[Value]| any_of(schemas);
    let (whole, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    let (text, flag) = (json!({"type": "string"}), json!({"type": "boolean"}));
    for branch in [whole, number] {
        for (digits, value) in [("1", 1), ("0", 0)] {
            assert_eq!(read(any(&[flag.clone(), branch.clone()]), json!(digits)), Ok(json!(value)));
        }
        assert_eq!(read(any(&[branch, flag.clone()]), json!("yes")), Ok(json!(true)));
    }
    assert_eq!(read(any(&[flag.clone(), text.clone()]), json!(1)), Ok(json!("1")));
    assert_eq!(read(any(&[flag.clone(), json!({"enum": ["NO", "DE", "SE"]})]), json!("no")), Ok(json!("NO")));
    assert_eq!(read(any(&[flag.clone(), json!({"enum": ["yes", "maybe"]})]), json!("Yes")), Ok(json!("yes")));
    assert_eq!(read(any(&[json!({"type": "array", "items": text}), flag]), json!("yes")), Ok(json!(true)));
    assert_eq!(read(json!({"enum": [true, 1, "x"]}), json!("1")), Ok(json!(1)));
}

#[test]
fn ok_the_branch_that_neither_loses_nor_makes_up_a_time() {
    let (date, moment) =
        (json!({"type": "string", "format": "date"}), json!({"type": "string", "format": "date-time"}));
    for branches in [[date.clone(), moment.clone()], [moment, date]] {
        assert_eq!(read(any_of(&branches), json!("2026-03-09T10:00")), Ok(json!("2026-03-09T10:00:00")));
        assert_eq!(read(any_of(&branches), json!("25.03.2026")), Ok(json!("2026-03-25")));
    }
}

#[test]
fn ok_true_and_false_for_listed_texts() {
    let values = |one, two| json!({"enum": [one, two]});
    assert_eq!(read(values("true", "false"), json!(true)), Ok(json!("true")));
    assert_eq!(read(values("True", "False"), json!(false)), Ok(json!("False")));
    assert_eq!(read(values("yes", "no"), json!(true)), Err(vec!["enum"]));
}

#[test]
fn ok_json_in_a_text_for_a_union_or_a_list() {
    let branch = |name: &str| object(&[name], json!({name: {"type": "integer"}}));
    let union = any_of(&[branch("a"), branch("b")]);
    assert_eq!(read(union.clone(), json!(r#"{"b": 1}"#)), Ok(json!({"b": 1})));
    let list = |item: Value| json!({"type": "array", "items": item});
    assert_eq!(read(any_of(&[list(branch("a")), list(branch("b"))]), json!(r#"[{"b": 1}]"#)), Ok(json!([{"b": 1}])));
    assert_eq!(read(list(branch("a")), json!(r#"{"a": 1}"#)), Ok(json!([{"a": 1}])));
    assert_eq!(read(list(union), json!(r#"{"b": 1}"#)), Ok(json!([{"b": 1}])));
    // A text is one, whatever it holds.
    let text = json!({"type": "string"});
    assert_eq!(read(any_of(&[branch("a"), text.clone()]), json!(r#"{"a": 1}"#)), Ok(json!(r#"{"a": 1}"#)));
    assert_eq!(read(list(text), json!(r#"{"a": 1, "b": 2}"#)), Err(vec!["ambiguous"]));
}

#[test]
fn err_json_in_a_text_that_lacks_its_end() {
    let whole = json!({"type": "integer"});
    assert_eq!(read(json!({"type": "array", "items": whole}), json!("[1, 23")), Err(vec!["ambiguous"]));
    assert_eq!(read(object(&["x"], json!({"x": whole})), json!(r#"{"x": 12"#)), Err(vec!["type"]));
}

fn read_root(schema: &Value, reply: &str) -> Result<Value, Vec<String>> {
    match read_as(&shape(schema), reply) {
        Ok(reading) => Ok(reading.value),
        Err(rejection) => {
            Err(rejection.faults().iter().map(|it| format!("{} {}", it.kind, it.path.dotted())).collect())
        }
    }
}

#[test]
fn ok_any_casing_of_the_type_around_an_answer() {
    let mut schema = object(&["id"], json!({"id": {"type": "string"}}));
    schema["title"] = json!("OrderAnswer");
    for name in ["OrderAnswer", "order_answer", "orderAnswer", "Order Answer"] {
        assert_eq!(read_root(&schema, &json!({name: {"id": "a"}}).to_string()), Ok(json!({"id": "a"})), "{name}");
    }
    assert_eq!(read_root(&schema, r#"{"order": {"id": "a"}}"#), Err(vec!["missing id".to_owned()]));
    // What the type keeps is data.
    let any = json!({"type": "object", "additionalProperties": {"type": "object"}});
    let kept = json!({"title": "Kept", "type": "object", "properties": {"id": any}, "additionalProperties": any});
    assert_eq!(read_root(&kept, r#"{"kept": {"a": {}}}"#), Ok(json!({"kept": {"a": {}}})));
}

#[test]
fn ok_a_list_as_the_one_member_of_an_object() {
    let person = object(&["name"], json!({"name": {"type": "string"}, "tags": {"type": "array"}}));
    let people = json!({"type": "array", "items": person});
    for name in ["people", "items", "data", "value"] {
        let reply = json!({name: [{"name": "a"}, {"name": "b"}]}).to_string();
        assert_eq!(read_root(&people, &reply), Ok(json!([{"name": "a"}, {"name": "b"}])), "{name}");
    }
    // A list that stands alone is the better one.
    assert_eq!(read_root(&people, "[{\"name\": \"a\"}]\n{\"sources\": []}"), Ok(json!([{"name": "a"}])));
    // What the elements declare is theirs.
    assert_eq!(read_root(&people, r#"{"Tags": []}"#), Err(vec!["missing name".to_owned()]));
}

#[test]
fn err_an_object_with_other_members_where_a_list_is_declared() {
    let people = json!({"type": "array", "items": object(&["name"], json!({"name": {"type": "string"}}))});
    for reply in [r#"{"people": [{"name": "a"}], "count": 1}"#, r#"{"people": {"name": "a"}}"#, r#"{"nom": "a"}"#] {
        assert_eq!(read_root(&people, reply), Err(vec!["type ".to_owned()]), "{reply}");
    }
    assert_eq!(read_root(&people, r#"{"@people": [{"name": "a"}]}"#), Err(vec!["echo ".to_owned()]));
}

#[test]
fn ok_a_branch_that_mends_a_member_before_one_that_ignores_it() {
    let (text, whole) = (json!({"type": "string"}), json!({"type": "integer"}));
    let union = any_of(&[
        object(&["text"], json!({"text": text, "lang": text})),
        object(&["text", "n"], json!({"text": text, "n": whole})),
        object(&["text"], json!({"text": text, "args": {"type": "array", "items": text}})),
    ]);
    let read = |value| read(union.clone(), value);
    for value in [json!({"text": "a", "n": "5"}), json!({"text": "a", "N": 5}), json!({"text": "a", "n": 5, "x": 1})] {
        assert_eq!(read(value), Ok(json!({"text": "a", "n": 5})));
    }
    assert_eq!(read(json!({"text": "a", "Args": ["b"]})), Ok(json!({"text": "a", "args": ["b"]})));
    let line = object(&["sku"], json!({"sku": text}));
    let order = any_of(&[object(&[], json!({"text": text})), json!({"type": "array", "items": line})]);
    assert_eq!(self::read(order, json!({"sku": "a"})), Ok(json!([{"sku": "a"}])));
    // What no branch declares, what is null, and what nobody can mend is ignored.
    for value in [json!({"text": "a", "x": "5"}), json!({"text": "a", "n": null}), json!({"text": "a", "n": "five"})] {
        assert_eq!(read(value), Ok(json!({"text": "a"})));
    }
}
