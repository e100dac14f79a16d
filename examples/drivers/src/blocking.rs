//! Over a blocking client: a plain closure from turns to text.

use nucleo_runtime::{AskError, Turn, ask};

use crate::answers::Tasks;

/// Asks for the tasks in `text`. What the client fails with comes back unchanged, as [`AskError::Transport`].
pub fn tasks<E>(text: &str, send: impl FnMut(Vec<Turn>) -> Result<String, E>) -> Result<Tasks, AskError<E>> {
    ask(format!("What is to be done?\n\n{text}"), send)
}

#[cfg(test)]
mod tests {
    use crate::recorded::Model;

    #[test]
    fn ok_blocking() {
        let model = Model::default();
        let tasks = super::tasks("Plants!", |turns| model.send(&turns)).unwrap();
        assert_eq!((tasks.0[0].what.as_str(), tasks.0[0].minutes), ("Water the plants", 5));
    }
}
