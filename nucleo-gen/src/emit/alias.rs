//! Artifacts: what the runtime asks of each type, the table of aliases, and the enum of all artifacts.

use quote::quote;

use super::layout::Module;
use super::machinery::shape_at;
use super::notation::ARTIFACT_REF;
use super::rust::{Emit, is_optional};
use super::text::{block, quoted};
use super::tokens::{Doc, ident};
use super::tool::Places;
use crate::ir::{Decl, DeclId, Kind};
use crate::resolve::{Resolved, names};

/// The artifacts of a build, in the order of their aliases.
pub(crate) fn all(cx: &Resolved<'_>) -> Vec<DeclId> {
    let is_one = |id: &DeclId| cx.ir[*id].is_artifact() && cx.ir[*id].ext.ready.is_none() && cx.ir.is_written(*id);
    let mut all: Vec<DeclId> = (0..cx.ir.decls.len() as u32).map(DeclId).filter(is_one).collect();
    all.sort_by_key(|id| cx.ir[*id].ext.alias.as_ref().map(|(alias, _)| alias));
    all
}

/// What makes a type an artifact.
pub(super) fn aliased(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> Option<String> {
    let (alias, _) = decl.ext.alias.as_ref()?;
    let Kind::Record(record) = &decl.kind else { return None };
    let at = record.fields.iter().position(|field| field.name == ARTIFACT_REF)?;
    let names = &cx.names[id];
    let (name, field) = (&names.rust, &names.fields[at].rust);
    let (get, set) = match is_optional(&record.fields[at]) {
        true => (format!("self.{field}.as_deref()"), "Some(reference.to_string())"),
        false => (format!("Some(&self.{field})"), "reference.to_string()"),
    };
    let reference = shape_at(cx, id, cx.shapes.of(id), 1);
    let either = shape_at(cx, id, cx.shapes.either(id)?, 1);
    Some(format!(
        "impl ::nucleo_runtime::artifact::Aliased for {name} {{\n    \
         const ALIAS: &'static str = {};\n    \
         const PATH: &'static str = concat!(module_path!(), \"::{name}\");\n    \
         const REFERENCE: ::nucleo_runtime::Shape = {reference};\n    \
         const EITHER: ::nucleo_runtime::Shape = {either};\n\n    \
         fn artifact_ref(&self) -> Option<&str> {{\n        {get}\n    }}\n\n    \
         fn set_artifact_ref(&mut self, reference: &::nucleo_runtime::artifact::Reference) {{\n        \
         self.{field} = {set};\n    }}\n}}",
        quoted(alias)
    ))
}

/// The table of all aliases, and the enum of all artifacts, in the outermost module.
pub(super) fn tables(cx: &Resolved<'_>, paths: &[&[String]], root: &mut Module) {
    let all = all(cx);
    if all.is_empty() {
        return;
    }
    let places = Places { cx, paths, root };
    let types: Vec<String> = all.iter().map(|id| places.shortest(*id)).collect();
    let name = places.free_name("AnyArtifact");
    let variants = names::variants(&all.iter().map(|id| cx.names[*id].rust.clone()).collect::<Vec<_>>());
    let variant_docs = all.iter().zip(&types).zip(&variants).map(|((id, ty), variant)| {
        let doc = cx.ir[*id].doc.text.clone().unwrap_or_else(|| format!("`{}`.", cx.names[*id].rust));
        let (doc, variant) = (Doc(&doc), ident(variant));
        let path = ty.split("::").map(ident);
        quote!(#doc #variant(::nucleo_runtime::artifact::Held<#(#path)::*>),)
    });
    let enum_name = ident(&name);
    let item = quote! {
        #[doc = " An artifact of one of the types of this build."]
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum #enum_name { #(#variant_docs)* }
    };
    let tries: Vec<String> = variants.iter().map(|variant| format!("held.downcast().map(Self::{variant})")).collect();
    let reader = format!(
        "impl {name} {{\n    \
         /// The artifact as one of these types; `None` where it is none of them, or a reference alone.\n    \
         pub fn of(held: &::nucleo_runtime::artifact::Held<dyn ::nucleo_runtime::artifact::Artifact>) -> \
         Option<Self> {{\n        {}\n    }}\n}}",
        first_of(&tries)
    );
    let entries: Vec<String> =
        types.iter().map(|ty| format!("::nucleo_runtime::artifact::Entry::of::<{ty}>()")).collect();
    let table = format!(
        "/// All artifact types of this build, by their aliases.\n\
         pub const ALIASES: &[::nucleo_runtime::artifact::Entry] = {};",
        block(0, "&[", &entries, "]")
    );
    root.item(&item);
    root.texts.extend([reader, table]);
}

/// The first of some options that is there, an expression a line.
fn first_of(tries: &[String]) -> String {
    let mut lines = tries.iter().cloned();
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |out, next| format!("{out}\n            .or_else(|| {next})"))
}
