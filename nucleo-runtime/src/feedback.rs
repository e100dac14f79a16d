//! What the model is told of its faults.
