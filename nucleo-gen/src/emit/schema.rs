//! JSON Schema of a type, for programs and for the model.
