//! Nothing that a model wrote stands in what is told of its faults.

mod support;

use nucleo_runtime::exchange::{Exchange, Next};
use nucleo_runtime::profile::{Profile, Reask};
use nucleo_runtime::shape::{
    Branch, Check, Field, Format, Integer, Kind, Kinds, List, Literal, Map, Number, Record, Rest, Rule, RuleId, Shape,
    Spellings, Table, Tag, Text, Tuple, Type, TypeId, Union, Variant, Width,
};
use nucleo_runtime::{Policy, Rejection, Stop, read_as, read_as_with};
use proptest::prelude::*;
use serde_json::Value;

/// Stands in every planted text; no table and no wording holds it.
const CANARY: &str = "qq9";

const fn record(name: &'static str, fields: &'static [Field], spellings: &'static [(&'static str, u16)]) -> Type {
    Type::new(name, Kind::Record(Record { fields, spellings: Spellings::new(spellings), rest: Rest::Deny }))
}

const fn text(value: &'static str) -> Variant {
    Variant::new(Literal::Text(value))
}

/// Each kind of type, inside each kind of container.
static TABLE: Table = Table {
    types: &[
        record(
            "Root",
            &[
                Field::new("child", 0),
                Field::new("list", 1),
                Field::new("map", 2).required(),
                Field::new("mode", 3).required(),
                Field::new("day", 4).required(),
                Field::new("count", 5).required(),
                Field::new("part", 6).required(),
                Field::new("size", 7),
                Field::new("flag", 8),
                Field::new("pair", 9),
                Field::new("word", 10).required(),
                Field::new("ruled", 15),
                Field::new("row", 16),
                Field::new("open", 17),
            ],
            &[
                ("child", 0),
                ("count", 5),
                ("day", 4),
                ("flag", 8),
                ("list", 1),
                ("map", 2),
                ("mode", 3),
                ("open", 13),
                ("pair", 9),
                ("part", 6),
                ("row", 12),
                ("ruled", 11),
                ("size", 7),
                ("word", 10),
            ],
        ),
        Type::new("", Kind::List(List { item: TypeId(0), min: 1, max: 2, unique: true })),
        Type::new("", Kind::Map(Map { value: TypeId(0), name: Some(TypeId(10)), min: 0, max: 2 })),
        Type::new("Mode", Kind::Enum(&[text("rail"), text("bus"), text("ferry")])),
        Type::new("", Kind::Text(Text { format: Format::Date, ..Text::ANY })),
        Type::new("", Kind::Integer(Integer::new(Width::I32).within(1, 9))),
        Type::new(
            "Part",
            Kind::Union(Union {
                tag: Some(Tag { name: "kind", shown: "kind" }),
                branches: &[Branch::new(11).tags(&["round"]), Branch::new(12).tags(&["square"])],
                exclusive: false,
            }),
        ),
        Type::new("", Kind::Number(Number::ANY)),
        Type::new("", Kind::Bool),
        Type::new(
            "",
            Kind::Union(Union {
                tag: None,
                branches: &[Branch::new(8), Branch::new(1), Branch::new(3)],
                exclusive: true,
            }),
        ),
        Type::new("", Kind::Text(Text { min: 2, max: 4, ..Text::ANY })),
        record("Round", &[Field::new("kind", 13).required(), Field::new("mode", 3)], &[("kind", 0), ("mode", 1)]),
        record("Square", &[Field::new("kind", 14).required(), Field::new("day", 4)], &[("day", 1), ("kind", 0)]),
        Type::new("", Kind::Enum(&[text("round")])),
        Type::new("", Kind::Enum(&[text("square")])),
        Type::new("", Kind::Any).under(0),
        Type::new(
            "",
            Kind::Tuple(Tuple { items: &[TypeId(3), TypeId(4)], rest: Some(TypeId(5)), min: 2, max: 3, unique: true }),
        ),
        Type::new(
            "",
            Kind::Record(Record {
                fields: &[Field::new("mode", 3)],
                spellings: Spellings::new(&[("mode", 0)]),
                rest: Rest::Keep(TypeId(4)),
            }),
        ),
    ],
    rules: &[
        Rule {
            checks: &[
                Check::AnyOf(&[RuleId(1), RuleId(2)]),
                Check::Not(RuleId(3)),
                Check::If { test: RuleId(4), then: Some(RuleId(1)), other: Some(RuleId(2)) },
                Check::UnevaluatedProperties(RuleId(5)),
            ],
            resource: 0,
        },
        Rule {
            checks: &[
                Check::Kinds(Kinds::OBJECT),
                Check::Required(&["mode", "day"]),
                Check::PropertyNames(RuleId(6)),
                Check::Properties(&[("mode", RuleId(7)), ("day", RuleId(3))]),
                Check::Additional { names: &["mode", "day"], patterns: &[], rule: RuleId(5) },
                Check::DependentRequired(&[("child", &["list"])]),
                Check::MaxProperties(2),
            ],
            resource: 0,
        },
        Rule {
            checks: &[
                Check::Kinds(Kinds::ARRAY),
                Check::UniqueItems,
                Check::Contains { rule: RuleId(7), min: 1, max: 2 },
                Check::Items(0, RuleId(7)),
            ],
            resource: 0,
        },
        Rule { checks: &[Check::Const(Literal::Text("rail"))], resource: 0 },
        Rule { checks: &[Check::Kinds(Kinds::STRING), Check::MinLength(3)], resource: 0 },
        Rule { checks: &[Check::Never], resource: 0 },
        Rule { checks: &[Check::MaxLength(4)], resource: 0 },
        Rule { checks: &[Check::Enum(&[Literal::Text("bus"), Literal::Number("2")])], resource: 0 },
    ],
    patterns: &[],
    anchors: &[],
};

const DECLARED: &[&str] = &[
    "child", "list", "map", "mode", "day", "count", "part", "size", "flag", "pair", "word", "kind", "ruled", "row",
    "open",
];

static SINGLE: Profile = Profile { faults: 255, ..Profile::TRAMAI };

/// A text that holds a canary, in the forms that a reader looks at twice.
fn canary() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("qq9canary".to_owned()),
        Just("qq9 2026-03-09".to_owned()),
        Just("rail or qq9".to_owned()),
        Just("{\"mode\": \"qq9\"}".to_owned()),
        Just("$1,qq9.50".to_owned()),
        Just("qq9\"\\\n'".to_owned()),
        // Without what would make a name of it where the quotes are lost.
        "[a-z ]{0,3}qq9[^a-z:=]{0,4}",
    ]
}

/// A name that is no identifier and holds a canary, also where its quotes are lost.
fn odd_name() -> impl Strategy<Value = String> {
    prop_oneof![Just("é qq9é!".to_owned()), Just("1éqq9é".to_owned()), "é[ .]?qq9é{1,2}", "qq9[a-z]{70}"]
}

fn reply() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        canary().prop_map(Value::from),
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..12).prop_map(Value::from),
        // A canary among the numbers.
        Just(Value::from(918_273_645)),
        prop::sample::select(&["round", "square", "rail", "2026-03-09", "", "  "]).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let name = prop_oneof![4 => prop::sample::select(DECLARED).prop_map(str::to_owned), 1 => odd_name()];
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            3 => prop::collection::vec((name, inner), 0..7)
                .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

/// Damage of the kinds that replies have.
fn damaged(text: &str, damage: u8, at: prop::sample::Index) -> String {
    match damage {
        0 => text.to_owned(),
        1 => format!("Here is qq9:\n```json\n{text}\n```\nqq9 done"),
        2 => text.replace('"', "'"),
        3 => {
            let cut = at.index(text.len() + 1);
            let cut = (0..=cut).rev().find(|&it| text.is_char_boundary(it)).unwrap_or(0);
            text[..cut].to_owned()
        }
        4 => text.replace("\":", "\" qq9"),
        5 => text.replace('"', ""),
        _ => format!("{text}\n{text}"),
    }
}

fn check_told(rejection: &Rejection) {
    let told = [
        ("summary", rejection.summary()),
        ("display", rejection.to_string()),
        ("debug", format!("{rejection:?}")),
        ("feedback", rejection.feedback()),
        ("serialised", serde_json::to_string(rejection).unwrap()),
    ];
    for (name, text) in told {
        assert!(!text.contains(CANARY) && !text.contains("918273645"), "{name}: {text}");
    }
    assert!(rejection.feedback().len() <= 2048);
    assert!(rejection.detail().len() <= 8192);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_quoted(value in reply(), damage in 0..7u8, at: prop::sample::Index) {
        let text = damaged(&value.to_string(), damage, at);
        for profile in [&Profile::NUCLEO, &Profile::TRAMAI, &SINGLE] {
            for ty in [0, 1, 2, 3, 6, 9, 15, 16, 17] {
                if let Err(rejection) = read_as(&Shape::new(&TABLE, ty, profile), &text) {
                    check_told(&rejection);
                }
                let shape = Shape::new(&TABLE, ty, profile);
                if let Err(rejection) = read_as_with(&shape, &text, &Policy::strict(), Stop::Length) {
                    check_told(&rejection);
                }
            }
        }
    }

    #[test]
    fn nothing_is_quoted_where_members_are_asked_for(first in reply(), second in reply()) {
        let shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);
        let mut exchange = Exchange::untyped(shape, "CONTRACT", "PROMPT").reask(Reask::Fields).corrections(1);
        if let Next::Ask(turns) = exchange.reply(&first.to_string()) {
            assert!(!turns[3].text.contains(CANARY), "{}", turns[3].text);
            if let Next::Exhausted(rejection) = exchange.reply(&second.to_string()) {
                check_told(&rejection);
            }
        }
    }
}
