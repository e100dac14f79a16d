//! What the build script of this crate told cargo to watch.

use std::path::Path;

#[test]
fn ok_every_file_and_root() {
    // Cargo keeps what a build script writes beside its output folder.
    let said = std::fs::read_to_string(Path::new(env!("OUT_DIR")).join("../output")).expect("what the script wrote");
    let mut lines: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed=")).collect();
    lines.sort_unstable();
    let expected = [
        "imports",
        "imports/units/length.proto",
        "proto",
        "proto/bugs/bug_035.proto",
        "proto/bugs/bug_037.proto",
        "proto/bugs/bug_039.proto",
        "proto/bugs/bug_041.proto",
        "proto/choice.proto",
        "proto/far.proto",
        "proto/kinds.proto",
        "proto/loose.proto",
        "proto/renamed.proto",
    ];
    let lines: Vec<String> = lines.iter().map(|line| line.replace('\\', "/")).collect();
    assert_eq!(lines, expected);
    assert!(lines.iter().all(|path| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists()));
}
