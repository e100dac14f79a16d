//! All documents of a build: those that were asked for, and whatever these refer to.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::draft::Draft;
use super::{listed, meta, ready, uri};
use crate::diag::{Diags, Level, Lint, SourceId, Span};
#[cfg(feature = "proto")]
use crate::front::proto;
use crate::json::{Json, Value};
use crate::options::Options;
use crate::source::{Source, Sources};

/// Two files go by one address.
pub(crate) const DUPLICATE_ID: Lint = Lint { name: "duplicate_id", default: Level::Deny };

/// One JSON document.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: SourceId,
    pub(crate) json: Json,
    /// Where it was found; its own `$id` comes on top of that.
    pub(crate) url: String,
    /// Whether it is one of the files that the build is for.
    pub(crate) asked: bool,
    /// The definitions that a model may be asked for, where the file itself says which: one of protobuf.
    pub(crate) answers: Option<Vec<String>>,
}

/// The documents, and what is known of addresses.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) documents: Vec<Document>,
    /// Documents by address; only looked up.
    pub(crate) by_url: HashMap<String, usize>,
    /// Why an address has no document; only looked up.
    pub(crate) failures: HashMap<String, Failure>,
}

/// Why an address has no document.
#[derive(Debug, Clone)]
pub(crate) enum Failure {
    /// It is remote, and no mapping covers it.
    Unmapped,
    /// The file that it stands for cannot be read: the file, and why.
    File(PathBuf, String),
    /// The document is no JSON, which was reported.
    Reported,
}

/// An address that some document refers to.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    url: String,
    /// The same reference, relative to the file that holds it: many a repository gives its files an `$id` of a site
    /// and yet means its own folders.
    beside: Option<String>,
}

impl Library {
    /// Reads every source, then every document that is referred to, until nothing is missing that can be found.
    pub(crate) fn load(sources: &mut Sources, options: &Options, diags: &Diags) -> Self {
        let mut library = Self::default();
        let is_json = |source: &Source| cfg!(not(feature = "proto")) || !source.is_proto();
        let asked: Vec<_> = (sources.iter().filter(|(_, source)| is_json(source)))
            .map(|(id, source)| (id, url_of(source.path.as_deref(), &source.name)))
            .collect();
        #[cfg(feature = "proto")]
        library.add_protos(proto::documents(sources, options, diags), sources, diags);
        for (source, url) in asked {
            if let Some(json) = Json::parse(sources, source, diags) {
                let json = listed::schemas(json, &url, diags);
                library.add(Document { source, json, url, asked: true, answers: None }, diags);
            }
        }
        let mut scanned = 0;
        while scanned < library.documents.len() {
            let mut wanted = BTreeSet::new();
            for document in &library.documents[scanned..] {
                library.scan(document, &mut wanted);
            }
            scanned = library.documents.len();
            for it in wanted {
                library.find(sources, options, it, diags);
            }
        }
        library
    }

    /// Takes files of protobuf, which go by the names of their imports as well.
    #[cfg(feature = "proto")]
    fn add_protos(&mut self, documents: Vec<proto::Document>, sources: &Sources, diags: &Diags) {
        for proto::Document { source, json, asked, answers, aliases } in documents {
            let file = &sources[source];
            let url = url_of(file.path.as_deref(), &file.name);
            let at = self.documents.len();
            self.add(Document { source, json, url, asked, answers: Some(answers) }, diags);
            for alias in aliases {
                self.by_url.entry(alias).or_insert(at);
            }
        }
    }

    fn add(&mut self, document: Document, diags: &Diags) {
        let at = self.documents.len();
        self.by_url.entry(document.url.clone()).or_insert(at);
        if let Some((id, place)) = own_id(&document.json) {
            let url = uri::resolve(&document.url, uri::split(id).0);
            let first = *self.by_url.entry(url).or_insert(at);
            if let Some((_, other)) = self.documents.get(first).and_then(|it| own_id(&it.json)) {
                diags
                    .lint(DUPLICATE_ID, place, format!("two files have the `$id` `{id}`"))
                    .label(other, "the other one")
                    .help("a reference to it could mean either: give each file an `$id` of its own")
                    .emit();
            }
        }
        self.documents.push(document);
    }

    /// Collects what a document refers to outside itself. It looks at every object, schema or not: a document too
    /// many costs a moment, and one too few would be a dangling reference.
    fn scan(&self, document: &Document, wanted: &mut BTreeSet<Wanted>) {
        let mut stack: Vec<(&Json, Rc<str>)> = vec![(&document.json, Rc::from(document.url.as_str()))];
        let mut own = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some((json, mut base)) = stack.pop() {
            if let Value::List(items) = &json.value {
                stack.extend(items.iter().map(|item| (item, base.clone())));
                continue;
            }
            for id in ["$id", "id"] {
                if let Some(id) = json.get(id).and_then(Json::as_str).filter(|id| !id.starts_with('#')) {
                    base = Rc::from(uri::resolve(&base, uri::split(id).0));
                    own.insert(base.to_string());
                }
            }
            for member in json.members() {
                let is_ref = matches!(member.name.as_str(), "$ref" | "$schema" | "$dynamicRef" | "$recursiveRef");
                match member.json.as_str() {
                    // A draft of which the rules are built in needs no meta-schema.
                    Some(text) if member.name == "$schema" && Draft::of_uri(text).is_some() => {}
                    Some(text) if is_ref && !text.starts_with('#') => {
                        let (text, _) = uri::split(text);
                        let url = uri::resolve(&base, text);
                        let beside = uri::resolve(&document.url, text);
                        found.insert(Wanted { beside: (beside != url).then_some(beside), url });
                    }
                    Some(_) => {}
                    None => stack.push((&member.json, base.clone())),
                }
            }
        }
        wanted.extend(found.into_iter().filter(|it| !own.contains(&it.url)));
    }

    /// Finds the document of an address: one that is there already, one that is built in, a mapped or a plain file.
    fn find(&mut self, sources: &mut Sources, options: &Options, wanted: Wanted, diags: &Diags) {
        let Wanted { url, beside } = wanted;
        if self.by_url.contains_key(&url) || self.failures.contains_key(&url) {
            return;
        }
        if let Some(text) = meta::text(&url).or_else(|| ready::text(&url)) {
            let source = sources.add_built_in(&url, text.to_owned());
            self.read(sources, source, url, diags);
            return;
        }
        if let Some(&at) = beside.as_ref().and_then(|beside| self.by_url.get(beside)) {
            self.by_url.insert(url, at);
            return;
        }
        let mapped = file_of(&url, &options.maps);
        let beside_file = beside.as_deref().and_then(uri::to_file).filter(|path| path.is_file());
        let Some(path) = mapped.clone().filter(|path| path.is_file()).or(beside_file).or(mapped) else {
            self.failures.insert(url, Failure::Unmapped);
            return;
        };
        let file_url = uri::of_file(&path);
        if let Some(&at) = self.by_url.get(&file_url) {
            self.by_url.insert(url, at);
            return;
        }
        match sources.add_file(&path) {
            #[cfg(feature = "proto")]
            Ok(source) if sources[source].is_proto() => {
                let found = proto::referred(sources, source, options, diags);
                self.add_protos(found, sources, diags);
                match self.by_url.get(&file_url).copied() {
                    Some(at) => drop(self.by_url.insert(url, at)),
                    None => drop(self.failures.insert(url, Failure::Reported)),
                }
            }
            Ok(source) => self.read(sources, source, url, diags),
            Err(why) => {
                self.failures.insert(url, Failure::File(path, why));
            }
        }
    }

    fn read(&mut self, sources: &Sources, source: SourceId, url: String, diags: &Diags) {
        match Json::parse(sources, source, diags) {
            Some(json) => {
                self.add(Document { source, json, url, asked: false, answers: None }, diags);
            }
            None => {
                self.failures.insert(url, Failure::Reported);
            }
        }
    }
}

/// What a document calls itself.
fn own_id(json: &Json) -> Option<(&str, Span)> {
    let id = json.get("$id").or_else(|| json.get("id"))?;
    id.as_str().filter(|text| !uri::split(text).0.is_empty()).map(|text| (text, id.span))
}

fn url_of(path: Option<&Path>, name: &str) -> String {
    path.map_or_else(|| format!("memory:///{name}"), uri::of_file)
}

/// The file that an address stands for: by the longest mapping that covers it, or because it is one.
fn file_of(url: &str, maps: &[(String, PathBuf)]) -> Option<PathBuf> {
    if let Some(path) = uri::to_file(url) {
        return Some(path);
    }
    let (prefix, folder) =
        maps.iter().filter(|(prefix, _)| url.starts_with(prefix.as_str())).max_by_key(|(prefix, _)| prefix.len())?;
    let below = uri::decode(url[prefix.len()..].split('?').next().unwrap_or_default());
    let path = folder.join(below.trim_start_matches('/'));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // An address has no ending as often as not.
    let ended = ["json", "yaml", "yml"].map(|ending| path.with_file_name(format!("{name}.{ending}")));
    let other = ended.into_iter().find(|it| !path.is_file() && it.is_file());
    Some(other.unwrap_or(path))
}
