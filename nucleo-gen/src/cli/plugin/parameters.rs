//! The parameters of the plugin: `key=value`, parted by commas. They are the options of `nucleo-gen generate`.

use clap::Parser;
use clap::error::{ContextKind, ErrorKind};

use crate::cli::Common;
use crate::cli::code::Code;
use crate::error::Error;
use crate::options::Options;

/// What the parameters say.
#[derive(Debug)]
pub(super) struct Parameters {
    /// The file to write.
    pub(super) file: String,
    pub(super) options: Options,
}

#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Call {
    /// The file to write, below the folder that the compiler was told.
    #[arg(long, value_name = "NAME", default_value = "mod.rs", value_parser = file)]
    file: String,
    #[command(flatten)]
    code: Code,
    #[command(flatten)]
    common: Common,
}

impl Parameters {
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let dashed = parts.map(|part| match part.split_once('=') {
            Some((key, value)) => format!("--{}={value}", key.replace('_', "-")),
            None => format!("--{}", part.replace('_', "-")),
        });
        let Call { file, code, common } = Call::try_parse_from(dashed).map_err(|error| Error::plain(said(&error)))?;
        Ok(Self { file, options: code.options(common.options()) })
    }
}

/// Names in a response are relative, and go nowhere but down.
fn file(name: &str) -> Result<String, String> {
    let is_part = |part: &str| !matches!(part, "" | "." | "..");
    match name.split('/').all(is_part) && !name.contains(['\\', ':']) {
        true => Ok(name.to_owned()),
        false => Err("expected a file below the folder that is written to".to_owned()),
    }
}

/// What is wrong, in the words of parameters.
fn said(error: &clap::Error) -> String {
    let context = |kind| error.get(kind).map(ToString::to_string);
    let key =
        |text: String| text.trim_start_matches('-').split(['=', ' ']).next().unwrap_or_default().replace('-', "_");
    let name = context(ContextKind::InvalidArg).map(key).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let hint = context(ContextKind::SuggestedArg).map(key);
            let hint = hint.map(|it| format!(": did you mean `{it}`?")).unwrap_or_default();
            format!("there is no parameter `{name}`{hint}")
        }
        ErrorKind::ValueValidation => {
            let value = context(ContextKind::InvalidValue).unwrap_or_default();
            let why = std::error::Error::source(error).map(|it| format!(": {it}")).unwrap_or_default();
            format!("`{value}` is no value of the parameter `{name}`{why}")
        }
        ErrorKind::InvalidValue => format!("the parameter `{name}` needs a value: `{name}=…`"),
        ErrorKind::ArgumentConflict => format!("the parameter `{name}` is given twice"),
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
    }
}
