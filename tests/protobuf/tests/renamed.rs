//! JSON names that differ from the name of another field in casing or separators alone: as spelled they are what ProtoJSON
//! says, and any other spelling has two meanings.

use nucleo_protobuf::renamed::Renamed;
use nucleo_runtime::{parse, read};
use prost_reflect::{DynamicMessage, SerializeOptions, Value};

/// The fields in the order of their numbers.
fn texts(it: &Renamed) -> [&str; 4] {
    [&it.answer_schema, &it.answer_schema_ordered, &it.label, &it.head_line]
}

const VALUES: [&str; 4] = ["one", "two", "three", "four"];

#[test]
fn ok_as_prost_reflect_writes_them() {
    let mut compiler = protox::Compiler::new([concat!(env!("CARGO_MANIFEST_DIR"), "/proto")]).expect("a folder");
    compiler.open_file("renamed.proto").expect("it compiles");
    let descriptor = compiler.descriptor_pool().get_message_by_name("renamed.Renamed").expect("it is there");
    let mut message = DynamicMessage::new(descriptor);
    for (number, value) in (1..).zip(VALUES) {
        message.set_field_by_number(number, Value::String(value.into()));
    }
    for proto_names in [false, true] {
        let mut json = Vec::new();
        let options = SerializeOptions::new().use_proto_field_name(proto_names);
        message.serialize_with_options(&mut serde_json::Serializer::new(&mut json), &options).expect("it is written");
        let json = String::from_utf8(json).expect("JSON is UTF-8");
        assert_eq!(texts(&parse(&json).unwrap_or_else(|it| panic!("{}\n{json}", it.feedback()))), VALUES, "{json}");
    }
}

#[test]
fn err_another_spelling_has_two_meanings() {
    let text = r#"{"AnswerSchema": "one", "answer_schema_ordered": "two", "label": "three", "head_line": "four"}"#;
    let refused = read::<Renamed>(text).expect_err("it may be either").feedback();
    assert!(refused.contains("can be read in two ways"), "{refused}");
    // What nothing else comes to is read in any casing.
    let text = r#"{"answer_schema": "one", "AnswerSchemaOrdered": "two", "Label": "three", "head-line": "four"}"#;
    assert_eq!(texts(&parse(text).expect("one meaning each")), VALUES);
}
