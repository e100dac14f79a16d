//! Which places hold their type in a `Box`, so that every type has a finite size.
//!
//! A place is a field of a record, a branch of a union, or the inside of a newtype. Lists and maps hold their contents
//! elsewhere, and so break a cycle by themselves.

use std::collections::HashSet;

use crate::ir::{DeclId, Ir, Kind, Type, TypeKind};

/// The places that hold their type in a `Box`.
#[derive(Debug, Default)]
pub(crate) struct Boxed(HashSet<(DeclId, usize)>);

impl Boxed {
    /// Whether the field, branch, or inside (0) of a type stands in a `Box`, within any `Option`.
    pub(crate) fn has(&self, decl: DeclId, at: usize) -> bool {
        self.0.contains(&(decl, at))
    }
}

/// The sorts of places, in the order in which they are boxed until no cycle is left: the `Box` goes where a person
/// would put it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Optional,
    Required,
    Branch,
    Inside,
}

/// A place that holds a value of another type, by value.
#[derive(Debug, Clone, Copy)]
struct Edge {
    at: usize,
    sort: Sort,
    to: usize,
}

/// Finds the places.
pub(crate) fn find(ir: &Ir) -> Boxed {
    let mut edges: Vec<Vec<Edge>> = ir.decls.iter().map(|decl| edges_of(ir, &decl.kind)).collect();
    let mut boxed = Boxed::default();
    for sort in [Sort::Optional, Sort::Required, Sort::Branch, Sort::Inside] {
        let component = components(&edges);
        for (from, edges) in edges.iter_mut().enumerate() {
            edges.retain(|edge| {
                // OK because each edge leads to a type of the same list.
                let inner = edge.sort == sort && component[edge.to] == component[from];
                if inner {
                    boxed.0.insert((DeclId(from as u32), edge.at));
                }
                !inner
            });
        }
    }
    boxed
}

fn edges_of(ir: &Ir, kind: &Kind) -> Vec<Edge> {
    let mut out = Vec::new();
    match kind {
        Kind::Record(it) => {
            for (at, field) in it.fields.iter().enumerate() {
                let optional = field.ty.nullable || !field.required;
                push(ir, &mut out, at, if optional { Sort::Optional } else { Sort::Required }, &field.ty);
            }
        }
        Kind::Union(it) => {
            for (at, branch) in it.branches.iter().enumerate() {
                push(ir, &mut out, at, Sort::Branch, &branch.ty);
            }
        }
        Kind::Newtype(ty) => push(ir, &mut out, 0, Sort::Inside, ty),
        Kind::Enum(_) | Kind::Never => {}
    }
    out
}

fn push(ir: &Ir, out: &mut Vec<Edge>, at: usize, sort: Sort, ty: &Type) {
    match &ty.kind {
        // An artifact is shared, not held by value.
        TypeKind::Decl(to) if ir[*to].is_artifact() => {}
        TypeKind::Decl(to) => out.push(Edge { at, sort, to: to.0 as usize }),
        TypeKind::Tuple(tuple) => tuple.items.iter().for_each(|item| push(ir, out, at, sort, item)),
        _ => {}
    }
}

/// The strongly connected component of each type.
fn components(edges: &[Vec<Edge>]) -> Vec<usize> {
    let inner: Vec<Vec<usize>> = edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
    let mut component = vec![0; edges.len()];
    for (number, group) in groups(&inner).into_iter().enumerate() {
        // OK because each group holds numbers of the list.
        group.into_iter().for_each(|at| component[at] = number);
    }
    component
}

/// The strongly connected components of a graph, those that others lead to first: by Tarjan's algorithm, with a stack
/// of its own, so that a chain of any length is fine.
pub(crate) fn groups(inner: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut walk = Walk::new(inner.len());
    for root in 0..inner.len() {
        if walk.index[root] == UNSEEN {
            walk.visit(root, inner);
        }
    }
    walk.groups
}

const UNSEEN: usize = usize::MAX;

struct Walk {
    next: usize,
    /// The order in which each was first met.
    index: Vec<usize>,
    /// The earliest one on the stack that is reached from it.
    low: Vec<usize>,
    closed: Vec<bool>,
    groups: Vec<Vec<usize>>,
    stack: Vec<usize>,
}

// OK to index throughout because every number is below the length of the graph, as are those of its edges.
impl Walk {
    fn new(len: usize) -> Self {
        let unseen = vec![UNSEEN; len];
        let closed = vec![false; len];
        Self { next: 0, index: unseen.clone(), low: unseen, closed, groups: Vec::new(), stack: Vec::new() }
    }

    fn visit(&mut self, root: usize, inner: &[Vec<usize>]) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((from, at)) = path.last_mut() {
            let from = *from;
            let Some(&to) = inner[from].get(*at) else {
                path.pop();
                self.leave(from);
                if let Some((above, _)) = path.last() {
                    self.low[*above] = self.low[*above].min(self.low[from]);
                }
                continue;
            };
            *at += 1;
            if self.index[to] == UNSEEN {
                self.enter(to);
                path.push((to, 0));
            } else if !self.closed[to] {
                self.low[from] = self.low[from].min(self.index[to]);
            }
        }
    }

    fn enter(&mut self, at: usize) {
        self.index[at] = self.next;
        self.low[at] = self.next;
        self.next += 1;
        self.stack.push(at);
    }

    /// Closes the component that begins with this type, if one does.
    fn leave(&mut self, at: usize) {
        if self.low[at] != self.index[at] {
            return;
        }
        let start = self.stack.iter().rposition(|&it| it == at).unwrap_or_default();
        let group = self.stack.split_off(start);
        group.iter().for_each(|&it| self.closed[it] = true);
        self.groups.push(group);
    }
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn ok_groups_come_after_those_that_they_lead_to() {
        assert_eq!(groups(&[vec![1], vec![2], vec![]]), [[2], [1], [0]]);
        assert_eq!(groups(&[vec![1], vec![0, 2], vec![2]]), [vec![2], vec![0, 1]]);
        let chain: Vec<Vec<usize>> = (1..=100_000).map(|at| vec![at % 100_000]).collect();
        assert_eq!(groups(&chain).len(), 1);
    }
}
