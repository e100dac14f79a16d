//! Where a rendering describes a type in place, and where it only names it.
//!
//! A rendering inlines every type, and names one only where it comes back to itself. Where that would grow too large,
//! it starts over: then a type that is used more than once is described once.

use std::collections::{HashMap, HashSet};

use crate::ir::{DeclId, Ir, Kind, TypeKind};
use crate::resolve::clash::{each_decl, each_type, reach};

/// No type stands deeper than this in another: such a one is named, and described at the end.
const DEEPEST: usize = 48;

/// A rendering may always have this many bytes.
const SMALL: usize = 64 * 1024;

/// How a rendering treats types.
#[derive(Debug)]
pub(crate) struct Inline {
    /// The types that the walk stands in.
    path: Vec<DeclId>,
    /// The types that are described once; `None` as long as all are inlined.
    shared: Option<HashSet<DeclId>>,
    /// The types that were described in place.
    described: HashSet<DeclId>,
    /// The types that were only named, in the order of their first mention.
    named: Vec<DeclId>,
    mentioned: HashSet<DeclId>,
    spent: usize,
    limit: usize,
}

impl Inline {
    /// Everything in place, up to a size: ten times the source, and never less than 64 KiB.
    fn everything(source: usize) -> Self {
        Self {
            path: Vec::new(),
            shared: None,
            described: HashSet::new(),
            named: Vec::new(),
            mentioned: HashSet::new(),
            spent: 0,
            limit: SMALL.max(source.saturating_mul(10)),
        }
    }

    fn sharing(ir: &Ir, root: DeclId) -> Self {
        Self { shared: Some(used_twice(ir, root)), limit: usize::MAX, ..Self::everything(0) }
    }

    /// Whether the type is described here; then [`Inline::leave`] must follow.
    pub(crate) fn enter(&mut self, decl: DeclId) -> bool {
        let met = self.path.contains(&decl);
        let elsewhere = self.is_shared(decl) && self.described.contains(&decl);
        let deep = self.path.len() >= DEEPEST;
        if deep && self.shared.is_none() {
            self.spent = usize::MAX;
        }
        // Where the rendering is too large already, it ends soon.
        if met || elsewhere || deep || !self.spend(0) {
            self.name(decl);
            return false;
        }
        self.path.push(decl);
        self.described.insert(decl);
        true
    }

    /// Notes that a place only names the type.
    pub(crate) fn name(&mut self, decl: DeclId) {
        if self.mentioned.insert(decl) {
            self.named.push(decl);
        }
    }

    /// Begins a description of its own, outside of all others.
    pub(crate) fn begin(&mut self, decl: DeclId) {
        self.path = vec![decl];
        self.described.insert(decl);
    }

    pub(crate) fn leave(&mut self) {
        self.path.pop();
    }

    /// Whether the type is one that is described once and goes by its name.
    pub(crate) fn is_shared(&self, decl: DeclId) -> bool {
        self.shared.as_ref().is_some_and(|it| it.contains(&decl))
    }

    pub(crate) fn was_described(&self, decl: DeclId) -> bool {
        self.described.contains(&decl)
    }

    /// Whether some place only names the type.
    pub(crate) fn was_named(&self, decl: DeclId) -> bool {
        self.mentioned.contains(&decl)
    }

    /// The `at`th type that was only named.
    pub(crate) fn named(&self, at: usize) -> Option<DeclId> {
        self.named.get(at).copied()
    }

    /// Counts what was written: one line with so many bytes. `false` when the rendering is too large.
    pub(crate) fn spend(&mut self, bytes: usize) -> bool {
        // Each level of types is about two of JSON.
        self.spent = self.spent.saturating_add(bytes + 8 + 4 * self.path.len());
        self.spent <= self.limit
    }
}

/// Renders with everything inlined, or, where that is too large, with shared types described once; and says which.
pub(crate) fn render<T>(ir: &Ir, root: DeclId, source: usize, draw: impl Fn(&mut Inline) -> T) -> (T, bool) {
    let mut inline = Inline::everything(source);
    let all = draw(&mut inline);
    if inline.spent <= inline.limit {
        return (all, false);
    }
    (draw(&mut Inline::sharing(ir, root)), true)
}

/// The types worth a name of their own that stand at more than one place.
fn used_twice(ir: &Ir, root: DeclId) -> HashSet<DeclId> {
    let mut uses: HashMap<DeclId, usize> = HashMap::from([(root, 1)]);
    for decl in reach(ir, root) {
        each_type(&ir[decl].kind, &mut |ty| each_decl(ty, &mut |id| *uses.entry(id).or_default() += 1));
    }
    uses.retain(|id, uses| *uses > 1 && !is_scalar(&ir[*id].kind));
    uses.into_keys().collect()
}

fn is_scalar(kind: &Kind) -> bool {
    use TypeKind::{Any, Bool, Integer, Null, Number, Text};
    matches!(kind, Kind::Newtype(ty) if matches!(ty.kind, Any | Null | Bool | Integer(_) | Number(_) | Text(_)))
}
