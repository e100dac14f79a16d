//! The helpers of templates.

use handlebars::{
    Context, Handlebars, Helper, HelperDef, HelperResult, Output, RenderContext, RenderError, ScopedJson,
};
use serde_json::Value;

use super::facts::Facts;

/// Stands on both sides of a parameter's name in what is rendered: no text has this character, which is none.
pub(super) const MARK: char = '\u{FDD0}';

/// The helpers that show a whole text of a type.
pub(super) const TEXTS: [&str; 9] =
    ["notation", "json_schema", "model_schema", "openai", "anthropic", "gemini", "gemini_openapi", "xai", "gbnf"];

/// The helpers that show facts of a type, or of a member.
pub(super) const LISTS: [&str; 3] = ["fields", "values", "examples"];

/// The engine's own helpers that are of use here.
pub(super) const BLOCKS: [&str; 4] = ["if", "unless", "each", "with"];
pub(super) const TESTS: [&str; 10] = ["eq", "ne", "gt", "gte", "lt", "lte", "and", "or", "not", "len"];

pub(super) fn register<'f>(engine: &mut Handlebars<'f>, facts: &'f Facts) {
    for name in TEXTS.into_iter().chain(LISTS) {
        engine.register_helper(name, Box::new(Shown { name, facts }));
    }
    let arg = |it: &Helper<'_>,
               _: &Handlebars<'_>,
               _: &Context,
               _: &mut RenderContext<'_, '_>,
               out: &mut dyn Output|
     -> HelperResult {
        let name = it.param(0).and_then(|it| it.value().as_str()).unwrap_or_default();
        out.write(&format!("{MARK}{name}{MARK}"))?;
        Ok(())
    };
    engine.register_helper("arg", Box::new(arg));
}

/// `{{fields Order}}` as a text; `{{#each (fields Order)}}` as a list.
struct Shown<'f> {
    name: &'static str,
    facts: &'f Facts,
}

impl Shown<'_> {
    /// What the helper is called with: it names the type, wherever the call stands.
    fn subject(&self, it: &Helper<'_>) -> Option<&Value> {
        self.facts.subject(it.param(0)?.relative_path()?)
    }
}

impl HelperDef for Shown<'_> {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        it: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let value = self.subject(it).map(|facts| facts[self.name].clone());
        Ok(ScopedJson::Derived(value.unwrap_or_default()))
    }

    fn call<'reg: 'rc, 'rc>(
        &self,
        it: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        // OK because `check` found the subject; else nothing is shown.
        let text = self.subject(it).map(|facts| show(self.name, facts)).unwrap_or_default();
        out.write(&text)?;
        Ok(())
    }
}

/// Texts as they are, members in lines, values and examples in a row.
fn show(name: &str, facts: &Value) -> String {
    match &facts[name] {
        Value::Array(items) if name == "fields" => items.iter().map(line).collect::<Vec<_>>().join("\n"),
        Value::Array(items) => row(items),
        other => text(other),
    }
}

/// A member: its name, its type, and what else is said of it.
fn line(field: &Value) -> String {
    let required = if field["required"] == Value::Bool(true) { ", required" } else { "" };
    let mut line = format!("- `{}` ({}{required})", text(&field["name"]), text(&field["type"]));
    let (description, values) =
        (text(&field["description"]), field["values"].as_array().map_or(&[][..], Vec::as_slice));
    if !description.is_empty() {
        line.push_str(&format!(": {description}"));
    }
    if !values.is_empty() {
        line.push_str(&format!(" One of: {}.", row(values)));
    }
    line
}

fn row(items: &[Value]) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
