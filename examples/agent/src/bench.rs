//! One job on two models, judged blind, side by side.

use nucleo_runtime::ask;

use crate::answers::{Verdict, verdict::Better};
use crate::model::{Error, Model};

/// What a model made of the job.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The model's name, which the judge must not see.
    pub model: &'static str,
    /// Its answer, or that there is none.
    pub answer: String,
}

/// What the judge is shown: the job and two answers, nothing that tells whose they are, in an order that does not
/// depend on it. The second is the place of the first answer among the entries.
fn prompt(goal: &str, entries: &[Entry; 2]) -> (String, usize) {
    let answers = entries.each_ref().map(|entry| nameless(&entry.answer, entries));
    let first = usize::from(answers[1] < answers[0]);
    let text = format!(
        "Two assistants had this job:\n{goal}\n\nThe first answer:\n{}\n\nThe second answer:\n{}\n\nWhich is better?",
        answers[first],
        answers[1 - first]
    );
    (text, first)
}

/// An answer in which no model is named, as some models sign theirs.
fn nameless(answer: &str, entries: &[Entry; 2]) -> String {
    entries.iter().fold(answer.to_owned(), |text, entry| text.replace(entry.model, "the assistant"))
}

/// Which entry the judge prefers, if any, and why.
///
/// # Errors
///
/// The judge gives no verdict.
pub fn judge(goal: &str, entries: &[Entry; 2], judge: &mut dyn Model) -> Result<(Option<usize>, String), Error> {
    let (prompt, first) = prompt(goal, entries);
    let verdict = ask::<Verdict, Error>(&prompt, |turns| judge.reply(&turns)).map_err(|error| error.to_string())?;
    let better = match verdict.better {
        Better::First => Some(first),
        Better::Second => Some(1 - first),
        Better::Neither => None,
    };
    Ok((better, verdict.why))
}

/// Both answers in two columns.
pub fn side_by_side(entries: &[Entry; 2]) -> String {
    const WIDTH: usize = 44;
    let [left, right] = entries.each_ref().map(|it| wrapped(&format!("{}\n{}", it.model, it.answer), WIDTH));
    let blank = String::new();
    let line = |at: usize| {
        let [left, right] = [&left, &right].map(|it| it.get(at).unwrap_or(&blank));
        format!("{left:WIDTH$} | {right}").trim_end().to_owned()
    };
    (0..left.len().max(right.len())).map(line).collect::<Vec<_>>().join("\n")
}

/// Lines of at most `width` characters, where words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                out.push(std::mem::take(&mut line));
            }
            line = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        }
        out.push(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Recorded;

    fn entries() -> [Entry; 2] {
        [
            Entry { model: "deep-400b", answer: "Plant wild garlic.".into() },
            Entry { model: "hasty-7b", answer: "Plant tomatoes, says hasty-7b.".into() },
        ]
    }

    #[test]
    fn ok_the_judge_sees_no_names_and_no_order() {
        let [one, two] = entries();
        let (forth, first) = prompt("Plan bed 3.", &[one.clone(), two.clone()]);
        let (back, other) = prompt("Plan bed 3.", &[two, one]);
        assert_eq!((&forth, first, other), (&back, 1, 0));
        assert!(!forth.contains("hasty-7b") && !forth.contains("deep-400b"));
        let mut recorded = Recorded::of(include_str!("../replies/judge.txt"));
        let (better, why) = judge("Plan bed 3.", &entries(), &mut recorded).unwrap();
        assert_eq!(better, Some(0));
        assert!(why.contains("shade") && side_by_side(&entries()).starts_with("deep-400b"));
    }
}
