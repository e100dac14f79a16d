//! Files of editions, as files of proto2 that ask for the same answers.
//!
//! An edition has features in place of `syntax`, each a setting of a file, of a message or of a member. One of them
//! matters to an answer, which has neither packed lists nor groups: whether a member must be there. So a member is
//! `required` where that says `LEGACY_REQUIRED`, and where it says `IMPLICIT`, which is what a member without `optional`
//! is in proto3: an answer always holds it. All else stays as it is, to the byte.

use super::wire::{self, Field, Malformed, Payload};

/// The numbers of fields in `descriptor.proto`.
mod tag {
    pub(super) const SET_FILE: u32 = 1;
    pub(super) const FILE_MESSAGE: u32 = 4;
    pub(super) const FILE_OPTIONS: u32 = 8;
    pub(super) const FILE_SYNTAX: u32 = 12;
    pub(super) const FILE_OPTIONS_FEATURES: u32 = 50;
    pub(super) const MESSAGE_FIELD: u32 = 2;
    pub(super) const MESSAGE_NESTED: u32 = 3;
    pub(super) const MESSAGE_OPTIONS: u32 = 7;
    pub(super) const MESSAGE_OPTIONS_FEATURES: u32 = 12;
    pub(super) const FIELD_LABEL: u32 = 4;
    pub(super) const FIELD_TYPE: u32 = 5;
    pub(super) const FIELD_OPTIONS: u32 = 8;
    pub(super) const FIELD_ONEOF: u32 = 9;
    pub(super) const FIELD_OPTIONS_FEATURES: u32 = 21;
    pub(super) const FEATURES_PRESENCE: u32 = 1;
}

/// `LABEL_REQUIRED`, `LABEL_REPEATED`, `TYPE_GROUP` and `TYPE_MESSAGE` of `FieldDescriptorProto`.
const REQUIRED: u64 = 2;
const REPEATED: u64 = 3;
const GROUP: u64 = 10;
const MESSAGE: u64 = 11;

/// Whether a member that holds its type's own zero is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    Explicit,
    Implicit,
    LegacyRequired,
}

/// A descriptor set without editions.
pub(super) fn lower(set: &[u8]) -> Result<Vec<u8>, Malformed> {
    rewrite(set, |field| match field.bytes(tag::SET_FILE) {
        Some(bytes) => Ok(Some(file(bytes)?)),
        None => Ok(None),
    })
}

/// Copies a message; the fields that `change` gives bytes for hold these instead.
fn rewrite(
    message: &[u8],
    mut change: impl FnMut(&Field<'_>) -> Result<Option<Vec<u8>>, Malformed>,
) -> Result<Vec<u8>, Malformed> {
    let mut out = Vec::with_capacity(message.len());
    for field in wire::fields(message)? {
        match change(&field)? {
            Some(bytes) => wire::put_bytes(&mut out, field.number, &bytes),
            None => out.extend_from_slice(field.raw),
        }
    }
    Ok(out)
}

fn file(bytes: &[u8]) -> Result<Vec<u8>, Malformed> {
    let fields = wire::fields(bytes)?;
    if !fields.iter().any(|field| field.bytes(tag::FILE_SYNTAX) == Some(b"editions")) {
        return Ok(bytes.to_vec());
    }
    // So it is in each edition that there is.
    let presence = presence(&fields, tag::FILE_OPTIONS, tag::FILE_OPTIONS_FEATURES, Presence::Explicit)?;
    rewrite(bytes, |field| match (field.number, field.payload) {
        (tag::FILE_SYNTAX, _) => Ok(Some(b"proto2".to_vec())),
        (tag::FILE_MESSAGE, Payload::Bytes(bytes)) => message(bytes, presence).map(Some),
        _ => Ok(None),
    })
}

fn message(bytes: &[u8], around: Presence) -> Result<Vec<u8>, Malformed> {
    let fields = wire::fields(bytes)?;
    let presence = presence(&fields, tag::MESSAGE_OPTIONS, tag::MESSAGE_OPTIONS_FEATURES, around)?;
    rewrite(bytes, |field| match (field.number, field.payload) {
        (tag::MESSAGE_FIELD, Payload::Bytes(bytes)) => member(bytes, presence).map(Some),
        (tag::MESSAGE_NESTED, Payload::Bytes(bytes)) => message(bytes, presence).map(Some),
        _ => Ok(None),
    })
}

fn member(bytes: &[u8], around: Presence) -> Result<Vec<u8>, Malformed> {
    let fields = wire::fields(bytes)?;
    let last = |number| fields.iter().rev().find_map(|field: &Field<'_>| field.varint(number));
    let presence = presence(&fields, tag::FIELD_OPTIONS, tag::FIELD_OPTIONS_FEATURES, around)?;
    let is_message = matches!(last(tag::FIELD_TYPE), Some(GROUP | MESSAGE));
    let is_single = last(tag::FIELD_LABEL) != Some(REPEATED) && last(tag::FIELD_ONEOF).is_none();
    // A message has presence always, whatever stands around it.
    let required = match presence {
        Presence::Explicit => false,
        Presence::Implicit => !is_message,
        Presence::LegacyRequired => true,
    };
    let mut out = bytes.to_vec();
    if is_single && required {
        // The last one counts.
        wire::put_varint(&mut out, tag::FIELD_LABEL, REQUIRED);
    }
    Ok(out)
}

/// What the features among the options of a thing say, or what stands around it.
fn presence(fields: &[Field<'_>], options: u32, features: u32, around: Presence) -> Result<Presence, Malformed> {
    let mut out = around;
    for options in fields.iter().filter_map(|field| field.bytes(options)) {
        for features in wire::fields(options)?.iter().filter_map(|field| field.bytes(features)) {
            for value in wire::fields(features)?.iter().filter_map(|field| field.varint(tag::FEATURES_PRESENCE)) {
                out = match value {
                    1 => Presence::Explicit,
                    2 => Presence::Implicit,
                    3 => Presence::LegacyRequired,
                    _ => out,
                };
            }
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use prost_reflect::prost::Message as _;
    use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
    use prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet};

    use super::*;

    /// A thing with options that hold a feature of presence.
    fn with(thing: &impl prost_reflect::prost::Message, options: u32, features: u32, presence: u64) -> Vec<u8> {
        let mut inner = Vec::new();
        wire::put_varint(&mut inner, tag::FEATURES_PRESENCE, presence);
        let mut outer = Vec::new();
        wire::put_bytes(&mut outer, features, &inner);
        let mut out = thing.encode_to_vec();
        wire::put_bytes(&mut out, options, &outer);
        out
    }

    fn field(name: &str, ty: Type) -> FieldDescriptorProto {
        let (name, label) = (Some(name.to_owned()), Some(Label::Optional.into()));
        FieldDescriptorProto { name, label, r#type: Some(ty.into()), ..FieldDescriptorProto::default() }
    }

    #[test]
    fn ok_what_must_be_there() {
        let plain = [
            field("plain", Type::Int32),
            field("message", Type::Message),
            FieldDescriptorProto { oneof_index: Some(0), ..field("one_of", Type::Int32) },
            FieldDescriptorProto { label: Some(Label::Repeated.into()), ..field("many", Type::Int32) },
        ];
        let own = |name: &str, presence| with(&field(name, Type::Message), 8, 21, presence);
        let inner = with(&DescriptorProto { field: plain.to_vec(), ..DescriptorProto::default() }, 7, 12, 1);
        let mut message = DescriptorProto { field: plain.to_vec(), ..DescriptorProto::default() }.encode_to_vec();
        wire::put_bytes(&mut message, tag::MESSAGE_FIELD, &own("explicit", 1));
        wire::put_bytes(&mut message, tag::MESSAGE_FIELD, &own("legacy", 3));
        wire::put_bytes(&mut message, tag::MESSAGE_NESTED, &inner);
        let syntax = Some("editions".to_owned());
        let mut file = with(&FileDescriptorProto { syntax, ..FileDescriptorProto::default() }, 8, 50, 2);
        wire::put_bytes(&mut file, tag::FILE_MESSAGE, &message);
        let mut set = Vec::new();
        wire::put_bytes(&mut set, tag::SET_FILE, &file);

        let lowered = FileDescriptorSet::decode(lower(&set).expect("a set").as_slice()).expect("a set");
        let file = &lowered.file[0];
        let required = |message: &DescriptorProto| {
            let required = message.field.iter().filter(|it| it.label() == Label::Required);
            required.map(|it| it.name().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(file.syntax(), "proto2");
        assert_eq!(required(&file.message_type[0]), ["plain", "legacy"]);
        assert!(required(&file.message_type[0].nested_type[0]).is_empty());
        assert_eq!(lower(&set[..set.len() - 1]), Err(Malformed));
        // What is no edition stays as it is.
        let old = FileDescriptorSet { file: vec![FileDescriptorProto::default()] }.encode_to_vec();
        assert_eq!(lower(&old), Ok(old));
    }
}
