//! An example value of a type: from the examples, defaults and bounds of its schema, and shown only where it fits.

use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::Shape;

use super::Site;
use crate::emit::pretty::Tree;
use crate::ir::{DeclId, Doc, Field, Integer, Kind, List, Map, Number, Other, Rest, Text, Type, TypeKind};
use crate::resolve::clash::each_type;

/// Types within types, deeper than any that a person reads.
const DEEP: usize = 12;

/// A value in the schema's own names; `None` where none was found that fits.
pub(super) fn of(site: &Site<'_>, id: DeclId) -> Option<Tree> {
    let shape = Shape { table: site.shapes.table, id: site.shapes.of(id), profile: &Profile::STRICT };
    let fits = |tree: &Tree| nucleo_runtime::faults_of(&shape, &tree.compact()).is_empty();
    let given = site.decl(id).doc.examples.first().map(Tree::from);
    let (full, bare) = (Maker { site, full: true }, Maker { site, full: false });
    let whole = given.into_iter().chain(full.decl(id, 0)).find(fits);
    whole.or_else(|| Some(grown(bare.decl(id, 0).filter(fits)?, full.decl(id, 0)?, &fits)))
}

/// A value that fits, with each further member that it can have and still fit, in the order of the fuller one.
fn grown(bare: Tree, full: Tree, fits: &dyn Fn(&Tree) -> bool) -> Tree {
    let (Tree::Object(mut members), Tree::Object(wanted)) = (bare.clone(), full) else { return bare };
    for (at, member) in wanted.iter().enumerate() {
        if members.iter().any(|(name, _)| *name == member.0) {
            continue;
        }
        let before: Vec<&String> = wanted[..at].iter().map(|(name, _)| name).collect();
        let place = members.iter().take_while(|(name, _)| before.contains(&name)).count();
        members.insert(place, member.clone());
        if !fits(&Tree::Object(members.clone())) {
            members.remove(place);
        }
    }
    Tree::Object(members)
}

struct Maker<'a> {
    site: &'a Site<'a>,
    /// Whether optional members are written, too.
    full: bool,
}

impl Maker<'_> {
    fn decl(&self, id: DeclId, depth: usize) -> Option<Tree> {
        if depth > DEEP {
            return None;
        }
        let decl = self.site.decl(id);
        if let (Some(json), true) = (decl.doc.examples.first(), depth > 0) {
            return Some(Tree::from(json));
        }
        match &decl.kind {
            Kind::Record(it) => {
                let mut members = Vec::new();
                for field in &it.fields {
                    match self.field(id, field, depth) {
                        Some(value) => members.push((field.name.clone(), value)),
                        None if field.required => return None,
                        None => {}
                    }
                }
                if let (Rest::Keep { patterns, other: Other::Keep(ty), .. }, true) = (&it.rest, depth == 0) {
                    let plain = patterns.is_empty() && it.fields.iter().all(|field| field.name != "key");
                    members.extend(plain.then(|| self.ty(ty, depth + 1)).flatten().map(|it| ("key".to_owned(), it)));
                }
                Some(Tree::Object(members))
            }
            Kind::Enum(it) => it.values.first().map(|value| Tree::from(&value.json)),
            Kind::Union(it) => it.branches.iter().find_map(|branch| self.ty(&branch.ty, depth + 1)),
            Kind::Newtype(ty) => self.ty(ty, depth + 1),
            Kind::Never => None,
        }
    }

    fn field(&self, holder: DeclId, field: &Field, depth: usize) -> Option<Tree> {
        let is_needless = !field.required && (!self.full || depth > 3 || self.comes_back(holder, &field.ty));
        if is_needless {
            return None;
        }
        let given = given(&field.doc).or_else(|| field.default.as_ref().map(Tree::from));
        given.or_else(|| self.ty(&field.ty, depth + 1))
    }

    /// Whether a place holds its own holder again, at once or by one type between.
    fn comes_back(&self, holder: DeclId, ty: &Type) -> bool {
        let mut back = false;
        crate::resolve::clash::each_decl(ty, &mut |id| {
            back |= id == holder;
            each_type(&self.site.decl(id).kind, &mut |ty| {
                crate::resolve::clash::each_decl(ty, &mut |id| back |= id == holder);
            });
        });
        back
    }

    fn ty(&self, ty: &Type, depth: usize) -> Option<Tree> {
        let made = match &ty.kind {
            TypeKind::Any => Some(Tree::text("…")),
            TypeKind::Null => Some(Tree::Null),
            TypeKind::Bool => Some(Tree::Bool(true)),
            TypeKind::Integer(it) => Some(Tree::number(integer(it))),
            TypeKind::Number(it) => Some(Tree::number(number(it))),
            TypeKind::Text(it) => Some(Tree::Text(text(it))),
            TypeKind::List(it) => self.list(it, depth),
            TypeKind::Tuple(it) => {
                let items: Option<Vec<Tree>> = it.items.iter().map(|item| self.ty(item, depth + 1)).collect();
                items.map(Tree::List)
            }
            TypeKind::Map(it) => Some(self.map(it, depth)),
            TypeKind::Decl(id) => self.decl(*id, depth),
        };
        made.or_else(|| ty.nullable.then_some(Tree::Null))
    }

    fn list(&self, it: &List, depth: usize) -> Option<Tree> {
        let least = it.min.unwrap_or(0).min(8) as usize;
        let len = if it.max == Some(0) || (depth > 4 && least == 0) { 0 } else { least.max(1) };
        let item = (len > 0).then(|| given(&it.item_doc).or_else(|| self.ty(&it.item, depth + 1))).flatten();
        match item {
            Some(item) => Some(Tree::List(vec![item; len])),
            None if least == 0 => Some(Tree::List(Vec::new())),
            None => None,
        }
    }

    fn map(&self, it: &Map, depth: usize) -> Tree {
        let value = if depth > 4 { None } else { self.ty(&it.value, depth + 1) };
        Tree::Object(value.into_iter().map(|value| ("key".to_owned(), value)).collect())
    }
}

fn given(doc: &Doc) -> Option<Tree> {
    doc.examples.first().map(Tree::from)
}

fn integer(it: &Integer) -> i128 {
    let (least, most) = it.bounds();
    let step = it.multiple_of.as_deref().and_then(|it| it.parse::<i128>().ok()).filter(|it| *it > 0).unwrap_or(1);
    let start = least.unwrap_or(1).max(1).min(most.unwrap_or(i128::MAX));
    start.checked_add(step - 1).map_or(start, |it| it.div_euclid(step) * step)
}

fn number(it: &Number) -> String {
    let bound = |limit: &Option<crate::ir::Limit>| limit.as_ref().and_then(|it| it.value.parse::<f64>().ok());
    match (bound(&it.min), bound(&it.max)) {
        (Some(min), Some(max)) => ((min + max) / 2.0).to_string(),
        (Some(min), None) if min >= 1.5 => (min + 1.0).to_string(),
        (None, Some(max)) if max <= 1.5 => (max - 1.0).to_string(),
        _ => "1.5".to_owned(),
    }
}

fn text(it: &Text) -> String {
    let known = match it.format.as_deref() {
        Some("date") => Some("2026-11-03"),
        Some("date-time") => Some("2026-11-03T09:30:00Z"),
        Some("time") => Some("09:30:00Z"),
        Some("duration") => Some("PT45M"),
        Some("uuid") => Some("8f14e45f-ceea-467f-9575-1d2a3b4c5d6e"),
        Some("uri" | "uri-reference" | "iri" | "url") => Some("https://example.com/1"),
        Some("email") => Some("ada@example.com"),
        Some("byte") => Some("bnVjbGVv"),
        _ => None,
    };
    if let Some(known) = known {
        return known.to_owned();
    }
    let (least, most) = (it.min.unwrap_or(0).min(200) as usize, it.max.unwrap_or(u64::MAX));
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    "text ".chars().cycle().take(least.max(4).min(most)).collect::<String>().replace(' ', "-")
}
