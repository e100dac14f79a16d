//! The feature `snapshot` of `nucleo-gen`, as a stranger's crate has it in its tests: recorded, met again, and changed.
//!
//! Its builds are long, so these run with `--ignored`. The folder of foreign schemas is named by `NUCLEO_SHARED`, by
//! default `../shared` beside the repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

#[path = "support/project.rs"]
mod project;

use project::Project;

/// A crate whose tests are one call, with a copy of these schemas.
fn project(name: &'static str, schemas: &Path) -> Project {
    let project = Project::new(name, "fn main() {}\n");
    fs::remove_file(project.root.join("schemas/ticket.json")).expect("the sample");
    copy(schemas, &project.root.join("schemas"));
    let generator = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("nucleo-gen");
    let manifest = fs::read_to_string(project.root.join("Cargo.toml")).expect("the manifest");
    let tests = format!("[dev-dependencies]\nnucleo-gen = {{ path = {generator:?}, features = [\"snapshot\"] }}\n\n");
    project.write("Cargo.toml", &manifest.replace("[workspace]", &format!("{tests}[workspace]")));
    project.write("build.rs", "fn main() {}\n");
    project.write(
        "tests/schemas.rs",
        "#[test]\nfn ok_schemas_are_as_recorded() {\n    \
         nucleo_gen::assert_snapshots!(nucleo_gen::Builder::new().schemas(\"schemas\"));\n}\n",
    );
    project
}

/// Copies the JSON files of a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let to = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            copy(&entry, &to);
        } else if entry.extension().is_some_and(|it| it == "json") {
            fs::copy(&entry, to).expect("a copy");
        }
    }
}

/// Runs the tests: `always` takes every rendering over, `no` writes nothing.
fn test(project: &Project, update: &str) -> Output {
    project.cargo_with(&["test", "--test", "schemas"], &[("INSTA_UPDATE", update), ("CI", "")])
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What was recorded, by name.
fn recorded(project: &Project) -> BTreeMap<String, String> {
    let entries = fs::read_dir(project.root.join("tests/snapshots")).expect("snapshots");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.map(|path| (name(&path), fs::read_to_string(&path).expect("a snapshot"))).collect()
}

/// Records everything, and finds it again; with what was recorded, in which no path of the machine stands.
fn record(project: &Project) -> BTreeMap<String, String> {
    let output = test(project, "no");
    assert!(!output.status.success(), "nothing is recorded yet");
    let output = test(project, "always");
    assert!(output.status.success(), "{}", said(&output));
    let recorded = recorded(project);
    let output = test(project, "no");
    assert!(output.status.success(), "{}", said(&output));
    let paths = [project.root.to_string_lossy().into_owned(), env!("CARGO_MANIFEST_DIR").to_owned()];
    for (name, text) in &recorded {
        assert!(!paths.iter().any(|path| text.contains(path.as_str())), "a path of this machine in {name}: {text}");
        assert!(name.ends_with(".snap") && name.bytes().all(|it| it.is_ascii_graphic()), "{name}");
    }
    recorded
}

#[test]
#[ignore = "builds the generator once more"]
fn err_a_changed_schema_is_told_by_lines() {
    let project = project("nucleo-snapshots", &PathBuf::from("../schemas"));
    let before = record(&project);
    for name in ["answers", "office.invoice.rust", "office.invoice.Invoice.openai", "support.ticket.Ticket.gbnf"] {
        assert!(before.contains_key(&format!("{name}.snap")), "{name} among {:?}", before.keys());
    }
    println!("{} snapshots of schemas/", before.len());

    // A member more: its own line in each rendering that tells of it, and no other answer is named.
    let path = project.root.join("schemas/review.json");
    let schema = fs::read_to_string(&path).expect("a schema");
    let edited =
        schema.replacen("\"properties\": {", "\"properties\": {\n    \"helpful\": { \"type\": \"boolean\" },", 1);
    assert_ne!(schema, edited);
    fs::write(&path, edited).expect("an edit");
    let output = test(&project, "no");
    assert!(!output.status.success());
    let told = said(&output);
    println!("{told}");
    for part in [
        "5 │+    pub helpful: Option<bool>,",
        "review.rust\n  review.Review.notation\n  review.Review.json_schema\n  review.Review.model_schema\n",
        "renderings are not as recorded:\n  answers\n",
    ] {
        assert!(told.contains(part), "{part}");
    }
    assert!(!told.contains("office.invoice"), "{told}");

    // A further schema renames nothing; one that is gone is missed.
    fs::write(&path, &schema).expect("the schema");
    project.write("schemas/a_note.json", r#"{"title": "Review", "description": "A note.", "type": "string"}"#);
    let output = test(&project, "always");
    assert!(output.status.success(), "{}", said(&output));
    let after = recorded(&project);
    let kept = before.iter().filter(|(name, _)| *name != "answers.snap");
    kept.for_each(|(name, text)| assert_eq!(after.get(name), Some(text), "{name}"));
    fs::remove_file(project.root.join("schemas/a_note.json")).expect("the schema");
    let output = test(&project, "no");
    assert!(!output.status.success() && said(&output).contains("renderings are not as recorded:\n  answers\n"));

    // A fault is told as everywhere.
    project.write("schemas/review.json", "{\n  \"type\": \"objekt\"\n}\n");
    let output = test(&project, "no");
    assert!(!output.status.success());
    assert!(said(&output).contains("schemas/review.json:2:11"), "{}", said(&output));
}

#[test]
#[ignore = "needs the schemas of NUCLEO_SHARED, and builds the generator once more"]
fn ok_a_foreign_repository_is_recorded() {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let shared = std::env::var_os("NUCLEO_SHARED").map_or_else(|| PathBuf::from(default), PathBuf::from);
    let schemas = shared.join("schemas/repos/cdevents/schemas");
    assert!(schemas.is_dir(), "`{}` is not there: set NUCLEO_SHARED", schemas.display());
    let project = project("nucleo-snapshots-cdevents", &schemas);
    let recorded = record(&project);
    let lines: usize = recorded.values().map(|text| text.lines().count()).sum();
    println!("{} snapshots of cdevents, {lines} lines", recorded.len());
    assert!(recorded["answers.snap"].lines().count() > 40, "{}", recorded["answers.snap"]);
}
