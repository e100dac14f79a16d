//! Writes the seeds of all fuzz targets, made from the vectors: `cargo run -p nucleo-tests --example seeds`.

use nucleo_tests::properties::{SUBJECTS, seeds};

fn main() -> std::io::Result<()> {
    for target in ["never_panics", "json_reads_alike", "readings_are_strict", "written_is_read"] {
        let folder = format!("{}/fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
        std::fs::create_dir_all(&folder)?;
        for (at, text) in seeds().iter().enumerate() {
            // The type, and that the text is taken as it stands.
            let mut bytes = vec![(at % SUBJECTS.len()) as u8, 1];
            bytes.extend(text.as_bytes());
            std::fs::write(format!("{folder}/vector_{at}"), bytes)?;
        }
    }
    Ok(())
}
