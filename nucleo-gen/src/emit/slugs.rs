//! Names of files for types.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use crate::ir::DeclId;
use crate::resolve::Resolved;

/// The name of a file for each type.
pub(crate) fn slugs(cx: &Resolved<'_>, types: &[DeclId]) -> HashMap<DeclId, String> {
    let path = |id: &DeclId| cx.names.module(cx.ir[*id].file).iter().chain([&cx.names[*id].rust]);
    distinct(types.iter().map(|id| (*id, path(id).map(String::as_str).collect())))
}

/// A name for each path: letters that every file system and every address takes, distinct in any casing.
pub(crate) fn distinct<'n, K: Eq + Hash>(paths: impl Iterator<Item = (K, Vec<&'n str>)>) -> HashMap<K, String> {
    let mut taken = BTreeSet::new();
    let mut out = HashMap::new();
    for (key, path) in paths {
        let parts: Vec<String> = path.into_iter().map(plain).collect();
        // Most file systems end at 255 bytes.
        let base: String = parts.join(".").chars().take(120).collect();
        let mut slug = base.clone();
        let mut round = 2;
        while !taken.insert(slug.to_lowercase()) {
            slug = format!("{base}-{round}");
            round += 1;
        }
        out.insert(key, slug);
    }
    out
}

fn plain(part: &str) -> String {
    let part = part.trim_start_matches("r#");
    part.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect()
}
