//! The helpers of templates.

use std::collections::HashMap;

use handlebars::{Context, Handlebars, Helper, HelperResult, Output, RenderContext};
use serde_json::Value;

use super::facts::Facts;

/// Stands on both sides of a parameter's name in what is rendered: no schema and no template has this character.
pub(super) const MARK: char = '\u{FDD0}';

/// The helpers that show a whole text of a type.
pub(super) const TEXTS: [&str; 9] =
    ["notation", "json_schema", "model_schema", "openai", "anthropic", "gemini", "gemini_openapi", "xai", "gbnf"];

/// The helpers that show facts of a type, or of a member.
pub(super) const LISTS: [&str; 3] = ["fields", "values", "examples"];

/// The engine's own helpers that are of use here.
pub(super) const BLOCKS: [&str; 4] = ["if", "unless", "each", "with"];
pub(super) const TESTS: [&str; 10] = ["eq", "ne", "gt", "gte", "lt", "lte", "and", "or", "not", "len"];

pub(super) fn register(engine: &mut Handlebars<'_>, facts: &Facts) {
    for name in TEXTS.into_iter().chain(LISTS) {
        // What each call shows was found out when it was checked.
        let shown: HashMap<String, String> = facts.shown(name);
        let helper = move |it: &Helper<'_>,
                           _: &Handlebars<'_>,
                           _: &Context,
                           _: &mut RenderContext<'_, '_>,
                           out: &mut dyn Output|
              -> HelperResult {
            let path = it.param(0).and_then(|it| it.relative_path()).cloned().unwrap_or_default();
            out.write(shown.get(&path).map_or("", String::as_str))?;
            Ok(())
        };
        engine.register_helper(name, Box::new(helper));
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

/// Members in lines, values and examples in a row.
pub(super) fn show(name: &str, facts: &Value) -> String {
    let list = |value: &Value| {
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        items.iter().map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned)).collect::<Vec<_>>().join(", ")
    };
    if name != "fields" {
        return list(&facts[name]);
    }
    let line = |field: &Value| {
        let text = |name: &str| field[name].as_str().unwrap_or_default().to_owned();
        let required = if field["required"] == Value::Bool(true) { ", required" } else { "" };
        let mut line = format!("- `{}` ({}{required})", text("name"), text("type"));
        let (description, values) = (text("description"), list(&field["values"]));
        if !description.is_empty() {
            line.push_str(&format!(": {description}"));
        }
        if !values.is_empty() {
            line.push_str(&format!(" One of: {values}."));
        }
        line
    };
    let fields = facts["fields"].as_array().map_or(&[][..], Vec::as_slice);
    fields.iter().map(line).collect::<Vec<_>>().join("\n")
}
