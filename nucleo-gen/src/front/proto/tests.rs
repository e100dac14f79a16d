//! Files of protobuf in, the types and texts of them out.

mod rules;
mod sets;

use std::path::PathBuf;

use crate::diag::Diags;
use crate::emit::Layout;
use crate::options::Options;
use crate::source::Sources;
use crate::{flow, report};

/// The rules of protovalidate, as `buf export` would put them beside the files that import them.
const VALIDATE: (&str, &str) = ("buf/validate/validate.proto", include_str!("tests/validate.proto"));

/// A folder of files, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("nucleo-proto-{}-{name}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Self(root)
    }

    /// The generated code; what was said against the schemas where there is none.
    fn generate(&self) -> Result<String, String> {
        let options = Options::default();
        let diags = Diags::default();
        let mut sources = Sources::load(std::slice::from_ref(&self.0), &diags);
        let loaded = diags.take();
        if !loaded.is_empty() {
            return Err(report::render(&sources, &loaded));
        }
        flow::generate(&mut sources, &options, Layout::Nested)
            .map(|it| it.text)
            .map_err(|error| format!("{error:?}").replace(&*self.0.to_string_lossy(), "in").replace('\\', "/"))
    }

    /// The lines of the generated code that declare something, without blanks before them.
    fn declared(&self) -> String {
        let text = self.generate().unwrap_or_else(|error| panic!("{error}"));
        let types = text.lines().map(str::trim).filter(|line| line.starts_with("pub ") && !line.contains(" const "));
        types.map(|line| format!("{line}\n")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn ok_every_kind_of_member() {
    let file = r#"syntax = "proto3"; package a;
import "google/protobuf/wrappers.proto"; import "google/protobuf/struct.proto"; import "google/protobuf/empty.proto";
import "google/protobuf/timestamp.proto"; import "google/protobuf/duration.proto"; import "b.proto";
message Kinds {
  int32 a = 1; sint64 b = 2; fixed32 c = 3; uint64 d = 4; float e = 5; bool f = 6; string g = 7; bytes h = 8;
  repeated string i = 9; map<int32, Other> j = 10; optional int32 k = 11; Other l = 12; Level m = 13;
  google.protobuf.StringValue n = 14; google.protobuf.Struct o = 15; google.protobuf.Value p = 16;
  google.protobuf.ListValue q = 17; google.protobuf.Timestamp r = 18; google.protobuf.Duration s = 19;
  google.protobuf.Empty t = 20; oneof u { string v = 21; Kinds w = 22; } Inner x = 23;
  message Inner { Kinds back = 1; }
}
enum Level { LEVEL_UNSPECIFIED = 0; LEVEL_LOW = 1; LEVEL_HIGH = 2; }"#;
    let other = r#"syntax = "proto3"; package a; message Other { string name = 1; } message Alone {}"#;
    let folder = Folder::new("kinds", &[("a.proto", file), ("b.proto", other)]);
    assert_eq!(
        folder.declared(),
        "pub mod a {\npub struct Kinds {\npub a: i32,\npub b: i64,\npub c: u32,\npub d: u64,\npub e: f64,\npub f: bool,\n\
         pub g: String,\npub h: String,\npub i: Vec<String>,\n\
         pub j: ::std::collections::BTreeMap<String, super::b::Other>,\npub k: Option<i32>,\n\
         pub l: Option<super::b::Other>,\npub m: Level,\npub n: Option<String>,\n\
         pub o: Option<::std::collections::BTreeMap<String, ::nucleo_runtime::Value>>,\n\
         pub p: Option<::nucleo_runtime::Value>,\npub q: Option<Vec<::nucleo_runtime::Value>>,\npub r: Option<String>,\n\
         pub s: Option<String>,\npub t: Option<KindsT>,\npub u: Option<KindsU>,\npub x: Option<Box<KindsInner>>,\n\
         pub enum KindsU {\npub enum Level {\npub struct KindsT {}\npub struct KindsInner {\n\
         pub back: Option<Box<Kinds>>,\npub mod b {\npub struct Alone {}\npub struct Other {\npub name: String,\n"
    );
}

#[test]
fn ok_a_model_sees_the_values_of_enums_without_their_prefix() {
    let file = r#"syntax = "proto3"; package a; import "buf/validate/validate.proto";
message A {
  Status status = 1;
  optional Mode mode = 2;
  repeated Kind kinds = 3;
  Status some = 4 [(buf.validate.field).enum = { in: [1, 2] }];
  Odd odd = 5;
  enum Kind { KIND_UNSPECIFIED = 0; KIND_BIG_ONE = 1; KIND_SMALL = 2; }
}
enum OrderStatus { NONE = 0; }
enum Status {
  STATUS_UNSPECIFIED = 0;
  // Not closed yet.
  STATUS_OPEN = 1;
  STATUS_IN_TRANSIT = 2; STATUS_CLOSED = 3;
}
enum Mode { READ_ONLY = 0; READ_WRITE = 1; }
enum Odd { ODD_A = 0; ODD_a = 1; }"#;
    let text =
        Folder::new("shown", &[("a.proto", file), VALIDATE]).generate().unwrap_or_else(|error| panic!("{error}"));
    let after = |marks: [&str; 2]| {
        let mut rest = text.as_str();
        marks.iter().for_each(|mark| rest = rest.split_once(mark).unwrap_or_else(|| panic!("no {mark}")).1);
        rest.split_once(']').expect("a list").0.trim().to_owned()
    };
    assert_eq!(after(["const NOTATION", "@values\" : ["]), r#""open", "in_transit", "closed""#);
    assert_eq!(after(["\"mode\" : {", "@values\" : ["]), r#""read_only", "read_write""#);
    assert_eq!(after(["\"kinds\" : {", "@values\" : ["]), r#""big_one", "small""#);
    assert_eq!(after(["\"some\" : {", "@values\" : ["]), r#""open", "in_transit""#);
    // Two values would be one.
    assert_eq!(after(["\"odd\" : {", "@values\" : ["]), r#""ODD_A", "ODD_a""#);
    assert!(text.contains(r#"(open: Not closed yet.)"#) || text.contains("open: Not closed yet."), "{text}");
    assert_eq!(after(["const JSON_SCHEMA", "\"enum\" : ["]), r#""STATUS_OPEN", "STATUS_IN_TRANSIT", "STATUS_CLOSED""#);
    assert_eq!(after(["const MODEL_SCHEMA", "\"enum\" : ["]), r#""open", "in_transit", "closed""#);
    assert!(text.contains(r#"Variant::new(Literal::Text("STATUS_OPEN")).shown("open").accept(&["OPEN"])"#), "{text}");
}

#[test]
fn err_each_file_tells_its_own_faults() {
    let folder = Folder::new(
        "faults",
        &[
            ("a.proto", "syntax = \"proto3\";\nimport \"gone.proto\";\nmessage A { string x = 1; }"),
            ("b.proto", "syntax = \"proto3\";\nmessage B { strin x = 1; }"),
            (
                "c.proto",
                "syntax = \"proto3\";\nimport \"nucleo/options.proto\";\nmessage C { string x = 1 [(nucleo.field).requird = true]; }",
            ),
            ("d.proto", "syntax = \"proto3\";\nmessage D { string x = 1 }"),
            ("e.proto", "syntax = \"proto3\";\nmessage E {\n  string x =\n\n"),
            ("f.proto", "syntax = \"proto3\";\nmessage F {\n  string x = 1;\n  string x = 2;\n}"),
        ],
    );
    let said = folder.generate().expect_err("faults");
    let heads: Vec<&str> = said.lines().filter(|line| line.starts_with("error") || line.starts_with(" -->")).collect();
    assert_eq!(
        heads,
        [
            "error: import `gone.proto` not found",
            " --> in/a.proto:2:1",
            "error: name `strin` is not defined",
            " --> in/b.proto:2:13",
            "error: option field `(nucleo.field).requird` is not defined",
            " --> in/c.proto:3:27",
            "error: expected `;` or `[`, but found `}`",
            " --> in/d.proto:2:26",
            "error: expected an integer, but reached end of file",
            " --> in/e.proto:3:13",
            "error: camel-case name of field `x` conflicts with field `x`",
            " --> in/f.proto:4:10",
        ]
    );
    assert!(said.contains("= help: searched below `in`; name further roots"), "{said}");
}

#[test]
fn err_what_no_answer_can_hold_is_refused_at_its_place() {
    let folder = Folder::new(
        "refused",
        &[
            (
                "a.proto",
                "syntax = \"proto2\"; package a;\nimport \"google/protobuf/any.proto\";\nmessage A {\n  optional group G = 1 { optional string x = 2; }\n  optional google.protobuf.Any any = 3;\n}\nmessage Same {}",
            ),
            (
                "b.proto",
                "syntax = \"proto3\"; package a;\nimport \"nucleo/options.proto\";\nmessage Same {\n  string x = 1 [(nucleo.field).default = \"oops\"];\n}",
            ),
        ],
    );
    let said = folder.generate().expect_err("faults");
    let heads: Vec<&str> = said.lines().filter(|line| line.starts_with("error") || line.starts_with(" -->")).collect();
    assert_eq!(
        heads,
        [
            "error: `g` is a group",
            " --> in/a.proto:4:18",
            "error[any_message]: `any` can be any message at all",
            " --> in/a.proto:5:32",
            "error: `a.Same` is defined in two files",
            " --> in/b.proto:3:9",
            "error: `default` is not JSON: expected a value",
            " --> in/b.proto:4:10",
        ]
    );
}

#[test]
fn ok_names_are_resolved_by_imports_alone() {
    // One compiler for both finds `x.config.core.T` for `config.core.T`, which the file does not import.
    let folder = Folder::new(
        "scope",
        &[
            ("a.proto", "syntax = \"proto3\"; package x.ext.config.core; message Other { string y = 1; }"),
            (
                "b.proto",
                "syntax = \"proto3\"; package x.ext.tap; import \"t.proto\"; message B { config.core.T t = 1; }",
            ),
            ("t.proto", "syntax = \"proto3\"; package config.core; message T { string x = 1; }"),
        ],
    );
    assert!(folder.declared().contains("pub t: Option<super::t::T>,"));
}

#[test]
fn ok_the_modules_of_buf_are_roots() {
    let folder = Folder::new(
        "buf",
        &[
            (
                "buf.yaml",
                "version: v2\nmodules:\n  - path: proto\n    excludes:\n      - proto/old\n  - path: vendor\n",
            ),
            ("proto/shop/a.proto", "syntax = \"proto3\"; import \"base/b.proto\"; message A { Base b = 1; }"),
            ("proto/old/a.proto", "this is no protobuf"),
            ("vendor/base/b.proto", "syntax = \"proto3\"; message Base { string x = 1; }"),
        ],
    );
    assert!(folder.declared().contains("pub b: Option<super::super::super::vendor::base::b::Base>,"));
}

#[test]
fn ok_json_schemas_refer_to_messages() {
    let folder = Folder::new(
        "both",
        &[
            (
                "answer.json",
                r#"{"title": "Answer", "type": "object", "properties": {"order": {"$ref": "shop/order.proto#shop.Order"}}}"#,
            ),
            ("shop/order.proto", "syntax = \"proto3\"; package shop; message Order { int32 id = 1; }"),
        ],
    );
    assert!(folder.declared().contains("pub order: Option<super::shop::order::Order>,"));
}

#[test]
fn ok_descriptor_sets_need_no_files() {
    let file = "syntax = \"proto3\"; package a; message A { string x = 1; repeated A more = 2; }";
    let mut compiler = protox::Compiler::with_file_resolver(Memory(file));
    compiler.include_imports(true).open_file("a.proto").expect("it compiles");
    let folder = Folder::new("set", &[("readme.json", "{}")]);
    std::fs::write(folder.0.join("all.binpb"), compiler.encode_file_descriptor_set()).expect("a file");
    std::fs::write(folder.0.join("bad.binpb"), b"\xff\xff").expect("a file");
    let said = folder.generate().expect_err("one is broken");
    assert!(said.contains("`in/bad.binpb` is no whole descriptor set"), "{said}");
    std::fs::remove_file(folder.0.join("bad.binpb")).expect("it is there");
    assert!(folder.declared().contains("pub struct A {\npub x: String,\npub more: Vec<A>,\n"));
}

struct Memory(&'static str);

impl protox::file::FileResolver for Memory {
    fn open_file(&self, name: &str) -> Result<protox::file::File, protox::Error> {
        protox::file::File::from_source(name, self.0)
    }
}

#[test]
fn ok_members_and_values_in_the_order_of_the_text() {
    let file = r#"syntax = "proto3"; package a;
message Order { string last = 9; Level level = 4; string first = 1; }
enum Level { LEVEL_UNSPECIFIED = 0; LEVEL_HIGH = 7; LEVEL_LOW = -1; }"#;
    let declared = Folder::new("order", &[("a.proto", file)]).declared();
    let places = ["pub last", "pub level", "pub first"].map(|it| declared.find(it).expect("a member"));
    assert!(places.is_sorted(), "{declared}");
}

#[test]
fn ok_further_keywords_as_json() {
    let file = r#"syntax = "proto3"; package a; import "nucleo/options.proto";
option (nucleo.file).schema = '{"x-nucleo-corrections": 5}';
message A {
  option (nucleo.message).schema = '{"dependentRequired": {"b": ["c"]}}';
  option (nucleo.message).tool = { name: "ask" weight: "[5, 20]" kind: "thinker" level: 2 };
  int32 a = 1 [(nucleo.field).schema = '{"minimum": 1, "maximum": 9}'];
  optional string b = 2 [(nucleo.field).schema = '{"x-nucleo-summarizable": {"size": "BRIEF"}}'];
  optional string c = 3;
  repeated int32 d = 4 [(nucleo.field).schema = '{"items": {"minimum": 7}, "uniqueItems": true}'];
}"#;
    let text = Folder::new("further", &[("a.proto", file)]).generate().unwrap_or_else(|error| panic!("{error}"));
    for part in [
        "Kind::Thinker { level: 2 })",
        ".weight(5, 20)",
        r#""@type" : "integer (1 to 9)""#,
        r#""@type" : "array (all different) of integer (7 to 2147483647)""#,
        r#""@rules" : [ "with b there must be c" ]"#,
        r#""size" : "BRIEF""#,
        "corrections: 5",
    ] {
        assert!(text.contains(part), "no {part}: {text}");
    }
    let bad = file.replace("'{\"minimum\": 1, \"maximum\": 9}'", "'1'");
    let said = Folder::new("further-bad", &[("a.proto", &bad)]).generate().expect_err("it is no object");
    assert!(said.contains("error: `schema` is no JSON object\n --> in/a.proto:6:9"), "{said}");
}

#[test]
fn ok_what_no_answer_leads_to_is_no_fault() {
    let file = "syntax = \"proto3\"; package a; import \"b.proto\"; message A { B b = 1; }";
    let other = "syntax = \"proto2\"; package a; import \"google/protobuf/any.proto\"; message B { optional string x = 1; }\n\
                 message C { optional google.protobuf.Any any = 1; optional group G = 2 { optional string x = 3; } }";
    let folder = Folder::new("led", &[("schemas/a.proto", file), ("b.proto", other)]);
    let generate = |options: &Options| {
        let mut sources = Sources::load(&[folder.0.join("schemas")], &Diags::default());
        flow::generate(&mut sources, options, Layout::Nested).map(|it| it.text)
    };
    let text = generate(&Options { includes: vec![folder.0.clone()], ..Options::default() });
    assert!(text.unwrap_or_else(|error| panic!("{error:?}")).contains("pub struct B {"));
}
