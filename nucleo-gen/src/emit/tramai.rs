//! The vectors of the stricter reference system, by schemas that go the whole way under its profile.

use crate::check;
use crate::diag::{Diags, Severity};
use crate::emit::pretty::Tree;
use crate::emit::{fingerprint, renderings, shape, sketch};
use crate::front;
use crate::ir::DeclId;
use crate::json::{Json, Value};
use crate::knobs::{Knobs, Profile};
use crate::options::Options;
use crate::resolve;
use crate::source::Sources;
use nucleo_runtime::shape::Shape;
use nucleo_runtime::{Rejection, read_as};

/// Why a vector has no meaning here, or another by design.
const SKIPPED: [(&str, &str); 12] = [
    (
        "property order changed in the descriptor itself (below the sorting compilers)",
        "by design, order is no contract",
    ),
    ("a bean and a data class of equal shape give one descriptor", "one schema is the only source here"),
    ("bean: getter-only property is left out", "no beans here"),
    ("bean: setter-only property is left out", "no beans here"),
    ("bean: annotations on the setter parameter count", "no beans here"),
    ("bean: a set or a concrete list class is an array", "no beans here"),
    ("enum from its ordinal number is let through", "by design, ordinals are never read"),
    ("integer from a fraction is cut, not refused", "by design, a fraction is no integer in any profile"),
    ("integer out of 32-bit range is refused", "an integer of JSON Schema has 64 bits unless its format says less"),
    ("range on a non-number is a run-time fault, not a build error", "by design, the build refuses it"),
    ("adding a property changes the rendered contract", "told by the fingerprint of the same two types"),
    ("rendering twice gives equal text (distinct instances)", "a rendering is a function of the schema"),
];

type Members = Vec<(String, Tree)>;

fn one(name: &str, value: Tree) -> (String, Tree) {
    (name.to_owned(), value)
}

/// A type of the vectors as JSON Schema; also whether it may be null.
fn schema(ty: &Json) -> (Members, bool) {
    let (mut members, nullable) = match &ty.value {
        Value::Text(name) => (scalar(name.trim_end_matches('?')), name.ends_with('?')),
        Value::Null => (Vec::new(), false),
        _ => (compound(ty), ty.get("nullable").and_then(Json::as_bool) == Some(true)),
    };
    if nullable {
        for (name, value) in &mut members {
            match (name.as_str(), value) {
                ("type", kind) => *kind = Tree::List(vec![kind.clone(), Tree::text("null")]),
                ("enum", Tree::List(values)) => values.push(Tree::Null),
                _ => {}
            }
        }
    }
    (members, nullable)
}

fn scalar(name: &str) -> Members {
    match name {
        "any" => Vec::new(),
        "date" => vec![one("type", Tree::text("string")), one("format", Tree::text("date"))],
        name => vec![one("type", Tree::text(name))],
    }
}

fn compound(ty: &Json) -> Members {
    let kind = |name: &str| one("type", Tree::text(name));
    if let Some(values) = ty.get("enum") {
        return vec![kind("string"), one("enum", Tree::from(values))];
    }
    if let Some(item) = ty.get("list") {
        let mut members = vec![kind("array"), one("items", Tree::Object(schema(item).0))];
        members.extend(ty.get("minItems").map(|least| one("minItems", Tree::from(least))));
        return members;
    }
    if let Some(value) = ty.get("map").or(ty.get("map_subclass")) {
        return vec![kind("object"), one("additionalProperties", Tree::Object(schema(value).0))];
    }
    if ty.get("self").is_some() {
        return vec![one("$ref", Tree::text("#"))];
    }
    let fields = ty.get("object").expect("an object").members();
    let order = ty.get("declared").map(Json::items).unwrap_or_default();
    let place = |name: &str| order.iter().position(|it| it.as_str() == Some(name));
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|it| place(&it.name));
    let (mut properties, mut required) = (Vec::new(), Vec::new());
    for field in fields {
        let (members, nullable) = property(&field.json);
        if !nullable {
            required.push(Tree::text(&field.name));
        }
        properties.push(one(&field.name, Tree::Object(members)));
    }
    vec![kind("object"), one("properties", Tree::Object(properties)), one("required", Tree::List(required))]
}

fn property(json: &Json) -> (Members, bool) {
    let Some(ty) = json.get("type") else { return schema(json) };
    let (mut members, nullable) = schema(ty);
    let range = json.get("range").map(Json::items).unwrap_or_default();
    members.extend(["minimum", "maximum"].iter().zip(range).map(|(name, it)| one(name, Tree::from(it))));
    let others = ["description", "minItems"].iter().filter_map(|name| Some(one(name, Tree::from(json.get(name)?))));
    members.extend(others);
    (members, nullable)
}

/// What a type becomes.
struct Made {
    schema: String,
    model_schema: String,
    fingerprint: String,
    shape_fingerprint: String,
    shape: Shape,
}

/// Goes the whole way; else the messages of what is refused.
fn make(ty: &Json) -> Result<Made, Vec<String>> {
    let mut sources = Sources::default();
    sources.add("answer.json", Tree::Object(schema(ty).0).compact());
    let options = Options { knobs: Knobs { profile: Some(Profile::Tramai), ..Knobs::default() }, ..Options::default() };
    let diags = Diags::new(Vec::new());
    let ir = front::read(&mut sources, &options, &diags);
    let resolved = resolve::all(&ir, &options.knobs, &diags);
    check::all(&resolved, &options, &diags);
    let errors = diags.take().into_iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<String> = errors.inspect(|it| assert!(!it.labels.is_empty())).map(|it| it.message).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let root = ir.files[0].root.unwrap_or(DeclId(0));
    let texts = renderings(&resolved, &sources, root);
    let run = Box::leak(Box::new(resolved.settings(root).run));
    let [fingerprint, shape_fingerprint] = fingerprint::of(&resolved, &[root]).remove(0);
    Ok(Made {
        schema: texts.json_schema,
        model_schema: texts.model_schema,
        fingerprint,
        shape_fingerprint,
        shape: Shape::new(shape::build(&resolved, &options, false).table, root.0, run),
    })
}

fn each(area: &str, mut check: impl FnMut(&str, &Json, &Json)) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/tramai.json");
    let all = sketch::parse(&std::fs::read_to_string(path).expect("vectors"));
    let mut met = 0;
    for vector in all.items().iter().filter(|it| text(it, "area") == area) {
        met += 1;
        if SKIPPED.iter().all(|(name, _)| *name != text(vector, "what")) {
            check(text(vector, "what"), vector, vector.get("expect").expect("an expectation"));
        }
    }
    assert!(met > 0, "{area}");
}

fn text<'j>(json: &'j Json, name: &str) -> &'j str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn value(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn ok_every_skip_is_of_a_vector() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/tramai.json");
    let all = sketch::parse(&std::fs::read_to_string(path).expect("vectors"));
    for (name, _) in SKIPPED {
        assert!(all.items().iter().any(|it| text(it, "what") == name), "{name}");
    }
}

#[test]
fn ok_schema() {
    each("schema", |what, vector, expect| {
        let made = make(vector.get("type").expect("a type")).expect(what);
        let expected = value(&expect.get("schema").expect("a schema").to_compact());
        assert_eq!(value(&made.schema), expected, "{what}");
        assert_eq!(value(&made.model_schema), expected, "{what}");
    });
}

#[test]
fn err_build() {
    each("build-error", |what, vector, expect| {
        let errors = make(vector.get("type").expect("a type")).err().unwrap_or_else(|| panic!("{what}: taken"));
        let words = match text(expect, "build_error") {
            "unsupported type" => ["takes members under any name", "is a date", "takes any value"].as_slice(),
            "recursive type" => &["leads back to its own type"],
            "item type missing" => &["takes any value"],
            _ => &["`minItems` says nothing where only a string is taken"],
        };
        assert!(errors.iter().any(|it| words.iter().any(|words| it.contains(words))), "{what}: {errors:?}");
    });
}

#[test]
fn err_a_range_on_what_is_no_number() {
    let ty = sketch::parse(r#"{"object": {"name": {"type": "string", "range": [0, 1]}}}"#);
    let errors = make(&ty).err().expect("a range on a text");
    assert_eq!(errors[0], "`minimum` says nothing where only a string is taken");
}

#[test]
fn ok_fingerprint() {
    each("fingerprint", |what, vector, expect| {
        let ty = vector.get("type").expect("a type");
        let both = ["a", "b"].map(|name| ty.get(name).map(|ty| make(ty).expect(what)));
        let [Some(a), Some(b)] = both else {
            let made = make(ty).expect(what);
            let (version, digest) = made.fingerprint.split_once(':').expect("a version");
            assert!(version.parse::<u32>().is_ok() && digest.len() == 64, "{what}");
            assert!(digest.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')), "{what}");
            return;
        };
        let same = expect.get("same").and_then(Json::as_bool) == Some(true);
        assert_eq!(a.fingerprint == b.fingerprint, same, "{what}");
        let same_shape = same || what == "description reworded";
        assert_eq!(a.shape_fingerprint == b.shape_fingerprint, same_shape, "{what}");
    });
}

#[test]
fn ok_parity() {
    each("parity", |what, vector, expect| {
        let made = make(vector.get("type").expect("a type")).expect(what);
        match expect.get("required") {
            Some(required) => assert_eq!(value(&made.schema)["required"], value(&required.to_compact()), "{what}"),
            None => check_reading(what, expect, read_as(&made.shape, text(vector, "input")).map(|it| it.value)),
        }
    });
}

#[test]
fn ok_reading() {
    for area in ["shape", "bind", "value", "extract", "parse"] {
        each(area, |what, vector, expect| {
            let made = make(vector.get("type").expect("a type")).unwrap_or_else(|why| panic!("{what}: {why:?}"));
            let input = vector.get("input").expect("an input");
            let reply = input.as_str().unwrap_or_else(|| text(input, "text"));
            check_reading(what, expect, read_as(&made.shape, reply).map(|it| it.value));
        });
    }
}

fn check_reading(what: &str, expect: &Json, result: Result<serde_json::Value, Rejection>) {
    let Some(fail) = expect.get("fail") else {
        let expected = value(&expect.get("ok").expect("a value").to_compact());
        let read = result.unwrap_or_else(|rejection| panic!("{what}: {rejection:?}"));
        return assert_eq!(plain(&read), plain(&expected), "{what}");
    };
    let feedback = result.err().unwrap_or_else(|| panic!("{what}: taken")).feedback();
    let beginning = match (text(fail, "stage"), text(fail, "detail")) {
        ("EXTRACTION", _) => "Your reply is not valid JSON.".to_owned(),
        (_, "") => "Your JSON cannot be read as the type".to_owned(),
        (_, detail) => format!("Your JSON failed its validation: {detail}. Send"),
    };
    assert!(feedback.starts_with(&beginning), "{what}: {feedback}");
}

/// An optional member that is null and one that is absent are one here, and so are 2 and 2.0.
fn plain(value: &serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(members) => {
            let there = members.iter().filter(|(_, value)| !value.is_null());
            there.map(|(name, value)| (name.clone(), plain(value))).collect()
        }
        serde_json::Value::Array(items) => items.iter().map(plain).collect(),
        serde_json::Value::Number(number) => number.as_f64().into(),
        other => other.clone(),
    }
}
