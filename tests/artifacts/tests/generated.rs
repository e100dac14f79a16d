//! What the generator makes of artifacts, and what it says of them.

use std::path::PathBuf;

use nucleo_gen::{Builder, Error};

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("nucleo-generated-{name}-{}", std::process::id()));
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn generate(name: &str, files: &[(&str, &str)], artifacts: &str) -> Result<String, Error> {
    let folder = folder(name, files);
    let mut builder = Builder::new();
    builder.schemas(&folder);
    if !artifacts.is_empty() {
        builder.artifacts(folder.join(artifacts));
    }
    let result = builder.generate();
    std::fs::remove_dir_all(&folder).unwrap();
    result
}

const CITE: &str =
    r#"{"title": "Cite", "type": "object", "x-nucleo-type-alias": "cite", "properties": {"doi": {"type": "string"}}}"#;

#[test]
fn ok_code_is_as_recorded() {
    let code = Builder::new().schemas("schemas").generate().unwrap();
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../golden" }, {
        insta::assert_snapshot!("answers.rs", code);
    });
}

#[test]
fn ok_without_artifacts_nothing_of_them_is_generated() {
    let plain = CITE.replace(r#""x-nucleo-type-alias": "cite", "#, "");
    let code = generate("plain", &[("cite.json", &plain)], "").unwrap();
    assert!(!code.contains("artifact") && !code.contains("STORED") && !code.contains("ALIASES"), "{code}");
}

#[test]
fn ok_an_alias_beside_a_list_or_a_reference_is_that_of_the_type() {
    let holder = r#"{"type": "object", "properties": {
        "many": {"type": "array", "x-nucleo-type-alias": "cite", "items": {"title": "Cite", "type": "object",
            "properties": {"doi": {"type": "string"}}}},
        "one": {"$ref": "author.json", "x-nucleo-type-alias": "author"}}}"#;
    let author = r#"{"title": "Author", "type": "object", "properties": {"name": {"type": "string"}}}"#;
    let code = generate("beside", &[("holder.json", holder), ("author.json", author)], "").unwrap();
    assert!(code.contains("pub many: Option<Vec<::nucleo_runtime::artifact::Held<Cite>>>"), "{code}");
    assert!(code.contains("pub one: Option<::nucleo_runtime::artifact::Held<super::author::Author>>"), "{code}");
    assert!(code.contains(r#"const ALIAS: &'static str = "author";"#));
}

#[test]
fn ok_an_artifact_of_itself_needs_no_box() {
    let tree = r##"{"title": "Tree", "type": "object", "x-nucleo-type-alias": "tree", "required": ["left"],
        "properties": {"left": {"$ref": "#"}, "artifact_ref": {"type": "string"}}}"##;
    let code = generate("tree", &[("tree.json", tree)], "").unwrap();
    assert!(code.contains("pub left: ::nucleo_runtime::artifact::Held<Tree>") && !code.contains("Box<"), "{code}");
}

#[test]
fn ok_the_enum_of_all_artifacts_has_names_of_its_own() {
    let other = CITE.replace("\"cite\"", "\"other:cite\"").replace("doi", "isbn");
    let taken = r#"{"title": "AnyArtifact", "type": "object", "properties": {"a": {"type": "string"}}}"#;
    let files = [("a/cite.json", CITE), ("b/cite.json", &*other), ("taken.json", taken)];
    let code = generate("names", &files, "").unwrap();
    assert!(code.contains("pub enum AnyAnyArtifact {"), "{code}");
    let variants: Vec<&str> = code
        .lines()
        .filter_map(|line| line.trim().split_once("(::nucleo_runtime::artifact::Held<"))
        .map(|it| it.0)
        .collect();
    assert_eq!(variants.len(), 2);
    assert_ne!(variants[0], variants[1]);
    let entries: Vec<&str> = code.lines().filter(|line| line.contains("artifact::Entry::of")).map(str::trim).collect();
    assert_eq!(
        entries,
        [
            "::nucleo_runtime::artifact::Entry::of::<a::cite::Cite>(),",
            "::nucleo_runtime::artifact::Entry::of::<b::cite::Cite>(),",
        ]
    );
}

#[test]
fn err_a_folder_of_artifacts_names_all_that_have_no_alias() {
    let bare =
        |name: &str| format!(r#"{{"title": "{name}", "type": "object", "properties": {{"a": {{"type": "string"}}}}}}"#);
    let files = [
        ("held/cite.json", CITE),
        ("held/one.json", &*bare("One")),
        ("held/two.json", &*bare("Two")),
        ("free.json", &*bare("Free")),
    ];
    let error = format!("{:?}", generate("folder", &files, "held").unwrap_err());
    assert!(error.contains("error: 2 types have no alias, and stand among artifacts: `One`, `Two`"), "{error}");
    assert!(error.contains("one.json:1:11") && error.contains("two.json:1:11") && !error.contains("Free"), "{error}");
    let error = format!("{:?}", generate("none", &files[3..], "held").unwrap_err());
    assert!(error.contains("held` holds no schema of this build"), "{error}");
    assert!(generate("all", &files[..1], "held").is_ok());
}
