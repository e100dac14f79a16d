//! Escapes: characters, classes of characters, and properties of Unicode.

use super::Error;
use super::parser::Parser;

/// What an escape stands for.
#[derive(Debug)]
pub(super) enum Escape {
    /// One code point, which may be a lone surrogate.
    Code(u32),
    /// A class, as the engine takes it, brackets included.
    Class(String),
}

/// Blanks and ends of lines, as ECMA-262 counts them.
const BLANKS: &str = r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";

/// A class that nothing is in.
pub(super) const NOTHING: &str = "[a&&b]";

impl Parser<'_> {
    /// Behind `\`: an escape that stands for a character or a class.
    pub(super) fn escape(&mut self) -> Result<Escape, Error> {
        let at = self.at;
        let class = |class: &str| Ok(Escape::Class(class.to_owned()));
        match self.next() {
            Some('d') => class("[0-9]"),
            Some('D') => class("[^0-9]"),
            Some('w') => class("[0-9A-Za-z_]"),
            Some('W') => class("[^0-9A-Za-z_]"),
            Some('s') => class(&format!("[{BLANKS}]")),
            Some('S') => class(&format!("[^{BLANKS}]")),
            Some('t') => Ok(Escape::Code(0x09)),
            Some('n') => Ok(Escape::Code(0x0A)),
            Some('v') => Ok(Escape::Code(0x0B)),
            Some('f') => Ok(Escape::Code(0x0C)),
            Some('r') => Ok(Escape::Code(0x0D)),
            Some('0') if !self.peek().is_some_and(|c| c.is_ascii_digit()) => Ok(Escape::Code(0)),
            Some('c') => match self.next() {
                Some(c) if c.is_ascii_alphabetic() => Ok(Escape::Code(u32::from(c) % 32)),
                _ => Err(Error { offset: at, message: "`\\c` without a letter" }),
            },
            Some('x') => self.hex(2).map(Escape::Code).ok_or(Error { offset: at, message: "`\\x` without two digits" }),
            Some('u') => {
                self.unicode().map(Escape::Code).ok_or(Error { offset: at, message: "`\\u` without its digits" })
            }
            Some('p') => self.property(at, "p"),
            Some('P') => self.property(at, "P"),
            Some(c) if !c.is_alphanumeric() => Ok(Escape::Code(u32::from(c))),
            Some(_) => Err(Error { offset: at, message: "an escape that ECMA-262 does not know" }),
            None => Err(Error { offset: at, message: "a `\\` at the end" }),
        }
    }

    pub(super) fn write_escape(&mut self, escape: &Escape) {
        match escape {
            Escape::Class(class) => self.out.push_str(class),
            Escape::Code(code) => match char::from_u32(*code) {
                Some(c) => self.literal(c),
                // No text holds half of a character.
                None => self.out.push_str(NOTHING),
            },
        }
    }

    /// So many hexadecimal digits.
    fn hex(&mut self, count: usize) -> Option<u32> {
        let digits = self.rest().get(..count)?;
        let value = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        self.at += count;
        Some(value)
    }

    /// Behind `\u`: `HHHH [\uHHHH]` or `'{' H… '}'`
    fn unicode(&mut self) -> Option<u32> {
        if self.take("{") {
            let (digits, _) = self.rest().split_once('}')?;
            let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok().filter(|value| is_hex && *value <= 0x10_FFFF)?;
            self.at += digits.len() + 1;
            return Some(value);
        }
        let high = self.hex(4)?;
        let at = self.at;
        if (0xD800..0xDC00).contains(&high) && self.take("\\u") {
            match self.hex(4) {
                Some(low @ 0xDC00..0xE000) => return Some(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)),
                _ => self.at = at,
            }
        }
        Some(high)
    }

    /// Behind `\p`: `'{' [name '='] value '}'`, with the names and values of ECMA-262.
    fn property(&mut self, at: usize, letter: &str) -> Result<Escape, Error> {
        let unknown = || Error { offset: at, message: "a Unicode property that ECMA-262 does not know" };
        if !self.take("{") {
            return Err(Error { offset: at, message: "`\\p` without its braces" });
        }
        let Some((name, _)) = self.rest().split_once('}') else {
            return Err(Error { offset: at, message: "`\\p` without its braces" });
        };
        self.at += name.len() + 1;
        let is_spelled = |name: &str| {
            let starts =
                name.starts_with(|c: char| c.is_ascii_uppercase()) || matches!(name, "digit" | "punct" | "cntrl");
            starts && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        // The engine compares names loosely and takes a script without its key, which ECMA-262 does not.
        let (key, value) = match name.split_once('=') {
            Some(("General_Category" | "gc", value)) => (Some("gc"), value),
            Some(("Script" | "sc", value)) => (Some("sc"), value),
            Some(("Script_Extensions" | "scx", value)) => (Some("scx"), value),
            Some(_) => return Err(unknown()),
            None if is_known(&format!("gc={name}")) => (Some("gc"), name),
            None if is_script(name) => return Err(unknown()),
            None => (None, name),
        };
        let property = key.map_or(value.to_owned(), |key| format!("{key}={value}"));
        if !is_spelled(value) && value != "Any" || !is_known(&property) {
            return Err(unknown());
        }
        // Such a class has hundreds of ranges.
        self.states = self.states.saturating_add(500);
        Ok(Escape::Class(format!("\\{letter}{{{property}}}")))
    }
}

/// Whether the engine knows a property.
#[cfg(feature = "pattern")]
fn is_known(property: &str) -> bool {
    super::compile(&format!("\\p{{{property}}}")).is_ok()
}

/// Whether a name is that of a script, which ECMA-262 takes only behind its key.
#[cfg(feature = "pattern")]
fn is_script(name: &str) -> bool {
    is_known(&format!("sc={name}"))
}

/// Without an engine nobody knows the scripts.
#[cfg(not(feature = "pattern"))]
fn is_script(_name: &str) -> bool {
    false
}

/// Whether a property is a general category by its short or long name, or spelled like another property: without an
/// engine nobody knows them all.
#[cfg(not(feature = "pattern"))]
fn is_known(property: &str) -> bool {
    match property.split_once('=') {
        Some(("gc", name)) => CATEGORIES.contains(&name),
        _ => true,
    }
}

/// The general categories of Unicode.
#[cfg(not(feature = "pattern"))]
#[rustfmt::skip]
const CATEGORIES: &[&str] = &[
    "C", "Other", "Cc", "Control", "cntrl", "Cf", "Format", "Cn", "Unassigned", "Co", "Private_Use", "Cs", "Surrogate",
    "L", "Letter", "LC", "Cased_Letter", "Ll", "Lowercase_Letter", "Lm", "Modifier_Letter", "Lo", "Other_Letter", "Lt",
    "Titlecase_Letter", "Lu", "Uppercase_Letter", "M", "Mark", "Combining_Mark", "Mc", "Spacing_Mark", "Me",
    "Enclosing_Mark", "Mn", "Nonspacing_Mark", "N", "Number", "Nd", "Decimal_Number", "digit", "Nl", "Letter_Number",
    "No", "Other_Number", "P", "Punctuation", "punct", "Pc", "Connector_Punctuation", "Pd", "Dash_Punctuation", "Pe",
    "Close_Punctuation", "Pf", "Final_Punctuation", "Pi", "Initial_Punctuation", "Po", "Other_Punctuation", "Ps",
    "Open_Punctuation", "S", "Symbol", "Sc", "Currency_Symbol", "Sk", "Modifier_Symbol", "Sm", "Math_Symbol", "So",
    "Other_Symbol", "Z", "Separator", "Zl", "Line_Separator", "Zp", "Paragraph_Separator", "Zs", "Space_Separator",
];
