//! The summaries of the parts of artifacts.

use super::{ArtifactStore, Reference};

impl ArtifactStore {
    /// Keeps the summary of a part of an artifact, at the JSON pointer that leads there under the names that a model
    /// sees: `/body`, or `/data/rows/0` inside a member with `preSummarized`. It takes the place of an earlier one.
    ///
    /// ```
    /// use nucleo_runtime::artifact::{ArtifactStore, Reference};
    ///
    /// let store = ArtifactStore::new();
    /// let page = Reference::new("page~a1b2c3");
    /// store.summarize(&page, "/body", "All about moss.");
    /// assert_eq!(store.summary(&page, "/body").as_deref(), Some("All about moss."));
    /// ```
    pub fn summarize(&self, reference: &Reference, pointer: &str, summary: impl Into<String>) {
        let mut inner = self.lock();
        inner.summaries.entry(reference.clone()).or_default().insert(pointer.to_owned(), summary.into());
    }

    /// The summary of a part of an artifact that was made, or given, before.
    pub fn summary(&self, reference: &Reference, pointer: &str) -> Option<String> {
        self.lock().summaries.get(reference)?.get(pointer).cloned()
    }

    /// The same; where there is none, it is made and kept.
    pub(super) fn summary_or(&self, reference: &Reference, pointer: &str, make: impl FnOnce() -> String) -> String {
        if let Some(known) = self.summary(reference, pointer) {
            return known;
        }
        // Made without the lock: it may take a model's time. Of two that are made at once, the first one stays.
        let made = make();
        let mut inner = self.lock();
        inner.summaries.entry(reference.clone()).or_default().entry(pointer.to_owned()).or_insert(made).clone()
    }
}
