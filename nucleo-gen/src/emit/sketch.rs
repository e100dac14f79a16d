//! The short form in which the vectors write types, as IR: for tests.

use crate::diag::{Diags, SourceId, Span};
use crate::front::json_schema::summary;
use crate::ir::{
    Decl, DeclId, Doc, Enum, Ext, Field, File, FileId, Integer, Ir, Kind, List, Map, NamedBy, Number, Record, Rest,
    Text, Type, TypeKind, Value,
};
use crate::json::Json;
use crate::knobs::Knobs;
use crate::resolve::{self, Resolved};
use crate::source::Sources;

/// Parses JSON of a test.
pub(crate) fn parse(text: &str) -> Json {
    let diags = Diags::new(Vec::new());
    let mut sources = Sources::default();
    let source = sources.add("test.json", text.to_owned());
    Json::parse(&sources, source, &diags).expect("JSON")
}

/// Reads a type and names it.
pub(crate) fn ir(json: &Json) -> Ir {
    let file = File {
        source: SourceId(0),
        module: vec!["test".to_owned()],
        root: Some(DeclId(0)),
        answers: vec![DeclId(0)],
        rule: None,
        knobs: Knobs::default(),
    };
    let mut ir = Ir { files: vec![file], ..Ir::default() };
    ty(&mut ir, json, "#", "Root");
    ir
}

/// The tables for it, with `name_clash` allowed.
pub(crate) fn resolved(ir: &Ir) -> Resolved<'_> {
    let diags = Diags::new(vec![("name_clash".to_owned(), crate::diag::Level::Allow)]);
    let resolved = resolve::all(ir, &Knobs::default(), &diags);
    assert!(diags.take().is_empty());
    resolved
}

pub(crate) fn span() -> Span {
    Span { source: SourceId(0), start: 0, end: 0 }
}

pub(crate) fn plain(kind: TypeKind) -> Type {
    Type { kind, nullable: false, rule: None }
}

fn text(json: &Json, name: &str) -> Option<String> {
    json.get(name).and_then(Json::as_str).map(str::to_owned)
}

fn flag(json: &Json, name: &str) -> bool {
    json.get(name).and_then(Json::as_bool) == Some(true)
}

fn doc(json: &Json) -> Doc {
    let examples = json.get("examples").map(|it| it.items().to_vec()).unwrap_or_default();
    Doc { title: text(json, "title"), text: text(json, "description"), examples, deprecated: false }
}

fn ty(ir: &mut Ir, json: &Json, place: &str, name: &str) -> Type {
    let format = text(json, "format");
    let nested = |json: &Json, key: &str| json.get(key).expect("a type inside").clone();
    let kind = match text(json, "type").as_deref() {
        _ if json.get("$ref").is_some() => TypeKind::Decl(DeclId(0)),
        Some("string") => TypeKind::Text(Text { format, ..Text::default() }),
        Some("integer") => TypeKind::Integer(Integer { format, ..Integer::default() }),
        Some("number") => TypeKind::Number(Number::default()),
        Some("boolean") => TypeKind::Bool,
        Some("array") => {
            let item = ty(ir, &nested(json, "items"), &format!("{place}/items"), name);
            TypeKind::List(Box::new(List { item, min: None, max: None, unique: false, item_doc: Doc::default() }))
        }
        Some("map") => {
            let value = ty(ir, &nested(json, "values"), &format!("{place}/additionalProperties"), name);
            TypeKind::Map(Box::new(Map { value, name: None, min: None, max: None, value_doc: Doc::default() }))
        }
        Some("object" | "enum") => TypeKind::Decl(decl(ir, json, place, name)),
        _ => TypeKind::Any,
    };
    Type { kind, nullable: flag(json, "nullable"), rule: None }
}

fn decl(ir: &mut Ir, json: &Json, place: &str, name: &str) -> DeclId {
    let id = DeclId(ir.decls.len() as u32);
    let place = &text(json, "x-path").map_or_else(|| place.to_owned(), |path| format!("#/$defs/{path}"));
    let alias = text(json, "x-alias").map(|alias| (alias, span()));
    ir.decls.push(Decl {
        name: text(json, "title").unwrap_or_else(|| name.to_owned()),
        named_by: NamedBy::Title,
        file: FileId(0),
        place: place.to_owned(),
        doc: Doc { examples: Vec::new(), ..doc(json) },
        kind: Kind::Never,
        rule: None,
        ext: Ext { alias, ..Ext::default() },
        knobs: Knobs::default(),
        span: span(),
    });
    let kind = match json.get("enum") {
        Some(values) => {
            let value = |json: &Json| Value {
                json: json.clone(),
                shown: None,
                doc: Doc::default(),
                accept: vec![],
                rust_name: None,
            };
            Kind::Enum(Enum { values: values.items().iter().map(value).collect() })
        }
        None => {
            let fields = json.get("properties").map(Json::members).unwrap_or_default().to_vec();
            let fields = fields.iter().map(|member| field(ir, &member.json, place, &member.name)).collect();
            Kind::Record(Record { fields, rest: Rest::Open, groups: Vec::new() })
        }
    };
    ir.decls[id.0 as usize].kind = kind;
    id
}

fn field(ir: &mut Ir, json: &Json, place: &str, name: &str) -> Field {
    let ty = ty(ir, json, &format!("{place}/properties/{name}"), name);
    Field {
        doc: doc(json),
        required: flag(json, "x-required"),
        summarizable: json.get("x-summarizable").and_then(|it| summary::read(it, &Diags::default())),
        context_ignore: flag(json, "x-context-ignore"),
        ..Field::new(name, ty, span())
    }
}
