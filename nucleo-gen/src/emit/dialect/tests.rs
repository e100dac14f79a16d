//! What a build gets of dialects and grammars, and what it hears where there is none.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Builder, Dialect, Error, Grammar};

const TREE: &str = r##"{
  "title": "Tree",
  "type": "object",
  "required": ["name"],
  "properties": {
    "name": { "type": "string" },
    "kids": { "type": "array", "items": { "$ref": "#" } }
  }
}
"##;

fn generate(schema: &str, set: impl Fn(&mut Builder) -> &mut Builder) -> Result<String, String> {
    // Tests run side by side: each call has a folder of its own.
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let name = format!("{}-{}", std::process::id(), CALLS.fetch_add(1, Ordering::Relaxed));
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/dialects").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("schema.json");
    std::fs::write(&path, schema).expect("a file");
    let mut builder = Builder::new();
    builder.schemas(&path);
    let shown =
        |error: Error| format!("{error:?}").replace(&path.display().to_string(), "schema.json").trim_start().to_owned();
    let made = set(&mut builder).generate().map_err(shown);
    std::fs::remove_dir_all(&folder).expect("it was made");
    made
}

#[test]
fn err_a_cycle_where_there_is_no_recursion() {
    let report = generate(TREE, |it| it.dialects([Dialect::Anthropic])).expect_err("a cycle");
    assert!(
        report.starts_with("error: the dialect `anthropic` does not take `Tree`, at `kids[]`\n")
            && report.contains("schema.json:7:5\n")
            && report.contains("`kids[]` comes back to a type around it, and there is no recursion")
            && report.contains("set `anthropic.unroll` to write the cycle out a few times"),
        "{report}"
    );
}

#[test]
fn err_a_limit_with_the_count() {
    let fields: Vec<String> = (0..30).map(|at| format!(r#""f{at}":{{"type":"string"}}"#)).collect();
    let schema = format!(r#"{{"title":"Wide","type":"object","properties":{{{}}}}}"#, fields.join(","));
    let report = generate(&schema, |it| it.dialects([Dialect::OpenAi]).dialect_limit("openai.max_properties", 20));
    let report = report.expect_err("too wide");
    assert!(report.contains("it has 30 members in all, and 20 is the most\n"), "{report}");
    assert!(report.contains("set `openai.max_properties` where the provider takes more"), "{report}");
    assert!(generate(&schema, |it| it.dialects([Dialect::OpenAi])).is_ok());
    // 30 may not be left out, and no more than 16 may be null.
    let report = generate(&schema, |it| it.dialects([Dialect::Anthropic])).expect_err("too wide");
    assert!(report.contains("it has 30 places with more than one type, and 16 is the most, as of 2026-07"), "{report}");
}

#[test]
fn ok_an_optional_dialect_is_left_out() {
    for name in ["Tree", "*"] {
        let code = generate(TREE, |it| it.dialects(Dialect::ALL).optional_dialect(Dialect::Anthropic, name));
        // The other dialects without recursion are not optional.
        assert!(code.is_err());
        let code = generate(TREE, |it| {
            let without = [Dialect::Anthropic, Dialect::GeminiOpenApi, Dialect::Xai];
            without.into_iter().fold(it.dialects(Dialect::ALL), |it, dialect| it.optional_dialect(dialect, name))
        });
        let code = code.expect("code");
        assert!(
            code.contains("pub const OPENAI: ::nucleo_runtime::Dialect") && code.contains("OPENAI_LOSSES"),
            "{code}"
        );
        assert!(!code.contains("ANTHROPIC"), "{code}");
    }
    let code =
        generate(TREE, |it| it.dialects([Dialect::Anthropic]).dialect_limit("anthropic.unroll", 2)).expect("code");
    assert!(code.contains("Loss::unsaid(\"kids[].kids[].kids\", \"$ref\")"), "{code}");
}

#[test]
fn err_options_that_name_nothing() {
    let report = generate(TREE, |it| it.dialect_limit("openai.max_dept", 5).optional_dialect(Dialect::Xai, "Three"));
    let report = report.expect_err("no such names");
    assert!(
        report.contains("there is no limit `openai.max_dept`") && report.contains("did you mean `openai.max_depth`?"),
        "{report}"
    );
    assert!(report.contains("there is no answer `Three`") && report.contains("did you mean `Tree`?"), "{report}");
}

#[test]
fn err_forms_that_the_settings_forbid() {
    let schema = r#"{"title":"M","type":"object","x-nucleo-refuse":["entries"],"properties":{
        "m":{"type":"object","additionalProperties":{"type":"integer"}}}}"#;
    let report = generate(schema, |it| it.dialects([Dialect::OpenAi])).expect_err("no entries");
    assert!(report.contains("a reply would need the repair `entries`, which its settings forbid"), "{report}");
    let map = r#"{"title":"M","type":"object","additionalProperties":{"type":"integer"}}"#;
    let report = generate(map, |it| it.dialects([Dialect::OpenAi])).expect_err("a map");
    assert!(
        report.contains("its root must be an object of declared members, and takes members of any name"),
        "{report}"
    );
    assert!(generate(map, |it| it.dialects([Dialect::Gemini])).is_ok());
}

#[test]
fn ok_a_grammar_is_a_constant() {
    let code = generate(TREE, |it| it.grammar(Grammar::Gbnf)).expect("code");
    assert!(code.contains("pub const GBNF: &'static str = r#") && code.contains("\"root ::= tree\n"), "{code}");
    let endless = r##"{"title":"E","type":"object","required":["e"],"properties":{"e":{"$ref":"#"}}}"##;
    let report = generate(endless, |it| it.grammar(Grammar::Gbnf)).expect_err("no value");
    assert!(report.contains("there is no `gbnf` grammar for `E`") && report.contains("no value fits it"), "{report}");
}
