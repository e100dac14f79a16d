//! Generates the artifacts of this crate; each of them has an alias.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas").artifacts("schemas").build()
}
