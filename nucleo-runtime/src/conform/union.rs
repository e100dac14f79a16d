//! Unions: by tag, then by what fits best.

use super::choice::Spelled;
use super::probe::{Distance, find_tag, has_objects, tag_member, tagged_branch};
use super::record::{Named, find, is_exact};
use super::{Conform, Misfit, Names, coerce, is_plain, takes_json_text, takes_null, takes_object};
use crate::fault::{Expected, FaultKind, Found};
use crate::shape::{self, Branch, Field, Kind, Record, TypeId, Union};
use crate::spellings::Glance;
use crate::tape::{NONE, Node, Tag};

/// More members than this are not held against each field: that would be dearer than a probe.
const MANY: usize = 32;

/// What a union makes of a value.
enum Choice {
    Branch(usize),
    Miss(FaultKind),
}

impl Conform<'_, '_> {
    #[inline(never)]
    pub(super) fn union(&mut self, at: u32, id: TypeId, it: &'static Union, wrapped: bool) -> u32 {
        let at = match it.tag {
            Some(_) => self.as_object(at).unwrap_or(at),
            None => self.untagged(at, it),
        };
        let place = match self.choose(at, it, wrapped) {
            Choice::Branch(place) => place,
            Choice::Miss(kind) => {
                match it.tag {
                    Some(tag) if kind == FaultKind::Branch && self.raw(at).tag == Tag::Object => {
                        self.miss_tag(at, id, it, tag);
                    }
                    _ => self.miss(kind, at, id),
                }
                return NONE;
            }
        };
        let slot = self.tape.side.len();
        self.tape.side.extend([place as u32, NONE]);
        let frame = self.value(at, it.branches[place].ty, wrapped);
        // OK because the slots were pushed above.
        self.tape.side[slot + 1] = frame;
        slot as u32
    }

    /// The value that a union without a tag chooses by: what JSON in a text holds, where no branch takes a text.
    #[inline]
    fn untagged(&mut self, at: u32, it: &'static Union) -> u32 {
        let is_text = self.raw(at).tag == Tag::Text && self.options.is_lenient();
        if !is_text || it.branches.iter().any(|branch| takes_json_text(self.table, branch.ty)) {
            return at;
        }
        self.nested(at, '{').or_else(|| self.nested(at, '[')).unwrap_or(at)
    }

    /// An object whose tag names no branch: that member is at fault, not the object.
    #[cold]
    fn miss_tag(&mut self, at: u32, id: TypeId, it: &'static Union, tag: shape::Tag) {
        let expected = Expected::Tag(self.shape.at(id));
        match tag_member(self.view(at), it).filter(|member| !member.is_null()) {
            Some(member) => {
                let kind = if member.text().is_some() { FaultKind::Enum } else { FaultKind::Type };
                let (node, found) = (member.index(), Found::Kind(member.kind()));
                self.misfit(kind, node, expected, found);
            }
            None => {
                let (kind, found) = (FaultKind::Missing, Found::Missing);
                self.add(Misfit { kind, node: at, member: Some(tag.shown), expected, found });
            }
        }
    }

    fn choose(&mut self, at: u32, it: &'static Union, wrapped: bool) -> Choice {
        if let Some(choice) = self.choose_by_tag(at, it) {
            return choice;
        }
        if self.raw(at).tag == Tag::Null {
            let takes = |branch: &Branch| takes_null(self.table, branch.ty);
            return it.branches.iter().position(takes).map_or(Choice::Miss(FaultKind::Branch), Choice::Branch);
        }
        if let Some(place) = self.only(at, it) {
            let ty = it.branches[place].ty;
            let is_it = |distance: Distance| distance.is_strict() && (it.exclusive || distance.unknown == 0);
            if self.fits_at_a_glance(at, ty) || is_it(self.probe(at, ty, wrapped)) {
                return Choice::Branch(place);
            }
        }
        let mut distances: Vec<Distance> = Vec::with_capacity(it.branches.len());
        let has_objects = has_objects(self.view(at), it, self.table);
        for branch in it.branches {
            let distance = match has_objects && !takes_object(self.table, branch.ty) {
                true => Distance::FAR,
                false => self.probe_branch(at, branch.ty, wrapped),
            };
            distances.push(distance);
            if distance == Distance::EXACT && !it.exclusive {
                break;
            }
        }
        let Some((place, best)) = distances.iter().enumerate().min_by_key(|(_, distance)| **distance) else {
            return Choice::Miss(FaultKind::Branch);
        };
        if best.faults == 0 {
            let is_other = |other: usize| {
                // OK because there is a distance for each branch.
                let (one, two) = (it.branches[other].ty, it.branches[place].ty);
                !std::ptr::eq(self.table.resolve(one), self.table.resolve(two))
            };
            let others =
                distances.iter().enumerate().filter(|(other, distance)| distance.is_strict() && is_other(*other));
            return match it.exclusive && best.is_strict() && others.count() > 0 {
                true => Choice::Miss(FaultKind::Ambiguous),
                false => Choice::Branch(self.fullest(at, it, &distances, place)),
            };
        }
        match self.meant(at, it, &distances) {
            Some(place) => Choice::Branch(place),
            None => Choice::Miss(FaultKind::Branch),
        }
    }

    /// The only branch that may fit an object as it stands: each other one is a record of which a required member is
    /// not there under its own name.
    // A union of four takes a third of the time that it takes to probe all of them (bench: read).
    fn only(&self, at: u32, it: &'static Union) -> Option<usize> {
        let node = self.view(at);
        if node.raw().tag != Tag::Object || node.len() > MANY {
            return None;
        }
        let names: Vec<&[u8]> = node.members().map(|(name, _)| name.as_bytes()).collect();
        let mut possible = (0..it.branches.len()).filter(|place| !self.lacks(&names, it.branches[*place].ty));
        possible.next().filter(|_| possible.next().is_none())
    }

    /// Whether a required member of a record is not among `names`, however the source or the model's view spells it.
    fn lacks(&self, names: &[&[u8]], id: TypeId) -> bool {
        let Kind::Record(record) = &crate::write::bare(self.shape.at(id)).kind else { return false };
        let is_there = |field: &Field| names.iter().any(|name| is_exact(field, name, Names::Exact));
        record.fields.len() <= MANY && record.fields.iter().any(|field| field.required && !is_there(field))
    }

    /// Whether an object has all members of a record, in order, each of them plain.
    fn fits_at_a_glance(&self, at: u32, id: TypeId) -> bool {
        let ty = self.table.get(id);
        let Kind::Record(record) = &ty.kind else { return false };
        let node = self.view(at);
        let fits = |((name, value), field): ((&str, Node<'_>), &Field)| {
            is_exact(field, name.as_bytes(), self.options.names) && self.is_plain_or_list(value, field.ty)
        };
        ty.rule.is_none() && node.len() == record.fields.len() && node.members().zip(record.fields).all(fits)
    }

    /// Whether a value fits at a glance, or is a list of such values.
    fn is_plain_or_list(&self, value: Node<'_>, id: TypeId) -> bool {
        let ty = self.table.get(id);
        match &ty.kind {
            Kind::List(it) if value.raw().tag == Tag::List => {
                let item = self.table.get(it.item);
                let fits = (it.min as usize..=it.max as usize).contains(&value.len());
                ty.rule.is_none() && fits && !it.unique && value.items().all(|it| is_plain(it.raw(), item))
            }
            _ => is_plain(value.raw(), ty),
        }
    }

    fn choose_by_tag(&mut self, at: u32, it: &'static Union) -> Option<Choice> {
        let tag = find_tag(self.view(at), it)?;
        let (node, text) = (tag.index(), tag.text()?);
        if let Some(place) = it.branches.iter().position(|branch| branch.tags.contains(&text)) {
            return Some(Choice::Branch(place));
        }
        match tagged_branch(tag, it) {
            Spelled::One(place, kind) if self.options.is_lenient() => {
                let branch = &it.branches[place];
                let text = match (branch.tags, tagged_value(tag, branch)) {
                    (_, Some(text)) | ([text, ..], None) => *text,
                    ([], None) => return None,
                };
                self.repair(kind, node);
                self.take(node, branch.ty, coerce::Taken::Mend(None, coerce::Made::Text(text.into())));
                Some(Choice::Branch(place))
            }
            _ => Some(Choice::Miss(FaultKind::Branch)),
        }
    }

    /// The branch that a value is of, where `best` is the nearest one: rather one that mends a member than one that ignores
    /// it.
    fn fullest(&self, at: u32, it: &'static Union, distances: &[Distance], best: usize) -> usize {
        let ignored = distances[best].unknown;
        let may_be = |distance: &Distance| distance.faults == 0 && distance.unknown < ignored;
        match self.options.is_lenient() && !it.exclusive && distances.iter().any(may_be) {
            true => self.least_ignored(at, it, distances, best),
            false => best,
        }
    }

    #[cold]
    fn least_ignored(&self, at: u32, it: &'static Union, distances: &[Distance], best: usize) -> usize {
        let bare = |id: TypeId| &crate::write::bare(self.shape.at(id)).kind;
        let record = |place: usize| {
            let kind = match bare(it.branches[place].ty) {
                Kind::List(it) => bare(it.item),
                kind => kind,
            };
            match kind {
                Kind::Record(record) if distances[place].faults == 0 => Some((place, record)),
                _ => None,
            }
        };
        let records: Vec<(usize, &Record)> = (0..distances.len()).filter_map(record).collect();
        let mut ignored = vec![0; records.len()];
        let mut folded = String::new();
        // A null says that a member is absent, wherever it is declared.
        for (name, _) in self.view(at).members().filter(|(_, value)| !value.is_null()) {
            let glance = Glance::of(name);
            let mut is_unknown =
                |(_, it): &(usize, &Record)| find(it, name, glance, Names::Folded, &mut folded) == Named::Unknown;
            let unknown: Vec<bool> = records.iter().map(&mut is_unknown).collect();
            if unknown.contains(&false) {
                ignored.iter_mut().zip(unknown).for_each(|(count, is_unknown)| *count += u32::from(is_unknown));
            }
        }
        let fullest = records.iter().zip(ignored).min_by_key(|((place, _), count)| (*count, distances[*place]));
        fullest.filter(|_| record(best).is_some()).map_or(best, |((place, _), _)| *place)
    }

    /// The branch whose faults are told, where none fits: the only one that takes such a value at all, or the only one
    /// that finds all its members.
    fn meant(&self, at: u32, it: &'static Union, distances: &[Distance]) -> Option<usize> {
        let near = |place: &usize| distances[*place] < Distance { faults: 1_000, ..Distance::default() };
        let mut candidates = (0..distances.len()).filter(near);
        match (candidates.next(), candidates.next()) {
            (Some(only), None) => Some(only),
            _ => {
                let names: Vec<(&str, Glance)> =
                    self.view(at).members().map(|(name, _)| (name, Glance::of(name))).collect();
                let mut complete =
                    (0..distances.len()).filter(|place| self.has_all_members(&names, it.branches[*place].ty));
                let first = complete.next()?;
                complete.next().is_none().then_some(first)
            }
        }
    }

    /// Whether each required member of a record is among the `names` of an object's members.
    fn has_all_members(&self, names: &[(&str, Glance)], id: TypeId) -> bool {
        let Kind::Record(record) = &crate::write::bare(self.shape.at(id)).kind else { return false };
        let mut missing: Vec<bool> = record.fields.iter().map(|field| field.required).collect();
        if !missing.contains(&true) {
            return false;
        }
        let mut folded = String::new();
        for (name, glance) in names {
            if let Named::Exact(place) | Named::Folded(place) = find(record, name, *glance, Names::Folded, &mut folded)
            {
                // OK because `find` gives places of this record.
                missing[place] = false;
            }
        }
        !missing.contains(&true)
    }
}

/// Which of a branch's own tag values a text is.
fn tagged_value(tag: Node<'_>, branch: &'static Branch) -> Option<&'static &'static str> {
    let tags = branch.tags.iter().copied().enumerate();
    match super::choice::pick_spelling(tag.text()?, tags) {
        Spelled::One(place, _) => branch.tags.get(place),
        _ => None,
    }
}
