//! Types as rules.

use std::collections::{HashMap, HashSet};

use super::cases::{self, Ask, Case};
use super::gbnf::{MOST, Rules, choice, literal, repeat};
use super::number::{Bound, decimals, integers, multiples};
use super::{Rendered, empty, loss, pattern};
use crate::emit::dialect::limits::Limits;
use crate::emit::dialect::node::{Loss, Refusal};
use crate::emit::dialect::plan::{is_cyclic, keyword};
use crate::emit::notation::ARTIFACT_REF;
use crate::emit::pretty::Tree;
use crate::ir::{
    self, DeclId, Integer, Kind, List, Map, Number, Other, Record, Rest, RuleId, Text, Tuple, Type, TypeKind, Value,
};
use crate::json::quoted;
use crate::knobs::{Blank, Order};
use crate::resolve::Resolved;
use crate::resolve::kinds;

/// One character of a text that holds more than blanks.
const INK: &str = r#"[^"\\\x7F\x00-\x20] | "\\" ["\\/]"#;
const CHAR: &str = r#"[^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]"#;

pub(super) fn render(cx: &Resolved<'_>, id: DeclId, limits: &Limits) -> Result<Rendered, Refusal> {
    let most = |name| Some(limits.named(name)).filter(|most| *most < u64::MAX);
    let mut it = Draw {
        cx,
        rules: Rules::default(),
        decls: HashMap::new(),
        losses: Vec::new(),
        empty: empty::of(cx, id),
        max_text: most("gbnf.max_text"),
        max_items: most("gbnf.max_items"),
        max_depth: most("gbnf.max_depth"),
        rounds: 0,
        max_blanks: limits.named("gbnf.max_blanks").min(MOST),
        at: id,
    };
    let root = it.decl(id, "");
    match root {
        Some(root) => Ok(Rendered { grammar: it.rules.print(&root), losses: it.losses }),
        None => {
            Err(Refusal { span: cx.ir[id].span, path: String::new(), why: "no value fits it".to_owned(), limit: None })
        }
    }
}

struct Draw<'r> {
    cx: &'r Resolved<'r>,
    rules: Rules,
    /// The rule of each type, for each round of a cycle that is bounded; `None` for one that no value has.
    decls: HashMap<(DeclId, u64), Option<String>>,
    losses: Vec<Loss>,
    /// The types that no value has.
    empty: HashSet<DeclId>,
    /// What a build says that texts and lists may have at most, where the schema does not.
    max_text: Option<u64>,
    max_items: Option<u64>,
    /// How many blanks may begin a line; with none, all stands in one line.
    max_blanks: u64,
    /// How often a cycle may come back to itself.
    max_depth: Option<u64>,
    /// How often it did, where that is bounded.
    rounds: u64,
    /// The type that is described: it says how.
    at: DeclId,
}

impl Draw<'_> {
    /// The rule of a named type; `None` where no value has it.
    fn decl(&mut self, id: DeclId, path: &str) -> Option<String> {
        let outer = self.rounds;
        self.rounds += u64::from(self.max_depth.is_some() && is_cyclic(self.cx, id));
        let rule = self.round(id, path);
        self.rounds = outer;
        rule
    }

    fn round(&mut self, id: DeclId, path: &str) -> Option<String> {
        let key = (id, self.rounds);
        if let Some(rule) = self.decls.get(&key) {
            return rule.clone();
        }
        if self.empty.contains(&id) || self.max_depth.is_some_and(|most| self.rounds > most) {
            self.decls.insert(key, None);
            return None;
        }
        let name = self.rules.name(&self.cx.names[id].shown);
        // A type that comes back to itself refers to the rule that is being made.
        self.decls.insert(key, Some(name.clone()));
        let outer = std::mem::replace(&mut self.at, id);
        let decl = &self.cx.ir[id];
        let text = match &decl.kind {
            Kind::Record(it) => self.record(id, it, &name, path),
            Kind::Enum(it) => {
                let values: Vec<String> =
                    it.values.iter().map(|value| literal(&Tree::from(self.cx.shown(id, value)).compact())).collect();
                Some(choice(&values))
            }
            Kind::Union(it) => {
                if kinds::may_fit_two(self.cx.ir, it) {
                    self.lose(path, "oneOf");
                }
                let branches: Vec<String> =
                    it.branches.iter().filter_map(|branch| self.ty(&branch.ty, &name, path, true)).collect();
                (!branches.is_empty()).then(|| choice(&branches))
            }
            Kind::Newtype(ty) => self.ty(ty, &name, path, true),
            Kind::Never => None,
        };
        // Those of a record are its cases.
        if !matches!(decl.kind, Kind::Record(_)) {
            self.rule(decl.rule, path);
        }
        self.at = outer;
        let Some(text) = text else {
            self.decls.insert(key, None);
            return None;
        };
        self.rules.add(name.clone(), text);
        Some(name)
    }

    fn lose(&mut self, path: &str, keyword: &'static str) {
        let loss = loss(path, keyword);
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    fn rule(&mut self, rule: Option<RuleId>, path: &str) {
        let Some(rule) = rule else { return };
        for check in &self.cx.ir[rule].checks {
            self.lose(path, keyword(self.cx.ir, check));
        }
    }

    /// A type at a place; `None` where no value fits. `filled`: a text must hold more than blanks.
    fn ty(&mut self, ty: &Type, wish: &str, path: &str, filled: bool) -> Option<String> {
        let rule = match &ty.kind {
            TypeKind::Any => Some(self.value()),
            TypeKind::Null => Some(literal("null")),
            TypeKind::Bool => Some(r#"("true" | "false")"#.to_owned()),
            TypeKind::Integer(it) => self.integer(it, path),
            TypeKind::Number(it) => self.number(it, path),
            TypeKind::Text(it) => Some(self.text(it, path, filled)),
            TypeKind::List(it) => self.list(it, wish, path),
            TypeKind::Tuple(it) => self.tuple(it, wish, path),
            TypeKind::Map(it) => self.map(it, wish, path),
            TypeKind::Decl(id) => self.decl(*id, path),
        };
        self.rule(ty.rule, path);
        match (rule, ty.nullable) {
            (Some(rule), true) if !matches!(ty.kind, TypeKind::Any | TypeKind::Null) => {
                Some(format!("({rule} | \"null\")"))
            }
            (None, true) => Some(literal("null")),
            (rule, _) => rule,
        }
    }

    fn integer(&mut self, it: &Integer, path: &str) -> Option<String> {
        let (min, max) = it.bounds();
        let text = match it.multiple_of.as_deref().map(str::parse::<i128>) {
            None => integers(min, max),
            Some(of) => of.ok().and_then(|of| multiples(of, min, max)).or_else(|| {
                self.lose(path, "multipleOf");
                integers(min, max)
            }),
        };
        Some(self.rules.shared("integer", text?))
    }

    fn number(&mut self, it: &Number, path: &str) -> Option<String> {
        let Number { min, max, multiple_of, format: _ } = it;
        let mut bound = |limit: Option<&ir::Limit>, is_min| {
            let limit = limit?;
            let bound = Bound::read(&limit.value, limit.exclusive, is_min);
            if bound.is_none() {
                self.lose(path, if is_min { "minimum" } else { "maximum" });
            }
            bound
        };
        let (low, high) = (bound(min.as_ref(), true), bound(max.as_ref(), false));
        let fractions = multiple_of.as_deref().map(fractions);
        let (places, fractions) = match &fractions {
            None => (6, None),
            Some(Some(all)) => (6, Some(all.as_slice())),
            Some(None) => {
                self.lose(path, "multipleOf");
                (6, None)
            }
        };
        let text = decimals(low, high, places, fractions).or_else(|| {
            self.lose(path, "minimum");
            decimals(None, None, places, fractions)
        });
        Some(self.rules.shared("number", text?))
    }

    fn text(&mut self, it: &Text, path: &str, filled: bool) -> String {
        let Text { min, max, patterns, format, form: _ } = it;
        let (min, max) = (min.unwrap_or(0), max.or(self.max_text));
        let char = self.rules.shared("char", CHAR.to_owned());
        let translated = match patterns.as_slice() {
            [one] => pattern::translate(&one.source, &char),
            _ => None,
        };
        if patterns.len() > usize::from(translated.is_some()) {
            self.lose(path, "pattern");
        }
        let known = format.as_deref().and_then(|format| self.format(format));
        if let Some(inner) = known.or(translated) {
            // A pattern or a format is not cut to a length.
            if it.min.is_some() || it.max.is_some() {
                self.lose(path, "minLength");
            }
            return self.rules.shared("text", format!("\"\\\"\" {inner} \"\\\"\""));
        }
        if min > MOST || max.is_some_and(|max| max > MOST) {
            self.lose(path, if min > MOST { "minLength" } else { "maxLength" });
        }
        let (min, max) = (min.min(MOST), max.filter(|max| *max <= MOST));
        let body = if filled && max != Some(0) {
            let ink = self.rules.shared("ink", INK.to_owned());
            format!("{ink} {}", repeat(&char, min.saturating_sub(1), max.map(|max| max - 1)))
        } else {
            repeat(&char, min, max)
        };
        self.rules.shared("text", format!("\"\\\"\" {body} \"\\\"\""))
    }

    /// The texts of a format.
    fn format(&mut self, format: &str) -> Option<String> {
        let date = r#"[12] [0-9]{3} "-" (("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | "1" [0-9] | "2" [0-8]) | ("0" [13-9] | "1" [0-2]) "-" ("29" | "30") | ("0" [13578] | "1" [02]) "-31")"#;
        let time = r#"([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9]"#;
        let text = match format {
            "date" => date.to_owned(),
            "time" => time.to_owned(),
            "date-time" => {
                let (date, time) =
                    (self.rules.shared("date", date.to_owned()), self.rules.shared("time", time.to_owned()));
                format!("{date} \"T\" {time} (\"Z\" | [+-] (\"0\" [0-9] | \"1\" [0-3]) \":\" (\"00\" | \"30\"))")
            }
            "duration" => {
                r#""P" ([1-9] [0-9]{0,2} "D" ("T" [1-9] [0-9]? "H")? | "T" [1-9] [0-9]? [HMS] | [1-9] [0-9]? "W")"#
                    .to_owned()
            }
            "byte" => "([A-Za-z0-9+/]{4})*".to_owned(),
            "uuid" => "[0-9a-f]{8} (\"-\" [0-9a-f]{4}){3} \"-\" [0-9a-f]{12}".to_owned(),
            "email" => r#"[a-z0-9] [a-z0-9._+]{0,31} "@" [a-z0-9] [a-z0-9]{0,31} "." [a-z]{2,8}"#.to_owned(),
            "ipv4" => {
                let part = r#"([0-9] | [1-9] [0-9] | "1" [0-9]{2} | "2" [0-4] [0-9] | "25" [0-5])"#;
                let part = self.rules.shared("byte", part.to_owned());
                format!("{part} (\".\" {part}){{3}}")
            }
            _ => return None,
        };
        Some(self.rules.shared(format, text))
    }

    /// Blanks between two tokens.
    fn ws(&mut self) -> String {
        // Few of them, so that a model that has nothing to say cannot go on with them.
        let text = match self.max_blanks {
            0 => "\"\"".to_owned(),
            most => format!("(\" \" | \"\\n\" [ \\t]{{0,{most}}})?"),
        };
        self.rules.shared("ws", text)
    }

    /// Any value.
    fn value(&mut self) -> String {
        if let Some(rule) = self.rules.known("value") {
            return rule;
        }
        let name = self.rules.reserve("value");
        let ws = self.ws();
        let char = self.rules.shared("char", CHAR.to_owned());
        let text = format!("\"\\\"\" {}  \"\\\"\"", repeat(&char, 0, self.max_text.filter(|max| *max <= MOST)));
        let text = self.rules.shared("any-text", text.replace("  ", " "));
        let number = decimals(None, None, 6, None).unwrap_or_default();
        let number = self.rules.shared("number", number);
        let more = |part: &str| repeat(part, 0, self.max_items.filter(|max| *max <= MOST));
        let items = more(&format!("(\",\" {ws} {name} {ws})"));
        let members = more(&format!("(\",\" {ws} {text} {ws} \":\" {ws} {name} {ws})"));
        let list = format!("\"[\" {ws} ({name} {ws} {items})? \"]\"");
        let object = format!("\"{{\" {ws} ({text} {ws} \":\" {ws} {name} {ws} {members})? \"}}\"");
        let all = format!("{text} | {number} | \"true\" | \"false\" | \"null\" | {list} | {object}");
        self.rules.add(name.clone(), all);
        name
    }

    fn list(&mut self, it: &List, wish: &str, path: &str) -> Option<String> {
        let List { item, min, max, unique, item_doc: _ } = it;
        let min = min.unwrap_or(0);
        if *unique && (max.is_none_or(|max| max > 1) || min > 1) {
            if let Some(list) = self.distinct(item, min, *max) {
                return Some(list);
            }
            self.lose(path, "uniqueItems");
        }
        let item = self.ty(item, &format!("{wish}-item"), &format!("{path}[]"), false);
        let Some(item) = item else { return (min == 0).then(|| literal("[]")) };
        let sizes = self.sizes(min, max.or(self.max_items), path, ("minItems", "maxItems"));
        let text = self.sequence("[", "]", &item, sizes);
        Some(self.rules.shared(&format!("{wish}-list"), text))
    }

    /// A list of different values of an enum: in the order of the enum, as a grammar cannot count.
    fn distinct(&mut self, item: &Type, min: u64, max: Option<u64>) -> Option<String> {
        let TypeKind::Decl(id) = item.kind else { return None };
        let Kind::Enum(it) = &self.cx.ir[id].kind else { return None };
        let values: Vec<String> =
            it.values.iter().map(|value| literal(&Tree::from(self.cx.shown(id, value)).compact())).collect();
        if item.nullable || min > 1 || max.is_some_and(|max| max < values.len() as u64) || values.len() > 40 {
            return None;
        }
        let ws = self.ws();
        let kept: Vec<(String, bool)> = values.into_iter().map(|value| (value, false)).collect();
        let inner = self.members(&kept, "distinct", min > 0);
        Some(self.rules.shared("distinct", format!("\"[\" {ws} {inner} {ws} \"]\"")))
    }

    /// The sizes that a grammar can count to.
    fn sizes(
        &mut self,
        min: u64,
        max: Option<u64>,
        path: &str,
        (least, most): (&'static str, &'static str),
    ) -> (u64, Option<u64>) {
        if min > MOST {
            self.lose(path, least);
        }
        if max.is_some_and(|max| max > MOST) {
            self.lose(path, most);
        }
        (min.min(MOST), max.filter(|max| *max <= MOST).map(|max| max.max(min)))
    }

    /// An opener, elements with commas between them, a closer.
    fn sequence(&mut self, open: &str, close: &str, item: &str, (min, max): (u64, Option<u64>)) -> String {
        let ws = self.ws();
        if max == Some(0) {
            return format!("{} {ws} {}", literal(open), literal(close));
        }
        let more = format!("(\",\" {ws} {item} {ws})");
        let more = repeat(&more, min.saturating_sub(1), max.map(|max| max - 1));
        let body = format!("{item} {ws} {more}");
        let body = if min == 0 { format!("({body})?") } else { body };
        format!("{} {ws} {body} {}", literal(open), literal(close))
    }

    fn tuple(&mut self, it: &Tuple, wish: &str, path: &str) -> Option<String> {
        let Tuple { items, rest, min, max, unique } = it;
        if *unique {
            self.lose(path, "uniqueItems");
        }
        let ws = self.ws();
        let min = min.unwrap_or(0);
        let most = max.unwrap_or(u64::MAX);
        let mut places = Vec::new();
        for (at, item) in items.iter().enumerate().take(usize::try_from(most).unwrap_or(usize::MAX)) {
            match self.ty(item, &format!("{wish}-{at}"), &format!("{path}[{at}]"), false) {
                Some(place) => places.push(place),
                None if (at as u64) < min => return None,
                None => break,
            }
        }
        let is_full = places.len() == items.len();
        let rest = rest
            .as_ref()
            .filter(|_| is_full)
            .and_then(|rest| self.ty(rest, &format!("{wish}-rest"), &format!("{path}[]"), false));
        let mut tail = String::new();
        let count = places.len() as u64;
        if let Some(rest) = rest.filter(|_| most > count) {
            let (from, to) = (
                min.saturating_sub(count),
                max.or(self.max_items.map(|max| max.max(min))).map(|max| max.saturating_sub(count)),
            );
            let sizes = self.sizes(from, to, path, ("minItems", "maxItems"));
            tail = repeat(&format!("(\",\" {ws} {rest} {ws})"), sizes.0, sizes.1);
        } else if count < min {
            return None;
        }
        for (at, place) in places.iter().enumerate().rev() {
            let comma = if at == 0 { String::new() } else { format!("\",\" {ws} ") };
            let with = format!("{comma}{place} {ws} {tail}");
            tail = if (at as u64) < min { with } else { format!("({with})?") };
        }
        Some(self.rules.shared(&format!("{wish}-tuple"), format!("\"[\" {ws} {tail} \"]\"")))
    }

    fn map(&mut self, it: &Map, wish: &str, path: &str) -> Option<String> {
        let Map { value, name, min, max, value_doc: _ } = it;
        let min = min.unwrap_or(0);
        let inner = format!("{path}.*");
        let value = self.ty(value, &format!("{wish}-value"), &inner, false);
        let (Some(value), ws) = (value, self.ws()) else { return (min == 0).then(|| literal("{}")) };
        // Names of an enum come at most once each, in its order.
        if let Some(names) =
            name.as_ref().and_then(|name| self.names(name)).filter(|names| names.len() <= 40 && min <= 1)
        {
            if max.is_none_or(|max| max >= names.len() as u64) {
                let members: Vec<_> =
                    names.iter().map(|name| (format!("{name} {ws} \":\" {ws} {value}"), false)).collect();
                let members = self.members(&members, wish, min > 0);
                return Some(self.rules.shared(&format!("{wish}-map"), format!("\"{{\" {ws} {members} {ws} \"}}\"")));
            }
        }
        let name = match name {
            Some(name) => self.ty(name, &format!("{wish}-name"), &inner, true)?,
            None => self.text(&Text { max: Some(64), ..Text::default() }, &inner, true),
        };
        let entry = self.rules.shared(&format!("{wish}-entry"), format!("{name} {ws} \":\" {ws} {value}"));
        let sizes = self.sizes(min, max.or(self.max_items), path, ("minProperties", "maxProperties"));
        let text = self.sequence("{", "}", &entry, sizes);
        Some(self.rules.shared(&format!("{wish}-map"), text))
    }

    /// The names that a map may have, where they are listed.
    fn names(&self, name: &Type) -> Option<Vec<String>> {
        let TypeKind::Decl(id) = name.kind else { return None };
        let Kind::Enum(it) = &self.cx.ir[id].kind else { return None };
        it.values.iter().map(|value| Some(literal(&quoted(value.json.as_str()?)))).collect()
    }

    /// A record: one alternative for each case of the rules beside it.
    fn record(&mut self, id: DeclId, it: &Record, wish: &str, path: &str) -> Option<String> {
        let artifact = self.cx.ir[id].ext.alias.is_some();
        let cases = if artifact { vec![Case::new()] } else { self.cases(id, it, path) };
        if let (Rest::Keep { patterns, other, value: _ }, false) = (&it.rest, artifact) {
            if !patterns.is_empty() {
                self.lose(path, "patternProperties");
            }
            if matches!(other, Other::Keep(_)) {
                self.lose(path, "additionalProperties");
            }
        }
        let all: Vec<String> = cases.iter().filter_map(|case| self.case(id, it, case, wish, path)).collect();
        (!all.is_empty()).then(|| choice(&all))
    }

    /// The cases of the rules beside a record; a rule that has none is lost.
    fn cases(&mut self, id: DeclId, it: &Record, path: &str) -> Vec<Case> {
        let mut all = vec![Case::new()];
        let Some(rule) = self.cx.ir[id].rule else { return all };
        for check in &self.cx.ir[rule].checks {
            let found = cases::of(self.cx.ir, check, true);
            let found = found.filter(|cases| cases.iter().all(|case| self.can_say(it, case)));
            match found.and_then(|found| cases::both(&all, &found)) {
                Some(both) => all = both,
                None => self.lose(path, keyword(self.cx.ir, check)),
            }
        }
        all
    }

    /// Whether a case asks no more than the types of the members can be held to.
    fn can_say(&self, it: &Record, case: &Case) -> bool {
        case.iter().all(|(name, ask)| {
            let ty = it.fields.iter().find(|field| field.name == *name).map(|field| &field.ty);
            match ty.map(|ty| (&ty.kind, ty.nullable)) {
                // What is not declared is never written.
                None => ask.there != Some(true),
                Some(_) if !ask.has_limits() => true,
                Some((TypeKind::Integer(_), false)) => ask.only.is_none() && ask.never.is_empty(),
                Some((TypeKind::Decl(id), false)) => {
                    matches!(self.cx.ir[*id].kind, Kind::Enum(_)) && ask.min.is_none() && ask.max.is_none()
                }
                Some(_) => false,
            }
        })
    }

    fn case(&mut self, id: DeclId, it: &Record, case: &Case, wish: &str, path: &str) -> Option<String> {
        let settings = *self.cx.settings(id);
        let artifact = self.cx.ir[id].ext.alias.is_some();
        let names = &self.cx.names[id].fields;
        let mut named: Vec<_> = it.fields.iter().zip(names).collect();
        if settings.order == Order::Sorted {
            named.sort_by_key(|(_, names)| &names.shown);
        }
        let ws = self.ws();
        let free = Ask::default();
        let mut members = Vec::new();
        for (field, names) in named {
            let ask = case.get(&field.name).unwrap_or(&free);
            let required = field.required || artifact || ask.there == Some(true);
            if ask.there == Some(false) && field.required {
                return None;
            }
            if artifact && field.name != ARTIFACT_REF || ask.there == Some(false) {
                continue;
            }
            let place = if path.is_empty() { names.shown.clone() } else { format!("{path}.{}", names.shown) };
            let filled = required && settings.blank == Blank::Refuse;
            let value = match ask.has_limits() {
                true => self.limited(&field.ty, ask, &place),
                false => self.ty(&field.ty, &format!("{wish}-{}", names.shown), &place, filled),
            };
            let value = match value {
                Some(value) => value,
                None if required => return None,
                None => continue,
            };
            let member = format!("{} {ws} \":\" {ws} {value}", literal(&quoted(&names.shown)));
            members.push((member, required || field.default.is_some()));
        }
        if members.is_empty() {
            return Some(format!("\"{{\" {ws} \"}}\""));
        }
        let members = self.members(&members, wish, false);
        Some(format!("\"{{\" {ws} {members} {ws} \"}}\""))
    }

    /// A type within what a case asks of it.
    fn limited(&mut self, ty: &Type, ask: &Ask, path: &str) -> Option<String> {
        match &ty.kind {
            TypeKind::Integer(it) => {
                let (min, max) = it.bounds();
                let within =
                    |one: Option<i128>, two: Option<i128>| one.zip(two).map(|(one, two)| one.min(two)).or(one).or(two);
                let it = Integer { min: min.max(ask.min), max: within(max, ask.max), ..it.clone() };
                self.integer(&it, path)
            }
            TypeKind::Decl(id) => {
                let Kind::Enum(it) = &self.cx.ir[*id].kind else { return None };
                let is_kept = |value: &&Value| {
                    let value = Tree::from(&value.json).compact();
                    ask.only.as_ref().is_none_or(|only| only.contains(&value)) && !ask.never.contains(&value)
                };
                let shown = |value: &Value| literal(&Tree::from(self.cx.shown(*id, value)).compact());
                let values: Vec<String> = it.values.iter().filter(is_kept).map(shown).collect();
                (!values.is_empty()).then(|| choice(&values))
            }
            // OK because `can_say` let nothing else pass.
            _ => None,
        }
    }

    /// Members in their order, each `true` one always; with a comma between any two. `some`: at least one of them.
    fn members(&mut self, members: &[(String, bool)], wish: &str, some: bool) -> String {
        let ws = self.ws();
        let first = members.iter().position(|(_, always)| *always);
        let comma = |member: &str| format!("{ws} \",\" {ws} {member}");
        let tail = |from: usize| {
            let rest = members.iter().skip(from).map(|(member, always)| match always {
                true => comma(member),
                false => format!("({})?", comma(member)),
            });
            rest.collect::<Vec<_>>().join(" ")
        };
        if first == Some(0) {
            return format!("{} {}", members[0].0, tail(1)).trim_end().to_owned();
        }
        // Before the first that is always there, each may be the first one.
        let last = first.unwrap_or(members.len() - 1);
        let mut starts = Vec::new();
        let mut behind = self
            .rules
            .shared(&format!("{wish}-end"), if last + 1 < members.len() { tail(last + 1) } else { "\"\"".to_owned() });
        for (at, (member, always)) in members.iter().enumerate().take(last + 1).rev() {
            starts.push(format!("{member} {behind}"));
            let more = comma(member);
            let more = if *always { format!("{more} {behind}") } else { format!("({more})? {behind}") };
            if at > 0 {
                behind = self.rules.shared(&format!("{wish}-more"), more);
            }
        }
        starts.reverse();
        let is_single = starts.len() == 1;
        let starts = choice(&starts);
        match (first.is_some() || some, is_single) {
            (true, _) => starts,
            (false, true) => format!("({starts})?"),
            (false, false) => format!("{starts}?"),
        }
    }
}

/// What stands behind the point in a multiple of a number, where that is simple; the whole ones have nothing there.
fn fractions(of: &str) -> Option<Vec<String>> {
    let (whole, fraction) = of.split_once('.').unwrap_or((of, ""));
    if whole == "1" && fraction.trim_end_matches('0').is_empty() {
        return Some(Vec::new());
    }
    if whole != "0" || fraction.is_empty() || fraction.len() > 4 {
        return None;
    }
    let unit = 10u32.pow(fraction.len() as u32);
    let step: u32 = fraction.parse().ok().filter(|step| *step > 0 && unit % step == 0 && unit / step <= 1_000)?;
    Some((1..unit / step).map(|n| format!("{:0width$}", n * step, width = fraction.len())).collect())
}
