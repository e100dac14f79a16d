//! Knobs by keyword and in the builder, and what each is seen to do.

use super::*;
use crate::emit::sketch;

fn read(text: &str) -> Knobs {
    let diags = Diags::default();
    let knobs = Knobs::read(&sketch::parse(text), &diags);
    assert!(diags.take().is_empty());
    knobs
}

fn turned(text: &str) -> Settings {
    let mut settings = Settings::NUCLEO;
    read(text).turn(&mut settings);
    settings
}

#[test]
fn ok_every_keyword_turns_the_knob_that_the_builder_turns() {
    let knobs = read(
        r#"{"x-nucleo-profile": "tramai", "x-nucleo-names": "snake", "x-nucleo-unknown": "ignore",
            "x-nucleo-blank": "refuse", "x-nucleo-syntax": "lenient", "x-nucleo-coercion": "off", "x-nucleo-echo": true,
            "x-nucleo-refuse": ["duplicate", "list_of_one"],
            "x-nucleo-order": "declared", "x-nucleo-titles": "on", "x-nucleo-nulls": "none", "x-nucleo-paths": "pointer",
            "x-nucleo-faults": 3, "x-nucleo-history": "replace_last", "x-nucleo-reask": "fields",
            "x-nucleo-corrections": 0, "x-nucleo-exhausted": "return"}"#,
    );
    let mut builder = Builder::new();
    builder.exhausted(Exhausted::Return).corrections(0).reask(Reask::Fields).history(History::ReplaceLast).faults(3);
    builder.paths(Paths::Pointer).nulls(Nulls::None).titles(true).order(Order::Declared).echo(true);
    builder.coercion(Coerce::Off).syntax(Syntax::Lenient).blank(Blank::Refuse).unknown(Unknown::Ignore);
    builder.names(Names::Snake).profile(Profile::Tramai);
    builder.refuse(RepairKinds::of(&[RepairKind::ListOfOne, RepairKind::Duplicate]));
    assert_eq!(knobs, builder.options.knobs);
    assert_eq!(knobs.keywords().len(), Knobs::KEYWORDS.len());
    let again = Tree::Object(knobs.keywords()).compact();
    assert_eq!(read(&again), knobs);
}

#[test]
fn ok_what_is_not_set_is_the_profiles() {
    assert_eq!(turned("{}"), Settings::NUCLEO);
    assert_eq!(turned(r#"{"x-nucleo-profile": "tramai"}"#), Settings::TRAMAI);
    let settings = turned(r#"{"x-nucleo-titles": true, "x-nucleo-profile": "tramai"}"#);
    assert_eq!(settings, Settings { titles: true, ..Settings::TRAMAI });
    assert_eq!(turned(r#"{"x-nucleo-faults": 0}"#).run.faults, 1);
    let several = turned(r#"{"x-nucleo-profile": "tramai", "x-nucleo-faults": 4}"#).run;
    assert_eq!((several.faults, several.frame), (4, Frame::List));
}

#[test]
fn err_values_that_a_knob_does_not_have() {
    let text = r#"{"x-nucleo-order": "random",
"x-nucleo-faults": 300,
"x-nucleo-echo": "yes",
"x-nucleo-paths": []}"#;
    let mut sources = crate::source::Sources::default();
    sources.add("a.json", text.to_owned());
    let diags = Diags::default();
    assert_eq!(Knobs::read(&sketch::parse(text), &diags), Knobs::default());
    let expected = r#"error: `x-nucleo-order` has no setting `random`
 --> a.json:1:20
1 | {"x-nucleo-order": "random",
  |                    ^^^^^^^^
  = help: the settings are: declared, sorted

error: `x-nucleo-faults` has no setting 300
 --> a.json:2:20
2 | "x-nucleo-faults": 300,
  |                    ^^^
  = help: the settings are: whole numbers from 0 to 255

error: `x-nucleo-echo` has no setting `yes`
 --> a.json:3:18
3 | "x-nucleo-echo": "yes",
  |                  ^^^^^
  = help: the settings are: true, false

error: `x-nucleo-paths` must be one of its settings
 --> a.json:4:19
4 | "x-nucleo-paths": []}
  |                   ^^ found an array
  = help: the settings are: dotted, quoted, pointer
"#;
    assert_eq!(crate::report::render(&sources, &diags.take()), expected);
}

/// The code of one schema with the two renderings of its root.
fn generate(schema: &str, turn: impl Fn(&mut Builder)) -> String {
    let mut sources = crate::source::Sources::default();
    sources.add("a.json", schema.to_owned());
    let mut builder = Builder::new();
    turn(&mut builder);
    let layout = crate::emit::Layout::Nested;
    crate::flow::generate(&mut sources, &builder.options, layout).expect("a schema without faults").text
}

#[test]
fn ok_a_schema_shows_what_its_knobs_say() {
    let schema = r#"{"x-nucleo-order": "sorted", "type": "object", "required": ["b"], "properties": {
        "b": {"type": ["string", "null"]}, "a": {"type": "array", "items": {"type": "object", "properties": {}}}}}"#;
    let code = generate(schema, |builder| {
        builder.titles(false).nulls(Nulls::Keyword).unknown(Unknown::Deny).names(Names::Source);
    });
    let model = code.split("MODEL_SCHEMA: &'static str = r").nth(1).expect("a schema");
    let model = model.trim_start_matches('#').trim_start_matches('"').split("\"#").next().unwrap_or_default();
    let model = model.split("\";").next().unwrap_or_default();
    let expected = r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","additionalProperties":false}},"b":{"type":"string","nullable":true}},"required":["b"],"additionalProperties":false}"#;
    assert_eq!(Tree::from(&sketch::parse(model)).compact(), expected);
    assert!(code.contains(r#""@other_fields" : "none""#));
}

#[test]
fn ok_one_constant_for_all_types_with_one_profile() {
    let schema = r##"{"$defs": {"a": {"type": "object"}, "b": {"x-nucleo-corrections": 5, "type": "object"},
        "c": {"x-nucleo-profile": "tramai", "type": "object", "properties": {}}, "d": {"x-nucleo-corrections": 5, "type": "object"}}}"##;
    let code = generate(schema, |builder| {
        builder.echo(false);
    });
    assert_eq!(code.matches("static PROFILE").count(), 2, "{code}");
    assert!(code.contains("corrections: 5") && code.contains("Profile::TRAMAI"));
}

#[test]
fn ok_the_nearest_counts() {
    let schema = r##"{"x-nucleo-corrections": 1, "type": "object", "properties": {"b": {"$ref": "#/$defs/b"}},
        "$defs": {"b": {"x-nucleo-corrections": 2, "x-nucleo-faults": 2, "type": "object"}}}"##;
    let mut sources = crate::source::Sources::default();
    sources.add("a.json", schema.to_owned());
    let diags = Diags::default();
    let ir = crate::front::read(&mut sources, &crate::options::Options::default(), &diags);
    let build = Knobs { corrections: Some(7), faults: Some(3), echo: Some(false), ..Knobs::default() };
    let runs: Vec<_> = settle(&ir, &build).into_iter().map(|it| (it.run.corrections, it.run.faults)).collect();
    assert_eq!((runs, diags.take().len()), (vec![(1, 3), (2, 2)], 0));
}

#[test]
fn err_a_slip_of_a_keyword() {
    let mut sources = crate::source::Sources::default();
    sources.add("a.json", r#"{"x-nucleo-odrer": "sorted", "type": "object"}"#.to_owned());
    let diags = Diags::default();
    crate::front::read(&mut sources, &crate::options::Options::default(), &diags);
    let found = diags.take();
    assert_eq!(found[0].message, "`x-nucleo-odrer` is no keyword of Nucleo");
    assert_eq!(found[0].help.as_deref(), Some("did you mean `x-nucleo-order`?"));
}

#[test]
fn ok_refused_repairs_stand_in_the_code() {
    let code = generate(r#"{"type": "object", "x-nucleo-refuse": ["unknown", "list_of_one"]}"#, |_| {});
    let refuse = code.split("refuse:").nth(1).and_then(|it| it.split("..").next()).expect("the field");
    let refuse: String = refuse.split_whitespace().collect();
    let kind = "::nucleo_runtime::repair::RepairKind";
    assert_eq!(refuse, format!("{kind}s::of(&[{kind}::ListOfOne,{kind}::Unknown]),"));
    // What a model sees says nothing of it; what programs exchange does.
    assert_eq!(code.matches("x-nucleo-refuse").count(), 1);
}

#[test]
fn err_a_repair_that_there_is_not() {
    let diags = Diags::default();
    let text = r#"{"x-nucleo-refuse": ["list_of_two"]}"#;
    assert_eq!(Knobs::read(&sketch::parse(text), &diags), Knobs::default());
    assert_eq!(diags.take()[0].message, "`x-nucleo-refuse` must be one of its settings");
}
