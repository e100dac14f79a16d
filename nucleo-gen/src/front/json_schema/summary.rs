//! `x-nucleo-summarizable`: how the text of a member is shortened.
//!
//! ```text
//! summarizable = true | { hint?, size?, threshold?, llmSafe?, preSummarized?, staticSummary? }
//! size         = "BRIEF" | "SHORT" | "PARAGRAPHS"
//! ```

use super::note::{self, check_member, wrong};
use crate::diag::Diags;
use crate::ir::{Size, Summary};
use crate::json::{Json, Value};

const KEYWORD: &str = "x-nucleo-summarizable";
const MEMBERS: [&str; 6] = ["hint", "size", "threshold", "llmSafe", "preSummarized", "staticSummary"];

/// The settings, with the usual value of each that is not there.
pub(crate) fn read(json: &Json, diags: &Diags) -> Option<Summary> {
    match &json.value {
        Value::Bool(false) => return None,
        Value::Bool(true) | Value::Object(_) => {}
        _ => {
            wrong(json, KEYWORD, "true or an object of settings", diags);
            return None;
        }
    }
    json.members().iter().for_each(|it| check_member(it, KEYWORD, &MEMBERS, diags));
    let text = |name: &str| note::text(json, name, diags).map(|(text, _)| text).unwrap_or_default();
    let usual = Summary::default();
    Some(Summary {
        hint: text("hint"),
        size: json.get("size").map_or(usual.size, |it| size(it, diags)),
        threshold: json.get("threshold").map_or(usual.threshold, |it| threshold(it, diags)),
        llm_safe: json.get("llmSafe").is_none_or(|_| note::flag(json, "llmSafe", diags)),
        pre_summarized: note::flag(json, "preSummarized", diags),
        static_summary: text("staticSummary"),
    })
}

fn size(json: &Json, diags: &Diags) -> Size {
    let all = [Size::Brief, Size::Short, Size::Paragraphs];
    all.into_iter().find(|it| json.as_str() == Some(it.name())).unwrap_or_else(|| {
        wrong(json, "size", "\"BRIEF\", \"SHORT\" or \"PARAGRAPHS\"", diags);
        Size::Short
    })
}

fn threshold(json: &Json, diags: &Diags) -> u32 {
    let number = if let Value::Number(text) = &json.value { text.parse().ok() } else { None };
    number.unwrap_or_else(|| {
        wrong(json, "threshold", "a whole number from 0 on", diags);
        0
    })
}
