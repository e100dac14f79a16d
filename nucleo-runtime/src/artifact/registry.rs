//! Types found again by their aliases.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::{Aliased, Artifact, Reference, Source, place};
use crate::answer::Shaped;
use crate::fault::Fault;
use crate::shape::Shape;
use crate::tape::Node;
use crate::value::{conformed, parsed};
use crate::write::Writer;

/// One type of a table of aliases.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The alias.
    pub alias: &'static str,
    /// The path of the Rust type.
    pub path: &'static str,
    /// What programs store of it.
    pub shape: Shape,
    /// Builds one from nodes that fit `shape`.
    pub read: fn(Node<'_>) -> Option<Box<dyn Artifact>>,
}

impl Entry {
    /// The entry of a type.
    pub const fn of<T: Aliased>() -> Self {
        let read: fn(Node<'_>) -> Option<Box<dyn Artifact>> = |node| Some(Box::new(T::from_node(node)?));
        Self { alias: T::ALIAS, path: T::PATH, shape: T::SHAPE, read }
    }

    /// The simple name of the type, as a model sees it.
    pub fn name(&self) -> &'static str {
        crate::write::bare(self.shape).name
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} => {}", self.alias, self.path)
    }
}

/// The tables of aliases of one program.
///
/// ```
/// use nucleo_runtime::artifact::{ListArtifact, Registry};
///
/// static REGISTRY: Registry = Registry::join(&[ListArtifact::ALIASES]);
/// assert_eq!(REGISTRY.nearest("list:of:plants").unwrap().name(), "ListArtifact");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    tables: &'static [&'static [Entry]],
}

impl Registry {
    /// Joins the tables of several crates, the generated `ALIASES`. The same type may stand in several of them.
    ///
    /// # Panics
    ///
    /// Where two types have one alias; in a `static`, that stops the build. The message has the alias and both types.
    pub const fn join(tables: &'static [&'static [Entry]]) -> Self {
        let mut one = 0;
        while one < tables.len() {
            check_order(tables[one]);
            let mut two = 0;
            while two < one {
                check_pair(tables[two], tables[one]);
                two += 1;
            }
            one += 1;
        }
        Self { tables }
    }

    /// The type with this very alias.
    pub fn exact(&self, alias: &str) -> Option<&'static Entry> {
        self.tables.iter().find_map(|table| {
            let at = table.binary_search_by(|entry| entry.alias.cmp(alias)).ok()?;
            table.get(at)
        })
    }

    /// The type with this alias, or with the nearest one above it: for `plant:tree:oak` also `plant:tree` or `plant`.
    pub fn nearest(&self, alias: &str) -> Option<&'static Entry> {
        let mut alias = alias;
        loop {
            if let Some(entry) = self.exact(alias) {
                return Some(entry);
            }
            alias = &alias[..alias.rfind(':')?];
        }
    }

    /// All types, table by table.
    pub fn entries(&self) -> impl Iterator<Item = &'static Entry> {
        self.tables.iter().copied().flatten()
    }

    /// Reads JSON text that a program wrote, in which artifacts of any type stand: each is of the type that the alias
    /// of its reference leads to.
    ///
    /// # Errors
    ///
    /// Every way in which the text does not fit; an artifact whose alias leads to no type is one.
    pub fn from_str<T: Shaped>(&self, json: &str) -> Result<T, Vec<Fault>> {
        let mut tape = parsed(json)?;
        tape.artifacts = self.source();
        let parsed = conformed(tape, T::STORED)?;
        // OK because values without a fault fit the type that was generated from the same shape.
        Ok(T::from_node(parsed.tape.node(parsed.root)).expect("a conformed value fits its type"))
    }

    /// Reads JSON text that a program wrote of an artifact, whose type the alias of its reference leads to.
    ///
    /// # Errors
    ///
    /// As [`from_str`](Self::from_str) has them.
    pub fn artifact(&self, json: &str) -> Result<Arc<dyn Artifact>, Vec<Fault>> {
        let held: super::Held<dyn Artifact> = self.from_str(json)?;
        held.get().cloned().ok_or_else(|| vec![place::alone()])
    }

    fn source(&self) -> Source {
        Source::Registry(Box::new(Building { registry: *self, built: RefCell::default() }))
    }

    /// Builds an artifact of the type that a reference leads to.
    pub(super) fn build_under(&self, reference: &Reference, node: Node<'_>) -> Option<Arc<dyn Artifact>> {
        let entry = self.nearest(reference.alias()?)?;
        let mut out = Writer::new();
        out.copy(node);
        let mut tape = out.finish();
        tape.artifacts = self.source();
        let parsed = conformed(tape, entry.shape).ok()?;
        (entry.read)(parsed.tape.node(parsed.root)).map(Arc::from)
    }
}

/// Builds artifacts of any type while a text is read. Each is asked for when it is checked, and again when it is used;
/// without a memory, every level of lists in lists would double the work.
#[derive(Debug, Clone)]
pub(crate) struct Building {
    registry: Registry,
    built: RefCell<HashMap<u32, Option<Arc<dyn Artifact>>>>,
}

impl Building {
    /// Whether a reference leads to a type.
    pub(super) fn knows(&self, reference: &Reference) -> bool {
        reference.alias().is_some_and(|alias| self.registry.nearest(alias).is_some())
    }

    /// Builds an artifact from what a program wrote of it.
    pub(super) fn build(&self, node: Node<'_>) -> Option<Arc<dyn Artifact>> {
        if let Some(known) = self.built.borrow().get(&node.index()) {
            return known.clone();
        }
        let artifact = place::find(node).and_then(|reference| self.registry.build_under(&reference, node));
        self.built.borrow_mut().insert(node.index(), artifact.clone());
        artifact
    }
}

/// Whether the table is sorted, each alias once: lookups and joining rely on it.
const fn check_order(table: &[Entry]) {
    let mut at = 1;
    while at < table.len() {
        let (one, two) = (&table[at - 1], &table[at]);
        match compare(one.alias, two.alias) {
            Order::Less => {}
            Order::Equal => clash(one, two),
            Order::Greater => panic!("a table of aliases is not sorted"),
        }
        at += 1;
    }
}

/// Whether two tables agree on each alias that both have: a merge, so that many types stay cheap at compile time.
const fn check_pair(left: &[Entry], right: &[Entry]) {
    let (mut one, mut two) = (0, 0);
    while one < left.len() && two < right.len() {
        match compare(left[one].alias, right[two].alias) {
            Order::Less => one += 1,
            Order::Greater => two += 1,
            Order::Equal => {
                if !matches!(compare(left[one].path, right[two].path), Order::Equal) {
                    clash(&left[one], &right[two]);
                }
                one += 1;
                two += 1;
            }
        }
    }
}

enum Order {
    Less,
    Equal,
    Greater,
}

/// `str::cmp`, which is not `const`.
const fn compare(one: &str, two: &str) -> Order {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    let mut at = 0;
    while at < one.len() && at < two.len() {
        if one[at] != two[at] {
            return if one[at] < two[at] { Order::Less } else { Order::Greater };
        }
        at += 1;
    }
    match () {
        () if one.len() < two.len() => Order::Less,
        () if one.len() > two.len() => Order::Greater,
        () => Order::Equal,
    }
}

const fn clash(one: &Entry, two: &Entry) -> ! {
    // Formatting is not `const`, so the message is put together byte by byte.
    const ROOM: usize = 1024;
    let parts = ["two types have the alias `", one.alias, "`: `", one.path, "` and `", two.path, "`"];
    let mut text = [b' '; ROOM];
    let (mut len, mut part) = (0, 0);
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        let mut at = 0;
        while at < bytes.len() && len < ROOM {
            text[len] = bytes[at];
            len += 1;
            at += 1;
        }
        part += 1;
    }
    match std::str::from_utf8(text.split_at(len).0) {
        Ok(text) => panic!("{}", text),
        // A very long path was cut inside a character.
        Err(_) => panic!("two types have one alias"),
    }
}
