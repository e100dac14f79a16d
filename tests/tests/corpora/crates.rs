//! Crates of generated code, below the folder for built things.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate that is written, then built.
pub(crate) struct Crate {
    folder: PathBuf,
    main: String,
    reads: String,
}

impl Crate {
    pub(crate) fn new(name: &str) -> Self {
        let folder = root().join("target/corpora").join(name);
        std::fs::create_dir_all(folder.join("src")).unwrap();
        let runtime = root().join("nucleo-runtime");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[profile.dev]\ndebug = 0\n\
             incremental = false\n\n[dependencies]\nnucleo-runtime = {{ path = {runtime:?}, features = [\"pattern\"] }}\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        // The versions that are built already, so that nothing is fetched.
        std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder, main: "#![deny(warnings)]\n".to_owned(), reads: String::new() }
    }

    /// Adds a module of generated code.
    pub(crate) fn module(&mut self, name: &str, code: &str) {
        std::fs::write(self.folder.join("src").join(format!("{name}.rs")), code).unwrap();
        let _ = writeln!(self.main, "pub mod {name};");
    }

    /// Has `main` read a file into a type, strictly and as a reply, and write it as it was.
    pub(crate) fn reads(&mut self, path: &Path, ty: &str) {
        let _ = writeln!(self.reads, "    read::<{ty}>({:?});", path.display().to_string());
    }

    /// `cargo check` of the modules as a library.
    pub(crate) fn check(self) {
        std::fs::write(self.folder.join("src/lib.rs"), &self.main).unwrap();
        self.cargo("check");
    }

    /// Builds and runs the modules with what they read.
    pub(crate) fn run(self) {
        let Self { main, reads, .. } = &self;
        std::fs::write(self.folder.join("src/lib.rs"), main).unwrap();
        std::fs::write(self.folder.join("src/main.rs"), format!("fn main() {{\n{reads}}}\n{READ}")).unwrap();
        self.cargo("run");
    }

    fn cargo(&self, call: &str) {
        let target = root().join("target/corpora/target");
        let output = Command::new(env!("CARGO"))
            .args([call, "--quiet", "--manifest-path"])
            .arg(self.folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", target)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {}", self.folder.display(), said.get(..4000).unwrap_or(&said));
    }
}

const READ: &str = r#"
fn read<T: nucleo_runtime::Shaped + nucleo_runtime::ToNode>(path: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let value = nucleo_runtime::from_str::<T>(&text).unwrap_or_else(|faults| panic!("{path}: {faults:#?}"));
    let again = nucleo_runtime::to_value(&value);
    assert!(nucleo_runtime::from_value::<T>(&again).is_ok(), "{path}: what was written does not fit");
    let reading = nucleo_runtime::read::<T>(&text).unwrap_or_else(|rejection| panic!("{path}: {}", rejection.feedback()));
    assert_eq!(nucleo_runtime::to_value(&reading.value), again, "{path}");
}
"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_owned()
}
