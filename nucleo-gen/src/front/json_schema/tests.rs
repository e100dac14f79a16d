//! Schemas in, a short form of the IR out.

use std::fmt::Write as _;

use super::*;
use crate::ir::{Kind, Other, Rest, Type, TypeKind};
use crate::report;

/// The IR of one schema, a line a declaration; the report where it is refused.
fn show(schema: &str) -> String {
    let mut sources = Sources::default();
    sources.add("test.json", schema.to_owned());
    let diags = Diags::default();
    let ir = read(&mut sources, &Options::default(), &diags);
    let report = report::render(&sources, &diags.take());
    if !report.is_empty() {
        return report;
    }
    show_ir(&ir)
}

fn show_ir(ir: &Ir) -> String {
    let mut out = String::new();
    for decl in &ir.decls {
        let _ = write!(out, "{}: {}", decl.name, show_kind(ir, &decl.kind));
        if let Some(rule) = decl.rule {
            let _ = write!(out, " & {}", show_rule(ir, rule));
        }
        out.push('\n');
    }
    out
}

fn show_kind(ir: &Ir, kind: &Kind) -> String {
    match kind {
        Kind::Never => "never".to_owned(),
        Kind::Newtype(ty) => show_type(ir, ty),
        Kind::Enum(it) => {
            let values: Vec<_> = it.values.iter().map(|it| number::key(&it.json)).collect();
            format!("enum {}", values.join(" | "))
        }
        Kind::Union(it) => {
            let branches: Vec<_> = it
                .branches
                .iter()
                .map(|it| {
                    let tags = if it.tags.is_empty() { String::new() } else { format!("={}", it.tags.join("/")) };
                    format!("{}{tags} {}", it.name, show_type(ir, &it.ty))
                })
                .collect();
            let tag = it.tag.as_ref().map(|tag| format!(" by {tag}")).unwrap_or_default();
            format!("{}{tag} {}", if it.exclusive { "one of" } else { "any of" }, branches.join(" | "))
        }
        Kind::Record(it) => {
            let mut parts: Vec<_> = it
                .fields
                .iter()
                .map(|it| format!("{}{}: {}", it.name, if it.required { "" } else { "?" }, show_type(ir, &it.ty)))
                .collect();
            match &it.rest {
                Rest::Open => {}
                Rest::Closed => parts.push("closed".to_owned()),
                Rest::Keep { patterns, other, value } => {
                    let _ = value;
                    parts.extend(patterns.iter().map(|(it, ty)| format!("/{}/: {}", it.source, show_type(ir, ty))));
                    parts.extend(match other {
                        Other::Open => None,
                        Other::Closed => Some("closed".to_owned()),
                        Other::Keep(ty) => Some(format!("*: {}", show_type(ir, ty))),
                    });
                }
            }
            format!("{{ {} }}", parts.join(", "))
        }
    }
}

fn show_type(ir: &Ir, ty: &Type) -> String {
    let range = |min: Option<String>, max: Option<String>| match (min, max) {
        (None, None) => String::new(),
        (min, max) => format!("({}..{})", min.unwrap_or_default(), max.unwrap_or_default()),
    };
    let count = |it: Option<u64>| it.map(|it| it.to_string());
    let mut out = match &ty.kind {
        TypeKind::Any => "any".to_owned(),
        TypeKind::Null => "null".to_owned(),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Integer(it) => {
            format!("int{}", range(it.min.map(|it| it.to_string()), it.max.map(|it| it.to_string())))
        }
        TypeKind::Number(it) => {
            let bound = |it: &crate::ir::Limit| format!("{}{}", it.value, if it.exclusive { "!" } else { "" });
            format!("number{}", range(it.min.as_ref().map(bound), it.max.as_ref().map(bound)))
        }
        TypeKind::Text(it) => {
            let mut out = format!("text{}", range(count(it.min), count(it.max)));
            it.patterns.iter().for_each(|it| out.push_str(&format!(" /{}/", it.source)));
            it.format.iter().for_each(|it| out.push_str(&format!(" {it}")));
            out
        }
        TypeKind::List(it) => format!("[{}]{}", show_type(ir, &it.item), range(count(it.min), count(it.max))),
        TypeKind::Tuple(it) => {
            let mut items: Vec<_> = it.items.iter().map(|it| show_type(ir, it)).collect();
            items.extend(it.rest.as_ref().map(|it| format!("..{}", show_type(ir, it))));
            format!("({}){}", items.join(", "), range(count(it.min), count(it.max)))
        }
        TypeKind::Map(it) => {
            let name = it.name.as_ref().map(|it| show_type(ir, it)).unwrap_or_default();
            format!("{{{name}: {}}}{}", show_type(ir, &it.value), range(count(it.min), count(it.max)))
        }
        TypeKind::Decl(id) => ir.decls[id.0 as usize].name.clone(),
    };
    if ty.nullable {
        out.push('?');
    }
    if let Some(rule) = ty.rule {
        out.push_str(&format!(" & {}", show_rule(ir, rule)));
    }
    out
}

/// The IR of several files, by the same short form.
fn show_files(files: &[(&str, &str)], maps: &[(&str, &str)]) -> String {
    let root = std::env::temp_dir().join(format!("nucleo-front-{}-{}", std::process::id(), files[0].0));
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let maps = maps.iter().map(|(prefix, folder)| ((*prefix).to_owned(), root.join(folder))).collect();
    let diags = Diags::default();
    let mut sources = Sources::load(&[root.join("in")], &diags);
    let ir = read(&mut sources, &Options { maps, ..Options::default() }, &diags);
    let report = report::render(&sources, &diags.take());
    std::fs::remove_dir_all(&root).unwrap();
    if report.is_empty() { show_ir(&ir) } else { report }
}

#[test]
fn ok_references_across_files_by_id_path_and_mapping() {
    let order = r##"{"$id": "https://schemas.example/order.json", "title": "Order", "properties": {
        "buyer": {"$ref": "common/party.json#/definitions/Party"}, "ship": {"$ref": "./common/addr.json"},
        "to": {"$ref": "https://schemas.example/address"}, "far": {"$ref": "https://far.example/x/zip#/$defs/Zip"}}}"##;
    let party = r#"{"definitions": {"Party": {"type": "object", "properties": {"name": {"type": "string"}}}}}"#;
    let address =
        r#"{"$id": "https://schemas.example/address", "title": "Address", "properties": {"city": {"type": "string"}}}"#;
    let zip = r#"{"$defs": {"Zip": {"type": "string", "pattern": "^[0-9]+$"}}}"#;
    let files = [
        ("in/order.json", order),
        ("in/common/party.json", party),
        ("in/common/addr.json", address),
        ("far/zip.json", zip),
    ];
    assert_eq!(
        show_files(&files, &[("https://far.example/x/", "far")]),
        "Address: { city?: text }\nParty: { name?: text }\n\
         Order: { buyer?: Party, ship?: Address, to?: Address, far?: Zip }\nZip: text /^[0-9]+$/\n"
    );
}

#[test]
fn ok_a_file_that_is_nothing_but_a_reference_is_the_type_that_it_names() {
    let files = [
        ("in/a.json", r#"{"$ref": "b.json"}"#),
        (
            "in/b.json",
            r#"{"title": "B", "properties": {"x": {"type": "string"}}, "$defs": {"D": {"type": "integer"}}}"#,
        ),
        ("in/c.json", r##"{"$ref": "b.json#/$defs/D"}"##),
        ("in/d.json", r#"{"$ref": "e.json"}"#),
        ("in/e.json", r#"{"title": "E", "type": ["string", "null"]}"#),
    ];
    assert_eq!(show_files(&files, &[]), "B: { x?: text }\nD: int\nd: E?\nE: text?\n");
}

#[test]
fn ok_openapi_documents() {
    let schema = r##"{"openapi": "3.0.3", "info": {}, "components": {"schemas": {
        "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
            "discriminator": {"propertyName": "petType", "mapping": {"dog": "#/components/schemas/Dog"}}},
        "Cat": {"type": "object", "required": ["petType"], "properties": {"petType": {"type": "string"},
            "owner": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/Owner"}]}}},
        "Dog": {"type": "object", "required": ["petType"], "properties": {"petType": {"type": "string"}}},
        "Owner": {"type": "object", "properties": {"age": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}}}
    }}}"##;
    assert_eq!(
        show(schema),
        "Pet: one of by petType Cat=Cat Cat | dog=dog Dog\nCat: { petType: text, owner?: Owner? }\n\
         Dog: { petType: text }\nOwner: { age?: int(1..) }\n"
    );
}

/// The checks of a rule, by their names.
fn show_rule(ir: &Ir, rule: crate::ir::RuleId) -> String {
    let checks = ir.rules[rule.0 as usize].checks.iter().map(|it| {
        let text = format!("{it:?}");
        text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    });
    format!("<{}>", checks.collect::<Vec<_>>().join(" "))
}

#[test]
fn ok_objects_with_everything() {
    let schema = r##"{
        "title": "Order", "type": "object", "required": ["id", "rows"], "additionalProperties": false,
        "properties": {
            "id": {"type": "integer", "minimum": 0.5, "exclusiveMaximum": 100},
            "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}, "minItems": 1},
            "state": {"enum": ["open", "closed", null]},
            "note": {"type": ["string", "null"], "maxLength": 9},
            "when": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
            "extra": {"type": "object", "additionalProperties": {"type": "number"}},
            "any": true,
            "inner": {"type": "object", "properties": {"flag": {"type": "boolean"}}}
        },
        "$defs": {"Row": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Row"}}}, "Unused": {}}
    }"##;
    assert_eq!(
        show(schema),
        "Order: { id: int(1..99), rows: [Row](1..), state?: Order state?, note?: text(..9)?, when?: text date?, \
         extra?: {: number}, any?: any, inner?: Order inner, closed }\n\
         Row: { next?: Row }\n\
         Order state: enum \"open\" | \"closed\"\n\
         Order inner: { flag?: bool }\n"
    );
}

#[test]
fn ok_unions_by_tag_also_through_references() {
    let schema = r##"{
        "title": "Shape", "oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}],
        "$defs": {
            "Circle": {"type": "object", "required": ["kind", "r"],
                "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}},
            "Square": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["square"]}}}
        }
    }"##;
    assert_eq!(
        show(schema),
        "Shape: one of by kind circle=circle Circle | square=square Square\n\
         Circle: { kind: Circle kind, r: number }\n\
         Square: { kind: Square kind }\n\
         Circle kind: enum \"circle\"\n\
         Square kind: enum \"square\"\n"
    );
}

#[test]
fn ok_all_of_merges_all_bounds() {
    let schema = r##"{
        "title": "T", "allOf": [{"$ref": "#/$defs/Base"}, {"required": ["n"]}],
        "properties": {"n": {"maximum": 5}, "b": {"allOf": [{"$ref": "#/$defs/Base"}]}},
        "$defs": {"Base": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}}
    }"##;
    assert_eq!(show(schema), "T: { n: int(1..5), b?: Base }\nBase: { n?: int(1..) }\n");
}

#[test]
fn ok_what_no_type_holds_is_a_rule() {
    let schema = r##"{
        "title": "S", "type": "object", "properties": {"a": {"type": "string"}},
        "patternProperties": {"^S_": {"type": "string"}},
        "not": {"required": ["b"]}, "dependentRequired": {"a": ["c"]}, "minProperties": 1
    }"##;
    assert_eq!(show(schema), "S: { a?: text, /^S_/: text } & <Not DependentRequired MinProperties>\n");
}

#[test]
fn ok_branches_that_only_restrict_are_a_rule() {
    let schema = r##"{"title": "R", "type": "object", "properties": {"a": {}, "b": {}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"##;
    assert_eq!(show(schema), "R: { a?: any, b?: any } & <AnyOf>\n");
}

#[test]
fn ok_unions_inside_a_branch() {
    let schema = r##"{"title": "U", "type": "object", "properties": {"k": {"type": "string"}}, "oneOf": [
        {"title": "A", "properties": {"a": {"type": "string"}}},
        {"title": "B", "allOf": [{"$ref": "#/$defs/Base"},
            {"oneOf": [{"title": "C", "properties": {"c": {}}}, {"title": "D", "properties": {"d": {}}}]}]}],
        "$defs": {"Base": {"properties": {"base": {"type": "integer"}}}}}"##;
    assert_eq!(
        show(schema),
        "U: one of A A | B B\nA: { k?: text, a?: text }\nB: one of C C | D D\n\
         C: { k?: text, base?: int, c?: any }\nD: { k?: text, base?: int, d?: any }\n"
    );
}

#[test]
fn ok_kinds_are_a_union_and_values_one_enum() {
    assert_eq!(
        show(
            r#"{"title": "K", "type": ["string", "integer", "null"], "minLength": 2, "maximum": 7, "not": {"const": 3}}"#
        ),
        "K: any of integer int(..7) | text text(2..) & <Not>\n".replace("K: any", "K: K value?\nK value: any")
    );
    assert_eq!(
        show(r#"{"title": "E", "oneOf": [{"const": "a", "title": "A"}, {"enum": ["b", 1, true]}]}"#),
        "E: enum \"a\" | \"b\" | +1e0 | t\n"
    );
}

#[test]
fn ok_schemas_that_nothing_fits() {
    assert_eq!(show(r#"{"title": "N", "type": "string", "enum": []}"#), "N: never\n");
    assert_eq!(show("false"), "test: never\n");
    assert_eq!(show("true"), "test: any\n");
    assert_eq!(show(r#"{"title": "N", "allOf": [{"type": "string"}, {"type": "integer"}]}"#), "N: never\n");
}

#[test]
fn ok_tuples_and_lists() {
    assert_eq!(
        show(
            r#"{"title": "L", "type": "array", "prefixItems": [{"type": "string"}, true], "items": false, "minItems": 2}"#
        ),
        "L: (text, any)(2..)\n"
    );
    assert_eq!(
        show(
            r#"{"title": "L", "$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "additionalItems": {"type": "boolean"}, "contains": {}}"#
        ),
        "L: (text, ..bool) & <Contains>\n"
    );
    assert_eq!(show(r#"{"title": "L", "type": "array"}"#), "L: [any]\n");
}

#[test]
fn ok_bases_change_inside_an_embedded_schema() {
    let schema = r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://x.example/root",
        "$ref": "#/$defs/w", "$defs": {"w": {"$id": "inner", "$ref": "#/$defs/w", "$defs": {"w": {"type": "integer"}}}}}"##;
    assert_eq!(show(schema), "w: w\nw: int\n");
}

#[test]
fn err_all_faults_with_their_places() {
    let schema =
        "{\n  \"minLength\": -1,\n  \"properties\": {\"a\": {\"$ref\": \"#/$defs/gone\"}},\n  \"required\": true\n}";
    assert_eq!(
        show(schema),
        "error: `minLength` must be a whole number from 0
 --> test.json:2:16
2 |   \"minLength\": -1,
  |                ^^ found -1

error: `#/$defs/gone` leads nowhere
 --> test.json:3:32
3 |   \"properties\": {\"a\": {\"$ref\": \"#/$defs/gone\"}},
  |                                ^^^^^^^^^^^^^^ nothing in this file is at `#/$defs/gone`

error: `required` must be an array of strings
 --> test.json:4:15
4 |   \"required\": true
  |               ^^^^ found a boolean
  = help: a boolean here is of draft 3; since draft 4 the object lists its required members
"
    );
}

#[test]
fn err_patterns_of_other_languages() {
    assert_eq!(show(r#"{"pattern": "(?i)a"}"#).lines().next(), Some("error: not a regular expression of ECMA-262"));
}

#[test]
fn ok_the_ledger_names_what_nobody_enforces() {
    let schema = r#"{"properties": {
        "a": {"type": "string", "pattern": "^(?!x)", "format": "uri"},
        "b": {"type": ["string", "null"], "minLength": 1, "not": {"const": "c"}, "contentEncoding": "base64"}}}"#;
    let mut sources = Sources::default();
    sources.add("test.json", schema.to_owned());
    let diags = Diags::default();
    let ir = read(&mut sources, &Options::default(), &diags);
    assert!(diags.take().is_empty());
    let lines: Vec<_> = ir.ledger.iter().map(|it| format!("{} {} {:?}", it.place, it.keyword, it.by)).collect();
    assert_eq!(
        lines,
        [
            "# type Decided(\"without `type` the schema takes values of other kinds, which the type refuses\")",
            "# properties Type",
            "#/properties/a type Type",
            "#/properties/a pattern Nobody(\"pattern_not_linear\")",
            "#/properties/a format Nobody(\"this format has no type\")",
            "#/properties/b required Decided(\"absent and null are one value in Rust\")",
            "#/properties/b type Type",
            "#/properties/b minLength Type",
            "#/properties/b not Check",
            "#/properties/b/not const Check",
            "#/properties/b contentEncoding Nobody(\"the content of a text is not looked into\")",
        ]
    );
}

#[test]
fn err_references_without_end_and_remote_ones() {
    assert_eq!(
        show(r##"{"$ref": "#"}"##),
        "error: `$ref` leads back to itself without end
 --> test.json:1:10
1 | {\"$ref\": \"#\"}
  |          ^^^ this is applied to the same value as `#`, which leads here
"
    );
    let report = show(r#"{"$ref": "https://example.com/schemas/a.json#/x"}"#);
    assert!(report.contains("error: `https://example.com/schemas/a.json` is not at hand"), "{report}");
    assert!(report.contains("`--map https://example.com/schemas/=FOLDER`"), "{report}");
}

#[test]
fn ok_what_stands_beside_a_list_of_one_branch_still_holds() {
    let rules = |schema: &str| {
        let shown = show(schema);
        shown.split_once(" & ").map_or(shown.clone(), |(_, rule)| rule.trim_end().to_owned())
    };
    let both = rules(r#"{"allOf": [{"multipleOf": 2}], "anyOf": [{"multipleOf": 3}], "oneOf": [{"multipleOf": 5}]}"#);
    assert!(both.contains("OneOf"), "{both}");
    let not = rules(r#"{"not": {"const": "x"}, "anyOf": [{"type": "string", "minLength": 1}]}"#);
    assert!(not.contains("Not"), "{not}");
}
