//! Real schemas that no one here wrote: each generates code that compiles, or is refused for a fault of its own.
//!
//! The folder is named by `NUCLEO_SHARED`, by default `../shared` beside the repository. Times are those of a release
//! build: `cargo test --release -p nucleo-tests --test corpora -- --ignored --nocapture`.

mod corpora {
    pub(crate) mod crates;
}

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use corpora::crates::Crate;
use nucleo_gen::{Builder, Level};

/// Modules of one crate: more of them, and rustc needs more memory than a small machine has.
const CHUNK: usize = 200;

/// Faults that are of what a schema refers to, not of the schema.
const REFERENCES: [&str; 3] = ["is not at hand", "leads nowhere", "that is referred to cannot be read"];

/// What became of one file.
struct Made {
    path: PathBuf,
    time: Duration,
    /// The code, or the report.
    result: Result<String, String>,
}

fn shared() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let path = std::env::var_os("NUCLEO_SHARED").map_or_else(|| PathBuf::from(default), PathBuf::from);
    assert!(path.is_dir(), "`{}` is not there: set NUCLEO_SHARED", path.display());
    path
}

/// All JSON files at and below a folder, sorted.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "json") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "`{}` holds no schemas", root.display());
    found
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.lint("name_clash", Level::Allow).lint("duplicate_id", Level::Allow);
    builder
}

fn generate(paths: &[PathBuf]) -> Result<String, String> {
    let mut builder = builder();
    for path in paths {
        builder.schemas(path);
    }
    let made = catch_unwind(AssertUnwindSafe(|| builder.generate()));
    made.unwrap_or_else(|_| panic!("a panic in {paths:?}")).map_err(|error| format!("{error:?}"))
}

fn make(path: &Path) -> Made {
    let start = Instant::now();
    let result = generate(&[path.to_owned()]);
    Made { path: path.to_owned(), time: start.elapsed(), result }
}

/// Whether a report names a file with line and column.
fn has_place(report: &str) -> bool {
    let places = report.lines().filter_map(|line| line.trim_start().strip_prefix("--> "));
    places.into_iter().any(|place| {
        let mut parts = place.rsplit(':');
        let number = |part: Option<&str>| part.is_some_and(|it| it.parse::<usize>().is_ok());
        number(parts.next()) && number(parts.next())
    })
}

/// One corpus, a file at a time; and how many of its files were refused for a reference.
fn all_of(corpus: &str) -> Vec<Made> {
    let made: Vec<Made> = files(&shared().join("schemas").join(corpus)).iter().map(|path| make(path)).collect();
    let refused: Vec<_> = made.iter().filter_map(|it| Some((&it.path, it.result.as_ref().err()?))).collect();
    for (path, report) in &refused {
        assert!(has_place(report), "{}: {report}", path.display());
    }
    let is_dangling = |report: &str| REFERENCES.iter().any(|it| report.contains(it));
    let dangling = refused.iter().filter(|(_, report)| is_dangling(report)).count();
    let resolved = made.len() - dangling;
    let generated = made.len() - refused.len();
    let share = 100.0 * generated as f64 / resolved as f64;
    println!(
        "{corpus}: {} files, {dangling} refused for their references; {generated} of the other {resolved} generate: {share:.2} %",
        made.len()
    );
    for (path, report) in refused.iter().filter(|(_, report)| !is_dangling(report)) {
        println!("  {}: {}", path.display(), report.trim_start().lines().next().unwrap_or_default());
    }
    assert!(share >= 97.0, "{corpus}: {share:.2} %");
    made
}

/// The ten largest, and that none takes long.
fn measure(made: &[Made]) {
    let lines = |it: &Made| it.result.as_ref().map_or(0, |code| code.lines().count());
    let mut largest: Vec<&Made> = made.iter().collect();
    largest.sort_by_key(|it| std::cmp::Reverse(lines(it)));
    for it in largest.iter().take(10) {
        println!("  {:9} lines {:6} ms {}", lines(it), it.time.as_millis(), it.path.display());
    }
    let sum: Duration = made.iter().map(|it| it.time).sum();
    println!("  {} lines in {:.1} s", made.iter().map(lines).sum::<usize>(), sum.as_secs_f64());
    let slowest = made.iter().max_by_key(|it| it.time).expect("a file");
    println!("  slowest: {} ms {}", slowest.time.as_millis(), slowest.path.display());
    assert!(cfg!(debug_assertions) || slowest.time < Duration::from_secs(5), "{}", slowest.path.display());
}

#[test]
#[ignore = "needs the corpora, and minutes"]
fn ok_real_schemas_generate_and_compile() {
    let mut made = all_of("schemastore");
    made.extend(all_of("jsonschemabench"));
    measure(&made);
    let good: Vec<&Made> = made.iter().filter(|it| it.result.is_ok()).collect();
    for (number, chunk) in good.chunks(CHUNK).enumerate() {
        let mut it = Crate::new(&format!("corpora_{number}"));
        for (at, made) in chunk.iter().enumerate() {
            it.module(&format!("m{at}"), made.result.as_ref().expect("it generated"));
        }
        it.check();
    }
}

#[test]
#[ignore = "needs the corpora"]
fn ok_a_whole_corpus_generates_in_one_process() {
    let all = files(&shared().join("schemas/schemastore"));
    let good: Vec<PathBuf> = all.into_iter().filter(|path| make(path).result.is_ok()).collect();
    let start = Instant::now();
    let code = generate(&good).expect("files that generate alone generate together");
    let time = start.elapsed();
    println!("schemastore: {} files, {} lines in {:.1} s", good.len(), code.lines().count(), time.as_secs_f64());
    assert!(cfg!(debug_assertions) || time < Duration::from_secs(60), "{time:?}");
}

#[test]
#[ignore = "needs the corpora"]
fn ok_versions_of_one_protocol_generate_and_compile() {
    let mut it = Crate::new("corpora_mcp");
    it.module("both", &generate(&[shared().join("schemas/repos/mcp")]).expect("both versions"));
    it.check();
}

#[test]
#[ignore = "needs the corpora"]
fn ok_a_repository_reads_its_own_instances() {
    let root = shared().join("schemas/repos/cdevents");
    let code = generate(&[root.join("schemas")]).expect("all files together");
    let mut it = Crate::new("corpora_cdevents");
    it.module("answers", &code);
    let mut instances = 0;
    for path in files(&root.join("conformance")) {
        // What is below stands for no document of these schemas.
        if path.parent() != Some(&root.join("conformance")) {
            continue;
        }
        let module = path.file_stem().unwrap().to_string_lossy().replace('_', "");
        let Some(root) = root_in(&code, &module) else { panic!("no type for `{}`", path.display()) };
        it.reads(&path, &format!("corpora_cdevents::answers::{module}::{root}"));
        instances += 1;
    }
    it.run();
    println!("cdevents: {instances} instances");
}

/// The root type of a module: the first answer in it.
fn root_in<'c>(code: &'c str, module: &str) -> Option<&'c str> {
    let inside = &code[code.find(&format!("pub mod {module} {{"))?..];
    let answer = &inside[inside.find("impl ::nucleo_runtime::Answer for ")?..];
    answer.split_whitespace().nth(3)
}
