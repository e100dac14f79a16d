//! Generates the types of `proto/`.

use nucleo_gen::{Builder, Error, Level};

fn main() -> Result<(), Error> {
    Builder::new().schemas("proto").proto_path("imports").lint("bytes_member", Level::Allow).build()
}
