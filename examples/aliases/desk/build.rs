//! Generates the answer of this crate.

fn main() -> Result<(), nucleo_gen::Error> {
    // With `--cfg clash` this crate must not compile: `.ci/run` looks at what it says then.
    println!("cargo::rustc-check-cfg=cfg(clash)");
    nucleo_gen::Builder::new().schemas("schemas").build()
}
