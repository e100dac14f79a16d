//! A graph of types, drawn when the site is made: who holds whom, from left to right.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;

use super::Site;
use super::html::Esc;
use crate::ir::DeclId;

const HEIGHT: f64 = 30.0;
const ROW: f64 = 42.0;
const GAP: f64 = 72.0;
/// The width of types that stand alone, in a grid.
const WIDE: f64 = 960.0;
/// Longer names are cut, and told in full when pointed at.
const LONGEST: usize = 36;

/// The nodes and edges to draw; edges lead from a place in `nodes` to another.
pub(super) struct Graph {
    nodes: Vec<DeclId>,
    edges: Vec<(usize, usize)>,
}

/// A node with its place.
#[derive(Debug, Clone, Copy, Default)]
struct Spot {
    x: f64,
    y: f64,
    width: f64,
}

impl Graph {
    /// All types.
    pub(super) fn whole(site: &Site<'_>) -> Self {
        let at: HashMap<DeclId, usize> = site.types.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        // OK because there are mentions for each type, all of them types of the list.
        let edges = site.types.iter().enumerate().flat_map(|(from, id)| {
            let at = &at;
            site.uses[id].iter().map(move |used| (from, at[used]))
        });
        Self { edges: edges.filter(|(from, to)| from != to).collect(), nodes: site.types.clone() }
    }

    /// A type with those that mention it and those that it mentions, `most` of each.
    pub(super) fn around(site: &Site<'_>, id: DeclId, most: usize) -> Self {
        let mut graph = Self { nodes: vec![id], edges: Vec::new() };
        let none = Vec::new();
        for user in site.users.get(&id).unwrap_or(&none).iter().filter(|it| **it != id).take(most) {
            let at = graph.node(*user);
            graph.edges.push((at, 0));
        }
        for used in site.uses.get(&id).unwrap_or(&none).iter().filter(|it| **it != id).take(most) {
            let at = graph.node(*used);
            graph.edges.push((0, at));
        }
        graph
    }

    pub(super) fn is_single(&self) -> bool {
        self.edges.is_empty()
    }

    fn node(&mut self, id: DeclId) -> usize {
        self.nodes.iter().position(|it| *it == id).unwrap_or_else(|| {
            self.nodes.push(id);
            self.nodes.len() - 1
        })
    }

    /// The drawing. `root` leads from the page to the site's folder.
    pub(super) fn svg(&self, site: &Site<'_>, root: &str, label: &str, here: Option<DeclId>) -> String {
        let (spots, width, height) = self.place(site);
        let mut out = format!(
            "<svg class=\"graph\" role=\"group\" aria-label=\"{}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n",
            Esc(label)
        );
        for (from, to) in &self.edges {
            // OK because edges lead to nodes, and each has its spot.
            let (a, b) = (spots[*from], spots[*to]);
            let _ = writeln!(out, "<path class=\"edge\" data-from=\"{from}\" data-to=\"{to}\" d=\"{}\"/>", curve(a, b));
        }
        for (at, (id, spot)) in self.nodes.iter().zip(&spots).enumerate() {
            node(&mut out, site, root, *id, at, *spot, here == Some(*id));
        }
        out.push_str("</svg>\n");
        out
    }

    /// A spot for each node, and the size of the whole: the parts that hang together one under another, the largest
    /// first, then what stands alone.
    fn place(&self, site: &Site<'_>) -> (Vec<Spot>, f64, f64) {
        let mut spots: Vec<Spot> =
            self.nodes.iter().map(|id| Spot { width: width(site.name(*id)), ..Spot::default() }).collect();
        let mut parts = self.parts();
        parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
        let (mut top, mut right) = (8.0, 0.0_f64);
        let alone: Vec<usize> = parts.iter().filter(|part| part.len() == 1).flatten().copied().collect();
        for part in parts.iter().filter(|part| part.len() > 1) {
            let (wide, tall) = self.layers(part, &mut spots, top);
            right = right.max(wide);
            top += tall + ROW * 0.6;
        }
        let most = right.max(WIDE);
        let mut x = 8.0;
        for at in alone {
            let spot = &mut spots[at];
            if x > 8.0 && x + spot.width > most {
                x = 8.0;
                top += ROW;
            }
            (spot.x, spot.y) = (x, top);
            x += spot.width + 14.0;
            right = right.max(x);
        }
        let bottom = spots.iter().map(|it| it.y + HEIGHT).fold(0.0, f64::max);
        (spots, right + 8.0, bottom + 8.0)
    }

    /// The nodes that hang together, each part in the order of the nodes.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (from, to) in &self.edges {
            next[*from].push(*to);
            next[*to].push(*from);
        }
        let mut seen = vec![false; self.nodes.len()];
        let mut parts = Vec::new();
        for start in 0..self.nodes.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut part, mut queue) = (Vec::new(), VecDeque::from([start]));
            while let Some(at) = queue.pop_front() {
                part.push(at);
                queue.extend(next[at].iter().filter(|it| !std::mem::replace(&mut seen[**it], true)));
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Places a part in columns; returns its right and its height.
    fn layers(&self, part: &[usize], spots: &mut [Spot], top: f64) -> (f64, f64) {
        let members: HashSet<usize> = part.iter().copied().collect();
        let edges: Vec<(usize, usize)> =
            self.edges.iter().filter(|(from, _)| members.contains(from)).copied().collect();
        let rank = ranks(part, &edges);
        let depth = part.iter().map(|at| rank[at]).max().unwrap_or(0);
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); depth + 1];
        part.iter().for_each(|at| columns[rank[at]].push(*at));
        let mut near: HashMap<usize, Vec<usize>> = HashMap::new();
        for (from, to) in &edges {
            near.entry(*from).or_default().push(*to);
            near.entry(*to).or_default().push(*from);
        }
        columns.iter().for_each(|column| stack(column, spots, &|row| row as f64 * ROW));
        // Neighbours draw a node to their middle; a few rounds, left to right and back, settle it.
        for round in 0..8 {
            let order: Vec<usize> = if round % 2 == 0 { (0..=depth).collect() } else { (0..=depth).rev().collect() };
            for at in order {
                settle(&mut columns[at], &near, spots);
            }
        }
        let least = part.iter().map(|at| spots[*at].y).fold(f64::INFINITY, f64::min);
        part.iter().for_each(|at| spots[*at].y += top - least);
        let mut x = 8.0;
        for column in &columns {
            column.iter().for_each(|at| spots[*at].x = x);
            x += column.iter().map(|at| spots[*at].width).fold(0.0, f64::max) + GAP;
        }
        let bottom = part.iter().map(|at| spots[*at].y + HEIGHT).fold(0.0, f64::max);
        (x - GAP, bottom - top)
    }
}

/// The column of each node: behind all that hold it, where no cycle forbids it.
fn ranks(part: &[usize], edges: &[(usize, usize)]) -> HashMap<usize, usize> {
    let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut held: HashSet<usize> = HashSet::new();
    for (from, to) in edges {
        next.entry(*from).or_default().push(*to);
        held.insert(*to);
    }
    // Those that nobody holds come first: so the edges that close a cycle lead back to the left.
    let starts = part.iter().filter(|at| !held.contains(at)).chain(part.iter().filter(|at| held.contains(at)));
    let (mut state, mut order) = (HashMap::new(), Vec::new());
    let mut forward: Vec<(usize, usize)> = Vec::new();
    for start in starts {
        let mut work = vec![(*start, 0)];
        if state.contains_key(start) {
            continue;
        }
        state.insert(*start, false);
        while let Some((at, child)) = work.pop() {
            let Some(to) = next.get(&at).and_then(|it| it.get(child)).copied() else {
                state.insert(at, true);
                order.push(at);
                continue;
            };
            work.push((at, child + 1));
            match state.get(&to) {
                None => {
                    state.insert(to, false);
                    forward.push((at, to));
                    work.push((to, 0));
                }
                Some(true) => forward.push((at, to)),
                Some(false) => {}
            }
        }
    }
    let mut behind: HashMap<usize, Vec<usize>> = HashMap::new();
    forward.into_iter().for_each(|(from, to)| behind.entry(from).or_default().push(to));
    let mut rank: HashMap<usize, usize> = part.iter().map(|at| (*at, 0)).collect();
    for at in order.iter().rev() {
        for to in behind.get(at).into_iter().flatten() {
            let least = rank[at] + 1;
            // OK because every node of the part has a rank.
            let own = rank.get_mut(to).expect("a rank");
            *own = least.max(*own);
        }
    }
    rank
}

fn stack(column: &[usize], spots: &mut [Spot], y: &dyn Fn(usize) -> f64) {
    column.iter().enumerate().for_each(|(row, at)| spots[*at].y = y(row));
}

/// Moves the nodes of a column to the middle of their neighbours, a row apart at least.
fn settle(column: &mut [usize], near: &HashMap<usize, Vec<usize>>, spots: &mut [Spot]) {
    let wish = |at: usize, spots: &[Spot]| {
        let near = near.get(&at).map_or(&[][..], Vec::as_slice);
        if near.is_empty() { spots[at].y } else { near.iter().map(|it| spots[*it].y).sum::<f64>() / near.len() as f64 }
    };
    let mut wishes: Vec<(f64, usize)> = column.iter().map(|at| (wish(*at, spots), *at)).collect();
    wishes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut floor = f64::NEG_INFINITY;
    for (slot, (wish, at)) in column.iter_mut().zip(&wishes) {
        *slot = *at;
        spots[*at].y = wish.max(floor);
        floor = spots[*at].y + ROW;
    }
    // What was pushed down is shared: the column as a whole keeps its middle.
    let pushed = wishes.iter().map(|(wish, at)| spots[*at].y - wish).sum::<f64>() / wishes.len().max(1) as f64;
    column.iter().for_each(|at| spots[*at].y -= pushed);
}

fn width(name: &str) -> f64 {
    let shown: f64 = cut(name).chars().map(|c| if c.is_ascii() { 7.3 } else { 12.5 }).sum();
    (shown + 30.0).ceil()
}

fn cut(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        name.to_owned()
    } else {
        name.chars().take(LONGEST - 1).collect::<String>() + "…"
    }
}

/// From the right of one node to the left of another; around it where that one stands further left.
fn curve(a: Spot, b: Spot) -> String {
    let (x1, y1, x2, y2) = (a.x + a.width, a.y + HEIGHT / 2.0, b.x, b.y + HEIGHT / 2.0);
    let bend = if x2 > x1 { (x2 - x1) / 2.0 } else { GAP };
    format!("M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}", x1 + bend, x2 - bend)
}

fn node(out: &mut String, site: &Site<'_>, root: &str, id: DeclId, at: usize, spot: Spot, here: bool) {
    let (name, Spot { x, y, width }) = (site.name(id), spot);
    let here = if here { " here" } else { "" };
    let answer = if site.answers.contains(&id) { " answer" } else { "" };
    let _ = writeln!(
        out,
        "<a href=\"{root}{path}\" class=\"node {kind}{answer}{here}\" data-node=\"{at}\" data-name=\"{full}\"><title>{kind} \
         {full}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.0}\" height=\"{HEIGHT:.0}\" rx=\"8\"/>\
         <circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3.5\"/><text x=\"{tx:.1}\" y=\"{ty:.1}\">{shown}</text></a>",
        path = Esc(site.path(id)),
        kind = site.kind(id),
        full = Esc(name),
        cx = x + 12.0,
        cy = y + HEIGHT / 2.0,
        tx = x + 21.0,
        ty = y + HEIGHT / 2.0 + 4.0,
        shown = Esc(cut(name)),
    );
}
