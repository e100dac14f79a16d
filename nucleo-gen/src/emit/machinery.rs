//! What the runtime needs of a type: reading, writing, the shape, the bridge to serde, and what a model is shown.

use nucleo_runtime::shape::TypeId;

use super::rust::{Emit, is_mapped, is_optional, rest_value};
use super::text::{block, quoted, slice};
use super::{Renderings, alias, note, tokens};
use crate::ir::{Branch, Decl, DeclId, Enum, Field, Group, Kind, Record, Type, TypeKind, Union};
use crate::options::Serde;

/// The implementations of one type.
pub(crate) fn emit(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> Vec<String> {
    let name = &cx.names[id].rust;
    let mut items = vec![from_node(cx, id, decl), to_node(cx, id, decl), shaped(cx, id)];
    items.extend(alias::aliased(cx, id, decl));
    if cx.options.serde == Serde::Bridge {
        items.push(format!("::nucleo_runtime::serde_bridge!({name});"));
    }
    items
}

/// The descriptions of a type that a model can be asked for.
pub(crate) fn answer(cx: &Emit<'_>, id: DeclId, renderings: &Renderings, [contract, shape]: &[String; 2]) -> String {
    let Renderings { notation, json_schema, model_schema, native, shared: _ } = renderings;
    let names = &cx.names[id];
    let consts = [
        ("NAME", quoted(&names.shown)),
        ("NOTATION", tokens::raw_str(notation)),
        ("JSON_SCHEMA", tokens::raw_str(json_schema)),
        ("MODEL_SCHEMA", tokens::raw_str(model_schema)),
        ("FINGERPRINT", quoted(contract)),
        ("SHAPE_FINGERPRINT", quoted(shape)),
    ];
    // A model is asked for the reference of an artifact: `Held` of it is the answer, and takes these texts over.
    let is_artifact = cx.ir[id].is_artifact();
    let of = if is_artifact { "artifact::Described" } else { "Answer" };
    let mut out = format!("impl ::nucleo_runtime::{of} for {} {{\n", names.rust);
    let native = native.iter().filter(|_| !is_artifact).flat_map(|[notation, model_schema]| {
        [("NOTATION_NATIVE", tokens::raw_str(notation)), ("MODEL_SCHEMA_NATIVE", tokens::raw_str(model_schema))]
    });
    for (name, value) in consts.into_iter().chain(native) {
        out.push_str(&format!("    const {name}: &'static str = {value};\n"));
    }
    out.push('}');
    out
}

fn shaped(cx: &Emit<'_>, id: DeclId) -> String {
    let name = &cx.names[id].rust;
    let constant =
        |name: &str, ty: TypeId| format!("    const {name}: ::nucleo_runtime::Shape = {};\n", shape_at(cx, id, ty, 1));
    let consts = match cx.shapes.stored(id) {
        // A model never writes an artifact, so that what programs write is all there is.
        Some(stored) if cx.ir[id].is_artifact() => constant("SHAPE", stored),
        Some(stored) => constant("SHAPE", cx.shapes.of(id)) + &constant("STORED", stored),
        None => constant("SHAPE", cx.shapes.of(id)),
    };
    format!("impl ::nucleo_runtime::Shaped for {name} {{\n{consts}}}")
}

/// The shape of a type, as an expression on a line of this depth.
pub(super) fn shape(cx: &Emit<'_>, id: DeclId, depth: usize) -> String {
    shape_at(cx, id, cx.shapes.of(id), depth)
}

/// The same at another place of the table.
pub(super) fn shape_at(cx: &Emit<'_>, id: DeclId, ty: TypeId, depth: usize) -> String {
    let args = [
        format!("&{}nucleo_table::TABLE", cx.up),
        ty.0.to_string(),
        format!("&{}", cx.profiles.path(&cx.cx.settings(id).run, &cx.up)),
    ];
    block(depth, "::nucleo_runtime::Shape::new(", &args, ")")
}

fn from_node(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> String {
    let name = &cx.names[id].rust;
    let body = match &decl.kind {
        Kind::Record(it) => build_record(cx, id, it),
        Kind::Enum(it) => build_enum(cx, id, it),
        Kind::Union(it) => build_union(cx, id, it),
        Kind::Newtype(it) => match emit_way(cx, it, cx.boxed(id, 0), it.nullable) {
            None => "::nucleo_runtime::FromNode::from_node(node).map(Self)".to_owned(),
            Some(way) => format!("<{way} as ::nucleo_runtime::FromNodeAs<_>>::from_node_as(node).map(Self)"),
        },
        Kind::Never => "None".to_owned(),
    };
    let node = if matches!(body.as_str(), "None" | "Some(Self {})") { "_" } else { "node" };
    format!(
        "impl ::nucleo_runtime::FromNode for {name} {{\n    \
         fn from_node({node}: ::nucleo_runtime::Node<'_>) -> Option<Self> {{\n        {body}\n    }}\n}}"
    )
}

fn build_record(cx: &Emit<'_>, id: DeclId, record: &Record) -> String {
    let alone = record.fields.iter().enumerate().filter(|(_, field)| !cx.is_constant(field));
    let fields = alone.filter_map(|(at, field)| match cx.group_of(record, at) {
        None => {
            let value = get(cx, &field.ty, at, cx.boxed(id, at), is_optional(field));
            Some(format!("{}: {value}", cx.names[id].fields[at].rust))
        }
        Some(group) if record.groups[group].fields.first() == Some(&at) => Some(build_oneof(cx, id, record, group)),
        Some(_) => None,
    });
    let rest = rest_value(record).map(|_| format!("{}: node.kept()?", cx.names[id].rest));
    let fields: Vec<String> = fields.chain(rest).collect();
    if fields.is_empty() { "Some(Self {})".to_owned() } else { block(2, "Some(Self {", &fields, "})") }
}

/// The value of the member at a place.
fn get(cx: &Emit<'_>, ty: &Type, at: usize, boxed: bool, optional: bool) -> String {
    match emit_way(cx, ty, boxed, optional) {
        None => format!("node.get({at})?"),
        Some(way) => format!("node.get_as::<{way}, _>({at})?"),
    }
}

fn build_oneof(cx: &Emit<'_>, id: DeclId, record: &Record, at: usize) -> String {
    let Group { fields, required, .. } = &record.groups[at];
    let names = &cx.names[id].groups[at];
    let arm = |(field, variant): (&usize, &String)| {
        // OK because the front end made the places from these fields.
        let ty = &record.fields[*field].ty;
        let value = format!("{}::{variant}({})", names.rust, get(cx, ty, *field, cx.boxed(id, *field), ty.nullable));
        if *required { format!("Some({field}) => {value}") } else { format!("Some({field}) => Some({value})") }
    };
    let mut arms: Vec<String> = fields.iter().zip(&names.variants).map(arm).collect();
    arms.push(if *required { "_ => return None" } else { "_ => None" }.to_owned());
    let places: Vec<String> = fields.iter().map(usize::to_string).collect();
    block(3, &format!("{}: match node.chosen({}) {{", names.field, slice(3, &places)), &arms, "}")
}

fn build_enum(cx: &Emit<'_>, id: DeclId, it: &Enum) -> String {
    let variants: Vec<String> =
        cx.names[id].variants.iter().take(it.values.len()).map(|name| format!("Self::{name}")).collect();
    format!("{}.get(node.variant()).copied()", super::text::array(2, &variants))
}

fn build_union(cx: &Emit<'_>, id: DeclId, it: &Union) -> String {
    let arm = |(at, branch): (usize, &Branch)| {
        let name = &cx.names[id].variants[at];
        match emit_way(cx, &branch.ty, cx.boxed(id, at), branch.ty.nullable) {
            None => format!("{at} => Some(Self::{name}(node.branch()?))"),
            Some(way) => {
                let value = format!("<{way} as ::nucleo_runtime::FromNodeAs<_>>::from_node_as(node.inner())?");
                format!("{at} => Some(Self::{name}({value}))")
            }
        }
    };
    let mut arms: Vec<String> = it.branches.iter().enumerate().map(arm).collect();
    arms.push("_ => None".to_owned());
    block(2, "match node.choice() {", &arms, "}")
}

fn to_node(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> String {
    let name = &cx.names[id].rust;
    let shape = "<Self as ::nucleo_runtime::Shaped>::SHAPE";
    let body = match &decl.kind {
        Kind::Record(it) => put_record(cx, id, it, shape),
        Kind::Enum(_) => format!("out.variant({shape}, *self as usize);"),
        Kind::Union(it) => put_union(cx, id, it),
        Kind::Newtype(it) => match emit_way(cx, it, cx.boxed(id, 0), it.nullable) {
            None => "::nucleo_runtime::ToNode::to_node(&self.0, out);".to_owned(),
            Some(way) => format!("<{way} as ::nucleo_runtime::ToNodeAs<_>>::to_node_as(&self.0, out);"),
        },
        Kind::Never => "match *self {}".to_owned(),
    };
    let out = if matches!(decl.kind, Kind::Never) { "_" } else { "out" };
    format!(
        "impl ::nucleo_runtime::ToNode for {name} {{\n    \
         fn to_node(&self, {out}: &mut ::nucleo_runtime::Writer) {{\n        {body}\n    }}\n}}"
    )
}

fn put_record(cx: &Emit<'_>, id: DeclId, record: &Record, shape: &str) -> String {
    let fields = record.fields.iter().enumerate().filter_map(|(at, field)| match cx.group_of(record, at) {
        None => Some(put_field(cx, id, at, field)),
        Some(group) if record.groups[group].fields.first() == Some(&at) => Some(put_oneof(cx, id, record, group)),
        Some(_) => None,
    });
    let rest = rest_value(record).map(|_| format!("record.rest(&self.{});", cx.names[id].rest));
    let puts: Vec<String> = fields.chain(rest).collect();
    if puts.is_empty() {
        return format!("out.record({shape});");
    }
    format!("let mut record = out.record({shape});\n        {}", puts.join("\n        "))
}

/// The writing of one member.
fn put_field(cx: &Emit<'_>, id: DeclId, at: usize, field: &Field) -> String {
    if cx.is_constant(field) {
        return format!("record.constant({at});");
    }
    let name = &cx.names[id].fields[at].rust;
    let value = match emit_way(cx, &field.ty, cx.boxed(id, at), is_optional(field)) {
        None => format!("&self.{name}"),
        Some(way) => format!("&::nucleo_runtime::As::<_, {way}>::new(&self.{name})"),
    };
    note::put(field, at, &value, 2) + ";"
}

fn put_oneof(cx: &Emit<'_>, id: DeclId, record: &Record, at: usize) -> String {
    let Group { fields, required, .. } = &record.groups[at];
    let names = &cx.names[id].groups[at];
    let arm = |(field, variant): (&usize, &String)| {
        // OK because the front end made the places from these fields.
        let (at, field) = (*field, &record.fields[*field]);
        let ty = &field.ty;
        let value = match emit_way(cx, ty, cx.boxed(id, at), ty.nullable) {
            None => "it".to_owned(),
            Some(way) => format!("&::nucleo_runtime::As::<_, {way}>::new(it)"),
        };
        let chosen = format!("{}::{variant}(it)", names.rust);
        let chosen = if *required { chosen } else { format!("Some({chosen})") };
        format!("{chosen} => {}", note::put(field, at, &value, 3))
    };
    let mut arms: Vec<String> = fields.iter().zip(&names.variants).map(arm).collect();
    if !required {
        arms.push("None => ()".to_owned());
    }
    block(2, &format!("match &self.{} {{", names.field), &arms, "}")
}

fn put_union(cx: &Emit<'_>, id: DeclId, it: &Union) -> String {
    let arm = |(at, branch): (usize, &Branch)| {
        let name = &cx.names[id].variants[at];
        match emit_way(cx, &branch.ty, cx.boxed(id, at), branch.ty.nullable) {
            None => format!("Self::{name}(it) => ::nucleo_runtime::ToNode::to_node(it, out)"),
            Some(way) => {
                format!("Self::{name}(it) => {{ <{way} as ::nucleo_runtime::ToNodeAs<_>>::to_node_as(it, out); }}")
            }
        }
    };
    let arms: Vec<String> = it.branches.iter().enumerate().map(arm).collect();
    block(2, "match self {", &arms, "}")
}

/// The way to a type that holds one of the user's own; `None` where the runtime knows the whole type itself.
pub(super) fn emit_way(cx: &Emit<'_>, ty: &Type, boxed: bool, optional: bool) -> Option<String> {
    let mut way = match &ty.kind {
        TypeKind::Text(it) if is_mapped(cx, it.format.as_deref()) => "::nucleo_runtime::ByText".to_owned(),
        TypeKind::List(it) => format!("Vec<{}>", emit_way(cx, &it.item, false, it.item.nullable)?),
        TypeKind::Map(it) => {
            let value = emit_way(cx, &it.value, false, it.value.nullable)?;
            format!("::std::collections::BTreeMap<String, {value}>")
        }
        _ => return None,
    };
    if boxed {
        way = format!("Box<{way}>");
    }
    if optional {
        way = format!("Option<{way}>");
    }
    Some(way)
}
