//! What was expected, in words that a model follows: they come from the schema, and never from a reply.

mod check;
mod form;
mod number;
mod values;

use std::borrow::Cow;

use crate::fault::{Expected, Fault, FaultKind};
use crate::path::Path;
use crate::shape::{Format, Kind, List, Literal, Map, Record, Shape, Text, Tuple, Type, TypeId, Union};

pub(crate) use form::form;

/// The most members, values or branches that are listed.
const LISTED: usize = 12;

/// What the words are for.
#[derive(Clone, Copy)]
pub(crate) struct Hint<'r> {
    /// The kind of the fault.
    pub(crate) kind: FaultKind,
    /// What stands in the reply at the fault's place: it orders the accepted values, and is never shown.
    pub(crate) word: &'r str,
}

/// What was expected at the place of `fault` in a reply that is read as `root`: a noun phrase.
pub(crate) fn words(root: Shape, fault: &Fault, reply: &str) -> Cow<'static, str> {
    // Only there does the span hold what was written in the place of an accepted value.
    let is_value = matches!(fault.kind, FaultKind::Enum | FaultKind::Branch);
    let word = fault.span.clone().filter(|_| is_value).and_then(|span| reply.get(span)).unwrap_or_default();
    let hint = Hint { kind: fault.kind, word };
    match &fault.expected {
        Expected::Words(words) => words.clone(),
        Expected::Shape(shape) => of_shape(*shape, hint).into(),
        Expected::Tag(shape) => match &shape.ty().kind {
            Kind::Union(union) => of_tags(union, hint).into(),
            _ => of_shape(*shape, hint).into(),
        },
        Expected::Check(check) => {
            let names = Names { root, path: &fault.path };
            check::of_check(names, check, hint, 0).into()
        }
    }
}

/// What the name of a map's entry has to be.
pub(crate) fn of_name(shape: Shape, kind: FaultKind) -> String {
    format!("a name that is {}", of_shape(shape, Hint { kind, word: "" }))
}

/// What turns a source's name into the one that the model sees.
#[derive(Clone, Copy)]
pub(crate) struct Names<'p> {
    root: Shape,
    path: &'p Path,
}

impl Names<'_> {
    fn shown(self, name: &'static str) -> &'static str {
        match self.root.locate(self.path).map(|shape| shape.ty().kind) {
            Some(Kind::Record(record)) => {
                record.fields.iter().find(|field| field.name == name).map_or(name, |field| field.shown)
            }
            _ => name,
        }
    }
}

/// A value of `shape`: `a string of at most 8 characters or null`.
fn of_shape(shape: Shape, hint: Hint<'_>) -> String {
    let ty = shape.ty();
    let mut out = match &ty.kind {
        Kind::Any => "any JSON value".to_owned(),
        Kind::Never => "no value at all".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Bool => "true or false".to_owned(),
        Kind::Integer(it) => number::of_integer(it, hint.kind),
        Kind::Number(it) => number::of_number(it),
        Kind::Text(it) => of_text(shape, it),
        Kind::Enum(variants) => {
            let values: Vec<&Literal> = variants.iter().map(|variant| &variant.shown).collect();
            values::one_of(&values, hint.word)
        }
        Kind::List(it) => of_list(shape, it),
        Kind::Tuple(it) => of_tuple(shape, it),
        Kind::Map(it) => of_map(shape, it),
        Kind::Record(it) => of_record(ty, it),
        Kind::Union(it) => of_union(shape, it, hint),
        Kind::Same(to) => of_shape(shape.at(*to), hint),
        Kind::Mapped(mapped) => of_shape(shape.at(mapped.ty), hint),
    };
    if ty.nullable {
        out.push_str(", or null");
    }
    out
}

fn of_text(shape: Shape, text: &Text) -> String {
    let mut out = match text.format {
        Format::Plain if text.min == 1 && text.max == u32::MAX => "a non-empty string".to_owned(),
        Format::Plain => "a string".to_owned(),
        format => of_format(format),
    };
    if text.max != u32::MAX || text.min > 1 {
        out += &format!(" of {}", count(text.min.into(), bound(text.max), "character"));
    }
    let mut link = " that matches";
    for &pattern in text.patterns {
        out += &format!("{link} `{}`", values::clip(shape.table.pattern(pattern).source));
        link = " and";
    }
    out
}

/// A text of some format, with an example of it.
fn of_format(format: Format) -> String {
    let (name, example) = match format {
        Format::Plain => return "a string".to_owned(),
        Format::Date => ("a date", "2026-03-09"),
        Format::DateTime => ("a date and time", "2026-03-09T18:20:05Z"),
        Format::Time => ("a time of day", "18:20:05"),
        Format::Duration => ("an ISO 8601 duration", "P3DT4H"),
        Format::Timestamp => ("a date and time with its offset", "2026-03-09T18:20:05Z"),
        Format::Seconds => ("a duration in seconds", "1.5s"),
        Format::Base64 => ("bytes in base64", "bnVjbGVv"),
        Format::Named(name) => match example(name) {
            Some((name, example)) => (name, example),
            None => return format!("a string in the format `{name}`"),
        },
    };
    format!("{name} such as \"{example}\"")
}

fn example(format: &str) -> Option<(&'static str, &'static str)> {
    Some(match format {
        "email" | "idn-email" => ("an email address", "ana@example.com"),
        "uuid" => ("a UUID", "2f1c7a52-9d0e-4b7a-8c35-6e0f1d2a3b4c"),
        "uri" | "iri" => ("a URI", "https://example.com/a"),
        "uri-reference" | "iri-reference" => ("a URI or relative reference", "/a/b"),
        "hostname" | "idn-hostname" => ("a host name", "www.example.com"),
        "ipv4" => ("an IPv4 address", "192.0.2.1"),
        "ipv6" => ("an IPv6 address", "2001:db8::1"),
        "json-pointer" => ("a JSON pointer", "/items/0"),
        "byte" | "base64" => ("text in base64", "aGVsbG8="),
        _ => return None,
    })
}

fn of_list(shape: Shape, list: &List) -> String {
    let items = many(shape.at(list.item));
    sized(format!("an array of {items}"), list.min, list.max, list.unique)
}

fn of_tuple(shape: Shape, tuple: &Tuple) -> String {
    let places: Vec<String> = tuple.items.iter().take(LISTED).map(|&item| brief(shape, item)).collect();
    let mut out = format!("an array that holds {}", listed(&places, tuple.items.len(), "and then"));
    if let Some(rest) = tuple.rest {
        out += &format!(", then {}", many(shape.at(rest)));
    }
    let min = if tuple.min as usize == tuple.items.len() { 0 } else { tuple.min };
    sized(out, min, tuple.max, tuple.unique)
}

fn sized(mut out: String, min: u32, max: u32, unique: bool) -> String {
    if min > 0 || max != u32::MAX {
        out += &format!(", with {}", count(min.into(), bound(max), "element"));
    }
    if unique {
        out += ", no two of them equal";
    }
    out
}

fn of_map(shape: Shape, map: &Map) -> String {
    let mut out = format!("an object whose members are {}", many(shape.at(map.value)));
    if map.min > 0 || map.max != u32::MAX {
        out += &format!(", with {}", count(map.min.into(), bound(map.max), "member"));
    }
    out
}

fn of_record(ty: &Type, record: &Record) -> String {
    let required: Vec<String> =
        record.fields.iter().filter(|field| field.required).map(|field| format!("`{}`", field.shown)).collect();
    let object = object(ty.name);
    match required.len() {
        0 => object,
        1 => format!("{object} with the member {}", required[0]),
        all => format!("{object} with the members {}", listed(&required, all, "and")),
    }
}

fn of_union(shape: Shape, union: &Union, hint: Hint<'_>) -> String {
    let Some(tag) = union.tag else {
        let branches: Vec<String> = union.branches.iter().map(|branch| brief(shape, branch.ty)).collect();
        return listed(&branches, branches.len(), "or");
    };
    format!("an object whose `{}` is {}", tag.shown, of_tags(union, hint))
}

/// The values that name the branches of a union.
fn of_tags(union: &Union, hint: Hint<'_>) -> String {
    let tags: Vec<Literal> =
        union.branches.iter().flat_map(|branch| branch.tags).map(|&tag| Literal::Text(tag)).collect();
    values::one_of(&tags.iter().collect::<Vec<_>>(), hint.word)
}

/// A type in one or two words, with its article.
fn brief(shape: Shape, id: TypeId) -> String {
    let ty = shape.at(id).ty();
    let out = match &ty.kind {
        Kind::Any => "any JSON value".to_owned(),
        Kind::Never => "no value at all".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Bool => "true or false".to_owned(),
        Kind::Integer(_) => "an integer".to_owned(),
        Kind::Number(_) => "a number".to_owned(),
        Kind::Text(text) => of_format(text.format),
        Kind::Enum(variants) => match variants {
            [one] => values::show(&one.shown),
            _ if ty.name.is_empty() => "a listed value".to_owned(),
            _ => format!("a value of `{}`", ty.name),
        },
        Kind::List(_) | Kind::Tuple(_) => "an array".to_owned(),
        Kind::Map(_) => "an object".to_owned(),
        Kind::Record(_) => object(ty.name),
        Kind::Union(_) if ty.name.is_empty() => "one of several types".to_owned(),
        Kind::Union(_) => format!("a value of `{}`", ty.name),
        Kind::Same(to) => brief(shape, *to),
        Kind::Mapped(mapped) => brief(shape, mapped.ty),
    };
    if ty.nullable { out + " or null" } else { out }
}

/// Several values of one type.
fn many(shape: Shape) -> String {
    let ty = shape.ty();
    let out = match &ty.kind {
        Kind::Any | Kind::Never => "values".to_owned(),
        Kind::Null => "nulls".to_owned(),
        Kind::Bool => "booleans".to_owned(),
        Kind::Integer(_) => "integers".to_owned(),
        Kind::Number(_) => "numbers".to_owned(),
        Kind::Text(text) => match text.format {
            Format::Plain => "strings".to_owned(),
            Format::Date => "dates".to_owned(),
            format => format!("strings, each {}", of_format(format)),
        },
        Kind::Enum(_) | Kind::Union(_) if ty.name.is_empty() => "values".to_owned(),
        Kind::Enum(_) | Kind::Union(_) => format!("`{}` values", ty.name),
        Kind::List(_) | Kind::Tuple(_) => "arrays".to_owned(),
        Kind::Map(_) => "objects".to_owned(),
        Kind::Record(_) if ty.name.is_empty() => "objects".to_owned(),
        Kind::Record(_) => format!("`{}` objects", ty.name),
        Kind::Same(to) => many(shape.at(*to)),
        Kind::Mapped(mapped) => many(shape.at(mapped.ty)),
    };
    if ty.nullable { out + " or nulls" } else { out }
}

fn object(name: &str) -> String {
    match name.chars().next() {
        None => "an object".to_owned(),
        Some('A' | 'E' | 'I' | 'O') => format!("an `{name}` object"),
        Some(_) => format!("a `{name}` object"),
    }
}

fn bound(max: u32) -> u64 {
    if max == u32::MAX { u64::MAX } else { max.into() }
}

/// `3 to 10 characters`, `at least 1 element`, `at most 8 members`.
fn count(min: u64, max: u64, noun: &str) -> String {
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    match (min, max) {
        (min, u64::MAX) => format!("at least {min} {noun}{}", plural(min)),
        (0, max) => format!("at most {max} {noun}{}", plural(max)),
        (min, max) if min == max => format!("exactly {max} {noun}{}", plural(max)),
        (min, max) => format!("{min} to {max} {noun}s"),
    }
}

/// `a, b and c`; of more than a model needs, the first ones.
fn listed(parts: &[String], all: usize, link: &str) -> String {
    let shown = &parts[..parts.len().min(LISTED)];
    if shown.len() < all {
        return format!("{} {link} {} more", shown.join(", "), all - shown.len());
    }
    match shown {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {link} {last}", first.join(", ")),
    }
}
