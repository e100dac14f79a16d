//! Enums: by any casing and separators, by accepted spellings, and as the first text of an object.

use super::coerce::{self, Made, Taken};
use super::equality::is_literal;
use super::{Conform, Names, Options};
use crate::decimal::Decimal;
use crate::fault::FaultKind;
use crate::names::fold_into;
use crate::profile::Coerce;
use crate::repair::RepairKind;
use crate::shape::{Literal, TypeId, Variant};
use crate::tape::{NONE, Node, Tag};

/// Which of an enum's values is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    Exact(usize),
    /// As the model sees it.
    Shown(usize),
    Mended(usize, RepairKind),
    /// By the text of a member, at this node.
    Member(usize, u32),
    Miss(FaultKind),
}

impl Conform<'_, '_> {
    #[inline(never)]
    pub(super) fn choice(&mut self, at: u32, id: TypeId, variants: &'static [Variant]) -> u32 {
        let place = match pick(self.view(at), variants, self.options) {
            Pick::Exact(place) => return place as u32,
            Pick::Shown(place) => place,
            Pick::Miss(kind) => {
                self.miss(kind, at, id);
                return NONE;
            }
            Pick::Mended(place, kind) => {
                self.repair(kind, at);
                place
            }
            Pick::Member(place, member) => {
                self.repair(RepairKind::Unwrapped, at);
                self.forward(at, member);
                place
            }
        };
        let made = match variants[place].value {
            Literal::Text(text) => Made::Text(text.into()),
            Literal::Number(digits) => digits.parse().map_or(Made::Digits(digits.into()), Made::Int),
            Literal::Bool(value) => Made::Bool(value),
            Literal::Null | Literal::List(_) | Literal::Object(_) => return place as u32,
        };
        self.take(at, id, Taken::Mend(None, made));
        place as u32
    }
}

pub(super) fn pick(node: Node<'_>, variants: &[Variant], options: Options) -> Pick {
    let exact = match node.text() {
        Some(text) => variants.iter().position(|it| matches!(it.value, Literal::Text(value) if value == text)),
        None => variants.iter().position(|it| is_literal(node, &it.value)),
    };
    match exact {
        Some(place) => Pick::Exact(place),
        None => match node.text().filter(|_| options.names != Names::Source) {
            Some(text) => {
                match variants.iter().position(|it| matches!(it.shown, Literal::Text(shown) if shown == text)) {
                    Some(place) => Pick::Shown(place),
                    None => pick_odd(node, variants, options),
                }
            }
            None => pick_odd(node, variants, options),
        },
    }
}

#[cold]
fn pick_odd(node: Node<'_>, variants: &[Variant], options: Options) -> Pick {
    let coerce = options.coerce;
    let found = match (node.raw().tag, coerce) {
        (_, Coerce::Off) => None,
        (Tag::Text, _) => return pick_text(node, variants, coerce),
        (Tag::Int | Tag::Float | Tag::Digits, _) => {
            let digits = node.digits().unwrap_or_default();
            variants.iter().position(|it| matches!(it.value, Literal::Text(text) if text == digits))
        }
        (Tag::True, Coerce::Lenient) => return pick_word("true", variants),
        (Tag::False, Coerce::Lenient) => return pick_word("false", variants),
        (Tag::Object, Coerce::Lenient) => {
            let Some((_, member)) = node.entries().find(|(_, member)| member.text().is_some()) else {
                return Pick::Miss(FaultKind::Type);
            };
            return match pick(member, variants, options) {
                Pick::Exact(place) | Pick::Shown(place) | Pick::Mended(place, _) => Pick::Member(place, member.index()),
                pick => pick,
            };
        }
        _ => None,
    };
    match found {
        Some(place) => Pick::Mended(place, RepairKind::Text),
        None if node.raw().is_container() => Pick::Miss(FaultKind::Type),
        None => Pick::Miss(FaultKind::Enum),
    }
}

/// Tries one way after the other; the first that finds a value decides, and it must find only one.
fn pick_text(node: Node<'_>, variants: &[Variant], coerce: Coerce) -> Pick {
    let text = node.text().unwrap_or_default();
    if let Some(place) = variants.iter().position(|it| is_numeral_of(text.trim(), &it.value)) {
        return Pick::Mended(place, RepairKind::NumberInText);
    }
    if let Some(place) = variants.iter().position(|it| is_word_of(node, &it.value, coerce)) {
        return Pick::Mended(place, RepairKind::Boolean);
    }
    if coerce != Coerce::Lenient {
        return Pick::Miss(FaultKind::Enum);
    }
    match spelled(text, variants) {
        Spelled::One(place, kind) => Pick::Mended(place, kind),
        Spelled::Several => Pick::Miss(FaultKind::Ambiguous),
        Spelled::None => Pick::Miss(FaultKind::Enum),
    }
}

/// The text that a literal of another kind stands for.
fn pick_word(word: &str, variants: &[Variant]) -> Pick {
    match spelled(word, variants) {
        Spelled::One(place, _) => Pick::Mended(place, RepairKind::Text),
        Spelled::Several => Pick::Miss(FaultKind::Ambiguous),
        Spelled::None => Pick::Miss(FaultKind::Enum),
    }
}

fn spelled(text: &str, variants: &[Variant]) -> Spelled {
    let spellings = variants.iter().enumerate().flat_map(|(place, it)| {
        let own = [it.value, it.shown].into_iter().filter_map(|own| match own {
            Literal::Text(text) => Some(text),
            _ => None,
        });
        own.chain(it.accept.iter().copied()).map(move |spelling| (place, spelling))
    });
    pick_spelling(text, spellings)
}

fn is_numeral_of(text: &str, literal: &Literal) -> bool {
    match literal {
        Literal::Number(digits) => {
            matches!((Decimal::parse(text), Decimal::parse(digits)), (Some(one), Some(two)) if one == two)
        }
        _ => false,
    }
}

fn is_word_of(node: Node<'_>, literal: &Literal, coerce: Coerce) -> bool {
    match (coerce::boolean(node, coerce), literal) {
        (Taken::Mend(_, Made::Bool(one)), Literal::Bool(two)) => one == *two,
        _ => false,
    }
}

/// Which of several spellings a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelled {
    One(usize, RepairKind),
    Several,
    None,
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Trimmed,
    Cased,
    Folded,
}

/// Finds a text among spellings: without the blanks around it, then in any casing, then with any separators.
pub(super) fn pick_spelling<'s>(text: &str, spellings: impl Iterator<Item = (usize, &'s str)> + Clone) -> Spelled {
    let (given, text) = (text, text.trim());
    if text.is_empty() {
        return Spelled::None;
    }
    let lower = text.to_lowercase();
    let mut folded = String::new();
    fold_into(text, &mut folded);
    let mut buffer = String::new();
    // `-1` is not `1`, and the grade `A-` is not `A`: there the hyphen is no separator.
    let is_foldable = Decimal::parse(text).is_none() && !text.starts_with('-') && !text.ends_with('-');
    let mut is_it = |spelling: &str, way| match way {
        Way::Trimmed => spelling == text,
        Way::Cased => spelling.to_lowercase() == lower,
        Way::Folded => {
            fold_into(spelling, &mut buffer);
            is_foldable && !spelling.starts_with('-') && !spelling.ends_with('-') && buffer == folded
        }
    };
    for way in [Way::Trimmed, Way::Cased, Way::Folded] {
        let mut found = None;
        for (place, spelling) in spellings.clone() {
            if is_it(spelling, way) {
                match found {
                    Some(other) if other != place => return Spelled::Several,
                    _ => found = Some(place),
                }
            }
        }
        if let Some(place) = found {
            // Without blanks around it, it is an accepted spelling.
            let is_blanks = way == Way::Trimmed && text.len() < given.len();
            let kind = if is_blanks { RepairKind::Blanks } else { RepairKind::Value };
            return Spelled::One(place, kind);
        }
    }
    Spelled::None
}
