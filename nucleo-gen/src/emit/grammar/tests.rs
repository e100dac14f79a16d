//! Grammars of whole types.

use super::{Grammar, render};
use crate::diag::Diags;
use crate::emit::dialect::limits::Limits;
use crate::front;
use crate::knobs::Knobs;
use crate::options::Options;
use crate::resolve;
use crate::source::Sources;

/// The rules of the root type, and what is lost.
fn grammar(schema: &str, limits: &[(&str, u64)]) -> (String, Vec<String>) {
    let diags = Diags::new(Vec::new());
    let mut sources = Sources::default();
    sources.add("test.json", schema.to_owned());
    let ir = front::read(&mut sources, &Options::default(), &diags);
    let resolved = resolve::all(&ir, &Knobs::default(), &diags);
    assert!(diags.take().is_empty());
    let limits = limits.iter().map(|(name, most)| ((*name).to_owned(), *most)).collect();
    let made = render(&resolved, ir.files[0].answers[0], Grammar::Gbnf, &Limits { set: limits }).expect("a grammar");
    (made.grammar, made.losses.iter().map(ToString::to_string).collect())
}

/// The rule of the type `T`, without blanks.
fn rule(schema: &str) -> (String, Vec<String>) {
    let (grammar, losses) = grammar(schema, &[("gbnf.max_blanks", 0)]);
    let rule = grammar.lines().find_map(|line| line.strip_prefix("t ::= ")).expect("the rule");
    (rule.replace(" ws", "").replace("ws ", ""), losses)
}

#[test]
fn ok_members_in_order_with_commas_between() {
    let member = r#"{"type":"boolean"}"#;
    let schema = |required: &str| {
        format!(r#"{{"title":"T","type":"object","required":[{required}],"properties":{{"a":{member},"b":{member}}}}}"#)
    };
    let (a, b) = (r#""\"a\"" ":" ("true" | "false")"#, r#""\"b\"" ":" ("true" | "false")"#);
    assert_eq!(rule(&schema(r#""a","b""#)).0, format!(r#""{{" {a} "," {b} "}}""#));
    assert_eq!(rule(&schema(r#""a""#)).0, format!(r#""{{" {a} ("," {b})? "}}""#));
    // Nothing at the end is the same rule as no blanks.
    assert_eq!(rule(&schema(r#""b""#)).0, format!(r#""{{" ({a} t-more | {b}) "}}""#));
    assert_eq!(rule(&schema("")).0, format!(r#""{{" ({a} t-more | {b})? "}}""#));
}

#[test]
fn ok_rules_about_members_are_alternatives() {
    let schema = |rule: &str| {
        format!(
            r#"{{"title":"T","type":"object","required":["n"],"properties":{{"n":{{"type":"integer","minimum":0,"maximum":9}},
                "a":{{"const":1}},"b":{{"const":2}}}},{rule}}}"#
        )
    };
    let n = r#""\"n\"" ":" integer"#;
    let (a, b) = (r#""\"a\"" ":" t-a"#, r#""\"b\"" ":" t-b"#);
    let (found, lost) = rule(&schema(r#""dependentRequired":{"a":["b"]}"#));
    assert_eq!(found, format!(r#"("{{" {n} ("," {b})? "}}" | "{{" {n} "," {a} "," {b} "}}")"#));
    assert!(lost.is_empty(), "{lost:?}");
    let (found, lost) = rule(&schema(r#""if":{"properties":{"n":{"minimum":5}}},"then":{"required":["a"]}"#));
    let n_2 = n.replace("integer", "integer-2");
    assert_eq!(found, format!(r#"("{{" {n} ("," {a})? ("," {b})? "}}" | "{{" {n_2} "," {a} ("," {b})? "}}")"#));
    assert!(lost.is_empty(), "{lost:?}");
    let (_, lost) = rule(&schema(r#""not":{"properties":{"n":{"multipleOf":2}}}"#));
    assert_eq!(lost, ["`not` of the answer: checked alone"]);
}

#[test]
fn ok_bounds_of_the_build_and_cycles() {
    let tree = r##"{"title":"T","type":"object","required":["s"],"properties":{
        "s":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#"}}}}"##;
    let (free, _) = grammar(tree, &[]);
    assert!(free.contains("t-kids-list ::= \"[\" ws (t ws (\",\" ws t ws)*)? \"]\""), "{free}");
    let (bound, _) = grammar(tree, &[("gbnf.max_depth", 2), ("gbnf.max_items", 3), ("gbnf.max_text", 8)]);
    assert!(bound.contains("(t-2 ws (\",\" ws t-2 ws){0,2})?") && !bound.contains("t-3"), "{bound}");
    assert!(bound.contains("text ::= \"\\\"\" ink char{0,7} \"\\\"\""), "{bound}");
}
