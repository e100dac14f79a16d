//! The text of generated files: modules that mirror folders, items with blank lines between them.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;

/// A module of generated code.
#[derive(Default)]
pub(crate) struct Module {
    /// Its doc comment, a line each.
    pub(crate) doc: Vec<String>,
    /// Its types, in the order of the output, as text that is laid out already.
    items: Vec<String>,
    /// What follows them.
    pub(crate) texts: Vec<String>,
    /// Its re-exports, a line each.
    pub(crate) exports: Vec<String>,
    /// Whether only the generated code itself uses it.
    pub(crate) hidden: bool,
    /// The lints that do not concern it.
    pub(crate) allows: &'static str,
    /// The modules in it, by name.
    pub(crate) modules: BTreeMap<String, Module>,
}

impl Module {
    /// The module at a path below this one, made where it is not there.
    pub(crate) fn at(&mut self, path: &[String]) -> &mut Module {
        path.iter().fold(self, |module, name| module.modules.entry(name.clone()).or_default())
    }

    /// Adds a type. It is formatted at once: tokens are many times as large as their text.
    pub(crate) fn item(&mut self, item: &TokenStream) {
        self.items.push(format(item));
    }

    /// The module's text, each line indented by `depth` levels. Each part goes as soon as it is written: a large package
    /// has tens of megabytes of them.
    pub(crate) fn render(self, out: &mut String, depth: usize) {
        let mut blank = false;
        for line in &self.exports {
            indent(out, depth, line);
            blank = true;
        }
        let (hidden, shown): (Vec<_>, Vec<_>) = self.modules.into_iter().partition(|(_, module)| module.hidden);
        for (name, module) in shown {
            gap(out, &mut blank);
            module.render_as(&name, out, depth);
        }
        for item in self.items.into_iter().chain(self.texts) {
            gap(out, &mut blank);
            indent(out, depth, item.trim_end());
        }
        for (name, module) in hidden {
            gap(out, &mut blank);
            module.render_as(&name, out, depth);
        }
    }

    fn render_as(self, name: &str, out: &mut String, depth: usize) {
        if self.doc.is_empty() && !self.hidden {
            indent(out, depth, &format!("/// The schemas of the folder `{name}`."));
        }
        for line in &self.doc {
            indent(out, depth, format!("/// {line}").trim_end());
        }
        if !self.allows.is_empty() {
            // A crate may be strict about code that people write.
            indent(out, depth, &format!("#[allow({})]", self.allows));
        }
        let public = if self.hidden { "" } else { "pub " };
        indent(out, depth, &format!("{public}mod {name} {{"));
        self.render(out, depth + 1);
        indent(out, depth, "}");
    }
}

/// A blank line, unless nothing stands before it.
fn gap(out: &mut String, blank: &mut bool) {
    if std::mem::replace(blank, true) {
        out.push('\n');
    }
}

/// One item as prettyplease prints it.
pub(super) fn format(item: &TokenStream) -> String {
    // OK because every item is quoted whole by a back end; one that does not parse is a bug of ours, and this says where.
    let item: syn::Item = syn::parse2(item.clone()).unwrap_or_else(|error| panic!("not an item ({error}): {item}"));
    prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] })
}

/// Appends a text, its lines indented; the inside of a raw string stays as it is.
fn indent(out: &mut String, depth: usize, text: &str) {
    let blanks = "    ".repeat(depth);
    // Most items have no raw string, and build scripts run unoptimised.
    let has_raw = text.contains("r#");
    let mut raw: Option<String> = None;
    for line in text.split('\n') {
        if raw.is_none() && !line.is_empty() {
            out.push_str(&blanks);
        }
        out.push_str(line);
        out.push('\n');
        if has_raw {
            track(line, &mut raw);
        }
    }
}

/// Follows raw strings over a line: `raw` holds the closer of the one that is open at its end.
fn track(mut line: &str, raw: &mut Option<String>) {
    loop {
        if let Some(closer) = raw.as_deref() {
            let Some(at) = line.find(closer) else { return };
            line = &line[at + closer.len()..];
            *raw = None;
        }
        if line.trim_start().starts_with("//") {
            return;
        }
        // Generated code has no character literal, so a quote always begins a string.
        let Some(at) = line.find('"') else { return };
        let before = &line[..at];
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = hashes > 0 && before[..at - hashes].ends_with('r');
        line = &line[at + 1..];
        if is_raw {
            *raw = Some(format!("\"{}", "#".repeat(hashes)));
        } else {
            line = skip_plain(line);
        }
    }
}

/// What follows a string that began before `line`.
fn skip_plain(line: &str) -> &str {
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return &line[at + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn ok_raw_strings_keep_their_lines() {
        let mut root = Module::default();
        let text = super::super::tokens::raw_str("{\n  \"a\" : 1\n}");
        let module = root.at(&["a".into(), "b".into()]);
        module.item(&quote!(
            pub struct B(#[doc = " It's \"here\"."] pub u8);
        ));
        module.texts = vec![format!("pub const A: &str = {text};")];
        let mut out = String::new();
        root.render(&mut out, 0);
        assert_eq!(
            out,
            "/// The schemas of the folder `a`.\npub mod a {\n    /// The schemas of the folder `b`.\n    pub mod b {\n        pub struct B(\n            /// It's \"here\".\n            pub u8,\n        );\n\n        \
             pub const A: &str = r#\"{\n  \"a\" : 1\n}\"#;\n    }\n}\n"
        );
    }
}
