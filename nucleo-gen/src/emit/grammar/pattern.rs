//! Regular expressions as parts of a grammar: those that use no more than literals, classes, groups and repetition.

use super::gbnf::{MOST, choice, escape, literal, repeat};

/// The part of a grammar for the texts, without quotes, that match somewhere; `char` is the rule of one character.
/// `None` where the expression uses more.
pub(super) fn translate(source: &str, char: &str) -> Option<String> {
    let body = source.strip_prefix('^');
    let (start, rest) = (body.is_some(), body.unwrap_or(source));
    let is_end = rest.ends_with('$') && !rest.ends_with("\\$");
    let rest = if is_end { &rest[..rest.len() - 1] } else { rest };
    let mut parser = Parser { chars: rest.chars().collect(), at: 0, depth: 0 };
    let (inner, alternatives) = parser.alternatives()?;
    // `^a|b$` anchors each branch on one side alone.
    if parser.at < parser.chars.len() || alternatives > 1 && (start || is_end) {
        return None;
    }
    let around = |anchored: bool| if anchored { String::new() } else { format!("{char}*") };
    Some(format!("{} {inner} {}", around(start), around(is_end)).trim().to_owned())
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, c: char) -> bool {
        let is_it = self.peek() == Some(c);
        self.at += usize::from(is_it);
        is_it
    }

    /// `branch ("|" branch)*`
    fn alternatives(&mut self) -> Option<(String, usize)> {
        self.depth += 1;
        if self.depth > 32 {
            return None;
        }
        let mut branches = vec![self.branch()?];
        while self.take('|') {
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        Some((choice(&branches), branches.len()))
    }

    /// `(atom quantifier?)*`
    fn branch(&mut self) -> Option<String> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, '|' | ')') {
                break;
            }
            let atom = self.atom()?;
            parts.push(self.quantified(atom)?);
        }
        Some(if parts.is_empty() { "\"\"".to_owned() } else { parts.join(" ") })
    }

    fn quantified(&mut self, atom: String) -> Option<String> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.counted(&atom),
            _ => return Some(atom),
        };
        self.at += 1;
        self.take('?');
        Some(repeat(&atom, min, max))
    }

    /// `{2}`, `{2,}`, `{2,5}`
    fn counted(&mut self, atom: &str) -> Option<String> {
        let end = self.chars[self.at..].iter().position(|c| *c == '}')? + self.at;
        let text: String = self.chars[self.at + 1..end].iter().collect();
        self.at = end + 1;
        self.take('?');
        let (min, max) = match text.split_once(',') {
            None => (text.parse().ok()?, Some(text.parse().ok()?)),
            Some((min, "")) => (min.parse().ok()?, None),
            Some((min, max)) => (min.parse().ok()?, Some(max.parse().ok()?)),
        };
        (min <= MOST && max.is_none_or(|max| max <= MOST && min <= max)).then(|| repeat(atom, min, max))
    }

    fn atom(&mut self) -> Option<String> {
        let c = self.peek()?;
        self.at += 1;
        match c {
            '(' => {
                if self.take('?') && !self.take(':') {
                    return None;
                }
                let (inner, _) = self.alternatives()?;
                let inner = if inner.starts_with('(') && inner.ends_with(')') { inner } else { format!("({inner})") };
                self.take(')').then_some(inner)
            }
            '[' => self.class(),
            '.' => Some(r#"[^"\\\x7F\x00-\x1F]"#.to_owned()),
            '\\' => {
                let c = self.peek()?;
                self.at += 1;
                match set(c) {
                    Some(set) => Some(format!("[{set}]")),
                    None if c.is_ascii_alphanumeric() => None,
                    None => Some(one(c)),
                }
            }
            '^' | '$' | '*' | '+' | '?' | '{' | '}' | ']' => None,
            c if u32::from(c) < 0x20 => None,
            c => Some(one(c)),
        }
    }

    /// `[^a-z\d]`; no quote, backslash or control character is in it, as JSON has these escaped.
    fn class(&mut self) -> Option<String> {
        let negated = self.take('^');
        let mut out = String::new();
        let mut is_first = true;
        loop {
            let c = self.peek()?;
            self.at += 1;
            match c {
                ']' if !is_first => break,
                '\\' => {
                    let c = self.peek()?;
                    self.at += 1;
                    match set(c) {
                        Some(set) => out.push_str(set),
                        None if c.is_ascii_alphanumeric() => return None,
                        None if matches!(c, '\\' | '"') => out.push_str(if negated { "" } else { return None }),
                        None => escape(&mut out, c, ']'),
                    }
                }
                '"' if !negated => return None,
                '"' => {}
                '-' if !is_first && self.peek().is_some_and(|next| next != ']') => {
                    let to = self.peek()?;
                    if matches!(to, '\\' | '[') {
                        return None;
                    }
                    // What the range spans must not hold what JSON escapes.
                    let from = self.chars[self.at - 2];
                    if !negated && (from..=to).any(|c| matches!(c, '"' | '\\')) {
                        return None;
                    }
                    self.at += 1;
                    out.push('-');
                    escape(&mut out, to, ']');
                }
                c => escape(&mut out, c, ']'),
            }
            is_first = false;
        }
        Some(if negated { format!("[^\"\\\\\\x7F\\x00-\\x1F{out}]") } else { format!("[{out}]") })
    }
}

/// One character, as JSON spells it in a text.
fn one(c: char) -> String {
    match c {
        '"' => literal("\\\""),
        '\\' => literal("\\\\"),
        c => literal(&c.to_string()),
    }
}

fn set(c: char) -> Option<&'static str> {
    match c {
        'd' => Some("0-9"),
        'w' => Some("a-zA-Z0-9_"),
        's' => Some(" "),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn ok_expressions() {
        let of = |source| translate(source, "char");
        assert_eq!(of("^[0-9]{4}$").as_deref(), Some("[0-9]{4}"));
        assert_eq!(of("^(DE|AT)\\d+$").as_deref(), Some(r#"("D" "E" | "A" "T") [0-9]+"#));
        assert_eq!(of("a").as_deref(), Some(r#"char* "a" char*"#));
        assert_eq!(of("^[^:/]*$").as_deref(), Some(r#"[^"\\\x7F\x00-\x1F:/]*"#));
        assert_eq!(of("(?=a)b"), None);
        assert_eq!(of("^a|b$"), None);
    }
}
