//! Dates and times: which texts spell one, and the one ISO form that other shapes are brought to.

use std::fmt::{self, Write as _};

use super::{base64, seconds};
use crate::shape::Format;

/// What a text is as a date or time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// What it should be already.
    Exact,
    /// Another shape of this.
    Other(String),
    /// A date with two readings.
    Ambiguous,
    /// None.
    Not,
}

/// Whether `text` spells what `format` says, in the ISO form alone.
pub(crate) fn is_exact(format: Format, text: &str) -> bool {
    match format {
        Format::Date if is_plain_date(text.as_bytes()) => true,
        Format::Date => iso_date(text).is_some_and(|moment| moment.time.is_none()),
        Format::DateTime => iso_moment(text, Seconds::Needed).is_some(),
        Format::Time => iso_time(text, Seconds::Needed).is_some(),
        Format::Duration => is_duration(text),
        Format::Timestamp => is_timestamp(text),
        Format::Seconds => seconds::is_exact(text),
        Format::Base64 => base64::is_exact(text),
        Format::Plain | Format::Named(_) => true,
    }
}

/// Reads `text` in any of the shapes that have one reading.
pub(crate) fn read(format: Format, text: &str) -> Spelling {
    if is_exact(format, text) {
        return Spelling::Exact;
    }
    let text = text.trim();
    match format {
        Format::Timestamp if is_timestamp(text) => Spelling::Other(text.to_owned()),
        Format::Date | Format::DateTime | Format::Timestamp => match any_moment(text) {
            // The calendar of a timestamp begins with the year 1, and it knows no leap second.
            Ok(Some(moment)) if matches!(format, Format::Timestamp) && !moment.is_timestamp() => Spelling::Not,
            Ok(Some(moment)) => Spelling::Other(moment.spell(format)),
            Ok(None) => Spelling::Not,
            Err(Ambiguous) => Spelling::Ambiguous,
        },
        Format::Time => match iso_time(text, Seconds::Optional) {
            Some(time) => Spelling::Other(time.to_string()),
            None => Spelling::Not,
        },
        Format::Duration => {
            let upper = text.to_ascii_uppercase();
            if is_duration(&upper) { Spelling::Other(upper) } else { Spelling::Not }
        }
        Format::Seconds => match seconds::read(text) {
            Some(text) => Spelling::Other(text),
            None => Spelling::Not,
        },
        Format::Base64 if base64::is_exact(text) => Spelling::Other(text.to_owned()),
        Format::Base64 => Spelling::Not,
        Format::Plain | Format::Named(_) => Spelling::Exact,
    }
}

/// Whether a date and time loses its time as a date, or a date gets one.
pub(super) fn changes_time(format: Format, text: &str) -> bool {
    let has_time = matches!(any_moment(text.trim()), Ok(Some(Moment { time: Some(_), .. })));
    match format {
        Format::Date => has_time,
        Format::DateTime | Format::Timestamp => !has_time,
        _ => false,
    }
}

/// Whether `text` spells a moment as ProtoJSON does: in capitals, with an offset.
fn is_timestamp(text: &str) -> bool {
    let has_offset = |moment: &Moment| moment.time.as_ref().is_some_and(|time| !matches!(time.offset, Offset::None));
    let is_lower = text.contains(['t', 'z']);
    !is_lower && iso_moment(text, Seconds::Needed).is_some_and(|it| has_offset(&it) && it.is_timestamp())
}

/// Reads the numbers of a list: `[y, m, d]`, or `[y, m, d, h, min]` with seconds and nanoseconds as one likes.
pub(crate) fn of_numbers(format: Format, numbers: &[i64]) -> Option<String> {
    let number = |at: usize| numbers.get(at).map_or(Some(0), |number| u32::try_from(*number).ok());
    let time = match (format, numbers.len()) {
        (Format::Date, 3) => None,
        (Format::DateTime | Format::Timestamp, 5..=7) => {
            let nanos = number(6).filter(|nanos| *nanos < 1_000_000_000)?;
            let fraction = if nanos == 0 { String::new() } else { format!("{nanos:09}") };
            Some(
                Time { hour: number(3)?, minute: number(4)?, second: number(5)?, fraction, offset: Offset::None }
                    .valid()?,
            )
        }
        _ => return None,
    };
    Some(Moment { year: number(0)?, month: number(1)?, day: number(2)?, time }.valid()?.spell(format))
}

/// A date has two readings.
struct Ambiguous;

#[derive(Debug, Default)]
pub(super) struct Moment {
    pub(super) year: u32,
    pub(super) month: u32,
    pub(super) day: u32,
    pub(super) time: Option<Time>,
}

#[derive(Debug, Default)]
pub(super) struct Time {
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) second: u32,
    /// The digits behind the point.
    pub(super) fraction: String,
    pub(super) offset: Offset,
}

#[derive(Debug, Default, Clone, Copy)]
pub(super) enum Offset {
    #[default]
    None,
    Utc,
    /// East of Greenwich, in minutes.
    Minutes(i32),
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Seconds {
    Needed,
    Optional,
}

impl Moment {
    /// Itself, where the calendar has such a day.
    fn valid(self) -> Option<Self> {
        let days = match self.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0) => 29,
            2 => 28,
            _ => return None,
        };
        (self.year <= 9999 && (1..=days).contains(&self.day)).then_some(self)
    }

    /// Whether a timestamp of protobuf can be this moment.
    fn is_timestamp(&self) -> bool {
        self.year > 0 && self.time.as_ref().is_none_or(|time| time.second < 60)
    }

    /// The day of the week, 0 for Monday.
    fn weekday(&self) -> u32 {
        // Zeller's congruence; its week begins on Saturday.
        let (year, month) =
            if self.month < 3 { (self.year + 399, self.month + 12) } else { (self.year + 400, self.month) };
        (self.day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400 + 5) % 7
    }

    fn spell(&self, format: Format) -> String {
        let Self { year, month, day, time } = self;
        let mut out = format!("{year:04}-{month:02}-{day:02}");
        if matches!(format, Format::DateTime | Format::Timestamp) {
            // OK because writing to a `String` never fails.
            let _ = match time {
                Some(time) => write!(out, "T{time}"),
                None => out.write_str("T00:00:00"),
            };
            let has_offset = time.as_ref().is_some_and(|time| !matches!(time.offset, Offset::None));
            if matches!(format, Format::Timestamp) && !has_offset {
                out.push('Z');
            }
        }
        out
    }
}

impl Time {
    /// Itself, where the clock has such a time. A leap second is one only at the end of a day in UTC.
    fn valid(self) -> Option<Self> {
        let Self { hour, minute, second, fraction: _, offset } = &self;
        let shift = match offset {
            Offset::Minutes(minutes) => *minutes,
            Offset::None | Offset::Utc => 0,
        };
        let utc = (*hour as i32 * 60 + *minute as i32 - shift).rem_euclid(24 * 60);
        let leap = *second == 60 && utc == 24 * 60 - 1 && !matches!(offset, Offset::None);
        (*hour < 24 && *minute < 60 && (*second < 60 || leap)).then_some(self)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hour, minute, second, fraction, offset } = self;
        write!(f, "{hour:02}:{minute:02}:{second:02}")?;
        let fraction = fraction.trim_end_matches('0');
        if !fraction.is_empty() {
            write!(f, ".{fraction}")?;
        }
        match *offset {
            Offset::None => Ok(()),
            Offset::Utc => f.write_str("Z"),
            Offset::Minutes(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
            }
        }
    }
}

/// Takes `text` apart by `pattern`: each of its letters `yMdHms` stands for one digit of that part, `b` for one letter
/// of a month's name, everything else for itself. Gives what is left behind it.
fn take<'t>(text: &'t str, pattern: &str) -> Option<(Moment, Time, &'t str)> {
    let (mut moment, mut time) = (Moment::default(), Time::default());
    let (head, rest) = text.split_at_checked(pattern.len())?;
    let mut name = String::new();
    for (byte, kind) in head.bytes().zip(pattern.bytes()) {
        let part = match kind {
            b'y' => &mut moment.year,
            b'M' => &mut moment.month,
            b'd' => &mut moment.day,
            b'H' => &mut time.hour,
            b'm' => &mut time.minute,
            b's' => &mut time.second,
            b'b' => {
                name.push(byte as char);
                continue;
            }
            literal if literal == byte => continue,
            _ => return None,
        };
        *part = *part * 10 + char::from(byte).to_digit(10)?;
    }
    if !name.is_empty() {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        moment.month = MONTHS.iter().position(|month| *month == name)? as u32 + 1;
    }
    Some((moment, time, rest))
}

/// Most dates, without a calendar: `yyyy-MM-dd` up to the 28th.
#[inline]
fn is_plain_date(text: &[u8]) -> bool {
    let [y0, y1, y2, y3, b'-', m0 @ b'0'..=b'1', m1, b'-', d0 @ b'0'..=b'2', d1] = text else { return false };
    let are_digits = [y0, y1, y2, y3, m1, d1].iter().all(|digit| digit.is_ascii_digit());
    let number = |tens: &u8, ones: &u8| (tens - b'0') * 10 + (ones.wrapping_sub(b'0'));
    are_digits && (1..=12).contains(&number(m0, m1)) && (1..=28).contains(&number(d0, d1))
}

/// `yyyy-MM-dd`
fn iso_date(text: &str) -> Option<Moment> {
    let (moment, _, rest) = take(text, "yyyy-MM-dd")?;
    if rest.is_empty() { moment.valid() } else { None }
}

/// `HH:mm:ss[.fraction][offset]`
fn iso_time(text: &str, seconds: Seconds) -> Option<Time> {
    let (mut time, rest) = match take(text, "HH:mm:ss") {
        Some((_, time, rest)) => (time, rest),
        None if seconds == Seconds::Needed => return None,
        // Without seconds there is no offset either: the reference system takes none.
        None => match take(text, "HH:mm")? {
            (_, time, "") => (time, ""),
            _ => return None,
        },
    };
    let rest = take_fraction(&mut time, rest)?;
    time.offset = iso_offset(rest)?;
    time.valid()
}

/// `[. digits]`
fn take_fraction<'t>(time: &mut Time, text: &'t str) -> Option<&'t str> {
    let Some(rest) = text.strip_prefix('.') else { return Some(text) };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(end);
    time.fraction = digits.to_owned();
    (1..=9).contains(&digits.len()).then_some(rest)
}

/// `[Z | (+|-) HH:mm]`
fn iso_offset(text: &str) -> Option<Offset> {
    match text {
        "" => Some(Offset::None),
        "Z" | "z" => Some(Offset::Utc),
        _ => offset(text, "HH:mm"),
    }
}

/// A sign, then hours and minutes by `pattern`.
fn offset(text: &str, pattern: &str) -> Option<Offset> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let (_, Time { hour, minute, .. }, rest) = take(rest, pattern)?;
    (rest.is_empty() && hour < 24 && minute < 60).then_some(Offset::Minutes(sign * (hour * 60 + minute) as i32))
}

/// `yyyy-MM-dd (T|t) time`
pub(super) fn iso_moment(text: &str, seconds: Seconds) -> Option<Moment> {
    let (date, rest) = text.split_at_checked(10)?;
    let time = rest.strip_prefix(['T', 't'])?;
    let time = iso_time(time, seconds)?;
    Some(Moment { time: Some(time), ..iso_date(date)? })
}

fn any_moment(text: &str) -> Result<Option<Moment>, Ambiguous> {
    if text.contains('/') {
        return slashed(text);
    }
    let shapes: [fn(&str) -> Option<Moment>; 7] =
        [iso_date, |text| iso_moment(text, Seconds::Optional), mail, named_month, compact, dotted, dotted_time];
    Ok(shapes.iter().find_map(|shape| shape(text)))
}

/// `MM/dd/yyyy` or `M/d/yy`, which a reader of another country takes for day and month where both could be.
fn slashed(text: &str) -> Result<Option<Moment>, Ambiguous> {
    let mut parts = text.split('/');
    let (Some(month), Some(day), Some(year), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Ok(None);
    };
    let number = |part: &str, len: std::ops::RangeInclusive<usize>| {
        let digits = len.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if digits { part.parse().ok() } else { None }
    };
    let (Some(month), Some(day)) = (number(month, 1..=2), number(day, 1..=2)) else { return Ok(None) };
    let Some(year) = number(year, 4..=4).or_else(|| number(year, 2..=2).map(|year| year + 2000)) else {
        return Ok(None);
    };
    if month != day && (1..=12).contains(&month) && (1..=12).contains(&day) {
        return Err(Ambiguous);
    }
    Ok(Moment { year, month, day, time: None }.valid())
}

/// `EEE, dd MMM yyyy HH:mm:ss ±HHmm`; the day of the week must agree.
fn mail(text: &str) -> Option<Moment> {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let (day, rest) = text.split_once(", ")?;
    let (moment, mut time, rest) = take(rest, "dd bbb yyyy HH:mm:ss ")?;
    time.offset = offset(rest, "HHmm")?;
    let moment = Moment { time: Some(time.valid()?), ..moment.valid()? };
    (DAYS.iter().position(|name| *name == day)? as u32 == moment.weekday()).then_some(moment)
}

/// `dd-MMM-yyyy HH:mm:ss`
fn named_month(text: &str) -> Option<Moment> {
    let (moment, time, rest) = take(text, "dd-bbb-yyyy HH:mm:ss")?;
    rest.is_empty().then_some(Moment { time: Some(time.valid()?), ..moment.valid()? })
}

/// `yyyyMMddHHmmss.S` and `Z`, `±HH` or `±HHmm`
fn compact(text: &str) -> Option<Moment> {
    let (moment, mut time, rest) = take(text, "yyyyMMddHHmmss.")?;
    let (fraction, rest) = rest.split_at_checked(1)?;
    time.fraction = fraction.bytes().all(|byte| byte.is_ascii_digit()).then(|| fraction.to_owned())?;
    time.offset = match rest {
        "Z" => Offset::Utc,
        _ => offset(rest, "HHmm").or_else(|| offset(rest, "HH"))?,
    };
    Some(Moment { time: Some(time.valid()?), ..moment.valid()? })
}

/// `dd.MM.yyyy`
fn dotted(text: &str) -> Option<Moment> {
    let (moment, _, rest) = take(text, "dd.MM.yyyy")?;
    if rest.is_empty() { moment.valid() } else { None }
}

/// `yyyy-MM-dd HH.mm.ss`
fn dotted_time(text: &str) -> Option<Moment> {
    let (moment, time, rest) = take(text, "yyyy-MM-dd HH.mm.ss")?;
    rest.is_empty().then_some(Moment { time: Some(time.valid()?), ..moment.valid()? })
}

/// `[-] P [nY] [nM] [nW] [nD] [T [nH] [nM] [nS]]`, at least one part, and a fraction only in the last one of a time. No
/// number is longer than what the types for durations hold.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-').unwrap_or(text).strip_prefix('P') else { return false };
    let (date, time) = match rest.split_once('T') {
        Some((_, "")) => return false,
        Some(parts) => parts,
        None => (rest, ""),
    };
    let is_date = are_parts(date, &[('Y', 4), ('M', 5), ('W', 6), ('D', 6)], 0);
    !rest.is_empty() && is_date && are_parts(time, &[('H', 8), ('M', 10), ('S', 11)], 9)
}

/// Numbers with their units, in this order, each with so many digits at most; `fraction` is for the last one.
fn are_parts(mut text: &str, mut units: &[(char, usize)], fraction: usize) -> bool {
    while !text.is_empty() {
        let Some(end) = text.find(|c: char| c.is_ascii_uppercase()) else { return false };
        let (number, rest) = text.split_at(end);
        let Some(place) = units.iter().position(|(unit, _)| rest.starts_with(*unit)) else { return false };
        let most = units[place].1;
        (text, units) = (&rest[1..], &units[place + 1..]);
        let (whole, part) = match number.split_once('.') {
            Some((whole, part)) if text.is_empty() => (whole, Some(part)),
            Some(_) => return false,
            None => (number, None),
        };
        let are_digits = |digits: &str, most: usize| {
            (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !are_digits(whole, most) || part.is_some_and(|part| !are_digits(part, fraction)) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(text: &str) -> Spelling {
        Spelling::Other(text.to_owned())
    }

    #[test]
    fn ok_shapes_of_a_date() {
        for text in [
            "03/25/2026",
            "3/25/26",
            "25.03.2026",
            "2026-03-25T18:20:05+09:00",
            "2026-03-25T18:20",
            "25-Mar-2026 18:20:00",
            "Wed, 25 Mar 2026 18:20:00 +0100",
            "20260325182000.0Z",
            "20260325182000.0-07",
            "2026-03-25 18.20.00",
            " 2026-03-25 ",
        ] {
            assert_eq!(read(Format::Date, text), other("2026-03-25"), "{text}");
        }
    }

    #[test]
    fn ok_shapes_of_a_moment() {
        for (text, expected) in [
            ("2026-03-09", "2026-03-09T00:00:00"),
            ("2026-03-09t18:20", "2026-03-09T18:20:00"),
            ("20260309182005.5-0730", "2026-03-09T18:20:05.5-07:30"),
            ("Mon, 09 Mar 2026 18:20:05 +0100", "2026-03-09T18:20:05+01:00"),
        ] {
            assert_eq!(read(Format::DateTime, text), other(expected), "{text}");
        }
        for text in
            ["2026-03-09T18:20:05", "2026-03-09T18:20:05.25Z", "2016-12-31T15:59:60-08:00", "2026-03-09t18:20:05z"]
        {
            assert_eq!(read(Format::DateTime, text), Spelling::Exact, "{text}");
        }
        assert_eq!(
            of_numbers(Format::DateTime, &[2026, 3, 9, 18, 20, 5, 250_000_000]).unwrap(),
            "2026-03-09T18:20:05.25"
        );
    }

    #[test]
    fn err_two_readings() {
        for text in ["03/04/26", "3/4/2026", "12/11/2026"] {
            assert_eq!(read(Format::Date, text), Spelling::Ambiguous, "{text}");
        }
        assert_eq!(read(Format::Date, "03/03/26"), other("2026-03-03"));
    }

    #[test]
    fn err_no_date() {
        for text in [
            "2026-02-30",
            "02/30/2026",
            "31.04.2026",
            "13/01/2026",
            "Tue, 09 Mar 2026 18:20:00 +0100",
            "2026-03-09T24:00:00Z",
            "09-MAR-2026 18:20:00",
            "20260309",
            "2026/03/09",
            "March 9, 2026",
            "soon",
            "",
            "2023-02-29",
            "2026-03-09 18:20:00",
        ] {
            assert_eq!(read(Format::Date, text), Spelling::Not, "{text}");
        }
        assert_eq!(of_numbers(Format::Date, &[2026, 13, 9]), None);
    }

    #[test]
    fn ok_durations_and_times() {
        for text in ["P3DT4H", "PT0.5S", "P1W", "-P1Y", "P1Y2M3W4DT5H6M7S"] {
            assert!(is_exact(Format::Duration, text), "{text}");
        }
        for text in ["P", "PT", "P1", "P1D2M", "P1.5DT1H", "P1.5D", "P99999Y", "3 days", "P1H"] {
            assert!(!is_exact(Format::Duration, text), "{text}");
        }
        assert_eq!(read(Format::Time, "18:20"), other("18:20:00"));
        assert_eq!(read(Format::Time, "18:20:05Z"), Spelling::Exact);
        assert_eq!(read(Format::Time, "25:20:05"), Spelling::Not);
    }
}
