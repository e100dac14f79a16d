//! What tools found, each under a reference: a model reads a summary, and points.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// The artifacts of a job.
#[derive(Debug, Default)]
pub struct Store {
    held: BTreeMap<String, Value>,
}

impl Store {
    /// Keeps an artifact, and gives its reference. One that is held already keeps the one that it has.
    pub fn hold(&mut self, alias: &str, artifact: Value) -> String {
        if let Some((held, _)) = self.held.iter().find(|(_, it)| **it == artifact) {
            return held.clone();
        }
        // Numbered, not random: two runs of the example print the same.
        let reference = format!("«artifact:{alias}~{:06}»", self.held.len() + 1);
        self.held.insert(reference.clone(), artifact);
        reference
    }

    /// A result as a model reads it: each artifact by its reference alone.
    pub fn written(references: &[String]) -> String {
        let all: Vec<Value> = references.iter().map(|it| json!({ "@ref": it })).collect();
        json!({ "found": all }).to_string()
    }

    /// What is held, for the end of a conversation: a line each.
    pub fn section(&self) -> String {
        let lines: Vec<String> = self.held.iter().map(|(name, it)| format!("{name} {it}")).collect();
        if lines.is_empty() { String::new() } else { format!("Artifacts you can refer to:\n{}", lines.join("\n")) }
    }

    /// The artifacts that references select, in their order and each once.
    ///
    /// # Errors
    ///
    /// The places, counted from 0, of references to nothing that is held.
    pub fn select(&self, references: &[String]) -> Result<Vec<(String, &Value)>, Vec<usize>> {
        let (mut seen, mut chosen, mut missing) = (BTreeSet::new(), Vec::new(), Vec::new());
        for (at, reference) in references.iter().enumerate() {
            let reference = normal(reference);
            match self.held.get(&reference) {
                Some(artifact) if seen.insert(reference.clone()) => chosen.push((reference, artifact)),
                Some(_) => {}
                None => missing.push(at),
            }
        }
        if missing.is_empty() { Ok(chosen) } else { Err(missing) }
    }
}

/// A reference in its one form: models drop the quotes, or the word before the colon.
fn normal(reference: &str) -> String {
    let inner = reference.trim().trim_start_matches('«').trim_end_matches('»');
    format!("«artifact:{}»", inner.strip_prefix("artifact:").unwrap_or(inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_results_hold_references_and_answers_select_them() {
        let mut store = Store::default();
        let garlic = store.hold("plant", json!({ "name": "garlic" }));
        assert_eq!(store.hold("plant", json!({ "name": "garlic" })), garlic);
        let written = Store::written(std::slice::from_ref(&garlic));
        assert_eq!(written, r#"{"found":[{"@ref":"«artifact:plant~000001»"}]}"#);
        assert!(store.section().ends_with(r#"«artifact:plant~000001» {"name":"garlic"}"#));
        let chosen = store.select(&["plant~000001".into(), garlic.clone()]).unwrap();
        assert_eq!(chosen.len(), 1);
        assert_eq!(store.select(&[garlic, "plant~000009".into()]), Err(vec![1]));
    }
}
