//! Generates the types of `proto/`, and prost's messages beside them.

fn main() -> Result<(), nucleo_gen::Error> {
    nucleo_gen::Builder::new().schemas("proto/kinds").proto_path("proto").prost(true).build()
}
