//! Replies into hand-written types.

use std::collections::BTreeMap;

use nucleo_runtime::from_reply;
use serde::{Deserialize, Deserializer, de};

/// By hand, since the crate has no derive of serde's; as `#[derive(Deserialize)]` would write it.
#[derive(Debug, PartialEq)]
struct Item {
    id: u32,
    unit_price: f64,
    active: bool,
    note: Option<String>,
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Item;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an item")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Item, A::Error> {
                let (mut id, mut unit_price, mut active, mut note) = (None, None, None, None);
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "id" => id = Some(map.next_value()?),
                        "unitPrice" => unit_price = Some(map.next_value()?),
                        "active" => active = Some(map.next_value()?),
                        "note" => note = map.next_value()?,
                        _ => drop(map.next_value::<de::IgnoredAny>()?),
                    }
                }
                let missing = de::Error::missing_field;
                Ok(Item {
                    id: id.ok_or_else(|| missing("id"))?,
                    unit_price: unit_price.ok_or_else(|| missing("unitPrice"))?,
                    active: active.ok_or_else(|| missing("active"))?,
                    note,
                })
            }
        }
        deserializer.deserialize_struct("Item", &["id", "unitPrice", "active", "note"], Visitor)
    }
}

#[test]
fn ok_struct() {
    let reply = "Here: [1]\n```json\n{id: '7', unit_price: \"2.5\", Active: 'yes', extra: {}, id: 8}\n```\nDone.";
    let item: Item = from_reply(reply).unwrap();
    assert_eq!(item, Item { id: 8, unit_price: 2.5, active: true, note: None });
}

#[test]
fn ok_scalars_and_collections() {
    assert_eq!(from_reply::<i64>(" 42 "), Ok(42));
    assert_eq!(from_reply::<bool>("Yes"), Ok(true));
    assert_eq!(from_reply::<String>("Plain prose."), Ok("Plain prose.".to_owned()));
    assert_eq!(from_reply::<Vec<u8>>("So: [1, 2,]"), Ok(vec![1, 2]));
    assert_eq!(from_reply::<Option<u8>>("null"), Ok(None));
    assert_eq!(from_reply::<BTreeMap<String, i32>>("{a: 1 'b': -2}").unwrap()["b"], -2);
}

#[test]
fn err_first_reason_only() {
    let tell = |reply: &str| from_reply::<Item>(reply).unwrap_err().to_string();
    assert_eq!(tell(r#"{"id": "secret"}"#), "expected u32, found a string");
    assert_eq!(tell(r#"{"id": 1}"#), "`unitPrice` is missing");
    assert_eq!(tell("no idea"), "the reply cannot be read: no_json");
    assert_eq!(tell(r#"{"id": 1, "unitPrice": "2"#), "the reply cannot be read: cut");
    assert!(from_reply::<u8>("300").is_err());
    assert!(from_reply::<serde_json::Value>("no idea").is_err());
}

#[test]
fn ok_any_value() {
    let value: serde_json::Value = from_reply("{'a': [1, 2.5, None], b: -3}").unwrap();
    assert_eq!(value, serde_json::json!({"a": [1, 2.5, null], "b": -3}));
}
