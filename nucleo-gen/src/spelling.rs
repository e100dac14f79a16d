//! How near two words are.

/// How many slips lead from one word to the other: a letter too many, too few, another one, or two swapped.
pub(crate) fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (line, a) in from.iter().enumerate() {
        let mut row = vec![line + 1];
        for (at, b) in to.iter().enumerate() {
            // OK because each row has one place more than the word, and is filled from its start.
            let mut best = (last[at] + usize::from(a != b)).min(last[at + 1] + 1).min(row[at] + 1);
            if line > 0 && at > 0 && *a == to[at - 1] && from[line - 1] == *b {
                best = best.min(before[at - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    // OK because a row is never empty.
    last[to.len()]
}

/// The word that was likely meant: the nearest one, where it is near. Of two the first.
pub(crate) fn meant<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let near = known.into_iter().map(|it| (distance(it, word), it)).min_by_key(|(distance, _)| *distance)?;
    (near.0 <= 1 + word.chars().count() / 4).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_each_slip_counts_once() {
        assert_eq!(distance("required", "required"), 0);
        assert_eq!(distance("requried", "required"), 1);
        assert_eq!(distance("propertys", "properties"), 2);
        assert_eq!(distance("", "type"), 4);
        assert_eq!(meant("strng", ["number", "string"]), Some("string"));
        assert_eq!(meant("text", ["number", "string"]), None);
    }
}
