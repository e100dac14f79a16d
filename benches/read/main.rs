//! Reading replies against serde_json and the crates that mend JSON: see the crate's documentation.

mod peers;

use std::time::Duration;

use nucleo_benches::answers;
use nucleo_benches::inputs::{self, Drawing, Inventory};
use nucleo_benches::rounds::{self, Stage};
use nucleo_benches::table::Table;

fn main() {
    println!("{}", inventories());
    println!("{}", drawings());
}

/// A reply, and the clean text that serde_json reads for comparison.
struct Reply {
    name: String,
    text: String,
    clean: String,
}

fn replies() -> Vec<Reply> {
    let mut replies = Vec::new();
    for (size, bytes) in [("500 B", 500), ("10 KB", 10_000), ("1 MB", 1_000_000)] {
        let inventory = inputs::inventory(bytes);
        let clean = if bytes == 500 { inputs::spaced(&inventory) } else { inputs::pretty(&inventory) };
        let dresses = [
            ("clean", clean.clone()),
            ("fenced", inputs::fenced(&clean)),
            ("in prose", inputs::prose(&clean)),
            ("sloppy", inputs::sloppy(&inventory)),
        ];
        let reply = |(dress, text)| Reply { name: format!("{dress}, {size}"), text, clean: clean.clone() };
        replies.extend(dresses.map(reply));
    }
    let mut inventory = inputs::inventory(10_000);
    inventory.items[0].name.insert(3, '\n');
    let (text, clean) = (inputs::damaged(&inventory), inputs::pretty(&inventory));
    replies.push(Reply { name: "ten repairs, 10 KB".into(), text, clean });
    replies
}

/// Each reply into the struct, as ratios to serde_json on the clean text.
fn inventories() -> Table {
    let peers = peers::LENIENT;
    let head = ["reply", "serde_json, µs", "into `Value`", "Nucleo"];
    let mut table = Table::new(head.into_iter().chain(peers.map(|(name, _)| name)));
    for Reply { name, text, clean } in replies().into_iter().filter(|reply| asked_for(&reply.name)) {
        let expected: Inventory = serde_json::from_str(&clean).expect("clean text is JSON");
        check(&nucleo_runtime::parse::<answers::Inventory>(&text).expect("we read every dress"), &expected);
        let able = peers.map(|(_, read)| read(&text).as_ref() == Some(&expected));
        let mut stages = vec![
            Stage::new(|| serde_json::from_str::<Inventory>(&clean)),
            Stage::new(|| serde_json::from_str::<serde_json::Value>(&clean)),
            Stage::new(|| nucleo_runtime::parse::<answers::Inventory>(&text)),
        ];
        let text = text.as_str();
        let able_peers = peers.into_iter().zip(able).filter(|(_, able)| *able);
        stages.extend(able_peers.map(|((_, read), _)| Stage::new(move || read(text))));
        let mut times = rounds::best(stages).into_iter();
        // OK because each stage has its time.
        let base = times.next().expect("serde_json's time");
        let cells =
            [true, true].into_iter().chain(able).map(|able| ratio(base, if able { times.next() } else { None }));
        table.row([name, format!("{:.2}", base.as_secs_f64() * 1e6)].into_iter().chain(cells));
    }
    table
}

/// Untagged parts into an enum, as ratios to serde's `untagged`.
fn drawings() -> Table {
    let mut table = Table::new(["union of four, 10 KB", "`untagged`, µs", "into `Value`", "Nucleo"]);
    let text = inputs::pretty(&inputs::drawing(10_000));
    let expected: Drawing = serde_json::from_str(&text).expect("clean text is JSON");
    check(&nucleo_runtime::parse::<answers::Drawing>(&text).expect("we read it"), &expected);
    let times = rounds::best(vec![
        Stage::new(|| serde_json::from_str::<Drawing>(&text)),
        Stage::new(|| serde_json::from_str::<serde_json::Value>(&text)),
        Stage::new(|| nucleo_runtime::parse::<answers::Drawing>(&text)),
    ]);
    let [base, value, ours] = times[..] else { unreachable!("three stages") };
    let base_cell = format!("{:.2}", base.as_secs_f64() * 1e6);
    table.row(["clean".to_owned(), base_cell, ratio(base, Some(value)), ratio(base, Some(ours))]);
    table
}

/// Words behind `--` choose replies: `cargo bench … -- clean 'ten repairs'`.
fn asked_for(name: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    words.peek().is_none() || words.any(|word| name.contains(&word))
}

/// What we read is what was written.
fn check(ours: &impl serde::Serialize, expected: &impl serde::Serialize) {
    let ours = serde_json::to_value(ours).expect("JSON");
    assert!(ours == serde_json::to_value(expected).expect("JSON"), "another value: {ours}");
}

fn ratio(base: Duration, time: Option<Duration>) -> String {
    time.map_or_else(|| "–".to_owned(), |time| format!("{:.2}", time.as_secs_f64() / base.as_secs_f64()))
}
