//! The `nucleo-gen` command, as a person, an editor and a build tool meet it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the command in the folder of the tests.
fn run(args: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    Command::new(env!("CARGO_BIN_EXE_nucleo-gen")).current_dir(folder).args(args).output().expect("it runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("a code")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// An empty folder of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("removed");
    }
    std::fs::create_dir_all(&folder).expect("made");
    folder
}

/// Compares with a recorded text; `NUCLEO_BLESS=1` records it anew.
fn recorded(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    if std::env::var_os("NUCLEO_BLESS").is_some() {
        std::fs::write(&path, text).expect("a record");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "{name}");
}

#[test]
fn ok_five_lints_are_warnings() {
    let output = run(&["lint", "lint/five_lints.json"]);
    recorded("lint/five_lints.stderr", &stderr(&output));
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
}

#[test]
fn err_denied_lints_are_the_answer_no() {
    let output = run(&["lint", "--deny", "warnings", "lint/five_lints.json"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).ends_with("\n5 errors\n"), "{}", stderr(&output));
    let output = run(&["lint", "--allow", "missing_description", "--deny", "thought_process", "lint/five_lints.json"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).ends_with("\n1 error, 3 warnings\n"), "{}", stderr(&output));
}

#[test]
fn err_editors_get_a_line_a_diagnostic() {
    let output = run(&["lint", "--message-format", "json", "lint/five_lints.json"]);
    let said = stdout(&output);
    let first: serde_json::Value = serde_json::from_str(said.lines().next().expect("a line")).expect("JSON");
    let mut members: Vec<_> = first.as_object().expect("an object").keys().map(String::as_str).collect();
    members.sort_unstable();
    let documented =
        ["column", "end", "file", "help", "labels", "level", "line", "lint", "message", "notes", "rendered"];
    assert_eq!(members, documented);
    assert_eq!(first["level"], "warning");
    assert_eq!(first["lint"], "repeated_name");
    assert_eq!((&first["file"], &first["line"]), (&"lint/five_lints.json".into(), &7.into()));
    assert_eq!(first["end"]["column"], 12);
    assert_eq!((said.lines().count(), stderr(&output).as_str()), (5, ""));
    // Faults come the same way.
    let output = run(&["generate", "--message-format", "json", "lint/no_such_file.json"]);
    let said: serde_json::Value = serde_json::from_str(stdout(&output).trim()).expect("JSON");
    assert_eq!((code(&output), &said["level"], &said["file"]), (2, &"error".into(), &"lint/no_such_file.json".into()));
}

#[test]
fn err_an_unknown_lint_gets_a_hint() {
    let folder = folder("unknown_lint");
    let file = folder.join("a.json");
    std::fs::write(&file, r#"{"type": "object", "x-nucleo-allow": ["large_enum", "untyped_valu", 3]}"#)
        .expect("written");
    let output = run(&["lint", file.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`x-nucleo-allow` must be the name of a lint"), "{}", stderr(&output));
    std::fs::write(&file, r#"{"type": "object", "x-nucleo-allow": ["large_enum", "untyped_valu"]}"#).expect("written");
    let output = run(&["lint", file.to_str().expect("UTF-8")]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("help: did you mean `untyped_value`?"), "{}", stderr(&output));
}

#[test]
fn ok_code_that_is_checked_in() {
    let folder = folder("checked_in");
    let (schema, out) = (folder.join("review.json"), folder.join("review.rs"));
    let write = |text: &str| std::fs::write(&schema, text).expect("written");
    let (schema_path, out_path) = (schema.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    write(r#"{"title": "Review", "type": "object", "properties": {"stars": {"type": "integer", "maximum": 5}}}"#);
    assert_eq!(code(&run(&["generate", "--out", out_path, "--check", schema_path])), 1);
    assert!(!out.exists());
    assert_eq!(code(&run(&["generate", "--out", out_path, schema_path])), 0);
    assert_eq!(code(&run(&["generate", "--out", out_path, "--check", schema_path])), 0);
    write(r#"{"title": "Review", "type": "object", "properties": {"rating": {"type": "integer", "maximum": 5}}}"#);
    let output = run(&["generate", "--out", out_path, "--check", schema_path]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("\n-    pub stars: Option<i64>,\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("\n+    pub rating: Option<i64>,\n"), "{}", stdout(&output));
}

#[test]
fn ok_the_same_bytes_without_clock_or_environment() {
    let args = ["generate", "lint/five_lints.json"];
    let usual = run(&args);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bare = Command::new(env!("CARGO_BIN_EXE_nucleo-gen"))
        .current_dir("/")
        .env_clear()
        .args(["generate", folder.join("tests/lint/five_lints.json").to_str().expect("UTF-8")])
        .output()
        .expect("it runs");
    assert_eq!(code(&usual), 0);
    assert_eq!(stdout(&usual), stdout(&bare));
}
