//! From the graph of schemas to the declarations and types of the IR.

use std::collections::{HashMap, HashSet, VecDeque};

use super::alias::Aliases;
use super::facts::{self, About, Facts, Part};
use super::graph::{Graph, SchemaId};
use super::ledger::{self, Ledger};
use super::name::Site;
use super::note;
use super::null::Null;
use super::plan::{self, Plan};
use super::rules::{Rules, WordRef};
use super::word::Word;
use crate::diag::Diags;
use crate::ir::{Decl, DeclId, Enforcer, Ir, Kind, RuleId, Sample, Type, TypeKind};

/// Containers inside each other, beyond which the next becomes a type of its own: so that no recursion is deep.
const DEEPEST: u32 = 32;

/// The lowering of one build.
pub(crate) struct Lower<'g, 'j> {
    pub(crate) graph: &'g Graph<'j>,
    pub(crate) diags: &'g Diags,
    pub(crate) nulls: Vec<Null>,
    pub(crate) aliases: Aliases,
    pub(crate) rules: Rules<'g, 'j>,
    pub(crate) ledger: Ledger,
    pub(crate) files: super::Files,
    /// Whether some place depends on where it is used from, so that only the rule of the whole file is exact.
    pub(crate) dynamic: bool,
    decls: Vec<Option<Decl>>,
    /// The declaration of schemas that hold together; only looked up.
    by_parts: HashMap<Vec<Part>, DeclId>,
    queue: VecDeque<Job<'j>>,
    samples: Vec<Sample>,
    /// The schemas of which the values are among the samples; only looked up.
    sampled: HashSet<SchemaId>,
}

/// A declaration that is promised and not yet made.
struct Job<'j> {
    id: DeclId,
    parts: Vec<Part>,
    site: Site,
    /// What is known already.
    planned: Option<Planned<'j>>,
    /// Whether `null` is part of the type itself, because no place refers to it.
    root: bool,
}

/// What a place is to become, and the assertions that this takes care of.
pub(crate) struct Planned<'j> {
    pub(crate) facts: Facts<'j>,
    pub(crate) plan: Plan<'j>,
    pub(crate) taken: Taken,
    /// Assertions of schemas that led here, and that no type holds.
    pub(crate) extra: Vec<WordRef>,
}

/// The assertions that need no rule at a place.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// The type holds them.
    held: HashSet<WordRef>,
    /// The branches of a union see to them.
    passed: HashSet<WordRef>,
}

impl Taken {
    pub(crate) fn add(&mut self, word: WordRef) {
        self.held.insert(word);
    }

    pub(crate) fn pass(&mut self, word: WordRef) {
        self.passed.insert(word);
    }

    pub(crate) fn holds(&self, word: WordRef) -> bool {
        self.held.contains(&word)
    }

    pub(crate) fn remove(&mut self, word: WordRef) {
        self.held.remove(&word);
    }
}

impl<'g, 'j> Lower<'g, 'j> {
    pub(crate) fn new(
        graph: &'g Graph<'j>,
        nulls: Vec<Null>,
        aliases: Aliases,
        files: super::Files,
        diags: &'g Diags,
    ) -> Self {
        Self {
            graph,
            diags,
            nulls,
            aliases,
            rules: Rules::new(graph),
            ledger: Ledger::default(),
            files,
            dynamic: false,
            decls: Vec::new(),
            by_parts: HashMap::new(),
            queue: VecDeque::new(),
            samples: Vec::new(),
            sampled: HashSet::new(),
        }
    }

    /// The type of a file as a whole.
    pub(crate) fn root(&mut self, schema: SchemaId) -> DeclId {
        // A file that only refers to one of its definitions is that definition.
        let alone = self.peel(schema).filter(|it| {
            let is_ready = self.files.ready(self.graph, *it).is_some();
            self.nulls[it.0 as usize] != Null::Yes && !self.graph.is_dynamic() && !is_ready
        });
        if let Some(target) = alone {
            return self.decl_of(target);
        }
        let parts = vec![Part::whole(schema)];
        if let Some(known) = self.by_parts.get(&parts) {
            // Another file is nothing but a reference to this one.
            self.queue.iter_mut().filter(|job| job.id == *known).for_each(|job| job.root = true);
            return *known;
        }
        let site = Site::of_schema(self.graph, schema, &self.files);
        self.promise(parts, site, None, true)
    }

    /// The declaration of a schema that is referred to.
    pub(crate) fn decl_of(&mut self, schema: SchemaId) -> DeclId {
        let parts = vec![Part::whole(schema)];
        if let Some(known) = self.by_parts.get(&parts) {
            return *known;
        }
        let site = Site::of_schema(self.graph, schema, &self.files);
        self.promise(parts, site, None, false)
    }

    fn promise(&mut self, parts: Vec<Part>, site: Site, planned: Option<Planned<'j>>, root: bool) -> DeclId {
        // OK because each declaration takes a byte of the sources, and those have fewer than 2³².
        let id = DeclId(self.decls.len() as u32);
        self.decls.push(None);
        if !parts.is_empty() {
            self.by_parts.insert(parts.clone(), id);
        }
        self.queue.push_back(Job { id, parts, site, planned, root });
        id
    }

    /// A declaration that no other place can be.
    pub(crate) fn promise_planned(&mut self, planned: Planned<'j>, site: Site) -> DeclId {
        self.promise(Vec::new(), site, Some(planned), false)
    }

    /// Makes all promised declarations. By a list, not by recursion: types refer to each other at will.
    pub(crate) fn fill_all(&mut self) {
        while let Some(job) = self.queue.pop_front() {
            let id = job.id;
            let decl = self.fill(job);
            self.decls[id.0 as usize] = Some(decl);
        }
    }

    /// The IR without its files, and what is known for the ledger.
    pub(crate) fn finish(mut self) -> (Ir, Ledger) {
        self.fill_all();
        // OK because `fill_all` makes each that was promised.
        let decls = self.decls.into_iter().map(|it| it.expect("each promised declaration was made")).collect();
        let ir = Ir { decls, rules: self.rules.finish(), samples: self.samples, ..Ir::default() };
        (ir, self.ledger)
    }

    /// Whether `null` is a value where all of these hold.
    pub(crate) fn is_nullable(&self, parts: &[Part]) -> bool {
        let all = parts.iter().map(|it| self.nulls[it.schema.0 as usize]).fold(Null::Silent, Null::and);
        all == Null::Yes
    }

    /// The schema that one only stands for: a reference with nothing beside it that asserts, bare or as `allOf` of one.
    pub(crate) fn peel(&mut self, schema: SchemaId) -> Option<SchemaId> {
        let graph = self.graph;
        let (mut at, mut passed) = (schema, Vec::new());
        loop {
            let mut speaking = graph[at]
                .words
                .iter()
                .enumerate()
                .filter(|(_, it)| !matches!(it.word, Word::Silent(_) | Word::Nullable));
            let (Some((index, only)), None) = (speaking.next(), speaking.next()) else { return None };
            passed.push((at, index));
            match &only.word {
                Word::Ref { to: Some(to), .. } => {
                    passed.into_iter().for_each(|word| self.ledger.note(word, Enforcer::Type));
                    return Some(*to);
                }
                Word::AllOf(them) => at = if let [one] = them.as_slice() { *one } else { return None },
                _ => return None,
            }
        }
    }

    /// The type of a place where all of `parts` hold.
    pub(crate) fn place(&mut self, parts: Vec<Part>, site: &Site) -> Type {
        let nullable = self.is_nullable(&parts);
        let schemas = parts.clone();
        let mut ty = self.place_without_null(parts, site);
        // Where anything is a value, `null` is already.
        ty.nullable |= nullable && !matches!(ty.kind, TypeKind::Any | TypeKind::Null);
        self.sample(&schemas, &ty);
        ty
    }

    /// Collects the values that schemas give of the place that they stand at, for `check::values`.
    fn sample(&mut self, parts: &[Part], ty: &Type) {
        for part in parts.iter().filter(|it| !it.bare) {
            if self.sampled.insert(part.schema) {
                let values = note::values(self.graph, part.schema).into_iter();
                self.samples.extend(values.map(|(role, json)| Sample { role, json: json.clone(), ty: ty.clone() }));
            }
        }
    }

    fn place_without_null(&mut self, parts: Vec<Part>, site: &Site) -> Type {
        let (parts, planned) = match self.follow(parts, None, None) {
            Found::Decl(id) => return plain(TypeKind::Decl(id)),
            Found::Planned(parts, planned) => (parts, *planned),
        };
        if plan::is_named(&planned, site.depth >= DEEPEST) {
            let id = self.promise(parts, site.clone(), Some(planned), false);
            return plain(TypeKind::Decl(id));
        }
        let Planned { facts, plan, mut taken, extra } = planned;
        let kind = self.inline(&facts, plan, &mut taken, site);
        Type { kind, nullable: false, rule: self.residue(&facts, &taken, &extra) }
    }

    /// Follows what only stands for something else, down to a declaration or to a plan.
    /// `own` is the declaration that is being made: it stands for itself.
    fn follow(&mut self, mut parts: Vec<Part>, mut planned: Option<Planned<'j>>, own: Option<DeclId>) -> Found<'j> {
        let mut extra = Vec::new();
        loop {
            if planned.is_none() {
                if let [Part { schema, bare: false }] = parts[..] {
                    if let Some(target) = self.peel(schema) {
                        if extra.is_empty() {
                            return Found::Decl(self.decl_of(target));
                        }
                    }
                }
                if let Some(id) = self.by_parts.get(&parts).filter(|id| extra.is_empty() && Some(**id) != own) {
                    return Found::Decl(*id);
                }
            }
            let mut now = planned.take().unwrap_or_else(|| self.plan(&parts));
            extra.append(&mut now.extra);
            let Plan::Alias(next) = now.plan else {
                now.extra = extra;
                return Found::Planned(parts, Box::new(now));
            };
            for word in now.taken.held {
                self.ledger.note(word, Enforcer::Type);
            }
            parts = next;
        }
    }

    fn plan(&mut self, parts: &[Part]) -> Planned<'j> {
        let facts = facts::gather(self.graph, parts);
        self.plan_facts(facts)
    }

    fn fill(&mut self, job: Job<'j>) -> Decl {
        let Job { id, parts, site, planned, root } = job;
        let takes_null = self.is_nullable(&parts);
        self.sample(&parts, &Type { nullable: takes_null, ..plain(TypeKind::Decl(id)) });
        let nullable = root && takes_null;
        let found = self.follow(parts, planned, Some(id));
        let (mut kind, rule) = match found {
            Found::Decl(to) => (Kind::Newtype(plain(TypeKind::Decl(to))), None),
            Found::Planned(_, planned) if nullable && plan::is_named(&planned, false) => {
                let inner = self.promise_planned(*planned, site.inner("value"));
                (Kind::Newtype(plain(TypeKind::Decl(inner))), None)
            }
            Found::Planned(_, planned) => {
                let Planned { mut facts, plan, mut taken, extra } = *planned;
                if let Plan::Kinds(_) = plan {
                    facts.about = About::AnyKind;
                }
                let kind = self.kind(&facts, plan, &mut taken, &site);
                (kind, self.residue(&facts, &taken, &extra))
            }
        };
        if let Kind::Newtype(ty) = &mut kind {
            ty.nullable |= nullable && !matches!(ty.kind, TypeKind::Any | TypeKind::Null);
        }
        note::decl(self, site, kind, rule)
    }

    /// The rule of what no type holds; each assertion gets its line in the ledger.
    pub(crate) fn residue(&mut self, facts: &Facts<'j>, taken: &Taken, extra: &[WordRef]) -> Option<RuleId> {
        let graph = self.graph;
        let (mut words, mut whole) = (Vec::new(), facts.cut.clone());
        for word in extra {
            self.ledger.note(*word, Enforcer::Check);
            if self.speaks_of_all(*word) {
                whole.push(word.0);
            } else {
                words.push(*word);
            }
        }
        for part in &facts.parts {
            let mut rest = Vec::new();
            for (at, assertion) in graph[part.schema].words.iter().enumerate() {
                let word = (part.schema, at);
                if taken.passed.contains(&word) || !facts.about.covers(&assertion.word) {
                    continue;
                }
                let by = match &assertion.word {
                    _ if taken.held.contains(&word) => Enforcer::Type,
                    Word::AllOf(_) | Word::Ref { .. } | Word::Nullable => Enforcer::Type,
                    Word::If { then: None, other: None, .. } => continue,
                    Word::AnyOf(_) | Word::OneOf(_) if part.bare => continue,
                    Word::Silent(reason) => Enforcer::Nobody(reason),
                    Word::Format(_) => Enforcer::Nobody(ledger::NO_TYPE_FOR_FORMAT),
                    _ => {
                        rest.push(word);
                        Enforcer::Check
                    }
                };
                self.ledger.note(word, by);
            }
            if rest.iter().filter(|word| self.speaks_of_all(**word)).count() > 0 {
                whole.push(part.schema);
            } else {
                words.append(&mut rest);
            }
        }
        (!words.is_empty() || !whole.is_empty()).then(|| self.rules.some(&words, &whole))
    }

    /// Whether an assertion has its meaning only among all others of its schema.
    fn speaks_of_all(&mut self, word: WordRef) -> bool {
        let word = self.word(word);
        self.dynamic |= matches!(word, Word::DynamicRef { .. });
        matches!(word, Word::UnevaluatedItems(_) | Word::UnevaluatedProperties(_) | Word::DynamicRef { .. })
    }
}

/// Where following aliases ended.
enum Found<'j> {
    Decl(DeclId),
    Planned(Vec<Part>, Box<Planned<'j>>),
}

pub(crate) fn plain(kind: TypeKind) -> Type {
    Type { kind, nullable: false, rule: None }
}
