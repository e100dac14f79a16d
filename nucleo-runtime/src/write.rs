//! Writing of typed values as nodes.

use crate::answer::ToNode;
use crate::shape::{Field, Kind, Literal, Record, Shape, Type};
use crate::tape::{KEY_IN_ARENA, MADE, Node, Raw, TEXT_IN_ARENA, Tag, Tape, pair};

/// Takes values in the order of their writing and keeps them as a tape.
#[derive(Debug)]
pub struct Writer {
    tape: Tape<'static>,
    /// The name of the member whose value comes next: its place in the arena.
    key: Option<(u32, u32)>,
    /// The number of values written into each open container.
    open: Vec<Open>,
    /// What is written in the place of an artifact.
    #[cfg(feature = "artifacts")]
    pub(crate) pass: crate::artifact::Pass,
}

#[derive(Debug)]
struct Open {
    node: u32,
    count: u32,
}

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// A writer that holds nothing yet.
    pub fn new() -> Self {
        Self {
            tape: Tape::new(""),
            key: None,
            open: Vec::new(),
            #[cfg(feature = "artifacts")]
            pass: crate::artifact::Pass::default(),
        }
    }

    /// The tape of one value.
    pub(crate) fn tape_of(value: &dyn ToNode) -> Tape<'static> {
        let mut out = Self::new();
        value.to_node(&mut out);
        out.finish()
    }

    /// The tape of what was written.
    pub(crate) fn finish(mut self) -> Tape<'static> {
        if self.tape.nodes.is_empty() {
            self.null();
        }
        self.tape
    }

    fn push(&mut self, tag: Tag, flags: u8, data: u64) {
        let mut raw = Raw::new(tag, 0..0, data);
        raw.flags = flags;
        if let Some((key, len)) = self.key.take() {
            (raw.key, raw.key_len) = (key, len);
            raw.flags |= KEY_IN_ARENA;
        }
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
        }
        self.tape.nodes.push(raw);
    }

    fn push_text(&mut self, tag: Tag, text: &str) {
        let (offset, len) = self.tape.store(text);
        self.push(tag, TEXT_IN_ARENA, pair(offset, len));
    }

    /// Writes `null`.
    pub fn null(&mut self) {
        self.push(Tag::Null, 0, 0);
    }

    /// Writes a boolean.
    pub fn bool(&mut self, value: bool) {
        self.push(if value { Tag::True } else { Tag::False }, 0, 0);
    }

    /// Writes a whole number.
    pub fn int(&mut self, value: i64) {
        self.push(Tag::Int, MADE, value as u64);
    }

    /// Writes a number; `null` where it is none, as JSON has no such value.
    pub fn float(&mut self, value: f64) {
        if value.is_finite() {
            self.push(Tag::Float, MADE, value.to_bits());
        } else {
            self.null();
        }
    }

    /// Writes a number that is spelled as JSON spells it.
    pub fn digits(&mut self, digits: &str) {
        self.push_text(Tag::Digits, digits);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.push_text(Tag::Text, text);
    }

    /// Names the member whose value is written next.
    pub(crate) fn key(&mut self, name: &str) {
        self.key = Some(self.tape.store(name));
    }

    /// Names the declared member whose value is written next.
    fn member(&mut self, field: &Field) {
        #[cfg(feature = "artifacts")]
        if self.pass.is_shown() {
            return self.key(field.shown);
        }
        self.key(field.name);
    }

    /// How many containers are open.
    #[cfg(feature = "artifacts")]
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The JSON pointer of a member of the innermost container that is open, from the container behind the first
    /// `depth`.
    #[cfg(feature = "artifacts")]
    pub(crate) fn pointer(&self, depth: usize, node: u32) -> String {
        let inner = self.open.windows(2).skip(depth).map(|pair| (&pair[0], pair[1].node));
        let last = self.open.last().map(|parent| (parent, node));
        let token = |(parent, node): (&Open, u32)| match self.tape.nodes[parent.node as usize].tag {
            Tag::List => format!("/{}", parent.count - 1),
            _ => format!("/{}", crate::path::escaped(self.tape.key_of(&self.tape.nodes[node as usize]))),
        };
        inner.chain(last).map(token).collect()
    }

    pub(crate) fn begin(&mut self, tag: Tag) {
        let node = self.tape.nodes.len() as u32;
        self.push(tag, 0, 0);
        self.open.push(Open { node, count: 0 });
    }

    pub(crate) fn end(&mut self) {
        // OK because each `end` stands behind its `begin`.
        let Open { node, count } = self.open.pop().expect("an open container");
        self.tape.nodes[node as usize].data = pair(self.tape.nodes.len() as u32, count);
    }

    /// Writes a list.
    pub fn list<T: ToNode>(&mut self, items: impl IntoIterator<Item = T>) {
        self.begin(Tag::List);
        for item in items {
            item.to_node(self);
        }
        self.end();
    }

    /// Writes an object with these members.
    pub fn map<'k, T: ToNode>(&mut self, members: impl IntoIterator<Item = (&'k String, T)>) {
        self.begin(Tag::Object);
        for (name, value) in members {
            self.key(name);
            value.to_node(self);
        }
        self.end();
    }

    /// Writes a list whose elements have a type each.
    pub fn tuple(&mut self, items: &[&dyn ToNode]) {
        self.list(items);
    }

    /// Begins an object with the declared members of `shape`, under their source names. It ends where the record's
    /// writer is dropped.
    pub fn record(&mut self, shape: Shape) -> RecordWriter<'_> {
        self.begin(Tag::Object);
        RecordWriter { fields: record_of(shape).map_or(&[], |it| it.fields), shape, out: self }
    }

    /// Writes the value at place `index` of the enum `shape`.
    pub fn variant(&mut self, shape: Shape, index: usize) {
        match bare(shape).kind {
            // OK because the generator writes an index of the same enum.
            Kind::Enum(variants) => self.literal(&variants[index].value),
            _ => self.null(),
        }
    }

    /// Writes a value of the schema.
    pub(crate) fn literal(&mut self, literal: &Literal) {
        match *literal {
            Literal::Null => self.null(),
            Literal::Bool(value) => self.bool(value),
            Literal::Number(digits) => match digits.parse() {
                Ok(value) => self.int(value),
                Err(_) => self.digits(digits),
            },
            Literal::Text(text) => self.text(text),
            Literal::List(items) => {
                self.begin(Tag::List);
                items.iter().for_each(|item| self.literal(item));
                self.end();
            }
            Literal::Object(members) => {
                self.begin(Tag::Object);
                for (name, value) in members {
                    self.key(name);
                    self.literal(value);
                }
                self.end();
            }
        }
    }

    /// Writes a value as `serde_json` holds it.
    pub(crate) fn value(&mut self, value: &serde_json::Value) {
        use serde_json::Value;
        match value {
            Value::Null => self.null(),
            Value::Bool(value) => self.bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(int) => self.int(int),
                None => self.digits(&number.to_string()),
            },
            Value::String(text) => self.text(text),
            Value::Array(items) => self.list(items),
            Value::Object(members) => self.map(members),
        }
    }

    /// Copies a value as it stands, without regard to any type.
    pub(crate) fn copy(&mut self, node: Node<'_>) {
        let raw = node.raw();
        match raw.tag {
            Tag::Null => self.null(),
            Tag::False | Tag::True => self.bool(raw.tag == Tag::True),
            Tag::Int | Tag::Float | Tag::Digits => self.number(node),
            Tag::Text => self.text(node.text().unwrap_or_default()),
            Tag::List => {
                self.begin(Tag::List);
                node.items().for_each(|item| self.copy(item));
                self.end();
            }
            Tag::Object => {
                self.begin(Tag::Object);
                for (name, value) in node.entries() {
                    self.key(name);
                    self.copy(value);
                }
                self.end();
            }
            // OK because `Tape::node` follows forwards.
            Tag::Forward => unreachable!("a node is never a forward"),
        }
    }

    /// Copies a number, with the digits that it was written with where its value alone would lose some.
    pub(crate) fn number(&mut self, node: Node<'_>) {
        let raw = node.raw();
        match raw.tag {
            Tag::Int => self.int(raw.data as i64),
            Tag::Float => self.float(f64::from_bits(raw.data)),
            _ => self.digits(&node.digits().unwrap_or_default()),
        }
    }
}

/// The type of a shape, names and mappings taken off.
pub(crate) fn bare(shape: Shape) -> &'static Type {
    let mut id = shape.id;
    loop {
        let ty = shape.table.get(id);
        match ty.kind {
            Kind::Same(to) => id = to,
            Kind::Mapped(mapped) => id = mapped.ty,
            _ => return ty,
        }
    }
}

fn record_of(shape: Shape) -> Option<&'static Record> {
    match &bare(shape).kind {
        Kind::Record(record) => Some(record),
        _ => None,
    }
}

/// Writes the members of one record.
#[derive(Debug)]
pub struct RecordWriter<'w> {
    out: &'w mut Writer,
    fields: &'static [Field],
    shape: Shape,
}

impl RecordWriter<'_> {
    /// Writes the member at place `index`, unless it is optional and absent.
    pub fn field(&mut self, index: usize, value: &dyn ToNode) {
        // OK because the generator writes an index of the same record.
        let field = &self.fields[index];
        if field.required || field.default.is_some() || !value.is_absent() {
            self.out.member(field);
            value.to_node(self.out);
        }
    }

    /// As [`field`](Self::field), for a member that may be shortened, or kept out of what a model is shown.
    #[cfg(feature = "artifacts")]
    pub fn noted(&mut self, index: usize, note: &crate::summary::Note, value: &dyn ToNode) {
        if !self.out.pass.shows(note) {
            return;
        }
        let node = self.out.tape.nodes.len();
        self.field(index, value);
        if let Some(settings) = note.summarizable.filter(|_| self.out.tape.nodes.len() > node) {
            // OK because the generator writes an index of the same record, and the writer's indices are 32 bits wide.
            let is_text = matches!(bare(self.shape.at(self.fields[index].ty)).kind, Kind::Text(_));
            self.out.mark(node as u32, settings, is_text);
        }
    }

    /// Writes the member at place `index`, whose type has one value.
    pub fn constant(&mut self, index: usize) {
        // OK because the generator writes an index of the same record.
        let field = &self.fields[index];
        self.out.member(field);
        self.out.variant(self.shape.at(field.ty), 0);
    }

    /// Writes the members that the record keeps beside its declared ones.
    pub fn rest<T: ToNode>(&mut self, members: &std::collections::BTreeMap<String, T>) {
        for (name, value) in members {
            self.out.key(name);
            value.to_node(self.out);
        }
    }
}

impl Drop for RecordWriter<'_> {
    fn drop(&mut self) {
        self.out.end();
    }
}
