//! Plays a whole run of the agent, with recorded replies: `cargo run -p agent`.
//!
//! With a model of a server: `OPENAI_BASE_URL=http://127.0.0.1:8080/v1 cargo run -p agent --features local -- --local`.

use std::process::ExitCode;

use agent::agent::{Work, run};
use agent::answers::PlantingPlan;
use agent::log::Log;
use agent::model::{Error, Model, Recorded};
use agent::seats::{CATALOGUE, Grade, Output, Seat, seat};
use agent::services::Services;
use agent::steps::Step;
use agent::{bench, garden, gardeners_job};
use nucleo_runtime::artifact::ArtifactStore;

fn main() -> ExitCode {
    let is_local = std::env::args().nth(1).as_deref() == Some("--local");
    match if is_local { local() } else { story() } {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The whole example, part by part.
fn story() -> Result<(), Error> {
    title("Seats: what a role needs, and the model that it gets");
    for (role, needs) in SEATS {
        if let Some(seated) = seat(needs, &CATALOGUE) {
            println!(
                "{role:9} asks for {needs:?}\n          gets {}, depth {}, at most {} tokens",
                seated.model, seated.depth, seated.tokens
            );
        }
    }

    title("The job, step by step: a read-only palette, a sub-agent, a correction");
    let goal = gardeners_job().goal;
    println!("\"{goal}\"\n");
    let plan = play(garden(), include_str!("../replies/gardener.txt"), Log::printed())?;
    println!("\nThe plan for bed {}: {}", plan.bed, plan.advice);
    // The very plants that the tools found: whatever the model wrote beside a reference is not in them.
    for plant in plan.plants.iter().filter_map(|held| held.get()) {
        println!("it selects {}", nucleo_runtime::to_string(&**plant));
    }

    title("The third way to end badly: the system itself");
    let broken = Services { has_catalogue: false, ..garden() };
    match play(broken, include_str!("../replies/hasty.txt").split_once("=====\n").map_or("", |it| it.1), Log::printed())
    {
        Ok(_) => println!("it went well"),
        Err(error) => println!("The run ends, and a person is told: {error}"),
    }

    title("The same job on two models, judged blind");
    let answer = |replies| match play(garden(), replies, Log::default()) {
        Ok(plan) => format!("{} ({} artifacts)", plan.advice, plan.plants.len()),
        Err(error) => format!("no answer: {error}"),
    };
    let entries = [
        bench::Entry { model: "deep-400b", answer: answer(include_str!("../replies/gardener.txt")) },
        bench::Entry { model: "hasty-7b", answer: answer(include_str!("../replies/hasty.txt")) },
    ];
    println!("{}\n", bench::side_by_side(&entries));
    let mut judge = Recorded::of(include_str!("../replies/judge.txt"));
    let (better, why) = bench::judge(&goal, &entries, &mut judge)?;
    println!("The judge, who saw neither name, prefers {}: {why}", better.map_or("neither", |at| entries[at].model));
    Ok(())
}

const SEATS: [(&str, Seat); 3] = [
    ("gardener", Seat { grade: Grade::Large, depth: 9, output: Output::Page }),
    ("botanist", Seat { grade: Grade::Middle, depth: 2, output: Output::Brief }),
    ("judge", Seat { grade: Grade::Small, depth: 0, output: Output::Brief }),
];

fn title(text: &str) {
    println!("\n{text}\n{}", "-".repeat(text.chars().count()));
}

/// Plays the job with a gardener's replies.
fn play(services: Services, gardener: &'static str, log: Log) -> Result<PlantingPlan, Error> {
    let botanist = include_str!("../replies/botanist.txt");
    let mut cast =
        |role: &str| -> Box<dyn Model> { Box::new(Recorded::of(if role == "botanist" { botanist } else { gardener })) };
    let mut work = Work { services, store: ArtifactStore::numbered(), log, cast: &mut cast };
    run(&mut work, &gardeners_job(), &Step::default())
}

/// The job, with a model of a server in every role.
#[cfg(feature = "local")]
fn local() -> Result<(), Error> {
    let mut cast = |role: &str| -> Box<dyn Model> {
        let needs = SEATS.iter().find(|(name, _)| *name == role).map_or(SEATS[0].1, |(_, needs)| *needs);
        // A small model of this machine writes on until it is stopped.
        let tokens = seat(needs, &CATALOGUE).map_or(400, |seated| seated.tokens.min(400));
        Box::new(agent::model::Served { client: live::client::Client::from_env(), tokens })
    };
    let (services, log) = (garden(), Log::printed());
    let mut work = Work { services, store: ArtifactStore::numbered(), log, cast: &mut cast };
    let plan: PlantingPlan = run(&mut work, &gardeners_job(), &Step::default())?;
    println!("\nThe plan for bed {}: {}", plan.bed, plan.advice);
    Ok(())
}

#[cfg(not(feature = "local"))]
fn local() -> Result<(), Error> {
    Err("a model of a server needs the feature `local`: cargo run -p agent --features local -- --local".into())
}
