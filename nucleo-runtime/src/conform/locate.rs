//! The places of nodes, found out once something is to be said about them.

use crate::path::{Path, Step};
use crate::read::Parsed;
use crate::shape::{Kind, Shape, TypeId, Union};
use crate::tape::{NONE, REST, Tag, Tape};
use crate::value::rest_type;

/// The places of some nodes.
#[derive(Debug)]
pub(crate) struct Places {
    /// Sorted.
    nodes: Vec<u32>,
    paths: Vec<Path>,
    /// How many ask for each of them.
    asked: Vec<u32>,
}

/// The nodes that are asked for, each once, in order; and how far in a tape they were passed.
struct Asked<'l> {
    nodes: &'l [u32],
    /// Of a flat tape: the first of them that was not passed yet.
    next: usize,
}

impl Places {
    /// The place of a node that was asked for; the root where it stands nowhere.
    pub(crate) fn path(&self, node: u32) -> Path {
        match self.nodes.binary_search(&node) {
            // OK because there is a path for each node.
            Ok(place) => self.paths[place].clone(),
            Err(_) => Path::default(),
        }
    }

    /// The same, for callers that ask as often as they said: the last one needs no copy.
    pub(crate) fn take(&mut self, node: u32) -> Path {
        // OK because there is a path and a number for each node.
        let Ok(place) = self.nodes.binary_search(&node) else { return Path::default() };
        self.asked[place] = self.asked[place].saturating_sub(1);
        if self.asked[place] == 0 { std::mem::take(&mut self.paths[place]) } else { self.paths[place].clone() }
    }
}

/// Finds the places of `nodes` in a reply that was conformed to `shape`.
pub(crate) fn locate(parsed: &Parsed<'_>, shape: Shape, nodes: Vec<u32>) -> Places {
    locate_in(&parsed.tape, parsed.root, Some(shape), nodes)
}

/// Finds the places of `nodes` in the value at `root`; without a shape no member is declared.
pub(crate) fn locate_in(tape: &Tape<'_>, root: u32, shape: Option<Shape>, mut nodes: Vec<u32>) -> Places {
    nodes.sort_unstable();
    let asked_for = nodes.chunk_by(|one, two| one == two).map(|chunk| chunk.len() as u32).collect();
    nodes.dedup();
    let mut paths = vec![Path::default(); nodes.len()];
    // Where all values stand inside their parents, whole subtrees can be passed over.
    let is_flat = tape.next(root) as usize == tape.nodes.len() && !tape.nodes.iter().any(|raw| raw.tag == Tag::Forward);
    let asked = Asked { nodes: &nodes, next: 0 };
    let mut cx = Locate { tape, shape, asked, paths: &mut paths, path: Vec::new(), is_flat };
    cx.node(root, shape.map(|shape| shape.id));
    Places { nodes, paths, asked: asked_for }
}

impl Asked<'_> {
    /// Passes those before a node, and gives the next one.
    fn pass(&mut self, node: u32) -> Option<u32> {
        while self.nodes.get(self.next).is_some_and(|next| *next < node) {
            self.next += 1;
        }
        self.nodes.get(self.next).copied()
    }

    /// Whether one of them stands in a subtree of a flat tape.
    fn is_within(&mut self, subtree: std::ops::Range<u32>) -> bool {
        self.pass(subtree.start).is_some_and(|next| next < subtree.end)
    }

    /// Which of them a node is.
    fn place(&mut self, node: u32, is_flat: bool) -> Option<usize> {
        if is_flat {
            // Faster than a search: hundreds of repairs stand in a reply where each has its own node.
            return (self.pass(node) == Some(node)).then_some(self.next);
        }
        self.nodes.binary_search(&node).ok()
    }
}

struct Locate<'l, 't> {
    tape: &'l Tape<'t>,
    shape: Option<Shape>,
    asked: Asked<'l>,
    paths: &'l mut [Path],
    path: Vec<Step>,
    is_flat: bool,
}

impl Locate<'_, '_> {
    fn child(&mut self, at: u32, step: Step, id: Option<TypeId>) {
        if self.is_flat && !self.asked.is_within(at..self.tape.next(at)) {
            return;
        }
        self.path.push(step);
        self.node(at, id);
        self.path.pop();
    }

    fn node(&mut self, mut at: u32, id: Option<TypeId>) {
        loop {
            if let Some(place) = self.asked.place(at, self.is_flat) {
                self.paths[place] = Path(self.path.clone());
            }
            match self.tape.nodes[at as usize].tag {
                Tag::Forward => at = self.tape.nodes[at as usize].pair().1,
                Tag::List | Tag::Object => break,
                _ => return,
            }
        }
        self.container(at, self.tape.nodes[at as usize].frame, id);
    }

    /// The children of a container that was read as the type.
    fn container(&mut self, at: u32, frame: u32, id: Option<TypeId>) {
        let kind = id.and_then(|id| Some(&self.shape?.table.get(id).kind));
        match kind {
            Some(Kind::Same(to)) => self.container(at, frame, Some(*to)),
            Some(Kind::Mapped(it)) => self.container(at, frame, Some(it.ty)),
            Some(Kind::Union(it)) => {
                let place = self.side(frame, 0) as usize;
                match it.branches.get(place) {
                    Some(branch) => self.container(at, self.side(frame, 1), Some(branch.ty)),
                    None => self.children(at, frame, kind),
                }
            }
            Some(Kind::List(it)) if self.tape.nodes[at as usize].tag == Tag::Object => {
                self.container(at, self.side(frame, 0), Some(it.item));
            }
            _ => self.children(at, frame, kind),
        }
    }

    fn side(&self, frame: u32, offset: usize) -> u32 {
        if frame == NONE { NONE } else { self.tape.side.get(frame as usize + offset).copied().unwrap_or(NONE) }
    }

    fn children(&mut self, at: u32, frame: u32, kind: Option<&'static Kind>) {
        let end = self.tape.next(at);
        let is_list = self.tape.nodes[at as usize].tag == Tag::List;
        let mut child = at + 1;
        let mut place = 0;
        while child < end {
            let (step, id) = match kind {
                Some(Kind::List(it)) => (Step::Index(place), Some(it.item)),
                Some(Kind::Tuple(it)) => (Step::Index(place), it.items.get(place).copied().or(it.rest)),
                Some(Kind::Map(it)) => (Step::Entry(place), Some(it.value)),
                Some(Kind::Record(it)) => {
                    let raw = &self.tape.nodes[child as usize];
                    match (it.fields.get(usize::from(raw.field)), self.shape) {
                        (Some(field), _) => (Step::Name(field.shown.into()), Some(field.ty)),
                        (None, Some(shape)) if raw.field == REST => {
                            (Step::Entry(place), rest_type(shape, it.rest, self.tape.key_of(raw)))
                        }
                        _ => (Step::Entry(place), None),
                    }
                }
                // Where no branch was chosen, its tag has a name all the same.
                Some(Kind::Union(Union { tag: Some(tag), .. }))
                    if tag.is_spelled(self.tape.key_of(&self.tape.nodes[child as usize])) =>
                {
                    (Step::Name(tag.shown.into()), None)
                }
                _ if is_list => (Step::Index(place), None),
                _ => (Step::Entry(place), None),
            };
            self.child(child, step, id);
            child = self.tape.next(child);
            place += 1;
        }
        if let Some(Kind::Record(it)) = kind {
            self.filled(at..end, frame, it.fields);
        }
    }

    /// The members that stand elsewhere: the defaults that were filled in.
    fn filled(&mut self, own: std::ops::Range<u32>, frame: u32, fields: &'static [crate::shape::Field]) {
        for (place, field) in fields.iter().enumerate() {
            let slot = self.side(frame, place);
            if slot != 0 && slot != NONE && !own.contains(&(slot - 1)) {
                self.child(slot - 1, Step::Name(field.shown.into()), Some(field.ty));
            }
        }
    }
}
