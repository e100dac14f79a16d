//! What explains the @-notation to a model.

/// The text that explains the @-notation, for the system part of a conversation in which a contract uses it.
pub const LEGEND: &str = r#"Some requests end with the description of a JSON value, written as JSON itself. In it, keys that start with `@` explain the structure. They are never part of your reply.
- `@type`: the type in words: string, integer, number, boolean, date, date-time, enum, any, the name of an object, `array of …`, `map from string to …` (an object whose member names you choose), or several with `or` between them. Parentheses limit the word before them: `string (1 to 80 characters)`.
- `@values`: the only values allowed.
- `@required`: the member must be there, and must not be null or blank.
- `@default`: what it means when the member is left out.
- `@description`: what the value means.
- `@examples`: values as they may look. Do not copy them.
- `@fields`: the members of the object, each described in the same way.
- `@one_of`: the value is exactly one of these, written directly.
- `@items`: the elements of the array, one after the other.
- `@other_fields`: further members, under names that you choose; `none`: there are no others.
- `@rules`: what else must hold.
- `@types`: types that are only named above.
Answer with an instance of the description. What has `@fields` becomes an object with those members, and so on inside them; what has none becomes a value of its `@type`. A type that is only named at its place is described under that name at another.
For example, this description:
{
  "@type" : "Parcel",
  "@fields" : {
    "weight_in_grams" : {
      "@type" : "integer",
      "@required" : true
    },
    "state" : {
      "@type" : "enum",
      "@values" : [ "SENT", "LOST" ]
    }
  }
}
asks for an answer like this one:
{"weight_in_grams": 1250, "state": "SENT"}"#;
