//! The walk over two versions side by side.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::fits::{self, Fits};
use super::{Class, Edit, group, place, prose, record, values};
use crate::diag::Span;
use crate::ir::{Branch, DeclId, Doc, File, FileId, Kind, Rest, RuleId, Type, TypeKind, Union};
use crate::json::Json;
use crate::resolve::Resolved;
use crate::source::Sources;

/// What the walk knows and what it found.
pub(super) struct Walk<'a> {
    pub(super) old: &'a Resolved<'a>,
    pub(super) new: &'a Resolved<'a>,
    pub(super) old_sources: &'a Sources,
    pub(super) new_sources: &'a Sources,
    /// Old values, read by the new types.
    pub(super) backward: Fits<'a>,
    /// New values, read by the old types.
    pub(super) forward: Fits<'a>,
    met: HashSet<(DeclId, DeclId)>,
    pub(super) edits: Vec<Edit>,
}

/// Every edit.
pub(super) fn all<'a>(
    (old, old_sources): (&'a Resolved<'a>, &'a Sources),
    (new, new_sources): (&'a Resolved<'a>, &'a Sources),
) -> Vec<Edit> {
    let (backward, forward) = (Fits::new(old, new), Fits::new(new, old));
    let met = HashSet::new();
    let mut walk = Walk { old, new, old_sources, new_sources, backward, forward, met, edits: Vec::new() };
    walk.answers();
    walk.edits
}

/// What a place is called, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct At {
    pub(super) name: String,
    pub(super) old: Span,
    pub(super) new: Span,
}

impl At {
    pub(super) fn edit(&self, what: String) -> Edit {
        Edit {
            place: self.name.clone(),
            what,
            effects: Vec::new(),
            notes: Vec::new(),
            help: None,
            old: Some(self.old),
            new: Some(self.new),
        }
    }
}

impl Edit {
    pub(super) fn because(mut self, class: Class, why: impl Into<String>) -> Self {
        self.effects.push((class, why.into()));
        self
    }

    pub(super) fn because_if(self, holds: bool, class: Class, why: impl Into<String>) -> Self {
        if holds { self.because(class, why) } else { self }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl Walk<'_> {
    fn answers(&mut self) {
        let mut left: BTreeMap<(Vec<String>, String), DeclId> = answers(self.old);
        let mut come: Vec<((Vec<String>, String), DeclId)> = Vec::new();
        let alone = self.old.ir.files.len() == 1 && self.new.ir.files.len() == 1;
        for (key, id) in ordered(self.new) {
            let same = left.keys().find(|it| **it == key || alone && it.1 == key.1).cloned();
            match same.and_then(|it| left.remove(&it)) {
                Some(before) => self.decls(before, id),
                None => come.push((key, id)),
            }
        }
        let only = come.len() == 1;
        for (key, id) in come {
            // A file that moved, or the one answer under another name.
            let named: Vec<_> = left.keys().filter(|it| it.1 == key.1).cloned().collect();
            let found = match (named.as_slice(), left.len()) {
                ([one], _) => Some(one.clone()),
                ([], 1) if alone || only => left.keys().find(|it| alone || it.0 == key.0).cloned(),
                ([], _) => left.keys().find(|it| it.0 == key.0 && is_root(self.old, left[*it])).cloned(),
                _ => None,
            };
            match found.and_then(|it| left.remove(&it)) {
                Some(before) => self.decls(before, id),
                None => {
                    let decl = &self.new.ir[id];
                    let name = self.new.names[id].rust.clone();
                    let what = format!("`{name}` is a new answer");
                    self.edits.push(Edit {
                        place: name,
                        what,
                        effects: Vec::new(),
                        notes: Vec::new(),
                        help: None,
                        old: None,
                        new: Some(decl.span),
                    });
                }
            }
        }
        for id in left.into_values() {
            let name = self.old.names[id].rust.clone();
            let what = format!("the answer `{name}` was removed");
            let span = self.old.ir[id].span;
            let edit = Edit {
                place: name,
                what,
                effects: Vec::new(),
                notes: Vec::new(),
                help: None,
                old: Some(span),
                new: None,
            };
            let edit = edit.because(Class::StoredAnswers, "nothing reads them");
            self.edits.push(edit.because(Class::Source, "the type is gone"));
        }
    }

    pub(super) fn decls(&mut self, one: DeclId, two: DeclId) {
        if !self.met.insert((one, two)) {
            return;
        }
        let (old, new) = (&self.old.ir[one], &self.new.ir[two]);
        let at = At { name: self.new.names[two].rust.clone(), old: old.span, new: new.span };
        self.name(one, two, &at);
        self.prose(&old.doc, &new.doc, &at);
        self.own_rules(one, two, &at);
        if self.old.settings(one) != self.new.settings(two) {
            let edit = at.edit(format!("the knobs of `{}` were turned", at.name));
            let run = self.old.settings(one).run != self.new.settings(two).run;
            let edit = edit.because_if(run, Class::StoredAnswers, "they may be read by stricter ways");
            self.edits.push(edit.because(Class::Prompt, "what a model is shown may differ"));
        }
        match (&old.kind, &new.kind) {
            (Kind::Record(before), Kind::Record(now)) => record::compare(self, (one, before), (two, now)),
            (Kind::Enum(before), Kind::Enum(now)) => values::compare(self, (one, before), (two, now), &at),
            (Kind::Union(before), Kind::Union(now)) => self.unions((one, before), (two, now), &at),
            (Kind::Newtype(before), Kind::Newtype(now)) => self.types(before, now, &at, (one, two)),
            (Kind::Never, Kind::Never) => {}
            _ => {
                let (backward, forward) = (self.backward.decls(one, two), self.forward.decls(two, one));
                let edit = at.edit(format!("`{}` is of another kind", at.name));
                self.changed(edit, backward, forward, true);
            }
        }
    }

    fn name(&mut self, one: DeclId, two: DeclId, at: &At) {
        let (before, now) = (&self.old.names[one], &self.new.names[two]);
        let module = |cx: &Resolved<'_>, id: DeclId| cx.names.module(cx.ir[id].file).to_vec();
        let alone = self.old.ir.files.len() == 1 && self.new.ir.files.len() == 1;
        let moved = !alone && module(self.old, one) != module(self.new, two);
        if before.rust == now.rust && before.shown == now.shown && !moved {
            return;
        }
        let what = match before.rust == now.rust && before.shown == now.shown {
            true => format!("`{}` moved to another module", now.rust),
            false => format!("`{}` is now called `{}`", before.rust, now.rust),
        };
        let edit = at.edit(what).because_if(moved || before.rust != now.rust, Class::Source, "the type's path differs");
        self.edits.push(edit.because_if(before.shown != now.shown, Class::Prompt, "a model is shown the new name"));
    }

    /// What people wrote, as far as a model is shown it.
    pub(super) fn prose(&mut self, before: &Doc, now: &Doc, at: &At) {
        let examples = |doc: &Doc| doc.examples.iter().map(Json::to_compact).collect::<Vec<_>>();
        let parts = [("description", before.text != now.text), ("examples", examples(before) != examples(now))];
        let edited: Vec<&str> = parts.into_iter().filter(|(_, edited)| *edited).map(|(part, _)| part).collect();
        if !edited.is_empty() {
            let verb = if edited == ["description"] { "was" } else { "were" };
            let mut edit = at.edit(format!("the {} of `{}` {verb} edited", edited.join(" and the "), at.name));
            if before.text != now.text {
                edit.notes = prose::notes(before.text.as_deref(), now.text.as_deref());
            }
            self.edits.push(edit.because(Class::Prompt, "answers may drift: try the prompt again"));
        }
    }

    fn rules(&mut self, before: Option<RuleId>, now: Option<RuleId>, at: &At, one: DeclId, two: DeclId) {
        let text = |cx: &Resolved<'_>, root, rule: Option<RuleId>| rule.map(|rule| place::rule_text(cx, root, rule));
        let before: Vec<String> = text(self.old, one, before).into_iter().collect();
        let now: Vec<String> = text(self.new, two, now).into_iter().collect();
        self.checks(&before, &now, at);
    }

    /// The rules of two types, but for what oneofs say.
    fn own_rules(&mut self, one: DeclId, two: DeclId, at: &At) {
        let texts = |cx: &Resolved<'_>, id: DeclId| {
            let record = if let Kind::Record(it) = &cx.ir[id].kind { Some(it) } else { None };
            cx.ir[id].rule.map_or(Vec::new(), |rule| group::rule_texts(cx, id, rule, record))
        };
        let (before, now) = (texts(self.old, one), texts(self.new, two));
        self.checks(&before, &now, at);
    }

    /// Checks as texts.
    fn checks(&mut self, before: &[String], now: &[String], at: &At) {
        let backward = now.iter().all(|check| before.contains(check));
        let forward = before.iter().all(|check| now.contains(check));
        let what = match (backward, forward) {
            (true, true) => return,
            (false, true) => format!("`{}` is held against a further check", at.name),
            (true, false) => format!("`{}` is held against a check less", at.name),
            (false, false) => format!("a check of `{}` was edited", at.name),
        };
        self.changed(at.edit(what), backward, forward, false);
    }

    /// The verdicts of an edit that makes a place take other values.
    pub(super) fn changed(&mut self, edit: Edit, backward: bool, forward: bool, source: bool) {
        let edit = edit.because_if(!backward, Class::StoredAnswers, "some of them are refused");
        let edit = edit.because_if(!forward, Class::OldBinaries, "they refuse some of the new answers");
        let edit = edit.because_if(source, Class::Source, "the Rust type differs");
        self.edits.push(edit.because(Class::Prompt, "a model is shown another type"));
    }

    /// Two types of one place. `roots` have the knobs.
    pub(super) fn types(&mut self, before: &Type, now: &Type, at: &At, roots: (DeclId, DeclId)) {
        match (&before.kind, &now.kind) {
            (TypeKind::Decl(one), TypeKind::Decl(two)) if self.alike(*one, *two) => {
                self.rules(before.rule, now.rule, at, roots.0, roots.1);
                self.decls(*one, *two);
            }
            (TypeKind::List(one), TypeKind::List(two))
                if (one.min, one.max, one.unique) == (two.min, two.max, two.unique) =>
            {
                self.rules(before.rule, now.rule, at, roots.0, roots.1);
                let at = At { name: format!("{}[]", at.name), ..at.clone() };
                self.prose(&one.item_doc, &two.item_doc, &at);
                self.types(&one.item, &two.item, &at, roots);
            }
            (TypeKind::Map(one), TypeKind::Map(two))
                if (one.min, one.max) == (two.min, two.max) && one.name.is_none() && two.name.is_none() =>
            {
                self.rules(before.rule, now.rule, at, roots.0, roots.1);
                let at = At { name: format!("{}{{}}", at.name), ..at.clone() };
                self.types(&one.value, &two.value, &at, roots);
            }
            _ => self.leaves(before, now, at, roots),
        }
    }

    /// Whether two named types are versions of one: then their edits are told one by one.
    fn alike(&self, one: DeclId, two: DeclId) -> bool {
        std::mem::discriminant(&self.old.ir[one].kind) == std::mem::discriminant(&self.new.ir[two].kind)
    }

    fn leaves(&mut self, before: &Type, now: &Type, at: &At, roots: (DeclId, DeclId)) {
        let plain = |ty: &Type| Type { nullable: false, ..ty.clone() };
        let (one, two) = (plain(before), plain(now));
        let backward = self.backward.all(&one, &two, roots.1);
        let forward = self.forward.all(&two, &one, roots.0);
        let (was, is) = (place::words(self.old, &one), place::words(self.new, &two));
        let same_rule = before.rule.map(|it| place::rule_text(self.old, roots.0, it))
            == now.rule.map(|it| place::rule_text(self.new, roots.1, it));
        let source = place::rust(self.old, &one, false) != place::rust(self.new, &two, false);
        if backward && forward && was == is && same_rule && !source {
            return;
        }
        let edit = at.edit(match was == is {
            true => format!("`{}` takes other values", at.name),
            false => format!("`{}` was {was}, and is {is}", at.name),
        });
        self.changed(edit, backward, forward, source);
    }

    fn unions(&mut self, (one, before): (DeclId, &Union), (two, now): (DeclId, &Union), at: &At) {
        let mut left: BTreeSet<usize> = (0..before.branches.len()).collect();
        for branch in &now.branches {
            let found = left.iter().copied().find(|it| self.is_same_branch(&before.branches[*it], branch));
            let here = At { name: format!("{}.{}", at.name, branch.name), old: at.old, new: branch.span };
            if let Some(found) = found {
                left.remove(&found);
                let old = &before.branches[found];
                let here = At { old: old.span, ..here };
                record::accepted(
                    self,
                    &old.accept,
                    &|alias| branch.accept.iter().any(|it| it == alias),
                    "those that spell it so are refused",
                    &here,
                );
                self.types(&old.ty, &branch.ty, &here, (one, two));
                continue;
            }
            let known = fits::branch_for(&mut self.forward, &branch.ty, before, one);
            let edit = Edit { old: None, ..here.edit(format!("`{}` has a further form, `{}`", at.name, branch.name)) };
            let edit = edit.because_if(!known, Class::OldBinaries, "they do not know it");
            let edit = edit.because(Class::Source, "a `match` has an arm less than the type has forms");
            self.edits.push(edit.because(Class::Prompt, "a model is shown the form"));
        }
        for number in left {
            let branch = &before.branches[number];
            let known = fits::branch_for(&mut self.backward, &branch.ty, now, two);
            let here = At { name: format!("{}.{}", at.name, branch.name), old: branch.span, new: at.new };
            let edit =
                Edit { new: None, ..here.edit(format!("the form `{}` of `{}` was removed", branch.name, at.name)) };
            let edit = edit.because_if(!known, Class::StoredAnswers, "those of that form are refused");
            let edit = edit.because(Class::Source, "the variant is gone");
            self.edits.push(edit.because(Class::Prompt, "a model is shown the form no more"));
        }
    }

    /// Whether a place stands in a file of protobuf.
    pub(super) fn is_proto(&self, new: Span) -> bool {
        self.new_sources[new.source].is_proto()
    }

    /// What makes a member or a value be read by its old name, too.
    pub(super) fn accept(&self, new: Span, what: &str, old: &str) -> String {
        match (self.is_proto(new), what) {
            (true, _) => format!("`[(nucleo.{what}).accept = \"{old}\"]` reads the old name"),
            (false, "field") => format!("`\"x-nucleo-accept\": \"{old}\"` reads the old name"),
            (false, _) => format!("`\"x-nucleo-accept\": {{NEW: [\"{old}\"]}}` reads the old name"),
        }
    }

    fn is_same_branch(&self, one: &Branch, two: &Branch) -> bool {
        if !one.tags.is_empty() || !two.tags.is_empty() {
            return one.tags.iter().any(|tag| two.tags.contains(tag));
        }
        match (&one.ty.kind, &two.ty.kind) {
            (TypeKind::Decl(one), TypeKind::Decl(two)) => self.old.ir[*one].name == self.new.ir[*two].name,
            (one, two) => std::mem::discriminant(one) == std::mem::discriminant(two),
        }
    }
}

fn is_root(cx: &Resolved<'_>, id: DeclId) -> bool {
    cx.ir.files.iter().any(|file| file.root == Some(id))
}

/// Each answer, by its module and its name.
fn answers(cx: &Resolved<'_>) -> BTreeMap<(Vec<String>, String), DeclId> {
    ordered(cx).into_iter().collect()
}

fn ordered(cx: &Resolved<'_>) -> Vec<((Vec<String>, String), DeclId)> {
    let of_file = |(at, file): (usize, &File)| {
        let module = cx.names.module(FileId(at as u32)).to_vec();
        file.answers.iter().map(move |id| ((module.clone(), cx.names[*id].rust.clone()), *id)).collect::<Vec<_>>()
    };
    cx.ir.files.iter().enumerate().flat_map(of_file).collect()
}

/// Whether members that are not declared are refused.
pub(super) fn is_closed(cx: &Resolved<'_>, id: DeclId, rest: &Rest) -> bool {
    cx.settings(id).is_closed(matches!(rest, Rest::Closed))
}
