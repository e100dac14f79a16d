//! Each assertion, where it holds and where it does not.

use super::super::validate;
use crate::document;
use crate::shape::{Check, Kinds, Limit, Literal, Rule, RuleId, Table};

const NEVER: RuleId = RuleId(1);
const ALWAYS: RuleId = RuleId(2);
const TEXT: RuleId = RuleId(3);
const WHOLE: RuleId = RuleId(4);

/// The faults of a value under `checks`, which may use the rules named above.
fn faults(checks: &'static [Check], value: &str) -> Vec<String> {
    with(checks, &[], value)
}

fn with(checks: &'static [Check], more: &[Rule], value: &str) -> Vec<String> {
    let rule = |checks| Rule { checks, resource: 0 };
    let mut rules = vec![
        rule(checks),
        rule(&[Check::Never]),
        rule(&[]),
        rule(&[Check::Kinds(Kinds::STRING)]),
        rule(&[Check::Kinds(Kinds::INTEGER)]),
    ];
    rules.extend(more);
    let table: &'static Table = Box::leak(Box::new(Table {
        types: &[],
        rules: rules.leak(),
        patterns: &[],
        anchors: &[(0, "item", TEXT), (1, "item", WHOLE)],
    }));
    let document = document::parse(value).unwrap_or_else(|error| panic!("{value}: {error:?}"));
    let faults = validate(document.root(), table, RuleId(0));
    faults.iter().map(|fault| format!("{} {}", fault.kind, fault.path.pointer())).collect()
}

fn assert_holds(checks: &'static [Check], holds: &[&str], breaks: &[&str]) {
    for value in holds {
        assert!(faults(checks, value).is_empty(), "{checks:?} {value}");
    }
    for value in breaks {
        assert!(!faults(checks, value).is_empty(), "{checks:?} {value}");
    }
}

#[test]
fn ok_numbers_are_exact() {
    let limit = |value, exclusive| Limit { value, exclusive };
    let min: &[Check] = vec![Check::Min(limit("9007199254740993", false))].leak();
    assert_holds(
        min,
        &["9007199254740993", "1e400", "\"x\""],
        &["9007199254740992", "9007199254740992.9999", "-1e400"],
    );
    let max: &[Check] = vec![Check::Max(limit("1.1", true))].leak();
    assert_holds(max, &["1.0999999999999999999999", "1"], &["1.1", "1.10", "11e-1"]);
    assert_holds(&[Check::MultipleOf("0.01")], &["19.99", "4.02", "1e300", "0"], &["0.001", "19.995"]);
    assert_holds(
        &[Check::Kinds(Kinds::INTEGER)],
        &["1.0", "1e3", "12345678901234567890123"],
        &["1.5", "\"1\"", "null"],
    );
}

#[test]
fn ok_equality_is_deep() {
    const VALUE: Literal =
        Literal::Object(&[("a", Literal::List(&[Literal::Number("1"), Literal::Null])), ("b", Literal::Bool(false))]);
    assert_holds(
        &[Check::Const(VALUE)],
        &[r#"{"b":false,"a":[1.0,null]}"#],
        &[r#"{"a":[1,null]}"#, r#"{"b":false,"a":[1,null],"c":1}"#, r#"{"b":0,"a":[1,null]}"#, "[]"],
    );
    assert_holds(
        &[Check::Enum(&[Literal::Number("0"), Literal::Text("é")])],
        &["0", "-0.0", "\"é\""],
        &["false", "\"e\u{301}\""],
    );
    assert_holds(
        &[Check::UniqueItems],
        &["[1,true,\"1\",[1],{\"a\":1}]", "[]", "[0,false,null]", "7"],
        &["[1,1.0]", r#"[{"a":1,"b":2},{"b":2.0,"a":1}]"#, "[[null],[null]]"],
    );
}

#[test]
fn ok_unique_items_in_linear_time() {
    let items: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    assert!(faults(&[Check::UniqueItems], &format!("[{}]", items.join(","))).is_empty());
}

#[test]
fn ok_texts() {
    assert_holds(&[Check::MinLength(2), Check::MaxLength(2)], &["\"éé\"", "\"💩💩\"", "1"], &["\"é\"", "\"ééé\""]);
}

#[test]
fn ok_lists() {
    assert_holds(&[Check::MinItems(1), Check::MaxItems(2)], &["[1]", "[1,2]", "{}"], &["[]", "[1,2,3]"]);
    assert_holds(
        &[Check::Prefix(&[TEXT, WHOLE]), Check::Items(2, NEVER)],
        &["[\"a\",1]", "[\"a\"]", "[]"],
        &["[1]", "[\"a\",1,1]"],
    );
    let contains = Check::Contains { rule: WHOLE, min: 1, max: 2 };
    assert_holds(vec![contains].leak(), &["[1,\"a\"]", "[1,2,null]", "\"\""], &["[]", "[\"a\"]", "[1,2,3]"]);
}

#[test]
fn ok_objects() {
    assert_holds(
        &[Check::MinProperties(1), Check::MaxProperties(1)],
        &[r#"{"a":1}"#, r#"{"a":1,"a":2}"#],
        &["{}", r#"{"a":1,"b":2}"#],
    );
    assert_holds(&[Check::Required(&["a"])], &[r#"{"a":null}"#, "[]"], &["{}"]);
    assert_holds(&[Check::DependentRequired(&[("a", &["b"])])], &["{}", r#"{"a":1,"b":2}"#], &[r#"{"a":1}"#]);
    assert_holds(&[Check::DependentSchemas(&[("a", NEVER)])], &["{}", r#"{"b":1}"#], &[r#"{"a":1}"#]);
    const CLOSED: &[Check] =
        &[Check::Properties(&[("a", WHOLE)]), Check::Additional { names: &["a"], patterns: &[], rule: TEXT }];
    assert_holds(CLOSED, &[r#"{"a":1,"b":"x"}"#, "1"], &[r#"{"a":"x"}"#, r#"{"b":1}"#]);
}

#[test]
fn ok_combinations() {
    assert_holds(&[Check::AllOf(&[ALWAYS, WHOLE])], &["1"], &["\"a\""]);
    assert_holds(&[Check::AnyOf(&[TEXT, WHOLE])], &["1", "\"a\""], &["null"]);
    assert_holds(&[Check::OneOf(&[ALWAYS, WHOLE])], &["\"a\""], &["1"]);
    assert_holds(&[Check::Not(WHOLE)], &["\"a\""], &["1"]);
    assert_holds(
        vec![Check::If { test: WHOLE, then: Some(NEVER), other: Some(TEXT) }].leak(),
        &["\"a\""],
        &["1", "null"],
    );
    assert_holds(vec![Check::Ref(TEXT)].leak(), &["\"a\""], &["1"]);
}

#[test]
fn ok_unevaluated_sees_what_holds() {
    let rule = |checks| Rule { checks, resource: 0 };
    // The branch `{"a": …}` tells that it has looked at `a`, where it holds.
    const CHECKS: &[Check] = &[Check::AnyOf(&[RuleId(5), RuleId(6)]), Check::UnevaluatedProperties(NEVER)];
    let more = [rule(&[Check::Properties(&[("a", WHOLE)])]), rule(&[Check::Properties(&[("b", TEXT)])])];
    assert_eq!(with(CHECKS, &more, r#"{"a":1,"b":"x"}"#), [""; 0]);
    assert_eq!(with(CHECKS, &more, r#"{"a":1,"b":2}"#), ["unknown /b"]);
    assert_eq!(with(CHECKS, &more, r#"{"a":1,"c":2}"#), ["unknown /c"]);
    const ITEMS: &[Check] = &[Check::AllOf(&[RuleId(5)]), Check::UnevaluatedItems(NEVER)];
    let more = [rule(&[Check::Prefix(&[ALWAYS])])];
    assert_eq!(with(ITEMS, &more, "[1]"), [""; 0]);
    assert_eq!(with(ITEMS, &more, "[1,2]"), ["rule /1"]);
}

#[test]
fn ok_dynamic_reference_takes_the_outermost() {
    // Both resources have the anchor `item`; the way in decides which one is meant.
    let inner = Rule { checks: &[Check::DynamicRef { anchor: "item", rule: NEVER }], resource: 1 };
    assert_eq!(with(&[Check::Ref(RuleId(5))], &[inner], "\"a\""), [""; 0]);
    assert_eq!(with(&[Check::Ref(RuleId(5))], &[inner], "1"), ["type "]);
    assert_eq!(with(&[Check::DynamicRef { anchor: "none", rule: WHOLE }], &[], "1"), [""; 0]);
}

#[test]
fn err_every_fault_with_its_place() {
    const CHECKS: &[Check] = &[
        Check::Required(&["a", "b"]),
        Check::Items(0, TEXT),
        Check::Properties(&[("a", RuleId(0)), ("c", WHOLE)]),
        Check::PropertyNames(ALWAYS),
    ];
    assert_eq!(faults(CHECKS, r#"{"a":{"b":[1]},"c":"x"}"#), ["missing /b", "missing /0/a", "type /1"]);
    assert_eq!(faults(CHECKS, r#"["x",1,["y",null]]"#), ["type /1", "type /2"]);
}

#[test]
fn err_rules_in_a_circle_end() {
    assert_eq!(faults(&[Check::Ref(RuleId(0))], "1"), ["depth "]);
}

#[test]
fn ok_recursive_choices_are_linear() {
    // Each level asks both branches, and both go down.
    const CHECKS: &[Check] = &[Check::AnyOf(&[RuleId(5), RuleId(6)])];
    let rule = |checks| Rule { checks, resource: 0 };
    let more = [
        rule(&[Check::Items(0, RuleId(0)), Check::MinItems(9)]),
        rule(&[Check::Items(0, RuleId(0)), Check::MaxItems(0)]),
    ];
    let table = Table {
        types: &[],
        rules: vec![rule(CHECKS), rule(&[]), rule(&[]), rule(&[]), rule(&[]), more[0], more[1]].leak(),
        patterns: &[],
        anchors: &[],
    };
    let value = format!("{}1{}", "[".repeat(60), "]".repeat(60));
    let document = document::parse(&value).unwrap();
    assert!(!validate(document.root(), Box::leak(Box::new(table)), RuleId(0)).is_empty());
}
