//! Answers as a model is asked for them that reasons natively: without the member that holds its reasoning.

use std::collections::BTreeSet;

use super::json_schema::ready;
use crate::ir::{Decl, DeclId, Enforcer, Entry, Ext, Field, Ir, Kind, NamedBy, Record, Type, TypeKind};

const MAY_BE_ABSENT: &str = "a model that reasons natively is not asked for its reasoning";

/// Finds the members that hold reasoning, and adds the answers without them.
pub(super) fn strip_all(ir: &mut Ir) {
    release_all(ir);
    let answers: BTreeSet<DeclId> = ir.files.iter().flat_map(|file| &file.answers).copied().collect();
    for answer in answers {
        if let Some(native) = strip(ir, answer) {
            ir.natives.push((answer, native));
        }
    }
}

/// Marks what is reasoning by its type, and lets no type require any: one contract is checked, whatever was asked for.
fn release_all(ir: &mut Ir) {
    let ready: Vec<bool> = ir.decls.iter().map(|it| it.ext.ready.is_some_and(ready::is_reasoning)).collect();
    // OK because there is an entry for each type.
    let is_ready = |ty: &Type| matches!(ty.kind, TypeKind::Decl(id) if ready[id.0 as usize]);
    let mut entries = Vec::new();
    for decl in &mut ir.decls {
        let Kind::Record(record) = &mut decl.kind else { continue };
        for field in &mut record.fields {
            field.reasoning |= is_ready(&field.ty);
            if field.reasoning && std::mem::take(&mut field.required) {
                entries.push(Entry {
                    file: decl.file,
                    place: decl.place.clone(),
                    keyword: "required".to_owned(),
                    by: Enforcer::Nobody(MAY_BE_ABSENT),
                    span: field.span,
                });
            }
        }
    }
    ir.ledger.append(&mut entries);
    ir.ledger.sort_by(|a, b| (a.file, a.span, &a.keyword).cmp(&(b.file, b.span, &b.keyword)));
}

/// Adds an answer without its reasoning, where it has any.
fn strip(ir: &mut Ir, answer: DeclId) -> Option<DeclId> {
    let Decl { name, named_by: _, file, place, doc, kind, rule, ext: _, knobs, span } = &ir[answer];
    let Kind::Record(Record { fields, rest, groups: _ }) = kind else { return None };
    let kept: Vec<Field> = fields.iter().filter(|field| !field.is_reasoning()).cloned().collect();
    if kept.len() == fields.len() {
        return None;
    }
    let decl = Decl {
        name: name.clone(),
        // A name that gives way to that of the answer itself.
        named_by: NamedBy::Place,
        file: *file,
        place: format!("{place}/native/{name}"),
        doc: doc.clone(),
        kind: Kind::Record(Record { fields: kept, rest: rest.clone(), groups: Vec::new() }),
        rule: *rule,
        ext: Ext::default(),
        knobs: *knobs,
        span: *span,
    };
    // OK because each answer takes a byte of the sources, and those have fewer than 2³².
    let id = DeclId(ir.decls.len() as u32);
    ir.decls.push(decl);
    Some(id)
}
