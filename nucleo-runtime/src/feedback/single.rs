//! Feedback that tells one fault, in the words of the stricter reference system.

use crate::expected;
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::{Path, Step};
use crate::shape::{Check, Integer, Kind, Limit, List, Number, Shape};
use crate::wording::fill;
use crate::write::bare;

/// The stage at which the reference system meets a fault; an earlier stage hides a later one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Parse,
    Shape,
    Bind,
    Value,
}

/// One sentence about the first fault.
pub(super) fn render(shape: Shape, reply: &str, faults: &[Fault]) -> String {
    let wording = shape.profile.wording;
    let first = faults.iter().min_by_key(|fault| (stage(fault), order(fault)));
    match first.and_then(|fault| detail(shape, fault, reply)) {
        Some(detail) => fill(wording.single, &[("detail", &detail)]),
        None => wording.unreadable.to_owned(),
    }
}

fn stage(fault: &Fault) -> Stage {
    match fault.kind {
        FaultKind::Syntax | FaultKind::Elided | FaultKind::Depth | FaultKind::Limit | FaultKind::Refused => {
            Stage::Parse
        }
        FaultKind::Unknown => Stage::Shape,
        // Only members are looked for before binding.
        FaultKind::Missing if is_member(fault) => Stage::Shape,
        FaultKind::Type if is_list(fault) => Stage::Shape,
        FaultKind::Type if !is_member(fault) && absent(fault) => Stage::Value,
        FaultKind::Range if is_of_width(fault) => Stage::Bind,
        FaultKind::Type | FaultKind::Enum | FaultKind::Branch | FaultKind::Ambiguous | FaultKind::Format => Stage::Bind,
        _ => Stage::Value,
    }
}

/// Depth first, by name; undeclared members of an object, in the order of the reply, before its declared ones.
fn order(fault: &Fault) -> Vec<(bool, usize, String)> {
    let unknown = fault.kind == FaultKind::Unknown;
    let last = fault.path.0.len().saturating_sub(1);
    let place = |step: &Step| match step {
        Step::Name(name) => (true, 0, name.to_string()),
        Step::Index(at) | Step::Entry(at) => (true, *at, String::new()),
    };
    let start = fault.span.as_ref().map_or(0, |span| span.start);
    let steps = fault.path.0.iter().enumerate();
    steps.map(|(at, step)| if unknown && at == last { (false, start, String::new()) } else { place(step) }).collect()
}

fn detail(shape: Shape, fault: &Fault, reply: &str) -> Option<String> {
    if matches!(stage(fault), Stage::Parse | Stage::Bind) {
        return None;
    }
    let path = super::place(shape, &fault.path);
    Some(match fault.kind {
        FaultKind::Unknown => return unknown(shape, &fault.path),
        FaultKind::Type if is_list(fault) => format!("Expected an array at {path}"),
        FaultKind::Missing | FaultKind::Type if fault.path.is_root() && absent(fault) => {
            "Value must not be null".into()
        }
        FaultKind::Missing if is_member(fault) => format!("Property {path} is required"),
        FaultKind::Missing | FaultKind::Type => format!("Value at {path} must not be null"),
        FaultKind::Range => match bounds(fault) {
            Some((low, high)) => format!("Property {path} must be between {} and {}", double(low), double(high)),
            None => general(shape, fault, reply, &path),
        },
        FaultKind::Count => match least(fault) {
            Some(least) => format!("Property {path} must contain at least {least} items"),
            None => general(shape, fault, reply, &path),
        },
        FaultKind::Check => format!("{path}: {}", expected::words(shape, fault, reply)),
        _ => general(shape, fault, reply, &path),
    })
}

/// What the reference system has no sentence for.
fn general(shape: Shape, fault: &Fault, reply: &str, path: &str) -> String {
    format!("Property {path} must be {}", expected::words(shape, fault, reply))
}

/// The bare name, without its path; a name that may not be shown goes by its place.
fn unknown(shape: Shape, path: &Path) -> Option<String> {
    let (last, object) = path.0.split_last()?;
    Some(match last {
        Step::Name(name) => format!("Property '{name}' is not allowed"),
        &(Step::Entry(at) | Step::Index(at)) => {
            let object = Path(object.to_vec());
            let of = if object.is_root() { String::new() } else { format!(" of {}", super::place(shape, &object)) };
            format!("The {} property{of} is not allowed", super::ordinal(at + 1))
        }
    })
}

fn is_member(fault: &Fault) -> bool {
    matches!(fault.path.0.last(), Some(Step::Name(_)))
}

fn absent(fault: &Fault) -> bool {
    matches!(fault.found, Found::Missing | Found::Kind(crate::tape::JsonKind::Null))
}

fn is_list(fault: &Fault) -> bool {
    matches!(&fault.expected, Expected::Shape(shape) if matches!(bare(*shape).kind, Kind::List(_)))
}

/// Whether an integer lies outside its Rust type, where the schema states no range.
fn is_of_width(fault: &Fault) -> bool {
    let Expected::Shape(shape) = &fault.expected else { return false };
    match shape.ty().kind {
        Kind::Integer(Integer { width, min, max, .. }) => (min, max) == (width.min(), width.max()),
        _ => false,
    }
}

/// Both bounds of a number's range.
fn bounds(fault: &Fault) -> Option<(f64, f64)> {
    let Expected::Shape(shape) = &fault.expected else { return None };
    match shape.ty().kind {
        Kind::Integer(Integer { min, max, .. }) => Some((min as f64, max as f64)),
        Kind::Number(Number { min: Some(Limit { value: min, .. }), max: Some(Limit { value: max, .. }), .. }) => {
            Some((min.parse().ok()?, max.parse().ok()?))
        }
        _ => None,
    }
}

fn least(fault: &Fault) -> Option<u64> {
    match (&fault.expected, fault.found) {
        (Expected::Check(Check::MinItems(least)), _) => Some(*least),
        (Expected::Shape(shape), Found::Count(count)) => match shape.ty().kind {
            Kind::List(List { min, .. }) if count < min as usize => Some(min.into()),
            _ => None,
        },
        _ => None,
    }
}

/// A number as the reference system prints it: `0.0`, `1000000.0`, `2.0E7`.
fn double(value: f64) -> String {
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        return format!("{value:?}");
    }
    let text = format!("{value:E}");
    match text.split_once('E') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0E{exponent}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::double;

    #[test]
    fn ok_doubles() {
        let printed = [0.0, -1.0, 400.0, 0.25, 1e6, 2e7, 1.5e-7, 12_345_678.0].map(double);
        assert_eq!(printed, ["0.0", "-1.0", "400.0", "0.25", "1000000.0", "2.0E7", "1.5E-7", "1.2345678E7"]);
    }
}
