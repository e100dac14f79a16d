//! Two versions of a description, as far as they part ways.

/// The characters of each that are shown.
const WIDTH: usize = 100;

/// The characters that both begin with and that are shown before the first that differs.
const BEFORE: usize = 30;

/// `was "…"` and `is "…"`, each from a little before where they begin to differ.
pub(super) fn notes(before: Option<&str>, now: Option<&str>) -> Vec<String> {
    let words = |text: Option<&str>| text.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    let (before, now) = (words(before), words(now));
    let (one, two) = (before.as_deref().unwrap_or_default(), now.as_deref().unwrap_or_default());
    let same = one.chars().zip(two.chars()).take_while(|(one, two)| one == two).count();
    let part = |verb: &str, text: Option<&str>| match text {
        Some(text) => format!("it {verb} {}", excerpt(text, same)),
        None => format!("there {verb} none"),
    };
    vec![part("was", before.as_deref()), part("is", now.as_deref())]
}

/// A text around its character of this number.
fn excerpt(text: &str, at: usize) -> String {
    let len = text.chars().count();
    let start = if len <= WIDTH { 0 } else { at.saturating_sub(BEFORE).min(len - WIDTH) };
    let shown: String = text.chars().skip(start).take(WIDTH).collect();
    let (head, tail) = (if start > 0 { "…" } else { "" }, if start + WIDTH < len { "…" } else { "" });
    format!("\"{head}{shown}{tail}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_long_texts_are_cut_to_where_they_differ() {
        assert_eq!(notes(None, Some("Its\n title.")), ["there was none", "it is \"Its title.\""]);
        let long = "word ".repeat(100);
        let [was, is] = &notes(Some(&long), Some(&long.replacen("word word", "word other", 30)))[..] else {
            panic!("two notes")
        };
        assert!(was.chars().count() < 115 && is.contains("other"), "{was} {is}");
        let end = format!("{long}end");
        assert!(notes(Some(&long), Some(&end))[1].ends_with("word end\""));
    }
}
