//! Crates of strangers: written into a folder outside the workspace, built by cargo, offline, beside our sources.
//!
//! They share the workspace's target folder, so that they compile little more than themselves. The rows of kind
//! `c-build-integration` of `vectors/bugs.jsonl` are here, by name; the others say where they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use nucleo_gen::Builder;

#[path = "support/project.rs"]
mod project;
mod support;

use project::{Project, TICKET, modified};
use support::folder;

/// Every file below a folder with its text.
fn texts(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            out.extend(texts(&entry));
        } else {
            out.insert(entry.clone(), fs::read(&entry).expect("a file"));
        }
    }
    out
}

const MAIN: &str = r#"nucleo_runtime::include_answers!();

fn main() {
    let ticket: answers::Ticket = nucleo_runtime::parse("```json\n{title: 'A'}\n```").unwrap();
    assert_eq!(ticket.title, "A");
}
"#;

/// BUG-149: an unchanged project runs nothing. BUG-153: no path is watched that is not there. BUG-155: paths are the
/// package's, wherever cargo is called. BUG-157 and BUG-159: nothing is written but below `OUT_DIR`. BUG-171: the
/// macro includes from `OUT_DIR`. BUG-181: no other program is needed, `rustfmt` or `protoc`.
#[test]
fn ok_a_build_runs_when_a_schema_changes_and_only_then() {
    let project = Project::new("nucleo-project-life", MAIN);
    assert!(project.reruns(), "the first build");
    let before = texts(&project.root);
    assert!(!project.reruns(), "nothing changed");
    assert_eq!(texts(&project.root), before);

    project.write("schemas/ticket.json", &TICKET.replace("Its title.", "A line."));
    assert!(project.reruns(), "an edit");
    assert!(!project.reruns(), "nothing changed");

    project.write("schemas/more/note.json", r#"{"title": "Note", "description": "A note.", "type": "string"}"#);
    assert!(project.reruns(), "a further file in a further folder");
    let code = fs::read_to_string(project.run_folder().join("out/answers.rs")).expect("the code");
    assert!(code.contains("pub struct Note(pub String);"), "{code}");

    fs::remove_file(project.root.join("schemas/more/note.json")).expect("the file to be there");
    assert!(project.reruns(), "a file that is gone");
    project.write("README.md", "What no schema refers to.");
    assert!(!project.reruns(), "a file beside the schemas");

    let output = fs::read_to_string(project.run_folder().join("output")).expect("what the build script said");
    let watched: Vec<_> = output.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed=")).collect();
    assert_eq!(watched, ["schemas", "schemas/ticket.json"]);

    let run = project.cargo("run");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));

    // Alone, without a search path or any other variable: what it needs, it has.
    let script = {
        let said = String::from_utf8_lossy(&project.cargo("build").stderr).into_owned();
        assert!(said.contains("Fresh"), "{said}");
        let build = project.run_folder();
        let folders = fs::read_dir(build.parent().expect("a folder")).expect("a folder");
        let scripts = folders.map(|entry| entry.expect("an entry").path().join("build-script-build"));
        let ours = |path: &PathBuf| path.to_string_lossy().contains(project.name) && path.exists();
        scripts.filter(ours).max_by_key(|path| modified(path)).expect("the build script")
    };
    let out = folder("project_out");
    let alone = Command::new(script).env_clear().env("OUT_DIR", &out).current_dir(&project.root).output().expect("it");
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    assert!(out.join("answers.rs").exists());
}

/// BUG-179: a schema that cannot be used fails the build with its place, all bad files at once, without a backtrace.
#[test]
fn err_a_wrong_schema_fails_the_build_with_its_place() {
    let project = Project::new("nucleo-project-wrong", MAIN);
    project.write("schemas/ticket.json", "{\n  \"type\": \"object\",\n}\n");
    project.write("schemas/note.json", "{\n  \"title\": \"Note\",\n  \"type\": \"sting\"\n}\n");
    let output = project.cargo("build");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    for part in ["schemas/ticket.json:3:1", "schemas/note.json:3:11"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    for part in ["panicked", "RUST_BACKTRACE", "Kind", "Diagnostic"] {
        assert!(!said.contains(part), "{part} in {said}");
    }
    // Mended, it builds: no state is left.
    project.write("schemas/ticket.json", TICKET);
    project.write("schemas/note.json", r#"{"title": "Note", "description": "A note.", "type": "string"}"#);
    project.build();
}

/// BUG-173: no lint of the crate's own is broken. BUG-183: two generated modules live in one crate with names of its
/// own that the prelude has, too. BUG-175: schemas without a single type are an empty module.
#[test]
fn ok_strict_lints_own_names_and_no_types() {
    let project = Project::new(
        "nucleo-project-names",
        r#"//! A crate with lints.
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications, unused_results, missing_debug_implementations)]
#![deny(missing_copy_implementations, single_use_lifetimes, unused_lifetimes, trivial_casts, trivial_numeric_casts)]
#![deny(nonstandard_style, rust_2018_idioms, unsafe_code, variant_size_differences, let_underscore_drop)]

/// What this crate calls a result.
pub type Result<T> = ::std::result::Result<T, Box<dyn ::std::error::Error>>;

nucleo_runtime::include_answers!();

/// The same once more, beside names of the prelude.
pub mod others {
    #![allow(dead_code)]
    struct Option;
    struct String;
    struct Vec;
    trait Clone {}
    trait Debug {}
    type Result = ();
    struct Some;
    include!(concat!(env!("OUT_DIR"), "/others/answers.rs"));
}

/// No type at all.
pub mod none {
    include!(concat!(env!("OUT_DIR"), "/none/answers.rs"));
}

fn main() -> Result<()> {
    let ticket: answers::Ticket = nucleo_runtime::parse("{'title': 'A'}")?;
    let other: others::ticket::Ticket = nucleo_runtime::parse("{'title': 'A'}")?;
    assert_eq!(ticket.title, other.title);
    Ok(())
}
"#,
    );
    project.write(
        "build.rs",
        r#"use nucleo_gen::Builder;

fn main() -> Result<(), nucleo_gen::Error> {
    let out = std::path::PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    Builder::new().schemas("schemas").build()?;
    Builder::new().schemas("schemas").out_dir(out.join("others")).build()?;
    Builder::new().schemas("none").out_dir(out.join("none")).build()
}
"#,
    );
    project.write("none/empty.json", r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {}}"#);
    project.build();
}

/// BUG-151: what did not change is not written again.
#[test]
fn ok_the_same_bytes_are_not_written_again() {
    let out = folder("written_once");
    let mut builder = Builder::new();
    builder.schemas("../schemas/review.json").out_dir(&out);
    builder.build().expect("code");
    let file = out.join("answers.rs");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(&file).and_then(|it| it.set_modified(long_ago)).expect("a time");
    builder.build().expect("code");
    assert_eq!(modified(&file), long_ago);
}

/// BUG-153: a path that is not there is an error that names it.
#[test]
fn err_a_path_that_is_not_there() {
    let error = Builder::new().schemas("optional").out_dir(folder("not_there")).build().expect_err("no such folder");
    assert!(format!("{error:?}").contains("`optional` cannot be read: no such file or folder"), "{error:?}");
}

/// BUG-161 and BUG-163: paths of Windows are texts like any other, and no path of the machine stands in the code.
#[test]
fn ok_paths_of_windows() {
    use nucleo_runtime::Answer as _;
    use nucleo_tests::with_formats::Upload;

    let upload: Upload = nucleo_runtime::parse(r#"{"drive\\letter": "\\\\?\\"}"#).expect("an upload");
    assert_eq!(upload.path, r"C:\Users\rita\report.txt");
    assert_eq!(nucleo_runtime::to_value(&upload)["drive\\letter"], r"\\?\");
    let schema: nucleo_runtime::Value = serde_json::from_str(Upload::JSON_SCHEMA).expect("JSON");
    assert!(schema["description"].as_str().expect("a text").contains(r"C:\Users\rita\new"));

    let code = Builder::new().schemas("options/windows.json").generate().expect("code");
    assert!(!code.contains("include_str!") && !code.contains(env!("CARGO_MANIFEST_DIR")), "{code}");
}

/// BUG-169: nothing depends on the machine that builds.
#[test]
fn ok_no_code_depends_on_the_host() {
    let code = Builder::new().schemas("../schemas").generate().expect("code");
    assert!(!code.contains("cfg("));
}

#[test]
fn ok_each_row_is_named() {
    // BUG-165 and BUG-167 are in `same.rs` and `golden.rs`; BUG-177 is `no_std`, which is out of scope.
    let rows = fs::read_to_string("vectors/bugs.jsonl").expect("the rows");
    let rows = rows.lines().map(|row| serde_json::from_str::<nucleo_runtime::Value>(row).expect("a row"));
    for row in rows.filter(|row| row["kind"] == "c-build-integration") {
        let id = row["id"].as_str().expect("an id");
        assert!(include_str!("projects.rs").contains(id), "{id}");
    }
}
