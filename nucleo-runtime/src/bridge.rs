//! serde for generated types, through the same shape.
