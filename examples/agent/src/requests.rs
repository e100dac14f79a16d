//! What a model may ask for: further tools, and the instructions of skills. Their catalogue is rebuilt for each turn.

use nucleo_runtime::tool::{Catalog, Requested, Tool, ToolInput, ToolSet};
use nucleo_runtime::{FromNode, Node};

use crate::answers::{FrostDates, OrderSeeds, ToolCall};
use crate::palette::Access;

/// A call of one of the garden's tools, or one that asks for more of them.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    /// A tool of the garden.
    Tool(ToolCall),
    /// Further tools.
    Tools(Requested),
    /// Skills.
    Skills(Requested),
}

impl ToolSet for Call {
    fn from_input(tool: &Tool, input: Node<'_>) -> Option<Self> {
        if tool.name == Catalog::Tools.tool_name() {
            Requested::from_node(input).map(Self::Tools)
        } else if tool.name == Catalog::Skills.tool_name() {
            Requested::from_node(input).map(Self::Skills)
        } else {
            ToolCall::from_input(tool, input).map(Self::Tool)
        }
    }
}

/// What is not shown from the beginning.
pub static ON_REQUEST: [Tool; 2] = [FrostDates::TOOL, OrderSeeds::TOOL];

/// Instructions that a model may read: name, description, text.
pub const SKILLS: [(&str, &str, &str); 1] = [(
    "companions",
    "Which plants get on with each other.",
    "Plants get on when they want the same water and do not want the same light.",
)];

/// The tools that ask, with all that is not there yet and may be had.
pub fn askers(known: &[Tool], access: Access) -> Vec<Tool> {
    let is_open =
        |it: &&Tool| (access == Access::Full || it.read_only) && known.iter().all(|known| known.name != it.name);
    let open: Vec<&Tool> = ON_REQUEST.iter().filter(is_open).collect();
    let tools = Catalog::Tools.tool(open.iter().map(|it| (it.name.as_ref(), it.about.as_ref())));
    let skills = Catalog::Skills.tool(SKILLS.iter().map(|(name, about, _)| (*name, *about)));
    // Asking changes what the model can do, not the garden: it is as good as read-only here.
    [(!open.is_empty()).then(|| tools.read_only()), Some(skills)].into_iter().flatten().collect()
}

/// Adds the tools that were asked for and may be had; says what became of each name.
pub fn grant(known: &mut Vec<Tool>, names: &[String], access: Access) -> String {
    let mut told = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let found = ON_REQUEST.iter().find(|it| it.name == *name && (access == Access::Full || it.read_only));
        match found {
            Some(tool) => {
                told.push(format!("`{}` can be called from the next turn on.", tool.name));
                if known.iter().all(|it| it.name != tool.name) {
                    known.push(tool.clone());
                }
            }
            // By its place: what the model wrote is not said again.
            None => told.push(format!("Name {} is not in the catalogue.", at + 1)),
        }
    }
    told.join(" ")
}

/// The instructions of the skills that were asked for.
pub fn instructions(names: &[String]) -> String {
    let texts = SKILLS.iter().filter(|(name, ..)| names.iter().any(|it| it == name)).map(|(.., text)| *text);
    let texts: Vec<&str> = texts.collect();
    if texts.is_empty() { "No such skill is in the catalogue.".to_owned() } else { texts.join("\n") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_what_is_asked_for_is_there_in_the_next_turn_and_leaves_the_catalogue() {
        let mut known = Vec::new();
        assert!(askers(&known, Access::Full)[0].schema.contains(r#"{"const":"frost_dates""#));
        let told = grant(&mut known, &["frost_dates".into(), "qq9canary".into()], Access::Full);
        assert_eq!(told, "`frost_dates` can be called from the next turn on. Name 2 is not in the catalogue.");
        assert!(!askers(&known, Access::Full)[0].schema.contains("frost_dates"));
        // Asking again changes nothing, and what is withheld is not even in the catalogue.
        grant(&mut known, &["frost_dates".into()], Access::Full);
        assert_eq!(known.len(), 1);
        assert!(!askers(&[], Access::ReadOnly)[0].schema.contains("order_seeds"));
        assert_eq!(grant(&mut known, &["order_seeds".into()], Access::ReadOnly), "Name 1 is not in the catalogue.");
        assert!(instructions(&["companions".into()]).contains("same water"));
    }
}
