//! What a compiler asks for.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Diags;
use crate::front::proto::wire::{self, Malformed};

/// The numbers of fields in `plugin.proto` and `descriptor.proto`.
mod tag {
    pub(super) const FILE_TO_GENERATE: u32 = 1;
    pub(super) const PARAMETER: u32 = 2;
    pub(super) const PROTO_FILE: u32 = 15;
    pub(super) const SOURCE_FILE: u32 = 17;
    pub(super) const SET_FILE: u32 = 1;
    pub(super) const FILE_NAME: u32 = 1;
}

/// A `CodeGeneratorRequest`.
pub(super) struct Request {
    pub(super) parameter: String,
    /// The files that code is asked for.
    pub(super) asked: BTreeSet<String>,
    /// The files that there are.
    known: BTreeSet<String>,
    /// These and what they import, as a `FileDescriptorSet`.
    pub(super) set: Vec<u8>,
}

impl Request {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        let fields = wire::fields(bytes)?;
        let texts = |number| fields.iter().filter_map(move |field| field.text(number));
        let asked = texts(tag::FILE_TO_GENERATE).map(|it| it.map(str::to_owned)).collect::<Result<_, _>>()?;
        let parameter = texts(tag::PARAMETER).next_back().transpose()?.unwrap_or_default().to_owned();
        // With the options that only sources have; they come for the files that code is asked for.
        let mut sources = BTreeMap::new();
        for file in fields.iter().filter_map(|field| field.bytes(tag::SOURCE_FILE)) {
            sources.insert(name_of(file)?, file);
        }
        let mut known = BTreeSet::new();
        let mut set = Vec::with_capacity(bytes.len());
        for file in fields.iter().filter_map(|field| field.bytes(tag::PROTO_FILE)) {
            let name = name_of(file)?;
            wire::put_bytes(&mut set, tag::SET_FILE, sources.get(name).copied().unwrap_or(file));
            known.insert(name.to_owned());
        }
        Ok(Self { parameter, asked, known, set })
    }

    /// Tells what no compiler would ask for.
    pub(super) fn check(&self, diags: &Diags) {
        if self.asked.is_empty() {
            diags.error_of_call("the request asks for no file").emit();
        }
        for name in self.asked.difference(&self.known) {
            diags.error_in(name, "is asked for, but is not in the request").emit();
        }
    }
}

fn name_of(file: &[u8]) -> Result<&str, Malformed> {
    wire::fields(file)?.iter().rev().find_map(|field| field.text(tag::FILE_NAME)).unwrap_or(Ok(""))
}
