//! Exact decimal numbers, as JSON spells them: compared, divided and hashed without a `f64` in between.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A number as sign, digits and a power of ten. Zeros at either end are cut off, so that equal numbers are equal
/// whatever their spelling.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal<'a> {
    negative: bool,
    /// The digits before the point, then those behind it.
    head: &'a [u8],
    tail: &'a [u8],
    /// The power of ten of the last digit.
    exponent: i64,
}

/// Exponents beyond it are as good as endless; sums of a few of them still fit.
const FAR: i64 = 1 << 60;

impl<'a> Decimal<'a> {
    /// Reads `[+-] digits [. digits] [e [+-] digits]`.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        let (negative, bytes) = match bytes.first()? {
            b'-' => (true, &bytes[1..]),
            b'+' => (false, &bytes[1..]),
            _ => (false, bytes),
        };
        let (head, rest) = digits(bytes);
        let (tail, rest) = match rest {
            [b'.', rest @ ..] => {
                let (tail, rest) = digits(rest);
                (!tail.is_empty()).then_some((tail, rest))?
            }
            rest => (&[][..], rest),
        };
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', rest @ ..] => exponent(rest)?,
            _ => return None,
        };
        if head.is_empty() {
            return None;
        }
        Some(Self { negative, head, tail, exponent: exponent - tail.len() as i64 }.normal())
    }

    fn normal(mut self) -> Self {
        self.head = skip_zeros(self.head);
        if self.head.is_empty() {
            self.tail = skip_zeros(self.tail);
        }
        while let [rest @ .., b'0'] = self.tail {
            self.tail = rest;
            self.exponent += 1;
        }
        if self.tail.is_empty() {
            while let [rest @ .., b'0'] = self.head {
                self.head = rest;
                self.exponent += 1;
            }
        }
        if self.is_zero() {
            (self.negative, self.exponent) = (false, 0);
        }
        self
    }

    fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.head.iter().chain(self.tail).map(|digit| digit - b'0')
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is no fraction.
    pub(crate) fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// The value, where it is whole and of at most 39 digits.
    fn magnitude(&self) -> Option<u128> {
        if self.is_zero() {
            return Some(0);
        }
        if !self.is_whole() || self.exponent > 39 {
            return None;
        }
        let zeros = std::iter::repeat_n(0, self.exponent as usize);
        self.digits().chain(zeros).try_fold(0u128, |value, digit| value.checked_mul(10)?.checked_add(u128::from(digit)))
    }

    /// The value as a whole number.
    pub(crate) fn to_i128(self) -> Option<i128> {
        let magnitude = self.magnitude()?;
        if self.negative { 0i128.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() }
    }

    /// The value as a whole number from 0 on.
    pub(crate) fn to_u128(self) -> Option<u128> {
        if self.negative { None } else { self.magnitude() }
    }

    /// Whether some whole number times `other` is this number.
    pub(crate) fn is_multiple_of(&self, other: &Self) -> bool {
        if self.is_zero() {
            return true;
        }
        let Some(power) = self.exponent.checked_sub(other.exponent).filter(|power| *power >= 0) else {
            // The last digit is no zero, so nothing times a higher power of ten ends in it.
            return false;
        };
        // OK because both numbers hold fewer than 2^32 digits.
        let Some(divisor) = other.digits().try_fold(0u128, |value, digit| {
            value.checked_mul(10)?.checked_add(u128::from(digit)).filter(|value| *value < 1 << 124)
        }) else {
            // A divisor of more than 37 digits divides what equals it; nobody writes another.
            return power == 0 && self.digits().eq(other.digits());
        };
        if divisor == 0 {
            return false;
        }
        let value = self.digits().fold(0, |value, digit| (value * 10 + u128::from(digit)) % divisor);
        multiply(value, power_of_ten(power as u64, divisor), divisor) == 0
    }

    /// The order of two numbers of one sign, without it.
    fn compare_magnitude(&self, other: &Self) -> Ordering {
        let places = |it: &Self| it.exponent + it.len() as i64;
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Of digits without zeros at their end, the longer of two with one beginning is the greater.
            (false, false) => places(self).cmp(&places(other)).then_with(|| self.digits().cmp(other.digits())),
        }
    }
}

/// `10^power` modulo `modulus`, which is below 2^124.
fn power_of_ten(mut power: u64, modulus: u128) -> u128 {
    let (mut out, mut base) = (1 % modulus, 10 % modulus);
    while power > 0 {
        if power & 1 == 1 {
            out = multiply(out, base, modulus);
        }
        base = multiply(base, base, modulus);
        power >>= 1;
    }
    out
}

/// A product modulo `modulus`, which is below 2^124, by doubling where it would overflow.
fn multiply(mut one: u128, mut two: u128, modulus: u128) -> u128 {
    if let Some(product) = one.checked_mul(two) {
        return product % modulus;
    }
    let mut out = 0;
    while two > 0 {
        if two & 1 == 1 {
            out = (out + one) % modulus;
        }
        one = (one * 2) % modulus;
        two >>= 1;
    }
    out
}

fn digits(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
    bytes.split_at(end)
}

fn skip_zeros(mut digits: &[u8]) -> &[u8] {
    while let [b'0', rest @ ..] = digits {
        digits = rest;
    }
    digits
}

fn exponent(bytes: &[u8]) -> Option<i64> {
    let (sign, bytes) = match bytes {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        rest => (1, rest),
    };
    if bytes.is_empty() || !bytes.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let next = |value: i64, digit: &u8| value.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(FAR);
    let value = bytes.iter().fold(0, next);
    Some(sign * value)
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal<'_> {}

impl PartialOrd for Decimal<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl Hash for Decimal<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(u8::from(self.negative));
        state.write_i64(self.exponent);
        self.digits().for_each(|digit| state.write_u8(digit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Decimal<'_> {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn ok_equal_whatever_the_spelling() {
        for (one, two) in
            [("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("0.5", "5e-1"), ("-0", "0.0e9"), ("1.20", "12E-1")]
        {
            assert_eq!(of(one), of(two));
        }
    }

    #[test]
    fn ok_ordered_exactly() {
        let sorted = [
            "-1e44444444444444444444444444444444444444",
            "-1e400",
            "-2",
            "-1.5",
            "0",
            "1e-44444444444444444444444444444444444444",
            "1e-400",
            "0.1",
            "9",
            "10",
            "9007199254740993",
            "9007199254740993.5",
            "1e400",
            "1e44444444444444444444444444444444444444",
        ];
        for pair in sorted.windows(2) {
            assert!(of(pair[0]) < of(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn ok_multiples() {
        for (value, divisor) in [
            ("0.3", "0.1"),
            ("4.02", "0.01"),
            ("1e400", "7e-3"),
            ("0", "3"),
            ("-9", "3"),
            ("1e308", "0.5"),
            ("19.99", "0.01"),
        ] {
            let expected = value != "1e400";
            assert_eq!(of(value).is_multiple_of(&of(divisor)), expected, "{value} {divisor}");
        }
        for (value, divisor) in [("0.35", "0.1"), ("10", "3"), ("1", "10"), ("1e1000000000000", "3"), ("7.5", "2")] {
            assert!(!of(value).is_multiple_of(&of(divisor)), "{value} {divisor}");
        }
    }

    #[test]
    fn ok_whole_numbers() {
        assert_eq!(of("1e3").to_i128(), Some(1000));
        assert_eq!(of("-0.0").to_i128(), Some(0));
        assert_eq!(of("3.5").to_i128(), None);
        assert_eq!(of("1e40").to_i128(), None);
        assert_eq!(of("340282366920938463463374607431768211455").to_u128(), Some(u128::MAX));
        assert_eq!(of("-170141183460469231731687303715884105728").to_i128(), Some(i128::MIN));
    }

    #[test]
    fn err_not_a_number() {
        for text in ["", "-", "1.", ".5", "1e", "1x", "NaN", "0x10", "1 "] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }
}
