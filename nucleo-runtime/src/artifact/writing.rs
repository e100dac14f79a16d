//! Values as texts for a person or a model.

use super::pass::{Mark, Mode, Shown};
use super::print::{Summaries, print};
use super::{Artifact, ArtifactStore, Held, Pass};
use crate::answer::ToNode;
use crate::path::escaped;
use crate::summary::Summarizer;
use crate::tape::{JsonKind, Node, Tape};
use crate::write::Writer;

/// Writes values as JSON for a person or a model: under the names that a model sees, without members that are null,
/// with dates in their ISO form, over several lines unless it is [`compact`](Self::compact).
///
/// | | long texts | artifacts | members with `x-nucleo-context-ignore` |
/// | --- | --- | --- | --- |
/// | [`full`](Self::full) | whole | whole | written |
/// | [`summarized`](Self::summarized) | shortened | whole, long texts in them shortened; a list of them as a digest | written |
/// | [`references`](Self::references) | shortened | `{"@ref": "«artifact:…»"}` | left out |
///
/// What may be shortened is what the schema says with `x-nucleo-summarizable`: a text that is longer than its
/// threshold, or the parts of a member with `preSummarized` of which the store has a summary. A summary of an artifact's
/// text is made once, and kept in the store.
///
/// ```
/// use nucleo_runtime::artifact::{ArtifactStore, ListArtifact, Writing};
/// use nucleo_runtime::summary::Truncating;
///
/// let store = ArtifactStore::numbered();
/// let list = store.add(ListArtifact { iterand_type: Some("plant".to_owned()), ..ListArtifact::default() });
/// assert_eq!(
///     Writing::references(&store, &Truncating).write(&list),
///     "{\n  \"@ref\" : \"«artifact:list~000001»\"\n}"
/// );
/// assert_eq!(
///     Writing::summarized(&Truncating).compact().write(&list),
///     r#"{"artifact_ref":"«artifact:list~000001»","iterand_type":"plant","count":0}"#
/// );
/// ```
#[derive(Clone)]
pub struct Writing<'s> {
    mode: Mode,
    by: Option<&'s dyn Summarizer>,
    store: Option<ArtifactStore>,
    pretty: bool,
}

impl<'s> Writing<'s> {
    /// Everything in full.
    pub const fn full() -> Self {
        Self { mode: Mode::Full, by: None, store: None, pretty: true }
    }

    /// Everything, long texts shortened.
    pub const fn summarized(by: &'s dyn Summarizer) -> Self {
        Self { mode: Mode::Summarized, by: Some(by), store: None, pretty: true }
    }

    /// For a prompt: artifacts as references, and added to the store where it does not hold them yet.
    pub fn references(store: &ArtifactStore, by: &'s dyn Summarizer) -> Self {
        Self { mode: Mode::References, by: Some(by), store: Some(store.clone()), pretty: true }
    }

    /// Where the summaries of artifacts are found and kept.
    #[must_use]
    pub fn store(self, store: &ArtifactStore) -> Self {
        Self { store: Some(store.clone()), ..self }
    }

    /// On one line.
    #[must_use]
    pub fn compact(self) -> Self {
        Self { pretty: false, ..self }
    }

    /// Writes a value.
    pub fn write(&self, value: &dyn ToNode) -> String {
        self.text(value, Shown::new(self.mode, self.mode == Mode::References, self.store.clone()))
    }

    /// What a model is told of the artifacts of a store, behind the conversation: each that was added by itself, or that
    /// is referred to here, with its reference. What is to be kept out of what a model sees is left out. Empty where there is none.
    pub fn section(&self, store: &ArtifactStore) -> String {
        let writing = self.clone().store(store);
        let part = |held: &Held<dyn Artifact>| {
            let (reference, artifact) = (held.reference()?, held.get()?);
            let shown = Shown::new(self.mode, true, Some(store.clone())).inside(artifact, Some(reference.clone()));
            Some(format!("{reference}\n{}", writing.text(&&**artifact, shown)))
        };
        let (mut parts, mut told) = (Vec::new(), 0);
        // What is referred to for the first time in one part is told in a later one.
        loop {
            let top = store.top();
            if told == top.len() {
                break;
            }
            parts.extend(top.iter().skip(told).filter_map(part));
            told = top.len();
        }
        if parts.is_empty() { String::new() } else { format!("{SECTION}\n\n{}", parts.join("\n\n")) }
    }

    fn text(&self, value: &dyn ToNode, shown: Shown) -> String {
        let mut out = Writer::new();
        out.pass = Pass::Shown(shown);
        value.to_node(&mut out);
        let marks = match std::mem::take(&mut out.pass) {
            Pass::Shown(shown) => shown.marks,
            Pass::Plain | Pass::Gather(_) => Vec::new(),
        };
        let tape = out.finish();
        let mut summaries = Summaries::new();
        marks.iter().for_each(|mark| self.shorten(mark, &tape, &mut summaries));
        print(tape.node(0), &summaries, self.pretty)
    }

    fn shorten(&self, mark: &Mark, tape: &Tape<'_>, summaries: &mut Summaries) {
        let node = tape.node(mark.node);
        if let (true, Some((reference, pointer)), Some(store)) = (mark.settings.pre_summarized, &mark.key, &self.store)
        {
            replace(node, &mut pointer.clone(), &|pointer| store.summary(reference, pointer), summaries);
        }
        let (Some(text), Some(by)) = (node.text().filter(|_| mark.is_text), self.by) else { return };
        if summaries.contains_key(&mark.node) || !mark.settings.is_long(text) {
            return;
        }
        let make = || mark.settings.summary(text, by);
        let summary = match (&self.store, &mark.key) {
            (Some(store), Some((reference, pointer))) => store.summary_or(reference, pointer, make),
            _ => make(),
        };
        summaries.insert(mark.node, summary);
    }
}

const SECTION: &str = "These artifacts are at hand. Point at one by its reference.";

/// Puts what is known in the place of each part of a value, the outermost first.
fn replace(node: Node<'_>, pointer: &mut String, known: &dyn Fn(&str) -> Option<String>, summaries: &mut Summaries) {
    if let Some(summary) = known(pointer) {
        summaries.insert(node.index(), summary);
        return;
    }
    let len = pointer.len();
    let mut below = |token: &str, value| {
        pointer.push('/');
        pointer.push_str(token);
        replace(value, pointer, known, summaries);
        pointer.truncate(len);
    };
    node.entries().for_each(|(name, value)| below(&escaped(name), value));
    if node.kind() == JsonKind::Array {
        node.items().enumerate().for_each(|(place, item)| below(&place.to_string(), item));
    }
}

impl std::fmt::Debug for Writing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writing").field("mode", &self.mode).field("pretty", &self.pretty).finish_non_exhaustive()
    }
}
