//! Helpers for tokens: identifiers, raw texts, doc comments.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// An identifier; a keyword as a raw one.
pub(crate) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// A text with its line breaks as they are: a raw string, where Rust has one for it.
pub(crate) fn raw_str(text: &str) -> String {
    // A lone carriage return cannot stand in a raw string.
    if text.contains('\r') {
        return format!("{text:?}");
    }
    let mut hashes = "#".to_owned();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{text}\"{hashes}")
}

/// A doc comment: `///` on each line.
pub(crate) struct Doc<'a>(pub(crate) &'a str);

impl ToTokens for Doc<'_> {
    fn to_tokens(&self, out: &mut TokenStream) {
        for line in lines(self.0) {
            out.extend(quote!(#[doc = #line]));
        }
    }
}

/// The lines of a description as Markdown that rustdoc shows as it is: no link, no tag, no code that it would run.
fn lines(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in text.trim().lines() {
        let line = line.trim();
        if line.is_empty() && out.last().is_none_or(String::is_empty) {
            continue;
        }
        if line.is_empty() {
            out.push(String::new());
        } else {
            out.push(format!(" {}", escape(line)));
        }
    }
    out
}

fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut in_code = false;
    // A fence would make the rest a test; an odd backquote would swallow what follows.
    let plain = line.starts_with("```") || line.starts_with("~~~") || line.matches('`').count() % 2 == 1;
    for c in line.chars() {
        match c {
            '`' if plain => out.push_str("\\`"),
            '~' if plain => out.push_str("\\~"),
            '`' => {
                in_code = !in_code;
                out.push(c);
            }
            '[' | ']' | '<' | '>' | '*' | '_' | '\\' if !in_code => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    bare_links(&out)
}

/// Puts addresses into angle brackets, as rustdoc wants them.
fn bare_links(line: &str) -> String {
    if !line.contains("http://") && !line.contains("https://") {
        return line.to_owned();
    }
    let words = line.split(' ').map(|word| {
        let plain = word.replace("\\_", "_").replace("\\*", "*");
        let link = plain.trim_end_matches(['.', ',', ';', ':', ')', '!', '?']);
        let is_link = link.starts_with("http://") || link.starts_with("https://");
        if is_link && !link.contains(['\\', '`', '<', '>', '(']) {
            format!("<{link}>{}", &plain[link.len()..])
        } else if word.contains("://") {
            word.replace("://", ":&#47;/")
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_raw_strings_hold_any_text() {
        for text in ["", "plain", "a \"# b", "\"##\"", "two\nlines", "r\rn"] {
            let literal = raw_str(text);
            let parsed: syn::LitStr = syn::parse_str(&literal).expect("a string");
            assert_eq!(parsed.value(), text);
        }
    }

    #[test]
    fn ok_docs_run_nothing_and_link_nothing() {
        assert_eq!(lines("a [b] <c>\n\n\n    let x;\n```"), [" a \\[b\\] \\<c\\>", "", " let x;", " \\`\\`\\`"]);
        assert_eq!(lines("see https://a.example/b_c."), [" see <https://a.example/b_c>."]);
        assert_eq!(lines("the `a_b[0]` of `"), [" the \\`a\\_b\\[0\\]\\` of \\`"]);
    }
}
