//! Why a reply could not be read into a type of serde.

use std::fmt;

use crate::fault::FaultKind;
use crate::tape::Node;

/// Why a reply could not be read; the first reason only. Its text holds nothing that the model sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyError {
    kind: FaultKind,
    message: String,
    span: Option<std::ops::Range<usize>>,
}

impl ReplyError {
    #[cold]
    pub(super) fn of(kind: FaultKind) -> Self {
        Self { kind, message: format!("the reply cannot be read: {kind}"), span: None }
    }

    #[cold]
    pub(super) fn misfit(node: Node<'_>, expected: &dyn serde::de::Expected) -> Self {
        let message = format!("expected {expected}, found {}", node.kind().with_article());
        Self { kind: FaultKind::Type, message, span: Some(node.span()) }
    }

    #[cold]
    pub(super) fn missing(what: &str) -> Self {
        Self { kind: FaultKind::Missing, message: format!("{what} is missing"), span: None }
    }

    /// The kind of fault.
    pub fn kind(&self) -> FaultKind {
        self.kind
    }

    /// The place in the reply, in bytes, where there is one.
    pub fn span(&self) -> Option<std::ops::Range<usize>> {
        self.span.clone()
    }
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReplyError {}

impl serde::de::Error for ReplyError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { kind: FaultKind::Type, message: message.to_string(), span: None }
    }

    // What serde would say quotes the value.
    fn invalid_type(_: serde::de::Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self { kind: FaultKind::Type, message: format!("expected {expected}"), span: None }
    }

    fn invalid_value(_: serde::de::Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self { kind: FaultKind::Type, message: format!("expected {expected}"), span: None }
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self { kind: FaultKind::Enum, message: format!("expected one of {}", expected.join(", ")), span: None }
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        let message = format!("an unknown member; expected are {}", expected.join(", "));
        Self { kind: FaultKind::Unknown, message, span: None }
    }

    fn missing_field(field: &'static str) -> Self {
        Self::missing(&format!("`{field}`"))
    }
}
