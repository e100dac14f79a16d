//! Back ends: pure functions from the resolved IR to text.

pub(crate) mod describe;
pub(crate) mod facets;
pub(crate) mod fingerprint;
pub(crate) mod inline;
pub(crate) mod keywords;
pub(crate) mod notation;
pub(crate) mod pretty;
pub(crate) mod rule_schema;
pub(crate) mod rules;
pub(crate) mod rust;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod tokens;

#[cfg(test)]
pub(crate) mod sketch;
#[cfg(test)]
mod vectors;
