//! Numbers, as RFC 8259 spells them.
//!
//! ```text
//! number = [ "-" ] ( "0" / digit1-9 *digit ) [ "." 1*digit ] [ ( "e" / "E" ) [ "+" / "-" ] 1*digit ]
//! ```

use crate::tape::{Tag, pair};

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// A number of the text: how a node holds it, and where it ends.
pub(super) struct Number {
    pub(super) tag: Tag,
    pub(super) data: u64,
    pub(super) end: usize,
}

/// Reads the number that begins at `start`; `None` where there is none.
#[inline]
pub(super) fn read(text: &str, start: usize) -> Option<Number> {
    let bytes = text.as_bytes();
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let (mantissa, at) = digits(bytes, first, 0);
    if at == first || (bytes[first] == b'0' && at > first + 1) {
        return None;
    }
    if matches!(bytes.get(at), Some(b'.' | b'e' | b'E')) {
        return fraction(text, start, negative, mantissa, at);
    }
    // Nineteen digits may already pass the greatest `i64`; the text decides.
    if at - first > 18 {
        return Some(long(text, start, at));
    }
    if negative && mantissa == 0 {
        return Some(Number { tag: Tag::Float, data: (-0.0f64).to_bits(), end: at });
    }
    let value = if negative { -(mantissa as i64) } else { mantissa as i64 };
    Some(Number { tag: Tag::Int, data: value as u64, end: at })
}

/// The digits from `at` on, behind those of `value`; wraps where there are too many, which the caller counts.
#[inline]
fn digits(bytes: &[u8], mut at: usize, mut value: u64) -> (u64, usize) {
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (value, at)
}

fn fraction(text: &str, start: usize, negative: bool, whole: u64, point: usize) -> Option<Number> {
    let bytes = text.as_bytes();
    let (mut mantissa, mut at, mut scale) = (whole, point, 0);
    if bytes[at] == b'.' {
        (mantissa, at) = digits(bytes, point + 1, whole);
        scale = at - point - 1;
        if scale == 0 {
            return None;
        }
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = at + 1 + sign;
        let (_, end) = digits(bytes, exponent, 0);
        return (end > exponent).then(|| float(text, start, end));
    }
    // One division of two exact numbers rounds once, as the standard library's parser does.
    if at - start <= 19 && mantissa < 1 << 53 && scale < POWERS.len() {
        let value = mantissa as f64 / POWERS[scale];
        let value = if negative { -value } else { value };
        return Some(Number { tag: Tag::Float, data: value.to_bits(), end: at });
    }
    Some(float(text, start, at))
}

/// A whole number of many digits.
fn long(text: &str, start: usize, end: usize) -> Number {
    match text[start..end].parse::<i64>() {
        Ok(value) => Number { tag: Tag::Int, data: value as u64, end },
        Err(_) => verbatim(start, end),
    }
}

fn float(text: &str, start: usize, end: usize) -> Number {
    match text[start..end].parse::<f64>() {
        Ok(value) if value.is_finite() => Number { tag: Tag::Float, data: value.to_bits(), end },
        _ => verbatim(start, end),
    }
}

fn verbatim(start: usize, end: usize) -> Number {
    Number { tag: Tag::Digits, data: pair(start as u32, (end - start) as u32), end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_floats_equal_those_of_the_standard_library() {
        for text in ["0.1", "-0.0", "3.25", "9007199254740991.5", "123456789012345678.25", "1e3", "-2.5E-7", "1e22"] {
            let number = read(text, 0).unwrap();
            assert_eq!((number.tag, number.end), (Tag::Float, text.len()), "{text}");
            assert_eq!(f64::from_bits(number.data), text.parse::<f64>().unwrap(), "{text}");
        }
    }

    #[test]
    fn ok_whole_numbers_stay_exact() {
        for value in [0, 7, -1, i64::MAX, i64::MIN, 999_999_999_999_999_999] {
            let number = read(&value.to_string(), 0).unwrap();
            assert_eq!((number.tag, number.data as i64), (Tag::Int, value));
        }
        assert_eq!(read("9223372036854775808", 0).unwrap().tag, Tag::Digits);
        assert_eq!(read("1e999", 0).unwrap().tag, Tag::Digits);
    }

    #[test]
    fn err_what_json_does_not_spell() {
        for text in ["", "-", "01", "-01", "1.", "1.e3", "1e", "1e+", ".5", "+1"] {
            assert!(read(text, 0).is_none(), "{text}");
        }
    }
}
