//! An agent on Nucleo for Rust, a module for each of its parts. The runtime reads what the models write; everything
//! here is what a program does with it.
#![forbid(unsafe_code)]

pub mod agent;
pub mod bench;
pub mod log;
pub mod model;
pub mod palette;
pub mod requests;
pub mod seats;
pub mod services;
pub mod steps;
pub mod sub_agent;

nucleo_runtime::include_answers!();

use answers::{AskBotanist, OrderSeeds, ReadSoil, SearchCatalogue};
use nucleo_runtime::tool::ToolInput;

/// The job of the example: it looks, and changes nothing.
pub fn gardeners_job() -> agent::Job {
    agent::Job {
        role: "gardener",
        goal: "Plan what to plant in bed 3 this spring. It must bear what the bed is like.".to_owned(),
        access: palette::Access::ReadOnly,
        tools: vec![ReadSoil::TOOL, SearchCatalogue::TOOL, OrderSeeds::TOOL, AskBotanist::TOOL],
        asks: true,
    }
}

/// The garden of the example.
pub fn garden() -> services::Services {
    services::Services { beds: 8, has_catalogue: true }
}
