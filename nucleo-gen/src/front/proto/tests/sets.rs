//! Descriptor sets: what compilers write, of editions too, without the files that it comes from.

use prost_reflect::prost::Message as _;
use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use prost_reflect::prost_types::source_code_info::Location;
use prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto, SourceCodeInfo};

use super::Folder;
use crate::diag::Diags;
use crate::emit::Layout;
use crate::flow;
use crate::options::Options;
use crate::source::Sources;

/// A set of one file of the edition 2023, which the decoder of this build does not know.
fn edition_2023(comments: bool) -> Vec<u8> {
    let field = |name: &str, number, ty: Type, label: Label| FieldDescriptorProto {
        name: Some(name.to_owned()),
        number: Some(number),
        r#type: Some(ty.into()),
        label: Some(label.into()),
        type_name: (ty == Type::Message).then(|| ".a.A".to_owned()),
        ..FieldDescriptorProto::default()
    };
    let message = DescriptorProto {
        name: Some("A".to_owned()),
        field: vec![field("name", 1, Type::String, Label::Optional), field("more", 2, Type::Message, Label::Repeated)],
        ..DescriptorProto::default()
    };
    let location = Location {
        path: vec![4, 0],
        span: vec![0, 0, 1],
        leading_comments: Some(" What an answer is.\n".to_owned()),
        ..Location::default()
    };
    let file = FileDescriptorProto {
        name: Some("a.proto".to_owned()),
        package: Some("a".to_owned()),
        message_type: vec![message],
        syntax: Some("editions".to_owned()),
        source_code_info: comments.then(|| SourceCodeInfo { location: vec![location] }),
        ..FileDescriptorProto::default()
    };
    let mut file = file.encode_to_vec();
    // `edition = EDITION_2023`.
    file.extend([0x70, 0xe8, 0x07]);
    let mut set = vec![0x0a];
    // The length, as a varint of two bytes.
    set.extend([(file.len() & 0x7f) as u8 | 0x80, (file.len() >> 7) as u8]);
    set.extend(file);
    set
}

/// The code and the warnings of a folder with one set.
fn generate(name: &str, set: &[u8]) -> (String, Vec<String>) {
    let folder = Folder::new(name, &[("readme.txt", "")]);
    std::fs::write(folder.0.join("all.binpb"), set).expect("a file");
    let diags = Diags::default();
    let mut sources = Sources::load(std::slice::from_ref(&folder.0), &diags);
    assert!(diags.take().is_empty());
    let output = flow::generate(&mut sources, &Options::default(), Layout::Nested);
    let output = output.unwrap_or_else(|error| panic!("{error:?}"));
    (output.text, output.warnings.into_iter().map(|it| it.message).collect())
}

#[test]
fn ok_editions() {
    let (code, warnings) = generate("edition", &edition_2023(true));
    // Without a word on presence, a member may be absent.
    assert!(code.contains("    /// What an answer is.\n"), "{code}");
    assert!(code.contains("pub name: Option<String>,") && code.contains("pub more: Vec<A>,"), "{code}");
    assert!(warnings.iter().all(|it| !it.contains("source information")), "{warnings:?}");
}

#[test]
fn err_no_source_information_is_a_warning() {
    let (code, warnings) = generate("bare", &edition_2023(false));
    assert!(code.contains("pub struct A {"), "{code}");
    let found: Vec<_> = warnings.iter().filter(|it| it.contains("has no source information")).collect();
    assert_eq!(found.len(), 1, "{warnings:?}");
}
