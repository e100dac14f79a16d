//! A schema to formatted Rust on disk: by us, and by typify as its documentation has it.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// What can go wrong, for `?`.
pub type Error = Box<dyn std::error::Error>;

/// Writes the types of the schemas in a file or folder, and gives the file that holds them.
pub fn ours(schemas: &Path, out: &Path) -> Result<PathBuf, Error> {
    nucleo_gen::Builder::new().schemas(schemas).out_dir(out).build()?;
    Ok(out.join("answers.rs"))
}

/// Writes the types of one schema, and gives the file that holds them.
pub fn typify(schema: &Path, out: &Path) -> Result<PathBuf, Error> {
    let file = out.join(schema.file_name().unwrap_or_default()).with_extension("rs");
    fs::write(&file, types_by_typify(schema)?)?;
    Ok(file)
}

fn types_by_typify(schema: &Path) -> Result<String, Error> {
    let schema: schemars::schema::RootSchema = serde_json::from_str(&fs::read_to_string(schema)?)?;
    let mut types = typify::TypeSpace::new(&typify::TypeSpaceSettings::default());
    types.add_root_schema(schema)?;
    Ok(prettyplease::unparse(&syn::parse2(types.to_stream())?))
}

/// The schemas that both are given, sorted by name.
pub fn schemas() -> io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/generate");
    let mut files: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

/// Fills a folder with so many schemas, by copying [`schemas`] under other names.
pub fn many(count: usize, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let schemas = schemas()?;
    for (copy, file) in schemas.iter().cycle().take(count).enumerate() {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        // Each root has a title of its own; the types below it are told apart by their modules.
        let text =
            fs::read_to_string(file)?.replacen("\",\n  \"description\"", &format!("{copy}\",\n  \"description\""), 1);
        fs::write(folder.join(format!("{name}_{copy}.json")), text)?;
    }
    Ok(())
}

/// The name of a schema file, for a row of a table.
pub fn name(schema: &Path) -> String {
    schema.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
