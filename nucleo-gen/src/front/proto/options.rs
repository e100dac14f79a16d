//! The options of `nucleo/options.proto`, as keywords.

use prost_reflect::{DynamicMessage, Value as Given};

use super::json::{boolean, list, object, text, texts};
use crate::diag::{Diags, Span};
use crate::json::Json;

/// What the options of one thing say.
pub(super) struct Rules(Option<DynamicMessage>);

impl Rules {
    /// The rules among some options: `nucleo.field` of a member.
    pub(super) fn of(options: &DynamicMessage, what: &str) -> Self {
        Self(extension(options, &format!("nucleo.{what}")))
    }

    fn get(&self, name: &str) -> Option<Given> {
        let message = self.0.as_ref()?;
        message.has_field_by_name(name).then(|| message.get_field_by_name(name).map(|it| it.into_owned()))?
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.as_str().map(str::to_owned)
    }

    pub(super) fn boolean(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let value = self.get(name);
        let items = value.as_ref().and_then(Given::as_list).unwrap_or_default();
        items.iter().filter_map(Given::as_str).map(str::to_owned).collect()
    }

    /// A value that is written as JSON in the option.
    pub(super) fn json(&self, name: &str, at: Span, diags: &Diags) -> Option<Json> {
        parse(name, &self.text(name)?, at, diags)
    }

    pub(super) fn examples(&self, at: Span, diags: &Diags) -> Option<(&'static str, Json)> {
        let items: Vec<Json> =
            self.texts("examples").iter().filter_map(|it| parse("examples", it, at, diags)).collect();
        (!items.is_empty()).then(|| ("examples", list(at, items)))
    }

    /// The keywords of messages and enums.
    pub(super) fn type_keywords(&self, at: Span, diags: &Diags) -> Vec<(&'static str, Json)> {
        let mut out = Vec::new();
        out.extend(self.text("name").map(|it| ("x-nucleo-name", text(at, it))));
        out.extend(self.text("type_alias").map(|it| ("x-nucleo-type-alias", text(at, it))));
        out.extend(self.boolean("agent").map(|it| ("x-nucleo-agent", boolean(at, it))));
        out.extend(self.tool(at, diags).map(|it| ("x-nucleo-tool", it)));
        out.extend(self.knobs(at));
        out
    }

    fn tool(&self, at: Span, diags: &Diags) -> Option<Json> {
        let tool = Rules(Some(self.get("tool")?.as_message()?.clone()));
        let mut members = Vec::new();
        members.extend(tool.text("name").map(|it| ("name", text(at, it))));
        members.extend(tool.text("description").map(|it| ("description", text(at, it))));
        members.extend(tool.boolean("read_only").map(|it| ("readOnly", boolean(at, it))));
        members.extend(tool.json("weight", at, diags).map(|it| ("weight", it)));
        members.extend(tool.text("kind").map(|it| ("kind", text(at, it))));
        let level = tool.get("level").and_then(|it| it.as_u32());
        members.extend(level.map(|it| ("level", super::json::number(at, it))));
        Some(object(at, members))
    }

    /// The profile, and the knobs that are set by themselves.
    pub(super) fn knobs(&self, at: Span) -> Vec<(&'static str, Json)> {
        let mut out = Vec::new();
        out.extend(self.text("profile").map(|it| ("x-nucleo-profile", text(at, it))));
        let knobs = self.get("knobs");
        for knob in knobs.as_ref().and_then(Given::as_list).unwrap_or_default() {
            let Some(knob) = knob.as_message().map(|it| Rules(Some(it.clone()))) else { continue };
            let (Some(name), Some(value)) = (knob.text("name"), knob.text("value")) else { continue };
            // Keywords are told apart by their names, and a build has few; a short-lived program may keep them.
            let name: &'static str = Box::leak(format!("x-nucleo-{name}").into_boxed_str());
            let value = match value.as_str() {
                "true" => boolean(at, true),
                "false" => boolean(at, false),
                digits if digits.bytes().all(|it| it.is_ascii_digit()) => super::json::number(at, digits),
                words => text(at, words),
            };
            out.push((name, value));
        }
        out
    }

    /// The keywords of members. `other` is a name that JSON has it by.
    pub(super) fn member_keywords(&self, at: Span, other: Option<String>) -> Vec<(&'static str, Json)> {
        let mut out = Vec::new();
        let accept: Vec<String> = self.texts("accept").into_iter().chain(other).collect();
        if !accept.is_empty() {
            out.push(("x-nucleo-accept", texts(at, accept)));
        }
        out.extend(self.text("name").map(|it| ("x-nucleo-name", text(at, it))));
        let flags = [
            ("summarizable", "x-nucleo-summarizable"),
            ("context_ignore", "x-nucleo-context-ignore"),
            ("reasoning", "x-nucleo-reasoning"),
        ];
        let said = |(name, keyword): (&str, &'static str)| self.boolean(name).map(|it| (keyword, boolean(at, it)));
        out.extend(flags.into_iter().filter_map(said));
        out
    }

    /// The keywords of an enum's value.
    pub(super) fn value_keywords(&self, at: Span, value: Value<'_>) -> Vec<(&'static str, Json)> {
        let told = self.texts("accept");
        // What was a value's name once was read without the prefix, too.
        let short = told.iter().filter_map(|it| it.strip_prefix(value.prefix?)).filter(|it| !it.is_empty());
        let accept: Vec<String> = value.accept.into_iter().chain(short.map(str::to_owned)).collect();
        let accept = [accept, told].concat();
        let mut out = Vec::new();
        out.extend(value.shown.map(|it| ("x-nucleo-shown", text(at, it))));
        if !accept.is_empty() {
            out.push(("x-nucleo-accept", texts(at, accept)));
        }
        out.extend(self.text("name").or(value.variant).map(|it| ("x-nucleo-name", text(at, it))));
        out
    }
}

/// What the name of an enum's value gives.
pub(super) struct Value<'n> {
    /// What all names of the enum begin with, where they are read without it.
    pub(super) prefix: Option<&'n str>,
    /// What a model sees, where that is another name.
    pub(super) shown: Option<String>,
    /// Another spelling.
    pub(super) accept: Option<String>,
    /// The Rust variant, where that is not made from the whole name.
    pub(super) variant: Option<String>,
}

/// The message that an extension of some options holds.
pub(super) fn extension(options: &DynamicMessage, name: &str) -> Option<DynamicMessage> {
    let found = options.extensions().find(|(extension, _)| extension.full_name() == name)?;
    found.1.as_message().cloned()
}

/// JSON inside an option; a deviation is an error at the thing that has the option.
fn parse(name: &str, given: &str, at: Span, diags: &Diags) -> Option<Json> {
    match nucleo_runtime::document::parse(given) {
        Ok(document) => Some(placed(Json::of(document.root(), at.source, &Diags::default()), at)),
        Err(error) => {
            let help = "the value is JSON: a text has quotes of its own, as in \"\\\"text\\\"\"";
            diags.error(at, format!("`{name}` is not JSON: {}", error.message())).help(help).emit();
            None
        }
    }
}

/// A value with the place of the option that holds it.
fn placed(json: Json, at: Span) -> Json {
    use crate::json::{Member, Value};
    let value = match json.value {
        Value::List(items) => Value::List(items.into_iter().map(|it| placed(it, at)).collect()),
        Value::Object(members) => {
            let member = |it: Member| Member { name_span: at, json: placed(it.json, at), ..it };
            Value::Object(members.into_iter().map(member).collect())
        }
        scalar => scalar,
    };
    Json { span: at, value }
}
