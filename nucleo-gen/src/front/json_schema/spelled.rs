//! The names of keywords, and those that look like a slip of one.

use super::draft::Draft;
use crate::diag::{Level, Lint};
use crate::knobs::Knobs;
use crate::spelling::distance;

/// A member of a schema is spelled nearly as a keyword is, and does nothing.
pub(crate) const MISSPELT_KEYWORD: Lint = Lint { name: "misspelt_keyword", default: Level::Warn };

/// Keywords by their drafts; those of the last line are of none in particular.
const KEYWORDS: &[(Option<Draft>, &[&str])] = &[
    (
        Some(Draft::Draft4),
        &[
            "$schema",
            "$ref",
            "title",
            "description",
            "default",
            "type",
            "enum",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "definitions",
            "properties",
            "patternProperties",
            "additionalProperties",
            "required",
            "minProperties",
            "maxProperties",
            "dependencies",
            "items",
            "additionalItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "format",
        ],
    ),
    (Some(Draft::Draft6), &["$id", "const", "contains", "propertyNames", "examples"]),
    (
        Some(Draft::Draft7),
        &["$comment", "if", "then", "else", "readOnly", "writeOnly", "contentEncoding", "contentMediaType"],
    ),
    (
        Some(Draft::Draft2019),
        &[
            "$defs",
            "$anchor",
            "$vocabulary",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedItems",
            "unevaluatedProperties",
            "minContains",
            "maxContains",
            "contentSchema",
            "deprecated",
        ],
    ),
    (Some(Draft::Draft2020), &["prefixItems", "$dynamicRef", "$dynamicAnchor"]),
    (None, &["id", "$recursiveRef", "$recursiveAnchor", "nullable", "discriminator", "example", "xml", "externalDocs"]),
];

/// What asserts something: of these alone the ledger says when they are of a later draft.
const ASSERTIONS: [&str; 15] = [
    "const",
    "contains",
    "propertyNames",
    "if",
    "contentEncoding",
    "contentMediaType",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
    "minContains",
    "maxContains",
    "contentSchema",
    "prefixItems",
    "$dynamicRef",
];

/// The keywords of our own that turn no knob.
const OURS: [&str; 16] = [
    "x-nucleo-accept",
    "x-nucleo-agent",
    "x-nucleo-allow",
    "x-nucleo-context-ignore",
    "x-nucleo-deny",
    "x-nucleo-format",
    "x-nucleo-name",
    "x-nucleo-nothing",
    "x-nucleo-oneof",
    "x-nucleo-reasoning",
    "x-nucleo-refuse",
    "x-nucleo-shown",
    "x-nucleo-summarizable",
    "x-nucleo-tool",
    "x-nucleo-type-alias",
    "x-nucleo-warn",
];

fn ours() -> impl Iterator<Item = &'static str> {
    OURS.iter().chain(Knobs::KEYWORDS).copied()
}

/// Whether a keyword looks like one of our own and is none.
pub(crate) fn is_slip_of_ours(name: &str) -> bool {
    name.starts_with("x-nucleo-") && ours().all(|it| it != name)
}

pub(crate) fn nearest_of_ours(name: &str) -> &'static str {
    // OK because there are some.
    ours().min_by_key(|it| distance(it, name)).unwrap_or_default()
}

pub(crate) fn is_known(name: &str) -> bool {
    KEYWORDS.iter().any(|(_, names)| names.contains(&name))
}

/// The draft that brought an assertion.
pub(crate) fn since(name: &str) -> Option<Draft> {
    let found = KEYWORDS.iter().find(|(_, names)| names.contains(&name) && ASSERTIONS.contains(&name));
    found.and_then(|(draft, _)| *draft)
}

/// The keyword that is meant by a name that is none, where it is near enough.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    // Short words are near too many others.
    let slips = match name.len() {
        ..4 | 32.. => return None,
        4..9 => 1,
        _ => 2,
    };
    let all = KEYWORDS.iter().flat_map(|(_, names)| names.iter().copied());
    let near = |keyword: &&str| {
        keyword.len() > 4 && keyword.len().abs_diff(name.len()) <= slips || keyword.eq_ignore_ascii_case(name)
    };
    let scored = all.filter(near).map(|keyword| {
        let same = keyword.eq_ignore_ascii_case(name) || keyword.strip_prefix('$') == Some(name);
        (if same { 0 } else { distance(keyword, name) }, keyword)
    });
    scored.min().filter(|(distance, _)| *distance <= slips).map(|(_, keyword)| keyword)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_slips_and_other_words() {
        assert_eq!(meant("requried"), Some("required"));
        assert_eq!(meant("propertys"), Some("properties"));
        assert_eq!(meant("minlength"), Some("minLength"));
        assert_eq!(meant("additionalProprties"), Some("additionalProperties"));
        assert_eq!(meant("ENUM"), Some("enum"));
        for other in ["x-order", "markdownDescription", "name", "order", "options", "types", "version", "tsType"] {
            assert_eq!(meant(other), None, "{other}");
        }
    }
}
