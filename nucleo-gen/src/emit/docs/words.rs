//! Types of places in words, with links.

use super::Site;
use super::html::Esc;
use crate::emit::facets;
use crate::ir::{DeclId, Field, Type, TypeKind};

/// `list of <a>Row</a> (1 to 3 items)`, as HTML.
pub(super) fn ty(site: &Site<'_>, ty: &Type) -> String {
    let text = kind(site, &ty.kind);
    if ty.nullable && !matches!(ty.kind, TypeKind::Null) { format!("{text} or null") } else { text }
}

fn kind(site: &Site<'_>, kind: &TypeKind) -> String {
    let esc = |text: &str| Esc(text).to_string();
    match kind {
        TypeKind::Any => "anything".to_owned(),
        TypeKind::Null => "null".to_owned(),
        TypeKind::Bool => "boolean".to_owned(),
        TypeKind::Integer(it) => esc(&facets::integer(it)),
        TypeKind::Number(it) => esc(&facets::number(it)),
        TypeKind::Text(it) => esc(&facets::text(it)),
        TypeKind::List(it) => {
            format!("list of {}{}", ty(site, &it.item), esc(&facets::items(it.min, it.max, it.unique)))
        }
        TypeKind::Tuple(it) => {
            let mut items: Vec<String> = it.items.iter().map(|item| ty(site, item)).collect();
            items.extend(it.rest.iter().map(|rest| format!("any number of {}", ty(site, rest))));
            format!("list of {}", items.join(", then "))
        }
        TypeKind::Map(it) => {
            let size = facets::size(it.min, it.max, "member", "members").map(|it| format!(" ({it})"));
            format!("map of {}{}", ty(site, &it.value), size.unwrap_or_default())
        }
        TypeKind::Decl(id) => link(site, *id),
    }
}

/// A type's name, as a link where it has a page, from the page of another type.
pub(super) fn link(site: &Site<'_>, id: DeclId) -> String {
    let name = Esc(site.name(id));
    if !site.has_page(id) {
        return format!("<code>{name}</code>");
    }
    // OK because it has a page.
    format!("<a class=\"type\" href=\"{}.html\">{name}</a>", site.slugs[&id])
}

/// What else is to be known of a member: short words, each with a class.
pub(super) fn badges(field: &Field) -> Vec<(&'static str, String)> {
    let Field { required, default, summarizable, context_ignore, reasoning, doc, .. } = field;
    let mut out = Vec::new();
    match (required, default) {
        (true, _) => out.push(("must", "required".to_owned())),
        (false, None) => out.push(("may", "optional".to_owned())),
        (false, Some(it)) => out.push(("may", format!("default {}", it.to_compact()))),
    }
    let flags = [
        (doc.deprecated, "warn", "deprecated"),
        (*reasoning, "own", "reasoning"),
        (summarizable.is_some(), "own", "summarizable"),
        (*context_ignore, "own", "kept out of contexts"),
    ];
    out.extend(flags.into_iter().filter(|(on, ..)| *on).map(|(_, class, text)| (class, text.to_owned())));
    out
}
