//! What holds of every reply, every value, and every type. Each property panics where it does not hold; the fuzz
//! targets and the tests try the same ones.

mod choices;
mod render;
mod replies;
mod subjects;
mod values;

use nucleo_runtime::policy::{Policy, Stop};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::repair::{Repair, RepairKind};
use nucleo_runtime::shape::RuleId;
use nucleo_runtime::{Reading, Rejection, Shape, Value, document, from_reply, read_as_with};

pub use choices::Choices;
pub use replies::{reply, seeds};
pub use subjects::{SUBJECTS, Subject};

/// Any value, which nothing but the text itself says anything about. A reply that looks like a schema is one, too.
const ANYTHING: Profile = Profile { echo: false, ..Profile::NUCLEO };

/// A reply is read or refused, under every policy, with places that are places in it; it never panics.
pub fn never_panics(subject: &Subject, reply: &str) {
    let policies = [
        (Policy::lenient(), Stop::End),
        (Policy::lenient().keep_undeclared(true), Stop::Length),
        (Policy::strict(), Stop::End),
        (Policy::lenient().max_depth(4).max_repairs(3).max_faults(2).max_bytes(4_096), Stop::End),
    ];
    for (policy, stop) in policies {
        let mut shapes = vec![subject.shape];
        shapes.extend(PROFILES.iter().map(|profile| Shape { profile, ..subject.shape }));
        for shape in shapes {
            match read_as_with(&shape, reply, &policy, stop) {
                Ok(reading) => check_repairs(&reading.repairs, reply),
                Err(rejection) => check_rejection(&rejection, reply),
            }
        }
    }
    (subject.parse)(reply);
    // What serde asks for, from the most to the least that it can be told.
    let _ = from_reply::<Value>(reply);
    let _ = from_reply::<Vec<std::collections::BTreeMap<String, Option<f64>>>>(reply);
    let _ = from_reply::<(i64, bool, String)>(reply);
    if let Ok(document) = document::parse(reply) {
        for rule in 0..subject.shape.table.rules.len() as u32 {
            nucleo_runtime::validate(document.root(), subject.shape.table, RuleId(rule));
        }
    }
}

const PROFILES: [Profile; 3] = [Profile::TRAMAI, Profile::STRICT, ANYTHING];

fn check_repairs(repairs: &[Repair], reply: &str) {
    for repair in repairs {
        assert!(reply.get(repair.span.clone()).is_some(), "{repair} at {:?}", repair.span);
    }
    assert!(repairs.is_sorted_by_key(|repair| repair.span.start), "{repairs:?}");
}

fn check_rejection(rejection: &Rejection, reply: &str) {
    assert!(!rejection.faults().is_empty());
    for fault in rejection.faults() {
        let is_place = fault.span.as_ref().is_none_or(|span| reply.get(span.clone()).is_some());
        assert!(is_place, "{} at {:?} of {reply:?}", fault.kind, fault.span);
    }
    let (_, _, _) = (rejection.feedback(), rejection.summary(), rejection.partial());
}

/// What is JSON is read the same by all three: strictly, leniently, and by `serde_json`.
pub fn json_reads_alike(text: &str) {
    let theirs = serde_json::from_str::<Value>(text);
    let anything = shape_of_anything();
    let strict = Shape { profile: &Profile::STRICT, ..anything };
    let strict = read_as_with(&strict, text, &Policy::strict(), Stop::End);
    let Ok(document) = document::parse(text) else {
        assert!(theirs.is_err(), "only serde_json reads {text:?}");
        return;
    };
    // `serde_json` refuses numbers that no `f64` holds, and what nests deeper than 127.
    let Ok(theirs) = theirs else { return };
    let strict = strict.unwrap_or_else(|it| panic!("{text:?}: {it:?}"));
    assert!(is_alike(&strict.value, &theirs), "strictly: {text:?}");
    if document.root().kind() != nucleo_runtime::tape::JsonKind::String && !theirs.is_number() {
        let shape = Shape { profile: &ANYTHING, ..anything };
        let Reading { value, mut repairs, prose } =
            read_as_with(&shape, text, &Policy::lenient(), Stop::End).unwrap_or_else(|it| panic!("{text:?}: {it:?}"));
        // JSON lets a name stand twice.
        repairs.retain(|repair| repair.kind != RepairKind::Duplicate);
        assert_eq!(value, strict.value, "leniently: {text:?}");
        assert_eq!((repairs, prose.as_str()), (Vec::new(), ""), "{text:?}");
    }
}

/// Equal, but for the last digits of a number, of which tiny ones have few: `serde_json` rounds it in another way unless it is asked not to.
fn is_alike(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(one), Value::Number(two)) => {
            let floats = one.as_f64().zip(two.as_f64());
            one == two || floats.is_some_and(|(one, two)| (one - two).abs() <= one.abs() * 4e-15 + f64::MIN_POSITIVE)
        }
        (Value::Array(one), Value::Array(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| is_alike(one, two))
        }
        (Value::Object(one), Value::Object(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.0 == two.0 && is_alike(one.1, two.1))
        }
        _ => one == two,
    }
}

fn shape_of_anything() -> Shape {
    use nucleo_runtime::shape::{Kind, Table, Type};
    static TABLE: Table = Table { types: &[Type::new("", Kind::Any)], rules: &[], patterns: &[], anchors: &[] };
    Shape::new(&TABLE, 0, &ANYTHING)
}

/// A value that was read from whatever a model wrote passes the strict check of the same type, and is read as itself.
pub fn readings_are_strict(subject: &Subject, reply: &str) {
    (subject.reread)(reply);
}

/// A value that was written, in any of the ways that models write values, is read as itself.
pub fn written_is_read(subject: &Subject, choices: &mut Choices<'_>) {
    let value = values::of(subject.shape, choices);
    let form = choices.below(render::FORMS) as usize;
    let text = render::as_form(&value, form);
    (subject.round)(&value, &text);
}

/// Whether a repair tells of a deviation of the text or of a value, not of what stood around the answer.
fn is_deviation(repair: &Repair) -> bool {
    use RepairKind::{Default, Fence, Prose, Unknown};
    !matches!(repair.kind, Fence | Prose | Default | Unknown)
}
