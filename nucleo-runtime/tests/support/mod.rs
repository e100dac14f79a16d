//! Shapes from the type sketches of the vectors. They are leaked: tests are short-lived.
#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod schema;

use nucleo_runtime::names::fold;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{
    Field, Format, Integer, Kind, Limit, List, Literal, Map, Number, Record, Rest, Shape, Spellings, Table, Text, Type,
    TypeId, Variant, Width,
};
use serde_json::Value;

/// The vectors of `areas` in one of the files of `tests/vectors`.
pub(crate) fn vectors(file: &str, areas: &[&str]) -> Vec<Value> {
    let path = format!("{}/../tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    all.into_iter().filter(|it| areas.iter().any(|area| it["area"] == *area)).collect()
}

/// The name of a vector, for messages and skips.
pub(crate) fn what(vector: &Value) -> &str {
    vector["what"].as_str().unwrap()
}

/// A text that lives as long as the test.
pub(crate) fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A table under construction.
#[derive(Default)]
struct Types(Vec<Type>);

impl Types {
    fn push(&mut self, ty: Type) -> TypeId {
        self.0.push(ty);
        TypeId(self.0.len() as u32 - 1)
    }

    fn finish(self, root: TypeId, profile: &'static Profile) -> Shape {
        let types = Box::leak(self.0.into_boxed_slice());
        let table = Table { types, rules: &[], patterns: &[], anchors: &[] };
        Shape::new(Box::leak(Box::new(table)), root.0, profile)
    }

    fn record(&mut self, name: &str, fields: Vec<Field>, rest: Rest) -> TypeId {
        let mut spellings: Vec<(&'static str, u16)> = fields
            .iter()
            .zip(0..)
            .flat_map(|(field, at)| [(leak(&fold(field.name)), at), (leak(&fold(field.shown)), at)])
            .collect();
        spellings.sort_unstable();
        spellings.dedup();
        let record = Record { fields: fields.leak(), spellings: Spellings::new(spellings.leak()), rest };
        self.push(Type::new(leak(name), Kind::Record(record)))
    }

    fn constants(&mut self, name: &str, values: &Value) -> TypeId {
        let variants: Vec<Variant> = values
            .as_array()
            .unwrap()
            .iter()
            .map(|value| Variant::new(Literal::Text(leak(value.as_str().unwrap()))))
            .collect();
        self.push(Type::new(leak(name), Kind::Enum(variants.leak())))
    }

    fn or_null(&mut self, id: TypeId) -> TypeId {
        let ty = self.0[id.0 as usize].or_null();
        self.push(ty)
    }
}

/// The shape of a sketch as `nucleo.json` writes it: JSON Schema with a kind `enum` and with `x-required` on members.
pub(crate) fn nucleo(sketch: &Value) -> Shape {
    let mut types = Types::default();
    let root = nucleo_type(&mut types, sketch);
    types.finish(root, &Profile::NUCLEO)
}

fn nucleo_type(types: &mut Types, sketch: &Value) -> TypeId {
    let title = sketch["title"].as_str().unwrap_or_default();
    let plain = |kind| Type::new("", kind);
    let text = |format| plain(Kind::Text(Text { format, ..Text::ANY }));
    match (sketch["type"].as_str(), sketch["format"].as_str()) {
        (Some("object"), _) if sketch["properties"].is_object() => {
            let fields = sketch["properties"].as_object().unwrap();
            let fields = fields.iter().map(|(name, sketch)| nucleo_field(types, name, sketch)).collect();
            types.record(title, fields, Rest::Ignore)
        }
        (Some("object" | "map"), _) => {
            let value = match sketch.get("additionalProperties").or(sketch.get("values")) {
                Some(value) if value.is_object() => nucleo_type(types, value),
                _ => types.push(plain(Kind::Any)),
            };
            types.push(plain(Kind::Map(Map::of(value.0))))
        }
        (Some("array"), _) => {
            let item = nucleo_type(types, &sketch["items"]);
            types.push(plain(Kind::List(List::of(item.0))))
        }
        (Some("enum"), _) => types.constants(title, &sketch["enum"]),
        (Some("string"), Some("date")) => types.push(text(Format::Date)),
        (Some("string"), Some("date-time")) => types.push(text(Format::DateTime)),
        (Some("string"), _) => types.push(text(Format::Plain)),
        (Some("integer"), Some("int32")) => types.push(plain(Kind::Integer(Integer::new(Width::I32)))),
        (Some("integer"), _) => types.push(plain(Kind::Integer(Integer::new(Width::I64)))),
        (Some("number"), _) => types.push(plain(Kind::Number(Number::ANY))),
        (Some("boolean"), _) => types.push(plain(Kind::Bool)),
        _ => types.push(plain(Kind::Any)),
    }
}

/// `nullable` speaks of the reference system's boxed types; a required member of one is refused when it is null.
fn nucleo_field(types: &mut Types, name: &str, sketch: &Value) -> Field {
    let required = sketch["x-required"] == true;
    let mut ty = nucleo_type(types, sketch);
    if !required && sketch["nullable"] == true {
        ty = types.or_null(ty);
    }
    Field { required, blank: required, ..Field::new(leak(name), ty.0) }
}

/// The shape of a sketch as `tramai.json` writes it; `None` for one that the reference system refuses to build.
pub(crate) fn tramai(sketch: &Value) -> Option<Shape> {
    let mut types = Types::default();
    let root = tramai_type(&mut types, sketch, None)?;
    Some(types.finish(root, &Profile::TRAMAI))
}

fn tramai_type(types: &mut Types, sketch: &Value, range: Option<&Value>) -> Option<TypeId> {
    if let Some(name) = sketch.as_str() {
        return tramai_scalar(types, name, range);
    }
    let id = if let Some(values) = sketch.get("enum") {
        types.constants("", values)
    } else if let Some(item) = sketch.get("list") {
        let item = tramai_type(types, item, None)?;
        let min = sketch["minItems"].as_u64().unwrap_or_default() as u32;
        types.push(Type::new("", Kind::List(List { min, ..List::of(item.0) })))
    } else if let Some(properties) = sketch.get("object") {
        // The reference system sorts properties by name.
        let mut fields = Vec::new();
        let mut sorted: Vec<(&String, &Value)> = properties.as_object()?.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        for (name, property) in sorted {
            fields.push(tramai_field(types, name, property)?);
        }
        types.record("", fields, Rest::Deny)
    } else {
        return None;
    };
    Some(if sketch["nullable"] == true { types.or_null(id) } else { id })
}

fn tramai_field(types: &mut Types, name: &str, property: &Value) -> Option<Field> {
    let sketch = property.get("type").unwrap_or(property);
    if property.get("minItems").is_some() && sketch.get("list").is_none() {
        return None;
    }
    let ty = tramai_type(types, sketch, property.get("range"))?;
    let nullable = types.0[ty.0 as usize].nullable;
    Some(Field { required: !nullable, blank: false, ..Field::new(leak(name), ty.0) })
}

fn tramai_scalar(types: &mut Types, name: &str, range: Option<&Value>) -> Option<TypeId> {
    let (name, nullable) = match name.strip_suffix('?') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let bound = |at: usize| range.map(|range| &range[at]);
    let kind = match name {
        "string" => Kind::Text(Text::ANY),
        "boolean" => Kind::Bool,
        "integer" => {
            let bound = |at| bound(at).and_then(Value::as_i64).map(i128::from);
            let all = Integer::new(Width::I32);
            Kind::Integer(all.within(bound(0).unwrap_or(all.min), bound(1).unwrap_or(all.max)))
        }
        "number" => {
            let limit = |at| bound(at).map(|it| Limit { value: leak(&it.to_string()), exclusive: false });
            Kind::Number(Number { min: limit(0), max: limit(1), multiple_of: None })
        }
        _ => return None,
    };
    let ty = Type::new("", kind);
    Some(types.push(if nullable { ty.or_null() } else { ty }))
}
