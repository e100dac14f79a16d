//! Times generating in this process; what it prints is for the bench `generate`, which runs this at two levels of
//! optimisation.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

use nucleo_benches::generation::{self, Error};
use nucleo_benches::rounds::{self, Stage};

fn main() -> Result<(), Error> {
    let out = tempdir()?;
    for schema in generation::schemas()? {
        let (ours, typify) = (fresh(&out.join("ours"))?, fresh(&out.join("typify"))?);
        let lines = [lines(&generation::ours(&schema, &ours)?)?, lines(&generation::typify(&schema, &typify)?)?];
        let times = rounds::best(vec![
            Stage::new(|| generation::ours(&schema, fresh(&ours).unwrap()).unwrap()),
            Stage::new(|| generation::typify(&schema, fresh(&typify).unwrap()).unwrap()),
        ]);
        println!("row {} {} {} {} {}", generation::name(&schema), micros(times[0]), micros(times[1]), lines[0], lines[1]);
    }
    for count in [100, 1000] {
        let (schemas, ours) = (fresh(&out.join("schemas"))?, fresh(&out.join("many"))?);
        generation::many(count, schemas)?;
        let start = Instant::now();
        let file = generation::ours(schemas, ours)?;
        println!("many {count} {} {}", micros(start.elapsed()), lines(&file)?);
    }
    Ok(fs::remove_dir_all(out)?)
}
