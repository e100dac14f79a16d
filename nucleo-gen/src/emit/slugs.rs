//! Names of files for types.

use std::collections::{BTreeSet, HashMap};

use crate::ir::DeclId;
use crate::resolve::Resolved;

/// The name of a file for each type: letters that every file system and every address takes, distinct in any casing.
pub(crate) fn slugs(cx: &Resolved<'_>, types: &[DeclId]) -> HashMap<DeclId, String> {
    let mut taken = BTreeSet::new();
    let mut out = HashMap::new();
    for id in types {
        let path = cx.names.module(cx.ir[*id].file).iter().chain([&cx.names[*id].rust]);
        let parts: Vec<String> = path.map(|part| plain(part)).collect();
        // Most file systems end at 255 bytes.
        let base: String = parts.join(".").chars().take(120).collect();
        let mut slug = base.clone();
        let mut round = 2;
        while !taken.insert(slug.to_lowercase()) {
            slug = format!("{base}-{round}");
            round += 1;
        }
        out.insert(*id, slug);
    }
    out
}

fn plain(part: &str) -> String {
    let part = part.trim_start_matches("r#");
    part.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect()
}
