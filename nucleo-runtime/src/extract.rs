//! Finding of the answer in a reply: all balanced candidates, in one pass.
