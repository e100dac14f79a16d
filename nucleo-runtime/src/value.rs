//! Typed values as `serde_json::Value`.
