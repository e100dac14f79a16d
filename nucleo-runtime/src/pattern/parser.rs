//! The grammar of regular expressions, as ECMA-262 has it.

use super::{Error, Translated};

/// Groups nest at most so deep, as in the engine.
const DEPTH: u32 = 200;

/// An expression has at most so many states, counted roughly, with each repetition written out.
const LARGEST: u64 = 50_000;

/// Reads an expression and writes it in the engine's syntax on the way.
pub(super) struct Parser<'s> {
    pub(super) source: &'s str,
    pub(super) at: usize,
    pub(super) out: String,
    /// Why no linear-time engine can take it.
    not_linear: Option<&'static str>,
    /// How many groups capture; the names of those that have one.
    groups: usize,
    names: Vec<&'s str>,
    /// The back-references: their place, and the number or name.
    references: Vec<(usize, Reference<'s>)>,
    depth: u32,
    /// How many states the engine needs for what was read so far, roughly.
    pub(super) states: u64,
}

enum Reference<'s> {
    Number(usize),
    Name(&'s str),
}

type Parsed<T = ()> = Result<T, Error>;

/// What a term is, for the quantifier behind it.
#[derive(PartialEq)]
enum Term {
    Atom,
    Assertion,
    /// `(?=…)`, which only the older mode lets repeat.
    Lookahead,
}

impl<'s> Parser<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let out = String::with_capacity(source.len() + 16);
        let (names, references) = (Vec::new(), Vec::new());
        Self { source, at: 0, out, not_linear: None, groups: 0, names, references, depth: 0, states: 0 }
    }

    /// `disjunction` to the end.
    pub(super) fn whole(mut self) -> Parsed<Translated> {
        self.disjunction()?;
        if self.peek().is_some() {
            return self.fail("a `)` without its `(`");
        }
        for (at, reference) in &self.references {
            let is_known = match reference {
                Reference::Number(number) => *number <= self.groups,
                Reference::Name(name) => self.names.contains(name),
            };
            if !is_known {
                return Err(Error { offset: *at, message: "a back-reference to a group that is not there" });
            }
        }
        Ok(match self.not_linear {
            Some(reason) => Translated::NotLinear(reason),
            None if self.states > LARGEST => Translated::NotLinear("it is too large for a linear-time engine"),
            None => Translated::Engine(self.out),
        })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn rest(&self) -> &'s str {
        // OK because `at` only moves past what was read.
        &self.source[self.at..]
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn fail<T>(&self, message: &'static str) -> Parsed<T> {
        Err(Error { offset: self.at, message })
    }

    /// `alternative { '|' alternative }`
    fn disjunction(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail("groups nested too deep");
        }
        loop {
            while !matches!(self.peek(), None | Some('|' | ')')) {
                self.term()?;
            }
            if !self.take("|") {
                break;
            }
            self.out.push('|');
        }
        self.depth -= 1;
        Ok(())
    }

    /// `assertion | atom [quantifier]`
    fn term(&mut self) -> Parsed {
        let (start, before) = (self.out.len(), self.states);
        let term = self.atom()?;
        self.states = self.states.saturating_add(1);
        let at = self.at;
        let Some((quantifier, times)) = self.quantifier()? else { return Ok(()) };
        self.states = before.saturating_add((self.states - before).saturating_mul(times.into()));
        match term {
            Term::Assertion => Err(Error { offset: at, message: "nothing to repeat" }),
            Term::Lookahead => Ok(()),
            Term::Atom => {
                // A class or group stands for itself; several characters would be repeated only in part.
                let atom = self.out.split_off(start);
                self.out.push_str("(?:");
                self.out.push_str(&atom);
                self.out.push(')');
                self.out.push_str(&quantifier);
                Ok(())
            }
        }
    }

    fn atom(&mut self) -> Parsed<Term> {
        let at = self.at;
        match self.next() {
            Some('^') => self.assertion("^"),
            Some('$') => self.assertion("$"),
            Some('.') => self.write(r"[^\n\r\u{2028}\u{2029}]"),
            Some('(') => self.group(),
            Some('[') => {
                self.class()?;
                Ok(Term::Atom)
            }
            Some('\\') => self.atom_escape(),
            Some('*' | '+' | '?') => Err(Error { offset: at, message: "nothing to repeat" }),
            Some('{') if self.braces().is_some() => Err(Error { offset: at, message: "nothing to repeat" }),
            Some(c) => {
                self.literal(c);
                Ok(Term::Atom)
            }
            // OK because a term is asked for only where there is a character.
            None => Ok(Term::Atom),
        }
    }

    fn assertion(&mut self, engine: &str) -> Parsed<Term> {
        self.out.push_str(engine);
        Ok(Term::Assertion)
    }

    fn write(&mut self, engine: &str) -> Parsed<Term> {
        self.out.push_str(engine);
        Ok(Term::Atom)
    }

    /// One character that stands for itself.
    pub(super) fn literal(&mut self, c: char) {
        if c.is_ascii() && !c.is_ascii_alphanumeric() {
            self.out.push_str(&format!("\\x{{{:X}}}", u32::from(c)));
        } else {
            self.out.push(c);
        }
    }

    /// Behind `(`. What a group captures is of no use here, so every group is written as one that does not.
    fn group(&mut self) -> Parsed<Term> {
        let open = self.at - 1;
        let mut term = Term::Atom;
        if self.take("?=") || self.take("?!") {
            self.not_linear = Some("look-ahead");
            term = Term::Lookahead;
        } else if self.take("?<=") || self.take("?<!") {
            self.not_linear = Some("look-behind");
            term = Term::Assertion;
        } else if self.take("?<") {
            let name = self.group_name()?;
            if self.names.contains(&name) {
                return self.fail("a group's name that is taken");
            }
            self.names.push(name);
            self.groups += 1;
        } else if self.take("?:") {
        } else if self.peek() == Some('?') {
            return self.fail("an unknown kind of group");
        } else {
            self.groups += 1;
        }
        self.out.push_str("(?:");
        self.disjunction()?;
        if !self.take(")") {
            return Err(Error { offset: open, message: "a `(` without its `)`" });
        }
        self.out.push(')');
        Ok(term)
    }

    /// `name '>'`
    fn group_name(&mut self) -> Parsed<&'s str> {
        let Some((name, _)) = self.rest().split_once('>') else { return self.fail("a group's name without its `>`") };
        let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        let is_name = name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_alphanumeric());
        if !is_name {
            return self.fail("a group's name that is no identifier");
        }
        self.at += name.len() + 1;
        Ok(name)
    }

    /// `('*' | '+' | '?' | '{' n [',' [m]] '}') ['?']`, with the number of copies that it stands for.
    fn quantifier(&mut self) -> Parsed<Option<(String, u32)>> {
        let (mut out, times) = match self.peek() {
            Some(c @ ('*' | '+' | '?')) => {
                self.at += 1;
                (c.to_string(), 1)
            }
            Some('{') => {
                let at = self.at;
                self.at += 1;
                let Some((len, min, max)) = self.braces() else {
                    self.at = at;
                    return Ok(None);
                };
                self.at += len;
                match max {
                    Some(Some(max)) if max < min => {
                        return Err(Error { offset: at, message: "numbers out of order in a quantifier" });
                    }
                    Some(Some(max)) => (format!("{{{min},{max}}}"), max),
                    Some(None) => (format!("{{{min},}}"), min.saturating_add(1)),
                    None => (format!("{{{min}}}"), min),
                }
            }
            _ => return Ok(None),
        };
        if self.take("?") {
            out.push('?');
        }
        Ok(Some((out, times)))
    }

    /// Behind `{`: the length of `n [',' [m]] '}'`, n, and m where there is a comma.
    fn braces(&self) -> Option<(usize, u32, Option<Option<u32>>)> {
        let (inner, _) = self.rest().split_once('}')?;
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            // What does not fit is more than any text has characters.
            is_number.then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let (min, max) = match inner.split_once(',') {
            Some((min, "")) => (number(min)?, Some(None)),
            Some((min, max)) => (number(min)?, Some(Some(number(max)?))),
            None => (number(inner)?, None),
        };
        Some((inner.len() + 1, min, max))
    }

    /// Behind `\`, outside a class.
    fn atom_escape(&mut self) -> Parsed<Term> {
        let at = self.at - 1;
        match self.peek() {
            Some('b') => {
                self.at += 1;
                self.assertion(r"(?-u:\b)")
            }
            Some('B') => {
                self.at += 1;
                self.assertion(r"(?-u:\B)")
            }
            Some('1'..='9') => {
                let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
                let number = self.rest()[..digits].parse().unwrap_or(usize::MAX);
                self.at += digits;
                self.reference(at, Reference::Number(number))
            }
            Some('k') => {
                self.at += 1;
                if !self.take("<") {
                    return self.fail("`\\k` without a group's name");
                }
                let name = self.group_name()?;
                self.reference(at, Reference::Name(name))
            }
            _ => {
                let escape = self.escape()?;
                self.write_escape(&escape);
                Ok(Term::Atom)
            }
        }
    }

    fn reference(&mut self, at: usize, reference: Reference<'s>) -> Parsed<Term> {
        self.not_linear = Some("a back-reference");
        self.references.push((at, reference));
        Ok(Term::Atom)
    }
}
