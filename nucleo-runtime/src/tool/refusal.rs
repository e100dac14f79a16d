//! The refusal of one call: what to tell the model in the place of a result.

use std::fmt;

use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::feedback;
use crate::path::{Path, Step};
use crate::rejection::Rejection;
use crate::shape::Shape;
use crate::tape::JsonKind;

/// One call that cannot be answered as it stands. Like all feedback it holds no value that the model sent.
#[derive(Clone, PartialEq)]
pub struct Refusal {
    kind: RefusalKind,
    tool: Option<String>,
    faults: Vec<Fault>,
    parameter: String,
    feedback: String,
}

/// Why a call is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// No tool of the palette has the name.
    UnknownTool,
    /// The call names no tool.
    MissingName,
    /// The arguments do not fit.
    Input,
    /// Another call of the turn has the same id.
    SharedId,
    /// The call is written in words or in code.
    Prose,
    /// The tool itself refuses a parameter.
    Parameter,
}

impl RefusalKind {
    /// The kind's stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::MissingName => "missing_name",
            Self::Input => "tool_input",
            Self::SharedId => "shared_id",
            Self::Prose => "prose",
            Self::Parameter => "parameter",
        }
    }
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Refusal {
    /// A tool's own refusal of a parameter: `.parameter("water_bed", "bed", "a bed from 1 to 8")`. The model reads all
    /// three, so none of them may quote what it sent.
    pub fn of_parameter(tool: &str, parameter: &str, expected: &str) -> Self {
        let problem = format!("- {parameter}: expected {expected}");
        Self::new(RefusalKind::Parameter, Some(tool), parameter, again(tool, "a parameter was refused", &[problem]))
    }

    fn new(kind: RefusalKind, tool: Option<&str>, parameter: &str, feedback: String) -> Self {
        Self { kind, tool: tool.map(str::to_owned), faults: Vec::new(), parameter: parameter.to_owned(), feedback }
    }

    /// The call of a tool that is not there; `names` are those that are, the likeliest first.
    pub(super) fn unknown(names: &[&str]) -> Self {
        let feedback = format!("There is no tool of the name in this call. {}", available(names));
        Self::new(RefusalKind::UnknownTool, None, "name", feedback)
    }

    /// A call without a name.
    pub(super) fn nameless(names: &[&str]) -> Self {
        let feedback =
            format!("This call names no tool. Write it as {{\"name\": …, \"arguments\": {{…}}}}. {}", available(names));
        Self::new(RefusalKind::MissingName, None, "name", feedback)
    }

    /// A call under an id that an earlier one of the turn has.
    pub(super) fn shared_id(tool: &str) -> Self {
        let feedback = format!(
            "The call of `{tool}` has the id of an earlier call in the same turn, so their results could not be told \
             apart. Call `{tool}` again under an id of its own."
        );
        Self::new(RefusalKind::SharedId, Some(tool), "id", feedback)
    }

    /// A call that is described instead of made.
    pub(super) fn prose(tool: &str) -> Self {
        let feedback = format!(
            "The call of `{tool}` is not written as JSON, so it was not made. Write it as one JSON object: \
             {{\"name\": \"{tool}\", \"arguments\": {{…}}}}, where the arguments fit its input parameters."
        );
        Self::new(RefusalKind::Prose, Some(tool), tool, feedback)
    }

    /// Arguments of a kind that no input has.
    pub(super) fn of_kind(tool: &str, input: Shape, kind: JsonKind) -> Self {
        let found = Found::Kind(kind);
        let expected = Expected::Shape(input);
        let fault = Fault { kind: FaultKind::Type, path: Path::default(), expected, found, span: None };
        Self::of_faults(tool, input, "", vec![fault])
    }

    /// Arguments that do not fit.
    pub(super) fn of_input(tool: &str, input: Shape, rejection: &Rejection) -> Self {
        let mut faults = rejection.faults().to_vec();
        for fault in faults.iter_mut().filter(|fault| fault.kind == FaultKind::NoJson) {
            // Only a text is read as JSON of its own.
            fault.found = Found::Kind(JsonKind::String);
        }
        Self::of_faults(tool, input, rejection.reply(), faults)
    }

    fn of_faults(tool: &str, input: Shape, reply: &str, faults: Vec<Fault>) -> Self {
        let told = usize::from(input.profile.faults).max(1);
        let mut lines = feedback::lines(input, reply, &faults[..faults.len().min(told)], "the arguments");
        if faults.len() > told {
            lines.push(format!("- and {} more", faults.len() - told));
        }
        let problems = match faults.len() {
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        };
        let reason = match input.ty().name {
            "" => format!("its arguments do not fit ({problems})"),
            name => format!("its arguments do not fit `{name}` ({problems})"),
        };
        let parameter = faults.first().map(|fault| members(&fault.path)).filter(|path| !path.is_empty());
        let parameter = parameter.unwrap_or_else(|| tool.to_owned());
        let refusal = Self::new(RefusalKind::Input, Some(tool), &parameter, again(tool, &reason, &lines));
        Self { faults, ..refusal }
    }

    /// Why the call is refused.
    pub fn kind(&self) -> RefusalKind {
        self.kind
    }

    /// The tool that was called, where it is one of the palette.
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// The first member at fault, by the names alone (`rows.length`); the tool where no member is.
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// In which ways the arguments do not fit.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// What to tell the model as the call's result: the tool, each member at fault, what is expected there, and what to
    /// do. The same faults give the same bytes.
    pub fn feedback(&self) -> &str {
        &self.feedback
    }
}

impl fmt::Display for Refusal {
    /// One line for a log, without a word of the model's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, tool, parameter, .. } = self;
        match tool {
            Some(tool) => write!(f, "the call of `{tool}` is refused: {kind} at {parameter}"),
            None => write!(f, "a call is refused: {kind}"),
        }
    }
}

impl fmt::Debug for Refusal {
    /// What the model is told: `unwrap` prints it, and it says what is wrong.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\n{}", self.feedback)
    }
}

impl std::error::Error for Refusal {}

fn again(tool: &str, reason: &str, lines: &[String]) -> String {
    format!(
        "The call of `{tool}` was refused: {reason}.\n{}\nCall `{tool}` again with the arguments corrected; other \
         calls of the turn are not affected.",
        lines.join("\n")
    )
}

fn available(names: &[&str]) -> String {
    /// More names than this are no help.
    const LISTED: usize = 40;
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    match names.len() {
        0 => "No tool can be called now: answer without one.".to_owned(),
        all if all > LISTED => format!("Call one of these instead: {} and {} more.", shown.join(", "), all - LISTED),
        _ => format!("Call one of these instead: {}.", shown.join(", ")),
    }
}

/// The names of a path, without the places in lists and maps.
fn members(path: &Path) -> String {
    let names = path.0.iter().filter_map(|step| match step {
        Step::Name(name) => Some(name.as_ref()),
        Step::Index(_) | Step::Entry(_) => None,
    });
    names.collect::<Vec<_>>().join(".")
}
