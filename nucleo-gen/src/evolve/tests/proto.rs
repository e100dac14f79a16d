//! The same for files of protobuf: what breaks an answer is not what breaks the wire.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{B, Class, F, P, Read, S, Version, edits, prove, read};
use crate::evolve::revision::Place;
use crate::options::Options;

/// A version of one file with these definitions.
fn version(definitions: &str) -> Version {
    of_file("t.proto", &format!("syntax = \"proto3\";\npackage p;\n{IMPORTS}{definitions}\n"))
}

const IMPORTS: &str = "import \"nucleo/options.proto\";\nimport \"google/protobuf/wrappers.proto\";\n";

fn of_file(name: &str, text: &str) -> Version {
    of_files(&[(name, text)])
}

fn of_files(files: &[(&str, &str)]) -> Version {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("nucleo-evolve-{}-{number}", std::process::id()));
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let version = Version::read(Place::here(&folder), &Options::default());
    std::fs::remove_dir_all(&folder).expect("it is there");
    version.unwrap_or_else(|error| panic!("{error:?}"))
}

/// Two versions of some definitions, the classes, and an answer to each version.
fn check(row: &str, old: &str, new: &str, expected: &[Class], answers: (&str, &str)) {
    prove(row, &version(old), &version(new), expected, answers);
}

/// The same for the members of one message.
fn members(row: &str, old: &str, new: &str, expected: &[Class], answers: (&str, &str)) {
    check(row, &format!("message T {{ {old} }}"), &format!("message T {{ {new} }}"), expected, answers);
}

/// The same for one member `a` of two types.
fn types(row: &str, old: &str, new: &str, expected: &[Class], answers: (&str, &str)) {
    let answer = |it: &str| format!(r#"{{"a": {it}}}"#);
    let (one, two) = (answer(answers.0), answer(answers.1));
    members(row, &format!("{old} a = 1;"), &format!("{new} a = 1;"), expected, (&one, &two));
}

/// Each edit between two versions of the members of one message.
fn told(old: &str, new: &str) -> Vec<String> {
    let message = |members: &str| version(&format!("message T {{ {members} }}"));
    let found = edits(&message(old), &message(new), &Options::default()).expect("edits");
    found.into_iter().map(|edit| edit.what).collect()
}

#[test]
fn ok_names_numbers_and_reserved_ones() {
    let answer = r#"{"order_id": "x"}"#;
    let (plain, other) = ("string order_id = 1;", r#"string order_id = 1 [json_name = "number"];"#);
    members("json_name came", plain, other, &[], (answer, answer));
    members("json_name is gone", other, plain, &[B], (r#"{"number": "x"}"#, answer));
    members("in lowerCamelCase", plain, plain, &[], (r#"{"orderId": "x"}"#, answer));
    members("renumber", plain, "string order_id = 7;", &[], (answer, answer));
    members("reserve", plain, "reserved 2, 5 to 9; reserved \"b\"; string order_id = 1;", &[], (answer, answer));
    let deprecated = "string order_id = 1 [deprecated = true];";
    members("deprecate", plain, deprecated, &[], (answer, answer));
    members("comment", plain, "// On the receipt.\nstring order_id = 1;", &[P], (answer, answer));
}

#[test]
fn ok_members_with_new_names() {
    let answers = (r#"{"payer": "x"}"#, r#"{"customer": "x"}"#);
    members("rename", "string payer = 1;", "string customer = 1;", &[B, F, S, P], answers);
    members("rename optional", "optional string payer = 1;", "optional string customer = 1;", &[B, F, S, P], answers);
    let kept = r#"string customer = 1 [(nucleo.field).accept = "payer"];"#;
    members("rename, the old name accepted", "string payer = 1;", kept, &[F, S, P], answers);
    let json = r#"string customer = 1 [json_name = "payer"];"#;
    members("rename, the old name in JSON", "string payer = 1;", json, &[F, S, P], answers);
    members("rename to the name in JSON", r#"string payer = 1 [json_name = "customer"];"#, kept, &[S, P], answers);
    members(
        "another casing",
        "string order_id = 1;",
        "string orderId = 1;",
        &[],
        (r#"{"order_id": "x"}"#, r#"{"orderId": "x"}"#),
    );
    // By their numbers, whatever stands around them; a number that is taken for another type is no rename.
    let renamed = ["`a` is now called `x`", "`b` is now called `y`"];
    assert_eq!(
        told("optional string a = 1; optional string b = 2;", "optional string x = 1; optional string y = 2;"),
        renamed
    );
    let edited = ["`T.b` is a new required member", "the required member `T.a` was removed"];
    assert_eq!(told("string a = 1;", "int32 b = 1;"), edited);
}

#[test]
fn ok_members_that_come_and_go() {
    let (one, two) = ("string a = 1;", "string a = 1; string b = 2;");
    let optional = "string a = 1; optional string b = 2;";
    let (short, long) = (r#"{"a": "x"}"#, r#"{"a": "x", "b": "y"}"#);
    members("add", one, two, &[B, F, S, P], (short, long));
    members("add optional", one, optional, &[F, S, P], (short, long));
    members(
        "add repeated",
        one,
        "string a = 1; repeated string b = 2;",
        &[F, S, P],
        (short, r#"{"a": "x", "b": ["y"]}"#),
    );
    members("remove", two, one, &[B, F, S, P], (long, short));
    members("remove and reserve", optional, "string a = 1; reserved 2; reserved \"b\";", &[B, S, P], (long, short));
    // An open message takes what it does not know.
    let open = |members: &str| format!("option (nucleo.message).closed = false; {members}");
    members("add to an open one", &open(one), &open(optional), &[S, P], (short, short));
    members("remove of an open one", &open(optional), &open(one), &[S, P], (short, short));
    assert_eq!(read(&version(&format!("message T {{ {} }}", open(one))), long), Read::InPart);
}

#[test]
fn ok_what_must_be_there() {
    let (implicit, optional) = ("string a = 1; string b = 2;", "string a = 1; optional string b = 2;");
    let (short, long) = (r#"{"a": "x"}"#, r#"{"a": "x", "b": "y"}"#);
    members("optional to implicit", optional, implicit, &[B, S, P], (short, long));
    members("implicit to optional", implicit, optional, &[F, S, P], (long, short));
    let required = "string a = 1; optional string b = 2 [(nucleo.field).required = true];";
    members("required by an option", optional, required, &[B, S, P], (short, long));
    members("the option alone", implicit, required, &[], (long, long));
    let two = |label: &str| of_file("t.proto", &format!("syntax = \"proto2\"; message T {{ {label} string a = 1; }}"));
    prove("optional to required", &two("optional"), &two("required"), &[B, S, P], ("{}", r#"{"a": "x"}"#));
    prove("required to optional", &two("required"), &two("optional"), &[F, S, P], (r#"{"a": "x"}"#, "{}"));
    let defaulted = of_file("t.proto", "syntax = \"proto2\"; message T { optional string a = 1 [default = \"y\"]; }");
    prove("the default came", &two("optional"), &defaulted, &[S, P], ("{}", "{}"));
}

#[test]
fn ok_types_that_look_alike_on_the_wire() {
    types("int32 to int64", "int32", "int64", &[F, S, P], ("7", "3000000000"));
    types("int64 to int32", "int64", "int32", &[B, S, P], ("3000000000", "7"));
    types("int64 as a text", "int64", "int64", &[], (r#""7""#, "7"));
    types("int32 to uint32", "int32", "uint32", &[B, F, S, P], ("-1", "3000000000"));
    types("uint32 to int64", "uint32", "int64", &[F, S, P], ("7", "-1"));
    types("int32 to bool", "int32", "bool", &[B, F, S, P], ("7", "true"));
    types("bool to int32", "bool", "int32", &[B, F, S, P], ("true", "7"));
    types("string to bytes", "string", "bytes", &[B, P], (r#""x""#, r#""eA==""#));
    let of = |ty: &str| format!("message T {{ {ty} a = 1; }} enum E {{ E_UNSPECIFIED = 0; E_ON = 1; }}");
    check("enum to int32", &of("E"), &of("int32"), &[B, F, S, P], (r#"{"a": "E_ON"}"#, r#"{"a": 1}"#));
    check("enum to string", &of("E"), &of("string"), &[F, S, P], (r#"{"a": "E_ON"}"#, r#"{"a": "off"}"#));
    check("string to enum", &of("string"), &of("E"), &[B, S, P], (r#"{"a": "off"}"#, r#"{"a": "E_ON"}"#));
}

#[test]
fn ok_types_that_look_alike_in_an_answer() {
    for (one, two) in [("int32", "sint32"), ("int32", "sfixed32"), ("uint64", "fixed64")] {
        types("another encoding of a number", one, two, &[], ("7", "7"));
    }
    types("float to double", "float", "double", &[], ("0.5", "0.5"));
    types("int to double", "int32", "double", &[F, S, P], ("7", "7.5"));
    types("int to string", "int32", "string", &[F, S, P], ("7", r#""seven""#));
    types("string to int", "string", "int32", &[B, S, P], (r#""seven""#, "7"));
    types("single to repeated", "string", "repeated string", &[F, S, P], (r#""x""#, r#"["x", "y"]"#));
    types("repeated to single", "repeated string", "string", &[B, S, P], (r#"["x", "y"]"#, r#""x""#));
    types("optional to a wrapper", "optional int32", "google.protobuf.Int32Value", &[P], ("7", "null"));
    let pair = "message T { repeated E a = 1; } message E { string key = 1; int32 value = 2; }";
    let map = "message T { map<string, int32> a = 1; }";
    // A list of entries is one of the forms of a map that models are asked for.
    let answers = (r#"{"a": {"x": 1}}"#, r#"{"a": [{"key": "x", "value": 1}]}"#);
    check("map to its entries", map, pair, &[B, S, P], answers);
    check("entries to their map", pair, map, &[F, S, P], (answers.1, answers.0));
}

#[test]
fn ok_values_of_an_enum() {
    let of = |values: &str| format!("message T {{ E a = 1; }} enum E {{ E_UNSPECIFIED = 0; {values} }}");
    let answers = (r#"{"a": "E_OPEN"}"#, r#"{"a": "E_SHUT"}"#);
    let (one, two) = (of("E_OPEN = 1;"), of("E_OPEN = 1; E_SHUT = 2;"));
    check("add a value", &one, &two, &[F, S, P], answers);
    check("remove a value", &two, &of("E_OPEN = 1; reserved 2;"), &[B, S, P], (answers.1, answers.0));
    check("renumber a value", &two, &of("E_SHUT = 1; E_OPEN = 5;"), &[P], (answers.0, answers.0));
    check("rename a value", &one, &of("E_SHUT = 1;"), &[B, F, S, P], answers);
    let kept = of(r#"E_SHUT = 1 [(nucleo.value).accept = "E_OPEN"];"#);
    check("rename a value, the old name accepted", &one, &kept, &[F, S, P], answers);
    let short = (r#"{"a": "open"}"#, r#"{"a": "Open"}"#);
    check("without the prefix, in any casing", &one, &one, &[], short);
    let zero = "message T { E a = 1; } enum E { E_NONE = 0; E_OPEN = 1; }";
    check("the zero means something", &one, zero, &[F, S, P], (answers.0, r#"{"a": "E_NONE"}"#));
    check("the zero means nothing", zero, &one, &[B, S, P], (r#"{"a": "E_NONE"}"#, answers.0));
    let enums =
        |name: &str| format!("message T {{ {name} a = 1; }} enum {name} {{ {name}_UNSPECIFIED = 0; {name}_ON = 1; }}");
    let answers = (r#"{"a": "E_ON"}"#, r#"{"a": "R_ON"}"#);
    check("rename an enum with its prefix", &enums("E"), &enums("R"), &[B, F, S, P], answers);
    // What stands behind the prefix is read by both.
    let (one, two) = (version(&enums("E")), version(&enums("R")));
    assert_eq!((read(&one, r#"{"a": "on"}"#), read(&two, r#"{"a": "on"}"#)), (Read::Whole, Read::Whole));
}

#[test]
fn ok_oneofs() {
    let plain = "optional string a = 1; optional string b = 2;";
    let (two, three) =
        ("oneof k { string a = 1; string b = 2; }", "oneof k { string a = 1; string b = 2; string c = 3; }");
    let needed = "oneof k { option (nucleo.oneof).required = true; string a = 1; string b = 2; }";
    let (a, c, both) = (r#"{"a": "x"}"#, r#"{"c": "x"}"#, r#"{"a": "x", "b": "y"}"#);
    members("into a oneof", plain, two, &[B, S, P], (both, a));
    members("out of a oneof", two, plain, &[F, S, P], (a, both));
    members("one alone into a oneof", "optional string a = 1;", "oneof k { string a = 1; }", &[S, P], (a, a));
    members("add a member", two, three, &[F, S, P], (a, c));
    members("remove a member", three, two, &[B, S, P], (c, a));
    members("one must be there", two, needed, &[B, S, P], ("{}", a));
    members("none need be there", needed, two, &[F, S, P], (a, "{}"));
    members("rename a oneof", two, &two.replace('k', "l"), &[S], (a, a));
    members("nothing", needed, needed, &[], (a, a));
    let beside = "oneof k { string a = 1; string b = 2; } optional string c = 3;";
    members("a further member into it", beside, three, &[B, S, P], (r#"{"a": "x", "c": "z"}"#, c));
    members("a member out of it", three, beside, &[F, S, P], (c, r#"{"a": "x", "c": "z"}"#));
    members("rename a member", two, &two.replace("string a", "string z"), &[B, F, S, P], (a, r#"{"z": "x"}"#));
    let split = "oneof k { string a = 1; } oneof l { string b = 2; }";
    members("one oneof becomes two", two, split, &[F, S, P], (a, both));
    members("two oneofs become one", split, two, &[B, S, P], (both, a));
    // What an open message does not know is lost, and with it the choice.
    let open = |members: &str| format!("option (nucleo.message).closed = false; {members}");
    members("add a member to an open one", &open(two), &open(three), &[F, S, P], (a, c));
    members("remove a member of an open one", &open(three), &open(two), &[B, S, P], (c, a));
    let edited = ["`T.c` is now a member of the oneof `k`"];
    assert_eq!(told(beside, three), edited);
}

#[test]
fn ok_messages_that_move() {
    let of = |name: &str| format!("message {name} {{ string a = 1; }}");
    let answer = r#"{"a": "x"}"#;
    check("rename a message", &of("T"), &of("U"), &[S, P], (answer, answer));
    let text = |package: &str| format!("syntax = \"proto3\"; package {package}; message T {{ string a = 1; }}");
    let (one, two) = (of_file("t.proto", &text("p")), of_file("t.proto", &text("q")));
    prove("another package", &one, &two, &[], (answer, answer));
    let moved = of_file("other/t.proto", &text("p"));
    prove("another folder", &one, &moved, &[], (answer, answer));
    let three = of_file("t.proto", "syntax = \"proto2\"; package p; message T { required string a = 1; }");
    prove("another syntax", &one, &three, &[], (answer, answer));
}

/// As much of it as is needed here.
const VALIDATE: &str = r#"syntax = "proto2";
package buf.validate;
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions { optional FieldRules field = 1159; }
message FieldRules { optional Int32Rules int32 = 3; }
message Int32Rules { optional int32 lte = 3; optional int32 gte = 5; }"#;

#[test]
fn ok_rules_of_protovalidate() {
    let of = |rules: &str| {
        let imports = "syntax = \"proto3\"; import \"buf/validate/validate.proto\";";
        let text = format!("{imports} message T {{ int32 a = 1 [(buf.validate.field).int32 = {{ {rules} }}]; }}");
        of_files(&[("t.proto", &text), ("buf/validate/validate.proto", VALIDATE)])
    };
    let (wide, narrow) = (of("gte: 0"), of("gte: 0, lte: 9"));
    let (large, small) = (r#"{"a": 50}"#, r#"{"a": 5}"#);
    prove("tighten", &wide, &narrow, &[B, P], (large, small));
    prove("loosen", &narrow, &wide, &[F, P], (small, large));
}
