//! Replies that have a fault as a whole: the schema sent back, and several answers to choose from.

mod support;

use nucleo_runtime::exchange::{Exchange, Next};
use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::policy::{Policy, Stop};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::repair::{RepairKind, RepairKinds};
use nucleo_runtime::{Rejection, read_as, read_as_with};
use serde_json::{Value, json};
use support::schema::shape;

fn ticket() -> nucleo_runtime::Shape {
    shape(&json!({
        "title": "Ticket",
        "type": "object",
        "required": ["title", "level"],
        "properties": {
            "title": { "type": "string" },
            "level": { "type": "integer" },
            "tags": { "type": "array", "items": { "type": "string" } },
        },
    }))
}

fn read(reply: &str) -> Result<Value, Rejection> {
    read_as(&ticket(), reply).map(|reading| reading.value)
}

#[track_caller]
fn refused(reply: &str) -> Vec<FaultKind> {
    let rejection = read(reply).expect_err("taken");
    rejection.faults().iter().map(|fault| fault.kind).collect()
}

const NOTATION: &str = r#"{
  "@type" : "Ticket",
  "@description" : "A ticket.",
  "@fields" : {
    "title" : { "@type" : "string", "@required" : true },
    "level" : { "@type" : "integer", "@required" : true },
    "tags" : { "@type" : "array of string" }
  }
}"#;

const SCHEMA: &str = r#"{
  "title": "Ticket",
  "type": "object",
  "properties": {
    "title": { "type": "string" },
    "level": { "type": "integer", "minimum": 0 },
    "tags": { "type": "array", "items": { "type": "string" } }
  },
  "required": ["title", "level"]
}"#;

#[test]
fn err_the_schema_itself() {
    let echoes = [
        NOTATION,
        SCHEMA,
        &format!("Sure:\n```json\n{NOTATION}\n```"),
        &format!("{{\"Ticket\": {NOTATION}}}"),
        r#"{"title": {"@type": "string"}, "level": {"@type": "integer"}}"#,
        r#"{"title": {"type": "string"}, "level": {"type": "integer", "description": "how bad"}}"#,
        r#"{"@type": "Ticket", "@required": true}"#,
        r#"{"@type": "Ticket", "@fields": {"title": {"@type": "string", "level": {"@type": "integer"}, "tags": 1}}}"#,
        r#"{"$schema": "x", "oneOf": [{"type": "object"}]}"#,
        &NOTATION[..130],
        &SCHEMA[..120],
    ];
    for echo in echoes {
        assert_eq!(refused(echo), [FaultKind::Echo], "{echo}");
    }
    let feedback = read(NOTATION).unwrap_err().feedback();
    assert!(feedback.starts_with("Your reply repeats the schema instead of answering."), "{feedback}");
}

#[test]
fn err_the_schema_in_the_place_of_a_list_or_a_scalar() {
    let list =
        shape(&json!({ "type": "array", "items": { "type": "object", "properties": { "a": {} }, "required": ["a"] } }));
    let reply = r#"{"@type": "array of object", "@items": {"@type": "object"}}"#;
    assert_eq!(read_as(&list, reply).unwrap_err().faults()[0].kind, FaultKind::Echo);
    let count = shape(&json!({ "type": "integer" }));
    let reply = r#"{"type": "integer", "minimum": 0}"#;
    assert_eq!(read_as(&count, reply).unwrap_err().faults()[0].kind, FaultKind::Echo);
}

#[test]
fn ok_an_answer_beside_the_schema_counts() {
    let answer = r#"{"title": "Dark hall", "level": 2}"#;
    assert_eq!(read(&format!("{NOTATION}\n{answer}")).unwrap(), json!({ "title": "Dark hall", "level": 2 }));
    assert_eq!(read(&format!("{answer}\nIt follows:\n{SCHEMA}")).unwrap(), json!({ "title": "Dark hall", "level": 2 }));
    // An answer with faults of its own tells more than the schema.
    assert_eq!(refused(&format!("{{\"title\": \"Dark hall\"}}\n{SCHEMA}")), [FaultKind::Missing]);
}

#[test]
fn ok_values_in_the_form_of_the_schema() {
    let filled = r#"{"@type": "Ticket", "@fields": {"title": "Dark hall", "level": 2}}"#;
    assert_eq!(read(filled).unwrap(), json!({ "title": "Dark hall", "level": 2 }));
    assert_eq!(refused(r#"{"@type": "Ticket", "@fields": {"title": "Dark hall"}}"#), [FaultKind::Missing]);
    let half = r#"{"title": "Dark hall", "level": {"@type": "integer"}}"#;
    assert_eq!(refused(half), [FaultKind::Type]);
}

#[test]
fn ok_members_that_are_called_as_keywords_are() {
    let field = shape(&json!({
        "type": "object",
        "required": ["type", "items"],
        "properties": {
            "type": { "type": "string" },
            "items": { "type": "object", "properties": { "type": { "enum": ["string"] } } },
        },
    }));
    let reply = r#"{"type": "object", "items": {"type": "integer"}}"#;
    assert_eq!(read_as(&field, reply).unwrap_err().faults()[0].kind, FaultKind::Enum);
}

#[test]
fn err_values_under_the_keywords_of_schemas_are_no_schema() {
    let list = shape(&json!({ "type": "array", "items": { "type": "string" } }));
    assert_eq!(read_as(&list, r#"{"anyOf": "oak"}"#).unwrap_err().faults()[0].kind, FaultKind::Type);
    // A list under any name is the list.
    for (reply, value) in [
        (r#"{"items": ["oak", "elm"]}"#, json!(["oak", "elm"])),
        (r#"{"items": []}"#, json!([])),
        (r#"{"properties": ["oak"]}"#, json!(["oak"])),
    ] {
        let reading = read_as(&list, reply).unwrap();
        assert_eq!(reading.value, value);
        assert!(reading.repairs.iter().any(|repair| repair.kind == RepairKind::WrappedRoot), "{reply}");
    }
}

#[test]
fn err_a_longer_copy_of_the_schema_is_not_asked_for() {
    let mut exchange = Exchange::untyped(ticket(), "CONTRACT", "PROMPT");
    let Next::Ask(turns) = exchange.reply_with(&NOTATION[..130], Stop::Length) else { panic!() };
    assert!(turns.last().unwrap().text.starts_with("Your reply repeats the schema"));
}

#[test]
fn err_the_last_of_several_documents_is_cut_behind_its_first_name() {
    let list = shape(&json!({
        "type": "array",
        "items": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
    }));
    let reply = "<call>\n{\"name\": \"ash\"}\n</call>\n<call>\n{\"name\": \"elm\"}\n</call>\n<call>\n{\"name\"";
    let rejection = read_as(&list, reply).unwrap_err();
    assert!(rejection.faults().iter().any(|fault| fault.kind == FaultKind::Cut), "{}", rejection.feedback());
}

#[test]
fn err_a_casing_that_two_members_share_means_neither() {
    let two = shape(&json!({
        "type": "object",
        "properties": { "fooBar": { "type": "string" }, "foo_bar": { "type": "string" } },
    }));
    for name in ["foobar", "FooBar", "foo bar"] {
        let reply = format!("{{\"{name}\": \"a\"}}");
        assert_eq!(read_as(&two, &reply).unwrap_err().faults()[0].kind, FaultKind::Ambiguous, "{reply}");
    }
    for name in ["fooBar", "foo_bar"] {
        assert_eq!(read_as(&two, &format!("{{\"{name}\": \"a\"}}")).unwrap().value, json!({ name: "a" }));
    }
}

const ONE: &str = r#"{"title": "Dark hall", "level": 2}"#;
const TWO: &str = r#"{"title": "No light", "level": 3}"#;

#[test]
fn err_answers_to_choose_from() {
    for reply in [
        format!("[{ONE}, {TWO}]"),
        format!("{ONE} or {TWO}"),
        format!("```json\n{ONE}\n```\n\nOR\n\n```json\n{TWO}\n```"),
        format!("Option 1:\n{ONE}\n\nOption 2:\n{TWO}"),
    ] {
        assert_eq!(refused(&reply), [FaultKind::Several], "{reply}");
    }
    let feedback = read(&format!("{ONE} or {TWO}")).unwrap_err().feedback();
    assert!(feedback.starts_with("Your reply holds several answers."), "{feedback}");
}

#[test]
fn ok_the_last_of_several_where_a_rule_decides() {
    for reply in [
        format!("{ONE}\n{TWO}"),
        format!("{ONE} or rather {TWO}"),
        format!("Draft: {ONE}. Final: {TWO}."),
        format!("{TWO} or {TWO}"),
        format!("{ONE} or {{\"title\": 1.5}}, so: {TWO}"),
        format!("{ONE} or {ONE}, no:\n{TWO}"),
        format!("[{TWO}]"),
    ] {
        assert_eq!(read(&reply).unwrap(), json!({ "title": "No light", "level": 3 }), "{reply}");
    }
    assert_eq!(refused(&format!("[{ONE}, {{\"title\": \"x\"}}]")), [FaultKind::Type]);
}

fn steps() -> nucleo_runtime::Shape {
    shape(&json!({
        "type": "array",
        "items": { "type": "object", "required": ["of", "by"], "properties": { "of": { "type": "number" }, "by": { "type": "number" } } },
    }))
}

#[test]
fn err_the_last_of_several_lists_has_blanks() {
    let kinds = |reply: &str| -> Vec<_> {
        read_as(&steps(), reply).unwrap_err().faults().iter().map(|fault| fault.kind).collect()
    };
    let first = r#"First: [{"of": 36, "by": 48}]."#;
    assert_eq!(kinds(&format!("{first}\n\nThen: [{{\"of\": <RESULT>, \"by\": 3}}]")), [FaultKind::Elided]);
    assert_eq!(kinds(&format!("{first}\n\nThen:\n[{{\"of\": 1, \"by\": 3}}, ...]")), [FaultKind::Elided]);
    // A list that fits behind it counts, and one of another type does not.
    let one = json!([{ "of": 36, "by": 48 }]);
    assert_eq!(read_as(&steps(), &format!("Form: [{{\"of\": <OF>, \"by\": <BY>}}].\n\n{first}")).unwrap().value, one);
    assert_eq!(read_as(&steps(), &format!("{first}\n\nFrom [\"a\", ...] it follows.")).unwrap().value, one);
}

#[test]
fn err_a_part_of_a_broken_answer_is_none() {
    let open = shape(&json!({ "type": "object" }));
    let broken = "{\n  \"teams\": [\n    {\"team\": \"A\",\n    {\"team\": \"B\",\n    {\"team\": \"C\"\n  ],\n  \"all\": {\"x\": 1}\n}";
    assert!(read_as(&open, broken).is_err());
    for between in ["\n\n", "\n```\nAgain:\n", "\n"] {
        let reply = format!("{broken}{between}{{\"teams\": []}}");
        assert_eq!(read_as(&open, &reply).unwrap().value, json!({ "teams": [] }), "{reply}");
    }
}

#[test]
fn ok_an_object_about_something_else_is_none() {
    let notes = shape(&json!({ "type": "object", "properties": { "title": { "type": "string" } } }));
    let reply = "{\"title\": \"Dark hall\"}\n\nIt took {\"tokens\": 12, \"seconds\": 0.5}.";
    assert_eq!(read_as(&notes, reply).unwrap().value, json!({ "title": "Dark hall" }));
    assert_eq!(read_as(&notes, "{\"tokens\": 12}").unwrap().value, json!({}));
}

#[test]
fn ok_the_form_of_an_answer() {
    let form = |schema: Value| {
        let feedback = read_as(&shape(&schema), "No idea.").unwrap_err().feedback();
        feedback.split_once("It has this form: ").map(|(_, form)| form.to_owned())
    };
    let text = || json!({ "type": "string" });
    let day = json!({ "type": ["string", "null"], "format": "date" });
    let place = json!({ "type": "object", "required": ["day"], "properties": { "day": day, "note": text() } });
    assert_eq!(
        form(
            json!({ "type": "object", "properties": { "place": place, "tags": { "type": "array", "items": text() } } })
        ),
        Some(r#"{"place": {"day": "YYYY-MM-DD" or null}, "tags": [string]}"#.to_owned())
    );
    let branch = |tag: &str, member: &str| json!({ "type": "object", "required": ["kind", member], "properties": { "kind": { "const": tag }, member: text() } });
    assert_eq!(
        form(json!({ "oneOf": [branch("card", "number"), branch("transfer", "owner")] })),
        Some(r#"{"kind": "card", "number": string} or {"kind": "transfer", "owner": string}"#.to_owned())
    );
    assert_eq!(
        form(json!({ "type": "array", "items": { "type": "object", "additionalProperties": { "type": "number" } } })),
        Some("[{string: number}]".to_owned())
    );
    // What has no form, or too long a one.
    assert_eq!(form(json!({ "type": "integer" })), None);
    let wide: serde_json::Map<String, Value> = (0..99).map(|at| (format!("member_{at}"), text())).collect();
    assert_eq!(form(json!({ "type": "object", "properties": wide })), None);
}

#[test]
fn ok_members_of_the_notation_are_gone_but_for_those_that_are_data() {
    let of = |rest: Value| {
        let properties = json!({ "name": { "type": "string" } });
        shape(&json!({ "title": "Bed", "type": "object", "properties": properties, "additionalProperties": rest }))
    };
    let reply = r#"{"@type": "Bed", "name": "north", "@description": "the beds"}"#;
    for rest in [json!(true), json!(false)] {
        let reading = read_as(&of(rest.clone()), reply).unwrap();
        let kinds: Vec<_> = reading.repairs.iter().map(|it| it.kind).collect();
        assert_eq!((reading.value, kinds), (json!({"name": "north"}), vec![RepairKind::Echo; 2]), "{rest}");
    }
    let all = Policy::lenient().keep_undeclared(true);
    let kept = |rest| read_as_with(&of(rest), reply, &all, Stop::End).unwrap().value;
    assert_eq!(kept(json!(false)), json!({"name": "north"}));
    assert_eq!(kept(json!(true)), serde_json::from_str::<Value>(reply).unwrap());
    let reading = read_as(&of(json!({ "type": "string" })), reply).unwrap();
    assert_eq!(reading.value, serde_json::from_str::<Value>(reply).unwrap());
    assert_eq!(reading.repairs, []);
}

#[test]
fn ok_a_closing_tag_in_a_text_closes_nothing() {
    let quoted = r#"{"title": "say </think> at the end", "level": 1, "tags": ["<b>x</b>"]}"#;
    let whole = json!({"title": "say </think> at the end", "level": 1, "tags": ["<b>x</b>"]});
    for reply in [
        quoted,
        &format!("Here:\n```json\n{quoted}\n```"),
        &format!("<think>Hm.</think>\n{quoted}"),
        &format!("Hm, {{x}}.\n</think>\n{quoted}"),
        &format!("<think>I end with </think>, then.</think>{quoted}"),
        &format!("<think>Perhaps {{\"title\": \"x</think>\", \"level\": 2}}?</think>{quoted}"),
    ] {
        assert_eq!(read(reply).unwrap(), whole, "{reply}");
    }
    // What stands before the tag is thought, not said.
    assert!(read(r#"{"title": "a", "level": 1}</think>{"title": "b"}"#).is_err());
}

#[test]
fn err_a_cut_text_begins_at_its_quote() {
    let rejection = read("{“title”: “a").unwrap_err();
    let spans: Vec<_> = rejection.faults().iter().filter_map(|fault| fault.span.clone()).collect();
    assert!(spans.iter().all(|span| "{“title”: “a".get(span.clone()).is_some()), "{spans:?}");
}

#[test]
fn ok_repairs_between_values_are_of_the_container() {
    let places = |reply: &str| {
        let reading = read_as(&ticket(), reply).unwrap();
        reading.repairs.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(places(r#"{"title": "a", "level": 1, "tags": ["b", "c",],}"#), ["extra_comma at tags", "extra_comma"]);
    assert_eq!(places(r#"{"title": "a" "level": 1, "tags": ["b" "c"]}"#), ["missing_comma", "missing_comma at tags"]);
    assert_eq!(
        places("{\"title\": \"a\", // so\n\"tags\": [/* none */], level: 1}"),
        ["comment", "comment at tags", "bare_name at level"],
    );
    assert_eq!(
        places(r#"{"tags": ["b" + "c", "d"}, "level": 1, "title": "a"}"#),
        ["concatenation at tags[0]", "wrong_closer at tags"],
    );
}

#[test]
fn err_what_the_schema_refuses_to_mend() {
    const PROFILE: Profile =
        Profile { refuse: RepairKinds::of(&[RepairKind::ListOfOne, RepairKind::ExtraComma]), ..Profile::NUCLEO };
    let strict = nucleo_runtime::Shape { profile: &PROFILE, ..ticket() };
    let reading = read_as(&strict, r#"{"title": "a", level: "1"}"#).unwrap();
    assert_eq!(reading.repairs.len(), 2);
    let rejection = read_as(&strict, r#"{"title": "a", "level": 1, "tags": "b",}"#).unwrap_err();
    let faults: Vec<_> = rejection.faults().iter().map(|it| (it.kind, it.path.dotted())).collect();
    assert_eq!(faults, [(FaultKind::Refused, String::new()), (FaultKind::Refused, "tags".to_owned())]);
}
