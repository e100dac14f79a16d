//! The assertions of JSON Schema, over nodes.

use crate::shape::{RuleId, Table};
use crate::tape::Node;

/// Whether the rule holds of a value.
pub(super) fn holds(_table: &'static Table, _rule: RuleId, _node: Node<'_>) -> bool {
    true
}
