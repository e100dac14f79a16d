//! What a template names is there: every fault is told at its tag, before anything is rendered.

use handlebars::template::{HelperTemplate, Parameter, Template, TemplateElement, TemplateMapping};
use serde_json::Value;

use super::Arg;
use super::facts::Facts;
use super::helpers::{BLOCKS, LISTS, TESTS, TEXTS};
use crate::diag::{Diags, Span};
use crate::resolve::ident;
use crate::spelling;

/// The types that a parameter may have, beside those of the schemas.
const TYPES: [&str; 17] = [
    "str", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    "f32", "f64",
];

/// Checks a template, and gathers its parameters. Gives whether nothing was found.
pub(super) fn all(
    template: &Template,
    facts: &Facts,
    args: &mut Vec<Arg>,
    is_word: bool,
    place: &dyn Fn((usize, usize)) -> Span,
    diags: &Diags,
) -> bool {
    let mut cx = Check { facts, args, is_word, place, diags, at: (1, 1), is_good: true };
    cx.template(template, Some(facts.root()));
    cx.is_good
}

struct Check<'c> {
    facts: &'c Facts,
    args: &'c mut Vec<Arg>,
    /// Whether the parameters are marks of the runtime's, which no Rust function has.
    is_word: bool,
    place: &'c dyn Fn((usize, usize)) -> Span,
    diags: &'c Diags,
    /// The tag that is looked at.
    at: (usize, usize),
    is_good: bool,
}

impl Check<'_> {
    fn error(&mut self, message: String, help: String) {
        self.is_good = false;
        self.diags.error((self.place)(self.at), message).help(help).emit();
    }

    /// A name that is none, with the one that may be meant.
    fn unknown<'k>(&mut self, what: &str, name: &str, known: impl Iterator<Item = &'k str>) {
        let nearest = known.min_by_key(|known| spelling::distance(known, name));
        let help = nearest.map_or_else(|| "there is none".to_owned(), |nearest| format!("did you mean `{nearest}`?"));
        self.error(format!("there is no {what} `{name}`"), help);
    }

    /// `scope`: what names refer to; `None` where that is not known.
    fn template(&mut self, template: &Template, scope: Option<&Value>) {
        for (element, TemplateMapping { 0: line, 1: column, .. }) in template.elements.iter().zip(&template.mapping) {
            self.at = (*line, *column);
            match element {
                TemplateElement::RawString(_) | TemplateElement::Comment(_) => {}
                TemplateElement::Expression(it) | TemplateElement::HtmlExpression(it) => self.expression(it, scope),
                TemplateElement::HelperBlock(it) => self.block(it, scope),
                _ => self.error(
                    "partials and decorators are not taken here".to_owned(),
                    "write the text out, or pass it as an `arg`".to_owned(),
                ),
            }
        }
    }

    fn expression(&mut self, it: &HelperTemplate, scope: Option<&Value>) {
        let Some(name) = it.name.as_name() else { return };
        if it.params.is_empty()
            && it.hash.is_empty()
            && !TEXTS.contains(&name)
            && !LISTS.contains(&name)
            && name != "arg"
        {
            self.path(name, scope);
            return;
        }
        match name {
            "arg" => self.arg(it),
            name if TEXTS.contains(&name) || LISTS.contains(&name) => self.subject(name, it, scope),
            name if TESTS.contains(&name) || name == "lookup" => self.params(it, scope),
            name => self.unknown("helper", name, helpers()),
        }
    }

    fn block(&mut self, it: &HelperTemplate, scope: Option<&Value>) {
        let name = it.name.as_name().unwrap_or_default();
        if !BLOCKS.contains(&name) {
            self.unknown("block", name, BLOCKS.into_iter());
            return;
        }
        self.params(it, scope);
        let at = self.at;
        let subject = it.params.first().and_then(Parameter::as_name).and_then(|path| resolve(path, scope));
        let inner = match name {
            "each" => subject.and_then(|it| it.as_array()?.first()),
            "with" => subject,
            _ => scope,
        };
        it.template.iter().for_each(|template| self.template(template, inner));
        it.inverse.iter().for_each(|template| self.template(template, scope));
        self.at = at;
    }

    fn params(&mut self, it: &HelperTemplate, scope: Option<&Value>) {
        for parameter in it.params.iter().chain(it.hash.values()) {
            match parameter {
                Parameter::Path(_) | Parameter::Name(_) => {
                    if let Some(path) = parameter.as_name() {
                        self.path(path, scope);
                    }
                }
                Parameter::Subexpression(inner) => {
                    if let TemplateElement::Expression(inner) = inner.as_element() {
                        self.expression(inner, scope);
                    }
                }
                _ => {}
            }
        }
    }

    /// A path to a fact: `OrderAnswer.field.status.values`, or `name` inside a block.
    fn path(&mut self, path: &str, scope: Option<&Value>) {
        let is_free = path.starts_with(['@', '.']) || path == "this" || path.starts_with("this.");
        let Some(mut value) = scope.filter(|_| !is_free) else { return };
        let is_root = std::ptr::eq(value, self.facts.root());
        for (at, name) in path.split(['.', '/']).enumerate() {
            let next = match value {
                Value::Array(items) => name.trim_matches(['[', ']']).parse().ok().and_then(|at: usize| items.get(at)),
                other => other.get(name),
            };
            let Some(next) = next else {
                let known: Vec<&str> = match value {
                    _ if at == 0 && is_root => self.facts.names.iter().map(String::as_str).collect(),
                    Value::Object(it) => it.keys().map(String::as_str).collect(),
                    _ => Vec::new(),
                };
                let what = if at == 0 && is_root { "type" } else { "fact" };
                return self.unknown(what, name, known.into_iter());
            };
            value = next;
        }
    }

    /// The type, or member, that a helper shows.
    fn subject(&mut self, helper: &str, it: &HelperTemplate, scope: Option<&Value>) {
        let Some(path) = it.params.first().and_then(Parameter::as_name).filter(|_| it.params.len() == 1) else {
            let of = if LISTS.contains(&helper) { "a type or a member, `Type.member`" } else { "a type" };
            return self.error(format!("`{helper}` is of {of}"), format!("write `{{{{{helper} Type}}}}`"));
        };
        let (name, member) = path.split_once('.').map_or((path, None), |(name, member)| (name, Some(member)));
        let Some(facts) = self.facts.root().get(name) else {
            let names: Vec<&str> = self.facts.names.iter().map(String::as_str).collect();
            return self.unknown("type", name, names.into_iter());
        };
        let _ = scope;
        match member {
            None if TEXTS.contains(&helper) && facts[helper].is_null() => {
                self.error(format!("`{helper}` does not take `{name}`"), "`nucleo-gen report` says why".to_owned());
            }
            None => {}
            Some(_) if !matches!(helper, "values" | "examples") => {
                self.error(format!("`{helper}` is of a whole type"), format!("write `{{{{{helper} {name}}}}}`"));
            }
            Some(member) if facts["field"].get(member).is_none() => {
                let known: Vec<&str> =
                    facts["field"].as_object().into_iter().flat_map(|it| it.keys().map(String::as_str)).collect();
                self.unknown(&format!("member of `{name}`"), member, known.into_iter());
            }
            Some(_) => {}
        }
    }

    /// `{{arg "customer"}}`, `{{arg "count" type="u32"}}`
    fn arg(&mut self, it: &HelperTemplate) {
        let literal = |it: Option<&Parameter>| match it {
            Some(Parameter::Literal(Value::String(text))) => Some(text.clone()),
            _ => None,
        };
        let Some(name) = literal(it.params.first()) else {
            return self.error("an `arg` has a name".to_owned(), "write `{{arg \"customer\"}}`".to_owned());
        };
        let first = name.chars().next().is_some_and(|c| c.is_ascii_lowercase() || c == '_' && name.len() > 1);
        if !first
            || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            || !self.is_word && ident::is_keyword(&name)
        {
            return self.error(format!("`{name}` is no name for a parameter"), "use a name in snake_case".to_owned());
        }
        let ty = match it.hash.get("type") {
            None => "str".to_owned(),
            some => literal(some).unwrap_or_default(),
        };
        if !TYPES.contains(&ty.as_str()) && !self.facts.names.contains(&ty) {
            let names: Vec<String> =
                TYPES.iter().map(|it| (*it).to_owned()).chain(self.facts.names.iter().cloned()).collect();
            return self.unknown("type", &ty, names.iter().map(String::as_str));
        }
        match self.args.iter().find(|arg| arg.name == name) {
            Some(arg) if arg.ty != ty => {
                let message = format!("`{name}` is of type `{ty}` here, and of type `{}` before", arg.ty);
                self.error(message, "give it one type at each place".to_owned());
            }
            Some(_) => {}
            None => self.args.push(Arg { name, ty }),
        }
    }
}

fn helpers() -> impl Iterator<Item = &'static str> {
    TEXTS.into_iter().chain(LISTS).chain(["arg", "lookup"]).chain(TESTS)
}

fn resolve<'v>(path: &str, scope: Option<&'v Value>) -> Option<&'v Value> {
    path.split(['.', '/']).try_fold(scope?, |value, name| value.get(name))
}
