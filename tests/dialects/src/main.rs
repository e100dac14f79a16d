//! The `nucleo-gen` command, so that the tests here drive it as a user does.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    nucleo_gen::cli::run()
}
