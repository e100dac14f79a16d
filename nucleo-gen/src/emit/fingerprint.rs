//! The fingerprint of a contract.
