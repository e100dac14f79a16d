//! A client for servers that speak OpenAI's chat completions.

use std::env;
use std::time::Duration;

use nucleo_runtime::{Stop, Turn};
use serde_json::{Value, json};

/// Why there is no reply.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// One model of one server.
#[derive(Debug)]
pub struct Client {
    agent: ureq::Agent,
    url: String,
    key: Option<String>,
    model: Option<String>,
}

/// What the model wrote, and why it stopped.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Its text.
    pub text: String,
    /// Whether it came to an end.
    pub stop: Stop,
    /// The tokens that were read and written, where the server counts them.
    pub usage: Option<[u64; 2]>,
}

impl Client {
    /// The client that `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `OPENAI_MODEL` name. A server on the same machine needs
    /// the first alone.
    pub fn from_env() -> Self {
        let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let base = set("OPENAI_BASE_URL").unwrap_or_else(|| "https://api.openai.com/v1".to_owned());
        let config = ureq::Agent::config_builder()
            // What a server says of an error stands in its body.
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(600)))
            .build();
        Self {
            agent: config.into(),
            url: format!("{}/chat/completions", base.trim_end_matches('/')),
            key: set("OPENAI_API_KEY"),
            model: set("OPENAI_MODEL"),
        }
    }

    /// Sends a conversation; the reply is at most `limit` tokens long.
    pub fn send(&self, turns: &[Turn], limit: u32) -> Result<Reply, Error> {
        // A `Turn` serialises to a message of this protocol.
        let mut body = json!({ "messages": turns, "max_tokens": limit, "temperature": 0 });
        if let Some(model) = &self.model {
            body["model"] = json!(model);
        }
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let mut response = request.send(body.to_string())?;
        let text = response.body_mut().read_to_string()?;
        if !response.status().is_success() {
            return Err(format!("{} from {}: {text}", response.status(), self.url).into());
        }
        read(&serde_json::from_str(&text)?)
    }
}

fn read(body: &Value) -> Result<Reply, Error> {
    let choice = &body["choices"][0];
    // A reply without text is a reply all the same: the exchange says that no answer was found in it.
    let text = choice["message"]["content"].as_str().unwrap_or_default().to_owned();
    let stop = match choice["finish_reason"].as_str() {
        Some("length") => Stop::Length,
        Some(_) => Stop::End,
        None => return Err("the server's response holds no choice with a finish reason".into()),
    };
    let count = |name: &str| body["usage"][name].as_u64();
    let usage = count("prompt_tokens").zip(count("completion_tokens")).map(|(read, written)| [read, written]);
    Ok(Reply { text, stop, usage })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_finish_reasons() {
        let body = |reason| json!({ "choices": [{ "message": { "content": "{}" }, "finish_reason": reason }] });
        assert_eq!(read(&body("stop")).unwrap().stop, Stop::End);
        assert_eq!(read(&body("length")).unwrap().stop, Stop::Length);
        assert!(read(&json!({})).is_err());
    }
}
