//! The list of artifacts that is an artifact itself.

use super::{Aliased, Artifact, Entry, Held, Reference, place};
use crate::answer::{FromNode, Shaped, ToNode};
use crate::shape::Shape;
use crate::tape::{Node, Tag};
use crate::write::Writer;

/// Artifacts of any type, in their order, that one reference leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ListArtifact {
    /// The reference of the list.
    pub artifact_ref: Option<String>,
    /// What the members are, in a word for the reader.
    pub iterand_type: Option<String>,
    /// The members.
    pub iterands: Vec<Held<dyn Artifact>>,
}

impl ListArtifact {
    /// The table of this type, for [`Registry::join`](super::Registry::join).
    pub const ALIASES: &'static [Entry] = &[Entry::of::<Self>()];
}

impl ListArtifact {
    /// What is told of the list where it is summarized: how many members it has, and the first of them.
    fn digest(&self, out: &mut Writer) {
        const SAMPLE: usize = 3;
        let texts = [(place::NAME, &self.artifact_ref), ("iterand_type", &self.iterand_type)];
        out.begin(Tag::Object);
        for (name, text) in texts {
            if let Some(text) = text {
                out.key(name);
                out.text(text);
            }
        }
        out.key("count");
        self.iterands.len().to_node(out);
        if !self.iterands.is_empty() {
            out.key("sample");
            out.list(self.iterands.iter().take(SAMPLE));
        }
        out.end();
    }
}

impl Shaped for ListArtifact {
    const SHAPE: Shape = place::LIST;
}

impl FromNode for ListArtifact {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self { artifact_ref: node.get(0)?, iterand_type: node.get(1)?, iterands: node.get(2)? })
    }
}

impl ToNode for ListArtifact {
    fn to_node(&self, out: &mut Writer) {
        if out.pass.digests() {
            return self.digest(out);
        }
        let mut record = out.record(place::LIST);
        record.field(0, &self.artifact_ref);
        record.field(1, &self.iterand_type);
        record.field(2, &self.iterands);
    }
}

impl Aliased for ListArtifact {
    const ALIAS: &'static str = "list";
    const PATH: &'static str = concat!(module_path!(), "::ListArtifact");
    const REFERENCE: Shape = place::LIST_REFERENCE;
    const EITHER: Shape = place::LIST_EITHER;

    fn artifact_ref(&self) -> Option<&str> {
        self.artifact_ref.as_deref()
    }

    fn set_artifact_ref(&mut self, reference: &Reference) {
        self.artifact_ref = Some(reference.to_string());
    }
}
