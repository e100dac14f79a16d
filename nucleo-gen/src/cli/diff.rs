//! `nucleo-gen diff`.

use std::path::Path;

use clap::Args;

use super::{Common, End, Format};
use crate::diag::{Level, Severity};
use crate::error::Error;
use crate::evolve::revision::Place;
use crate::evolve::{self, CHANGES_PROMPT, Class, Edit, Version};

#[derive(Debug, Args)]
pub(super) struct Call {
    #[command(flatten)]
    common: Common,
    /// The old schemas: a file, a folder, or `REVISION:PATH` of git.
    #[arg(value_name = "OLD")]
    old: String,
    /// The new schemas, in the same forms.
    #[arg(value_name = "NEW")]
    new: String,
}

pub(super) fn run(call: &Call, format: Format) -> Result<End, Error> {
    let mut options = call.common.options();
    // Who calls this asks for it; an `--allow` stands behind it.
    options.levels.insert(0, (CHANGES_PROMPT.name.to_owned(), Level::Warn));
    let read = |text: &str| Version::read(Place::find(text, Path::new("."))?, &options);
    let (old, new) = (read(&call.old)?, read(&call.new)?);
    let edits = evolve::edits(&old, &new, &options)?;
    let messages = evolve::messages(&old, &new, &edits, &options);
    match format {
        Format::Human => {
            super::tell(format, &messages);
            if !messages.is_empty() {
                eprintln!();
            }
            edits.iter().filter(|edit| edit.effects.is_empty()).for_each(|edit| println!("safe: {}", edit.what));
            println!("{}", summary(&edits));
        }
        Format::Json => {
            for edit in &edits {
                let alone = evolve::messages(&old, &new, std::slice::from_ref(edit), &options);
                let level = alone.first().map(|message| message.severity);
                println!("{}", evolve::json::of(&old, &new, edit, level));
            }
        }
    }
    let denied = messages.iter().any(|message| message.severity == Severity::Error);
    Ok(if denied { End::No } else { End::Done })
}

/// `4 edits: 1 breaks stored answers, 2 break source, 1 safe`
fn summary(edits: &[Edit]) -> String {
    if edits.is_empty() {
        return "no edits".to_owned();
    }
    let has = |edit: &Edit, class: Class| edit.effects.iter().any(|(it, _)| *it == class);
    let counted = Class::ALL.into_iter().filter_map(|class| {
        let count = edits.iter().filter(|edit| has(edit, class)).count();
        (count > 0).then(|| match class.phrase().split_once(' ') {
            Some((verb, rest)) if count > 1 => format!("{count} {} {rest}", verb.trim_end_matches('s')),
            _ => format!("{count} {}", class.phrase()),
        })
    });
    let safe = edits.iter().filter(|edit| edit.effects.is_empty()).count();
    let parts: Vec<String> = counted.chain((safe > 0).then(|| format!("{safe} safe"))).collect();
    let edits = if edits.len() == 1 { "1 edit".to_owned() } else { format!("{} edits", edits.len()) };
    format!("{edits}: {}", parts.join(", "))
}
