//! Classes: `[a-z_]`.

use super::Error;
use super::escape::{Escape, NOTHING};
use super::parser::Parser;

impl Parser<'_> {
    /// Behind `[`: `['^'] { atom ['-' atom] } ']'`
    pub(super) fn class(&mut self) -> Result<(), Error> {
        let open = self.at - 1;
        let negated = self.take("^");
        let mut inner = String::new();
        while !self.take("]") {
            if self.peek().is_none() {
                return Err(Error { offset: open, message: "a `[` without its `]`" });
            }
            self.class_range(&mut inner)?;
        }
        let class = match (negated, inner.is_empty()) {
            (true, true) => "(?s:.)".to_owned(),
            (false, true) => NOTHING.to_owned(),
            (true, false) => format!("[^{inner}]"),
            (false, false) => format!("[{inner}]"),
        };
        self.out.push_str(&class);
        Ok(())
    }

    /// `atom ['-' atom]`
    fn class_range(&mut self, inner: &mut String) -> Result<(), Error> {
        let at = self.at;
        let from = self.class_atom()?;
        let is_range = self.rest().starts_with('-') && !self.rest().starts_with("-]");
        if !is_range {
            push(inner, &from);
            return Ok(());
        }
        self.at += 1;
        let to = self.class_atom()?;
        match (&from, &to) {
            (Escape::Code(from), Escape::Code(to)) if from <= to => push_range(inner, *from, *to),
            (Escape::Code(_), Escape::Code(_)) => {
                return Err(Error { offset: at, message: "a range out of order in a class" });
            }
            // `[\w-.]`: a class bounds no range, so the hyphen stands for itself.
            _ => {
                push(inner, &from);
                push_range(inner, 0x2D, 0x2D);
                push(inner, &to);
            }
        }
        Ok(())
    }

    fn class_atom(&mut self) -> Result<Escape, Error> {
        match self.next() {
            Some('\\') if self.take("b") => Ok(Escape::Code(0x08)),
            Some('\\') => self.escape(),
            Some(c) => Ok(Escape::Code(u32::from(c))),
            None => self.fail("a class without its `]`"),
        }
    }
}

fn push(inner: &mut String, atom: &Escape) {
    match atom {
        Escape::Class(class) => inner.push_str(class),
        Escape::Code(code) => push_range(inner, *code, *code),
    }
}

/// Adds a range without the surrogates, which no text holds.
fn push_range(inner: &mut String, from: u32, to: u32) {
    for (from, to) in [(from, to.min(0xD7FF)), (from.max(0xE000), to)] {
        if from == to {
            inner.push_str(&format!("\\u{{{from:X}}}"));
        } else if from < to {
            inner.push_str(&format!("\\u{{{from:X}}}-\\u{{{to:X}}}"));
        }
    }
}
