//! Generates the types of this crate, with the defaults and with the options that change what stands at an artifact's place.

use std::path::PathBuf;

use nucleo_gen::{Builder, Error, Level, Names, Serde};

fn main() -> Result<(), Error> {
    let schemas = || {
        let mut builder = Builder::new();
        // The descriptions are those of the vectors.
        builder.schemas("schemas").artifacts("schemas/held").lint("repeated_name", Level::Allow);
        builder
    };
    schemas().build()?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    schemas().serde(Serde::Derive).out_dir(out.join("with_derive")).build()?;
    schemas().serde(Serde::Off).names(Names::Source).out_dir(out.join("without_serde")).build()
}
