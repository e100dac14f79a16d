//! Answers that the model leaves to choose from.
//!
//! Of several answers the last one counts: models think aloud first and correct themselves. But what is offered as a
//! choice, "this *or* that", is no draft and its correction, and to take one of them would be a guess.

/// The words that part two alternatives.
const OR: [&str; 3] = ["or", "alternatively", "or alternatively"];

/// The words that, with a number or a letter, head each of several alternatives.
const HEADS: [&str; 4] = ["option", "alternative", "choice", "possibility"];

/// Whether the text between two answers says that the second is an alternative to the first, and says nothing else.
pub(super) fn are_parted_by(between: &str) -> bool {
    // What says more than a few words is prose about the answers.
    if between.len() > 64 {
        return false;
    }
    let words = between.to_lowercase().replace("```json", " ");
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_head = matches!(words[..], [head, mark] if HEADS.contains(&head) && mark.chars().count() <= 2);
    is_head || OR.contains(&&*words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::are_parted_by;

    #[test]
    fn ok_alternatives() {
        for text in [" or ", "\n```\n\n**OR**\n\n```json\n", "; alternatively: ", "\n\nOption B:\n", "\n## Choice 2\n"]
        {
            assert!(are_parted_by(text), "{text}");
        }
    }

    #[test]
    fn ok_drafts_and_corrections() {
        for text in ["\n", " or rather ", ". Final: ", "\n\nOptions:\n", "\n\nOption B is better, as it is cheaper:\n"]
        {
            assert!(!are_parted_by(text), "{text}");
        }
    }
}
