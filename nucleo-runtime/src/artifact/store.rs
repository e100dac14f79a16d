//! The artifacts of a job, each under its reference.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Aliased, Artifact, Held, Pointed, Reference, Registry};
use crate::fault::Fault;
use crate::tape::Tag;
use crate::value::{json, parsed};
use crate::write::Writer;

/// The artifacts that a model may point at, shared by all that hold a clone.
///
/// ```
/// use nucleo_runtime::artifact::{ArtifactStore, ListArtifact};
///
/// let store = ArtifactStore::new();
/// let list = store.add(ListArtifact::default());
/// let reference = list.reference().unwrap();
/// assert_eq!(reference.alias(), Some("list"));
/// assert!(std::sync::Arc::ptr_eq(&store.find::<ListArtifact>(reference.as_str()).unwrap(), list.get().unwrap()));
/// ```
#[derive(Clone, Default)]
pub struct ArtifactStore(Arc<Mutex<Inner>>);

#[derive(Default)]
pub(super) struct Inner {
    held: HashMap<Reference, Arc<dyn Artifact>>,
    /// The reference of each instance, by its address: one that carries none may be shared, and cannot be changed.
    places: HashMap<usize, Reference>,
    /// Those that were added by themselves, in their order.
    top: Vec<Reference>,
    /// The summaries of the parts of artifacts, by the pointers to them.
    pub(super) summaries: HashMap<Reference, HashMap<String, String>>,
    ids: Ids,
}

/// Where ids come from.
#[derive(Default)]
enum Ids {
    #[default]
    Random,
    Numbered(u64),
}

impl ArtifactStore {
    /// An empty store, whose ids are random.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty store, whose ids are numbers in their order, so that two runs of a test agree.
    pub fn numbered() -> Self {
        Self(Arc::new(Mutex::new(Inner { ids: Ids::Numbered(0), ..Inner::default() })))
    }

    /// Adds an artifact, and gives it with its reference: its own, or a new one. All that it holds, and that carries a
    /// reference, can be pointed at from now on, too.
    ///
    /// The same instance again changes nothing. Where another artifact is held under its reference, that one stays,
    /// and this one gets a new reference, unless they are equal: then the first stands for both.
    pub fn add<T: Aliased>(&self, artifact: impl Into<Arc<T>>) -> Held<T> {
        let mut artifact = artifact.into();
        let mut inner = self.lock();
        let known = inner.places.get(&address(&artifact)).cloned();
        let reference = known.unwrap_or_else(|| inner.name(&mut artifact));
        // OK because `name` gives a reference under which nothing is held, or an instance of the same type.
        let held = inner.held.get(&reference).cloned().and_then(T::from_any).unwrap_or(artifact);
        inner.keep(&reference, held.clone());
        if !inner.top.contains(&reference) {
            inner.top.push(reference.clone());
        }
        inner.index(&T::any(held.clone()));
        Held::under(reference, held)
    }

    /// The artifact that is held under a reference.
    pub fn get(&self, reference: &Reference) -> Option<Arc<dyn Artifact>> {
        self.lock().held.get(reference).cloned()
    }

    /// The artifact that is held under a reference, in any spelling of it, where it is of this type.
    pub fn find<T: Aliased>(&self, reference: &str) -> Option<Arc<T>> {
        T::from_any(self.get(&Reference::new(reference))?)
    }

    /// The reference that an instance is held under.
    pub fn reference<T: Artifact + ?Sized>(&self, artifact: &Arc<T>) -> Option<Reference> {
        self.lock().places.get(&address(artifact)).cloned()
    }

    /// The artifacts that were added by themselves, in their order; not those that they hold.
    pub fn top(&self) -> Vec<Held<dyn Artifact>> {
        let inner = self.lock();
        let held = |reference: &Reference| Some(Held::under(reference.clone(), inner.held.get(reference)?.clone()));
        inner.top.iter().filter_map(held).collect()
    }

    /// How many artifacts were added by themselves.
    pub fn len(&self) -> usize {
        self.lock().top.len()
    }

    /// Whether no artifact was added.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The artifacts that were added by themselves as one JSON object, by their references.
    pub fn snapshot(&self) -> String {
        let mut out = Writer::new();
        out.begin(Tag::Object);
        for held in self.top() {
            if let (Some(reference), Some(artifact)) = (held.reference(), held.get()) {
                out.key(reference.as_str());
                artifact.to_node(&mut out);
            }
        }
        out.end();
        json(out.finish().node(0))
    }

    /// A store of what [`snapshot`](Self::snapshot) wrote, and the references whose alias leads to no type that the
    /// artifact fits: those are left out.
    ///
    /// # Errors
    ///
    /// Where the text is no JSON.
    pub fn restore(json: &str, registry: &Registry) -> Result<(Self, Vec<Reference>), Vec<Fault>> {
        let tape = parsed(json)?;
        let store = Self::new();
        let mut skipped = Vec::new();
        for (name, node) in tape.node(0).entries() {
            let reference = Reference::new(name);
            match registry.build_under(&reference, node) {
                Some(artifact) => store.put(reference, artifact),
                None => skipped.push(reference),
            }
        }
        Ok((store, skipped))
    }

    fn put(&self, reference: Reference, artifact: Arc<dyn Artifact>) {
        let mut inner = self.lock();
        inner.keep(&reference, artifact.clone());
        inner.top.push(reference);
        inner.index(&artifact);
    }

    /// The reference of an artifact that is written for a model; it is added where it is not held yet.
    pub(super) fn refer(&self, artifact: &Arc<dyn Artifact>, own: Option<Reference>) -> Reference {
        let mut inner = self.lock();
        let known = inner.places.get(&address(artifact)).cloned();
        let reference = known.unwrap_or_else(|| match own {
            Some(own) if inner.held.get(&own).is_none_or(|other| is_same(&**other, &**artifact)) => own,
            _ => inner.mint(artifact.alias()),
        });
        if !inner.held.contains_key(&reference) {
            inner.keep(&reference, artifact.clone());
            inner.index(artifact);
        }
        if !inner.top.contains(&reference) {
            inner.top.push(reference.clone());
        }
        reference
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        // Each change leaves the tables whole, so that a panic elsewhere is no reason to give them up.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// The reference that a new instance is held under.
    fn name<T: Aliased>(&mut self, artifact: &mut Arc<T>) -> Reference {
        let own = artifact.artifact_ref().filter(|text| !text.trim().is_empty()).map(Reference::new);
        if let Some(own) = own {
            match self.held.get(&own) {
                None => return own,
                Some(other) if is_same(&**other, &**artifact) => return own,
                Some(_) => {}
            }
        }
        let reference = self.mint(T::ALIAS);
        if let Some(artifact) = Arc::get_mut(artifact) {
            artifact.set_artifact_ref(&reference);
        }
        reference
    }

    fn mint(&mut self, alias: &str) -> Reference {
        loop {
            let id = match &mut self.ids {
                Ids::Random => id(RandomState::new().hash_one(self.held.len())),
                Ids::Numbered(last) => {
                    *last += 1;
                    format!("{last:06}")
                }
            };
            let reference = Reference::of(alias, &id);
            if !self.held.contains_key(&reference) {
                return reference;
            }
        }
    }

    fn keep(&mut self, reference: &Reference, artifact: Arc<dyn Artifact>) {
        self.places.entry(address(&artifact)).or_insert_with(|| reference.clone());
        self.held.entry(reference.clone()).or_insert(artifact);
    }

    /// Makes all that an artifact holds, and that carries a reference, something that can be pointed at.
    fn index(&mut self, artifact: &Arc<dyn Artifact>) {
        for held in super::pass::within(artifact) {
            if let (Some(reference), Some(artifact)) = (held.reference(), held.get()) {
                self.keep(&reference, artifact.clone());
            }
        }
    }
}

/// Whether two instances are one artifact: of one type, and equal.
fn is_same(one: &dyn Artifact, two: &dyn Artifact) -> bool {
    let text = |it: &dyn Artifact| json(Writer::tape_of(&it).node(0));
    one.as_any().type_id() == two.as_any().type_id() && text(one) == text(two)
}

/// An instance's address, which no other has while the store holds it.
pub(super) fn address<T: ?Sized>(artifact: &Arc<T>) -> usize {
    Arc::as_ptr(artifact).cast::<()>() as usize
}

/// Six characters of `a` to `z` and `0` to `9`.
fn id(mut random: u64) -> String {
    const ALPHABET: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let letter = |_| {
        let at = random % 36;
        random /= 36;
        // OK because the remainder is less than the length.
        char::from(ALPHABET[at as usize])
    };
    (0..6).map(letter).collect()
}

impl PartialEq for ArtifactStore {
    /// Whether they are one store.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ArtifactStore {}

impl fmt::Debug for ArtifactStore {
    /// The references alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.lock().top).finish()
    }
}
