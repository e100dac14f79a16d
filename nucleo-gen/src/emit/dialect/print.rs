//! Places as JSON Schema; pass 12, the order, is that of the places.

use std::collections::HashMap;

use super::node::{Kind, Node, Object, Plan, Rest};
use super::takes::{Nulls, Takes};
use crate::emit::pretty::Tree;
use crate::ir::DeclId;

type Members = Vec<(String, Tree)>;

pub(super) fn print(plan: &Plan, takes: &Takes) -> Tree {
    let cx = Cx { takes, keys: plan.keys() };
    let mut members = cx.members(&plan.root);
    let defs: Members = plan.defs.iter().map(|def| (def.key.clone(), Tree::Object(cx.members(&def.node)))).collect();
    if !defs.is_empty() {
        push(&mut members, "$defs", Tree::Object(defs));
    }
    Tree::Object(members)
}

struct Cx<'p> {
    takes: &'p Takes,
    keys: HashMap<DeclId, &'p str>,
}

impl Cx<'_> {
    fn schema(&self, node: &Node) -> Tree {
        Tree::Object(self.members(node))
    }

    fn members(&self, node: &Node) -> Members {
        let mut members = self.kind(node);
        let description = description(node);
        if let Some(text) = description {
            let at = usize::from(members.first().is_some_and(|(name, _)| name == "type"));
            members.insert(at, ("description".to_owned(), Tree::Text(text)));
        }
        members
    }

    fn kind(&self, node: &Node) -> Members {
        let mut members = match &node.kind {
            Kind::Any => return self.limits(node, Vec::new()),
            Kind::Null => return kind("null"),
            // OK because such a plan is refused.
            Kind::Never | Kind::Cut => return vec![("not".to_owned(), Tree::Object(Vec::new()))],
            Kind::Bool => kind("boolean"),
            Kind::Integer => kind("integer"),
            Kind::Number => kind("number"),
            Kind::Text | Kind::JsonText => kind("string"),
            Kind::Enum(values) => enumeration(values),
            Kind::List(item) | Kind::Entries(item) => {
                let mut members = kind("array");
                push(&mut members, "items", self.schema(item));
                members
            }
            Kind::Tuple(items, rest) => {
                let mut members = kind("array");
                push(&mut members, "prefixItems", Tree::List(items.iter().map(|item| self.schema(item)).collect()));
                push(&mut members, "items", rest.as_ref().map_or(Tree::Bool(false), |rest| self.schema(rest)));
                members
            }
            Kind::Map(_, value) => {
                let mut members = kind("object");
                let value = self.schema(value);
                let any = value == Tree::Object(Vec::new());
                push(&mut members, "additionalProperties", if any { Tree::Bool(true) } else { value });
                members
            }
            Kind::Object(it) => self.object(it),
            Kind::Union(branches, _) => return self.union(node, branches),
            Kind::Ref(id) => return self.reference(node, *id),
        };
        members = self.limits(node, members);
        if node.nullable { self.nullable(members) } else { members }
    }

    fn limits(&self, node: &Node, mut members: Members) -> Members {
        members.extend(node.limits.iter().map(|limit| (limit.keyword.to_owned(), limit.value.clone())));
        members
    }

    fn object(&self, it: &Object) -> Members {
        let mut members = kind("object");
        let properties = it.fields.iter().map(|field| (field.name.clone(), self.schema(&field.node)));
        push(&mut members, "properties", Tree::Object(properties.collect()));
        let required: Vec<Tree> =
            it.fields.iter().filter(|field| field.required).map(|field| Tree::text(&field.name)).collect();
        if !required.is_empty() {
            push(&mut members, "required", Tree::List(required));
        }
        match &it.rest {
            Rest::Unsaid | Rest::Patterns => {}
            Rest::Closed => push(&mut members, "additionalProperties", Tree::Bool(false)),
            Rest::Open => push(&mut members, "additionalProperties", Tree::Bool(true)),
            Rest::Typed(value) => push(&mut members, "additionalProperties", self.schema(value)),
        }
        if self.takes.ordering && it.fields.len() > 1 {
            let names = it.fields.iter().map(|field| Tree::text(&field.name)).collect();
            push(&mut members, "propertyOrdering", Tree::List(names));
        }
        members
    }

    fn union(&self, node: &Node, branches: &[Node]) -> Members {
        if self.takes.nulls == Nulls::TypeUnion && is_type_list(node) {
            let mut kinds: Vec<Tree> = Vec::new();
            for branch in branches {
                let kind = self.kind(branch).remove(0).1;
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            if node.nullable {
                kinds.push(Tree::text("null"));
            }
            let kinds = if kinds.len() == 1 { kinds.remove(0) } else { Tree::List(kinds) };
            return vec![("type".to_owned(), kinds)];
        }
        let mut schemas: Vec<Tree> = Vec::new();
        for schema in branches.iter().map(|branch| self.schema(branch)) {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        if let ([Tree::Object(members)], false) = (schemas.as_slice(), node.nullable) {
            let mut members = members.clone();
            if description(node).is_some() {
                members.retain(|(name, _)| name != "description");
            }
            return members;
        }
        let mut members = Vec::new();
        match self.takes.nulls {
            Nulls::TypeUnion if node.nullable => schemas.push(Tree::Object(kind("null"))),
            Nulls::Keyword if node.nullable => push(&mut members, "nullable", Tree::Bool(true)),
            _ => {}
        }
        push(&mut members, "anyOf", Tree::List(schemas));
        members
    }

    /// Pass 4: nothing stands beside a reference.
    fn reference(&self, node: &Node, id: DeclId) -> Members {
        let key = self.keys.get(&id).copied().unwrap_or_default();
        let reference = vec![("$ref".to_owned(), Tree::text(format!("#/$defs/{key}")))];
        let mut all = vec![Tree::Object(reference.clone())];
        if node.nullable {
            all.push(Tree::Object(kind("null")));
        } else if description(node).is_none() {
            return reference;
        }
        vec![("anyOf".to_owned(), Tree::List(all))]
    }

    fn nullable(&self, mut members: Members) -> Members {
        if self.takes.nulls == Nulls::Keyword {
            push(&mut members, "nullable", Tree::Bool(true));
            return members;
        }
        for (name, value) in &mut members {
            match (name.as_str(), value) {
                ("type", Tree::List(kinds)) => kinds.push(Tree::text("null")),
                ("type", kind) => *kind = Tree::List(vec![kind.clone(), Tree::text("null")]),
                ("enum", Tree::List(values)) => values.push(Tree::Null),
                _ => {}
            }
        }
        members
    }
}

/// Whether a union says no more than a list of kinds does.
pub(super) fn is_type_list(node: &Node) -> bool {
    let Kind::Union(branches, _) = &node.kind else { return false };
    let is_bare = |branch: &Node| {
        matches!(branch.kind, Kind::Bool | Kind::Integer | Kind::Number | Kind::Text)
            && !branch.nullable
            && branch.limits.is_empty()
            && description(branch).is_none()
    };
    !branches.is_empty() && branches.iter().all(is_bare)
}

/// The description, with what is told in words behind it.
fn description(node: &Node) -> Option<String> {
    let words = node.words.join(", ");
    match (&node.doc, words.is_empty()) {
        (None, true) => None,
        (None, false) => Some(words),
        (Some(doc), true) => Some(doc.clone()),
        (Some(doc), false) => Some(format!("{doc} ({words})")),
    }
}

fn enumeration(values: &[Tree]) -> Members {
    let mut kinds: Vec<Tree> = Vec::new();
    for value in values {
        let kind = Tree::text(match value {
            Tree::Bool(_) => "boolean",
            Tree::Number(digits) if digits.contains(['.', 'e', 'E']) => "number",
            Tree::Number(_) => "integer",
            _ => "string",
        });
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let kinds = if kinds.len() == 1 { kinds.remove(0) } else { Tree::List(kinds) };
    vec![("type".to_owned(), kinds), ("enum".to_owned(), Tree::List(values.to_vec()))]
}

fn kind(name: &str) -> Members {
    vec![("type".to_owned(), Tree::text(name))]
}

fn push(members: &mut Members, name: &str, value: Tree) {
    members.push((name.to_owned(), value));
}
