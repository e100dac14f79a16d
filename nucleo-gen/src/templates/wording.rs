//! The sentences of the runtime's that templates replace.

use std::collections::BTreeSet;

use nucleo_runtime::Wording;

use super::{Arg, Rendered};
use crate::diag::{Diags, Span};
use crate::spelling;

/// A sentence by its name, with the marks that the runtime fills in itself.
pub(super) fn sentence(name: &str, rendered: &Rendered, place: Span, diags: &Diags) -> Option<(String, String)> {
    let Some((_, default)) = Wording::DEFAULT.texts().into_iter().find(|(known, _)| *known == name) else {
        let known = Wording::DEFAULT.texts().into_iter().map(|(known, _)| known);
        let nearest = known.min_by_key(|known| spelling::distance(known, name)).unwrap_or_default();
        diags
            .error(place, format!("there is no sentence `{name}` to replace"))
            .help(format!("did you mean `wording/{nearest}.hbs`?"))
            .emit();
        return None;
    };
    let known = marks(default);
    for Arg { name: arg, .. } in rendered.args.iter().filter(|arg| !known.contains(arg.name.as_str())) {
        let all = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let help = if all.is_empty() { "it has none".to_owned() } else { format!("it has: {all}") };
        diags.error(place, format!("the sentence `{name}` has no `{arg}`")).help(help).emit();
    }
    Some((name.to_owned(), rendered.marked()))
}

/// The marks of a sentence: `type` of `{type}`. The legend's JSON has braces, too, but no names alone in them.
fn marks(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1).filter_map(|it| it.split_once('}'));
    let is_name = |name: &&str| !name.is_empty() && name.bytes().all(|it| it.is_ascii_lowercase() || it == b'_');
    inside.map(|(name, _)| name).filter(is_name).collect()
}
