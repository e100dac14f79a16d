//! Folding of names, so that any casing and any separators find a declared name.

/// A name without its separators (`_`, `-`, blanks, `.`) and in lower case: `orderId`, `order_id` and `Order ID` are
/// one. A name of separators alone stays as it is.
pub fn fold(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    fold_into(name, &mut out);
    out
}

/// As [`fold`], into a buffer that is used again.
pub(crate) fn fold_into(name: &str, out: &mut String) {
    out.clear();
    for c in name.chars() {
        match c {
            '_' | '-' | ' ' | '.' => {}
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(c.to_lowercase()),
        }
    }
    if out.is_empty() {
        out.push_str(name);
    }
}
