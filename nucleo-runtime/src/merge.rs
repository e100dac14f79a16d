//! Members that were asked for again, put into what was accepted before.

use crate::fault::{Expected, FaultKind};
use crate::feedback;
use crate::names::fold;
use crate::path::{Path, Step};
use crate::rejection::Rejection;
use crate::repair::Repair;
use crate::shape::Shape;
use crate::tape::{JsonKind, Node, Tag};
use crate::value::json;
use crate::write::Writer;

/// More members than this are asked for with the whole answer.
const TARGETS: usize = 8;

/// What was accepted, and what is asked for again.
#[derive(Debug, Clone)]
pub(crate) struct Pending {
    /// The value as far as it could be read, as JSON.
    pub(crate) accepted: String,
    /// What was mended in it.
    pub(crate) repairs: Vec<Repair>,
    /// The places to fill; none lies inside another.
    pub(crate) targets: Vec<Path>,
}

/// What to ask for again, where the faults lie in single members of an object that could be read.
pub(crate) fn pending(shape: Shape, rejection: &Rejection) -> Option<Pending> {
    let accepted = rejection.accepted()?;
    let targets = targets(shape, rejection)?;
    let outside = |repair: &&Repair| !targets.iter().any(|target| repair.path.0.starts_with(&target.0));
    let repairs = rejection.repairs().iter().filter(outside).cloned().collect();
    Some(Pending { accepted, repairs, targets })
}

fn targets(shape: Shape, rejection: &Rejection) -> Option<Vec<Path>> {
    let mut targets: Vec<Path> = Vec::new();
    for fault in rejection.faults() {
        if !is_of_member(fault.kind) {
            return None;
        }
        // With another tag an object has other members, so all of it is asked for.
        let own = match &fault.expected {
            Expected::Tag(_) => fault.path.0.split_last().map_or(&[][..], |(_, object)| object),
            _ => &fault.path.0,
        };
        // An entry has no name that could be asked for, so its whole map is.
        let named = own.iter().take_while(|step| !matches!(step, Step::Entry(_))).cloned().collect();
        let path = Path(named);
        shape.locate(&path).filter(|_| !path.is_root())?;
        if !targets.iter().any(|target| path.0.starts_with(&target.0)) {
            targets.retain(|target| !target.0.starts_with(&path.0));
            targets.push(path);
        }
    }
    (1..=TARGETS).contains(&targets.len()).then_some(targets)
}

/// Whether a fault of this kind is mended by another value at its place.
fn is_of_member(kind: FaultKind) -> bool {
    use FaultKind::{Cut, Depth, Echo, Limit, NoJson, Refused, Several, Syntax, Unknown};
    !matches!(kind, Cut | Depth | Echo | Limit | NoJson | Refused | Several | Syntax | Unknown)
}

/// The accepted value with the members that `reply` holds, as JSON; `None` where it holds none that was asked for.
pub(crate) fn merged(shape: Shape, pending: &Pending, accepted: Node<'_>, reply: Node<'_>) -> Option<String> {
    let sent: Vec<(&[Step], Node<'_>)> = pending
        .targets
        .iter()
        .filter_map(|target| Some((&*target.0, find(shape, &pending.targets, target, reply)?)))
        .collect();
    if sent.is_empty() {
        return None;
    }
    let mut out = Writer::new();
    write(&mut out, shape, Some(accepted), &sent);
    Some(json(out.finish().node(0)))
}

/// The value that a reply gives for a target: under its place, nested as in the whole answer, or under its bare name
/// where no other target has that name.
fn find<'t>(shape: Shape, targets: &[Path], target: &Path, reply: Node<'t>) -> Option<Node<'t>> {
    let places = [target.dotted(), target.quoted(), target.pointer(), feedback::place(shape, target)];
    let at_place = reply.entries().find(|(name, _)| places.iter().any(|place| fold(place) == fold(name)));
    let nested = || target.0.iter().try_fold(reply, |node, step| child(node, step));
    let bare = || {
        let last = target.0.last()?;
        let alone = targets.iter().filter(|other| other.0.last() == Some(last)).count() == 1;
        if alone { child(reply, last) } else { None }
    };
    at_place.map(|(_, node)| node).or_else(nested).or_else(bare)
}

fn child<'t>(node: Node<'t>, step: &Step) -> Option<Node<'t>> {
    match step {
        Step::Name(name) => {
            let name = fold(name);
            node.entries().find(|(it, _)| fold(it) == name).map(|(_, node)| node)
        }
        &Step::Index(at) if node.kind() == JsonKind::Array => node.items().nth(at),
        Step::Index(_) | Step::Entry(_) => None,
    }
}

/// Writes `node`, in which what was `sent` stands in the place of what was there.
fn write(out: &mut Writer, shape: Shape, node: Option<Node<'_>>, sent: &[(&[Step], Node<'_>)]) {
    match (sent, node) {
        ([], Some(node)) => out.copy(node),
        ([], None) => out.null(),
        ([([], value), ..], _) => out.copy(*value),
        (_, Some(node)) if node.kind() == JsonKind::Array => write_list(out, shape, node, sent),
        _ => write_object(out, shape, node, sent),
    }
}

/// What was sent for the part of a value that `step` leads to.
fn inside<'s, 't>(sent: &[(&'s [Step], Node<'t>)], step: impl Fn(&Step) -> bool) -> Vec<(&'s [Step], Node<'t>)> {
    let parts = sent.iter().filter_map(|(path, node)| path.split_first().map(|(first, rest)| (first, rest, *node)));
    parts.filter(|(first, ..)| step(first)).map(|(_, rest, node)| (rest, node)).collect()
}

fn write_list(out: &mut Writer, shape: Shape, node: Node<'_>, sent: &[(&[Step], Node<'_>)]) {
    out.begin(Tag::List);
    for (at, item) in node.items().enumerate() {
        let step = Step::Index(at);
        let within = shape.within(&step).unwrap_or(shape);
        write(out, within, Some(item), &inside(sent, |it| *it == step));
    }
    out.end();
}

fn write_object(out: &mut Writer, shape: Shape, node: Option<Node<'_>>, sent: &[(&[Step], Node<'_>)]) {
    out.begin(Tag::Object);
    let mut written: Vec<Step> = Vec::new();
    for (name, value) in node.into_iter().flat_map(Node::entries) {
        let step = shape.named(name);
        out.key(name);
        let within = shape.within(&step).unwrap_or(shape);
        write(out, within, Some(value), &inside(sent, |it| *it == step));
        written.push(step);
    }
    for (path, _) in sent {
        let Some(step @ Step::Name(shown)) = path.first().filter(|step| !written.contains(step)) else { continue };
        out.key(shape.member(step).map_or(shown, |field| field.name));
        write(out, shape.within(step).unwrap_or(shape), None, &inside(sent, |it| it == step));
        written.push(step.clone());
    }
    out.end();
}
