//! Answers in the form of the schema, or under their type's name.
