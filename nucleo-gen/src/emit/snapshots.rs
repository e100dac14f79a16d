//! Every rendering of every answer, for a test to record: names that stay, and texts that differ by lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::dialect::node::Loss;
use super::dialect::{self, Dialect};
use super::grammar::{self, Grammar};
use super::slugs::{distinct, slugs};
use super::{Extra, fingerprint, notation, renderings, rust_types, tool};
use crate::flow::Checked;
use crate::ir::{DeclId, Enforcer, FileId};
use crate::options::Options;
use crate::snapshot::Snapshot;

/// All snapshots, in the order of the schema files.
pub(crate) fn all(checked: Checked<'_>, options: &Options) -> Vec<Snapshot> {
    let mut out = vec![snapshot("answers", index(&checked))];
    out.extend(files(&checked, options));
    let answers: Vec<DeclId> = checked.cx.ir.files.iter().flat_map(|file| &file.answers).copied().collect();
    let slugs = slugs(checked.cx, &answers);
    for id in answers {
        // OK because there is a name for each of them.
        let texts = answer(&checked, options, id);
        out.extend(texts.into_iter().map(|(what, text)| snapshot(format!("{}.{what}", slugs[&id]), text)));
    }
    out.extend(prompts(checked.prompts));
    out
}

fn snapshot(name: impl Into<String>, text: String) -> Snapshot {
    Snapshot { name: name.into(), text }
}

/// A line for each answer: what is gone is seen here.
fn index(checked: &Checked<'_>) -> String {
    let Checked { cx, sources, .. } = checked;
    let mut out = String::new();
    for file in &cx.ir.files {
        for (id, [contract, _]) in file.answers.iter().zip(fingerprint::of(cx, &file.answers)) {
            let path = cx.names.module(cx.ir[*id].file).iter().chain([&cx.names[*id].rust]);
            let path = path.map(String::as_str).collect::<Vec<_>>().join("::");
            let _ = writeln!(out, "{path} from {}, {contract}", sources[file.source].origin());
        }
    }
    out
}

/// The types of each file, and what nothing enforces there.
fn files(checked: &Checked<'_>, options: &Options) -> Vec<Snapshot> {
    let Checked { cx, shapes, sources, .. } = checked;
    let mut code: BTreeMap<FileId, Vec<String>> = BTreeMap::new();
    for (id, text) in rust_types(cx, shapes, sources, options) {
        code.entry(cx.ir[id].file).or_default().push(text.trim_end().to_owned());
    }
    let names = distinct(code.keys().map(|it| (*it, cx.names.module(*it).iter().map(String::as_str).collect())));
    let mut out = Vec::new();
    for (file, code) in code {
        // OK because there is a name for each of them.
        let name = &names[&file];
        let ledger = ledger(checked, file);
        out.push(snapshot(format!("{name}.rust"), code.join("\n\n")));
        if !ledger.is_empty() {
            out.push(snapshot(format!("{name}.ledger"), ledger));
        }
    }
    out
}

fn ledger(checked: &Checked<'_>, file: FileId) -> String {
    let mut out = String::new();
    for entry in checked.cx.ir.ledger.iter().filter(|it| it.file == file) {
        let (who, why) = match entry.by {
            Enforcer::Type | Enforcer::Check => continue,
            Enforcer::Nobody(why) => ("nobody", why),
            Enforcer::Decided(why) => ("type, by decision", why),
        };
        let _ = writeln!(out, "{}/{}: {who}: {why}", entry.place, entry.keyword);
    }
    out
}

/// The renderings of one answer.
fn answer(checked: &Checked<'_>, options: &Options, id: DeclId) -> Vec<(&'static str, String)> {
    let Checked { cx, sources, .. } = checked;
    let plain = renderings(cx, sources, id);
    let mut out =
        vec![("notation", plain.notation), ("json_schema", plain.json_schema), ("model_schema", plain.model_schema)];
    // For models that reason before they answer.
    if let Some([notation, model_schema]) = plain.native {
        out.extend([("notation_native", notation), ("model_schema_native", model_schema)]);
    }
    let named = !options.dialects.is_empty() || !options.grammars.is_empty();
    for it in Dialect::ALL.into_iter().filter(|it| !named || options.dialects.contains(it)) {
        let text = match dialect::render(cx, id, it, &options.limits) {
            Ok(rendered) => with_losses(rendered.schema, &rendered.losses),
            Err(refusals) => refusals.iter().map(|it| refused(&it.path, &it.why)).collect(),
        };
        out.push((it.name(), text));
    }
    for it in Grammar::ALL.into_iter().filter(|it| !named || options.grammars.contains(it)) {
        let text = match grammar::render(cx, id, it, &options.limits) {
            Ok(rendered) => with_losses(rendered.grammar, &rendered.losses),
            Err(refusal) => refused(&refusal.path, &refusal.why),
        };
        out.push((it.name(), text));
    }
    // OK because every type stands in a file, and every file was read from a source of this list.
    let size = sources[cx.ir.files[cx.ir[id].file.0 as usize].source].text.len();
    out.extend(cx.ir[id].ext.tool.as_ref().map(|it| ("tool", tool::shown(cx, id, it, size))));
    let agent = cx.ir.agents.iter().find(|agent| agent.answer == id);
    out.extend(agent.map(|agent| ("envelope", notation::render(cx, agent.shown[0], size).0)));
    out
}

fn with_losses(text: String, losses: &[Loss]) -> String {
    let mut out = format!("{}\n", text.trim_end());
    losses.iter().enumerate().for_each(|(at, loss)| {
        let gap = if at == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{gap}lost: {loss}");
    });
    out
}

fn refused(path: &str, why: &str) -> String {
    if path.is_empty() { format!("refused: {why}\n") } else { format!("refused: {path}: {why}\n") }
}

/// The functions of the templates, those of a folder together.
fn prompts(prompts: Vec<Extra>) -> Vec<Snapshot> {
    let mut by_module: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for Extra { module, text } in prompts {
        by_module.entry(module).or_default().push(text);
    }
    let name = |mut module: Vec<String>| {
        module.push("prompts".to_owned());
        module.join(".")
    };
    by_module.into_iter().map(|(module, texts)| snapshot(name(module), texts.join("\n\n"))).collect()
}

#[cfg(test)]
mod tests {
    use crate::builder::Builder;
    use crate::emit::dialect::Dialect;
    use crate::snapshot::{self, Snapshot};

    fn of(builder: &mut Builder) -> Vec<Snapshot> {
        snapshot::all(builder).expect("schemas without faults")
    }

    #[test]
    fn ok_dialects_and_grammars_are_all_or_those_that_are_named() {
        let names = |builder: &mut Builder| -> Vec<String> {
            of(builder.schemas("../schemas/support/category.json")).into_iter().map(|it| it.name).collect()
        };
        let all = ["openai", "anthropic", "gemini", "gemini_openapi", "xai", "gbnf"];
        let plain = ["notation", "json_schema", "model_schema"];
        let head = ["answers", "category.rust"].map(str::to_owned);
        let wanted = |last: &[&str]| -> Vec<String> {
            let renderings = plain.iter().chain(last).map(|it| format!("category.Category.{it}"));
            head.iter().cloned().chain(renderings).collect()
        };
        assert_eq!(names(&mut Builder::new()), wanted(&all));
        assert_eq!(names(Builder::new().dialects([Dialect::OpenAi])), wanted(&["openai"]));
    }

    #[test]
    fn ok_refusals_losses_and_the_ledger_are_told() {
        let snapshots =
            of(Builder::new().schemas("../schemas/support/category.json").schemas("../schemas/review.json"));
        let text = |name: &str| &snapshots.iter().find(|it| it.name == name).expect(name).text;
        assert!(text("category.Category.xai").starts_with("refused: "), "{}", text("category.Category.xai"));
        assert!(
            text("review.Review.gemini_openapi").contains("\n}\n\nlost: "),
            "{}",
            text("review.Review.gemini_openapi")
        );
        let index = text("answers");
        assert!(index.contains("review::Review from schemas/review.json, "), "{index}");
        assert!(text("review.rust").contains("pub struct Review {"), "{}", text("review.rust"));
    }

    #[test]
    fn ok_tools_and_envelopes_are_as_a_model_sees_them() {
        let snapshots = of(Builder::new().schemas("../schemas/garden"));
        let text = |name: &str| &snapshots.iter().find(|it| it.name == name).expect(name).text;
        assert!(text("water_bed.WaterBed.tool").starts_with("water_bed: Waters one bed of the garden."));
        assert!(text("day_plan.DayPlan.envelope").contains("\"final_answer\""));
    }
}
