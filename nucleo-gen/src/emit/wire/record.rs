//! The ways of messages, member by member.

use prost_reflect::{Cardinality, FieldDescriptor, Kind as WireKind, MessageDescriptor, OneofDescriptor};

use super::way::{Form, Way};
use super::{Outward, Wire, names};
use crate::emit::rust::{Emit, is_optional, rest_value};
use crate::emit::text::{block, quoted};
use crate::ir::{DeclId, Field, Group, Kind, Record, TypeKind};
use crate::json::{Json, Value};
use crate::resolve::names::GroupNames;

/// A member on both sides.
pub(super) struct Member<'a> {
    at: usize,
    field: &'a Field,
    wire: FieldDescriptor,
    /// The way of its value, or of each of its values.
    way: Way,
    place: Place,
}

/// How a message holds a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Always,
    Option,
    List,
    Map,
    /// As the one that its oneof has.
    Oneof,
}

impl Wire {
    /// How an answer goes into its message; `None` where it does not.
    pub(super) fn outward(&self, cx: &Emit<'_>, id: DeclId) -> Option<Outward> {
        let Kind::Record(record) = &cx.ir[id].kind else { return None };
        if rest_value(record).is_some() {
            return None;
        }
        let mut out = Outward::Always;
        for at in 0..record.fields.len() {
            let member = self.member(cx, id, at)?;
            if member.way.outward == Outward::Perhaps && !cx.is_constant(member.field) {
                out = Outward::Perhaps;
            }
        }
        Some(out)
    }

    /// The member at a place; `None` where it has no way.
    pub(super) fn member<'a>(&self, cx: &Emit<'a>, id: DeclId, at: usize) -> Option<Member<'a>> {
        let Kind::Record(record) = &cx.ir[id].kind else { return None };
        let field = &record.fields[at];
        let wire = self.messages.get(&id)?.get_field_by_name(&field.name)?;
        let place = place(&wire);
        let (ty, kind) = match (place, &field.ty.kind, wire.kind()) {
            (Place::Map, TypeKind::Map(it), WireKind::Message(entry)) => {
                (&it.value, entry.map_entry_value_field().kind())
            }
            (Place::List, TypeKind::List(it), kind) => (&it.item, kind),
            (Place::List | Place::Map, _, _) => return None,
            (_, _, kind) => (&field.ty, kind),
        };
        let is_one = matches!(place, Place::List | Place::Map) || cx.group_of(record, at).is_some();
        if is_one && ty.nullable {
            return None;
        }
        let mut way = self.way(cx, ty, &kind)?;
        let is_text = |kind: &WireKind| matches!(kind, WireKind::String);
        if let (Place::Map, WireKind::Message(entry)) = (place, wire.kind()) {
            // Only texts are keys without a word.
            if !is_text(&entry.map_entry_key_field().kind()) {
                way.outward = Outward::Perhaps;
            }
        }
        if cx.is_constant(field) && constant(&wire, self, cx, &constant_of(cx, field)?).is_none() {
            return None;
        }
        Some(Member { at, field, wire, way, place })
    }

    pub(super) fn emit_record(&self, cx: &Emit<'_>, id: DeclId, record: &Record) -> Vec<String> {
        // OK because only messages have a way, and each of their members has one.
        let members: Vec<Member<'_>> = (0..record.fields.len()).filter_map(|at| self.member(cx, id, at)).collect();
        let forms = members.iter().filter(|it| !cx.is_constant(it.field)).filter_map(|it| it.way.form.as_ref());
        let mut out: Vec<String> = forms.filter_map(|form| self.emit_form(cx, form)).collect();
        let message = &self.messages[&id];
        let (name, path) = (&cx.names[id].rust, format!("{}{}::{}", cx.up, self.module, names::message(message)));
        let names = &cx.names[id];
        let fields = names.fields.iter().map(|it| it.rust.as_str());
        let fields: Vec<&str> = fields.chain(names.groups.iter().map(|it| it.field.as_str())).collect();
        let scope = Scope {
            wire: self,
            cx,
            id,
            record,
            message,
            members: &members,
            own: free("cx", &fields),
            given: free("message", &fields),
        };
        out.push(scope.emit_there(name, &path));
        out.push(scope.emit_back(name, &path));
        let sure = if self.ways[&id] == Outward::Always { "" } else { "try " };
        out.push(format!("::nucleo_runtime::wire_bridge!({sure}{name} = {path});"));
        out
    }

    /// The form of a type that only some places have, once.
    fn emit_form(&self, cx: &Emit<'_>, form: &Form) -> Option<String> {
        let (id, key, text) = match form {
            Form::Listed(id, scalar) => {
                (id, (*scalar).to_owned(), format!("wire_listed!({} = {scalar});", cx.type_path(*id)))
            }
            Form::Numbers(id, list) => {
                let path = self.list_path(cx, list);
                (id, list.full_name().to_owned(), format!("wire_listed!({} = i32 as {path});", cx.type_path(*id)))
            }
            Form::Empty(id) => (id, "()".to_owned(), format!("wire_empty!({});", cx.type_path(*id))),
        };
        self.made.borrow_mut().insert((*id, key)).then(|| format!("::nucleo_runtime::{text}"))
    }

    /// Whether prost boxes a member: where it leads back to the message that holds it.
    fn is_boxed(&self, wire: &FieldDescriptor) -> bool {
        let WireKind::Message(to) = wire.kind() else { return false };
        let group = |name: &str| self.groups.get(name);
        !wire.is_list() && !wire.is_map() && {
            let (held, holder) = (group(to.full_name()), group(wire.parent_message().full_name()));
            held.is_some() && held == holder
        }
    }
}

fn place(wire: &FieldDescriptor) -> Place {
    if wire.is_map() {
        Place::Map
    } else if wire.is_list() {
        Place::List
    } else if oneof_of(wire).is_some() {
        Place::Oneof
    } else if wire.supports_presence() && wire.cardinality() != Cardinality::Required {
        Place::Option
    } else {
        Place::Always
    }
}

fn oneof_of(wire: &FieldDescriptor) -> Option<OneofDescriptor> {
    wire.containing_oneof().filter(|it| !it.is_synthetic())
}

/// A name that none of these is.
fn free(name: &str, taken: &[&str]) -> String {
    let mut out = name.to_owned();
    while taken.contains(&out.as_str()) {
        out.push('_');
    }
    out
}

/// The one value of a member that is no field of the Rust type.
fn constant_of(cx: &Emit<'_>, field: &Field) -> Option<Json> {
    let TypeKind::Decl(id) = field.ty.kind else { return None };
    let Kind::Enum(it) = &cx.ir[id].kind else { return None };
    it.values.first().map(|value| value.json.clone())
}

/// A value of the schema in a message: to write, and to compare with.
fn constant(field: &FieldDescriptor, wire: &Wire, cx: &Emit<'_>, json: &Json) -> Option<(String, String)> {
    let same = |text: String| Some((text.clone(), text));
    match (&json.value, field.kind()) {
        (Value::Text(text), WireKind::String) => Some((format!("{}.to_owned()", quoted(text)), quoted(text))),
        (Value::Text(text), WireKind::Enum(list)) => {
            let value = list.get_value_by_name(text)?;
            same(format!("i32::from({}::{})", wire.list_path(cx, &list), names::value(&list, &value)))
        }
        (Value::Bool(value), WireKind::Bool) => same(value.to_string()),
        (Value::Number(digits), WireKind::Double) => same(format!("{}_f64", digits.parse::<f64>().ok()?)),
        (Value::Number(digits), WireKind::Float) => same(format!("{}_f32", digits.parse::<f32>().ok()?)),
        (Value::Number(digits), _) => same(digits.parse::<i128>().ok()?.to_string()),
        _ => None,
    }
}

/// What stands around the conversions of one type.
struct Scope<'a> {
    wire: &'a Wire,
    cx: &'a Emit<'a>,
    id: DeclId,
    record: &'a Record,
    message: &'a MessageDescriptor,
    members: &'a [Member<'a>],
    /// The name of the context, and of what is converted: none of the members has it.
    own: String,
    given: String,
}

impl Scope<'_> {
    fn emit_there(&self, name: &str, path: &str) -> String {
        let singles = self.members.iter().filter(|it| it.place != Place::Oneof);
        let singles = singles.map(|it| format!("{}: {}", names::member(&it.wire), self.put(it)));
        let oneofs = self.message.oneofs().filter(|it| !it.is_synthetic());
        let oneofs = oneofs.map(|it| format!("{}: {}", names::snake(it.name()), self.put_oneof(&it)));
        let fields: Vec<String> = singles.chain(oneofs).collect();
        let body =
            if fields.is_empty() { format!("{path} {{}}") } else { block(2, &format!("{path} {{"), &fields, "}") };
        let cx = if body.contains(&format!("{}.", self.own)) { &self.own } else { "_" };
        format!(
            "impl ::nucleo_runtime::wire::ToWire<{path}> for {name} {{\n    \
             fn to_wire(&self, {cx}: &mut ::nucleo_runtime::wire::Cx) -> {path} {{\n        {body}\n    }}\n}}"
        )
    }

    /// The name of a member for messages about it.
    fn shown(&self, it: &Member<'_>) -> String {
        quoted(&self.cx.names[self.id].fields[it.at].shown)
    }

    fn rust(&self, it: &Member<'_>) -> &str {
        &self.cx.names[self.id].fields[it.at].rust
    }

    /// A call of the context, with the way of a type of the user's own where it is one.
    fn call(&self, it: &Member<'_>, verb: &str, value: &str) -> String {
        let (cx, shown) = (&self.own, self.shown(it));
        if !it.way.by_text {
            return format!("{cx}.{verb}({shown}, {value})");
        }
        let way = if verb.starts_with("put") { "show" } else { "parse" };
        format!("{cx}.{verb}_by({shown}, {value}, ::nucleo_runtime::wire::Cx::{way})")
    }

    fn put(&self, it: &Member<'_>) -> String {
        if self.cx.is_constant(it.field) {
            // OK because a member without a constant of its kind has no way.
            let text = constant_of(self.cx, it.field).and_then(|json| constant(&it.wire, self.wire, self.cx, &json));
            let text = text.map(|(text, _)| text).unwrap_or_default();
            return if it.place == Place::Option { format!("Some({text})") } else { text };
        }
        let (own, optional) = (format!("&self.{}", self.rust(it)), is_optional(it.field));
        let boxed = self.wire.is_boxed(&it.wire);
        match (it.place, optional) {
            (Place::List, false) => self.call(it, "put_list", &own),
            (Place::Map, false) => self.call(it, "put_map", &own),
            (Place::List | Place::Map, true) => {
                let verb = if it.place == Place::List { "put_list" } else { "put_map" };
                format!("self.{}.as_ref().map(|it| {}).unwrap_or_default()", self.rust(it), self.call(it, verb, "it"))
            }
            (Place::Always, false) if boxed => format!("Box::new({})", self.call(it, "put", &own)),
            (Place::Always | Place::Oneof, false) => self.call(it, "put", &own),
            (Place::Always | Place::Oneof, true) => {
                format!("{}.unwrap_or_default()", self.call(it, "put_option", &own))
            }
            (Place::Option, false) if boxed => format!("Some(Box::new({}))", self.call(it, "put", &own)),
            // A function is given no call that gives nothing.
            (Place::Option, false) if matches!(it.way.form, Some(Form::Empty(_))) => "Some(())".to_owned(),
            (Place::Option, false) => format!("Some({})", self.call(it, "put", &own)),
            (Place::Option, true) if boxed => format!("{}.map(Box::new)", self.call(it, "put_option", &own)),
            (Place::Option, true) => self.call(it, "put_option", &own),
        }
    }

    /// The members of a oneof, with prost's variant of each.
    fn chosen(&self, oneof: &OneofDescriptor) -> Vec<(&Member<'_>, String)> {
        let path = format!("{}{}::{}", self.cx.up, self.wire.module, names::oneof(oneof));
        let of = |it: &&Member<'_>| oneof_of(&it.wire).as_ref() == Some(oneof);
        self.members.iter().filter(of).map(|it| (it, format!("{path}::{}", names::camel(it.wire.name())))).collect()
    }

    /// The oneof among those of the answer that are enums.
    fn group(&self, chosen: &[(&Member<'_>, String)]) -> Option<(&'_ Group, &'_ GroupNames)> {
        let at = self.cx.group_of(self.record, chosen.first()?.0.at)?;
        Some((&self.record.groups[at], &self.cx.names[self.id].groups[at]))
    }

    fn put_oneof(&self, oneof: &OneofDescriptor) -> String {
        let chosen = self.chosen(oneof);
        if let Some((group, names)) = self.group(&chosen) {
            return self.put_group(&chosen, group, names);
        }
        let option = |(it, variant): (&Member<'_>, String)| {
            let boxed = if self.wire.is_boxed(&it.wire) { ".map(Box::new)" } else { "" };
            let own = format!("&self.{}", self.rust(it));
            format!("{}{boxed}.map({variant})", self.call(it, "put_option", &own))
        };
        let mut options = chosen.into_iter().map(option);
        // OK because protobuf has no oneof without members.
        let first = options.next().unwrap_or_default();
        let others = options.map(|it| format!("\n                .or_else(|| {it})"));
        std::iter::once(first).chain(others).collect()
    }

    fn put_group(&self, chosen: &[(&Member<'_>, String)], group: &Group, names: &GroupNames) -> String {
        let arm = |((it, variant), own): (&(&Member<'_>, String), &String)| {
            // A function is given no call that gives nothing.
            if matches!(it.way.form, Some(Form::Empty(_))) {
                return format!("{}::{own}(_) => {variant}(())", names.rust);
            }
            let value = self.call(it, "put", "it");
            let value = if self.wire.is_boxed(&it.wire) { format!("Box::new({value})") } else { value };
            format!("{}::{own}(it) => {variant}({value})", names.rust)
        };
        let arms: Vec<String> = chosen.iter().zip(&names.variants).map(arm).collect();
        let field = &names.field;
        if group.required {
            block(3, &format!("Some(match &self.{field} {{"), &arms, "})")
        } else {
            block(3, &format!("self.{field}.as_ref().map(|it| match it {{"), &arms, "})")
        }
    }

    fn emit_back(&self, name: &str, path: &str) -> String {
        let (given, own) = (&self.given, &self.own);
        let (mut lines, mut fields) = (Vec::new(), Vec::new());
        for it in self.members.iter().filter(|it| it.place != Place::Oneof) {
            lines.push(format!("let {} = {};", self.rust(it), self.take(it)));
        }
        let oneofs = self.message.oneofs().filter(|it| !it.is_synthetic());
        lines.extend(oneofs.map(|it| self.take_oneof(&it)));
        for it in self.members {
            let rust = self.rust(it);
            match self.cx.group_of(self.record, it.at) {
                _ if self.cx.is_constant(it.field) => lines.push(format!("{rust}?;")),
                None => fields.push(format!("{rust}: {rust}?")),
                Some(group) if self.record.groups[group].fields.first() == Some(&it.at) => {
                    let name = &self.cx.names[self.id].groups[group].field;
                    fields.push(format!("{name}: {name}?"));
                }
                Some(_) => {}
            }
        }
        let value = if fields.is_empty() { "Some(Self {})".to_owned() } else { block(2, "Some(Self {", &fields, "})") };
        lines.push(value);
        let (given, own) = if self.members.is_empty() { ("_", "_") } else { (given.as_str(), own.as_str()) };
        format!(
            "impl ::nucleo_runtime::wire::FromWire<{path}> for {name} {{\n    \
             fn from_wire({given}: {path}, {own}: &mut ::nucleo_runtime::wire::Cx) -> Option<Self> {{\n        {}\n    }}\n}}",
            lines.join("\n        ")
        )
    }

    fn take(&self, it: &Member<'_>) -> String {
        let wire = format!("{}.{}", self.given, names::member(&it.wire));
        if self.cx.is_constant(it.field) {
            // OK because a member without a constant of its kind has no way.
            let text = constant_of(self.cx, it.field).and_then(|json| constant(&it.wire, self.wire, self.cx, &json));
            let text = text.map(|(_, text)| text).unwrap_or_default();
            let holds = match (it.place, it.wire.kind()) {
                (Place::Option, WireKind::String) => format!("{wire}.as_deref() == Some({text})"),
                (Place::Option, _) => format!("{wire} == Some({text})"),
                _ => format!("{wire} == {text}"),
            };
            return format!("{}.take_constant({}, {holds})", self.own, self.shown(it));
        }
        let wire = match (self.wire.is_boxed(&it.wire), it.place) {
            (true, Place::Always) => format!("*{wire}"),
            (true, _) => format!("{wire}.map(|it| *it)"),
            (false, _) => wire,
        };
        let optional = is_optional(it.field);
        match (it.place, optional) {
            (Place::List, false) => self.call(it, "take_list", &wire),
            (Place::Map, false) => self.call(it, "take_map", &wire),
            (Place::List, true) => format!("{}.map(Some)", self.call(it, "take_list", &wire)),
            (Place::Map, true) => format!("{}.map(Some)", self.call(it, "take_map", &wire)),
            (Place::Always | Place::Oneof, false) => self.call(it, "take", &wire),
            // Nothing and the zero are one here.
            (Place::Always | Place::Oneof, true) => {
                self.call(it, "take_option", &format!("::nucleo_runtime::wire::said({wire})"))
            }
            (Place::Option, true) => self.call(it, "take_option", &wire),
            (Place::Option, false) if it.field.required || it.way.by_text => self.call(it, "take_needed", &wire),
            (Place::Option, false) => {
                format!("{}.take_default::<Self, _, _>({}, {}, {wire})", self.own, self.shown(it), it.at)
            }
        }
    }

    fn take_oneof(&self, oneof: &OneofDescriptor) -> String {
        let chosen = self.chosen(oneof);
        let wire = format!("{}.{}", self.given, names::snake(oneof.name()));
        if let Some((group, names)) = self.group(&chosen) {
            return self.take_group(&chosen, group, names, &wire);
        }
        let mut lines: Vec<String> =
            chosen.iter().map(|(it, _)| format!("let mut {} = Some(None);", self.rust(it))).collect();
        let mut arms: Vec<String> = (chosen.iter())
            .map(|(it, variant)| {
                let value = if self.wire.is_boxed(&it.wire) { "Some(*it)" } else { "Some(it)" };
                format!("Some({variant}(it)) => {} = {}", self.rust(it), self.call(it, "take_option", value))
            })
            .collect();
        arms.push("None => ()".to_owned());
        lines.push(block(2, &format!("match {wire} {{"), &arms, "}"));
        lines.join("\n        ")
    }

    fn take_group(&self, chosen: &[(&Member<'_>, String)], group: &Group, names: &GroupNames, wire: &str) -> String {
        let some = if group.required { "" } else { ".map(Some)" };
        let arm = |((it, variant), own): (&(&Member<'_>, String), &String)| {
            let value = if self.wire.is_boxed(&it.wire) { "*it" } else { "it" };
            format!("Some({variant}(it)) => {}.map({}::{own}){some}", self.call(it, "take", value), names.rust)
        };
        let mut arms: Vec<String> = chosen.iter().zip(&names.variants).map(arm).collect();
        arms.push(match group.required {
            true => format!("None => {}.take_nothing({})", self.own, quoted(&group.name)),
            false => "None => Some(None)".to_owned(),
        });
        block(2, &format!("let {} = match {wire} {{", names.field), &arms, "};")
    }
}
