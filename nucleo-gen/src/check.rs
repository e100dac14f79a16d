//! Lints and the ledger.
