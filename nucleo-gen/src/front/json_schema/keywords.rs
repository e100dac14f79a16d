//! Reading the keywords of one schema object: which there are in its draft, and of which kind their values are.

use std::collections::HashMap;

use nucleo_runtime::pattern;
use nucleo_runtime::shape::Kinds;

use super::draft::{Dialect, Draft};
use super::graph::{SchemaId, Step};
use super::number;
use super::spelled::{self, MISSPELT_KEYWORD};
use super::word::{Assertion, Bound, Property, Word};
use crate::diag::{Diags, Span};
use crate::json::{Json, Member, Value};
use crate::spelling;

/// Says that a keyword without a check asserts nothing, and why.
const CONTENT: &str = "the content of a text is not looked into";
const NO_KEYWORD: &str = "no keyword of JSON Schema says this rule of buf.validate, so a model is only told";
const LATER_DRAFT: &str = "the keyword is of a later draft than the schema";
const STANDS_ALONE: &str = "`$ref` makes its siblings void in this draft";

/// What reading one schema object needs of the graph: a place for each schema below it.
pub(crate) trait Children<'j> {
    fn child(&mut self, json: &'j Json, step: Step<'j>) -> SchemaId;
}

/// One schema object while it is read.
struct Reader<'a, 'j, C> {
    json: &'j Json,
    dialect: Dialect,
    children: &'a mut C,
    diags: &'a Diags,
    out: Vec<Assertion<'j>>,
}

/// The assertions of a schema, in the order of the source. A keyword of a wrong kind is an error, and left out.
pub(crate) fn read<'j>(
    json: &'j Json,
    dialect: Dialect,
    children: &mut impl Children<'j>,
    diags: &Diags,
) -> Vec<Assertion<'j>> {
    match &json.value {
        Value::Bool(true) => Vec::new(),
        Value::Bool(false) => vec![Assertion { keyword: "false", span: json.span, word: Word::Never }],
        Value::Object(members) => {
            let mut reader = Reader { json, dialect, children, diags, out: Vec::new() };
            reader.read(members);
            reader.out
        }
        _ => {
            let found = format!("found {}", json.kind());
            diags.error(json.span, "a schema must be an object or a boolean").here(found).emit();
            Vec::new()
        }
    }
}

impl<'j, C: Children<'j>> Reader<'_, 'j, C> {
    fn read(&mut self, members: &'j [Member]) {
        let alone = self.dialect.draft.ref_stands_alone() && self.json.get("$ref").is_some();
        for member in last_of_each(members) {
            let before = self.out.len();
            self.keyword(member);
            if alone && member.name != "$ref" {
                for assertion in &mut self.out[before..] {
                    assertion.word = Word::Silent(STANDS_ALONE);
                }
            }
        }
    }

    /// One keyword. Those that only speak beside another are read with that one.
    fn keyword(&mut self, member: &'j Member) {
        let Member { name, json, .. } = member;
        let draft = self.dialect.draft;
        let word = match name.as_str() {
            "$defs" | "definitions" => {
                self.named_schemas(member);
                None
            }
            "$ref" => self.text(member).map(|text| Word::Ref { text, to: None }),
            "$dynamicRef" if draft >= Draft::Draft2020 => {
                self.text(member).map(|text| Word::DynamicRef { text, to: None, anchor: "" })
            }
            "$recursiveRef" if draft == Draft::Draft2019 => {
                self.text(member).map(|text| Word::DynamicRef { text, to: None, anchor: "" })
            }
            "allOf" => self.schemas(member).map(Word::AllOf),
            "anyOf" => self.schemas(member).map(Word::AnyOf),
            "oneOf" => self.schemas(member).map(Word::OneOf),
            "not" => Some(Word::Not(self.schema(member))),
            "if" if draft >= Draft::Draft7 => self.conditional(member),
            "then" | "else" if draft >= Draft::Draft7 => {
                // Without an `if` they say nothing, but they can be referred to.
                self.schema(member);
                None
            }
            "properties" => self.properties(member),
            "patternProperties" => self.pattern_properties(member),
            "additionalProperties" => Some(Word::Additional(self.schema(member))),
            "propertyNames" if draft >= Draft::Draft6 => Some(Word::PropertyNames(self.schema(member))),
            "dependencies" => self.dependencies(member),
            "dependentSchemas" if draft >= Draft::Draft2019 => {
                let named = self.named_schemas(member);
                named.map(|them| Word::DependentSchemas(them.iter().map(|it| (it.name, it.schema)).collect()))
            }
            "unevaluatedProperties" if draft >= Draft::Draft2019 => {
                Some(Word::UnevaluatedProperties(self.schema(member)))
            }
            "items" => self.items(member),
            "prefixItems" if draft >= Draft::Draft2020 => self.schemas(member).map(Word::Prefix),
            "additionalItems" if self.has_list_of_items() => {
                let from = self.json.get("items").map_or(0, |it| it.items().len());
                Some(Word::Items(from, self.schema(member)))
            }
            "additionalItems" if draft <= Draft::Draft2019 => {
                // Without a list of `items` it says nothing, but schemas in it can be referred to.
                self.schema(member);
                None
            }
            "contains" if draft >= Draft::Draft6 => self.contains(member),
            "unevaluatedItems" if draft >= Draft::Draft2019 => Some(Word::UnevaluatedItems(self.schema(member))),
            "contentSchema" if draft >= Draft::Draft2019 => {
                self.schema(member);
                Some(Word::Silent(CONTENT))
            }
            "contentEncoding" | "contentMediaType" if draft >= Draft::Draft7 => Some(Word::Silent(CONTENT)),
            "x-buf-validate" => Some(Word::Silent(NO_KEYWORD)),
            "nullable" => (json.as_bool() == Some(true)).then_some(Word::Nullable),
            _ if self.dialect.validation => self.validation(member),
            _ => None,
        };
        let word = word.or_else(|| self.no_keyword(member));
        self.out.extend(word.map(|word| Assertion { keyword: name, span: json.span, word }));
    }

    /// The keywords of the vocabulary of validation.
    fn validation(&mut self, member: &'j Member) -> Option<Word<'j>> {
        let draft = self.dialect.draft;
        Some(match member.name.as_str() {
            "type" => Word::Kinds(self.kinds(member)?),
            "enum" => Word::Enum(self.list(member)?),
            "const" if draft >= Draft::Draft6 => Word::Const(&member.json),
            "minimum" => {
                Word::Min(Bound { value: self.number(member)?, exclusive: self.is_exclusive("exclusiveMinimum") })
            }
            "maximum" => {
                Word::Max(Bound { value: self.number(member)?, exclusive: self.is_exclusive("exclusiveMaximum") })
            }
            "exclusiveMinimum" | "exclusiveMaximum" if self.is_modifier(member) => return None,
            "exclusiveMinimum" => Word::Min(Bound { value: self.number(member)?, exclusive: true }),
            "exclusiveMaximum" => Word::Max(Bound { value: self.number(member)?, exclusive: true }),
            "multipleOf" => Word::MultipleOf(self.positive(member)?),
            "minLength" => Word::MinLength(self.count(member)?),
            "maxLength" => Word::MaxLength(self.count(member)?),
            "pattern" => {
                let text = self.text(member)?;
                self.expression(text, member.json.span)?;
                Word::Pattern(text)
            }
            "format" => Word::Format(self.text(member)?),
            "minItems" => Word::MinItems(self.count(member)?),
            "maxItems" => Word::MaxItems(self.count(member)?),
            "uniqueItems" => {
                if !self.flag(member)? {
                    return None;
                }
                Word::UniqueItems
            }
            "required" => Word::Required(self.names(&member.name, &member.json)?),
            "minProperties" => Word::MinProperties(self.count(member)?),
            "maxProperties" => Word::MaxProperties(self.count(member)?),
            "dependentRequired" if draft >= Draft::Draft2019 => self.dependent_required(member)?,
            _ => return None,
        })
    }

    /// What asserts nothing: a keyword of another draft goes into the ledger, and one that looks misspelt is a lint.
    fn no_keyword(&self, member: &Member) -> Option<Word<'j>> {
        let name = member.name.as_str();
        if spelled::is_known(name) {
            let later = spelled::since(name).is_some_and(|draft| self.dialect.draft < draft);
            return later.then_some(Word::Silent(LATER_DRAFT));
        }
        if spelled::is_slip_of_ours(name) {
            self.diags
                .lint(MISSPELT_KEYWORD, member.name_span, format!("`{name}` is no keyword of Nucleo"))
                .help(format!("did you mean `{}`?", spelled::nearest_of_ours(name)))
                .emit();
        } else if let Some(meant) = spelled::meant(name).filter(|meant| self.may_be(meant, member)) {
            self.diags
                .lint(MISSPELT_KEYWORD, member.name_span, format!("`{name}` is no keyword of JSON Schema"))
                .help(format!("did you mean `{meant}`?"))
                .emit();
        }
        None
    }

    // Keywords that speak together.

    fn conditional(&mut self, member: &'j Member) -> Option<Word<'j>> {
        let test = self.schema(member);
        let mut branch = |name: &'static str| {
            let json = self.json.get(name)?;
            Some(self.children.child(json, Step::Keyword(name)))
        };
        let (then, other) = (branch("then"), branch("else"));
        // Alone it asserts nothing, but what it looks at counts as evaluated.
        Some(Word::If { test, then, other })
    }

    fn contains(&mut self, member: &'j Member) -> Option<Word<'j>> {
        let schema = self.schema(member);
        let counts = self.dialect.draft >= Draft::Draft2019 && self.dialect.validation;
        let mut bound = |name: &str| {
            let members = self.json.members();
            let member = members.iter().rev().find(|it| counts && it.name == name)?;
            self.count(member)
        };
        let (min, max) = (bound("minContains").unwrap_or(1), bound("maxContains"));
        Some(Word::Contains { schema, min, max })
    }

    fn items(&mut self, member: &'j Member) -> Option<Word<'j>> {
        if self.has_list_of_items() {
            return self.schemas(member).map(Word::Prefix);
        }
        if let Value::List(_) = member.json.value {
            self.wrong(&member.name, &member.json, "a schema")
                .help("a list of schemas is `prefixItems` since draft 2020-12")
                .emit();
            return None;
        }
        let prefix = self.json.get("prefixItems").filter(|_| self.dialect.draft >= Draft::Draft2020);
        Some(Word::Items(prefix.map_or(0, |it| it.items().len()), self.schema(member)))
    }

    /// Whether `items` is a list here, as it could be before draft 2020-12.
    fn has_list_of_items(&self) -> bool {
        let early = self.dialect.draft < Draft::Draft2020 || !self.dialect.stated;
        early && self.json.get("items").is_some_and(|it| matches!(it.value, Value::List(_)))
    }

    /// Whether a boolean stands beside a bound to make it exclusive, as in draft 4.
    fn is_exclusive(&self, name: &str) -> bool {
        self.takes_modifiers() && self.json.get(name).and_then(Json::as_bool) == Some(true)
    }

    fn is_modifier(&self, member: &Member) -> bool {
        self.takes_modifiers() && member.json.as_bool().is_some()
    }

    fn takes_modifiers(&self) -> bool {
        self.dialect.draft <= Draft::OpenApi30 || !self.dialect.stated
    }

    fn properties(&mut self, member: &'j Member) -> Option<Word<'j>> {
        self.named_schemas(member).map(Word::Properties)
    }

    fn pattern_properties(&mut self, member: &'j Member) -> Option<Word<'j>> {
        let mut named = self.named_schemas(member)?;
        named.retain(|it| self.expression(it.name, it.name_span).is_some());
        Some(Word::PatternProperties(named.iter().map(|it| (it.name, it.name_span, it.schema)).collect()))
    }

    /// `dependencies`: names with lists of names, and names with schemas. The two are told apart as two assertions.
    fn dependencies(&mut self, member: &'j Member) -> Option<Word<'j>> {
        let (mut lists, mut schemas) = (Vec::new(), Vec::new());
        for it in self.members(member)? {
            if let Value::List(_) = it.json.value {
                lists.push((it.name.as_str(), self.names(&it.name, &it.json)?));
            } else {
                let schema = self.children.child(&it.json, Step::Named(&member.name, &it.name));
                schemas.push((it.name.as_str(), schema));
            }
        }
        if schemas.is_empty() {
            return Some(Word::DependentRequired(lists));
        }
        if !lists.is_empty() {
            let word = Word::DependentRequired(lists);
            self.out.push(Assertion { keyword: &member.name, span: member.json.span, word });
        }
        Some(Word::DependentSchemas(schemas))
    }

    fn dependent_required(&mut self, member: &'j Member) -> Option<Word<'j>> {
        let mut lists = Vec::new();
        for it in self.members(member)? {
            lists.push((it.name.as_str(), self.names(&it.name, &it.json)?));
        }
        Some(Word::DependentRequired(lists))
    }

    /// A regular expression: its syntax must be that of ECMA-262.
    fn expression(&self, text: &str, span: Span) -> Option<()> {
        let Err(error) = pattern::translate(text) else { return Some(()) };
        self.diags
            .error(span, "not a regular expression of ECMA-262")
            .here(error.to_string())
            .help("JSON Schema takes the regular expressions of JavaScript, without flags")
            .emit();
        None
    }

    // Values of one kind each.

    fn schema(&mut self, member: &'j Member) -> SchemaId {
        self.children.child(&member.json, Step::Keyword(&member.name))
    }

    fn schemas(&mut self, member: &'j Member) -> Option<Vec<SchemaId>> {
        let items = self.list(member)?;
        let child = |(at, json)| self.children.child(json, Step::Listed(&member.name, at));
        Some(items.iter().enumerate().map(child).collect())
    }

    fn named_schemas(&mut self, member: &'j Member) -> Option<Vec<Property<'j>>> {
        let members = self.members(member)?;
        let child = |it: &'j Member| Property {
            name: &it.name,
            name_span: it.name_span,
            schema: self.children.child(&it.json, Step::Named(&member.name, &it.name)),
        };
        Some(last_of_each(members).into_iter().map(child).collect())
    }

    fn members(&mut self, member: &'j Member) -> Option<&'j [Member]> {
        let Value::Object(members) = &member.json.value else {
            self.wrong(&member.name, &member.json, "an object").emit();
            return None;
        };
        Some(members)
    }

    fn list(&mut self, member: &'j Member) -> Option<&'j [Json]> {
        let Value::List(items) = &member.json.value else {
            self.wrong(&member.name, &member.json, "an array").emit();
            return None;
        };
        Some(items)
    }

    fn text(&mut self, member: &'j Member) -> Option<&'j str> {
        let text = member.json.as_str();
        if text.is_none() {
            self.wrong(&member.name, &member.json, "a string").emit();
        }
        text
    }

    fn flag(&mut self, member: &'j Member) -> Option<bool> {
        let flag = member.json.as_bool();
        if flag.is_none() {
            self.wrong(&member.name, &member.json, "a boolean").emit();
        }
        flag
    }

    fn number(&mut self, member: &'j Member) -> Option<&'j str> {
        let Value::Number(text) = &member.json.value else {
            let wrong = self.wrong(&member.name, &member.json, "a number");
            if member.name.starts_with("exclusive") && member.json.as_bool().is_some() {
                wrong.help("a boolean here is of draft 4; since draft 6 the bound itself stands here").emit();
            } else {
                wrong.emit();
            }
            return None;
        };
        Some(text)
    }

    fn positive(&mut self, member: &'j Member) -> Option<&'j str> {
        let text = self.number(member)?;
        if number::Decimal::parse(text) <= number::Decimal::parse("0") {
            self.wrong(&member.name, &member.json, "a number above 0").emit();
            return None;
        }
        Some(text)
    }

    fn count(&mut self, member: &'j Member) -> Option<u64> {
        let count = if let Value::Number(text) = &member.json.value { number::count(text) } else { None };
        if count.is_none() {
            self.wrong(&member.name, &member.json, "a whole number from 0").emit();
        }
        count
    }

    fn names(&mut self, keyword: &str, json: &'j Json) -> Option<Vec<&'j str>> {
        let Value::List(items) = &json.value else {
            let wrong = self.wrong(keyword, json, "an array of strings");
            if keyword == "required" && json.as_bool().is_some() {
                wrong.help("a boolean here is of draft 3; since draft 4 the object lists its required members").emit();
            } else {
                wrong.emit();
            }
            return None;
        };
        let names: Vec<_> = items.iter().filter_map(Json::as_str).collect();
        if let Some(odd) = items.iter().find(|item| item.as_str().is_none()) {
            self.wrong(keyword, odd, "an array of strings").emit();
        }
        Some(names)
    }

    fn kinds(&mut self, member: &'j Member) -> Option<Kinds> {
        let one = std::slice::from_ref(&member.json);
        let list = if let Value::List(items) = &member.json.value { items } else { one };
        let mut kinds = Kinds(0);
        for item in list {
            let Some(kind) = item.as_str().and_then(kind) else {
                let found = item.as_str().map_or(format!("found {}", item.kind()), |_| "no such type".to_owned());
                let meant = item.as_str().and_then(|text| spelling::meant(text, TYPES));
                let all = || format!("the types are {}", TYPES.map(|it| format!("`{it}`")).join(", "));
                self.diags
                    .error(item.span, "`type` must be the name of a type, or an array of such names")
                    .here(found)
                    .help(meant.map_or_else(all, |it| format!("did you mean `{it}`?")))
                    .emit();
                return None;
            };
            kinds = kinds.or(kind);
        }
        Some(kinds)
    }

    /// Whether a member may be a slip of a keyword: that is not there, and takes a value of this kind.
    fn may_be(&self, keyword: &str, member: &Member) -> bool {
        let holds_schemas = ["definitions", "$defs", "properties", "patternProperties"].contains(&keyword);
        self.json.get(keyword).is_none() && (!holds_schemas || matches!(member.json.value, Value::Object(_)))
    }

    fn wrong(&self, keyword: &str, json: &Json, expected: &str) -> crate::diag::Pending<'_> {
        let found = match &json.value {
            Value::Number(text) if text.len() < 40 => format!("found {text}"),
            _ => format!("found {}", json.kind()),
        };
        self.diags.error(json.span, format!("`{keyword}` must be {expected}")).here(found)
    }
}

/// The members without those that a later one of the same name makes void.
fn last_of_each(members: &[Member]) -> Vec<&Member> {
    let last: HashMap<&str, usize> = members.iter().enumerate().map(|(at, it)| (it.name.as_str(), at)).collect();
    members.iter().enumerate().filter(|(at, it)| last[it.name.as_str()] == *at).map(|(_, it)| it).collect()
}

/// The names of types.
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

fn kind(name: &str) -> Option<Kinds> {
    Some(match name {
        "null" => Kinds::NULL,
        "boolean" => Kinds::BOOLEAN,
        "integer" => Kinds::INTEGER,
        "number" => Kinds::NUMBER,
        "string" => Kinds::STRING,
        "array" => Kinds::ARRAY,
        "object" => Kinds::OBJECT,
        _ => return None,
    })
}
