#![allow(warnings)]
// The driver appends the list of modules and `check`. Reads lines of "id \t k \t json", writes "id \t k \t verdict \t error".
use std::io::{BufRead, Write};

pub enum Verdict {
    Ok,
    OkLossy,
    Err(String),
    Panic,
    Unknown,
}

/// What a program reads strictly: JSON as RFC 8259 has it, names as the source spells them, nothing mended.
fn try_type<T: nucleo_runtime::Shaped>(json: &str) -> Verdict {
    let read = || match nucleo_runtime::from_str::<T>(json) {
        Err(faults) => {
            let faults = faults.iter().map(|fault| format!("{} at `{}`", fault.kind, fault.path.dotted()));
            Verdict::Err(faults.collect::<Vec<_>>().join(", "))
        }
        Ok(value) => {
            let same = serde_json::from_str::<serde_json::Value>(json).is_ok_and(|it| it == nucleo_runtime::to_value(&value));
            if same { Verdict::Ok } else { Verdict::OkLossy }
        }
    };
    std::panic::catch_unwind(read).unwrap_or(Verdict::Panic)
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut parts = line.splitn(3, '\t');
        let (id, k, json) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let (verdict, error) = match check(id, json) {
            Verdict::Ok => ("ok", String::new()),
            Verdict::OkLossy => ("ok-lossy", String::new()),
            Verdict::Err(error) => ("err", error),
            Verdict::Panic => ("panic", String::new()),
            Verdict::Unknown => ("unknown", String::new()),
        };
        let mut out = std::io::stdout().lock();
        // Names of members can hold whatever ends a line to Python.
        let error = error.replace(|c: char| c.is_control() || c.is_whitespace(), " ");
        writeln!(out, "{id}\t{k}\t{verdict}\t{error}").unwrap();
        out.flush().unwrap();
    }
}
