//! Tokens as text, the way that rustfmt lays it out, for the few forms of Rust that are generated here.
//!
//! Whatever it does with blanks and lines, the tokens stay what they are, but for a last comma. Parsing them back for a
//! general formatter took half of a build script's time (bench: generate).

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The columns of a line, where there is a place to break it.
const WIDTH: usize = 100;

/// One item; ends with a line break.
pub(crate) fn item(tokens: &TokenStream) -> String {
    let mut out = Printer { out: String::new(), depth: 0 };
    out.items(&parts(tokens));
    out.out
}

/// A token, or a group of them.
#[derive(Debug)]
enum Part {
    Word(String),
    /// One or more characters that belong together: `::`, `=>`.
    Sign(String),
    /// A line of documentation, behind its `///`.
    Doc(String),
    /// Its opening character, what is in it, and how long that is at least.
    Group(char, Vec<Part>, usize),
}

fn parts(tokens: &TokenStream) -> Vec<Part> {
    let mut out = Vec::new();
    let mut joint = false;
    for token in tokens.clone() {
        let was_joint = std::mem::replace(&mut joint, false);
        match token {
            TokenTree::Group(group) => {
                let inner = parts(&group.stream());
                match group.delimiter() {
                    Delimiter::Parenthesis => out.push(Part::group('(', inner)),
                    Delimiter::Bracket => attribute(&mut out, inner),
                    Delimiter::Brace => out.push(Part::group('{', inner)),
                    Delimiter::None => out.extend(inner),
                }
            }
            TokenTree::Ident(word) => match out.last_mut() {
                // A lifetime.
                Some(Part::Sign(sign)) if was_joint && sign == "'" => {
                    let text = format!("'{word}");
                    out.pop();
                    out.push(Part::Word(text));
                }
                _ => out.push(Part::Word(word.to_string())),
            },
            TokenTree::Literal(literal) => out.push(Part::Word(literal.to_string())),
            TokenTree::Punct(punct) => {
                joint = punct.spacing() == Spacing::Joint;
                match out.last_mut() {
                    Some(Part::Sign(sign)) if was_joint && is_sign(sign, punct.as_char()) => sign.push(punct.as_char()),
                    _ => out.push(Part::Sign(punct.as_char().to_string())),
                }
            }
        }
    }
    out
}

fn is_sign(so_far: &str, next: char) -> bool {
    matches!((so_far, next), (":", ':') | ("-" | "=", '>') | ("." | "..", '.') | ("..", '='))
}

/// A group in brackets; behind a `#` it may be documentation.
fn attribute(out: &mut Vec<Part>, inner: Vec<Part>) {
    if let (Some(Part::Sign(sign)), [Part::Word(name), Part::Sign(_), Part::Word(text)]) = (out.last(), &inner[..]) {
        if let Some(line) = unquoted(text).filter(|line| sign == "#" && name == "doc" && !line.starts_with('/')) {
            out.pop();
            out.push(Part::Doc(line));
            return;
        }
    }
    out.push(Part::group('[', inner));
}

/// The text of a string literal, where it has no escapes but the plain ones.
fn unquoted(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix("r\"") {
        return raw.strip_suffix('"').map(str::to_owned);
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                c @ ('\\' | '"' | '\'') => c,
                _ => return None,
            },
            c => c,
        });
    }
    Some(out)
}

impl Part {
    fn group(open: char, inner: Vec<Part>) -> Self {
        let len = size(&inner);
        Part::Group(open, inner, len)
    }

    fn is(&self, text: &str) -> bool {
        matches!(self, Part::Sign(it) | Part::Word(it) if it == text)
    }

    fn is_brace(&self) -> bool {
        matches!(self, Part::Group('{', ..))
    }
}

struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n("    ", self.depth));
    }

    fn column(&self) -> usize {
        self.out.len() - self.out.rfind('\n').map_or(0, |at| at + 1)
    }

    /// Items one behind the other: each ends with `;` or with its block.
    fn items(&mut self, mut rest: &[Part]) {
        while !rest.is_empty() {
            rest = self.heads(rest);
            let end = end_of_item(rest);
            self.line();
            self.one(&rest[..end]);
            rest = &rest[end..];
        }
        self.out.push('\n');
    }

    /// Documentation and attributes, a line each; gives what follows.
    fn heads<'p>(&mut self, mut rest: &'p [Part]) -> &'p [Part] {
        loop {
            match rest {
                [Part::Doc(text), more @ ..] => {
                    self.line();
                    self.out.push_str("///");
                    self.out.push_str(text);
                    rest = more;
                }
                [hash, group @ Part::Group('[', ..), more @ ..] if hash.is("#") => {
                    self.line();
                    self.out.push('#');
                    flat(std::slice::from_ref(group), &mut self.out);
                    rest = more;
                }
                _ => return rest,
            }
        }
    }

    fn one(&mut self, item: &[Part]) {
        let keyword = |name: &str| item.iter().take(4).any(|part| part.is(name));
        match item {
            [head @ .., Part::Group('{', inner, _)] if !inner.is_empty() && !has_value(head) => {
                flat(head, &mut self.out);
                self.out.push_str(" {");
                self.depth += 1;
                if keyword("struct") || keyword("enum") {
                    self.list(inner);
                } else if keyword("fn") {
                    self.statements(inner);
                } else {
                    self.items(inner);
                }
                self.depth -= 1;
                self.line();
                self.out.push('}');
            }
            [head @ .., Part::Group('(', inner, _), end] if keyword("struct") && end.is(";") => {
                flat(head, &mut self.out);
                if inner.iter().any(|part| matches!(part, Part::Doc(_)) || part.is("#")) {
                    self.open('(', inner);
                } else {
                    flat(&item[head.len()..head.len() + 1], &mut self.out);
                }
                self.out.push(';');
            }
            _ => self.expression(item),
        }
    }

    /// What commas part, each on its own line.
    fn list(&mut self, inner: &[Part]) {
        for element in split(inner) {
            let element = self.heads(element);
            self.line();
            match element {
                [head @ .., Part::Group('{', fields, _)] if !has_value(head) && declares(fields) => {
                    flat(head, &mut self.out);
                    self.open_with(" {", fields, '}');
                }
                _ => self.expression(element),
            }
            // Behind the base of a struct a comma is an error.
            if !element.first().is_some_and(|it| it.is("..")) {
                self.out.push(',');
            }
        }
    }

    fn statements(&mut self, mut rest: &[Part]) {
        while !rest.is_empty() {
            rest = self.heads(rest);
            let end = rest.iter().position(|part| part.is(";")).map_or(rest.len(), |at| at + 1);
            self.line();
            self.expression(&rest[..end]);
            rest = &rest[end..];
        }
    }

    /// On one line where that is not too long, else with its longest group broken.
    fn expression(&mut self, parts: &[Part]) {
        let start = self.out.len();
        let column = self.column();
        let groups = parts.iter().enumerate().filter_map(|(at, part)| match part {
            Part::Group(_, inner, len) if !inner.is_empty() => Some((*len, at)),
            _ => None,
        });
        // The last of those that are equally long: what stands before it is its head.
        let longest = groups.max().map(|(_, at)| at);
        let is_match = parts.first().is_some_and(|it| it.is("match"));
        let breaks = is_match || column + size(parts) >= WIDTH && !ends_in_text(parts);
        let Some(at) = longest.filter(|_| breaks) else {
            flat(parts, &mut self.out);
            // What was counted is the least length, without blanks.
            match longest {
                Some(at) if column + self.out.len() - start >= WIDTH && !ends_in_text(parts) => {
                    self.out.truncate(start);
                    self.broken(parts, at);
                }
                _ => {}
            }
            return;
        };
        self.broken(parts, at);
    }

    /// With the group at a place broken.
    fn broken(&mut self, parts: &[Part], at: usize) {
        // OK because the place is that of a group.
        let Part::Group(open, inner, _) = &parts[at] else { return };
        flat(&parts[..at], &mut self.out);
        if at > 0 && is_apart(&parts[..at], &parts[at]) {
            self.out.push(' ');
        }
        if *open == '{' && at > 0 && parts[at - 1].is("=>") {
            self.block(inner);
        } else {
            self.open(*open, inner);
        }
        let rest = &parts[at + 1..];
        if rest.first().is_some_and(|it| is_apart(&parts[..=at], it)) {
            self.out.push(' ');
        }
        flat(rest, &mut self.out);
    }

    /// The block of a match's arm.
    fn block(&mut self, inner: &[Part]) {
        self.out.push('{');
        self.depth += 1;
        self.statements(inner);
        self.depth -= 1;
        self.line();
        self.out.push('}');
    }

    fn open(&mut self, open: char, inner: &[Part]) {
        let (opener, closer) = match open {
            '(' => ("(", ')'),
            '[' => ("[", ']'),
            _ => ("{", '}'),
        };
        let elements = split(inner);
        // One element that can be broken itself needs no lines around it.
        if let ([one], true) = (&elements[..], open != '{') {
            let has_heads = matches!(one.first(), Some(Part::Doc(_)));
            if !has_heads
                && matches!(one.last(), Some(Part::Group(_, inner, _)) if !inner.is_empty())
                && one.len() == inner.len()
            {
                self.out.push_str(opener);
                self.expression(one);
                self.out.push(closer);
                return;
            }
        }
        self.open_with(opener, inner, closer);
    }

    fn open_with(&mut self, opener: &str, inner: &[Part], closer: char) {
        self.out.push_str(opener);
        self.depth += 1;
        self.list(inner);
        self.depth -= 1;
        self.line();
        self.out.push(closer);
    }
}

/// Whether a text with lines of its own is the last thing: no other break makes that shorter.
fn ends_in_text(parts: &[Part]) -> bool {
    let last = parts.iter().rev().find(|part| !part.is(";"));
    matches!(last, Some(Part::Word(text)) if text.contains('\n'))
}

/// Whether a value is given before the block that ends an item: then the block is part of that value.
fn has_value(head: &[Part]) -> bool {
    head.iter().any(|part| part.is("=") || part.is("=>") || part.is(":"))
}

/// Whether the inside of braces declares members with documentation.
fn declares(inner: &[Part]) -> bool {
    inner.iter().any(|part| matches!(part, Part::Doc(_)))
}

fn end_of_item(parts: &[Part]) -> usize {
    for (at, part) in parts.iter().enumerate() {
        let is_block = part.is_brace() && !parts.get(at + 1).is_some_and(|it| it.is(";"));
        if part.is(";") || is_block && !has_value(&parts[..at]) {
            return at + 1;
        }
    }
    parts.len()
}

/// The elements between commas. Those in angle brackets part nothing.
fn split(parts: &[Part]) -> Vec<&[Part]> {
    let (mut out, mut from, mut angles) = (Vec::new(), 0, 0_usize);
    for (at, part) in parts.iter().enumerate() {
        match part {
            _ if part.is("<") => angles += 1,
            _ if part.is(">") => angles = angles.saturating_sub(1),
            // The block of a match's arm needs no comma behind it.
            _ if part.is_brace()
                && at > 0
                && parts[at - 1].is("=>")
                && !parts.get(at + 1).is_some_and(|it| it.is(",")) =>
            {
                out.push(&parts[from..=at]);
                from = at + 1;
            }
            _ if part.is(",") && angles == 0 => {
                out.push(&parts[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if from < parts.len() {
        out.push(&parts[from..]);
    }
    out
}

fn size(parts: &[Part]) -> usize {
    let of = |part: &Part| match part {
        Part::Word(text) | Part::Sign(text) | Part::Doc(text) => text.len(),
        Part::Group(_, _, len) => len + 2,
    };
    parts.iter().map(of).sum()
}

/// All on one line.
fn flat(parts: &[Part], out: &mut String) {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 && is_apart(&parts[..at], part) {
            out.push(' ');
        }
        match part {
            Part::Word(text) | Part::Sign(text) => out.push_str(text),
            Part::Doc(text) => {
                // Where documentation stands on a line of its own it is printed by `heads`.
                out.push_str("/**");
                out.push_str(text);
                out.push_str("*/");
            }
            Part::Group(open, inner, _) => flat_group(*open, inner, at.checked_sub(1).map(|at| &parts[at]), out),
        }
    }
}

fn flat_group(open: char, inner: &[Part], before: Option<&Part>, out: &mut String) {
    let (opener, closer) = match (open, inner.is_empty()) {
        ('(', _) => ("(", ")"),
        ('[', _) => ("[", "]"),
        (_, true) => ("{", "}"),
        (_, false) => ("{ ", " }"),
    };
    out.push_str(opener);
    // The comma of a tuple of one is what makes it one.
    let is_call = before.is_some_and(|it| matches!(it, Part::Word(_)) || it.is("!") || it.is(">"));
    let is_one = open == '(' && !is_call && split(inner).len() == 1;
    match inner {
        [most @ .., last] if last.is(",") && !is_one => flat(most, out),
        inner => flat(inner, out),
    }
    out.push_str(closer);
}

/// Whether a blank stands before a token.
fn is_apart(before: &[Part], part: &Part) -> bool {
    // OK because the first token has no blank before it.
    let last = &before[before.len() - 1];
    let (text, next) = match (last, part) {
        (_, Part::Group('{', ..)) => return true,
        (Part::Word(word), Part::Group(..)) => return is_keyword(word),
        (Part::Group(..), Part::Group(..)) => return false,
        (Part::Word(text) | Part::Sign(text), Part::Word(next) | Part::Sign(next)) => (text.as_str(), next.as_str()),
        (Part::Sign(text), Part::Group(..)) => (text.as_str(), "("),
        (Part::Group(..), Part::Word(next) | Part::Sign(next)) => (")", next.as_str()),
        (Part::Doc(_), _) | (_, Part::Doc(_)) => return true,
    };
    let is_word = matches!(last, Part::Word(_));
    match (text, next) {
        (_, "," | ";" | "." | "?" | ":" | ">" | "!") => false,
        ("::" | "." | "&" | "*" | "!" | "#" | "<" | "..", _) => false,
        ("-", _) => false,
        (_, "<") => !is_word && text != "::" || is_word && is_keyword(text),
        (_, "::") if is_word => is_keyword(text),
        (_, "::") => text != ">" && text != ")",
        (">" | ")" | "?", "(") => false,
        _ => true,
    }
}

/// The words behind which something new begins.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "impl"
            | "for"
            | "as"
            | "dyn"
            | "in"
            | "use"
            | "mut"
            | "return"
            | "match"
            | "let"
            | "static"
            | "const"
            | "struct"
    )
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    fn show(tokens: TokenStream) -> String {
        let text = item(&tokens);
        assert_eq!(plain(&text.parse().unwrap()), plain(&tokens), "{text}");
        text
    }

    /// The tokens without the commas that end a group.
    fn plain(tokens: &TokenStream) -> String {
        let mut out = String::new();
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    out.push_str(&format!("{:?}({})", group.delimiter(), plain(&group.stream())));
                }
                TokenTree::Punct(it) if it.as_char() == ',' && at + 1 == tokens.len() => {}
                other => out.push_str(&format!("{other} ")),
            }
        }
        out
    }

    #[test]
    fn ok_items() {
        assert_eq!(
            show(quote! {
                #[doc = " One \"line\"."]
                #[derive(Debug, Clone)]
                pub struct Order { #[doc = " A"] pub a: Option<Vec<String>>, pub r#type: ::std::collections::BTreeMap<String, i64>, }
            }),
            "/// One \"line\".\n#[derive(Debug, Clone)]\npub struct Order {\n    /// A\n    pub a: Option<Vec<String>>,\n    \
             pub r#type: ::std::collections::BTreeMap<String, i64>,\n}\n"
        );
        assert_eq!(
            show(quote!(
                pub struct A(pub Vec<u8>);
            )),
            "pub struct A(pub Vec<u8>);\n"
        );
        assert_eq!(
            show(quote!(
                pub enum A {
                    B(Box<C>),
                    D,
                }
            )),
            "pub enum A {\n    B(Box<C>),\n    D,\n}\n"
        );
        assert_eq!(show(quote!(::nucleo_runtime::serde_bridge!(A);)), "::nucleo_runtime::serde_bridge!(A);\n");
        assert_eq!(
            show(quote!(
                use ::nucleo_runtime::shape::*;
            )),
            "use ::nucleo_runtime::shape::*;\n"
        );
    }

    #[test]
    fn ok_implementations() {
        assert_eq!(
            show(quote! {
                impl ::nucleo_runtime::FromNode for A {
                    fn from_node(node: ::nucleo_runtime::Node<'_>) -> Option<Self> {
                        match node.choice() {
                            0 => Some(Self::B(<::x::C as ::nucleo_runtime::FromNodeAs<_>>::from_node_as(node.inner())?)),
                            _ => None
                        }
                    }
                }
            }),
            "impl ::nucleo_runtime::FromNode for A {
    fn from_node(node: ::nucleo_runtime::Node<'_>) -> Option<Self> {
        match node.choice() {
            0 => Some(Self::B(
                <::x::C as ::nucleo_runtime::FromNodeAs<_>>::from_node_as(node.inner())?,
            )),
            _ => None,
        }
    }
}
"
        );
        assert_eq!(
            show(quote! {
                impl A { fn to_node(&self, out: &mut W) { let mut record = out.record(<Self as S>::SHAPE); record.field(0, &self.a); out.variant(S, *self as usize); } }
            }),
            "impl A {
    fn to_node(&self, out: &mut W) {
        let mut record = out.record(<Self as S>::SHAPE);
        record.field(0, &self.a);
        out.variant(S, *self as usize);
    }
}
"
        );
    }

    #[test]
    fn ok_long_values_break_at_their_commas() {
        assert_eq!(
            show(quote! {
                pub(super) static TABLE: Table = Table {
                    types: &[Type::new("A", Kind::Record(Record { fields: &[Field::new("a", 1).required(), Field::new("b", 2)], rest: Rest::Ignore })).or_null(), Type::new("", Kind::Any)],
                    rules: &[],
                };
            }),
            "pub(super) static TABLE: Table = Table {
    types: &[
        Type::new(
            \"A\",
            Kind::Record(Record {
                fields: &[Field::new(\"a\", 1).required(), Field::new(\"b\", 2)],
                rest: Rest::Ignore,
            }),
        ).or_null(),
        Type::new(\"\", Kind::Any),
    ],
    rules: &[],
};
"
        );
    }

    #[test]
    fn ok_no_comma_stands_behind_the_base_of_a_struct() {
        let long = "x".repeat(80);
        let text = show(quote!(static A: Integer = Integer { multiple_of: Some(#long), ..Integer::new(Width::U8) };));
        assert!(text.ends_with("    ..Integer::new(Width::U8)\n};\n"), "{text}");
    }

    #[test]
    fn ok_a_long_arm_has_a_block() {
        let name = "x".repeat(80);
        let text = item(&quote!(impl A { fn f(&self) { match self { A(it) => { to(it, #name); } B => to(it), } } }));
        assert!(text.contains("            A(it) => {\n                to("), "{text}");
        assert!(text.contains(");\n            },\n            B => to(it),\n        }\n"), "{text}");
    }
}
