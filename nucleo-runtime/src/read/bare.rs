//! Values without quotes: literals of other languages, numbers in other forms, words.

use std::ops::Range;

use super::number;
use super::reader::{Halt, Next, Reader};
use super::scope::{Scope, Standing};
use super::text::Slice;
use crate::fault::FaultKind;
use crate::names::fold;
use crate::repair::RepairKind;
use crate::tape::{BARE, MADE, NONE, Raw, TEXT_IN_ARENA, Tag, pair};

impl Reader<'_> {
    /// Reads a value without quotes.
    pub(super) fn bare(&mut self) -> Result<Next, Halt> {
        let start = self.at;
        let end = self.bare_end(start);
        let text = self.text;
        let word = text[start..end].trim_end();
        let scope = self.due();
        self.at = start + word.len();
        if let Some(tag) = foreign(word).filter(|_| !scope.has_value(word)) {
            self.mend(RepairKind::ForeignLiteral, start..self.at)?;
            self.push(Raw::new(tag, start as u32..self.at as u32, 0));
            return Ok(Next::After);
        }
        // Nothing tells whether more of it was to come.
        if end == self.bytes.len() && self.open != NONE && !self.headless {
            return Err(self.fail(FaultKind::Cut, start..end, "unexpected end of text"));
        }
        if let Some(number) = number_form(word).filter(|_| scope.takes_number() || !scope.takes_text()) {
            return self.push_number(start, word, &number);
        }
        if let Some(text) = half_quoted(word) {
            if self.last_value().is_some_and(|node| !self.in_object && node.flags & BARE != 0) {
                return Err(self.fail(FaultKind::Ambiguous, start..end, "a comma that may be part of a text"));
            }
            self.mend(RepairKind::MissingQuote, start..start)?;
            let text = Slice::new(start, start + text.len());
            self.push_text(text, start, 0);
            return Ok(Next::After);
        }
        self.word(start, word, &scope)
    }

    fn word(&mut self, start: usize, word: &str, scope: &Scope) -> Result<Next, Halt> {
        let end = start + word.len();
        if word.is_empty() {
            return Err(self.fail(FaultKind::Syntax, start..start + 1, "expected a value"));
        }
        if word.starts_with('<') && word.ends_with('>') || word.starts_with("...") || word.starts_with('…') {
            return Ok(self.hole(FaultKind::Elided, start..end));
        }
        if self.is_variable(word) {
            return Ok(self.hole(FaultKind::Elided, start..end));
        }
        if !is_text(word) || scope.is_open() && word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Ok(self.hole(FaultKind::Syntax, start..end));
        }
        self.mend(RepairKind::BareText, start..end)?;
        self.push_text(Slice::new(start, end), start, BARE);
        Ok(Next::After)
    }

    /// `{"city": city}`, `{"city": self.city}`: program code, whose values stand elsewhere.
    fn is_variable(&self, word: &str) -> bool {
        let key = self.key;
        let is_own = || fold(word) == fold(self.tape.slice(key.is_in_arena(), key.offset(), key.len()));
        let is_name = |word: &str| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        self.in_object && is_name(word) && (word.starts_with("self.") || word.starts_with("this.") || is_own())
    }

    /// Notes a fault in the place of a value, and goes on behind it.
    pub(super) fn hole(&mut self, kind: FaultKind, span: Range<usize>) -> Next {
        self.fault(kind, span.clone());
        self.push(Raw::new(Tag::Null, span.start as u32..span.end as u32, 0));
        self.at = span.end;
        Next::After
    }

    fn push_number(&mut self, start: usize, word: &str, number: &str) -> Result<Next, Halt> {
        let span = start as u32..(start + word.len()) as u32;
        if number == word {
            // OK because the form is JSON's own.
            let it = number::read(self.text, start).map_or((Tag::Null, 0), |it| (it.tag, it.data));
            self.push(Raw::new(it.0, span, it.1));
            return Ok(Next::After);
        }
        self.mend(RepairKind::NumberForm, start..start + word.len())?;
        let mut node = match number::read(number, 0) {
            Some(it) if it.tag != Tag::Digits => Raw::new(it.tag, span, it.data),
            _ => {
                let (offset, len) = self.tape.store(number);
                Raw::new(Tag::Digits, span, pair(offset, len))
            }
        };
        node.flags |= if node.tag == Tag::Digits { TEXT_IN_ARENA } else { MADE };
        self.push(node);
        Ok(Next::After)
    }

    /// The end of the value without quotes at `start`: in a list before the next comma or closer, in an object before
    /// what begins the next member too.
    fn bare_end(&mut self, start: usize) -> usize {
        let (mut at, mut parens) = (start, 0usize);
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'(' => parens += 1,
                b')' if parens > 0 => parens -= 1,
                b',' if parens == 0 && (!self.in_object || self.is_boundary(at + 1)) => break,
                b'\n' if self.is_boundary(at + 1) => break,
                b'}' | b']' | b')' => break,
                b'{' | b'[' if at > start => break,
                b';' if self.is_boundary(at + 1) => break,
                0xEF if self.bytes[at..].starts_with("，".as_bytes()) => break,
                b'`' if self.ends(at) => break,
                b'<' if at > start && self.ends(at) => break,
                b'/' | b'#' if at > start && self.is_comment(at) => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// Whether a comment begins at `at`: only behind a blank, so that addresses and fragments stay whole.
    fn is_comment(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        let begins = rest.starts_with(b"//") || rest.starts_with(b"/*") || rest.starts_with(b"# ");
        begins && matches!(self.bytes[at - 1], b' ' | b'\t')
    }

    /// Whether a member, an element or a closer begins at `at`.
    fn is_boundary(&mut self, at: usize) -> bool {
        let next = self.skip(at);
        if matches!(self.byte(next), b'}' | b']' | b',') || self.ends(next) {
            return true;
        }
        if !self.in_object {
            return false;
        }
        if self.byte(next) == b'{' {
            return true;
        }
        match self.name_ahead(next) {
            None => false,
            Some(name) => name.quoted || self.standing(self.open, name) != Standing::Undeclared,
        }
    }
}

/// A literal of Python, JavaScript, SQL or YAML.
fn foreign(word: &str) -> Option<Tag> {
    match word {
        "null" | "None" | "Null" | "NULL" | "undefined" | "nil" => Some(Tag::Null),
        "true" | "True" | "TRUE" => Some(Tag::True),
        "false" | "False" | "FALSE" => Some(Tag::False),
        _ => None,
    }
}

/// A number that JSON spells in another way, in JSON's spelling.
fn number_form(word: &str) -> Option<String> {
    let (negative, rest) = match word.strip_prefix(['-', '–', '−']) {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = match rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'))?.to_string(),
        None => decimal(rest)?,
    };
    let number = if negative { format!("-{digits}") } else { digits };
    number::read(&number, 0).filter(|it| it.end == number.len())?;
    Some(number)
}

/// ```text
/// decimal = *group [ "." *group ] [ ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT ] ; one digit at least
/// group = DIGIT / "_" between digits
/// ```
fn decimal(word: &str) -> Option<String> {
    let (mantissa, exponent) = match word.find(['e', 'E']) {
        Some(at) => word.split_at(at),
        None => (word, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(whole, rest)| (whole, Some(rest)));
    let plain = |part: &str| -> Option<String> {
        let is_plain = part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
            && !part.starts_with('_')
            && !part.ends_with('_')
            && !part.contains("__");
        is_plain.then(|| part.replace('_', ""))
    };
    let (whole, fraction) = (plain(whole)?, fraction.map(plain));
    let fraction = match fraction {
        Some(part) => part?,
        None => String::new(),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut out = whole.trim_start_matches('0').to_owned();
    if out.is_empty() {
        out.push('0');
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(&fraction);
    }
    out.push_str(exponent);
    Some(out)
}

/// The text of a word that has only its closing quote.
fn half_quoted(word: &str) -> Option<&str> {
    let text = word.strip_suffix(['"', '\''])?;
    (!text.is_empty() && !text.contains(['"', '\''])).then_some(text)
}

/// Whether a bare word can be a text: no call, no expression, no alternatives, nothing with quotes.
fn is_text(word: &str) -> bool {
    let is_call =
        word.match_indices('(').any(|(at, _)| word[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    let begins = |c: char| c.is_alphanumeric() || !c.is_ascii() || "_/#$@.~\\-+*%(".contains(c);
    !is_call
        && word.starts_with(begins)
        && !word.contains(['"', '|', '{', '[', '<', '>'])
        && (!word.contains('=') || is_address(word))
        && word.contains(char::is_alphanumeric)
}

/// `http://x.y/z?q=1`
fn is_address(word: &str) -> bool {
    let scheme = word.split("://").next().unwrap_or_default();
    scheme.len() < word.len() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic()) && !word.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_number_forms() {
        let form = |word| number_form(word).unwrap_or_default();
        assert_eq!(
            ["+1", ".5", "5.", "007", "0x1F", "1_000", "–4", "-.5e3"].map(form),
            ["1", "0.5", "5", "7", "31", "1000", "-4", "-0.5e3"]
        );
    }

    #[test]
    fn err_number_forms() {
        for word in ["", ".", "+", "1/6", "5kg", "1,5", "--4", "1__0", "_1", "0x", "0x+1", "e5", "1e", "NaN", "50%"] {
            assert_eq!(number_form(word), None, "{word}");
        }
    }
}
