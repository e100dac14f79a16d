//! Nothing is lost on the way from a message to an answer and back, whatever the message holds.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::LazyLock;

use nucleo_runtime::wire::Error;
use nucleo_wire::other::type_::part;
use nucleo_wire::{all, legacy, wire};
use proptest::prelude::*;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, Value};

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let mut compiler = protox::Compiler::new([concat!(env!("CARGO_MANIFEST_DIR"), "/proto")]).expect("a folder");
    for file in ["kinds/all.proto", "kinds/legacy.proto"] {
        compiler.open_file(file).expect("it compiles");
    }
    compiler.descriptor_pool()
});

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
        let letters = ["a", "é", "\"", "\\", " ", "\n", "漢", "{}", "1", "null"];
        (0..self.next() % 4).map(|_| letters[(self.next() % 10) as usize]).collect()
    }

    fn float(&mut self) -> f64 {
        let number = self.next();
        let any = f64::from_bits(number);
        match number % 4 {
            0 => (number >> 32) as f64,
            1 => (number as i64 >> 40) as f64 / 8.0,
            _ if any.is_finite() => any,
            _ => 0.1,
        }
    }

    fn message(&mut self, descriptor: &MessageDescriptor, depth: u32) -> DynamicMessage {
        let mut out = DynamicMessage::new(descriptor.clone());
        let number = self.next();
        match descriptor.full_name() {
            "google.protobuf.Timestamp" => {
                let span = 62_135_596_800 + 253_402_300_800;
                out.set_field_by_name("seconds", Value::I64((number % span) as i64 - 62_135_596_800));
                out.set_field_by_name("nanos", Value::I32((number % 1_000_000_000) as i32));
            }
            "google.protobuf.Duration" => {
                let sign = if number % 2 == 0 { 1 } else { -1 };
                out.set_field_by_name("seconds", Value::I64((number % 315_576_000_000) as i64 * sign));
                out.set_field_by_name("nanos", Value::I32((number % 1_000_000_000) as i32 * sign as i32));
            }
            "google.protobuf.FieldMask" => {
                let path = |at| Value::String(["a", "part_one.of_it", "b2.c"][at as usize].to_owned());
                out.set_field_by_name("paths", Value::List((0..number % 4).map(path).collect()));
            }
            "google.protobuf.Value" => {
                let kinds = if depth > 3 { 4 } else { 6 };
                let (name, value) = match number % kinds {
                    0 => ("null_value", Value::EnumNumber(0)),
                    1 => ("bool_value", Value::Bool(number % 3 == 0)),
                    2 => ("number_value", Value::F64(self.float())),
                    3 => ("string_value", Value::String(self.text())),
                    4 => ("struct_value", self.known("google.protobuf.Struct", depth)),
                    _ => ("list_value", self.known("google.protobuf.ListValue", depth)),
                };
                out.set_field_by_name(name, value);
            }
            _ => self.members(&mut out, descriptor, depth),
        }
        out
    }

    fn known(&mut self, name: &str, depth: u32) -> Value {
        let descriptor = POOL.get_message_by_name(name).expect("it is imported");
        Value::Message(self.message(&descriptor, depth + 1))
    }

    fn members(&mut self, out: &mut DynamicMessage, descriptor: &MessageDescriptor, depth: u32) {
        for oneof in descriptor.oneofs().filter(|it| !it.is_synthetic()) {
            let fields: Vec<_> = oneof.fields().collect();
            let chosen = (self.next() % (fields.len() as u64 + 1)) as usize;
            let is_deep = |it: &FieldDescriptor| depth > 2 && matches!(it.kind(), Kind::Message(_));
            if let Some(field) = fields.get(chosen).filter(|it| !is_deep(it)) {
                let value = self.single(field, depth);
                out.set_field(field, value);
            }
        }
        for field in descriptor.fields() {
            let is_required = field.cardinality() == prost_reflect::Cardinality::Required;
            let is_chosen = field.containing_oneof().is_some_and(|it| !it.is_synthetic());
            let may_be_absent = field.supports_presence() && !is_required;
            if is_chosen || may_be_absent && (depth > 2 || self.next() % 2 == 0) {
                continue;
            }
            let value = self.field(&field, depth);
            out.set_field(&field, value);
        }
    }

    fn field(&mut self, field: &FieldDescriptor, depth: u32) -> Value {
        let count = if depth > 1 { 0 } else { self.next() % 4 };
        if field.is_map() {
            let Kind::Message(entry) = field.kind() else { unreachable!("a map has entries") };
            let mut out = HashMap::new();
            for _ in 0..count {
                let number = self.next();
                let key = match entry.map_entry_key_field().kind() {
                    Kind::Bool => MapKey::Bool(number % 2 == 0),
                    Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => MapKey::I32(number as i32),
                    Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => MapKey::I64(number as i64),
                    Kind::Uint32 | Kind::Fixed32 => MapKey::U32(number as u32),
                    Kind::Uint64 | Kind::Fixed64 => MapKey::U64(number),
                    _ => MapKey::String(self.text()),
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
            Kind::Double => Value::F64(self.float()),
            Kind::Float => {
                let any = f32::from_bits(number as u32);
                Value::F32(if any.is_finite() { any } else { 0.1 })
            }
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(number as i32),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(number as i64),
            Kind::Uint32 | Kind::Fixed32 => Value::U32(number as u32),
            Kind::Uint64 | Kind::Fixed64 => Value::U64(number),
            Kind::Bool => Value::Bool(number % 2 == 0),
            Kind::String => Value::String(self.text()),
            Kind::Bytes => Value::Bytes(number.to_be_bytes()[..(number % 8) as usize].to_vec().into()),
            Kind::Enum(list) => {
                // A zero that says nothing is none of an answer's values.
                let told: Vec<_> = list.values().filter(|it| !it.name().ends_with("UNSPECIFIED")).collect();
                Value::EnumNumber(told[(number % told.len() as u64) as usize].number())
            }
            Kind::Message(to) => Value::Message(self.message(&to, depth + 1)),
        }
    }
}

/// From a message at random to the answer and back, and once more from there.
fn go<W, A>(name: &str, numbers: &[u64])
where
    W: Message + Default + PartialEq + Clone + Debug,
    for<'a> W: TryFrom<&'a A, Error: Debug> + TryFrom<A, Error: Debug>,
    A: TryFrom<W, Error = Error> + PartialEq + Clone + Debug,
{
    let descriptor = POOL.get_message_by_name(name).expect("it is there");
    let bytes = Source { numbers, at: 0 }.message(&descriptor, 0).encode_to_vec();
    let message = W::decode(bytes.as_slice()).expect("prost reads it");
    let bytes = message.encode_to_vec();
    let answer = A::try_from(message.clone()).unwrap_or_else(|error| panic!("{name}: {error}\n{message:#?}"));
    let back = W::try_from(&answer).unwrap_or_else(|error| panic!("{name}: {error:?}\n{answer:#?}"));
    assert!(back == message, "{name}: {back:#?}\nis not\n{message:#?}");
    assert_eq!(back.encode_to_vec(), bytes, "{name}");
    let again = A::try_from(back).expect("it was one before");
    assert_eq!(again, answer, "{name}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ok_nothing_is_lost(numbers in prop::collection::vec(any::<u64>(), 300)) {
        go::<wire::kinds::Singles, all::Singles>("kinds.Singles", &numbers);
        go::<wire::kinds::Optionals, all::Optionals>("kinds.Optionals", &numbers);
        go::<wire::kinds::Lists, all::Lists>("kinds.Lists", &numbers);
        go::<wire::kinds::Maps, all::Maps>("kinds.Maps", &numbers);
        go::<wire::kinds::Choices, all::Choices>("kinds.Choices", &numbers);
        go::<wire::kinds::Known, all::Known>("kinds.Known", &numbers);
        go::<wire::kinds::Tree, all::Tree>("kinds.Tree", &numbers);
        go::<wire::kinds::Keywords, all::Keywords>("kinds.Keywords", &numbers);
        go::<wire::kinds::Nothing, all::Nothing>("kinds.Nothing", &numbers);
        go::<wire::other::r#type::Part, part::Part>("other.type.Part", &numbers);
    }

    /// A member with a default is there in the answer, and so in the message that comes back.
    #[test]
    fn ok_the_older_syntax(numbers in prop::collection::vec(any::<u64>(), 300)) {
        let descriptor = POOL.get_message_by_name("legacy.Legacy").expect("it is there");
        let bytes = Source { numbers: &numbers, at: 0 }.message(&descriptor, 0).encode_to_vec();
        let message = wire::legacy::Legacy::decode(bytes.as_slice()).expect("prost reads it");
        let answer = legacy::Legacy::try_from(message.clone()).unwrap_or_else(|error| panic!("{error}\n{message:#?}"));
        let back = wire::legacy::Legacy::try_from(&answer).expect("it has a place");
        prop_assert_eq!(back.count, Some(message.count()));
        prop_assert_eq!(back.text.as_deref(), Some(message.text()));
        prop_assert_eq!(back.level, Some(message.level.unwrap_or(2)));
        prop_assert_eq!((back.flag, back.ratio), (Some(message.flag()), Some(message.ratio())));
        prop_assert_eq!(&back.loose, &message.loose);
        prop_assert_eq!(&back.choice.is_some(), &message.choice.is_some());
        prop_assert_eq!(legacy::Legacy::try_from(back).expect("it was one before"), answer);
    }
}
