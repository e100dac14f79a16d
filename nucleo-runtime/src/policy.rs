//! What may be mended, and the limits.
