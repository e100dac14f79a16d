//! HTML: the one place that escapes, and the frame of every page.

use std::fmt::{self, Display, Write as _};

/// A text as it stands in HTML, in an element or in a quoted attribute.
pub(super) struct Esc<T>(pub(super) T);

impl<T: Display> Display for Esc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaper(f), "{}", self.0)
    }
}

struct Escaper<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl fmt::Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.write_str("&amp;")?,
                '<' => self.0.write_str("&lt;")?,
                '>' => self.0.write_str("&gt;")?,
                '"' => self.0.write_str("&quot;")?,
                '\'' => self.0.write_str("&#39;")?,
                // No browser shows these, and the parser refuses some.
                c if c.is_control() && !matches!(c, '\n' | '\t') => self.0.write_char('\u{fffd}')?,
                // What turns the order of letters around could make one text look like another.
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => self.0.write_char('\u{fffd}')?,
                c => self.0.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Prose of a schema: its paragraphs, with the code between backticks set as such.
pub(super) fn prose(text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.trim().split("\n\n").map(str::trim).filter(|it| !it.is_empty()) {
        out.push_str("<p>");
        out.push_str(&inline(paragraph));
        out.push_str("</p>\n");
    }
    out
}

/// One line of prose.
pub(super) fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        // A backtick without its partner is a backtick.
        let is_code = at % 2 == 1 && at + 1 < parts.len();
        let _ = match (is_code, at % 2) {
            (true, _) => write!(out, "<code>{}</code>", Esc(part)),
            (false, 1) => write!(out, "`{}", Esc(part)),
            _ => write!(out, "{}", Esc(part)),
        };
    }
    out
}

/// A whole page. `root` leads from the page to the site's folder; `body` is HTML.
pub(super) fn page(title: &str, root: &str, here: &str, body: &str) -> String {
    let link = |file: &str, text: &str| {
        let current = if file == here { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{root}{file}\"{current}>{text}</a>")
    };
    let (types, graph, ledger) =
        (link("index.html", "Types"), link("graph.html", "Graph"), link("ledger.html", "Ledger"));
    let title = Esc(title);
    format!(
        r##"<!DOCTYPE html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="nucleo-gen">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}assets/site.css">
<script src="{root}assets/theme.js"></script>
<script src="{root}assets/search.js" defer></script>
<script src="{root}assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="{root}index.html"><span class="mark" aria-hidden="true"></span>Catalogue</a>
<div class="search" role="search" hidden>
<label class="unseen" for="search">Search types, members and values</label>
<input id="search" type="text" placeholder="Search types and members" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
<p id="count" class="unseen" role="status"></p>
</div>
<nav class="links" aria-label="Site">{types}{graph}{ledger}</nav>
<button class="theme" type="button" hidden>Theme</button>
</header>
<main id="main" tabindex="-1">
{body}</main>
<footer class="foot">Made by <code>nucleo-gen docs</code> from the schemas. Press <kbd>/</kbd> to search.</footer>
</body>
</html>
"##
    )
}
