//! Schemas of a git revision, written to a folder of their own for as long as they are read.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::source;

/// What names of schema files end with.
const ENDINGS: [&str; 4] = [".json", ".yaml", ".yml", ".proto"];

/// Where a version is read from.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    /// The folder that a revision was written to, and how its files are called.
    written: Option<(Written, String)>,
    /// What tells that another version is meant now: the path, or the files of git that say what the revision is.
    pub(crate) watched: Vec<PathBuf>,
}

/// A folder that is removed in the end.
#[derive(Debug)]
struct Written(PathBuf);

impl Drop for Written {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    /// A file or folder on the disk.
    pub(crate) fn here(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { watched: vec![path.clone()], path, written: None }
    }

    /// A file or folder; or, where there is none of that name, `REVISION:PATH` of the repository around `beside`.
    pub(crate) fn find(text: &str, beside: &Path) -> Result<Self, Error> {
        let path = if Path::new(text).is_absolute() { PathBuf::from(text) } else { beside.join(text) };
        let (revision, inner) = match text.split_once(':') {
            Some(parts) if !path.exists() => parts,
            _ => return Ok(Self::here(if beside == Path::new(".") { PathBuf::from(text) } else { path })),
        };
        let top = git(beside, &["rev-parse", "--show-toplevel"])?;
        let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end());
        let prefix = git(beside, &["rev-parse", "--show-prefix"])?;
        // As git has it: from the top, unless it begins with `./`.
        let inner = match inner.strip_prefix("./") {
            Some(inner) => format!("{}{inner}", String::from_utf8_lossy(&prefix).trim_end()),
            None => inner.to_owned(),
        };
        let commit = git(&top, &["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")])
            .map_err(|error| Error::plain(format!("`{revision}` is no revision of git ({error})")))?;
        let commit = String::from_utf8_lossy(&commit).trim_end().to_owned();
        let folder =
            std::env::temp_dir().join(format!("nucleo-{}-{}", std::process::id(), &commit[..commit.len().min(12)]));
        let folder = unused(&folder);
        let written = Written(folder.clone());
        write(&top, &commit, &folder)?;
        let path = folder.join(inner.trim_end_matches('/'));
        if !path.exists() {
            return Err(Error::plain(format!("`{inner}` does not exist, or holds no schemas, at `{revision}`")));
        }
        Ok(Self { path, watched: refs(beside, revision), written: Some((written, revision.to_owned())) })
    }

    /// The name of a file, as people know it.
    pub(crate) fn show(&self, file: &str) -> String {
        let Some((Written(folder), revision)) = &self.written else { return file.to_owned() };
        let folder = source::shown(folder);
        match file.strip_prefix(&folder) {
            Some(inner) => format!("{revision}:{}", inner.trim_start_matches('/')),
            None => file.to_owned(),
        }
    }
}

/// The files that change when a revision becomes another commit: what is checked out, a branch, and what branches were
/// packed into.
fn refs(beside: &Path, revision: &str) -> Vec<PathBuf> {
    let line = |args: &[&str]| git(beside, args).map(|said| String::from_utf8_lossy(&said).trim_end().to_owned());
    let branch = line(&["rev-parse", "--symbolic-full-name", revision]).unwrap_or_default();
    let files = ["HEAD", "packed-refs", &branch].into_iter().filter(|name| !name.is_empty());
    let paths = files.filter_map(|name| line(&["rev-parse", "--git-path", name]).ok());
    // Relative to the folder that git was called in.
    paths.map(|path| if beside == Path::new(".") { PathBuf::from(path) } else { beside.join(path) }).collect()
}

/// A folder that is not there yet.
fn unused(folder: &Path) -> PathBuf {
    let named = |number: usize| PathBuf::from(format!("{}-{number}", folder.display()));
    (0..).map(named).find(|path| !path.exists()).unwrap_or_else(|| folder.to_owned())
}

/// Writes every schema file of a commit: one may refer to any other.
fn write(top: &Path, commit: &str, folder: &Path) -> Result<(), Error> {
    let listed = git(top, &["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit])?;
    for name in listed.split(|byte| *byte == 0) {
        let Ok(name) = std::str::from_utf8(name) else { continue };
        let inside = Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !inside || !ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        let text = git(top, &["cat-file", "blob", &format!("{commit}:{name}")])?;
        let path = folder.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, text))
            .map_err(|error| Error::io(format!("cannot write `{}`", path.display()), error))?;
    }
    std::fs::create_dir_all(folder).map_err(|error| Error::io(format!("cannot make `{}`", folder.display()), error))
}

fn git(folder: &Path, args: &[&str]) -> Result<Vec<u8>, Error> {
    let output = Command::new("git").current_dir(folder).args(args).output();
    let output = output.map_err(|error| Error::io("cannot run `git`, which reads revisions", error))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::plain(format!("git {}: {}", args.join(" "), said.trim().lines().next().unwrap_or("failed"))))
}
