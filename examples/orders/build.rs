//! Generates the answer types from the shared schemas.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new()
        .schemas("../../schemas")
        .dates(nucleo_gen::Dates::Jiff)
        // Those in protobuf are read by `orders-proto`.
        .lint("skipped_file", nucleo_gen::Level::Allow)
        .build()
}
