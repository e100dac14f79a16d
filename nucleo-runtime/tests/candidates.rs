//! Which part of a reply is the answer, and whether all of it is there.

mod support;

use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::{Rejection, Shape, read_as};
use serde_json::{Value, json};
use support::schema::shape;

fn read(shape: &Shape, reply: &str) -> Result<Value, Rejection> {
    read_as(shape, reply).map(|reading| reading.value)
}

#[track_caller]
fn taken(shape: Shape, rows: &[(&str, Value)]) {
    for (reply, value) in rows {
        assert_eq!(read(&shape, reply).unwrap_or_else(|it| panic!("{reply}: {it:?}")), *value, "{reply}");
    }
}

#[track_caller]
fn refused(shape: Shape, rows: &[(&str, FaultKind)]) {
    for (reply, kind) in rows {
        let rejection = read(&shape, reply).expect_err(reply);
        assert_eq!(rejection.faults()[0].kind, *kind, "{reply}");
    }
}

fn list_of(item: &Value) -> Shape {
    shape(&json!({ "type": "array", "items": item }))
}

fn integers() -> Shape {
    list_of(&json!({ "type": "integer" }))
}

fn texts() -> Shape {
    list_of(&json!({ "type": "string" }))
}

fn point() -> Value {
    json!({
        "title": "Point", "type": "object", "required": ["id"],
        "properties": {
            "id": { "type": "integer" }, "ok": { "type": "boolean" }, "note": { "type": ["string", "null"] },
            "near": {
                "title": "Near", "type": "object",
                "properties": { "id": { "type": "integer" }, "name": { "type": "string" } },
            },
        },
    })
}

fn person() -> Value {
    json!({
        "title": "Person", "type": "object", "required": ["name", "age"],
        "properties": { "name": { "type": "string" }, "age": { "type": "integer" } },
    })
}

#[test]
fn ok_members_without_their_opening_brace() {
    let whole = json!({ "id": 1, "near": { "id": 7, "name": "Ann" } });
    taken(
        shape(&point()),
        &[
            (r#""id": 1, "near": {"id": 7, "name": "Ann"}}"#, whole.clone()),
            (r#""id": 1, "near": {"id": 7, "name": "Ann"}"#, whole),
            // What is quoted in prose begins no answer.
            ("\"id\": what is it?\n{\"id\": 2}", json!({ "id": 2 })),
        ],
    );
}

#[test]
fn err_a_part_of_a_broken_answer_is_none() {
    refused(
        shape(&point()),
        &[
            (r#"{"id": "one", "note": "see </think>", "near": {"id": 7, "name": "Ann"}}"#, FaultKind::Type),
            (r#"{"i"d": 1, "near": {"id": 7, "name": "Ann"}}"#, FaultKind::Syntax),
        ],
    );
    refused(list_of(&person()), &[(r#"[{"name": "A"}, "age": 1}, {"name": "B", "age": 2}]"#, FaultKind::Missing)]);
}

#[test]
fn err_a_reply_that_is_cut_off() {
    let cut = [
        "{\"id\": 1, \"note\": nul",
        "{\"id\": 1, \"note\": words that go o",
        "{\"id\": 1, \"ok\": t",
        "{\"id\": 1.",
        "{\"id\": 1e",
        "{\"id\": -",
        "{id: 1, note: hello, o",
        // A draft is not what it meant to say.
        "Draft: {\"id\": 1, \"ok\": false}\n\nFinal:\n{\"id\": 2, \"ok\": tr",
        "Draft: {\"id\": 1, \"ok\": false}\n\nFinal:\n{\"id\": -",
        "Draft: {\"id\": 1, \"ok\": false}\n\nFinal:\n{",
    ];
    refused(shape(&point()), &cut.map(|reply| (reply, FaultKind::Cut)));
    let draft = "{\"name\": \"Bob\", \"age\": 1}\nActually:\n{\"name\": \"Ada\"";
    refused(shape(&person()), &[(draft, FaultKind::Missing)]);
    refused(shape(&json!({ "type": "string" })), &[("\"unclosed", FaultKind::Cut)]);
    taken(
        shape(&point()),
        &[
            ("{\"id\": 12", json!({ "id": 12 })),
            ("{\"id\": 1, \"ok\": true", json!({ "id": 1, "ok": true })),
            ("{\"id\": 1, \"note\": None", json!({ "id": 1, "note": null })),
        ],
    );
}

#[test]
fn ok_what_follows_the_answer_is_none() {
    let ends = [
        "<|im_end|>\n<|im_start|>assistant\n",
        "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
        "<|endoftext|>",
        "</s>[INST] next [/INST] ",
        "<end_of_turn>\n<start_of_turn>model\n",
        "\n\n**User**: next\n",
        "\n<think>",
    ];
    for end in ends {
        for close in ["", "</think>"] {
            let reply = format!("{{\"id\": 1}}{end}{{\"id\": 2}}{close}");
            taken(shape(&point()), &[(&reply, json!({ "id": 1 }))]);
        }
    }
    let thoughts = "<think>a</think>\n{\"id\": 1}\n<think>done</think>";
    taken(shape(&point()), &[(thoughts, json!({ "id": 1 }))]);
    taken(shape(&json!({ "type": "integer" })), &[("42<|im_end|>", json!(42))]);
}

#[test]
fn ok_brackets_in_the_prose_beside_a_list() {
    let cited = "[4,5]\n\n[1] Source one\n[2] Source two";
    taken(integers(), &[(cited, json!([4, 5])), ("The list is [1, 2] (see [3]).", json!([1, 2]))]);
    let both = json!(["a", "b"]);
    taken(
        texts(),
        &[
            ("[\"a\",\"b\"]\n\n[1] Source one", both.clone()),
            ("[\"a\", \"b\"]\nNote: [sic]", both.clone()),
            ("[\"a\", \"b\"]\n\n[Source: a book]", both),
        ],
    );
}

#[test]
fn ok_lists_beside_lists() {
    let of_points = list_of(&point());
    let (one, two) = (json!([{ "id": 1 }]), json!([{ "id": 1 }, { "id": 2 }]));
    taken(
        of_points,
        &[
            ("[{\"id\":1}]\n\n[{\"id\":1}]", one),
            ("Format: {\"id\":0}\n\n[{\"id\":1},{\"id\":2}]", two.clone()),
            ("[{\"id\":1}], {\"id\":2}", two.clone()),
            ("{\"id\":1}\n{\"id\":2}", two.clone()),
            ("{{\"id\":1}}, {{\"id\":2}}", two.clone()),
            ("{{\"id\":1}, {\"id\":2}}", two),
        ],
    );
    refused(of_points, &[("{\"id\":1} or {\"id\":2}", FaultKind::Several)]);
    let choices = ["[1,2] or [3,4]", "Option A: [1,2]\nOption B: [3,4]"];
    refused(integers(), &choices.map(|reply| (reply, FaultKind::Several)));
}

#[test]
fn ok_replies_that_are_one_text() {
    let text = shape(&json!({ "type": "string" }));
    let quoted = json!("Use <think>tags</think> sparingly");
    taken(text, &[(&quoted.to_string(), quoted), ("<p>Hi</p><p>Yo</p>", json!("<p>Hi</p><p>Yo</p>"))]);
    taken(text, &[("<answer>Hi</answer>", json!("Hi")), ("```\nHi\n```", json!("Hi"))]);
    let either =
        shape(&json!({ "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "integer" } }] }));
    taken(either, &[("\"see [1] and [2]\"", json!("see [1] and [2]"))]);
    let list = json!(["C:\\tmp\\", "x"]);
    taken(texts(), &[(&json!(list.to_string()).to_string(), list)]);
    let two = "First guess:\n```\n5\n```\nCorrected:\n```\n6\n```";
    refused(shape(&json!({ "type": "integer" })), &[(two, FaultKind::Type)]);
}

#[test]
fn err_comments_that_stand_for_values() {
    let comments = [
        "// ... 48 more",
        "/* remaining 8 omitted for brevity */",
        "# ... more lines",
        "// and so on",
        "<!-- more -->",
    ];
    for comment in comments {
        let reply = format!("[\n  {{\"id\": 1}},\n  {comment}\n]");
        refused(list_of(&point()), &[(&reply, FaultKind::Elided)]);
    }
    let others = ["// the first one", "/* id 1 */", "// wait ... what", "# add the others if you like"];
    for comment in others {
        let reply = format!("[\n  {{\"id\": 1}} {comment}\n]");
        taken(list_of(&point()), &[(&reply, json!([{ "id": 1 }]))]);
    }
}
