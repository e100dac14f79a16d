//! Messages as schemas.

use std::collections::{HashMap, HashSet};

use nucleo_runtime::names::fold;
use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor};

use super::comments::Comments;
use super::compile::Compiled;
use super::json::{Maker, boolean, list, object, text, texts};
use super::options::Rules;
use super::{import_url, known, validate};
use crate::diag::{Diags, Level, Lint, Span};
use crate::json::{Json, Member, Value};
use crate::resolve::cycles;

/// A member of type `google.protobuf.Any`.
pub(crate) const ANY_MESSAGE: Lint = Lint { name: "any_message", default: Level::Deny };

/// A member of bytes, which a model writes as base64.
pub(crate) const BYTES_MEMBER: Lint = Lint { name: "bytes_member", default: Level::Warn };

/// The document of one file, and the names of its definitions that a model may be asked for.
pub(super) fn document(
    file: &Compiled,
    roots: &HashSet<String>,
    reached: &HashSet<String>,
    diags: &Diags,
) -> (Json, Vec<String>) {
    let cx = Cx { file, comments: &file.comments, maker: Maker::new(file.source), reached, diags };
    let whole = cx.comments.span(&[]);
    let root = cx.maker.fresh(whole);
    let mut definitions = Vec::new();
    let mut answers = Vec::new();
    for message in messages(file) {
        let name = local_name(&message);
        let rules = Rules::of(&message.options(), "message");
        let is_root = roots.contains(message.full_name());
        if file.asked && rules.boolean("answer").unwrap_or(is_root) {
            answers.push(name.clone());
        }
        definitions.push((name, cx.message(&message, &rules)));
    }
    for it in enums(file) {
        definitions.push((local_enum_name(&it), cx.enumeration(&it)));
    }
    let definitions = definitions.iter().map(|(name, json)| (name.as_str(), json.clone())).collect();
    let mut members = vec![("$defs", object(whole, definitions))];
    let rules = Rules::of(&file.descriptor.options(), "file");
    members.extend(rules.knobs(whole));
    cx.further(&rules, whole, &mut members);
    (object(root, members), answers)
}

/// All messages of a file in the order of their text, but for those that stand for the entries of maps.
fn messages(file: &Compiled) -> Vec<MessageDescriptor> {
    let mut out = Vec::new();
    let mut stack: Vec<MessageDescriptor> = file.descriptor.messages().collect();
    stack.reverse();
    while let Some(message) = stack.pop() {
        if message.is_map_entry() {
            continue;
        }
        let mut inner: Vec<_> = message.child_messages().collect();
        inner.reverse();
        stack.extend(inner);
        out.push(message);
    }
    out
}

fn enums(file: &Compiled) -> Vec<EnumDescriptor> {
    let nested = messages(file).into_iter().flat_map(|it| it.child_enums().collect::<Vec<_>>());
    file.descriptor.enums().chain(nested).collect()
}

/// The messages that no other one of the build leads to: what a model is asked for, unless an option says otherwise. Of
/// those that lead to each other, the first.
pub(super) fn roots(all: &[Compiled]) -> HashSet<String> {
    let messages: Vec<MessageDescriptor> = all.iter().flat_map(messages).collect();
    let place: HashMap<&str, usize> = messages.iter().enumerate().map(|(at, it)| (it.full_name(), at)).collect();
    let inner: Vec<Vec<usize>> = messages
        .iter()
        .map(|message| message.fields().filter_map(|it| place.get(value_message(&it)?.full_name()).copied()).collect())
        .collect();
    let mut out = HashSet::new();
    // Those that others lead to come first, so from the end each group is met before what it leads to.
    let mut led_to = vec![false; messages.len()];
    for group in cycles::groups(&inner).iter().rev() {
        let is_root = group.iter().all(|at| !led_to[*at]);
        let first = group.iter().filter(|at| messages[**at].parent_message().is_none()).min();
        out.extend(first.filter(|_| is_root).map(|at| messages[*at].full_name().to_owned()));
        group.iter().flat_map(|at| &inner[*at]).for_each(|to| led_to[*to] = true);
    }
    out
}

/// The messages of the files that the build is for, and all that they lead to. What else stands in imported files is of
/// no account.
pub(super) fn reached(all: &[Compiled]) -> HashSet<String> {
    let any = all.iter().any(|file| file.asked);
    let mut stack: Vec<MessageDescriptor> = all.iter().filter(|file| file.asked || !any).flat_map(messages).collect();
    let mut out = HashSet::new();
    while let Some(message) = stack.pop() {
        if out.insert(message.full_name().to_owned()) {
            stack.extend(message.fields().filter_map(|field| value_message(&field)));
        }
    }
    out
}

/// The message that a member holds, or the values of a map.
fn value_message(field: &FieldDescriptor) -> Option<MessageDescriptor> {
    let kind = if field.is_map() { map_value(field).kind() } else { field.kind() };
    if let Kind::Message(to) = kind { Some(to) } else { None }
}

fn map_value(field: &FieldDescriptor) -> FieldDescriptor {
    match field.kind() {
        Kind::Message(entry) => entry.map_entry_value_field(),
        _ => field.clone(),
    }
}

/// `Order`, or `Order.Row` for one inside another.
fn local_name(message: &MessageDescriptor) -> String {
    without_package(message.full_name(), message.package_name())
}

fn local_enum_name(it: &EnumDescriptor) -> String {
    without_package(it.full_name(), it.package_name())
}

fn without_package(full: &str, package: &str) -> String {
    let local = full.strip_prefix(package).unwrap_or(full);
    local.trim_start_matches('.').to_owned()
}

pub(super) struct Cx<'a> {
    pub(super) file: &'a Compiled,
    pub(super) comments: &'a Comments,
    pub(super) maker: Maker,
    pub(super) reached: &'a HashSet<String>,
    pub(super) diags: &'a Diags,
}

impl Cx<'_> {
    fn message(&self, message: &MessageDescriptor, rules: &Rules) -> Json {
        let path = message.path();
        let place = self.comments.name(path);
        // The schema begins before all that is in it.
        let span = self.maker.fresh(place);
        let mut required = Vec::new();
        let mut properties = Vec::new();
        for field in known::fields(message) {
            if field.is_group() {
                let at = self.comments.name(field.path());
                let message = format!("`{}` is a group", field.name());
                let help = "groups have no JSON form that a model could write: make it a message and a member of it";
                if self.is_reached(&field) {
                    self.diags.error(at, message).help(help).emit();
                }
                continue;
            }
            let Some((json, is_required)) = self.member(&field) else { continue };
            if is_required {
                required.push(field.name().to_owned());
            }
            properties.push((field.name().to_owned(), json));
        }
        let closed = rules.boolean("closed").unwrap_or(true);
        let properties = properties.iter().map(|(name, json)| (name.as_str(), json.clone())).collect();
        let mut members = vec![
            ("$anchor", text(place, message.full_name())),
            ("type", text(place, "object")),
            ("properties", object(place, properties)),
        ];
        members.extend(self.described(
            path,
            rules,
            message.descriptor_proto().options.as_ref().and_then(|it| it.deprecated),
        ));
        if !required.is_empty() {
            members.push(("required", texts(place, required.iter().map(String::as_str))));
        }
        if closed {
            members.push(("additionalProperties", boolean(self.maker.fresh(place), false)));
        }
        members.extend(self.oneofs(message, &required));
        members.extend(rules.type_keywords(place, self.diags));
        validate::message(message, &self.maker, place, &mut members);
        self.further(rules, place, &mut members);
        object(span, members)
    }

    /// Adds the keywords that an option gives as JSON. What one of them says already stands by itself.
    pub(super) fn further(&self, rules: &Rules, at: Span, members: &mut Vec<(&'static str, Json)>) {
        let Some(json) = rules.json("schema", at, self.diags) else { return };
        let Value::Object(given) = json.value else {
            let help = "write the keywords of JSON Schema that are meant: `{\"minimum\": 1}`";
            return self.diags.error(at, "`schema` is no JSON object").help(help).emit();
        };
        let mut rest = Vec::new();
        for Member { name, json, .. } in given {
            // Keywords are few, and a short-lived program may keep them.
            let name: &'static str = Box::leak(name.into_boxed_str());
            let other = members.iter().any(|it| it.0 == name);
            let target = if other { &mut rest } else { &mut *members };
            target.push((name, self.maker.settle(json)));
        }
        if rest.is_empty() {
            return;
        }
        let part = self.maker.schema(at, rest);
        match members.iter_mut().find(|it| it.0 == "allOf") {
            Some((_, Json { value: Value::List(items), .. })) => items.push(part),
            _ => members.push(("allOf", list(at, vec![part]))),
        }
    }

    /// What people wrote: the option, else the comment.
    pub(super) fn described(&self, path: &[i32], rules: &Rules, deprecated: Option<bool>) -> Vec<(&'static str, Json)> {
        let at = self.comments.name(path);
        let description = rules.text("description").or_else(|| self.comments.text(path).map(str::to_owned));
        let description = description.map(|it| ("description", text(at, it)));
        let deprecated = deprecated.filter(|it| *it).map(|it| ("deprecated", boolean(at, it)));
        description.into_iter().chain(deprecated).chain(rules.examples(at, self.diags)).collect()
    }

    /// A member's schema, and whether it must be there; `None` where it has no form, which was said.
    fn member(&self, field: &FieldDescriptor) -> Option<(Json, bool)> {
        let path = field.path();
        let at = self.comments.name(path);
        let rules = Rules::of(&field.options(), "field");
        let checks = validate::Checks::of(field);
        let span = self.maker.fresh(at);
        let mut members = self.value(field, &checks, at)?;
        let many = field.is_list() || field.is_map();
        let implicit = !field.supports_presence() && !many;
        let is_chosen = field.containing_oneof().is_some_and(|it| !it.is_synthetic()) || validate::is_one_of(field);
        // Null for a member of a oneof says that it is not the one.
        let nullable = is_wrapper(field) && !is_chosen;
        let needs = field.cardinality() == prost_reflect::Cardinality::Required || checks.is_required();
        let is_there = implicit && !checks.may_be_empty() || checks.needs_items();
        let required = rules.boolean("required").unwrap_or(needs || is_there && !is_chosen);
        // What a member of a oneof is by default is of no account where it is not the one.
        let own_default = || self.default(field, at, required).filter(|_| !is_chosen);
        let default = rules.json("default", at, self.diags).or_else(own_default);
        let own = ["description", "deprecated", "default", "examples"];
        members.retain(|(name, _)| !own.contains(name));
        // A reference takes what stands beside it.
        members.extend(self.described(
            path,
            &rules,
            field.field_descriptor_proto().options.as_ref().and_then(|it| it.deprecated),
        ));
        members.extend(default.map(|it| ("default", it)));
        members.extend(rules.member_keywords(at, further_name(field)));
        if let (Kind::Enum(to), false, false) = (field.kind(), required, many) {
            let nothing = known::nothing(&to);
            if !nothing.is_empty() {
                members.push(("x-nucleo-nothing", texts(at, nothing)));
            }
        }
        if let Some(format) = rules.text("format") {
            members.push(("format", text(at, format)));
        }
        checks.examples(&field.kind(), &mut members, at);
        validate::tell(&mut members, at);
        self.further(&rules, at, &mut members);
        let json = object(span, members);
        let json = if nullable { self.nullable(json, at) } else { json };
        Some((json, required))
    }

    /// `repeated` and maps are empty where nothing is said; proto2 has defaults of its own.
    fn default(&self, field: &FieldDescriptor, at: Span, required: bool) -> Option<Json> {
        if required {
            return None;
        }
        if field.is_list() {
            return Some(list(at, Vec::new()));
        }
        if field.is_map() {
            return Some(object(at, Vec::new()));
        }
        let given = field.field_descriptor_proto().default_value.as_deref()?;
        if matches!(field.kind(), Kind::Enum(it) if known::told_values(&it).all(|value| value.name() != given)) {
            return None;
        }
        known::default(&field.kind(), given, at)
    }

    fn value(&self, field: &FieldDescriptor, checks: &validate::Checks, at: Span) -> Option<Vec<(&'static str, Json)>> {
        if field.is_map() {
            let Kind::Message(entry) = field.kind() else { return None };
            let (key, value) = (entry.map_entry_key_field(), entry.map_entry_value_field());
            let inner = self.single(&value, field, &checks.values(), at)?;
            let mut members = vec![("type", text(at, "object"))];
            validate::tell_of("each value", &inner, &mut members, at);
            members.push(("additionalProperties", self.maker.schema(at, inner)));
            let mut names = known::key(&key.kind(), at);
            checks.keys().apply(&key.kind(), &self.maker, at, &mut names);
            validate::tell_of("each name", &names, &mut members, at);
            if names.len() > 1 {
                members.push(("propertyNames", self.maker.schema(at, names)));
            }
            checks.pairs(at, &mut members);
            return Some(members);
        }
        if field.is_list() {
            let inner = self.single(field, field, &checks.items(), at)?;
            let mut members = vec![("type", text(at, "array"))];
            validate::tell_of("each item", &inner, &mut members, at);
            members.push(("items", self.maker.schema(at, inner)));
            checks.counts(at, &mut members);
            return Some(members);
        }
        self.single(field, field, checks, at)
    }

    /// One value of a member's kind, with its checks. `member` is what people wrote: a map's values are a member of their
    /// own that nobody did.
    fn single(
        &self,
        field: &FieldDescriptor,
        member: &FieldDescriptor,
        checks: &validate::Checks,
        at: Span,
    ) -> Option<Vec<(&'static str, Json)>> {
        let kind = field.kind();
        let mut members = match &kind {
            Kind::Message(to) if to.full_name() == "google.protobuf.Any" => {
                let at = self.comments.name(member.path());
                let message = format!("`{}` can be any message at all", member.name());
                let help = "a model cannot be told what to write: make it a oneof of the messages that are meant";
                if self.is_reached(member) {
                    self.diags.lint(ANY_MESSAGE, at, message).help(help).emit();
                }
                known::any(&self.maker, at)
            }
            Kind::Message(to) => match known::message(to.full_name(), &self.maker, at) {
                Some(known) => known,
                None => vec![("$ref", text(at, self.reference(to.full_name(), to.parent_file().name())))],
            },
            Kind::Enum(to) if to.full_name() == "google.protobuf.NullValue" => vec![("type", text(at, "null"))],
            Kind::Enum(to) => match checks.enum_values(to) {
                Some(values) => vec![("oneOf", list(at, self.values(to, &values, Some(at))))],
                None => vec![("$ref", text(at, self.reference(to.full_name(), to.parent_file().name())))],
            },
            Kind::Bytes => {
                let message = format!("`{}` is bytes", member.name());
                let help = "a model writes base64 digit by digit, and seldom right: ask for a text, or for a name of what is meant";
                if self.is_reached(member) {
                    self.diags.lint(BYTES_MEMBER, self.comments.name(member.path()), message).help(help).emit();
                }
                known::scalar(&kind, at)
            }
            scalar => known::scalar(scalar, at),
        };
        checks.apply(&kind, &self.maker, at, &mut members);
        Some(members)
    }

    fn is_reached(&self, field: &FieldDescriptor) -> bool {
        self.reached.contains(field.parent_message().full_name())
    }

    fn reference(&self, name: &str, file: &str) -> String {
        if file == self.file.descriptor.name() { format!("#{name}") } else { format!("{}#{name}", import_url(file)) }
    }

    /// The schema, or null. What people wrote and our own keywords stay beside the two.
    fn nullable(&self, json: Json, at: Span) -> Json {
        let Value::Object(members) = json.value else { return json };
        let is_note = |member: &Member| {
            let name = member.name.as_str();
            ["description", "deprecated", "default", "examples"].contains(&name) || name.starts_with("x-nucleo-")
        };
        let (notes, inner): (Vec<Member>, Vec<Member>) = members.into_iter().partition(is_note);
        let value = Json { span: self.maker.fresh(at), value: Value::Object(inner) };
        let null = self.maker.schema(at, vec![("type", text(at, "null"))]);
        let either = Member { name: "anyOf".to_owned(), name_span: at, json: list(at, vec![value, null]) };
        Json { span: json.span, value: Value::Object(std::iter::once(either).chain(notes).collect()) }
    }

    /// The oneofs of a message: at most one of their members is there, or just one. `always` are the members that are
    /// there whatever is chosen.
    fn oneofs(&self, message: &MessageDescriptor, always: &[String]) -> Vec<(&'static str, Json)> {
        let place = self.comments.name(message.path());
        let (mut choices, mut named) = (Vec::new(), Vec::new());
        for oneof in message.oneofs().filter(|it| !it.is_synthetic()) {
            let at = self.comments.name(oneof.path());
            let rules = Rules::of(&oneof.options(), "oneof");
            let required = rules.boolean("required").unwrap_or_else(|| validate::oneof_is_required(&oneof.options()));
            let fields = oneof.fields().filter(|it| !it.is_group());
            let names: Vec<String> = fields.map(|it| it.name().to_owned()).collect();
            choices.push(self.maker.choice(at, &names, required));
            // One that rules decide is no choice.
            if !names.iter().any(|name| always.contains(name)) {
                named.push((oneof.name().to_owned(), self.oneof(&oneof, names, &rules)));
            }
        }
        if choices.is_empty() {
            return Vec::new();
        }
        let named = named.iter().map(|(name, json)| (name.as_str(), json.clone())).collect();
        vec![("allOf", list(place, choices)), ("x-nucleo-oneof", object(place, named))]
    }

    /// What is said of a oneof, and the names of its members.
    fn oneof(&self, oneof: &OneofDescriptor, names: Vec<String>, rules: &Rules) -> Json {
        let at = self.comments.name(oneof.path());
        let mut members = vec![("members", texts(at, names))];
        members.extend(self.described(oneof.path(), rules, None));
        members.extend(rules.member_keywords(at, None));
        object(at, members)
    }
}

/// Whether a member is one of the wrappers, which stand for a value or for null.
fn is_wrapper(field: &FieldDescriptor) -> bool {
    match field.kind() {
        Kind::Message(to) => !field.is_list() && !field.is_map() && known::is_wrapper(to.full_name()),
        _ => false,
    }
}

/// The JSON name of a field, where its name does not lead to it by casing and separators alone.
fn further_name(field: &FieldDescriptor) -> Option<String> {
    let json_name = field.json_name();
    let own = fold(json_name);
    let is_further = || {
        let fields = field.parent_message().fields();
        let mut others = fields.filter(|other| other.number() != field.number());
        others.any(|other| fold(other.name()) == own || fold(other.json_name()) == own)
    };
    (own != fold(field.name()) || is_further()).then(|| json_name.to_owned())
}
