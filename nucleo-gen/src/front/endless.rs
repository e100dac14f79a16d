//! Defaults that would hold themselves without end.
//!
//! A default is filled in where its member is absent, and then the members that are absent in it, and so on. One that
//! comes back to its own record this way has no end, so it cannot be filled in: its member may then be absent.

use std::collections::HashSet;

use crate::diag::{Diags, Level, Lint};
use crate::ir::{Ir, Kind, Type, TypeKind};
use crate::json::{Json, Value};
use crate::resolve::clash::{each_decl, each_type};
use crate::resolve::cycles::groups;

/// A default that holds itself is not filled in.
pub(crate) const ENDLESS_DEFAULT: Lint = Lint { name: "endless_default", default: Level::Warn };

/// Takes such defaults away.
pub(super) fn drop_all(ir: &mut Ir, diags: &Diags) {
    let edges: Vec<Vec<usize>> = (0..ir.decls.len()).map(|at| edges_of(ir, at)).collect();
    let mut endless = HashSet::new();
    for group in groups(&edges) {
        let inside: HashSet<usize> = group.iter().copied().collect();
        endless.extend(group.into_iter().filter(|at| edges[*at].iter().any(|to| inside.contains(to))));
    }
    for at in (0..ir.decls.len()).filter(|at| endless.contains(at)) {
        let comes_back: Vec<bool> = match &ir.decls[at].kind {
            Kind::Record(it) => (it.fields.iter())
                .map(|it| filled(ir, it.default.as_ref(), &it.ty).iter().any(|to| endless.contains(to)))
                .collect(),
            _ => continue,
        };
        let Kind::Record(it) = &mut ir.decls[at].kind else { continue };
        for (field, _) in it.fields.iter_mut().zip(comes_back).filter(|(field, back)| *back && !field.required) {
            if let Some(default) = field.default.take() {
                let message = format!("the default of `{}` would hold itself without end", field.name);
                diags.lint(ENDLESS_DEFAULT, default.span, message).here("it is not filled in").emit();
            }
        }
    }
}

/// The records that the defaults of a record may be read as.
fn edges_of(ir: &Ir, at: usize) -> Vec<usize> {
    let Kind::Record(it) = &ir.decls[at].kind else { return Vec::new() };
    let optional = it.fields.iter().filter(|field| !field.required);
    optional.flat_map(|field| filled(ir, field.default.as_ref(), &field.ty)).collect()
}

/// The records that a default of a type may be read as.
fn filled(ir: &Ir, default: Option<&Json>, ty: &Type) -> Vec<usize> {
    // The outer object of a map's default is the map.
    let outer = usize::from(matches!(ty.kind, TypeKind::Map(_)));
    let Some(depth) = default.and_then(|it| objects(it).checked_sub(outer)).filter(|depth| *depth > 0) else {
        return Vec::new();
    };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut stack = Vec::new();
    each_decl(ty, &mut |id| stack.push(id));
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let kind = &ir[id].kind;
        let is_record = matches!(kind, Kind::Record(_));
        if is_record {
            found.push(id.0 as usize);
        }
        // What is in the members of the default is looked at where it has any.
        if !is_record || depth > 1 {
            each_type(kind, &mut |ty| each_decl(ty, &mut |id| stack.push(id)));
        }
    }
    found
}

/// How many objects of a value stand inside each other.
fn objects(json: &Json) -> usize {
    let inner = json.items().iter().chain(json.members().iter().map(|it| &it.json)).map(objects).max().unwrap_or(0);
    inner + usize::from(matches!(json.value, Value::Object(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::source::Sources;

    #[test]
    fn err_a_default_that_comes_back_to_itself_is_not_filled_in() {
        let schema = r##"{"title": "A", "type": "object", "properties": {
            "a": {"anyOf": [{"type": "boolean"}, {"$ref": "#"}], "default": {}},
            "b": {"type": "array", "items": {"$ref": "#"}, "default": []},
            "m": {"type": "object", "additionalProperties": {"$ref": "#"}, "default": {}},
            "c": {"type": "object", "properties": {"d": {"type": "integer", "default": 1}}, "default": {}}}}"##;
        let mut sources = Sources::default();
        sources.add("a.json", schema.to_owned());
        let diags = Diags::default();
        let ir = crate::front::read(&mut sources, &Options::default(), &diags);
        let said: Vec<_> = diags.take().into_iter().map(|it| it.message).collect();
        assert_eq!(said, ["the default of `a` would hold itself without end"]);
        let Kind::Record(it) = &ir.decls[0].kind else { panic!("no record") };
        assert_eq!(it.fields.iter().map(|it| it.default.is_some()).collect::<Vec<_>>(), [false, true, true, true]);
    }
}
