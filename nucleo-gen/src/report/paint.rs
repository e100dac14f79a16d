//! Colours, for terminals alone.

use crate::diag::Severity;

/// Whether parts of a message are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    #[cfg(feature = "cli")]
    Colours,
}

/// A part of a message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    Error,
    Warning,
    /// Line numbers, arrows, and places other than the main one.
    Frame,
    Strong,
}

impl Part {
    pub(crate) fn of(severity: Severity) -> Self {
        match severity {
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}

impl Paint {
    /// A part in its colour.
    #[cfg(not(feature = "cli"))]
    pub(crate) fn of(self, _: Part, text: &str) -> String {
        text.to_owned()
    }

    /// A part in its colour.
    #[cfg(feature = "cli")]
    pub(crate) fn of(self, part: Part, text: &str) -> String {
        if self == Self::Plain || text.is_empty() {
            return text.to_owned();
        }
        let code = match part {
            Part::Error => "1;31",
            Part::Warning => "1;33",
            Part::Frame => "1;34",
            Part::Strong => "1",
        };
        // The line break stays outside, so that no colour runs on.
        let (text, end) = text.strip_suffix('\n').map_or((text, ""), |text| (text, "\n"));
        format!("\x1b[{code}m{text}\x1b[0m{end}")
    }

    /// Colours for a terminal, unless `NO_COLOR` is set; and for what shows them though it is none, by `CLICOLOR_FORCE`.
    #[cfg(feature = "cli")]
    pub(crate) fn for_stream(stream: &impl std::io::IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|it| !it.is_empty() && it != "0");
        let shown = stream.is_terminal() && !dumb || forced;
        if shown && !refused { Self::Colours } else { Self::Plain }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn ok_colours_end_before_the_line_does() {
        assert_eq!(Paint::Colours.of(Part::Frame, "...\n"), "\x1b[1;34m...\x1b[0m\n");
        assert_eq!(Paint::Plain.of(Part::Error, "error"), "error");
    }
}
