//! Numbers and their bounds, in words.

use crate::fault::FaultKind;
use crate::shape::{Integer, Limit, Number, Width};

/// `an integer from 1 to 5`. The bounds of its width alone are told when a number lies outside them.
pub(super) fn of_integer(integer: &Integer, kind: FaultKind) -> String {
    let &Integer { width, min, max, multiple_of } = integer;
    let (least, most) = (min > width.min(), max < width.max());
    let narrow = matches!(width, Width::I8 | Width::U8 | Width::I16 | Width::U16);
    let all = narrow || kind == FaultKind::Range;
    let low = least || all || min == 0;
    let high = most || all;
    let mut out = if width == Width::I32 && !low && !high { "a 32-bit integer" } else { "an integer" }.to_owned();
    match (low, high) {
        (true, true) => out += &format!(" from {min} to {}", most_of(width, max)),
        (true, false) => out += &format!(" of at least {min}"),
        (false, true) => out += &format!(" of at most {}", most_of(width, max)),
        (false, false) => {}
    }
    with_multiple(out, multiple_of)
}

/// The greatest value, where `i128` cannot say it.
fn most_of(width: Width, max: i128) -> String {
    if width == Width::U128 && max == i128::MAX { u128::MAX.to_string() } else { max.to_string() }
}

/// `a number greater than 0 and at most 1`.
pub(super) fn of_number(number: &Number) -> String {
    let &Number { min, max, multiple_of } = number;
    let out = match (min, max) {
        (None, None) => "a number".to_owned(),
        (Some(min), Some(max)) if !min.exclusive && !max.exclusive => {
            format!("a number from {} to {}", min.value, max.value)
        }
        (Some(min), None) => format!("a number {}", at_least(&min)),
        (None, Some(max)) => format!("a number {}", at_most(&max)),
        (Some(min), Some(max)) => format!("a number {} and {}", at_least(&min), at_most(&max)),
    };
    with_multiple(out, multiple_of)
}

pub(super) fn at_least(limit: &Limit) -> String {
    format!("{} {}", if limit.exclusive { "greater than" } else { "of at least" }, limit.value)
}

pub(super) fn at_most(limit: &Limit) -> String {
    format!("{} {}", if limit.exclusive { "less than" } else { "of at most" }, limit.value)
}

fn with_multiple(out: String, multiple_of: Option<&str>) -> String {
    match multiple_of {
        Some(of) => format!("{out} that is a multiple of {of}"),
        None => out,
    }
}
