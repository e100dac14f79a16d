//! What a person is told while the agent works.

use crate::steps::Step;

/// The lines of a run, each under its step.
#[derive(Debug, Default)]
pub struct Log {
    /// All lines.
    pub lines: Vec<String>,
    /// Whether they are printed as they come.
    pub echo: bool,
}

impl Log {
    /// A log that is printed.
    pub fn printed() -> Self {
        Self { lines: Vec::new(), echo: true }
    }

    /// Adds a line; those of deeper steps are indented.
    pub fn add(&mut self, step: &Step, text: impl AsRef<str>) {
        let indent = "   ".repeat(step.depth().saturating_sub(1));
        let mut lines = text.as_ref().lines();
        let first = format!("{indent}{step:<6} {}", lines.next().unwrap_or_default());
        let rest = lines.map(|line| format!("{indent}       {line}"));
        for line in std::iter::once(first).chain(rest) {
            if self.echo {
                println!("{line}");
            }
            self.lines.push(line);
        }
    }

    /// Whether a line holds a text: for tests.
    pub fn has(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }
}
