//! An agent that is a tool of another: it has a seat, tools and turns of its own, and no more access than its caller.

use nucleo_runtime::tool::{Tool, ToolInput};

use crate::agent::{Job, Work, run};
use crate::answers::{AskBotanist, Opinion, OrderSeeds, ReadSoil, SearchCatalogue};
use crate::model::Error;
use crate::palette::Access;
use crate::steps::Step;

/// What the botanist has: not herself, so that agents do not ask each other in a circle.
const TOOLS: [Tool; 3] = [ReadSoil::TOOL, SearchCatalogue::TOOL, OrderSeeds::TOOL];

/// Asks the botanist; her turns are numbered below the call.
///
/// # Errors
///
/// She comes to no answer.
pub fn botanist(work: &mut Work<'_>, caller: Access, call: &AskBotanist, step: &Step) -> Result<String, Error> {
    let job = Job {
        role: "botanist",
        goal: call.question.clone(),
        access: caller.inherit(Access::Full),
        tools: TOOLS.to_vec(),
        asks: false,
    };
    Ok(run::<Opinion>(work, &job, step)?.opinion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::garden;
    use crate::log::Log;
    use crate::model::Recorded;
    use nucleo_runtime::artifact::ArtifactStore;

    #[test]
    fn ok_the_botanist_has_no_more_access_than_her_caller() {
        let mut cast = |_: &str| Box::new(Recorded::of(include_str!("../replies/botanist.txt"))) as Box<_>;
        let mut work =
            Work { services: garden(), store: ArtifactStore::numbered(), log: Log::default(), cast: &mut cast };
        let call = AskBotanist { question: "Well?".into() };
        let opinion = botanist(&mut work, Access::ReadOnly, &call, &Step::default().below(3).below(2)).unwrap();
        assert!(opinion.starts_with("They get on"));
        assert!(work.log.has("3.2.1  withheld from the botanist: `order_seeds`"));
        // Her turns and calls are numbered below the call; she cannot ask herself.
        assert!(work.log.has("3.2.1.1 read_soil") && work.log.has("3.2.1.2 ask_botanist is refused"));
    }
}
