//! Reasoning: the built-in schemas, the forms for models that reason natively, and schemas that arrive at run time.

use nucleo_runtime::reasoning::{AnalysisReasoning, ChainOfThoughtReasoning, SimpleReasoning, ToolSelectionReasoning};
use nucleo_runtime::shape::{Kind, Record, Shape};
use nucleo_runtime::tool::{Agent, Native};
use nucleo_runtime::{Shaped as _, keywords};

use super::pretty::Tree;
use super::rule_schema::Audience;
use super::{Layout, Renderings, notation, schema, shape, sketch};
use crate::diag::Diags;
use crate::front;
use crate::front::json_schema::ready;
use crate::ir::{DeclId, Enforcer, Ir};
use crate::json::Json;
use crate::knobs::{Knobs, Names};
use crate::options::Options;
use crate::resolve;
use crate::source::Sources;

fn vectors(area: &str) -> Vec<Json> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/nucleo.json");
    let all = sketch::parse(&std::fs::read_to_string(path).expect("vectors"));
    all.items().iter().filter(|it| it.get("area").and_then(Json::as_str) == Some(area)).cloned().collect()
}

fn names_of(schema: &Json) -> Vec<String> {
    schema.get("properties").map(Json::members).unwrap_or_default().iter().map(|it| it.name.clone()).collect()
}

#[test]
fn ok_vectors_of_strip() {
    let vectors = vectors("strip");
    assert_eq!(vectors.len(), 6);
    for vector in vectors {
        let mut ir = sketch::ir(vector.get("type").expect("a type"));
        ir.decls[0].ext.agent = true;
        front::complete(&mut ir);
        let cx = sketch::resolved(&ir);
        let is = |name: &str| vector.get("input").and_then(|it| it.get(name)).and_then(Json::as_bool) == Some(true);
        let shown = ir.agents[0].shown[usize::from(is("native_tools")) * 2 + usize::from(is("thinking"))];
        let text = schema::compact(&cx, shown, Audience::Model, 0);
        let envelope = sketch::parse(&text);
        let expect = vector.get("expect").expect("an expectation");
        if let Some(fields) = expect.get("envelope_fields") {
            let expected: Vec<_> = fields.items().iter().filter_map(Json::as_str).collect();
            assert_eq!(names_of(&envelope), expected);
        }
        let answer = envelope.get("properties").and_then(|it| it.get("answer")).expect("an answer");
        let has = names_of(answer).iter().any(|it| it == "reasoning");
        assert_eq!(has, !is("thinking"));
        for words in expect.get("must_not_contain").map(Json::items).unwrap_or_default() {
            let words = words.as_str().expect("words");
            let texts = [text.clone(), notation::render(&cx, shown, 0).0];
            let built_in = ready::addresses().into_iter().filter_map(ready::text).map(str::to_owned);
            assert!(texts.into_iter().chain(built_in).all(|it| !it.to_lowercase().contains(words)));
        }
    }
}

#[test]
fn ok_only_the_top_is_stripped() {
    let text = r#"{"title":"Outer","type":"object","properties":{"reasoning":{"type":"string"},
        "inner":{"title":"Inner","type":"object","properties":{"reasoning":{"type":"string"}}}}}"#;
    let mut ir = sketch::ir(&sketch::parse(text));
    front::complete(&mut ir);
    let native = ir.native(DeclId(0)).expect("an answer with reasoning");
    let text = schema::compact(&sketch::resolved(&ir), native, Audience::Model, 0);
    assert_eq!(text.matches(r#""reasoning""#).count(), 1, "{text}");
}

#[test]
fn ok_vector_of_the_notation() {
    let vectors = vectors("reasoning_text");
    let vector = vectors.iter().find(|it| it.get("expect").is_some_and(|it| it.get("notation_path").is_some()));
    let ir = sketch::ir(vector.and_then(|it| it.get("type")).expect("a type"));
    let text = sketch::parse(&notation::render(&sketch::resolved(&ir), DeclId(0), 0).0);
    let reasoning = text.get("@fields").and_then(|it| it.get("reasoning")).expect("the member");
    assert_eq!(reasoning.get("@type").and_then(Json::as_str), Some("SimpleReasoning"));
    assert!(reasoning.get("@fields").and_then(|it| it.get("thought")).is_some());
}

/// The IR of one schema, with its sources.
fn read(text: &str) -> (Ir, Sources, Vec<String>) {
    let mut sources = Sources::default();
    sources.add("a.json", text.to_owned());
    let diags = Diags::default();
    let ir = front::read(&mut sources, &Options::default(), &diags);
    let messages = diags.take().into_iter().map(|it| it.message).collect();
    (ir, sources, messages)
}

fn code(text: &str) -> String {
    let mut sources = Sources::default();
    sources.add("a.json", text.to_owned());
    match crate::flow::generate(&mut sources, &Options::default(), Layout::Flat) {
        Ok(output) => output.text,
        Err(error) => panic!("{error}"),
    }
}

const ANSWER: &str = r#"{"title":"Pick","description":"Which tool","type":"object",
    "required":["tool","why"],"properties":{
        "why":{"$ref":"nucleo:reasoning/tool_selection","description":"What the choice rests on"},
        "tool":{"type":"string","description":"Its name"},
        "more":{"type":"array","items":{"$ref":"nucleo:reasoning/simple"},"description":"Notes"}}}"#;

#[test]
fn ok_built_in_schemas_are_types_of_the_runtime() {
    let code = code(ANSWER);
    assert!(code.contains("pub why: Option<::nucleo_runtime::reasoning::ToolSelectionReasoning>"), "{code}");
    assert!(code.contains("pub more: Option<Vec<::nucleo_runtime::reasoning::SimpleReasoning>>"), "{code}");
    assert!(!code.contains("pub struct ToolSelectionReasoning") && !code.contains("for SimpleReasoning"), "{code}");
    assert_eq!(code.matches("pub mod ").count(), 0, "{code}");
    assert_eq!(code.matches("_NATIVE: &'static str").count(), 2, "{code}");
}

#[test]
fn ok_reasoning_is_never_required() {
    let (ir, sources, messages) = read(ANSWER);
    assert!(messages.is_empty(), "{messages:?}");
    let cx = sketch::resolved(&ir);
    let Renderings { notation, model_schema, native, .. } = super::renderings(&cx, &sources, DeclId(0));
    let [native_notation, native_schema] = native.expect("an answer with reasoning");
    assert!(model_schema.contains("rationale") && notation.contains("rationale"));
    assert!(!native_schema.contains("rationale") && !native_notation.contains("rationale"));
    assert!(native_schema.contains("SimpleReasoning") && native_notation.contains("thought"));
    let entry = ir.ledger.iter().find(|it| it.keyword == "required" && matches!(it.by, Enforcer::Nobody(_)));
    assert!(entry.is_some_and(|it| it.place == "#"));
}

#[test]
fn ok_a_flag_says_so_as_well() {
    let (ir, ..) = read(
        r#"{"title":"A","type":"object","required":["a","reasoning"],"properties":{
            "a":{"type":"string","x-nucleo-reasoning":true},"reasoning":{"type":"string"}}}"#,
    );
    let cx = sketch::resolved(&ir);
    let native = schema::compact(&cx, ir.native(DeclId(0)).expect("an answer with reasoning"), Audience::Model, 0);
    // A member that only has the name stays where the author requires it.
    assert!(native.contains(r#""required":["reasoning"]"#) && !native.contains(r#""a""#), "{native}");
}

#[test]
fn ok_a_file_that_is_a_built_in_schema() {
    let code = code(r#"{"title":"Why","$ref":"nucleo:reasoning/analysis"}"#);
    assert!(code.contains("pub struct Why(pub ::nucleo_runtime::reasoning::AnalysisReasoning)"), "{code}");
}

#[test]
fn ok_an_agent_has_one_simple_reasoning() {
    let text = r#"{"title":"A","description":"An answer","type":"object","x-nucleo-agent":true,"properties":{
        "reasoning":{"$ref":"nucleo:reasoning/simple","description":"Why"}}}"#;
    let (ir, ..) = read(text);
    let simple: Vec<_> = ir.decls.iter().filter(|it| it.name == "SimpleReasoning").collect();
    assert_eq!(simple.len(), 1);
    // Without the reference, the envelope's own is the same, word for word.
    let (other, ..) = read(&text.replace(r#""$ref":"nucleo:reasoning/simple""#, r#""type":"string""#));
    let notation = |ir: &Ir| notation::render(&sketch::resolved(ir), ir.agents[0].shown[2], 0).0;
    let tail = |text: String| text[text.rfind(r#""reasoning""#).expect("the member")..].to_owned();
    assert_eq!(tail(notation(&ir)), tail(notation(&other)));
    // And so is that of an agent whose answer is a text, which the runtime brings along.
    let native = Native { tools: true, thinking: false };
    assert_eq!(tail(notation(&ir)), tail(<String as Agent>::ENVELOPE.notation(native).to_owned()));
}

#[test]
fn err_no_built_in_schema() {
    let (_, _, messages) = read(r#"{"title":"A","properties":{"why":{"$ref":"nucleo:reasoning/simpel"}}}"#);
    assert_eq!(messages, ["there is no built-in schema `nucleo:reasoning/simpel`"]);
}

fn record(shape: Shape) -> &'static Record {
    match &shape.ty().kind {
        Kind::Record(record) => record,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ok_types_of_the_runtime_are_the_built_in_schemas() {
    let types = [
        ("simple", SimpleReasoning::SHAPE),
        ("tool_selection", ToolSelectionReasoning::SHAPE),
        ("chain_of_thought", ChainOfThoughtReasoning::SHAPE),
        ("analysis", AnalysisReasoning::SHAPE),
    ];
    for (name, ours) in types {
        let (ir, _, messages) = read(ready::text(&format!("nucleo:reasoning/{name}")).expect("a schema"));
        assert!(messages.is_empty(), "{messages:?}");
        let table = shape::build(&sketch::resolved(&ir), &Options::default(), false).table;
        let theirs = Shape::new(table, 0, ours.profile);
        assert_eq!(theirs.ty().name, ours.ty().name);
        let (one, two) = (record(theirs), record(ours));
        assert_eq!(one.spellings.all(), two.spellings.all());
        assert_eq!(one.fields.len(), two.fields.len());
        for (one, two) in one.fields.iter().zip(two.fields) {
            assert_eq!((one.name, one.required), (two.name, two.required));
            let kind = |shape: Shape, id| format!("{:?}", shape.at(id).ty().kind).split('(').next().map(str::to_owned);
            assert_eq!(kind(theirs, one.ty), kind(ours, two.ty));
        }
    }
}

/// Schemas with artifacts wherever a type may stand.
const ARTIFACTS: &str = r##"{"title":"Use","description":"A use","type":"object","properties":{
    "one":{"$ref":"#/$defs/Cite","description":"The best"},
    "many":{"type":"array","items":{"$ref":"#/$defs/Cite"},"x-nucleo-summarizable":{}},
    "by_topic":{"type":"object","additionalProperties":{"$ref":"#/$defs/Cite"}},
    "lists":{"type":"array","items":{"type":"array","items":{"$ref":"#/$defs/Cite"}}},
    "maybe":{"anyOf":[{"$ref":"#/$defs/Cite"},{"type":"null"}]},
    "either":{"oneOf":[{"$ref":"#/$defs/Cite"},{"type":"string"}]},
    "next":{"$ref":"#"},
    "plain":{"title":"Plain","type":"object","properties":{"artifact_ref":{"type":"string"},"n":{"type":"integer"}}}},
    "required":["maybe"],
    "$defs":{"Cite":{"title":"Cite","type":"object","x-nucleo-type-alias":"link:cite","additionalProperties":false,
        "minProperties":2,"required":["doi"],"properties":{"doi":{"type":"string","x-nucleo-context-ignore":true},
        "artifact_ref":{"type":"string"}}}}}"##;

/// What is published, brought to what a model may be shown at run time, is what a model is shown.
fn check_for_model(mut sources: Sources) -> usize {
    let diags = Diags::new(vec![("name_clash".to_owned(), crate::diag::Level::Allow)]);
    let ir = front::read(&mut sources, &Options::default(), &diags);
    let knobs = Knobs { names: Some(Names::Source), ..Knobs::default() };
    let cx = resolve::all(&ir, &knobs, &diags);
    let answers: Vec<DeclId> = ir.files.iter().flat_map(|file| &file.answers).copied().collect();
    for &answer in &answers {
        let Renderings { json_schema, model_schema, .. } = super::renderings(&cx, &sources, answer);
        let expected = Tree::from(&sketch::parse(&model_schema)).compact();
        assert_eq!(keywords::for_model(&json_schema).expect("JSON"), expected);
    }
    assert!(diags.take().iter().all(|it| it.lint.is_some()));
    answers.len()
}

#[test]
fn ok_what_arrives_at_run_time_is_treated_alike() {
    let of = |text: &str| {
        let mut sources = Sources::default();
        sources.add("artifacts.json", text.to_owned());
        check_for_model(sources)
    };
    assert_eq!(of(ARTIFACTS), 1);
    assert_eq!(of(&ARTIFACTS.replace(r##""$ref":"#""##, r##""$ref":"#/$defs/Cite""##)), 1);
    let diags = Diags::default();
    let sources = Sources::load(&[concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas").into()], &diags);
    assert!(diags.take().is_empty());
    assert!(check_for_model(sources) > 10);
}
