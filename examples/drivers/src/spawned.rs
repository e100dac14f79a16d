//! Spawned on a runtime with several threads: the future is `Send` where the client's own futures are.

use std::sync::Arc;

use nucleo_runtime::{AskError, Turn, ask_async};
use tokio::task::JoinHandle;

use crate::answers::Tasks;

/// An async client.
pub trait Client: Send + Sync + 'static {
    /// What it fails with.
    type Error: Send + 'static;

    /// Sends a conversation and gives the model's reply.
    fn send(&self, turns: Vec<Turn>) -> impl Future<Output = Result<String, Self::Error>> + Send;
}

/// Asks for the tasks in `text`, beside everything else that runs. To abort the handle is to cancel the loop: it stops
/// where it stands, and nothing is left behind.
pub fn tasks<C: Client>(client: Arc<C>, text: &str) -> JoinHandle<Result<Tasks, AskError<C::Error>>> {
    let prompt = format!("What is to be done?\n\n{text}");
    tokio::spawn(async move {
        // Each call has a handle of its own, so that its future borrows nothing from the closure.
        ask_async(prompt, |turns| {
            let client = Arc::clone(&client);
            async move { client.send(turns).await }
        })
        .await
    })
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use nucleo_runtime::Turn;

    use super::Client;
    use crate::recorded::Model;

    impl Client for Model {
        type Error = io::Error;

        async fn send(&self, turns: Vec<Turn>) -> io::Result<String> {
            // As a socket would: the task may go on on another thread.
            tokio::task::yield_now().await;
            Self::send(self, &turns)
        }
    }

    #[test]
    fn ok_spawned() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
        let tasks = runtime.block_on(async {
            let two = [0, 1].map(|_| super::tasks(Arc::new(Model::default()), "Plants!"));
            let [one, two] = two;
            (one.await.unwrap().unwrap(), two.await.unwrap().unwrap())
        });
        assert_eq!(tasks.0, tasks.1);
        assert_eq!(tasks.0.0[0].minutes, 5);
    }
}
