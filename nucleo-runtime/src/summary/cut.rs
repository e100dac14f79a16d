//! Cutting texts off.

use std::borrow::Cow;

/// How far back from the budget a better place for the cut is looked for.
const BACK: usize = 50;

/// The beginning of a text: all of it where it has no more than `budget` characters; else what stands before the last
/// blank, full stop, comma or line break among the last 50 characters of the budget, with three dots behind it.
pub fn cut(text: &str, budget: usize) -> Cow<'_, str> {
    // Each character has at least one byte, so that most texts need no counting.
    if text.len() <= budget {
        return Cow::Borrowed(text);
    }
    let places: Vec<(usize, char)> = text.char_indices().take(budget + 1).collect();
    let Some(&(end, _)) = places.get(budget) else { return Cow::Borrowed(text) };
    let is_boundary = |(_, c): &&(usize, char)| matches!(c, ' ' | '.' | ',' | '\n');
    let end = places.iter().rev().take(BACK).find(is_boundary).map_or(end, |(at, _)| *at);
    // OK because each place is the beginning of a character.
    Cow::Owned(format!("{}...", text[..end].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_short_texts_stay_whole() {
        for text in ["", "abc", "äöü", "a b"] {
            assert_eq!(cut(text, 3), text);
        }
        assert!(matches!(cut("äöü", 3), Cow::Borrowed(_)));
    }

    #[test]
    fn ok_cuts_are_at_characters() {
        assert_eq!(cut("äöüß", 3), "äöü...");
        assert_eq!(cut("😀😀😀", 2), "😀😀...");
        assert_eq!(cut("äö üß", 4), "äö...");
        assert_eq!(cut("日本語。日本語", 5), "日本語。日...");
    }

    #[test]
    fn ok_boundary_right_behind_the_budget() {
        assert_eq!(cut("abc def", 3), "abc...");
        assert_eq!(cut("  abc def", 5), "abc...");
    }

    #[test]
    fn ok_no_budget() {
        assert_eq!(cut("abc", 0), "...");
        assert_eq!(cut(" bc", 0), "...");
    }
}
