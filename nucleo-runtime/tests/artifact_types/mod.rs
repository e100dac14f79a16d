//! What the generator makes of two artifacts and a type that holds them.

use std::collections::BTreeMap;

use nucleo_runtime::artifact::{Aliased, Artifact, Entry, Held, Reference, accepts, accepts_any, accepts_stored};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{
    Branch, Field, Format, Kind, List, Map, Mapped, Record, Rest, Shape, Spellings, Table, Text, Type, TypeId, Union,
};
use nucleo_runtime::{FromNode, Node, Shaped, ToNode, Writer};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cite {
    pub(crate) doi: String,
    pub(crate) artifact_ref: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) artifact_ref: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Uses {
    pub(crate) why: Option<String>,
    pub(crate) one: Option<Held<Cite>>,
    pub(crate) many: Vec<Held<Cite>>,
    pub(crate) by_topic: BTreeMap<String, Held<Cite>>,
    pub(crate) any: Option<Held<dyn Artifact>>,
}

pub(crate) const ALIASES: &[Entry] = &[Entry::of::<Cite>(), Entry::of::<Person>()];

const fn reference(text: u32, rest: Rest) -> Record {
    let fields: &[Field] = match text {
        0 => &const { [Field::new("artifact_ref", 0).required()] },
        1 => &const { [Field::new("artifact_ref", 1).required()] },
        _ => &const { [Field::new("artifact_ref", 2).required()] },
    };
    Record { fields, spellings: Spellings::new(&[("@ref", 0), ("artifactref", 0)]), rest }
}

const fn text(format: &'static str) -> Type {
    Type::new("", Kind::Text(Text { format: Format::Named(format), ..Text::ANY }))
}

const fn mapped(name: &'static str, ty: u32, format: &'static str, accepts: fn(Node<'_>) -> bool) -> Type {
    Type::new(name, Kind::Mapped(Mapped { ty: TypeId(ty), name: format, accepts }))
}

const CITE: &str = "«artifact:link:cite~…»";
const PERSON: &str = "«artifact:person~…»";
const ANY: &str = "«artifact:…»";

static TABLE: Table = Table {
    types: &[
        text(CITE),
        text(PERSON),
        text(ANY),
        // 3: what a model writes.
        Type::new("Cite", Kind::Record(reference(0, Rest::Ignore))),
        Type::new("Person", Kind::Record(reference(1, Rest::Ignore))),
        Type::new("Artifact", Kind::Record(reference(2, Rest::Ignore))),
        mapped("Cite", 3, CITE, accepts::<Cite>),
        mapped("Person", 4, PERSON, accepts::<Person>),
        mapped("Artifact", 5, ANY, accepts_any),
        // 9: what programs write.
        Type::new("", Kind::Text(Text::ANY)),
        Type::new(
            "Cite",
            Kind::Record(Record {
                fields: &[Field::new("doi", 9).required(), Field::new("artifact_ref", 9)],
                spellings: Spellings::new(&[("artifactref", 1), ("doi", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new(
            "Person",
            Kind::Record(Record {
                fields: &[Field::new("name", 9).required(), Field::new("artifact_ref", 9)],
                spellings: Spellings::new(&[("artifactref", 1), ("name", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("Cite", Kind::Record(reference(0, Rest::Keep(TypeId(25))))),
        Type::new("Person", Kind::Record(reference(1, Rest::Keep(TypeId(25))))),
        Type::new("Artifact", Kind::Record(reference(2, Rest::Keep(TypeId(15))))),
        Type::new("", Kind::Any),
        // 16: either.
        Type::new(
            "Cite",
            Kind::Union(Union { tag: None, branches: &[Branch::new(12), Branch::new(10)], exclusive: false }),
        ),
        Type::new(
            "Person",
            Kind::Union(Union { tag: None, branches: &[Branch::new(13), Branch::new(11)], exclusive: false }),
        ),
        mapped("Artifact", 14, "stored «artifact:…»", accepts_stored),
        // 19: in a reply, and in what programs write.
        Type::new("", Kind::List(List::of(6))),
        Type::new("", Kind::Map(Map::of(6))),
        Type::new(
            "Uses",
            Kind::Record(Record {
                fields: &[
                    Field::new("why", 9),
                    Field::new("one", 6),
                    Field::new("many", 19).default(nucleo_runtime::shape::Literal::List(&[])),
                    Field::new("by_topic", 20).default(nucleo_runtime::shape::Literal::Object(&[])),
                    Field::new("any", 8),
                ],
                spellings: USES,
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::List(List::of(16))),
        Type::new("", Kind::Map(Map::of(16))),
        Type::new(
            "Uses",
            Kind::Record(Record {
                fields: &[
                    Field::new("why", 9),
                    Field::new("one", 16),
                    Field::new("many", 22).required(),
                    Field::new("by_topic", 23).required(),
                    Field::new("any", 18),
                ],
                spellings: USES,
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::Never),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

const USES: Spellings = Spellings::new(&[("any", 4), ("bytopic", 3), ("many", 2), ("one", 1), ("why", 0)]);

const fn shape(id: u32) -> Shape {
    Shape::new(&TABLE, id, &Profile::NUCLEO)
}

macro_rules! artifact {
    ($name:ident, $field:ident, $alias:literal, $stored:literal, $reference:literal, $either:literal) => {
        impl FromNode for $name {
            fn from_node(node: Node<'_>) -> Option<Self> {
                Some(Self { $field: node.get(0)?, artifact_ref: node.get(1)? })
            }
        }

        impl ToNode for $name {
            fn to_node(&self, out: &mut Writer) {
                let mut record = out.record(Self::SHAPE);
                record.field(0, &self.$field);
                record.field(1, &self.artifact_ref);
            }
        }

        impl Shaped for $name {
            const SHAPE: Shape = shape($stored);
        }

        impl Aliased for $name {
            const ALIAS: &'static str = $alias;
            const PATH: &'static str = concat!(module_path!(), "::", stringify!($name));
            const REFERENCE: Shape = shape($reference);
            const EITHER: Shape = shape($either);

            fn artifact_ref(&self) -> Option<&str> {
                self.artifact_ref.as_deref()
            }

            fn set_artifact_ref(&mut self, reference: &Reference) {
                self.artifact_ref = Some(reference.to_string());
            }
        }
    };
}

artifact!(Cite, doi, "link:cite", 10, 6, 16);
artifact!(Person, name, "person", 11, 7, 17);

impl FromNode for Uses {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self {
            why: node.get(0)?,
            one: node.get(1)?,
            many: node.get(2)?,
            by_topic: node.get(3)?,
            any: node.get(4)?,
        })
    }
}

impl ToNode for Uses {
    fn to_node(&self, out: &mut Writer) {
        let mut record = out.record(Self::SHAPE);
        record.field(0, &self.why);
        record.field(1, &self.one);
        record.field(2, &self.many);
        record.field(3, &self.by_topic);
        record.field(4, &self.any);
    }
}

impl Shaped for Uses {
    const SHAPE: Shape = shape(21);
    const STORED: Shape = shape(24);
}
