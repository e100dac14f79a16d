//! The vectors of `keywords` that take a schema text, and what they leave open.

mod support;

use nucleo_runtime::{Value, keywords};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn vector(what: &str) -> Value {
    let vectors = support::vectors("nucleo.json", &["keywords"]);
    vectors.into_iter().find(|it| support::what(it).starts_with(what)).unwrap()
}

#[test]
fn ok_strip_at_every_depth() {
    let vector = vector("stripFrom removes them");
    let text = keywords::strip(&vector["input"]["schema"].to_string()).unwrap();
    assert_eq!(json(&text), vector["expect"]["json"]);
}

#[test]
fn ok_empty_stays_empty() {
    // Null in, null out is `Option::map` in Rust.
    let vector = vector("stripFrom and forModel: null in");
    for (input, expected) in
        vector["input"].as_array().unwrap().iter().zip(vector["expect"]["json"].as_array().unwrap())
    {
        let (input, expected) = (input.as_str(), expected.as_str());
        assert_eq!(input.map(|it| keywords::strip(it).unwrap()).as_deref(), expected);
        assert_eq!(input.map(|it| keywords::for_model(it).unwrap()).as_deref(), expected);
    }
}

#[test]
fn ok_artifacts_are_references() {
    let vector = vector("forModel reduces");
    let text = keywords::for_model(&vector["input"]["schema"].to_string()).unwrap();
    // The note of the vector asks for the values of a map to be reduced, too.
    let mut expected = vector["expect"]["json"].clone();
    let values = &mut expected["properties"]["by_topic"]["additionalProperties"];
    values["properties"].as_object_mut().unwrap().remove("doi");
    values["required"] = json(r#"["artifact_ref"]"#);
    assert_eq!(json(&text), expected);
}

#[test]
fn ok_order_and_digits_stay() {
    let text = r#"{"z": 1.50, "a": [1e2, -0, {"x-nucleo-name": 1}], "é": "\u0022\n"}"#;
    assert_eq!(keywords::strip(text).unwrap(), r#"{"z":1.50,"a":[1e2,-0,{}],"é":"\"\n"}"#);
    assert_eq!(keywords::for_model(text).unwrap(), keywords::strip(text).unwrap());
}

/// An artifact with members of its own and rules about them, behind further keywords.
fn cite(keywords: &str) -> String {
    format!(
        r#"{{"type":"object",{keywords}"required":["doi"],"minProperties":2,"properties":{{"doi":{{}},"artifact_ref":{{"type":"string"}}}},"additionalProperties":false}}"#
    )
}

const REDUCED: &str =
    r#"{"type":"object","properties":{"artifact_ref":{"type":"string"}},"required":["artifact_ref"]}"#;
const ALIAS: &str = r#""x-nucleo-type-alias":"link:cite","#;

#[test]
fn ok_artifacts_wherever_they_stand() {
    let (own, bare) = (cite(ALIAS), cite(""));
    assert_eq!(keywords::for_model(&own).unwrap(), REDUCED);
    for around in [
        r#"{"$defs":{"Cite":@},"x-nucleo-name":"N"}"#,
        r#"{"definitions":{"Cite":@},"x-nucleo-name":"N"}"#,
        r#"{"additionalProperties":@,"x-nucleo-name":"N"}"#,
        r#"{"patternProperties":{"^a":@},"x-nucleo-name":"N"}"#,
        r#"{"properties":{"a":{"oneOf":[@,{"type":"null"}]}},"x-nucleo-name":"N"}"#,
        r#"{"type":"array","items":@,"x-nucleo-type-alias":"link:cite"}"#,
        r#"{"type":["array","null"],"items":{"type":"array","items":@},"x-nucleo-type-alias":"link:cite"}"#,
        r#"{"anyOf":[{"type":"array","items":@},{"type":"null"}],"x-nucleo-type-alias":"link:cite"}"#,
        r#"{"inputSchema":{"properties":{"a":{"items":@,"x-nucleo-type-alias":"link:cite"}}}}"#,
    ] {
        let text = keywords::for_model(&around.replace('@', &bare)).unwrap();
        assert_eq!(text.matches(REDUCED).count(), 1, "{text}");
        assert!(!text.contains("doi") && !text.contains("x-nucleo-"), "{text}");
    }
    // A place of any artifact holds a reference alone, and must have it.
    let any = r#"{"properties":{"any":{"type":"object","properties":{"artifact_ref":{"type":"string"}}}},"x-nucleo-name":"N"}"#;
    assert_eq!(keywords::for_model(any).unwrap(), format!(r#"{{"properties":{{"any":{REDUCED}}}}}"#));
}

#[test]
fn ok_what_is_no_artifact_stays() {
    let bare = cite("");
    for around in [
        // Another's schema, a tool that asks for a reference, a member that has one beside other things, an example.
        r#"{"additionalProperties":@}"#,
        "@",
        r#"{"properties":{"a":@,"b":{"x-nucleo-name":"N"}}}"#,
        r#"{"examples":[@],"x-nucleo-name":"N"}"#,
        r#"{"properties":{"properties":{"a":{"artifact_ref":@}}},"x-nucleo-name":"N"}"#,
    ] {
        let text = around.replace('@', &bare);
        assert_eq!(keywords::for_model(&text).unwrap(), keywords::strip(&text).unwrap());
    }
}

#[test]
fn err_no_json() {
    for text in ["{", "nul", "{'a': 1}", "{} {}"] {
        assert!(keywords::strip(text).is_err() && keywords::for_model(text).is_err(), "{text}");
    }
    assert_eq!(keywords::for_model("[1,]").unwrap_err().to_string(), "trailing comma at byte 3");
}
