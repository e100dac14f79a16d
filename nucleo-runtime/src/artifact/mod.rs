//! Artifacts: values that tools and programs made, and that a model points at but never writes.
//!
//! A schema's type with `x-nucleo-type-alias` is one. Wherever another type holds it, a model is shown and writes a
//! [`Reference`] alone, and the Rust type of the place is [`Held`]. An [`ArtifactStore`] gives artifacts their
//! references; a reply that is read with it ([`Policy::artifacts`](crate::Policy::artifacts)) gets the store's own
//! instances, and a reference to what the store does not hold is a fault.
//!
//! ```
//! use nucleo_runtime::artifact::Reference;
//!
//! let reference = Reference::new("link:cite~a1b2c3");
//! assert_eq!(reference.as_str(), "«artifact:link:cite~a1b2c3»");
//! assert_eq!(reference.alias(), Some("link:cite"));
//! ```

mod held;
mod list;
mod pass;
mod place;
mod print;
mod reference;
mod registry;
mod store;
mod summaries;
mod writing;

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::answer::{Shaped, ToNode};
use crate::shape::Shape;

pub use held::{Held, Pointed};
pub use list::ListArtifact;
pub(crate) use pass::Pass;
pub(crate) use place::{Source, complain, is_led_to};
pub use place::{accepts, accepts_any, accepts_stored};
pub use reference::Reference;
pub use registry::{Entry, Registry};
pub use store::ArtifactStore;
pub use writing::Writing;

/// A generated type that has an alias.
///
/// Its own [`SHAPE`](Shaped::SHAPE) is what programs store of it: a model never writes one, so it is no
/// [`Answer`](crate::Answer). [`Held`] of it is one.
pub trait Aliased: Shaped + Debug + Send + Sync + 'static {
    /// The alias, as references have it: `link:cite`.
    const ALIAS: &'static str;
    /// The path of the Rust type.
    const PATH: &'static str;
    /// What a model writes in the place of one: its reference.
    const REFERENCE: Shape;
    /// What programs write in the place of one: its reference, or all of it.
    const EITHER: Shape;

    /// The reference that it carries.
    fn artifact_ref(&self) -> Option<&str>;

    /// Gives it a reference.
    fn set_artifact_ref(&mut self, reference: &Reference);
}

/// The texts that describe an artifact where it is the whole answer; as [`Answer`](crate::Answer) has them.
#[expect(missing_docs, reason = "they stand beside the trait that has them")]
pub trait Described {
    const NAME: &'static str;
    const NOTATION: &'static str;
    const JSON_SCHEMA: &'static str;
    const MODEL_SCHEMA: &'static str;
    const FINGERPRINT: &'static str;
    const SHAPE_FINGERPRINT: &'static str;
}

/// An artifact of whatever type.
pub trait Artifact: ToNode + Debug + Send + Sync + 'static {
    /// The alias of its type.
    fn alias(&self) -> &'static str;

    /// The simple name of its type, as a model sees it.
    fn name(&self) -> &'static str;

    /// The reference that it carries.
    fn reference(&self) -> Option<&str>;

    /// Gives it a reference.
    fn set_reference(&mut self, reference: &Reference);

    /// As a type that can be asked what it is.
    fn as_any(&self) -> &dyn Any;

    /// As a type that can be brought back to what it is, shared as before.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

impl<T: Aliased> Artifact for T {
    fn alias(&self) -> &'static str {
        T::ALIAS
    }

    fn name(&self) -> &'static str {
        crate::write::bare(T::SHAPE).name
    }

    fn reference(&self) -> Option<&str> {
        self.artifact_ref()
    }

    fn set_reference(&mut self, reference: &Reference) {
        self.set_artifact_ref(reference);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
