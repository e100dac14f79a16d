//! A value in the form that a dialect's schema asks for.

use serde_json::{Map, Value, json};

use super::values::resolve;

/// The value in the form of `schema`, a part of `root`; `None` where it has none.
pub(crate) fn dress(value: &Value, schema: &Value, root: &Value) -> Option<Value> {
    let Value::Object(it) = schema else { return Some(value.clone()) };
    if let Some(Value::String(to)) = it.get("$ref") {
        return dress(value, resolve(to, root), root);
    }
    if value.is_null() && (it.get("nullable") == Some(&Value::Bool(true)) || takes(it, "null")) {
        return Some(Value::Null);
    }
    if let Some(Value::Array(branches)) = it.get("anyOf") {
        let dressed = branches.iter().filter_map(|branch| Some((branch, dress(value, branch, root)?)));
        return dressed
            .into_iter()
            .find(|(branch, dressed)| is_valid(branch, root, dressed))
            .map(|(_, dressed)| dressed);
    }
    match value {
        Value::Object(members) if takes(it, "object") => object(members, it, root),
        Value::Object(members) if takes(it, "array") => {
            let entry = it.get("items")?;
            let value_schema = entry.pointer("/properties/value")?;
            let entries = members
                .iter()
                .map(|(key, value)| Some(json!({ "key": key, "value": dress(value, value_schema, root)? })));
            entries.collect::<Option<Vec<Value>>>().map(Value::Array)
        }
        // The model is told so; any other text is one.
        Value::Object(_) => {
            let told =
                it.get("description").and_then(Value::as_str).is_some_and(|it| it.contains("a JSON object, in a text"));
            told.then(|| json!(value.to_string()))
        }
        Value::Array(items) if takes(it, "array") => {
            let places = it.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let rest = it.get("items").unwrap_or(&Value::Bool(true));
            let items = items.iter().enumerate().map(|(at, item)| dress(item, places.get(at).unwrap_or(rest), root));
            items.collect::<Option<Vec<Value>>>().map(Value::Array)
        }
        // A number where an enum of texts spells it.
        Value::Number(digits) if it.contains_key("enum") && !takes(it, "number") && !takes(it, "integer") => {
            Some(json!(digits.to_string()))
        }
        _ => Some(value.clone()),
    }
}

fn object(members: &Map<String, Value>, it: &Map<String, Value>, root: &Value) -> Option<Value> {
    let empty = Map::new();
    let properties = it.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let mut out = Map::new();
    for (name, schema) in properties {
        match members.get(name) {
            Some(value) => drop(out.insert(name.clone(), dress(value, schema, root)?)),
            None if is_required(it, name) => drop(out.insert(name.clone(), Value::Null)),
            None => {}
        }
    }
    for (name, value) in members.iter().filter(|(name, _)| !properties.contains_key(*name)) {
        match it.get("additionalProperties") {
            // What is not declared there is left out of the value in any case, or cannot be asked for.
            Some(Value::Bool(false)) => return None,
            Some(schema @ Value::Object(_)) => drop(out.insert(name.clone(), dress(value, schema, root)?)),
            _ => drop(out.insert(name.clone(), value.clone())),
        }
    }
    Some(Value::Object(out))
}

fn is_required(it: &Map<String, Value>, name: &str) -> bool {
    it.get("required").and_then(Value::as_array).is_some_and(|all| all.iter().any(|it| it == name))
}

fn takes(it: &Map<String, Value>, kind: &str) -> bool {
    match it.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|it| it == kind),
        Some(one) => one == kind,
        None => !it.contains_key("enum"),
    }
}

/// Whether a value is valid under a part of a schema.
pub(crate) fn is_valid(schema: &Value, root: &Value, value: &Value) -> bool {
    let mut whole = plain(schema);
    if let (Value::Object(whole), Some(defs)) = (&mut whole, root.get("$defs")) {
        whole.insert("$defs".to_owned(), plain(defs));
    }
    jsonschema::is_valid(&whole, value)
}

/// `nullable` of OpenAPI as JSON Schema has it.
pub(crate) fn plain(schema: &Value) -> Value {
    match schema {
        Value::Object(it) => {
            let mut out: Map<String, Value> = it.iter().map(|(name, value)| (name.clone(), plain(value))).collect();
            if out.remove("nullable").is_some_and(|it| it == Value::Bool(true)) {
                return json!({ "anyOf": [Value::Object(out), { "type": "null" }] });
            }
            Value::Object(out)
        }
        Value::Array(items) => items.iter().map(plain).collect(),
        other => other.clone(),
    }
}
