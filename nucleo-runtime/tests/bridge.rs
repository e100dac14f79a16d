//! A hand-written type as generated code has it: through the shape, by serde and by values.

use std::collections::BTreeMap;

use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{
    Field, Format, Integer, Kind, Literal, Map, Mapped, Record, Rest, Shape, Spellings, Table, Text, Type, TypeId,
    Variant, Width,
};
use nucleo_runtime::tape::Node;
use nucleo_runtime::{As, ByText, FromNode, Shaped, ToNode, Writer, from_value, serde_bridge, to_string, to_value};
use serde_json::json;

#[derive(Debug, Clone, PartialEq)]
struct Host {
    name: String,
    address: Option<std::net::Ipv4Addr>,
    level: Level,
    size: u128,
    more: BTreeMap<String, i64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Level {
    Low,
    High,
}

static TABLE: Table = Table {
    types: &[
        Type::new(
            "Host",
            Kind::Record(Record {
                fields: &[
                    Field::new("hostName", 1).shown("host_name").required(),
                    Field::new("address", 2),
                    Field::new("level", 4).default(Literal::Text("low")),
                    Field::new("kind", 5).required(),
                    Field::new("size", 6).required(),
                ],
                spellings: Spellings::new(&[("address", 1), ("hostname", 0), ("kind", 3), ("level", 2), ("size", 4)]),
                rest: Rest::Keep(TypeId(7)),
            }),
        ),
        Type::new("", Kind::Text(Text::ANY)),
        Type::new(
            "",
            Kind::Mapped(Mapped { ty: TypeId(3), name: "ipv4", accepts: ByText::accepts::<std::net::Ipv4Addr> }),
        ),
        Type::new("", Kind::Text(Text { format: Format::Named("ipv4"), ..Text::ANY })),
        Type::new("Level", Kind::Enum(&[Variant::new(Literal::Text("low")), Variant::new(Literal::Text("high"))])),
        Type::new("", Kind::Enum(&[Variant::new(Literal::Text("host"))])),
        Type::new("", Kind::Integer(Integer::new(Width::U128))),
        Type::new("", Kind::Integer(Integer::new(Width::I64))),
        Type::new("", Kind::Map(Map::of(7))),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

impl FromNode for Host {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self {
            name: node.get(0)?,
            address: node.get_as::<Option<ByText>, _>(1)?,
            level: node.get(2)?,
            size: node.get(4)?,
            more: node
                .rest()
                .map(|(name, value)| Some((name.to_owned(), FromNode::from_node(value)?)))
                .collect::<Option<_>>()?,
        })
    }
}

impl ToNode for Host {
    fn to_node(&self, out: &mut Writer) {
        let mut out = out.record(Self::SHAPE);
        out.field(0, &self.name);
        out.field(1, &As::<_, Option<ByText>>::new(&self.address));
        out.field(2, &self.level);
        out.constant(3);
        out.field(4, &self.size);
        out.rest(&self.more);
    }
}

impl Shaped for Host {
    const SHAPE: Shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);
}

impl FromNode for Level {
    fn from_node(node: Node<'_>) -> Option<Self> {
        match node.variant() {
            0 => Some(Self::Low),
            1 => Some(Self::High),
            _ => None,
        }
    }
}

impl ToNode for Level {
    fn to_node(&self, out: &mut Writer) {
        out.variant(Shape::new(&TABLE, 4, &Profile::NUCLEO), *self as usize);
    }
}

serde_bridge!(Host);

fn host() -> Host {
    Host {
        name: "a \"b\"\n".to_owned(),
        address: Some([192, 0, 2, 1].into()),
        level: Level::High,
        size: u128::MAX,
        more: BTreeMap::from([("x".to_owned(), -1)]),
    }
}

#[test]
fn ok_json_and_back() {
    let text = to_string(&host());
    assert_eq!(
        text,
        r#"{"hostName":"a \"b\"\n","address":"192.0.2.1","level":"high","kind":"host","size":340282366920938463463374607431768211455,"x":-1}"#
    );
    assert_eq!(serde_json::to_string(&host()).unwrap(), text);
    let small = Host { size: 7, ..host() };
    assert_eq!(serde_json::from_str::<Host>(&to_string(&small)).unwrap(), small);
    assert_eq!(from_value::<Host>(&to_value(&small)).unwrap(), small);
}

#[test]
fn ok_absent_members() {
    let value = json!({"hostName": "a", "kind": "host", "size": 1});
    let host: Host = serde_json::from_value(value).unwrap();
    assert_eq!((host.address, host.level), (None, Level::Low));
    assert_eq!(to_value(&host), json!({"hostName": "a", "level": "low", "kind": "host", "size": 1}));
}

#[test]
fn err_the_contract_holds_for_serde_too() {
    for (value, message) in [
        (json!({"hostName": "a", "kind": "host", "size": -1}), "range at `size`"),
        (json!({"hostName": "a", "kind": "host"}), "missing at `size`"),
        (json!({"hostName": "a", "kind": "guest", "size": 1}), "enum at `kind`"),
        (json!({"hostName": "a", "kind": "host", "size": 1, "address": "nowhere"}), "format at `address`"),
        (json!({"host_name": "a", "kind": "host", "size": 1}), "type at `{0}`, missing at `host_name`"),
    ] {
        assert_eq!(serde_json::from_value::<Host>(value).unwrap_err().to_string(), message);
    }
}
