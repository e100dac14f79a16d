//! The forms that the vectors do not have: unions, tuples, limits, rules, cycles, and types too large to repeat.

use crate::diag::Diags;
use crate::emit::rule_schema::Audience;
use crate::emit::{notation, schema, sketch};
use crate::ir::Ir;
use crate::knobs::{Knobs, Names as Spelling};
use crate::options::Options;
use crate::resolve::canon::{self, Grain, View};
use crate::resolve::cycles;
use crate::source::Sources;
use crate::{check, front, resolve};

fn ir(text: &str) -> Ir {
    let diags = Diags::new(Vec::new());
    let mut sources = Sources::default();
    sources.add("test.json", text.to_owned());
    let ir = front::read(&mut sources, &Options::default(), &diags);
    assert_eq!(messages(&diags), "");
    ir
}

fn messages(diags: &Diags) -> String {
    diags.take().into_iter().map(|it| it.message).collect::<Vec<_>>().join("\n")
}

/// The `@type` lines of a type's members, and whatever stands in a list of one line.
fn words(text: &str) -> Vec<String> {
    let ir = ir(text);
    let text = notation::render(&sketch::resolved(&ir), ir.files[0].answers[0], text.len()).0;
    let line = |line: &str| line.trim().trim_end_matches(',').to_owned();
    let keys = ["\"@type\"", "\"@values\"", "\"@rules\"", "\"@default\""];
    text.lines().map(line).filter(|line| keys.iter().any(|key| line.starts_with(key))).skip(1).collect()
}

fn member(schema: &str) -> Vec<String> {
    words(&format!(r#"{{"title":"T","type":"object","properties":{{"m":{schema}}}}}"#))
}

fn model_schema(text: &str) -> String {
    let ir = ir(text);
    schema::render(&sketch::resolved(&ir), ir.files[0].answers[0], Audience::Model, text.len(), &[]).0
}

#[test]
fn ok_limits_in_words() {
    let cases = [
        (r#"{"type":"string","minLength":1,"maxLength":80}"#, "string (1 to 80 characters)"),
        (r#"{"type":"string","pattern":"^a$"}"#, "string (matching ^a$)"),
        (r#"{"type":"string","format":"time"}"#, "time"),
        (r#"{"type":"string","format":"duration"}"#, "duration (ISO 8601, like P3DT4H)"),
        (r#"{"type":"string","format":"email"}"#, "string (email)"),
        (r#"{"type":"integer","minimum":0}"#, "integer (at least 0)"),
        (r#"{"type":"integer","format":"uint8"}"#, "integer (0 to 255)"),
        (r#"{"type":"number","exclusiveMinimum":0,"maximum":1}"#, "number (more than 0, at most 1)"),
        (r#"{"type":"number","multipleOf":0.5}"#, "number (a multiple of 0.5)"),
        (r#"{"type":"array","items":{"type":"boolean"},"maxItems":3}"#, "array (at most 3 items) of boolean"),
        (r#"{"type":"array","items":{"type":["string","null"]}}"#, "array of (string or null)"),
        (r#"{"type":"array","items":{"type":"array","items":{"type":"number"}}}"#, "array of array of number"),
        (
            r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2}"#,
            "array (exactly 2 items) of [string, number]",
        ),
        (r#"{"type":"object","additionalProperties":{"type":"number"}}"#, "map from string to number"),
        (r#"{"type":["string","integer"]}"#, "integer or string"),
    ];
    for (schema, expected) in cases {
        assert_eq!(member(schema), [format!("\"@type\" : \"{expected}\"")], "{schema}");
    }
}

#[test]
fn ok_a_union_lists_its_branches() {
    let text = r#"{"title":"T","type":"object","required":["pay"],"properties":{"pay":{"title":"Pay","oneOf":[
        {"title":"Card","type":"object","required":["kind"],"properties":{"kind":{"const":"card"}}},
        {"title":"Cash","type":"object","required":["kind"],"properties":{"kind":{"const":"cash"}}}]}}}"#;
    let ir = ir(text);
    let expected = r#"{
  "@type" : "T",
  "@description" : "Schema of T",
  "@fields" : {
    "pay" : {
      "@type" : "Pay",
      "@required" : true,
      "@one_of" : [ {
        "@type" : "Card",
        "@fields" : {
          "kind" : {
            "@type" : "enum",
            "@values" : [ "card" ],
            "@required" : true
          }
        }
      }, {
        "@type" : "Cash",
        "@fields" : {
          "kind" : {
            "@type" : "enum",
            "@values" : [ "cash" ],
            "@required" : true
          }
        }
      } ]
    }
  }
}"#;
    assert_eq!(notation::render(&sketch::resolved(&ir), ir.files[0].answers[0], 0).0, expected);
}

#[test]
fn ok_rules_in_words_or_as_schema() {
    let members = r#""type":"object","properties":{"aB":{"type":"string"},"c":{"type":"string"}}"#;
    let rules = |rules: &str| member(&format!("{{{members},{rules}}}")).pop().unwrap_or_default();
    assert_eq!(rules(r#""dependentRequired":{"aB":["c"]}"#), r#""@rules" : [ "with a_b there must be c" ]"#);
    assert_eq!(
        rules(r#""anyOf":[{"required":["aB"]},{"required":["c"]}]"#),
        r#""@rules" : [ "has at least one of a_b, c" ]"#
    );
    let shown = rules(r#""if":{"required":["aB"]},"then":{"properties":{"c":{"const":"x"}}}"#);
    assert!(shown.contains("fits the JSON Schema") && shown.contains("a_b") && !shown.contains("aB"), "{shown}");
}

#[test]
fn ok_a_cycle_of_words_keeps_its_name() {
    let text = r##"{"title":"T","type":"object","properties":{"m":{"$ref":"#/$defs/Json"}},
        "$defs":{"Json":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/Json"}}]}}}"##;
    assert_eq!(words(text), [r#""@type" : "Json (string or array of Json)""#]);
}

#[test]
fn ok_types_too_large_to_repeat_are_described_once() {
    let mut defs = String::new();
    for at in 0..30 {
        let next = format!(r##"{{"$ref":"#/$defs/D{}"}}"##, at + 1);
        defs += &format!(r#""D{at}":{{"type":"object","properties":{{"a":{next},"b":{next}}}}},"#);
    }
    let text = format!(
        r##"{{"title":"T","type":"object","properties":{{"m":{{"$ref":"#/$defs/D0"}}}},
            "$defs":{{{defs}"D30":{{"type":"string"}}}}}}"##
    );
    let ir = ir(&text);
    let resolved = sketch::resolved(&ir);
    let (notation, shared) = notation::render(&resolved, ir.files[0].answers[0], text.len());
    assert!(shared && notation.len() < 64 * 1024, "{}", notation.len());
    let (schema, shared) = schema::render(&resolved, ir.files[0].answers[0], Audience::Program, text.len(), &[]);
    assert!(shared && schema.len() < 64 * 1024, "{}", schema.len());
}

/// Whatever the published schema is read as, it is the contract of its source.
fn check_published(text: &str) {
    let ir_of_source = ir(text);
    let answer = ir_of_source.files[0].answers[0];
    let resolved = sketch::resolved(&ir_of_source);
    let (published, _) = schema::render(&resolved, answer, Audience::Program, text.len(), &[]);
    let ir_of_published = ir(&published);
    let digest = |ir: &Ir| canon::digests(View { ir, grain: Grain::Shape, settings: None }, &ir.files[0].answers[..1]);
    assert_eq!(digest(&ir_of_published), digest(&ir_of_source), "{published}");
}

#[test]
fn ok_the_published_schema_is_the_contract() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("schemas").map(|it| it.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "json"));
    assert!(!files.is_empty());
    for path in files {
        check_published(&std::fs::read_to_string(path).expect("a schema"));
    }
    let members = [
        r#"{"type":["integer","null"],"minimum":1}"#,
        r#"{"type":"integer","format":"uint8"}"#,
        r#"{"oneOf":[{"type":"string","pattern":"^a"},{"type":"number","exclusiveMinimum":0}]}"#,
        r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false,"uniqueItems":true}"#,
        r##"{"type":"object","propertyNames":{"type":"string","maxLength":3},"additionalProperties":{"$ref":"#/$defs/Tree"}}"##,
        r#"{"type":"object","properties":{"a":{}},"patternProperties":{"^x":{"type":"string"}}}"#,
        r#"{"type":"object","properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]},"minProperties":1}"#,
        r#"{"type":"object","properties":{"a":{}},"if":{"required":["a"]},"then":{"maxProperties":2}}"#,
    ];
    let tree = r##"{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Tree"}}}}"##;
    for member in members {
        check_published(&format!(
            r#"{{"title":"T","type":"object","additionalProperties":false,"required":["m"],
                "properties":{{"m":{member}}},"$defs":{{"Tree":{tree}}}}}"#
        ));
    }
}

#[test]
fn ok_a_model_sees_its_own_names_and_no_keywords_of_ours() {
    let schema = model_schema(
        r#"{"title":"T","type":"object","required":["rowCount"],"properties":{
            "rowCount":{"type":"integer","description":"R","x-nucleo-accept":["n"],"x-nucleo-context-ignore":true}}}"#,
    );
    assert!(schema.contains("\"row_count\"") && schema.contains("\"required\" : [ \"row_count\" ]"), "{schema}");
    assert!(!schema.contains("x-nucleo") && !schema.contains("rowCount"), "{schema}");
}

#[test]
fn ok_boxes_stand_where_a_person_would_put_them() {
    let boxed = |defs: &str, name: &str| {
        let ir = ir(&format!(r#"{{"$defs":{{{defs}}}}}"#));
        let found = cycles::find(&ir);
        let at = ir.decls.iter().position(|decl| decl.name == name).expect("the type");
        (0..2).map(|place| found.has(crate::ir::DeclId(at as u32), place)).collect::<Vec<_>>()
    };
    let list = r##""A":{"type":"object","properties":{"next":{"$ref":"#/$defs/A"},"s":{"type":"string"}}}"##;
    assert_eq!(boxed(list, "A"), [true, false]);
    let expr = r##""Expr":{"anyOf":[{"$ref":"#/$defs/Add"},{"type":"number"}]},
        "Add":{"type":"object","required":["l","r"],
            "properties":{"l":{"$ref":"#/$defs/Expr"},"r":{"$ref":"#/$defs/Expr"}}}"##;
    assert_eq!(boxed(expr, "Expr"), [false, false]);
    assert_eq!(boxed(expr, "Add"), [true, true]);
    let tree = r##""Tree":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Tree"}}}}"##;
    assert_eq!(boxed(tree, "Tree"), [false, false]);
}

#[test]
fn err_lints() {
    let text = r#"{"title":"T","description":"What is wanted","type":"object","properties":{
        "id":{"type":"string","description":"The ID."},
        "userId":{"description":"Anything at all"},
        "why":{"type":"string","description":"Your thought process"},
        "tone":{"type":"string","x-nucleo-accept":["why"]}}}"#;
    let ir = ir(text);
    let every = ["missing_description", "untyped_value"].map(|name| (name.to_owned(), crate::diag::Level::Warn));
    let diags = Diags::new(every.to_vec());
    let resolved = resolve::all(&ir, &Knobs::default(), &diags);
    check::all(&resolved, &Options::default(), &diags);
    let expected = "the description of `id` only repeats its name
`userId` takes any value
the description of `why` asks for a thought process
`tone` has no description
`why` stands for both `why` and `tone`";
    assert_eq!(messages(&diags), expected);
}

#[test]
fn err_members_that_a_model_cannot_tell_apart() {
    let ir = ir(r#"{"title":"T","type":"object","properties":{"rowCount":{},"row_count":{}}}"#);
    let diags = Diags::new(Vec::new());
    let found = |spelling| {
        let knobs = Knobs { names: Some(spelling), ..Knobs::default() };
        check::all(&resolve::all(&ir, &knobs, &diags), &Options::default(), &diags);
        messages(&diags)
    };
    assert_eq!(found(Spelling::Snake), "two members of `T` are both shown to the model as `row_count`");
    assert_eq!(found(Spelling::Source), "`rowCount` and `row_count` differ in casing or separators alone");
}

#[test]
fn err_a_lint_that_is_none() {
    let ir = ir(r#"{"title":"T","type":"object"}"#);
    let diags = Diags::new(Vec::new());
    let options = Options { levels: vec![("name_clas".to_owned(), crate::diag::Level::Warn)], ..Options::default() };
    check::all(&sketch::resolved(&ir), &options, &diags);
    let found = diags.take();
    assert_eq!(found[0].message, "there is no lint `name_clas`");
    assert_eq!(found[0].help.as_deref(), Some("did you mean `name_clash`?"));
}
