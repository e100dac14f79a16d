//! `protoc-gen-nucleo`, the plugin for `protoc` and `buf generate`.
//!
//! A compiler writes a `CodeGeneratorRequest` to a plugin's standard input and reads a `CodeGeneratorResponse` from its
//! standard output. The request's files are a descriptor set in memory; from there on, all is as in `generate`. Faults of
//! the schemas and of the parameters are the response's error, which the compiler shows; warnings go to standard error.
//! Only a request that is none ends the program with a code of its own.

mod parameters;
mod request;

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use clap::Parser;

use crate::diag::Diags;
use crate::emit::Layout;
use crate::error::Error;
use crate::flow;
use crate::front::proto::wire;
use crate::report::{self, Paint};
use crate::source::{Set, Sources};
use parameters::Parameters;
use request::Request;

/// A plugin for `protoc` and `buf generate`: Rust types of protobuf messages, and everything that a language model must be
/// shown. It reads a request from standard input; run a compiler with it, not the plugin itself.
///
/// protoc --nucleo_out=src/answers --nucleo_opt=dialect=openai,deny=missing_description shop/order.proto
///
/// It writes one file, `mod.rs`, with a module for each `.proto` file: `file=NAME` names it otherwise. The other parameters
/// are the options of `nucleo-gen generate`, without the dashes.
#[derive(Debug, Parser)]
#[command(name = "protoc-gen-nucleo", version, about, verbatim_doc_comment)]
struct Command {}

/// The name of the request in messages.
const REQUEST: &str = "request.binpb";

/// Answers the request on standard input.
pub fn run() -> ExitCode {
    let Command {} = Command::parse();
    match answer() {
        Ok(response) => match std::io::stdout().lock().write_all(&response) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("cannot write the response: {error}")),
        },
        Err(why) => fail(&why),
    }
}

fn fail(why: &str) -> ExitCode {
    eprintln!("error: {why}");
    ExitCode::from(2)
}

fn answer() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| format!("cannot read the request: {error}"))?;
    let request = Request::parse(&bytes).map_err(|_| {
        "standard input holds no `CodeGeneratorRequest`: this program is run by `protoc` or `buf generate`".to_owned()
    })?;
    Ok(response(generate(request)))
}

/// A file to write.
struct File {
    name: String,
    text: String,
}

fn generate(request: Request) -> Result<File, Error> {
    let Parameters { file: name, options } = Parameters::parse(&request.parameter)?;
    let diags = Diags::new(options.levels.clone());
    request.check(&diags);
    let mut sources = Sources::default();
    diags.stop_on_errors(&sources)?;
    sources.add_set(REQUEST, Set { bytes: request.set, asked: request.asked });
    let output = flow::generate(&mut sources, &options, Layout::Nested)?;
    let warnings = report::messages(&sources, &output.warnings);
    if !warnings.is_empty() {
        eprint!("{}", report::text(&warnings, Paint::for_stream(&std::io::stderr())));
    }
    Ok(File { name, text: output.text })
}

/// The numbers of fields in `plugin.proto`.
mod tag {
    pub(super) const ERROR: u32 = 1;
    pub(super) const SUPPORTED_FEATURES: u32 = 2;
    pub(super) const MINIMUM_EDITION: u32 = 3;
    pub(super) const MAXIMUM_EDITION: u32 = 4;
    pub(super) const FILE: u32 = 15;
    pub(super) const FILE_NAME: u32 = 1;
    pub(super) const FILE_CONTENT: u32 = 15;
}

/// `FEATURE_PROTO3_OPTIONAL` and `FEATURE_SUPPORTS_EDITIONS`.
const FEATURES: u64 = 1 | 2;

/// `EDITION_PROTO2` to `EDITION_2024`.
const EDITIONS: (u64, u64) = (998, 1001);

fn response(result: Result<File, Error>) -> Vec<u8> {
    let mut out = Vec::new();
    if let Err(error) = &result {
        wire::put_bytes(&mut out, tag::ERROR, said(error).as_bytes());
    }
    wire::put_varint(&mut out, tag::SUPPORTED_FEATURES, FEATURES);
    wire::put_varint(&mut out, tag::MINIMUM_EDITION, EDITIONS.0);
    wire::put_varint(&mut out, tag::MAXIMUM_EDITION, EDITIONS.1);
    if let Ok(File { name, text }) = &result {
        let mut file = Vec::new();
        wire::put_bytes(&mut file, tag::FILE_NAME, name.as_bytes());
        wire::put_bytes(&mut file, tag::FILE_CONTENT, text.as_bytes());
        wire::put_bytes(&mut out, tag::FILE, &file);
    }
    out
}

/// The report, from a line of its own: what stands before it is the compiler's.
fn said(error: &Error) -> String {
    match error.messages() {
        [] => error.to_string(),
        messages => format!("\n{}", report::text(messages, Paint::Plain).trim_end()),
    }
}
