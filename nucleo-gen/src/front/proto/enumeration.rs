//! Enums as schemas.
//!
//! Programs exchange the names of values as they stand. A model is shown them without the prefix that they all have, and
//! in lower case where they are in capitals: `open` for `STATUS_OPEN`.

use std::collections::HashSet;

use nucleo_runtime::names::fold;
use prost_reflect::{EnumDescriptor, EnumValueDescriptor};

use super::json::{list, object, text};
use super::known;
use super::message::Cx;
use super::options::{Rules, Value};
use crate::diag::Span;
use crate::json::Json;
use crate::resolve::names;

impl Cx<'_> {
    pub(super) fn enumeration(&self, it: &EnumDescriptor) -> Json {
        let path = it.path();
        let place = self.comments.name(path);
        let span = self.maker.fresh(place);
        let rules = Rules::of(&it.options(), "enum");
        let values: Vec<_> = known::told_values(it).collect();
        let branches = self.values(it, &values, None);
        let mut members = vec![("$anchor", text(place, it.full_name())), ("oneOf", list(place, branches))];
        let deprecated = it.enum_descriptor_proto().options.as_ref().and_then(|it| it.deprecated);
        members.extend(self.described(path, &rules, deprecated));
        members.extend(rules.type_keywords(place, self.diags));
        self.further(&rules, place, &mut members);
        object(span, members)
    }

    /// A schema for each of some values of an enum. `place` is that of a member, which takes these alone.
    pub(super) fn values(&self, it: &EnumDescriptor, values: &[EnumValueDescriptor], place: Option<Span>) -> Vec<Json> {
        let prefix = known::prefix(it);
        let short = |value: &EnumValueDescriptor| value.name()[prefix.len()..].to_owned();
        let (variants, shown) = (variants(values, &short), shown(it, values, &short));
        let is_short = shown.is_some();
        // The comments of another file are not at hand.
        let is_here = it.parent_file() == self.file.descriptor;
        let value = |(at, value): (usize, &EnumValueDescriptor)| {
            let span = place.unwrap_or_else(|| self.comments.name(value.path()));
            let rules = Rules::of(&value.options(), "value");
            let mut members = vec![("const", text(span, value.name()))];
            if is_here {
                let deprecated = value.enum_value_descriptor_proto().options.as_ref().and_then(|it| it.deprecated);
                members.extend(self.described(value.path(), &rules, deprecated));
            }
            // OK because there is one for each value.
            let variant = variants.as_ref().filter(|_| !prefix.is_empty()).map(|it| it[at].clone());
            let shown = shown.as_ref().map(|it| it[at].clone()).filter(|it| it != value.name());
            let prefix = (!prefix.is_empty() && is_short).then_some(prefix.as_str());
            let accept = prefix.map(|_| short(value));
            members.extend(rules.value_keywords(span, Value { prefix, shown, accept, variant }));
            self.maker.schema(span, members)
        };
        values.iter().enumerate().map(value).collect()
    }
}

/// The Rust names of an enum's values without their prefix, where all of them can be had so.
fn variants(values: &[EnumValueDescriptor], short: &dyn Fn(&EnumValueDescriptor) -> String) -> Option<Vec<String>> {
    let names: Vec<String> = values.iter().map(|value| heck::AsUpperCamelCase(short(value)).to_string()).collect();
    let distinct: HashSet<&String> = names.iter().collect();
    (distinct.len() == names.len() && names.iter().all(|name| names::is_free(name))).then_some(names)
}

/// What a model sees of some values, where that tells them apart from all others of the enum.
fn shown(
    it: &EnumDescriptor,
    values: &[EnumValueDescriptor],
    short: &dyn Fn(&EnumValueDescriptor) -> String,
) -> Option<Vec<String>> {
    let cased = |name: String| {
        let is_shouted = name.chars().all(|c| c == '_' || c.is_ascii_digit() || c.is_ascii_uppercase());
        if is_shouted { name.to_ascii_lowercase() } else { name }
    };
    // As the reader takes names: in any casing and with any separators.
    let mut seen = HashSet::new();
    let names: Vec<String> = it.values().map(|value| fold(value.name())).collect();
    let distinct = it.values().zip(&names).all(|(value, own)| {
        let shown = fold(&short(&value));
        !names.iter().any(|name| *name == shown && name != own) && seen.insert(shown)
    });
    distinct.then(|| values.iter().map(|value| cased(short(value))).collect())
}
