//! Generates the tools and the answers of `schemas/`.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas").build()
}
