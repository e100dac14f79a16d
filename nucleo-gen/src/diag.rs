//! The one sink of diagnostics: every phase reports into it and goes on; the flow stops only between phases.

use std::cell::RefCell;

/// Where a source file stands in the list of all sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SourceId(pub(crate) u32);

/// A range of bytes in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) source: SourceId,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    Warning,
    Error,
}

/// A lint: a warning with a name, which a user can allow or deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lint {
    /// The name, which reads after "allow".
    pub(crate) name: &'static str,
    /// What happens when nobody says otherwise.
    pub(crate) default: Level,
}

/// What a lint does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Nothing.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

/// One message with its places.
#[derive(Debug, Clone)]
pub(crate) struct Diagnostic {
    pub(crate) severity: Severity,
    pub(crate) lint: Option<Lint>,
    pub(crate) message: String,
    /// The places, the main one first: what is wrong there.
    pub(crate) labels: Vec<(Span, String)>,
    pub(crate) help: Option<String>,
    /// The file that the message is about, where it has no span.
    pub(crate) file: Option<String>,
}

/// The sink. Dropped without [`Diags::take`], it panics in debug builds: nothing is lost in silence.
#[derive(Debug, Default)]
pub(crate) struct Diags {
    list: RefCell<Vec<Diagnostic>>,
    levels: Vec<(String, Level)>,
}

impl Diags {
    pub(crate) fn new(levels: Vec<(String, Level)>) -> Self {
        Self { list: RefCell::default(), levels }
    }

    /// An error at a place.
    pub(crate) fn error(&self, span: Span, message: impl Into<String>) -> Pending<'_> {
        self.pending(Severity::Error, None, Some(span), message.into())
    }

    /// An error about a file as a whole.
    pub(crate) fn error_in(&self, file: impl Into<String>, message: impl Into<String>) -> Pending<'_> {
        let mut pending = self.pending(Severity::Error, None, None, message.into());
        pending.diagnostic.file = Some(file.into());
        pending
    }

    /// A lint at a place; nothing where it is allowed.
    pub(crate) fn lint(&self, lint: Lint, span: Span, message: impl Into<String>) -> Pending<'_> {
        let severity = if self.level(lint) == Level::Deny { Severity::Error } else { Severity::Warning };
        self.pending(severity, Some(lint), Some(span), message.into())
    }

    /// A lint about a file as a whole.
    pub(crate) fn lint_in(&self, lint: Lint, file: impl Into<String>, message: impl Into<String>) -> Pending<'_> {
        let severity = if self.level(lint) == Level::Deny { Severity::Error } else { Severity::Warning };
        let mut pending = self.pending(severity, Some(lint), None, message.into());
        pending.diagnostic.file = Some(file.into());
        pending
    }

    /// What happens to a lint in this run.
    pub(crate) fn level(&self, lint: Lint) -> Level {
        // The last word counts, as on a command line.
        self.levels.iter().rev().find(|(name, _)| name == lint.name).map_or(lint.default, |(_, level)| *level)
    }

    fn pending(&self, severity: Severity, lint: Option<Lint>, span: Option<Span>, message: String) -> Pending<'_> {
        let labels = span.map(|span| (span, String::new())).into_iter().collect();
        Pending { diags: self, diagnostic: Diagnostic { severity, lint, message, labels, help: None, file: None } }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.list.borrow().iter().any(|it| it.severity == Severity::Error)
    }

    /// Everything that was reported, in the order of report.
    pub(crate) fn take(&self) -> Vec<Diagnostic> {
        self.list.take()
    }
}

impl Drop for Diags {
    fn drop(&mut self) {
        debug_assert!(std::thread::panicking() || self.list.borrow().is_empty(), "diagnostics were dropped unread");
    }
}

/// A diagnostic that is reported when this value is dropped.
#[must_use = "it is reported when dropped; end the statement"]
pub(crate) struct Pending<'d> {
    diags: &'d Diags,
    diagnostic: Diagnostic,
}

impl Pending<'_> {
    /// What is wrong at the main place.
    pub(crate) fn here(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.diagnostic.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    /// A second place.
    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.diagnostic.labels.push((span, text.into()));
        self
    }

    /// What to do.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Self {
        self.diagnostic.help = Some(text.into());
        self
    }

    /// Reports it.
    pub(crate) fn emit(self) {}
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if self.diagnostic.lint.is_some_and(|lint| self.diags.level(lint) == Level::Allow) {
            return;
        }
        // A place that is met twice is told once.
        let mut list = self.diags.list.borrow_mut();
        let Diagnostic { message, labels, file, .. } = &self.diagnostic;
        if !list.iter().any(|it| it.labels == *labels && it.file == *file && it.message == *message) {
            list.push(self.diagnostic.clone());
        }
    }
}
