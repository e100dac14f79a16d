//! A type in the dialect of JSON Schema that a provider takes.
//!
//! Each provider takes another part of JSON Schema, and answers a request with anything else by an error. The type is
//! drawn anew from the IR as a tree of places that holds all that the contract says ([`plan`]); passes bring it to the
//! dialect's forms ([`takes`] has what each dialect takes), note what is lost, and print what is left. Whatever a
//! dialect cannot say stays enforced on the reply.

mod budget;
mod cycles;
pub(crate) mod emit;
mod fold;
pub(crate) mod limits;
mod lower;
pub(crate) mod node;
pub(crate) mod plan;
mod print;
mod root;
mod takes;

use std::collections::HashSet;

use nucleo_runtime::repair::RepairKind;

use crate::ir::DeclId;
use crate::resolve::Resolved;
use limits::Limits;
use node::{Kind, Loss, Plan, Refusal};

/// A provider's dialect of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Dialect {
    /// OpenAI's strict mode: `response_format`, `text.format`, and strict tools.
    OpenAi,
    /// Anthropic: `output_config.format` and strict tools.
    Anthropic,
    /// Gemini: `responseJsonSchema`, from version 2.5 on.
    Gemini,
    /// Gemini: `responseSchema` and the `parameters` of functions, a part of OpenAPI.
    GeminiOpenApi,
    /// xAI: `response_format`.
    Xai,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 5] = [Self::OpenAi, Self::Anthropic, Self::Gemini, Self::GeminiOpenApi, Self::Xai];

    /// The name: `openai`, `anthropic`, `gemini`, `gemini_openapi`, `xai`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::GeminiOpenApi => "gemini_openapi",
            Self::Xai => "xai",
        }
    }

    /// The dialect of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// A type in a dialect.
#[derive(Debug)]
pub(crate) struct Rendered {
    pub(crate) schema: String,
    pub(crate) losses: Vec<Loss>,
    /// The repairs that bring a reply in this form to the type.
    pub(crate) forms: Vec<RepairKind>,
}

/// Renders a type; or tells every reason why the dialect does not take it.
pub(crate) fn render(
    cx: &Resolved<'_>,
    id: DeclId,
    dialect: Dialect,
    limits: &Limits,
) -> Result<Rendered, Vec<Refusal>> {
    let takes = dialect.takes();
    let unroll = limits.of(dialect, "unroll");
    // Passes 1 and 2 are this: titles, examples and keywords of our own are not drawn.
    let mut plan = plan::draw(cx, id, takes, unroll);
    cycles::pass(cx, id, &mut plan, takes, unroll);
    if !plan.refusals.is_empty() {
        return Err(plan.refusals);
    }
    let names = root::names(&plan);
    lower::pass(&mut plan, dialect, limits);
    fold::pass(&mut plan, takes);
    root::pass(&mut plan, names, takes);
    root::check_forms(&mut plan, cx.settings(id));
    drop_unused(&mut plan);
    let schema = print::print(&plan, takes).to_string();
    budget::pass(&mut plan, dialect, limits, schema.len());
    if !plan.refusals.is_empty() {
        return Err(plan.refusals);
    }
    let Plan { losses, mut forms, .. } = plan;
    forms.sort();
    Ok(Rendered { schema, losses, forms })
}

/// Takes out the definitions that nothing refers to any more.
fn drop_unused(plan: &mut Plan) {
    let mut used: HashSet<DeclId> = HashSet::new();
    let mut open = vec![&plan.root];
    while let Some(node) = open.pop() {
        if let Kind::Ref(id) = node.kind {
            if used.insert(id) {
                open.extend(plan.defs.iter().filter(|def| def.id == id).map(|def| &def.node));
            }
        }
        open.extend(node.children());
    }
    plan.defs.retain(|def| used.contains(&def.id));
}

#[cfg(test)]
mod tests;
