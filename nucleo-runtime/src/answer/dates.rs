//! Dates and times of `jiff` and `chrono`: each is spelled in the one ISO form that `conform` brings texts to.

use super::{FromNode, ToNode};
use crate::tape::Node;
use crate::write::Writer;

macro_rules! by_text {
    ($($name:ty => $write:expr;)*) => {$(
        impl FromNode for $name {
            fn from_node(node: Node<'_>) -> Option<Self> {
                node.text()?.parse().ok()
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
    jiff::civil::Date => |it| it.to_string();
    jiff::civil::DateTime => |it| it.to_string();
    jiff::civil::Time => |it| it.to_string();
    jiff::Timestamp => |it| it.to_string();
    jiff::Span => |it| it.to_string();
}

#[cfg(feature = "chrono")]
by_text! {
    chrono::NaiveDate => |it| it.to_string();
    chrono::NaiveDateTime => |it| format!("{it:?}");
    chrono::NaiveTime => |it| it.to_string();
    chrono::DateTime<chrono::FixedOffset> => |it| it.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true);
}
