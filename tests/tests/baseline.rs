//! `Builder::baseline` in the build scripts of strangers: against a folder, and against a revision of git. They build the
//! generator once more, with that feature, so they run with `--ignored`.

use std::process::Command;

#[path = "support/project.rs"]
mod project;

use project::{Project, TICKET};

const MAIN: &str = r#"nucleo_runtime::include_answers!();

fn main() {
    let ticket: answers::Ticket = nucleo_runtime::parse("{title: 'A'}").unwrap();
    assert_eq!(ticket.title, "A");
}
"#;

/// A build script that holds the schemas against a baseline.
fn script(baseline: &str, more: &str) -> String {
    format!(
        "fn main() -> Result<(), nucleo_gen::Error> {{\n    \
         nucleo_gen::Builder::new().schemas(\"schemas\").baseline({baseline:?}){more}.build()\n}}\n"
    )
}

impl Project {
    fn with_baseline(name: &'static str, baseline: &str) -> Self {
        let project = Self::new(name, MAIN);
        let manifest = std::fs::read_to_string(project.root.join("Cargo.toml")).expect("the manifest");
        let with = manifest.replace(" }\n\n[workspace]", ", features = [\"baseline\"] }\n\n[workspace]");
        assert_ne!(with, manifest);
        project.write("Cargo.toml", &with);
        project.write("build.rs", &script(baseline, ""));
        project
    }

    /// What cargo says of a build that fails.
    fn fails(&self) -> String {
        let output = self.cargo("build");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{said}");
        for part in ["panicked", "RUST_BACKTRACE", "Diagnostic"] {
            assert!(!said.contains(part), "{part} in {said}");
        }
        said
    }

    fn git(&self, args: &[&str]) {
        let mut command = Command::new("git");
        command.current_dir(&self.root).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(args);
        assert!(command.output().expect("git runs").status.success(), "{args:?}");
    }
}

/// A further member, which must be there or need not.
fn with_note(required: bool) -> String {
    let text = TICKET.replace(
        "\"Its title.\" } }",
        "\"Its title.\" },\n    \"note\": { \"type\": \"string\", \"description\": \"A remark.\" } }",
    );
    if required { text.replace("[\"title\"]", "[\"title\", \"note\"]") } else { text }
}

#[test]
#[ignore = "builds the generator once more"]
fn err_a_breaking_edit_since_a_folder_fails_the_build() {
    let project = Project::with_baseline("nucleo-project-published", "published");
    project.write("published/ticket.json", TICKET);
    assert!(project.reruns(), "the first build");
    assert!(!project.reruns(), "nothing changed");

    // What breaks source alone is a warning.
    project.write("schemas/ticket.json", &with_note(false));
    let said = project.build();
    assert!(said.contains("warning[breaks_source]: `Ticket.note` is a new optional member"), "{said}");

    project.write("schemas/ticket.json", &with_note(true));
    let said = project.fails();
    let report = "error[breaks_stored_answers]: `Ticket.note` is a new required member\n \
                  --> schemas/ticket.json:4:5\n\
                  4 |     \"note\": { \"type\": \"string\", \"description\": \"A remark.\" } }\n  \
                  |     ^^^^^^\n  \
                  = note: breaks stored answers: they do not hold it\n";
    let trimmed: String = said.lines().map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n").collect();
    assert!(trimmed.contains(report), "{said}");

    // Taken on purpose, it builds; and so it does once the edit is published.
    project.write("build.rs", &script("published", ".lint(\"breaks_stored_answers\", nucleo_gen::Level::Warn)"));
    project.build();
    project.write("build.rs", &script("published", ""));
    project.fails();
    project.write("published/ticket.json", &with_note(true));
    project.build();
    assert!(!project.reruns(), "nothing changed");
    project.write("published/ticket.json", TICKET);
    project.fails();
    project.write("build.rs", &script("publishd", ""));
    let said = project.fails();
    assert!(said.contains("`publishd` cannot be read: no such file or folder"), "{said}");
}

#[test]
#[ignore = "builds the generator once more"]
fn err_a_breaking_edit_since_a_revision_fails_the_build() {
    let project = Project::with_baseline("nucleo-project-revision", "HEAD:./schemas");
    let said = project.fails();
    assert!(said.contains("not a git repository"), "{said}");
    project.git(&["init", "-q"]);
    project.git(&["add", "schemas"]);
    project.git(&["commit", "-q", "-m", "one"]);
    assert!(project.reruns(), "the first build");
    assert!(!project.reruns(), "nothing changed");

    project.write("schemas/ticket.json", &TICKET.replace("\"title\"", "\"subject\""));
    let said = project.fails();
    assert!(said.contains("error[breaks_stored_answers]: `title` is now called `subject`"), "{said}");
    assert!(said.contains("--> schemas/ticket.json:3:"), "{said}");
    assert!(said.contains("::: HEAD:schemas/ticket.json:3:"), "{said}");

    // With the old name accepted, old answers are read; old programs still miss the new name.
    let kept = TICKET
        .replace("\"title\": {", "\"subject\": { \"x-nucleo-accept\": \"title\",")
        .replace("[\"title\"]", "[\"subject\"]");
    project.write("schemas/ticket.json", &kept);
    let said = project.fails();
    assert!(said.contains("error[breaks_old_binaries]: `title` is now called `subject`"), "{said}");
    project.write("src/main.rs", &MAIN.replace("ticket.title", "ticket.subject"));
    project.git(&["commit", "-q", "-a", "-m", "two"]);
    project.build();
    assert!(!project.reruns(), "nothing changed");
    // Another commit is another baseline, though no schema of the build changed.
    project.git(&["reset", "-q", "--soft", "HEAD~1"]);
    project.fails();
    project.write("build.rs", &script("HEAD~1:schemas", ""));
    let said = project.fails();
    assert!(said.contains("`HEAD~1` is no revision of git"), "{said}");
}
