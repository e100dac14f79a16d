//! YAML 1.2 as the JSON that it stands for, by the core schema, with the place of each value.
//!
//! An alias is the value of its anchor once more, with the anchor's place: to a schema it is the same schema. `<<` gives
//! a mapping the members of others, behind its own.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};

use crate::diag::{Diags, SourceId, Span};
use crate::json::{Json, Member, Value};

/// How deep values nest, as in JSON documents.
const DEPTH: usize = 1000;

/// Values that aliases may add: they can double with every line.
const ALIASED: usize = 1_000_000;

/// Reads the one document of a text. Everything that JSON does not have is an error at its place.
pub(crate) fn parse(text: &str, source: SourceId, diags: &Diags) -> Option<Json> {
    let places = Places::of(text, source);
    let mut reader = Reader { places, diags, open: Vec::new(), anchors: HashMap::new(), aliased: 0, root: None };
    let mut parser = Parser::new_from_str(text);
    while let Some(next) = parser.next_event() {
        let (event, span) = match next {
            Ok(next) => next,
            Err(error) => {
                let at = reader.places.span(*error.marker(), *error.marker());
                diags.error(at, "this is not YAML").here(error.info()).emit();
                return None;
            }
        };
        let span = reader.places.span(span.start, span.end);
        reader.event(event, span)?;
    }
    if reader.root.is_none() {
        let start = Span { source, start: 0, end: 0 };
        diags.error(start, "this file holds no YAML document").emit();
    }
    reader.root
}

/// Byte offsets by character, for a parser that counts characters.
struct Places {
    source: SourceId,
    /// Empty where the text is ASCII: there both are one.
    bytes: Vec<u32>,
    len: u32,
}

impl Places {
    fn of(text: &str, source: SourceId) -> Self {
        // OK because sources are at most 4 GiB.
        let all = || text.char_indices().map(|(at, _)| at as u32).collect();
        Self { source, bytes: if text.is_ascii() { Vec::new() } else { all() }, len: text.len() as u32 }
    }

    fn byte(&self, at: Marker) -> u32 {
        let ascii = || (at.index() as u32).min(self.len);
        if self.bytes.is_empty() { ascii() } else { self.bytes.get(at.index()).copied().unwrap_or(self.len) }
    }

    fn span(&self, start: Marker, end: Marker) -> Span {
        let start = self.byte(start);
        Span { source: self.source, start, end: self.byte(end).max(start) }
    }
}

/// A list or mapping whose end is to come.
struct Open {
    span: Span,
    anchor: usize,
    inside: Inside,
}

enum Inside {
    List(Vec<Json>),
    Mapping {
        members: Vec<Member>,
        /// Its own members by name; only looked up.
        names: HashMap<String, Span>,
        /// The name whose value comes next.
        name: Option<(String, Span)>,
        /// The mappings of `<<`.
        merged: Vec<Json>,
    },
}

struct Reader<'d> {
    places: Places,
    diags: &'d Diags,
    open: Vec<Open>,
    /// Only looked up; with the number of values in each.
    anchors: HashMap<usize, (Json, usize)>,
    aliased: usize,
    root: Option<Json>,
}

impl Reader<'_> {
    /// Takes one event. `None` where the rest has no meaning after what was reported.
    fn event(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => {
                return self.refuse(span, "a schema file holds one YAML document", "a second one begins here");
            }
            Event::SequenceStart(anchor, tag) => self.enter(span, anchor, tag, Inside::List(Vec::new()))?,
            Event::MappingStart(anchor, tag) => {
                let (members, names, merged) = (Vec::new(), HashMap::new(), Vec::new());
                self.enter(span, anchor, tag, Inside::Mapping { members, names, name: None, merged })?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.leave(span)?,
            Event::Scalar(text, style, anchor, tag) => {
                if self.wants_name() {
                    let plain = style == ScalarStyle::Plain && tag.is_none();
                    return self.name(text.into_owned(), span, plain);
                }
                let value = self.scalar(text, style, tag.as_deref(), span)?;
                self.value(Json { span, value }, anchor)?;
            }
            Event::Alias(anchor) => self.alias(anchor, span)?,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        }
        Some(())
    }

    fn refuse<T>(&self, span: Span, message: &str, here: &str) -> Option<T> {
        self.diags.error(span, message).here(here).emit();
        None
    }

    fn enter(&mut self, span: Span, anchor: usize, tag: Option<Cow<'_, Tag>>, inside: Inside) -> Option<()> {
        if self.wants_name() {
            return self.refuse(span, "the name of a member must be a text", "found a list or a mapping");
        }
        if self.open.len() >= DEPTH {
            return self.refuse(span, "nesting too deep", "");
        }
        if let Some(tag) = tag.filter(|tag| !(tag.is_yaml_core_schema() && matches!(&*tag.suffix, "map" | "seq"))) {
            return self.refuse(span, &format!("the tag `{tag}` has no meaning in JSON"), "");
        }
        self.open.push(Open { span, anchor, inside });
        Some(())
    }

    fn leave(&mut self, end: Span) -> Option<()> {
        // OK because the parser closes what it opened.
        let Open { span, anchor, inside } = self.open.pop().expect("a container is open");
        let span = Span { end: end.end.max(span.end), ..span };
        let value = match inside {
            Inside::List(items) => Value::List(items),
            Inside::Mapping { mut members, names, merged, .. } => {
                let mut taken: Vec<String> = names.into_keys().collect();
                for member in merged.into_iter().flat_map(|it| it.into_members()) {
                    if !taken.contains(&member.name) {
                        taken.push(member.name.clone());
                        members.push(member);
                    }
                }
                Value::Object(members)
            }
        };
        self.value(Json { span, value }, anchor)
    }

    /// Whether a mapping is open of which the next member's name comes.
    fn wants_name(&self) -> bool {
        matches!(self.open.last(), Some(Open { inside: Inside::Mapping { name: None, .. }, .. }))
    }

    fn name(&mut self, text: String, span: Span, plain: bool) -> Option<()> {
        let Some(Open { inside: Inside::Mapping { names, name, .. }, .. }) = self.open.last_mut() else { return None };
        let merges = plain && text == "<<";
        if let (Some(first), false) = (names.get(&text), merges) {
            self.diags
                .error(span, format!("two members of one mapping have the name `{text}`"))
                .label(*first, "the other one")
                .emit();
            return None;
        }
        if !merges {
            names.insert(text.clone(), span);
        }
        // A merge is told from a member of that name by a name that no text has.
        *name = Some((if merges { MERGE.to_owned() } else { text }, span));
        Some(())
    }

    /// Puts a value where it belongs.
    fn value(&mut self, json: Json, anchor: usize) -> Option<()> {
        if anchor > 0 {
            let count = count(&json);
            self.anchors.insert(anchor, (json.clone(), count));
        }
        match self.open.last_mut().map(|open| &mut open.inside) {
            None => self.root = Some(json),
            Some(Inside::List(items)) => items.push(json),
            Some(Inside::Mapping { members, name, merged, .. }) => match name.take() {
                Some((name, span)) if name == MERGE => match json.value {
                    Value::Object(_) => merged.push(json),
                    Value::List(items) if items.iter().all(|it| matches!(it.value, Value::Object(_))) => {
                        merged.extend(items);
                    }
                    _ => return self.refuse(span, "`<<` merges mappings", "its value is none, and no list of them"),
                },
                // OK because a value comes behind its name.
                taken => {
                    let (name, name_span) = taken.expect("a name came before its value");
                    members.push(Member { name, name_span, json });
                }
            },
        }
        Some(())
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Option<()> {
        let Some((json, count)) = self.anchors.get(&anchor) else {
            return self.refuse(
                span,
                "an alias cannot stand inside its own anchor",
                "JSON has no value that holds itself",
            );
        };
        self.aliased += count;
        if self.aliased > ALIASED {
            return self.refuse(span, "the aliases of this file stand for too many values", "");
        }
        let json = json.clone();
        if self.wants_name() {
            let Value::Text(text) = json.value else {
                return self.refuse(span, "the name of a member must be a text", "found another value");
            };
            return self.name(text, span, false);
        }
        self.value(json, 0)
    }

    /// A scalar by its tag, else by the core schema where it is plain.
    fn scalar(&self, text: Cow<'_, str>, style: ScalarStyle, tag: Option<&Tag>, span: Span) -> Option<Value> {
        let kind = tag.map(|tag| if tag.is_yaml_core_schema() { tag.suffix.as_str() } else { "" });
        let is_text = match (kind, tag) {
            (None, _) => style != ScalarStyle::Plain,
            (Some("str"), _) => true,
            (Some("null" | "bool" | "int" | "float"), _) => false,
            (_, Some(tag)) if tag.suffix.is_empty() => true,
            (_, Some(tag)) => return self.refuse(span, &format!("the tag `{tag}` has no meaning in JSON"), ""),
            (Some(_), None) => true,
        };
        if is_text {
            return Some(Value::Text(text.into_owned()));
        }
        match plain(&text) {
            Ok(value) => Some(value.unwrap_or_else(|| Value::Text(text.into_owned()))),
            Err(why) => self.refuse(span, why, "put it in quotes if it is a text"),
        }
    }
}

/// Stands for `<<` among names.
const MERGE: &str = "\u{0}<<";

fn count(json: &Json) -> usize {
    let mut stack = vec![json];
    let mut count = 0;
    while let Some(json) = stack.pop() {
        count += 1;
        stack.extend(json.items());
        stack.extend(json.members().iter().map(|it| &it.json));
    }
    count
}

/// What a plain scalar is by the core schema; `None` for a text.
fn plain(text: &str) -> Result<Option<Value>, &'static str> {
    Ok(Some(match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => {
            let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
            if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
                return Err("JSON has no such number");
            }
            let based = text.strip_prefix("0x").map(|it| (it, 16)).or(text.strip_prefix("0o").map(|it| (it, 8)));
            if let Some((digits, base)) = based.filter(|(digits, _)| !digits.starts_with('+')) {
                return Ok(u128::from_str_radix(digits, base).ok().map(|it| Value::Number(it.to_string())));
            }
            return Ok(decimal(unsigned, text.starts_with('-')).map(Value::Number));
        }
    }))
}

/// A decimal number as JSON spells it.
///
/// ```text
/// number = ( "." digits | digits [ "." [ digits ] ] ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
/// ```
fn decimal(text: &str, negative: bool) -> Option<String> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let power = exponent.map(|it| it.strip_prefix(['+', '-']).unwrap_or(it));
    if whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
        return None;
    }
    if power.is_some_and(|it| it.is_empty() || !digits(it)) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let mut out = String::from(if negative { "-" } else { "" });
    out.push_str(if whole.is_empty() { "0" } else { whole });
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    if let Some(exponent) = exponent {
        out.push('e');
        out.push_str(exponent);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report;
    use crate::source::Sources;

    fn read(text: &str) -> String {
        let mut sources = Sources::default();
        let source = sources.add("a.yaml", text.to_owned());
        let diags = Diags::default();
        let json = Json::parse(&sources, source, &diags);
        let report = report::render(&sources, &diags.take());
        json.map_or(report, |json| json.to_compact())
    }

    #[test]
    fn ok_values_by_the_core_schema() {
        let text = "a: [1, +2, -03, 0x1F, 0o17, 1.50, .5, 2., 1e+3]\nb: [~, null, true, False]\nc: [yes, 2020-01-01, '1', !!str 1, 1_000, 0x, 1.2.3]\n? d\n: |\n  é\n  x\ne:\n200: z\n";
        assert_eq!(
            read(text),
            r#"{"a":[1,2,-3,31,15,1.50,0.5,2,1e+3],"b":[null,null,true,false],"c":["yes","2020-01-01","1","1","1_000","0x","1.2.3"],"d":"é\nx\n","e":null,"200":"z"}"#
        );
    }

    #[test]
    fn ok_places_are_those_of_the_source() {
        let text = "# é\ntype: object\nproperties:\n  é: {type: [string]}\n";
        let mut sources = Sources::default();
        let source = sources.add("a.yaml", text.to_owned());
        let json = Json::parse(&sources, source, &Diags::default()).unwrap();
        let property = &json.get("properties").unwrap().members()[0];
        let part = |span: Span| &text[span.start as usize..span.end as usize];
        assert_eq!(part(property.name_span), "é");
        assert_eq!(part(property.json.span), "{type: [string]}");
        assert_eq!(part(json.get("type").unwrap().span), "object");
    }

    #[test]
    fn ok_anchors_and_merges() {
        let text = "base: &b {x: 1, y: 2}\nown: {<<: *b, y: 3}\nlist:\n  <<: [*b, {z: 4, x: 5}]\nagain: *b\n";
        assert_eq!(
            read(text),
            r#"{"base":{"x":1,"y":2},"own":{"y":3,"x":1},"list":{"x":1,"y":2,"z":4},"again":{"x":1,"y":2}}"#
        );
    }

    #[test]
    fn err_what_json_does_not_have() {
        let says = |text: &str, message: &str| {
            let report = read(text);
            assert!(report.contains(message), "{text}: {report}");
        };
        says("a: 1\nb: 2\na: 3\n", "two members of one mapping have the name `a`");
        says("a: 1\nb: 2\na: 3\n", " --> a.yaml:3:1\n");
        says("a: .inf", "JSON has no such number");
        says("a: !point 1", "the tag `!point` has no meaning in JSON");
        says("? [a]\n: 1", "the name of a member must be a text");
        says("a: &a [*a]", "an alias cannot stand inside its own anchor");
        says("a: 1\n---\nb: 2", "a schema file holds one YAML document");
        says("", "this file holds no YAML document");
        says("a: [1, 2", "this is not YAML");
        says("a: {<<: 1}", "`<<` merges mappings");
        let bomb: String = (1..40).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1)).collect();
        says(&format!("a0: &a0 [1, 2]\n{bomb}"), "stand for too many values");
        says(&"[".repeat(5000), "recursion limit exceeded");
        says(&"- ".repeat(5000), "nesting too deep");
    }
}
