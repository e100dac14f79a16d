//! Lists and tuples.

use super::facts::{Facts, Part};
use super::graph::SchemaId;
use super::lower::{Lower, Taken, plain};
use super::name::Site;
use super::note;
use super::word::Word;
use crate::ir::{List, Tuple, Type, TypeKind};
use crate::json::Value;

/// What the schemas of a list say about its elements.
#[derive(Default)]
struct Elements {
    /// For each schema the ones of the first places, and the one of all further places.
    layers: Vec<(Vec<SchemaId>, Option<SchemaId>)>,
    min: Option<u64>,
    max: Option<u64>,
    unique: bool,
}

impl<'j> Lower<'_, 'j> {
    pub(crate) fn list(&mut self, facts: &Facts<'j>, taken: &mut Taken, site: &Site) -> TypeKind {
        let elements = self.elements(facts, taken);
        let places = elements.layers.iter().map(|(first, _)| first.len()).max().unwrap_or(0);
        let Elements { min, max, unique, .. } = elements;
        let further = elements.at(places);
        if places == 0 {
            let item = self.element(further.clone(), "item", site);
            let item_doc = note::doc_of(self, &further);
            return TypeKind::List(Box::new(List { item, min, max, unique, item_doc }));
        }
        let items = (0..places).map(|at| self.element(elements.at(at), &format!("item {}", at + 1), site)).collect();
        let closed = further.iter().any(|it| matches!(self.graph[*it].json.value, Value::Bool(false)));
        let rest = (!closed).then(|| self.element(further, "rest", site));
        TypeKind::Tuple(Box::new(Tuple { items, rest, min, max, unique }))
    }

    fn element(&mut self, schemas: Vec<SchemaId>, role: &str, site: &Site) -> Type {
        let Some(first) = schemas.first() else { return plain(TypeKind::Any) };
        let site = site.nested(self.graph, role, *first);
        self.place(schemas.into_iter().map(Part::whole).collect(), &site)
    }

    fn elements(&mut self, facts: &Facts<'j>, taken: &mut Taken) -> Elements {
        let mut out = Elements::default();
        for part in &facts.parts {
            let (mut first, mut rest) = (Vec::new(), None);
            for (at, assertion) in self.graph[part.schema].words.iter().enumerate() {
                match &assertion.word {
                    Word::Prefix(them) => first.clone_from(them),
                    Word::Items(_, it) => rest = Some(*it),
                    Word::MinItems(count) => out.min = Some(out.min.unwrap_or(0).max(*count)),
                    Word::MaxItems(count) => out.max = Some(out.max.unwrap_or(u64::MAX).min(*count)),
                    Word::UniqueItems => out.unique = true,
                    _ => continue,
                }
                taken.add((part.schema, at));
            }
            if !first.is_empty() || rest.is_some() {
                out.layers.push((first, rest));
            }
        }
        out
    }
}

impl Elements {
    /// The schemas that hold of the element at a place.
    fn at(&self, at: usize) -> Vec<SchemaId> {
        self.layers.iter().filter_map(|(first, rest)| first.get(at).copied().or(*rest)).collect()
    }
}
