//! A type as a dialect sees it: places with what is said of each, before it is JSON Schema.

use std::collections::HashMap;

use nucleo_runtime::dialect::Effect;
use nucleo_runtime::repair::RepairKind;

use crate::diag::Span;
use crate::emit::pretty::Tree;
use crate::ir::DeclId;

/// One place.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// The place in the value: `rows[].price`.
    pub(super) path: String,
    /// The place in the source, for messages.
    pub(super) span: Span,
    pub(super) doc: Option<String>,
    pub(super) kind: Kind,
    pub(super) nullable: bool,
    pub(super) limits: Vec<Limit>,
    /// What is told in words, behind the description.
    pub(super) words: Vec<String>,
}

/// A limit of a value that a dialect may or may not take.
#[derive(Debug, Clone)]
pub(super) struct Limit {
    pub(super) keyword: &'static str,
    pub(super) value: Tree,
    /// The same in words; `None` where words would not be short.
    pub(super) words: Option<String>,
}

/// What values a place takes.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Any,
    /// No value at all.
    Never,
    /// A type that a cycle came back to more often than it is written out.
    Cut,
    Null,
    Bool,
    Integer,
    Number,
    Text,
    /// A text that holds the JSON of an object.
    JsonText,
    Enum(Vec<Tree>),
    List(Box<Node>),
    Tuple(Vec<Node>, Option<Box<Node>>),
    /// The type of the names, and that of the values.
    Map(Option<Box<Node>>, Box<Node>),
    /// A map as a list of entries: each entry.
    Entries(Box<Node>),
    Object(Object),
    Union(Vec<Node>, bool),
    Ref(DeclId),
}

/// An object with declared members.
#[derive(Debug, Clone, Default)]
pub(super) struct Object {
    pub(super) fields: Vec<Field>,
    pub(super) rest: Rest,
}

/// What is said of members that are not declared.
#[derive(Debug, Clone, Default)]
pub(super) enum Rest {
    #[default]
    Unsaid,
    Closed,
    /// They are taken, whatever they are.
    Open,
    /// They are kept: all with one type, or by patterns too.
    Typed(Box<Node>),
    Patterns,
}

/// A declared member.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) node: Node,
}

/// A definition that places refer to.
#[derive(Debug, Clone)]
pub(super) struct Def {
    pub(super) id: DeclId,
    pub(super) key: String,
    pub(super) node: Node,
}

/// A type on its way to a dialect.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) root: Node,
    pub(super) defs: Vec<Def>,
    pub(super) losses: Vec<Loss>,
    pub(super) forms: Vec<RepairKind>,
    pub(super) refusals: Vec<Refusal>,
}

/// One thing that the dialect cannot say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Loss {
    pub(crate) path: String,
    pub(crate) keyword: &'static str,
    pub(crate) effect: Effect,
}

/// Why a dialect does not take a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) span: Span,
    pub(crate) path: String,
    pub(crate) why: String,
    /// The limit's name, where it is one of the table.
    pub(crate) limit: Option<&'static str>,
}

impl Plan {
    /// Every definition, and the root behind them.
    pub(super) fn wholes(&mut self) -> impl Iterator<Item = &mut Node> {
        self.defs.iter_mut().map(|def| &mut def.node).chain([&mut self.root])
    }

    pub(super) fn keys(&self) -> HashMap<DeclId, &str> {
        self.defs.iter().map(|def| (def.id, def.key.as_str())).collect()
    }

    pub(super) fn lose(&mut self, node: &Node, keyword: &'static str, effect: Effect) {
        let loss = Loss { path: node.path.clone(), keyword, effect };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    pub(super) fn ask(&mut self, form: RepairKind) {
        if !self.forms.contains(&form) {
            self.forms.push(form);
        }
    }

    pub(super) fn refuse(&mut self, node: &Node, why: impl Into<String>) {
        let refusal = Refusal { span: node.span, path: node.path.clone(), why: why.into(), limit: None };
        if !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }
}

impl Node {
    /// The places right below this one.
    pub(super) fn children(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::List(item) | Kind::Entries(item) => vec![item],
            Kind::Tuple(items, rest) => items.iter().chain(rest.as_deref()).collect(),
            Kind::Map(name, value) => name.as_deref().into_iter().chain([&**value]).collect(),
            Kind::Object(it) => {
                let rest = if let Rest::Typed(node) = &it.rest { Some(&**node) } else { None };
                it.fields.iter().map(|field| &field.node).chain(rest).collect()
            }
            Kind::Union(branches, _) => branches.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(super) fn children_mut(&mut self) -> Vec<&mut Node> {
        match &mut self.kind {
            Kind::List(item) | Kind::Entries(item) => vec![item],
            Kind::Tuple(items, rest) => items.iter_mut().chain(rest.as_deref_mut()).collect(),
            Kind::Map(name, value) => name.as_deref_mut().into_iter().chain([&mut **value]).collect(),
            Kind::Object(it) => {
                let rest = if let Rest::Typed(node) = &mut it.rest { Some(&mut **node) } else { None };
                it.fields.iter_mut().map(|field| &mut field.node).chain(rest).collect()
            }
            Kind::Union(branches, _) => branches.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// Visits this place and all below it, the inner ones first.
    pub(super) fn walk(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.children_mut().into_iter().for_each(|child| child.walk(visit));
        visit(self);
    }

    /// Visits this place and all below it.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Node)) {
        visit(self);
        self.children().into_iter().for_each(|child| child.each(visit));
    }

    /// A place below this one that says nothing of its own.
    pub(super) fn part(&self, path: String, kind: Kind) -> Self {
        let (limits, words) = (Vec::new(), Vec::new());
        Self { path, span: self.span, doc: None, kind, nullable: false, limits, words }
    }
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.effect {
            Effect::Told => "told in words",
            Effect::Checked => "checked alone",
            Effect::Unsaid => "cannot be asked for",
        };
        let path = if self.path.is_empty() { "the answer" } else { &self.path };
        write!(f, "`{}` of {path}: {what}", self.keyword)
    }
}
