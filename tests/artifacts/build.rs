//! Generates the types of this crate.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas").artifacts("schemas/held").build()
}
