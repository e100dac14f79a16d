//! Distinct identifiers for siblings.

use std::collections::HashSet;

use crate::diag::Span;
use crate::resolve::ident::{self, Case};

/// The identifiers that one sibling would take, the best first.
pub(crate) struct Wanted {
    /// What `x-nucleo-name` says.
    pub(crate) given: Option<String>,
    pub(crate) plain: String,
    /// Whether the source spells `plain` itself.
    pub(crate) exact: bool,
    pub(crate) fallbacks: Vec<String>,
}

impl Wanted {
    pub(crate) fn spelled(text: &str, case: Case) -> Self {
        let plain = ident::plain(text, case);
        Self { given: None, exact: plain == text, fallbacks: ident::fallbacks(text, case), plain }
    }

    pub(crate) fn or_given(self, given: &Option<(String, Span)>) -> Self {
        Self { given: given.as_ref().map(|(name, _)| name.clone()), ..self }
    }
}

/// One identifier each, all distinct, none of them reserved.
pub(crate) fn distinct(wanted: Vec<Wanted>, reserved: &[&str]) -> Vec<String> {
    let mut taken: HashSet<String> = reserved.iter().map(|&name| name.to_owned()).collect();
    let mut out: Vec<Option<String>> = vec![None; wanted.len()];
    for (slot, it) in out.iter_mut().zip(&wanted) {
        if let Some(given) = &it.given {
            taken.insert(given.clone());
            *slot = Some(given.clone());
        }
    }
    for exact in [true, false] {
        for (slot, it) in out.iter_mut().zip(&wanted) {
            let plain = open(&it.plain, reserved);
            if slot.is_none() && it.exact == exact && taken.insert(plain.clone()) {
                *slot = Some(plain);
            }
        }
    }
    out.into_iter().zip(wanted).map(|(slot, it)| slot.unwrap_or_else(|| second_best(it, &mut taken))).collect()
}

/// The identifier itself, or with `_` behind it where it is reserved.
fn open(plain: &str, reserved: &[&str]) -> String {
    if reserved.contains(&plain) { format!("{plain}_") } else { plain.to_owned() }
}

fn second_best(wanted: Wanted, taken: &mut HashSet<String>) -> String {
    let Wanted { plain, fallbacks, .. } = wanted;
    let counted = (2..).map(|n| format!("{}_{n}", plain.trim_end_matches('_')));
    for ident in fallbacks.into_iter().chain(counted) {
        if taken.insert(ident.clone()) {
            return ident;
        }
    }
    unreachable!("OK because the numbers do not end")
}
