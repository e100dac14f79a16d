//! Front ends: from sources to the IR.

pub(crate) mod json_schema;
