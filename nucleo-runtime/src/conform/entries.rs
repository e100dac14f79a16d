//! Maps that are written as lists of entries: `[{"key": "a", "value": 1}]` for `{"a": 1}`.
//!
//! Providers whose schemas have no maps are asked for them in this form.

use super::Conform;
use crate::repair::RepairKind;
use crate::tape::{Node, Tag};

/// Whether a value is a list of entries, each an object of a `key` and a `value` alone.
pub(super) fn is_list_of_entries(node: Node<'_>) -> bool {
    node.raw().tag == Tag::List && node.items().all(|item| entry(item).is_some())
}

/// The name and the value of an entry.
pub(super) fn entry(node: Node<'_>) -> Option<(&str, Node<'_>)> {
    if node.raw().tag != Tag::Object || node.len() != 2 {
        return None;
    }
    let (mut key, mut value) = (None, None);
    for (name, member) in node.members() {
        match name {
            "key" => key = member.text(),
            "value" => value = Some(member),
            _ => return None,
        }
    }
    key.zip(value)
}

impl Conform<'_, '_> {
    /// Makes a list of entries the object that it stands for.
    #[cold]
    pub(super) fn take_entries(&mut self, at: u32) {
        self.repair(RepairKind::Entries, at);
        let end = self.tape.next(at);
        let mut child = at + 1;
        while child < end {
            let next = self.tape.next(child);
            let item = self.tape.follow(child);
            if let Some((key, value)) = entry(self.view(item)) {
                let (key, value) = (key.to_owned(), value.index());
                self.set_key(child, &key);
                self.forward(child, value);
            }
            child = next;
        }
        self.tape.nodes[at as usize].tag = Tag::Object;
    }
}
