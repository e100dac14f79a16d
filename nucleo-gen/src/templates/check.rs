//! What a template names is there: every fault is told at its tag, before anything is rendered.

use handlebars::template::{BlockParam, HelperTemplate, Parameter, Template, TemplateElement, TemplateMapping};
use serde_json::Value;

use super::Arg;
use super::facts::{self, Facts};
use super::helpers::{BLOCKS, LISTS, TESTS, TEXTS};
use crate::diag::{Diags, Span};
use crate::resolve::ident::{self, Case};
use crate::spelling;

/// The types that a parameter may have, beside those of the schemas.
const TYPES: [&str; 17] = [
    "str", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    "f32", "f64",
];

/// The names that a loop gives.
const LOCALS: [&str; 4] = ["index", "first", "last", "key"];

/// Checks a template, and gathers its parameters. Gives whether nothing was found.
pub(super) fn all(
    template: &Template,
    facts: &Facts,
    args: &mut Vec<Arg>,
    is_word: bool,
    place: &dyn Fn((usize, usize)) -> Span,
    diags: &Diags,
) -> bool {
    let scopes = vec![Scope { value: Some(facts.root()), named: Vec::new() }];
    let mut cx = Check { facts, args, is_word, place, diags, scopes, at: (1, 1), is_good: true };
    cx.template(template);
    cx.is_good
}

/// What names refer to: the facts, or inside `each` and `with` one of them.
struct Scope<'c> {
    /// `None` where it is not known, as in a loop over an empty list.
    value: Option<&'c Value>,
    /// What `as |name|` names.
    named: Vec<(String, Option<&'c Value>)>,
}

struct Check<'c> {
    facts: &'c Facts,
    args: &'c mut Vec<Arg>,
    /// Whether the parameters are marks of the runtime's, which no Rust function has.
    is_word: bool,
    place: &'c dyn Fn((usize, usize)) -> Span,
    diags: &'c Diags,
    scopes: Vec<Scope<'c>>,
    /// The tag that is looked at.
    at: (usize, usize),
    is_good: bool,
}

impl<'c> Check<'c> {
    fn error(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.is_good = false;
        self.diags.error((self.place)(self.at), message).help(help).emit();
    }

    /// A name that is none, with the one that may be meant.
    fn unknown<'k>(&mut self, what: &str, name: &str, known: impl IntoIterator<Item = &'k str>) {
        let nearest = known.into_iter().min_by_key(|known| spelling::distance(known, name));
        let help = nearest.map_or_else(|| "there is none".to_owned(), |nearest| format!("did you mean `{nearest}`?"));
        self.error(format!("there is no {what} `{name}`"), help);
    }

    fn template(&mut self, template: &Template) {
        for (element, TemplateMapping { 0: line, 1: column, .. }) in template.elements.iter().zip(&template.mapping) {
            self.at = (*line, *column);
            match element {
                TemplateElement::RawString(_) | TemplateElement::Comment(_) => {}
                TemplateElement::Expression(it) | TemplateElement::HtmlExpression(it) => self.expression(it),
                TemplateElement::HelperBlock(it) => self.block(it),
                _ => self
                    .error("partials and decorators are not taken here", "write the text out, or pass it as an `arg`"),
            }
        }
    }

    /// A tag that is replaced by a text.
    fn expression(&mut self, it: &HelperTemplate) {
        let Some(name) = it.name.as_name() else {
            return self.error("nothing is named here", "write `{{notation Type}}`");
        };
        if name == "arg" {
            return self.arg(it);
        }
        if is_helper(name) || !it.params.is_empty() || !it.hash.is_empty() {
            self.call(it);
            return;
        }
        match self.path(name) {
            Some(Value::Object(it)) if it.contains_key("notation") => {
                self.error(format!("`{name}` is a whole type"), format!("write `{{{{notation {name}}}}}`"));
            }
            Some(Value::Object(_) | Value::Array(_)) => {
                self.error(format!("`{name}` is no text"), format!("write `{{{{#each {name}}}}}…{{{{/each}}}}`"));
            }
            _ => {}
        }
    }

    /// A helper's call, with what it gives where that is known.
    fn call(&mut self, it: &HelperTemplate) -> Option<&'c Value> {
        let name = it.name.as_name().unwrap_or_default();
        if TEXTS.contains(&name) || LISTS.contains(&name) {
            return self.subject(name, it);
        }
        if name == "arg" {
            self.error("an `arg` has no value when prompts are made", "show it as it stands: `{{arg …}}`");
        } else if TESTS.contains(&name) || name == "lookup" {
            for parameter in it.params.iter().chain(it.hash.values()) {
                self.parameter(parameter);
            }
        } else {
            self.unknown("helper", name, helpers());
        }
        None
    }

    fn parameter(&mut self, it: &Parameter) -> Option<&'c Value> {
        match it {
            Parameter::Path(_) | Parameter::Name(_) => self.path(it.as_name()?),
            Parameter::Subexpression(inner) => match inner.as_element() {
                TemplateElement::Expression(inner) => self.call(inner),
                _ => None,
            },
            _ => None,
        }
    }

    fn block(&mut self, it: &HelperTemplate) {
        let name = it.name.as_name().unwrap_or_default();
        if !BLOCKS.contains(&name) {
            return self.unknown("block", name, BLOCKS);
        }
        let [subject] = it.params.as_slice() else {
            return self.error(format!("`{name}` is of one fact"), format!("write `{{{{#{name} Type.fact}}}}`"));
        };
        let was_good = std::mem::replace(&mut self.is_good, true);
        let subject = self.parameter(subject);
        let is_known = std::mem::replace(&mut self.is_good, was_good);
        if !is_known {
            self.is_good = false;
            // What stands inside would be told all over again.
            return;
        }
        let at = self.at;
        let inner = match (name, subject) {
            ("each", Some(Value::Array(items))) => items.first(),
            ("each", Some(Value::Object(items))) => items.values().next(),
            ("each", Some(_)) => {
                let help = "use `fields`, `values` or `examples` of a type: `{{#each (fields Type)}}`";
                return self.error("`each` goes over a list", help);
            }
            ("with", _) => subject,
            _ => None,
        };
        let is_scope = matches!(name, "each" | "with");
        if is_scope {
            self.scopes.push(Scope { value: inner, named: named(it, inner) });
        }
        it.template.iter().for_each(|template| self.template(template));
        if is_scope {
            self.scopes.pop();
        }
        it.inverse.iter().for_each(|template| self.template(template));
        self.at = at;
    }

    /// A path to a fact: `OrderAnswer.field.status.values`, `name` inside a block, `../name` around it.
    fn path(&mut self, path: &str) -> Option<&'c Value> {
        let (mut value, rest) = self.start(path)?;
        let is_root = std::ptr::eq(value, self.facts.root());
        for (at, name) in facts::segments(rest).into_iter().enumerate() {
            if at == 0 && is_root && self.is_ambiguous(name) {
                return None;
            }
            let next = match value {
                Value::Array(items) => name.parse().ok().and_then(|at: usize| items.get(at)),
                other => other.get(name),
            };
            let Some(next) = next else {
                match value {
                    _ if at == 0 && is_root => self.unknown("type", name, self.facts.names()),
                    Value::Object(it) => self.unknown("fact", name, it.keys().map(String::as_str)),
                    _ => self.unknown("fact", name, []),
                }
                return None;
            };
            value = next;
        }
        Some(value)
    }

    /// Where a path begins, and what is left of it; `None` where that is not known, or not there.
    fn start<'p>(&mut self, path: &'p str) -> Option<(&'c Value, &'p str)> {
        let (mut rest, mut up) = (path, 0);
        if let Some(name) = path.strip_prefix('@') {
            if let Some(rest) = name.strip_prefix("root") {
                return Some((self.facts.root(), rest.trim_start_matches(['.', '/'])));
            }
            let name = name.trim_start_matches("../");
            if self.scopes.len() == 1 || !LOCALS.contains(&name) {
                self.unknown("name", path, ["@root", "@index", "@first", "@last"]);
            }
            return None;
        }
        while let Some(outer) = rest.strip_prefix("../") {
            (rest, up) = (outer, up + 1);
        }
        let Some(at) = self.scopes.len().checked_sub(up + 1) else {
            self.error(format!("nothing is around this for `{path}`"), "remove `../`");
            return None;
        };
        for this in ["this.", "this/", "./"] {
            rest = rest.strip_prefix(this).unwrap_or(rest);
        }
        if matches!(rest, "this" | "." | "") {
            rest = "";
        }
        let first = facts::segments(rest).first().copied().unwrap_or_default();
        // OK because `at` is below the number of scopes.
        let named = self.scopes[..=at].iter().rev().flat_map(|scope| &scope.named).find(|(name, _)| name == first);
        if let Some((_, value)) = named {
            // OK because `rest` begins with `first`, which has no brackets.
            return Some(((*value)?, rest[first.len()..].trim_start_matches(['.', '/'])));
        }
        Some((self.scopes[at].value?, rest))
    }

    /// The type, or member, that a helper shows; gives what it shows.
    fn subject(&mut self, helper: &str, it: &HelperTemplate) -> Option<&'c Value> {
        let Some(path) = it.params.first().and_then(Parameter::as_name).filter(|_| it.params.len() == 1) else {
            let of = if LISTS.contains(&helper) { "a type or a member, `Type.member`" } else { "a type" };
            self.error(format!("`{helper}` is of {of}"), format!("write `{{{{{helper} Type}}}}`"));
            return None;
        };
        let (name, member) = facts::halves(path);
        if self.is_ambiguous(name) {
            return None;
        }
        let Some(facts) = self.facts.root().get(name) else {
            self.unknown("type", name, self.facts.names());
            return None;
        };
        match member {
            None if facts[helper].is_null() => {
                self.error(format!("`{helper}` does not take `{name}`"), "`nucleo-gen report` says why");
                None
            }
            None => Some(&facts[helper]),
            Some(_) if !matches!(helper, "values" | "examples") => {
                self.error(format!("`{helper}` is of a whole type"), format!("write `{{{{{helper} {name}}}}}`"));
                None
            }
            Some(member) => {
                let Some(field) = facts["field"].get(member) else {
                    let known = facts["field"].as_object().into_iter().flat_map(|it| it.keys().map(String::as_str));
                    self.unknown(&format!("member of `{name}`"), member, known);
                    return None;
                };
                Some(&field[helper])
            }
        }
    }

    /// Whether two types have the name, so that neither is meant.
    fn is_ambiguous(&mut self, name: &str) -> bool {
        let Some([first, second]) = self.facts.ambiguous(name) else { return false };
        self.is_good = false;
        self.diags
            .error((self.place)(self.at), format!("`{name}` names two types"))
            .label(first, "one")
            .label(second, "the other")
            .help("give one of them another name with `x-nucleo-name`")
            .emit();
        true
    }

    /// `{{arg "customer"}}`, `{{arg "count" "u32"}}`, `{{arg "count" type="u32"}}`
    fn arg(&mut self, it: &HelperTemplate) {
        let usage = "write `{{arg \"customer\"}}`, or `{{arg \"count\" \"u32\"}}`";
        let (name, ty) = match (it.params.as_slice(), it.hash.get("type"), it.hash.len()) {
            ([name], None, 0) => (text(name), Some("str")),
            ([name, ty], None, 0) | ([name], Some(ty), 1) => (text(name), text(ty)),
            _ => (None, None),
        };
        let (Some(name), Some(ty)) = (name, ty) else {
            return self.error("an `arg` has a name in quotes, and perhaps a type", usage);
        };
        // A mark of the runtime's may be a keyword of Rust's: `type`.
        let is_name = if self.is_word { !name.is_empty() } else { ident::plain(name, Case::Snake) == name };
        if !is_name || name.starts_with("r#") || name.contains(['{', '}']) {
            return self.error(format!("`{name}` is no name for a parameter"), "use a name in snake_case");
        }
        if self.is_ambiguous(ty) {
            return;
        }
        if !TYPES.contains(&ty) && !self.facts.is_coded(ty) {
            return self.unknown("type", ty, TYPES.into_iter().chain(self.facts.coded()));
        }
        match self.args.iter().find(|arg| arg.name == name) {
            Some(arg) if arg.ty != ty => {
                let message = format!("`{name}` is of type `{ty}` here, and of type `{}` before", arg.ty);
                self.error(message, "give it one type at each place");
            }
            Some(_) => {}
            None => self.args.push(Arg { name: name.to_owned(), ty: ty.to_owned() }),
        }
    }
}

/// A literal in quotes.
fn text(it: &Parameter) -> Option<&str> {
    if let Parameter::Literal(Value::String(text)) = it { Some(text) } else { None }
}

/// What `as |value key|` names.
fn named<'c>(it: &HelperTemplate, value: Option<&'c Value>) -> Vec<(String, Option<&'c Value>)> {
    let name = |it: &Parameter| it.as_name().unwrap_or_default().to_owned();
    match &it.block_param {
        Some(BlockParam::Single(it)) => vec![(name(it), value)],
        Some(BlockParam::Pair((it, key))) => vec![(name(it), value), (name(key), None)],
        _ => Vec::new(),
    }
}

fn is_helper(name: &str) -> bool {
    helpers().any(|helper| helper == name)
}

fn helpers() -> impl Iterator<Item = &'static str> {
    TEXTS.into_iter().chain(LISTS).chain(["arg", "lookup"]).chain(TESTS)
}
