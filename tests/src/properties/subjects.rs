//! The types that the properties are tried on.

use std::fmt::Debug;

use nucleo_runtime::policy::{Policy, Stop};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::repair::RepairKind;
use nucleo_runtime::{Shape, Shaped, ToNode, Value, from_value, read, read_as_with, read_with, to_string, to_value};

use super::is_deviation;
use crate::{shapes, support, weather};

/// A generated type, with what the properties do to it.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The type's name, for messages.
    pub name: &'static str,
    /// Its shape.
    pub shape: Shape,
    pub(super) parse: fn(&str),
    pub(super) reread: fn(&str),
    pub(super) round: fn(&Value, &str),
}

/// A type of each sort, the odd ones first.
pub const SUBJECTS: &[Subject] = &[
    of::<shapes::Kinds>("Kinds"),
    of::<shapes::Overlap>("Overlap"),
    of::<shapes::Nested>("Nested"),
    of::<shapes::Open>("Open"),
    of::<shapes::Ruled>("Ruled"),
    of::<shapes::Listed>("Listed"),
    of::<crate::Booking>("Booking"),
    of::<crate::OrderAnswer>("OrderAnswer"),
    of::<crate::Payment>("Payment"),
    of::<crate::Tasks>("Tasks"),
    of::<crate::Verdict>("Verdict"),
    of::<crate::NamesThatNoCompilerLikes>("NamesThatNoCompilerLikes"),
    of::<crate::travel::Journey>("Journey"),
    of::<support::Ticket>("Ticket"),
    of::<weather::Forecast>("Forecast"),
];

const fn of<T: Shaped + ToNode + Debug + PartialEq>(name: &'static str) -> Subject {
    Subject { name, shape: T::SHAPE, parse: parse::<T>, reread: reread::<T>, round: round::<T> }
}

fn parse<T: Shaped>(reply: &str) {
    let _ = read::<T>(reply);
    let _ = read_with::<T>(reply, &Policy::strict(), Stop::Length);
}

fn reread<T: Shaped + ToNode + Debug + PartialEq>(reply: &str) {
    let Ok(reading) = read::<T>(reply) else { return };
    let text = to_string(&reading.value);
    let strict = Shape { profile: &Profile::STRICT, ..T::SHAPE };
    let again = read_as_with(&strict, &text, &Policy::strict(), Stop::End)
        .unwrap_or_else(|it| panic!("{reply:?} was read as {text}, which does not fit: {it:?}"));
    let odd = again.repairs.iter().find(|repair| repair.kind != RepairKind::Default);
    assert_eq!(odd, None, "{reply:?} was read as {text}");
    assert_eq!(again.value, to_value(&reading.value), "{reply:?} was read as {text}");
    let lenient = read::<T>(&text).unwrap_or_else(|it| panic!("{reply:?} was read as {text}, now refused: {it:?}"));
    // A branch may be told from the others by nothing but a member that it ignores, which is left out of the text.
    match reading.unknown().next() {
        None => assert_eq!(lenient.value, reading.value, "{reply:?} was read as {text}"),
        Some(_) => assert_eq!(to_value(&lenient.value), to_value(&reading.value), "{reply:?} was read as {text}"),
    }
    assert_eq!(lenient.repairs.iter().find(|it| is_deviation(it)), None, "{reply:?} was read as {text}");
}

fn round<T: Shaped + ToNode + Debug + PartialEq>(value: &Value, text: &str) {
    // A rule may hold of no value that was made up by the types alone.
    let Ok(typed) = from_value::<T>(value) else { return };
    let reading = read::<T>(text).unwrap_or_else(|it| panic!("{text:?} does not fit: {it:?}"));
    assert_eq!(reading.value, typed, "{text:?}");
    let again = from_value::<T>(&to_value(&typed)).unwrap_or_else(|it| panic!("{typed:?} does not fit: {it:?}"));
    assert_eq!(again, typed, "by serde_json's values");
}
