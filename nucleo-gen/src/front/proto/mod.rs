//! Protobuf: `.proto` files and descriptor sets, as the JSON Schema documents that stand for them.
//!
//! `compile` makes descriptors of them, without `protoc`. `message` writes each file as one document: a definition for
//! each message and enum, by the ProtoJSON rules, with the options of `nucleo/options.proto` and `buf.validate` as
//! keywords. From there on they are schemas like any others: references between the two kinds, checks, the ledger and
//! every rendering need nothing of their own. Every part of a document has the place of what it came from, so that
//! messages point into the `.proto` file.
//!
//! What a guide should say of the mapping, and where it stands here:
//! - Members keep the names of the file; `json_name` and any casing are read. Those without `optional` must be there; lists
//!   and maps are empty where they are left out (`message`).
//! - A oneof is flat, at most one of its members is there, and `x-nucleo-oneof` names them: one enum in Rust.
//! - Values of enums are exchanged by their whole name, shown without the prefix and in lower case (`x-nucleo-shown`), and
//!   the zero `…_UNSPECIFIED` is no value: of an optional member it says that it is absent (`x-nucleo-nothing`).
//! - `Timestamp`, `Duration` and `bytes` are checked by the runtime (`x-nucleo-format`), and written as ProtoJSON (`known`).
//! - Rules of `buf.validate` are keywords, or words in the description and the ledger (`validate`); `ignore` of a zero makes
//!   a member optional.
//! - `Any` and bytes are lints, groups an error: only of messages that the files of the build lead to.

mod comments;
mod compile;
mod editions;
mod enumeration;
mod faults;
mod json;
mod known;
mod message;
mod options;
mod resolver;
mod traced;
mod validate;
pub(crate) mod wire;

pub(crate) use compile::NO_SOURCE_INFO;
pub(crate) use message::{ANY_MESSAGE, BYTES_MEMBER};

use crate::diag::{Diags, SourceId};
use crate::json::Json;
use crate::options::Options;
use crate::source::Sources;

/// The options of our own, as `import "nucleo/options.proto"` finds them.
pub(crate) const OPTIONS: &str = include_str!("../../../proto/nucleo/options.proto");

/// The name that options of our own are imported by.
pub(crate) const OPTIONS_NAME: &str = "nucleo/options.proto";

/// A file of protobuf, as a document.
pub(crate) struct Document {
    pub(crate) source: SourceId,
    pub(crate) json: Json,
    /// Whether it is one of the files that the build is for.
    pub(crate) asked: bool,
    /// The definitions that a model may be asked for.
    pub(crate) answers: Vec<String>,
    /// The other addresses that it goes by.
    pub(crate) aliases: Vec<String>,
}

/// Reads all sources that are protobuf, and what they import.
pub(crate) fn documents(sources: &mut Sources, options: &Options, diags: &Diags) -> Vec<Document> {
    let asked: Vec<SourceId> = sources.iter().filter(|(_, it)| it.is_proto()).map(|(id, _)| id).collect();
    read(sources, &asked, true, options, diags)
}

/// Reads one file that a schema refers to.
pub(crate) fn referred(sources: &mut Sources, source: SourceId, options: &Options, diags: &Diags) -> Vec<Document> {
    read(sources, &[source], false, options, diags)
}

fn read(sources: &mut Sources, ids: &[SourceId], asked: bool, options: &Options, diags: &Diags) -> Vec<Document> {
    if ids.is_empty() {
        return Vec::new();
    }
    let mut compiled = compile::all(sources, ids, options, diags);
    // What was asked for comes first, as it does among schemas of other kinds.
    compiled.sort_by_key(|file| !file.asked);
    let (roots, reached) = (message::roots(&compiled), message::reached(&compiled));
    let mut documents = Vec::new();
    for file in &compiled {
        let is_asked = asked && file.asked;
        #[cfg(feature = "prost")]
        if options.prost {
            let descriptor = file.descriptor.clone();
            sources.protos.push(crate::source::Proto { source: file.source, descriptor, asked: is_asked });
        }
        let (json, answers) = message::document(file, &roots, &reached, diags);
        let aliases = vec![import_url(file.descriptor.name())];
        documents.push(Document { source: file.source, json, asked: is_asked, answers, aliases });
    }
    documents
}

/// The address of a file by the name that it is imported by.
fn import_url(name: &str) -> String {
    format!("proto:///{name}")
}

#[cfg(test)]
mod tests;
