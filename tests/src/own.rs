//! Types that a user maps to formats, and names that generated code could mistake for the prelude's.

use std::fmt;
use std::str::FromStr;

/// A crate's own `Result`, beside which generated code must still compile.
pub type Result<T> = std::result::Result<T, NotAnId>;

/// An identifier, in the place of `uuid::Uuid`. It has neither `Eq` nor `Hash`.
#[derive(Debug, Clone, PartialEq)]
pub struct Id(pub u64);

/// The refusal of an [`Id`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId;

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self> {
        text.strip_prefix("id-").and_then(|number| number.parse().ok()).map(Self).ok_or(NotAnId)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "id-{}", self.0)
    }
}
