//! Generating against typify, as a build script runs it and optimised: see the crate's documentation.

use std::env;
use std::process::{Command, Stdio};

use nucleo_benches::generation::Error;
use nucleo_benches::table::Table;

fn main() -> Result<(), Error> {
    let plain = run(Command::new(env::var("CARGO")?).args([
        "run",
        "--quiet",
        "--package",
        "nucleo-benches",
        "--bin",
        "generator",
    ]))?;
    let optimised = run(&mut Command::new(env!("CARGO_BIN_EXE_generator")))?;
    let mut table = Table::new([
        "schema",
        "ours, ms",
        "typify, ms",
        "ratio",
        "optimised: ours, ms",
        "typify, ms",
        "ratio",
        "lines: ours",
        "typify",
    ]);
    for (plain, optimised) in plain.iter().zip(&optimised) {
        table.row(row(plain, optimised));
    }
    println!("{table}");
    Ok(())
}

/// The rows that the generator printed, in words. What else it prints is meant for cargo.
fn run(command: &mut Command) -> Result<Vec<Vec<String>>, Error> {
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status).into());
    }
    let text = String::from_utf8(output.stdout)?;
    let rows = text.lines().filter(|line| line.starts_with("one ") || line.starts_with("many "));
    Ok(rows.map(|line| line.split(' ').map(str::to_owned).collect()).collect())
}

fn row(plain: &[String], optimised: &[String]) -> Vec<String> {
    match (plain, optimised) {
        ([_, name, ours, lines, theirs, their_lines], [_, _, fast, _, their_fast, _]) => vec![
            name.clone(),
            millis(ours),
            millis(theirs),
            ratio(ours, theirs),
            millis(fast),
            millis(their_fast),
            ratio(fast, their_fast),
            lines.clone(),
            their_lines.clone(),
        ],
        ([_, count, ours, lines], [_, _, fast, _]) => {
            let none = String::new;
            vec![
                format!("{count} in one build"),
                millis(ours),
                none(),
                none(),
                millis(fast),
                none(),
                none(),
                lines.clone(),
                none(),
            ]
        }
        _ => vec![plain.join(" ")],
    }
}

fn millis(micros: &str) -> String {
    micros.parse::<f64>().map_or_else(|_| micros.to_owned(), |micros| format!("{:.2}", micros / 1000.0))
}

fn ratio(ours: &str, theirs: &str) -> String {
    match (ours.parse::<f64>(), theirs.parse::<f64>()) {
        (Ok(ours), Ok(theirs)) => format!("{:.2}", ours / theirs),
        _ => String::new(),
    }
}
