//! What the generated code is like: the builder's options, as arguments of a call that generates.

use clap::Args;

use crate::diag::Level;
use crate::emit::dialect::Dialect;
use crate::emit::grammar::Grammar;
use crate::knobs::Knobs;
use crate::options::{Dates, Options, Serde};

#[derive(Debug, Clone, Default, Args)]
pub(super) struct Code {
    /// The Rust types of dates and times.
    #[arg(long, value_name = "text|jiff|chrono", value_parser = dates)]
    dates: Option<Dates>,
    /// How types come by serde's traits.
    #[arg(long, value_name = "bridge|derive|off", value_parser = serde)]
    serde: Option<Serde>,
    /// The Rust type of a format: `uuid=uuid::Uuid`.
    #[arg(long, value_name = "NAME=TYPE", value_parser = pair)]
    format: Vec<(String, String)>,
    /// A further derive, on every type or on one: `PartialOrd`, `Review=my_crate::Visit`.
    #[arg(long, value_name = "[TYPE=]PATH")]
    derive: Vec<String>,
    /// A knob of the builder or of a schema: `names=source`, `unknown=deny`.
    #[arg(long, value_name = "NAME=SETTING", value_parser = knob)]
    knob: Vec<Knobs>,
    /// A dialect of JSON Schema, as constants.
    #[arg(long, value_name = "openai|anthropic|gemini|gemini_openapi|xai", value_parser = dialect)]
    dialect: Vec<Dialect>,
    /// A dialect that a type may do without: `xai=Tree`.
    #[arg(long, value_name = "DIALECT=TYPE", value_parser = optional_dialect)]
    optional_dialect: Vec<(Dialect, String)>,
    /// A language of grammars, as constants.
    #[arg(long, value_name = "gbnf", value_parser = grammar)]
    grammar: Vec<Grammar>,
    /// What happens to keywords that nothing enforces.
    #[arg(long, value_name = "allow|warn|deny", value_parser = level)]
    unenforced: Option<Level>,
}

impl Code {
    /// The options of all calls, and these.
    pub(super) fn options(&self, common: Options) -> Options {
        let derive = |text: &String| match text.split_once('=') {
            Some((name, path)) => (Some(name.to_owned()), path.to_owned()),
            None => (None, text.clone()),
        };
        Options {
            dates: self.dates.unwrap_or_default(),
            serde: self.serde.unwrap_or_default(),
            formats: self.format.iter().cloned().collect(),
            derives: self.derive.iter().map(derive).collect(),
            // The last word counts.
            knobs: self.knob.iter().fold(common.knobs, |before, knob| knob.or(before)),
            dialects: self.dialect.iter().copied().collect(),
            optional_dialects: self.optional_dialect.clone(),
            grammars: self.grammar.iter().copied().collect(),
            unenforced: self.unenforced,
            ..common
        }
    }
}

fn dates(word: &str) -> Result<Dates, String> {
    Ok(match word {
        "text" => Dates::Text,
        "jiff" => Dates::Jiff,
        "chrono" => Dates::Chrono,
        _ => return Err("expected text, jiff or chrono".to_owned()),
    })
}

fn serde(word: &str) -> Result<Serde, String> {
    Ok(match word {
        "bridge" => Serde::Bridge,
        "derive" => Serde::Derive,
        "off" => Serde::Off,
        _ => return Err("expected bridge, derive or off".to_owned()),
    })
}

fn level(word: &str) -> Result<Level, String> {
    Ok(match word {
        "allow" => Level::Allow,
        "warn" => Level::Warn,
        "deny" => Level::Deny,
        _ => return Err("expected allow, warn or deny".to_owned()),
    })
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=TYPE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn knob(text: &str) -> Result<Knobs, String> {
    let (name, setting) = text.split_once('=').ok_or("expected NAME=SETTING")?;
    Knobs::named(name, setting)
}

pub(super) fn dialect(name: &str) -> Result<Dialect, String> {
    let names = || Dialect::ALL.map(Dialect::name).join(", ");
    Dialect::named(name).ok_or_else(|| format!("the dialects are: {}", names()))
}

fn optional_dialect(text: &str) -> Result<(Dialect, String), String> {
    let (name, ty) = text.split_once('=').ok_or("expected DIALECT=TYPE")?;
    Ok((dialect(name)?, ty.to_owned()))
}

pub(super) fn grammar(name: &str) -> Result<Grammar, String> {
    Grammar::named(name).ok_or_else(|| "the only one is: gbnf".to_owned())
}
