//! Real schemas that no one here wrote: none of them may panic, and nearly all must become types.
//!
//! The folder is named by `NUCLEO_SHARED`, by default `../shared` beside the workspace.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::*;
use crate::diag::Severity;

/// Faults that are of what a schema refers to, not of the schema.
const REFERENCES: &[&str] = &["is not at hand", "leads nowhere", "that is referred to cannot be read"];

fn shared() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let path = std::env::var_os("NUCLEO_SHARED").map_or_else(|| PathBuf::from(default), PathBuf::from);
    assert!(path.is_dir(), "`{}` is not there: set NUCLEO_SHARED", path.display());
    path
}

fn files(root: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = walkdir::WalkDir::new(root)
        .into_iter()
        .map(|it| it.unwrap().into_path())
        .filter(|it| it.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    files
}

/// The errors of lowering one set of files together.
fn errors(paths: &[PathBuf]) -> Vec<String> {
    let diags = Diags::default();
    let mut sources = Sources::load(paths, &diags);
    read(&mut sources, &Options::default(), &diags);
    diags.take().into_iter().filter(|it| it.severity == Severity::Error).map(|it| it.message).collect()
}

/// A message without what is in backticks: the kind of fault.
fn kind(message: &str) -> String {
    message.split('`').step_by(2).collect::<Vec<_>>().join("…")
}

#[test]
#[ignore = "needs the corpora"]
fn ok_nearly_all_real_schemas_become_types() {
    let root = shared().join("schemas");
    for corpus in ["schemastore", "jsonschemabench"] {
        let (mut kinds, mut refused, mut dangling) = (BTreeMap::<String, Vec<String>>::new(), 0, 0);
        let mut times: Vec<(Duration, PathBuf)> = Vec::new();
        let files = files(&root.join(corpus));
        for path in &files {
            let start = Instant::now();
            let errors = errors(std::slice::from_ref(path));
            times.push((start.elapsed(), path.clone()));
            if errors.iter().any(|it| REFERENCES.iter().any(|reason| it.contains(reason))) {
                dangling += 1;
            } else if let Some(first) = errors.first() {
                refused += 1;
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                kinds.entry(kind(first)).or_default().push(name);
            }
        }
        for (kind, names) in &kinds {
            println!("{corpus}: {:4} {kind}: {}", names.len(), names[..names.len().min(5)].join(" "));
        }
        times.sort();
        let slowest: Vec<_> =
            times.iter().rev().take(5).map(|(time, path)| format!("{time:.1?} {}", path.display())).collect();
        let sum: Duration = times.iter().map(|it| it.0).sum();
        let resolved = files.len() - dangling;
        let share = 100.0 * (resolved - refused) as f64 / resolved as f64;
        println!(
            "{corpus}: {} files, {dangling} with references that do not resolve, {refused} of the others refused: {share:.2} % taken; {sum:.1?}\n{}",
            files.len(),
            slowest.join("\n")
        );
        assert!(share >= 97.0, "{corpus}: {share:.2} %");
    }
}

#[test]
#[ignore = "needs the corpora"]
fn ok_repositories_are_read_together() {
    let root = shared().join("schemas/repos");
    assert_eq!(errors(&[root.join("cdevents/schemas")]), Vec::<String>::new());
    assert_eq!(errors(&[root.join("mcp")]), Vec::<String>::new());
}
