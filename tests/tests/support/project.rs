//! A crate of a stranger: written into a folder outside the workspace, built by cargo, offline, beside our sources. It
//! shares the workspace's target folder, so that it compiles little more than itself.
#![allow(dead_code, reason = "not every test does everything")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

const BUILD: &str = r#"fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas").build()
}
"#;

pub(crate) const TICKET: &str = r#"{
  "title": "Ticket", "description": "A ticket.", "type": "object", "required": ["title"],
  "properties": { "title": { "type": "string", "description": "Its title." } }
}
"#;

/// One crate of a stranger.
pub(crate) struct Project {
    pub(crate) name: &'static str,
    pub(crate) root: PathBuf,
}

impl Project {
    /// A crate with the two lines of a build script, one schema, and this program.
    pub(crate) fn new(name: &'static str, main: &str) -> Self {
        // Outside of the workspace, as cargo looks for one in the folders above.
        let root = std::env::temp_dir().join(format!("nucleo-{}-{name}", std::process::id()));
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let _ = fs::remove_dir_all(&root);
        let it = Self { name, root };
        let (runtime, generator) = (top.join("nucleo-runtime"), top.join("nucleo-gen"));
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nnucleo-runtime = {{ path = {runtime:?}, features = [\"pattern\"] }}\n\n\
             [build-dependencies]\nnucleo-gen = {{ path = {generator:?} }}\n\n[workspace]\n"
        );
        it.write("Cargo.toml", &manifest);
        it.write("build.rs", BUILD);
        it.write("schemas/ticket.json", TICKET);
        it.write("src/main.rs", main);
        fs::copy(top.join("Cargo.lock"), it.root.join("Cargo.lock")).expect("the lock file");
        it
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
    }

    pub(crate) fn cargo(&self, call: &str) -> Output {
        self.cargo_with(&[call, "--verbose"], &[])
    }

    /// Runs cargo, with variables of the environment.
    pub(crate) fn cargo_with(&self, call: &[&str], variables: &[(&str, &str)]) -> Output {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
        Command::new(env!("CARGO"))
            .args(call)
            .arg("--offline")
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("RUST_BACKTRACE")
            .envs(variables.iter().copied())
            .output()
            .expect("cargo")
    }

    /// What cargo says of a build that succeeds.
    pub(crate) fn build(&self) -> String {
        let output = self.cargo("build");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        said
    }

    /// Whether a build runs the build script.
    pub(crate) fn reruns(&self) -> bool {
        let said = self.build();
        let fresh = said.contains(&format!("Fresh {} ", self.name));
        let ran = said.lines().any(|line| line.contains("Running") && line.contains("build-script-build"));
        assert_ne!(fresh, ran, "{said}");
        ran
    }

    /// The folder of the build script's run, with `output` and `out/answers.rs`.
    pub(crate) fn run_folder(&self) -> PathBuf {
        let build = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder").join("debug/build");
        let folders = fs::read_dir(build).expect("the folder").map(|entry| entry.expect("an entry").path());
        let ours = folders.filter(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            // Without the hash.
            name.rsplit_once('-').is_some_and(|(name, _)| name == self.name) && path.join("out/answers.rs").exists()
        });
        ours.max_by_key(|path| modified(&path.join("output"))).expect("the build script ran")
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

pub(crate) fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|it| it.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}
