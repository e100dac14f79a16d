//! Generates the answer types from the shared schemas, those in protobuf among them, and their messages as prost has them.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("../../schemas").dates(nucleo_gen::Dates::Jiff).prost(true).build()
}
