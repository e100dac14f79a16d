//! Members of which at most one is there, under one name: `x-nucleo-oneof`.
//!
//! The keyword only names what the schema says by a `oneOf` of `required`, with one more branch where there need be none.

use super::facts::Facts;
use super::graph::SchemaId;
use super::lower::Lower;
use super::note;
use super::word::Word;
use crate::ir::{Field, Group};
use crate::json::{Json, Member};

impl<'j> Lower<'_, 'j> {
    /// The oneofs of an object with these members.
    pub(crate) fn oneofs(&self, facts: &Facts<'j>, fields: &[Field]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for json in facts.parts.iter().filter_map(|part| self.graph[part.schema].json.get("x-nucleo-oneof")) {
            if !matches!(json.value, crate::json::Value::Object(_)) {
                note::wrong(json, "x-nucleo-oneof", "an object of a name and its members", self.diags);
            }
            for member in json.members() {
                match self.oneof(facts, fields, member, &groups) {
                    Ok(group) => groups.push(group),
                    Err(Wrong { at, message, help }) => self.diags.error(at.span, message).help(help).emit(),
                }
            }
        }
        groups
    }

    fn oneof(
        &self,
        facts: &Facts<'j>,
        fields: &[Field],
        member: &'j Member,
        before: &[Group],
    ) -> Result<Group, Wrong<'j>> {
        let Member { name, name_span: _, json } = member;
        let wrong = |at: &'j Json, message: String, help: &'static str| Err(Wrong { at, message, help });
        let names = json.get("members").map_or(&[][..], Json::items);
        if names.is_empty() {
            return wrong(
                json,
                format!("`{name}` has no `members`"),
                "list the names of the members that it is one of",
            );
        }
        let mut places = Vec::new();
        for it in names {
            let told = it.as_str().unwrap_or_default();
            let Some(at) = fields.iter().position(|field| field.name == told) else {
                return wrong(it, format!("`{told}` is no member of the object"), "declare it under `properties`");
            };
            if fields[at].required || fields[at].default.is_some() {
                let help = "take it out of `required`, and its `default` away";
                return wrong(it, format!("`{told}` is always there, so `{name}` is no choice"), help);
            }
            if places.contains(&at) || before.iter().any(|group| group.fields.contains(&at)) {
                return wrong(it, format!("`{told}` is listed twice"), "take it out of one of the lists");
            }
            places.push(at);
        }
        places.sort_unstable();
        let Some(required) = self.said(facts, names) else {
            let help = "beside `properties`, `oneOf` has `{\"required\": [NAME]}` for each member; where none need be \
                        there, also `{\"not\": {\"anyOf\": […]}}` of the same";
            return wrong(json, format!("nothing says that at most one of the members of `{name}` is there"), help);
        };
        Ok(Group {
            name: name.clone(),
            doc: note::doc(json),
            fields: places,
            required,
            accept: note::names(json.get("x-nucleo-accept"), self.diags),
            rust_name: note::rust_name(json, self.diags),
        })
    }

    /// Whether one of some members must be there, if the schema says that at most one is.
    fn said(&self, facts: &Facts<'j>, names: &[Json]) -> Option<bool> {
        let mut names: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
        names.sort_unstable();
        facts.words(self.graph).find_map(|(_, assertion)| match &assertion.word {
            Word::OneOf(branches) => self.choice(branches, &names),
            _ => None,
        })
    }

    /// As [`said`](Self::said), of one `oneOf`.
    fn choice(&self, branches: &[SchemaId], names: &[&str]) -> Option<bool> {
        let mut branches: Vec<&Json> = branches.iter().map(|it| self.graph[*it].json).collect();
        let none = branches.iter().position(|it| it.get("not").is_some()).map(|at| branches.remove(at));
        let all = none.map(|it| it.get("not").and_then(|it| it.get("anyOf")).map_or(&[][..], Json::items));
        let fits = is_each(branches.into_iter(), names) && all.is_none_or(|all| is_each(all.iter(), names));
        fits.then_some(none.is_none())
    }
}

/// Whether some schemas say of one of some members each that it is there. The names are sorted.
fn is_each<'j>(schemas: impl Iterator<Item = &'j Json>, names: &[&str]) -> bool {
    let alone = |json: &'j Json| match (json.members(), json.get("required").map_or(&[][..], Json::items)) {
        ([_], [name]) => name.as_str(),
        _ => None,
    };
    let mut found: Vec<Option<&str>> = schemas.map(alone).collect();
    found.sort_unstable();
    found.iter().copied().eq(names.iter().copied().map(Some))
}

struct Wrong<'j> {
    at: &'j Json,
    message: String,
    help: &'static str,
}
