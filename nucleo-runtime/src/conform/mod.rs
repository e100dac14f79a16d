//! Coercion and validation of nodes against a shape.
