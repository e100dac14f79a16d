//! What is generated from each file of `schemas/`, as a person reads it.

use nucleo_gen::Builder;

#[test]
fn ok_generated_code_is_as_recorded() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("../../schemas", "**/*.json", |path| {
            let code = Builder::new().schemas(path).generate().expect("a schema without faults");
            insta::assert_snapshot!("code", code);
        });
    });
}

#[test]
fn ok_the_order_of_discovery_changes_nothing() {
    let folder = Builder::new().schemas("../schemas").generate().expect("schemas without faults");
    let shuffled =
        Builder::new().schemas("../schemas/weather").schemas("../schemas/tasks.json").schemas("../schemas").generate();
    // Naming a file twice, and in another order, is the same build, but for the modules of what was named by itself.
    assert!(shuffled.is_ok(), "{shuffled:?}");
    let again = Builder::new().schemas("../schemas").generate().expect("schemas without faults");
    assert_eq!(folder, again);
}
