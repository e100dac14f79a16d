//! All that a model is shown of the shared schemas: prompts, dialects, grammars; within a budget.

use nucleo_gen::{Builder, Dialect, Grammar, Rendering};

fn main() -> Result<(), nucleo_gen::Error> {
    let mut builder = Builder::new();
    // Not the whole folder: two of its files, of JSON Schema and of protobuf, have an `OrderAnswer`, and a template names
    // types alone.
    for path in ["order_answer.json", "review.json", "tasks.json", "office", "support", "weather"] {
        builder.schemas(format!("../../schemas/{path}"));
    }
    builder.templates("../../templates");
    builder.dialects(Dialect::ALL).grammar(Grammar::Gbnf).budget(Rendering::Notation, 1_000);
    // Two of them have no recursion, and three answers have a type that holds itself.
    for dialect in [Dialect::Anthropic, Dialect::GeminiOpenApi, Dialect::Xai] {
        builder.optional_dialect(dialect, "Ticket").optional_dialect(dialect, "Category");
    }
    // Or the cycle is written out a few times.
    for limit in ["anthropic.unroll", "gemini_openapi.unroll", "xai.unroll"] {
        builder.dialect_limit(limit, 2);
    }
    builder.build()
}
