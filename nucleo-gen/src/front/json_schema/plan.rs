//! What a place is to become: decided first, from its facts; made afterwards.

use nucleo_runtime::shape::Kinds;

use super::facts::{ALL, Facts, Part};
use super::graph::SchemaId;
use super::ledger;
use super::lower::{Lower, Planned, Taken, plain};
use super::name::Site;
use super::union::Shared;
use super::word::Word;
use crate::ir::{Kind, TypeKind};
use crate::json::{Json, Value};

/// What a place is to become.
#[derive(Debug)]
pub(crate) enum Plan<'j> {
    Never,
    Any,
    Null,
    Bool,
    Integer,
    Number,
    Text,
    List,
    Map,
    Record,
    /// The listed values, each with the schema that lists it.
    Values(Vec<(SchemaId, &'j Json)>),
    /// Several kinds, by `type`.
    Kinds(Vec<Kinds>),
    Union(Shared),
    /// What other schemas say together.
    Alias(Vec<Part>),
}

/// Whether a plan needs a name in Rust. Containers behind references get one too, since they may hold themselves.
pub(crate) fn is_named(planned: &Planned<'_>, deep: bool) -> bool {
    match planned.plan {
        Plan::Never | Plan::Record | Plan::Values(_) | Plan::Kinds(_) | Plan::Union(_) => true,
        Plan::List | Plan::Map => planned.facts.through_ref || deep,
        _ => false,
    }
}

impl<'j> Lower<'_, 'j> {
    pub(crate) fn plan_facts(&mut self, facts: Facts<'j>) -> Planned<'j> {
        let mut taken = Taken::default();
        let mut extra = Vec::new();
        let plan = self.choose(&facts, &mut taken, &mut extra);
        Planned { facts, plan, taken, extra }
    }

    fn choose(&mut self, facts: &Facts<'j>, taken: &mut Taken, extra: &mut Vec<super::rules::WordRef>) -> Plan<'j> {
        for (word, assertion) in facts.words(self.graph) {
            if matches!(assertion.word, Word::Kinds(_) | Word::Const(_) | Word::Enum(_) | Word::Never) {
                taken.add(word);
            }
        }
        if facts.is_empty() {
            let parts: Vec<_> = facts.parts.first().copied().into_iter().collect();
            return if self.is_nullable(&parts) && !facts.never { Plan::Null } else { Plan::Never };
        }
        if let Some(values) = &facts.values {
            return of_values(values.clone());
        }
        if let Some(plan) = self.choose_union(facts, taken, extra) {
            return plan;
        }
        self.choose_by_type(facts, taken)
    }

    fn choose_by_type(&mut self, facts: &Facts<'j>, taken: &mut Taken) -> Plan<'j> {
        let plan = self.choose_kind(facts, taken);
        if let (false, Some(part)) = (facts.typed || matches!(plan, Plan::Any), facts.parts.first()) {
            self.ledger.differ(part.schema, "type", ledger::OTHER_KINDS);
        }
        plan
    }

    /// By `type`, or by what the keywords are about where there is no `type`.
    pub(crate) fn choose_kind(&self, facts: &Facts<'j>, taken: &mut Taken) -> Plan<'j> {
        if !facts.typed {
            return match self.subject(facts) {
                Some(Kinds::OBJECT) => self.choose_object(facts),
                Some(_) => Plan::List,
                None => Plan::Any,
            };
        }
        let kinds = self.split(facts.kinds);
        match kinds[..] {
            _ if facts.kinds == ALL => Plan::Any,
            [one] => self.choose_one(facts, one),
            // Text, numbers, lists, objects and more: to name each of them would help nobody.
            _ if kinds.len() > 4 => {
                for (word, assertion) in facts.words(self.graph) {
                    if matches!(assertion.word, Word::Kinds(_)) {
                        taken.remove(word);
                    }
                }
                Plan::Any
            }
            _ => Plan::Kinds(kinds),
        }
    }

    pub(crate) fn choose_one(&self, facts: &Facts<'j>, kind: Kinds) -> Plan<'j> {
        match kind {
            Kinds::BOOLEAN => Plan::Bool,
            Kinds::INTEGER => Plan::Integer,
            Kinds::NUMBER => Plan::Number,
            Kinds::STRING => Plan::Text,
            Kinds::ARRAY => Plan::List,
            _ => self.choose_object(facts),
        }
    }

    /// The kinds one by one, in an order for people; numbers and whole numbers are one.
    fn split(&self, kinds: Kinds) -> Vec<Kinds> {
        let number = if kinds.has(Kinds::NUMBER) { Kinds::NUMBER } else { Kinds::INTEGER };
        [Kinds::BOOLEAN, number, Kinds::STRING, Kinds::ARRAY, Kinds::OBJECT]
            .into_iter()
            .filter(|it| kinds.has(*it))
            .collect()
    }

    /// The one kind that the keywords are about where there is no `type`: objects or lists. Where scalars or several
    /// kinds are meant, any value is the honest type, and the rules say the rest.
    fn subject(&self, facts: &Facts<'j>) -> Option<Kinds> {
        let (mut objects, mut lists, mut scalars) = (false, false, false);
        for (_, assertion) in facts.words(self.graph) {
            match assertion.word {
                Word::Properties(_) | Word::PatternProperties(_) | Word::Additional(_) | Word::Required(_) => {
                    objects = true;
                }
                Word::Prefix(_) | Word::Items(..) => lists = true,
                Word::Min(_) | Word::Max(_) | Word::MultipleOf(_) => scalars = true,
                Word::MinLength(_) | Word::MaxLength(_) | Word::Pattern(_) => scalars = true,
                _ => {}
            }
        }
        match (objects, lists, scalars) {
            (true, false, false) => Some(Kinds::OBJECT),
            (false, true, false) => Some(Kinds::ARRAY),
            _ => None,
        }
    }

    fn choose_object(&self, facts: &Facts<'j>) -> Plan<'j> {
        let (mut declared, mut further) = (false, false);
        for (_, assertion) in facts.words(self.graph) {
            match &assertion.word {
                Word::Properties(them) if !them.is_empty() => return Plan::Record,
                Word::Required(names) if !names.is_empty() => return Plan::Record,
                Word::PatternProperties(them) => further |= !them.is_empty(),
                Word::Additional(it) if matches!(self.graph[*it].json.value, Value::Bool(false)) => declared = true,
                // An empty list of members declares that there are none.
                Word::Properties(_) => declared = true,
                Word::Additional(_) => further = true,
                _ => {}
            }
        }
        if declared && !further { Plan::Record } else { Plan::Map }
    }

    /// The type of a plan that needs no name.
    pub(crate) fn inline(&mut self, facts: &Facts<'j>, plan: Plan<'j>, taken: &mut Taken, site: &Site) -> TypeKind {
        match plan {
            Plan::Null => TypeKind::Null,
            Plan::Bool => TypeKind::Bool,
            Plan::Integer => self.integer(facts, taken),
            Plan::Number => self.number(facts, taken),
            Plan::Text => self.text(facts, taken),
            Plan::List => self.list(facts, taken, site),
            Plan::Map => self.map(facts, taken, site),
            Plan::Any => TypeKind::Any,
            // OK because `is_named` says so of these, and aliases are followed before.
            Plan::Never | Plan::Record | Plan::Values(_) | Plan::Kinds(_) | Plan::Union(_) | Plan::Alias(_) => {
                unreachable!("a plan that needs a name was made without one")
            }
        }
    }

    /// The declaration of any plan.
    pub(crate) fn kind(&mut self, facts: &Facts<'j>, plan: Plan<'j>, taken: &mut Taken, site: &Site) -> Kind {
        match plan {
            Plan::Never => Kind::Never,
            Plan::Record => self.record(facts, taken, site),
            Plan::Values(values) => self.values(&values),
            Plan::Kinds(kinds) => self.kinds(facts, kinds, site),
            Plan::Union(shared) => self.union(shared, site),
            plan => Kind::Newtype(plain(self.inline(facts, plan, taken, site))),
        }
    }
}

/// Both booleans are the type of booleans.
pub(crate) fn of_values<'j>(values: Vec<(SchemaId, &'j Json)>) -> Plan<'j> {
    match values[..] {
        [(_, a), (_, b)] if a.as_bool().is_some() && b.as_bool().is_some() => Plan::Bool,
        _ => Plan::Values(values),
    }
}
