//! Values of a shape, from choices.

use nucleo_runtime::shape::{Format, Integer, Kind, Literal, Number, Record, Rest, Shape, Text, TypeId};
use serde_json::{Map, Value, json};

use super::Choices;

/// Deeper values are as small as their types allow.
const DEPTH: u32 = 8;

/// A value of the shape; one that a rule or a pattern of it may still refuse.
pub(super) fn of(shape: Shape, choices: &mut Choices<'_>) -> Value {
    value(shape, shape.id, choices, 0)
}

fn value(shape: Shape, id: TypeId, choices: &mut Choices<'_>, depth: u32) -> Value {
    let ty = shape.table.get(id);
    if ty.nullable && choices.below(4) == 1 {
        return Value::Null;
    }
    let is_deep = depth >= DEPTH || choices.is_spent();
    let inner = |id, choices: &mut Choices<'_>| value(shape, id, choices, depth + 1);
    match &ty.kind {
        Kind::Any => anything(choices, depth),
        Kind::Never | Kind::Null => Value::Null,
        Kind::Bool => Value::Bool(choices.below(2) == 0),
        Kind::Integer(it) => integer(it, choices),
        Kind::Number(it) => number(it, choices),
        Kind::Text(it) => text(it, choices),
        Kind::Enum(variants) => literal(&variants[choices.below(variants.len() as u64) as usize].value),
        Kind::List(it) => {
            let most = if is_deep { it.min } else { it.max.min(it.min + 4) };
            let count = it.min + choices.below(u64::from(most - it.min) + 1) as u32;
            (0..count).map(|_| inner(it.item, choices)).collect()
        }
        Kind::Tuple(it) => it.items.iter().map(|id| inner(*id, choices)).collect(),
        Kind::Map(it) => {
            let count = if is_deep { it.min } else { it.min + choices.below(3) as u32 };
            (0..count).map(|at| (format!("{}{at}", name(choices)), inner(it.value, choices))).collect()
        }
        Kind::Record(it) => record(shape, it, choices, depth),
        // The first branch is the one that ends.
        Kind::Union(it) if is_deep => inner(it.branches[0].ty, choices),
        Kind::Union(it) => tagged(shape, it, choices, depth),
        Kind::Same(to) => inner(*to, choices),
        Kind::Mapped(it) => inner(it.ty, choices),
    }
}

fn tagged(shape: Shape, it: &nucleo_runtime::shape::Union, choices: &mut Choices<'_>, depth: u32) -> Value {
    let branch = &it.branches[choices.below(it.branches.len() as u64) as usize];
    let mut made = value(shape, branch.ty, choices, depth + 1);
    if let (Some(tag), Some(members), [name, ..]) = (it.tag, made.as_object_mut(), branch.tags) {
        members.insert(tag.name.to_owned(), json!(name));
    }
    made
}

fn record(shape: Shape, it: &Record, choices: &mut Choices<'_>, depth: u32) -> Value {
    let mut members = Map::new();
    for field in it.fields {
        let is_there = field.required || depth < DEPTH && choices.below(2) == 1;
        if is_there {
            members.insert(field.name.to_owned(), value(shape, field.ty, choices, depth + 1));
        }
    }
    if let (Rest::Keep(id), 1) = (it.rest, choices.below(4)) {
        members.insert("further".to_owned(), value(shape, id, choices, depth + 1));
    }
    if let (Rest::Match { patterns: [(_, id), ..], .. }, 1) = (it.rest, choices.below(4)) {
        members.insert("n_1".to_owned(), value(shape, *id, choices, depth + 1));
    }
    Value::Object(members)
}

fn integer(it: &Integer, choices: &mut Choices<'_>) -> Value {
    let (min, max) = (it.min.max(i64::MIN.into()), it.max.min(u64::MAX.into()));
    let bits = i128::from(choices.bits());
    let made = match choices.below(4) {
        0 => min,
        1 => max,
        2 => min.max(0).saturating_add(bits % 1_000),
        _ => min + bits % (max - min + 1),
    };
    let made = made.clamp(min, max);
    i64::try_from(made).map_or_else(|_| json!(made as u64), |made| json!(made))
}

fn number(it: &Number, choices: &mut Choices<'_>) -> Value {
    if it.multiple_of.is_some() {
        return json!(f64::from(choices.byte()) * 0.25);
    }
    if it.min.is_some() || it.max.is_some() {
        return json!(f64::from(choices.byte()) / 256.0);
    }
    let float = f64::from_bits(choices.bits());
    if float.is_finite() { json!(float) } else { json!(-0.5) }
}

/// Never blank: a member that must be there is not, where its text is.
fn text(it: &Text, choices: &mut Choices<'_>) -> Value {
    let (a, b, c) = (choices.below(12), choices.below(24), choices.below(60));
    json!(match it.format {
        Format::Date => format!("{}-{:02}-{:02}", 1990 + c, 1 + a, 1 + b),
        Format::DateTime | Format::Timestamp => format!("{}-{:02}-{:02}T{b:02}:{c:02}:07Z", 1990 + c, 1 + a, 1 + b),
        Format::Time => format!("{b:02}:{c:02}:{c:02}"),
        Format::Duration => format!("P{a}DT{b}H{c}M"),
        Format::Seconds => format!("{b}.{c:02}s"),
        Format::Base64 => "bnVjbGVv"[..4 * (a as usize % 3)].to_owned(),
        Format::Plain | Format::Named(_) if it.patterns.is_empty() => phrase(it, choices),
        Format::Plain | Format::Named(_) => "abcdefgh"[..2 + (a as usize % 6)].to_owned(),
    })
}

/// What models write in texts, with all that makes a reader stumble.
fn phrase(it: &Text, choices: &mut Choices<'_>) -> String {
    const PIECES: &[&str] = &[
        "a",
        "Word",
        " ",
        ",",
        ":",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        "`",
        "\\",
        "/",
        "//",
        "/*",
        "#",
        "\n",
        "\t",
        "\u{1}",
        "```",
        "```json\n",
        "<think>",
        "</think>",
        "null",
        "true",
        "12",
        "1,000",
        "-",
        "é",
        "“",
        "”",
        "😀",
        "\u{200b}",
        "\u{feff}",
        "%",
        "$",
        "\\n",
        "\\u0041",
        "@type",
        "...",
        "…",
        "Output:",
        "\nUser:",
        "=",
        "<|",
        "\": ",
        "\", \"",
    ];
    let mut out = String::from("x");
    for _ in 0..choices.below(9) {
        out.push_str(choices.of(PIECES).unwrap_or_default());
    }
    out.extend(std::iter::repeat_n('y', (it.min as usize).min(64).saturating_sub(out.len())));
    out.chars().take(it.max as usize).collect()
}

fn name(choices: &mut Choices<'_>) -> &'static str {
    choices.of(&["key", "a b", "é", "@type", "x.y", "Key", "", "{", "\"", "\\"]).unwrap_or_default()
}

fn anything(choices: &mut Choices<'_>, depth: u32) -> Value {
    match choices.below(if depth < DEPTH { 8 } else { 5 }) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(choices.bits()),
        3 => json!(choices.bits() as i64),
        4 => json!(phrase(&Text::ANY, choices)),
        5 => json!(f64::from(choices.byte()) / 8.0),
        6 => (0..choices.below(4)).map(|_| anything(choices, depth + 1)).collect(),
        _ => {
            let count = choices.below(4);
            (0..count).map(|at| (format!("{}{at}", name(choices)), anything(choices, depth + 1))).collect()
        }
    }
}

fn literal(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(it) => json!(it),
        Literal::Number(it) => serde_json::from_str(it).unwrap_or_default(),
        Literal::Text(it) => json!(it),
        Literal::List(items) => items.iter().map(self::literal).collect(),
        Literal::Object(members) => members.iter().map(|(name, it)| ((*name).to_owned(), self::literal(it))).collect(),
    }
}
