//! Pass 14: the provider's limits.

use std::collections::HashMap;

use super::Dialect;
use super::limits::{COUNTED, Limits};
use super::lower::count_optional;
use super::node::{Kind, Node, Plan, Refusal};
use super::print::is_type_list;
use crate::diag::Span;
use crate::emit::pretty::Tree;
use crate::ir::DeclId;

/// What is counted of a schema.
#[derive(Debug, Default)]
pub(super) struct Counts {
    properties: u64,
    depth: u64,
    enum_values: u64,
    enum_chars: u64,
    chars: u64,
    optional: u64,
    unions: u64,
}

pub(super) fn pass(plan: &mut Plan, dialect: Dialect, limits: &Limits, bytes: usize) {
    let Counts { properties, depth, enum_values, enum_chars, chars, optional, unions } = count(plan);
    let counts = [
        ("max_properties", properties),
        ("max_depth", depth),
        ("max_enum_values", enum_values),
        ("max_enum_chars", enum_chars),
        ("max_chars", chars),
        ("max_optional", optional),
        ("max_unions", unions),
        ("max_bytes", bytes as u64),
    ];
    for (name, count) in counts {
        let most = limits.of(dialect, name);
        if count > most {
            let what = COUNTED.iter().find(|(other, _)| *other == name).map_or("", |(_, what)| *what);
            let (span, path) = match name {
                "max_depth" => {
                    let (_, span, path) = deepest(plan);
                    (span, path)
                }
                _ => (plan.root.span, String::new()),
            };
            let as_of = limits.as_of(dialect, name).map(|month| format!(", as of {month}")).unwrap_or_default();
            let why = format!("it has {count} {what}, and {most} is the most{as_of}");
            plan.refusals.push(Refusal { span, path, why, limit: Some(name) });
        }
    }
}

fn count(plan: &mut Plan) -> Counts {
    let mut counts = Counts { optional: count_optional(plan), ..Counts::default() };
    counts.chars += plan.defs.iter().map(|def| len(&def.key)).sum::<u64>();
    for whole in plan.wholes() {
        whole.each(&mut |node| add(&mut counts, node));
    }
    counts.depth = deepest(plan).0;
    counts
}

fn add(counts: &mut Counts, node: &Node) {
    match &node.kind {
        Kind::Object(it) => {
            counts.properties += it.fields.len() as u64;
            counts.chars += it.fields.iter().map(|field| len(&field.name)).sum::<u64>();
        }
        Kind::Enum(values) => {
            let chars: u64 = values.iter().map(|value| if let Tree::Text(it) = value { len(it) } else { 0 }).sum();
            counts.enum_values += values.len() as u64;
            counts.chars += chars;
            if values.len() > 250 {
                counts.enum_chars = counts.enum_chars.max(chars);
            }
        }
        _ => {}
    }
    let is_union = matches!(&node.kind, Kind::Union(branches, _) if branches.len() > 1) && !is_type_list(node);
    counts.unions += u64::from(is_union || node.nullable);
}

fn len(text: &str) -> u64 {
    text.chars().count() as u64
}

/// The place that stands deepest, and how deep.
fn deepest(plan: &Plan) -> Deep {
    let defs = plan.defs.iter().map(|def| (def.id, &def.node)).collect();
    Depths { defs, known: HashMap::new() }.of(&plan.root)
}

/// A depth, with the place that has it.
type Deep = (u64, Span, String);

struct Depths<'p> {
    defs: HashMap<DeclId, &'p Node>,
    /// Of a definition that is being looked at: none. The rounds of a cycle are no levels of the schema.
    known: HashMap<DeclId, Option<Deep>>,
}

impl Depths<'_> {
    fn of(&mut self, node: &Node) -> Deep {
        let here = (0, node.span, node.path.clone());
        let inner = match node.kind {
            Kind::Ref(id) => self.definition(id),
            _ => node.children().into_iter().map(|child| self.of(child)).max_by_key(|(depth, ..)| *depth),
        };
        let (depth, span, path) = inner.unwrap_or(here);
        let is_level = matches!(node.kind, Kind::Object(_) | Kind::List(_) | Kind::Entries(_));
        (depth + u64::from(is_level), span, path)
    }

    fn definition(&mut self, id: DeclId) -> Option<Deep> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        self.known.insert(id, None);
        let def = *self.defs.get(&id)?;
        let deep = self.of(def);
        self.known.insert(id, Some(deep.clone()));
        Some(deep)
    }
}
