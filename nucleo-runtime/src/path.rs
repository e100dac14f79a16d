//! The place of a value inside an answer.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// The place of a value, from the root. It holds declared names and positions, never a name that the model made up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Path(pub Vec<Step>);

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// A declared member, by the name that the model sees.
    Name(Cow<'static, str>),
    /// An element of a list, counted from 0.
    Index(usize),
    /// A member of a map, or an undeclared one, by its place among the members, counted from 0.
    Entry(usize),
}

impl Step {
    /// The longest name of an undeclared member that is shown.
    const SHOWN: usize = 64;

    /// An undeclared member: by its name where that looks like an identifier, which tells a model what to leave out;
    /// else by its place, so that no text of a reply comes in this way.
    pub(crate) fn undeclared(name: &str, at: usize) -> Self {
        let is_identifier = name.len() <= Self::SHOWN
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if is_identifier && !name.is_empty() { Self::Name(name.to_owned().into()) } else { Self::Entry(at) }
    }
}

impl Path {
    /// Whether this is the answer itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// `rows[2].length`; a map's entry as `{2}`.
    pub fn dotted(&self) -> String {
        let mut out = String::new();
        // OK because writing to a `String` never fails.
        let _ = self.write_dotted(&mut out, |out, at| write!(out, "{at}"));
        out
    }

    /// Writes the same, with the caller's words for the place of a map's entry.
    pub(crate) fn write_dotted<W: fmt::Write>(
        &self,
        out: &mut W,
        entry: impl Fn(&mut W, usize) -> fmt::Result,
    ) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Name(name) if at == 0 => out.write_str(name)?,
                Step::Name(name) => write!(out, ".{name}")?,
                Step::Index(at) => write!(out, "[{at}]")?,
                Step::Entry(at) => {
                    out.write_char('{')?;
                    entry(out, *at)?;
                    out.write_char('}')?;
                }
            }
        }
        Ok(())
    }

    /// `'rows'[2].'length'`.
    pub fn quoted(&self) -> String {
        let mut out = String::new();
        for step in &self.0 {
            // OK because writing to a `String` never fails.
            let _ = match step {
                Step::Name(name) if out.is_empty() => write!(out, "'{name}'"),
                Step::Name(name) => write!(out, ".'{name}'"),
                Step::Index(at) | Step::Entry(at) => write!(out, "[{at}]"),
            };
        }
        out
    }

    /// The JSON pointer of RFC 6901; a map's entry by its place.
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        for step in &self.0 {
            out.push('/');
            // OK because writing to a `String` never fails.
            let _ = match step {
                Step::Name(name) => write!(out, "{}", escaped(name)),
                Step::Index(at) | Step::Entry(at) => write!(out, "{at}"),
            };
        }
        out
    }
}

/// A member's name as a JSON pointer spells it.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

impl fmt::Display for Path {
    /// The JSON pointer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pointer())
    }
}
