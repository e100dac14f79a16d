//! Dates and times of `jiff` and `chrono`: each is spelled in the one ISO form that `conform` brings texts to.

use super::{FromNode, ToNode};
use crate::tape::Node;
use crate::write::Writer;

macro_rules! by_text {
    ($($name:ty: $read:expr, $write:expr;)*) => {$(
        impl FromNode for $name {
            fn from_node(node: Node<'_>) -> Option<Self> {
                let read: fn(&str) -> Option<Self> = $read;
                read(node.text()?)
            }
        }

        impl ToNode for $name {
            fn to_node(&self, out: &mut Writer) {
                let write: fn(&Self) -> String = $write;
                out.text(&write(self));
            }
        }
    )*};
}

#[cfg(feature = "jiff")]
by_text! {
    jiff::civil::Date: |text| text.parse().ok(), |it| it.to_string();
    jiff::civil::DateTime: |text| wall(text).parse().ok(), |it| it.to_string();
    jiff::civil::Time: |text| wall(text).parse().ok(), |it| it.to_string();
    jiff::Timestamp: |text| text.parse().ok(), |it| it.to_string();
    jiff::Span: |text| text.parse().ok(), |it| it.to_string();
}

#[cfg(feature = "chrono")]
by_text! {
    chrono::NaiveDate: |text| text.parse().ok(), |it| it.to_string();
    // `Debug` is the ISO form; `Display` has a blank in the place of the `T`.
    chrono::NaiveDateTime: |text| wall(text).parse().ok(), |it| format!("{it:?}");
    chrono::NaiveTime: |text| wall(text).parse().ok(), |it| it.to_string();
    chrono::DateTime<chrono::FixedOffset>: |text| text.parse().ok(), |it| {
        it.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true)
    };
}

/// The time as a clock on the wall shows it: without the offset that a text may have.
fn wall(text: &str) -> String {
    let time = text.find(['T', 't']).map_or(0, |at| at + 1);
    let end = text[time..].find(['Z', 'z', '+', '-']).map_or(text.len(), |at| time + at);
    text[..end].replace('t', "T")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: FromNode + ToNode>(text: &str) -> Option<String> {
        let value = T::from_node(Writer::tape_of(&text.to_owned()).node(0))?;
        Writer::tape_of(&value).node(0).text().map(str::to_owned)
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn ok_jiff() {
        for text in ["2026-03-09T18:20:05", "2026-03-09T18:20:05Z", "2026-03-09t18:20:05-07:00"] {
            assert_eq!(again::<jiff::civil::DateTime>(text).as_deref(), Some("2026-03-09T18:20:05"), "{text}");
        }
        assert_eq!(again::<jiff::civil::Date>("2026-03-09").as_deref(), Some("2026-03-09"));
        assert_eq!(again::<jiff::civil::Time>("18:20:05.25+01:00").as_deref(), Some("18:20:05.25"));
        assert_eq!(again::<jiff::Timestamp>("2026-03-09T18:20:05+01:00").as_deref(), Some("2026-03-09T17:20:05Z"));
        assert_eq!(again::<jiff::Span>("P1DT2H").as_deref(), Some("P1DT2H"));
        for text in
            ["P9999Y", "P99999M", "P999999W", "P999999D", "PT99999999H", "PT9999999999M", "-PT99999999999.999999999S"]
        {
            assert!(again::<jiff::Span>(text).is_some(), "{text}");
        }
        assert!(again::<jiff::civil::DateTime>("2016-12-31T23:59:60Z").is_some());
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn ok_chrono() {
        for text in ["2026-03-09T18:20:05", "2026-03-09T18:20:05Z", "2026-03-09t18:20:05-07:00"] {
            assert_eq!(again::<chrono::NaiveDateTime>(text).as_deref(), Some("2026-03-09T18:20:05"), "{text}");
        }
        assert_eq!(again::<chrono::NaiveDate>("2026-03-09").as_deref(), Some("2026-03-09"));
        assert_eq!(again::<chrono::NaiveTime>("18:20:05.250Z").as_deref(), Some("18:20:05.250"));
        assert!(again::<chrono::NaiveDateTime>("2016-12-31T23:59:60Z").is_some());
        assert!(again::<chrono::NaiveDate>("0000-01-01").is_some());
        let zoned = again::<chrono::DateTime<chrono::FixedOffset>>("2026-03-09T18:20:05+01:00");
        assert_eq!(zoned.as_deref(), Some("2026-03-09T18:20:05+01:00"));
    }
}
