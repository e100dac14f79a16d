//! One reply, from text to value.

use serde_json::Value;

use crate::answer::Shaped;
use crate::conform::{self, conform, locate};
use crate::echo;
use crate::extract::{self, Around, First, Found, Unfit};
use crate::fault::{Expected, Fault, FaultKind};
use crate::partial::partial;
use crate::path::Path;
use crate::policy::{Policy, Stop, Verdict};
use crate::profile::{Coerce, Extract, Syntax};
use crate::read::scope::Scope;
use crate::read::{self, Parsed};
use crate::rejection::{Attempt, Rejection};
use crate::repair::{Repair, RepairKind};
use crate::shape::Shape;
use crate::tape::{IGNORED, JsonKind, REST, Raw, Tag, Tape};
use crate::unecho::{Form, unecho};
use crate::value::{json, typed, typed_json, untyped};
use crate::wrapped;

/// A reply that fits, with everything that was mended on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<T> {
    /// The value.
    pub value: T,
    /// What was mended, in the order of the places in the reply.
    pub repairs: Vec<Repair>,
    /// What stood around the answer.
    pub prose: String,
}

impl<T> Reading<T> {
    /// The undeclared members that were left out.
    pub fn unknown(&self) -> impl Iterator<Item = &Path> {
        self.repairs.iter().filter(|repair| repair.kind == RepairKind::Unknown).map(|repair| &repair.path)
    }
}

/// Reads a reply into a generated type.
pub fn parse<T: Shaped>(reply: &str) -> Result<T, Rejection> {
    let found = bare(T::SHAPE, reply, &Policy::lenient(), Stop::End)?;
    Ok(build(&found.parsed))
}

/// Reads a reply into a generated type, and tells what was mended.
pub fn read<T: Shaped>(reply: &str) -> Result<Reading<T>, Rejection> {
    read_with(reply, &Policy::lenient(), Stop::End)
}

/// Reads a reply into a generated type, under a policy of the caller's own; `stop` is why the model stopped.
pub fn read_with<T: Shaped>(reply: &str, policy: &Policy, stop: Stop) -> Result<Reading<T>, Rejection> {
    let Taken { parsed, repairs, prose } = take(T::SHAPE, reply, policy, stop)?;
    Ok(Reading { value: build(&parsed), repairs, prose })
}

fn build<T: Shaped>(parsed: &Parsed<'_>) -> T {
    // OK because values without a fault fit the type that was generated from the same shape.
    T::from_node(parsed.tape.node(parsed.root)).expect("a conformed value fits its type")
}

/// Reads a reply into a value that has a shape but no type, under the names that programs exchange.
pub fn read_as(shape: &Shape, reply: &str) -> Result<Reading<Value>, Rejection> {
    read_as_with(shape, reply, &Policy::lenient(), Stop::End)
}

/// The same, under a policy of the caller's own.
pub fn read_as_with(shape: &Shape, reply: &str, policy: &Policy, stop: Stop) -> Result<Reading<Value>, Rejection> {
    let Taken { mut parsed, repairs, prose } = take(*shape, reply, policy, stop)?;
    if policy.undeclared {
        parsed.tape.nodes.iter_mut().filter(|node| node.field == IGNORED).for_each(|node| node.field = REST);
    }
    Ok(Reading { value: typed(parsed.tape.node(parsed.root), *shape), repairs, prose })
}

/// The same as JSON text, in which no number loses a digit.
pub(crate) fn json_as(shape: Shape, reply: &str, policy: &Policy, stop: Stop) -> Result<String, Rejection> {
    let Found { parsed, .. } = bare(shape, reply, policy, stop)?;
    Ok(typed_json(parsed.tape.node(parsed.root), shape))
}

/// A reply that fits, still as nodes.
pub(crate) struct Taken<'r> {
    pub(crate) parsed: Parsed<'r>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) prose: String,
}

/// Reads a reply as a `shape`, to the nodes that a value is built from, and tells what was mended.
pub(crate) fn take<'r>(shape: Shape, reply: &'r str, policy: &Policy, stop: Stop) -> Result<Taken<'r>, Rejection> {
    let Found { parsed, around, prose, .. } = bare(shape, reply, policy, stop)?;
    let mut repairs = repairs(&parsed, shape, &around);
    repairs.retain(|repair| policy.verdict(repair.kind, shape.profile) == Verdict::Note);
    Ok(Taken { parsed, repairs, prose })
}

/// Reads a reply as a `shape`. Most callers of a mended reply want its value alone, and a place for each of hundreds of
/// repairs takes as long as all the rest.
fn bare<'r>(shape: Shape, reply: &'r str, policy: &Policy, stop: Stop) -> Result<Found<'r>, Rejection> {
    if reply.len() > policy.bytes {
        return Err(refuse(shape, reply, None, vec![fault(FaultKind::Limit, shape)], Vec::new()));
    }
    let options = read::Options {
        strict: shape.profile.syntax == Syntax::Strict,
        depth: policy.depth,
        repairs: policy.repairs,
        cut: stop == Stop::Length,
        shape: Some(shape),
    };
    let scope = Scope::new(Some(shape));
    let found = match (shape.profile.extract, shape.profile.syntax) {
        (Extract::First, _) => first(shape, reply, policy, options, &scope),
        (Extract::Last, Syntax::Strict) => plain(shape, reply, policy, &scope),
        (Extract::Last, Syntax::Lenient) => {
            extract::find(reply, options, &scope, &|parsed| fit(parsed, shape, policy, &scope))
        }
    };
    let Some(found) = found else {
        return Err(refuse(shape, reply, None, vec![fault(FaultKind::NoJson, shape)], Vec::new()));
    };
    let is_refused = |kind| policy.verdict(kind, shape.profile) == Verdict::Refuse;
    let kinds = found.around.iter().map(|it| it.0).chain(found.parsed.repairs.iter().map(|it| it.kind));
    if !found.alternative && found.unfit.is_empty() && !kinds.into_iter().any(is_refused) {
        return Ok(found);
    }
    let Found { parsed, unfit, around, alternative, .. } = found;
    let is_part = matches!(unfit, Unfit::Part);
    let mut faults = match unfit {
        _ if alternative => vec![whole(FaultKind::Several, &parsed, shape)],
        Unfit::Faults(faults) => faults,
        Unfit::Misfits(misfits) => misfits.named(&parsed, shape),
        Unfit::Part => vec![whole(FaultKind::Syntax, &parsed, shape)],
    };
    let mut repairs = repairs(&parsed, shape, &around);
    faults.extend(refused(&repairs, policy, shape, &parsed));
    repairs.retain(|repair| policy.verdict(repair.kind, shape.profile) == Verdict::Note);
    faults.truncate(policy.faults);
    Err(refuse(shape, reply, Some(&parsed).filter(|_| !is_part), faults, repairs))
}

/// The whole reply as plain JSON.
fn plain<'r>(shape: Shape, reply: &'r str, policy: &Policy, scope: &Scope) -> Option<Found<'r>> {
    match read::strict(reply, policy.depth) {
        Ok(tape) => {
            let mut parsed = Parsed { tape, root: 0, repairs: Vec::new(), faults: Vec::new() };
            let unfit = fit(&mut parsed, shape, policy, scope);
            Some(Found { parsed, unfit, around: Vec::new(), prose: String::new(), alternative: false })
        }
        Err(_) if !reply.contains(['{', '[']) => None,
        Err(error) => Some(nothing(Fault { span: Some(error.span()), ..fault(FaultKind::Syntax, shape) })),
    }
}

/// The first value of the reply.
fn first<'r>(
    shape: Shape,
    reply: &'r str,
    policy: &Policy,
    options: read::Options,
    scope: &Scope,
) -> Option<Found<'r>> {
    match extract::first(reply, options) {
        First::Value(mut read, span) => {
            let unfit = fit(&mut read.parsed, shape, policy, scope);
            Some(extract::describe(reply, read, &span, unfit))
        }
        First::Broken(span) => Some(nothing(Fault { span: Some(span), ..fault(FaultKind::Syntax, shape) })),
        First::Blank if scope.takes_list() => Some(nothing(fault(FaultKind::Type, shape))),
        First::Blank => Some(nothing(fault(FaultKind::Syntax, shape))),
        First::Nothing => None,
    }
}

/// Text that holds no value, because of a fault.
fn nothing<'r>(fault: Fault) -> Found<'r> {
    let mut tape = Tape::new("");
    tape.nodes.push(Raw::new(Tag::Null, 0..0, 0));
    let parsed = Parsed { tape, root: 0, repairs: Vec::new(), faults: Vec::new() };
    Found { parsed, unfit: Unfit::Faults(vec![fault]), around: Vec::new(), prose: String::new(), alternative: false }
}

/// Holds what the reader made of a candidate against the declared type.
#[cfg_attr(not(feature = "artifacts"), expect(unused_variables, reason = "it says where artifacts are found"))]
fn fit(parsed: &mut Parsed<'_>, shape: Shape, policy: &Policy, scope: &Scope) -> Unfit {
    let profile = shape.profile;
    #[cfg(feature = "artifacts")]
    if let Some(store) = &policy.artifacts {
        parsed.tape.artifacts = crate::artifact::Source::Store(store.clone());
    }
    wrapped::unwrap(parsed, shape);
    let form = if profile.echo { unecho(parsed, shape, scope) } else { Form::Answer };
    let strict = profile.syntax == Syntax::Strict && profile.coerce == Coerce::Off;
    let options = if strict { conform::Options::STRICT } else { conform::Options::of(profile) };
    let misfits = conform(parsed, shape, options);
    let is_read = parsed.faults.is_empty();
    match () {
        () if misfits.is_empty() && is_read => Unfit::Misfits(misfits),
        () if is_schema(parsed, scope, form) => Unfit::Faults(vec![whole(FaultKind::Echo, parsed, shape)]),
        () if is_read && is_several(parsed, shape, options, scope) => {
            Unfit::Faults(vec![whole(FaultKind::Several, parsed, shape)])
        }
        () if is_read => Unfit::Misfits(misfits),
        () => Unfit::Faults(with_reader(parsed, shape, misfits.named(parsed, shape))),
    }
}

/// Whether a value that does not fit describes an answer instead of being one.
#[cold]
fn is_schema(parsed: &Parsed<'_>, scope: &Scope, form: Form) -> bool {
    match form {
        Form::Unsettled => echo::is_schema(parsed, parsed.root, scope),
        Form::Answer => false,
        Form::Schema => true,
    }
}

/// Whether the value is a list of answers where one is wanted.
#[cold]
fn is_several(parsed: &mut Parsed<'_>, shape: Shape, options: conform::Options, scope: &Scope) -> bool {
    let (root, repairs) = (parsed.root, parsed.repairs.len());
    let items: Vec<u32> = match parsed.tape.nodes[root as usize].tag {
        Tag::List if scope.takes_object() && !scope.takes_list() => parsed.tape.members(root).map(|it| it.0).collect(),
        _ => return false,
    };
    let is_several = items.len() > 1
        && items.iter().all(|item| {
            parsed.root = *item;
            conform(parsed, shape, options).is_empty()
        });
    parsed.root = root;
    parsed.repairs.truncate(repairs);
    is_several
}

/// A fault of the answer as a whole, beside which no other matters.
fn whole(kind: FaultKind, parsed: &Parsed<'_>, shape: Shape) -> Fault {
    let node = parsed.tape.node(parsed.root);
    Fault { found: crate::fault::Found::Kind(node.kind()), span: Some(node.span()), ..fault(kind, shape) }
}

/// The reader's own faults, and those of the type that do not follow from them.
#[cold]
fn with_reader(parsed: &Parsed<'_>, shape: Shape, found: Vec<Fault>) -> Vec<Fault> {
    let places = locate(parsed, shape, parsed.faults.iter().map(|fault| holder(parsed, fault)).collect());
    let mut faults = Vec::new();
    let mut is_whole = true;
    for raw in &parsed.faults {
        let path = places.path(holder(parsed, raw));
        let span = Some(raw.start as usize..raw.end as usize);
        is_whole &= matches!(raw.kind, FaultKind::Missing | FaultKind::Elided | FaultKind::Syntax)
            && (raw.node as usize) < parsed.tape.nodes.len();
        let at = shape.locate(&path).unwrap_or(shape);
        faults.push(Fault { path, span, ..fault(raw.kind, at) });
    }
    // What is missing behind the place where reading stopped may well have been there.
    let own = faults.len();
    let follows = |it: &Fault| !is_whole && it.kind == FaultKind::Missing;
    faults.extend(found.into_iter().filter(|it| !follows(it)));
    let (readers, others) = faults.split_at(own);
    let kept = others.iter().filter(|it| !readers.iter().any(|fault| fault.path == it.path && !it.path.is_root()));
    let mut faults: Vec<Fault> = readers.iter().chain(kept).cloned().collect();
    faults.sort_by_key(|fault| fault.span.as_ref().map_or(usize::MAX, |span| span.start));
    faults
}

/// The value that a fault of the text belongs to: what stands between values is of the container around it.
fn holder(parsed: &Parsed<'_>, fault: &read::RawFault) -> u32 {
    let nodes = &parsed.tape.nodes;
    let around = |node: &Raw| node.start <= fault.start && fault.start <= node.end;
    if fault.kind != FaultKind::Elided || nodes.get(fault.node as usize).is_some_and(around) {
        return fault.node;
    }
    // Parents come before their children, so the last one is the nearest.
    let container = nodes.iter().rposition(|node| node.is_container() && around(node));
    container.map_or(fault.node, |at| at as u32)
}

/// The repairs with their places, in the order of the reply.
fn repairs(parsed: &Parsed<'_>, shape: Shape, around: &[Around]) -> Vec<Repair> {
    let mut repairs = Vec::with_capacity(around.len() + parsed.repairs.len());
    repairs.extend(around.iter().map(|(kind, span)| Repair { kind: *kind, span: span.clone(), path: Path::default() }));
    if !parsed.repairs.is_empty() {
        let mut places = locate(parsed, shape, parsed.repairs.iter().map(|repair| repair.node).collect());
        repairs.extend(parsed.repairs.iter().map(|raw| Repair {
            kind: raw.kind,
            span: raw.start as usize..raw.end as usize,
            path: places.take(raw.node),
        }));
    }
    repairs.sort_by_key(|repair| repair.span.start);
    repairs
}

/// A fault for each repair that the policy or the schema refuses.
fn refused(repairs: &[Repair], policy: &Policy, shape: Shape, parsed: &Parsed<'_>) -> Vec<Fault> {
    let kind = kind_of(parsed);
    let refused = repairs.iter().filter(|repair| policy.verdict(repair.kind, shape.profile) == Verdict::Refuse);
    let fault = |repair: &Repair| Fault {
        kind: FaultKind::Refused,
        path: repair.path.clone(),
        expected: Expected::Words(repair.kind.name().replace('_', " ").into()),
        found: crate::fault::Found::Kind(kind),
        span: Some(repair.span.clone()),
    };
    refused.map(fault).collect()
}

fn kind_of(parsed: &Parsed<'_>) -> JsonKind {
    parsed.tape.node(parsed.root).kind()
}

fn fault(kind: FaultKind, shape: Shape) -> Fault {
    let (expected, found) = (Expected::Shape(shape), crate::fault::Found::Missing);
    Fault { kind, path: Path::default(), expected, found, span: None }
}

#[cold]
fn refuse(
    shape: Shape,
    reply: &str,
    parsed: Option<&Parsed<'_>>,
    faults: Vec<Fault>,
    repairs: Vec<Repair>,
) -> Rejection {
    let root = parsed.map(|parsed| parsed.tape.node(parsed.root)).filter(|node| node.raw().tag != Tag::Null);
    let partial = root.map(|node| partial(node, shape));
    let partial = partial.as_ref().map(|tape| tape.node(0));
    let attempt = Attempt { reply: reply.to_owned(), faults, repairs };
    Rejection::new(shape, attempt, partial.map(untyped)).accepting(partial.map(json))
}
