//! Values of a schema as programs or a model see them: the values of enums have two spellings.

use std::borrow::Cow;

use crate::emit::rule_schema::Audience;
use crate::ir::{DeclId, Kind, Type, TypeKind, Value};
use crate::json::{Json, Member, Value as JsonValue};
use crate::resolve::Resolved;

/// A value of an enum.
pub(crate) fn value<'v>(cx: &Resolved<'_>, audience: Audience, id: DeclId, value: &'v Value) -> &'v Json {
    match audience {
        Audience::Program => &value.json,
        Audience::Model => cx.shown(id, value),
    }
}

/// A value that a schema gives of a place with this type: a default, an example.
pub(crate) fn at<'j>(cx: &Resolved<'_>, audience: Audience, ty: &Type, json: &'j Json) -> Cow<'j, Json> {
    match (&ty.kind, &json.value) {
        _ if audience == Audience::Program => Cow::Borrowed(json),
        (TypeKind::Decl(id), _) => of(cx, audience, *id, json),
        (TypeKind::List(list), JsonValue::List(items)) => {
            let items = items.iter().map(|item| at(cx, audience, &list.item, item).into_owned()).collect();
            Cow::Owned(Json { span: json.span, value: JsonValue::List(items) })
        }
        (TypeKind::Map(map), JsonValue::Object(members)) => {
            let member =
                |it: &Member| Member { json: at(cx, audience, &map.value, &it.json).into_owned(), ..it.clone() };
            Cow::Owned(Json { span: json.span, value: JsonValue::Object(members.iter().map(member).collect()) })
        }
        _ => Cow::Borrowed(json),
    }
}

/// A value that a schema gives of a named type.
pub(crate) fn of<'j>(cx: &Resolved<'_>, audience: Audience, id: DeclId, json: &'j Json) -> Cow<'j, Json> {
    match (&cx.ir[id].kind, &json.value) {
        _ if audience == Audience::Program => Cow::Borrowed(json),
        (Kind::Enum(it), JsonValue::Text(text)) => {
            let found = it.values.iter().find(|value| value.json.as_str() == Some(text));
            found.map_or(Cow::Borrowed(json), |value| Cow::Owned(cx.shown(id, value).clone()))
        }
        (Kind::Newtype(ty), _) => at(cx, audience, ty, json),
        (Kind::Record(it), JsonValue::Object(members)) => {
            let ty = |name: &str| it.fields.iter().find(|field| field.name == name).map(|field| &field.ty);
            let member = |member: &Member| match ty(&member.name) {
                Some(ty) => Member { json: at(cx, audience, ty, &member.json).into_owned(), ..member.clone() },
                None => member.clone(),
            };
            Cow::Owned(Json { span: json.span, value: JsonValue::Object(members.iter().map(member).collect()) })
        }
        _ => Cow::Borrowed(json),
    }
}
