//! Coercion of single values: what each scalar type takes, and as what. Nothing is changed here.

use std::borrow::Cow;

use super::date::{self, Spelling};
use crate::decimal::Decimal;
use crate::fault::FaultKind;
use crate::profile::Coerce;
use crate::repair::RepairKind;
use crate::shape::{Format, Integer, Limit, Number, Text, Width};
use crate::tape::{Node, Tag};

/// What a type makes of a value.
#[derive(Debug)]
pub(crate) enum Taken<'t> {
    /// It fits as it is.
    Keep,
    /// It fits as another value; `None` where the two are the same to JSON Schema.
    Mend(Option<RepairKind>, Made<'t>),
    /// It does not fit.
    Miss(FaultKind),
}

/// The value that takes a value's place.
#[derive(Debug)]
pub(crate) enum Made<'t> {
    Null,
    Bool(bool),
    Int(i64),
    /// A number, as JSON spells it.
    Digits(Cow<'t, str>),
    Text(Cow<'t, str>),
}

impl<'t> Taken<'t> {
    fn mend(kind: RepairKind, made: Made<'t>) -> Self {
        Self::Mend(Some(kind), made)
    }

    /// Lets go of the tape, so that it may be changed.
    #[cold]
    pub(crate) fn into_owned(self) -> Taken<'static> {
        let owned = |text: Cow<'t, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Keep => Taken::Keep,
            Self::Miss(kind) => Taken::Miss(kind),
            Self::Mend(kind, made) => Taken::Mend(
                kind,
                match made {
                    Made::Null => Made::Null,
                    Made::Bool(value) => Made::Bool(value),
                    Made::Int(value) => Made::Int(value),
                    Made::Digits(digits) => Made::Digits(owned(digits)),
                    Made::Text(text) => Made::Text(owned(text)),
                },
            ),
        }
    }
}

/// Whether a text counts as blank: nothing but characters up to U+0020.
pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte <= b' ')
}

pub(crate) fn boolean<'t>(node: Node<'t>, coerce: Coerce) -> Taken<'t> {
    let raw = node.raw();
    let value = match (raw.tag, coerce) {
        (Tag::True | Tag::False, _) => return Taken::Keep,
        (_, Coerce::Off) => None,
        (Tag::Int, _) => match raw.data {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
        (Tag::Text, _) => word(node.text().unwrap_or_default(), coerce),
        _ => None,
    };
    match value {
        Some(value) => Taken::mend(RepairKind::Boolean, Made::Bool(value)),
        None => Taken::Miss(FaultKind::Type),
    }
}

/// A boolean in words.
fn word(text: &str, coerce: Coerce) -> Option<bool> {
    const TRUE: [&str; 5] = ["true", "yes", "y", "t", "1"];
    const FALSE: [&str; 5] = ["false", "no", "n", "f", "0"];
    let text = text.trim();
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    let words = if coerce == Coerce::Basic { 1 } else { 5 };
    if is_one_of(&TRUE[..words]) {
        Some(true)
    } else if is_one_of(&FALSE[..words]) {
        Some(false)
    } else {
        None
    }
}

#[inline]
pub(crate) fn integer<'t>(node: Node<'t>, it: &Integer, coerce: Coerce) -> Taken<'t> {
    match node.int() {
        Some(value) if fits_integer(value, it) => Taken::Keep,
        _ => odd_integer(node, it, coerce),
    }
}

/// Whether a whole number fits, as far as that is quickly told.
#[inline]
pub(crate) fn fits_integer(value: i64, it: &Integer) -> bool {
    it.multiple_of.is_none() && in_bounds(it, value.into())
}

/// Whether every number fits.
#[inline]
pub(crate) fn is_unbound(it: &Number) -> bool {
    it.min.is_none() && it.max.is_none() && it.multiple_of.is_none()
}

#[inline]
fn in_bounds(it: &Integer, value: i128) -> bool {
    it.min <= value && value <= it.max
}

#[cold]
fn odd_integer<'t>(node: Node<'t>, it: &Integer, coerce: Coerce) -> Taken<'t> {
    let (digits, repair) = match node.raw().tag {
        Tag::Int | Tag::Float | Tag::Digits => (node.digits().unwrap_or_default(), None),
        Tag::Text if coerce != Coerce::Off => match numeral(node.text().unwrap_or_default(), true, coerce) {
            Ok((digits, kind)) => (digits, Some(kind)),
            Err(kind) => return Taken::Miss(kind),
        },
        _ => return Taken::Miss(FaultKind::Type),
    };
    let Some(decimal) = Decimal::parse(&digits).filter(Decimal::is_whole) else {
        return Taken::Miss(FaultKind::Type);
    };
    let plain = match (decimal.to_i128(), decimal.to_u128()) {
        (Some(value), _) if in_bounds(it, value) => value.to_string(),
        (None, Some(value)) if it.width == Width::U128 && it.max == i128::MAX => value.to_string(),
        _ => return Taken::Miss(FaultKind::Range),
    };
    if it.multiple_of.is_some_and(|of| !is_multiple(&digits, of)) {
        return Taken::Miss(FaultKind::Multiple);
    }
    let whole = digits.contains(['.', 'e', 'E']) && coerce == Coerce::Lenient;
    let repair = repair.or(whole.then_some(RepairKind::WholeNumber));
    match plain.parse() {
        _ if repair.is_none() && plain == digits => Taken::Keep,
        Ok(value) => Taken::Mend(repair, Made::Int(value)),
        Err(_) => Taken::Mend(repair, Made::Digits(Cow::Owned(plain))),
    }
}

#[inline]
pub(crate) fn number<'t>(node: Node<'t>, it: &Number, coerce: Coerce) -> Taken<'t> {
    match node.raw().tag {
        Tag::Int | Tag::Float if is_unbound(it) => Taken::Keep,
        Tag::Int | Tag::Float | Tag::Digits => match number_misses(&node.digits().unwrap_or_default(), it) {
            Some(kind) => Taken::Miss(kind),
            None => Taken::Keep,
        },
        Tag::Text if coerce != Coerce::Off => match numeral(node.text().unwrap_or_default(), false, coerce) {
            Ok((digits, kind)) => match number_misses(&digits, it) {
                Some(kind) => Taken::Miss(kind),
                None => Taken::mend(kind, Made::Digits(digits)),
            },
            Err(kind) => Taken::Miss(kind),
        },
        _ => Taken::Miss(FaultKind::Type),
    }
}

fn number_misses(digits: &str, it: &Number) -> Option<FaultKind> {
    if !digits.parse::<f64>().is_ok_and(f64::is_finite) {
        return Some(FaultKind::Range);
    }
    let outside = it.min.is_some_and(|min| !is_above(digits, min)) || it.max.is_some_and(|max| !is_below(digits, max));
    if outside {
        Some(FaultKind::Range)
    } else if it.multiple_of.is_some_and(|of| !is_multiple(digits, of)) {
        Some(FaultKind::Multiple)
    } else {
        None
    }
}

/// Whether a number lies above a bound, or on it where it is included.
pub(crate) fn is_above(digits: &str, limit: Limit) -> bool {
    compare(digits, limit.value).is_none_or(|order| if limit.exclusive { order.is_gt() } else { order.is_ge() })
}

/// Whether a number lies below a bound, or on it where it is included.
pub(crate) fn is_below(digits: &str, limit: Limit) -> bool {
    compare(digits, limit.value).is_none_or(|order| if limit.exclusive { order.is_lt() } else { order.is_le() })
}

/// The order of two numbers; `None` where the schema's own is none.
fn compare(one: &str, two: &str) -> Option<std::cmp::Ordering> {
    Some(Decimal::parse(one)?.cmp(&Decimal::parse(two)?))
}

pub(crate) fn is_multiple(digits: &str, of: &str) -> bool {
    match (Decimal::parse(digits), Decimal::parse(of)) {
        (Some(value), Some(of)) => value.is_multiple_of(&of),
        _ => true,
    }
}

/// The number that a text spells, as JSON spells it; or why there is none.
fn numeral(text: &str, integer: bool, coerce: Coerce) -> Result<(Cow<'_, str>, RepairKind), FaultKind> {
    let text = text.trim();
    if coerce == Coerce::Lenient && may_be_grouped(text, integer) {
        return Err(FaultKind::Ambiguous);
    }
    let bare = text.strip_prefix('+').unwrap_or(text);
    if bare.as_bytes().first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-')
        && Decimal::parse(bare).is_some()
    {
        // `007` and `-007` are numbers, but not as JSON spells them.
        let zeros = bare.trim_start_matches('-').as_bytes();
        return match zeros {
            [b'0', b'0'..=b'9', ..] => Ok((Cow::Owned(without_zeros(bare)), RepairKind::NumberInText)),
            _ => Ok((Cow::Borrowed(bare), RepairKind::NumberInText)),
        };
    }
    if coerce == Coerce::Basic {
        return Err(FaultKind::Type);
    }
    let digits = grouped(text, integer).ok_or(FaultKind::Type)?;
    Ok((Cow::Owned(digits), RepairKind::NumberSeparators))
}

/// Whether the only point of a number may as well part thousands: in an amount, `€1.234`, and in an integer, `84.000`.
fn may_be_grouped(text: &str, integer: bool) -> bool {
    let (_, has_currency, bare) = bare(text);
    let Some((first, thousands)) = bare.split_once('.') else { return false };
    let is_number = [first, thousands].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    is_number && are_groups(bare, '.') && (has_currency || integer && thousands == "000")
}

fn without_zeros(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let rest = digits.trim_start_matches('0');
    let zero = if rest.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    format!("{sign}{zero}{rest}")
}

const CURRENCIES: [char; 9] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₪'];
const BLANKS: [char; 5] = [' ', '\u{a0}', '\u{2009}', '\u{202f}', '\''];

/// `[sign] [currency] groups [decimal digits] [currency]`, where every locale that takes it gives the same number.
fn grouped(text: &str, integer: bool) -> Option<String> {
    let (sign, has_currency, bare) = bare(text);
    let (groups, fraction) = split_groups(bare, integer)?;
    if integer && has_currency && fraction.is_some() {
        // `$38.00` is 38, or 3800 where an amount is counted in cents.
        return None;
    }
    let digits: String = groups.chars().filter(char::is_ascii_digit).collect();
    let plain = match fraction {
        Some(fraction) => format!("{sign}{digits}.{fraction}"),
        None => format!("{sign}{digits}"),
    };
    Decimal::parse(&plain)?;
    Some(plain)
}

/// A number without its sign and its currency: the sign, whether there is a currency, and the rest.
fn bare(text: &str) -> (&'static str, bool, &str) {
    let (outer, text) = sign(text);
    let bare = text.strip_prefix(CURRENCIES).or_else(|| text.strip_suffix(CURRENCIES)).unwrap_or(text).trim();
    let has_currency = bare.len() < text.trim().len();
    let (sign, bare) = if has_currency && outer.is_empty() { sign(bare) } else { (outer, bare) };
    (sign, has_currency, bare)
}

fn sign(text: &str) -> (&'static str, &str) {
    match text.as_bytes().first() {
        Some(b'-') => ("-", &text[1..]),
        Some(b'+') => ("", &text[1..]),
        _ => ("", text),
    }
}

/// Splits a number with separators into its groups and its fraction.
fn split_groups(text: &str, integer: bool) -> Option<(&str, Option<&str>)> {
    let mut separators = text.char_indices().filter(|(_, c)| !c.is_ascii_digit());
    let Some((first_at, first)) = separators.next() else {
        return (!text.is_empty()).then_some((text, None));
    };
    let mut decimal = None;
    let mut count = 1;
    for (at, c) in separators {
        if decimal.is_some() {
            return None;
        } else if c == first {
            count += 1;
        } else {
            decimal = Some((at, c));
        }
    }
    let (groups, fraction) = match decimal {
        Some((at, '.' | ',')) => (&text[..at], Some(&text[at + 1..])),
        Some(_) => return None,
        // `$1.50`: a point alone is the decimal one, as JSON has it.
        None if count == 1 && first == '.' => return Some((&text[..first_at], Some(&text[first_at + 1..]))),
        // `1,234` is a fraction to half of the world, which an integer cannot be.
        None if count == 1 && first == ',' && !integer => return None,
        None => (text, None),
    };
    let is_separator = first == ',' || first == '.' || BLANKS.contains(&first);
    (is_separator && are_groups(groups, first)).then_some((groups, fraction))
}

/// One to three digits, then threes.
fn are_groups(text: &str, separator: char) -> bool {
    let mut groups = text.split(separator);
    let is_first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'));
    is_first && groups.all(|group| group.len() == 3)
}

#[inline]
pub(crate) fn text<'t>(node: Node<'t>, coerce: Coerce) -> Taken<'t> {
    match node.raw().tag {
        Tag::Text => Taken::Keep,
        Tag::Int | Tag::Float | Tag::Digits if coerce != Coerce::Off => {
            let digits = node.digits().unwrap_or_default();
            match coerce == Coerce::Lenient && !has_one_spelling(&digits) {
                true => Taken::Miss(FaultKind::Ambiguous),
                false => Taken::mend(RepairKind::Text, Made::Text(digits)),
            }
        }
        Tag::True if coerce != Coerce::Off => Taken::mend(RepairKind::Text, Made::Text(Cow::Borrowed("true"))),
        Tag::False if coerce != Coerce::Off => Taken::mend(RepairKind::Text, Made::Text(Cow::Borrowed("false"))),
        _ => Taken::Miss(FaultKind::Type),
    }
}

/// Whether a number has one spelling only. One with a fraction has many: `7.0` may be the text "7" as well, and the
/// version 1.1 may be 1.10.
fn has_one_spelling(digits: &str) -> bool {
    !digits.contains(['.', 'e', 'E']) && digits != "-0"
}

/// Bytes in base64: only in a text, for digits alone are base64 as well.
pub(crate) fn base64<'t>(node: Node<'t>, coerce: Coerce) -> Taken<'t> {
    if node.raw().tag == Tag::Text { moment(node, Format::Base64, coerce) } else { Taken::Miss(FaultKind::Type) }
}

/// A date or time: in a text, or as the numbers of a list.
pub(crate) fn moment<'t>(node: Node<'t>, format: Format, coerce: Coerce) -> Taken<'t> {
    let made = |text| Taken::mend(RepairKind::Date, Made::Text(Cow::Owned(text)));
    match (node.raw().tag, coerce) {
        (Tag::Text, Coerce::Lenient) => {
            let text = node.text().unwrap_or_default();
            match date::read(format, text) {
                Spelling::Exact => Taken::Keep,
                Spelling::Other(iso) if iso == text.trim() => {
                    Taken::mend(RepairKind::Blanks, Made::Text(Cow::Borrowed(text.trim())))
                }
                Spelling::Other(iso) => made(iso),
                Spelling::Ambiguous => Taken::Miss(FaultKind::Ambiguous),
                Spelling::Not => Taken::Miss(FaultKind::Format),
            }
        }
        (Tag::Text, _) if date::is_exact(format, node.text().unwrap_or_default()) => Taken::Keep,
        (Tag::Text, _) => Taken::Miss(FaultKind::Format),
        // A duration may be a number of seconds.
        (Tag::Int | Tag::Float | Tag::Digits, Coerce::Lenient) if format == Format::Seconds => {
            match date::read(format, &node.digits().unwrap_or_default()) {
                Spelling::Other(text) => made(text),
                _ => Taken::Miss(FaultKind::Format),
            }
        }
        (Tag::List, Coerce::Lenient) if node.len() <= 7 => {
            let numbers: Option<Vec<i64>> = node.items().map(Node::int).collect();
            match numbers.and_then(|numbers| date::of_numbers(format, &numbers)) {
                Some(iso) => made(iso),
                None => Taken::Miss(FaultKind::Format),
            }
        }
        _ => Taken::Miss(FaultKind::Type),
    }
}

/// Whether a text has as many characters as it may have.
#[inline]
pub(crate) fn fits_length(text: &str, it: &Text) -> bool {
    // A character has one to four bytes, which decides nearly every text without counting.
    let (least, most) = (text.len().div_ceil(4), text.len());
    if it.min as usize <= least && most <= it.max as usize {
        return true;
    }
    let count = text.chars().count();
    it.min as usize <= count && (it.max == u32::MAX || count <= it.max as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str, integer: bool) -> Option<String> {
        numeral(text, integer, Coerce::Lenient).ok().map(|(digits, _)| digits.into_owned())
    }

    #[test]
    fn ok_numbers_with_separators() {
        for (text, expected) in [
            ("$1,234.50", "1234.50"),
            ("1,234,567", "1234567"),
            ("-$1,234.50", "-1234.50"),
            ("1.234.567,5", "1234567.5"),
            ("1 234 567", "1234567"),
            ("12 €", "12"),
            ("$1.50", "1.50"),
            ("007", "7"),
            ("-00.5", "-0.5"),
        ] {
            assert_eq!(digits(text, false).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(digits("1,234", true).as_deref(), Some("1234"));
        assert_eq!(digits("$38", true).as_deref(), Some("38"));
    }

    #[test]
    fn err_an_amount_with_cents_for_an_integer() {
        for text in ["$38.00", "1,234.00 €", "$0.5"] {
            assert_eq!(digits(text, true), None, "{text}");
        }
    }

    #[test]
    fn err_a_point_that_may_part_thousands() {
        let misses = |text, integer| numeral(text, integer, Coerce::Lenient).err();
        for text in ["84.000", "-1.000", "+100.000", "€1.234", "1.000 €"] {
            assert_eq!(misses(text, true), Some(FaultKind::Ambiguous), "{text}");
        }
        assert_eq!(misses("€abc.def", false), Some(FaultKind::Type));
        for text in ["€1.234", "-€1.234", "$-1.234", "1.234 €"] {
            assert_eq!(misses(text, false), Some(FaultKind::Ambiguous), "{text}");
        }
        for (text, value) in [("0.000", "0.000"), ("1234.000", "1234.000"), ("4.00", "4.00"), ("1.000.000", "1000000")]
        {
            assert_eq!(digits(text, true).as_deref(), Some(value), "{text}");
        }
        for (text, value) in [("84.000", "84.000"), ("1.234", "1.234"), ("$0.125", "0.125"), ("$1,234.567", "1234.567")]
        {
            assert_eq!(digits(text, false).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn err_numbers_that_have_several_spellings() {
        assert!(["7", "-12", "0", "100"].into_iter().all(has_one_spelling));
        assert!(!["7.0", "1.43", "1e3", "2E-1", "-0", "0.0"].into_iter().any(has_one_spelling));
    }

    #[test]
    fn err_numbers_with_two_readings_or_units() {
        for text in
            ["1,234", "3,5", "12,34,567", "1_000", "12cm", "50%", "0x1p4", "3d", "NaN", "", "1,23", "--5", "$", "1.2.3"]
        {
            assert_eq!(digits(text, false), None, "{text}");
        }
    }
}
