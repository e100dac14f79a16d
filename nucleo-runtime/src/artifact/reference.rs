//! What a model points with: `«artifact:link:cite~a1b2c3»`.

use std::fmt;
use std::sync::Arc;

/// The quotes and the word that stand around an alias and an id.
const OPEN: &str = "«artifact:";
const CLOSE: char = '»';

/// A reference in its one spelling: `«artifact:`, the alias of a type, `~`, an id, `»`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference(Arc<str>);

impl Reference {
    /// The reference that a text spells: models drop the quotes, the word `artifact:`, or both.
    pub fn new(text: &str) -> Self {
        let inner = bare(text);
        Self(format!("{OPEN}{inner}{CLOSE}").into())
    }

    /// The reference of an artifact of a type with this alias.
    pub fn of(alias: &str, id: &str) -> Self {
        Self(format!("{OPEN}{alias}~{id}{CLOSE}").into())
    }

    /// The reference as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The alias; `None` where no `~` ends one.
    pub fn alias(&self) -> Option<&str> {
        Some(bare(&self.0).split_once('~')?.0)
    }

    /// The references that stand in prose, each once, in their order. Only whole ones count, with quotes and word.
    pub fn mentions(text: &str) -> Vec<Self> {
        let mut out = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(OPEN) {
            rest = &rest[at + OPEN.len()..];
            let Some(end) = rest.find(CLOSE) else { break };
            if end > 0 {
                add(&mut out, Self::new(&rest[..end]));
            }
            rest = &rest[end..];
        }
        out
    }

    /// The references of an answer: those it declares, then those that its prose mentions, each once.
    pub fn canonical<'d>(declared: impl IntoIterator<Item = &'d str>, prose: &str) -> Vec<Self> {
        let mut out = Vec::new();
        declared.into_iter().filter(|text| !text.trim().is_empty()).for_each(|text| add(&mut out, Self::new(text)));
        Self::mentions(prose).into_iter().for_each(|reference| add(&mut out, reference));
        out
    }
}

/// What stands between the quotes, behind the word.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix('«').unwrap_or(text);
    let text = text.strip_suffix(CLOSE).unwrap_or(text);
    text.strip_prefix("artifact:").unwrap_or(text)
}

/// Lists of references are as long as an answer, so that a set would not pay.
fn add(out: &mut Vec<Reference>, reference: Reference) {
    if !out.contains(&reference) {
        out.push(reference);
    }
}

impl From<&str> for Reference {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_every_spelling_is_one_reference() {
        for text in
            ["«artifact:map~m1»", "artifact:map~m1", "map~m1", "«map~m1»", " «artifact:map~m1» ", "«map~m1", "map~m1»"]
        {
            let reference = Reference::new(text);
            assert_eq!((reference.as_str(), reference.alias()), ("«artifact:map~m1»", Some("map")), "{text}");
        }
        assert_eq!(Reference::new("map").alias(), None);
        assert_eq!(Reference::new(" ").as_str(), "«artifact:»");
    }

    #[test]
    fn ok_mentions() {
        let found =
            Reference::mentions("«artifact:» «artifact:a~1»«artifact:b~2», artifact:c~3 «artifact:a~1» «artifact:d");
        assert_eq!(found, [Reference::new("a~1"), Reference::new("b~2")]);
    }

    #[test]
    fn ok_declared_references_stand_first() {
        let found = Reference::canonical(["b~2", " ", "«artifact:b~2»"], "«artifact:a~1» «artifact:b~2»");
        assert_eq!(found, [Reference::new("b~2"), Reference::new("a~1")]);
    }
}
