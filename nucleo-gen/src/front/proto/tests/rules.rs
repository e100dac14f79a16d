//! Each rule of `buf.validate`: what it lets through and what not, or what the ledger and the model are told instead.

use std::sync::atomic::{AtomicUsize, Ordering};

use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::Shape;
use nucleo_runtime::{Policy, Stop};

use super::{Folder, VALIDATE};
use crate::diag::{Diags, Level};
use crate::emit::{Layout, renderings};
use crate::flow::{self, Checked};
use crate::ir::Enforcer;
use crate::options::Options;
use crate::source::Sources;

/// What came of a message with one member `x`, or with more of them.
struct Made {
    shape: Shape,
    notation: String,
    /// The keywords that nobody enforces.
    unenforced: Vec<String>,
}

fn make(message: &str) -> Made {
    let file = format!(
        "syntax = \"proto3\"; package a; import \"buf/validate/validate.proto\";\n\
         import \"google/protobuf/duration.proto\"; import \"google/protobuf/timestamp.proto\";\n\
         import \"google/protobuf/field_mask.proto\"; import \"google/protobuf/wrappers.proto\";\n\
         import \"google/protobuf/any.proto\"; import \"google/protobuf/descriptor.proto\";\n\
         extend buf.validate.Int32Rules {{ optional bool is_even = 1000 [(buf.validate.predefined).cel = \
         {{ id: \"even\", message: \"an even number\", expression: \"this % 2 == 0\" }}]; }}\n\
         message T {{ {message} }}\nmessage M {{ string a = 1; }}\n\
         enum E {{ E_UNSPECIFIED = 0; E_ON = 1; E_OFF = 2; E_LOST = 3; }}\nenum Z {{ Z_NONE = 0; Z_SOME = 1; }}"
    );
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("rules-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = Folder::new(&name, &[("a.proto", &file), VALIDATE]);
    let diags = Diags::default();
    let mut sources = Sources::load(std::slice::from_ref(&folder.0), &diags);
    assert!(diags.take().is_empty());
    let levels = ["warnings", "any_message"].map(|lint| (lint.to_owned(), Level::Allow)).to_vec();
    let options = Options { levels, ..Options::default() };
    let look = |Checked { cx, shapes, sources, .. }: Checked<'_>| {
        let at = cx.ir.decls.iter().position(|decl| decl.name == "T").expect("the message");
        let id = crate::ir::DeclId(at as u32);
        let nobody = cx.ir.ledger.iter().filter(|entry| matches!(entry.by, Enforcer::Nobody(_)));
        Made {
            shape: Shape { table: shapes.table, id: shapes.of(id), profile: &Profile::NUCLEO },
            notation: renderings(cx, sources, id).notation,
            unenforced: nobody.map(|entry| entry.keyword.clone()).collect(),
        }
    };
    let made = flow::render(&mut sources, &options, Layout::Nested, look);
    made.unwrap_or_else(|error| panic!("{message}\n{error:?}")).0
}

impl Made {
    fn reads(&self, reply: &str) -> Result<(), String> {
        match nucleo_runtime::read_as_with(&self.shape, reply, &Policy::lenient(), Stop::End) {
            Ok(_) => Ok(()),
            Err(rejection) => Err(rejection.feedback()),
        }
    }
}

/// A member `x` with a rule, the values that it lets through, and those that it does not.
#[track_caller]
fn check(ty: &str, rule: &str, good: &[&str], bad: &[&str]) {
    let member = format!("{ty} x = 1 [(buf.validate.field).{rule}];");
    let made = make(&member);
    for value in good {
        let read = made.reads(&format!(r#"{{"x": {value}}}"#));
        assert!(read.is_ok(), "{member} refuses {value}: {}", read.unwrap_err());
    }
    for value in bad {
        assert!(made.reads(&format!(r#"{{"x": {value}}}"#)).is_err(), "{member} takes {value}");
    }
}

/// A rule that stands in the ledger under a keyword, and that the model is told in these words.
#[track_caller]
fn told(ty: &str, rule: &str, keyword: &str, words: &str) {
    let made = make(&format!("{ty} x = 1 [(buf.validate.field).{rule}];"));
    assert!(made.unenforced.iter().any(|it| it == keyword), "{rule}: {:?}", made.unenforced);
    assert!(made.notation.contains(words), "{rule}: {}", made.notation);
}

#[test]
fn ok_required() {
    check("string", "required = true", &[r#""a""#], &["null", r#""""#]);
    check("optional string", "required = true", &[r#""a""#], &["null"]);
    check("bytes", "required = true", &[r#""AA==""#], &[r#""""#]);
    check("int32", "required = true", &["1", "-1"], &["0", "null"]);
    check("optional int32", "required = true", &["0"], &["null"]);
    check("bool", "required = true", &["true"], &["false"]);
    check("E", "required = true", &[r#""on""#], &[r#""E_UNSPECIFIED""#]);
    check("Z", "required = true", &[r#""some""#], &[r#""none""#]);
    check("repeated int32", "required = true", &["[1]"], &["[]", "null"]);
    check("map<string, int32>", "required = true", &[r#"{"a": 1}"#], &["{}"]);
    check("M", "required = true", &[r#"{"a": "x"}"#], &["null"]);
}

#[test]
fn ok_ignore() {
    check("string", "ignore = IGNORE_ALWAYS", &[r#""a""#], &[]);
    let made = make("string x = 1 [(buf.validate.field) = { ignore: IGNORE_ALWAYS, string: { min_len: 3 } }];");
    assert!(made.reads(r#"{"x": "a"}"#).is_ok());
    let made = make("string x = 1 [(buf.validate.field) = { ignore: IGNORE_IF_ZERO_VALUE, string: { min_len: 3 } }];");
    assert!(made.reads("{}").is_ok() && made.reads(r#"{"x": "abc"}"#).is_ok() && made.reads(r#"{"x": "a"}"#).is_err());
}

#[test]
fn ok_numbers() {
    for kind in [
        "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
        "float", "double",
    ] {
        check(kind, &format!("{kind} = {{ gt: 1, lte: 5 }}"), &["2", "5"], &["1", "6"]);
    }
    check("int32", "int32.const = 7", &["7"], &["8"]);
    check("int32", "int32 = { in: [1, 2] }", &["1", "2"], &["3"]);
    check("int32", "int32 = { not_in: [1, 2] }", &["3"], &["1", "2"]);
    check("int32", "int32.gte = 1", &["1"], &["0"]);
    check("int32", "int32.lt = 1", &["0"], &["1"]);
    // What lies outside of the two.
    check("int32", "int32 = { gt: 5, lt: 1 }", &["0", "6"], &["1", "3", "5"]);
    check("double", "double.finite = true", &["0.5"], &[r#""NaN""#, r#""Infinity""#]);
    check("double", "double = { gte: 0.5, lt: 1.5 }", &["0.5", "1.25"], &["0.25", "1.5"]);
    check("google.protobuf.Int32Value", "int32.gte = 1", &["1", "null"], &["0"]);
}

#[test]
fn ok_texts() {
    check("string", "string.const = \"a\"", &[r#""a""#], &[r#""b""#]);
    check("string", "string.len = 2", &[r#""éé""#], &[r#""é""#, r#""ééé""#]);
    check("string", "string = { min_len: 2, max_len: 3 }", &[r#""ab""#, r#""abc""#], &[r#""a""#, r#""abcd""#]);
    check("string", "string.max_bytes = 2", &[r#""ab""#], &[r#""abc""#]);
    check("string", "string.min_bytes = 5", &[r#""漢漢""#], &[r#""a""#]);
    check("string", "string.len_bytes = 2", &[r#""ab""#], &[r#""abc""#]);
    check("string", "string.pattern = \"^[a-z]+$\"", &[r#""ab""#], &[r#""a1""#]);
    check("string", "string.prefix = \"a.\"", &[r#""a.b""#], &[r#""ab""#]);
    check("string", "string.suffix = \".b\"", &[r#""a.b""#], &[r#""ab""#]);
    check("string", "string.contains = \"(\"", &[r#""a(b""#], &[r#""ab""#]);
    check("string", "string.not_contains = \"(\"", &[r#""ab""#], &[r#""a(b""#]);
    check("string", "string = { in: [\"a\", \"b\"] }", &[r#""a""#], &[r#""c""#]);
    check("string", "string = { not_in: [\"a\", \"b\"] }", &[r#""c""#], &[r#""a""#]);
    check("string", "string.tuuid = true", &[r#""8f14e45fceea467f95751d2a3b4c5d6e""#], &[r#""8f14""#]);
    check("string", "string.ulid = true", &[r#""01ARZ3NDEKTSV4RRFFQ69G5FAV""#], &[r#""81ARZ3NDEKTSV4RRFFQ69G5FAV""#]);
    check("string", "string.protobuf_fqn = true", &[r#""a.B""#], &[r#""a..B""#, r#"".a""#]);
    check("string", "string.protobuf_dot_fqn = true", &[r#"".a.B""#], &[r#""a.B""#]);
}

#[test]
fn ok_bytes_enums_lists_and_maps() {
    // By the length of their base64, which is told besides: padding may be there or not.
    check("bytes", "bytes.len = 3", &[r#""AAAA""#], &[r#""AA""#, r#""AAAAAAAA""#]);
    check(
        "bytes",
        "bytes = { min_len: 2, max_len: 4 }",
        &[r#""AAA=""#, r#""AAAAAA==""#],
        &[r#""AA""#, r#""AAAAAAAAAAAA""#],
    );
    check("E", "enum.const = 1", &[r#""on""#, r#""E_ON""#], &[r#""off""#]);
    check("E", "enum = { in: [1, 2] }", &[r#""on""#, r#""off""#], &[r#""lost""#]);
    check("E", "enum = { not_in: [3] }", &[r#""on""#], &[r#""lost""#]);
    check("E", "enum.defined_only = true", &[r#""lost""#], &["7"]);
    check("repeated int32", "repeated = { min_items: 1, max_items: 2 }", &["[1]", "[1, 2]"], &["[]", "[1, 2, 3]"]);
    check("repeated int32", "repeated.unique = true", &["[1, 2]"], &["[1, 1]"]);
    // By what is read, not by how it is written.
    check("repeated M", "repeated.unique = true", &[r#"[{"a": "x"}, {"a": "y"}]"#], &[r#"[{"a": "x"}, {"A": "x"}]"#]);
    check("repeated int32", "repeated.items.int32.gt = 1", &["[2]"], &["[1]"]);
    check(
        "map<string, int32>",
        "map = { min_pairs: 1, max_pairs: 2 }",
        &[r#"{"a": 1}"#],
        &["{}", r#"{"a": 1, "b": 2, "c": 3}"#],
    );
    check("map<string, int32>", "map.keys.string.min_len = 2", &[r#"{"ab": 1}"#], &[r#"{"a": 1}"#]);
    check("map<string, int32>", "map.values.int32.gt = 1", &[r#"{"a": 2}"#], &[r#"{"a": 1}"#]);
}

#[test]
fn ok_oneofs() {
    let made = make("oneof k { option (buf.validate.oneof).required = true; string a = 1; string b = 2; }");
    assert!(made.reads(r#"{"a": "x"}"#).is_ok() && made.reads("{}").is_err());
    // Of members that are always there, one that is empty counts as absent.
    let rule = |rest: &str| format!("option (buf.validate.message).oneof = {{ fields: [\"a\", \"b\"]{rest} }};");
    let members = "string a = 1; repeated string b = 2;";
    let made = make(&format!("{}{members}", rule("")));
    assert!(made.reads("{}").is_ok() && made.reads(r#"{"a": "x"}"#).is_ok() && made.reads(r#"{"b": ["x"]}"#).is_ok());
    assert!(made.reads(r#"{"a": "x", "b": ["y"]}"#).is_err());
    let made = make(&format!("{}{members}", rule(", required: true")));
    assert!(made.reads("{}").is_err() && made.reads(r#"{"a": "x"}"#).is_ok());
}

#[test]
fn ok_what_no_keyword_says_is_told() {
    const RULE: &str = "x-buf-validate";
    told(
        "string",
        "cel = { id: \"a\", message: \"no name of a month\", expression: \"this != 'May'\" }",
        RULE,
        "no name of a month",
    );
    told("string", "cel_expression = \"this != 'May'\"", RULE, "this != 'May'");
    told("int32", "int32.(is_even) = true", RULE, "an even number");
    told("string", "string.max_bytes = 2", RULE, "at most 2 bytes in UTF-8");
    told("string", "string.min_bytes = 2", RULE, "at least 2 bytes in UTF-8");
    told("string", "string.len_bytes = 2", RULE, "exactly 2 bytes in UTF-8");
    told("string", "string.pattern = \"(?i)^ab$\"", RULE, "matching (?i)^ab$");
    for (flag, words) in [
        ("address", "a hostname or an IP address"),
        ("ip_with_prefixlen", "an IP address with the length of its prefix"),
        ("ipv4_with_prefixlen", "an IPv4 address with the length of its prefix"),
        ("ipv6_with_prefixlen", "an IPv6 address with the length of its prefix"),
        ("ip_prefix", "a prefix of IP addresses"),
        ("ipv4_prefix", "a prefix of IPv4 addresses"),
        ("ipv6_prefix", "a prefix of IPv6 addresses"),
        ("host_and_port", "a host with a port"),
    ] {
        told("string", &format!("string.{flag} = true"), RULE, words);
    }
    told("string", "string.well_known_regex = KNOWN_REGEX_HTTP_HEADER_NAME", RULE, "the name of an HTTP header");
    for (flag, words) in [
        ("email", "email"),
        ("hostname", "hostname"),
        ("ipv4", "ipv4"),
        ("ipv6", "ipv6"),
        ("uri", "uri"),
        ("uri_ref", "uri-reference"),
        ("uuid", "uuid"),
    ] {
        told("string", &format!("string.{flag} = true"), "format", words);
    }
    told("string", "string.ip = true", RULE, "an IP address");
    told("bytes", "bytes.len = 3", RULE, "exactly 3 bytes");
    told("bytes", "bytes.const = \"ab\"", RULE, "just YWI=");
    told("bytes", "bytes.prefix = \"ab\"", RULE, "beginning with YWI=");
    told("bytes", "bytes.pattern = \"^a\"", RULE, "matching ^a");
    told("bytes", "bytes = { in: [\"a\", \"b\"] }", RULE, "one of YQ==, Yg==");
    told("bytes", "bytes.ipv4 = true", RULE, "an IPv4 address");
    told("bytes", "bytes.uuid = true", RULE, "a UUID");
    told(
        "google.protobuf.Duration",
        "duration = { gt: { seconds: 1 }, lte: { seconds: 90, nanos: 500000000 } }",
        RULE,
        "at most 90.5s; more than 1s",
    );
    told("google.protobuf.Duration", "duration.const = { seconds: 5 }", RULE, "just 5s");
    told("google.protobuf.Duration", "duration = { in: [{ seconds: 1 }, { seconds: 2 }] }", RULE, "one of 1s, 2s");
    told("google.protobuf.Timestamp", "timestamp = { gte: { seconds: 0 } }", RULE, "1970-01-01T00:00:00Z or after");
    told("google.protobuf.Timestamp", "timestamp.lt_now = true", RULE, "in the past");
    told(
        "google.protobuf.Timestamp",
        "timestamp = { gt_now: true, within: { seconds: 60 } }",
        RULE,
        "in the future; within 60s of now",
    );
    told("google.protobuf.FieldMask", "field_mask = { in: [\"a\", \"b\"] }", RULE, "one of a, b");
    told("google.protobuf.Any", "any = { in: [\"a.M\"] }", RULE, "one of a.M");
    told(
        "repeated google.protobuf.Duration",
        "repeated.items.duration.lt = { seconds: 5 }",
        RULE,
        "each item: less than 5s",
    );
    let made = make(
        "option (buf.validate.message).cel = { id: \"a\", message: \"a comes before b\" }; string a = 1; string b = 2;",
    );
    assert!(
        made.unenforced.iter().any(|it| it == RULE) && made.notation.contains("a comes before b"),
        "{}",
        made.notation
    );
}

#[test]
fn ok_examples() {
    let shown = |ty: &str, rule: &str| {
        let made = make(&format!("{ty} x = 1 [(buf.validate.field).{rule}];"));
        let rest = made.notation.split_once("\"@examples\" : [").unwrap_or_else(|| panic!("{}", made.notation)).1;
        rest.split_once(']').expect("a list").0.trim().to_owned()
    };
    assert_eq!(shown("string", "string = { example: [\"a\", \"b\"] }"), r#""a", "b""#);
    assert_eq!(shown("int64", "int64 = { example: [7] }"), "7");
    assert_eq!(shown("E", "enum = { example: [1] }"), r#""on""#);
    assert_eq!(shown("bytes", "bytes = { example: [\"ab\"] }"), r#""YWI=""#);
    assert_eq!(shown("google.protobuf.Duration", "duration = { example: [{ seconds: 5 }] }"), r#""5s""#);
    assert_eq!(
        shown("google.protobuf.Timestamp", "timestamp = { example: [{ seconds: 0 }] }"),
        r#""1970-01-01T00:00:00Z""#
    );
}
