//! Defaults that do not fit their own schema are not filled in: a reply that leaves the member out is right, and nothing
//! that the schema refuses may come of it. The lint `unfit_value` names them (`check::values`).

use nucleo_runtime::fault::FaultKind;
use nucleo_runtime::faults_of;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{Kind as ShapeKind, Shape};

use crate::diag::Diags;
use crate::emit::shape;
use crate::ir::{DeclId, Field, Integer, Ir, Kind, Text, TypeKind};
use crate::json::Value;
use crate::options::Options;
use crate::resolve;

/// Takes the defaults out that do not fit.
pub(crate) fn drop_unfit(ir: &mut Ir, options: &Options) {
    for (id, at) in unfit(ir, options) {
        if let Kind::Record(it) = &mut ir.decls[id.0 as usize].kind {
            it.fields[at].default = None;
        }
    }
}

/// The members whose defaults do not fit: the type, and the place among its members.
fn unfit(ir: &Ir, options: &Options) -> Vec<(DeclId, usize)> {
    let doubtful: Vec<_> =
        fields(ir).filter(|(.., field)| field.default.is_some() && !fits_plainly(ir, field)).collect();
    if doubtful.is_empty() {
        return Vec::new();
    }
    // What it says is said again where these phases have their turn.
    let diags = Diags::new(options.levels.clone());
    let resolved = resolve::all(ir, &options.knobs, &diags);
    let has_errors = diags.has_errors();
    drop(diags.take());
    if has_errors {
        return Vec::new();
    }
    let table = shape::build(&resolved, options, false).table;
    let is_unfit = |(id, at, field): &(DeclId, usize, &Field)| {
        // OK because the type of a declaration has its number, and members stand in the order of the IR.
        let ShapeKind::Record(record) = &table.types[id.0 as usize].kind else { return false };
        let shape = Shape { table, id: record.fields[*at].ty, profile: &Profile::STRICT };
        let Some(default) = &field.default else { return false };
        // Build scripts have no engine for patterns, and the command makes the same code as they do.
        faults_of(&shape, &default.to_compact()).iter().any(|fault| fault.kind != FaultKind::Pattern)
    };
    doubtful.into_iter().filter(is_unfit).map(|(id, at, _)| (id, at)).collect()
}

fn fields(ir: &Ir) -> impl Iterator<Item = (DeclId, usize, &Field)> {
    ir.decls.iter().enumerate().flat_map(|(id, decl)| {
        let fields = if let Kind::Record(it) = &decl.kind { it.fields.as_slice() } else { &[] };
        fields.iter().enumerate().map(move |(at, field)| (DeclId(id as u32), at, field))
    })
}

/// Whether a default fits at a glance, as nearly all do: tables are then made once, not twice.
fn fits_plainly(ir: &Ir, field: &Field) -> bool {
    let Some(default) = &field.default else { return true };
    if field.ty.rule.is_some() {
        return false;
    }
    match (&field.ty.kind, &default.value) {
        (TypeKind::Any, _) | (TypeKind::Bool, Value::Bool(_)) => true,
        (_, Value::Null) => field.ty.nullable,
        (TypeKind::Text(it), Value::Text(_)) => {
            let Text { min, max, patterns, format, form } = it;
            min.is_none() && max.is_none() && patterns.is_empty() && format.is_none() && form.is_none()
        }
        (TypeKind::Integer(it), Value::Number(number)) => *it == Integer::default() && number.parse::<i64>().is_ok(),
        (TypeKind::List(it), Value::List(items)) => items.is_empty() && it.min.unwrap_or(0) == 0,
        (TypeKind::Map(it), Value::Object(members)) => members.is_empty() && it.min.unwrap_or(0) == 0,
        (TypeKind::Decl(id), Value::Text(_)) => match &ir[*id].kind {
            Kind::Enum(it) => ir[*id].rule.is_none() && it.values.iter().any(|it| it.json.as_str() == default.as_str()),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front;
    use crate::source::Sources;

    #[test]
    fn err_defaults_that_do_not_fit_are_left_out() {
        let schema = r##"{"type": "object", "properties": {
            "a": {"type": "integer", "maximum": 5, "default": 6}, "b": {"type": "integer", "maximum": 5, "default": 5},
            "c": {"enum": ["x", "y"], "default": "z"}, "d": {"enum": ["x", "y"], "default": "y"},
            "e": {"type": "array", "items": {"type": "string"}, "default": {}}, "f": {"type": "array", "default": []},
            "g": {"type": "boolean", "default": "yes"}, "h": {"type": ["string", "null"], "default": null},
            "i": {"$ref": "#/$defs/i", "default": {"n": "1"}}, "j": {"$ref": "#/$defs/i", "default": {"n": 1}}},
            "$defs": {"i": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}}"##;
        let mut sources = Sources::default();
        sources.add("a.json", schema.to_owned());
        let options = Options::default();
        let mut ir = front::read(&mut sources, &options, &Diags::default());
        drop_unfit(&mut ir, &options);
        let kept: String = fields(&ir).filter(|it| it.2.default.is_some()).map(|it| it.2.name.as_str()).collect();
        assert_eq!(kept, "bdfhj");
    }

    #[test]
    fn ok_names_that_clash_are_told_later() {
        let schema = r##"{"type": "object", "properties": {
            "a": {"$ref": "#/$defs/one", "default": {"x": "no"}}, "b": {"$ref": "#/$defs/two"}},
            "$defs": {"one": {"title": "Same", "type": "object", "properties": {"x": {"type": "integer"}}},
                      "two": {"title": "Same", "type": "object", "properties": {"b": {"$ref": "#/$defs/two"}}}}}"##;
        let mut sources = Sources::default();
        sources.add("a.json", schema.to_owned());
        let allowed =
            Options { levels: vec![("name_clash".to_owned(), crate::diag::Level::Allow)], ..Options::default() };
        for options in [Options::default(), allowed] {
            let mut ir = front::read(&mut sources, &options, &Diags::default());
            drop_unfit(&mut ir, &options);
            assert!(fields(&ir).all(|it| it.2.default.is_none()));
        }
    }
}
