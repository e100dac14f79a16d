//! The values of two versions of an enum.

use std::collections::BTreeSet;

use super::walk::{At, Walk};
use super::{Class, Edit, fits, place, record};
use crate::ir::{DeclId, Enum, Value};
use crate::json::Json;

/// Two versions of an enum.
struct Both<'i> {
    before: &'i Enum,
    now: &'i Enum,
    ids: (DeclId, DeclId),
    at: &'i At,
}

/// Compares value by value.
pub(super) fn compare(walk: &mut Walk<'_>, (one, before): (DeclId, &Enum), (two, now): (DeclId, &Enum), at: &At) {
    let both = Both { before, now, ids: (one, two), at };
    let mut left: BTreeSet<usize> = (0..before.values.len()).collect();
    let (mut last, mut moved) = (0, false);
    for (number, value) in now.values.iter().enumerate() {
        let Some(found) = continued(walk, &both, value, &left) else {
            added(walk, &both, value);
            continue;
        };
        left.remove(&found);
        moved |= found < last;
        last = found;
        kept(walk, &both, found, number);
    }
    if moved {
        let edit = at.edit(format!("the values of `{}` stand in another order", at.name));
        walk.edits.push(edit.because(Class::Prompt, "a model is shown them in that order"));
    }
    for found in left {
        removed(walk, &both, &before.values[found]);
    }
}

/// The old value that a new one continues: by its name, by another spelling, or by its number in a file of protobuf.
fn continued(walk: &Walk<'_>, both: &Both<'_>, value: &Value, left: &BTreeSet<usize>) -> Option<usize> {
    let old = |at: &usize| &both.before.values[*at];
    let same = |at: &usize| old(at).json.to_compact() == value.json.to_compact();
    let alias = |at: &usize| fits::is_read(value, &old(at).json);
    let number = place::number(walk.new_sources, value.json.span);
    let numbered = |at: &usize| {
        let stays = both.now.values.iter().any(|it| it.json.to_compact() == old(at).json.to_compact());
        !stays && number.is_some() && place::number(walk.old_sources, old(at).json.span) == number
    };
    let ways: [&dyn Fn(&usize) -> bool; 3] = [&same, &alias, &numbered];
    ways.into_iter().find_map(|way| left.iter().copied().find(way))
}

fn added(walk: &mut Walk<'_>, both: &Both<'_>, value: &Value) {
    let Both { before, at, .. } = both;
    let here = At { name: format!("{}.{}", at.name, label(value)), old: at.old, new: value.json.span };
    let text = value.json.to_compact();
    let edit = Edit { old: None, ..here.edit(format!("`{}` takes a further value, {text}", at.name)) };
    let edit = edit.because_if(!fits::takes(before, &value.json), Class::OldBinaries, "they do not know it");
    let edit = edit.because(Class::Source, "a `match` has an arm less than the type has values");
    walk.edits.push(edit.because(Class::Prompt, "a model is shown the value"));
}

fn removed(walk: &mut Walk<'_>, both: &Both<'_>, value: &Value) {
    let Both { now, at, .. } = both;
    let known = fits::takes(now, &value.json);
    let here = At { name: format!("{}.{}", at.name, label(value)), old: value.json.span, new: at.new };
    let text = value.json.to_compact();
    let edit = Edit { new: None, ..here.edit(format!("the value {text} of `{}` was removed", at.name)) };
    let edit = edit.because_if(!known, Class::StoredAnswers, "those that hold it are refused");
    let edit = edit.because(Class::Source, "the variant is gone");
    let edit = edit.because(Class::Prompt, "a model is shown the value no more");
    let keyword = if walk.is_proto(here.new) { "(nucleo.value).accept" } else { "x-nucleo-accept" };
    let help = format!("where another value stands for it now, name it in that value's `{keyword}`");
    walk.edits.push(if known { edit } else { edit.help(help) });
}

/// A value that is there still, by whatever name.
fn kept(walk: &mut Walk<'_>, both: &Both<'_>, found: usize, number: usize) {
    let Both { before, now, ids, at } = both;
    let (old, new) = (&before.values[found], &now.values[number]);
    let here = At { name: format!("{}.{}", at.name, label(new)), old: old.json.span, new: new.json.span };
    let (was, is) = (old.json.to_compact(), new.json.to_compact());
    if was != is {
        let edit = here.edit(format!("the value {was} of `{}` is now {is}", at.name));
        let (known, read) = (fits::takes(before, &new.json), fits::takes(now, &old.json));
        let renamed = walk.old.names[ids.0].variants.get(found) != walk.new.names[ids.1].variants.get(number);
        let edit = edit.because_if(!read, Class::StoredAnswers, "those that hold the old name are refused");
        let edit = edit.because_if(!known, Class::OldBinaries, "they do not know the new name");
        let edit = edit.because_if(renamed, Class::Source, "the variant has another name");
        let edit = edit.because_if(shown(old) != shown(new), Class::Prompt, "a model is shown the new name");
        let help = walk.accept(here.new, "value", old.json.as_str().unwrap_or_default());
        walk.edits.push(if read { edit } else { edit.help(help) });
    } else if shown(old) != shown(new) {
        let edit = here.edit(format!("a model is shown {} for {is} of `{}`", shown(new), at.name));
        let read = |it: &Enum, value: &Value| value.shown.as_ref().is_none_or(|shown| fits::takes(it, shown));
        let edit = edit.because_if(!read(now, old), Class::StoredAnswers, "what it was shown is refused");
        let edit = edit.because_if(!read(before, new), Class::OldBinaries, "they do not know it");
        walk.edits.push(edit.because(Class::Prompt, "that is another name"));
    }
    walk.prose(&old.doc, &new.doc, &here);
    let still = |alias: &str| fits::takes(now, &text_json(alias, new));
    record::accepted(walk, &old.accept, &still, "those that spell it so are refused", &here);
}

/// What a model sees in the place of a value.
fn shown(value: &Value) -> String {
    value.shown.as_ref().unwrap_or(&value.json).to_compact()
}

/// The same value with another text.
fn text_json(text: &str, value: &Value) -> Json {
    Json { value: crate::json::Value::Text(text.to_owned()), ..value.json.clone() }
}

fn label(value: &Value) -> String {
    value.json.as_str().map_or_else(|| value.json.to_compact(), str::to_owned)
}
