//! The plugin for `protoc` and `buf generate`.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    nucleo_gen::cli::run_plugin()
}
