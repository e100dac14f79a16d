//! Generates the types that replies are read into.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("schemas/read").build()
}
