//! Schemas that are built in because the runtime has their types: `{"$ref": "nucleo:reasoning/simple"}` is the member of
//! a type [`SimpleReasoning`](https://docs.rs/nucleo-runtime), whichever crate generates it.

/// What the addresses of these schemas begin with.
pub(crate) const SCHEME: &str = "nucleo:";

struct Ready {
    url: &'static str,
    /// The type's path in the runtime.
    path: &'static str,
    text: &'static str,
}

macro_rules! reasoning {
    ($($name:literal => $path:literal,)*) => {
        &[$(Ready {
            url: concat!("nucleo:reasoning/", $name),
            path: concat!("reasoning::", $path),
            text: include_str!(concat!("reasoning/", $name, ".json")),
        },)*]
    };
}

const ALL: &[Ready] = reasoning! {
    "simple" => "SimpleReasoning",
    "tool_selection" => "ToolSelectionReasoning",
    "chain_of_thought" => "ChainOfThoughtReasoning",
    "analysis" => "AnalysisReasoning",
};

fn find(url: &str) -> Option<&'static Ready> {
    ALL.iter().find(|it| it.url == url)
}

/// The text of the schema at an address, which has no fragment.
pub(crate) fn text(url: &str) -> Option<&'static str> {
    find(url).map(|it| it.text)
}

/// The path, below the runtime, of the type of the schema at an address.
pub(crate) fn path(url: &str) -> Option<&'static str> {
    find(url).map(|it| it.path)
}

/// Whether a type of the runtime, by its path, is one of the shapes of reasoning.
pub(crate) fn is_reasoning(path: &str) -> bool {
    path.starts_with("reasoning::")
}

/// The addresses that there are, for messages.
pub(crate) fn addresses() -> Vec<&'static str> {
    ALL.iter().map(|it| it.url).collect()
}
