//! Equality of JSON values: numbers by their value, objects whatever their order.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::decimal::Decimal;
use crate::shape::Literal;
use crate::tape::{Node, Tag};

/// Whether a value equals one of the schema.
pub(crate) fn is_literal(node: Node<'_>, literal: &Literal) -> bool {
    match (node.raw().tag, *literal) {
        (Tag::Null, Literal::Null) => true,
        (Tag::True, Literal::Bool(value)) => value,
        (Tag::False, Literal::Bool(value)) => !value,
        (Tag::Text, Literal::Text(text)) => node.text() == Some(text),
        (Tag::Int | Tag::Float | Tag::Digits, Literal::Number(digits)) => {
            are_equal_numbers(&node.digits().unwrap_or_default(), digits)
        }
        (Tag::List, Literal::List(items)) => {
            node.len() == items.len() && node.items().zip(items).all(|(node, item)| is_literal(node, item))
        }
        (Tag::Object, Literal::Object(members)) => {
            let found = members_of(node);
            found.len() == members.len()
                && members.iter().all(|(name, value)| found.get(name).is_some_and(|node| is_literal(*node, value)))
        }
        _ => false,
    }
}

pub(crate) fn are_equal(one: Node<'_>, two: Node<'_>) -> bool {
    match (one.raw().tag, two.raw().tag) {
        (Tag::Text, Tag::Text) => one.text() == two.text(),
        (Tag::Int, Tag::Int) => one.int() == two.int(),
        (Tag::Int | Tag::Float | Tag::Digits, Tag::Int | Tag::Float | Tag::Digits) => {
            are_equal_numbers(&one.digits().unwrap_or_default(), &two.digits().unwrap_or_default())
        }
        (Tag::List, Tag::List) => {
            one.len() == two.len() && one.items().zip(two.items()).all(|(one, two)| are_equal(one, two))
        }
        (Tag::Object, Tag::Object) => {
            let (ones, twos) = (members_of(one), members_of(two));
            ones.len() == twos.len()
                && ones.iter().all(|(name, one)| twos.get(name).is_some_and(|two| are_equal(*one, *two)))
        }
        (one, two) => one == two,
    }
}

fn are_equal_numbers(one: &str, two: &str) -> bool {
    one == two || matches!((Decimal::parse(one), Decimal::parse(two)), (Some(one), Some(two)) if one == two)
}

/// The members by name; of several with one name the last. Looked up only, never iterated for their order.
fn members_of(node: Node<'_>) -> HashMap<&str, Node<'_>> {
    node.members().collect()
}

/// The place of the first element that equals one before it.
pub(crate) fn first_duplicate<'t>(items: impl Iterator<Item = Node<'t>>) -> Option<usize> {
    let mut seen: HashMap<u64, Vec<Node<'t>>> = HashMap::new();
    for (place, item) in items.enumerate() {
        let alike = seen.entry(hash(item)).or_default();
        if alike.iter().any(|other| are_equal(*other, item)) {
            return Some(place);
        }
        alike.push(item);
    }
    None
}

/// A hash that equal values share.
fn hash(node: Node<'_>) -> u64 {
    let mut state = DefaultHasher::new();
    match node.raw().tag {
        Tag::Null | Tag::Forward => state.write_u8(0),
        Tag::False => state.write_u8(1),
        Tag::True => state.write_u8(2),
        Tag::Int | Tag::Float | Tag::Digits => {
            state.write_u8(3);
            Decimal::parse(&node.digits().unwrap_or_default()).hash(&mut state);
        }
        Tag::Text => node.text().hash(&mut state),
        Tag::List => {
            state.write_u8(4);
            node.items().for_each(|item| state.write_u64(hash(item)));
        }
        Tag::Object => {
            state.write_u8(5);
            // A sum does not depend on the order of the members.
            let member = |(name, value): (&&str, &Node<'_>)| {
                let mut state = DefaultHasher::new();
                name.hash(&mut state);
                state.write_u64(hash(*value));
                state.finish()
            };
            state.write_u64(members_of(node).iter().map(member).fold(0, u64::wrapping_add));
        }
    }
    state.finish()
}
