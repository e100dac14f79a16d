//! Back ends: pure functions from the resolved IR to text.

pub(crate) mod notation;
pub(crate) mod rust;
pub(crate) mod schema;
pub(crate) mod shape;
pub(crate) mod tokens;
