//! Values made from a schema as a model is shown it. Whether one is valid, the validator says.

use serde_json::{Map, Value, json};

/// Numbers without a pattern, the same in each run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    fn of<'v>(&mut self, all: &'v [Value]) -> &'v Value {
        &all[self.below(all.len())]
    }
}

/// Deeper than this, only what must be there is there.
const DEPTH: usize = 5;

/// A value that may fit `schema`, a part of `root`.
pub(crate) fn value(schema: &Value, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let Value::Object(it) = schema else { return anything(dice, depth) };
    if let Some(fixed) = it.get("const") {
        return fixed.clone();
    }
    if let Some(Value::Array(values)) = it.get("enum") {
        return dice.of(values).clone();
    }
    if let Some(Value::String(to)) = it.get("$ref") {
        return value(resolve(to, root), root, dice, depth + 1);
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = it.get(keyword) else { continue };
        if it.contains_key("properties")
            || branches.iter().any(|branch| {
                branch.get("type").is_none()
                    && branch.get("$ref").is_none()
                    && branch.get("anyOf").is_none()
                    && branch.get("enum").is_none()
            })
        {
            continue;
        }
        // The deep end of a cycle is its plainest branch.
        let plain = branches.iter().find(|branch| branch["type"] == "null").filter(|_| depth > DEPTH);
        return value(plain.unwrap_or_else(|| dice.of(branches)), root, dice, depth);
    }
    if let (Some(Value::Array(examples)), 0) = (it.get("examples"), dice.below(3)) {
        return dice.of(examples).clone();
    }
    let kind = match it.get("type") {
        Some(Value::Array(kinds)) if depth > DEPTH && kinds.iter().any(|kind| kind == "null") => "null",
        Some(Value::Array(kinds)) => dice.of(kinds).as_str().unwrap_or_default(),
        Some(kind) => kind.as_str().unwrap_or_default(),
        None if it.contains_key("properties") => "object",
        None => return anything(dice, depth),
    };
    match kind {
        "null" => Value::Null,
        "boolean" => json!(dice.below(2) == 1),
        "integer" => integer(it, dice),
        "number" => number(it, dice),
        "string" => text(it, dice),
        "array" => list(it, root, dice, depth),
        _ => object(it, root, dice, depth),
    }
}

pub(crate) fn resolve<'r>(to: &str, root: &'r Value) -> &'r Value {
    root.pointer(to.trim_start_matches('#')).expect("a definition")
}

fn object(it: &Map<String, Value>, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let mut out = Map::new();
    let required =
        |name: &str| it.get("required").and_then(Value::as_array).is_some_and(|all| all.iter().any(|it| it == name));
    for (name, schema) in it.get("properties").and_then(Value::as_object).into_iter().flatten() {
        // With a default, absent and null are not the same; such a member is always written.
        if required(name) || schema.get("default").is_some() || depth < DEPTH && dice.below(2) == 1 {
            out.insert(name.clone(), value(schema, root, dice, depth + 1));
        }
    }
    match it.get("additionalProperties") {
        Some(schema @ Value::Object(_)) if depth < DEPTH => {
            let least = it.get("minProperties").and_then(Value::as_u64).unwrap_or(0) as usize;
            for at in 0..least.max(dice.below(3)) {
                let name = match it.get("propertyNames") {
                    Some(names) => value(names, root, dice, depth).as_str().unwrap_or("a").to_owned(),
                    None => format!("{}{at}", ["key", "Another Key", "é", "x.y"][dice.below(4)]),
                };
                out.insert(name, value(schema, root, dice, depth + 1));
            }
        }
        _ => {}
    }
    Value::Object(out)
}

fn list(it: &Map<String, Value>, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let least = it.get("minItems").and_then(Value::as_u64).unwrap_or(0) as usize;
    let most = it.get("maxItems").and_then(Value::as_u64).map_or(least + 3, |most| (most as usize).min(least + 3));
    let count = if depth < DEPTH { least + dice.below(most - least + 1) } else { least };
    let prefix = it.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let items = it.get("items").unwrap_or(&Value::Bool(true));
    let count = if *items == Value::Bool(false) { prefix.len() } else { count };
    (0..count).map(|at| value(prefix.get(at).unwrap_or(items), root, dice, depth + 1)).collect()
}

fn bound(it: &Map<String, Value>, name: &str) -> Option<f64> {
    it.get(name).and_then(Value::as_f64)
}

fn integer(it: &Map<String, Value>, dice: &mut Dice) -> Value {
    let least = bound(it, "minimum").or(bound(it, "exclusiveMinimum").map(|it| it + 1.0)).unwrap_or(-20.0) as i64;
    let most = bound(it, "maximum").or(bound(it, "exclusiveMaximum").map(|it| it - 1.0));
    let most = most.map_or(least.saturating_add(1_000), |most| most as i64);
    let of = bound(it, "multipleOf").unwrap_or(1.0).max(1.0) as i64;
    let made = least.saturating_add(dice.below(most.saturating_sub(least).saturating_add(1).max(1) as usize) as i64);
    json!((made / of * of).clamp(least.min(most), most))
}

fn number(it: &Map<String, Value>, dice: &mut Dice) -> Value {
    let least = bound(it, "minimum").or(bound(it, "exclusiveMinimum")).unwrap_or(-4.0);
    let most = bound(it, "maximum").or(bound(it, "exclusiveMaximum")).unwrap_or(least + 64.0);
    let made = least + (most - least) * (1 + dice.below(254)) as f64 / 256.0;
    match bound(it, "multipleOf") {
        Some(of) => json!(((made / of).round() * of * 1e6).round() / 1e6),
        None => json!(made),
    }
}

fn text(it: &Map<String, Value>, dice: &mut Dice) -> Value {
    const PHRASES: [&str; 8] =
        ["x", "A word.", "two words", "é \"quoted\"", "back\\slash", "{brace}", "line\nbreak", "1,2; 3"];
    const SHAPED: [&str; 10] = [
        "1234",
        "abc",
        "DE123456789",
        "pkg:a/b@1",
        "a-b_c",
        "dev.cdevents.a.b.0.1.0",
        "1.0.0",
        "AB",
        "+4912345",
        "#aabbcc",
    ];
    let two = |dice: &mut Dice, end| 1 + dice.below(end);
    let made = match it.get("format").and_then(Value::as_str) {
        Some("date") => format!("2026-{:02}-{:02}", two(dice, 12), two(dice, 28)),
        Some("date-time") => format!("2026-{:02}-{:02}T18:20:05Z", two(dice, 12), two(dice, 28)),
        Some("time") => format!("{:02}:20:05", two(dice, 23)),
        Some("duration") => format!("P{}DT4H", two(dice, 9)),
        Some("uri" | "uri-reference") => "https://example.com/a".to_owned(),
        Some("email") => "a@example.com".to_owned(),
        Some("uuid") => "00000000-0000-4000-8000-000000000000".to_owned(),
        Some("byte") => "YWJj".to_owned(),
        _ if it.contains_key("pattern") => SHAPED[dice.below(SHAPED.len())].to_owned(),
        _ => PHRASES[dice.below(PHRASES.len())].to_owned(),
    };
    let least = it.get("minLength").and_then(Value::as_u64).unwrap_or(0) as usize;
    let most = it.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX) as usize;
    let longer = made.chars().chain(std::iter::repeat('y'));
    let count = made.chars().count().max(least).min(most);
    json!(longer.take(count).collect::<String>())
}

fn anything(dice: &mut Dice, depth: usize) -> Value {
    match dice.below(if depth < DEPTH { 6 } else { 4 }) {
        0 => Value::Null,
        1 => json!(dice.below(1_000)),
        2 => json!("any text"),
        3 => json!(true),
        4 => json!({ "inner": dice.below(9) }),
        _ => json!([dice.below(9), "a"]),
    }
}
