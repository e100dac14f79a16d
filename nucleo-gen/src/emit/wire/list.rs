//! The ways of enums.

use prost_reflect::EnumDescriptor;

use super::{Wire, names};
use crate::emit::rust::Emit;
use crate::emit::text::block;
use crate::ir::{DeclId, Enum};

impl Wire {
    /// The path of an enum of prost's.
    pub(super) fn list_path(&self, cx: &Emit<'_>, list: &EnumDescriptor) -> String {
        format!("{}{}::{}", cx.up, self.module, names::list(list))
    }

    pub(super) fn emit_list(&self, cx: &Emit<'_>, id: DeclId, it: &Enum, list: &EnumDescriptor) -> Vec<String> {
        let (name, path) = (&cx.names[id].rust, self.list_path(cx, list));
        let (mut out, mut back, mut seen) = (Vec::new(), Vec::new(), Vec::new());
        for (value, variant) in it.values.iter().zip(&cx.names[id].variants) {
            // OK because the values of the enum are where the schema came from.
            let Some(value) = value.json.as_str().and_then(|it| list.get_value_by_name(it)) else { return Vec::new() };
            let wire = names::value(list, &value);
            out.push(format!("{name}::{variant} => Self::{wire}"));
            // Of two names for one number the first is read.
            if !seen.contains(&value.number()) {
                seen.push(value.number());
                back.push((wire, variant));
            }
        }
        let arms = block(2, "match value {", &out, "}");
        let there = format!(
            "impl From<{name}> for {path} {{\n    fn from(value: {name}) -> Self {{\n        {arms}\n    }}\n}}"
        );
        let is_whole = list.values().all(|value| seen.contains(&value.number()));
        let here = if is_whole { whole(name, &path, &back) } else { part(name, &path, &back) };
        vec![there, here, format!("::nucleo_runtime::wire_enum!({name} = {path});")]
    }
}

/// The way back from an enum whose every value is known.
fn whole(name: &str, path: &str, back: &[(String, &String)]) -> String {
    let arms: Vec<String> = back.iter().map(|(wire, variant)| format!("{path}::{wire} => Self::{variant}")).collect();
    let arms = block(2, "match value {", &arms, "}");
    format!("impl From<{path}> for {name} {{\n    fn from(value: {path}) -> Self {{\n        {arms}\n    }}\n}}")
}

/// The way back from an enum with values that an answer never has.
fn part(name: &str, path: &str, back: &[(String, &String)]) -> String {
    let known = back.iter().map(|(wire, variant)| format!("{path}::{wire} => Ok(Self::{variant})"));
    let arms: Vec<String> =
        known.chain(["_ => Err(::nucleo_runtime::wire::Error::unlisted::<Self>())".to_owned()]).collect();
    let arms = block(2, "match value {", &arms, "}");
    format!(
        "impl TryFrom<{path}> for {name} {{\n    type Error = ::nucleo_runtime::wire::Error;\n\n    \
         fn try_from(value: {path}) -> Result<Self, ::nucleo_runtime::wire::Error> {{\n        {arms}\n    }}\n}}"
    )
}
