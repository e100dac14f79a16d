//! The place of an artifact in another type.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::pass::Step;
use super::{Aliased, Artifact, Described, Reference, Source, place};
use crate::answer::{Answer, FromNode, Shaped, ToNode};
use crate::bridge::{self, Deserialize, Deserializer, Serialize, Serializer};
use crate::shape::Shape;
use crate::tape::{Node, Tag};
use crate::value::json;
use crate::write::Writer;

/// An artifact that another value holds: by reference alone, or the shared instance.
///
/// A reply gives the instance where it is read with a store, else the reference. Two of them are equal where their
/// references are; those without one, where their contents are.
///
/// ```
/// use nucleo_runtime::artifact::{Artifact, Held, Reference};
///
/// let held: Held<dyn Artifact> = Held::to(Reference::new("plant~a1b2c3"));
/// assert!(held.get().is_none());
/// assert_eq!(held.reference(), Some(Reference::new("plant~a1b2c3")));
/// ```
pub struct Held<T: ?Sized>(State<T>);

enum State<T: ?Sized> {
    /// A reference that nothing was asked for yet.
    Named(Reference),
    /// The instance, with the reference that a store gave it.
    Here(Arc<T>, Option<Reference>),
}

/// What [`Held`] may hold: a type with an alias, or `dyn Artifact` for any of them.
pub trait Pointed: Artifact {
    /// What a model writes in the place of one.
    const REFERENCE: Shape;
    /// What programs write in the place of one.
    const EITHER: Shape;

    /// The same instance, as any artifact.
    fn any(this: Arc<Self>) -> Arc<dyn Artifact>;

    /// The same instance, where it is one of these.
    fn from_any(artifact: Arc<dyn Artifact>) -> Option<Arc<Self>>;

    /// Builds one from what a program stored; `None` where only a registry could tell its type, and there is none.
    fn from_stored(node: Node<'_>) -> Option<Arc<Self>>;
}

impl<T: Aliased> Pointed for T {
    const REFERENCE: Shape = T::REFERENCE;
    const EITHER: Shape = T::EITHER;

    fn any(this: Arc<Self>) -> Arc<dyn Artifact> {
        this
    }

    fn from_any(artifact: Arc<dyn Artifact>) -> Option<Arc<Self>> {
        artifact.into_any().downcast().ok()
    }

    fn from_stored(node: Node<'_>) -> Option<Arc<Self>> {
        T::from_node(node).map(Arc::new)
    }
}

impl Pointed for dyn Artifact {
    const REFERENCE: Shape = place::ANY;
    const EITHER: Shape = place::STORED;

    fn any(this: Arc<Self>) -> Arc<dyn Artifact> {
        this
    }

    fn from_any(artifact: Arc<dyn Artifact>) -> Option<Arc<Self>> {
        Some(artifact)
    }

    fn from_stored(node: Node<'_>) -> Option<Arc<Self>> {
        match &node.tape().artifacts {
            Source::Registry(building) => building.build(node),
            Source::Nothing | Source::Store(_) => None,
        }
    }
}

impl<T> Held<T> {
    /// An artifact of its own.
    pub fn new(artifact: T) -> Self {
        Arc::new(artifact).into()
    }
}

impl<T: ?Sized> Held<T> {
    /// A reference alone.
    pub fn to(reference: impl Into<Reference>) -> Self {
        Self(State::Named(reference.into()))
    }

    pub(super) fn under(reference: Reference, artifact: Arc<T>) -> Self {
        Self(State::Here(artifact, Some(reference)))
    }

    /// The instance, where it is at hand.
    pub fn get(&self) -> Option<&Arc<T>> {
        match &self.0 {
            State::Here(artifact, _) => Some(artifact),
            State::Named(_) => None,
        }
    }
}

impl<T: Pointed + ?Sized> Held<T> {
    /// The reference that it was found under, else the one that the artifact carries.
    pub fn reference(&self) -> Option<Reference> {
        match &self.0 {
            State::Named(reference) | State::Here(_, Some(reference)) => Some(reference.clone()),
            State::Here(artifact, None) => {
                artifact.reference().filter(|text| !text.trim().is_empty()).map(Reference::new)
            }
        }
    }

    /// The same as any artifact.
    pub fn any(&self) -> Held<dyn Artifact> {
        Held(match &self.0 {
            State::Named(reference) => State::Named(reference.clone()),
            State::Here(artifact, reference) => State::Here(T::any(artifact.clone()), reference.clone()),
        })
    }
}

impl Held<dyn Artifact> {
    /// The same as one of these types, where the instance is one.
    pub fn downcast<T: Aliased>(&self) -> Option<Held<T>> {
        match &self.0 {
            State::Named(_) => None,
            State::Here(artifact, reference) => {
                Some(Held(State::Here(T::from_any(artifact.clone())?, reference.clone())))
            }
        }
    }
}

impl<T: ?Sized> From<Arc<T>> for Held<T> {
    fn from(artifact: Arc<T>) -> Self {
        Self(State::Here(artifact, None))
    }
}

impl<T: ?Sized> Clone for Held<T> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            State::Named(reference) => State::Named(reference.clone()),
            State::Here(artifact, reference) => State::Here(artifact.clone(), reference.clone()),
        })
    }
}

impl<T: fmt::Debug + ?Sized> fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            State::Named(reference) | State::Here(_, Some(reference)) => reference.fmt(f),
            State::Here(artifact, None) => artifact.fmt(f),
        }
    }
}

impl<T: Pointed + ?Sized> PartialEq for Held<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self.reference(), other.reference(), self.get(), other.get()) {
            (None, None, Some(one), Some(two)) => Arc::ptr_eq(one, two) || content(one) == content(two),
            (one, two, ..) => one == two,
        }
    }
}

impl<T: Pointed + ?Sized> Eq for Held<T> {}

impl<T: Pointed + ?Sized> Hash for Held<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match (self.reference(), self.get()) {
            (None, Some(artifact)) => content(artifact).hash(state),
            (reference, _) => reference.hash(state),
        }
    }
}

/// What an artifact is compared by, where it has no reference: its alias, and all that it holds.
fn content<T: Artifact + ?Sized>(artifact: &Arc<T>) -> (&'static str, String) {
    (artifact.alias(), json(Writer::tape_of(&&**artifact).node(0)))
}

impl<T: Pointed + ?Sized> FromNode for Held<T> {
    fn from_node(node: Node<'_>) -> Option<Self> {
        // A union of a reference and content is what programs write; a model writes a record of a reference alone. The
        // first entry of their frames tells them apart: a branch is 0 or 1, a record's member is its node plus one,
        // and stands behind the record itself.
        match node.choice() {
            1 => T::from_stored(node.inner()).map(Self::from),
            0 => pointed(node.inner()),
            _ if node.rest().next().is_some() => T::from_stored(node).map(Self::from),
            _ => pointed(node),
        }
    }
}

/// What a record of a reference alone leads to.
fn pointed<T: Pointed + ?Sized>(node: Node<'_>) -> Option<Held<T>> {
    let reference = Reference::new(node.field(0)?.text()?);
    match &node.tape().artifacts {
        Source::Store(store) => Some(Held::under(reference.clone(), T::from_any(store.get(&reference)?)?)),
        Source::Nothing | Source::Registry(..) => Some(Held::to(reference)),
    }
}

impl<T: Pointed + ?Sized> ToNode for Held<T> {
    fn to_node(&self, out: &mut Writer) {
        match &self.0 {
            State::Named(reference) => refer(out, out.pass.reference_name(), reference),
            State::Here(artifact, _) => {
                let depth = out.depth();
                match out.pass.meet(|| self.any(), depth) {
                    Step::Enter => artifact.to_node(out),
                    Step::EnterOwner => {
                        artifact.to_node(out);
                        out.pass.leave();
                    }
                    Step::Refer(name, reference) => refer(out, name, &reference),
                    Step::Skip => out.null(),
                }
            }
        }
    }
}

/// Writes an object of a reference alone.
fn refer(out: &mut Writer, name: &str, reference: &Reference) {
    out.begin(Tag::Object);
    out.key(name);
    out.text(reference.as_str());
    out.end();
}

impl<T: Pointed + ?Sized> Shaped for Held<T> {
    const SHAPE: Shape = T::REFERENCE;
    const STORED: Shape = T::EITHER;
}

impl<T: Aliased + Described> Answer for Held<T> {
    const NAME: &'static str = T::NAME;
    const NOTATION: &'static str = T::NOTATION;
    const JSON_SCHEMA: &'static str = T::JSON_SCHEMA;
    const MODEL_SCHEMA: &'static str = T::MODEL_SCHEMA;
    const FINGERPRINT: &'static str = T::FINGERPRINT;
    const SHAPE_FINGERPRINT: &'static str = T::SHAPE_FINGERPRINT;
}

impl<T: Pointed + ?Sized> Serialize for Held<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bridge::serialize(self, serializer)
    }
}

impl<'de, T: Pointed + ?Sized> Deserialize<'de> for Held<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bridge::deserialize(deserializer, Self::STORED)?.build()
    }
}
