//! What explains the @-notation to a model.

/// The text that explains the @-notation, for the system part of a conversation in which a contract uses it.
pub const LEGEND: &str = r#"Some requests end with the description of a JSON value, written as JSON itself. In it, keys that start with `@` explain the structure. They are never part of your reply.
- `@type`: the name of the object's type, or the kind of value: string, integer, number, boolean, array, object, date.
- `@description`: what the value means.
- `@required`: the value must be there, and must not be null or blank.
- `@examples`: values as they may look. Do not copy them.
- `@values`: the only values allowed.
- `@fields`: the members of an object, each described in the same way.
Answer with an instance of the description. What has `@fields` becomes an object with those members, and so on inside them; what has none becomes a value of its `@type`.
For example, this description:
{
  "@type" : "Parcel",
  "@fields" : {
    "weight_in_grams" : {
      "@type" : "integer",
      "@required" : true
    },
    "state" : {
      "@type" : "string",
      "@values" : [ "SENT", "LOST" ]
    }
  }
}
asks for an answer like this one:
{"weight_in_grams": 1250, "state": "SENT"}"#;
