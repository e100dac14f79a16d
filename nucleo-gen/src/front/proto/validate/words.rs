//! Rules that no keyword says, in words: a model is told them, and the ledger says that nothing enforces them.

use prost_reflect::{DynamicMessage, Value};

use super::get;
use super::values;
use crate::front::proto::options::extension;

/// What some rules of one kind say beyond `told`, which keywords say.
pub(super) fn of(kind: &str, rules: &DynamicMessage, told: &[&str]) -> Vec<String> {
    let others = rules.fields().filter(|(field, _)| !told.contains(&field.name()));
    let mut out: Vec<String> = others.filter_map(|(field, value)| phrase(kind, field.name(), value)).collect();
    // Rules that a file defines itself.
    for (rule, value) in rules.extensions() {
        let defined = extension(&rule.options(), "buf.validate.predefined").map(|it| expressions(&it));
        match defined.filter(|it| !it.is_empty()) {
            Some(said) => out.extend(said),
            None => out.push(format!("{}: {}", rule.full_name(), values::words(value))),
        }
    }
    out
}

/// The expressions of CEL, by what they say when they fail.
pub(super) fn expressions(rules: &DynamicMessage) -> Vec<String> {
    let rule = |it: &Value| {
        let Some(rule) = it.as_message() else { return it.as_str().map(str::to_owned) };
        let part =
            |name: &str| get(rule, name).and_then(|it| it.as_str().map(str::to_owned)).filter(|it| !it.is_empty());
        part("message").or_else(|| part("expression")).or_else(|| part("id"))
    };
    let lists = ["cel", "cel_expression"].map(|name| get(rules, name));
    lists.iter().flatten().filter_map(Value::as_list).flatten().filter_map(rule).collect()
}

/// One rule; `None` where it says nothing.
fn phrase(kind: &str, name: &str, value: &Value) -> Option<String> {
    if matches!(value, Value::Bool(false)) {
        return None;
    }
    let all = |it: &Value| it.as_list().unwrap_or_default().iter().map(values::words).collect::<Vec<_>>().join(", ");
    let it = values::words(value);
    let unit = if kind == "string" { "bytes in UTF-8" } else { "bytes" };
    Some(match (kind, name) {
        (_, "len_bytes" | "len") => format!("exactly {it} {unit}"),
        (_, "min_bytes" | "min_len") => format!("at least {it} {unit}"),
        (_, "max_bytes" | "max_len") => format!("at most {it} {unit}"),
        ("timestamp", "lt") => format!("before {it}"),
        ("timestamp", "lte") => format!("{it} or before"),
        ("timestamp", "gt") => format!("after {it}"),
        ("timestamp", "gte") => format!("{it} or after"),
        ("timestamp", "lt_now") => "in the past".to_owned(),
        ("timestamp", "gt_now") => "in the future".to_owned(),
        ("timestamp", "within") => format!("within {it} of now"),
        (_, "lt") => format!("less than {it}"),
        (_, "lte") => format!("at most {it}"),
        (_, "gt") => format!("more than {it}"),
        (_, "gte") => format!("at least {it}"),
        (_, "const") => format!("just {it}"),
        (_, "in") => format!("one of {}", all(value)),
        (_, "not_in") => format!("none of {}", all(value)),
        (_, "pattern") => format!("matching {it}"),
        (_, "prefix") => format!("beginning with {it}"),
        (_, "suffix") => format!("ending with {it}"),
        (_, "contains") => format!("containing {it}"),
        ("string", "address") => "a hostname or an IP address".to_owned(),
        (_, "ip") => "an IP address".to_owned(),
        (_, "ipv4") => "an IPv4 address".to_owned(),
        (_, "ipv6") => "an IPv6 address".to_owned(),
        (_, "uuid") => "a UUID".to_owned(),
        ("string", "ip_with_prefixlen") => "an IP address with the length of its prefix".to_owned(),
        ("string", "ipv4_with_prefixlen") => "an IPv4 address with the length of its prefix".to_owned(),
        ("string", "ipv6_with_prefixlen") => "an IPv6 address with the length of its prefix".to_owned(),
        ("string", "ip_prefix") => "a prefix of IP addresses".to_owned(),
        ("string", "ipv4_prefix") => "a prefix of IPv4 addresses".to_owned(),
        ("string", "ipv6_prefix") => "a prefix of IPv6 addresses".to_owned(),
        ("string", "host_and_port") => "a host with a port".to_owned(),
        ("string", "well_known_regex") => match value.as_enum_number() {
            Some(1) => "the name of an HTTP header".to_owned(),
            Some(2) => "the value of an HTTP header".to_owned(),
            _ => return None,
        },
        // It only says how closely `well_known_regex` is kept to.
        ("string", "strict") => return None,
        _ => format!("{kind}.{name}: {it}"),
    })
}
