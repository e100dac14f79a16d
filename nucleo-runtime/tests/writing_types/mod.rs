//! What the generator makes of types whose members have notes.

use nucleo_runtime::artifact::{Aliased, Held, Reference, accepts};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{
    Branch, Field, Format, Kind, List, Mapped, Record, Rest, Shape, Spellings, Table, Text, Type, TypeId, Union,
};
use nucleo_runtime::summary::{Note, Size, Summarizable};
use nucleo_runtime::{FromNode, Node, Shaped, ToNode, Value, Writer};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) title: Option<String>,
    pub(crate) body: Option<String>,
    pub(crate) lines: Option<Vec<String>>,
    pub(crate) secret: Option<String>,
    pub(crate) none: Option<String>,
    pub(crate) artifact_ref: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bundle {
    pub(crate) data: Option<Value>,
    pub(crate) artifact_ref: Option<String>,
}

/// No artifact; it holds some.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(crate) leaves: Vec<Held<Leaf>>,
    pub(crate) note: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Nothing;

const LEAF: &str = "«artifact:leaf~…»";
const BUNDLE: &str = "«artifact:bundle~…»";

const fn text(format: &'static str) -> Type {
    Type::new("", Kind::Text(Text { format: Format::Named(format), ..Text::ANY }))
}

const fn record(name: &'static str, fields: &'static [Field], spellings: &'static [(&'static str, u16)]) -> Type {
    Type::new(name, Kind::Record(Record { fields, spellings: Spellings::new(spellings), rest: Rest::Ignore }))
}

const fn place(name: &'static str, ty: u32, format: &'static str, accepts: fn(Node<'_>) -> bool) -> Type {
    Type::new(name, Kind::Mapped(Mapped { ty: TypeId(ty), name: format, accepts }))
}

const REF: &[(&str, u16)] = &[("@ref", 0), ("artifactref", 0)];

static TABLE: Table = Table {
    types: &[
        Type::new("", Kind::Text(Text::ANY)),
        Type::new("", Kind::List(List::of(0))),
        Type::new("", Kind::Any),
        // 3: what programs write.
        record(
            "Leaf",
            &[
                Field::new("title", 0),
                Field::new("body", 0),
                Field::new("lines", 1),
                Field::new("secret", 0),
                Field::new("none", 0),
                Field::new("artifact_ref", 0),
            ],
            &[("artifactref", 5), ("body", 1), ("lines", 2), ("none", 4), ("secret", 3), ("title", 0)],
        ),
        record("Bundle", &[Field::new("data", 2), Field::new("artifact_ref", 0)], &[("artifactref", 1), ("data", 0)]),
        // 5: what a model writes.
        text(LEAF),
        text(BUNDLE),
        record("Leaf", &[Field::new("artifact_ref", 5).required()], REF),
        record("Bundle", &[Field::new("artifact_ref", 6).required()], REF),
        place("Leaf", 7, LEAF, accepts::<Leaf>),
        place("Bundle", 8, BUNDLE, accepts::<Bundle>),
        // 11: either.
        Type::new(
            "Leaf",
            Kind::Union(Union { tag: None, branches: &[Branch::new(7), Branch::new(3)], exclusive: false }),
        ),
        Type::new(
            "Bundle",
            Kind::Union(Union { tag: None, branches: &[Branch::new(8), Branch::new(4)], exclusive: false }),
        ),
        Type::new("", Kind::List(List::of(9))),
        record(
            "Shelf",
            &[Field::new("myLeaves", 13).shown("my_leaves").required(), Field::new("note", 0)],
            &[("myleaves", 0), ("note", 1)],
        ),
        record("Nothing", &[], &[]),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

const fn shape(id: u32) -> Shape {
    Shape::new(&TABLE, id, &Profile::NUCLEO)
}

macro_rules! artifact {
    ($name:ident, $alias:literal, $stored:literal, $reference:literal, $either:literal) => {
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

artifact!(Leaf, "leaf", 3, 9, 11);
artifact!(Bundle, "bundle", 4, 10, 12);

impl FromNode for Leaf {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self {
            title: node.get(0)?,
            body: node.get(1)?,
            lines: node.get(2)?,
            secret: node.get(3)?,
            none: node.get(4)?,
            artifact_ref: node.get(5)?,
        })
    }
}

impl ToNode for Leaf {
    fn to_node(&self, out: &mut Writer) {
        let mut record = out.record(Self::SHAPE);
        record.field(0, &self.title);
        record.noted(
            1,
            &const { Note::summarizable(Summarizable::new().hint("leaf text").size(Size::Brief).threshold(20)) },
            &self.body,
        );
        record.noted(2, &const { Note::summarizable(Summarizable::new().hint("x").threshold(1)) }, &self.lines);
        record.noted(3, &const { Note::ignored() }, &self.secret);
        record.field(4, &self.none);
        record.field(5, &self.artifact_ref);
    }
}

impl FromNode for Bundle {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self { data: node.get(0)?, artifact_ref: node.get(1)? })
    }
}

impl ToNode for Bundle {
    fn to_node(&self, out: &mut Writer) {
        let mut record = out.record(Self::SHAPE);
        record.noted(0, &const { Note::summarizable(Summarizable::new().pre_summarized()) }, &self.data);
        record.field(1, &self.artifact_ref);
    }
}

impl ToNode for Shelf {
    fn to_node(&self, out: &mut Writer) {
        let mut record = out.record(shape(14));
        record.field(0, &self.leaves);
        record.field(1, &self.note);
    }
}

impl ToNode for Nothing {
    fn to_node(&self, out: &mut Writer) {
        out.record(shape(15));
    }
}
