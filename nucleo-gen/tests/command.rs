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

/// Runs the command as a terminal would have it.
fn coloured(args: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut command = Command::new(env!("CARGO_BIN_EXE_nucleo-gen"));
    command.current_dir(folder).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").args(args).output().expect("it runs")
}

/// The objects for editors, a member a line.
fn objects(output: &Output) -> String {
    let lines = stdout(output);
    let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    lines.lines().map(|line| format!("{:#}\n", object(line))).collect()
}

#[test]
fn ok_five_lints_are_warnings() {
    let args = ["lint", "lint/five_lints.json"];
    let output = run(&args);
    recorded("lint/five_lints.stderr", &stderr(&output));
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
    recorded("lint/five_lints.colours", &stderr(&coloured(&args)));
    recorded("lint/five_lints.objects", &objects(&run(&["lint", "--message-format", "json", args[1]])));
}

#[test]
fn err_ten_faults_are_told_at_once() {
    let args = ["generate", "faults/ten_faults.json"];
    let output = run(&args);
    recorded("faults/ten_faults.stderr", &stderr(&output));
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    recorded("faults/ten_faults.colours", &stderr(&coloured(&args)));
    recorded("faults/ten_faults.objects", &objects(&run(&["generate", "--message-format", "json", args[1]])));
}

/// In whatever language a schema is written, places are its own.
#[test]
#[cfg(feature = "yaml")]
fn err_places_in_yaml() {
    let output = run(&["generate", "faults/ten_faults.yaml"]);
    recorded("faults/ten_faults.yaml.stderr", &stderr(&output));
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    recorded("lint/five_lints.yaml.stderr", &stderr(&run(&["lint", "lint/five_lints.yaml"])));
}

#[test]
#[cfg(feature = "proto")]
fn err_places_in_protobuf() {
    let output = run(&["generate", "faults/seven_faults.proto"]);
    recorded("faults/seven_faults.proto.stderr", &stderr(&output));
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    recorded("lint/five_lints.proto.stderr", &stderr(&run(&["lint", "lint/five_lints.proto"])));
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

/// Everything below a folder, by path.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match entry.is_dir() {
            true => out.extend(files(&entry)),
            false => out.push((entry.clone(), std::fs::read(&entry).expect("a file"))),
        }
    }
    out.sort();
    out
}

/// One rule of Bazel or Buck: declared files in, one declared file out, in a folder and an environment of its own.
#[test]
fn ok_one_file_in_and_one_out() {
    let sandbox = |name: &str, variables: &[(&str, &str)], today: std::time::Duration| {
        let root = folder(name);
        let (schemas, out) = (root.join("schemas/support"), root.join("out"));
        std::fs::create_dir_all(&schemas).expect("made");
        std::fs::create_dir_all(&out).expect("made");
        let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint/five_lints.json"));
        let schema = schemas.join("ticket.json");
        std::fs::write(&schema, text.expect("a schema")).expect("written");
        let file = std::fs::File::options().write(true).open(&schema).expect("it is there");
        file.set_modified(std::time::UNIX_EPOCH + today).expect("a time");
        let before = files(&root);
        let args = ["generate", "--dialect", "openai", "--out", "out/answers.rs", "schemas"];
        let output = Command::new(env!("CARGO_BIN_EXE_nucleo-gen"))
            .current_dir(&root)
            .env_clear()
            .envs(variables.iter().copied())
            .args(args)
            .output()
            .expect("it runs");
        assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
        let after: Vec<_> = files(&root).into_iter().filter(|file| !before.contains(file)).collect();
        let [(path, text)] = after.as_slice() else { panic!("{after:?}") };
        assert_eq!(path, &out.join("answers.rs"));
        // The warnings, too, name no place of the machine.
        (String::from_utf8(text.clone()).expect("UTF-8"), stderr(&output))
    };
    let one = sandbox("sandbox_one", &[], std::time::Duration::ZERO);
    let home = [
        ("HOME", "/home/other"),
        ("USER", "other"),
        ("LANG", "tr_TR.UTF-8"),
        ("TZ", "Asia/Kathmandu"),
        ("SOURCE_DATE_EPOCH", "1"),
        ("RUST_BACKTRACE", "1"),
        ("CARGO_MANIFEST_DIR", "/elsewhere"),
        ("OUT_DIR", "/elsewhere"),
        ("NO_COLOR", "1"),
    ];
    let two = sandbox("deeper/sandbox_two", &home, std::time::Duration::from_secs(2_000_000_000));
    assert_eq!(one, two);
    assert!(!one.0.contains("sandbox") && !one.1.contains("sandbox"), "{one:?}");
}

const BEFORE: &str = r#"{"title": "Ticket", "type": "object", "required": ["title"],
  "properties": {"title": {"type": "string"}, "level": {"enum": ["low", "high"]}}}"#;
const AFTER: &str = r#"{"title": "Ticket", "type": "object", "required": ["title", "owner"],
  "properties": {"title": {"type": "string", "maxLength": 80}, "level": {"enum": ["low", "high", "urgent"]},
    "owner": {"type": "string"}}}"#;

#[test]
fn err_edits_between_two_folders() {
    let folder = folder("edits");
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(folder.join(name)).expect("made");
        std::fs::write(folder.join(name).join("ticket.json"), text).expect("written");
        folder.join(name).to_str().expect("UTF-8").to_owned()
    };
    let (old, new) = (write("old", BEFORE), write("new", AFTER));
    let output = run(&["diff", &old, &new]);
    assert_eq!(code(&output), 1);
    let summary = "3 edits: 2 break stored answers, 1 breaks old binaries, 2 break source, 3 change the prompt\n";
    assert_eq!(stdout(&output), summary);
    assert!(stderr(&output).contains("error[breaks_stored_answers]: `Ticket.owner` is a new required member\n"));
    assert!(stderr(&output).contains("= note: breaks old binaries: they do not know it\n"), "{}", stderr(&output));
    // The levels say what is an error, and so the exit code.
    let allow = ["--allow", "breaks_old_binaries", "--warn", "breaks_stored_answers"];
    assert_eq!(code(&run(&[&["diff"], allow.as_slice(), &[&old, &new]].concat())), 0);
    assert_eq!(code(&run(&["diff", &old, &old])), 0);
    let output = run(&["diff", "--message-format", "json", &old, &new]);
    let edits: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(edits.len(), 3);
    assert_eq!(edits[1]["classes"], serde_json::json!(["old_binaries", "source", "prompt"]));
    assert_eq!((&edits[2]["place"], &edits[2]["level"]), (&"Ticket.owner".into(), &"error".into()));
}

#[test]
fn ok_edits_since_a_revision() {
    let folder = folder("revision");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(&folder).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(args);
        assert!(command.output().expect("git runs").status.success(), "{args:?}");
    };
    let diff = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nucleo-gen"));
        command.current_dir(&folder).arg("diff").args(args).output().expect("it runs")
    };
    std::fs::create_dir_all(folder.join("schemas")).expect("made");
    let file = folder.join("schemas/ticket.json");
    std::fs::write(&file, BEFORE).expect("written");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    std::fs::write(&file, AFTER).expect("written");
    let output = diff(&["HEAD:schemas", "schemas"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains(" ::: HEAD:schemas/ticket.json:2:"), "{}", stderr(&output));
    assert_eq!(code(&diff(&["HEAD:./schemas", "HEAD:schemas/ticket.json"])), 0);
    for (place, what) in [("none:schemas", "`none` is no revision of git"), ("HEAD:none", "does not exist")] {
        let output = diff(&[place, "schemas"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
    // A revision whose schemas are at fault is told of as such.
    std::fs::write(&file, "{").expect("written");
    git(&["commit", "-q", "-a", "-m", "two"]);
    let output = diff(&["HEAD:schemas", "HEAD~1:schemas"]);
    assert!(stderr(&output).contains("--> HEAD:schemas/ticket.json:1:"), "{}", stderr(&output));
    assert_eq!(code(&output), 2);
}

#[test]
fn ok_shells_complete_the_calls() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        let script = stdout(&output);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{shell}");
        for word in ["generate", "diff", "message-format", "dialect"] {
            assert!(script.contains(word), "{word} in {shell}");
        }
    }
    let script = stdout(&run(&["completions", "bash"]));
    // As bash calls it: the command, the word at the cursor, the word before.
    let tried = "COMP_WORDS=(nucleo-gen show --dia); COMP_CWORD=2; _nucleo__gen nucleo-gen --dia show; echo \"${COMPREPLY[*]}\"";
    if let Ok(output) = Command::new("bash").args(["-c", &format!("{script}\n{tried}")]).output() {
        assert_eq!(stdout(&output), "--dialect\n", "{}", stderr(&output));
    }
    let output = run(&["completions", "cmd"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    assert!(stderr(&output).contains("[possible values: bash, elvish, fish, powershell, zsh]"), "{}", stderr(&output));
}

#[test]
fn ok_each_call_has_a_page_in_the_manual() {
    let output = run(&["man"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    assert!(stdout(&output).contains(".TH nucleo-gen 1"), "{}", stdout(&output));
    assert!(!stdout(&output).contains("nucleo-gen-help"), "{}", stdout(&output));
    let folder = folder("manual");
    let output = run(&["man", "--out", &folder.to_string_lossy()]);
    assert_eq!((code(&output), stdout(&output).as_str(), stderr(&output).as_str()), (0, "", ""));
    for (page, word) in [("nucleo-gen", "generate"), ("nucleo-gen-diff", "OLD"), ("nucleo-gen-show", "ledger")] {
        let text = std::fs::read_to_string(folder.join(format!("{page}.1"))).expect("a page");
        assert!(!folder.join("nucleo-gen-help.1").exists());
        assert!(text.contains(&format!(".TH {page} 1")) && text.contains(word), "{page}: {text}");
    }
}
