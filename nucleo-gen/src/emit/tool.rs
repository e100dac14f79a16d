//! Tools and agents: the constant of each tool, the table of a module's tools, the enum of all calls, and the envelopes.

use std::collections::BTreeMap;

use nucleo_runtime::keywords;
use quote::quote;

use super::layout::Module;
use super::machinery;
use super::rule_schema::Audience;
use super::rust::Emit;
use super::text::{block, quoted};
use super::tokens::{self, Doc, ident};
use super::traits::Traits;
use super::{notation, schema};
use crate::emit::pretty::Tree;
use crate::ir::{Agent, DeclId, Tool, ToolKind};
use crate::json::Json;
use crate::knobs::Names as Spelling;
use crate::resolve::{Resolved, names};

/// The tools of a build, in the order of their types.
pub(crate) fn all<'i>(cx: &Resolved<'i>) -> impl Iterator<Item = (DeclId, &'i Tool)> {
    let decls = cx.ir.decls.iter().enumerate();
    decls.filter_map(|(at, decl)| decl.ext.tool.as_ref().map(|tool| (DeclId(at as u32), tool)))
}

/// The name that a model calls a tool by: the one it was given, else its type's.
pub(crate) fn name(cx: &Resolved<'_>, id: DeclId) -> String {
    let given = cx.ir[id].ext.tool.as_ref().and_then(|tool| tool.name.clone());
    given.unwrap_or_else(|| names::shown(&cx.names[id].shown, Spelling::Snake))
}

/// What a tool does, in the words of its author, else of its type's, else of its name.
fn about(cx: &Resolved<'_>, id: DeclId, tool: &Tool) -> String {
    let text = tool.about.as_ref().or(cx.ir[id].doc.text.as_ref().filter(|_| tool.listed.is_none()));
    match text {
        Some(text) => text.clone(),
        None if tool.listed.is_some() => String::new(),
        None => {
            let mut words = name(cx, id).replace(['_', '-'], " ");
            if let Some(first) = words.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            words + "."
        }
    }
}

/// The schema of a tool's input as a model is shown it. One of a server's list keeps its spelling and its text.
pub(crate) fn model_schema(cx: &Resolved<'_>, id: DeclId, tool: &Tool, source: usize) -> String {
    match tool.listed.as_ref().and_then(|entry| entry.get("inputSchema")) {
        Some(json) => for_model(json),
        None => schema::compact(cx, id, Audience::Model, source),
    }
}

/// What a model is shown of a tool, over several lines: its name, what it does, and the schema of its input.
#[cfg(feature = "snapshot")]
pub(crate) fn shown(cx: &Resolved<'_>, id: DeclId, tool: &Tool, source: usize) -> String {
    let schema = match tool.listed.as_ref().and_then(|entry| entry.get("inputSchema")) {
        Some(_) => Tree::parse(&model_schema(cx, id, tool, source)).to_string(),
        None => schema::render(cx, id, Audience::Model, source, &[]).0,
    };
    format!("{}: {}\n\n{schema}", name(cx, id), about(cx, id, tool))
}

/// The entry of a server's list as a model is shown it: each of its schemas, and what stands around them.
fn entry_shown(entry: &Json) -> Tree {
    // OK because what was written is JSON.
    let mut out = Tree::parse(&keywords::strip(&entry.to_compact()).expect("JSON"));
    if let Tree::Object(members) = &mut out {
        for (name, shown) in members.iter_mut().filter(|it| matches!(it.0.as_str(), "inputSchema" | "outputSchema")) {
            // OK because `strip` only leaves members of the entry.
            *shown = Tree::parse(&for_model(entry.get(name).expect("a member of the entry")));
        }
    }
    out
}

/// A server's schema as a model is shown it, on one line.
fn for_model(schema: &Json) -> String {
    // OK because what was written is JSON.
    keywords::for_model(&schema.to_compact()).expect("JSON")
}

/// What the types of tools and of agents' answers are beyond answers.
pub(super) fn emit(cx: &Emit<'_>, id: DeclId) -> Vec<String> {
    let tool = cx.ir[id].ext.tool.as_ref().map(|tool| emit_tool(cx, id, tool));
    let agent = cx.ir.agents.iter().find(|agent| agent.answer == id).map(|agent| emit_agent(cx, agent));
    tool.into_iter().chain(agent).collect()
}

fn emit_tool(cx: &Emit<'_>, id: DeclId, tool: &Tool) -> String {
    let Tool { json: _, name: _, about: _, kind, weight, read_only, listed, span: _ } = tool;
    let args = [
        quoted(&name(cx.cx, id)),
        quoted(&about(cx.cx, id, tool)),
        tokens::raw_str(&model_schema(cx.cx, id, tool, source(cx, id))),
        "<Self as ::nucleo_runtime::Shaped>::SHAPE".to_owned(),
    ];
    let mut out = block(1, "::nucleo_runtime::tool::Tool::new(", &args, ")");
    let mut set = |call: String| out.push_str(&format!("\n    .{call}"));
    let (kind, usual) = match kind {
        ToolKind::ApiCall => (None, (10, 10)),
        ToolKind::InMemory => (Some("InMemory".to_owned()), (10, 10)),
        ToolKind::Thinker(level) => (Some(format!("Thinker {{ level: {level} }}")), (20, 80)),
    };
    let (min, max) = weight.unwrap_or(usual);
    kind.into_iter().for_each(|kind| set(format!("kind(::nucleo_runtime::tool::Kind::{kind})")));
    if (min, max) != (10, 10) {
        set(format!("weight({min}, {max})"));
    }
    if *read_only {
        set("read_only()".to_owned());
    }
    if let Some(entry) = listed {
        set(format!("listed({})", tokens::raw_str(&entry_shown(entry).compact())));
    }
    let rust = &cx.names[id].rust;
    format!(
        "impl ::nucleo_runtime::tool::ToolInput for {rust} {{\n    \
         const TOOL: ::nucleo_runtime::tool::Tool = {out};\n}}"
    )
}

/// The size of the source of a type's file, which bounds how much is written out.
fn source(cx: &Emit<'_>, id: DeclId) -> usize {
    // OK because every type stands in a file, and every file was read from a source of this list.
    cx.sources[cx.ir.files[cx.ir[id].file.0 as usize].source].text.len()
}

fn emit_agent(cx: &Emit<'_>, agent: &Agent) -> String {
    let Agent { answer, read, shown } = agent;
    let size = source(cx, *answer);
    let notations = shown.map(|id| tokens::raw_str(&notation::render(cx.cx, id, size).0));
    let schemas = shown.map(|id| tokens::raw_str(&schema::render(cx.cx, id, Audience::Model, size, &[]).0));
    let fields = [
        format!("shape: {}", machinery::shape(cx, *read, 2)),
        format!("notations: {}", block(2, "[", &notations, "]")),
        format!("schemas: {}", block(2, "[", &schemas, "]")),
    ];
    let envelope = block(1, "::nucleo_runtime::tool::Envelope {", &fields, "}");
    format!(
        "impl ::nucleo_runtime::tool::Agent for {} {{\n    \
         const ENVELOPE: ::nucleo_runtime::tool::Envelope = {envelope};\n}}",
        cx.names[*answer].rust
    )
}

/// The table of each module's tools; in the outermost module that of all, and the enum of their calls.
pub(super) fn tables(cx: &Resolved<'_>, traits: &Traits, paths: &[&[String]], root: &mut Module) {
    let tools: Vec<DeclId> = all(cx).map(|(id, _)| id).collect();
    if tools.is_empty() {
        return;
    }
    // OK because there is a path for each file.
    let module_of = |id: DeclId| paths[cx.ir[id].file.0 as usize];
    let mut by_module: BTreeMap<&[String], Vec<DeclId>> = BTreeMap::new();
    for &id in &tools {
        by_module.entry(module_of(id)).or_default().push(id);
    }
    for (path, tools) in by_module.into_iter().filter(|(path, _)| !path.is_empty()) {
        let own: Vec<String> = tools.iter().map(|id| cx.names[*id].rust.clone()).collect();
        root.at(path).texts.push(table("The tools of this module.", &own));
    }
    let named = Places { cx, paths, root };
    let places: Vec<String> = tools.iter().map(|&id| named.shortest(id)).collect();
    let name = named.free_name("ToolCall");
    let calls = Calls { cx, name, tools: &tools, places: &places };
    let is_eq = tools.iter().all(|id| traits.eq(*id));
    root.item(&calls.emit(is_eq));
    root.texts.push(calls.reader());
    root.texts.push(table("All tools of this build.", &places));
}

fn table(doc: &str, types: &[String]) -> String {
    let tool = |ty: &String| format!("<{ty} as ::nucleo_runtime::tool::ToolInput>::TOOL");
    let tools: Vec<String> = types.iter().map(tool).collect();
    format!("/// {doc}\npub static TOOLS: &[::nucleo_runtime::tool::Tool] = {};", block(0, "&[", &tools, "]"))
}

/// The names of the outermost module.
pub(super) struct Places<'p> {
    pub(super) cx: &'p Resolved<'p>,
    pub(super) paths: &'p [&'p [String]],
    pub(super) root: &'p Module,
}

impl Places<'_> {
    /// The path of a type; one that is re-exported there needs none.
    pub(super) fn shortest(&self, id: DeclId) -> String {
        let name = &self.cx.names[id].rust;
        // OK because there is a path for each file.
        let module = self.paths[self.cx.ir[id].file.0 as usize];
        let place = module.iter().chain([name]).cloned().collect::<Vec<_>>().join("::");
        let is_here = self.root.exports.iter().any(|it| *it == format!("pub use {place};"));
        if is_here { name.clone() } else { place }
    }

    /// The name, unless a type has it: then another one.
    pub(super) fn free_name(&self, name: &str) -> String {
        let Self { cx, paths, root } = self;
        let is_type = |name: &str| {
            let mut types = cx.ir.decls.iter().enumerate().filter(|(_, decl)| paths[decl.file.0 as usize].is_empty());
            types.any(|(at, _)| cx.names[DeclId(at as u32)].rust == name && cx.ir.is_written(DeclId(at as u32)))
        };
        let is_export = |name: &str| root.exports.iter().any(|it| it.ends_with(&format!("::{name};")));
        let others = (2..).map(|n| format!("{name}{n}"));
        let mut names = [name.to_owned(), format!("Any{name}")].into_iter().chain(others);
        // OK because the numbers do not end.
        names.find(|name| !is_type(name) && !is_export(name)).expect("a free name")
    }
}

/// The enum with a variant for each tool.
struct Calls<'c> {
    cx: &'c Resolved<'c>,
    name: String,
    tools: &'c [DeclId],
    /// The path of each tool's type.
    places: &'c [String],
}

impl Calls<'_> {
    fn variants(&self) -> Vec<String> {
        let names: Vec<String> = self.tools.iter().map(|&id| name(self.cx, id)).collect();
        names::variants(&names)
    }

    fn emit(&self, is_eq: bool) -> proc_macro2::TokenStream {
        let eq = is_eq.then(|| quote!(, Eq, Hash));
        let variants = self.tools.iter().zip(self.places).zip(self.variants()).map(|((&id, place), variant)| {
            // OK because only types with this keyword are tools.
            let tool = self.cx.ir[id].ext.tool.as_ref().expect("a tool");
            let text = about(self.cx, id, tool);
            let doc = if text.is_empty() { format!("`{}`.", name(self.cx, id)) } else { text };
            let (doc, variant) = (Doc(&doc), ident(&variant));
            let path = place.split("::").map(ident);
            quote!(#doc #variant(#(#path)::*),)
        });
        let name = ident(&self.name);
        quote! {
            #[doc = " The input of a call of one of the tools."]
            #[derive(Debug, Clone, PartialEq #eq)]
            pub enum #name { #(#variants)* }
        }
    }

    fn reader(&self) -> String {
        let arm = |(&id, variant): (&DeclId, String)| {
            let name = quoted(&name(self.cx, id));
            format!("{name} => ::nucleo_runtime::FromNode::from_node(input).map(Self::{variant})")
        };
        let mut arms: Vec<String> = self.tools.iter().zip(self.variants()).map(arm).collect();
        arms.push("_ => None".to_owned());
        let body = block(2, "match &*tool.name {", &arms, "}");
        format!(
            "impl ::nucleo_runtime::tool::ToolSet for {} {{\n    \
             fn from_input(tool: &::nucleo_runtime::tool::Tool, input: ::nucleo_runtime::Node<'_>) -> Option<Self> \
             {{\n        {body}\n    }}\n}}",
            self.name
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::sketch;

    #[test]
    fn ok_vectors_of_keywords_for_a_model() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/nucleo.json");
        let vectors = sketch::parse(&std::fs::read_to_string(path).expect("vectors"));
        let of = |vector: &&Json| {
            vector.get("what").and_then(Json::as_str).is_some_and(|it| it.starts_with("the definition a model sees"))
        };
        let vector = vectors.items().iter().find(of).expect("the vector");
        let ir = sketch::ir(vector.get("type").expect("a type"));
        let text = schema::compact(&sketch::resolved(&ir), DeclId(0), Audience::Model, 0);
        let expected = vector.get("expect").and_then(|it| it.get("model_facing")).and_then(Json::as_str);
        assert_eq!(Some(text.as_str()), expected);
    }
}
