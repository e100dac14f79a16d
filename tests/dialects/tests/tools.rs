//! The lists of tools, held against what each provider takes.

use jsonschema::Validator;
use nucleo_runtime::tool::{self, Palette};
use nucleo_tests::tools::TOOLS;
use serde_json::{Value, json};

fn read(list: &str) -> Value {
    serde_json::from_str(list).expect("a list is JSON")
}

#[track_caller]
fn check(schema: &Value, list: &Value) {
    let validator: Validator = jsonschema::validator_for(schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(list).map(|it| format!("{it} at {}", it.instance_path())).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// The schema of an input is one itself, and describes an object.
#[track_caller]
fn check_inputs<'v>(inputs: impl Iterator<Item = &'v Value>) {
    let mut count = 0;
    for input in inputs {
        assert!(jsonschema::meta::is_valid(input), "{input}");
        assert!(jsonschema::validator_for(input).is_ok(), "{input}");
        assert_eq!(input["type"], "object", "{input}");
        count += 1;
    }
    assert!(count > 10);
}

/// The tools whose names every provider takes: of the others the generator says so.
fn palette() -> Palette {
    let mut palette = Palette::of(TOOLS);
    palette.retain(|tool| tool.name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-')));
    assert_eq!(palette.len(), TOOLS.len() - 3);
    palette
}

/// An object with exactly these members.
fn closed(members: &[(&str, Value)], required: &[&str]) -> Value {
    let properties: serde_json::Map<String, Value> =
        members.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn text(most: u64) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": most })
}

#[test]
fn ok_openai() {
    let name = json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" });
    let parameters = json!({ "type": "object" });
    let own = [("name", name), ("description", text(1 << 20)), ("parameters", parameters)];
    let function = closed(&own, &["name", "parameters"]);
    let chat = closed(&[("type", json!({ "const": "function" })), ("function", function)], &["type", "function"]);
    let list = read(&tool::openai(&palette()));
    check(&json!({ "type": "array", "items": chat, "maxItems": 128 }), &list);
    check_inputs(list.as_array().unwrap().iter().map(|it| &it["function"]["parameters"]));

    let more = [("type", json!({ "const": "function" })), ("strict", json!({ "const": false }))];
    let flat = closed(&[own.as_slice(), &more].concat(), &["type", "name", "parameters", "strict"]);
    let list = read(&tool::openai_responses(&palette()));
    check(&json!({ "type": "array", "items": flat }), &list);
    check_inputs(list.as_array().unwrap().iter().map(|it| &it["parameters"]));
}

#[test]
fn ok_anthropic() {
    let name = json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" });
    let input = json!({ "type": "object", "properties": { "type": { "const": "object" } }, "required": ["type"] });
    let tool =
        closed(&[("name", name), ("description", text(1 << 20)), ("input_schema", input)], &["name", "input_schema"]);
    let list = read(&tool::anthropic(&palette()));
    check(&json!({ "type": "array", "items": tool }), &list);
    check_inputs(list.as_array().unwrap().iter().map(|it| &it["input_schema"]));
}

#[test]
fn ok_gemini() {
    // The keywords that its field for JSON Schema takes; beside a reference, only those with a dollar.
    let own = json!({ "$ref": "#/$defs/schema" });
    let by_name = json!({ "type": "object", "additionalProperties": own });
    let list_of = json!({ "type": "array", "items": own });
    let plain = closed(
        &[
            ("type", json!({})),
            ("title", json!({ "type": "string" })),
            ("description", json!({ "type": "string" })),
            ("format", json!({ "type": "string" })),
            ("enum", json!({ "items": { "type": ["string", "number"] } })),
            ("minimum", json!({ "type": "number" })),
            ("maximum", json!({ "type": "number" })),
            ("minItems", json!({ "type": "integer" })),
            ("maxItems", json!({ "type": "integer" })),
            ("items", own.clone()),
            ("prefixItems", list_of.clone()),
            ("anyOf", list_of),
            ("properties", by_name.clone()),
            ("additionalProperties", own),
            ("required", json!({ "items": { "type": "string" } })),
            ("$defs", by_name.clone()),
        ],
        &[],
    );
    let reference = closed(&[("$ref", json!({ "type": "string", "pattern": "^#" })), ("$defs", by_name)], &["$ref"]);
    let name = json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$" });
    let function = closed(
        &[
            ("name", name),
            ("description", text(1 << 20)),
            ("parametersJsonSchema", json!({ "$ref": "#/$defs/schema" })),
        ],
        &["name", "parametersJsonSchema"],
    );
    let tool =
        closed(&[("functionDeclarations", json!({ "type": "array", "items": function }))], &["functionDeclarations"]);
    let schema = json!({ "type": "array", "items": tool,
        "$defs": { "schema": { "anyOf": [plain, reference, { "type": "boolean" }] } } });
    let list = read(&tool::gemini(&palette()));
    check(&schema, &list);
    check_inputs(list[0]["functionDeclarations"].as_array().unwrap().iter().map(|it| &it["parametersJsonSchema"]));
}

#[test]
fn ok_mcp() {
    let input = json!({ "type": "object", "properties": { "type": { "const": "object" } }, "required": ["type"] });
    let hint = json!({ "type": "boolean" });
    let hints = json!({ "type": "object", "properties": { "title": { "type": "string" }, "readOnlyHint": hint,
        "destructiveHint": hint, "idempotentHint": hint, "openWorldHint": hint } });
    let tool = json!({ "type": "object", "required": ["name", "inputSchema"], "properties": {
        "name": { "type": "string" }, "title": { "type": "string" }, "description": { "type": "string" },
        "inputSchema": input, "outputSchema": input, "annotations": hints, "_meta": { "type": "object" } } });
    let list = read(&tool::mcp(&Palette::of(TOOLS)));
    check(
        &json!({ "type": "object", "required": ["tools"], "properties": { "tools": { "type": "array", "items": tool } } }),
        &list,
    );
    check_inputs(list["tools"].as_array().unwrap().iter().map(|it| &it["inputSchema"]));
    assert!(!list.to_string().contains("x-nucleo-"));
}

/// A call that fits what a model was shown is taken; one that does not is refused, or mended.
#[test]
fn ok_what_is_shown_is_what_is_checked() {
    let calls = [
        ("dig_bed", json!({ "bed_number": 3, "depth": "deep" })),
        ("look", json!({ "beds": [1, 2] })),
        ("addNumbers", json!({ "a": 1, "b": 2.5 })),
        ("draw", json!({ "shape": { "kind": "square", "side": 1 } })),
        ("pick", json!({ "n": 2, "exactly": "yes" })),
        ("geo_point", json!({ "point": [1, 2] })),
        ("make_tree", json!({ "label": "a", "children": [{ "label": "b" }] })),
        ("dig_bed", json!({ "bed_number": 9 })),
        ("addNumbers", json!({ "a": 1 })),
        ("addNumbers", json!({ "a": 1, "b": 2, "c": 3 })),
        ("draw", json!({ "shape": { "kind": "line" } })),
        ("if_then", json!({ "user": "u" })),
        ("geo_point", json!({ "point": [1] })),
    ];
    let palette = palette();
    for (name, arguments) in calls {
        let schema: Value = read(&palette.get(name).unwrap().schema);
        let fits = jsonschema::validator_for(&schema).unwrap().is_valid(&arguments);
        let turn = palette.native::<Value>(&json!({ "name": name, "arguments": arguments }));
        assert_eq!(turn.calls[0].input.is_ok(), fits, "{name} {arguments}");
    }
}
