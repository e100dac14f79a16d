//! JSON as a person or a model reads it: members that are null left out, some values replaced by their summaries.

use std::collections::HashMap;

use crate::tape::{JsonKind, Node};
use crate::value::{json, write_text};

/// Summaries by the node of the value that they stand for.
pub(super) type Summaries = HashMap<u32, String>;

/// Writes a value on one line, or over several: two blanks a level, ` : ` between name and value, lists on their line.
pub(super) fn print(node: Node<'_>, summaries: &Summaries, pretty: bool) -> String {
    let mut printer = Printer { out: String::new(), summaries, pretty };
    printer.value(node, 0);
    printer.out
}

struct Printer<'s> {
    out: String,
    summaries: &'s Summaries,
    pretty: bool,
}

impl Printer<'_> {
    fn value(&mut self, node: Node<'_>, depth: usize) {
        if let Some(summary) = self.summaries.get(&node.index()) {
            return write_text(&mut self.out, summary);
        }
        match node.kind() {
            JsonKind::Array => self.list(node, depth),
            JsonKind::Object => self.object(node, depth),
            JsonKind::String => write_text(&mut self.out, node.text().unwrap_or_default()),
            JsonKind::Null | JsonKind::Boolean | JsonKind::Number => self.out.push_str(&json(node)),
        }
    }

    fn list(&mut self, node: Node<'_>, depth: usize) {
        let blank = if self.pretty { " " } else { "" };
        self.out.push('[');
        for (place, item) in node.items().enumerate() {
            self.out.push_str(if place > 0 { "," } else { "" });
            self.out.push_str(blank);
            self.value(item, depth);
        }
        self.out.push_str(blank);
        self.out.push(']');
    }

    fn object(&mut self, node: Node<'_>, depth: usize) {
        self.out.push('{');
        let mut is_empty = true;
        for (name, value) in node.entries().filter(|(_, value)| !value.is_null()) {
            self.out.push_str(if is_empty { "" } else { "," });
            is_empty = false;
            self.line(depth + 1);
            write_text(&mut self.out, name);
            self.out.push_str(if self.pretty { " : " } else { ":" });
            self.value(value, depth + 1);
        }
        if !is_empty {
            self.line(depth);
        }
        self.out.push('}');
    }

    fn line(&mut self, depth: usize) {
        if self.pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", depth));
        }
    }
}
