//! The flat tape of nodes that the reader writes, `conform` completes, and generated code reads.
//!
//! One value is one `Raw` node; a container's children stand right behind it, each with its whole subtree. Text is
//! borrowed from the reply, or stands in the tape's arena where an escape or a repair changed it.

use std::borrow::Cow;
use std::ops::Range;

/// The kind of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the kinds of JSON")]
pub enum JsonKind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl JsonKind {
    /// The kind's name with its article, as in "found a string".
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    /// The kind's name for a further value of it, as in "found another string".
    pub(crate) const fn another(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "another boolean",
            Self::Number => "another number",
            Self::String => "another string",
            Self::Array => "another array",
            Self::Object => "another object",
        }
    }
}

/// What a raw node holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag {
    Null,
    False,
    True,
    /// A whole number, in `data` as `i64`.
    Int,
    /// A number, in `data` as the bits of an `f64` that equals its text exactly as `str::parse` reads it.
    Float,
    /// A number whose text (`data`: offset and length) does not fit the two above.
    Digits,
    /// A text (`data`: offset and length).
    Text,
    /// A list (`data`: end of the subtree and number of elements).
    List,
    /// An object (`data`: end of the subtree and number of members).
    Object,
    /// Another node in this one's place (`data`: end of the subtree and the other's index).
    Forward,
}

/// The text of a value or number stands in the arena, not in the reply.
pub(crate) const TEXT_IN_ARENA: u8 = 1;
/// The member's name stands in the arena, not in the reply.
pub(crate) const KEY_IN_ARENA: u8 = 2;
/// The text was written without quotes.
pub(crate) const BARE: u8 = 4;
/// The value ends where the reply was cut off.
pub(crate) const CUT: u8 = 8;
/// A number whose spelling stands nowhere: it was coerced, or written by a program.
pub(crate) const MADE: u8 = 16;

/// No frame, no field.
pub(crate) const NONE: u32 = u32::MAX;
/// Not a declared member (yet).
pub(crate) const UNDECLARED: u16 = u16::MAX;
/// Kept among a record's further members.
pub(crate) const REST: u16 = u16::MAX - 1;
/// Left out of the value: one of several members of one name, or nothing where an optional member may be absent.
pub(crate) const DROPPED: u16 = u16::MAX - 2;
/// Left out of the value because it is undeclared; the rules of the schema still see it.
pub(crate) const IGNORED: u16 = u16::MAX - 3;

/// One value, in 32 bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw {
    pub(crate) tag: Tag,
    pub(crate) flags: u8,
    /// The index of the declared member that this value belongs to.
    pub(crate) field: u16,
    /// The value's place in the reply.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The member's name, where the value is a member.
    pub(crate) key: u32,
    pub(crate) key_len: u32,
    /// What `conform` decided, as an index into [`Tape::side`]. A record: one entry a field, its node + 1, 0 where
    /// absent. A union: the branch, and the frame of the value as that branch. A value taken as a list of one: the
    /// frame of the element. An enum's value: its place among the values, itself no index.
    pub(crate) frame: u32,
    pub(crate) data: u64,
}

impl Raw {
    pub(crate) const fn new(tag: Tag, span: Range<u32>, data: u64) -> Self {
        Self {
            tag,
            flags: 0,
            field: UNDECLARED,
            start: span.start,
            end: span.end,
            key: 0,
            key_len: 0,
            frame: NONE,
            data,
        }
    }

    /// The two halves of `data`.
    #[inline]
    pub(crate) const fn pair(&self) -> (u32, u32) {
        ((self.data >> 32) as u32, self.data as u32)
    }

    pub(crate) const fn is_container(&self) -> bool {
        matches!(self.tag, Tag::List | Tag::Object)
    }
}

/// Packs two halves into a node's `data`.
#[inline]
pub(crate) const fn pair(high: u32, low: u32) -> u64 {
    ((high as u64) << 32) | low as u64
}

/// The index right behind the subtree of a node at `index`.
#[inline]
pub(crate) fn behind(index: u32, raw: &Raw) -> u32 {
    match raw.tag {
        Tag::List | Tag::Object | Tag::Forward => raw.pair().0,
        _ => index + 1,
    }
}

/// The nodes of one reply.
#[derive(Debug, Clone)]
pub struct Tape<'r> {
    /// The reply.
    pub(crate) text: &'r str,
    /// Text that stands in the reply only after a repair or an escape.
    pub(crate) arena: String,
    pub(crate) nodes: Vec<Raw>,
    /// The frames; see [`Raw::frame`].
    pub(crate) side: Vec<u32>,
    /// The name of some member that was read begins with `@`.
    pub(crate) marked: bool,
    /// Where the artifacts that the nodes point at are found.
    #[cfg(feature = "artifacts")]
    pub(crate) artifacts: crate::artifact::Source,
}

impl<'r> Tape<'r> {
    /// An empty tape over `text`, with room for what a text of that length usually holds.
    pub(crate) fn new(text: &'r str) -> Self {
        // Small answers have a node per 15 to 20 bytes, large ones per 20 to 30: one allocation serves nearly all.
        Self {
            text,
            arena: String::new(),
            nodes: Vec::with_capacity(text.len() / 16 + 8),
            side: Vec::new(),
            marked: false,
            #[cfg(feature = "artifacts")]
            artifacts: crate::artifact::Source::default(),
        }
    }

    /// The text at an offset and length of the reply, or of the arena.
    #[inline]
    pub(crate) fn slice(&self, in_arena: bool, offset: u32, len: u32) -> &str {
        let range = offset as usize..offset as usize + len as usize;
        // OK because the reader only writes ranges that it read, at character boundaries.
        if in_arena { &self.arena[range] } else { &self.text[range] }
    }

    /// The text or digits of a node that has them in `data`.
    #[inline]
    pub(crate) fn text_of(&self, raw: &Raw) -> &str {
        let (offset, len) = raw.pair();
        self.slice(raw.flags & TEXT_IN_ARENA != 0, offset, len)
    }

    /// Whether a text is empty or begins with a blank.
    #[inline]
    pub(crate) fn begins_blank(&self, raw: &Raw) -> bool {
        self.text_of(raw).bytes().next().is_none_or(|byte| byte <= b' ')
    }

    /// The name of a node that is a member.
    #[inline]
    pub(crate) fn key_of(&self, raw: &Raw) -> &str {
        self.slice(raw.flags & KEY_IN_ARENA != 0, raw.key, raw.key_len)
    }

    /// The bytes of a member's name.
    #[inline]
    pub(crate) fn key_bytes(&self, raw: &Raw) -> &[u8] {
        let text = if raw.flags & KEY_IN_ARENA != 0 { &self.arena } else { self.text };
        // OK because the reader only writes ranges that it read.
        &text.as_bytes()[raw.key as usize..raw.key as usize + raw.key_len as usize]
    }

    /// The index right behind the subtree of the node at `index`.
    #[inline]
    pub(crate) fn next(&self, index: u32) -> u32 {
        behind(index, &self.nodes[index as usize])
    }

    /// The node that stands at `index`, forwards followed.
    #[inline]
    pub(crate) fn follow(&self, mut index: u32) -> u32 {
        while let Raw { tag: Tag::Forward, data, .. } = self.nodes[index as usize] {
            index = data as u32;
        }
        index
    }

    /// The members of the object, or the elements of the list, at `index`, with their names.
    pub(crate) fn members(&self, index: u32) -> impl Iterator<Item = (u32, &str)> {
        let end = self.next(index);
        let first = Some(index + 1).filter(|first| *first < end);
        std::iter::successors(first, move |at| Some(self.next(*at)).filter(|next| *next < end))
            .map(|at| (at, self.key_of(&self.nodes[at as usize])))
    }

    /// Appends the whole of `other`, and gives the index of its first node. Its values stand at `span` of this reply.
    pub(crate) fn graft(&mut self, other: &Tape<'_>, span: Range<u32>) -> u32 {
        let base = self.nodes.len() as u32;
        let (text_at, _) = self.store(other.text);
        let (arena_at, _) = self.store(&other.arena);
        let moved = |in_arena, offset| if in_arena { arena_at + offset } else { text_at + offset };
        for raw in &other.nodes {
            let mut raw = Raw { start: span.start, end: span.end, ..*raw };
            let (high, low) = raw.pair();
            match raw.tag {
                Tag::Text | Tag::Digits => raw.data = pair(moved(raw.flags & TEXT_IN_ARENA != 0, high), low),
                Tag::List | Tag::Object => raw.data = pair(high + base, low),
                Tag::Forward => raw.data = pair(high + base, low + base),
                Tag::Null | Tag::False | Tag::True | Tag::Int | Tag::Float => raw.flags |= MADE,
            }
            raw.key = moved(raw.flags & KEY_IN_ARENA != 0, raw.key);
            raw.flags |= TEXT_IN_ARENA | KEY_IN_ARENA;
            self.nodes.push(raw);
        }
        base
    }

    /// Copies `text` into the arena and gives its place there.
    pub(crate) fn store(&mut self, text: &str) -> (u32, u32) {
        let offset = self.arena.len() as u32;
        self.arena.push_str(text);
        (offset, text.len() as u32)
    }

    /// The value at `index`.
    #[inline]
    pub(crate) fn node(&self, index: u32) -> Node<'_> {
        let index = self.follow(index);
        Node { tape: self, index, frame: self.nodes[index as usize].frame }
    }
}

/// One value of a tape.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tape: &'t Tape<'t>,
    index: u32,
    frame: u32,
}

impl<'t> Node<'t> {
    #[inline]
    pub(crate) fn raw(self) -> &'t Raw {
        &self.tape.nodes[self.index as usize]
    }

    pub(crate) fn index(self) -> u32 {
        self.index
    }

    pub(crate) fn tape(self) -> &'t Tape<'t> {
        self.tape
    }

    /// The kind of JSON value.
    pub fn kind(self) -> JsonKind {
        match self.raw().tag {
            Tag::Null => JsonKind::Null,
            Tag::False | Tag::True => JsonKind::Boolean,
            Tag::Int | Tag::Float | Tag::Digits => JsonKind::Number,
            Tag::Text => JsonKind::String,
            Tag::List => JsonKind::Array,
            Tag::Object => JsonKind::Object,
            // OK because `Tape::node` follows forwards.
            Tag::Forward => unreachable!("a node is never a forward"),
        }
    }

    /// Whether the value is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.raw().tag == Tag::Null
    }

    /// The value of a boolean.
    #[inline]
    pub fn boolean(self) -> Option<bool> {
        match self.raw().tag {
            Tag::True => Some(true),
            Tag::False => Some(false),
            _ => None,
        }
    }

    /// The value of a text.
    #[inline]
    pub fn text(self) -> Option<&'t str> {
        let raw = self.raw();
        (raw.tag == Tag::Text).then(|| self.tape.text_of(raw))
    }

    /// The value of a whole number that an `i64` holds.
    #[inline]
    pub fn int(self) -> Option<i64> {
        let raw = self.raw();
        (raw.tag == Tag::Int).then_some(raw.data as i64)
    }

    /// The text of a number, as JSON spells it.
    pub fn digits(self) -> Option<Cow<'t, str>> {
        let raw = self.raw();
        match raw.tag {
            Tag::Digits => Some(Cow::Borrowed(self.tape.text_of(raw))),
            Tag::Int if raw.flags & MADE != 0 => Some(Cow::Owned((raw.data as i64).to_string())),
            // `Debug`, as it writes an exponent where `Display` would write hundreds of zeros.
            Tag::Float if raw.flags & MADE != 0 => Some(Cow::Owned(format!("{:?}", f64::from_bits(raw.data)))),
            // OK because a number keeps its span unless it says that it was made.
            Tag::Int | Tag::Float => self.tape.text.get(raw.start as usize..raw.end as usize).map(Cow::Borrowed),
            _ => None,
        }
    }

    /// The value of a number as the nearest `f64`.
    #[inline]
    pub fn float(self) -> Option<f64> {
        let raw = self.raw();
        match raw.tag {
            Tag::Float => Some(f64::from_bits(raw.data)),
            Tag::Int => Some(raw.data as i64 as f64),
            Tag::Digits => self.tape.text_of(raw).parse().ok(),
            _ => None,
        }
    }

    /// The value's place in the reply.
    pub fn span(self) -> Range<usize> {
        let raw = self.raw();
        raw.start as usize..raw.end as usize
    }

    /// The place of the name of a value that is a member, quotes included; empty for another value.
    pub fn name_span(self) -> Range<usize> {
        let raw = self.raw();
        if raw.flags & KEY_IN_ARENA == 0 {
            let name = raw.key as usize..(raw.key + raw.key_len) as usize;
            let quoted = name.start > 0 && self.tape.text.as_bytes()[name.start - 1] == b'"';
            return if quoted { name.start - 1..name.end + 1 } else { name };
        }
        // An escaped name stands right before its value: the node has no room for its place.
        let before = self.tape.text[..raw.start as usize].trim_end();
        let before = before.strip_suffix(':').unwrap_or(before).trim_end();
        let mut start = before.len().saturating_sub(1);
        while let Some(quote) = before[..start].rfind('"') {
            start = quote;
            let backslashes = before[..quote].bytes().rev().take_while(|byte| *byte == b'\\').count();
            if backslashes % 2 == 0 {
                break;
            }
        }
        start..before.len()
    }

    /// The number of elements or members.
    #[inline]
    pub fn len(self) -> usize {
        let raw = self.raw();
        if raw.is_container() { raw.pair().1 as usize } else { 0 }
    }

    /// Whether there are no elements or members.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The elements of a list, or the value itself where it was taken as a list of one.
    #[inline]
    pub fn items(self) -> Items<'t> {
        let raw = self.raw();
        if raw.tag == Tag::List {
            Items { tape: self.tape, at: self.index + 1, end: raw.pair().0, single: None }
        } else {
            let frame = self.side(0);
            Items { tape: self.tape, at: 0, end: 0, single: Some(Node { frame, ..self }) }
        }
    }

    /// The members of an object that count, with their names as the reply has them.
    #[inline]
    pub fn entries(self) -> Entries<'t> {
        let raw = self.raw();
        let end = if raw.tag == Tag::Object { raw.pair().0 } else { 0 };
        Entries { tape: self.tape, at: self.index + 1, end, which: Which::Kept }
    }

    /// The members that a record keeps beside its declared ones.
    pub fn rest(self) -> Entries<'t> {
        Entries { which: Which::Rest, ..self.entries() }
    }

    /// The members as the rules of a schema see them: those that were ignored, too.
    pub(crate) fn members(self) -> Entries<'t> {
        Entries { which: Which::Seen, ..self.entries() }
    }

    /// The value of the member at place `field` of the record that this value was read as.
    #[inline]
    pub fn get<T: crate::answer::FromNode>(self, field: usize) -> Option<T> {
        match self.field(field) {
            Some(node) => T::from_node(node),
            None => T::absent(),
        }
    }

    /// As [`get`](Self::get), by a way that leads to a type of the user's own.
    pub fn get_as<U: crate::answer::FromNodeAs<T>, T>(self, field: usize) -> Option<T> {
        match self.field(field) {
            Some(node) => U::from_node_as(node),
            None => U::absent_as(),
        }
    }

    /// The place of the enum's value that this value was read as.
    #[inline]
    pub fn variant(self) -> usize {
        self.frame as usize
    }

    /// The member at place `field` of the record that this value was read as.
    #[inline]
    pub fn field(self, field: usize) -> Option<Node<'t>> {
        match self.side(field) {
            0 | NONE => None,
            slot => Some(self.tape.node(slot - 1)),
        }
    }

    /// The first of some members, by their places, that is there.
    pub fn chosen(self, fields: &[usize]) -> Option<usize> {
        fields.iter().copied().find(|field| self.field(*field).is_some())
    }

    /// The branch of the union that this value was read as.
    #[inline]
    pub fn choice(self) -> usize {
        self.side(0) as usize
    }

    /// The value as the branch that was chosen.
    #[inline]
    pub fn branch<T: crate::answer::FromNode>(self) -> Option<T> {
        T::from_node(self.inner())
    }

    /// The members that a record keeps beside its declared ones, by name.
    pub fn kept<T: crate::answer::FromNode>(self) -> Option<std::collections::BTreeMap<String, T>> {
        self.rest().map(|(name, node)| Some((name.to_owned(), T::from_node(node)?))).collect()
    }

    /// The same value as the branch that was chosen.
    #[inline]
    pub fn inner(self) -> Node<'t> {
        Node { frame: self.side(1), ..self }
    }

    /// An entry of this value's frame; [`NONE`] where it has no frame because it does not fit.
    #[inline]
    fn side(self, offset: usize) -> u32 {
        if self.frame == NONE {
            return NONE;
        }
        self.tape.side.get(self.frame as usize + offset).copied().unwrap_or(NONE)
    }

    pub(crate) fn has_frame(self) -> bool {
        self.frame != NONE
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            JsonKind::Null => f.write_str("null"),
            JsonKind::Boolean => write!(f, "{}", self.boolean() == Some(true)),
            JsonKind::Number => f.write_str(&self.digits().unwrap_or_default()),
            JsonKind::String => write!(f, "{:?}", self.text().unwrap_or_default()),
            JsonKind::Array => f.debug_list().entries(self.items()).finish(),
            JsonKind::Object => f.debug_map().entries(self.entries()).finish(),
        }
    }
}

/// The elements of a list.
pub struct Items<'t> {
    tape: &'t Tape<'t>,
    at: u32,
    end: u32,
    single: Option<Node<'t>>,
}

impl<'t> Iterator for Items<'t> {
    type Item = Node<'t>;

    #[inline]
    fn next(&mut self) -> Option<Node<'t>> {
        if self.at >= self.end {
            return self.single.take();
        }
        let node = self.tape.node(self.at);
        self.at = self.tape.next(self.at);
        Some(node)
    }
}

/// The members of an object.
pub struct Entries<'t> {
    tape: &'t Tape<'t>,
    at: u32,
    end: u32,
    which: Which,
}

/// Which members of an object are meant.
#[derive(Debug, Clone, Copy)]
enum Which {
    Kept,
    Rest,
    Seen,
}

impl<'t> Iterator for Entries<'t> {
    type Item = (&'t str, Node<'t>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.end {
            let at = self.at;
            let raw = &self.tape.nodes[at as usize];
            self.at = behind(at, raw);
            let is_meant = match self.which {
                Which::Kept => !matches!(raw.field, DROPPED | IGNORED),
                Which::Rest => raw.field == REST,
                Which::Seen => raw.field != DROPPED,
            };
            if is_meant {
                return Some((self.tape.key_of(raw), self.tape.node(at)));
            }
        }
        None
    }
}
