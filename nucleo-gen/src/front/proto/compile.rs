//! From files to descriptors: roots, imports, descriptor sets.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use prost_reflect::{DescriptorPool, FileDescriptor};
use protox::Compiler;
use protox::file::{ChainFileResolver, GoogleFileResolver, IncludeFileResolver};

use super::comments::Comments;
use super::faults::Faults;
use super::resolver::{ByName, Kept, Own, Places};
use super::{OPTIONS_NAME, editions, traced};
use crate::diag::{Diags, Level, Lint, SourceId, Span};
use crate::json::Json;
use crate::options::Options;
use crate::source::{Sources, shown};

/// A descriptor set tells nothing of places and comments.
pub(crate) const NO_SOURCE_INFO: Lint = Lint { name: "no_source_info", default: Level::Warn };

/// One file of protobuf.
pub(super) struct Compiled {
    pub(super) descriptor: FileDescriptor,
    pub(super) source: SourceId,
    pub(super) comments: Comments,
    /// Whether it was asked for, and not only imported.
    pub(super) asked: bool,
}

/// Compiles the files and reads the descriptor sets among `ids`. What is wrong with one is an error; the others are
/// there all the same.
pub(super) fn all(sources: &mut Sources, ids: &[SourceId], options: &Options, diags: &Diags) -> Vec<Compiled> {
    let (sets, files): (Vec<_>, Vec<_>) = ids.iter().partition(|id| sources[**id].is_descriptor_set());
    let roots = Roots::find(sources, options, diags);
    let mut out = Out { known: HashSet::new(), files: Vec::new() };
    compile(sources, &files, &roots, diags, &mut out);
    for set in sets {
        read_set(sources, set, diags, &mut out);
    }
    report_twins(&out.files, diags);
    out.files
}

/// The files so far, each once.
struct Out {
    known: HashSet<String>,
    files: Vec<Compiled>,
}

/// The folders that imports are relative to.
struct Roots {
    folders: Vec<PathBuf>,
    /// Folders that a `buf.yaml` leaves out.
    excluded: Vec<PathBuf>,
}

impl Roots {
    fn find(sources: &mut Sources, options: &Options, diags: &Diags) -> Self {
        let mut roots = Self { folders: options.includes.clone(), excluded: Vec::new() };
        for root in sources.roots.clone() {
            let folder = if root.is_dir() { root.as_path() } else { root.parent().unwrap_or(Path::new("")) };
            // A file alone may stand deep in a module.
            let config = if root.is_dir() {
                Some(folder.join("buf.yaml")).filter(|it| it.is_file())
            } else {
                folder.ancestors().map(|it| it.join("buf.yaml")).find(|it| it.is_file())
            };
            match config {
                Some(config) => roots.add_modules(sources, &config, diags),
                None => roots.folders.push(folder.to_owned()),
            }
        }
        let mut seen = HashSet::new();
        roots.folders.retain(|folder| seen.insert(folder.clone()));
        roots.watch(sources);
        roots
    }

    /// Has the folders watched that were not asked for as a whole: a new file there may be the one that is imported. Not
    /// one that the build itself writes to.
    fn watch(&self, sources: &mut Sources) {
        let here = whole(Path::new(""));
        let is_new = |folder: &&PathBuf| {
            let folder = whole(folder);
            !here.starts_with(&folder) && !sources.roots.iter().any(|root| folder.starts_with(whole(root)))
        };
        let is_whole = |folder: &&PathBuf| {
            // Beside a file alone stands whatever there is.
            !sources.roots.iter().any(|root| root.is_file() && whole(root).parent() == Some(&whole(folder)))
        };
        let new: Vec<PathBuf> = self.folders.iter().filter(is_new).filter(is_whole).cloned().collect();
        sources.watched.extend(new);
    }

    /// The modules of a `buf.yaml`; without any, its own folder is one.
    fn add_modules(&mut self, sources: &mut Sources, config: &Path, diags: &Diags) {
        let folder = config.parent().unwrap_or(Path::new(""));
        let json = match sources.add_file(config) {
            Ok(source) => Json::parse(sources, source, diags),
            Err(why) => {
                diags.error_in(shown(config), why).emit();
                None
            }
        };
        let modules = json.as_ref().and_then(|json| json.get("modules")).map_or(&[][..], Json::items);
        for module in modules {
            let path = module.get("path").and_then(Json::as_str).unwrap_or(".");
            self.folders.push(if path == "." { folder.to_owned() } else { folder.join(path) });
            let excluded = module.get("excludes").map_or(&[][..], Json::items);
            self.excluded.extend(excluded.iter().filter_map(Json::as_str).map(|it| folder.join(it)));
        }
        if modules.is_empty() {
            self.folders.push(folder.to_owned());
        }
    }

    /// The name that others import a file by: its path below the first root that holds it.
    fn name(&self, path: &Path) -> Option<String> {
        let path = whole(path);
        if self.excluded.iter().any(|it| path.starts_with(whole(it))) {
            return None;
        }
        let below = self.folders.iter().find_map(|root| path.strip_prefix(whole(root)).ok())?;
        Some(below.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>().join("/"))
    }

    /// A compiler, and what it is not given of the files that it opens.
    fn compiler(&self, places: Places) -> (Compiler, Kept) {
        let mut chain = ChainFileResolver::new();
        // First, because newer copies of them have syntax that the parser does not know.
        chain.add(GoogleFileResolver::new());
        for folder in &self.folders {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            chain.add(IncludeFileResolver::new(folder.to_owned()));
        }
        chain.add(Own);
        let kept = Kept::default();
        let mut compiler = Compiler::with_file_resolver(ByName { chain, places, kept: Rc::clone(&kept) });
        compiler.include_source_info(true).include_imports(true);
        (compiler, kept)
    }
}

/// A path from the root of the disk: one may be named from there, and another from the current folder.
fn whole(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.components().collect()
}

fn compile(sources: &mut Sources, ids: &[SourceId], roots: &Roots, diags: &Diags, out: &mut Out) {
    let mut asked: BTreeMap<String, SourceId> = BTreeMap::new();
    for id in ids {
        let Some(path) = sources[*id].path.clone() else { continue };
        if let Some(name) = roots.name(&path) {
            asked.insert(name, *id);
        }
    }
    let names: Vec<&str> = asked.keys().map(String::as_str).collect();
    if names.is_empty() {
        return;
    }
    let (mut together, kept) = roots.compiler(Places::Kept);
    if names.iter().try_for_each(|name| together.open_file(name).map(drop)).is_ok() {
        take(sources, &together, &kept, &asked, out);
        return;
    }
    // A compiler resolves names against all files that it has opened, not only against the imports, and so finds faults
    // where there are none. And one that has found a fault stops: alone, each file tells its own.
    let mut faults = Faults::new(&asked, &roots.folders);
    for name in names {
        let (mut alone, kept) = roots.compiler(Places::Given);
        match alone.open_file(name).map(drop) {
            Ok(()) => take(sources, &alone, &kept, &asked, out),
            Err(error) => faults.report(sources, &error, diags),
        }
    }
}

/// Takes the files of a compiler that are not there yet.
fn take(sources: &mut Sources, compiler: &Compiler, kept: &Kept, asked: &BTreeMap<String, SourceId>, out: &mut Out) {
    let paths: HashMap<&str, Option<&Path>> = compiler.files().map(|file| (file.name(), file.path())).collect();
    let pool = compiler.descriptor_pool();
    for descriptor in pool.files() {
        let name = descriptor.name();
        let kept = kept.borrow_mut().remove(name);
        let path = kept.as_ref().map(|it| it.path.as_path()).or_else(|| paths.get(name).copied().flatten());
        if is_standard(name) {
            // Its options decide what is generated, though it has no types.
            let path = path.map(Path::to_owned);
            sources.watched.extend(path.filter(|path| !sources.watched.contains(path)));
            continue;
        }
        if !out.known.insert(name.to_owned()) {
            continue;
        }
        let source = match (asked.get(name), path) {
            (Some(source), _) => *source,
            (None, Some(path)) => match sources.add_import(path, name) {
                Ok(source) => source,
                // It was read a moment ago.
                Err(_) => continue,
            },
            (None, None) => {
                out.files.push(without_text(sources, descriptor.clone(), false));
                continue;
            }
        };
        let given = descriptor.file_descriptor_proto().source_code_info.as_ref();
        let places = kept.as_ref().map_or(given, |it| it.places.as_ref());
        let comments = Comments::new(places, source, &sources[source].text);
        out.files.push(Compiled { asked: asked.contains_key(name), source, comments, descriptor });
    }
}

/// Whether a file has no messages that need a type: they are the well-known ones, or speak of options.
fn is_standard(name: &str) -> bool {
    const KNOWN: &[&str] = &["any", "duration", "empty", "field_mask", "struct", "timestamp", "wrappers"];
    let known = name.strip_prefix("google/protobuf/").and_then(|it| it.strip_suffix(".proto"));
    known.is_some_and(|it| KNOWN.contains(&it)) || name == OPTIONS_NAME || name.starts_with("buf/validate/")
}

fn read_set(sources: &mut Sources, set: SourceId, diags: &Diags, out: &mut Out) {
    let name = sources[set].name.clone();
    let (bytes, asked) = match (sources.take_set(set), &sources[set].path) {
        (Some(set), _) => (set.bytes, Some(set.asked)),
        (None, Some(path)) => match std::fs::read(path) {
            Ok(bytes) => (bytes, None),
            Err(error) => return diags.error_in(name, format!("cannot be read: {error}")).emit(),
        },
        (None, None) => return,
    };
    let whole = editions::lower(&bytes).map_err(|_| "it is cut off, or something else".to_owned());
    let pool = whole.and_then(|set| DescriptorPool::decode(set.as_slice()).map_err(|error| error.to_string()));
    let pool = match pool {
        Ok(pool) => pool,
        Err(error) => {
            let help = "write it with `buf build -o` or `protoc --include_imports --include_source_info -o`";
            return diags.error_in(name, format!("is no whole descriptor set: {error}")).help(help).emit();
        }
    };
    let mut bare = false;
    for descriptor in pool.files() {
        let import = descriptor.name().to_owned();
        if is_standard(&import) || !out.known.insert(import.clone()) {
            continue;
        }
        // What protobuf itself brings along is seldom written with it.
        bare |=
            !import.starts_with("google/protobuf/") && descriptor.file_descriptor_proto().source_code_info.is_none();
        out.files.push(without_text(sources, descriptor, asked.as_ref().is_none_or(|asked| asked.contains(&import))));
    }
    if bare {
        diags
            .lint_in(NO_SOURCE_INFO, name, "has no source information, so comments are no descriptions")
            .help("write it with `--include_source_info`; `buf build` does so by itself")
            .emit();
    }
}

/// A file that is known by its descriptor alone: messages show what that tells of its text, or else the names of what is
/// there.
fn without_text(sources: &mut Sources, descriptor: FileDescriptor, asked: bool) -> Compiled {
    let file = descriptor.file_descriptor_proto();
    if let Some(text) = traced::text(file) {
        let source = sources.add_stand_in(descriptor.name(), text);
        let comments = Comments::new(file.source_code_info.as_ref(), source, &sources[source].text);
        return Compiled { descriptor, source, comments, asked };
    }
    let source = sources.add_stand_in(descriptor.name(), outline(&descriptor));
    let mut comments = Comments::new(file.source_code_info.as_ref(), source, "");
    comments.stand_in(outline_spans(&descriptor, source));
    Compiled { descriptor, source, comments, asked }
}

/// A line for each message, member, enum and value of a file: what stands for its text.
fn outline(file: &FileDescriptor) -> String {
    lines(file).into_iter().map(|(_, line)| line + "\n").collect()
}

fn outline_spans(file: &FileDescriptor, source: SourceId) -> Vec<(Vec<i32>, Span)> {
    let mut start = 0;
    let place = |(path, line): (Vec<i32>, String)| {
        let span = Span { source, start, end: start + line.len() as u32 };
        start = span.end + 1;
        (path, span)
    };
    lines(file).into_iter().map(place).collect()
}

fn lines(file: &FileDescriptor) -> Vec<(Vec<i32>, String)> {
    let mut out = Vec::new();
    let mut messages: Vec<_> = file.messages().collect();
    let mut enums: Vec<_> = file.enums().collect();
    messages.reverse();
    while let Some(message) = messages.pop() {
        out.push((message.path().to_vec(), format!("message {}", message.full_name())));
        for field in message.fields() {
            let number = field.number();
            out.push((field.path().to_vec(), format!("field {} = {number} of {}", field.name(), message.full_name())));
        }
        for oneof in message.oneofs() {
            out.push((oneof.path().to_vec(), format!("oneof {} of {}", oneof.name(), message.full_name())));
        }
        enums.extend(message.child_enums());
        messages.extend(message.child_messages());
    }
    for it in enums {
        out.push((it.path().to_vec(), format!("enum {}", it.full_name())));
        out.extend(
            it.values()
                .map(|value| (value.path().to_vec(), format!("value {} = {}", value.full_name(), value.number()))),
        );
    }
    out
}

/// Two files that define one name, which no compiler that read them together would take.
fn report_twins(files: &[Compiled], diags: &Diags) {
    let mut known: HashMap<String, (usize, Span)> = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        let messages = file.descriptor.messages().map(|it| (it.full_name().to_owned(), file.comments.name(it.path())));
        let enums = file.descriptor.enums().map(|it| (it.full_name().to_owned(), file.comments.name(it.path())));
        for (name, span) in messages.chain(enums) {
            match known.get(&name) {
                Some((other, first)) if *other != at => {
                    diags
                        .error(span, format!("`{name}` is defined in two files"))
                        .label(*first, "the other one")
                        .help("rename one, or give its file another package")
                        .emit();
                }
                _ => {
                    known.insert(name, (at, span));
                }
            }
        }
    }
}
