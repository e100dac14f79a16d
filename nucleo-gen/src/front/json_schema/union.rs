//! `oneOf`, `anyOf`, and lists of kinds: the type of several.

use std::collections::{HashMap, HashSet};

use nucleo_runtime::shape::Kinds;

use super::facts::{self, About, Facts, Part};
use super::graph::{SchemaId, Step};
use super::lower::{Lower, Planned, Taken, plain};
use super::name::{self, Site};
use super::note;
use super::null::Null;
use super::plan::{self, Plan};
use super::rules::WordRef;
use super::uri;
use super::values;
use super::word::Word;
use crate::ir::{Branch, Enforcer, Kind, Type, Union};
use crate::json::{Json, Value};

/// Members of a base, times the branches that each get them: beyond that the base stays one type, and the branches are
/// left to a rule.
const MOST_MEMBERS: usize = 20_000;

/// Schemas in a base: a chain of unions inside each other, merged all the way down, would cost its length squared.
const MOST_PARTS: usize = 100;

/// A union that is decided on.
#[derive(Debug)]
pub(crate) struct Shared {
    exclusive: bool,
    branches: Vec<Choice>,
    tag: Option<Tag>,
}

/// One branch: the schema that stands in the list, and all that hold where it is chosen.
#[derive(Debug)]
struct Choice {
    schema: SchemaId,
    parts: Vec<Part>,
}

/// The member that names the branch, and its value for each.
#[derive(Debug)]
struct Tag {
    name: String,
    values: Vec<Vec<String>>,
}

impl<'j> Lower<'_, 'j> {
    /// The plan by an `anyOf` or a `oneOf`, where one of them says what type there is. The others are left to rules.
    pub(crate) fn choose_union(
        &mut self,
        facts: &Facts<'j>,
        taken: &mut Taken,
        extra: &mut Vec<WordRef>,
    ) -> Option<Plan<'j>> {
        facts.groups.iter().find_map(|group| self.choose_group(facts, *group, taken, extra))
    }

    fn choose_group(
        &mut self,
        facts: &Facts<'j>,
        group: WordRef,
        taken: &mut Taken,
        extra: &mut Vec<WordRef>,
    ) -> Option<Plan<'j>> {
        let (listed, exclusive) = match self.word(group) {
            Word::OneOf(them) => (them, true),
            Word::AnyOf(them) => (them, false),
            _ => return None,
        };
        let own: Vec<_> = listed.iter().map(|it| (*it, facts::gather(self.graph, &[Part::whole(*it)]))).collect();
        // A branch that says nothing makes `anyOf` say nothing.
        if own.iter().any(|(_, it)| self.says_nothing(it)) {
            if !exclusive {
                taken.add(group);
            }
            return None;
        }
        let merges = self.merges(facts, group, &own);
        if merges && facts.parts.len() > MOST_PARTS {
            return None;
        }
        let mut branches = Vec::new();
        for (schema, own) in own.into_iter().filter(|(_, it)| !it.is_empty()) {
            let parts = self.branch_parts(facts, schema, merges);
            let all = if merges { facts::gather(self.graph, &parts) } else { own.clone() };
            if !all.is_empty() {
                branches.push((Choice { schema, parts }, own, all));
            }
        }
        match &branches[..] {
            [] => {
                taken.add(group);
                Some(if self.is_nullable(&facts.parts) { Plan::Null } else { Plan::Never })
            }
            [(choice, ..)] => {
                let parts = choice.parts.clone();
                let nulls = listed.iter().filter(|it| self.nulls[it.0 as usize] == Null::Yes).count();
                if exclusive && nulls > 1 {
                    extra.push(group);
                }
                taken.add(group);
                extra.extend(self.left_behind(facts, group, merges, taken));
                self.pass(facts, group, merges, taken);
                Some(Plan::Alias(parts))
            }
            _ => self.choose_several(facts, group, exclusive, merges, branches, taken, extra),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one decision, with everything that bears on it")]
    fn choose_several(
        &mut self,
        facts: &Facts<'j>,
        group: WordRef,
        exclusive: bool,
        merges: bool,
        branches: Vec<(Choice, Facts<'j>, Facts<'j>)>,
        taken: &mut Taken,
        extra: &mut Vec<WordRef>,
    ) -> Option<Plan<'j>> {
        if branches.iter().all(|(_, own, _)| own.values.is_some() && own.groups.is_empty()) {
            return Some(self.choose_values(facts, group, exclusive, branches, taken, extra));
        }
        if let Some(kind) = one_scalar(&branches) {
            // Texts of two forms are texts.
            return Some(self.choose_one(facts, kind));
        }
        if branches.iter().any(|(_, own, all)| self.is_any(own, all)) {
            return None;
        }
        let tag = self.tag(group, &branches);
        if tag.is_none() && self.only_restricts(facts, &branches) {
            return None;
        }
        if merges && self.member_count(facts).saturating_mul(branches.len()) > MOST_MEMBERS {
            return None;
        }
        taken.add(group);
        self.pass(facts, group, merges, taken);
        let branches = branches.into_iter().map(|(choice, ..)| choice).collect();
        Some(Plan::Union(Shared { exclusive, branches, tag }))
    }

    /// Branches that each list values are one enum.
    fn choose_values(
        &mut self,
        facts: &Facts<'j>,
        group: WordRef,
        exclusive: bool,
        branches: Vec<(Choice, Facts<'j>, Facts<'j>)>,
        taken: &mut Taken,
        extra: &mut Vec<WordRef>,
    ) -> Plan<'j> {
        let mut exact = true;
        for (word, assertion) in branches.iter().flat_map(|(_, own, _)| own.words(self.graph)) {
            let held = matches!(
                assertion.word,
                Word::Enum(_) | Word::Const(_) | Word::Kinds(_) | Word::Silent(_) | Word::Ref { .. } | Word::AllOf(_)
            );
            exact &= held;
            self.ledger.note(word, if held { Enforcer::Type } else { Enforcer::Check });
        }
        let lists = branches.into_iter().filter_map(|(_, own, _)| own.values).collect();
        let (values, twice) = values::join(lists, facts.kinds);
        if exact && !(exclusive && twice) {
            taken.add(group);
        } else {
            extra.push(group);
            taken.pass(group);
        }
        if values.is_empty() { Plan::Never } else { plan::of_values(values) }
    }

    /// Whether the branches are to hold what stands beside their list as well: where that says more of the type than
    /// they do themselves.
    fn merges(&self, facts: &Facts<'j>, group: WordRef, branches: &[(SchemaId, Facts<'j>)]) -> bool {
        let narrower = branches
            .iter()
            .all(|(_, own)| own.is_empty() || own.values.is_some() || own.typed && facts.kinds.has(own.kinds));
        facts.words(self.graph).any(|(word, assertion)| match &assertion.word {
            _ if word == group => false,
            Word::Kinds(_) => !narrower,
            Word::Properties(_) | Word::Required(_) | Word::PatternProperties(_) | Word::Additional(_) => true,
            Word::Items(..) | Word::Prefix(_) | Word::Enum(_) | Word::Const(_) => true,
            Word::Min(_) | Word::Max(_) | Word::MultipleOf(_) => true,
            Word::MinLength(_) | Word::MaxLength(_) | Word::Pattern(_) => true,
            _ => false,
        })
    }

    fn branch_parts(&self, facts: &Facts<'j>, schema: SchemaId, merges: bool) -> Vec<Part> {
        let base = facts.parts.iter().filter(|_| merges).map(|part| Part { bare: true, ..*part });
        base.chain([Part::whole(schema)]).collect()
    }

    /// Leaves what is merged into the branches to these; the other lists of branches stay where they are.
    fn pass(&self, facts: &Facts<'j>, group: WordRef, merges: bool, taken: &mut Taken) {
        for (word, assertion) in facts.words(self.graph) {
            if merges && word != group && !matches!(assertion.word, Word::AnyOf(_) | Word::OneOf(_)) {
                taken.pass(word);
            }
        }
    }

    /// What stands beside a list of one branch and does not go with that branch.
    fn left_behind(&self, facts: &Facts<'j>, group: WordRef, merges: bool, taken: &Taken) -> Vec<WordRef> {
        let left = facts.words(self.graph).filter(|(word, assertion)| match &assertion.word {
            _ if *word == group || taken.holds(*word) => false,
            Word::AnyOf(_) | Word::OneOf(_) => facts.groups.contains(word),
            Word::AllOf(_) | Word::Ref { .. } | Word::Nullable | Word::Silent(_) | Word::Format(_) => false,
            Word::If { then: None, other: None, .. } => false,
            _ => !merges,
        });
        left.map(|(word, _)| word).collect()
    }

    fn says_nothing(&self, facts: &Facts<'j>) -> bool {
        let speaks =
            |word: &Word<'_>| !matches!(word, Word::Silent(_) | Word::Format(_) | Word::Ref { .. } | Word::AllOf(_));
        !facts.words(self.graph).any(|(_, assertion)| speaks(&assertion.word))
    }

    /// Whether a branch is of no certain kind.
    fn is_any(&self, own: &Facts<'j>, all: &Facts<'j>) -> bool {
        let open = all.values.is_none() && own.groups.is_empty() && !all.typed;
        open && matches!(self.choose_kind(all, &mut Taken::default()), Plan::Any)
    }

    /// Whether the branches only say which of the base's members must be there, or how they go together.
    fn only_restricts(&self, facts: &Facts<'j>, branches: &[(Choice, Facts<'j>, Facts<'j>)]) -> bool {
        let declared: HashSet<&str> = self.property_names(facts).collect();
        if declared.is_empty() {
            return false;
        }
        branches.iter().all(|(_, own, _)| {
            let adds = own.words(self.graph).any(|(_, assertion)| match &assertion.word {
                Word::Properties(them) => them.iter().any(|it| !declared.contains(it.name)),
                Word::PatternProperties(_) | Word::Additional(_) => true,
                _ => false,
            });
            !adds && own.groups.is_empty() && own.values.is_none()
        })
    }

    fn property_names<'a>(&'a self, facts: &'a Facts<'j>) -> impl Iterator<Item = &'j str> + 'a {
        facts.words(self.graph).flat_map(|(_, assertion)| {
            let them = if let Word::Properties(them) = &assertion.word { them.as_slice() } else { &[] };
            them.iter().map(|it| it.name)
        })
    }

    fn member_count(&self, facts: &Facts<'j>) -> usize {
        self.property_names(facts).count()
    }

    // Tags.

    /// The member that names the branch: required in each, with one text of its own.
    fn tag(&self, group: WordRef, branches: &[(Choice, Facts<'j>, Facts<'j>)]) -> Option<Tag> {
        let discriminator = self.graph[group.0].json.get("discriminator");
        let wanted = discriminator.and_then(|it| it.get("propertyName")).and_then(Json::as_str);
        let tags: Vec<_> = branches.iter().map(|(_, _, all)| self.texts(all)).collect();
        let shared = |name: &str| -> Option<Vec<Vec<String>>> {
            let mut seen = HashSet::new();
            tags.iter()
                .map(|tags| tags.iter().find(|(it, _)| *it == name).filter(|(_, text)| seen.insert(*text)))
                .map(|it| it.map(|(_, text)| vec![(*text).to_owned()]))
                .collect()
        };
        let names = tags.first()?.iter().map(|(name, _)| *name);
        let found =
            wanted.into_iter().chain(names).find_map(|name| Some(Tag { name: name.to_owned(), values: shared(name)? }));
        found.or_else(|| self.discriminated(discriminator?, wanted?, branches))
    }

    /// The required members that have one text as their only value.
    fn texts(&self, facts: &Facts<'j>) -> Vec<(&'j str, &'j str)> {
        let mut required = Vec::new();
        let mut schemas: HashMap<&str, Vec<Part>> = HashMap::new();
        for (_, assertion) in facts.words(self.graph) {
            match &assertion.word {
                Word::Required(names) => required.extend_from_slice(names),
                Word::Properties(them) => {
                    for it in them {
                        schemas.entry(it.name).or_default().push(Part::whole(it.schema));
                    }
                }
                _ => {}
            }
        }
        let mut seen = HashSet::new();
        required.retain(|name| seen.insert(*name));
        let text = |name: &&'j str| {
            let values = facts::gather(self.graph, schemas.get(name)?).values?;
            if let [(_, json)] = values[..] { Some((*name, json.as_str()?)) } else { None }
        };
        required.iter().filter_map(text).collect()
    }

    /// OpenAPI's `discriminator`: the branch is named by its schema, or by the mapping.
    fn discriminated(
        &self,
        discriminator: &Json,
        name: &str,
        branches: &[(Choice, Facts<'j>, Facts<'j>)],
    ) -> Option<Tag> {
        let mut values = Vec::new();
        for (choice, _, all) in branches {
            let required =
                all.words(self.graph).any(|(_, it)| matches!(&it.word, Word::Required(them) if them.contains(&name)));
            let declared = self.property_names(all).any(|it| it == name);
            let target = self.definition_name(choice.schema).filter(|_| required && declared)?;
            let mapped = discriminator.get("mapping").map_or(&[][..], Json::members).iter();
            let mapped =
                mapped.filter(|it| it.json.as_str().is_some_and(|it| it.rsplit('/').next() == Some(target.as_str())));
            let mut names: Vec<_> = mapped.map(|it| it.name.clone()).collect();
            if names.is_empty() {
                names.push(target);
            }
            values.push(names);
        }
        Some(Tag { name: name.to_owned(), values })
    }

    /// The name of the definition that a schema only refers to.
    fn definition_name(&self, schema: SchemaId) -> Option<String> {
        let target = self.graph[schema].words.iter().find_map(|it| match it.word {
            Word::Ref { to, .. } => to,
            _ => None,
        })?;
        match &self.graph[target].step {
            Step::Named(_, name) => Some((*name).to_owned()),
            Step::Pointer(pointer) => uri::steps(pointer).last(),
            _ => name::title(self.graph[target].json),
        }
    }

    // Making them.

    pub(crate) fn union(&mut self, shared: Shared, site: &Site) -> Kind {
        let Shared { exclusive, branches, tag } = shared;
        let holder = self.graph[site.schema].json;
        let mut made = Vec::with_capacity(branches.len());
        let mut kinds = HashMap::new();
        for (at, Choice { schema, parts }) in branches.into_iter().enumerate() {
            let json = self.graph[schema].json;
            let tags = tag.as_ref().map_or(Vec::new(), |tag| tag.values[at].clone());
            let name = self.branch_name(schema, &tags).unwrap_or_else(|| self.branch_kind(schema, &mut kinds));
            let ty = self.place(parts, &site.member(self.graph, &name, schema));
            let of_tag = |keyword: &str| tags.iter().find_map(|tag| holder.get(keyword)?.get(tag));
            let own = json.get("x-nucleo-accept").filter(|it| !matches!(it.value, Value::Object(_)));
            let named = of_tag("x-nucleo-name").and_then(|it| Some((it.as_str()?.to_owned(), it.span)));
            made.push(Branch {
                accept: note::names(of_tag("x-nucleo-accept").or(own), self.diags),
                rust_name: named.or_else(|| note::rust_name(json, self.diags)),
                doc: note::doc(json),
                span: note::span(json),
                name,
                tags,
                ty,
            });
        }
        Kind::Union(Union { tag: tag.map(|tag| tag.name), branches: made, exclusive })
    }

    /// A title, a tag's value, a definition's name.
    fn branch_name(&self, schema: SchemaId, tags: &[String]) -> Option<String> {
        let title = name::title(self.graph[schema].json);
        title.or_else(|| tags.first().cloned()).or_else(|| self.definition_name(schema))
    }

    /// The kind of a branch without a name, and which one of that kind it is.
    fn branch_kind(&self, schema: SchemaId, so_far: &mut HashMap<&'static str, usize>) -> String {
        let kind = self.graph[schema].words.iter().find_map(|it| match it.word {
            Word::Kinds(kinds) => kind_name(kinds),
            Word::Properties(_) => Some("object"),
            Word::Enum(_) | Word::Const(_) => Some("value"),
            _ => None,
        });
        let kind = kind.unwrap_or("variant");
        let count = so_far.entry(kind).or_default();
        *count += 1;
        if *count == 1 { kind.to_owned() } else { format!("{kind} {count}") }
    }

    /// A schema that lists several kinds, taken apart by them.
    pub(crate) fn kinds(&mut self, facts: &Facts<'j>, kinds: Vec<Kinds>, site: &Site) -> Kind {
        let mut branches = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let numbers = if kind == Kinds::NUMBER { Kinds::INTEGER } else { Kinds(0) };
            let facts = Facts { kinds: kind.or(numbers), about: About::Only(kind), ..facts.clone() };
            let plan = self.choose_one(&facts, kind);
            let name = kind_name(kind).unwrap_or("value");
            let ty =
                self.of_kind(Planned { facts, plan, taken: Taken::default(), extra: Vec::new() }, &site.inner(name));
            let span = note::span(self.graph[site.schema].json);
            let doc = crate::ir::Doc::default();
            branches.push(Branch {
                name: name.to_owned(),
                tags: Vec::new(),
                accept: Vec::new(),
                rust_name: None,
                doc,
                ty,
                span,
            });
        }
        Kind::Union(Union { tag: None, branches, exclusive: false })
    }

    fn of_kind(&mut self, planned: Planned<'j>, site: &Site) -> Type {
        if plan::is_named(&planned, true) {
            return plain(crate::ir::TypeKind::Decl(self.promise_planned(planned, site.clone())));
        }
        let Planned { facts, plan, mut taken, extra } = planned;
        let kind = self.inline(&facts, plan, &mut taken, site);
        Type { kind, nullable: false, rule: self.residue(&facts, &taken, &extra) }
    }
}

/// The one scalar kind of all branches, where none of them lists values.
fn one_scalar(branches: &[(Choice, Facts<'_>, Facts<'_>)]) -> Option<Kinds> {
    let mut all = Kinds(0);
    for (_, own, merged) in branches {
        if !merged.typed || merged.values.is_some() || !own.groups.is_empty() {
            return None;
        }
        all = all.or(merged.kinds);
    }
    match all {
        Kinds::STRING | Kinds::BOOLEAN | Kinds::INTEGER => Some(all),
        _ if all == Kinds::NUMBER.or(Kinds::INTEGER) => Some(Kinds::NUMBER),
        _ => None,
    }
}

fn kind_name(kinds: Kinds) -> Option<&'static str> {
    Some(match kinds {
        Kinds::BOOLEAN => "boolean",
        Kinds::INTEGER => "integer",
        Kinds::NUMBER => "number",
        Kinds::STRING => "text",
        Kinds::ARRAY => "list",
        Kinds::OBJECT => "object",
        _ => return None,
    })
}
