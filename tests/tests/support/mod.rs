//! What several tests share.

use std::path::{Path, PathBuf};

/// The JSON files of `schemas/`, as paths below it with `/`, sorted. Those of protobuf have tests of their own.
#[allow(dead_code, reason = "not every test looks at them")]
pub(crate) fn schema_files() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let mut files: Vec<String> = files_below(&root)
        .iter()
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        // OK because the files were found below this folder.
        .map(|path| path.strip_prefix(&root).expect("below").to_string_lossy().replace('\\', "/"))
        .collect();
    files.sort();
    files
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// A folder for one test, empty at its beginning.
#[allow(dead_code, reason = "not every test writes files")]
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder to be removable");
    }
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Calls a macro with every answer of `schemas/`: the name of its goldens, its type, and the type's own name.
#[allow(unused_macros, reason = "not every test looks at all answers")]
macro_rules! each_answer {
    ($call:ident) => {
        $call! {
            "booking": nucleo_tests::Booking = Booking,
            "garden_day_plan": nucleo_tests::garden::DayPlan = DayPlan,
            "garden_water_bed": nucleo_tests::garden::WaterBed = WaterBed,
            "names": nucleo_tests::NamesThatNoCompilerLikes = NamesThatNoCompilerLikes,
            "office_agenda": nucleo_tests::office::Agenda = Agenda,
            "office_invoice": nucleo_tests::office::Invoice = Invoice,
            "order_answer": nucleo_tests::OrderAnswer = OrderAnswer,
            "payment": nucleo_tests::Payment = Payment,
            "review": nucleo_tests::Review = Review,
            "support_category": nucleo_tests::support::Category = Category,
            "support_ticket": nucleo_tests::support::Ticket = Ticket,
            "tasks": nucleo_tests::Tasks = Tasks,
            "travel_journey": nucleo_tests::travel::Journey = Journey,
            "travel_leg": nucleo_tests::travel::Leg = Leg,
            "travel_priced": nucleo_tests::travel::Priced = Priced,
            "verdict": nucleo_tests::Verdict = Verdict,
            "weather_forecast": nucleo_tests::weather::Forecast = Forecast,
        }
    };
}

#[allow(unused_imports, reason = "not every test looks at all answers")]
pub(crate) use each_answer;
