//! Oneofs: members of which at most one is there, in two versions of a record.

use super::walk::{At, Walk};
use super::{Class, Edit, place};
use crate::ir::{Check, DeclId, Group, Record, RuleId};
use crate::resolve::Resolved;

/// Two versions of a record, and for each member of the new one the old one that it continues.
pub(super) struct Pairs<'i> {
    pub(super) before: (DeclId, &'i Record),
    pub(super) now: (DeclId, &'i Record),
    pub(super) fields: &'i [Option<usize>],
}

/// Compares oneof by oneof. Members that come or go are told of as such.
pub(super) fn compare(walk: &mut Walk<'_>, pairs: &Pairs<'_>, at: &At) {
    let (before, now) = (pairs.before.1, pairs.now.1);
    let mut left: Vec<&Group> = before.groups.iter().collect();
    for (number, group) in now.groups.iter().enumerate() {
        let shared =
            |old: &Group| group.fields.iter().any(|it| pairs.fields[*it].is_some_and(|it| old.fields.contains(&it)));
        let found = left.iter().position(|old| old.name == group.name);
        match found.or_else(|| left.iter().position(|old| shared(old))).map(|found| left.remove(found)) {
            Some(old) => both(walk, pairs, old, (number, group), at),
            None => made(walk, pairs, group, at),
        }
    }
    for old in left {
        dissolved(walk, pairs, old, at);
    }
}

/// A oneof that was none before.
fn made(walk: &mut Walk<'_>, pairs: &Pairs<'_>, group: &Group, at: &At) {
    let known: Vec<usize> = group.fields.iter().filter_map(|it| pairs.fields[*it]).collect();
    if known.is_empty() && !group.required {
        return;
    }
    let edit = at.edit(format!("`{}.{}` is a new oneof of {}", at.name, group.name, names(pairs.now.1, &group.fields)));
    let fits = allows(pairs.before.1, &known, group.required);
    let edit = edit.because_if(!fits, Class::StoredAnswers, refused(group));
    let edit = edit.because(Class::Source, "its members are an enum");
    walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
}

/// A oneof that is none any more.
fn dissolved(walk: &mut Walk<'_>, pairs: &Pairs<'_>, group: &Group, at: &At) {
    let known: Vec<usize> = group.fields.iter().filter_map(|it| continued(pairs, *it)).collect();
    if known.is_empty() {
        return;
    }
    let edit = at.edit(format!("`{}.{}` is no oneof any more", at.name, group.name));
    let fits = allows(pairs.now.1, &known, group.required);
    let edit = edit.because_if(!fits, Class::OldBinaries, refused(group));
    let edit = edit.because(Class::Source, "its members are fields");
    walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
}

fn refused(group: &Group) -> &'static str {
    if group.required { "what does not hold just one of them is refused" } else { "what holds two of them is refused" }
}

/// A oneof in both versions.
fn both(walk: &mut Walk<'_>, pairs: &Pairs<'_>, old: &Group, (number, new): (usize, &Group), at: &At) {
    if old.name != new.name {
        let edit = at.edit(format!("the oneof `{}.{}` is now called `{}`", at.name, old.name, new.name));
        walk.edits.push(edit.because(Class::Source, "the field and its enum have other names"));
    } else if enum_of(walk.old, pairs.before, &old.name) != Some(&walk.new.names[pairs.now.0].groups[number].rust) {
        let edit = at.edit(format!("the enum of the oneof `{}.{}` has another name", at.name, new.name));
        walk.edits.push(edit.because(Class::Source, "the type has another name"));
    }
    for field in &new.fields {
        if let Some(past) = pairs.fields[*field].filter(|it| !old.fields.contains(it)) {
            joined(walk, pairs, (*field, past), (old, new), at);
        }
    }
    for past in &old.fields {
        if let Some(field) = continued(pairs, *past).filter(|it| !new.fields.contains(it)) {
            parted(walk, pairs, (field, *past), (old, new), at);
        }
    }
    if old.required != new.required {
        let what = if new.required { "must have one of its members now" } else { "may have none of its members now" };
        let edit = at.edit(format!("the oneof `{}.{}` {what}", at.name, new.name));
        let edit = edit.because_if(new.required, Class::StoredAnswers, "some hold none");
        let edit = edit.because_if(old.required, Class::OldBinaries, "they need one");
        let edit = edit.because(Class::Source, "the field is an `Option` on one side");
        walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
    }
}

/// A member that was a plain one.
fn joined(
    walk: &mut Walk<'_>,
    pairs: &Pairs<'_>,
    (field, past): (usize, usize),
    (old, new): (&Group, &Group),
    at: &At,
) {
    let alone = allows(pairs.before.1, &[old.fields.as_slice(), &[past]].concat(), false);
    let edit = moved(pairs, (field, past), at);
    let edit = Edit { what: format!("{} is now a member of the oneof `{}`", edit.what, new.name), ..edit };
    let edit = edit.because_if(!alone, Class::StoredAnswers, "those that hold it beside another member are refused");
    let edit = edit.because_if(old.required, Class::OldBinaries, "they need one of the others");
    let edit = edit.because(Class::Source, "it is a variant, and no field");
    walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
}

/// A member that is a plain one now.
fn parted(
    walk: &mut Walk<'_>,
    pairs: &Pairs<'_>,
    (field, past): (usize, usize),
    (old, new): (&Group, &Group),
    at: &At,
) {
    let alone = allows(pairs.now.1, &[new.fields.as_slice(), &[field]].concat(), false);
    let edit = moved(pairs, (field, past), at);
    let edit = Edit { what: format!("{} is no longer a member of the oneof `{}`", edit.what, old.name), ..edit };
    let edit = edit.because_if(new.required, Class::StoredAnswers, "those that hold it lack one of the others");
    let edit = edit.because_if(!alone, Class::OldBinaries, "they refuse it beside another member");
    let edit = edit.because(Class::Source, "it is a field, and no variant");
    walk.edits.push(edit.because(Class::Prompt, "a model is told so"));
}

/// An edit at a member, with its name.
fn moved(pairs: &Pairs<'_>, (field, past): (usize, usize), at: &At) -> Edit {
    let (old, new) = (&pairs.before.1.fields[past], &pairs.now.1.fields[field]);
    let name = format!("{}.{}", at.name, new.name);
    let what = format!("`{name}`");
    At { name, old: old.span, new: new.span }.edit(what)
}

fn enum_of<'r>(cx: &'r Resolved<'_>, (id, record): (DeclId, &Record), name: &str) -> Option<&'r String> {
    let at = record.groups.iter().position(|it| it.name == name)?;
    cx.names[id].groups.get(at).map(|it| &it.rust)
}

/// The new place of an old member.
fn continued(pairs: &Pairs<'_>, old: usize) -> Option<usize> {
    pairs.fields.iter().position(|it| *it == Some(old))
}

/// `a`, `b` and `c`
fn names(record: &Record, fields: &[usize]) -> String {
    let names: Vec<String> = fields.iter().map(|at| format!("`{}`", record.fields[*at].name)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Whether in each value of a record at most one of some members is there, and `needed`: at least one.
fn allows(record: &Record, members: &[usize], needed: bool) -> bool {
    let together = record.groups.iter().find(|it| members.iter().all(|at| it.fields.contains(at)));
    let always = record.groups.iter().any(|it| it.required && it.fields.iter().all(|at| members.contains(at)))
        || members.iter().any(|at| record.fields[*at].required);
    (members.len() < 2 || together.is_some()) && (!needed || always)
}

/// Whether all values of one record keep to the oneofs of another, of whose members `source` gives those of the first.
pub(super) fn fit(from: &Record, to: &Record, source: impl Fn(usize) -> Option<usize>) -> bool {
    to.groups.iter().all(|group| {
        let members: Vec<usize> = group.fields.iter().filter_map(|at| source(*at)).collect();
        allows(from, &members, group.required)
    })
}

/// Whether a rule is what a oneof of the record says.
pub(super) fn is_choice(cx: &Resolved<'_>, record: &Record, rule: RuleId) -> bool {
    matches!(cx.ir[rule].checks.as_slice(), [check] if is_choice_check(cx, record, check))
}

/// The same of one check.
pub(super) fn is_choice_check(cx: &Resolved<'_>, record: &Record, check: &Check) -> bool {
    let Check::OneOf(branches) = check else { return false };
    let name = |rule: &RuleId| match cx.ir[*rule].checks.as_slice() {
        [Check::Required(names)] => names.first().map(String::as_str),
        _ => None,
    };
    // The branch of none of them has no name.
    let mut named: Vec<&str> = branches.iter().filter_map(name).collect();
    named.sort_unstable();
    record.groups.iter().any(|group| {
        let mut own: Vec<&str> = group.fields.iter().map(|at| record.fields[*at].name.as_str()).collect();
        own.sort_unstable();
        own == named && branches.len() == named.len() + usize::from(!group.required)
    })
}

/// A rule as texts, one for each check of a record that its oneofs do not say.
pub(super) fn rule_texts(cx: &Resolved<'_>, root: DeclId, rule: RuleId, record: Option<&Record>) -> Vec<String> {
    let Some(record) = record.filter(|it| !it.groups.is_empty()) else { return vec![place::rule_text(cx, root, rule)] };
    if is_choice(cx, record, rule) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for check in &cx.ir[rule].checks {
        match check {
            Check::AllOf(rules) => out.extend(rules.iter().flat_map(|it| rule_texts(cx, root, *it, Some(record)))),
            check if is_choice_check(cx, record, check) => {}
            check => out.push(place::check_text(cx, root, check)),
        }
    }
    out
}
