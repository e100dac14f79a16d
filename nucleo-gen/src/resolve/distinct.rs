//! Distinct identifiers for siblings.

use std::collections::HashSet;

use crate::diag::Span;

/// The identifiers that one sibling would like best.
pub(crate) struct Wanted<'a> {
    /// What `x-nucleo-name` says.
    pub(crate) given: Option<&'a str>,
    pub(crate) plain: String,
}

impl<'a> Wanted<'a> {
    pub(crate) fn new(given: Option<&'a (String, Span)>, plain: String) -> Self {
        Self { given: given.map(|(name, _)| name.as_str()), plain }
    }
}

/// One identifier each, all distinct, none of them reserved. The first sibling that wants an identifier has it, so that
/// one more at the end renames nobody; a later one takes the first that is free of those that `others` knows for it.
pub(crate) fn distinct(wanted: &[Wanted<'_>], reserved: &[&str], others: &dyn Fn(usize) -> Vec<String>) -> Vec<String> {
    let mut taken: HashSet<String> = reserved.iter().map(|&name| name.to_owned()).collect();
    taken.extend(wanted.iter().filter_map(|it| it.given.map(str::to_owned)));
    let mut name = |(at, it): (usize, &Wanted<'_>)| {
        if let Some(given) = it.given {
            return given.to_owned();
        }
        let plain = if reserved.contains(&it.plain.as_str()) { format!("{}_", it.plain) } else { it.plain.clone() };
        if taken.insert(plain.clone()) {
            return plain;
        }
        let base = plain.trim_end_matches('_');
        // A name in camel case takes an underscore only between two digits.
        let is_camel = base.starts_with(char::is_uppercase) && !base.ends_with(|c: char| c.is_ascii_digit());
        let joint = if is_camel { "" } else { "_" };
        let counted = (2..).map(|n| format!("{base}{joint}{n}"));
        // OK because the numbers do not end.
        others(at).into_iter().chain(counted).find(|it| taken.insert(it.clone())).expect("a free number")
    };
    wanted.iter().enumerate().map(&mut name).collect()
}
