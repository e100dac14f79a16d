//! Values at random that fit a shape, as serde_json holds them.

use nucleo_runtime::Value;
use nucleo_runtime::shape::{Format, Integer, Kind, Literal, Number, Record, Shape, Table, Text, TypeId};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, json};

/// Deeper than this, what may be absent is absent, and lists are as short as they may be.
const DEPTH: u32 = 4;

/// The values of a shape, but for what its rules say: those stand beside the table of types.
pub(crate) fn of(shape: Shape) -> BoxedStrategy<Value> {
    ty(shape.table, shape.id, DEPTH)
}

fn ty(table: &'static Table, id: TypeId, depth: u32) -> BoxedStrategy<Value> {
    let it = table.get(id);
    let values = kind(table, &it.kind, depth);
    if it.nullable { prop_oneof![4 => values, 1 => Just(Value::Null)].boxed() } else { values }
}

fn kind(table: &'static Table, kind: &'static Kind, depth: u32) -> BoxedStrategy<Value> {
    match kind {
        Kind::Any => prop_oneof![any::<bool>().prop_map(Value::from), words(), Just(json!([1, {"a": null}]))].boxed(),
        Kind::Never => unreachable!("no answer of `schemas/` is unsatisfiable"),
        Kind::Null => Just(Value::Null).boxed(),
        Kind::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Integer(it) => integer(it),
        Kind::Number(it) => number(it),
        Kind::Text(it) => text(table, it),
        Kind::Enum(values) => proptest::sample::select(*values).prop_map(|variant| literal(&variant.value)).boxed(),
        Kind::List(it) => {
            let max = it.max.min(it.min + if depth == 0 { 0 } else { 3 }) as usize;
            let lists = vec(ty(table, it.item, depth.saturating_sub(1)), it.min as usize..=max);
            let unique = it.unique;
            lists
                .prop_filter("equal items", move |items| {
                    !unique || (1..items.len()).all(|at| !items[..at].contains(&items[at]))
                })
                .prop_map(Value::from)
                .boxed()
        }
        Kind::Tuple(it) => {
            let items: Vec<_> = it.items.iter().map(|id| ty(table, *id, depth.saturating_sub(1))).collect();
            items.prop_map(Value::from).boxed()
        }
        Kind::Map(it) => {
            let max = it.max.min(it.min + if depth == 0 { 0 } else { 3 }) as usize;
            let values = ty(table, it.value, depth.saturating_sub(1));
            let names = "[a-zA-Zäöü@$][a-zA-Z0-9äöü _.-]{0,8}[a-zA-Z0-9]";
            btree_map(names, values, it.min as usize..=max)
                .prop_map(|map| Value::Object(map.into_iter().collect()))
                .boxed()
        }
        Kind::Record(it) => record(table, it, depth),
        Kind::Union(it) => {
            let branches: Vec<_> = it.branches.iter().map(|branch| ty(table, branch.ty, depth)).collect();
            proptest::strategy::Union::new(branches).boxed()
        }
        Kind::Same(id) => ty(table, *id, depth),
        Kind::Mapped(it) => ty(table, it.ty, depth),
    }
}

fn record(table: &'static Table, it: &'static Record, depth: u32) -> BoxedStrategy<Value> {
    let fields: Vec<_> = it
        .fields
        .iter()
        .map(|field| {
            let present = field.required || depth > 0;
            let values = if present {
                ty(table, field.ty, depth.saturating_sub(1)).prop_map(Some).boxed()
            } else {
                Just(None).boxed()
            };
            let values = if field.required { values } else { prop_oneof![1 => Just(None), 2 => values].boxed() };
            values.prop_map(|value| Some((field.name.to_owned(), value?)))
        })
        .collect();
    fields.prop_map(|fields| Value::Object(fields.into_iter().flatten().collect::<Map<_, _>>())).boxed()
}

fn integer(it: &Integer) -> BoxedStrategy<Value> {
    let step: i64 = it.multiple_of.map_or(1, |of| of.parse().expect("a whole number"));
    // What serde_json holds without a feature that we must not turn on.
    let clamp = |bound: i128| i64::try_from(bound.clamp(i64::MIN.into(), i64::MAX.into())).expect("it was clamped");
    let (min, max) = (clamp(it.min), clamp(it.max));
    let near = min.max(-100).min(max)..=max.min(100).max(min);
    prop_oneof![near, min..=max].prop_map(move |number| Value::from(number / step * step)).boxed()
}

fn number(it: &Number) -> BoxedStrategy<Value> {
    let bound = |limit: Option<nucleo_runtime::shape::Limit>, or: f64| {
        limit.map_or(or, |limit| limit.value.parse().expect("a number"))
    };
    let (min, max) = (bound(it.min, -1e6), bound(it.max, 1e6));
    // 64ths have few digits, so that serde_json without `float_roundtrip` reads them exactly as well.
    let between = move |share: f64| ((min + (max - min) * share) * 64.0).round() / 64.0;
    let inside = move |number: &f64| *number > min && *number < max;
    (0.0..1.0).prop_map(between).prop_filter("on its bound", inside).prop_map(Value::from).boxed()
}

fn text(table: &'static Table, it: &'static Text) -> BoxedStrategy<Value> {
    let (year, month, day) = (1900..2100, 1..=12, 1..=28);
    let date = (year, month, day).prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    let time = (0..24, 0..60, 0..60).prop_map(|(hour, minute, second)| format!("{hour:02}:{minute:02}:{second:02}"));
    match it.format {
        Format::Date => return date.prop_map(Value::from).boxed(),
        Format::Time => return time.prop_map(Value::from).boxed(),
        Format::DateTime => return (date, time).prop_map(|(date, time)| Value::from(format!("{date}T{time}"))).boxed(),
        Format::Duration => return (1..90).prop_map(|days| Value::from(format!("P{days}DT4H"))).boxed(),
        Format::Timestamp => {
            return (date, time).prop_map(|(date, time)| Value::from(format!("{date}T{time}Z"))).boxed();
        }
        Format::Seconds => return (1..90).prop_map(|seconds| Value::from(format!("{seconds}.5s"))).boxed(),
        Format::Base64 => return Just(Value::from("bnVjbGVv")).boxed(),
        Format::Plain | Format::Named(_) => {}
    }
    if let [pattern] = it.patterns {
        let source = table.pattern(*pattern).source.trim_start_matches('^').trim_end_matches('$');
        return proptest::string::string_regex(source).expect("a regular expression").prop_map(Value::from).boxed();
    }
    let (min, max) = (it.min.max(1) as usize, it.max.min(it.min + 24) as usize);
    let own = vec(letter(), min..=max).prop_map(|letters| letters.into_iter().collect::<String>());
    own.prop_filter("blank", |text| !text.trim().is_empty()).prop_map(Value::from).boxed()
}

/// Letters, and what a lenient reader could mistake for syntax.
fn letter() -> impl Strategy<Value = char> {
    let hard: Vec<char> = "\"'\\{}[]():,;`´“”„’#/*@<>|=+-_.%$€…\n\t\u{7f}\u{a0}日é🦀0123456789".chars().collect();
    prop_oneof![3 => proptest::char::range('a', 'z'), 1 => Just(' '), 2 => proptest::sample::select(hard)]
}

fn words() -> BoxedStrategy<Value> {
    "[a-z]{1,8}( [a-z]{1,8}){0,3}".prop_map(Value::from).boxed()
}

fn literal(it: &Literal) -> Value {
    match it {
        Literal::Null => Value::Null,
        Literal::Bool(it) => Value::from(*it),
        Literal::Number(it) => serde_json::from_str(it).expect("a number"),
        Literal::Text(it) => Value::from(*it),
        Literal::List(items) => items.iter().map(literal).collect(),
        Literal::Object(members) => members.iter().map(|(name, value)| ((*name).to_owned(), literal(value))).collect(),
    }
}
