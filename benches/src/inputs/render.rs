//! The dresses that models put around and into their JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::Inventory;

/// Clean JSON, indented by two.
pub fn pretty<T: Serialize>(value: &T) -> String {
    // OK because the inputs hold nothing that JSON cannot.
    serde_json::to_string_pretty(value).expect("an input is JSON")
}

/// Clean JSON on one line, with a space behind commas and colons.
pub fn spaced<T: Serialize>(value: &T) -> String {
    written(value, Spaced)
}

/// Single quotes, bare names, trailing commas, and comments.
pub fn sloppy<T: Serialize>(value: &T) -> String {
    written(value, Sloppy::default())
}

/// `json` in a fence, with chat around it.
pub fn fenced(json: &str) -> String {
    format!("{CHAT}.\n\n```json\n{json}\n```\n\n{MORE_CHAT}\n")
}

/// `json` with chat around it.
pub fn prose(json: &str) -> String {
    format!("{CHAT}:\n\n{json}\n\n{MORE_CHAT}\n")
}

const CHAT: &str = "Sure! Here is the inventory you asked for";
const MORE_CHAT: &str = "Let me know if you'd like anything changed.";

/// Ten deviations, one of each common kind: a fence, prose, a bare name, a number in quotes, a Python literal, a
/// comment, single quotes, curly quotes, a raw line break in a text, and a trailing comma.
///
/// # Panics
///
/// On an inventory with fewer than four items, or without a line break in a text.
pub fn damaged(inventory: &Inventory) -> String {
    let mut json = pretty(inventory);
    for (clean, damaged) in [
        ("\"title\":", "title:"),
        ("\"id\": 0,", "\"id\": \"0\","),
        ("\"active\": true", "\"active\": True"),
        ("\"id\": 1,", "\"id\": 1, // the second"),
        ("\"id\": 2,", "'id': 2,"),
        ("\"id\": 3,", "\u{201c}id\u{201d}: 3,"),
        ("\\n", "\n"),
    ] {
        assert!(json.contains(clean), "{clean} to damage");
        json = json.replacen(clean, damaged, 1);
    }
    // OK because an inventory ends with its list of items.
    let end = json.rfind("\n  ]").expect("a list");
    json.insert(end, ',');
    format!("Here is the inventory:\n\n```json\n{json}\n```\nAnything else?\n")
}

fn written<T: Serialize, F: Formatter>(value: &T, formatter: F) -> String {
    let mut out = Vec::new();
    // OK because the inputs hold nothing that JSON cannot, and a `Vec` takes whatever is written.
    value.serialize(&mut Serializer::with_formatter(&mut out, formatter)).expect("an input is JSON");
    // OK because serde_json writes UTF-8.
    String::from_utf8(out).expect("UTF-8")
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

#[derive(Default)]
struct Sloppy {
    depth: usize,
    /// What is being written is a name.
    naming: bool,
    /// The first name of the object that was begun last, until its value is written.
    first: Option<String>,
}

impl Sloppy {
    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        write!(out, "\n{:indent$}", "", indent = 2 * self.depth)
    }

    fn quote<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.naming { b"" } else { b"'" })
    }
}

impl Formatter for Sloppy {
    fn begin_string<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.quote(out)
    }

    fn end_string<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.quote(out)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        if let Some(name) = self.first.as_mut().filter(|_| self.naming) {
            name.push_str(text);
        }
        out.write_all(text.as_bytes())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        self.line(out)?;
        out.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.naming = true;
        self.first = first.then(String::new);
        self.line(out)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _out: &mut W) -> io::Result<()> {
        self.naming = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b",")?;
        match self.first.take() {
            Some(name) => write!(out, " // the {name}"),
            None => Ok(()),
        }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, _out: &mut W, _first: bool) -> io::Result<()> {
        Ok(())
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b", ")
    }
}

#[cfg(test)]
mod tests {
    use crate::inputs::{Item, inventory};

    use super::*;

    fn shed() -> Inventory {
        let lamp = Item {
            id: 0,
            name: "old lamp".into(),
            price: 2.5,
            active: true,
            tags: vec!["oil".into(), "brass".into()],
            note: None,
        };
        Inventory { title: "Shed".into(), count: 1, items: vec![lamp] }
    }

    #[test]
    fn ok_spaced() {
        let json = r#"{"title": "Shed", "count": 1, "items": [{"id": 0, "name": "old lamp", "price": 2.5, "active": true, "tags": ["oil", "brass"], "note": null}]}"#;
        assert_eq!(spaced(&shed()), json);
    }

    #[test]
    fn ok_sloppy() {
        let json = "{
  title: 'Shed', // the title
  count: 1,
  items: [{
    id: 0, // the id
    name: 'old lamp',
    price: 2.5,
    active: true,
    tags: ['oil', 'brass', ],
    note: null,
  }, ],
}";
        assert_eq!(sloppy(&shed()), json);
    }

    #[test]
    fn ok_damaged_in_each_of_its_ways() {
        let mut inventory = inventory(10_000);
        inventory.title.push('\n');
        let text = damaged(&inventory);
        for part in ["  title:", "\"0\"", "True", "// the second", "'id'", "“id”", "shed\n\"", "},\n  ]\n}\n```\n"]
        {
            assert!(text.contains(part), "{part}");
        }
    }
}
