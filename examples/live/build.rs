//! Generates the answer types from the schemas of this folder.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas").build()
}
