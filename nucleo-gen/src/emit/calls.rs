//! The corpus of real replies: those that call tools, read through a palette of the tools that they were offered.
//!
//! The folder is named by `NUCLEO_SHARED`, by default `../shared` beside the workspace.

use std::collections::BTreeMap;
use std::path::PathBuf;

use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::Shape;
use nucleo_runtime::tool::{Calls, Palette, Tool};
use serde_json::{Value, json};

use crate::diag::Diags;
use crate::emit::shape;
use crate::front;
use crate::options::Options;
use crate::resolve;
use crate::source::Sources;

fn rows() -> Vec<Value> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let shared = std::env::var_os("NUCLEO_SHARED").map_or_else(|| PathBuf::from(default), PathBuf::from);
    let path = shared.join("corpus/llm-replies.dev.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// The tools of an envelope of calls: `{name, arguments}`, one of several, a list of them, or `{tool_calls}`.
fn tools(schema: &Value) -> Option<Vec<(String, &Value)>> {
    if let Some(calls) = schema["properties"].get("tool_calls") {
        return tools(calls);
    }
    if let Some(branches) = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) {
        let all: Option<Vec<_>> = branches.iter().map(tools).collect();
        return all.map(|all| all.concat());
    }
    if schema.get("items").is_some() {
        return tools(&schema["items"]);
    }
    let properties = &schema["properties"];
    let arguments = properties.get("arguments")?;
    let names = match properties["name"].get("const") {
        Some(name) => vec![name],
        None => properties["name"].get("enum")?.as_array()?.iter().collect(),
    };
    Some(names.into_iter().filter_map(|name| Some((name.as_str()?.to_owned(), arguments))).collect())
}

/// A palette of these tools. It is leaked: tests are short-lived.
fn palette(tools: &[(String, &Value)]) -> Option<Palette> {
    let definitions: serde_json::Map<String, Value> = (tools.iter().enumerate())
        .map(|(at, (_, schema))| {
            let mut schema = (*schema).clone();
            schema["title"] = json!(format!("Tool{at}"));
            (format!("t{at}"), schema)
        })
        .collect();
    let diags = Diags::default();
    let mut sources = Sources::default();
    sources.add("tools.json", json!({ "$defs": definitions }).to_string());
    let options = Options::default();
    let ir = front::read(&mut sources, &options, &diags);
    let resolved = resolve::all(&ir, &options.knobs, &diags);
    let has_errors = diags.has_errors();
    diags.take();
    if has_errors {
        return None;
    }
    let shapes = shape::build(&resolved, &options, false);
    let mut palette = Palette::new();
    for (at, (name, _)) in tools.iter().enumerate() {
        let id = ir.files[0].answers.iter().find(|id| ir[**id].place == format!("#/$defs/t{at}"))?;
        let input = Shape::new(shapes.table, shapes.of(*id).0, &Profile::NUCLEO);
        palette.add(Tool::new(Box::leak(name.clone().into_boxed_str()), "", "", input)).ok()?;
    }
    Some(palette)
}

/// The calls that a value of the corpus states.
fn calls(value: &Value) -> Vec<(String, Value)> {
    let items = match value.get("tool_calls").unwrap_or(value) {
        Value::Array(items) => items.clone(),
        one => vec![one.clone()],
    };
    items.iter().map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it["arguments"].clone())).collect()
}

/// Whether two values are one: `3` and `3.0` are, and so are a null and a missing member, where neither is required.
fn is_same(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(one), Value::Number(two)) => one.as_f64() == two.as_f64(),
        (Value::Array(one), Value::Array(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| is_same(one, two))
        }
        (Value::Object(one), Value::Object(two)) => {
            let of = |it: &Value| if it.is_null() { None } else { Some(it.clone()) };
            one.keys().chain(two.keys()).all(|name| match (one.get(name).and_then(of), two.get(name).and_then(of)) {
                (Some(one), Some(two)) => is_same(&one, &two),
                (one, two) => one == two,
            })
        }
        _ => one == two,
    }
}

/// Leaves out what a schema does not declare: it is no part of a typed value.
fn declared(value: &mut Value, schema: &Value) {
    match (value, schema["properties"].as_object()) {
        (Value::Object(members), Some(properties)) => {
            members.retain(|name, _| properties.contains_key(name));
            members.iter_mut().for_each(|(name, value)| declared(value, &properties[name]));
        }
        (Value::Array(items), _) => items.iter_mut().for_each(|item| declared(item, &schema["items"])),
        _ => {}
    }
}

/// What is not as it should be; nothing where the reading is right.
fn miss(row: &Value, tools: &[(String, &Value)], turn: &Calls<Value>) -> Option<&'static str> {
    let refused = turn.refused().count();
    // One bad call spoils a reply of the corpus; here it is refused, and the others are taken.
    if refused == 0 && turn.accepted().count() > 0 {
        if row["expect"].is_null() {
            return Some("a call where the reply states none");
        }
        if row["fits"] == false {
            return Some("a call that does not fit is taken");
        }
    }
    if row["expect"].is_null() || row["fits"] == false {
        return None;
    }
    let expected = calls(row.get("typed").unwrap_or(&row["expect"]));
    if turn.calls.is_empty() {
        return Some("no call is found");
    }
    if refused > 0 {
        return Some("a call that fits is refused");
    }
    if turn.calls.len() != expected.len() {
        return Some("too few calls or too many");
    }
    let is_right = turn.calls.iter().zip(&expected).all(|(call, (name, arguments))| {
        let mut arguments = arguments.clone();
        let schema = tools.iter().find(|(it, _)| it == name).map(|(_, schema)| *schema);
        schema.into_iter().for_each(|schema| declared(&mut arguments, schema));
        call.name == *name && call.input.as_ref().is_ok_and(|input| is_same(input, &arguments))
    });
    (!is_right).then_some("other arguments")
}

#[test]
#[ignore = "needs the corpora"]
fn ok_nearly_all_real_calls_are_read() {
    let (mut all, mut right) = (0, 0);
    let mut misses: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in rows() {
        let Some(tools) = tools(&row["schema"]).filter(|tools| !tools.is_empty()) else { continue };
        all += 1;
        let turn = palette(&tools).map(|palette| palette.read::<Value>(row["raw"].as_str().unwrap_or_default()));
        let missed = match &turn {
            Some(turn) => miss(&row, &tools, turn),
            None => Some("the schemas of the tools are refused"),
        };
        match missed {
            None => right += 1,
            Some(kind) => {
                let id = row["id"].as_str().unwrap_or_default();
                misses.entry(kind).or_default().push(format!("{id} {}", row["kind"]));
            }
        }
    }
    let share = 100.0 * f64::from(right) / f64::from(all);
    println!("{right} of {all} replies with calls are read right: {share:.1} %");
    for (kind, rows) in &misses {
        println!("  {kind}: {}", rows.len());
        rows.iter().for_each(|row| println!("    {row}"));
    }
    assert!(share >= 98.0, "{share:.1} %");
}
