//! Artifacts: objects with an alias of their own, in the folders that hold nothing else, too.

use std::collections::HashMap;

use crate::diag::Diags;
use crate::emit::notation::ARTIFACT_REF;
use crate::ir::{Decl, DeclId, Field, Kind, TypeKind};
use crate::options::Options;
use crate::resolve::Resolved;
use crate::source::Sources;

pub(super) fn all(cx: &Resolved<'_>, options: &Options, diags: &Diags) {
    let mut first: HashMap<&str, DeclId> = HashMap::new();
    for (at, decl) in cx.ir.decls.iter().enumerate() {
        let id = DeclId(at as u32);
        let Some((alias, span)) = &decl.ext.alias else { continue };
        if !cx.ir.is_written(id) || decl.is_any_artifact() {
            continue;
        }
        let other = *first.entry(alias).or_insert(id);
        if let Some((_, there)) = cx.ir[other].ext.alias.as_ref().filter(|_| other != id) {
            let (one, two) = (&cx.names[other].shown, &cx.names[id].shown);
            // Nobody can change one that is built in.
            let (here, there) = if decl.ext.ready.is_some() { (there, span) } else { (span, there) };
            diags
                .error(*here, format!("two types have the alias `{alias}`: `{one}` and `{two}`"))
                .label(*there, "the other one")
                .help("a reference would lead to either: give one of them an alias of its own")
                .emit();
        }
        check(decl, alias, options, diags);
    }
}

fn check(decl: &Decl, alias: &str, options: &Options, diags: &Diags) {
    // OK because only types with an alias are checked.
    let span = decl.ext.alias.as_ref().map_or(decl.span, |(_, span)| *span);
    let Kind::Record(record) = &decl.kind else {
        diags
            .error(span, format!("`{alias}` is the alias of no object with declared members"))
            .help("declare its members in `properties`")
            .emit();
        return;
    };
    let reference = record.fields.iter().find(|field| field.name == ARTIFACT_REF);
    if let Some(field) = reference.filter(|field| !is_text(field, options)) {
        diags
            .error(field.span, format!("the `{ARTIFACT_REF}` of an artifact is a text"))
            .help("make it `{\"type\": \"string\"}`, or leave it out: it is added")
            .emit();
    }
    if let Some(tool) = &decl.ext.tool {
        let message = "a tool's input cannot be an artifact, since a model never writes one";
        diags.error(tool.span, message).help("put the artifact into an object, as one of its members").emit();
    }
    if decl.ext.agent {
        let message = "an agent's answer cannot be an artifact, since a model never writes one";
        diags.error(span, message).help("put the artifact into an object, as one of its members").emit();
    }
}

fn is_text(field: &Field, options: &Options) -> bool {
    match &field.ty.kind {
        TypeKind::Text(it) => it.format.as_ref().is_none_or(|format| !options.formats.contains_key(format)),
        _ => false,
    }
}

/// The folders that hold artifacts alone: each type of them that a model may be asked for has an alias.
pub(crate) fn folders(cx: &Resolved<'_>, sources: &Sources, options: &Options, diags: &Diags) {
    for folder in &options.artifacts {
        let is_in = |at: &DeclId| {
            let path = &sources[cx.ir.files[cx.ir[*at].file.0 as usize].source].path;
            path.as_ref().is_some_and(|path| path.starts_with(folder))
        };
        let mut types: Vec<DeclId> = cx.ir.files.iter().flat_map(|file| &file.answers).copied().filter(is_in).collect();
        types.sort();
        types.dedup();
        if types.is_empty() {
            let message = "holds no schema of this build";
            diags.error_in(folder.display().to_string(), message).help("name a folder that `schemas` covers").emit();
        }
        types.retain(|id| !cx.ir[*id].is_artifact());
        let names: Vec<String> = types.iter().map(|id| format!("`{}`", cx.names[*id].shown)).collect();
        let Some((first, others)) = types.split_first() else { continue };
        let message = match names.len() {
            1 => format!("{} has no alias, and stands among artifacts", names[0]),
            count => format!("{count} types have no alias, and stand among artifacts: {}", names.join(", ")),
        };
        let error = diags.error(cx.ir[*first].span, message);
        let error = others.iter().fold(error, |error, id| error.label(cx.ir[*id].span, "another one"));
        error.help("give each `x-nucleo-type-alias`, or move it out of the folder").emit();
    }
}
