//! A stream of live changes, read event by event.

use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE};
use serde_json::{Value, json};

use super::Server;

/// The time limit of an event after which the test fails.
const TIMEOUT: Duration = Duration::from_secs(20);

/// An open stream. It is closed when it is dropped.
pub struct LiveStream {
    response: reqwest::Response,
    received: String,
}

impl Server {
    /// Opens a stream of live changes with this token, and waits until it is ready.
    pub async fn live(&self, token: &str) -> LiveStream {
        let opened = self.try_live(token).await;
        opened.unwrap_or_else(|(status, body)| panic!("no stream: {status}, {body}"))
    }

    /// The same, or the status and the body of a refusal.
    pub async fn try_live(&self, token: &str) -> Result<LiveStream, (u16, Value)> {
        self.open_live(token, 0).await
    }

    /// Opens a stream that also announces what has changed in some seconds before.
    pub async fn live_with_past(&self, token: &str, past_seconds: u32) -> LiveStream {
        let opened = self.open_live(token, past_seconds).await;
        opened.unwrap_or_else(|(status, body)| panic!("no stream: {status}, {body}"))
    }

    async fn open_live(&self, token: &str, past_seconds: u32) -> Result<LiveStream, (u16, Value)> {
        let query = match past_seconds {
            0 => String::new(),
            seconds => format!("?pastSeconds={seconds}"),
        };
        let request = self
            .client
            .get(format!("http://{}/api/changes/stream{query}", self.address));
        let request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        let response = request.header(ACCEPT, "text/event-stream").send().await;
        let response = response.expect("the server responds");
        let status = response.status().as_u16();
        if status != 200 {
            return Err((status, response.json().await.expect("a failure is JSON")));
        }
        let header = |name: &str| response.headers()[name].to_str().expect("a text").to_owned();
        assert_eq!(header(CONTENT_TYPE.as_str()), "text/event-stream");
        assert_eq!(header(CACHE_CONTROL.as_str()), "no-store, no-transform");
        assert_eq!(header("x-accel-buffering"), "no");
        let mut stream = LiveStream {
            response,
            received: String::new(),
        };
        let ready = json!({ "pastSeconds": past_seconds.min(600) });
        assert_eq!(stream.next().await, ("ready".to_owned(), ready));
        Ok(stream)
    }
}

impl LiveStream {
    /// The next event, with its data. Comments are no events.
    pub async fn next(&mut self) -> (String, Value) {
        let next = tokio::time::timeout(TIMEOUT, self.next_event()).await;
        next.expect("no event in time")
    }

    async fn next_event(&mut self) -> (String, Value) {
        loop {
            let text = self.next_text().await.expect("the stream goes on");
            if text.starts_with(':') {
                continue;
            }
            let mut lines = text.lines();
            let mut field = |name: &str| {
                let line = lines.next().and_then(|line| line.strip_prefix(name));
                line.unwrap_or_else(|| panic!("no {name} in {text}")).to_owned()
            };
            let (event, data) = (field("event: "), field("data: "));
            return (event, serde_json::from_str(&data).expect("the data are JSON"));
        }
    }

    /// The changes of the next event, which must be `changes`: topics with the ids, in order.
    pub async fn changes(&mut self) -> Vec<(String, Value)> {
        let (event, data) = self.next().await;
        assert_eq!(event, "changes", "{data}");
        let changes = data["changes"].as_array().expect("a list");
        let change = |change: &Value| {
            let topic = change["topic"].as_str().expect("a topic").to_owned();
            (topic, change["ids"].clone())
        };
        changes.iter().map(change).collect()
    }

    /// The reason of the next event, which must be the last one.
    pub async fn end(mut self) -> String {
        let (event, data) = self.next().await;
        assert_eq!(event, "end", "{data}");
        assert_eq!(self.next_text().await, None, "the body ends");
        data["reason"].as_str().expect("a reason").to_owned()
    }

    /// The next event or comment; `None` at the end of the body.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            if let Some((text, rest)) = self.received.split_once("\n\n") {
                let (text, rest) = (text.to_owned(), rest.to_owned());
                self.received = rest;
                return Some(text);
            }
            let chunk = tokio::time::timeout(TIMEOUT, self.response.chunk()).await;
            let chunk = chunk.expect("nothing in time").expect("the connection stays");
            let chunk = chunk?;
            self.received
                .push_str(std::str::from_utf8(&chunk).expect("events are text"));
        }
    }
}
