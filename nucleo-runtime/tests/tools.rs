//! Tools: the vectors of the first reference system, and every way in which a call can be bad.
#![cfg(feature = "tools")]

mod support;

use nucleo_runtime::fault::{FaultKind, Found};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{self, Field, List, Literal, Record, Rest, Shape, Spellings, Table, Text, Type, Variant};
use nucleo_runtime::tool::{
    self, Agent, Calls, Catalog, Envelope, Kind, Native, Palette, RefusalKind, Requested, ThinkingResponse, Tool,
};
use nucleo_runtime::{FromNode, Node, Shaped, ToNode, Value, Writer, parse, read_as};
use serde_json::json;
use support::{leak, nucleo, vectors, what};

const CANARY: &str = "qq9canary";

fn tool(name: &str, sketch: Value) -> Tool {
    Tool::new(leak(name), "Does it.", "{}", nucleo(&sketch))
}

fn count_in() -> Value {
    json!({ "title": "CountIn", "type": "object", "properties": { "count": { "type": "integer", "format": "int32" } } })
}

/// Tools of a garden: one with nothing required, two that need something.
fn garden() -> Palette {
    let bed = json!({ "type": "integer", "format": "int32", "x-required": true });
    let rows = json!({ "type": "array", "items": { "title": "Row", "type": "object",
        "properties": { "length": { "type": "integer", "format": "int32", "x-required": true } } } });
    Palette::of(&[
        tool("probe", count_in()),
        tool("dig", json!({ "title": "DigIn", "type": "object", "properties": { "bed": bed } })),
        tool("water_row", json!({ "title": "WaterIn", "type": "object", "properties": { "rows": rows } })),
    ])
}

fn read(reply: &str) -> Calls<Value> {
    garden().read(reply)
}

fn kinds(turn: &Calls<Value>) -> Vec<Option<RefusalKind>> {
    turn.calls.iter().map(|call| call.input.as_ref().err().map(|refusal| refusal.kind())).collect()
}

fn ids(turn: &Calls<Value>) -> Vec<&str> {
    turn.calls.iter().map(|call| call.id.as_str()).collect()
}

fn inputs(turn: &Calls<Value>) -> Vec<Value> {
    turn.calls.iter().map(|call| call.input.clone().expect("an accepted call")).collect()
}

#[test]
fn tool_calls() {
    for vector in vectors("nucleo.json", &["tool_calls"]) {
        let (what, expect, input) = (what(&vector), &vector["expect"], &vector["input"]);
        if what.starts_with("input refusal names") {
            let palette = Palette::of(&[tool("probe", vector["type"].clone())]);
            let call = format!(r#"{{"name":"probe","arguments":{}}}"#, input.as_str().unwrap());
            let turn = palette.read::<Value>(&call);
            let refusal = turn.calls[0].input.as_ref().unwrap_err();
            assert_eq!((refusal.kind().name(), refusal.parameter()), ("tool_input", "rows.length"), "{what}");
            assert!(refusal.feedback().contains("rows[0].length") && !refusal.feedback().contains(CANARY));
            continue;
        }
        let turn = match input.as_str() {
            Some(text) => ThinkingResponse::<String, Value>::read(&garden(), text).unwrap(),
            None => {
                let calls = input["native"].as_array().unwrap().iter();
                let blocks = calls
                    .map(|it| json!({ "type": "tool_use", "id": it["id"], "name": it["name"], "input": it["input"] }));
                let text = input["text"].as_str().map(|text| json!({ "type": "text", "text": text }));
                let content: Vec<Value> = text.into_iter().chain(blocks).collect();
                ThinkingResponse::<String, Value>::native(&garden(), &json!({ "content": content })).unwrap()
            }
        };
        let ids: Vec<&str> = turn.tool_calls.iter().map(|call| call.id.as_str()).collect();
        for key in ["ids", "kept"] {
            if let Some(expected) = expect[key].as_array() {
                // The third call of the first vector lacks a member that our tool needs; it keeps its id all the same.
                assert_eq!(json!(ids), json!(expected), "{what}");
            }
        }
        if let Some(expected) = expect["final"].as_bool() {
            assert_eq!(turn.final_answer, expected, "{what}");
        }
        if expect["err"] == "unknown_tool" {
            // The reference refuses the whole reply; here, by the issue, the one call.
            let refusal = turn.tool_calls[0].input.as_ref().unwrap_err();
            assert!(matches!(refusal.kind(), RefusalKind::UnknownTool | RefusalKind::MissingName), "{what}");
            assert!(refusal.feedback().contains("`probe`, `dig`"), "{what}");
        }
        if let Some(expected) = expect["parse_error"]["param"].as_str() {
            let refusal = turn.tool_calls[0].input.as_ref().unwrap_err();
            assert_eq!(refusal.parameter(), expected, "{what}");
            assert!(!refusal.feedback().contains(CANARY) && !refusal.to_string().contains(CANARY), "{what}");
        }
    }
}

#[test]
fn tool_definition() {
    let vectors = vectors("nucleo.json", &["tool_definition"]);
    assert_eq!(vectors.len(), 6);
    for vector in &vectors {
        let (input, expect) = (&vector["input"], &vector["expect"]);
        let shape = nucleo(&count_in());
        if let Some(text) = expect["description"].as_str() {
            let kind = match input["type"].as_str().unwrap() {
                "API_CALL" => Kind::ApiCall,
                "IN_MEMORY" => Kind::InMemory,
                _ => Kind::Thinker { level: input["level"].as_u64().unwrap() as u8 },
            };
            let weight = |member: &str| input[member].as_u64().unwrap() as u32;
            let tool = Tool::new("a", leak(input["description"].as_str().unwrap()), "", shape).kind(kind);
            let tool = tool.weight(weight("min"), weight("max"));
            let tool = if input["read_only"] == true { tool.read_only() } else { tool };
            assert_eq!(tool.description(), text, "{}", what(vector));
        } else if let Some(text) = expect["text"].as_str() {
            let schema = input["schema"].as_str().unwrap_or_default();
            let [name, about] = ["name", "description"].map(|member| leak(input[member].as_str().unwrap()));
            // The vector's description has its label already.
            let tool = Tool::new(name, about, leak(schema), shape).listed("{}");
            assert_eq!(tool.to_string(), text, "{}", what(vector));
        } else if expect["err"] == "tool_input" {
            let palette = Palette::of(&[tool("probe", vector["type"].clone())]);
            let turn =
                palette.read::<Value>(&format!("{{\"name\": \"probe\", \"input\": {}}}", input.as_str().unwrap()));
            let refusal = turn.calls[0].input.as_ref().unwrap_err();
            assert_eq!(refusal.parameter(), "count");
            assert!(refusal.feedback().contains("`CountIn`") && !refusal.feedback().contains(CANARY));
        }
        // The remaining one is of the generator: `nucleo-gen`, emit::tool.
    }
}

#[test]
fn tool_registry() {
    let [upsert, unknown] = vectors("nucleo.json", &["tool_registry"]).try_into().unwrap();
    let bed = nucleo(&count_in());
    let dig = |about: &'static str| Tool::new("dig_bed", about, "", bed);
    let mut palette = Palette::new();
    palette.add(dig("Digs.")).unwrap();
    palette.add(dig("Digs a bed.")).unwrap();
    assert_eq!(json!(palette.len()), upsert["expect"]["size"]);
    assert_eq!(palette.get("dig_bed").unwrap().about, "Digs a bed.");
    let clash = palette.add(dig("Digs.").kind(Kind::InMemory)).unwrap_err();
    assert_eq!(clash.to_string(), "two different tools are named `dig_bed`: one of them needs another name");
    assert!(palette.add(Tool::new("dig_bed", "", "", Requested::SHAPE)).is_err());

    let turn = palette.read::<Value>(r#"[{"name":"ghost","arguments":{}},{"name":null,"arguments":{}}]"#);
    assert_eq!(kinds(&turn), [Some(RefusalKind::UnknownTool), Some(RefusalKind::MissingName)]);
    for (_, refusal) in turn.refused() {
        assert!(refusal.feedback().contains(unknown["expect"]["contains"][0].as_str().unwrap()));
    }
}

#[test]
fn ok_a_palette_is_idempotent() {
    let mut palette = garden();
    let before = palette.clone();
    palette.add(palette.get("dig").unwrap().clone()).unwrap();
    assert_eq!(palette, before);
    assert!(palette.remove("dig") && !palette.remove("dig"));
    assert_eq!(palette.names().collect::<Vec<_>>(), ["probe", "water_row"]);
    palette.add(tool("look", count_in()).read_only()).unwrap();
    assert_eq!(palette.read_only().names().collect::<Vec<_>>(), ["look"]);
    assert_eq!(palette.read_only().read_only(), palette.read_only());
}

#[test]
fn catalog() {
    // A name in another casing is the name; the reference drops it in silence.
    const SKIPPED: &[&str] = &["camelCase spelling is silently dropped"];
    for vector in vectors("nucleo.json", &["catalog"]) {
        let (what, expect) = (what(&vector), &vector["expect"]);
        if let Some(entries) = vector["input"]["catalog"].as_array() {
            let entries = entries.iter().map(|it| (it["name"].as_str().unwrap(), it["description"].as_str().unwrap()));
            let catalog = if what.starts_with("request_tools") { Catalog::Tools } else { Catalog::Skills };
            let tool = catalog.tool(entries);
            let mut schema: Value = serde_json::from_str(&tool.schema).unwrap();
            let [member] = ["tool_names", "skill_names"]
                .map(|name| schema["properties"].get(name).is_some().then_some(name))
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .try_into()
                .unwrap();
            schema["properties"][member]["description"] = json!("<one sentence>");
            assert_eq!(schema, expect["json"], "{what}");
            assert_eq!(tool.read_only, catalog == Catalog::Skills);
            assert!(!tool.schema.contains(['\n', ' ']) || !tool.schema.contains(": "), "compact");
            continue;
        }
        if SKIPPED.contains(&what) {
            continue;
        }
        let palette = Palette::of(&[Catalog::Tools.tool([("dig_bed", "Digs a bed.")])]);
        let input = vector["input"].as_str().unwrap_or("null");
        let turn = palette.read::<Value>(&format!("{{\"name\": \"request_tools\", \"arguments\": {input}}}"));
        match &turn.calls[0].input {
            Ok(value) => assert_eq!(*value, expect["ok"], "{what}"),
            Err(refusal) => {
                assert_eq!(refusal.kind().name(), expect["err"].as_str().unwrap(), "{what}");
                let param = expect["param"].as_str().unwrap_or("request_tools");
                assert_eq!(refusal.parameter(), param, "{what}");
                assert!(!refusal.feedback().contains(CANARY), "{what}");
            }
        }
    }
    let asked: Requested = parse(r#"{"toolNames": ["dig_bed"]}"#).unwrap();
    assert_eq!(asked.names, ["dig_bed"]);
    assert!(read_as(&Requested::SHAPE, "{}").is_err());
}

// --- the answer in the envelope

/// The answer of the vectors' first type, as the generator would have it.
#[derive(Debug, Clone, PartialEq)]
struct Finding {
    value: String,
}

static FINDING: Table = Table {
    types: &[
        Type::new(
            "Finding",
            shape::Kind::Record(Record {
                fields: &[
                    Field::new("value", 1).required(),
                    Field::new("count", 2),
                    Field::new("call", 3),
                    Field::new("tags", 4),
                ],
                spellings: Spellings::new(&[("call", 2), ("count", 1), ("tags", 3), ("value", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", shape::Kind::Text(Text::ANY)),
        Type::new("", shape::Kind::Integer(shape::Integer::new(shape::Width::I32))).or_null(),
        Type::new(
            "Call",
            shape::Kind::Enum(&[Variant::new(Literal::Text("KEEP")), Variant::new(Literal::Text("DROP"))]),
        )
        .or_null(),
        Type::new("", shape::Kind::List(List::of(1))),
        Type::new(
            "ThinkingResponse",
            shape::Kind::Record(Record {
                fields: &[
                    Field::new("final_answer", 6).default(Literal::Bool(false)),
                    Field::new("answer", 7),
                    Field::new("tool_calls", 8),
                    Field::new("reasoning", 8),
                ],
                spellings: Spellings::new(&[("answer", 1), ("finalanswer", 0), ("reasoning", 3), ("toolcalls", 2)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", shape::Kind::Bool),
        Type::new("", shape::Kind::Same(shape::TypeId(0))).or_null(),
        Type::new("", shape::Kind::Any).or_null(),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

impl FromNode for Finding {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self { value: node.get(0)? })
    }
}

impl ToNode for Finding {
    fn to_node(&self, out: &mut Writer) {
        out.record(Self::SHAPE).field(0, &self.value);
    }
}

impl Shaped for Finding {
    const SHAPE: Shape = Shape::new(&FINDING, 0, &Profile::NUCLEO);
}

impl Agent for Finding {
    const ENVELOPE: Envelope =
        Envelope { shape: Shape::new(&FINDING, 5, &Profile::NUCLEO), notations: [""; 4], schemas: [""; 4] };
}

#[test]
fn answer_shape() {
    // By design, JSON in a text is read where an object is declared, a list of one as its element, and one text as a list.
    const SKIPPED: &[&str] = &[
        "text where a list is declared: upstream forwards the decoder's words, which quote the value",
        "object answer type refuses JSON text in a string",
        "object answer type refuses array holding the right object",
    ];
    let vectors = vectors("nucleo.json", &["answer_shape"]);
    assert_eq!(vectors.len(), 29);
    for vector in vectors.iter().filter(|vector| !SKIPPED.contains(&what(vector))) {
        let reply = vector["input"].as_str().unwrap();
        let (what, expect) = (what(vector), &vector["expect"]);
        let read = if vector["type"]["title"] == "Finding" {
            ThinkingResponse::<Finding, Value>::read(&garden(), reply)
                .map(|turn| turn.answer.map(|it| json!({ "value": it.value })))
        } else {
            ThinkingResponse::<String, Value>::read(&garden(), reply).map(|turn| turn.answer.map(Value::from))
        };
        match read {
            Ok(answer) => {
                let expected = expect.get("ok").map_or(&Value::Null, |it| it);
                assert!(expect.get("ok").is_some() || expect["violations"] == json!([]), "{what}");
                assert_eq!(answer.unwrap_or_default(), *expected, "{what}");
            }
            Err(rejection) => {
                let [fault] = rejection.faults() else { panic!("{what}: {rejection:?}") };
                let place = fault.path.dotted();
                let place = place.strip_prefix("answer.").unwrap_or(&place);
                if expect["ok_then_violations"].is_array() {
                    assert_eq!((place, fault.kind), ("value", FaultKind::Missing), "{what}");
                } else {
                    assert!(matches!(expect["err"].as_str(), Some("shape" | "mistyped")), "{what}: {rejection:?}");
                    assert_eq!(place, expect["param"].as_str().unwrap(), "{what}");
                    assert!(expect["err"] != "shape" || matches!(fault.found, Found::Kind(_)), "{what}");
                }
                assert!(!rejection.feedback().contains(CANARY) && !rejection.to_string().contains(CANARY), "{what}");
                for accepted in expect["accepted"].as_array().into_iter().flatten() {
                    assert!(rejection.feedback().contains(accepted.as_str().unwrap()), "{what}");
                }
                if let Some(declared) = expect["declared"].as_str() {
                    assert!(rejection.feedback().contains(declared), "{what}");
                }
            }
        }
    }
}

#[test]
fn contract() {
    let vector = &vectors("nucleo.json", &["contract"])[1];
    let full = String::ENVELOPE.notation(Native::default());
    let node: Value = serde_json::from_str(full).unwrap();
    assert_eq!(node["@fields"]["answer"], vector["expect"]["answer_node"]);
    for (tools, thinking) in [(false, false), (false, true), (true, false), (true, true)] {
        let native = Native { tools, thinking };
        let notation: Value = serde_json::from_str(String::ENVELOPE.notation(native)).unwrap();
        assert_eq!(notation["@fields"].get("tool_calls").is_none(), tools);
        assert_eq!(notation["@fields"].get("reasoning").is_none(), thinking);
        let schema: Value = serde_json::from_str(String::ENVELOPE.schema(native)).unwrap();
        let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&schema["properties"]), names(&notation["@fields"]));
        let contract = String::ENVELOPE.contract(native);
        assert!(contract.ends_with(String::ENVELOPE.notation(native)) && contract.contains("exactly one JSON object"));
        assert_eq!(contract.contains("call tools"), tools);
    }
}

// --- every form

#[test]
fn ok_every_provider_and_every_form_of_text() {
    let string = r#"{"count": 3}"#;
    let object = json!({ "count": 3 });
    let natives = [
        // OpenAI: a whole response, a message, the older form; responses; Anthropic; Gemini; MCP.
        json!({ "choices": [{ "message": { "role": "assistant", "content": null, "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "probe", "arguments": string } }] } }] }),
        json!({ "role": "assistant", "content": null, "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "probe", "arguments": string } }] }),
        json!({ "id": "c1", "content": null, "function_call": { "name": "probe", "arguments": string } }),
        json!({ "output": [{ "type": "reasoning", "summary": [] },
            { "type": "function_call", "id": "fc_9", "call_id": "c1", "name": "probe", "arguments": string }] }),
        json!({ "content": [{ "type": "tool_use", "id": "c1", "name": "probe", "input": object }] }),
        json!([{ "type": "tool_use", "id": "c1", "name": "probe", "input": object }]),
        json!({ "candidates": [{ "content": { "role": "model", "parts": [
            { "functionCall": { "id": "c1", "name": "probe", "args": object } }] } }] }),
        json!({ "jsonrpc": "2.0", "id": "c1", "method": "tools/call", "params": { "name": "probe", "arguments": object } }),
        json!({ "id": "c1", "name": "probe", "arguments": object }),
    ];
    for native in natives {
        let turn = garden().native::<Value>(&native);
        assert_eq!((ids(&turn), inputs(&turn)), (vec!["c1"], vec![object.clone()]), "{native}");
    }
    let texts = [
        r#"{"name": "probe", "arguments": {"count": 3}}"#,
        r#"{"name": "probe", "arguments": "{\"count\": 3}"}"#,
        r#"{"tool_name": "probe", "input": {"count": 3}}"#,
        r#"{"tool": "Probe", "args": {"Count": "3"}}"#,
        r#"{"tool_calls": [{"function": {"name": "probe", "arguments": "{\"count\": 3}"}}]}"#,
        r#"{"tool_calls": {"name": "probe", "parameters": {"count": 3}}}"#,
        r#"[{"probe": {"count": 3}}]"#,
        r#"{"probe": {"count": 3}}"#,
        "<tool_call>\n{'name': 'probe', 'arguments': {'count': 3}}\n</tool_call>",
        "<function=probe>{\"count\": 3}</function>",
        "[Tool Use probe] {\"count\": 3}",
        "probe\n{\"count\": 3}",
        "```json\n{\"name\": \"probe\", \"arguments\": {\"count\": 3,}}\n```",
        "<think>{\"name\": \"dig\", \"arguments\": {\"bed\": 1}}</think>\nI look. {\"name\": \"probe\", \"arguments\": {count: 3}}",
        "probe({\"count\": 3})",
        "{\"arguments\": {\"count\": 3, \"name\": \"probe\"}",
        "Action: probe\nAction Input: {\"count\": 3}",
    ];
    for text in &texts[..16] {
        let turn = read(text);
        assert_eq!((ids(&turn), inputs(&turn)), (vec!["probe#1"], vec![object.clone()]), "{text}");
    }
}

#[test]
fn ok_texts_and_thoughts_stand_beside_calls() {
    let turn = garden().native::<Value>(&json!({ "content": [
        { "type": "thinking", "thinking": "First look." },
        { "type": "text", "text": "I look first." },
        { "type": "tool_use", "id": "t1", "name": "probe", "input": {} },
        { "type": "tool_use", "id": "t2", "name": "dig", "input": { "bed": 2 } },
    ] }));
    assert_eq!((turn.text.as_str(), turn.thinking.as_str()), ("I look first.", "First look."));
    assert_eq!(ids(&turn), ["t1", "t2"]);
    let turn = read(
        "I look. {\"name\": \"probe\", \"arguments\": {}} Then I dig. {\"name\": \"dig\", \"arguments\": {\"bed\": 2}}",
    );
    assert_eq!((turn.text.as_str(), ids(&turn)), ("I look. Then I dig.", vec!["probe#1", "dig#2"]));
}

#[test]
fn ok_a_tool_without_parameters_needs_no_arguments() {
    for text in [
        "{\"name\": \"probe\"}",
        "{\"name\": \"probe\", \"arguments\": {}}",
        "{\"name\": \"probe\", \"arguments\": \"\"}",
    ] {
        assert_eq!(inputs(&read(text)), [json!({})], "{text}");
    }
}

#[test]
fn ok_a_text_without_calls_has_none() {
    for text in
        ["", "All beds are wet.", "{\"answer\": 3}", "I can probe.", "[1, 2]", "{\"name\": \"Ana\", \"age\": 3}"]
    {
        assert_eq!(read(text).calls, [], "{text}");
    }
}

// --- bad calls: each is refused in its own place, and the others go on

/// Reads a bad call between two good ones.
fn between(bad: &str) -> Calls<Value> {
    let good = |bed: u8| format!("{{\"name\": \"dig\", \"arguments\": {{\"bed\": {bed}}}}}");
    let turn = read(&format!("[{}, {bad}, {}]", good(1), good(2)));
    assert_eq!(turn.calls.len(), 3, "{bad}");
    assert!(turn.calls[0].input.is_ok() && turn.calls[2].input.is_ok(), "{bad}");
    turn
}

#[track_caller]
fn refused(turn: &Calls<Value>, at: usize, kind: RefusalKind, says: &[&str]) {
    let refusal = turn.calls[at].input.as_ref().unwrap_err();
    assert_eq!(refusal.kind(), kind);
    for text in says {
        assert!(refusal.feedback().contains(text), "{text}: {}", refusal.feedback());
    }
    for text in [refusal.feedback(), &refusal.to_string(), &format!("{refusal:?}")] {
        assert!(!text.contains(CANARY), "{text}");
    }
}

#[test]
fn err_an_unknown_tool() {
    let turn = between(r#"{"name": "qq9canary", "arguments": {"bed": 1}}"#);
    refused(&turn, 1, RefusalKind::UnknownTool, &["Call one of these instead: `probe`, `dig`, `water_row`."]);
    assert_eq!((turn.calls[1].name.as_str(), turn.calls[1].id.as_str()), ("qq9canary", "qq9canary#2"));
    // The likeliest one is named first.
    let turn = read(r#"{"name": "water", "arguments": {}}"#);
    refused(&turn, 0, RefusalKind::UnknownTool, &["these instead: `water_row`, "]);
    let none = Palette::new().read::<Value>(r#"{"name": "dig", "arguments": {}}"#);
    refused(&none, 0, RefusalKind::UnknownTool, &["No tool can be called now"]);
}

#[test]
fn err_a_missing_name() {
    for bad in [
        r#"{"arguments": {"bed": "qq9canary"}}"#,
        r#"{"name": "", "arguments": {}}"#,
        r#"{"name": 7, "arguments": {}}"#,
        "\"qq9canary\"",
        "{}",
    ] {
        let turn = between(bad);
        refused(&turn, 1, RefusalKind::MissingName, &["names no tool", "`water_row`"]);
        assert_eq!(turn.calls[1].id, "call#2");
    }
}

#[test]
fn err_arguments_that_do_not_fit() {
    let turn = between(r#"{"name": "dig", "arguments": {"bed": "qq9canary"}}"#);
    let says = [
        "The call of `dig` was refused",
        "`DigIn` (1 problem)",
        "- bed: expected a 32-bit integer",
        "(found a string)",
        "Call `dig` again",
    ];
    refused(&turn, 1, RefusalKind::Input, &says);
    refused(
        &between(r#"{"name": "dig", "arguments": {}}"#),
        1,
        RefusalKind::Input,
        &["- bed: expected a 32-bit integer", "(missing)"],
    );
    refused(&between(r#"{"name": "dig"}"#), 1, RefusalKind::Input, &["- bed: expected a 32-bit integer"]);
    for (bad, found) in [("null", "null"), ("7", "a number"), ("true", "a boolean"), ("[\"qq9canary\"]", "an array")] {
        let turn = between(&format!(r#"{{"name": "dig", "arguments": {bad}}}"#));
        refused(&turn, 1, RefusalKind::Input, &["- the arguments: expected a `DigIn` object", found]);
        assert_eq!(turn.calls[1].input.as_ref().unwrap_err().parameter(), "dig");
    }
}

#[test]
fn err_all_faults_of_a_call_are_told() {
    let turn = read(r#"{"name": "water_row", "arguments": {"rows": [{"length": "qq9canary"}, {}, {"length": 3.5}]}}"#);
    refused(
        &turn,
        0,
        RefusalKind::Input,
        &["(3 problems)", "- rows[0].length:", "- rows[1].length:", "- rows[2].length:"],
    );
    assert_eq!(turn.calls[0].input.as_ref().unwrap_err().parameter(), "rows.length");
}

#[test]
fn err_arguments_as_a_text_that_is_no_object() {
    for bad in [r#""qq9canary""#, r#""{\"bed\": \"qq9canary\"}""#, r#""{\"bed\": ""#, r#""7""#] {
        let turn = between(&format!(r#"{{"name": "dig", "arguments": {bad}}}"#));
        refused(&turn, 1, RefusalKind::Input, &["The call of `dig` was refused"]);
    }
    // One that is the object needs no refusal.
    assert_eq!(inputs(&between(r#"{"name": "dig", "arguments": "{\"bed\": 4}"}"#))[1], json!({ "bed": 4 }));
}

#[test]
fn err_two_calls_with_one_id() {
    let turn = read(
        r#"[{"id": "a", "name": "probe", "arguments": {}}, {"id": "a", "name": "dig", "arguments": {"bed": 1}}, {"id": "b", "name": "probe", "arguments": {}}]"#,
    );
    assert_eq!(kinds(&turn), [None, Some(RefusalKind::SharedId), None]);
    assert_eq!(ids(&turn), ["a", "dig#2", "b"]);
    refused(&turn, 1, RefusalKind::SharedId, &["The call of `dig` has the id of an earlier call"]);
    // An id of the provider's that looks like one of ours is still its own.
    let turn = read(r#"[{"id": "probe#2", "name": "probe", "arguments": {}}, {"name": "probe", "arguments": {}}]"#);
    assert_eq!(ids(&turn), ["probe#2", "probe#3"]);
}

#[test]
fn err_a_call_in_words_or_code() {
    let turn = read("dig(bed=qq9canary)\n{\"name\": \"probe\", \"arguments\": {}}");
    assert_eq!(kinds(&turn), [None, Some(RefusalKind::Prose)]);
    refused(
        &turn,
        1,
        RefusalKind::Prose,
        &["The call of `dig` is not written as JSON", "{\"name\": \"dig\", \"arguments\": {…}}"],
    );
    refused(&read("[water_row(rows=[1, 2])]"), 0, RefusalKind::Prose, &["`water_row`"]);
    refused(&read("I will now call water_row with a length of qq9canary."), 0, RefusalKind::Prose, &["`water_row`"]);
    refused(&read("Next I use `dig` on bed 3."), 0, RefusalKind::Prose, &["`dig`"]);
    // A call that was made needs no word about the sentence that announces it.
    assert_eq!(kinds(&read("I call probe(count=3):\n{\"name\": \"probe\", \"arguments\": {\"count\": 3}}")), [None]);
}

#[test]
fn err_a_call_that_is_cut_off() {
    let turn = read(r#"[{"name": "probe", "arguments": {}}, {"name": "dig", "arguments": {"bed": "#);
    assert_eq!(kinds(&turn), [None, Some(RefusalKind::Input)]);
    let turn = read(r#"{"name": "dig", "arguments": {"bed": "qq9can"#);
    refused(&turn, 0, RefusalKind::Input, &["The call of `dig` was refused"]);
}

#[test]
fn err_a_call_that_met_the_limit_of_its_length() {
    // Without that word, closers alone are missing; with it, members may be.
    let reply = r#"{"name": "dig", "arguments": {"bed": 3"#;
    assert_eq!(kinds(&read(reply)), [None]);
    let turn = garden().read_with::<Value>(reply, nucleo_runtime::Stop::Length);
    assert_eq!(kinds(&turn), [Some(RefusalKind::Input)]);
}

#[test]
fn ok_results_are_paired_with_calls() {
    let turn = between(r#"{"name": "ghost", "arguments": {}}"#);
    let outcomes: Vec<tool::Outcome> = turn
        .calls
        .iter()
        .map(|call| match &call.input {
            Ok(_) => tool::Outcome::of(call, None),
            Err(refusal) => tool::Outcome::refused(call, refusal),
        })
        .collect();
    assert_eq!(outcomes.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ids(&turn));
    assert_eq!(outcomes[0].text, tool::NO_RESULT);
    assert_eq!(tool::text_of_result(&outcomes[0]), "[Tool Result dig#1] The tool gave no result.");
    assert_eq!(tool::text_of_call(&turn.calls[0]), "[Tool Use dig] {\"bed\": 1}");
    assert_eq!(tool::anthropic_results(&outcomes)["content"][1]["is_error"], true);
    assert_eq!(tool::openai_results(&outcomes)[2]["tool_call_id"], "dig#3");
    assert!(tool::gemini_results(&outcomes)["parts"][1]["functionResponse"]["response"]["error"].is_string());
}

// --- the envelope around native blocks

fn turn_of(blocks: Value) -> ThinkingResponse<String, Value> {
    ThinkingResponse::native(&garden(), &json!({ "content": blocks })).unwrap()
}

#[test]
fn ok_native_blocks_and_the_envelope() {
    let call = json!({ "type": "tool_use", "id": "t1", "name": "probe", "input": {} });
    let text = |text: &str| json!({ "type": "text", "text": text });
    // No text at all: final where nothing is called.
    assert!(!turn_of(json!([call])).final_answer && turn_of(json!([])).final_answer);
    // Text that is no envelope, beside a call: the reasoning.
    let turn = turn_of(json!([text("I look first."), call]));
    assert_eq!((turn.reasoning.as_str(), turn.final_answer, turn.tool_calls.len()), ("I look first.", false, 1));
    // The provider's thoughts come before the envelope's.
    let envelope = r#"{"final_answer": true, "answer": "wet", "reasoning": {"thought": "I saw it"}}"#;
    let turn = turn_of(json!([{ "type": "thinking", "thinking": "hm" }, text(envelope)]));
    assert_eq!((turn.reasoning.as_str(), turn.final_answer, turn.answer.as_deref()), ("hm", true, Some("wet")));
    assert_eq!(turn_of(json!([text(envelope)])).reasoning, "I saw it");
    assert_eq!(turn_of(json!([text("So: {\"final_answer\": true, \"answer\": \"wet\"}")])).reasoning, "So:");
    // A call in the text counts beside one in a block.
    let turn = turn_of(json!([
        text(r#"{"final_answer": true, "tool_calls": [{"tool_name": "dig", "input": {"bed": 1}}]}"#),
        call
    ]));
    assert_eq!(turn.tool_calls.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["t1", "dig#2"]);
    assert!(!turn.final_answer);
}

#[test]
fn ok_vectors_of_reasoning_source() {
    let vectors = vectors("nucleo.json", &["reasoning_source"]);
    assert_eq!(vectors.len(), 4);
    for vector in vectors {
        let input = &vector["input"];
        let thinking = json!({ "type": "thinking", "thinking": input["thinking_block"] });
        let turn = turn_of(json!([thinking, { "type": "text", "text": input["text"] }]));
        let expected = vector["expect"]["thought"].as_str().unwrap_or_default();
        assert_eq!(turn.reasoning, expected, "{}", what(&vector));
        assert_eq!(turn.answer.as_deref(), Some("x"));
    }
}

#[test]
fn err_native_blocks_without_an_envelope() {
    let native = |blocks: Value| ThinkingResponse::<String, Value>::native(&garden(), &json!({ "content": blocks }));
    assert!(native(json!([{ "type": "text", "text": "All is wet." }])).is_err());
    // A shape refusal surfaces even beside a call.
    let call = json!({ "type": "tool_use", "id": "t1", "name": "probe", "input": {} });
    let rejection = native(
        json!([{ "type": "text", "text": "{\"final_answer\": true, \"answer\": {\"k\": \"qq9canary\"}}" }, call]),
    )
    .unwrap_err();
    assert!(!rejection.feedback().contains(CANARY));
    assert_eq!(rejection.faults()[0].path.dotted(), "answer");
}

#[test]
fn ok_definitions_of_every_provider() {
    let look = Tool::new(
        "look",
        "Looks \"closely\".",
        r#"{"type":"object","properties":{"z":{},"a":{}}}"#,
        nucleo(&count_in()),
    );
    let palette = Palette::of(&[look.read_only(), tool("dig", count_in())]);
    let schema = r#"{"type":"object","properties":{"z":{},"a":{}}}"#;
    let name = r#""name":"look","description":"Looks \"closely\". [api call, weight: 10, read-only]""#;
    let starts = |list: String, start: String| {
        assert!(serde_json::from_str::<Value>(&list).is_ok());
        assert!(list.starts_with(&start), "{list}");
    };
    starts(tool::openai(&palette), format!(r#"[{{"type":"function","function":{{{name},"parameters":{schema}}}}},"#));
    starts(
        tool::openai_responses(&palette),
        format!(r#"[{{"type":"function",{name},"parameters":{schema},"strict":false}},"#),
    );
    starts(tool::anthropic(&palette), format!(r#"[{{{name},"input_schema":{schema}}},"#));
    starts(
        tool::gemini(&palette),
        format!(r#"[{{"functionDeclarations":[{{{name},"parametersJsonSchema":{schema}}},"#),
    );
    starts(
        tool::mcp(&palette),
        format!(r#"{{"tools":[{{{name},"inputSchema":{schema},"annotations":{{"readOnlyHint":true}}}},"#),
    );
    assert_eq!(
        tool::text(&palette),
        format!(
            "look: Looks \"closely\". [api call, weight: 10, read-only]\n  Input parameters: {schema}\n\ndig: Does it. [api call, weight: 10]\n  Input parameters: {{}}"
        )
    );
}

#[test]
fn ok_hostile_texts_are_read_in_linear_time() {
    for text in [
        "{\"name\":\"dig\",",
        "[",
        "{",
        "dig(",
        "dig ",
        "\"",
        "{\"arguments\":{",
        "{\"name\":\"dig\",\"arguments\":{}}",
    ] {
        let started = std::time::Instant::now();
        read(&text.repeat(200_000 / text.len()));
        // Quadratic, 200 KB would take minutes.
        assert!(started.elapsed().as_secs() < 20, "{text}");
    }
}

/// Whatever part of a reply arrives: nothing panics, no two calls share an id, and no refusal says what the model wrote.
#[test]
fn ok_every_part_of_a_reply_is_read() {
    let replies = [
        r#"<think>a {"name"</think> [{"id": "a", "name": "dig", "arguments": "{\"bed\": \"qq9canary\"}"}, {"qq9canary": {}}]"#,
        r#"{"tool_calls": [{"function": {"name": "water_row", "arguments": {"rows": [{"length": "qq9canary"}, 'é“”']}}}]}"#,
        "dig(bed=qq9canary)\n[Tool Use probe] {count: qq9canary} dig {\"bed\": [[[qq9canary]]]} User: {\"name\": \"dig\"}",
        r#"{"final_answer": true, "answer": {"value": 7}, "tool_calls": "qq9canary", "reasoning": [1]}"#,
    ];
    for reply in replies {
        let ends = reply.char_indices().map(|(at, _)| at).chain([reply.len()]);
        for part in ends.flat_map(|at| [&reply[..at], &reply[at..]]) {
            let turn = read(part);
            let distinct: std::collections::BTreeSet<&str> = ids(&turn).into_iter().collect();
            assert_eq!(distinct.len(), turn.calls.len(), "{part}");
            for (_, refusal) in turn.refused() {
                assert!(!refusal.feedback().contains(CANARY), "{part}: {}", refusal.feedback());
                assert!(!format!("{refusal:?}").contains(CANARY) && !refusal.parameter().contains(CANARY), "{part}");
            }
            if let Err(rejection) = ThinkingResponse::<Finding, Value>::read(&garden(), part) {
                assert!(!rejection.feedback().contains(CANARY), "{part}");
            }
            garden().native::<Value>(&json!({ "content": part, "output": [part, { "function": part }] }));
        }
    }
}
