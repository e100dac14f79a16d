//! Records and maps.

use std::collections::{HashMap, HashSet};

use super::facts::{self, Facts, Part};
use super::graph::SchemaId;
use super::ledger;
use super::lower::{Lower, Taken, plain};
use super::name::Site;
use super::note;
use super::rules::{WordRef, pattern};
use super::summary;
use super::word::{Property, Word};
use crate::diag::Span;
use crate::ir::{self, Field, Kind, Map, Other, Pattern, Record, Rest, Text, Type, TypeKind};
use crate::json::Value;

/// What one schema says about an object's members.
#[derive(Default)]
struct Layer<'g, 'j> {
    properties: &'g [Property<'j>],
    patterns: &'g [(&'j str, Span, SchemaId)],
    /// What it says of all other members, unless that is nothing.
    additional: Option<SchemaId>,
    words: Vec<WordRef>,
}

/// A declared member, and everything that is said about it.
struct Member<'j> {
    name: &'j str,
    span: Span,
    schemas: Vec<SchemaId>,
    required: bool,
}

impl<'g, 'j> Lower<'g, 'j> {
    pub(crate) fn record(&mut self, facts: &Facts<'j>, taken: &mut Taken, site: &Site) -> Kind {
        let layers = self.layers(facts);
        let members = self.members(facts, &layers, taken);
        let exact = is_exact(&layers) && !self.overlaps(&layers, &members);
        for layer in &layers {
            for word in &layer.words {
                let of_rest = matches!(self.word(*word), Word::PatternProperties(_) | Word::Additional(_));
                if !of_rest || exact {
                    taken.add(*word);
                }
            }
        }
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            let closed = member.schemas.iter().any(|it| self.is_never(*it));
            match (closed, member.required) {
                // No object has a member that must be there and cannot be.
                (true, true) => return Kind::Never,
                (true, false) if self.is_closed_by_others(&member, &layers) => {}
                _ => fields.push(self.field(member, site)),
            }
        }
        let rest = self.rest(&layers, site);
        let groups = self.oneofs(facts, &fields);
        Kind::Record(Record { fields, rest, groups })
    }

    pub(crate) fn map(&mut self, facts: &Facts<'j>, taken: &mut Taken, site: &Site) -> TypeKind {
        let layers = self.layers(facts);
        let mut map =
            Map { value: plain(TypeKind::Any), name: None, min: None, max: None, value_doc: ir::Doc::default() };
        let mut names = Vec::new();
        for (word, assertion) in facts.words(self.graph) {
            match &assertion.word {
                Word::PropertyNames(it) => names.push(*it),
                Word::MinProperties(count) => map.min = Some(map.min.unwrap_or(0).max(*count)),
                Word::MaxProperties(count) => map.max = Some(map.max.unwrap_or(u64::MAX).min(*count)),
                Word::Properties(_) | Word::Required(_) => {}
                _ => continue,
            }
            taken.add(word);
        }
        let additional: Vec<_> = layers.iter().filter_map(|it| it.additional).collect();
        let patterns: Vec<_> = layers.iter().flat_map(|it| it.patterns).collect();
        let words = layers.iter().flat_map(|it| it.words.iter().copied());
        match (&patterns[..], &additional[..]) {
            ([], _) => {
                words.for_each(|word| taken.add(word));
                map.value_doc = note::doc_of(self, &additional);
                map.value = self.value(additional, site);
            }
            // One pattern and nothing else: a pattern of the names.
            ([(source, span, it)], [other]) if names.is_empty() && self.is_never(*other) && layers.len() == 1 => {
                words.for_each(|word| taken.add(word));
                map.value_doc = note::doc_of(self, &[*it]);
                map.value = self.value(vec![*it], site);
                map.name = Some(of_names(vec![pattern(source)]));
            }
            _ => map.value = self.common_value(&patterns, &additional, site),
        }
        if let Some(first) = names.first().copied() {
            let site = site.nested(self.graph, "name", first);
            map.name = Some(self.names(names, &site));
        }
        TypeKind::Map(Box::new(map))
    }

    /// The type of a member's name: one of texts, whatever else `propertyNames` allows.
    fn names(&mut self, names: Vec<SchemaId>, site: &Site) -> Type {
        let parts: Vec<_> = names.into_iter().map(Part::whole).collect();
        let facts = facts::gather(self.graph, &parts);
        // A name is a text, so what speaks of texts needs no `type` to be its type's.
        if !facts.typed && !facts.never && facts.values.is_none() && facts.groups.is_empty() {
            let mut taken = Taken::default();
            let kind = self.text(&facts, &mut taken);
            return Type { kind, nullable: false, rule: self.residue(&facts, &taken, &[]) };
        }
        let ty = self.place(parts, site);
        if matches!(ty.kind, TypeKind::Any) {
            let kind = TypeKind::Text(Text::default());
            return Type { kind, nullable: false, rule: ty.rule };
        }
        Type { nullable: false, ..ty }
    }

    /// The type of the values of a map of which some names match patterns: theirs where it is the same for all.
    fn common_value(&mut self, patterns: &[&(&str, Span, SchemaId)], additional: &[SchemaId], site: &Site) -> Type {
        if !additional.iter().any(|it| self.is_never(*it)) && additional.is_empty() {
            return plain(TypeKind::Any);
        }
        let open: Vec<_> = additional.iter().copied().filter(|it| !self.is_never(*it)).collect();
        let mut types: Vec<_> = patterns.iter().map(|it| self.value(vec![it.2], site)).collect();
        if !open.is_empty() {
            types.push(self.value(open, site));
        }
        agreed(types)
    }

    fn value(&mut self, schemas: Vec<SchemaId>, site: &Site) -> Type {
        let Some(first) = schemas.first() else { return plain(TypeKind::Any) };
        let site = site.nested(self.graph, "value", *first);
        self.place(schemas.into_iter().map(Part::whole).collect(), &site)
    }

    fn layers(&self, facts: &Facts<'j>) -> Vec<Layer<'g, 'j>> {
        let graph = self.graph;
        let mut layers = Vec::new();
        for part in &facts.parts {
            let mut layer = Layer::default();
            for (at, assertion) in graph[part.schema].words.iter().enumerate() {
                match &assertion.word {
                    Word::Properties(them) => layer.properties = them,
                    Word::PatternProperties(them) => layer.patterns = them,
                    Word::Additional(it) if graph[*it].words.is_empty() => {}
                    Word::Additional(it) => layer.additional = Some(*it),
                    _ => continue,
                }
                layer.words.push((part.schema, at));
            }
            if !layer.words.is_empty() {
                layers.push(layer);
            }
        }
        layers
    }

    /// The declared members in the order of the source, and those that are only required behind them.
    fn members(&self, facts: &Facts<'j>, layers: &[Layer<'_, 'j>], taken: &mut Taken) -> Vec<Member<'j>> {
        let mut members: Vec<Member<'j>> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for property in layers.iter().flat_map(|it| it.properties) {
            let at = *by_name.entry(property.name).or_insert_with(|| {
                let Property { name, name_span: span, .. } = *property;
                members.push(Member { name, span, schemas: Vec::new(), required: false });
                members.len() - 1
            });
            members[at].schemas.push(property.schema);
        }
        for (word, assertion) in facts.words(self.graph) {
            let Word::Required(names) = &assertion.word else { continue };
            taken.add(word);
            for name in names {
                let at = *by_name.entry(name).or_insert_with(|| {
                    members.push(Member { name, span: assertion.span, schemas: Vec::new(), required: true });
                    members.len() - 1
                });
                members[at].required = true;
            }
        }
        // What each schema says of the members that it does not declare itself.
        for layer in layers.iter().filter(|it| it.patterns.is_empty()) {
            let Some(additional) = layer.additional else { continue };
            let own: HashSet<&str> = layer.properties.iter().map(|it| it.name).collect();
            for member in members.iter_mut().filter(|it| !own.contains(it.name)) {
                member.schemas.push(additional);
            }
        }
        members
    }

    fn field(&mut self, member: Member<'j>, site: &Site) -> Field {
        let Member { name, span, schemas, required } = member;
        let graph = self.graph;
        let ty = match schemas.first() {
            Some(first) => {
                let site = site.member(graph, name, *first);
                self.place(schemas.iter().copied().map(Part::whole).collect(), &site)
            }
            None => plain(TypeKind::Any),
        };
        let absent = !required && ty.nullable && !schemas.iter().any(|it| graph[*it].json.get("default").is_some());
        if let (true, Some(first)) = (absent, schemas.first()) {
            self.ledger.differ(*first, "required", ledger::ABSENT_IS_NULL);
        }
        let said = |keyword: &str| schemas.iter().find_map(|it| graph[*it].json.get(keyword));
        let first = schemas.first().map(|it| graph[*it].json);
        Field {
            name: name.to_owned(),
            doc: note::doc_of(self, &schemas),
            ty,
            required,
            default: said("default").cloned(),
            accept: note::names(said("x-nucleo-accept").filter(|it| !matches!(it.value, Value::Object(_))), self.diags),
            nothing: note::texts(said("x-nucleo-nothing"), "x-nucleo-nothing", self.diags),
            rust_name: first.and_then(|json| note::rust_name(json, self.diags)),
            summarizable: said("x-nucleo-summarizable").and_then(|it| summary::read(it, self.diags)),
            context_ignore: first.is_some_and(|json| note::flag(json, "x-nucleo-context-ignore", self.diags)),
            reasoning: first.is_some_and(|json| note::flag(json, "x-nucleo-reasoning", self.diags)),
            span,
        }
    }

    fn rest(&mut self, layers: &[Layer<'_, 'j>], site: &Site) -> Rest {
        let additional: Vec<_> = layers.iter().filter_map(|it| it.additional).collect();
        let closed = additional.iter().any(|it| self.is_never(*it));
        let mut patterns = Vec::new();
        for (source, _, it) in layers.iter().flat_map(|it| it.patterns) {
            patterns.push((pattern(source), self.value(vec![*it], site)));
        }
        let other = match (closed, &additional[..]) {
            (true, _) => Other::Closed,
            (false, []) => Other::Open,
            (false, _) => Other::Keep(self.value(additional, site)),
        };
        match other {
            Other::Open if patterns.is_empty() => Rest::Open,
            Other::Closed if patterns.is_empty() => Rest::Closed,
            other => {
                let kept = if let Other::Keep(ty) = &other { Some(ty.clone()) } else { None };
                let types = patterns.iter().map(|(_, ty)| ty.clone()).chain(kept).collect();
                Rest::Keep { value: agreed(types), patterns, other }
            }
        }
    }

    /// Whether a declared member might match a pattern, so that both schemas hold of it, or a name two of them.
    fn overlaps(&self, layers: &[Layer<'_, 'j>], members: &[Member<'j>]) -> bool {
        let patterns: Vec<_> = layers.iter().flat_map(|it| it.patterns).map(|it| start(it.0)).collect();
        let apart = |a: &Option<String>, b: &Option<String>| match (a, b) {
            (Some(a), Some(b)) => !a.starts_with(b.as_str()) && !b.starts_with(a.as_str()),
            _ => false,
        };
        let pairs = patterns.iter().enumerate().any(|(at, a)| patterns[at + 1..].iter().any(|b| !apart(a, b)));
        let meets = |start: &Option<String>| match start {
            Some(start) => members.iter().any(|it| it.name.starts_with(start.as_str())),
            None => !members.is_empty(),
        };
        pairs || patterns.iter().any(meets)
    }

    /// Whether a member that cannot be there is one that another schema closes out: then it is not declared at all.
    fn is_closed_by_others(&self, member: &Member<'_>, layers: &[Layer<'_, 'j>]) -> bool {
        layers.iter().any(|layer| {
            let closed = layer.patterns.is_empty() && layer.additional.is_some_and(|it| self.is_never(it));
            closed && layer.properties.iter().all(|it| it.name != member.name)
        })
    }

    pub(crate) fn is_never(&self, schema: SchemaId) -> bool {
        self.graph[schema].words.iter().any(|it| matches!(it.word, Word::Never))
    }

    pub(crate) fn word(&self, word: WordRef) -> &'g Word<'j> {
        &self.graph[word.0].words[word.1].word
    }
}

/// Whether what is said of further members comes from one schema, or from several that have no patterns.
fn is_exact(layers: &[Layer<'_, '_>]) -> bool {
    layers.len() <= 1 || layers.iter().all(|it| it.patterns.is_empty())
}

/// The plain text that all names begin with that match a pattern, where the pattern shows it.
fn start(pattern: &str) -> Option<String> {
    let rest = pattern.strip_prefix('^')?;
    if rest.contains('|') {
        return None;
    }
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '/' | '@' | ' ');
    let len = rest.find(|c: char| !plain(c)).unwrap_or(rest.len());
    let mut text = rest[..len].to_owned();
    if rest[len..].starts_with(['*', '?', '{']) {
        text.pop();
    }
    (!text.is_empty()).then_some(text)
}

fn of_names(patterns: Vec<Pattern>) -> Type {
    plain(TypeKind::Text(Text { patterns, ..Text::default() }))
}

/// The type that all of some places have, else any.
fn agreed(types: Vec<Type>) -> Type {
    let mut types = types.into_iter();
    let Some(first) = types.next() else { return plain(TypeKind::Any) };
    if types.all(|it| is_same(&first, &it)) { first } else { plain(TypeKind::Any) }
}

/// Whether two types are certainly one.
fn is_same(a: &Type, b: &Type) -> bool {
    let kinds = match (&a.kind, &b.kind) {
        (TypeKind::Any, TypeKind::Any) | (TypeKind::Bool, TypeKind::Bool) | (TypeKind::Null, TypeKind::Null) => true,
        (TypeKind::Decl(a), TypeKind::Decl(b)) => a == b,
        (TypeKind::Integer(a), TypeKind::Integer(b)) => a == b,
        (TypeKind::Number(a), TypeKind::Number(b)) => a == b,
        (TypeKind::Text(a), TypeKind::Text(b)) => {
            a.patterns.is_empty()
                && b.patterns.is_empty()
                && (a.min, a.max, &a.format, a.form) == (b.min, b.max, &b.format, b.form)
        }
        (TypeKind::List(a), TypeKind::List(b)) => {
            (a.min, a.max, a.unique) == (b.min, b.max, b.unique) && is_same(&a.item, &b.item)
        }
        _ => false,
    };
    kinds && a.nullable == b.nullable && a.rule.is_none() && b.rule.is_none()
}
