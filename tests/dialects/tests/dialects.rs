//! A valid value in a dialect's form is valid under the dialect's schema, by a validator that is not ours, and is read
//! back as itself.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::dress::{dress, plain};
use support::values::{Dice, value};

/// What all dialects take, as their pages list it: the second look at what the generator emits.
const COMMON: &str = "type description properties required items enum anyOf";

/// What each takes beside that.
const KEYWORDS: [(&str, &str); 5] = [
    (
        "openai",
        "additionalProperties $ref $defs minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format \
         minItems maxItems",
    ),
    ("anthropic", "additionalProperties $ref $defs format minItems"),
    ("gemini", "additionalProperties $ref $defs prefixItems minimum maximum minItems maxItems propertyOrdering"),
    (
        "gemini_openapi",
        "nullable minimum maximum minLength maxLength pattern format minItems maxItems propertyOrdering",
    ),
    ("xai", "additionalProperties $ref $defs format"),
];

/// How many values of each answer are tried.
const VALUES: usize = 12;

#[derive(Default)]
struct Counts {
    emitted: usize,
    refused: BTreeMap<String, usize>,
    losses: BTreeMap<String, usize>,
    values: usize,
    unsaid: usize,
}

#[test]
fn ok_the_schemas_of_this_repository() {
    let counts = check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas")), &[]);
    assert!(counts.values().map(|it| it.values).sum::<usize>() > 500);
}

#[test]
fn ok_cycles_that_are_written_out() {
    let limits = ["anthropic", "gemini_openapi", "xai"].map(|name| format!("--limit={name}.unroll=3"));
    let limits = limits.each_ref().map(String::as_str);
    let counts = check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas")), &limits);
    assert!(counts.values().all(|it| it.refused.is_empty()));
}

#[test]
#[ignore = "needs the corpora"]
fn ok_the_schemas_of_two_projects() {
    let folder = std::env::var_os("NUCLEO_SHARED").map_or_else(|| PathBuf::from("../../../shared"), PathBuf::from);
    for name in ["cdevents/schemas", "mcp"] {
        let path = folder.join("schemas/repos").join(name);
        assert!(path.is_dir(), "`{}` is not there: set NUCLEO_SHARED", path.display());
        check(&path, &[]);
    }
}

/// Tries every answer of a folder in every dialect, and tells what came of it.
fn check(folder: &Path, limits: &[&str]) -> BTreeMap<&'static str, Counts> {
    let rows = support::report(folder, limits);
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut trials = Vec::new();
    let mut without = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let text = |name: &str| row[name]["text"].as_str().and_then(|it| serde_json::from_str::<Value>(it).ok());
        let model = text("model_schema").expect("a schema");
        let values = valid_values(&model, at as u64);
        if values.is_empty() {
            without.push(row["answer"].as_str().unwrap_or_default());
        }
        for (dialect, keywords) in KEYWORDS {
            let counts = counts.entry(dialect).or_default();
            let Some(schema) = text(dialect) else {
                for why in row[dialect]["refused"].as_array().expect("reasons") {
                    *counts.refused.entry(reason(why)).or_default() += 1;
                }
                continue;
            };
            counts.emitted += 1;
            check_keywords(&schema, &COMMON.split(' ').chain(keywords.split(' ')).collect(), dialect);
            let losses = row[dialect]["losses"].as_array().expect("losses");
            for loss in losses {
                *counts.losses.entry(loss["effect"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
            }
            let has_unsaid = losses.iter().any(|loss| loss["effect"] == "unsaid");
            let validator = jsonschema::validator_for(&plain(&schema)).expect("a schema");
            for value in &values {
                let dressed = dress(value, &schema, &schema).or_else(|| wrap(value, &schema));
                match dressed
                    .filter(|it| validator.is_valid(it))
                    .or_else(|| wrap(value, &schema).filter(|it| validator.is_valid(it)))
                {
                    Some(dressed) => {
                        counts.values += 1;
                        trials.push((row, dialect, value.clone(), dressed));
                    }
                    None => {
                        assert!(has_unsaid, "{dialect} of {}: {value}\n{schema:#}", row["answer"]);
                        counts.unsaid += 1;
                    }
                }
            }
        }
    }
    read_back(&trials);
    print(folder, rows.len(), &counts, &without);
    counts
}

/// Values of the contract, by the validator.
fn valid_values(model: &Value, seed: u64) -> Vec<Value> {
    let validator = jsonschema::validator_for(model).expect("a schema");
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (seed + 1));
    let made = (0..VALUES * 40).map(|_| value(model, model, &mut dice, 0)).filter(|it| validator.is_valid(it));
    let mut distinct = BTreeSet::new();
    made.filter(|it| distinct.insert(it.to_string())).take(VALUES).collect()
}

/// A value under the one member of the root.
fn wrap(value: &Value, schema: &Value) -> Option<Value> {
    let properties = schema.get("properties")?.as_object().filter(|it| it.len() == 1)?;
    let (name, inner) = properties.iter().next()?;
    Some(json!({ name: dress(value, inner, schema)? }))
}

/// The kind of a reason, without names and numbers.
fn reason(why: &Value) -> String {
    let text = why["why"].as_str().unwrap_or_default();
    let parts = text.split('`').enumerate().filter(|(at, _)| at % 2 == 0).map(|(_, part)| part);
    parts.collect::<String>().chars().filter(|c| !c.is_ascii_digit()).collect::<String>().trim().to_owned()
}

fn check_keywords(schema: &Value, keywords: &BTreeSet<&str>, dialect: &str) {
    let Value::Object(it) = schema else { return };
    for (name, inner) in it {
        assert!(keywords.contains(name.as_str()), "{dialect} has no `{name}`: {schema}");
        match (name.as_str(), inner) {
            ("properties" | "$defs", Value::Object(all)) => {
                all.values().for_each(|it| check_keywords(it, keywords, dialect));
            }
            ("anyOf" | "prefixItems", Value::Array(all)) => {
                all.iter().for_each(|it| check_keywords(it, keywords, dialect));
            }
            ("items" | "additionalProperties", inner) => check_keywords(inner, keywords, dialect),
            _ => {}
        }
    }
    if let (true, Some(properties)) = (dialect == "openai", it.get("properties").and_then(Value::as_object)) {
        let required = it.get("required").and_then(Value::as_array).map_or(0, Vec::len);
        assert_eq!((required, &it["additionalProperties"]), (properties.len(), &Value::Bool(false)), "{schema}");
    }
    assert!(!it.contains_key("$ref") || it.len() == 1, "{dialect} has something beside `$ref`: {schema}");
}

/// Reads each value in both forms: as the contract has it, and as the dialect does.
fn read_back(trials: &[(&Value, &str, Value, Value)]) {
    let row = |row: &Value, raw: &Value| {
        let schema: Value = serde_json::from_str(row["json_schema"]["text"].as_str().expect("a schema")).expect("JSON");
        json!({ "id": 0, "schema": schema, "raw": raw.to_string() }).to_string() + "\n"
    };
    let rows: String = trials.iter().map(|(it, _, value, dressed)| row(it, value) + &row(it, dressed)).collect();
    let args = ["read", "--jsonl", "--allow", "name_clash", "--allow", "duplicate_id"];
    let out = support::run(&args, &rows);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), trials.len() * 2);
    for (pair, (it, dialect, value, dressed)) in lines.chunks(2).zip(trials) {
        let [one, two] = [pair[0], pair[1]].map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        // By itself, `813` may be a text or a number; in the wrapper it is what JSON says it is.
        let one = if two == *value { two.clone() } else { one };
        let (one, two) = (without_nulls(&one), without_nulls(&two));
        assert_eq!(one, two, "{dialect} of {}:\n{value}\n{dressed}", it["answer"]);
        assert!(!pair[0].starts_with("{\"$error\""), "{}: {}\n{value}", it["answer"], pair[0]);
    }
}

/// An optional member that is null is one that is absent, as the types have it.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(it) => {
            let there = it.iter().filter(|(_, value)| !value.is_null());
            there.map(|(name, value)| (name.clone(), without_nulls(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

fn print(folder: &Path, answers: usize, counts: &BTreeMap<&str, Counts>, without: &[&str]) {
    println!("{}: {answers} answers, {} without a value {without:?}", folder.display(), without.len());
    for (dialect, it) in counts {
        let refused: usize = answers - it.emitted;
        println!(
            "  {dialect}: {} emitted, {refused} refused; losses {:?}; {} values read back, {} cannot be asked for",
            it.emitted, it.losses, it.values, it.unsaid
        );
        it.refused.iter().for_each(|(why, count)| println!("    {count} × {why}"));
    }
}
