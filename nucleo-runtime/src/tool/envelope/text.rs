//! The envelope of an agent whose answer is a plain text, and the rules for a turn.

use super::{Agent, Envelope};
use crate::answer::Shaped;
use crate::profile::Profile;
use crate::shape::{Field, Kind, Literal, Record, Rest, Shape, Spellings, Table, Text, Type};

pub(super) const WITHOUT_TOOLS: &str = "Answer with exactly one JSON object that fits the schema below, and nothing around it: no fences, no explanation, \
     no second object. A bare string, even a quoted one, is not that object.";

pub(super) const WITH_TOOLS: &str = "Where you need more than you know, call tools. Else answer with exactly one JSON object that fits the schema \
     below, and nothing around it: no fences, no explanation, no second object. A bare string, even a quoted one, is \
     not that object.";

static TABLE: Table = Table {
    types: &[
        Type::new(
            "ThinkingResponse",
            Kind::Record(Record {
                fields: &[
                    Field::new("final_answer", 1).default(Literal::Bool(false)),
                    Field::new("answer", 2),
                    Field::new("tool_calls", 3),
                    Field::new("reasoning", 3),
                ],
                spellings: Spellings::new(&[("answer", 1), ("finalanswer", 0), ("reasoning", 3), ("toolcalls", 2)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::Bool),
        Type::new("", Kind::Text(Text::ANY)).or_null(),
        Type::new("", Kind::Any).or_null(),
        Type::new("", Kind::Text(Text::ANY)),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

impl Shaped for String {
    const SHAPE: Shape = Shape::new(&TABLE, 4, &Profile::NUCLEO);
}

macro_rules! notation {
    ($($part:expr),*) => {
        concat!(
            "{\n  \"@type\" : \"ThinkingResponse\",\n",
            "  \"@description\" : \"One turn: an answer, calls of tools, or both\",\n",
            "  \"@fields\" : {\n",
            "    \"final_answer\" : {\n      \"@type\" : \"boolean\",\n      \"@required\" : true,\n",
            "      \"@description\" : \"True when `answer` is complete and no tool is called\"\n    },\n",
            "    \"answer\" : {\n      \"@type\" : \"String\"\n    }",
            $($part,)*
            "\n  }\n}"
        )
    };
}

macro_rules! calls {
    () => {
        concat!(
            ",\n    \"tool_calls\" : {\n      \"@type\" : \"array of ToolCall\",\n",
            "      \"@description\" : \"The tools to call now\",\n      \"@fields\" : {\n",
            "        \"tool_name\" : {\n          \"@type\" : \"string\",\n          \"@required\" : true,\n",
            "          \"@description\" : \"The name of the tool\"\n        },\n",
            "        \"input\" : {\n          \"@type\" : \"any\",\n          \"@required\" : true,\n",
            "          \"@description\" : \"An object that fits the tool's input parameters\"\n        }\n      }\n    }"
        )
    };
}

macro_rules! reasoning {
    () => {
        concat!(
            ",\n    \"reasoning\" : {\n      \"@type\" : \"SimpleReasoning\",\n",
            "      \"@description\" : \"What this turn rests on\",\n      \"@fields\" : {\n",
            "        \"thought\" : {\n          \"@type\" : \"string\",\n",
            "          \"@description\" : \"A short justification that a reader can check\"\n        }\n      }\n    }"
        )
    };
}

macro_rules! schema {
    ($($part:expr),*) => {
        concat!(
            r#"{"type":"object","title":"ThinkingResponse","#,
            r#""description":"One turn: an answer, calls of tools, or both","properties":{"#,
            r#""final_answer":{"type":"boolean","#,
            r#""description":"True when `answer` is complete and no tool is called"},"#,
            r#""answer":{"type":"string"}"#,
            $($part,)*
            r#"},"required":["final_answer"]}"#
        )
    };
}

macro_rules! schema_calls {
    () => {
        concat!(
            r#","tool_calls":{"type":"array","items":{"type":"object","title":"ToolCall","properties":{"#,
            r#""tool_name":{"type":"string","description":"The name of the tool"},"#,
            r#""input":{"description":"An object that fits the tool's input parameters"}},"#,
            r#""required":["tool_name","input"]},"description":"The tools to call now"}"#
        )
    };
}

macro_rules! schema_reasoning {
    () => {
        concat!(
            r#","reasoning":{"type":"object","title":"SimpleReasoning","properties":{"thought":{"type":"string","#,
            r#""description":"A short justification that a reader can check"}},"#,
            r#""description":"What this turn rests on"}"#
        )
    };
}

impl Agent for String {
    const ENVELOPE: Envelope = Envelope {
        shape: Shape::new(&TABLE, 0, &Profile::NUCLEO),
        notations: [notation!(calls!(), reasoning!()), notation!(calls!()), notation!(reasoning!()), notation!()],
        schemas: [
            schema!(schema_calls!(), schema_reasoning!()),
            schema!(schema_calls!()),
            schema!(schema_reasoning!()),
            schema!(),
        ],
    };
}
