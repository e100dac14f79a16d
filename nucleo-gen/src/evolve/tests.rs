//! A pair of schemas for each row of the table of edits, with an answer to each: what is said of old answers is proved by
//! reading the old one with the new shape, and what is said of old binaries by the reverse.

use nucleo_runtime::shape::Shape;
use nucleo_runtime::{Policy, Stop, read_as_with};

use super::revision::Place;
use super::{Class, Edit, Version, edits};
use crate::emit::shape;
use crate::options::Options;
use crate::source::Sources;
#[cfg(feature = "proto")]
mod proto;

use Class::{OldBinaries as F, Prompt as P, Source as S, StoredAnswers as B};

fn version(schema: &str) -> Version {
    let mut sources = Sources::default();
    sources.add("a.json", schema.to_owned());
    Version::of_build(sources, &Options::default()).expect("a schema without faults")
}

/// How the reader of a version takes an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    Whole,
    /// With members that it does not know.
    InPart,
    Refused,
}

fn read(version: &Version, answer: &str) -> Read {
    let options = Options::default();
    let resolved = version.resolve(&options).expect("names");
    let shapes = shape::build(&resolved, &options, false);
    let root = *version.ir.files.iter().flat_map(|file| &file.answers).next().expect("an answer");
    let profile = Box::leak(Box::new(resolved.settings(root).run));
    let shape = Shape { table: shapes.table, id: shapes.of(root), profile };
    match read_as_with(&shape, answer, &Policy::lenient(), Stop::End) {
        Ok(reading) if reading.unknown().next().is_none() => Read::Whole,
        Ok(_) => Read::InPart,
        Err(_) => Read::Refused,
    }
}

fn classes(edits: &[Edit]) -> Vec<Class> {
    let mut classes: Vec<_> = edits.iter().flat_map(|edit| &edit.effects).map(|(class, _)| *class).collect();
    classes.sort();
    classes.dedup();
    classes
}

/// Two versions of a schema, the classes, and an answer to each version.
fn check(row: &str, old: &str, new: &str, expected: &[Class], answers: (&str, &str)) {
    prove(row, &version(old), &version(new), expected, answers);
}

fn prove(row: &str, one: &Version, two: &Version, expected: &[Class], answers: (&str, &str)) {
    let found = edits(one, two, &Options::default()).expect("edits");
    assert_eq!(classes(&found), expected, "{row}: {found:#?}");
    assert_eq!(read(one, answers.0), Read::Whole, "{row}: the old answer is none");
    assert_eq!(read(two, answers.1), Read::Whole, "{row}: the new answer is none");
    let lost = |class: Class| {
        let why = |edit: &Edit| edit.effects.iter().any(|(it, why)| *it == class && why.contains("lost"));
        found.iter().any(why)
    };
    for (class, version, answer) in [(B, two, answers.0), (F, one, answers.1)] {
        let seen = read(version, answer);
        let broken = if lost(class) { seen != Read::Whole } else { seen == Read::Refused };
        assert_eq!(broken, expected.contains(&class), "{row}: {class:?} was read {seen:?}");
    }
}

/// The same for objects with these members.
fn members(row: &str, old: (&str, &str), new: (&str, &str), expected: &[Class], answers: (&str, &str)) {
    let schema = |(members, required): (&str, &str)| {
        format!(r#"{{"title": "T", "type": "object", "properties": {{{members}}}, "required": [{required}]}}"#)
    };
    check(row, &schema(old), &schema(new), expected, answers);
}

/// The same for one required member `a` of two types.
fn types(row: &str, old: &str, new: &str, expected: &[Class], answers: (&str, &str)) {
    let wrap = |it: &str| format!(r#""a": {it}"#);
    let answer = |it: &str| format!(r#"{{"a": {it}}}"#);
    let (one, two) = (answer(answers.0), answer(answers.1));
    members(row, (&wrap(old), r#""a""#), (&wrap(new), r#""a""#), expected, (&one, &two));
}

const TEXT: &str = r#"{"type": "string"}"#;

#[test]
fn ok_members_that_come_and_go() {
    let a = r#""a": {"type": "string"}"#;
    let (b, c) = (r#"{"type": "integer"}"#, r#"{"type": "integer", "default": 3}"#);
    let two = |more: &str| format!(r#"{a}, "b": {more}"#);
    let (b, c) = (two(b), two(c));
    let (short, long) = (r#"{"a": "x"}"#, r#"{"a": "x", "b": 1}"#);
    let (one, both) = (r#""a""#, r#""a", "b""#);
    members("add optional", (a, one), (&b, one), &[S, P], (short, long));
    members("add required", (a, one), (&b, both), &[B, S, P], (short, long));
    // A required member is required: what is filled in is an optional one.
    members("add with default", (a, one), (&c, one), &[S, P], (short, long));
    members("add required with default", (a, one), (&c, both), &[B, S, P], (short, long));
    members("remove optional", (&b, one), (a, one), &[S, P], (long, short));
    members("remove required", (&b, both), (a, one), &[F, S, P], (long, short));
    members("optional to required", (&b, one), (&b, both), &[B, S, P], (short, long));
    members("required to optional", (&b, both), (&b, one), &[F, S, P], (long, short));
    members("the default came", (&b, one), (&c, one), &[S, P], (short, long));
    members("the default is gone", (&c, one), (&b, one), &[S, P], (long, short));
}

#[test]
fn ok_members_with_new_names() {
    let named = |name: &str, more: &str| format!(r#""{name}": {{"type": "string", "description": "Who pays."{more}}}"#);
    let (payer, who) = (named("payer", ""), named("customer", ""));
    let kept = named("customer", r#", "x-nucleo-accept": "payer""#);
    let known = named("payer", r#", "x-nucleo-accept": "customer""#);
    let answers = (r#"{"payer": "x"}"#, r#"{"customer": "x"}"#);
    members("rename required", (&payer, r#""payer""#), (&who, r#""customer""#), &[B, F, S, P], answers);
    members("rename optional", (&payer, ""), (&who, ""), &[B, F, S, P], answers);
    members("rename, alias kept", (&payer, r#""payer""#), (&kept, r#""customer""#), &[F, S, P], answers);
    members("rename to an alias", (&known, r#""payer""#), (&kept, r#""customer""#), &[S, P], answers);
    members("the alias is gone", (&kept, ""), (&who, ""), &[B], (answers.0, answers.1));
    let (snake, camel) = (named("order_id", ""), named("orderId", ""));
    let answers = (r#"{"order_id": "x"}"#, r#"{"orderId": "x"}"#);
    members("another casing", (&snake, r#""order_id""#), (&camel, r#""orderId""#), &[], answers);
}

#[test]
fn ok_prose_and_order() {
    let (a, b) = (r#""a": {"type": "string"}"#, r#""b": {"type": "string"}"#);
    let told = r#""a": {"type": "string", "description": "The first letter."}"#;
    let shown = r#""a": {"type": "string", "examples": ["x"]}"#;
    let answer = r#"{"a": "x", "b": "y"}"#;
    members("description", (a, ""), (told, ""), &[P], (r#"{"a": "x"}"#, r#"{"a": "x"}"#));
    members("examples", (a, ""), (shown, ""), &[P], (r#"{"a": "x"}"#, r#"{"a": "x"}"#));
    members("order", (&format!("{a}, {b}"), ""), (&format!("{b}, {a}"), ""), &[P], (answer, answer));
    members("nothing", (a, ""), (a, ""), &[], (r#"{"a": "x"}"#, r#"{"a": "x"}"#));
}

#[test]
fn ok_values_of_an_enum() {
    let (two, three) = (r#"{"enum": ["open", "shut"]}"#, r#"{"enum": ["open", "shut", "lost"]}"#);
    types("add a value", two, three, &[F, S, P], (r#""open""#, r#""lost""#));
    types("remove a value", three, two, &[B, S, P], (r#""lost""#, r#""open""#));
    let renamed = r#"{"enum": ["open", "closed"]}"#;
    types("rename a value", two, renamed, &[B, F, S, P], (r#""shut""#, r#""closed""#));
    let kept = r#"{"enum": ["open", "closed"], "x-nucleo-accept": {"closed": ["shut"]}}"#;
    types("rename a value, alias kept", two, kept, &[F, S, P], (r#""shut""#, r#""closed""#));
    let shown = |more: &str| format!(r#"{{"enum": ["ST_A", "ST_B"], "x-nucleo-shown": {{"ST_A": "{more}"}}}}"#);
    let (one, other) = (shown("first"), shown("best"));
    types("a value is shown otherwise", &one, &other, &[B, F, P], (r#""first""#, r#""best""#));
    let kept = other.replace("\"x-", r#""x-nucleo-accept": {"ST_A": ["first"]}, "x-"#);
    types("a value is shown otherwise, alias kept", &one, &kept, &[F, P], (r#""first""#, r#""best""#));
    types("a text to an enum", TEXT, two, &[B, S, P], (r#""other""#, r#""open""#));
    types("an enum to a text", two, TEXT, &[F, S, P], (r#""open""#, r#""other""#));
}

#[test]
fn ok_types_of_a_member() {
    let integer = r#"{"type": "integer"}"#;
    let short = r#"{"type": "integer", "format": "int32"}"#;
    types("int32 to int64", short, integer, &[F, S, P], ("7", "3000000000"));
    types("int to double", integer, r#"{"type": "number"}"#, &[F, S, P], ("7", "7.5"));
    types("int to text", integer, TEXT, &[F, S, P], ("7", r#""seven""#));
    types("text to int", TEXT, integer, &[B, S, P], (r#""seven""#, "7"));
    let list = r#"{"type": "array", "items": {"type": "string"}}"#;
    types("single to repeated", TEXT, list, &[F, S, P], (r#""x""#, r#"["x", "y"]"#));
    types("repeated to single", list, TEXT, &[B, S, P], (r#"["x", "y"]"#, r#""x""#));
    let pairs = r#"{"type": "array", "items": {"type": "string"}, "minItems": 2}"#;
    types("single to at least two", TEXT, pairs, &[B, F, S, P], (r#""x""#, r#"["x", "y"]"#));
    let null = r#"{"type": ["string", "null"]}"#;
    types("null is taken", TEXT, null, &[F, S, P], (r#""x""#, "null"));
    types("null is refused", null, TEXT, &[B, S, P], ("null", r#""x""#));
    let date = r#"{"type": "string", "format": "date"}"#;
    types("a text to a date", TEXT, date, &[B, S, P], (r#""soon""#, r#""2026-11-30""#));
}

#[test]
fn ok_limits() {
    let (wide, narrow) =
        (r#"{"type": "integer", "minimum": 0, "maximum": 90}"#, r#"{"type": "integer", "minimum": 0, "maximum": 9}"#);
    types("tighten a maximum", wide, narrow, &[B, P], ("50", "5"));
    types("loosen a maximum", narrow, wide, &[F, P], ("5", "50"));
    let short = r#"{"type": "string", "maxLength": 3}"#;
    types("tighten a length", TEXT, short, &[B, P], (r#""long""#, r#""x""#));
    types("loosen a length", short, TEXT, &[F, P], (r#""x""#, r#""long""#));
    let pattern = r#"{"type": "string", "pattern": "^T-"}"#;
    types("tighten a pattern", TEXT, pattern, &[B, P], (r#""x""#, r#""T-1""#));
    let (list, few) = (
        r#"{"type": "array", "items": {"type": "integer"}}"#,
        r#"{"type": "array", "items": {"type": "integer"}, "maxItems": 1}"#,
    );
    types("tighten maxItems", list, few, &[B, P], ("[1, 2]", "[1]"));
    types("loosen maxItems", few, list, &[F, P], ("[1]", "[1, 2]"));
    let not = r#"{"type": "string", "not": {"const": "x"}}"#;
    types("a further check", TEXT, not, &[B, P], (r#""x""#, r#""y""#));
    types("a check less", not, TEXT, &[F, P], (r#""y""#, r#""x""#));
}

#[test]
fn ok_forms_of_a_union() {
    let form = |tag: &str| {
        format!(
            r#"{{"title": "{tag}", "type": "object", "required": ["k", "n"],
            "properties": {{"k": {{"const": "{tag}"}}, "n": {{"type": "integer"}}}}}}"#
        )
    };
    let union =
        |tags: &[&str]| format!(r#"{{"oneOf": [{}]}}"#, tags.iter().map(|tag| form(tag)).collect::<Vec<_>>().join(","));
    let (two, three) = (union(&["Cash", "Card"]), union(&["Cash", "Card", "Gift"]));
    types("add a form", &two, &three, &[F, S, P], (r#"{"k": "Cash", "n": 1}"#, r#"{"k": "Gift", "n": 1}"#));
    types("remove a form", &three, &two, &[B, S, P], (r#"{"k": "Gift", "n": 1}"#, r#"{"k": "Cash", "n": 1}"#));
    types("into a union", &form("Cash"), &two, &[F, S, P], (r#"{"k": "Cash", "n": 1}"#, r#"{"k": "Card", "n": 1}"#));
    types("out of a union", &two, &form("Cash"), &[B, S, P], (r#"{"k": "Card", "n": 1}"#, r#"{"k": "Cash", "n": 1}"#));
}

#[test]
fn ok_closed_and_open_objects() {
    let object = |more: &str| format!(r#"{{"title": "T", "type": "object", "properties": {{"a": {TEXT}}}{more}}}"#);
    let (open, closed) = (object(""), object(r#", "additionalProperties": false"#));
    let (with, without) = (r#"{"a": "x", "further": 1}"#, r#"{"a": "x"}"#);
    // An open object's answer with further members is read, but for these.
    let (one, two) = (version(&open), version(&closed));
    assert_eq!(classes(&edits(&one, &two, &Options::default()).expect("edits")), [B, P]);
    assert_eq!(classes(&edits(&two, &one, &Options::default()).expect("edits")), [F, P]);
    assert_eq!((read(&one, with), read(&two, with), read(&two, without)), (Read::InPart, Read::Refused, Read::Whole));
    // A closed reader refuses members that came later.
    let more = format!(
        r#"{{"title": "T", "type": "object", "properties": {{"a": {TEXT}, "b": {TEXT}}}, "additionalProperties": false}}"#
    );
    check("add optional to a closed object", &closed, &more, &[F, S, P], (without, r#"{"a": "x", "b": "y"}"#));
    check("remove optional of a closed object", &more, &closed, &[B, S, P], (r#"{"a": "x", "b": "y"}"#, without));
}

#[test]
fn ok_a_type_with_another_name() {
    let named = |name: &str| format!(r#"{{"title": "{name}", "type": "object", "properties": {{"a": {TEXT}}}}}"#);
    let answer = r#"{"a": "x"}"#;
    check("rename a type", &named("Ticket"), &named("Request"), &[S, P], (answer, answer));
}

#[test]
fn ok_types_that_hold_themselves() {
    let tree = |more: &str| {
        format!(
            r##"{{"title": "Tree", "type": "object", "required": ["n"],
            "properties": {{"n": {{"type": "integer"{more}}}, "below": {{"type": "array", "items": {{"$ref": "#"}}}}}}}}"##
        )
    };
    let (any, few) = (tree(""), tree(r#", "minimum": 0, "maximum": 9"#));
    let deep = r#"{"n": 1, "below": [{"n": 50}]}"#;
    let flat = r#"{"n": 1, "below": [{"n": 5}]}"#;
    check("tighten within a cycle", &any, &few, &[B, S, P], (deep, flat));
    check("loosen within a cycle", &few, &any, &[F, S, P], (flat, deep));
    check("nothing", &any, &any, &[], (deep, deep));
}

#[test]
#[ignore = "needs the schemas of NUCLEO_SHARED"]
fn ok_two_versions_of_a_protocol() {
    let shared = std::env::var("NUCLEO_SHARED").unwrap_or_else(|_| "../../shared".to_owned());
    let options = Options { levels: vec![("name_clash".to_owned(), crate::diag::Level::Allow)], ..Options::default() };
    let read = |name: &str| {
        let place = Place::here(format!("{shared}/schemas/repos/mcp/{name}"));
        Version::read(place, &options).expect("the schemas of NUCLEO_SHARED")
    };
    let (old, new) = (read("2025-11-25.json"), read("2026-07-28.json"));
    let found = edits(&old, &new, &options).expect("edits");
    let count = |class| found.iter().filter(|edit| edit.effects.iter().any(|(it, _)| *it == class)).count();
    println!("{} edits; {:?}", found.len(), [B, F, S, P].map(count));
    assert!(count(B) > 0 && count(F) > 0 && count(S) > 0 && count(P) > 0);
    assert!(edits(&old, &old, &options).expect("edits").is_empty());
    assert!(edits(&new, &new, &options).expect("edits").is_empty());
}
