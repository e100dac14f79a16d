//! Whole numbers and decimals between bounds, digit by digit.

use super::gbnf::{choice, literal};

/// As many digits as every reader of whole numbers takes.
const DIGITS: u32 = 18;

/// Multiples are listed up to this many.
const LISTED: i128 = 400;

/// The whole numbers between two bounds, both included; `None` where there are none.
pub(super) fn integers(min: Option<i128>, max: Option<i128>) -> Option<String> {
    let most = 10i128.pow(DIGITS) - 1;
    let min = min.unwrap_or_else(|| -most.min(max.map_or(most, |max| most.max(max.saturating_abs()))));
    let max = max.unwrap_or_else(|| most.max(min.saturating_mul(10).saturating_add(9)));
    if min > max {
        return None;
    }
    let mut parts = Vec::new();
    if min < 0 {
        let (from, to) = ((-max).max(1), -min);
        parts.push(format!("\"-\" {}", choice(&naturals(from, to))));
    }
    if max >= 0 {
        parts.extend(naturals(min.max(0), max));
    }
    Some(choice(&parts))
}

/// The multiples of a number between two bounds, where there are few, or where it is a power of ten.
pub(super) fn multiples(of: i128, min: Option<i128>, max: Option<i128>) -> Option<String> {
    if of <= 1 {
        return if of == 1 { integers(min, max) } else { None };
    }
    if let (Some(min), Some(max)) = (min, max) {
        let (first, last) = (min.div_euclid(of) + i128::from(min.rem_euclid(of) != 0), max.div_euclid(of));
        if first > last {
            return None;
        }
        if last - first < LISTED {
            let all: Vec<String> = (first..=last).map(|it| literal(&(it * of).to_string())).collect();
            return Some(choice(&all));
        }
    }
    let zeros = of.to_string();
    let is_power = zeros.starts_with('1') && zeros[1..].bytes().all(|digit| digit == b'0');
    if !is_power {
        return None;
    }
    let part = |bound: i128, up: bool| bound.div_euclid(of) + i128::from(up && bound.rem_euclid(of) != 0);
    let inner = integers(min.map(|min| part(min, true).max(1)).or(Some(1)), max.map(|max| part(max, false)));
    let some = inner.map(|inner| format!("{inner} {}", literal(&zeros[1..])));
    let zero = (min.is_none_or(|min| min <= 0) && max.is_none_or(|max| max >= 0)).then(|| literal("0"));
    let all: Vec<String> = some.into_iter().chain(zero).collect();
    (!all.is_empty()).then(|| choice(&all))
}

/// The natural numbers from one to another, without leading zeros: one alternative, or more, for each count of digits.
fn naturals(from: i128, to: i128) -> Vec<String> {
    let mut out = Vec::new();
    let mut low = from;
    // The counts of digits behind the first, of all whose numbers are inside.
    let mut full: Option<(u32, u32)> = None;
    while low <= to {
        let digits = low.to_string().len() as u32;
        let whole = 10i128.checked_pow(digits).map_or(i128::MAX, |it| it - 1);
        let high = to.min(whole);
        if low == 10i128.pow(digits - 1) && high == whole {
            full = Some((full.map_or(digits - 1, |(from, _)| from), digits - 1));
        } else {
            out.extend(full.take().map(all_of));
            out.extend(same_length(&low.to_string(), &high.to_string()));
        }
        let Some(next) = high.checked_add(1) else { break };
        low = next;
    }
    out.extend(full.map(all_of));
    out
}

/// All numbers with so many digits behind the first.
fn all_of((from, to): (u32, u32)) -> String {
    match (from, to) {
        (0, 0) => "[1-9]".to_owned(),
        (from, to) if from == to => format!("[1-9] {}", digits(to as usize)),
        (from, to) => format!("[1-9] [0-9]{{{from},{to}}}"),
    }
}

/// One digit before others.
fn then(digit: &str, inner: &[String]) -> String {
    match inner {
        [one] if one.starts_with('"') && !one[1..one.len() - 1].contains('"') => format!("\"{digit}{}", &one[1..]),
        _ => format!("{} {}", literal(digit), choice(inner)),
    }
}

/// The digits between two texts of one length.
fn same_length(low: &str, high: &str) -> Vec<String> {
    if low == high {
        return vec![literal(low)];
    }
    let common = low.bytes().zip(high.bytes()).take_while(|(one, two)| one == two).count();
    let (low, high, prefix) = (&low[common..], &high[common..], &low[..common]);
    let is = |text: &str, digit: u8| text.bytes().skip(1).all(|it| it == digit);
    let (first, last) = (low.as_bytes()[0], high.as_bytes()[0]);
    let rest = low.len() - 1;
    let mut parts = Vec::new();
    let (mut from, mut to) = (first, last);
    if !is(low, b'0') {
        let inner = same_length(&low[1..], &"9".repeat(rest));
        parts.push(then(&low[..1], &inner));
        from += 1;
    }
    let tail = if is(high, b'9') {
        None
    } else {
        to -= 1;
        let inner = same_length(&"0".repeat(rest), &high[1..]);
        Some(then(&high[..1], &inner))
    };
    if from <= to {
        let digit = if from == to { literal(&char::from(from).to_string()) } else { class(from, to) };
        parts.push(if rest == 0 { digit } else { format!("{digit} {}", digits(rest)) });
    }
    parts.extend(tail);
    match prefix.is_empty() {
        true => parts,
        false => vec![then(prefix, &parts)],
    }
}

fn class(from: u8, to: u8) -> String {
    format!("[{}-{}]", char::from(from), char::from(to))
}

fn digits(count: usize) -> String {
    if count == 1 { "[0-9]".to_owned() } else { format!("[0-9]{{{count}}}") }
}

/// A bound of a decimal number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    /// The next whole number on the inner side.
    whole: i128,
    /// Whether the bound is that number, and outside itself.
    open: bool,
    /// The bound in millionths.
    scaled: i128,
}

impl Bound {
    /// Reads a bound as JSON spells it; `None` where it has an exponent, or more than six places.
    pub(super) fn read(text: &str, exclusive: bool, is_min: bool) -> Option<Self> {
        let scaled = millionths(text)?;
        let (floor, rest) = (scaled.div_euclid(1_000_000), scaled.rem_euclid(1_000_000));
        let whole = floor + i128::from(is_min && rest != 0);
        Some(Self {
            whole,
            open: exclusive && rest == 0,
            scaled: scaled + i128::from(exclusive) * if is_min { 1 } else { -1 },
        })
    }
}

fn millionths(text: &str) -> Option<i128> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |text| (-1, text));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 6 || whole.len() > 20 {
        return None;
    }
    let whole: i128 = whole.parse().ok()?;
    let fraction: i128 = format!("{fraction:0<6}").parse().ok()?;
    Some(sign * (whole * 1_000_000 + fraction))
}

/// The decimals between two bounds, on the safe side where a bound is no whole number; `None` where none are found.
/// `places` is how many digits a fraction may have; each is one of `fractions` where these are given.
pub(super) fn decimals(
    min: Option<Bound>,
    max: Option<Bound>,
    places: u32,
    fractions: Option<&[String]>,
) -> Option<String> {
    let fraction = match fractions {
        Some([]) => None,
        Some(all) => Some(format!("(\".\" {})?", choice(&all.iter().map(|it| literal(it)).collect::<Vec<_>>()))),
        None if places == 0 => None,
        None => Some(format!("(\".\" [0-9]{{1,{places}}})?")),
    };
    let most = 10i128.pow(DIGITS - 3);
    let (low, high) = (min.map_or(-most, |it| it.whole), max.map_or(most, |it| it.whole));
    let mut parts = Vec::new();
    // Whole numbers, with the bounds themselves where they are inside.
    let is_open = |bound: Option<Bound>| i128::from(bound.is_none_or(|it| it.open));
    let (first, last) = (low + is_open(min), high - is_open(max));
    let Some(fraction) = fraction else { return integers(Some(first), Some(last)) };
    if let Some(ends) = integers(Some(first), Some(last)) {
        // Those with a fraction stay between the bounds: towards zero is inside.
        let inner_above = (low.max(0), high - 1);
        let inner_below = ((-high).max(0), -low - 1);
        let above = (inner_above.0 <= inner_above.1).then(|| naturals(inner_above.0, inner_above.1));
        let below = (inner_below.0 <= inner_below.1).then(|| naturals(inner_below.0, inner_below.1));
        let fraction = fraction.trim_end_matches('?');
        let with = |all: Vec<String>| format!("{} {fraction}", choice(&all));
        parts.extend(above.map(with));
        parts.extend(below.map(|all| format!("\"-\" {}", with(all))));
        parts.push(ends);
    } else if fractions.is_none() {
        parts.extend(within_one(min?.scaled, max?.scaled));
    }
    (!parts.is_empty()).then(|| choice(&parts))
}

/// The decimals between two bounds that have no whole number between them.
fn within_one(min: i128, max: i128) -> Option<String> {
    let (sign, low, high) = if max <= 0 { ("-", -max, -min) } else { ("", min, max) };
    let whole = low / 1_000_000;
    if low > high || whole != high / 1_000_000 || low < 0 {
        return None;
    }
    let (low, high) = (format!("{:06}", low % 1_000_000), format!("{:06}", high % 1_000_000));
    Some(format!("{} {}", literal(&format!("{sign}{whole}.")), choice(&same_length(&low, &high))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_ranges_digit_by_digit() {
        let of = |min, max| integers(Some(min), Some(max)).expect("numbers");
        assert_eq!(of(1, 5), "[1-5]");
        assert_eq!(of(0, 100), r#"([0-9] | [1-9] [0-9] | "100")"#);
        assert_eq!(of(1, 99_999), "[1-9] [0-9]{0,4}");
        assert_eq!(of(-3, 2), r#"("-" [1-3] | [0-2])"#);
        assert_eq!(of(1_000, 1_250), r#""1" ([0-1] [0-9]{2} | "2" ([0-4] [0-9] | "50"))"#);
        assert_eq!(integers(Some(3), Some(2)), None);
    }

    #[test]
    fn ok_multiples() {
        assert_eq!(multiples(50, Some(0), Some(100)).as_deref(), Some(r#"("0" | "50" | "100")"#));
        assert_eq!(multiples(7, None, None), None);
        assert_eq!(multiples(10, Some(10), Some(90_000)).as_deref().map(|it| it.ends_with("\"0\"")), Some(true));
    }

    #[test]
    fn ok_decimals() {
        let bound = |text, is_min| Bound::read(text, false, is_min);
        assert_eq!(
            decimals(bound("0", true), bound("1", false), 6, None).as_deref(),
            Some(r#""0" ("." [0-9]{1,6})"#).map(|inner| format!("({inner} | [0-1])")).as_deref()
        );
        assert_eq!(decimals(bound("0.25", true), bound("0.25", false), 6, None).as_deref(), Some(r#""0." "250000""#));
    }
}
