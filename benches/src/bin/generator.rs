//! Times generating in this process. What it prints is for the bench `generate`, which runs this at two levels of
//! optimisation.

use std::path::Path;
use std::time::Instant;
use std::{env, fs, process};

use nucleo_benches::generation::{self, Error};
use nucleo_benches::rounds::{self, Stage};

fn main() -> Result<(), Error> {
    let out = env::temp_dir().join(format!("nucleo-generator-{}", process::id()));
    fs::create_dir_all(&out)?;
    for schema in generation::schemas()? {
        one(&schema, &out)?;
    }
    for count in [100, 1000] {
        many(count, &out.join(count.to_string()))?;
    }
    Ok(fs::remove_dir_all(out)?)
}

/// `one NAME, ours: MICROSECONDS LINES, typify's: MICROSECONDS LINES`, without the words.
fn one(schema: &Path, out: &Path) -> Result<(), Error> {
    let ours = lines(&generation::ours(schema, out)?)?;
    let typify = lines(&generation::typify(schema, out)?)?;
    let times = rounds::best(vec![
        Stage::new(|| written(generation::ours(schema, out))),
        Stage::new(|| written(generation::typify(schema, out))),
    ]);
    let name = generation::name(schema);
    println!("one {name} {} {ours} {} {typify}", times[0].as_micros(), times[1].as_micros());
    Ok(())
}

/// Removes the file, so that the next round writes it anew.
fn written(file: Result<std::path::PathBuf, Error>) {
    // OK because the same call went well before the rounds began.
    fs::remove_file(file.expect("it generates")).expect("it was written");
}

/// `many COUNT MICROSECONDS LINES`: so many schemas in one build.
fn many(count: usize, out: &Path) -> Result<(), Error> {
    let schemas = out.join("schemas");
    generation::many(count, &schemas)?;
    let start = Instant::now();
    let file = generation::ours(&schemas, out)?;
    println!("many {count} {} {}", start.elapsed().as_micros(), lines(&file)?);
    Ok(())
}

fn lines(file: &Path) -> Result<usize, Error> {
    Ok(fs::read_to_string(file)?.lines().count())
}
