//! Shapes from plain JSON Schema, as far as the vectors of replies need it.

use nucleo_runtime::names::fold;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{
    Branch, Field, Format, Integer, Kind, List, Literal, Map, Number, Record, Rest, Shape, Spellings, Table, Tag, Text,
    Type, TypeId, Union, Variant, Width,
};
use serde_json::Value;

use super::leak;

/// The shape of a schema; leaked, as tests are short-lived.
pub(crate) fn shape(schema: &Value) -> Shape {
    let mut types = Vec::new();
    let root = ty(&mut types, schema);
    let table = Table { types: types.leak(), rules: &[], patterns: &[], anchors: &[] };
    Shape::new(Box::leak(Box::new(table)), root.0, &Profile::NUCLEO)
}

fn push(types: &mut Vec<Type>, name: &str, kind: Kind, nullable: bool) -> TypeId {
    let ty = Type::new(leak(name), kind);
    types.push(if nullable { ty.or_null() } else { ty });
    TypeId(types.len() as u32 - 1)
}

fn ty(types: &mut Vec<Type>, schema: &Value) -> TypeId {
    let name = schema["title"].as_str().unwrap_or_default();
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let nullable = names.contains(&"null");
    let kind = match names.iter().find(|name| **name != "null") {
        _ if schema.get("oneOf").is_some() => union(types, &schema["oneOf"], true),
        _ if schema.get("anyOf").is_some() => union(types, &schema["anyOf"], false),
        _ if schema.get("enum").is_some() => Kind::Enum(variants(schema, schema["enum"].as_array().unwrap())),
        _ if schema.get("const").is_some() => Kind::Enum(variants(schema, std::slice::from_ref(&schema["const"]))),
        Some(&"string") => Kind::Text(Text { format: format(schema), ..Text::ANY }),
        Some(&"integer") => Kind::Integer(Integer::new(Width::I64)),
        Some(&"number") => Kind::Number(Number::ANY),
        Some(&"boolean") => Kind::Bool,
        Some(&"array") => Kind::List(List::of(ty(types, &schema["items"]).0)),
        Some(&"object") if schema.get("properties").is_some() => record(types, schema),
        Some(&"object") => Kind::Map(Map::of(ty(types, &schema["additionalProperties"]).0)),
        _ => Kind::Any,
    };
    push(types, name, kind, nullable)
}

fn format(schema: &Value) -> Format {
    match schema["format"].as_str() {
        Some("date") => Format::Date,
        Some("date-time") => Format::DateTime,
        _ => Format::Plain,
    }
}

fn variants(schema: &Value, values: &[Value]) -> &'static [Variant] {
    let variant = |value: &Value| {
        let text = match value {
            Value::String(text) => text,
            Value::Bool(value) => return Variant::new(Literal::Bool(*value)),
            value => return Variant::new(Literal::Number(leak(&value.to_string()))),
        };
        let accept = schema["x-nucleo-accept"][text].as_array();
        let accept: Vec<&str> = accept.into_iter().flatten().map(|it| leak(it.as_str().unwrap())).collect();
        Variant { accept: accept.leak(), ..Variant::new(Literal::Text(leak(text))) }
    };
    values.iter().map(variant).collect::<Vec<_>>().leak()
}

fn record(types: &mut Vec<Type>, schema: &Value) -> Kind {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let fields: Vec<Field> = schema["properties"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, schema)| {
            let field = Field::new(leak(name), ty(types, schema).0);
            if required.contains(&name.as_str()) { field.required() } else { field }
        })
        .collect();
    let mut spellings: Vec<(&'static str, u16)> =
        fields.iter().zip(0..).map(|(field, at)| (leak(&fold(field.name)), at)).collect();
    spellings.sort_unstable();
    let rest = match &schema["additionalProperties"] {
        Value::Bool(false) => Rest::Deny,
        rest @ Value::Object(_) => Rest::Keep(ty(types, rest)),
        _ => Rest::Ignore,
    };
    Kind::Record(Record { fields: fields.leak(), spellings: Spellings::new(spellings.leak()), rest })
}

/// A union whose branches have a member with one value, where they all do.
fn union(types: &mut Vec<Type>, schemas: &Value, exclusive: bool) -> Kind {
    let schemas = schemas.as_array().unwrap();
    let constant = |schema: &Value| {
        let properties = schema["properties"].as_object()?;
        let (name, value) = properties.iter().find_map(|(name, it)| Some((name, it["const"].as_str()?)))?;
        Some((leak(name), leak(value)))
    };
    let tags: Option<Vec<_>> = schemas.iter().map(constant).collect();
    let branch = |(place, schema): (usize, &Value)| {
        let branch = Branch::new(ty(types, schema).0);
        match &tags {
            Some(tags) => branch.tags(vec![tags[place].1].leak()),
            None => branch,
        }
    };
    let branches: Vec<Branch> = schemas.iter().enumerate().map(branch).collect();
    let tag = tags.map(|tags| Tag { name: tags[0].0, shown: tags[0].0 });
    Kind::Union(Union { tag, branches: branches.leak(), exclusive })
}
