//! All schemas of a build, each read once, with their references resolved.

use std::collections::HashMap;

use super::draft::{Dialect, Draft, NAMES};
use super::keywords::{self, Children};
use super::load::{Document, Failure, Library};
use super::word::{Assertion, Word};
use super::{ready, uri};
use crate::diag::{Diags, SourceId, Span};
use crate::json::{Json, Value};
use crate::{source, spelling};

/// So many members are found as fast by looking at each.
const FEW: usize = 16;

/// One schema of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SchemaId(pub(crate) u32);

/// A schema object or boolean.
#[derive(Debug)]
pub(crate) struct Schema<'j> {
    pub(crate) json: &'j Json,
    /// The document that it stands in.
    pub(crate) document: usize,
    pub(crate) parent: Option<SchemaId>,
    pub(crate) step: Step<'j>,
    /// The schema with the `$id` that holds here.
    pub(crate) resource: usize,
    pub(crate) dialect: Dialect,
    pub(crate) words: Vec<Assertion<'j>>,
}

/// How a schema is reached from its parent.
#[derive(Debug, Clone)]
pub(crate) enum Step<'j> {
    /// It is the document.
    Root,
    /// By a pointer from the document's root, through what is no schema.
    Pointer(String),
    Keyword(&'j str),
    Named(&'j str, &'j str),
    Listed(&'j str, usize),
}

/// A document or a schema with an `$id`: what anchors and pointers are relative to.
#[derive(Debug)]
pub(crate) struct Resource<'j> {
    pub(crate) uri: String,
    json: &'j Json,
    document: usize,
    dialect: Dialect,
    /// Anchors, dynamic ones included; looked up, or sorted first.
    anchors: HashMap<&'j str, SchemaId>,
    /// In the order of the source. `$recursiveAnchor` is the anchor without a name.
    pub(crate) dynamic: Vec<(&'j str, SchemaId)>,
}

/// All schemas of a build.
pub(crate) struct Graph<'j> {
    library: &'j Library,
    pub(crate) schemas: Vec<Schema<'j>>,
    pub(crate) resources: Vec<Resource<'j>>,
    /// The root of each document; none where the document is no schema but holds some (OpenAPI).
    pub(crate) roots: Vec<Option<SchemaId>>,
    /// Only looked up, as the next three.
    by_place: HashMap<(SourceId, u32), SchemaId>,
    by_uri: HashMap<String, Vec<usize>>,
    members: HashMap<(SourceId, u32), HashMap<&'j str, &'j Json>>,
    found: HashMap<(usize, &'j str), Option<SchemaId>>,
    /// Schemas that are not read yet, the next one last.
    unread: Vec<SchemaId>,
    default: Dialect,
    dynamic: bool,
}

impl<'j> Graph<'j> {
    /// Reads every schema of every document, and resolves all references.
    pub(crate) fn build(library: &'j Library, draft: Draft, diags: &Diags) -> Self {
        let mut graph = Self {
            library,
            schemas: Vec::new(),
            resources: Vec::new(),
            roots: Vec::new(),
            by_place: HashMap::new(),
            by_uri: HashMap::new(),
            members: HashMap::new(),
            found: HashMap::new(),
            unread: Vec::new(),
            default: Dialect { draft, stated: false, validation: true },
            dynamic: false,
        };
        for (at, document) in library.documents.iter().enumerate() {
            let root = graph.open(at, document);
            graph.roots.push(root);
            graph.read_all(diags);
        }
        graph.resolve_all(diags);
        graph
    }

    /// The schemas of definitions of an OpenAPI document.
    pub(crate) fn openapi_schemas(document: &'j Document) -> Option<&'j Json> {
        document.json.get("openapi").and_then(Json::as_str)?;
        document.json.get("components")?.get("schemas")
    }

    /// The schema that stands at a JSON value, where there is one.
    pub(crate) fn at(&self, json: &Json) -> Option<SchemaId> {
        self.by_place.get(&(json.span.source, json.span.start)).copied()
    }

    /// Whether what some reference means depends on the way that led to it.
    pub(crate) fn is_dynamic(&self) -> bool {
        self.dynamic
    }

    fn open(&mut self, at: usize, document: &'j Document) -> Option<SchemaId> {
        let json = &document.json;
        let openapi = json.get("openapi").and_then(Json::as_str);
        let mut dialect = self.default;
        if let Some(version) = openapi {
            let draft = if version.starts_with("3.0") { Draft::OpenApi30 } else { Draft::Draft2020 };
            dialect = Dialect { draft, stated: true, validation: true };
        }
        self.resource(at, document.url.clone(), json, dialect);
        if openapi.is_some() {
            for member in Self::openapi_schemas(document).map_or(&[][..], Json::members) {
                let pointer = format!("/components/schemas/{}", uri::escape(&member.name));
                self.push(&member.json, at, None, Step::Pointer(pointer), self.resources.len() - 1, dialect);
            }
            self.unread.reverse();
            return None;
        }
        Some(self.push(json, at, None, Step::Root, self.resources.len() - 1, dialect))
    }

    fn resource(&mut self, document: usize, uri: String, json: &'j Json, dialect: Dialect) -> usize {
        let at = self.resources.len();
        self.by_uri.entry(uri.clone()).or_default().push(at);
        self.resources.push(Resource { uri, json, document, dialect, anchors: HashMap::new(), dynamic: Vec::new() });
        at
    }

    fn push(
        &mut self,
        json: &'j Json,
        document: usize,
        parent: Option<SchemaId>,
        step: Step<'j>,
        resource: usize,
        dialect: Dialect,
    ) -> SchemaId {
        if let Some(known) = self.at(json) {
            return known;
        }
        // OK because each schema takes a byte of the sources, and those have fewer than 2³².
        let id = SchemaId(self.schemas.len() as u32);
        self.schemas.push(Schema { json, document, parent, step, resource, dialect, words: Vec::new() });
        self.by_place.insert((json.span.source, json.span.start), id);
        self.unread.push(id);
        id
    }

    fn read_all(&mut self, diags: &Diags) {
        while let Some(id) = self.unread.pop() {
            let before = self.unread.len();
            self.name(id, diags);
            let Schema { json, document, resource, dialect, .. } = self[id];
            let mut below = Below { graph: self, document, parent: id, resource, dialect };
            let words = keywords::read(json, dialect, &mut below, diags);
            self.schemas[id.0 as usize].words = words;
            // Read in the order of the source.
            self.unread[before..].reverse();
        }
    }

    /// Takes what a schema says about itself: its draft, its `$id`, its anchors.
    fn name(&mut self, id: SchemaId, diags: &Diags) {
        let Schema { json, document, mut resource, mut dialect, .. } = self[id];
        let text = |name: &str| json.get(name).and_then(Json::as_str);
        if let Some(schema) = json.get("$schema") {
            dialect = self.dialect(schema, dialect, diags);
        }
        let alone = dialect.draft.ref_stands_alone() && json.get("$ref").is_some();
        let own = text(dialect.draft.id()).filter(|_| !alone).unwrap_or_default();
        let (uri, anchor) = uri::split(own);
        if !uri.is_empty() {
            let uri = uri::resolve(&self.resources[resource].uri, uri);
            if self[id].parent.is_none() && matches!(self[id].step, Step::Root) {
                // The document is known by where it was found as well.
                self.by_uri.entry(uri.clone()).or_default().push(resource);
                self.resources[resource].uri = uri;
            } else {
                resource = self.resource(document, uri, json, dialect);
            }
        }
        let Resource { anchors, dynamic, json: root, dialect: spoken, .. } = &mut self.resources[resource];
        if root.span == json.span {
            *spoken = dialect;
        }
        if !anchor.is_empty() && dialect.draft <= Draft::Draft7 && !anchor.starts_with('/') {
            anchors.entry(anchor).or_insert(id);
        }
        if dialect.draft >= Draft::Draft2019 {
            if let Some(anchor) = text("$anchor") {
                anchors.entry(anchor).or_insert(id);
            }
        }
        if dialect.draft >= Draft::Draft2020 {
            if let Some(anchor) = text("$dynamicAnchor") {
                anchors.entry(anchor).or_insert(id);
                dynamic.push((anchor, id));
            }
        }
        if dialect.draft == Draft::Draft2019 && json.get("$recursiveAnchor").and_then(Json::as_bool) == Some(true) {
            dynamic.push(("", id));
        }
        let schema = &mut self.schemas[id.0 as usize];
        (schema.resource, schema.dialect) = (resource, dialect);
    }

    /// The dialect that a `$schema` names: a draft's own, or a meta-schema that is built on one.
    fn dialect(&self, schema: &Json, outer: Dialect, diags: &Diags) -> Dialect {
        let Some(text) = schema.as_str() else {
            diags.error(schema.span, "`$schema` must be a string").here(format!("found {}", schema.kind())).emit();
            return outer;
        };
        let (mut uri, mut validation) = (uri::split(text).0.to_owned(), true);
        // Bounded, because a meta-schema may name itself.
        for _ in 0..8 {
            if let Some(draft) = Draft::of_uri(&uri) {
                return Dialect { draft, stated: true, validation };
            }
            let Some(&document) = self.library.by_url.get(&uri) else { break };
            let meta = &self.library.documents[document].json;
            if let Some(vocabularies) = meta.get("$vocabulary") {
                validation &= vocabularies.members().iter().any(|it| it.name.ends_with("/vocab/validation"));
            }
            let Some(next) = meta.get("$schema").and_then(Json::as_str) else { break };
            uri = uri::split(next).0.to_owned();
        }
        diags
            .error(schema.span, "unknown draft of JSON Schema")
            .here("no draft has this address, and no file of this build")
            .help(format!("the drafts are {NAMES}; leave `$schema` out for the default"))
            .emit();
        outer
    }

    // References.

    fn resolve_all(&mut self, diags: &Diags) {
        let mut next = 0;
        // Resolving can find further schemas, in places that no keyword leads to.
        while next < self.schemas.len() {
            self.resolve_one(SchemaId(next as u32), diags);
            next += 1;
        }
        self.settle();
    }

    /// Makes a plain reference of each dynamic one whose anchor only one resource has.
    fn settle(&mut self) {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (name, _) in self.resources.iter().flat_map(|it| &it.dynamic) {
            *counts.entry(name).or_default() += 1;
        }
        for assertion in self.schemas.iter_mut().flat_map(|it| &mut it.words) {
            if let Word::DynamicRef { text, to, anchor } = assertion.word {
                if counts.get(anchor).is_none_or(|count| *count < 2) {
                    assertion.word = Word::Ref { text, to };
                } else {
                    self.dynamic = true;
                }
            }
        }
    }

    fn resolve_one(&mut self, id: SchemaId, diags: &Diags) {
        for at in 0..self[id].words.len() {
            let assertion = &self[id].words[at];
            let (Word::Ref { text, .. } | Word::DynamicRef { text, .. }) = assertion.word else { continue };
            let span = assertion.span;
            let target = self.resolve(id, text, span, diags);
            let anchor = target.and_then(|target| self.dynamic_anchor(id, text, target));
            match (&mut self.schemas[id.0 as usize].words[at].word, anchor) {
                (Word::DynamicRef { to, anchor, .. }, Some(name)) => (*to, *anchor) = (target, name),
                (Word::Ref { to, .. }, _) => *to = target,
                // Without a dynamic anchor at its own target it is a plain reference.
                (word, _) => *word = Word::Ref { text, to: target },
            }
        }
    }

    /// The dynamic anchor that a dynamic reference names, where its own target has it.
    fn dynamic_anchor(&self, from: SchemaId, text: &'j str, target: SchemaId) -> Option<&'j str> {
        let wanted = match self[from].dialect.draft {
            Draft::Draft2019 => "",
            _ => uri::split(text).1,
        };
        let dynamic = &self.resources[self[target].resource].dynamic;
        dynamic.iter().find(|(name, schema)| *name == wanted && *schema == target).map(|(name, _)| *name)
    }

    fn resolve(&mut self, from: SchemaId, text: &'j str, span: Span, diags: &Diags) -> Option<SchemaId> {
        let key = (self[from].resource, text);
        if let Some(known) = self.found.get(&key) {
            return *known;
        }
        // Remembered even where nothing is found: one error for one dangling target is enough.
        let found = self.resolve_new(from, text, span, diags);
        self.found.insert(key, found);
        found
    }

    fn resolve_new(&mut self, from: SchemaId, text: &'j str, span: Span, diags: &Diags) -> Option<SchemaId> {
        let base = &self.resources[self[from].resource].uri;
        let absolute = uri::resolve(base, text);
        let (uri, fragment) = uri::split(&absolute);
        let resource = if text.starts_with('#') { Some(self[from].resource) } else { self.find_resource(from, uri) };
        let Some(resource) = resource else {
            self.report_missing(uri, span, diags);
            return None;
        };
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            self.pointed(resource, fragment)
        } else {
            self.resources[resource].anchors.get(uri::decode(fragment).as_str()).copied()
        };
        self.read_all(diags);
        if target.is_none() {
            let name = &self.library.documents[self.resources[resource].document].url;
            let place = if text.starts_with('#') { "in this file".to_owned() } else { format!("in `{name}`") };
            let error = diags.error(span, format!("`{text}` leads nowhere"));
            let error = error.here(format!("nothing {place} is at `#{fragment}`"));
            match self.meant(resource, fragment) {
                Some(meant) => error.help(format!("did you mean `{}#{meant}`?", uri::split(text).0)).emit(),
                None => error.emit(),
            }
        }
        target
    }

    /// What a fragment that leads nowhere was likely to be: an anchor, or a pointer with a slip in its last part.
    fn meant(&self, resource: usize, fragment: &str) -> Option<String> {
        let Resource { json, anchors, .. } = &self.resources[resource];
        let Some((above, last)) = fragment.rsplit_once('/') else {
            let mut known: Vec<&str> = anchors.keys().copied().collect();
            known.sort_unstable();
            return spelling::meant(fragment, known).map(str::to_owned);
        };
        let mut parts = above.split('/').skip(1).map(|it| uri::decode(it).replace("~1", "/").replace("~0", "~"));
        let place = parts.try_fold(*json, |json, part| json.get(&part))?;
        let meant = spelling::meant(last, place.members().iter().map(|it| it.name.as_str()))?;
        Some(format!("{above}/{meant}"))
    }

    /// The resource of an address: in the same document before any other.
    fn find_resource(&self, from: SchemaId, uri: &str) -> Option<usize> {
        let here = self[from].document;
        let known = self.by_uri.get(uri).map_or(&[][..], Vec::as_slice);
        let same = known.iter().find(|it| self.resources[**it].document == here);
        let found = same.or(known.first()).copied();
        // A document's own resource is the first that it opened.
        found.or_else(|| {
            let document = *self.library.by_url.get(uri)?;
            self.resources.iter().position(|it| it.document == document)
        })
    }

    fn report_missing(&self, uri: &str, span: Span, diags: &Diags) {
        match self.library.failures.get(uri) {
            Some(Failure::Reported) => {}
            Some(Failure::File(path, why)) => {
                let label = format!("`{}` {why}", source::shown(path));
                diags.error(span, "the schema that is referred to cannot be read").here(label).emit();
            }
            Some(Failure::Unmapped) | None if uri.starts_with(ready::SCHEME) => {
                let known = ready::addresses();
                let nearest = known.iter().min_by_key(|it| spelling::distance(it, uri)).copied().unwrap_or_default();
                diags
                    .error(span, format!("there is no built-in schema `{uri}`"))
                    .here(format!("did you mean `{nearest}`?"))
                    .help(format!("the built-in schemas are `{}`", known.join("`, `")))
                    .emit();
            }
            Some(Failure::Unmapped) | None => {
                let folder = uri.rfind('/').map_or(uri, |at| &uri[..=at]);
                diags
                    .error(span, format!("`{uri}` is not at hand"))
                    .here("schemas are never fetched")
                    .help(format!(
                        "put the schema into a folder and map its address: `--map {folder}=FOLDER`, or \
                         `.map(\"{folder}\", \"FOLDER\")` on the builder"
                    ))
                    .emit();
            }
        }
    }

    /// The schema at a pointer from a resource's root. Where no keyword led there before, it becomes one.
    fn pointed(&mut self, from: usize, pointer: &str) -> Option<SchemaId> {
        let Resource { mut json, document, mut dialect, .. } = self.resources[from];
        let mut resource = from;
        for step in uri::steps(pointer) {
            if let Some(known) = self.at(json) {
                (resource, dialect) = (self[known].resource, self[known].dialect);
            }
            json = match &json.value {
                Value::Object(_) => self.member(json, &step)?,
                Value::List(items) => items.get(step.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        if !matches!(json.value, Value::Object(_) | Value::Bool(_)) {
            return None;
        }
        let root = self.at(self.resources[from].json);
        let step = if pointer.is_empty() { Step::Root } else { Step::Pointer(pointer.to_owned()) };
        Some(self.push(json, document, root, step, resource, dialect))
    }

    /// A member by its name. A file has as many references as definitions: among many, names are looked up by hash.
    fn member(&mut self, json: &'j Json, name: &str) -> Option<&'j Json> {
        let members = json.members();
        if members.len() <= FEW {
            return json.get(name);
        }
        let by_name = || members.iter().map(|it| (it.name.as_str(), &it.json)).collect();
        self.members.entry((json.span.source, json.span.start)).or_insert_with(by_name).get(name).copied()
    }

    /// The JSON pointer of a schema, with its `#`.
    pub(crate) fn place(&self, id: SchemaId) -> String {
        let mut steps = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let schema = &self[id];
            match &schema.step {
                Step::Root => {}
                Step::Pointer(pointer) => steps.push(pointer.clone()),
                Step::Keyword(keyword) => steps.push(format!("/{keyword}")),
                Step::Named(keyword, name) => steps.push(format!("/{keyword}/{}", uri::escape(name))),
                Step::Listed(keyword, at) => steps.push(format!("/{keyword}/{at}")),
            }
            at = schema.parent;
        }
        steps.push("#".to_owned());
        steps.reverse();
        steps.concat()
    }
}

impl<'j> std::ops::Index<SchemaId> for Graph<'j> {
    type Output = Schema<'j>;

    fn index(&self, id: SchemaId) -> &Schema<'j> {
        // OK because ids are only made by `push`.
        &self.schemas[id.0 as usize]
    }
}

/// The place of schemas below the one that is read.
struct Below<'a, 'j> {
    graph: &'a mut Graph<'j>,
    document: usize,
    parent: SchemaId,
    resource: usize,
    dialect: Dialect,
}

impl<'j> Children<'j> for Below<'_, 'j> {
    fn child(&mut self, json: &'j Json, step: Step<'j>) -> SchemaId {
        self.graph.push(json, self.document, Some(self.parent), step, self.resource, self.dialect)
    }
}
