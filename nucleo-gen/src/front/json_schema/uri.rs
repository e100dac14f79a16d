//! Addresses of schemas: as much of RFC 3986 as `$id` and `$ref` need.

use std::path::{Path, PathBuf};

/// An address without its fragment, and the fragment.
pub(crate) fn split(uri: &str) -> (&str, &str) {
    uri.split_once('#').unwrap_or((uri, ""))
}

/// Resolves a reference against a base (RFC 3986, section 5.2). The base has no fragment.
pub(crate) fn resolve(base: &str, reference: &str) -> String {
    let (reference, fragment) = match reference.split_once('#') {
        Some((head, tail)) => (head, Some(tail)),
        None => (reference, None),
    };
    let mut out = resolve_path(base, reference);
    if let Some(fragment) = fragment {
        out.push('#');
        out.push_str(fragment);
    }
    out
}

fn resolve_path(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if let Some(len) = scheme(reference) {
        let (authority, path) = authority(&reference[len..]);
        return format!("{}{authority}{}", &reference[..len], normalize(path));
    }
    let start = scheme(base).unwrap_or(0);
    let (base_authority, base_path) = authority(&base[start..]);
    // A name such as `urn:x:y` has no folders: only a fragment changes it.
    if base_authority.is_empty() && !base_path.starts_with('/') && start > 0 {
        return reference.to_owned();
    }
    let scheme = &base[..start];
    if reference.starts_with("//") {
        let (authority, path) = authority(reference);
        return format!("{scheme}{authority}{}", normalize(path));
    }
    if reference.starts_with('/') {
        return format!("{scheme}{base_authority}{}", normalize(reference));
    }
    let base_path = base_path.split('?').next().unwrap_or_default();
    if reference.starts_with('?') {
        return format!("{scheme}{base_authority}{base_path}{reference}");
    }
    let folder = base_path.rfind('/').map_or("/", |at| &base_path[..=at]);
    format!("{scheme}{base_authority}{}", normalize(&format!("{folder}{reference}")))
}

/// The length of `https:` and the like.
fn scheme(uri: &str) -> Option<usize> {
    let end = uri.find(':')?;
    let name = &uri[..end];
    let valid = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    valid.then_some(end + 1)
}

/// Splits `//host` from what follows.
fn authority(rest: &str) -> (&str, &str) {
    let Some(after) = rest.strip_prefix("//") else { return ("", rest) };
    let end = after.find(['/', '?']).map_or(rest.len(), |at| at + 2);
    rest.split_at(end)
}

/// A path without `.` and `..`; a query stays as it is.
fn normalize(path: &str) -> String {
    let (path, query) = path.find('?').map_or((path, ""), |at| path.split_at(at));
    if !path.split('/').any(|it| matches!(it, "." | "..")) {
        return format!("{path}{query}");
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." if last => kept.push(""),
            "." => {}
            ".." => {
                if kept.len() > 1 {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    format!("{}{query}", kept.join("/"))
}

/// Text with its `%41` decoded; what decodes to no text stays as it is.
pub(crate) fn decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = tail.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                rest = &tail[2..];
            }
            None => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The steps of a JSON pointer in a fragment.
pub(crate) fn steps(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(|step| decode(step).replace("~1", "/").replace("~0", "~"))
}

/// A name as a step of a JSON pointer.
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The address of a file.
pub(crate) fn of_file(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let text = path.to_string_lossy().replace('\\', "/");
    let mut out = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for c in text.chars() {
        match c {
            '%' | '#' | '?' | ' ' => out.push_str(&format!("%{:02X}", c as u32)),
            c => out.push(c),
        }
    }
    let (head, path) = out.split_at("file://".len());
    format!("{head}{}", normalize(path))
}

/// The file that an address names.
pub(crate) fn to_file(uri: &str) -> Option<PathBuf> {
    let path = decode(uri.strip_prefix("file://")?);
    // `/C:/x` on Windows.
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_references_resolve() {
        let cases = [
            ("http://a/b/c/d", "g", "http://a/b/c/g"),
            ("http://a/b/c/d", "./g/", "http://a/b/c/g/"),
            ("http://a/b/c/d", "../../../g", "http://a/g"),
            ("http://a/b/c/d", "/g", "http://a/g"),
            ("http://a/b/c/d", "//h/x", "http://h/x"),
            ("http://a/b/c/d", "?y", "http://a/b/c/d?y"),
            ("http://a/b/c/d", "#s", "http://a/b/c/d#s"),
            ("http://a/b/c/d", "urn:uuid:1#x", "urn:uuid:1#x"),
            ("http://a", "b.json", "http://a/b.json"),
            ("urn:example:root", "#/$defs/a", "urn:example:root#/$defs/a"),
            ("file:///x/y.json", "../z.json", "file:///z.json"),
        ];
        for (base, reference, right) in cases {
            assert_eq!(resolve(base, reference), right, "{reference} at {base}");
        }
    }

    #[test]
    fn ok_pointers_are_decoded_twice() {
        assert_eq!(steps("/a~1b/m~0n/%25/two%20words").collect::<Vec<_>>(), ["a/b", "m~n", "%", "two words"]);
    }

    #[test]
    fn ok_files_have_addresses() {
        assert_eq!(of_file(Path::new("/a b/../c#.json")), "file:///c%23.json");
        assert_eq!(to_file("file:///c%23.json"), Some(PathBuf::from("/c#.json")));
    }
}
