//! Lints: what compiles, but serves a model or a program badly; and the keywords that nobody enforces.

mod artifact;
pub(crate) mod defaults;
mod plain;
mod summary;
mod tool;
pub(crate) mod values;

use std::collections::HashMap;
use std::path::Path;

use nucleo_runtime::names::fold;

use crate::diag::{Diags, Level, Lint, Span, WARNINGS};
use crate::emit::{AMBIGUOUS_REEXPORT, SHARED_TYPES, dialect};
use crate::front::endless::ENDLESS_DEFAULT;
use crate::front::json_schema::{DUPLICATE_ID, MISPLACED_KEYWORD, MISSPELT_KEYWORD};
#[cfg(feature = "proto")]
use crate::front::proto;
use crate::ir::{Decl, DeclId, Enforcer, Entry, Enum, Field, Ir, Kind, Record, Type, TypeKind, Union};
use crate::json::{DUPLICATE_MEMBER, NEEDS_PROTO, NEEDS_YAML};
use crate::options::Options;
use crate::resolve::clash::NAME_CLASH;
use crate::resolve::{Resolved, names};
use crate::source::{self, Sources};
use crate::spelling;
pub(crate) use artifact::folders;
use values::UNFIT_VALUE;

/// A member or an answer says nothing about itself.
const MISSING_DESCRIPTION: Lint = Lint { name: "missing_description", default: Level::Allow };
/// A description says what the name says.
const REPEATED_NAME: Lint = Lint { name: "repeated_name", default: Level::Warn };
/// Two names or accepted spellings differ in casing or separators alone.
const AMBIGUOUS_NAMES: Lint = Lint { name: "ambiguous_names", default: Level::Warn };
/// A spelling of `x-nucleo-accept` means two things.
const AMBIGUOUS_ALIASES: Lint = Lint { name: "ambiguous_aliases", default: Level::Deny };
/// An enum has more values than a model chooses from well.
const LARGE_ENUM: Lint = Lint { name: "large_enum", default: Level::Warn };
/// A member takes anything.
const UNTYPED_VALUE: Lint = Lint { name: "untyped_value", default: Level::Allow };
/// A description asks for the thoughts of a model, which some providers refuse to give.
const THOUGHT_PROCESS: Lint = Lint { name: "thought_process", default: Level::Warn };
/// A required member stands behind the reasoning, where a reply that is cut at its length limit loses it.
const REQUIRED_AFTER_REASONING: Lint = Lint { name: "required_after_reasoning", default: Level::Allow };
/// A type that no value has.
const UNSATISFIABLE: Lint = Lint { name: "unsatisfiable", default: Level::Warn };

/// A keyword that nothing enforces; the builder has an option of its own for it.
const UNENFORCED: Lint = Lint { name: "unenforced", default: Level::Allow };

/// A schema file is of a kind that only a feature reads.
const SKIPPED_FILE: Lint = Lint { name: "skipped_file", default: Level::Warn };

/// Every lint there is.
const ALL: &[Lint] = &[
    MISSING_DESCRIPTION,
    REPEATED_NAME,
    AMBIGUOUS_NAMES,
    AMBIGUOUS_ALIASES,
    LARGE_ENUM,
    UNTYPED_VALUE,
    THOUGHT_PROCESS,
    REQUIRED_AFTER_REASONING,
    UNSATISFIABLE,
    UNENFORCED,
    NAME_CLASH,
    AMBIGUOUS_REEXPORT,
    SHARED_TYPES,
    UNFIT_VALUE,
    summary::NEVER_SHORTENED,
    DUPLICATE_ID,
    MISSPELT_KEYWORD,
    DUPLICATE_MEMBER,
    SKIPPED_FILE,
    MISPLACED_KEYWORD,
    ENDLESS_DEFAULT,
    #[cfg(feature = "proto")]
    proto::ANY_MESSAGE,
    #[cfg(feature = "prost")]
    crate::emit::wire::NO_WIRE_FORM,
    #[cfg(feature = "proto")]
    proto::BYTES_MEMBER,
    #[cfg(feature = "proto")]
    proto::NO_SOURCE_INFO,
    tool::TOOL_NAME,
];

/// The lints about what a model makes of a schema that say nothing unless they are asked for.
#[cfg(feature = "cli")]
pub(crate) const FOR_MODELS: [&str; 3] = [MISSING_DESCRIPTION.name, UNTYPED_VALUE.name, REQUIRED_AFTER_REASONING.name];

/// The lints of the edits between two versions of schemas.
const EDITS: [&str; 4] = ["breaks_stored_answers", "breaks_old_binaries", "breaks_source", "changes_prompt"];

/// More values than this are many.
const MANY: usize = 100;

/// Checks everything.
pub(crate) fn all(cx: &Resolved<'_>, options: &Options, diags: &Diags) {
    check_levels(options, diags);
    dialect::emit::check(cx, options, diags);
    check_ledger(cx.ir, options, diags);
    plain::all(cx, diags);
    tool::all(cx, diags);
    artifact::all(cx, options, diags);
    for (at, decl) in cx.ir.decls.iter().enumerate().filter(|(at, _)| cx.ir.is_written(DeclId(*at as u32))) {
        check_decl(cx, DeclId(at as u32), decl, diags);
    }
    for &answer in cx.ir.files.iter().flat_map(|file| &file.answers) {
        let decl = &cx.ir[answer];
        if decl.doc.text.is_none() {
            let message = format!("`{}` has no description", decl.name);
            diags.lint(MISSING_DESCRIPTION, decl.span, message).help("say what the answer is about").emit();
        }
    }
}

/// Files that nothing reads for want of a feature would be missed later, and elsewhere.
pub(crate) fn skipped(sources: &Sources, diags: &Diags) {
    for file in &sources.skipped {
        let is_proto = source::is_proto(Path::new(file));
        let (kind, help) = if is_proto { ("protobuf", NEEDS_PROTO) } else { ("YAML", NEEDS_YAML) };
        diags.lint_in(SKIPPED_FILE, file, format!("is {kind}, and was not read")).help(help).emit();
    }
}

/// A level for a lint that is none would do nothing.
fn check_levels(options: &Options, diags: &Diags) {
    let is_known = |name: &str| name == WARNINGS || EDITS.contains(&name) || ALL.iter().any(|lint| lint.name == name);
    let nearest = |name: &str| {
        let nearest = ALL.iter().map(|lint| lint.name).chain(EDITS).min_by_key(|known| spelling::distance(known, name));
        format!("did you mean `{}`?", nearest.unwrap_or_default())
    };
    for (name, _) in options.levels.iter().filter(|(name, _)| !is_known(name)) {
        diags.error_of_call(format!("there is no lint `{name}`")).help(nearest(name)).emit();
    }
    for scope in diags.scopes().iter().filter(|it| !is_known(&it.lint)) {
        diags.error(scope.place, format!("there is no lint `{}`", scope.lint)).help(nearest(&scope.lint)).emit();
    }
}

fn check_ledger(ir: &Ir, options: &Options, diags: &Diags) {
    let lint = Lint { default: options.unenforced.unwrap_or(UNENFORCED.default), ..UNENFORCED };
    for Entry { file: _, place, keyword, by, span } in &ir.ledger {
        if let Enforcer::Nobody(why) = by {
            diags.lint(lint, *span, format!("`{keyword}` at `{place}` is not enforced")).here(*why).emit();
        }
    }
}

fn check_decl(cx: &Resolved<'_>, id: DeclId, decl: &Decl, diags: &Diags) {
    check_prose(decl.doc.text.as_deref(), &decl.name, decl.span, diags);
    match &decl.kind {
        Kind::Record(it) => check_record(cx, id, it, diags),
        Kind::Enum(it) => check_enum(decl, it, diags),
        Kind::Union(it) => check_union(it, diags),
        Kind::Newtype(ty) => check_type(ty, &decl.name, decl.span, diags),
        Kind::Never => {
            diags
                .lint(UNSATISFIABLE, decl.span, format!("`{}` cannot hold any value", decl.name))
                .help("take back one of the keywords that contradict each other")
                .emit();
        }
    }
}

fn check_record(cx: &Resolved<'_>, id: DeclId, record: &Record, diags: &Diags) {
    let mut reasoning: Option<&Field> = None;
    for field in &record.fields {
        check_field(cx.ir, field, diags);
        if let (Some(reasoning), true) = (reasoning, field.required) {
            diags
                .lint(REQUIRED_AFTER_REASONING, field.span, format!("`{}` stands behind the reasoning", field.name))
                .label(reasoning.span, "the reasoning")
                .help("a reply that is cut at its length limit loses it: move the reasoning to the end")
                .emit();
        }
        reasoning = reasoning.or(field.reasoning.then_some(field));
    }
    // By the names that a model sees: where two of these are equal, that is an error already.
    let shown = |it: &Field| names::shown(&it.name, cx.settings(id).names);
    check_spellings(record.fields.iter().map(|it| (shown(it), it.accept.as_slice(), it.span)), diags);
}

fn check_field(ir: &Ir, field: &Field, diags: &Diags) {
    let Field { name, doc, ty, span, .. } = field;
    check_prose(doc.text.as_deref(), name, *span, diags);
    if doc.text.is_none() && !is_described(ir, ty) {
        diags
            .lint(MISSING_DESCRIPTION, *span, format!("`{name}` has no description"))
            .help("say what a model should put there")
            .emit();
    }
    check_type(ty, name, *span, diags);
    summary::check(ir, field, diags);
}

/// Whether the type speaks for the member.
fn is_described(ir: &Ir, ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Decl(id) => {
            let decl = &ir[*id];
            decl.doc.text.is_some() || matches!(&decl.kind, Kind::Enum(it) if it.values.len() == 1)
        }
        _ => false,
    }
}

fn check_type(ty: &Type, name: &str, span: Span, diags: &Diags) {
    match &ty.kind {
        TypeKind::Any if ty.rule.is_none() => {
            diags
                .lint(UNTYPED_VALUE, span, format!("`{name}` takes any value"))
                .help("say with `type` what a model should put there")
                .emit();
        }
        TypeKind::List(it) => check_type(&it.item, name, span, diags),
        TypeKind::Map(it) => check_type(&it.value, name, span, diags),
        TypeKind::Tuple(it) => it.items.iter().for_each(|item| check_type(item, name, span, diags)),
        _ => {}
    }
}

fn check_enum(decl: &Decl, it: &Enum, diags: &Diags) {
    if it.values.len() > MANY {
        diags
            .lint(LARGE_ENUM, decl.span, format!("`{}` has {} values", decl.name, it.values.len()))
            .help("a model chooses badly among many: ask for a text, and look it up")
            .emit();
    }
    let spelled = it.values.iter().filter_map(|value| {
        let shown = value.shown.as_ref().and_then(crate::json::Json::as_str).map(str::to_owned);
        let others: Vec<String> = shown.into_iter().chain(value.accept.iter().cloned()).collect();
        Some((value.json.as_str()?.to_owned(), others, value.json.span))
    });
    let spelled: Vec<_> = spelled.collect();
    check_spellings(spelled.iter().map(|(name, others, span)| (name.clone(), others.as_slice(), *span)), diags);
}

fn check_union(it: &Union, diags: &Diags) {
    let spellings = it
        .branches
        .iter()
        .flat_map(|branch| branch.tags.iter().map(|tag| (tag.clone(), branch.accept.as_slice(), branch.span)));
    check_spellings(spellings, diags);
}

/// Names and other spellings that mean two things, as they are or when casing and separators are taken away: then only
/// these spellings themselves are read.
fn check_spellings<'a>(spelled: impl Iterator<Item = (String, &'a [String], Span)> + Clone, diags: &Diags) {
    /// A spelling, whose it is, and where that stands.
    type Meaning = (String, String, Span);
    let mut exact: HashMap<String, Meaning> = HashMap::new();
    let mut folded: HashMap<String, Meaning> = HashMap::new();
    for (name, _, span) in spelled.clone() {
        let meaning = (name.clone(), name.clone(), span);
        exact.insert(name.clone(), meaning.clone());
        let Some((other, _, first)) = folded.insert(fold(&name), meaning) else { continue };
        if other != name {
            diags
                .lint(AMBIGUOUS_NAMES, span, format!("`{other}` and `{name}` differ in casing or separators alone"))
                .label(first, "the other one")
                .help("a model mixes them up: give one of them another name")
                .emit();
        }
    }
    for (name, accept, span) in spelled {
        for alias in accept {
            let meaning = (alias.clone(), name.clone(), span);
            let same = exact.insert(alias.clone(), meaning.clone()).filter(|(_, other, _)| *other != name);
            let alike = folded.insert(fold(alias), meaning).filter(|(_, other, _)| *other != name);
            if let Some((_, other, first)) = same {
                diags
                    .lint(AMBIGUOUS_ALIASES, span, format!("`{alias}` stands for both `{other}` and `{name}`"))
                    .label(first, format!("`{other}`"))
                    .help("take it out of one of the lists of accepted spellings")
                    .emit();
            } else if let Some((spelling, other, first)) = alike {
                let whose = if spelling == other { String::new() } else { format!(" for `{other}`") };
                diags
                    .lint(
                        AMBIGUOUS_NAMES,
                        span,
                        format!("`{alias}` for `{name}` and `{spelling}`{whose} differ in casing or separators alone"),
                    )
                    .label(first, format!("`{other}`"))
                    .help("they are read as spelled here, and any other spelling means both: take one of them out")
                    .emit();
            }
        }
    }
}

fn check_prose(text: Option<&str>, name: &str, span: Span, diags: &Diags) {
    let Some(text) = text else { return };
    if repeats(text, name) {
        diags
            .lint(REPEATED_NAME, span, format!("the description of `{name}` only repeats its name"))
            .help("say what a model could not know from the name, or leave the description out")
            .emit();
    }
    let lower = text.to_lowercase();
    if let Some((_, what)) = THOUGHTS.iter().find(|(phrase, _)| lower.contains(*phrase)) {
        diags
            .lint(THOUGHT_PROCESS, span, format!("the description of `{name}` asks for {what}"))
            .help("some providers refuse to give it: ask for a justification instead")
            .emit();
    }
}

/// What asks for the thoughts of a model, and what that is.
const THOUGHTS: [(&str, &str); 10] = [
    ("thought process", "a thought process"),
    ("thinking process", "a thinking process"),
    ("chain of thought", "a chain of thought"),
    ("chain-of-thought", "a chain-of-thought"),
    ("train of thought", "a train of thought"),
    ("inner monologue", "an inner monologue"),
    ("think step by step", "thinking step by step"),
    ("think step-by-step", "thinking step by step"),
    ("think aloud", "thinking aloud"),
    ("think out loud", "thinking out loud"),
];

/// Whether a text holds the words of a name, and articles, and nothing else.
fn repeats(text: &str, name: &str) -> bool {
    let words = text.trim_end_matches('.').split_whitespace();
    let words: Vec<&str> = words.filter(|word| !matches!(word.to_lowercase().as_str(), "the" | "a" | "an")).collect();
    fold(&words.join(" ")) == fold(name)
}
