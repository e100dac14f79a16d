//! Exact decimals: bounds of integers, and equality of JSON values.

use std::cmp::Ordering;

use crate::json::{Json, Value};

/// A number as JSON spells it, brought to one form: `digits × 10^exp`, without zeros at either end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    /// Empty for zero.
    digits: String,
    exp: i64,
}

/// A whole number near a decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Less than any `i128`.
    Below,
    Is(i128),
    /// Greater than any `i128`.
    Above,
}

impl Decimal {
    /// Reads a number of JSON.
    pub(crate) fn parse(text: &str) -> Self {
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exp) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        // An exponent that no `i64` holds stands for "endless" either way.
        let exp: i64 = exp.parse().unwrap_or(if exp.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let kept = all.trim_end_matches('0');
        let exp = exp.saturating_sub(fraction.len() as i64).saturating_add((all.len() - kept.len()) as i64);
        let digits = kept.trim_start_matches('0').to_owned();
        let zero = digits.is_empty();
        Self { negative: negative && !zero, digits, exp: if zero { 0 } else { exp } }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.exp >= 0
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// The greatest whole number that is not above.
    pub(crate) fn floor(&self) -> Whole {
        self.round(self.negative)
    }

    /// The least whole number that is not below.
    pub(crate) fn ceil(&self) -> Whole {
        self.round(!self.negative)
    }

    /// Rounds away from zero or towards it.
    fn round(&self, away: bool) -> Whole {
        let beyond = if self.negative { Whole::Below } else { Whole::Above };
        // 39 digits are the most of an `i128`.
        if self.digits.len() as i64 + self.exp > 39 {
            return beyond;
        }
        let kept = usize::try_from(self.digits.len() as i64 + self.exp.min(0)).unwrap_or(0);
        let mut text = self.digits[..kept].to_owned();
        text.extend(std::iter::repeat_n('0', self.exp.max(0) as usize));
        let magnitude = if text.is_empty() { Ok(0) } else { text.parse::<u128>() };
        let Ok(magnitude) = magnitude else { return beyond };
        let magnitude = magnitude.saturating_add(u128::from(away && !self.is_whole()));
        match (self.negative, i128::try_from(magnitude)) {
            (false, Ok(value)) => Whole::Is(value),
            (true, Ok(value)) => Whole::Is(-value),
            (true, Err(_)) if magnitude == i128::MIN.unsigned_abs() => Whole::Is(i128::MIN),
            _ => beyond,
        }
    }
}

/// Whether `u128` holds a number and `i128` does not.
pub(crate) fn needs_u128(number: &Decimal) -> bool {
    let exceeds = |limit: &str| *number > Decimal::parse(limit);
    exceeds(&i128::MAX.to_string()) && !exceeds(&u128::MAX.to_string())
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |it: &Self| if it.digits.is_empty() { 0 } else { 1 - 2 * i32::from(it.negative) };
        if sign(self) != sign(other) {
            return sign(self).cmp(&sign(other));
        }
        let size = |it: &Self| it.exp.saturating_add(it.digits.len() as i64);
        // Digits compare as text once they begin at the same power of ten.
        let magnitude = size(self).cmp(&size(other)).then_with(|| self.digits.cmp(&other.digits));
        if self.negative { magnitude.reverse() } else { magnitude }
    }
}

/// A count such as `minLength`: a whole number from 0; one that no `u64` holds stands for the greatest.
pub(crate) fn count(text: &str) -> Option<u64> {
    let decimal = Decimal::parse(text);
    if decimal.is_negative() || !decimal.is_whole() {
        return None;
    }
    match decimal.floor() {
        Whole::Is(value) => Some(u64::try_from(value).unwrap_or(u64::MAX)),
        _ => Some(u64::MAX),
    }
}

/// A text that is the same for two JSON values exactly where JSON Schema calls them equal.
pub(crate) fn key(json: &Json) -> String {
    let mut out = String::new();
    write_key(json, &mut out);
    out
}

// Recursion is bounded because the reader bounds nesting.
fn write_key(json: &Json, out: &mut String) {
    match &json.value {
        Value::Null => out.push('n'),
        Value::Bool(value) => out.push(if *value { 't' } else { 'f' }),
        Value::Number(text) => {
            let Decimal { negative, digits, exp } = Decimal::parse(text);
            out.push_str(&format!("{}{digits}e{exp}", if negative { '-' } else { '+' }));
        }
        Value::Text(text) => out.push_str(&format!("{text:?}")),
        Value::List(items) => {
            out.push('[');
            for item in items {
                write_key(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|a, b| a.name.cmp(&b.name));
            out.push('{');
            for member in sorted {
                out.push_str(&format!("{:?}:", member.name));
                write_key(&member.json, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_decimals_have_one_form() {
        for (a, b) in [("1", "1.0"), ("100", "1e2"), ("-0", "0.0"), ("0.50", "5E-1"), ("1.5e3", "1500")] {
            assert_eq!(Decimal::parse(a), Decimal::parse(b), "{a} {b}");
        }
        assert!(Decimal::parse("-2") < Decimal::parse("-1.5"));
        assert!(Decimal::parse("9") < Decimal::parse("10"));
        assert!(Decimal::parse("0") < Decimal::parse("1e-9"));
        assert!(Decimal::parse("0.12") < Decimal::parse("0.123"));
    }

    #[test]
    fn ok_whole_numbers_near_a_decimal() {
        let near = |text: &str| (Decimal::parse(text).floor(), Decimal::parse(text).ceil());
        assert_eq!(near("1.5"), (Whole::Is(1), Whole::Is(2)));
        assert_eq!(near("-1.5"), (Whole::Is(-2), Whole::Is(-1)));
        assert_eq!(near("0.001"), (Whole::Is(0), Whole::Is(1)));
        assert_eq!(near("12e2"), (Whole::Is(1200), Whole::Is(1200)));
        assert_eq!(near("1e400"), (Whole::Above, Whole::Above));
        assert_eq!(near("-1e39"), (Whole::Below, Whole::Below));
        assert_eq!(near("-170141183460469231731687303715884105728").0, Whole::Is(i128::MIN));
        assert_eq!(near("170141183460469231731687303715884105728").0, Whole::Above);
        assert_eq!(near("1e-999999999999999999999"), (Whole::Is(0), Whole::Is(1)));
    }

    #[test]
    fn ok_counts() {
        assert_eq!(count("2.0"), Some(2));
        assert_eq!(count("1e30"), Some(u64::MAX));
        assert_eq!(count("-1"), None);
        assert_eq!(count("1.5"), None);
    }
}
