//! Numbers and texts.

use super::facts::Facts;
use super::lower::{Lower, Taken};
use super::number::{Decimal, Whole, needs_u128};
use super::rules::{limit, pattern};
use super::word::{Bound, Word};
use super::{ledger, note};
use crate::ir::{Enforcer, Form, Integer, Number, Text, TypeKind};
use crate::json::Json;

/// The formats that say how wide a number is.
const WIDTHS: &[&str] =
    &["int8", "int16", "int32", "int64", "int128", "uint8", "uint16", "uint32", "uint64", "uint128", "float", "double"];
/// The formats that have a type of their own, or are checked.
const CHECKED: &[&str] = &["date", "date-time", "time", "duration"];

impl<'j> Lower<'_, 'j> {
    pub(crate) fn integer(&mut self, facts: &Facts<'j>, taken: &mut Taken) -> TypeKind {
        let mut integer = Integer::default();
        for (word, assertion) in facts.words(self.graph) {
            match &assertion.word {
                Word::Min(bound) => {
                    let Some(least) = least(*bound) else { continue };
                    integer.min = Some(integer.min.map_or(least, |it| it.max(least)));
                    taken.add(word);
                }
                Word::Max(bound) => {
                    let Some(greatest) = greatest(*bound) else {
                        integer.needs_u128 |= needs_u128(&Decimal::parse(bound.value));
                        continue;
                    };
                    integer.max = Some(integer.max.map_or(greatest, |it| it.min(greatest)));
                    taken.add(word);
                }
                Word::MultipleOf(of) if multiple(&mut integer.multiple_of, of) => taken.add(word),
                Word::Format(format) if width(&mut integer.format, format) => taken.add(word),
                _ => {}
            }
        }
        TypeKind::Integer(integer)
    }

    pub(crate) fn number(&mut self, facts: &Facts<'j>, taken: &mut Taken) -> TypeKind {
        let mut number = Number::default();
        let (mut low, mut high): (Option<Bound<'_>>, Option<Bound<'_>>) = (None, None);
        for (word, assertion) in facts.words(self.graph) {
            match &assertion.word {
                Word::Min(bound) => {
                    low = Some(low.map_or(*bound, |it| tighter(it, *bound, true)));
                    taken.add(word);
                }
                Word::Max(bound) => {
                    high = Some(high.map_or(*bound, |it| tighter(it, *bound, false)));
                    taken.add(word);
                }
                Word::MultipleOf(of) if multiple(&mut number.multiple_of, of) => taken.add(word),
                Word::Format(format) if width(&mut number.format, format) => taken.add(word),
                _ => {}
            }
        }
        (number.min, number.max) = (low.map(limit), high.map(limit));
        TypeKind::Number(number)
    }

    pub(crate) fn text(&mut self, facts: &Facts<'j>, taken: &mut Taken) -> TypeKind {
        let mut text = Text::default();
        let said = facts.parts.iter().find_map(|it| self.graph[it.schema].json.get("x-nucleo-format"));
        let is_base64 = said.and_then(Json::as_str) == Some("base64");
        for (word, assertion) in facts.words(self.graph) {
            match &assertion.word {
                Word::MinLength(count) => text.min = Some(text.min.unwrap_or(0).max(*count)),
                Word::MaxLength(count) => text.max = Some(text.max.unwrap_or(u64::MAX).min(*count)),
                Word::Pattern(source) => text.patterns.push(pattern(source)),
                Word::Format(format) if text.format.is_none() => {
                    text.format = Some((*format).to_owned());
                    if !(CHECKED.contains(format) || *format == "byte" && is_base64) {
                        self.ledger.note(word, Enforcer::Nobody(ledger::NO_TYPE_FOR_FORMAT));
                    }
                }
                _ => continue,
            }
            taken.add(word);
        }
        text.form = said.and_then(|json| {
            let form = Form::ALL.into_iter().find(|it| json.as_str() == Some(it.name()));
            if form.is_none() {
                note::wrong(json, "x-nucleo-format", "`timestamp`, `seconds` or `base64`", self.diags);
            }
            form
        });
        TypeKind::Text(text)
    }
}

/// The least whole number that a bound allows; `None` where no `i128` is too small.
fn least(bound: Bound<'_>) -> Option<i128> {
    let decimal = Decimal::parse(bound.value);
    match decimal.ceil() {
        Whole::Is(value) if bound.exclusive && decimal.is_whole() => Some(value.saturating_add(1)),
        Whole::Is(value) => Some(value),
        Whole::Below => None,
        Whole::Above => Some(i128::MAX),
    }
}

/// The greatest whole number that a bound allows; `None` where no `i128` is too great.
fn greatest(bound: Bound<'_>) -> Option<i128> {
    let decimal = Decimal::parse(bound.value);
    match decimal.floor() {
        Whole::Is(value) if bound.exclusive && decimal.is_whole() => Some(value.saturating_sub(1)),
        Whole::Is(value) => Some(value),
        Whole::Above => None,
        Whole::Below => Some(i128::MIN),
    }
}

/// The bound that allows less.
fn tighter<'j>(a: Bound<'j>, b: Bound<'j>, lower: bool) -> Bound<'j> {
    let order = Decimal::parse(a.value).cmp(&Decimal::parse(b.value));
    let order = if lower { order } else { order.reverse() };
    match order {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal => Bound { exclusive: a.exclusive || b.exclusive, ..a },
    }
}

/// A type holds one `multipleOf`; a second, other one is a rule.
fn multiple(known: &mut Option<String>, of: &str) -> bool {
    let same = known.as_ref().is_none_or(|it| Decimal::parse(it) == Decimal::parse(of));
    if same && known.is_none() {
        *known = Some(of.to_owned());
    }
    same
}

fn width(known: &mut Option<String>, format: &str) -> bool {
    let takes = known.is_none() && WIDTHS.contains(&format);
    if takes {
        *known = Some(format.to_owned());
    }
    takes
}
