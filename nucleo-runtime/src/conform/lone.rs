//! A text where a list is declared: one entry, or what someone wrote instead of a list.

use super::coerce;

/// What parts the entries of a line, as a person writes them.
const PARTS: [&str; 4] = [" and ", " & ", " or ", " / "];

/// What begins a line that is an entry of a list.
const MARKS: [&str; 7] = ["- ", "* ", "• ", "[", "(", "{", "\u{2013} "];

/// What a person writes where there is nothing to name.
const NOTHING: [&str; 8] = ["none", "n/a", "na", "null", "nil", "nothing", "-", "not applicable"];

/// Whether a text may be a list that someone wrote as a line, so that nobody can tell how many entries it has.
pub(super) fn may_be_several(text: &str) -> bool {
    let text = text.trim();
    let folded = text.to_lowercase();
    text.contains([',', ';', '\n', '|', '\t', '、', '，', '；', '•'])
        || PARTS.iter().any(|part| folded.contains(part))
        || MARKS.iter().any(|mark| text.starts_with(mark))
        || is_numbered(text)
}

/// `1. wash`, `2) rinse`.
fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && (rest.starts_with(". ") || rest.starts_with(") "))
}

/// Whether a text says that there is no entry: whether the list is empty, or has this entry, nobody can tell.
pub(super) fn is_nothing(text: &str) -> bool {
    let word = text.trim().trim_end_matches('.').to_lowercase();
    coerce::is_blank(text) || NOTHING.contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_one_entry() {
        for text in ["red", "World War I", "AC/DC", "Ann-Marie", "3.5", "x-ray", "Sandy", "https://a.example/b/c", "A+"]
        {
            assert!(!may_be_several(text) && !is_nothing(text), "{text}");
        }
    }

    #[test]
    fn err_several_or_one() {
        for text in [
            "a, b",
            "a; b",
            "a\nb",
            "a | b",
            "Ann and Bo",
            "Ann AND Bo",
            "salt & pepper",
            "a / b",
            "- a",
            "1. a",
            "(a)",
        ] {
            assert!(may_be_several(text), "{text}");
        }
    }

    #[test]
    fn err_nothing_to_name() {
        for text in ["None", "N/A", " n/a. ", "null", "-", "Not applicable", " "] {
            assert!(is_nothing(text), "{text}");
        }
    }
}
