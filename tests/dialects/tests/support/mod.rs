//! Values of a schema, and the command.

pub(crate) mod dress;
pub(crate) mod values;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What the command writes to stdout, with `input` on its stdin.
pub(crate) fn run(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nucleo-dialects"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let feed = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let out = child.wait_with_output().expect("an end");
    // A command that needs no input may be gone before all of it is written.
    let _ = feed.join().expect("a thread");
    assert!(out.status.success(), "{args:?}");
    String::from_utf8(out.stdout).expect("text")
}

/// The answers of a folder, as `report` tells them.
pub(crate) fn report(path: &Path, limits: &[&str]) -> Vec<Value> {
    let path = path.to_str().expect("a path in UTF-8");
    let args =
        ["report", "--message-format", "json", "--texts", "--allow", "name_clash", "--allow", "duplicate_id", path];
    run(&[&args, limits].concat(), "").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
