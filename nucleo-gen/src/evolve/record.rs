//! The members of two versions of a record.

use std::collections::BTreeSet;

use super::group::{self, Pairs};
use super::walk::{At, Walk, is_closed};
use super::{Class, Edit, place};
use crate::ir::{DeclId, Field, Record, Rest};
use crate::json::Json;
use crate::resolve::Resolved;

/// Compares member by member.
pub(super) fn compare(walk: &mut Walk<'_>, (one, before): (DeclId, &Record), (two, now): (DeclId, &Record)) {
    let pairs = pair(walk, before, now);
    let name = walk.new.names[two].rust.clone();
    let mut last = None;
    let mut moved = false;
    for (at, field) in now.fields.iter().enumerate() {
        let here = |old: Option<usize>| At {
            name: format!("{name}.{}", field.name),
            old: old.map_or(walk.old.ir[one].span, |old| before.fields[old].span),
            new: field.span,
        };
        match pairs[at] {
            Some(old) => {
                moved |= last.is_some_and(|last| old < last);
                last = Some(old);
                let here = here(Some(old));
                member(walk, (one, old, &before.fields[old]), (two, at, field), &here);
            }
            None => {
                let here = here(None);
                let closed = is_closed(walk.old, one, &before.rest);
                let group = now.groups.iter().find(|it| it.fields.contains(&at));
                let known = group.is_some_and(|group| before.groups.iter().any(|old| old.name == group.name));
                added(walk, field, Added { closed, chosen: group.is_some(), known }, &here);
            }
        }
    }
    let kept: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
    for (at, field) in before.fields.iter().enumerate().filter(|(at, _)| !kept.contains(at)) {
        let here = At { name: format!("{name}.{}", field.name), old: field.span, new: walk.new.ir[two].span };
        let closed = is_closed(walk.new, two, &now.rest);
        let chosen = before.groups.iter().any(|it| it.fields.contains(&at));
        removed(walk, field, closed, chosen, &here);
    }
    let here = At { name: name.clone(), old: walk.old.ir[one].span, new: walk.new.ir[two].span };
    if moved {
        let edit = here.edit(format!("the members of `{name}` stand in another order"));
        walk.edits.push(edit.because(Class::Prompt, "a model writes them in that order"));
    }
    group::compare(walk, &Pairs { before: (one, before), now: (two, now), fields: &pairs }, &here);
    others(walk, (one, before), (two, now), &here);
}

/// A way to tell that two members are one.
type Way<'w> = &'w dyn Fn(&Field, &Field) -> bool;

/// For each member of the new version, the old one that it continues.
fn pair(walk: &Walk<'_>, before: &Record, now: &Record) -> Vec<Option<usize>> {
    let mut free: BTreeSet<usize> = (0..before.fields.len()).collect();
    let mut pairs: Vec<Option<usize>> = vec![None; now.fields.len()];
    let exact = |old: &Field, new: &Field| old.name == new.name;
    let by_alias = |old: &Field, new: &Field| place::reads(new, &old.name) || place::reads(old, &new.name);
    let rust = |cx: &Resolved<'_>, field: &Field| place::rust(cx, &field.ty, false);
    let numbers = |old: &Field, new: &Field| {
        place::number(walk.old_sources, old.span).zip(place::number(walk.new_sources, new.span))
    };
    let by_number = |old: &Field, new: &Field| {
        numbers(old, new).is_some_and(|(one, two)| one == two) && rust(walk.old, old) == rust(walk.new, new)
    };
    let by_looks = |old: &Field, new: &Field| {
        let numbered = numbers(old, new).is_some();
        !numbered
            && rust(walk.old, old) == rust(walk.new, new)
            && old.doc.text.is_some()
            && old.doc.text == new.doc.text
    };
    let ways: [Way<'_>; 4] = [&exact, &by_alias, &by_number, &by_looks];
    for same in ways {
        for (at, field) in now.fields.iter().enumerate() {
            if pairs[at].is_none() {
                // OK because the numbers are those of the fields.
                pairs[at] = free.iter().copied().find(|old| same(&before.fields[*old], field));
                pairs[at].iter().for_each(|old| _ = free.remove(old));
            }
        }
    }
    // The only one that is gone, and the only one that came, in one place and of one type, are one member.
    let come: Vec<usize> = (0..pairs.len()).filter(|at| pairs[*at].is_none()).collect();
    if let ([at], Some(old), 1) = (come.as_slice(), free.first(), free.len()) {
        let (one, two) = (&before.fields[*old], &now.fields[*at]);
        if at == old
            && rust(walk.old, one) == rust(walk.new, two)
            && one.required == two.required
            && before.fields.len() == now.fields.len()
        {
            pairs[*at] = Some(*old);
        }
    }
    pairs
}

/// What an added member was added to.
struct Added {
    /// A record that took no others.
    closed: bool,
    /// A oneof.
    chosen: bool,
    /// One that there was.
    known: bool,
}

fn added(walk: &mut Walk<'_>, field: &Field, to: Added, at: &At) {
    let Added { closed, chosen, known } = to;
    let needed = field.required;
    let kind = match (needed, chosen) {
        (true, _) => "required member",
        (false, true) => "member of a oneof",
        (false, false) => "optional member",
    };
    let source =
        if chosen { "a `match` has an arm less than the oneof has members" } else { "a struct literal lacks it" };
    let edit = Edit { old: None, ..at.edit(format!("`{}` is a new {kind}", at.name)) };
    let edit = edit.because_if(needed, Class::StoredAnswers, "they do not hold it");
    let edit = edit.because_if(closed, Class::OldBinaries, "they take no further members");
    let edit = edit.because_if(known && !closed, Class::OldBinaries, "it is lost in silence, and with it the choice");
    let edit = edit.because(Class::Source, source);
    let edit = edit.because(Class::Prompt, "a model is asked for it");
    let help = match walk.is_proto(at.new) {
        true => "make it `optional`",
        false => "make it optional; with a `default` it stays a plain field",
    };
    walk.edits.push(if needed { edit.help(help) } else { edit });
}

fn removed(walk: &mut Walk<'_>, field: &Field, is_closed: bool, chosen: bool, at: &At) {
    let needed = field.required;
    let kind = if field.required { "required" } else { "optional" };
    let edit = Edit { new: None, ..at.edit(format!("the {kind} member `{}` was removed", at.name)) };
    let edit = edit.because_if(is_closed, Class::StoredAnswers, "those that hold it are refused");
    let edit =
        edit.because_if(chosen && !is_closed, Class::StoredAnswers, "it is lost in silence, and with it the choice");
    let edit = edit.because_if(needed, Class::OldBinaries, "they miss it");
    let edit = edit.because(Class::Source, if chosen { "the variant is gone" } else { "the field is gone" });
    walk.edits.push(edit.because(Class::Prompt, "a model is not asked for it"));
}

type Member<'i> = (DeclId, usize, &'i Field);

fn member(walk: &mut Walk<'_>, (one, old_at, old): Member<'_>, (two, new_at, new): Member<'_>, at: &At) {
    if old.name != new.name {
        renamed(walk, (one, old_at, old), (two, new_at, new), at);
    } else if walk.old.names[one].fields[old_at].rust != walk.new.names[two].fields[new_at].rust {
        let edit = at.edit(format!("the Rust field of `{}` has another name", at.name));
        walk.edits.push(edit.because(Class::Source, "the field has another name"));
    }
    presence(walk, old, new, at);
    walk.prose(&old.doc, &new.doc, at);
    let lost =
        if new.required { "those that spell it so miss it" } else { "where it is spelled so, it is lost in silence" };
    accepted(walk, &old.accept, &|alias| place::reads(new, alias), lost, at);
    walk.types(&old.ty, &new.ty, at, (one, two));
}

fn renamed(walk: &mut Walk<'_>, (one, old_at, old): Member<'_>, (two, new_at, new): Member<'_>, at: &At) {
    let (backward, forward) = (place::reads(new, &old.name), place::reads(old, &new.name));
    let lost = |required: bool| if required { "they miss it" } else { "it is lost in silence" };
    let (before, now) = (&walk.old.names[one].fields[old_at], &walk.new.names[two].fields[new_at]);
    let edit = at.edit(format!("`{}` is now called `{}`", old.name, new.name));
    let edit = edit.because_if(!backward, Class::StoredAnswers, lost(new.required));
    let edit = edit.because_if(!forward, Class::OldBinaries, lost(old.required));
    let edit = edit.because_if(before.rust != now.rust, Class::Source, "the field has another name");
    let edit = edit.because_if(before.shown != now.shown, Class::Prompt, "a model is shown the new name");
    let help = walk.accept(at.new, "field", &old.name);
    walk.edits.push(if backward { edit } else { edit.help(help) });
}

/// Whether a member must be there, and what stands for it where it is not.
fn presence(walk: &mut Walk<'_>, old: &Field, new: &Field, at: &At) {
    let optional = |field: &Field| field.ty.nullable || (!field.required && field.default.is_none());
    // Null is as good as absent for a member that may be absent.
    let takes_null = |cx: &Resolved<'_>, field: &Field| !field.required || place::takes_null(cx.ir, &field.ty);
    let source = optional(old) != optional(new);
    if old.required != new.required {
        let what = if new.required { "is now required" } else { "is now optional" };
        let edit = at.edit(format!("`{}` {what}", at.name));
        let edit = edit.because_if(new.required, Class::StoredAnswers, "some do not hold it");
        let edit = edit.because_if(old.required, Class::OldBinaries, "they miss it where it is left out");
        let edit = edit.because_if(source, Class::Source, "the field is an `Option` on one side");
        let edit = edit.because(Class::Prompt, "a model is told so");
        let help = "an optional member with a `default` is a plain field, too";
        walk.edits.push(if new.required && !walk.is_proto(at.new) { edit.help(help) } else { edit });
    }
    if old.ty.nullable != new.ty.nullable {
        let what = if new.ty.nullable { "may now be null" } else { "may no longer be null" };
        let edit = at.edit(format!("`{}` {what}", at.name));
        let backward = !old.ty.nullable || takes_null(walk.new, new);
        let forward = !new.ty.nullable || takes_null(walk.old, old);
        let edit = edit.because_if(!backward, Class::StoredAnswers, "null is refused");
        let edit = edit.because_if(!forward, Class::OldBinaries, "they refuse null");
        let edit = edit.because_if(
            source && old.required == new.required,
            Class::Source,
            "the field is an `Option` on one side",
        );
        walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
    }
    let text = |json: &Option<Json>| json.as_ref().map(Json::to_compact);
    let (was, is) = (text(&old.default), text(&new.default));
    // An empty list and an empty map are what their types are without a word, and those are told of.
    let empty = |it: &Option<String>| matches!(it.as_deref(), Some("[]" | "{}"));
    if was != is && !(empty(&was) && empty(&is)) {
        let what = match (&was, &is) {
            (None, Some(is)) => format!("`{}` has a default now, {is}", at.name),
            (Some(_), None) => format!("`{}` has no default any more", at.name),
            _ => format!("the default of `{}` was edited", at.name),
        };
        let edit = at.edit(what);
        let here = source && old.required == new.required && old.ty.nullable == new.ty.nullable;
        let edit = edit.because_if(here, Class::Source, "the field is an `Option` on one side");
        walk.edits.push(edit.because(Class::Prompt, "a model is shown the default"));
    }
}

/// Other spellings: what was accepted, and whether it still is.
pub(super) fn accepted(walk: &mut Walk<'_>, before: &[String], still: &dyn Fn(&str) -> bool, why: &str, at: &At) {
    for alias in before.iter().filter(|alias| !still(alias)) {
        let edit = at.edit(format!("`{}` is no longer read from `{alias}`", at.name));
        walk.edits.push(edit.because(Class::StoredAnswers, why));
    }
}

/// What becomes of members that are not declared.
fn others(walk: &mut Walk<'_>, (one, before): (DeclId, &Record), (two, now): (DeclId, &Record), at: &At) {
    let (was, is) = (is_closed(walk.old, one, &before.rest), is_closed(walk.new, two, &now.rest));
    if was != is {
        let what = if is { "takes no further members now" } else { "takes further members now" };
        let edit = at.edit(format!("`{}` {what}", at.name));
        let edit = edit.because_if(is, Class::StoredAnswers, "those with further members are refused");
        let edit = edit.because_if(was, Class::OldBinaries, "they take no further members");
        walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
    }
    match (&before.rest, &now.rest) {
        (Rest::Keep { value: old, .. }, Rest::Keep { value: new, .. }) => {
            let at = At { name: format!("{}{{}}", at.name), ..at.clone() };
            walk.types(old, new, &at, (one, two));
        }
        (Rest::Keep { .. }, _) | (_, Rest::Keep { .. }) => {
            let edit = at.edit(format!("further members of `{}` are kept on one side alone", at.name));
            let keeps = matches!(now.rest, Rest::Keep { .. });
            let (backward, forward) = (!keeps, keeps);
            walk.changed(edit, backward, forward, true);
        }
        _ => {}
    }
}
