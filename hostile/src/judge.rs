//! The requirements for every response, whatever the request.

use std::time::Duration;

use serde_json::Value;

use crate::document::{Document, Operation};
use crate::wire::Answer;

/// The maximum response time: the timeout of the specification's clients.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Headers of every response, and a required part of each value.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", "frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("permissions-policy", "geolocation=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// The violations in a response's headers and its time.
pub fn header_violations(answer: &Answer) -> Vec<String> {
    let mut wrong = Vec::new();
    if answer.took > TIMEOUT {
        wrong.push(format!("it took {} ms", answer.took.as_millis()));
    }
    for (name, part) in HEADERS {
        let value = answer.header(name).unwrap_or_default();
        if !value.contains(part) {
            wrong.push(format!("{name}: {value:?}"));
        }
    }
    if answer
        .header("content-security-policy")
        .is_some_and(|policy| policy.contains("unsafe-"))
    {
        wrong.push("its policy allows unsafe sources".to_owned());
    }
    if answer.header("access-control-allow-origin").is_some() {
        wrong.push("other sites may read it".to_owned());
    }
    if answer.header("x-evil").is_some() {
        wrong.push("a header was smuggled in".to_owned());
    }
    if matches!(answer.status, 429 | 503) && answer.header("retry-after").is_none() {
        wrong.push("no Retry-After".to_owned());
    }
    if answer.status == 405 && answer.header("allow").is_none() {
        wrong.push("no Allow".to_owned());
    }
    wrong
}

/// The violations in a response of the web app.
pub fn page(answer: &Answer) -> Vec<String> {
    let mut wrong = header_violations(answer);
    if answer.status >= 500 {
        wrong.push(format!("the server failed with {}", answer.status));
    }
    wrong
}

/// The violations in a response of the API to a call, whose operation may be known.
pub fn answer(
    document: &Document,
    operation: Option<&Operation>,
    has_body: bool,
    answer: &Answer,
) -> Vec<String> {
    let mut wrong = page(answer);
    if !has_body {
        return wrong;
    }
    let kind = answer.header("content-type").unwrap_or_default();
    let json: Option<Value> = serde_json::from_slice(&answer.body).ok();
    if kind == "application/json" && json.is_none() {
        wrong.push("it is no JSON".to_owned());
    }
    let is_failure = answer.status >= 400;
    if is_failure {
        let body = json.as_ref().unwrap_or(&Value::Null);
        wrong.extend(document.failure_is_wrong(body));
    }
    if let Some(json) = &json
        && json
            .get("success")
            .is_some_and(|success| *success != Value::Bool(!is_failure))
    {
        wrong.push(format!("success is {}", json["success"]));
    }
    if let Some(operation) = operation {
        wrong.extend(operation.deviation(answer.status, kind, json.as_ref()));
    }
    let sent = answer.header("cache-control").unwrap_or_default();
    let may_be_cached =
        answer.status == 200 && (kind.starts_with("image/svg+xml") || sent == "public, max-age=300");
    if sent != "private, no-store" && !may_be_cached {
        wrong.push(format!("cache-control: {sent:?}"));
    }
    wrong
}
