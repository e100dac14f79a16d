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

impl Span {
    /// Whether another range stands within this one.
    fn holds(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
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

impl Level {
    fn severity(self) -> Severity {
        if self == Self::Deny { Severity::Error } else { Severity::Warning }
    }
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
    scopes: RefCell<Vec<Scope>>,
}

/// The level of a lint within a part of a source, as the source itself says.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// The part that it speaks of.
    pub(crate) span: Span,
    pub(crate) lint: String,
    pub(crate) level: Level,
    /// The place of the lint's name.
    pub(crate) place: Span,
}

/// The name for all lints that warn: `--deny warnings`.
pub(crate) const WARNINGS: &str = "warnings";

impl Diags {
    pub(crate) fn new(levels: Vec<(String, Level)>) -> Self {
        Self { list: RefCell::default(), levels, scopes: RefCell::default() }
    }

    /// An error at a place.
    pub(crate) fn error(&self, span: Span, message: impl Into<String>) -> Pending<'_> {
        self.pending(Severity::Error, None, Some(span), message.into())
    }

    /// An error of the call itself: an option that means nothing.
    pub(crate) fn error_of_call(&self, message: impl Into<String>) -> Pending<'_> {
        self.pending(Severity::Error, None, None, message.into())
    }

    /// An error about a file as a whole.
    pub(crate) fn error_in(&self, file: impl Into<String>, message: impl Into<String>) -> Pending<'_> {
        let mut pending = self.pending(Severity::Error, None, None, message.into());
        pending.diagnostic.file = Some(file.into());
        pending
    }

    /// A lint at a place; nothing where it is allowed.
    pub(crate) fn lint(&self, lint: Lint, span: Span, message: impl Into<String>) -> Pending<'_> {
        self.pending(Severity::Warning, Some(lint), Some(span), message.into())
    }

    /// A lint about a file as a whole.
    pub(crate) fn lint_in(&self, lint: Lint, file: impl Into<String>, message: impl Into<String>) -> Pending<'_> {
        let mut pending = self.pending(Severity::Warning, Some(lint), None, message.into());
        pending.diagnostic.file = Some(file.into());
        pending
    }

    /// Whether a lint is told nowhere, so that nobody need look for it.
    pub(crate) fn is_silent(&self, lint: Lint) -> bool {
        self.level(lint, None) == Level::Allow && !self.scopes.borrow().iter().any(|it| it.lint == lint.name)
    }

    /// What happens to a lint at a place.
    #[cfg(feature = "baseline")]
    pub(crate) fn level_at(&self, lint: Lint, span: Option<Span>) -> Level {
        self.level(lint, span)
    }

    /// What happens to a lint at a place: what stands nearest counts, and then the last word, as on a command line.
    fn level(&self, lint: Lint, span: Option<Span>) -> Level {
        let scopes = self.scopes.borrow();
        let around = span.and_then(|span| {
            let found = scopes.iter().filter(|it| it.lint == lint.name && it.span.holds(span));
            // Of two for one part, the later one.
            found.rev().min_by_key(|it| it.span.end - it.span.start)
        });
        let said = |name: &str| self.levels.iter().rev().find(|(it, _)| it == name).map(|(_, level)| *level);
        let level = around.map(|it| it.level).or_else(|| said(lint.name)).unwrap_or(lint.default);
        if level == Level::Warn { said(WARNINGS).unwrap_or(level) } else { level }
    }

    /// Takes what a source says of lints in a part of it. What was told of that part already is told anew.
    pub(crate) fn scope(&self, scope: Scope) {
        let span = scope.span;
        self.scopes.borrow_mut().push(scope);
        self.list.borrow_mut().retain_mut(|it| match (it.lint, it.labels.first()) {
            (Some(lint), Some((place, _))) if span.holds(*place) => {
                let level = self.level(lint, Some(*place));
                it.severity = level.severity();
                level != Level::Allow
            }
            _ => true,
        });
    }

    /// What the sources say of lints.
    pub(crate) fn scopes(&self) -> Vec<Scope> {
        self.scopes.borrow().clone()
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
        if let Some(lint) = self.diagnostic.lint {
            let level = self.diags.level(lint, self.diagnostic.labels.first().map(|(span, _)| *span));
            if level == Level::Allow {
                return;
            }
            self.diagnostic.severity = level.severity();
        }
        // A place that is met twice is told once.
        let mut list = self.diags.list.borrow_mut();
        let Diagnostic { message, labels, file, .. } = &self.diagnostic;
        if !list.iter().any(|it| it.labels == *labels && it.file == *file && it.message == *message) {
            list.push(self.diagnostic.clone());
        }
    }
}
