//! Helpers for what is written as text: the formulaic part of generated code, laid out as rustfmt would.
//!
//! Types go through tokens and prettyplease. Tables and implementations have a fixed form, and are most of the output:
//! as tokens, parsing them again for the formatter took half of a build script's time (`benches`, generate).

/// A line may be this long.
const WIDTH: usize = 100;

/// `&[a, b]`: on one line where it fits, else an item a line. `depth` is the level of the line that it stands on.
pub(crate) fn slice(depth: usize, items: &[String]) -> String {
    format!("&{}", array(depth, items))
}

/// `[a, b]`, laid out in the same way.
pub(crate) fn array(depth: usize, items: &[String]) -> String {
    let len: usize = items.iter().map(|item| item.len() + 2).sum();
    let is_short = depth * 4 + len <= WIDTH && items.iter().all(|item| !item.contains('\n'));
    if is_short { format!("[{}]", items.join(", ")) } else { block(depth, "[", items, "]") }
}

/// An item a line, between an opener and a closer.
pub(crate) fn block(depth: usize, open: &str, items: &[String], close: &str) -> String {
    let mut out = String::from(open);
    for item in items {
        out.push('\n');
        pad(&mut out, depth + 1);
        out.push_str(item);
        out.push(',');
    }
    if !items.is_empty() {
        out.push('\n');
        pad(&mut out, depth);
    }
    out.push_str(close);
    out
}

fn pad(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n("    ", depth));
}

/// A text as a string literal.
pub(crate) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Texts as string literals.
pub(crate) fn quoted_all(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| quoted(text)).collect()
}

/// `Some(value)` or `None`.
pub(crate) fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}
