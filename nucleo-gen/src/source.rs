//! Sources: discovery of schema files, their text, and the places in it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diag::{Diags, SourceId};

/// The ends of the names of schema files, longest first: what is cut off to name a module.
const ENDINGS: &[&str] = &[".schema.json", ".schema.yaml", ".schema.yml", ".json", ".yaml", ".yml", ".proto", ".binpb"];

/// The files that configure buf, which are no schemas.
const BUF_FILES: &[&str] = &["buf.yaml", "buf.lock", "buf.gen.yaml", "buf.work.yaml"];

/// All files of one build, and whatever these refer to.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    files: Vec<Source>,
    /// The folders and files that were asked for: a build script watches them.
    pub(crate) roots: Vec<PathBuf>,
    /// What else decides what is generated: further roots of imports, and files that only speak of options.
    pub(crate) watched: Vec<PathBuf>,
    /// The files of protobuf, where prost's types are asked for.
    #[cfg(feature = "prost")]
    pub(crate) protos: Vec<Proto>,
    /// The files of YAML and protobuf that were found, and that nothing reads without the features for them.
    pub(crate) skipped: Vec<String>,
    /// The descriptor sets in memory, until they are read.
    #[cfg(feature = "proto")]
    sets: BTreeMap<SourceId, Set>,
}

/// A descriptor set in memory.
#[cfg(feature = "proto")]
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) bytes: Vec<u8>,
    /// The files that the build is for; the others are there because these import them.
    pub(crate) asked: std::collections::BTreeSet<String>,
}

/// A file of protobuf.
#[cfg(feature = "prost")]
#[derive(Debug)]
pub(crate) struct Proto {
    pub(crate) source: SourceId,
    pub(crate) descriptor: prost_reflect::FileDescriptor,
    /// Whether it was asked for, and not only imported.
    pub(crate) asked: bool,
}

/// One file, or a text in memory.
#[derive(Debug)]
pub(crate) struct Source {
    /// The path as messages show it, with `/`.
    pub(crate) name: String,
    /// The folders below the searched folder, and the file's stem; as spelled.
    pub(crate) module: Vec<String>,
    /// Where it was read from; `None` for a text in memory.
    pub(crate) path: Option<PathBuf>,
    pub(crate) text: String,
    /// The offset of each line; most files are never asked for it.
    lines: OnceCell<Vec<u32>>,
    /// The characters before each block of bytes: a minified file is one line, and a place in it is counted from there.
    blocks: OnceCell<Vec<u32>>,
}

/// The bytes of a block.
const BLOCK: usize = 1024;

/// A place as people count: from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Sources {
    /// Reads all schema files at and below `paths`. What cannot be read is an error; the others are there all the same.
    pub(crate) fn load(paths: &[PathBuf], diags: &Diags) -> Self {
        // Sorted by what messages show, so that nothing depends on the order of discovery.
        let mut found = BTreeMap::new();
        let mut skipped = Vec::new();
        for path in paths {
            find(path, &mut found, &mut skipped, diags);
        }
        skipped.sort();
        let mut sources = Self { roots: paths.to_vec(), skipped, ..Self::default() };
        for (name, (path, module)) in found {
            match read(&path) {
                Ok(text) => {
                    sources.push(Source {
                        name,
                        module,
                        path: Some(path),
                        text,
                        lines: OnceCell::new(),
                        blocks: OnceCell::new(),
                    });
                }
                Err(why) => diags.error_in(name, why).emit(),
            }
        }
        sources
    }

    /// A text in memory, under a name for messages.
    pub(crate) fn add(&mut self, name: &str, text: String) -> SourceId {
        let module = vec![stem(name).to_owned()];
        self.push(Source {
            name: name.to_owned(),
            module,
            path: None,
            text,
            lines: OnceCell::new(),
            blocks: OnceCell::new(),
        })
    }

    /// A text that comes with the generator. No module of a user's own has its name.
    pub(crate) fn add_built_in(&mut self, url: &str, text: String) -> SourceId {
        let id = self.add(url, text);
        // OK because `add` gave the place of this source.
        self.files[id.0 as usize].module = vec![url.to_owned()];
        id
    }

    /// A file that a schema refers to, beyond those that were asked for.
    pub(crate) fn add_file(&mut self, path: &Path) -> Result<SourceId, String> {
        let text = read(path)?;
        let name = shown(path);
        let module = vec![stem(&name).to_owned()];
        Ok(self.push(Source {
            name,
            module,
            path: Some(path.to_owned()),
            text,
            lines: OnceCell::new(),
            blocks: OnceCell::new(),
        }))
    }

    /// A file that another imports under a name from some root, which is its module too.
    #[cfg(feature = "proto")]
    pub(crate) fn add_import(&mut self, path: &Path, name: &str) -> Result<SourceId, String> {
        let id = self.add_file(path)?;
        self.files[id.0 as usize].module = module_of(Path::new(""), Path::new(name));
        Ok(id)
    }

    /// A text that stands for a file which is not there, under the name that others import it by.
    #[cfg(feature = "proto")]
    pub(crate) fn add_stand_in(&mut self, name: &str, text: String) -> SourceId {
        let id = self.add(name, text);
        self.files[id.0 as usize].module = module_of(Path::new(""), Path::new(name));
        id
    }

    /// A descriptor set in memory, under a name for messages that ends as those of such files do.
    #[cfg(all(feature = "cli", feature = "proto"))]
    pub(crate) fn add_set(&mut self, name: &str, set: Set) {
        let id = self.add(name, String::new());
        self.sets.insert(id, set);
    }

    /// The set of a source, where it is one in memory.
    #[cfg(feature = "proto")]
    pub(crate) fn take_set(&mut self, id: SourceId) -> Option<Set> {
        self.sets.remove(&id)
    }

    fn push(&mut self, source: Source) -> SourceId {
        // OK because a build has fewer than 2³² files.
        let id = SourceId(u32::try_from(self.files.len()).expect("fewer than 2^32 files"));
        self.files.push(source);
        id
    }

    /// All files, with their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.files.iter().enumerate().map(|(at, source)| (SourceId(at as u32), source))
    }
}

impl std::ops::Index<SourceId> for Sources {
    type Output = Source;

    fn index(&self, id: SourceId) -> &Source {
        // OK because ids are only made by `push`.
        &self.files[id.0 as usize]
    }
}

impl Source {
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// Whether the text is JSON, so that a part of it that is a value can be read as one.
    pub(crate) fn is_json(&self) -> bool {
        !is_yaml(Path::new(&self.name)) && !self.is_proto()
    }

    /// Whether it is a file of protobuf, or a descriptor set.
    pub(crate) fn is_proto(&self) -> bool {
        is_proto(Path::new(&self.name))
    }

    /// Whether it is a descriptor set, which has no text.
    #[cfg(feature = "proto")]
    pub(crate) fn is_descriptor_set(&self) -> bool {
        is_set(Path::new(&self.name))
    }

    /// The searched folder's own name and the path below it: the same on every machine, whatever the build script named.
    pub(crate) fn origin(&self) -> String {
        let parts: Vec<&str> = self.name.split('/').filter(|part| !part.is_empty()).collect();
        let kept = parts.len().saturating_sub(self.module.len() + 1);
        parts[kept..].iter().filter(|part| **part != "..").copied().collect::<Vec<_>>().join("/")
    }

    /// The place of a byte.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.lines()[line - 1] as usize;
        Position { line, column: self.chars_before(offset as usize) - self.chars_before(start) + 1 }
    }

    /// The characters before a byte.
    fn chars_before(&self, offset: usize) -> usize {
        let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
        let blocks = self.blocks.get_or_init(|| {
            let mut sum = 0;
            let counts = self.text.as_bytes().chunks(BLOCK).map(|block| block.iter().filter(begins).count() as u32);
            std::iter::once(0).chain(counts.map(|count| (sum += count, sum).1)).collect()
        });
        let offset = offset.min(self.text.len());
        let block = offset / BLOCK;
        // OK because there is a count for each block that a byte of the text is in, and one for its end.
        blocks[block] as usize + self.text.as_bytes()[block * BLOCK..offset].iter().filter(begins).count()
    }

    /// The number of the line that holds a byte, from 1.
    fn line_of(&self, offset: u32) -> usize {
        self.lines().partition_point(|start| *start <= offset)
    }

    /// The range of a line, counted from 1, without its line break.
    pub(crate) fn line(&self, number: usize) -> std::ops::Range<usize> {
        // OK because numbers come from `position`.
        let start = self.lines()[number - 1] as usize;
        let end = self.lines().get(number).map_or(self.text.len(), |next| *next as usize);
        start..start + self.text[start..end].trim_end_matches(['\n', '\r']).len()
    }
}

/// Collects the schema files at and below one path, each with the name of its module.
fn find(root: &Path, found: &mut BTreeMap<String, (PathBuf, Vec<String>)>, skipped: &mut Vec<String>, diags: &Diags) {
    if root.is_file() {
        let name = shown(root);
        let module = vec![stem(&name).to_owned()];
        found.entry(name).or_insert((root.to_owned(), module));
        return;
    }
    let mut empty = true;
    for entry in walkdir::WalkDir::new(root).follow_links(true) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(root);
                let why = error.io_error().map_or_else(|| error.to_string(), reason);
                let report = diags.error_in(shown(path), format!("cannot be read: {why}"));
                let is_missing = path == root && !root.exists();
                let help =
                    "paths are relative to the current folder, which in a build script is that of its `Cargo.toml`";
                if is_missing { report.help(help) } else { report }.emit();
                empty = false;
                continue;
            }
        };
        if !entry.file_type().is_file() {
            continue;
        }
        let (yaml, proto) = (is_yaml(entry.path()), is_proto(entry.path()));
        let is_config = entry.file_name().to_str().is_some_and(|it| BUF_FILES.contains(&it));
        if is_config {
            continue;
        }
        if yaml && !cfg!(feature = "yaml") || proto && !cfg!(feature = "proto") {
            skipped.push(shown(entry.path()));
        } else if yaml || proto || entry.path().extension().is_some_and(|it| it == "json") {
            empty = false;
            let module = module_of(root, entry.path());
            found.entry(shown(entry.path())).or_insert_with(|| (entry.path().to_owned(), module));
        }
    }
    if empty {
        let help = match skipped.is_empty() {
            true => "put files that end in `.json` there, or name another folder",
            false => "enable the features `yaml` and `proto` of `nucleo-gen` to read the files that end so",
        };
        diags.error_in(shown(root), "holds no schema files").help(help).emit();
    }
}

/// Whether a path names a file of protobuf.
pub(crate) fn is_proto(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "proto") || is_set(path)
}

/// Whether a path names a descriptor set.
fn is_set(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "binpb")
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "yaml" || it == "yml")
}

fn module_of(root: &Path, path: &Path) -> Vec<String> {
    let below = path.strip_prefix(root).unwrap_or(path);
    let mut module: Vec<String> = below.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(last) = module.last_mut() {
        *last = stem(last).to_owned();
    }
    module
}

/// A path as messages show it: with `/` on every system, without a leading `./`, and from the current folder where it
/// is below it.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let path = here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path);
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    text.strip_prefix("./").map_or(text.clone(), str::to_owned)
}

/// The name of a file without its folders and its ending.
fn stem(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

fn read(path: &Path) -> Result<String, String> {
    if is_set(path) {
        return if path.is_file() {
            Ok(String::new())
        } else {
            Err("cannot be read: no such file or folder".to_owned())
        };
    }
    let mut bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {}", reason(&error)))?;
    if u32::try_from(bytes.len()).is_err() {
        return Err("is larger than 4 GiB".to_owned());
    }
    // A byte order mark is no part of the text.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("is not UTF-8 (byte {good}, in line {line})")
    })
}

/// What the system says, without its error number, which differs between systems.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        let mut sources = Sources::default();
        sources.add("a.json", text.to_owned());
        sources.files.remove(0)
    }

    #[test]
    fn ok_positions_count_characters_from_one() {
        let it = source("{\n  \"é\": 1\r\n}");
        assert_eq!(it.position(0), Position { line: 1, column: 1 });
        assert_eq!(it.position(8), Position { line: 2, column: 6 });
        assert_eq!(&it.text[it.line(2)], "  \"é\": 1");
        assert_eq!(it.position(99), Position { line: 3, column: 2 });
    }

    #[test]
    fn ok_stems_lose_both_endings() {
        assert_eq!(stem("a/ticket.schema.json"), "ticket");
        assert_eq!(stem("ticket.v2.json"), "ticket.v2");
    }

    #[test]
    fn err_files_name_what_is_wrong_with_them() {
        let root = std::env::temp_dir().join(format!("nucleo-source-{}", std::process::id()));
        std::fs::create_dir_all(root.join("empty")).unwrap();
        std::fs::write(root.join("latin.json"), b"{\n\"a\": \"\xe9\"}").unwrap();
        std::fs::write(root.join("b.json"), "{}").unwrap();
        let diags = Diags::default();
        let sources = Sources::load(&[root.clone(), root.join("empty"), root.join("none")], &diags);
        let said: Vec<_> = diags.take().into_iter().map(|it| it.message).collect();
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!(
            said,
            ["holds no schema files", "cannot be read: no such file or folder", "is not UTF-8 (byte 8, in line 2)"]
        );
        assert_eq!(sources.files.len(), 1);
        assert_eq!(sources.files[0].module, ["b"]);
    }
}
