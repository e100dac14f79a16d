//! Step numbers: a tree, so that each line of a log says whose work it is part of.

use std::fmt;

/// The number of a turn (`2`), of a call in it (`2.1`), of a turn of the agent that the call asks (`2.1.3`), and so on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Step(Vec<usize>);

impl Step {
    /// The `n`th step below this one, counted from 1.
    #[must_use]
    pub fn below(&self, n: usize) -> Self {
        Self(self.0.iter().copied().chain([n]).collect())
    }

    /// How deep it stands.
    pub fn depth(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.pad(&numbers.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_steps_are_a_tree() {
        let root = Step::default();
        let call = root.below(2).below(1);
        assert_eq!((call.to_string(), call.below(3).to_string(), call.depth()), ("2.1".into(), "2.1.3".into(), 2));
        // In the order of the work: a turn, its calls, and whatever they ask for, before the next turn.
        assert!(
            call < call.below(3) && call.below(3) < root.below(2).below(2) && root.below(2).below(2) < root.below(3)
        );
    }
}
