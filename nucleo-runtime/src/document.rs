//! Strict reading of JSON documents, for those who keep schemas.
