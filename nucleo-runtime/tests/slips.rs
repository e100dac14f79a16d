//! Replies with one slip that a careless reading would turn into a wrong value: each is mended, or refused.

mod support;

use nucleo_runtime::read_as;
use serde_json::{Value, json};
use support::schema::shape;

fn text() -> Value {
    json!({ "type": "string" })
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "title": "T", "type": "object", "properties": properties, "required": required })
}

/// `a` is required, `b` and the number `n` are not.
fn optional() -> Value {
    object(json!({ "a": text(), "b": text(), "n": { "type": "integer" } }), &["a"])
}

fn two() -> Value {
    object(json!({ "a": text(), "b": text() }), &["a", "b"])
}

fn lines() -> Value {
    let line = json!({ "sku": text(), "qty": { "type": "integer" }, "price": { "type": "number" } });
    list(&object(line, &["sku", "qty", "price"]))
}

fn two_lines() -> Value {
    json!([{ "sku": "k1", "qty": 2, "price": 9.5 }, { "sku": "k2", "qty": 1, "price": 3 }])
}

fn ok(schema: &Value, reply: &str, value: &Value) {
    match read_as(&shape(schema), reply) {
        Ok(reading) => assert_eq!(reading.value, *value, "{reply}"),
        Err(rejection) => panic!("{reply}: {rejection:?}"),
    }
}

fn err(schema: &Value, reply: &str) {
    if let Ok(reading) = read_as(&shape(schema), reply) {
        panic!("{reply}: {}", reading.value);
    }
}

#[test]
fn ok_names_that_slipped() {
    for slip in [r#""b" "y""#, r#""b""y""#, r#""b: "y""#, r#""b:"y""#, r#""b:" "y""#, r#""b"": "y""#, r#"""b": "y""#] {
        for schema in [optional(), two()] {
            ok(&schema, &format!("{{\"a\": \"x\", {slip}}}"), &json!({ "a": "x", "b": "y" }));
            ok(&schema, &format!("{{\"a\":\"x\",{slip}}}"), &json!({ "a": "x", "b": "y" }));
            ok(&schema, &format!("{{{slip}, \"a\": \"x\"}}"), &json!({ "a": "x", "b": "y" }));
            let single = slip.replace('"', "'");
            ok(&schema, &format!("{{'a': 'x',\n {single}\n}}"), &json!({ "a": "x", "b": "y" }));
        }
        ok(&optional(), &format!("{{\"a\": \"x\", {slip}, \"n\" 3}}"), &json!({ "a": "x", "b": "y", "n": 3 }));
    }
    for slip in [r#""qty" 2"#, r#""qty: 2"#, r#""qty:" 2"#, r#""qty"": 2"#] {
        let reply = format!(r#"[{{"sku": "k1", {slip}, "price": 9.5}}, {{"sku": "k2", "qty": 1, "price": 3}}]"#);
        ok(&lines(), &reply, &two_lines());
    }
    ok(&optional(), "{\"a\": \"x\",\n \"n: 2\n}", &json!({ "a": "x", "n": 2 }));
    err(&optional(), r#"{"a": "x", "n"#);
    err(&optional(), r#"{"a": "x", "b: "y"#);
    let nullable = object(json!({ "a": { "type": ["string", "null"] } }), &["a"]);
    ok(&nullable, r#"{"a:" null}"#, &json!({ "a": null }));
}

#[test]
fn err_a_text_runs_on_over_a_member() {
    for between in ["(note),", "- changed,", "and", "."] {
        err(&optional(), &format!("{{\"a\": \"x\" {between} \"b\": \"y\"}}"));
        err(&optional(), &format!("{{'a': 'x' {between} 'b': 'y'}}"));
    }
    err(&optional(), r#"{"a": "x" "b" "y"}"#);
    err(&optional(), "{'a': 'x''n': 2}");
    err(&optional(), r#"{"a": "x", "b" "y"é, "n" 2}"#);
    err(&optional(), r#"{"a": "x, "b" "y"}"#);
}

#[test]
fn ok_names_in_a_text() {
    for inner in [
        r#"the "b" key"#,
        r#"he said "no", then left"#,
        r#"the keys "a", "b" and "n""#,
        r#"the key "b": no"#,
        r#"{"a": 1, "b": 2}, as JSON"#,
        r#"[{"a": 1}, {"b": 2}] or so"#,
        r#"{"a": "x"} here"#,
        r#"to call f("a", "b")"#,
        r#"[see "a"]"#,
        r#"a note: "note""#,
        r#"field "a", then "b""#,
    ] {
        for inner in [format!("It is {inner}."), format!("It is {inner}")] {
            ok(&two(), &format!("{{\"a\": \"{inner}\", \"b\": \"y\"}}"), &json!({ "a": inner, "b": "y" }));
            ok(&two(), &format!("{{\n  \"b\": \"y\",\n  \"a\": \"{inner}\"\n}}"), &json!({ "a": inner, "b": "y" }));
        }
    }
}

#[test]
fn ok_texts_without_commas() {
    let named = object(json!({ "a": list(&text()) }), &["a"]);
    for quote in ["\"", "'"] {
        for blank in ["\n  ", " "] {
            for texts in [&["x", "y"] as &[_], &["x", "y", "z"], &["x", "y", "z", "v", "w"]] {
                let all: String = texts.iter().map(|it| format!("{blank}{quote}{it}{quote}")).collect();
                ok(&list(&text()), &format!("[{all}]"), &json!(texts));
                ok(&named, &format!("{{\"a\": [{all}\n]}}"), &json!({ "a": texts }));
            }
        }
    }
    ok(&list(&text()), r#"["say "x" and "y" now", "z"]"#, &json!([r#"say "x" and "y" now"#, "z"]));
}

#[test]
fn ok_a_text_without_its_closing_quote() {
    for schema in [optional(), two()] {
        ok(&schema, r#"{"a": "x, "b": "y"}"#, &json!({ "a": "x", "b": "y" }));
        ok(&schema, "{'a': 'x, 'b': 'y'}", &json!({ "a": "x", "b": "y" }));
        ok(&schema, r#"{"a": "see (1), "b": "y"}"#, &json!({ "a": "see (1)", "b": "y" }));
    }
    let items = list(&two());
    ok(
        &items,
        r#"[{"a": "x", "b": "y}, {"a": "v", "b": "w"}]"#,
        &json!([{ "a": "x", "b": "y" }, { "a": "v", "b": "w" }]),
    );
    let tagged = list(&object(json!({ "a": text(), "tags": list(&text()) }), &["a", "tags"]));
    ok(
        &tagged,
        r#"[{"a": "x", "tags": ["t]}, {"a": "y", "tags": ["u"]}]"#,
        &json!([{ "a": "x", "tags": ["t"] }, { "a": "y", "tags": ["u"] }]),
    );
    let around = object(json!({ "items": items, "note": text() }), &["items"]);
    ok(
        &around,
        r#"{"items": [{"a": "x", "b": "y}], "note": "z"}"#,
        &json!({ "items": [{ "a": "x", "b": "y" }], "note": "z" }),
    );
}

#[test]
fn ok_an_inner_closer_is_missing() {
    let address = object(json!({ "street": text(), "city": text() }), &["street"]);
    let schema = object(json!({ "name": text(), "addr": address, "tags": list(&text()) }), &["name"]);
    let value = json!({ "name": "Ada", "addr": { "street": "s", "city": "c" }, "tags": ["x"] });
    ok(&schema, r#"{"name": "Ada", "addr": {"street": "s", "city": "c", "tags": ["x"]}"#, &value);
    ok(&schema, r#"{"name": "Ada", "addr": {"street": "s", "city": "c", "tags": ["x"]"#, &value);
    // No closer is missing here.
    let stray = r#"{"name": "Ada", "addr": {"street": "s", "city": "c", "tags": ["x"]}}"#;
    ok(&schema, stray, &json!({ "name": "Ada", "addr": { "street": "s", "city": "c" } }));
}

fn order() -> Value {
    object(json!({ "id": text(), "lines": lines(), "total": { "type": "number" } }), &["id", "lines"])
}

const LINE: &str = r#"{"sku": "k1", "qty": 2, "price": 9.5}"#;
const OTHER: &str = r#"{"sku": "k2", "qty": 1, "price": 3}"#;

#[test]
fn ok_a_closer_too_early() {
    let reply = r#"{"id": "A", "lines": [{"sku": "k1"], "qty": 2, "price": 9.5}], "total": 22}"#;
    ok(&order(), reply, &json!({ "id": "A", "lines": [{ "sku": "k1", "qty": 2, "price": 9.5 }], "total": 22 }));
    let reply = format!(r#"{{"id": "A", "lines": [{LINE}}}, {OTHER}], "total": 22}}"#);
    ok(&order(), &reply, &json!({ "id": "A", "lines": two_lines(), "total": 22 }));
    for end in ["}, \"total\": 22}", "}\n\"total\": 22}", "}], \"total\": 22}", "}}, \"total\": 22}\nDone."] {
        ok(&order(), &format!("{{\"id\": \"A\", \"lines\": []{end}"), &json!({ "id": "A", "lines": [], "total": 22 }));
    }
    ok(&two(), "{“a”: “x”}\n“b”: “y”}", &json!({ "a": "x", "b": "y" }));
    ok(&two(), "{'a': 'x'}, 'b': 'y'}", &json!({ "a": "x", "b": "y" }));
    ok(&list(&text()), r#"["a", "b"], "c"]"#, &json!(["a", "b", "c"]));
}

#[test]
fn err_a_closer_too_early() {
    err(&order(), &format!(r#"{{"id": "A", "lines": [{LINE}]}}, {OTHER}]}}"#));
    err(&order(), r#"{"id": "A", "lines": []}, "id": "B", "lines": []}"#);
    err(&two(), r#"{"a": "x", "b": "uses "}" to close"}"#);
}

#[test]
fn ok_words_behind_the_answer() {
    let value = json!({ "a": "x", "b": "y" });
    for behind in [
        "\"a\": the first one",
        "}",
        "]\n",
        "\"",
        ", which is right",
        ", \"b\" is right",
        "\n\"Done\"",
        ", \"b\": \"z\"",
    ] {
        ok(&two(), &format!("{{\"a\": \"x\", \"b\": \"y\"}}{behind}"), &value);
    }
    for behind in [", \"c\" and \"d\" were left out", ", which is right", "]"] {
        ok(&list(&text()), &format!("[\"a\", \"b\"]{behind}"), &json!(["a", "b"]));
    }
}

#[test]
fn err_two_items_in_one() {
    for between in [", ", "\n "] {
        let reply = r#"[{"sku": "k1", "qty": 2, "price": 9.5_"sku": "k2", "qty": 1, "price": 3}]"#;
        err(&lines(), &reply.replace('_', between));
    }
    err(&optional(), r#"{"a": "x", "b": "y"\n"a": "z"}"#);
    err(&optional(), r#"{"a": "x, "a": "z"}"#);
    // One member was corrected.
    ok(&optional(), r#"{"a": "x", "b": "y", "a": "z"}"#, &json!({ "a": "z", "b": "y" }));
    ok(&optional(), r#"{"a": "x", "a": "z"}"#, &json!({ "a": "z" }));
}

#[test]
fn ok_a_quote_too_many() {
    for text in [r#""x"""#, r#"""x""#] {
        ok(&two(), &format!("{{\"a\": {text}, \"b\": {text}}}"), &json!({ "a": "x", "b": "x" }));
        ok(&list(&self::text()), &format!("[{text}, \"y\", {text}]"), &json!(["x", "y", "x"]));
    }
    ok(&list(&text()), r#"["x", """]"#, &json!(["x", ""]));
    ok(&two(), r#"{"a": ""x", "y"", "b": ""x""}"#, &json!({ "a": r#""x", "y""#, "b": "x" }));
    // Inches, and a word in quotes.
    ok(&two(), "{\"a\": \"\"x\",\n \"b\": \"y\"}", &json!({ "a": "x", "b": "y" }));
    let value = json!({ "a": "is 5' 6\"", "b": "so \"big\"" });
    ok(&two(), r#"{"a": "is 5' 6"", "b": "so "big""}"#, &value);
}

#[test]
fn err_one_text_or_two() {
    for reply in [r#"[a, b"]"#, r#"["a, "b"]"#, "['a, 'b']", r#"["a""b"]"#, "['a''b']", r#"["say "a", "b"]"#] {
        err(&list(&text()), reply);
    }
}

#[test]
fn ok_an_element_without_its_opener() {
    for at in [0, 1] {
        let mut elements = [LINE, OTHER];
        elements[at] = &elements[at][1..];
        let [one, other] = elements;
        ok(&lines(), &format!("[{one}, {other}]"), &two_lines());
        ok(&lines(), &format!("[{one}, {other}]").replace('"', "'"), &two_lines());
        let reply = format!("{{\"id\": \"A\", \"lines\": [\n{one},\n{other}]}}");
        ok(&order(), &reply, &json!({ "id": "A", "lines": two_lines() }));
    }
    // Two members of the list's object, not an element of the list.
    let named = object(json!({ "tags": list(&text()), "a": text() }), &["a"]);
    ok(&named, r#"{"tags": ["x", "a": "y"}"#, &json!({ "tags": ["x"], "a": "y" }));
}

#[test]
fn ok_doubled_braces() {
    let value = json!({ "id": "A", "lines": two_lines(), "total": 22 });
    for reply in [
        format!("{{\"id\": \"A\", \"lines\": [{LINE}, {OTHER}], \"total\": 22}}"),
        format!("{{\n  \"id\": \"A\",\n  \"total\": 22,\n  \"lines\": [\n{LINE},\n{OTHER}\n  ]\n}}"),
    ] {
        ok(&order(), &reply.replace('{', "{{").replace('}', "}}"), &value);
    }
    let inner = object(json!({ "b": two(), "n": text() }), &["b", "n"]);
    let outer = object(json!({ "inner": inner, "m": text() }), &["inner", "m"]);
    ok(
        &outer,
        r#"{{"inner": {{"b": {{"a": "x", "b": "y"}}, "n": "z"}}, "m": "w"}}"#,
        &json!({ "inner": { "b": { "a": "x", "b": "y" }, "n": "z" }, "m": "w" }),
    );
}

#[test]
fn ok_quotes_of_other_languages() {
    for (opener, closer) in [("„", "“"), ("„", "”"), ("«", "»"), ("»", "«")] {
        let text = |text: &str| format!("{opener}{text}{closer}");
        let reply = format!("{{{}: {}, {}: \"y\"}}", text("a"), text("x"), text("b"));
        ok(&two(), &reply, &json!({ "a": "x", "b": "y" }));
        ok(&list(&self::text()), &format!("[{}, {}]", text("x"), text("y")), &json!(["x", "y"]));
    }
    // Within a text they belong to it.
    ok(&two(), r#"{"a": "«x»", "b": "„y“"}"#, &json!({ "a": "«x»", "b": "„y“" }));
}
