//! Feedback as a model reads it.

use super::{Ask, Bound, ordinal, render};
use crate::fault::{Expected, Fault, FaultKind, Found};
use crate::path::{Path, Step};
use crate::profile::Profile;
use crate::shape::{
    Branch, Check, Field, Format, Integer, Kind, Kinds, Limit, List, Literal, Map, Number, Record, Rest, Rule, RuleId,
    Shape, Spellings, Table, Text, Type, TypeId, Union, Variant, Width,
};
use crate::tape::JsonKind;

const fn text(value: &'static str) -> Variant {
    Variant::new(Literal::Text(value))
}

const TEXT: Text = Text { min: 0, max: u32::MAX, patterns: &[], format: Format::Plain };

const fn record(name: &'static str, fields: &'static [Field]) -> Type {
    Type::new(name, Kind::Record(Record { fields, spellings: Spellings::new(&[]), rest: Rest::Ignore }))
}

static TABLE: Table = Table {
    types: &[
        record(
            "Order",
            &[
                Field::new("id", 1).required(),
                Field::new("orderStatus", 2).shown("order_status").required(),
                Field::new("total", 3).required(),
                Field::new("lines", 4),
                Field::new("due", 5),
                Field::new("tags", 6),
                Field::new("payment", 7),
                Field::new("note", 8),
                Field::new("address", 9),
            ],
        ),
        Type::new("", Kind::Integer(Integer::new(Width::I32))),
        Type::new("Status", Kind::Enum(&[text("new"), text("packed"), text("shipped"), text("cancelled")])),
        Type::new(
            "",
            Kind::Number(Number { min: Some(Limit { value: "0", exclusive: true }), max: None, multiple_of: None }),
        ),
        Type::new("", Kind::List(List { item: TypeId(10), min: 1, max: u32::MAX, unique: false })),
        Type::new("", Kind::Text(Text { format: Format::Date, ..TEXT })).or_null(),
        Type::new("", Kind::Map(Map { value: TypeId(1), name: None, min: 0, max: 3 })),
        Type::new(
            "Payment",
            Kind::Union(Union {
                tag: Some(crate::shape::Tag { name: "kind", shown: "kind" }),
                branches: &[Branch::new(9).tags(&["card"]), Branch::new(9).tags(&["cash"])],
                exclusive: false,
            }),
        ),
        Type::new("", Kind::Text(Text { min: 3, max: 10, ..TEXT })),
        record("Address", &[Field::new("street", 8).required(), Field::new("zipCode", 8).shown("zip_code").required()]),
        record("Line", &[Field::new("count", 1).required()]),
    ],
    rules: &[
        Rule { checks: &[Check::Kinds(Kinds::OBJECT), Check::Required(&["zipCode"])], resource: 0 },
        Rule { checks: &[Check::Required(&["street"])], resource: 0 },
    ],
    patterns: &[],
    anchors: &[],
};

static ANY_OF: Check = Check::AnyOf(&[RuleId(0), RuleId(1)]);

const SHAPE: Shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);

/// A fault at a declared type of the table.
fn fault(kind: FaultKind, path: &[Step], ty: u32, found: Found) -> Fault {
    let expected = Expected::Shape(SHAPE.at(TypeId(ty)));
    Fault { kind, path: Path(path.to_vec()), expected, found, span: None }
}

fn name(name: &'static str) -> Step {
    Step::Name(name.into())
}

fn whole(faults: &[Fault]) -> String {
    render(SHAPE, "", faults, Ask::Whole, Bound::default())
}

#[test]
fn ok_one_line_for_each_fault() {
    use FaultKind::{Branch, Count, Enum, Length, Missing, Range, Type};
    let string = Found::Kind(JsonKind::String);
    let faults = [
        fault(Type, &[name("id")], 1, string),
        fault(Enum, &[name("order_status")], 2, string),
        fault(Range, &[name("total")], 3, Found::Kind(JsonKind::Number)),
        fault(Count, &[name("lines")], 4, Found::Count(0)),
        fault(FaultKind::Format, &[name("due")], 5, string),
        fault(Branch, &[name("payment")], 7, Found::Kind(JsonKind::Object)),
        fault(Length, &[name("note")], 8, Found::Count(1)),
        fault(Missing, &[name("address"), name("zip_code")], 8, Found::Missing),
    ];
    assert_eq!(
        whole(&faults),
        "Your reply does not fit `Order`: 8 problems.\n\
         - id: expected a 32-bit integer (found a string)\n\
         - order_status: expected \"new\", \"packed\", \"shipped\" or \"cancelled\" (found another string)\n\
         - total: expected a number greater than 0 (found another number)\n\
         - lines: expected an array of `Line` objects, with at least 1 element (found 0 elements)\n\
         - due: expected a date such as \"2026-03-09\", or null (found another string)\n\
         - payment: expected an object whose `kind` is \"card\" or \"cash\" (found another object)\n\
         - note: expected a string of 3 to 10 characters (found 1 character)\n\
         - address.zip_code: expected a string of 3 to 10 characters (missing)\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_types_are_told_in_full() {
    use FaultKind::{Blank, Range, Type};
    let faults = [
        fault(Type, &[], 0, Found::Kind(JsonKind::String)),
        fault(Range, &[name("id")], 1, Found::Kind(JsonKind::Number)),
        fault(Type, &[name("lines")], 4, Found::Kind(JsonKind::Object)),
        fault(Type, &[name("lines"), Step::Index(2)], 10, Found::Kind(JsonKind::Null)),
        fault(Type, &[name("tags")], 6, Found::Kind(JsonKind::Array)),
        fault(Type, &[name("tags"), Step::Entry(1)], 1, Found::Kind(JsonKind::Boolean)),
        fault(Blank, &[name("note")], 8, Found::Blank),
        fault(Type, &[name("address")], 9, Found::Kind(JsonKind::String)),
    ];
    assert_eq!(
        whole(&faults),
        "Your reply does not fit `Order`: 8 problems.\n\
         - the answer: expected an `Order` object with the members `id`, `order_status` and `total` (found a string)\n\
         - id: expected an integer from -2147483648 to 2147483647 (found another number)\n\
         - lines: expected an array of `Line` objects, with at least 1 element (found an object)\n\
         - lines[2]: expected a `Line` object with the member `count` (found null)\n\
         - tags: expected an object whose members are integers, with at most 3 members (found an array)\n\
         - tags{2nd member}: expected a 32-bit integer (found a boolean)\n\
         - note: expected a string of 3 to 10 characters (blank)\n\
         - address: expected an `Address` object with the members `street` and `zip_code` (found a string)\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_no_more_faults_than_the_cap() {
    let faults: Vec<Fault> = (0..11)
        .map(|at| fault(FaultKind::Missing, &[name("lines"), Step::Index(at), name("count")], 1, Found::Missing))
        .collect();
    assert_eq!(
        whole(&faults),
        "Your reply does not fit `Order`: 11 problems.\n\
         - lines[0].count: expected a 32-bit integer (missing)\n\
         - lines[1].count: expected a 32-bit integer (missing)\n\
         - lines[2].count: expected a 32-bit integer (missing)\n\
         - lines[3].count: expected a 32-bit integer (missing)\n\
         - lines[4].count: expected a 32-bit integer (missing)\n\
         - lines[5].count: expected a 32-bit integer (missing)\n\
         - lines[6].count: expected a 32-bit integer (missing)\n\
         - lines[7].count: expected a 32-bit integer (missing)\n\
         - and 3 more\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_bounded_in_any_measure() {
    let faults: Vec<Fault> = (0..8).map(|_| fault(FaultKind::Missing, &[name("id")], 1, Found::Missing)).collect();
    let within = |bound| render(SHAPE, "", &faults, Ask::Whole, bound);
    assert_eq!(
        within(Bound { limit: 40, measure: |text| text.split_whitespace().count() }),
        "Your reply does not fit `Order`: 8 problems.\n\
         - id: expected a 32-bit integer (missing)\n\
         - id: expected a 32-bit integer (missing)\n\
         - and 6 more\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
    assert_eq!(
        within(Bound { limit: 1, measure: str::len }),
        "Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_the_nearest_values_come_first() {
    let reply = "{\"order_status\": \"Shiped\"}";
    let mut fault = fault(FaultKind::Enum, &[name("order_status")], 2, Found::Kind(JsonKind::String));
    fault.span = Some(17..25);
    assert_eq!(
        render(SHAPE, reply, &[fault], Ask::Whole, Bound::default()),
        "Your reply does not fit `Order`: 1 problem.\n\
         - order_status: expected \"shipped\", \"new\", \"packed\" or \"cancelled\" (found another string)\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_undeclared_members() {
    let faults = [
        fault(FaultKind::Unknown, &[name("colour")], 0, Found::Kind(JsonKind::String)),
        fault(FaultKind::Unknown, &[name("address"), Step::Entry(11)], 0, Found::Kind(JsonKind::String)),
        fault(FaultKind::Unknown, &[Step::Entry(1)], 0, Found::Kind(JsonKind::String)),
    ];
    assert_eq!(
        whole(&faults),
        "Your reply does not fit `Order`: 3 problems.\n\
         - colour: not a declared member, leave it out\n\
         - address: its 12th member is not declared, leave it out\n\
         - the answer: its 2nd member is not declared, leave it out\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_rules_name_members_as_the_model_sees_them() {
    let mut fault = fault(FaultKind::Rule, &[name("address")], 9, Found::Kind(JsonKind::Object));
    fault.expected = Expected::Check(&ANY_OF);
    assert_eq!(
        whole(&[fault]),
        "Your reply does not fit `Order`: 1 problem.\n\
         - address: expected an object with at least one of the members `zip_code` and `street` (found another object)\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
}

#[test]
fn ok_faults_of_the_whole_reply_have_their_own_words() {
    use FaultKind::{Cut, Echo, Missing, NoJson, Several};
    let missing = fault(Missing, &[name("id")], 1, Found::Missing);
    let of = |kind| whole(&[fault(kind, &[], 0, Found::Missing), missing.clone()]);
    assert_eq!(
        of(NoJson),
        "Your reply is not the JSON asked for: no JSON was found in it.\n\
         Send one JSON object that fits the schema of `Order`, and nothing else. \
         It has this form: {\"id\": integer, \"order_status\": \"new\" or \"packed\" or \"shipped\" or \"cancelled\", \"total\": number}"
    );
    assert_eq!(
        of(Cut),
        "Your reply was cut off before its end.\n\
         Send a shorter answer, complete to its last bracket: one JSON object that fits the schema of `Order`, with briefer texts, and nothing else. \
         It has this form: {\"id\": integer, \"order_status\": \"new\" or \"packed\" or \"shipped\" or \"cancelled\", \"total\": number}"
    );
    assert_eq!(
        of(Several),
        "Your reply holds several answers.\n\
         Send one JSON object alone that fits the schema of `Order`, and nothing else."
    );
    assert_eq!(
        of(Echo),
        "Your reply repeats the schema instead of answering.\n\
         Send one JSON object with values that fits the schema of `Order`, without any `@` keys, and nothing else. \
         It has this form: {\"id\": integer, \"order_status\": \"new\" or \"packed\" or \"shipped\" or \"cancelled\", \"total\": number}"
    );
}

#[test]
fn ok_members_alone() {
    let missing = fault(FaultKind::Missing, &[name("id")], 1, Found::Missing);
    assert_eq!(
        render(SHAPE, "", &[missing], Ask::Members("`id`"), Bound::default()),
        "Your reply does not fit `Order`: 1 problem.\n\
         - id: expected a 32-bit integer (missing)\n\
         Send one JSON object that holds only these members, corrected to fit the schema: `id`. Send nothing else."
    );
}

#[test]
fn ok_ordinals() {
    assert_eq!([1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal).join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 112th");
}
