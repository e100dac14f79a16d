//! A server's schemas as a model is shown them: what `nucleo_runtime::keywords` does at run time, at build time.
//!
//! The runtime has its own, behind the feature `artifacts`: turned on here, each build of a crate without artifacts
//! would compile the runtime twice. A test holds both equal.

use super::notation::ARTIFACT_REF;
use crate::json::{Json, Member, Value};

const OWN: &str = "x-nucleo-";
const ALIAS: &str = "x-nucleo-type-alias";

/// A value without the keywords of our own, at any depth.
pub(super) fn strip(json: &Json) -> Json {
    Place::Value.shown(json)
}

/// A schema with each artifact as its reference alone, and without the keywords of our own.
pub(super) fn for_model(json: &Json) -> Json {
    Place::Schema { aliased: false, bare: Bare::Never, marked: is_marked(json) }.shown(json)
}

/// Whether any keyword of our own stands anywhere.
fn is_marked(json: &Json) -> bool {
    match &json.value {
        Value::List(items) => items.iter().any(is_marked),
        Value::Object(members) => members.iter().any(|it| it.name.starts_with(OWN) || is_marked(&it.json)),
        _ => false,
    }
}

/// What a value of a schema is; `nucleo_runtime::keywords` says more.
#[derive(Clone, Copy)]
enum Place {
    Schema { aliased: bool, bare: Bare, marked: bool },
    Named { bare: Bare, marked: bool },
    Value,
}

/// Which objects that have an `artifact_ref` are artifacts without an alias.
#[derive(Clone, Copy)]
enum Bare {
    Never,
    Sole,
    Always,
}

impl Place {
    fn shown(self, json: &Json) -> Json {
        let value = match &json.value {
            Value::List(items) => Value::List(items.iter().map(|item| self.shown(item)).collect()),
            Value::Object(members) if self.is_artifact(json) => Value::Object(reduced(members)),
            Value::Object(members) => {
                let kept = members.iter().filter(|it| !it.name.starts_with(OWN));
                let shown = |it: &Member| Member { json: self.below(json, &it.name).shown(&it.json), ..it.clone() };
                Value::Object(kept.map(shown).collect())
            }
            other => other.clone(),
        };
        Json { span: json.span, value }
    }

    fn is_artifact(self, json: &Json) -> bool {
        let Self::Schema { aliased, bare, marked } = self else { return false };
        let Some(properties) = json.get("properties").filter(|it| it.get(ARTIFACT_REF).is_some()) else { return false };
        let is_bare = match bare {
            Bare::Never => false,
            Bare::Sole => properties.members().len() == 1,
            Bare::Always => true,
        };
        aliased || (is_bare && marked) || json.get(ALIAS).is_some()
    }

    /// What the value of a member is.
    fn below(self, json: &Json, name: &str) -> Self {
        let (aliased, marked) = match self {
            Self::Schema { aliased, bare: _, marked } => (aliased || json.get(ALIAS).is_some(), marked),
            Self::Named { bare, marked } => return Self::Schema { aliased: false, bare, marked },
            Self::Value => return Self::Value,
        };
        match name {
            "const" | "default" | "enum" | "example" | "examples" | "required" => Self::Value,
            "properties" => Self::Named { bare: Bare::Sole, marked },
            "$defs" | "definitions" | "patternProperties" => Self::Named { bare: Bare::Always, marked },
            "additionalProperties" => Self::Schema { aliased: false, bare: Bare::Always, marked },
            "items" => Self::Schema { aliased, bare: Bare::Sole, marked },
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::Schema { aliased, bare: Bare::Always, marked },
            _ => Self::Schema { aliased: false, bare: Bare::Never, marked },
        }
    }
}

/// Keywords that say more of an object than a reference alone can fulfil, or show what its other members hold.
const MORE: [&str; 21] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "example",
    "examples",
    "if",
    "maxProperties",
    "minProperties",
    "not",
    "oneOf",
    "patternProperties",
    "required",
    "then",
    "unevaluatedProperties",
];

/// An artifact with nothing but its reference.
fn reduced(members: &[Member]) -> Vec<Member> {
    let mut out = Vec::new();
    for it in members.iter().filter(|it| !it.name.starts_with(OWN) && !MORE.contains(&it.name.as_str())) {
        let json = strip(&it.json);
        if it.name != "properties" {
            out.push(Member { json, ..it.clone() });
            continue;
        }
        let reference = json.members().iter().filter(|it| it.name == ARTIFACT_REF).cloned().collect();
        out.push(Member { json: Json { span: json.span, value: Value::Object(reference) }, ..it.clone() });
        let name = Json { span: json.span, value: Value::Text(ARTIFACT_REF.to_owned()) };
        let required = Json { span: json.span, value: Value::List(vec![name]) };
        out.push(Member { name: "required".to_owned(), name_span: it.name_span, json: required });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::pretty::Tree;
    use crate::emit::sketch;

    /// Schemas of one artifact at each kind of place, with an alias where `^` stands.
    const PLACES: &[&str] = &[
        "@",
        r#"{"$defs":{"C":@},"x-nucleo-name":"N"}"#,
        r#"{"additionalProperties":@,"x-nucleo-name":"N"}"#,
        r#"{"patternProperties":{"a":@},"properties":{"b":@}^}"#,
        r#"{"properties":{"properties":@,"n":{"x-nucleo-name":1}}}"#,
        r#"{"type":"array","items":@^}"#,
        r#"{"anyOf":[@,{"type":"array","items":@}]^}"#,
        r#"{"prefixItems":[@],"items":{"oneOf":[@]},"x-nucleo-name":"N"}"#,
        r#"{"examples":[@],"default":@^,"not":@}"#,
        r#"{"inputSchema":{"properties":{"a":{"items":@^}}}}"#,
    ];

    const ARTIFACTS: &[&str] = &[
        r#"{"type":"object","properties":{"artifact_ref":{"type":"string","x-nucleo-name":"r"}}}"#,
        r#"{"required":["d"],"title":"T","properties":{"d":{},"artifact_ref":{}},"minProperties":2,"examples":[{"d":1}]}"#,
        r#"{"properties":{"d":{}}}"#,
        r#"{"properties":true}"#,
    ];

    #[test]
    fn ok_the_runtime_does_the_same() {
        for place in PLACES {
            for artifact in ARTIFACTS {
                for alias in ["", r#","x-nucleo-type-alias":"a""#] {
                    let text = place.replace('@', artifact).replace('^', alias);
                    let json = sketch::parse(&text);
                    let ours = Tree::from(&for_model(&json)).compact();
                    assert_eq!(ours, nucleo_runtime::keywords::for_model(&text).expect("JSON"), "{text}");
                    let stripped = Tree::from(&strip(&json)).compact();
                    assert_eq!(stripped, nucleo_runtime::keywords::strip(&text).expect("JSON"), "{text}");
                }
            }
        }
    }
}
