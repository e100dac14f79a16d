//! The difference of two texts, line by line, with what stands around it.

/// The lines that are shown before and after a difference.
const AROUND: usize = 3;

/// More differing lines than this are shown as one block: the search costs their square.
const MOST: usize = 2_000;

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit {
    Same,
    Gone,
    New,
}

/// The differing parts of two texts, as `diff -u` shows them.
pub(crate) fn unified(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let mut out = String::new();
    let (mut at, mut one, mut two) = (0, 0, 0);
    while let Some(next) = edits[at..].iter().position(|it| *it != Edit::Same) {
        let first = (at + next).saturating_sub(AROUND).max(at);
        let last = end_of_hunk(&edits, at + next);
        one += first - at;
        two += first - at;
        let count = |skip: Edit| edits[first..last].iter().filter(|it| **it != skip).count();
        let (gone, come) = (count(Edit::New), count(Edit::Gone));
        out.push_str(&format!("@@ -{},{gone} +{},{come} @@\n", one + 1, two + 1));
        for edit in &edits[first..last] {
            // OK because each edit takes a line of the texts that it speaks of.
            let (sign, line) = match edit {
                Edit::Same => (' ', old[one]),
                Edit::Gone => ('-', old[one]),
                Edit::New => ('+', new[two]),
            };
            out.extend([sign]);
            out.push_str(line);
            out.push('\n');
            one += usize::from(*edit != Edit::New);
            two += usize::from(*edit != Edit::Gone);
        }
        at = last;
    }
    out
}

/// Where a hunk ends that begins with this edit: differences that stand near to each other are one.
fn end_of_hunk(edits: &[Edit], first: usize) -> usize {
    let mut last = first;
    for (at, edit) in edits.iter().enumerate().skip(first) {
        if *edit != Edit::Same {
            last = at + 1;
        } else if at - last >= 2 * AROUND {
            break;
        }
    }
    (last + AROUND).min(edits.len())
}

/// What becomes of each line.
fn edits(old: &[&str], new: &[&str]) -> Vec<Edit> {
    let head = old.iter().zip(new).take_while(|(one, two)| one == two).count();
    let tail = (old[head..].iter().rev()).zip(new[head..].iter().rev()).take_while(|(one, two)| one == two).count();
    let (middle_old, middle_new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let middle = if middle_old.len().max(middle_new.len()) > MOST {
        let gone = middle_old.iter().map(|_| Edit::Gone);
        gone.chain(middle_new.iter().map(|_| Edit::New)).collect()
    } else {
        by_longest_common(middle_old, middle_new)
    };
    let same = |count: usize| std::iter::repeat_n(Edit::Same, count);
    same(head).chain(middle).chain(same(tail)).collect()
}

/// By the longest common subsequence of the lines.
fn by_longest_common(old: &[&str], new: &[&str]) -> Vec<Edit> {
    let width = new.len() + 1;
    let mut best = vec![0u32; (old.len() + 1) * width];
    for one in (0..old.len()).rev() {
        for two in (0..new.len()).rev() {
            let at = one * width + two;
            best[at] = if old[one] == new[two] { best[at + width + 1] + 1 } else { best[at + width].max(best[at + 1]) };
        }
    }
    let (mut one, mut two) = (0, 0);
    let mut edits = Vec::new();
    while one < old.len() || two < new.len() {
        let at = one * width + two;
        let edit = match (old.get(one), new.get(two)) {
            (Some(this), Some(that)) if this == that => Edit::Same,
            (Some(_), Some(_)) if best[at + width] >= best[at + 1] => Edit::Gone,
            (Some(_), None) => Edit::Gone,
            _ => Edit::New,
        };
        one += usize::from(edit != Edit::New);
        two += usize::from(edit != Edit::Gone);
        edits.push(edit);
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_two_far_places_are_two_hunks() {
        let old: Vec<String> = (1..=20).map(|at| at.to_string()).collect();
        let mut new = old.clone();
        new[2] = "three".to_owned();
        new.insert(15, "new".to_owned());
        assert_eq!(
            unified(&old.join("\n"), &new.join("\n")),
            "@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+three\n 4\n 5\n 6\n\
             @@ -13,6 +13,7 @@\n 13\n 14\n 15\n+new\n 16\n 17\n 18\n"
        );
    }

    #[test]
    fn ok_nothing_and_everything() {
        assert_eq!(unified("a\nb\n", "a\nb\n"), "");
        assert_eq!(unified("", "a\n"), "@@ -1,0 +1,1 @@\n+a\n");
        assert_eq!(unified("a\n", ""), "@@ -1,1 +1,0 @@\n-a\n");
    }
}
