//! A prompt from a template, a schema for a provider, and a reply in the provider's form.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use nucleo_runtime::{Policy, Stop};

nucleo_runtime::include_answers!();

use answers::{Forecast, Review, Tasks};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}\n", answers::order_prompt("Ada", "Where is my order 1001?"));

    let review: Review = nucleo_runtime::parse(r#"{"sentiment": "mixed", "stars": 3, "topics": ["price"]}"#)?;
    println!("{}\n", answers::review_prompt(12, &review));

    // Without a parameter, a prompt is a constant; what the runtime says of a fault has an end of ours.
    println!("{}\n", answers::support::triage_prompt());
    let rejection = nucleo_runtime::parse::<Review>(r#"{"sentiment": "so-so"}"#).unwrap_err();
    println!("{}\n", rejection.feedback());

    // OpenAI takes objects alone: a list is asked for under one member, and read back from there.
    println!("{}\n", Tasks::OPENAI.schema);
    let reply = r#"{"value": [{"what": "Bake", "minutes": 40, "due": null, "at": null}]}"#;
    let policy = Policy::strict().dialect(&Tasks::OPENAI);
    let reading = nucleo_runtime::read_with::<Tasks>(reply, &policy, Stop::End)?;
    println!("{} task, {} repairs\n", reading.value.0.len(), reading.repairs.len());

    // It has no maps either: each is a list of entries.
    let reply = r#"{"place": "Ulm", "position": [48.4, 10], "warnings": null, "source": null,
        "days": [{"key": "Monday", "value": {"celsius": 21.5, "rain_percent": null, "sky": "clear", "wind": null}}]}"#;
    let policy = Policy::strict().dialect(&Forecast::OPENAI);
    let reading = nucleo_runtime::read_with::<Forecast>(reply, &policy, Stop::End)?;
    println!("{:?}", reading.value.days.keys());
    for loss in Forecast::OPENAI.losses {
        println!("{loss}");
    }

    println!("\n{}", Review::GBNF);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Review, answers};

    #[test]
    fn ok_prompts_are_as_they_were() {
        let review = nucleo_runtime::parse(r#"{"sentiment": "mixed", "stars": 3, "topics": ["price"]}"#).unwrap();
        let found = [
            ("order", answers::order_prompt("Ada", "Where is my order 1001?")),
            ("review", answers::review_prompt(12, &review)),
            ("triage", answers::support::triage_prompt().to_owned()),
            ("feedback", nucleo_runtime::parse::<Review>(r#"{"sentiment": "so-so"}"#).unwrap_err().feedback()),
        ];
        for (name, text) in found {
            let path = format!("{}/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("NUCLEO_BLESS").is_some() {
                std::fs::write(&path, format!("{text}\n")).unwrap();
            }
            assert_eq!(std::fs::read_to_string(path).unwrap(), format!("{text}\n"), "{name}");
        }
    }
}
