//! The replies that are read: one inventory in three sizes and five dresses, and a drawing of untagged parts.
//!
//! All of it is made up from a fixed seed, so that every machine reads the same bytes.

mod random;
mod render;

use serde::{Deserialize, Serialize};

use random::Random;
pub use render::{damaged, fenced, pretty, prose, sloppy, spaced};

/// What serde's derive makes of `schemas/read/inventory.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inventory {
    /// What is listed.
    pub title: String,
    /// How many items there are.
    pub count: i64,
    /// The items.
    pub items: Vec<Item>,
}

/// One item of an [`Inventory`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Its number.
    pub id: i64,
    /// Three words.
    pub name: String,
    /// With two decimals.
    pub price: f64,
    /// Whether it is on sale.
    pub active: bool,
    /// One to four words.
    pub tags: Vec<String>,
    /// Eight words, or nothing.
    pub note: Option<String>,
}

/// What serde's derive makes of `schemas/read/drawing.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// From back to front.
    pub parts: Vec<Part>,
}

/// One part of a [`Drawing`]; only its members tell which kind it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Part {
    Circle { x: f64, y: f64, radius: f64, fill: String },
    Rect { x: f64, y: f64, width: f64, height: f64, fill: String },
    Label { x: f64, y: f64, text: String, size: f64 },
    Line { from: Vec<f64>, to: Vec<f64>, stroke: String },
}

const WORDS: [&str; 16] = [
    "alpha", "bravo", "river", "stone", "maple", "candle", "orbit", "velvet", "copper", "garden", "window", "signal",
    "harbor", "meadow", "lantern", "pepper",
];

/// The smallest inventory that takes at least so many bytes when it is written over several lines.
pub fn inventory(bytes: usize) -> Inventory {
    smallest(inventory_of, bytes)
}

/// The smallest drawing that takes at least so many bytes when it is written over several lines.
pub fn drawing(bytes: usize) -> Drawing {
    smallest(drawing_of, bytes)
}

fn smallest<T: Serialize>(make: fn(usize) -> T, bytes: usize) -> T {
    let enough = |count: usize| pretty(&make(count)).len() >= bytes;
    let (mut low, mut high) = (0, 1);
    while !enough(high) {
        (low, high) = (high, high * 2);
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if enough(middle) { high = middle } else { low = middle }
    }
    make(high)
}

fn inventory_of(count: usize) -> Inventory {
    let mut random = Random::new(7);
    let title = format!("Inventory of the {} shed", random.pick(&WORDS));
    let items = (0..count as i64).map(|id| item(&mut random, id)).collect();
    Inventory { title, count: count as i64, items }
}

fn item(random: &mut Random, id: i64) -> Item {
    Item {
        id,
        name: words(random, 3),
        price: random.cents(1000),
        active: random.chance(50),
        tags: (0..=random.below(4)).map(|_| words(random, 1)).collect(),
        note: if random.chance(30) { None } else { Some(words(random, 8) + ".") },
    }
}

fn words(random: &mut Random, count: usize) -> String {
    (0..count).map(|_| random.pick(&WORDS)).collect::<Vec<_>>().join(" ")
}

fn drawing_of(count: usize) -> Drawing {
    let mut random = Random::new(11);
    Drawing { parts: (0..count).map(|_| part(&mut random)).collect() }
}

fn part(random: &mut Random) -> Part {
    let kind = random.below(4);
    let mut at = || random.cents(500);
    match kind {
        0 => Part::Circle { x: at(), y: at(), radius: at(), fill: words(random, 1) },
        1 => Part::Rect { x: at(), y: at(), width: at(), height: at(), fill: words(random, 1) },
        2 => Part::Label { x: at(), y: at(), size: at(), text: words(random, 2) },
        _ => Part::Line { from: vec![at(), at()], to: vec![at(), at()], stroke: words(random, 1) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_sizes_are_hardly_more_than_asked_for() {
        for bytes in [500, 10_000, 1_000_000] {
            let length = pretty(&inventory(bytes)).len();
            assert!((bytes..bytes + 400).contains(&length), "{length} for {bytes}");
        }
    }

    #[test]
    fn ok_the_same_each_time() {
        assert_eq!(inventory(10_000), inventory(10_000));
        assert_eq!(drawing(10_000), drawing(10_000));
    }

    #[test]
    fn ok_what_is_written_is_read() {
        let inventory = inventory(10_000);
        assert_eq!(serde_json::from_str::<Inventory>(&pretty(&inventory)).unwrap(), inventory);
        assert_eq!(serde_json::from_str::<Inventory>(&spaced(&inventory)).unwrap(), inventory);
        let drawing = drawing(10_000);
        assert_eq!(serde_json::from_str::<Drawing>(&pretty(&drawing)).unwrap(), drawing);
    }
}
