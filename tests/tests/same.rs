//! The same schemas give the same bytes, in whatever order they are found; a further schema renames nothing.

use std::fs;
use std::path::Path;

use nucleo_gen::Builder;

mod support;

use support::{folder, schema_files};

fn generate(path: &Path) -> String {
    Builder::new().schemas(path).generate().unwrap_or_else(|error| panic!("{error:?}"))
}

/// Copies all schemas below `to/schemas`, in the order of the files given.
fn copy(files: &[String], to: &Path) -> std::path::PathBuf {
    let root = to.join("schemas");
    for file in files {
        let target = root.join(file);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::copy(Path::new("../schemas").join(file), target).expect("a copy");
    }
    root
}

#[test]
fn ok_twice_and_in_any_order() {
    let mut files = schema_files();
    let root = copy(&files, &folder("same"));
    let first = generate(&root);
    assert!(first == generate(&root), "another text from the same files");
    for turn in 0..3 {
        files.rotate_left(turn * 2 + 1);
        files.reverse();
        let again = generate(&copy(&files, &folder(&format!("same_{turn}"))));
        assert!(first == again, "another text in turn {turn}");
    }
}

#[test]
fn ok_files_named_one_by_one() {
    let mut forwards = Builder::new();
    let mut backwards = Builder::new();
    let files = schema_files();
    files.iter().for_each(|file| _ = forwards.schemas(format!("../schemas/{file}")));
    files.iter().rev().for_each(|file| _ = backwards.schemas(format!("../schemas/{file}")));
    assert_eq!(forwards.generate().expect("code"), backwards.generate().expect("code"));
}

#[test]
fn ok_a_sibling_renames_nothing() {
    let root = copy(&schema_files(), &folder("same_sibling"));
    let before = generate(&root);
    // Types and a module of names that are there already, first and last in every order.
    for name in ["aaa", "zzz", "support/aaa", "booking2"] {
        let text = r#"{"title": "Ticket", "description": "Another.", "type": "object", "properties": {
            "level": {"title": "Level", "description": "Its own.", "enum": ["a", "b"]}}}"#;
        fs::write(root.join(format!("{name}.json")), text).expect("a schema");
    }
    let after = generate(&root);
    let items = |code: &str| -> Vec<String> {
        let lines = code.lines().map(str::trim);
        lines.filter(|line| line.starts_with("pub ") && !line.starts_with("pub use")).map(str::to_owned).collect()
    };
    let after = items(&after);
    for item in items(&before) {
        assert!(after.contains(&item), "{item}");
    }
}
