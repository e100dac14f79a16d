//! Moments as seconds since 1970, which messages of protobuf count.

use super::date::{Offset, Seconds, iso_moment};

/// The days of four hundred years, after which the calendar repeats.
const ERA: i64 = 146_097;

/// The days from 1 March of the year 0 to 1 January 1970.
const EPOCH: i64 = 719_468;

/// The seconds since 1970, and the nanoseconds beyond them, of what RFC 3339 spells; without an offset, in UTC. A leap
/// second is none of them.
pub(crate) fn seconds(text: &str) -> Option<(i64, i32)> {
    let moment = iso_moment(text, Seconds::Needed)?;
    let time = moment.time?;
    if time.second > 59 {
        return None;
    }
    let east = match time.offset {
        Offset::Minutes(minutes) => i64::from(minutes) * 60,
        Offset::None | Offset::Utc => 0,
    };
    let clock = i64::from(time.hour) * 3600 + i64::from(time.minute) * 60 + i64::from(time.second);
    let nanos = format!("{:0<9}", time.fraction).parse().ok()?;
    Some((days(moment.year, moment.month, moment.day) * 86_400 + clock - east, nanos))
}

/// A moment of the years 0 to 9999 as RFC 3339 spells it.
pub(crate) fn text(seconds: i64, nanos: i32) -> String {
    let (year, month, day) = date(seconds.div_euclid(86_400));
    let clock = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{}Z", fraction(nanos))
}

/// `.500`: nothing, or three, six or nine digits, as ProtoJSON has it.
pub(crate) fn fraction(nanos: i32) -> String {
    match nanos {
        0 => String::new(),
        _ if nanos % 1_000_000 == 0 => format!(".{:03}", nanos / 1_000_000),
        _ if nanos % 1_000 == 0 => format!(".{:06}", nanos / 1_000),
        _ => format!(".{nanos:09}"),
    }
}

/// The days since 1970. A year begins in March here, so that the leap day is its last one.
fn days(year: u32, month: u32, day: u32) -> i64 {
    let (month, early) = if month > 2 { (month - 3, 0) } else { (month + 9, 1) };
    let year = i64::from(year) - early;
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = i64::from((153 * month + 2) / 5 + day) - 1;
    era * ERA + year * 365 + year / 4 - year / 100 + day - EPOCH
}

/// The date that so many days after 1970 are.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + EPOCH;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month, late) = if month < 10 {
        (day - (153 * month + 2) / 5 + 1, month + 3, 0)
    } else {
        (day - (153 * month + 2) / 5 + 1, month - 9, 1)
    };
    (era * 400 + year + late, month, day)
}
