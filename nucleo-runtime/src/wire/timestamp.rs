//! Moments and spans of time.

use prost_types::{Duration, Timestamp};

use super::{Cx, FromWire, ToWire};
use crate::conform::moment;
use crate::fault::FaultKind;

/// A moment within the years 1 to 9999.
const MOMENT: &str = "a moment of the years 1 to 9999, as RFC 3339 spells it";

/// What `google.protobuf.Duration` holds: about ten thousand years.
const SPAN: &str = "a span of at most 315576000000 seconds, as `1.5s`";
const MOST_SECONDS: i64 = 315_576_000_000;

/// The first second of the year 1, and the last one of the year 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

const BILLION: i32 = 1_000_000_000;

/// A moment without an offset is one of UTC.
impl ToWire<Timestamp> for String {
    fn to_wire(&self, cx: &mut Cx) -> Timestamp {
        let found = moment::seconds(self).filter(|(seconds, _)| SECONDS.contains(seconds));
        found.map(|(seconds, nanos)| Timestamp { seconds, nanos }).unwrap_or_else(|| {
            cx.fault(FaultKind::Format, MOMENT);
            Timestamp::default()
        })
    }
}

impl FromWire<Timestamp> for String {
    fn from_wire(wire: Timestamp, cx: &mut Cx) -> Option<Self> {
        let Timestamp { seconds, nanos } = wire;
        if SECONDS.contains(&seconds) && (0..BILLION).contains(&nanos) {
            return Some(moment::text(seconds, nanos));
        }
        cx.refuse(FaultKind::Format, MOMENT)
    }
}

impl ToWire<Duration> for String {
    fn to_wire(&self, cx: &mut Cx) -> Duration {
        span(self).unwrap_or_else(|| {
            cx.fault(FaultKind::Format, SPAN);
            Duration::default()
        })
    }
}

impl FromWire<Duration> for String {
    fn from_wire(wire: Duration, cx: &mut Cx) -> Option<Self> {
        let Duration { seconds, nanos } = wire;
        let is_one = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
        if is_one && seconds.abs_diff(0) <= MOST_SECONDS as u64 && nanos.abs_diff(0) < BILLION as u32 {
            let sign = if seconds < 0 || nanos < 0 { "-" } else { "" };
            return Some(format!("{sign}{}{}s", seconds.abs(), moment::fraction(nanos.abs())));
        }
        cx.refuse(FaultKind::Format, SPAN)
    }
}

/// `[-] seconds [. fraction] s`
fn span(text: &str) -> Option<Duration> {
    let text = text.strip_suffix('s')?;
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(part) || part.len() > 9 {
        return None;
    }
    let seconds: i64 = whole.parse().ok().filter(|seconds| *seconds <= MOST_SECONDS)?;
    let nanos: i32 = format!("{part:0<9}").parse().ok()?;
    (seconds < MOST_SECONDS || nanos == 0)
        .then_some(Duration { seconds: seconds * i64::from(sign), nanos: nanos * sign })
}

/// Types of other crates go by the text that they have in JSON.
#[cfg(any(feature = "jiff", feature = "chrono"))]
macro_rules! by_text {
    ($($name:ty: $($wire:ty)*;)*) => {$($(
        impl ToWire<$wire> for $name {
            fn to_wire(&self, cx: &mut Cx) -> $wire {
                let text: String = super::to_listed(self, cx);
                text.to_wire(cx)
            }
        }

        impl FromWire<$wire> for $name {
            fn from_wire(wire: $wire, cx: &mut Cx) -> Option<Self> {
                let text = String::from_wire(wire, cx)?;
                let tape = crate::write::Writer::tape_of(&text);
                let read = <Self as crate::FromNode>::from_node(tape.node(0));
                read.or_else(|| cx.refuse(FaultKind::Format, "a date or time as ISO 8601 spells it"))
            }
        }
    )*)*};
}

#[cfg(feature = "jiff")]
by_text! {
    jiff::civil::Date: String;
    jiff::civil::DateTime: String Timestamp;
    jiff::civil::Time: String;
    jiff::Span: String;
    jiff::Timestamp: String Timestamp;
}

#[cfg(feature = "chrono")]
by_text! {
    chrono::NaiveDate: String;
    chrono::NaiveDateTime: String Timestamp;
    chrono::NaiveTime: String;
    chrono::DateTime<chrono::FixedOffset>: String Timestamp;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<W>(text: &str) -> Option<String>
    where
        String: ToWire<W> + FromWire<W>,
    {
        let mut cx = Cx::default();
        let wire = text.to_owned().to_wire(&mut cx);
        let back = String::from_wire(wire, &mut cx);
        back.filter(|_| cx.faults.is_empty())
    }

    #[test]
    fn ok_moments() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
            ("2024-02-29T23:59:59.25+01:00", "2024-02-29T22:59:59.250Z"),
            ("2024-03-01t00:30:00-00:45", "2024-03-01T01:15:00Z"),
            ("1600-02-29T12:00:00", "1600-02-29T12:00:00Z"),
        ] {
            assert_eq!(again::<Timestamp>(text).as_deref(), Some(expected));
        }
        let wire: Timestamp = "2001-09-09T01:46:40Z".to_owned().to_wire(&mut Cx::default());
        assert_eq!(wire, Timestamp { seconds: 1_000_000_000, nanos: 0 });
    }

    #[test]
    fn err_no_moments() {
        for text in
            ["", "2024-02-30T00:00:00Z", "2016-12-31T23:59:60Z", "0000-12-31T00:00:00Z", "0001-01-01T00:00:00+01:00"]
        {
            assert_eq!(again::<Timestamp>(text), None, "{text}");
        }
        for wire in [Timestamp { seconds: i64::MIN, nanos: 0 }, Timestamp { seconds: 0, nanos: -1 }] {
            assert_eq!(String::from_wire(wire, &mut Cx::default()), None);
        }
    }

    #[test]
    fn ok_spans() {
        for (text, expected) in
            [("0s", "0s"), ("1.5s", "1.500s"), ("-0.000000001s", "-0.000000001s"), ("-315576000000s", "-315576000000s")]
        {
            assert_eq!(again::<Duration>(text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn err_no_spans() {
        for text in ["", "s", "1", ".5s", "1.s", "1.0000000001s", "315576000001s", "315576000000.5s", "+1s", "1e3s"] {
            assert_eq!(again::<Duration>(text), None, "{text}");
        }
        for wire in [Duration { seconds: 1, nanos: -1 }, Duration { seconds: i64::MIN, nanos: 0 }] {
            assert_eq!(String::from_wire(wire, &mut Cx::default()), None);
        }
    }
}
