//! A request to send: its caller and its content.

use std::future::IntoFuture;

use futures_util::future::BoxFuture;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serde_json::Value;

use super::{Answer, Identity, Server};

/// A request to send; awaiting it sends it.
#[must_use = "nothing is sent before it is awaited"]
pub struct Request<'a> {
    server: &'a Server,
    method: Method,
    path: String,
    builder: reqwest::RequestBuilder,
    may_fail: bool,
}

impl<'a> Request<'a> {
    pub(super) fn new(server: &'a Server, method: Method, path: &str) -> Self {
        let url = format!("http://{}{path}", server.address);
        Request {
            server,
            builder: server.client.request(method.clone(), url),
            method,
            path: path.to_owned(),
            may_fail: false,
        }
    }

    /// Sends the token of this person.
    pub fn as_(self, person: &Identity) -> Self {
        self.bearer(&person.token)
    }

    /// Sends this token, valid or not.
    pub fn bearer(self, token: &str) -> Self {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.builder = self.builder.header(name, value);
        self
    }

    /// Sends JSON.
    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    /// Sends any bytes as any kind of content.
    pub fn body(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.builder = self.builder.header(CONTENT_TYPE, content_type).body(body.into());
        self
    }

    /// Sends bytes without a content type.
    pub fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.builder = self.builder.body(body.into());
        self
    }

    /// Accepts a response of 500 and above, for tests that break the server.
    pub fn may_fail(mut self) -> Self {
        self.may_fail = true;
        self
    }
}

impl<'a> IntoFuture for Request<'a> {
    type Output = Answer;
    type IntoFuture = BoxFuture<'a, Answer>;

    /// Sends it. Every response is checked: see [`Answer::check`].
    fn into_future(self) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            let call = format!("{} {}", self.method, self.path);
            let response = self.builder.send().await;
            let response = response.unwrap_or_else(|error| panic!("{call}: no answer: {error:?}"));
            let answer = Answer::read(call, response).await;
            answer.check(self.server.document, &self.method, &self.path, self.may_fail);
            answer
        })
    }
}
