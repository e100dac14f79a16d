//! Generates all of `schemas/`, with the defaults and with each option, the schemas of other generators' bugs, and the
//! odd shapes that the properties of reading are tried on: what compiles here compiles for users.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use nucleo_gen::{Builder, Dates, Dialect, Error, Grammar, Level, Names, Nulls, Order, Paths, Serde, Unknown};

fn main() -> Result<(), Error> {
    let schemas = || {
        let mut builder = Builder::new();
        builder.schemas("../schemas").lint("skipped_file", Level::Allow);
        builder
    };
    schemas().build()?;

    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    schemas().dates(Dates::Jiff).derive_on("Line", "PartialOrd").out_dir(out.join("with_jiff")).build()?;
    schemas().dates(Dates::Chrono).names(Names::Source).out_dir(out.join("with_chrono")).build()?;
    schemas().serde(Serde::Derive).out_dir(out.join("with_derive")).build()?;
    schemas()
        .serde(Serde::Off)
        .derive("serde::Serialize")
        .order(Order::Sorted)
        .unknown(Unknown::Deny)
        .nulls(Nulls::Keyword)
        .titles(false)
        .paths(Paths::Quoted)
        .faults(1)
        .out_dir(out.join("without_serde"))
        .build()?;
    Builder::new()
        .schemas("options")
        .format("uuid", "crate::own::Id")
        .format("ipv4", "std::net::Ipv4Addr")
        .out_dir(out.join("with_formats"))
        .build()?;
    Builder::new()
        .schemas("../schemas/review.json")
        .schemas("../schemas/tasks.json")
        .dialects(Dialect::ALL)
        .grammar(Grammar::Gbnf)
        .out_dir(out.join("with_dialects"))
        .build()?;
    Builder::new()
        .schemas("shapes")
        .lint("repeated_name", Level::Allow)
        .lint("ambiguous_names", Level::Allow)
        .out_dir(out.join("shapes"))
        .build()?;
    Builder::new().schemas("tools").lint("tool_name", Level::Allow).out_dir(out.join("tools")).build()?;
    Builder::new().schemas("writing").out_dir(out.join("writing")).build()?;
    published(&out)?;
    bugs(&out)
}

/// The published schema of each answer as a source of its own.
fn published(out: &Path) -> Result<(), Error> {
    let folder = out.join("published/schemas");
    fs::create_dir_all(&folder).expect("a folder");
    let code = fs::read_to_string(out.join("answers.rs")).expect("the code");
    // Built beside a crate that turns `proto` on, the folder's messages of protobuf are answers too, under names that those
    // of JSON Schema have.
    let files = code.split("/// Generated from `").skip(1);
    let files = files.filter(|file| file.split_once('`').is_some_and(|(source, _)| source.ends_with(".json")));
    let mut names = BTreeSet::new();
    for part in files.flat_map(|file| file.split("impl ::nucleo_runtime::Answer for ").skip(1)) {
        let name = part.split(' ').next().expect("a name");
        assert!(names.insert(name), "two answers are called `{name}`");
        let raw = part.split("const JSON_SCHEMA: &'static str = r").nth(1).expect("a schema");
        let (hashes, schema) = raw.split_once('"').expect("a raw text");
        let schema = schema.split(&format!("\"{hashes};")).next().expect("its end");
        fs::write(folder.join(format!("{name}.json")), schema).expect("a schema");
    }
    let code = Builder::new().schemas(folder).generate()?;
    fs::write(out.join("published/answers.rs"), code).expect("the code");
    Ok(())
}

/// One schema file for each row that has one. They are written below `OUT_DIR`, so cargo must not watch them.
fn bugs(out: &Path) -> Result<(), Error> {
    const ROWS: &str = "vectors/bugs.jsonl";
    println!("cargo::rerun-if-changed={ROWS}");
    let folder = out.join("bugs/schemas");
    fs::create_dir_all(&folder).expect("a folder");
    let rows = fs::read_to_string(ROWS).expect("the rows");
    for row in rows.lines() {
        let parsed = nucleo_runtime::document::parse(row).expect("a row");
        let member = |name: &str| parsed.root().entries().find(|(key, _)| *key == name).map(|(_, node)| node);
        let (Some(id), Some(schema)) = (member("id").and_then(|id| id.text()), member("schema")) else { continue };
        // A schema that is a text is protobuf, and tried in `protobuf`; the row of several files has them in `repository`.
        if member("kind").and_then(|kind| kind.text()) == Some("a-schema-codegen")
            && schema.text().is_none()
            && id != "BUG-015"
        {
            fs::write(folder.join(format!("{id}.json")), &row[schema.span()]).expect("a schema");
        }
    }
    let code = Builder::new().schemas(folder).schemas("repository").generate()?;
    fs::write(out.join("bugs/answers.rs"), code).expect("the code");
    Ok(())
}
