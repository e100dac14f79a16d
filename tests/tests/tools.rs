//! Generated tools: constants, tables, the enum of calls, lists of servers, envelopes.

use nucleo_runtime::tool::{self, Agent, Native, Palette, RefusalKind, ThinkingResponse, ToolInput};
use nucleo_runtime::{Answer, Value};
use nucleo_tests::tools::{TOOLS, ToolCall, garden, server};
use serde_json::json;

fn server_list() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/server.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn ok_a_tool_is_a_constant() {
    let dig = garden::DigBed::TOOL;
    assert_eq!((&*dig.name, &*dig.description()), ("dig_bed", "Digs one bed of the garden. [in memory, weight: 2-5]"));
    assert_eq!(
        dig.schema,
        r#"{"type":"object","title":"DigBed","description":"Digs one bed of the garden.","properties":{"bed_number":{"type":"integer","minimum":1,"maximum":8,"description":"Which bed."},"depth":{"type":"string","enum":["shallow","deep"],"default":"shallow","description":"Field depth"}},"required":["bed_number"]}"#
    );
    let look = garden::Look::TOOL;
    assert_eq!((&*look.name, &*look.description()), ("look", "Looks at beds. [api call, weight: 10, read-only]"));
    assert!(!look.schema.contains("x-nucleo-") && garden::Look::JSON_SCHEMA.contains("x-nucleo-tool"));
    // A description that nobody wrote comes from the name.
    let plan = garden::PlanBeds::TOOL;
    assert_eq!(&*plan.description(), "Plan beds. [thinker L0, weight: 20-80, read-only]");
}

#[test]
fn ok_tables_of_modules_and_of_the_build() {
    assert_eq!(garden::dig_bed::TOOLS.len(), 1);
    assert_eq!((server::TOOLS.len(), TOOLS.len()), (20, 23));
    let read_only: Vec<String> = Palette::of(TOOLS).read_only().names().map(str::to_owned).collect();
    assert_eq!(read_only, ["look", "plan_beds", "get-forecast", "files.read"]);
}

#[test]
fn ok_calls_become_variants() {
    let palette = Palette::of(TOOLS);
    let turn = palette.native::<ToolCall>(&json!({ "content": [
        { "type": "tool_use", "id": "t1", "name": "dig_bed", "input": { "bed_number": "3" } },
        { "type": "tool_use", "id": "t2", "name": "addNumbers", "input": { "a": 1, "b": 2.5 } },
        { "type": "tool_use", "id": "t3", "name": "dig_bed", "input": { "bed_number": 9 } },
        { "type": "tool_use", "id": "t4", "name": "files.read", "input": { "path": "/a" } },
    ] }));
    let inputs: Vec<_> = turn.accepted().collect();
    let Ok(ToolCall::DigBed(dig)) = &turn.calls[0].input else { panic!("{inputs:?}") };
    assert_eq!((dig.bed_number, dig.depth), (3, garden::dig_bed::DigBedDepth::Shallow));
    let Ok(ToolCall::AddNumbers(add)) = &turn.calls[1].input else { panic!("{inputs:?}") };
    assert_eq!((add.a, add.b), (1.0, 2.5));
    let refusal = turn.calls[2].input.as_ref().unwrap_err();
    assert_eq!((refusal.kind(), refusal.parameter()), (RefusalKind::Input, "bed_number"));
    assert!(
        refusal.feedback().contains("`DigBed` (1 problem).\n- bed_number: expected an integer from 1 to 8"),
        "{refusal:?}"
    );
    assert!(matches!(turn.calls[3].input, Ok(ToolCall::FilesRead(_))));
    // A tool that the palette withholds is not there, though the enum knows it.
    let turn = palette.read_only().read::<ToolCall>(r#"{"name": "dig_bed", "arguments": {"bed_number": 1}}"#);
    assert_eq!(turn.calls[0].input.as_ref().unwrap_err().kind(), RefusalKind::UnknownTool);
}

#[test]
fn ok_a_servers_list_comes_back_as_it_was() {
    let listed = server_list();
    let mut expected = listed["result"]["tools"].clone();
    // `for_model` applies: an artifact is its reference alone, and nothing of our own is shown.
    let note = expected.as_array_mut().unwrap().iter_mut().find(|it| it["name"] == "save_note").unwrap();
    note["inputSchema"]["properties"] = json!({
        "note": { "type": "object", "properties": { "artifact_ref": { "type": "string" } }, "required": ["artifact_ref"] },
        "text": { "type": "string" },
    });
    let list = tool::mcp(&Palette::of(server::TOOLS));
    assert_eq!(serde_json::from_str::<Value>(&list).unwrap()["tools"], expected);
    // To the letter: order, numbers, line breaks, typography.
    assert!(list.contains(r#"{"latitude":{"type":"number","minimum":-90,"maximum":90},"longitude":{"type":"number","exclusiveMinimum":-180.0,"maximum":1.8e2},"daysAhead""#));
    assert!(list.contains(r#""description":"Gets the forecast — “soon”, 5 °C""#));
    for (tool, entry) in server::TOOLS.iter().zip(expected.as_array().unwrap()) {
        assert_eq!(tool.name, entry["name"].as_str().unwrap());
        assert_eq!(tool.description(), entry.get("description").map_or("", |it| it.as_str().unwrap()));
        assert_eq!(serde_json::from_str::<Value>(&tool.schema).unwrap(), entry["inputSchema"], "{}", tool.name);
    }
}

#[test]
fn ok_every_listed_tool_is_called() {
    let calls = json!([
        ["ping", {}], ["echo", { "message": "m" }], ["addNumbers", { "a": 1, "b": 2 }],
        ["get-forecast", { "latitude": 1, "longitude": 2, "daysAhead": 1 }], ["files.read", { "path": "/a", "maxBytes": null }],
        ["files.write", { "path": "/a", "content": "c", "mode": "append" }],
        ["search_issues", { "query": "q", "labels": ["a"], "perPage": 5, "state": "open" }],
        ["create_issue", { "title": "t", "assignees": [{ "login": "l" }] }],
        ["draw", { "shape": { "kind": "circle", "radius": 1.5 } }],
        ["make_tree", { "label": "a", "children": [{ "label": "b", "children": [] }] }],
        ["set_headers", { "headers": { "A": "b" } }], ["schedule", { "on": "2026-03-09", "who": ["a@b.example"] }],
        ["type", { "type": "x", "match": true, "self": 3 }], ["run_sql", { "sql": "s", "params": [1.5, "a"] }],
        ["geo_point", { "point": [1.5, 2.5] }], ["anything", { "value": [1], "flag": "f" }],
        ["save_note", { "note": { "artifact_ref": "«artifact:note~a1b2c3»" }, "text": "t" }], ["große_suche", { "wörter": ["a"] }],
        ["pick", { "n": 2, "exactly": "yes" }], ["if_then", { "user": "u", "password": "p" }],
    ]);
    let calls = calls.as_array().unwrap();
    assert_eq!(calls.len(), server::TOOLS.len());
    let palette = Palette::of(server::TOOLS);
    for call in calls {
        let native = json!({ "name": call[0], "arguments": call[1] });
        let typed = palette.native::<ToolCall>(&native);
        assert!(typed.calls[0].input.is_ok(), "{call}: {:?}", typed.calls[0].input);
        let untyped = palette.native::<Value>(&native);
        let mut input = untyped.calls[0].input.clone().unwrap();
        if call[1].get("maxBytes") == Some(&Value::Null) {
            // Absent and null are one for an optional member.
            input["maxBytes"] = Value::Null;
        }
        let number = |value: &Value| value.to_string().replace(".0", "");
        assert_eq!(number(&input), number(&call[1]), "{call}");
    }
    // Members are told in the server's spelling.
    let turn =
        palette.native::<ToolCall>(&json!({ "name": "search_issues", "arguments": { "query": "q", "perPage": 0 } }));
    assert_eq!(turn.calls[0].input.as_ref().unwrap_err().parameter(), "perPage");
    // What no type holds is checked all the same.
    let turn = palette.native::<ToolCall>(&json!({ "name": "if_then", "arguments": { "user": "u" } }));
    assert_eq!(turn.calls[0].input.as_ref().unwrap_err().kind(), RefusalKind::Input);
}

#[test]
fn ok_an_agents_envelope() {
    let envelope = garden::GardenPlan::ENVELOPE;
    let full: Value = serde_json::from_str(envelope.notation(Native::default())).unwrap();
    assert_eq!(full["@type"], "ThinkingResponse");
    let fields = full["@fields"].as_object().unwrap();
    assert_eq!(fields["answer"]["@type"], "GardenPlan");
    assert_eq!(fields["tool_calls"]["@type"], "array of ToolCall");
    assert_eq!(fields["final_answer"]["@required"], true);
    let places: Vec<usize> = ["final_answer", "answer", "tool_calls", "reasoning"]
        .map(|name| envelope.notation(Native::default()).find(&format!("\n    \"{name}\" : {{")).unwrap())
        .to_vec();
    assert!(places.is_sorted(), "{places:?}");
    // The switches are independent; thoughts are taken out of the envelope and of the answer's top level.
    for (tools, thinking) in [(false, true), (true, false), (true, true)] {
        let native = Native { tools, thinking };
        for text in [envelope.notation(native), envelope.schema(native)] {
            assert_eq!(text.contains("tool_calls"), !tools, "{text}");
            assert_eq!(text.contains("\"reasoning\""), !thinking, "{text}");
            assert!(text.contains("GardenPlan") && text.contains("In their order."), "{text}");
        }
    }
    let reply =
        r#"{"final_answer": true, "answer": {"steps": ["dig"], "reasoning": "r"}, "reasoning": {"thought": "t"}}"#;
    let turn = ThinkingResponse::<garden::GardenPlan, ToolCall>::read(&Palette::of(TOOLS), reply).unwrap();
    assert_eq!((turn.answer.unwrap().steps, turn.reasoning.as_str()), (vec!["dig".to_owned()], "t"));
    let reply = r#"{"final_answer": false, "tool_calls": [{"tool_name": "dig_bed", "input": {"bed_number": 1}}, {"tool_name": "dig_bed", "input": {}}]}"#;
    let turn = ThinkingResponse::<garden::GardenPlan, ToolCall>::read(&Palette::of(TOOLS), reply).unwrap();
    assert!(matches!(turn.tool_calls[0].input, Ok(ToolCall::DigBed(_))) && turn.tool_calls[1].input.is_err());
    assert!(turn.answer.is_none() && !turn.final_answer);
}
