//! The crates that read JSON, or mend it.

use nucleo_benches::inputs::Inventory;

/// A crate, with how it reads a reply into the struct; `None` where it refuses.
pub(crate) type Peer = (&'static str, fn(&str) -> Option<Inventory>);

/// Those that take more than JSON.
pub(crate) const LENIENT: [Peer; 4] = [
    ("llm_json", by_llm_json),
    ("jsonrepair", by_jsonrepair),
    ("json5", by_json5),
    ("serde_json_lenient", by_serde_json_lenient),
];

fn by_llm_json(reply: &str) -> Option<Inventory> {
    let json = llm_json::repair_json(reply, &llm_json::RepairOptions::default()).ok()?;
    serde_json::from_str(&json).ok()
}

fn by_jsonrepair(reply: &str) -> Option<Inventory> {
    let json = jsonrepair::repair_to_string(reply, &jsonrepair::Options::default()).ok()?;
    serde_json::from_str(&json).ok()
}

fn by_json5(reply: &str) -> Option<Inventory> {
    json5::from_str(reply).ok()
}

fn by_serde_json_lenient(reply: &str) -> Option<Inventory> {
    serde_json_lenient::from_str_lenient(reply).ok()
}
