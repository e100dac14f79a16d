//! The @-notation: a type as a model is shown it in a prompt.
//!
//! A node is an object of these keys, in this order, each only where it says something:
//!
//! | key | says |
//! | --- | --- |
//! | `@type` | the type, in words |
//! | `@values` | the only values |
//! | `@required` | `true`: the member must be there |
//! | `@default` | what an absent member means |
//! | `@description`, `@examples` | what people wrote |
//! | `@fields` | the members of the object; of each object, in a list or map |
//! | `@other_fields` | the type of further members, under any name; `none` where there may be none |
//! | `@one_of` | the value is one of these |
//! | `@items` | the elements, one node each |
//! | `@rules` | what else must hold |
//! | `@types` | on the root: types that were only named above |
//!
//! `@type` is `string`, `integer`, `long`, `number`, `boolean`, `null`, `date`, `date-time`, `time`, `duration`, `any`,
//! `enum`, the name of a type, `array of …`, `map from … to …`, or a few of these with `or` between them. What is
//! checked stands in parentheses behind the word that it limits: `string (1 to 80 characters)`,
//! `array (at most 3 items) of integer (0 or more)`.

use crate::emit::inline::{self, Inline};
use crate::emit::pretty::Tree;
use crate::emit::rule_schema::Audience;
use crate::emit::{describe, facets, rules, shown};
use crate::ir::{
    Branch, DeclId, Doc, Enum, Field, Kind, List, Map, Other, Record, Rest, RuleId, Text, Tuple, Type, TypeKind, Union,
};
use crate::knobs::Order;
use crate::resolve::Resolved;

/// Renders a type; also whether it was so large that types used more than once are described once.
pub(crate) fn render(resolved: &Resolved<'_>, root: DeclId, source: usize) -> (String, bool) {
    let (tree, shared) = inline::render(resolved.ir, root, source, |inline| {
        let mut cx = Cx { resolved, inline, root };
        cx.root(root)
    });
    (tree.to_string(), shared)
}

/// The words for a type, as they stand behind `@type`.
#[cfg(feature = "templates")]
pub(crate) fn words(resolved: &Resolved<'_>, root: DeclId, ty: &Type) -> String {
    inline::render(resolved.ir, root, 0, |inline| Cx { resolved, inline, root }.ty(ty).text).0
}

struct Cx<'r> {
    resolved: &'r Resolved<'r>,
    inline: &'r mut Inline,
    /// The type that is asked for: rules name members as it does.
    root: DeclId,
}

/// A type in words, with the keys that belong to it.
#[derive(Default)]
struct Words {
    text: String,
    /// Whether the words need parentheses inside a longer phrase.
    loose: bool,
    values: Option<Tree>,
    /// `@fields` and what stands behind it.
    rest: Vec<(String, Tree)>,
    rules: Vec<String>,
}

impl Words {
    fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Whether the words say it all.
    fn is_plain(&self) -> bool {
        self.values.is_none() && self.rest.is_empty() && self.rules.is_empty()
    }

    /// The words as a part of a longer phrase.
    fn inner(&self) -> String {
        if self.loose { format!("({})", self.text) } else { self.text.clone() }
    }

    fn within(mut self, text: String, subject: &str) -> Self {
        self.text = text;
        self.loose = false;
        self.rules = self.rules.into_iter().map(|rule| format!("{subject}: {rule}")).collect();
        self
    }
}

impl Cx<'_> {
    fn root(&mut self, root: DeclId) -> Tree {
        let decl = &self.resolved.ir[root];
        let name = self.name(root);
        self.inline.begin(root);
        let mut words = self.body(root);
        words.rules.extend(self.rule(decl.rule));
        self.named(root, &mut words);
        let text = if matches!(decl.kind, Kind::Enum(_)) { name.clone() } else { words.text.clone() };
        let made = self.resolved.settings(root).titles.then(|| format!("Schema of {name}"));
        let description = describe::text(&decl.doc).or(made);
        let mut tree = self.assemble(text, words, Vec::new(), description, self.examples(root, &decl.doc));
        let types = self.types();
        if !types.is_empty() {
            tree.push(("@types".to_owned(), Tree::Object(types)));
        }
        Tree::Object(tree)
    }

    /// The types that were only named, and that no place above describes.
    fn types(&mut self) -> Vec<(String, Tree)> {
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(decl) = self.inline.named(at) {
            at += 1;
            if !self.inline.was_described(decl) {
                self.inline.begin(decl);
                let words = self.body(decl);
                let description = describe::text(&self.resolved.ir[decl].doc);
                out.push((self.name(decl), self.part(words, description)));
            }
        }
        out
    }

    fn assemble(
        &mut self,
        text: String,
        words: Words,
        flags: Vec<(String, Tree)>,
        description: Option<String>,
        examples: Option<Tree>,
    ) -> Vec<(String, Tree)> {
        let mut out = vec![("@type".to_owned(), Tree::Text(text))];
        out.extend(words.values.map(|values| ("@values".to_owned(), values)));
        out.extend(flags);
        out.extend(description.map(|text| ("@description".to_owned(), Tree::Text(text))));
        out.extend(examples.map(|examples| ("@examples".to_owned(), examples)));
        out.extend(words.rest);
        if !words.rules.is_empty() {
            out.push(("@rules".to_owned(), Tree::List(words.rules.into_iter().map(Tree::Text).collect())));
        }
        out
    }

    fn name(&self, decl: DeclId) -> String {
        self.resolved.names[decl].shown.clone()
    }

    fn rule(&self, rule: Option<RuleId>) -> Vec<String> {
        rule.map(|rule| rules::prose(self.resolved, self.root, rule)).unwrap_or_default()
    }

    /// A type as it stands at a place.
    fn ty(&mut self, ty: &Type) -> Words {
        let mut words = match &ty.kind {
            TypeKind::Any => Words::of("any"),
            TypeKind::Null => Words::of("null"),
            TypeKind::Bool => Words::of("boolean"),
            TypeKind::Integer(it) => Words::of(facets::integer(it)),
            TypeKind::Number(it) => Words::of(facets::number(it)),
            TypeKind::Text(it) => self.text(it),
            TypeKind::List(it) => self.list(it),
            TypeKind::Tuple(it) => self.tuple(it),
            TypeKind::Map(it) => self.map(it),
            TypeKind::Decl(id) => self.decl(*id),
        };
        words.rules.extend(self.rule(ty.rule));
        words
    }

    /// The same, with `null` where that is a value of its own.
    fn nullable(&mut self, ty: &Type) -> Words {
        let mut words = self.ty(ty);
        if ty.nullable && !matches!(ty.kind, TypeKind::Null | TypeKind::Any) {
            words.text = format!("{} or null", words.inner());
            words.loose = true;
        }
        words
    }

    fn text(&mut self, it: &Text) -> Words {
        Words::of(facets::text(it))
    }

    fn list(&mut self, it: &List) -> Words {
        let List { item, min, max, unique, item_doc: _ } = it;
        let size = facets::items(*min, *max, *unique);
        let item = self.nullable(item);
        let text = format!("array{size} of {}", item.inner());
        item.within(text, "each item")
    }

    fn map(&mut self, it: &Map) -> Words {
        let Map { value, name, min, max, value_doc: _ } = it;
        let size = facets::size(*min, *max, "entry", "entries").map(|it| format!(" ({it})")).unwrap_or_default();
        let name = name.as_ref().map_or_else(|| Words::of("string"), |name| self.key(name));
        let entry = self.nullable(value);
        let value = match &value.kind {
            // An enum goes by its name here, and by its values below.
            TypeKind::Decl(id) if entry.text == "enum" => self.name(*id),
            TypeKind::Any if value.rule.is_none() => "Object".to_owned(),
            _ => entry.inner(),
        };
        let mut words = entry.within(format!("map{size} from {} to {value}", name.inner()), "each value");
        words.rules.extend(name.rules.into_iter().map(|rule| format!("each name: {rule}")));
        words
    }

    /// The type of a map's names.
    fn key(&mut self, name: &Type) -> Words {
        let words = self.ty(name);
        match &words.values {
            Some(Tree::List(values)) => {
                let values: Vec<String> = values.iter().map(Tree::compact).collect();
                Words { loose: values.len() > 1, ..Words::of(values.join(" or ")) }
            }
            _ => words,
        }
    }

    fn tuple(&mut self, it: &Tuple) -> Words {
        let Tuple { items, rest, min, max, unique } = it;
        let parts: Vec<Words> = items.iter().map(|item| self.nullable(item)).collect();
        let rest = rest.as_ref().map(|rest| self.nullable(rest));
        let size = facets::tuple(*min, *max, *unique, items.len(), rest.is_some());
        if parts.iter().chain(&rest).all(Words::is_plain) {
            let mut texts: Vec<String> = parts.iter().map(|it| it.text.clone()).collect();
            texts.extend(rest.map(|rest| format!("then any number of {}", rest.inner())));
            return Words::of(format!("array{size} of [{}]", texts.join(", ")));
        }
        let mut nodes: Vec<Tree> = parts.into_iter().map(|part| self.part(part, None)).collect();
        let more = rest.map(|rest| self.part(rest, Some("every further item".to_owned())));
        nodes.extend(more);
        Words { rest: vec![("@items".to_owned(), Tree::List(nodes))], ..Words::of(format!("array{size}")) }
    }

    fn part(&mut self, words: Words, description: Option<String>) -> Tree {
        Tree::Object(self.assemble(words.text.clone(), words, Vec::new(), description, None))
    }

    /// A named type inside another.
    fn decl(&mut self, id: DeclId) -> Words {
        if !self.inline.enter(id) {
            return Words::of(self.name(id));
        }
        let decl = &self.resolved.ir[id];
        let mut words = self.body(id);
        words.rules.extend(self.rule(decl.rule));
        self.inline.leave();
        self.named(id, &mut words);
        words
    }

    /// A type that is told in words alone shows no name; where another place refers to it, it must.
    fn named(&self, id: DeclId, words: &mut Words) {
        let name = self.name(id);
        if words.text != name && (self.inline.is_shared(id) || self.inline.was_named(id)) {
            words.text = format!("{name} ({})", words.text);
            words.loose = false;
        }
    }

    /// What a named type holds, with its name for those that go by it.
    fn body(&mut self, id: DeclId) -> Words {
        let decl = &self.resolved.ir[id];
        match &decl.kind {
            Kind::Record(it) => Words { rest: self.record(id, it), ..Words::of(self.name(id)) },
            Kind::Enum(it) => Words { values: Some(self.values(id, it)), ..Words::of("enum") },
            Kind::Union(it) => self.union(id, it),
            Kind::Newtype(ty) => self.nullable(ty),
            Kind::Never => Words::of("never"),
        }
    }

    fn record(&mut self, id: DeclId, it: &Record) -> Vec<(String, Tree)> {
        let artifact = self.resolved.ir[id].ext.alias.is_some();
        let mut fields = Vec::new();
        let mut named: Vec<_> = it.fields.iter().zip(&self.resolved.names[id].fields).collect();
        if self.resolved.settings(id).order == Order::Sorted {
            named.sort_by_key(|(_, names)| &names.shown);
        }
        for (field, names) in named {
            if artifact && field.name != ARTIFACT_REF {
                continue;
            }
            if !self.inline.spend(names.shown.len()) {
                break;
            }
            fields.push((names.shown.clone(), self.field(id, field, &names.shown)));
        }
        let mut out = Vec::new();
        if !fields.is_empty() {
            out.push(("@fields".to_owned(), Tree::Object(fields)));
        }
        if !artifact {
            out.extend(self.others(id, &it.rest).map(|others| ("@other_fields".to_owned(), others)));
        }
        out
    }

    fn others(&mut self, id: DeclId, rest: &Rest) -> Option<Tree> {
        let settings = self.resolved.settings(id);
        let (patterns, other) = match rest {
            Rest::Open => return settings.is_closed(false).then(|| Tree::text("none")),
            Rest::Closed => return settings.is_closed(true).then(|| Tree::text("none")),
            Rest::Keep { patterns, other, value: _ } => (patterns, other),
        };
        let mut nodes = Vec::new();
        for (pattern, ty) in patterns {
            let words = self.nullable(ty);
            nodes.push(self.part(words, Some(format!("Members whose name matches {}", pattern.source))));
        }
        match other {
            Other::Open | Other::Closed => {}
            Other::Keep(ty) => {
                let words = self.nullable(ty);
                let description = if patterns.is_empty() { "Further members" } else { "All other members" };
                nodes.push(self.part(words, Some(description.to_owned())));
            }
        }
        if nodes.len() == 1 { nodes.pop() } else { Some(Tree::List(nodes)) }
    }

    fn field(&mut self, id: DeclId, field: &Field, shown: &str) -> Tree {
        let Field { name: _, doc, ty, required, default, .. } = field;
        // An absent member and a null one are the same, so `null` is worth a word only where the member must be there.
        let words = if *required { self.nullable(ty) } else { self.ty(ty) };
        let mut flags = Vec::new();
        if *required && self.resolved.ir[id].ext.alias.is_none() {
            flags.push(("@required".to_owned(), Tree::Bool(true)));
        }
        flags.extend(default.as_ref().map(|default| {
            ("@default".to_owned(), Tree::from(&*shown::at(self.resolved, Audience::Model, ty, default)))
        }));
        let examples = facets::examples(self.resolved, Audience::Model, doc, ty);
        let description =
            describe::field(self.resolved, Audience::Model, field, shown, self.resolved.settings(id).titles);
        let size = words.text.len() + description.as_ref().map_or(0, String::len) + size_of(words.values.as_ref());
        self.inline.spend(size);
        Tree::Object(self.assemble(words.text.clone(), words, flags, description, examples))
    }

    fn union(&mut self, id: DeclId, it: &Union) -> Words {
        let parts: Vec<(&Branch, Words)> =
            it.branches.iter().map(|branch| (branch, self.nullable(&branch.ty))).collect();
        if parts.iter().all(|(branch, words)| words.is_plain() && branch.doc.text.is_none()) {
            let text: Vec<String> = parts.iter().map(|(_, words)| words.text.clone()).collect();
            return Words { loose: text.len() > 1, ..Words::of(text.join(" or ")) };
        }
        let mut nodes = Vec::new();
        for (branch, words) in parts {
            let described = describe::text(&branch.doc).or_else(|| self.type_doc(&branch.ty));
            nodes.push(self.part(words, described));
        }
        Words { rest: vec![("@one_of".to_owned(), Tree::List(nodes))], ..Words::of(self.name(id)) }
    }

    fn examples(&self, id: DeclId, doc: &Doc) -> Option<Tree> {
        let example = |json| Tree::from(&*shown::of(self.resolved, Audience::Model, id, json));
        (!doc.examples.is_empty()).then(|| Tree::List(doc.examples.iter().map(example).collect()))
    }

    fn values(&self, id: DeclId, it: &Enum) -> Tree {
        Tree::List(it.values.iter().map(|value| Tree::from(self.resolved.shown(id, value))).collect())
    }

    fn type_doc(&self, ty: &Type) -> Option<String> {
        let TypeKind::Decl(id) = ty.kind else { return None };
        describe::text(&self.resolved.ir[id].doc)
    }
}

/// The one member that a model fills in an artifact.
pub(crate) const ARTIFACT_REF: &str = crate::front::json_schema::REFERENCE;

fn size_of(values: Option<&Tree>) -> usize {
    values.map_or(0, |values| values.compact().len())
}
