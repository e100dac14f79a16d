//! Values in rules, as ProtoJSON has them.

use prost_reflect::{DynamicMessage, EnumDescriptor, ReflectMessage as _, Value};

use crate::diag::Span;
use crate::front::proto::json::{boolean, number, text};
use crate::json::Json;

/// A value; one of an enum stands as a number in its rules.
pub(super) fn json(value: &Value, of: Option<&EnumDescriptor>, at: Span) -> Json {
    match (value, of) {
        (Value::I32(it), Some(of)) => match of.get_value(*it) {
            Some(value) => text(at, value.name()),
            None => number(at, it),
        },
        (Value::Bool(it), _) => boolean(at, *it),
        (Value::I32(it), _) => number(at, it),
        (Value::U32(it), _) => number(at, it),
        (Value::I64(it), _) => number(at, it),
        (Value::U64(it), _) => number(at, it),
        (Value::F32(it), _) => number(at, it),
        (Value::F64(it), _) => number(at, it),
        (other, _) => text(at, words(other)),
    }
}

/// A value as a text.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::String(it) => it.clone(),
        Value::Bytes(it) => base64(it),
        Value::Message(it) => message(it).unwrap_or_else(|| it.to_string()),
        other => other.to_string(),
    }
}

fn message(it: &DynamicMessage) -> Option<String> {
    let part = |name: &str| it.get_field_by_name(name).map(|it| it.into_owned());
    match it.descriptor().full_name() {
        "google.protobuf.Duration" => {
            let (seconds, nanos) = (part("seconds")?.as_i64()?, part("nanos")?.as_i32()?);
            let sign = if seconds < 0 || nanos < 0 { "-" } else { "" };
            Some(format!("{sign}{}{}s", seconds.unsigned_abs(), fraction(nanos)))
        }
        "google.protobuf.Timestamp" => Some(timestamp(part("seconds")?.as_i64()?, part("nanos")?.as_i32()?)),
        "google.protobuf.FieldMask" => {
            let paths = part("paths")?;
            Some(paths.as_list()?.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","))
        }
        _ => None,
    }
}

fn fraction(nanos: i32) -> String {
    let digits = format!("{:09}", nanos.unsigned_abs());
    match digits.trim_end_matches('0') {
        "" => String::new(),
        digits => format!(".{digits}"),
    }
}

/// The moment so many seconds after the beginning of 1970, in UTC.
fn timestamp(seconds: i64, nanos: i32) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years are counted from March, so that a leap day is the last of one, in eras of 400 years.
    let from_era = days + 719_468;
    let (era, day) = (from_era.div_euclid(146_097), from_era.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}{}Z", fraction(nanos))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for part in bytes.chunks(3) {
        let bits = part.iter().enumerate().fold(0_u32, |bits, (at, byte)| bits | u32::from(*byte) << (16 - 8 * at));
        for at in 0..4 {
            // OK because six bits are below 64.
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= part.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_moments_and_bytes() {
        assert_eq!(timestamp(0, 0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_399, 500_000_000), "2000-02-28T23:59:59.5Z");
        assert_eq!(timestamp(951_868_800, 0), "2000-03-01T00:00:00Z");
        assert_eq!(timestamp(-62_135_596_800, 0), "0001-01-01T00:00:00Z");
        for (bytes, expected) in
            [(&b""[..], ""), (b"f", "Zg=="), (b"fo", "Zm8="), (b"foo", "Zm9v"), (b"foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes), expected);
        }
    }
}
