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

/// The address of the schema that any artifact fits.
pub(crate) const ARTIFACT: &str = "nucleo:artifact";

macro_rules! ready {
    ($($url:literal ($file:literal) => $path:literal,)*) => {
        &[$(Ready { url: concat!("nucleo:", $url), path: $path, text: include_str!(concat!($file, ".json")) },)*]
    };
}

const ALL: &[Ready] = ready! {
    "artifact" ("artifact/any") => "artifact::Artifact",
    "artifact/list" ("artifact/list") => "artifact::ListArtifact",
    "reasoning/simple" ("reasoning/simple") => "reasoning::SimpleReasoning",
    "reasoning/tool_selection" ("reasoning/tool_selection") => "reasoning::ToolSelectionReasoning",
    "reasoning/chain_of_thought" ("reasoning/chain_of_thought") => "reasoning::ChainOfThoughtReasoning",
    "reasoning/analysis" ("reasoning/analysis") => "reasoning::AnalysisReasoning",
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
