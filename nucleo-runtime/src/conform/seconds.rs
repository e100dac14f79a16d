//! Durations as ProtoJSON has them, `1.5s`, and the other spellings that have one reading.

/// The most seconds of a duration of protobuf: ten thousand years.
const MOST: u128 = 315_576_000_000;

/// The nanoseconds of a second.
const NANOS: u128 = 1_000_000_000;

/// `[-] digits [. 1 to 9 digits] s`
pub(super) fn is_exact(text: &str) -> bool {
    let number = text.strip_suffix('s').map(|it| it.strip_prefix('-').unwrap_or(it));
    number.and_then(nanos).is_some_and(|nanos| nanos <= MOST * NANOS)
}

/// Reads a number of seconds, with or without the unit in words; hours, minutes and so on, `1h30m`; or an ISO 8601
/// duration of parts that are always as long. Gives it in seconds.
pub(super) fn read(text: &str) -> Option<String> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let iso = text.strip_prefix(['P', 'p']);
    let total = match iso {
        Some(rest) => of_iso(rest)?,
        None => nanos(text).or_else(|| of_parts(text, &UNITS))?,
    };
    (total <= MOST * NANOS).then(|| spell(sign, total))
}

/// The nanoseconds of a decimal number of seconds.
fn nanos(number: &str) -> Option<u128> {
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) if (1..=9).contains(&fraction.len()) => (whole, fraction),
        Some(_) => return None,
        None => (number, ""),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let fraction = format!("{fraction:0<9}");
    Some(whole.parse::<u128>().ok()? * NANOS + fraction.parse::<u128>().ok()?)
}

/// A unit's spellings, and its nanoseconds.
type Unit = (&'static [&'static str], u128);

/// From the longest to the shortest, as they are written.
const UNITS: [Unit; 7] = [
    (&["d", "day", "days"], 86_400 * NANOS),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600 * NANOS),
    (&["m", "min", "mins", "minute", "minutes"], 60 * NANOS),
    (&["s", "sec", "secs", "second", "seconds"], NANOS),
    (&["ms", "millisecond", "milliseconds"], 1_000_000),
    (&["us", "µs", "microsecond", "microseconds"], 1_000),
    (&["ns", "nanosecond", "nanoseconds"], 1),
];

/// The units of an ISO 8601 duration before its `T`, and behind it. Years and months are longer or shorter.
const DATE: [Unit; 2] = [(&["w"], 604_800 * NANOS), (&["d"], 86_400 * NANOS)];
const TIME: [Unit; 3] = [(&["h"], 3_600 * NANOS), (&["m"], 60 * NANOS), (&["s"], NANOS)];

fn of_iso(text: &str) -> Option<u128> {
    let (date, time) = text.split_once(['T', 't']).map_or((text, None), |(date, time)| (date, Some(time)));
    match (date, time) {
        ("", Some(time)) => of_parts(time, &TIME),
        (date, None) => of_parts(date, &DATE),
        (date, Some(time)) => Some(of_parts(date, &DATE)? + of_parts(time, &TIME)?),
    }
}

/// `(number unit)+`, each unit once, the longer ones first.
fn of_parts(text: &str, units: &[Unit]) -> Option<u128> {
    let (mut rest, mut units, mut total) = (text.trim(), units, 0);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number = nanos(&rest[..end])?;
        rest = rest[end..].trim_start();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let name = rest[..end].to_lowercase();
        rest = rest[end..].trim_start();
        let at = units.iter().position(|(names, _)| names.contains(&name.as_str()))?;
        // OK because `number` is below 10²¹ and a unit below 10¹⁵.
        let part = number * units[at].1;
        if part % NANOS != 0 {
            return None;
        }
        total += part / NANOS;
        units = &units[at + 1..];
    }
    Some(total)
}

fn spell(sign: &str, nanos: u128) -> String {
    let (whole, fraction) = (nanos / NANOS, format!("{:09}", nanos % NANOS));
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}s"),
        fraction => format!("{sign}{whole}.{fraction}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_seconds_in_other_spellings() {
        for (text, expected) in [
            ("90", "90s"),
            ("1.50", "1.5s"),
            ("-2.25", "-2.25s"),
            ("90 s", "90s"),
            ("90 Seconds", "90s"),
            ("1h30m", "5400s"),
            ("1 hour 30 minutes", "5400s"),
            ("250ms", "0.25s"),
            ("1.5h", "5400s"),
            ("PT1M30S", "90s"),
            ("P1DT0.5S", "86400.5s"),
            ("P2W", "1209600s"),
            ("1d", "86400s"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
            assert!(is_exact(expected), "{expected}");
        }
    }

    #[test]
    fn err_what_is_no_duration() {
        for text in ["", "soon", "1:30", "P1M", "P1Y", "PT", "P", "1m 1h", "1s1s", "1 fortnight", ".5", "1.", "0.1ns"] {
            assert_eq!(read(text), None, "{text}");
        }
        for text in ["90", "1.s", ".5s", "1.0123456789s", "315576000001s", "+1s", "1 s", "s", "-s"] {
            assert!(!is_exact(text), "{text}");
        }
        assert!(is_exact("-315576000000s") && is_exact("1.500s"));
    }
}
