//! What is generated from each file of `schemas/`, as a person reads it.

use std::collections::BTreeSet;

use nucleo_gen::Builder;
use nucleo_runtime::Answer;

mod support;

use support::schema_files;

/// Compares with the recorded text of that name.
fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn ok_code_is_as_recorded() {
    for file in schema_files() {
        let code = Builder::new().schemas(format!("../schemas/{file}")).generate().expect("a schema without faults");
        assert!(!code.contains(env!("CARGO_MANIFEST_DIR")), "a path of this machine in {file}");
        golden(&format!("{}.rs", file.trim_end_matches(".json").replace('/', "_")), &code);
    }
}

#[test]
fn ok_renderings_are_as_recorded() {
    let mut shown = BTreeSet::new();
    macro_rules! show {
        ($($file:literal: $ty:ty = $name:ident,)*) => {$(
            shown.insert($file);
            golden(&format!("{}.notation", $file), <$ty>::NOTATION);
            golden(&format!("{}.schema", $file), <$ty>::JSON_SCHEMA);
            golden(&format!("{}.model_schema", $file), <$ty>::MODEL_SCHEMA);
        )*};
    }
    support::each_answer!(show);
    // A new schema file stands in the list as well.
    let files = schema_files().into_iter().map(|file| file.trim_end_matches(".json").replace('/', "_"));
    let missing: Vec<_> = files.filter(|file| !shown.iter().any(|it| it.starts_with(file))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
