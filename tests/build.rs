//! Generates all of `schemas/`: what compiles here compiles for users.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("../schemas").build()
}
