//! Rust types, as people read them.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::machinery::emit_way;
use super::profile::Profiles;
use super::shape::{self, Shapes};
use super::tokens::{Doc, ident};
use super::traits::Traits;
use crate::ir::{
    Branch, Decl, DeclId, Enum, Field, FileId, Group, Ir, Kind, Record, Rest, Text, Type, TypeKind, Union,
};
use crate::options::{Dates, Options, Serde};
use crate::resolve::Resolved;
use crate::resolve::cycles::Boxed;
use crate::resolve::names::Names;
use crate::source::Sources;
use nucleo_runtime::shape::{Format, Width};

/// What the back end looks at while it emits the types of one file.
pub(crate) struct Emit<'a> {
    pub(crate) cx: &'a Resolved<'a>,
    pub(crate) ir: &'a Ir,
    pub(crate) names: &'a Names,
    pub(crate) boxes: &'a Boxed,
    pub(crate) options: &'a Options,
    pub(crate) sources: &'a Sources,
    pub(crate) shapes: &'a Shapes,
    pub(crate) profiles: &'a Profiles,
    /// The fingerprints of each answer: of its contract, and of its shape.
    pub(crate) prints: &'a HashMap<DeclId, [String; 2]>,
    pub(crate) traits: &'a Traits,
    pub(crate) file: FileId,
    /// The path of each file's module.
    pub(crate) paths: &'a [&'a [String]],
    /// The path from the file's module to the module that holds all others, and the table.
    pub(crate) up: String,
}

impl Emit<'_> {
    pub(super) fn boxed(&self, id: DeclId, at: usize) -> bool {
        self.boxes.has(id, at)
    }

    pub(super) fn is_constant(&self, field: &Field) -> bool {
        is_constant(self.ir, self.options, field)
    }

    /// The oneofs of a record that are enums. To serde's derives they are members like any others.
    pub(super) fn groups<'r>(&self, record: &'r Record) -> &'r [Group] {
        if self.options.serde == Serde::Derive { &[] } else { &record.groups }
    }

    /// The oneof of a member, by its place.
    pub(super) fn group_of(&self, record: &Record, field: usize) -> Option<usize> {
        self.groups(record).iter().position(|it| it.fields.contains(&field))
    }

    /// The name of the source of a file.
    fn source_of(&self, file: FileId) -> String {
        // OK because every file of the IR was read from a source of this list.
        self.sources[self.ir.files[file.0 as usize].source].origin()
    }
}

/// A type and the enums of its oneofs, as people read them.
pub(crate) fn emit_types(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> Vec<TokenStream> {
    let mut out = vec![emit_type(cx, id, decl)];
    if let Kind::Record(it) = &decl.kind {
        out.extend(cx.groups(it).iter().enumerate().map(|(at, group)| emit_oneof(cx, id, it, at, group)));
    }
    out
}

fn emit_type(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> TokenStream {
    let name = ident(&cx.names[id].rust);
    let doc = type_doc(cx, decl);
    let doc = Doc(&doc);
    let copy = matches!(&decl.kind, Kind::Enum(_));
    let untagged = matches!(decl.kind, Kind::Union(_));
    let derives = emit_derives(cx, &cx.names[id].rust, copy, cx.traits.eq(id), untagged);
    match &decl.kind {
        Kind::Record(it) => {
            let fields = emit_fields(cx, id, it);
            quote!(#doc #derives pub struct #name { #fields })
        }
        Kind::Enum(it) => {
            let variants = emit_variants(cx, id, it);
            quote!(#doc #derives pub enum #name { #variants })
        }
        Kind::Union(it) => {
            let branches = emit_branches(cx, id, it);
            quote!(#doc #derives pub enum #name { #branches })
        }
        Kind::Newtype(it) => {
            let ty = emit_place(cx, it, cx.boxed(id, 0), it.nullable);
            let transparent = (cx.options.serde == Serde::Derive).then(|| quote!(#[serde(transparent)]));
            quote!(#doc #derives #transparent pub struct #name(pub #ty);)
        }
        Kind::Never => quote!(#doc #derives pub enum #name {}),
    }
}

fn type_doc(cx: &Emit<'_>, decl: &Decl) -> String {
    let mut text = match (&decl.doc.text, &decl.doc.title) {
        (Some(text), _) if !text.trim().is_empty() => text.clone(),
        // One word is a name.
        (_, Some(title)) if !title.trim().is_empty() && !title.trim().contains(' ') => format!("`{}`.", title.trim()),
        (_, Some(title)) if !title.trim().is_empty() => title.clone(),
        _ => format!("`{}` of `{}`.", decl.place, cx.source_of(decl.file)),
    };
    if decl.doc.deprecated {
        text.push_str("\n\nDeprecated.");
    }
    text
}

fn emit_derives(cx: &Emit<'_>, name: &str, copy: bool, eq: bool, untagged: bool) -> TokenStream {
    let copy = copy.then(|| quote!(, Copy));
    let eq = eq.then(|| quote!(, Eq, Hash));
    let serde = (cx.options.serde == Serde::Derive).then(|| {
        let untagged = untagged.then(|| quote!(#[serde(untagged)]));
        quote!(#[derive(::serde::Serialize, ::serde::Deserialize)] #untagged)
    });
    let own = (cx.options.derives.iter())
        .filter(|(on, _)| on.as_deref().is_none_or(|on| on == name))
        .filter_map(|(_, path)| syn::parse_str::<syn::Path>(path).ok())
        .map(|path| quote!(#[derive(#path)]));
    quote!(#[derive(Debug, Clone #copy, PartialEq #eq)] #(#own)* #serde)
}

fn emit_fields(cx: &Emit<'_>, id: DeclId, record: &Record) -> TokenStream {
    let fields = (record.fields.iter().enumerate()).filter(|(_, field)| !cx.is_constant(field)).filter_map(
        |(at, field)| match cx.group_of(record, at) {
            None => Some(emit_field(cx, id, at, field)),
            // A oneof stands where its first member does.
            Some(group) if record.groups[group].fields.first() == Some(&at) => {
                Some(emit_chosen(cx, id, group, &record.groups[group]))
            }
            Some(_) => None,
        },
    );
    let rest = rest_value(record).map(|value| {
        let name = ident(&cx.names[id].rest);
        let ty = emit_place(cx, value, false, value.nullable);
        let flatten = (cx.options.serde == Serde::Derive).then(|| quote!(#[serde(flatten)]));
        quote! {
            #[doc = " Further members, by name."]
            #flatten
            pub #name: ::std::collections::BTreeMap<String, #ty>,
        }
    });
    quote!(#(#fields)* #rest)
}

fn emit_field(cx: &Emit<'_>, id: DeclId, at: usize, field: &Field) -> TokenStream {
    let name = ident(&cx.names[id].fields[at].rust);
    let doc = field_doc(field);
    let doc = Doc(&doc);
    let ty = emit_place(cx, &field.ty, cx.boxed(id, at), is_optional(field));
    let serde = (cx.options.serde == Serde::Derive).then(|| {
        let source = &field.name;
        let skip =
            (!field.required && is_optional(field)).then(|| quote!(, default, skip_serializing_if = "Option::is_none"));
        quote!(#[serde(rename = #source #skip)])
    });
    quote!(#doc #serde pub #name: #ty,)
}

/// The field of a oneof.
fn emit_chosen(cx: &Emit<'_>, id: DeclId, at: usize, group: &Group) -> TokenStream {
    let names = &cx.names[id].groups[at];
    let (field, ty) = (ident(&names.field), ident(&names.rust));
    let doc = group.doc.text.clone().unwrap_or_else(|| format!("`{}`.", group.name));
    let doc = Doc(&doc);
    let ty = if group.required { quote!(#ty) } else { quote!(Option<#ty>) };
    quote!(#doc pub #field: #ty,)
}

/// The enum of a oneof: a variant for each of its members.
fn emit_oneof(cx: &Emit<'_>, id: DeclId, record: &Record, at: usize, group: &Group) -> TokenStream {
    let names = &cx.names[id].groups[at];
    let name = ident(&names.rust);
    // OK because the front end made the places from these fields.
    let members = || group.fields.iter().map(|field| (*field, &record.fields[*field]));
    let eq = members().all(|(_, field)| cx.traits.eq_at(&field.ty, cx.options));
    let derives = emit_derives(cx, &names.rust, false, eq, false);
    let text = match &group.doc.text {
        Some(text) => text.clone(),
        None => format!("`{}` of `{}`.", group.name, cx.names[id].rust),
    };
    let doc = Doc(&text);
    let variants = members().zip(&names.variants).map(|((field, member), name)| {
        let name = ident(name);
        let doc = field_doc(member);
        let doc = Doc(&doc);
        let ty = emit_place(cx, &member.ty, cx.boxed(id, field), member.ty.nullable);
        quote!(#doc #name(#ty),)
    });
    quote!(#doc #derives pub enum #name { #(#variants)* })
}

fn field_doc(field: &Field) -> String {
    let mut text = match (&field.doc.text, &field.doc.title) {
        (Some(text), _) | (None, Some(text)) if !text.trim().is_empty() => text.clone(),
        _ => format!("`{}`.", field.name),
    };
    if field.doc.deprecated {
        text.push_str("\n\nDeprecated.");
    }
    text
}

/// Whether the Rust type is an `Option`: where null is a value, or nothing is filled in for an absent member.
pub(super) fn is_optional(field: &Field) -> bool {
    field.ty.nullable || (!field.required && field.default.is_none())
}

/// Whether the member always has the same one value: it is written and checked, but no field of the Rust type.
pub(super) fn is_constant(ir: &Ir, options: &Options, field: &Field) -> bool {
    let TypeKind::Decl(id) = field.ty.kind else { return false };
    let Kind::Enum(it) = &ir[id].kind else { return false };
    // serde's derive knows no such member, so it stays a field there.
    field.required && !field.ty.nullable && it.values.len() == 1 && options.serde != Serde::Derive
}

/// The type of the values of a record's further members, where it keeps them.
pub(crate) fn rest_value(record: &Record) -> Option<&Type> {
    if let Rest::Keep { value, .. } = &record.rest { Some(value) } else { None }
}

fn emit_variants(cx: &Emit<'_>, id: DeclId, it: &Enum) -> TokenStream {
    let variants = it.values.iter().enumerate().map(|(at, value)| {
        let name = ident(&cx.names[id].variants[at]);
        let text = value.json.to_compact();
        let doc = value.doc.text.clone().or_else(|| value.doc.title.clone()).unwrap_or(format!("`{text}`"));
        let doc = Doc(&doc);
        let rename = (cx.options.serde == Serde::Derive).then(|| {
            let text = value.json.as_str().unwrap_or(&text);
            quote!(#[serde(rename = #text)])
        });
        quote!(#doc #rename #name,)
    });
    quote!(#(#variants)*)
}

fn emit_branches(cx: &Emit<'_>, id: DeclId, it: &Union) -> TokenStream {
    let branches = it.branches.iter().enumerate().map(|(at, branch)| {
        let name = ident(&cx.names[id].variants[at]);
        let doc = branch_doc(cx.ir, branch);
        let doc = Doc(&doc);
        let ty = emit_place(cx, &branch.ty, cx.boxed(id, at), branch.ty.nullable);
        quote!(#doc #name(#ty),)
    });
    quote!(#(#branches)*)
}

fn branch_doc(ir: &Ir, branch: &Branch) -> String {
    let doc = if let TypeKind::Decl(id) = branch.ty.kind { &ir[id].doc } else { &branch.doc };
    let texts = [&branch.doc.text, &branch.doc.title, &doc.text, &doc.title];
    if let Some(text) = texts.into_iter().flatten().find(|text| !text.trim().is_empty()) {
        return text.clone();
    }
    match (&branch.ty.kind, branch.tags.first()) {
        (_, Some(tag)) => format!("`{tag}`"),
        (TypeKind::Any, _) => "Any other value.".to_owned(),
        (TypeKind::Null, _) => "Null.".to_owned(),
        (TypeKind::Bool, _) => "A boolean.".to_owned(),
        (TypeKind::Integer(_), _) => "A whole number.".to_owned(),
        (TypeKind::Number(_), _) => "A number.".to_owned(),
        (TypeKind::Text(_), _) => "A text.".to_owned(),
        (TypeKind::List(_) | TypeKind::Tuple(_), _) => "A list.".to_owned(),
        (TypeKind::Map(_), _) => "An object with any names.".to_owned(),
        (TypeKind::Decl(id), _) => format!("`{}` of the schema.", ir[*id].place),
    }
}

/// The Rust type of a place.
fn emit_place(cx: &Emit<'_>, ty: &Type, boxed: bool, optional: bool) -> TokenStream {
    let mut out = emit_kind(cx, &ty.kind);
    if boxed {
        out = quote!(Box<#out>);
    }
    if optional {
        out = quote!(Option<#out>);
    }
    out
}

fn emit_item(cx: &Emit<'_>, ty: &Type) -> TokenStream {
    emit_place(cx, ty, false, ty.nullable)
}

fn emit_kind(cx: &Emit<'_>, kind: &TypeKind) -> TokenStream {
    match kind {
        TypeKind::Any => quote!(::nucleo_runtime::Value),
        TypeKind::Null => quote!(()),
        TypeKind::Bool => quote!(bool),
        TypeKind::Integer(it) => emit_integer(shape::width(it)),
        TypeKind::Number(_) => quote!(f64),
        TypeKind::Text(it) => emit_text(cx, it),
        TypeKind::List(it) => {
            let item = emit_item(cx, &it.item);
            quote!(Vec<#item>)
        }
        TypeKind::Tuple(it) => emit_tuple(cx, it),
        TypeKind::Map(it) => {
            let value = emit_item(cx, &it.value);
            quote!(::std::collections::BTreeMap<String, #value>)
        }
        TypeKind::Decl(id) if cx.ir[*id].is_any_artifact() => {
            quote!(::nucleo_runtime::artifact::Held<dyn ::nucleo_runtime::artifact::Artifact>)
        }
        TypeKind::Decl(id) if cx.ir[*id].is_artifact() => {
            let ty = emit_ref(cx, *id);
            quote!(::nucleo_runtime::artifact::Held<#ty>)
        }
        TypeKind::Decl(id) => emit_ref(cx, *id),
    }
}

fn emit_integer(width: Width) -> TokenStream {
    match width {
        Width::I8 => quote!(i8),
        Width::I16 => quote!(i16),
        Width::I32 => quote!(i32),
        Width::I64 => quote!(i64),
        Width::I128 => quote!(i128),
        Width::U8 => quote!(u8),
        Width::U16 => quote!(u16),
        Width::U32 => quote!(u32),
        Width::U64 => quote!(u64),
        Width::U128 => quote!(u128),
    }
}

fn emit_text(cx: &Emit<'_>, it: &Text) -> TokenStream {
    let mapped = it.format.as_ref().and_then(|format| cx.options.formats.get(format));
    if let Some(path) = mapped.and_then(|path| syn::parse_str::<syn::Type>(path).ok()) {
        return quote!(#path);
    }
    match (shape::format(it), cx.options.dates) {
        (Format::Timestamp, Dates::Jiff) => quote!(::nucleo_runtime::jiff::Timestamp),
        (Format::Timestamp, Dates::Chrono) => {
            quote!(::nucleo_runtime::chrono::DateTime<::nucleo_runtime::chrono::FixedOffset>)
        }
        (Format::Date, Dates::Jiff) => quote!(::nucleo_runtime::jiff::civil::Date),
        (Format::Date, Dates::Chrono) => quote!(::nucleo_runtime::chrono::NaiveDate),
        (Format::Time, Dates::Jiff) => quote!(::nucleo_runtime::jiff::civil::Time),
        (Format::Time, Dates::Chrono) => quote!(::nucleo_runtime::chrono::NaiveTime),
        (Format::DateTime, Dates::Jiff) => quote!(::nucleo_runtime::jiff::civil::DateTime),
        (Format::DateTime, Dates::Chrono) => quote!(::nucleo_runtime::chrono::NaiveDateTime),
        (Format::Duration, Dates::Jiff) => quote!(::nucleo_runtime::jiff::Span),
        _ => quote!(String),
    }
}

/// A tuple where each place is always there; else a list, whose elements the shape checks.
fn emit_tuple(cx: &Emit<'_>, it: &crate::ir::Tuple) -> TokenStream {
    // A type of the user's own has no place in a tuple of the runtime's.
    if !is_exact(it) || it.items.iter().any(|item| emit_way(cx, item, false, false).is_some()) {
        return quote!(Vec<::nucleo_runtime::Value>);
    }
    let items = it.items.iter().map(|item| emit_item(cx, item));
    quote!((#(#items,)*))
}

/// Whether a tuple has all of its places and no more; 12 are the most that the runtime builds.
pub(crate) fn is_exact(it: &crate::ir::Tuple) -> bool {
    let len = it.items.len() as u64;
    (1..=12).contains(&len) && it.min.unwrap_or(0) >= len && (it.rest.is_none() || it.max == Some(len))
}

fn emit_ref(cx: &Emit<'_>, id: DeclId) -> TokenStream {
    if let Some(path) = cx.ir[id].ext.ready {
        let path = path.split("::").map(ident);
        return quote!(::nucleo_runtime::#(#path)::*);
    }
    let name = ident(&cx.names[id].rust);
    let file = cx.ir[id].file;
    if file == cx.file {
        return quote!(#name);
    }
    let up = cx.up.matches("super").map(|_| quote!(super::));
    let path = cx.paths[file.0 as usize].iter().map(|part| ident(part));
    quote!(#(#up)* #(#path::)* #name)
}

/// Whether a format is one that the user mapped to a type of their own.
pub(super) fn is_mapped(cx: &Emit<'_>, format: Option<&str>) -> bool {
    format.is_some_and(|format| cx.options.formats.contains_key(format))
}
