//! The form of an answer, in one line: `{"city": string, "nights": integer}`.
//!
//! A small model that was lost in the contract copies what stands before its eyes; this is worth copying.

use std::fmt::Write as _;

use super::values;
use crate::shape::{Format, Kind, Record, Shape, Tag, TypeId, Union};

/// The longest form, in bytes; a longer one would be a second contract.
const LONGEST: usize = 512;
/// How deep a form goes.
const DEPTH: u8 = 6;
/// The most values of an enum that a form holds.
const VALUES: usize = 8;

/// The form of an object or a list; `None` where it would be too long, or says nothing.
pub(crate) fn form(shape: Shape) -> Option<String> {
    let mut out = String::new();
    Form { shape, out: &mut out }.value(shape.id, DEPTH)?;
    out.starts_with(['{', '[']).then_some(out)
}

struct Form<'o> {
    shape: Shape,
    out: &'o mut String,
}

impl Form<'_> {
    /// `None` where the form grows too large.
    fn value(&mut self, id: TypeId, depth: u8) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let ty = self.shape.at(id).ty();
        match &ty.kind {
            Kind::Any | Kind::Never => self.out.push_str("any value"),
            Kind::Null => self.out.push_str("null"),
            Kind::Bool => self.out.push_str("true or false"),
            Kind::Integer(_) => self.out.push_str("integer"),
            Kind::Number(_) => self.out.push_str("number"),
            Kind::Text(text) => self.out.push_str(match text.format {
                Format::Date => "\"YYYY-MM-DD\"",
                Format::DateTime | Format::Timestamp => "\"YYYY-MM-DDThh:mm:ssZ\"",
                Format::Time => "\"hh:mm:ss\"",
                Format::Plain | Format::Duration | Format::Seconds | Format::Base64 | Format::Named(_) => "string",
            }),
            Kind::Enum(variants) if variants.len() > VALUES => self.out.push_str("one of the listed values"),
            Kind::Enum(variants) => {
                let values: Vec<String> = variants.iter().map(|it| values::show(&it.shown)).collect();
                self.out.push_str(&values.join(" or "));
            }
            Kind::List(list) => self.list(&[list.item], depth)?,
            Kind::Tuple(tuple) => self.list(tuple.items, depth)?,
            Kind::Map(map) => {
                self.out.push_str("{string: ");
                self.value(map.value, depth)?;
                self.out.push('}');
            }
            Kind::Record(record) => self.record(record, None, depth)?,
            Kind::Union(union) => self.union(union, depth)?,
            Kind::Same(to) => self.value(*to, depth)?,
            Kind::Mapped(mapped) => self.value(mapped.ty, depth)?,
        }
        if ty.nullable {
            self.out.push_str(" or null");
        }
        (self.out.len() <= LONGEST).then_some(())
    }

    fn list(&mut self, items: &[TypeId], depth: u8) -> Option<()> {
        self.out.push('[');
        for (at, item) in items.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            self.value(*item, depth)?;
        }
        self.out.push(']');
        Some(())
    }

    /// The members that must be there; all of them, where none must.
    fn record(&mut self, record: &Record, tag: Option<(Tag, &str)>, depth: u8) -> Option<()> {
        let all = record.fields.iter().all(|field| !field.required);
        let mut link = "{";
        for field in record.fields.iter().filter(|field| all || field.required) {
            // OK because writing to a `String` never fails.
            let _ = write!(self.out, "{link}{}: ", serde_json::Value::from(field.shown));
            match tag {
                Some((tag, value)) if tag.name == field.name => {
                    let _ = write!(self.out, "{}", serde_json::Value::from(value));
                }
                _ => self.value(field.ty, depth)?,
            }
            link = ", ";
        }
        self.out.push_str(if link == "{" { "{}" } else { "}" });
        Some(())
    }

    fn union(&mut self, union: &Union, depth: u8) -> Option<()> {
        for (at, branch) in union.branches.iter().enumerate() {
            self.out.push_str(if at > 0 { " or " } else { "" });
            match (&self.shape.at(branch.ty).ty().kind, union.tag, branch.tags) {
                (Kind::Record(record), Some(tag), [value]) => self.record(record, Some((tag, value)), depth)?,
                _ => self.value(branch.ty, depth)?,
            }
        }
        Some(())
    }
}
