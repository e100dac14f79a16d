//! The `nucleo-gen` command.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    nucleo_gen::cli::run()
}
