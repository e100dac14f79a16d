//! Generates the types of `proto/`, and prost's messages beside them.

use nucleo_gen::{Builder, Error, Level};

fn main() -> Result<(), Error> {
    let mut builder = Builder::new();
    builder.schemas("proto/kinds").proto_path("proto").prost(true).lint("bytes_member", Level::Allow);
    builder.build()
}
