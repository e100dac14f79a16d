//! The shapes of an artifact's place, and what a store or a registry says of a value there.

use std::borrow::Cow;

use super::registry::Building;
use super::{Aliased, ArtifactStore, Reference};
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::names::fold;
use crate::path::Path;
use crate::profile::Profile;
use crate::shape::{Field, Format, Kind, Mapped, Record, Rest, Shape, Spellings, Table, Text, Type, TypeId};
use crate::tape::Node;

/// The member that holds the reference.
pub(super) const NAME: &str = "artifact_ref";

/// What a reference to an artifact of any type looks like.
const OF_ANY: &str = "«artifact:…»";

/// What a program writes in the place of an artifact of any type.
const STORED_ANY: &str = "stored «artifact:…»";

/// What else the member is called: models are shown `@ref` where a tool's result holds an artifact.
const SPELLINGS: Spellings = Spellings::new(&[("@ref", 0), ("artifactref", 0)]);

/// What is asked about the artifacts of a text while it is read.
#[derive(Debug, Clone, Default)]
pub(crate) enum Source {
    /// Nothing: a reference stays one.
    #[default]
    Nothing,
    /// A model wrote it: its references lead to what the store holds.
    Store(ArtifactStore),
    /// A program wrote it: artifacts of any type are built by their aliases.
    Registry(Box<Building>),
}

/// A reference to an artifact of any type: what a model writes.
pub(super) const ANY: Shape = Shape::new(&TABLE, 2, &Profile::NUCLEO);
/// An artifact of any type, or a reference to one: what programs write.
pub(super) const STORED: Shape = Shape::new(&TABLE, 4, &Profile::STRICT);
/// A list of artifacts, as it stands.
pub(super) const LIST: Shape = Shape::new(&TABLE, 6, &Profile::STRICT);
/// A reference to a list of artifacts.
pub(super) const LIST_REFERENCE: Shape = Shape::new(&TABLE, 8, &Profile::NUCLEO);
/// A list of artifacts, or a reference to one.
pub(super) const LIST_EITHER: Shape = Shape::new(&TABLE, 9, &Profile::STRICT);

static TABLE: Table = Table {
    types: &[
        Type::new("", Kind::Text(Text { format: Format::Named(OF_ANY), ..Text::ANY })),
        Type::new("Artifact", Kind::Record(reference(Rest::Ignore))),
        Type::new("Artifact", Kind::Mapped(Mapped { ty: TypeId(1), name: OF_ANY, accepts: accepts_any })),
        Type::new("Artifact", Kind::Record(reference(Rest::Keep(TypeId(10))))),
        Type::new("Artifact", Kind::Mapped(Mapped { ty: TypeId(3), name: STORED_ANY, accepts: accepts_stored })),
        Type::new("", Kind::List(crate::shape::List::of(4))),
        Type::new(
            "ListArtifact",
            Kind::Record(Record {
                fields: &[Field::new(NAME, 7), Field::new("iterand_type", 7), Field::new("iterands", 5).required()],
                spellings: Spellings::new(&[("artifactref", 0), ("iterands", 2), ("iterandtype", 1)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::Text(Text::ANY)),
        Type::new(
            "ListArtifact",
            Kind::Mapped(Mapped {
                ty: TypeId(1), name: "«artifact:list~…»", accepts: accepts::<super::ListArtifact>
            }),
        ),
        Type::new(
            "ListArtifact",
            Kind::Union(crate::shape::Union {
                tag: None,
                branches: &[crate::shape::Branch::new(11), crate::shape::Branch::new(6)],
                exclusive: false,
            }),
        ),
        Type::new("", Kind::Any),
        // Further off than any content: of an object with other members, the faults of its content are told.
        Type::new("ListArtifact", Kind::Record(reference(Rest::Keep(TypeId(12))))),
        Type::new("", Kind::Never),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

/// An object whose one declared member is a reference.
const fn reference(rest: Rest) -> Record {
    const FIELDS: &[Field] = &[Field::new(NAME, 0).required()];
    Record { fields: FIELDS, spellings: SPELLINGS, rest }
}

/// Whether a model may write this reference where an artifact of type `T` is declared.
pub fn accepts<T: Aliased>(node: Node<'_>) -> bool {
    let Some(reference) = find(node) else { return false };
    match &node.tape().artifacts {
        Source::Store(store) => store.get(&reference).is_some_and(|it| it.as_any().is::<T>()),
        Source::Nothing | Source::Registry(..) => true,
    }
}

/// Whether a model may write this reference where an artifact of any type is declared.
pub fn accepts_any(node: Node<'_>) -> bool {
    let Some(reference) = find(node) else { return false };
    match &node.tape().artifacts {
        Source::Store(store) => store.get(&reference).is_some(),
        Source::Nothing | Source::Registry(..) => true,
    }
}

/// Whether the alias of a reference leads to the declared type, as far as that can be told without a store: so that a
/// union can tell its branches apart. Of another mapped type nothing is known here.
pub(crate) fn is_led_to(node: Node<'_>, mapped: &Mapped) -> bool {
    let Some(form) = mapped.name.strip_prefix("«artifact:") else { return true };
    if let Source::Store(_) = node.tape().artifacts {
        return true;
    }
    let Some(reference) = find(node) else { return false };
    match (reference.alias(), form.strip_suffix("~…»")) {
        (Some(alias), Some(declared)) => {
            alias.strip_prefix(declared).is_some_and(|below| below.is_empty() || below.starts_with(':'))
        }
        (alias, None) => alias.is_some(),
        (None, Some(_)) => false,
    }
}

/// Whether a program may write this where an artifact of any type is declared: a reference, or what a registry builds.
pub fn accepts_stored(node: Node<'_>) -> bool {
    let Some(reference) = find(node) else { return false };
    let is_alone = node.entries().count() == 1;
    match &node.tape().artifacts {
        Source::Registry(building) if is_alone => building.knows(&reference),
        Source::Registry(building) => building.build(node).is_some(),
        Source::Nothing | Source::Store(_) => is_alone,
    }
}

/// The reference that an object holds. It may not be conformed yet, where a union asks which of its branches fits.
pub(super) fn find(node: Node<'_>) -> Option<Reference> {
    let is_it = |name: &str| !SPELLINGS.of(&fold(name)).is_empty();
    // `entries` has none of those that a later member of the same name took the place of.
    let (_, value) = node.entries().filter(|(name, _)| is_it(name)).last()?;
    value.text().map(Reference::new)
}

/// What is wrong with a value that was not accepted; `None` where it is no artifact's place.
pub(crate) fn complain(node: Node<'_>, shape: Shape, mapped: &Mapped) -> Option<Cow<'static, str>> {
    if !mapped.is_reference() && mapped.name != STORED_ANY {
        return None;
    }
    let declared = match (mapped.name, shape.at(mapped.ty).ty().name) {
        (OF_ANY | STORED_ANY, _) | (_, "") => "an artifact".to_owned(),
        (_, name) => one(name),
    };
    let held = match (&node.tape().artifacts, find(node)) {
        (Source::Store(store), Some(reference)) => store.get(&reference),
        _ => None,
    };
    let found = match (held, &node.tape().artifacts) {
        (Some(held), _) => format!("this `{NAME}` is that of {}", one(held.name())),
        (None, Source::Store(_)) => format!("no artifact is held under this `{NAME}`"),
        (None, Source::Registry(..)) => format!("its `{NAME}` leads to no type that it fits"),
        (None, Source::Nothing) => format!("this `{NAME}` is not that of one"),
    };
    Some(format!("expected the reference of {declared}, but {found}").into())
}

/// A type's name with its article.
fn one(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} `{name}`")
}

/// The fault of a reference alone, where a whole artifact is asked for.
pub(super) fn alone() -> Fault {
    let expected = Expected::Words("expected an artifact, not the reference of one".into());
    Fault { kind: FaultKind::Reference, path: Path::default(), expected, found: Found::Another, span: None }
}
