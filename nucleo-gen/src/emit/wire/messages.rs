//! prost-build's types.

use std::collections::{BTreeMap, HashMap, HashSet};

use prost_build::{Config, Module as Package};
use prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, EnumValueDescriptorProto, FieldDescriptorProto, FieldOptions,
    FileDescriptorProto, MessageOptions, OneofDescriptorProto,
};
use prost_reflect::{EnumDescriptor, FileDescriptor, Kind, MessageDescriptor};

use super::names;
use crate::diag::Diags;
use crate::emit::layout::Module;

/// Puts the messages of these files, and of what they hold, into a module: one a package.
pub(super) fn emit<'f>(seeds: impl Iterator<Item = &'f FileDescriptor>, wire: &str, root: &mut Module, diags: &Diags) {
    let files = needed(seeds);
    files.values().for_each(|file| check(file, diags));
    check_modules(files.values(), diags);
    if diags.has_errors() || files.is_empty() {
        return;
    }
    let package = |file: &FileDescriptor| Package::from_protobuf_package_name(file.package_name());
    let requests = files.values().map(|file| (package(file), lean(file.file_descriptor_proto()))).collect();
    // Maps in the order of their keys, so that one message has one form in bytes.
    let made = Config::new().btree_map(["."]).disable_comments(["."]).generate(requests);
    let made = match made {
        Ok(made) => made,
        Err(error) => return diags.error_in("prost-build", format!("refuses the messages: {error}")).emit(),
    };
    let top = root.at(&[wire.to_owned()]);
    top.doc.push("The messages of protobuf, as prost has them.".to_owned());
    top.allows = "missing_docs, unreachable_pub, unused_qualifications, dead_code, clippy::all, clippy::pedantic";
    for (package, text) in made {
        let parts: Vec<String> = package.parts().map(str::to_owned).collect();
        let module = top.at(&parts);
        let text = text.split_once('\n').map_or(text.as_str(), |(_, rest)| rest);
        module.texts.push(text.to_owned());
    }
    document(top, &mut Vec::new());
}

fn document(module: &mut Module, path: &mut Vec<String>) {
    for (name, inner) in &mut module.modules {
        path.push(name.clone());
        inner.doc.push(format!("The package `{}`.", path.join(".")));
        document(inner, path);
        path.pop();
    }
}

/// The files with all that they hold, by name. The well-known types are among them: prost-build looks at what they hold,
/// and names those of prost-types instead.
fn needed<'f>(seeds: impl Iterator<Item = &'f FileDescriptor>) -> BTreeMap<String, FileDescriptor> {
    let mut out = BTreeMap::new();
    let mut open: Vec<FileDescriptor> = seeds.cloned().collect();
    while let Some(file) = open.pop() {
        if out.contains_key(file.name()) {
            continue;
        }
        for field in messages(&file).iter().flat_map(MessageDescriptor::fields) {
            match field.kind() {
                Kind::Message(to) => open.push(to.parent_file()),
                Kind::Enum(to) => open.push(to.parent_file()),
                _ => {}
            }
        }
        out.insert(file.name().to_owned(), file);
    }
    out
}

/// All messages of a file, those for the entries of maps among them.
fn messages(file: &FileDescriptor) -> Vec<MessageDescriptor> {
    let mut out: Vec<MessageDescriptor> = file.messages().collect();
    let mut at = 0;
    while at < out.len() {
        let inner: Vec<_> = out[at].child_messages().collect();
        out.extend(inner);
        at += 1;
    }
    out
}

/// Tells what prost-build would stop at.
fn check(file: &FileDescriptor, diags: &Diags) {
    let nested = messages(file).into_iter().flat_map(|it| it.child_enums().collect::<Vec<_>>());
    for list in file.enums().chain(nested) {
        check_list(file, &list, diags);
    }
}

fn check_list(file: &FileDescriptor, list: &EnumDescriptor, diags: &Diags) {
    let mut known: HashMap<String, i32> = HashMap::new();
    for value in list.values() {
        let number = *known.entry(names::value(list, &value)).or_insert(value.number());
        if number != value.number() {
            let message = format!("two values of `{}` come to one name in prost's types", list.full_name());
            let help = "rename one of them, or build without `prost`";
            diags.error_in(file.name(), message).help(help).emit();
        }
    }
}

/// A message's own module and a package may be one path: prost has no place for both.
fn check_modules<'f>(files: impl Iterator<Item = &'f FileDescriptor> + Clone, diags: &Diags) {
    let module = |package: &str| package.split('.').map(names::snake).collect::<Vec<_>>().join("::");
    let mut packages = HashSet::new();
    for file in files.clone() {
        let whole = module(file.package_name());
        // The packages around it are modules, too.
        packages.extend(whole.match_indices("::").map(|(at, _)| whole[..at].to_owned()));
        packages.insert(whole);
    }
    for message in files.flat_map(|file| file.messages().collect::<Vec<_>>()) {
        let inner = message.child_messages().any(|it| !it.is_map_entry());
        let has_module = inner || message.child_enums().len() > 0 || message.oneofs().any(|it| !it.is_synthetic());
        let path = format!("{}::{}", module(message.package_name()), names::snake(message.name()));
        if has_module && packages.contains(path.trim_start_matches("::")) {
            let text = format!("`{}` and a package have one module in prost's types", message.full_name());
            let help = "rename one of them, or build without `prost`";
            diags.error_in(message.parent_file().name(), text).help(help).emit();
        }
    }
}

/// A file with what prost-build looks at: no comments, and of the options only those of the form in bytes.
fn lean(given: &FileDescriptorProto) -> FileDescriptorProto {
    FileDescriptorProto {
        name: given.name.clone(),
        package: given.package.clone().filter(|it| !it.is_empty()),
        message_type: given.message_type.iter().map(lean_message).collect(),
        enum_type: given.enum_type.iter().map(lean_list).collect(),
        syntax: given.syntax.clone().filter(|it| !it.is_empty()),
        ..FileDescriptorProto::default()
    }
}

fn lean_message(given: &DescriptorProto) -> DescriptorProto {
    let map_entry = given.options.as_ref().and_then(|it| it.map_entry);
    DescriptorProto {
        name: given.name.clone(),
        field: given.field.iter().map(lean_field).collect(),
        nested_type: given.nested_type.iter().map(lean_message).collect(),
        enum_type: given.enum_type.iter().map(lean_list).collect(),
        oneof_decl: given.oneof_decl.iter().map(lean_oneof).collect(),
        options: map_entry.map(|_| MessageOptions { map_entry, ..MessageOptions::default() }),
        ..DescriptorProto::default()
    }
}

fn lean_oneof(given: &OneofDescriptorProto) -> OneofDescriptorProto {
    OneofDescriptorProto { name: given.name.clone(), options: None }
}

fn lean_field(given: &FieldDescriptorProto) -> FieldDescriptorProto {
    let packed = given.options.as_ref().and_then(|it| it.packed);
    FieldDescriptorProto {
        name: given.name.clone(),
        number: given.number,
        label: given.label,
        r#type: given.r#type,
        type_name: given.type_name.clone(),
        default_value: given.default_value.clone(),
        oneof_index: given.oneof_index,
        proto3_optional: given.proto3_optional,
        options: packed.map(|_| FieldOptions { packed, ..FieldOptions::default() }),
        ..FieldDescriptorProto::default()
    }
}

fn lean_list(given: &EnumDescriptorProto) -> EnumDescriptorProto {
    let value = |it: &EnumValueDescriptorProto| EnumValueDescriptorProto { options: None, ..it.clone() };
    EnumDescriptorProto {
        name: given.name.clone(),
        value: given.value.iter().map(value).collect(),
        ..EnumDescriptorProto::default()
    }
}
