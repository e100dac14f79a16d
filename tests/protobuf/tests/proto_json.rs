//! ProtoJSON that prost-reflect writes is read without a fault, and what we write it reads back as the same message.

use std::collections::HashMap;

use nucleo_protobuf::kinds::Kinds;
use nucleo_runtime::parse;
use proptest::prelude::*;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, SerializeOptions, Value,
};

fn descriptor() -> MessageDescriptor {
    let mut compiler = protox::Compiler::new([concat!(env!("CARGO_MANIFEST_DIR"), "/proto")]).expect("a folder");
    compiler.open_file("kinds.proto").expect("it compiles");
    let pool: DescriptorPool = compiler.descriptor_pool();
    pool.get_message_by_name("kinds.Kinds").expect("it is there")
}

/// A message from a list of numbers, which proptest makes and shrinks.
struct Source<'a> {
    numbers: &'a [u64],
    at: usize,
}

impl Source<'_> {
    fn next(&mut self) -> u64 {
        self.at += 1;
        self.numbers.get(self.at - 1).copied().unwrap_or(0)
    }

    fn text(&mut self) -> String {
        let letters = ["a", "é", "\"", "\\", " x", "\n", "漢", "{}", "1", "null"];
        // Blank texts count as missing where one must be there.
        let rest = self.next() % 4;
        let mut out = "t".to_owned();
        (0..rest).for_each(|_| out.push_str(letters[(self.next() % 10) as usize]));
        out
    }

    fn message(&mut self, descriptor: &MessageDescriptor, depth: u32) -> DynamicMessage {
        let mut out = DynamicMessage::new(descriptor.clone());
        match descriptor.full_name() {
            "google.protobuf.Timestamp" => {
                out.set_field_by_name("seconds", Value::I64((self.next() % 4_000_000_000) as i64));
                out.set_field_by_name("nanos", Value::I32((self.next() % 1000) as i32 * 1_000_000));
                return out;
            }
            "google.protobuf.Duration" => {
                out.set_field_by_name("seconds", Value::I64((self.next() % 100_000) as i64));
                return out;
            }
            "google.protobuf.FieldMask" => {
                let paths =
                    (0..self.next() % 3).map(|at| Value::String(format!("part_{}", ["a", "b", "c"][at as usize])));
                out.set_field_by_name("paths", Value::List(paths.collect()));
                return out;
            }
            "google.protobuf.Value" => {
                let text = self.text();
                match self.next() % 3 {
                    0 => out.set_field_by_name("string_value", Value::String(text)),
                    1 => out.set_field_by_name("bool_value", Value::Bool(true)),
                    _ => out.set_field_by_name("number_value", Value::F64(0.5)),
                }
                return out;
            }
            _ => {}
        }
        let mut chosen = None;
        for field in descriptor.fields() {
            if let Some(oneof) = field.containing_oneof().filter(|it| !it.is_synthetic()) {
                if chosen.as_ref() == Some(&oneof) || self.next() % 2 == 0 {
                    continue;
                }
                chosen = Some(oneof);
            } else if field.supports_presence() && (depth > 2 || self.next() % 2 == 0) {
                continue;
            }
            let value = self.field(&field, depth);
            out.set_field(&field, value);
        }
        out
    }

    fn field(&mut self, field: &FieldDescriptor, depth: u32) -> Value {
        let count = if depth > 1 { 0 } else { self.next() % 3 };
        if field.is_map() {
            let Kind::Message(entry) = field.kind() else { unreachable!("a map has entries") };
            let mut out = HashMap::new();
            for at in 0..count {
                let key = match entry.map_entry_key_field().kind() {
                    Kind::Bool => MapKey::Bool(at == 0),
                    Kind::Int64 => MapKey::I64(at as i64 - 1),
                    _ => MapKey::String(format!("key {at}")),
                };
                out.insert(key, self.single(&entry.map_entry_value_field(), depth));
            }
            return Value::Map(out);
        }
        if field.is_list() {
            return Value::List((0..count).map(|_| self.single(field, depth)).collect());
        }
        self.single(field, depth)
    }

    fn single(&mut self, field: &FieldDescriptor, depth: u32) -> Value {
        let number = self.next();
        match field.kind() {
            Kind::Double => Value::F64((number as i64) as f64 / 8.0),
            Kind::Float => Value::F32((number as i16) as f32 / 8.0),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(number as i32),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(number as i64),
            Kind::Uint32 | Kind::Fixed32 => Value::U32(number as u32),
            Kind::Uint64 | Kind::Fixed64 => Value::U64(number),
            Kind::Bool => Value::Bool(number % 2 == 0),
            Kind::String => Value::String(self.text()),
            Kind::Bytes => Value::Bytes(number.to_be_bytes()[..(number % 7 + 1) as usize].to_vec().into()),
            // Where nothing need be said, the zero says so.
            Kind::Enum(_) if field.supports_presence() => Value::EnumNumber((number % 3) as i32),
            // The zero stands for "nothing was said", which an answer must not leave open.
            Kind::Enum(_) => Value::EnumNumber((number % 2) as i32 + 1),
            Kind::Message(to) => Value::Message(self.message(&to, depth + 1)),
        }
    }
}

/// As ProtoJSON. Members without a presence of their own must be there, as the schema says.
fn proto_json(message: &DynamicMessage) -> String {
    let options = SerializeOptions::new().skip_default_fields(false);
    let mut json = Vec::new();
    message.serialize_with_options(&mut serde_json::Serializer::new(&mut json), &options).expect("it is written");
    String::from_utf8(json).expect("it is text")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ok_messages_go_both_ways(numbers in prop::collection::vec(any::<u64>(), 300)) {
        let descriptor = descriptor();
        let message = Source { numbers: &numbers, at: 0 }.message(&descriptor, 0);
        let json = proto_json(&message);
        let value: Kinds = parse(&json).unwrap_or_else(|rejection| panic!("{}\n{json}", rejection.feedback()));
        let written = serde_json::to_string(&value).expect("it is written");
        let mut reader = serde_json::Deserializer::from_str(&written);
        let back = DynamicMessage::deserialize(descriptor, &mut reader).unwrap_or_else(|error| panic!("{error}\n{written}"));
        let parsed = |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("it is JSON");
        let mut expected = parsed(&json);
        // A zero that says nothing is not there any more.
        let members = expected.as_object_mut().expect("an object");
        members.retain(|name, value| name != "perhaps" || value != "LEVEL_UNSPECIFIED");
        prop_assert_eq!(parsed(&proto_json(&back)), expected);
    }
}

#[test]
fn ok_a_member_of_a_oneof_under_the_oneofs_name() {
    use nucleo_protobuf::choice::{Choice, ChoicePayment, ChoiceTime};
    let read = |text: &str| {
        let reading = nucleo_runtime::read::<Choice>(text).unwrap_or_else(|it| panic!("{}\n{text}", it.feedback()));
        let repairs: Vec<String> = reading.repairs.iter().map(ToString::to_string).collect();
        (reading.value, repairs.len())
    };
    let card = Choice { payment: Some(ChoicePayment::Card("1".to_owned())), time: ChoiceTime::Now(true) };
    assert_eq!(read(r#"{"card": "1", "now": true}"#), (card.clone(), 0));
    assert_eq!(read(r#"{"payment": {"card": "1"}, "now": true}"#), (card.clone(), 1));
    assert_eq!(read(r#"{"Payment": {"card": "1", "iban": null}, "when": {"NOW": true}}"#), (card.clone(), 2));
    assert_eq!(serde_json::to_string(&card).expect("it is written"), r#"{"card":"1","now":true}"#);
    let nothing = Choice { payment: None, time: ChoiceTime::Later("noon".to_owned()) };
    for text in [
        r#"{"later": "noon"}"#,
        r#"{"payment": null, "later": "noon"}"#,
        r#"{"payment": {}, "time": {"later": "noon"}}"#,
    ] {
        assert_eq!(read(text).0, nothing, "{text}");
    }
}

#[test]
fn err_more_than_a_member_under_the_oneofs_name() {
    let fault = |text: &str| {
        let rejection = parse::<nucleo_protobuf::choice::Choice>(text).expect_err("it is unclear");
        rejection.feedback().lines().nth(1).expect("a fault").to_owned()
    };
    let expected = "- payment: expected just one of the members `card`, `iban` (found an object)";
    assert_eq!(fault(r#"{"payment": {"card": "1", "iban": "2"}, "now": true}"#), expected);
    assert_eq!(fault(r#"{"payment": {"card": "1", "kind": "visa"}, "now": true}"#), expected);
    assert_eq!(
        fault(r#"{"payment": {"card": "1"}, "iban": "2", "now": true}"#),
        "- the answer: expected an object with at most one of the members `card` and `iban` (found another object)"
    );
    // The names of another oneof's members say nothing here.
    assert_eq!(fault(r#"{"payment": {"now": true}}"#), expected);
}

#[test]
fn err_two_members_of_a_oneof() {
    let fault = |text: &str| {
        let rejection = parse::<nucleo_protobuf::choice::Choice>(text).expect_err("both are there");
        rejection.feedback().lines().nth(1).expect("a fault").to_owned()
    };
    let (one, both) = ("at most one of the members `card` and `iban`", "exactly one of the members `now` and `later`");
    assert_eq!(
        fault(r#"{"card": "1", "iban": "2", "now": true}"#),
        format!("- the answer: expected an object with {one} (found another object)")
    );
    assert_eq!(
        fault(r#"{"card": "1"}"#),
        format!("- the answer: expected an object with {both} (found another object)")
    );
    assert!(parse::<nucleo_protobuf::choice::Choice>(r#"{"card": "1", "iban": null, "later": "noon"}"#).is_ok());
    let notation = <nucleo_protobuf::choice::Choice as nucleo_runtime::Answer>::NOTATION;
    assert!(notation.contains(r#""@rules" : [ "has at most one of card, iban", "has exactly one of now, later" ]"#));
}
