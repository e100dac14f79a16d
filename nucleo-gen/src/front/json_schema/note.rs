//! What people wrote about a type or a member: titles, descriptions, examples, and keywords of our own.

use super::alias;
use super::graph::{Graph, SchemaId};
use super::lower::Lower;
use super::name::Site;
use super::tool;
use super::word::Word;
use crate::diag::{Diags, Span};
use crate::ir::{Decl, Doc, Ext, Kind, Role, RuleId};
use crate::json::{Json, Member, Value};
use crate::knobs::Knobs;
use crate::spelling;

/// A declaration of what stands at a place.
pub(crate) fn decl(cx: &Lower<'_, '_>, site: Site, mut kind: Kind, rule: Option<RuleId>) -> Decl {
    let json = cx.graph[site.schema].json;
    let (name, named_by) = site.name();
    let alias = cx.aliases.get(&site.schema).cloned();
    if let (Kind::Record(record), Some(_)) = (&mut kind, &alias) {
        alias::complete(record, span(json));
    }
    Decl {
        name,
        named_by,
        file: cx.files.id(cx.graph, site.schema),
        place: cx.graph.place(site.schema),
        doc: doc(json),
        kind,
        rule,
        ext: Ext { alias, ready: cx.files.ready(cx.graph, site.schema), ..ext(json, cx.diags) },
        knobs: Knobs::read(json, cx.diags),
        span: span(json),
    }
}

/// Refuses a member that a keyword of our own does not have.
pub(super) fn check_member(member: &Member, keyword: &str, members: &[&str], diags: &Diags) {
    if members.contains(&member.name.as_str()) {
        return;
    }
    let known: Vec<String> = members.iter().map(|it| format!("`{it}`")).collect();
    let nearest = members.iter().min_by_key(|it| spelling::distance(it, &member.name)).copied().unwrap_or_default();
    diags
        .error(member.name_span, format!("`{keyword}` has no member `{}`", member.name))
        .help(format!("did you mean `{nearest}`? The members are {}", known.join(", ")))
        .emit();
}

/// The place of a schema in messages: its title, else its first bytes.
pub(crate) fn span(json: &Json) -> Span {
    let Span { source, start, end } = json.span;
    json.get("title").map_or(Span { source, start, end: end.min(start + 1) }, |title| title.span)
}

pub(crate) fn doc(json: &Json) -> Doc {
    let text = |name: &str| json.get(name).and_then(Json::as_str).map(str::trim).filter(|it| !it.is_empty());
    let mut examples = json.get("examples").map_or(&[][..], Json::items).to_vec();
    examples.extend(json.get("example").cloned());
    Doc {
        title: text("title").map(str::to_owned),
        text: text("description").map(str::to_owned),
        examples,
        deprecated: json.get("deprecated").and_then(Json::as_bool) == Some(true),
    }
}

/// The values that a schema gives of its own place.
pub(crate) fn values<'j>(graph: &Graph<'j>, schema: SchemaId) -> Vec<(Role, &'j Json)> {
    let schema = &graph[schema];
    let said = |name: &str| schema.json.get(name);
    let mut values: Vec<_> = said("default").map(|json| (Role::Default, json)).into_iter().collect();
    let examples = said("examples").map_or(&[][..], Json::items).iter().chain(said("example"));
    values.extend(examples.map(|json| (Role::Example, json)));
    for assertion in &schema.words {
        match assertion.word {
            Word::Const(json) => values.push((Role::Listed, json)),
            Word::Enum(listed) => values.extend(listed.iter().map(|json| (Role::Listed, json))),
            _ => {}
        }
    }
    values
}

/// What several schemas of one place say; the first that says something counts.
pub(crate) fn doc_of(cx: &Lower<'_, '_>, schemas: &[SchemaId]) -> Doc {
    schemas.iter().map(|it| doc(cx.graph[*it].json)).fold(Doc::default(), |so_far, next| Doc {
        title: so_far.title.or(next.title),
        text: so_far.text.or(next.text),
        examples: if so_far.examples.is_empty() { next.examples } else { so_far.examples },
        deprecated: so_far.deprecated || next.deprecated,
    })
}

/// The members of a keyword of our own that names something of each value: other spellings, or a Rust name.
pub(crate) fn of_value<'j>(json: &'j Json, keyword: &str, value: &Json) -> Option<&'j Json> {
    let key = match &value.value {
        Value::Text(text) => text.clone(),
        Value::Number(text) => text.clone(),
        Value::Bool(value) => value.to_string(),
        _ => return None,
    };
    json.get(keyword)?.get(&key)
}

/// One name or a list of names.
pub(crate) fn names(json: Option<&Json>, diags: &Diags) -> Vec<String> {
    texts(json, "x-nucleo-accept", diags)
}

/// As [`names`], of another keyword.
pub(crate) fn texts(json: Option<&Json>, keyword: &str, diags: &Diags) -> Vec<String> {
    let Some(json) = json else { return Vec::new() };
    let one = std::slice::from_ref(json);
    let items = if let Value::List(items) = &json.value { items } else { one };
    items
        .iter()
        .filter_map(|item| {
            let name = item.as_str();
            if name.is_none() {
                wrong(item, keyword, "a name or a list of names", diags);
            }
            name.map(str::to_owned)
        })
        .collect()
}

/// A text with its place.
pub(crate) fn text(json: &Json, keyword: &str, diags: &Diags) -> Option<(String, Span)> {
    let it = json.get(keyword)?;
    let Some(text) = it.as_str() else {
        wrong(it, keyword, "a string", diags);
        return None;
    };
    Some((text.to_owned(), it.span))
}

pub(crate) fn flag(json: &Json, keyword: &str, diags: &Diags) -> bool {
    let Some(it) = json.get(keyword) else { return false };
    it.as_bool().unwrap_or_else(|| {
        wrong(it, keyword, "a boolean", diags);
        false
    })
}

/// The Rust name of a type or member; of an enum it names each value instead.
pub(crate) fn rust_name(json: &Json, diags: &Diags) -> Option<(String, Span)> {
    if json.get("x-nucleo-name").is_some_and(|it| matches!(it.value, Value::Object(_))) {
        return None;
    }
    text(json, "x-nucleo-name", diags)
}

fn ext(json: &Json, diags: &Diags) -> Ext {
    Ext {
        rust_name: rust_name(json, diags),
        alias: None,
        tool: json.get("x-nucleo-tool").and_then(|it| tool::read(it, diags)),
        agent: flag(json, "x-nucleo-agent", diags),
        ready: None,
    }
}

pub(crate) fn wrong(json: &Json, keyword: &str, expected: &str, diags: &Diags) {
    diags.error(json.span, format!("`{keyword}` must be {expected}")).here(format!("found {}", json.kind())).emit();
}
