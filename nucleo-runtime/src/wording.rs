//! The sentences of feedback, which a build can replace.

use crate::legend::LEGEND;

/// The sentences that a model is told its faults in.
///
/// Each is a template: the marks that its documentation names, in braces, are filled in; everything else stands as it
/// is. `{type}` is the answer's type in backquotes, `{schema}` is "the schema of" it, and `{answer}` is `JSON object`,
/// `JSON array` or `JSON value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wording {
    /// The explanation of the notation, in the system part.
    pub legend: &'static str,
    /// The rules in front of the notation, in the first turn. `{answer}`.
    pub contract: &'static str,
    /// The first line. `{type}`, `{problems}`.
    pub opening: &'static str,
    /// What `{problems}` says for one.
    pub problem: &'static str,
    /// What `{problems}` says for several. `{count}`.
    pub problems: &'static str,
    /// A fault. `{path}`, `{expected}`, `{found}`.
    pub fault: &'static str,
    /// A member or element that is absent or null. `{path}`, `{expected}`.
    pub missing: &'static str,
    /// A text of blanks where one is required. `{path}`, `{expected}`.
    pub blank: &'static str,
    /// A check of the caller's own. `{path}`, `{expected}`.
    pub check: &'static str,
    /// An undeclared member. `{path}`.
    pub unknown: &'static str,
    /// An undeclared member whose name is not shown. `{path}` of the object, `{count}` for its place.
    pub unnamed: &'static str,
    /// A value with two readings. `{path}`, `{expected}`.
    pub ambiguous: &'static str,
    /// Text that is no JSON. `{path}`.
    pub syntax: &'static str,
    /// Something that was left out. `{path}`.
    pub elided: &'static str,
    /// Nesting too deep. `{path}`.
    pub depth: &'static str,
    /// A reply too large. `{path}`.
    pub limit: &'static str,
    /// Something that would have to be mended, where that is refused. `{path}`, `{expected}` for what it is.
    pub refused: &'static str,
    /// The line in the place of further faults. `{count}`.
    pub more: &'static str,
    /// What `{path}` says for the answer itself.
    pub root: &'static str,
    /// The last line. `{answer}`.
    pub closing: &'static str,
    /// The last line where only some members are asked for. `{members}`.
    pub members: &'static str,
    /// What `{form}` says, where an answer has a form that fits in a line. `{form}`.
    pub form: &'static str,
    /// All of the feedback where no JSON was found. `{schema}`, `{answer}`, `{form}`.
    pub no_json: &'static str,
    /// All of the feedback where the reply was cut off. `{schema}`, `{answer}`, `{form}`.
    pub cut: &'static str,
    /// All of the feedback where several answers were found. `{schema}`, `{answer}`.
    pub several: &'static str,
    /// All of the feedback where the schema came back in the place of an answer. `{schema}`, `{answer}`, `{form}`.
    pub echo: &'static str,
    /// All of the feedback where one fault is told. `{detail}`.
    pub single: &'static str,
    /// All of the feedback where one fault would be told but is not of a kind that has words.
    pub unreadable: &'static str,
}

impl Wording {
    /// The default.
    pub const DEFAULT: Self = Self {
        legend: LEGEND,
        contract: "Answer with one {answer} that fits the schema below, and nothing else: no fences, no explanation, \
                   no other text. It must parse as it stands. Do not copy JSON or code from the material above; write \
                   your own answer from it.",
        opening: "Your reply does not fit {type}: {problems}.",
        problem: "1 problem",
        problems: "{count} problems",
        fault: "- {path}: expected {expected} (found {found})",
        missing: "- {path}: expected {expected} (missing)",
        blank: "- {path}: expected {expected} (blank)",
        check: "- {path}: {expected}",
        unknown: "- {path}: not a declared member, leave it out",
        unnamed: "- {path}: its {count} member is not declared, leave it out",
        ambiguous: "- {path}: can be read in two ways, expected {expected}",
        syntax: "- {path}: cannot be read as JSON",
        elided: "- {path}: something was left out, write every value in full",
        depth: "- {path}: nested too deep",
        limit: "- {path}: too large",
        refused: "- {path}: not accepted here: {expected}; write strict JSON, as the schema has it",
        more: "- and {count} more",
        root: "the answer",
        closing: "Send the whole {answer} again, corrected to fit the schema, and nothing else.",
        members: "Send one JSON object that holds only these members, corrected to fit the schema: {members}. Send \
                  nothing else.",
        form: " It has this form: {form}",
        no_json: "Your reply is not the JSON asked for: no JSON was found in it.\n\
                  Send one {answer} that fits {schema}, and nothing else.{form}",
        cut: "Your reply was cut off before its end.\n\
              Send a shorter answer, complete to its last bracket: one {answer} that fits {schema}, with \
              briefer texts, and nothing else.{form}",
        several: "Your reply holds several answers.\n\
                  Send one {answer} alone that fits {schema}, and nothing else.",
        echo: "Your reply repeats the schema instead of answering.\n\
               Send one {answer} with values that fits {schema}, without any `@` keys, and nothing else.{form}",
        single: "Your reply does not fit: {detail}. Send the corrected JSON, and nothing else.",
        unreadable: "Your reply cannot be read as the type asked for. Send the corrected JSON, and nothing else.",
    };

    /// Every sentence by its name.
    pub fn texts(mut self) -> Vec<(&'static str, &'static str)> {
        self.texts_mut().into_iter().map(|(name, text)| (name, *text)).collect()
    }

    /// The same, to replace them.
    pub fn texts_mut(&mut self) -> [(&'static str, &mut &'static str); 28] {
        [
            ("legend", &mut self.legend),
            ("contract", &mut self.contract),
            ("opening", &mut self.opening),
            ("problem", &mut self.problem),
            ("problems", &mut self.problems),
            ("fault", &mut self.fault),
            ("missing", &mut self.missing),
            ("blank", &mut self.blank),
            ("check", &mut self.check),
            ("unknown", &mut self.unknown),
            ("unnamed", &mut self.unnamed),
            ("ambiguous", &mut self.ambiguous),
            ("syntax", &mut self.syntax),
            ("elided", &mut self.elided),
            ("depth", &mut self.depth),
            ("limit", &mut self.limit),
            ("refused", &mut self.refused),
            ("more", &mut self.more),
            ("root", &mut self.root),
            ("closing", &mut self.closing),
            ("members", &mut self.members),
            ("form", &mut self.form),
            ("no_json", &mut self.no_json),
            ("cut", &mut self.cut),
            ("several", &mut self.several),
            ("echo", &mut self.echo),
            ("single", &mut self.single),
            ("unreadable", &mut self.unreadable),
        ]
    }

    /// The stricter reference system's: one fault a turn.
    pub const TRAMAI: Self = Self {
        no_json: "Your reply is not valid JSON. Send only valid JSON that fits the schema.",
        single: "Your JSON failed its validation: {detail}. Send the corrected JSON, and nothing else.",
        unreadable: "Your JSON cannot be read as the type asked for. Send the corrected JSON, and nothing else.",
        ..Self::DEFAULT
    };
}

/// Fills the marks of `template` in, each once it is met; a mark that is none of `values` stands as it is.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let (before, mark) = rest.split_at(open);
        out.push_str(before);
        let value = mark.find('}').and_then(|close| {
            // OK because a brace is one byte.
            let name = &mark[1..close];
            values.iter().find(|(it, _)| *it == name).map(|(_, value)| (close + 1, *value))
        });
        let (taken, value) = value.unwrap_or((1, "{"));
        out.push_str(value);
        rest = &mark[taken..];
    }
    out + rest
}
