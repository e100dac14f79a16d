//! The names that prost-build gives to modules, types, members and values.

use heck::{ToSnakeCase as _, ToUpperCamelCase as _};
use prost_reflect::{EnumDescriptor, EnumValueDescriptor, FieldDescriptor, MessageDescriptor, OneofDescriptor};

/// A module or a member.
pub(super) fn snake(name: &str) -> String {
    sane(&name.to_snake_case())
}

/// A type or a variant.
pub(super) fn camel(name: &str) -> String {
    sane(&name.to_upper_camel_case())
}

fn sane(name: &str) -> String {
    match name {
        "_" | "super" | "self" | "Self" | "extern" | "crate" => format!("{name}_"),
        _ if is_keyword(name) => format!("r#{name}"),
        _ if name.starts_with(|c: char| c.is_numeric()) => format!("_{name}"),
        _ => name.to_owned(),
    }
}

#[rustfmt::skip]
fn is_keyword(name: &str) -> bool {
    const ALL: [&str; 46] = [
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
        "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
        "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
        "unsafe", "unsized", "use", "virtual", "where", "while",
    ];
    ALL.contains(&name) || name == "yield"
}

/// The path of a message below the module of all.
pub(super) fn message(it: &MessageDescriptor) -> String {
    path(it.package_name(), it.full_name())
}

/// The path of an enum.
pub(super) fn list(it: &EnumDescriptor) -> String {
    path(it.package_name(), it.full_name())
}

fn path(package: &str, full: &str) -> String {
    let local = full.strip_prefix(package).unwrap_or(full).trim_start_matches('.');
    let mut parts: Vec<String> = package.split('.').filter(|it| !it.is_empty()).map(snake).collect();
    let mut names = local.split('.').peekable();
    while let Some(name) = names.next() {
        parts.push(if names.peek().is_some() { snake(name) } else { camel(name) });
    }
    parts.join("::")
}

/// The path of a oneof's enum, which stands in the module of its message.
pub(super) fn oneof(it: &OneofDescriptor) -> String {
    let parent = it.parent_message();
    let mut name = camel(it.name());
    let nested = parent.child_messages().map(|it| camel(it.name()));
    if nested.chain(parent.child_enums().map(|it| camel(it.name()))).any(|other| other == name) {
        name.push_str("OneOf");
    }
    let whole = message(parent);
    let (modules, own) = whole.rsplit_once("::").map_or(("", whole.as_str()), |(modules, own)| (modules, own));
    let separator = if modules.is_empty() { "" } else { "::" };
    debug_assert_eq!(own, camel(parent.name()), "a path ends with its type");
    format!("{modules}{separator}{}::{name}", snake(parent.name()))
}

/// A member.
pub(super) fn member(it: &FieldDescriptor) -> String {
    snake(it.name())
}

/// A value of an enum: that of the first one with its number, without the name of the enum.
pub(super) fn value(it: &EnumDescriptor, value: &EnumValueDescriptor) -> String {
    // In the order of the text, which `values()` has not.
    let first = it.enum_descriptor_proto().value.iter().find(|first| first.number() == value.number());
    let name = camel(first.map_or(value.name(), |first| first.name()));
    let rest = name.strip_prefix(&camel(it.name())).filter(|rest| rest.starts_with(char::is_uppercase));
    sane(rest.unwrap_or(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_names_are_those_of_prost() {
        assert_eq!(
            ["type", "self", "FooBar", "_", "1st", "yield"].map(snake),
            ["r#type", "self_", "foo_bar", "", "_1st", "r#yield"]
        );
        assert_eq!(["self", "order_line", "2d"].map(camel), ["Self_", "OrderLine", "_2d"]);
        assert_eq!(path("shop.type", "shop.type.Order.Line"), "shop::r#type::order::Line");
        assert_eq!(path("", "Order"), "Order");
    }
}
