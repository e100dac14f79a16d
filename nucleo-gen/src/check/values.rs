//! The values of a schema, held against the schema: each `default`, `const`, `enum` value and example is read by the very
//! reader that replies are read by, strictly, into the type of its own place.

use std::collections::{HashMap, HashSet};

use nucleo_runtime::faults_of;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::Shape;

use crate::diag::{Diags, Level, Lint, Span};
use crate::emit::shape::Shapes;
use crate::ir::{DeclId, Ir, Kind, Role, Sample, TypeKind};
use crate::json::Json;
use crate::source::Sources;

/// A value that a schema gives does not fit the schema itself.
pub(super) const UNFIT_VALUE: Lint = Lint { name: "unfit_value", default: Level::Warn };

/// Checks all samples.
pub(crate) fn all(ir: &Ir, shapes: &Shapes, sources: &Sources, diags: &Diags) {
    if diags.is_silent(UNFIT_VALUE) {
        return;
    }
    let mut enums = Enums::default();
    for (sample, id) in ir.samples.iter().zip(&shapes.samples) {
        if enums.has(ir, sample) {
            continue;
        }
        let shape = Shape { table: shapes.table, id: *id, profile: &Profile::STRICT };
        check_sample(sample, shape, sources, diags);
    }
}

fn check_sample(sample: &Sample, shape: Shape, sources: &Sources, diags: &Diags) {
    let Sample { role, json, ty: _ } = sample;
    let span = json.span;
    let source = &sources[span.source];
    let (text, is_json) = match source.text.get(span.start as usize..span.end as usize) {
        Some(text) if source.is_json() => (text.to_owned(), true),
        _ => (json.to_compact(), false),
    };
    let faults = faults_of(&shape, &text);
    let Some(first) = faults.first() else { return };
    let what = match role {
        Role::Default => "the default does not fit its own schema",
        Role::Example => "the example does not fit its own schema",
        Role::Listed => "no value of this type is the listed one",
    };
    let more = if faults.len() > 1 { format!("; and {} more", faults.len() - 1) } else { String::new() };
    let place = first.span.clone().filter(|_| is_json).map_or(span, |at| inside(span, at));
    let why = format!("{}{more}", first.explain(&shape));
    let help = match role {
        Role::Listed => "take it out of the list, or widen what stands beside the list",
        Role::Default => "mend the default, or the schema: as it stands it is not filled in",
        Role::Example => "mend the example, or the schema",
    };
    diags.lint(UNFIT_VALUE, place, what).here(why).help(help).emit();
}

/// A part of a value, by its place in the value's own text.
fn inside(span: Span, part: std::ops::Range<usize>) -> Span {
    let end = span.start + part.end as u32;
    Span { start: span.start + part.start as u32, end: end.min(span.end), ..span }
}

/// The values of types that are nothing but a list of values: to hold each of these against the whole list would cost
/// the square of its length.
#[derive(Default)]
struct Enums(HashMap<DeclId, HashSet<String>>);

impl Enums {
    fn has(&mut self, ir: &Ir, sample: &Sample) -> bool {
        let (TypeKind::Decl(id), None) = (&sample.ty.kind, sample.ty.rule) else { return false };
        let (Kind::Enum(it), None) = (&ir[*id].kind, ir[*id].rule) else { return false };
        let values = self.0.entry(*id).or_insert_with(|| it.values.iter().map(|it| it.json.to_compact()).collect());
        values.contains(&Json::to_compact(&sample.json))
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::Diags;
    use crate::emit::shape;
    use crate::options::Options;
    use crate::source::Sources;
    use crate::{front, report, resolve};

    fn lint(schema: &str) -> String {
        let mut sources = Sources::default();
        sources.add("a.json", schema.to_owned());
        let (diags, options) = (Diags::default(), Options::default());
        let ir = front::read(&mut sources, &options, &diags);
        let resolved = resolve::all(&ir, &options.knobs, &diags);
        super::all(&ir, &shape::build(&resolved, &options, false), &sources, &diags);
        report::render(&sources, &diags.take())
    }

    #[test]
    fn ok_values_that_fit() {
        let schema = r##"{"type": "object", "properties": {
            "a": {"type": ["string", "null"], "default": null, "examples": ["x"]},
            "b": {"$ref": "#/$defs/b", "default": 3},
            "c": {"enum": ["x", 1, null], "default": null},
            "d": {"const": {"x": [1]}},
            "e": {"type": "array", "items": {"type": "integer", "examples": [1]}, "default": []}},
            "$defs": {"b": {"type": "integer", "maximum": 5, "default": 5}},
            "examples": [{"a": "y", "b": 1, "further": true}], "default": {}}"##;
        assert_eq!(lint(schema), "");
    }

    #[test]
    fn err_each_value_is_held_against_its_own_place() {
        let schema = r##"{"type": "object", "properties": {
  "a": {"type": "integer", "maximum": 5, "default": 6},
  "b": {"type": "string", "enum": ["x", 1]},
  "c": {"type": "array", "items": {"type": "string", "examples": ["2"], "pattern": "^[a-z]"}},
  "d": {"not": {"type": "integer"}, "default": 1}},
  "required": ["a"],
  "examples": [{"a": 1, "c": ["x", 2]}, {}]}"##;
        let report = lint(schema);
        let said: Vec<_> = report.lines().filter_map(|line| line.split_once("^ ")).map(|(_, why)| why).collect();
        assert_eq!(
            said,
            [
                "range: an integer from -9223372036854775808 to 5 (found a number)",
                "enum: \"x\" (found a number)",
                "pattern: a string that matches `^[a-z]` (found a string)",
                "rule: anything but an integer (found a number)",
                "type at c[1]: a string that matches `^[a-z]` (found a number); and 1 more",
                "missing at a: an integer of at most 5 (found nothing); and 1 more",
            ]
        );
        assert!(report.contains(" --> a.json:7:36\n"), "{report}");
    }
}
