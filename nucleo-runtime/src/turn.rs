//! The messages of an exchange, in the forms of providers.
