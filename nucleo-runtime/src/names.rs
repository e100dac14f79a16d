//! Folding of names, so that any casing and any separators find a declared name.

/// A name without its separators (`_`, `-`, blanks, `.`) and in lower case: `orderId`, `order_id` and `Order ID` are
/// one. Between two digits there stays one, `.` for a point and `_` for the others: `line 1.2`, `line-1-2` and `line 12`
/// are three. A name of separators alone stays as it is.
pub fn fold(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    fold_into(name, &mut out);
    out
}

/// As [`fold`], into a buffer that is used again.
pub(crate) fn fold_into(name: &str, out: &mut String) {
    out.clear();
    // The separator behind the last letter, and whether that is a digit.
    let (mut between, mut is_digit) = (None, false);
    for c in name.chars() {
        match c {
            '.' => between = Some('.'),
            '_' | '-' | ' ' => between = between.or(Some('_')),
            c => {
                let was_digit = std::mem::replace(&mut is_digit, c.is_numeric());
                out.extend(between.take().filter(|_| was_digit && is_digit));
                if c.is_ascii() {
                    out.push(c.to_ascii_lowercase());
                } else {
                    out.extend(c.to_lowercase());
                }
            }
        }
    }
    if out.is_empty() {
        out.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn ok_a_separator_between_digits_stays() {
        for (names, folded) in [
            (&["line_1_2", "line-1-2", "Line 1 2", "Line1 - 2", "LINE_1__2_"][..], "line1_2"),
            (&["line 1.2", "Line1.2", "line.1.2", "line_1. 2"], "line1.2"),
            (&["line_12", "line12", "Line 12", "l.ine-12"], "line12"),
            (&["2nd_5_line", "2nd5 line"], "2nd5line"),
            (&["٥-٠"], "٥_٠"),
        ] {
            for name in names {
                assert_eq!(fold(name), folded, "{name}");
            }
            assert_eq!(fold(folded), folded);
        }
    }
}
