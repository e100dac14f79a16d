//! serde over nodes, for types without a shape.
