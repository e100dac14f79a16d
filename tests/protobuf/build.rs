//! Generates the types of `proto/`.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("proto").proto_path("imports").build()
}
