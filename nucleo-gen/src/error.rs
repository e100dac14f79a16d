//! The one public error.

use std::fmt;

use crate::diag::{Diagnostic, Diags, Severity};
use crate::report::{self, Message, Paint};
use crate::source::Sources;

/// Why a build failed. Its `Debug` is the report for people, so that `fn main() -> Result<(), nucleo_gen::Error>` in a
/// build script shows it as it should read.
pub struct Error(Box<Kind>);

enum Kind {
    /// Faults of the schemas or of what was asked for.
    Report(Vec<Message>),
    /// The disk.
    Io { doing: String, error: std::io::Error },
}

impl Error {
    /// The errors that were reported, as one; `None` when there are none. Takes everything out of the sink.
    pub(crate) fn of(sources: &Sources, diagnostics: &[Diagnostic]) -> Option<Self> {
        let failed = diagnostics.iter().any(|it| it.severity == Severity::Error);
        failed.then(|| Self::report(report::messages(sources, diagnostics)))
    }

    /// What was reported, as one error.
    pub(crate) fn report(messages: Vec<Message>) -> Self {
        Self(Box::new(Kind::Report(messages)))
    }

    /// A failure that is told in one line.
    #[cfg(feature = "baseline")]
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        let (severity, lint, file, help) = (Severity::Error, None, None, None);
        Self::report(vec![Message { severity, lint, text: text.into(), file, marks: vec![], notes: vec![], help }])
    }

    /// The same with other names of files.
    #[cfg(feature = "baseline")]
    pub(crate) fn renamed(mut self, name: impl Fn(&str) -> String) -> Self {
        if let Kind::Report(messages) = &mut *self.0 {
            for message in messages {
                message.file = message.file.as_deref().map(&name);
                message.marks.iter_mut().for_each(|mark| mark.file = name(&mark.file));
            }
        }
        self
    }

    /// What was reported; nothing where the disk is at fault.
    #[cfg(feature = "cli")]
    pub(crate) fn messages(&self) -> &[Message] {
        if let Kind::Report(messages) = &*self.0 { messages } else { &[] }
    }

    /// A failure of the disk, while `doing` something to a named file.
    pub(crate) fn io(doing: impl Into<String>, error: std::io::Error) -> Self {
        Self(Box::new(Kind::Io { doing: doing.into(), error }))
    }

    /// Whether the disk is at fault, not the schemas.
    pub fn is_io(&self) -> bool {
        matches!(*self.0, Kind::Io { .. })
    }
}

impl Diags {
    /// Stops the flow between two phases when there are errors. Warnings stay in the sink.
    pub(crate) fn stop_on_errors(&self, sources: &Sources) -> Result<(), Error> {
        if !self.has_errors() {
            return Ok(());
        }
        // OK because there is at least one error.
        Err(Error::of(sources, &self.take()).expect("an error was reported"))
    }
}

impl fmt::Display for Error {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Report(messages) => match messages.iter().filter(|it| it.severity == Severity::Error).count() {
                1 => f.write_str("the schemas have an error"),
                errors => write!(f, "the schemas have {errors} errors"),
            },
            Kind::Io { doing, error } => write!(f, "{doing}: {error}"),
        }
    }
}

impl fmt::Debug for Error {
    /// The whole report, from a line of its own: what stands before it is cargo's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Report(messages) => write!(f, "\n{}", report::text(messages, Paint::Plain)),
            Kind::Io { .. } => write!(f, "{self}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            Kind::Report(_) => None,
            Kind::Io { error, .. } => Some(error),
        }
    }
}
