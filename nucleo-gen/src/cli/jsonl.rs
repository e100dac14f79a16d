//! `nucleo-gen read --jsonl`: many replies, each with its schema.

use std::collections::HashMap;
use std::io::{BufRead as _, Write as _};

use nucleo_runtime::Policy;
use nucleo_runtime::document;
use nucleo_runtime::tape::Node;
use serde_json::json;

use super::End;
use super::read::Reader;
use crate::error::Error;
use crate::options::Options;
use crate::source::Sources;

pub(super) fn run(options: &Options, strict: bool) -> Result<End, Error> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    // Rows with one schema stand together as a rule, but need not.
    let mut readers: HashMap<String, Result<Reader, String>> = HashMap::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| Error::io("cannot read standard input", error))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer =
            answer(&line, options, strict, &mut readers).unwrap_or_else(|error| json!({ "$error": error }).to_string());
        writeln!(out, "{answer}").map_err(|error| Error::io("cannot write to standard output", error))?;
    }
    out.flush().map_err(|error| Error::io("cannot write to standard output", error))?;
    Ok(End::Done)
}

/// The line that answers one row.
fn answer(
    line: &str,
    options: &Options,
    strict: bool,
    readers: &mut HashMap<String, Result<Reader, String>>,
) -> Result<String, String> {
    let row = document::parse(line).map_err(|error| format!("not a row: {error}"))?;
    let member = |name: &str| row.root().entries().find(|(key, _)| *key == name).map(|(_, node)| node);
    let schema = member("schema").ok_or("not a row: `schema` is missing")?;
    let raw = member("raw").and_then(Node::text).ok_or("not a row: `raw` is missing, or no text")?;
    // The schema's own text keeps the order of its members.
    let schema = &line[schema.span()];
    if !readers.contains_key(schema) {
        let mut sources = Sources::default();
        sources.add("schema.json", schema.to_owned());
        let reader = Reader::new(sources, options, strict).map_err(|error| format!("schema: {error:?}"));
        readers.insert(schema.to_owned(), reader);
    }
    // OK because it was put in just now, or before.
    let reader = readers[schema].as_ref().map_err(String::clone)?;
    // Replies are measured by all that they state: members beyond the declared ones stay.
    let policy = Policy::lenient().keep_undeclared(true);
    // A value stands on one line.
    reader.read(raw, &policy).map(|read| read.value.replace(['\n', '\r'], " "))
}
