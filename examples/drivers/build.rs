//! Generates the answer types from one of the shared schemas.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("../../schemas/tasks.json").build()
}
