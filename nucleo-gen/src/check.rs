//! Lints and the ledger.

pub(crate) fn all(_: &crate::resolve::Resolved<'_>, _: &crate::options::Options, _: &crate::diag::Diags) {}
