//! How large the texts of each answer are, and what none of them says.

#[cfg(feature = "cli")]
use std::collections::HashMap;

#[cfg(feature = "tokens")]
use crate::diag::Diags;
use crate::emit;
use crate::emit::dialect::node::{Loss, Refusal};
use crate::emit::dialect::{self, Dialect};
use crate::ir::DeclId;
#[cfg(feature = "cli")]
use crate::ir::{Enforcer, Kind, Type, TypeKind};
use crate::options::Options;
use crate::resolve::Resolved;
#[cfg(feature = "cli")]
use crate::resolve::clash::{each_type, reach};
use crate::source::Sources;

/// A text that describes an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rendering {
    /// The @-notation.
    Notation,
    /// JSON Schema, for programs.
    JsonSchema,
    /// JSON Schema, for the model.
    ModelSchema,
    /// JSON Schema in the dialect of a provider.
    Dialect(Dialect),
}

impl Rendering {
    /// Every rendering, in the order of a table.
    #[cfg(feature = "cli")]
    pub(crate) fn all() -> Vec<Self> {
        let plain = [Self::Notation, Self::JsonSchema, Self::ModelSchema];
        plain.into_iter().chain(Dialect::ALL.map(Self::Dialect)).collect()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Notation => "notation",
            Self::JsonSchema => "json_schema",
            Self::ModelSchema => "model_schema",
            Self::Dialect(dialect) => dialect.name(),
        }
    }
}

/// One answer.
#[cfg(feature = "cli")]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) file: String,
    /// Members of all types that it can hold.
    pub(crate) fields: usize,
    /// How deep its types stand in one another, cycles counted once.
    pub(crate) depth: usize,
    pub(crate) texts: Vec<(Rendering, Result<Text, Vec<Refusal>>)>,
    /// What enforces the keywords of its file.
    pub(crate) ledger: Ledger,
}

/// One text.
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the command shows it"))]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) tokens: Option<usize>,
    pub(crate) losses: Vec<Loss>,
}

/// How many keywords are enforced by what.
#[cfg(feature = "cli")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    pub(crate) types: usize,
    pub(crate) checks: usize,
    pub(crate) decided: usize,
    pub(crate) nobody: usize,
}

/// Measures every answer of these schemas.
#[cfg(feature = "cli")]
pub(crate) fn all(cx: &Resolved<'_>, sources: &Sources, options: &Options) -> Vec<Row> {
    cx.ir.files.iter().flat_map(|file| &file.answers).map(|id| row(cx, sources, options, *id)).collect()
}

#[cfg(feature = "cli")]
fn row(cx: &Resolved<'_>, sources: &Sources, options: &Options, id: DeclId) -> Row {
    let texts = Rendering::all().into_iter().map(|it| (it, text(cx, sources, options, id, it)));
    let members = |id: &DeclId| if let Kind::Record(it) = &cx.ir[*id].kind { it.fields.len() } else { 0 };
    Row {
        name: cx.names[id].rust.clone(),
        file: sources[cx.ir.files[cx.ir[id].file.0 as usize].source].name.clone(),
        fields: reach(cx.ir, id).iter().map(members).sum(),
        depth: Depths { cx, known: HashMap::new() }.decl(id),
        texts: texts.collect(),
        ledger: ledger(cx, id),
    }
}

/// One text of an answer, or why there is none.
pub(crate) fn text(
    cx: &Resolved<'_>,
    sources: &Sources,
    options: &Options,
    id: DeclId,
    rendering: Rendering,
) -> Result<Text, Vec<Refusal>> {
    let (text, losses) = match rendering {
        Rendering::Dialect(dialect) => {
            let rendered = dialect::render(cx, id, dialect, &options.limits)?;
            (rendered.schema, rendered.losses)
        }
        plain => {
            let renderings = emit::renderings(cx, sources, id);
            let text = match plain {
                Rendering::JsonSchema => renderings.json_schema,
                Rendering::ModelSchema => renderings.model_schema,
                _ => renderings.notation,
            };
            (text, Vec::new())
        }
    };
    Ok(Text { tokens: tokens(&text), text, losses })
}

#[cfg(feature = "tokens")]
fn tokens(text: &str) -> Option<usize> {
    Some(tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len())
}

#[cfg(not(feature = "tokens"))]
fn tokens(_: &str) -> Option<usize> {
    None
}

#[cfg(feature = "cli")]
fn ledger(cx: &Resolved<'_>, id: DeclId) -> Ledger {
    let mut ledger = Ledger::default();
    for entry in cx.ir.ledger.iter().filter(|entry| entry.file == cx.ir[id].file) {
        *match entry.by {
            Enforcer::Type => &mut ledger.types,
            Enforcer::Check => &mut ledger.checks,
            Enforcer::Decided(_) => &mut ledger.decided,
            Enforcer::Nobody(_) => &mut ledger.nobody,
        } += 1;
    }
    ledger
}

#[cfg(feature = "cli")]
struct Depths<'r> {
    cx: &'r Resolved<'r>,
    known: HashMap<DeclId, usize>,
}

#[cfg(feature = "cli")]
impl Depths<'_> {
    fn decl(&mut self, id: DeclId) -> usize {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        // A type that is met within itself adds no level.
        self.known.insert(id, 0);
        let kind = &self.cx.ir[id].kind;
        let mut inner = 0;
        each_type(kind, &mut |ty| inner = inner.max(self.ty(ty)));
        let depth = inner + usize::from(matches!(kind, Kind::Record(_)));
        self.known.insert(id, depth);
        depth
    }

    fn ty(&mut self, ty: &Type) -> usize {
        match &ty.kind {
            TypeKind::Decl(id) => self.decl(*id),
            TypeKind::List(it) => 1 + self.ty(&it.item),
            TypeKind::Map(it) => 1 + self.ty(&it.value),
            TypeKind::Tuple(it) => 1 + it.items.iter().chain(&it.rest).map(|item| self.ty(item)).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// Holds the texts of every answer against the build's budgets.
#[cfg(feature = "tokens")]
pub(crate) fn check(cx: &Resolved<'_>, sources: &Sources, options: &Options, diags: &Diags) {
    for (rendering, most) in &options.budgets {
        for &id in cx.ir.files.iter().flat_map(|file| &file.answers) {
            // What is refused is told elsewhere, or is optional.
            let Ok(Text { tokens: Some(count), .. }) = text(cx, sources, options, id, *rendering) else { continue };
            if count > *most {
                let (what, name) = (rendering.name(), &cx.names[id].rust);
                diags
                    .error(cx.ir[id].span, format!("the {what} of `{name}` is over its budget"))
                    .here(format!("{count} tokens, and {most} is the most"))
                    .help("ask for less at a time, shorten descriptions, or raise the budget")
                    .emit();
            }
        }
    }
}
