//! The table of `guide/enforced.md`, made by trying each keyword: what the ledger says, what the reader does, what each
//! dialect says. `NUCLEO_BLESS=1` writes it anew.

use std::fmt::Write as _;

use nucleo_runtime::dialect::Effect;
use nucleo_runtime::shape::Shape;
use nucleo_runtime::{Policy, Stop};

use crate::emit::Layout;
use crate::emit::dialect::node::Loss;
use crate::emit::dialect::{self, Dialect};
use crate::emit::grammar::{self, Grammar};
use crate::flow::{self, Checked};
use crate::ir::Enforcer;
use crate::options::Options;
use crate::source::Sources;

/// One row: how the table names it, the keyword in the ledger, the schema of a member, and values of that member.
struct Row {
    name: &'static str,
    keyword: &'static str,
    schema: &'static str,
    /// A value that fits, with nothing to mend.
    good: &'static str,
    /// A value that the keyword forbids.
    bad: &'static str,
    /// A value that is mended, with the sign of what it shows; or nothing.
    mended: &'static str,
}

macro_rules! rows {
    ($($name:literal $keyword:literal $schema:literal $good:literal $bad:literal $mended:literal;)*) => {
        &[$(Row { name: $name, keyword: $keyword, schema: $schema, good: $good, bad: $bad, mended: $mended }),*]
    };
}

const ROWS: &[Row] = rows! {
    "`type`: `string`" "type" r#"{"type": "string"}"# r#""a""# "{}" "4";
    "`type`: `integer`" "type" r#"{"type": "integer"}"# "4" "4.5" r#""4""#;
    "`type`: `number`" "type" r#"{"type": "number"}"# "4.5" r#""much""# r#""$1,234.50""#;
    "`type`: `boolean`" "type" r#"{"type": "boolean"}"# "true" "2" r#""yes""#;
    "`type`: `array`" "type" r#"{"type": "array", "items": {"type": "string"}}"# r#"["a"]"# r#"{"a": 1}"# r#""a""#;
    "`type`: `object`" "type" r#"{"type": "object", "properties": {"a": {"type": "string"}}}"# r#"{"a": "x"}"# "4" r#""{\"a\": \"x\"}""#;
    "`enum`" "enum" r#"{"enum": ["in_stock", "sold"]}"# r#""sold""# r#""gone""# r#""In Stock""#;
    "`const`" "const" r#"{"const": "v1"}"# r#""v1""# r#""v2""# r#""V1""#;
    "`properties`" "properties" r#"{"type": "object", "properties": {"orderNumber": {"type": "integer"}}}"# r#"{"orderNumber": 1}"# r#"{"orderNumber": "x"}"# r#"{"Order-Number": 1}"#;
    "`required`" "required" r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"# r#"{"a": "x"}"# r#"{}"# "";
    "`default`" "default" r#"{"type": "object", "properties": {"a": {"type": "integer", "default": 3}}}"# r#"{"a": 1}"# "" "{}";
    "`additionalProperties`: `false`" "additionalProperties" r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}"# r#"{"a": "x"}"# r#"{"a": "x", "b": 1}"# "";
    "`additionalProperties`: a schema" "additionalProperties" r#"{"type": "object", "additionalProperties": {"type": "integer"}}"# r#"{"a": 1}"# r#"{"a": "x"}"# r#"[{"key": "a", "value": 1}]"#;
    "`patternProperties`" "patternProperties" r#"{"type": "object", "patternProperties": {"^x": {"type": "integer"}}}"# r#"{"xa": 1}"# r#"{"xa": "b"}"# "";
    "`propertyNames`" "propertyNames" r#"{"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"maxLength": 2}}"# r#"{"a": 1}"# r#"{"abc": 1}"# "";
    "`minProperties`, `maxProperties`" "maxProperties" r#"{"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 1}"# r#"{"a": 1}"# r#"{"a": 1, "b": 2}"# "";
    "`dependentRequired`" "dependentRequired" r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "dependentRequired": {"a": ["b"]}}"# r#"{"b": "x"}"# r#"{"a": "x"}"# "";
    "`dependentSchemas`" "dependentSchemas" r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "dependentSchemas": {"a": {"properties": {"b": {"minimum": 5}}}}}"# r#"{"a": "x", "b": 5}"# r#"{"a": "x", "b": 4}"# "";
    "`unevaluatedProperties`" "unevaluatedProperties" r#"{"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"# r#"{"a": "x"}"# r#"{"a": "x", "b": 1}"# "";
    "`items`" "items" r#"{"type": "array", "items": {"type": "integer"}}"# "[1]" r#"["x"]"# "7";
    "`prefixItems`" "prefixItems" r#"{"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false, "minItems": 2}"# r#"[1, "a"]"# r#"["a", 1]"# "";
    "`minItems`, `maxItems`" "maxItems" r#"{"type": "array", "items": {"type": "integer"}, "maxItems": 1}"# "[1]" "[1, 2]" "";
    "`uniqueItems`" "uniqueItems" r#"{"type": "array", "items": {"type": "integer"}, "uniqueItems": true}"# "[1, 2]" "[1, 1]" "";
    "`contains`" "contains" r#"{"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}}"# "[5]" "[4]" "";
    "`unevaluatedItems`" "unevaluatedItems" r#"{"type": "array", "prefixItems": [{"type": "integer"}], "unevaluatedItems": false}"# "[1]" "[1, 2]" "";
    "`minLength`, `maxLength`" "maxLength" r#"{"type": "string", "maxLength": 2}"# r#""ab""# r#""abc""# "";
    "`pattern`" "pattern" r#"{"type": "string", "pattern": "^[A-Z]+$"}"# r#""A""# r#""a""# "";
    "`pattern` with look-around" "pattern" r#"{"type": "string", "pattern": "^(?!x)"}"# r#""A""# "" "";
    "`format`: `date`" "format" r#"{"type": "string", "format": "date"}"# r#""2026-03-09""# r#""2026-02-30""# r#""25.03.2026""#;
    "`format`: `date-time`" "format" r#"{"type": "string", "format": "date-time"}"# r#""2026-03-09T10:00:00Z""# r#""soon""# r#""Mon, 09 Mar 2026 18:20:05 +0100""#;
    "`format`: `time`" "format" r#"{"type": "string", "format": "time"}"# r#""10:00:00Z""# r#""25:00:00Z""# r#""18:20""#;
    "`format`: `duration`" "format" r#"{"type": "string", "format": "duration"}"# r#""PT5M""# r#""a while""# r#""pt5m""#;
    "`format`: any other" "format" r#"{"type": "string", "format": "email"}"# r#""a@example.com""# "" "";
    "`minimum`, `maximum`" "maximum" r#"{"type": "integer", "maximum": 5}"# "5" "6" "";
    "`exclusiveMinimum`, `exclusiveMaximum`" "exclusiveMaximum" r#"{"type": "number", "exclusiveMaximum": 5}"# "4.9" "5" "";
    "`multipleOf`" "multipleOf" r#"{"type": "integer", "multipleOf": 5}"# "10" "11" "";
    "`anyOf` of distinct shapes" "anyOf" r#"{"anyOf": [{"type": "integer"}, {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}"# "4" "[]" r#""4""#;
    "`oneOf` of distinct shapes" "oneOf" r#"{"oneOf": [{"type": "integer"}, {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}"# "4" "[]" r#""4""#;
    "`oneOf` of shapes that overlap" "oneOf" r#"{"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 9}]}"# "10" "5" "";
    "`allOf`" "allOf" r#"{"allOf": [{"type": "integer"}, {"minimum": 3}]}"# "3" "2" r#""3""#;
    "`not`" "not" r#"{"type": "string", "not": {"enum": ["x"]}}"# r#""a""# r#""x""# "";
    "`if`, `then`, `else`" "if" r#"{"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"type": "string"}}, "if": {"properties": {"a": {"const": true}}, "required": ["a"]}, "then": {"required": ["b"]}}"# r#"{"a": false}"# r#"{"a": true}"# "";
    "`$ref`, cycles included" "$ref" r##"{"type": "object", "properties": {"next": {"$ref": "#/properties/m"}}}"## r#"{"next": {}}"# r#"{"next": 4}"# "";
    "`contentEncoding`, `contentMediaType`" "contentEncoding" r#"{"type": "string", "contentEncoding": "base64"}"# r#""YQ==""# "" "";
};

/// What one row shows.
struct Tried {
    by: String,
    mended: String,
    dialects: Vec<&'static str>,
}

fn member(value: &str) -> String {
    format!("{{\"m\": {value}}}")
}

fn run(row: &Row) -> Tried {
    let required = "\"required\": [\"m\"], \"properties\"";
    let schema = format!("{{\"title\": \"Row\", \"type\": \"object\", {required}: {{\"m\": {}}}}}", row.schema);
    let mut sources = Sources::default();
    sources.add("row.json", schema);
    let options = Options::default();
    let (tried, _warnings) =
        flow::render(&mut sources, &options, Layout::Flat, |checked| look(row, &checked, &options))
            .unwrap_or_else(|error| panic!("{}: {error:?}", row.name));
    tried
}

fn look(row: &Row, checked: &Checked<'_>, options: &Options) -> Tried {
    let Checked { cx, shapes, .. } = checked;
    let id = cx.ir.files[0].root.expect("a root");
    let profile = Box::leak(Box::new(cx.settings(id).run));
    let shape = Shape { table: shapes.table, id: shapes.of(id), profile };
    let read = |value: &str| nucleo_runtime::read_as_with(&shape, &member(value), &Policy::lenient(), Stop::End);
    let kinds = |value: &str| {
        let reading = read(value).unwrap_or_else(|no| panic!("{}: {value}: {}", row.name, no.detail()));
        reading.repairs.iter().map(|it| it.kind.name()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(row.good), [""; 0], "{}", row.name);
    let by = cx.ir.ledger.iter().filter(|it| it.keyword == row.keyword && it.place.starts_with("#/properties/m"));
    let by = by.map(|it| it.by).next_back();
    assert!(row.bad.is_empty() || read(row.bad).is_err(), "{}: {} passes", row.name, row.bad);
    let mended = match row.mended {
        "" => String::new(),
        value => {
            let kinds = kinds(value);
            assert!(!kinds.is_empty(), "{}: {value} needs no mending", row.name);
            format!("`{value}`: {}", kinds.join(", "))
        }
    };
    let gbnf =
        grammar::render(cx, id, Grammar::Gbnf, &options.limits).map(|it| (it.grammar, it.losses)).map_err(|_| ());
    let all = Dialect::ALL
        .map(|it| dialect::render(cx, id, it, &options.limits).map(|it| (it.schema, it.losses)).map_err(|_| ()));
    Tried {
        by: match by {
            None => "an annotation".to_owned(),
            Some(Enforcer::Type) => "the type".to_owned(),
            Some(Enforcer::Check) => "a check".to_owned(),
            Some(Enforcer::Nobody(why)) => format!("nobody: `{why}`"),
            Some(Enforcer::Decided(why)) => format!("the type, by decision: `{why}`"),
        },
        mended,
        dialects: all.into_iter().chain([gbnf]).map(|it| said(row, it)).collect(),
    }
}

/// How a dialect says a keyword.
fn said(row: &Row, rendered: Result<(String, Vec<Loss>), ()>) -> &'static str {
    let Ok((text, losses)) = rendered else { return "refused" };
    // An annotation is lost without a word, or told.
    if matches!(row.keyword, "default" | "contentEncoding") && !text.contains(&format!("\"{}\"", row.keyword)) {
        return if text.contains(&format!("{} ", row.keyword)) { "in words" } else { "left out" };
    }
    match losses.iter().find(|it| it.keyword == row.keyword).map(|it| it.effect) {
        None => "said",
        Some(Effect::Told) => "in words",
        Some(Effect::Checked) => "left out",
        Some(Effect::Unsaid) => "not asked for",
    }
}

#[test]
fn ok_the_table_of_what_is_enforced_is_what_happens() {
    let names: Vec<&str> = Dialect::ALL.map(Dialect::name).into_iter().chain(["gbnf"]).collect();
    let mut table = format!("| keyword | enforced by | mended | `{}` |\n", names.join("` | `"));
    let _ = writeln!(table, "| --- | --- | --- |{}", " --- |".repeat(names.len()));
    for row in ROWS {
        let Tried { by, mended, dialects } = run(row);
        let _ = writeln!(table, "| {} | {by} | {mended} | {} |", row.name, dialects.join(" | "));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/guide/enforced.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (head, rest) = page.split_once("<!-- table -->\n\n").expect("the table's begin");
    let (found, tail) = rest.split_once("\n<!-- end -->").expect("the table's end");
    if std::env::var_os("NUCLEO_BLESS").is_some() {
        std::fs::write(path, format!("{head}<!-- table -->\n\n{table}\n<!-- end -->{tail}")).expect("the page");
    } else {
        assert_eq!(found, table, "see the head of this file");
    }
}
