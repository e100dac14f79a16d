//! The correction loop, driven in three ways. Each file is one of them, whole, with a test over recorded replies.

pub mod blocking;
pub mod by_hand;
pub mod spawned;

nucleo_runtime::include_answers!();

/// What stands in for a model: its first reply does not fit, its second does.
#[cfg(test)]
mod recorded {
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use nucleo_runtime::Turn;

    const REPLIES: [&str; 2] = [
        "Here you are:\n```json\n[{\"what\": \"Water the plants\", \"minutes\": \"a few\"}]\n```",
        "[{'what': 'Water the plants', 'minutes': 5},]",
    ];

    #[derive(Debug, Default)]
    pub(crate) struct Model {
        calls: AtomicUsize,
    }

    impl Model {
        pub(crate) fn send(&self, turns: &[Turn]) -> io::Result<String> {
            let call = self.calls.fetch_add(1, Ordering::Relaxed);
            // Each correction adds the failed turn and the feedback to the system part and the question.
            assert_eq!(turns.len(), 2 + 2 * call);
            let reply = REPLIES.get(call).ok_or(io::ErrorKind::ConnectionReset)?;
            Ok((*reply).to_owned())
        }
    }
}
