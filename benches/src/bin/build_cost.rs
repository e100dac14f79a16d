//! What Nucleo and typify cost to build, in CPU seconds: see the crate's documentation.
//!
//! Three crates are built cold: one that generates types by us and reads replies into them, one that does it by typify
//! and serde, and one that has nothing but serde's derive and serde_json. Then the output of both for the schemas of
//! `schemas/generate`, together with a program that reads and writes each type, is checked and built, its dependencies
//! being there already.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nucleo_benches::generation::{self, Error};
use nucleo_benches::table::Table;

fn main() -> Result<(), Error> {
    let root = env::temp_dir().join("nucleo-build-cost");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    println!("{}", cold(&root)?);
    println!("{}", outputs(&root)?);
    Ok(fs::remove_dir_all(root)?)
}

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const SERDE: &str = r#"
serde = { version = "1", default-features = false, features = ["std", "derive"] }
serde_json = { version = "1", default-features = false, features = ["std"] }
"#;

const SERDE_JSON: &str = r#"serde_json = { version = "1", default-features = false, features = ["std"] }"#;

/// Cold builds: nothing is there but the downloaded sources.
fn cold(root: &Path) -> Result<Table, Error> {
    let runtime = format!("nucleo-runtime = {{ path = '{REPOSITORY}/nucleo-runtime' }}");
    let ours = Crate::new(root, "ours", &runtime)?
        .build_script(&format!("nucleo-gen = {{ path = '{REPOSITORY}/nucleo-gen' }}"), OUR_BUILD_SCRIPT)?
        .main(OUR_MAIN)?;
    let typify = Crate::new(root, "typifys", SERDE)?.build_script(TYPIFY, TYPIFY_BUILD_SCRIPT)?.main(TYPIFY_MAIN)?;
    let empty = Crate::new(root, "empty", SERDE)?.main("fn main() {}\n")?;
    let mut table = Table::new(["cold build, CPU s", "crates", "first", "second", "third"]);
    for (name, it) in [("by us", ours), ("by typify", typify), ("serde's derive and serde_json alone", empty)] {
        let mut cells = vec![name.to_owned(), it.crates()?.to_string()];
        for _ in 0..3 {
            it.clean()?;
            cells.push(seconds(it.cargo(&["build"])?));
        }
        table.row(cells);
    }
    Ok(table)
}

/// The output and a program that uses it, checked and built.
fn outputs(root: &Path) -> Result<Table, Error> {
    let mut table = Table::new(["output and app, CPU s", "lines", "check", "debug", "release", "executable, KB"]);
    let runtime = format!("nucleo-runtime = {{ path = '{REPOSITORY}/nucleo-runtime' }}\n{SERDE_JSON}");
    let ours = Crate::new(root, "our-output", &runtime)?;
    let file = generation::ours(&schemas(), &ours.folder.join("src"))?;
    ours.lib(&fs::read_to_string(file)?)?
        .main(&app("our_output", "nucleo_runtime::parse"))?
        .measure("ours", &mut table)?;

    let theirs = Crate::new(root, "typifys-output", SERDE)?;
    let mut modules = String::new();
    for schema in generation::schemas()? {
        generation::typify(&schema, &theirs.folder.join("src"))?;
        modules += &format!("pub mod {};\n", generation::name(&schema));
    }
    theirs.lib(&modules)?.main(&app("typifys_output", "serde_json::from_str"))?.measure("typify's", &mut table)?;
    Ok(table)
}

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/generate")
}

/// A program that reads each root type from a file, and prints it as JSON.
fn app(library: &str, read: &str) -> String {
    let root = |name: &str| match name {
        "order" => "OrderAnswer".to_owned(),
        _ => name[..1].to_uppercase() + &name[1..],
    };
    let arms: String = generation::schemas()
        .into_iter()
        .flatten()
        .map(|schema| generation::name(&schema))
        .map(|name| {
            let ty = root(&name);
            format!("        \"{name}\" => {{ let it: {library}::{name}::{ty} = {read}(&text).unwrap(); serde_json::to_string(&it) }}\n")
        })
        .collect();
    format!(
        "fn main() {{\n    let kind = std::env::args().nth(1).unwrap();\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
         let json = match kind.as_str() {{\n{arms}        _ => panic!(),\n    }};\n    println!(\"{{}}\", json.unwrap());\n}}\n"
    )
}

/// A crate outside of the workspace, with a target folder of its own.
struct Crate {
    name: String,
    folder: PathBuf,
}

impl Crate {
    fn new(root: &Path, name: &str, dependencies: &str) -> Result<Self, Error> {
        let folder = root.join(name);
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [profile.release]\nstrip = true\n\n[dependencies]\n{dependencies}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        // The same versions of everything, wherever it stands in the graph.
        fs::copy(Path::new(REPOSITORY).join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Self { name: name.to_owned(), folder })
    }

    fn build_script(self, dependencies: &str, script: &str) -> Result<Self, Error> {
        let manifest = self.folder.join("Cargo.toml");
        let text = fs::read_to_string(&manifest)?;
        fs::write(&manifest, format!("{text}\n[build-dependencies]\n{dependencies}\n"))?;
        fs::write(self.folder.join("build.rs"), script)?;
        fs::create_dir_all(self.folder.join("schemas"))?;
        fs::copy(schemas().join("order.json"), self.folder.join("schemas/order.json"))?;
        Ok(self)
    }

    fn lib(self, text: &str) -> Result<Self, Error> {
        Ok(fs::write(self.folder.join("src/lib.rs"), text).map(|()| self)?)
    }

    fn main(self, text: &str) -> Result<Self, Error> {
        Ok(fs::write(self.folder.join("src/main.rs"), text).map(|()| self)?)
    }

    /// Runs cargo in the crate, and gives the CPU seconds that it and all that it started took.
    fn cargo(&self, arguments: &[&str]) -> Result<f64, Error> {
        let before = children();
        let output = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
            .args(arguments)
            .args(["--quiet", "--offline"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.target())
            .env("CARGO_INCREMENTAL", "0")
            .output()?;
        if !output.status.success() {
            return Err(format!("{}: {}", self.name, String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(children() - before)
    }

    fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    fn clean(&self) -> Result<(), Error> {
        let target = self.target();
        if target.exists() {
            fs::remove_dir_all(target)?;
        }
        Ok(())
    }

    /// How many crates a build compiles, this one included.
    fn crates(&self) -> Result<usize, Error> {
        let output = Command::new("cargo")
            .args(["tree", "--offline", "--prefix=none", "--edges=normal,build", "--no-dedupe"])
            .current_dir(&self.folder)
            .output()?;
        let text = String::from_utf8(output.stdout)?;
        let mut lines: Vec<_> = text.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        Ok(lines.len())
    }

    /// The least of three runs each, so that only this crate is compiled.
    fn measure(&self, name: &str, table: &mut Table) -> Result<(), Error> {
        let mut cells = vec![name.to_owned(), self.lines()?.to_string()];
        for arguments in [&["check"][..], &["build"], &["build", "--release"]] {
            self.cargo(arguments)?;
            let mut least = f64::MAX;
            for _ in 0..3 {
                fs::File::open(self.folder.join("src/lib.rs"))?.set_modified(std::time::SystemTime::now())?;
                least = least.min(self.cargo(arguments)?);
            }
            cells.push(seconds(least));
        }
        let executable = self.target().join("release").join(&self.name);
        cells.push((fs::metadata(executable)?.len() / 1024).to_string());
        table.row(cells);
        Ok(())
    }

    /// The lines of the library.
    fn lines(&self) -> Result<usize, Error> {
        let mut lines = 0;
        for file in fs::read_dir(self.folder.join("src"))? {
            let path = file?.path();
            // Ours is in `answers.rs`, and once more in `lib.rs`.
            if !path.ends_with("main.rs") && !path.ends_with("answers.rs") {
                lines += fs::read_to_string(path)?.lines().count();
            }
        }
        Ok(lines)
    }
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.2}")
}

/// The CPU seconds of all children so far.
fn children() -> f64 {
    // OK because every Unix has these figures.
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the usage of children");
    (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6
}

const OUR_BUILD_SCRIPT: &str = r#"
fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas").build()
}
"#;

const OUR_MAIN: &str = r#"
nucleo_runtime::include_answers!();

fn main() {
    let answer: answers::OrderAnswer = nucleo_runtime::parse("…").unwrap();
    println!("{}", nucleo_runtime::to_string(&answer));
}
"#;

const TYPIFY: &str = r#"
prettyplease = "0.2"
schemars = "0.8"
serde_json = { version = "1", default-features = false, features = ["std"] }
syn = { version = "2", default-features = false, features = ["full", "parsing"] }
typify = { version = "0.8", default-features = false }
"#;

/// As typify's documentation has it.
const TYPIFY_BUILD_SCRIPT: &str = r#"
use std::{env, fs, path::Path};

fn main() {
    let text = fs::read_to_string("schemas/order.json").unwrap();
    let schema = serde_json::from_str::<schemars::schema::RootSchema>(&text).unwrap();
    let mut types = typify::TypeSpace::new(&typify::TypeSpaceSettings::default());
    types.add_root_schema(schema).unwrap();
    let text = prettyplease::unparse(&syn::parse2::<syn::File>(types.to_stream()).unwrap());
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("answers.rs"), text).unwrap();
}
"#;

const TYPIFY_MAIN: &str = r#"
mod answers {
    include!(concat!(env!("OUT_DIR"), "/answers.rs"));
}

fn main() {
    let answer: answers::OrderAnswer = serde_json::from_str("…").unwrap();
    println!("{}", serde_json::to_string(&answer).unwrap());
}
"#;
