//! What a user reads when a schema is at fault: `bad/NAME.json`, or the folder `bad/NAME`, beside `bad/NAME.stderr`.
//!
//! After a change of a text that is meant, `NUCLEO_BLESS=1 cargo test -p nucleo-tests --test bad` records it anew.

use std::collections::BTreeSet;
use std::path::Path;

use nucleo_gen::{Builder, Level};

/// Warnings, told as errors so that a report holds them.
const WARNINGS: [&str; 10] = [
    "ambiguous_names",
    "ambiguous_reexport",
    "duplicate_member",
    "large_enum",
    "never_shortened",
    "repeated_name",
    "shared_types",
    "thought_process",
    "tool_name",
    "unsatisfiable",
];

/// The report on a schema.
fn report(path: &str) -> String {
    let mut builder = Builder::new();
    builder.schemas(path);
    WARNINGS.iter().for_each(|name| _ = builder.lint(*name, Level::Deny));
    match builder.generate() {
        Ok(_) => "no error\n".to_owned(),
        Err(error) => format!("{error:?}").trim_start().to_owned(),
    }
}

#[test]
fn err_reports_are_as_recorded() {
    let bless = std::env::var_os("NUCLEO_BLESS").is_some();
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir("bad").expect("the folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        names.insert(name.trim_end_matches(".json").trim_end_matches(".stderr").to_owned());
    }
    let mut wrong = Vec::new();
    for name in names {
        let file = format!("bad/{name}.json");
        let path = if Path::new(&file).exists() { file } else { format!("bad/{name}") };
        let (said, record) = (report(&path), format!("bad/{name}.stderr"));
        let recorded = std::fs::read_to_string(&record).unwrap_or_default();
        if bless && said != recorded {
            std::fs::write(&record, &said).expect("a record");
        } else if said != recorded {
            wrong.push(format!("{record}\n--- recorded\n{recorded}--- now\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn err_what_was_asked_for_is_no_file() {
    let mut builder = Builder::new();
    builder.schemas("no/such/folder").schemas("bad/trailing_comma.json").schemas("no_such_file.json");
    let help = "= help: paths are relative to the current folder, which in a build script is that of its `Cargo.toml`";
    assert_eq!(
        format!("{:?}", builder.generate().unwrap_err()).trim_start(),
        format!(
            "error: `no/such/folder` cannot be read: no such file or folder\n  {help}\n\n\
             error: `no_such_file.json` cannot be read: no such file or folder\n  {help}\n\n\
             error: this is not JSON\n --> bad/trailing_comma.json:6:3\n6 |   }}\n  |   ^ trailing comma\n"
        )
    );
}

#[test]
fn err_nothing_was_asked_for() {
    let error = Builder::new().generate().unwrap_err();
    assert!(format!("{error:?}").contains("no schemas were named"), "{error:?}");
    assert!(!error.is_io());
}

#[test]
fn err_unknown_lints_get_a_hint() {
    let error = Builder::new().schemas("../schemas").lint("name_clsh", Level::Allow).generate().unwrap_err();
    assert!(format!("{error:?}").contains("did you mean `name_clash`?"), "{error:?}");
}
