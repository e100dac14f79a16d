//! The turns of an agent: a reply is read, its calls are answered, until an answer stands.

use std::collections::BTreeSet;

use nucleo_runtime::artifact::{ArtifactStore, Held, Writing};
use nucleo_runtime::summary::Truncating;
use nucleo_runtime::tool::{self, Agent, Native, Outcome, Palette, ThinkingResponse, Tool};
use nucleo_runtime::{LEGEND, Role, Turn};

use crate::answers::{Plant, ToolCall};
use crate::log::Log;
use crate::model::{Cast, Error};
use crate::palette::{Access, reconcile};
use crate::requests::{self, Call};
use crate::services::{Failure, Services};
use crate::steps::Step;
use crate::sub_agent;

/// More turns than this are a circle.
const TURNS: usize = 12;
/// How often in a row a reply may be refused as a whole.
const CORRECTIONS: usize = 2;

/// What an agent works with.
pub struct Work<'w> {
    /// The services behind the tools.
    pub services: Services,
    /// What the tools found.
    pub store: ArtifactStore,
    /// What a person is told.
    pub log: Log,
    /// Who plays each role.
    pub cast: Cast<'w>,
}

/// One job of one agent.
#[derive(Debug, Clone)]
pub struct Job {
    /// Whose it is.
    pub role: &'static str,
    /// What to do.
    pub goal: String,
    /// What it may do.
    pub access: Access,
    /// The tools that it has from the beginning.
    pub tools: Vec<Tool>,
    /// Whether it may ask for more.
    pub asks: bool,
}

/// Does a job. Its turns are numbered below `step`.
///
/// # Errors
///
/// What neither the model nor a service can mend: a broken system, a model that does not come to an end.
pub fn run<A: Agent>(work: &mut Work<'_>, job: &Job, step: &Step) -> Result<A, Error> {
    let mut model = (work.cast)(job.role);
    let mut talk = vec![Turn::new(Role::User, job.goal.clone())];
    let (mut known, mut palette) = (job.tools.clone(), Palette::new());
    palette.artifacts(&work.store);
    let (mut told, mut refused) = (BTreeSet::new(), 0);
    for turn in 1..=TURNS {
        let step = step.below(turn);
        let asking = if job.asks { requests::askers(&known, job.access) } else { Vec::new() };
        let wanted: Vec<Tool> = known.iter().cloned().chain(asking).collect();
        for name in reconcile(&mut palette, &wanted, job.access)? {
            if told.insert(name.clone()) {
                work.log.add(&step, format!("withheld from the {}: `{name}` changes something", job.role));
            }
        }
        let reply = model.reply(&conversation::<A>(&talk, &palette, &work.store))?;
        talk.push(Turn::new(Role::Assistant, reply.clone()));
        let feedback = match ThinkingResponse::<A, Call>::read(&palette, &reply) {
            Ok(turn) => match answered(work, job, &mut known, &step, turn)? {
                Next::Done(answer) => return Ok(answer),
                Next::Said(text) => {
                    refused = 0;
                    text
                }
            },
            Err(rejection) => {
                refused += 1;
                work.log.add(&step, format!("refused: {rejection}\n{}", rejection.feedback()));
                rejection.feedback()
            }
        };
        if refused > CORRECTIONS {
            return Err(format!("the {} was corrected {CORRECTIONS} times in vain", job.role).into());
        }
        talk.push(Turn::new(Role::User, feedback));
    }
    Err(format!("the {} came to no end in {TURNS} turns", job.role).into())
}

/// What follows a turn.
enum Next<A> {
    /// The answer stands.
    Done(A),
    /// This is said to the model.
    Said(String),
}

/// The conversation as it is sent: the tools and the contract are those of this turn.
fn conversation<A: Agent>(talk: &[Turn], palette: &Palette, store: &ArtifactStore) -> Vec<Turn> {
    let system = format!("{LEGEND}\n\nTools that you can call:\n\n{}", tool::text(palette));
    let mut turns: Vec<Turn> = std::iter::once(Turn::new(Role::System, system)).chain(talk.iter().cloned()).collect();
    let contract = A::ENVELOPE.contract(Native::default());
    if let Some(last) = turns.last_mut() {
        let at_hand = Writing::summarized(&Truncating).compact().section(store);
        let parts = [last.text.clone(), at_hand, contract];
        last.text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    }
    turns
}

fn answered<A>(
    work: &mut Work<'_>,
    job: &Job,
    known: &mut Vec<Tool>,
    step: &Step,
    turn: ThinkingResponse<A, Call>,
) -> Result<Next<A>, Error> {
    if !turn.reasoning.is_empty() {
        work.log.add(step, format!("the {} says: {}", job.role, turn.reasoning));
    }
    if !turn.tool_calls.is_empty() {
        let mut results = Vec::new();
        for (at, call) in turn.tool_calls.iter().enumerate() {
            results.push(tool::text_of_result(&outcome(work, job, known, &step.below(at + 1), call)?));
        }
        return Ok(Next::Said(results.join("\n\n")));
    }
    let Some(answer) = turn.answer.filter(|_| turn.final_answer) else {
        return Ok(Next::Said("Call a tool, or give the answer with `final_answer` true.".to_owned()));
    };
    Ok(Next::Done(answer))
}

/// The result of one call; its log line stands under the call's own step.
fn outcome(
    work: &mut Work<'_>,
    job: &Job,
    known: &mut Vec<Tool>,
    step: &Step,
    call: &tool::Call<Call>,
) -> Result<Outcome, Error> {
    let name = &call.name;
    let input = match &call.input {
        Ok(input) => input,
        Err(refusal) => {
            work.log.add(step, format!("{name} is refused\n{}", refusal.feedback()));
            return Ok(Outcome::refused(call, refusal));
        }
    };
    work.log.add(step, format!("{name} {}", call.arguments.split_whitespace().collect::<Vec<_>>().join(" ")));
    let result = match input {
        Call::Tools(it) => Ok(requests::grant(known, &it.names, job.access)),
        Call::Skills(it) => Ok(requests::instructions(&it.names)),
        Call::Tool(it) => answer(work, job, it, step),
    };
    Ok(match result {
        Ok(text) => {
            work.log.add(step, format!("-> {text}"));
            Outcome::of(call, Some(text))
        }
        Err(Failure::Parameter(refusal)) => {
            work.log.add(step, format!("-> the model's own doing: {refusal}"));
            Outcome::refused(call, &refusal)
        }
        Err(Failure::Service(why)) => {
            work.log.add(step, format!("-> the service's doing: {why}"));
            Outcome::failed(call, format!("`{name}` failed: {why}. Go on without it."))
        }
        Err(Failure::System(error)) => {
            work.log.add(step, format!("-> the system's doing: {error}"));
            return Err(error);
        }
    })
}

fn answer(work: &mut Work<'_>, job: &Job, call: &ToolCall, step: &Step) -> Result<String, Failure> {
    Ok(match call {
        ToolCall::ReadSoil(it) => work.services.soil(it)?.to_string(),
        ToolCall::FrostDates(it) => work.services.frost(it)?.to_string(),
        ToolCall::OrderSeeds(it) => work.services.order(it)?.to_string(),
        ToolCall::SearchCatalogue(it) => {
            let plants = work.services.catalogue(it)?;
            let found: Vec<Held<Plant>> = plants.into_iter().map(|plant| work.store.add(plant)).collect();
            Writing::references(&work.store, &Truncating).compact().write(&found)
        }
        ToolCall::AskBotanist(it) => sub_agent::botanist(work, job.access, it, step).map_err(Failure::System)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::PlantingPlan;
    use crate::model::Recorded;
    use crate::{garden, gardeners_job};

    fn play(gardener: &'static str) -> (Result<PlantingPlan, Error>, Log) {
        let botanist = include_str!("../replies/botanist.txt");
        let mut cast =
            |role: &str| Box::new(Recorded::of(if role == "botanist" { botanist } else { gardener })) as Box<_>;
        let mut work =
            Work { services: garden(), store: ArtifactStore::numbered(), log: Log::default(), cast: &mut cast };
        let answer = run(&mut work, &gardeners_job(), &Step::default());
        (answer, work.log)
    }

    #[test]
    fn ok_a_whole_run_ends_in_an_answer_that_selects_artifacts() {
        let (answer, log) = play(include_str!("../replies/gardener.txt"));
        let plan = answer.unwrap();
        assert_eq!((plan.bed, plan.plants.len()), (3, 2));
        // Bad calls are refused one by one, and the good one beside them is answered.
        for text in [
            "1.1    read_soil",
            "1.2    -> the model's own doing",
            "1.3    order_seeds is refused",
            "1.4    search_catalogue is refused",
        ] {
            assert!(log.has(text), "{text}\n{}", log.lines.join("\n"));
        }
        // A reference to nothing is the reader's to refuse.
        assert!(log.has("- answer.plants[1]: expected the reference of a `Plant`, but no artifact is held"));
    }

    #[test]
    fn err_a_model_that_never_answers_is_stopped() {
        let (answer, _) = play("no\n=====\nno\n=====\nno\n=====\nno");
        assert_eq!(answer.unwrap_err().to_string(), "the gardener was corrected 2 times in vain");
    }
}
